"""Regression tests of play: whether games play exactly as before.

``tests/net/`` has the expectations: digests of game files; digests of games by what a player sees,
from set-ups and from positions of later turns, with options and with each rule left out; the number
of explanations of battles that differ from play, by kind; the figures of mutation; instructions a
decision; and the names of rules that the net does not see and of decisions that it never reaches.
"""
