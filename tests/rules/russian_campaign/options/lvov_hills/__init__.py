"""The option `lvov_hills`."""
