"""The option `caught_at_rostov`."""
