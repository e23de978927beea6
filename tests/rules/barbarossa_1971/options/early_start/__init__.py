"""The option `early_start`."""
