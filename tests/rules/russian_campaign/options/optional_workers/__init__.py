"""The option `optional_workers`."""
