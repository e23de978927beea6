"""The orders of phases that a side may choose, written from 5.4, 5.5 and 15.3 of the rulebook."""

from __future__ import annotations

from .terms import Terms


def orders(terms: Terms, turn: int, side: str, used: int) -> set[str]:
    """The orders of a player turn, with the number of times that fight/fight was chosen before."""
    both = turn in terms.both_fights.get(side, frozenset()) and not used
    return {"fight-move", "move-fight"} | ({"fight-fight"} if both else set())
