"""The option `resistance`."""
