"""The option `yugoslavia`."""
