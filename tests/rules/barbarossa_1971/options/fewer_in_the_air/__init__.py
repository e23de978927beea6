"""The option `fewer_in_the_air`."""
