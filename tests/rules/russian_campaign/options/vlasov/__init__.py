"""The option `vlasov`."""
