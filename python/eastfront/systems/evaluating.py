"""The queries that evaluate positions, and the scale that all games share.

A game defines one number, `value`: the evaluation of a position for the game's first side, which is
unbounded and finely graded. `evaluation <side>` is the same value scaled to thousandths of a won
game. The game may define a second number for a side, `outlook <side>`, which also weighs the
enemy's possible replies: bots use it to judge plans that end before the enemy's reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eastfront.program import Builder, Int, if_else, larger, let

WON = 1000
"""The number that stands for a won game on the scale of `evaluation <side>`."""
HALF = 6000
"""The value that corresponds to half of a won game, an evaluation of 500."""


def define_evaluation(b: Builder, sides: Sequence[str], value: Int) -> None:
    """Declares the queries `value` and `evaluation <side>` for two sides; ``value`` is the
    evaluation for the first side.

    `evaluation` of the first side increases with the value, is 0 for a value of 0, and lies between
    -1000 and 1000; that of the second side is its negative.
    """
    b.query("value", 0, lambda: value)
    for side, sign in zip(sides, (1, -1), strict=True):
        _define_share(b, f"evaluation {side}", value, sign)


def define_outlook(b: Builder, side: str, value: Int) -> None:
    """Declares the queries `outlook <side>`, by which a side judges its plans, and `prospect
    <side>`, the same in thousandths of a won game.

    ``value`` and both queries evaluate the position for the first side, whichever side plans: the
    outlook is on the scale of `value`, the prospect on that of `evaluation`.
    """
    b.query(f"outlook {side}", 0, lambda: value)
    _define_share(b, f"prospect {side}", value, 1)


def _define_share(b: Builder, name: str, value: Int, sign: int) -> None:
    """Declares the query ``name``, which scales a value to thousandths of a won game. ``sign`` is 1
    for a query of the side for which the value is computed, -1 for one of the other side."""

    def share(now: Int) -> Int:
        size = larger(now, 0 - now)
        return let(
            size * WON // (size + HALF) * sign, lambda part: if_else(now < 0, 0 - part, part)
        )

    b.query(name, 0, lambda: let(value, share))


@dataclass(frozen=True)
class LookAhead:
    """The parameters, stored in the game file, of policies that judge an action by playing on from
    it."""

    quiet: Sequence[str]
    """The kinds of decisions at which a look-ahead ends and the position is evaluated."""
    play: Sequence[str] = ()
    """The kinds of decisions that are played without evaluation: by the first legal action that is
    not a pass or, if there is none, by a pass."""
    decline: Sequence[str] = ()
    """The kinds of decisions that are played without evaluation: by the first legal pass or, if
    there is none, by the first legal action."""
    rest: Sequence[str] = ()
    """The kinds of decisions in which the policy passes unless another action is evaluated
    higher."""
    widest: int = 32
    """The largest number of actions tried in a decision; of more actions, a random sample of this
    size is tried."""
    longest: int = 24
    """The largest number of actions in a look-ahead."""
    value: str = "value"
    """The query that evaluates the position for the first side."""

    def as_data(self) -> dict[str, Any]:
        """The parameters by name, as the game file holds them."""
        return asdict(self)
