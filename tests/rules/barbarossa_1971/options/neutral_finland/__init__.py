"""The option `neutral_finland`."""
