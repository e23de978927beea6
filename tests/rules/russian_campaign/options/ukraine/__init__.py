"""The option `ukraine`."""
