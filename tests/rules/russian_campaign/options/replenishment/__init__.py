"""The option `replenishment`."""
