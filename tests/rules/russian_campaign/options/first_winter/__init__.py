"""The option `first_winter`."""
