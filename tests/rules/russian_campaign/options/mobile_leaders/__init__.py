"""The option `mobile_leaders`."""
