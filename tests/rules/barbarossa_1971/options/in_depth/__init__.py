"""The option `in_depth`."""
