"""The Levies, a small game for two sides with strengths drawn in battle."""
