"""The option `reorganized`."""
