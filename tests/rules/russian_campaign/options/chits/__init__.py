"""The option `chits`."""
