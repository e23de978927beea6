"""Counts of action sequences and of outcomes against slow ones."""
