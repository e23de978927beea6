"""The option `heavy_bombers`."""
