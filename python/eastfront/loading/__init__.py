"""Loading: from the id of a scenario to a compiled game."""
