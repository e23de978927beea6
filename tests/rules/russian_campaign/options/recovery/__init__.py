"""The option `recovery`."""
