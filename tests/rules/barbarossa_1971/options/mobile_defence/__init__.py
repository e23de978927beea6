"""The option `mobile_defence`."""
