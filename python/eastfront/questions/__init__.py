"""What a position answers: reach, supply, battles and their results, the course of a game."""
