"""The option `strategic`."""
