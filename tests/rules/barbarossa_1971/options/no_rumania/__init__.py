"""The option `no_rumania`."""
