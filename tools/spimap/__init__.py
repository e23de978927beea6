"""Barbarossa (1971) map: hexes from public-domain geography and what the rules ask for."""
