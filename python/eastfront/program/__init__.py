"""The language that rules are written in: expressions, statements, decisions."""
