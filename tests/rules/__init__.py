"""Tests of the games' rules, a folder a game, a file a section of its rulebook."""
