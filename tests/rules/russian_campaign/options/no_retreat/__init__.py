"""The option `no_retreat`."""
