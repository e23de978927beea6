"""Positions of The Russian Campaign with some of its rules left out.

Some rules only limit another one; a game without them shows their effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import eastfront as ef
from eastfront._core import Game, State

from .turn_positions import BYSTANDERS, ids, walk


@lru_cache(maxsize=4)
def without(*rules: str, scenario: str = "campaign", options: tuple[str, ...] = ()) -> Game:
    """A scenario that is played without some rules."""
    return ef.load(f"russian-campaign/{scenario}", options=options, without=rules)


def at_without(
    rules: str | tuple[str, ...],
    side: str,
    impulse: int = 1,
    *,
    units: Mapping[str, str],
    turn: int = 8,
    weather: int = 0,
    flags: Mapping[str, Iterable[str]] | None = None,
    variables: Mapping[str, int] | None = None,
    options: tuple[str, ...] = (),
) -> State:
    """A movement phase of that game with these units alone; without a rule, of the whole game."""
    out = (rules,) if isinstance(rules, str) else rules
    played = without(*(rule for rule in out if rule), options=options)
    state = walk(played.new(), "movement", "axis", 1)
    gone = [
        (u, "removed")
        for u in ids()
        if u not in BYSTANDERS and not u.startswith(("Stuka", "Sturmovik"))
    ]
    state = state._supposed(places=gone + list(BYSTANDERS.items()))
    return walk(state, "movement", side, impulse)._supposed(
        places=list(units.items()),
        unit_flags=[(u, f, True) for f, us in (flags or {}).items() for u in us],
        variables=[("turn", turn), ("weather", weather), *(variables or {}).items()],
    )
