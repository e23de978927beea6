"""The option `bulge`."""
