"""Labels: actions in words for people. Records and programs use the notation instead.

A label names the unit that a decision is about, ``12 A to F10``, and gives odds as a ratio,
``odds 1:6``. Otherwise the label equals the notation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from eastfront._core import Game
from eastfront.positions.document import document


def odds(number: int) -> str:
    """Returns odds as a ratio, from the number by which an action gives them: 3 is 3:1, -3 is
    1:3."""
    return f"{number}:1" if number >= 0 else f"1:{-number}"


def label(game: Game, notation: str, subject: str | None) -> str:
    """Returns the label of an action, its words for people.

    Args:
        game: The game of the action.
        notation: The action in notation.
        subject: The unit that the decision is about, as in `Observation.subject`; None for none.
    """
    verb, _, thing = notation.partition(" ")
    domain = _domains(game).get(verb)
    if domain == "Hex" and subject is not None:
        return f"{subject} to {thing}"
    if isinstance(domain, dict) and domain["Number"][0] < 0:
        return f"{verb} {odds(int(thing))}"
    return notation


def ladder(number: int) -> str:
    """Returns odds as a ratio, from the number of their column. The columns are numbered without a
    gap: 3 is 3:1, 1 is 1:1, 0 is 1:2, -1 is 1:3."""
    return f"{number}:1" if number >= 1 else f"1:{2 - number}"


def printed(number: int, scale: int) -> float:
    """Converts a number of whole points (`scale` 1), of halves (2) or of quarters (4) to movement
    points or combat factors as printed; whole ones are an `int`."""
    return number / scale if number % scale else number // scale


def with_die(printed: float, strengths: Sequence[float]) -> str:
    """Returns a factor to which a drawn strength is added, as text: ``1d6``, ``2+1d6``, or with all
    its strengths if these are not those of a die, ``0/1/1/2``."""
    count = len(strengths)
    die = f"1d{count}" if [*strengths] == [*range(1, count + 1)] else "/".join(map(str, strengths))
    return f"{printed}+{die}" if printed else die


@lru_cache(maxsize=16)
def _domains(game: Game) -> dict[str, Any]:
    """Returns for each verb of the notation its domain, the kind of value that follows the verb,
    such as ``Hex``; by the name of the verb."""
    return {verb["name"]: verb["domain"] for verb in document(game)["verbs"]}
