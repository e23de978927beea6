"""Play compared, position by position, with the oracle in plain Python."""
