"""The option `play_on`."""
