"""The option `fortress`."""
