"""The option `more_tanks`."""
