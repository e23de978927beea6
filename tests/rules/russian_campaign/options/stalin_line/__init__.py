"""The option `stalin_line`."""
