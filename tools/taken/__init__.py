"""Removes the file of an optional rule, and tests the rest of its game."""
