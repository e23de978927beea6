"""The option `mediterranean_mud`."""
