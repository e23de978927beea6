"""The option `uprising`."""
