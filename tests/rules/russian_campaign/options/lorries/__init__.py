"""The option `lorries`."""
