"""From the id of a scenario to a compiled game: packs, cache, catalogue."""
