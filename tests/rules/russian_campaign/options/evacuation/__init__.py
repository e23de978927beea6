"""The option `evacuation`."""
