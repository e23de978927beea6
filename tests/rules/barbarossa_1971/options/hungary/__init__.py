"""The option `hungary`."""
