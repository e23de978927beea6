"""Checks the duty to attack on random fronts against slow programs, and times it.

`python -m tools.dutycheck [COUNT] [SEED]`; `--help` names the rest.
"""
