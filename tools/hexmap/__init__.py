"""What the maps made from public-domain geography share: lattice, projection, layers, rivers."""
