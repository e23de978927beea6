"""The Two Bridges, a small game for two sides."""
