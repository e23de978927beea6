"""Mutation tests of rules: wrong rules, planted one at a time, and the tests that kill them.

`sites` finds places for mutants in the Python of a game, `tables` in its data; `planted` reads
those written by hand; `owners` assigns a site to rules; `trial` plants a mutant in a process of its
own and runs the tests of its rules; `ledger` keeps the results. See ``python -m tools.mutate
--help``.
"""
