"""The option `commitments`."""
