"""Positions: the parts of a state, positions as text, and what a side may know of a position."""
