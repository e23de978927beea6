"""The laws of hidden information, on positions from busy play."""
