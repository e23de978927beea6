"""The option `nations`."""
