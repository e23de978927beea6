"""Barbarossa Deluxe map: hexes generated from public-domain geography and rule facts."""
