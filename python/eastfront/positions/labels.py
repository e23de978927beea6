"""Actions in words for people, beside the notation, which records and programs go by.

A label names the unit that a decision is about, ``12 A to F10``, and gives odds as a ratio,
``odds 1:6``. Where the notation says it all, it is the label.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eastfront._core import Game
from eastfront.positions.document import document


def odds(number: int) -> str:
    """Odds by the number that they have in notation: 3 is 3:1, -3 is 1:3."""
    return f"{number}:1" if number >= 0 else f"1:{-number}"


def label(game: Game, notation: str, subject: str | None) -> str:
    """An action in words.

    Args:
        game: Its game.
        notation: The action in notation.
        subject: The unit that the decision is about, as `Observation.subject` has it.
    """
    verb, _, thing = notation.partition(" ")
    domain = _domains(game).get(verb)
    if domain == "Hex" and subject is not None:
        return f"{subject} to {thing}"
    if isinstance(domain, dict) and domain["Number"][0] < 0:
        return f"{verb} {odds(int(thing))}"
    return notation


def ladder(number: int) -> str:
    """Odds by their place among the columns: 3 is 3:1, 1 is 1:1, 0 is 1:2, -1 is 1:3."""
    return f"{number}:1" if number >= 1 else f"1:{2 - number}"


@lru_cache(maxsize=16)
def _domains(game: Game) -> dict[str, Any]:
    """What each verb is about."""
    return {verb["name"]: verb["domain"] for verb in document(game)["verbs"]}
