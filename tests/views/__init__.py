"""Queries on a state: reach, supply, battles."""
