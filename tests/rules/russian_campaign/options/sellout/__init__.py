"""The option `sellout`."""
