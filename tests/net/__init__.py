"""Whether games play as they did."""
