"""The option `rumania`."""
