"""The net under a rebuilding: whether games play as they did, to the last clause.

What is expected stands in ``tests/net/``: digests of game files; digests of games by what a player
sees, from set-ups and from positions of later turns, with options and with each rule left out; how
often explanations of battles are not what play comes to, by kind; the figures of mutation;
instructions a decision; and what the net does not see or never reaches, by name.
"""
