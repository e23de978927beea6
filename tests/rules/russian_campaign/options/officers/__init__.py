"""The option `officers`."""
