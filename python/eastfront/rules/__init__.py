"""The rules of the games, one package a game."""
