"""The option `mechanized`."""
