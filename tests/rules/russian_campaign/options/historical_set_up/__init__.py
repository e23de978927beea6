"""The option `historical_set_up`."""
