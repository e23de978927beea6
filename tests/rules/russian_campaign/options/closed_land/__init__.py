"""The option `closed_land`."""
