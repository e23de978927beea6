"""Shared parts of maps from public-domain geography: lattice, projection, layers, rivers."""
