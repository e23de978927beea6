"""The option `sixth_army`."""
