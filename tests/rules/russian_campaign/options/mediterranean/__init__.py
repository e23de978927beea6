"""The option `mediterranean`."""
