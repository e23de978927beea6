"""The net under a rebuilding: whether games play as they did, to the last clause.

What is expected stands in ``tests/net/``: digests of game files; digests of games by what a player
sees, from set-ups and from positions of later turns, with options and with each rule left out; and
the rules that the net does not see.
"""
