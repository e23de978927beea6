"""Positions: their canonical parts, their text form, and what a side may know of them."""
