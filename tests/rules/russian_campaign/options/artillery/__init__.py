"""The option `artillery`."""
