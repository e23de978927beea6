"""The option `gambit`."""
