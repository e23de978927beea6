"""The option `tunisia`."""
