"""Barbarossa (1971) map: hexes from public-domain geography and requirements of the rules."""
