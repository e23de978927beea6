"""The option `additions`."""
