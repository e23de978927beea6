"""The option `fortified`."""
