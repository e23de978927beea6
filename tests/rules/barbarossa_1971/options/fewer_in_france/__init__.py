"""The option `fewer_in_france`."""
