"""What every game's evaluation has in common: its queries, and its scale.

A game writes one number, `value`: how its first side stands, without bounds, finer than is asked
for by searches. `evaluation <side>` is the same brought to thousandths of a won game. It may write
a second one for a side, `outlook <side>`, that also weighs what the enemy may do next: bots plan by
it where they stop before he answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eastfront.program import Builder, Int, if_else, larger, let

WON = 1000
"""What a won game is worth."""
HALF = 6000
"""The value that is half of a won game."""


def define_evaluation(b: Builder, sides: Sequence[str], value: Int) -> None:
    """Declares the queries `value` and `evaluation <side>` for two sides.

    The evaluation rises with the value, is 0 where it is 0, lies between -1000 and 1000 and adds
    up to 0 over the sides.
    """
    b.query("value", 0, lambda: value)
    for side, sign in zip(sides, (1, -1), strict=True):
        _define_share(b, f"evaluation {side}", value, sign)


def define_outlook(b: Builder, side: str, value: Int) -> None:
    """Declares the queries `outlook <side>`, by which a side plans, and `prospect <side>`.

    Both tell how the first side stands: the one in the measure of `value`, the other in that of
    `evaluation`.
    """
    b.query(f"outlook {side}", 0, lambda: value)
    _define_share(b, f"prospect {side}", value, 1)


def _define_share(b: Builder, name: str, value: Int, sign: int) -> None:
    """Declares a query that brings a value to thousandths of a won game."""

    def share(now: Int) -> Int:
        size = larger(now, 0 - now)
        return let(
            size * WON // (size + HALF) * sign, lambda part: if_else(now < 0, 0 - part, part)
        )

    b.query(name, 0, lambda: let(value, share))


@dataclass(frozen=True)
class LookAhead:
    """How a policy that looks one action ahead is to look: data of the game file."""

    quiet: Sequence[str]
    """Decisions at which a look ahead ends and the position is judged."""
    play: Sequence[str] = ()
    """Decisions not looked at: any action but those that pass, as long as there is one."""
    decline: Sequence[str] = ()
    """Decisions not looked at: pass, when that can be done."""
    rest: Sequence[str] = ()
    """Decisions at which passing comes before what is no better."""
    widest: int = 32
    """Actions of one decision that are tried; of more, so many are drawn."""
    longest: int = 24
    """Actions that a look ahead plays at most."""
    value: str = "value"
    """The query that says how the first side stands."""

    def as_data(self) -> dict[str, Any]:
        """As it stands in a game file."""
        return asdict(self)
