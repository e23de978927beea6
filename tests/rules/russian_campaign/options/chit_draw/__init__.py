"""The option `chit_draw`."""
