"""The option `battlegroups`."""
