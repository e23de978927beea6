"""Questions about positions: reach, supply, battles and the course of a game."""
