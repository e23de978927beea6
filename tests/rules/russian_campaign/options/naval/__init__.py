"""The option `naval`."""
