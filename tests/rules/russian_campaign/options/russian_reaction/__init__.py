"""The option `russian_reaction`."""
