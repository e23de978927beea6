"""The option `bids`."""
