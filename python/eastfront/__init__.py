"""eastfront: a rules engine for hex-and-counter wargames of the Eastern Front."""
