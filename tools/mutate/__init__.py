"""Wrong rules, planted one at a time, and the tests that see them.

`sites` finds where a rule can be made wrong in the Python of a game, `tables` in its data,
`planted` holds what no syntax reaches; `owners` says which rules a site belongs to; `trial` plants
one in a process of its own and runs the tests that carry these rules; `ledger` keeps what came of
it.  ``python -m tools.mutate --help`` tells the rest.
"""
