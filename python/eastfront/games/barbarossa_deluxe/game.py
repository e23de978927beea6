"""Barbarossa Deluxe: the pack, which gives the package the game's rules, forms, words and
invariants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eastfront.packs import SHIPPED, Pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eastfront.scenario.game_forms import GameForms
    from eastfront.systems.invariants import Invariant
    from eastfront.systems.rules import Rules
    from eastfront.systems.telling import Telling


def rules() -> type[Rules]:
    """Returns the class of the rules of Barbarossa Deluxe."""
    from .rules import BarbarossaDeluxe

    return BarbarossaDeluxe


def forms() -> GameForms:
    """Returns the forms (classes with the keys of a file) in which the files of charts and set-ups
    are read."""
    from eastfront.scenario.game_forms import GameForms

    from . import data

    return GameForms(
        data.Scenario, data.CHARTS, data.check_charts, data.check_scenario, data.SOURCED
    )


def telling() -> Telling:
    """Returns the words in which results, boxes and markers are described."""
    from .telling import TELLING

    return TELLING


def invariants() -> Sequence[Invariant]:
    """Returns the invariants of positions: on stacking, control, and hexes closed to units."""
    from .invariants import INVARIANTS

    return INVARIANTS


PACK = Pack(
    id="barbarossa-deluxe",
    title="Barbarossa Deluxe",
    prefix="BD",
    package=Path(__file__).resolve().parent,
    data=SHIPPED / "barbarossa-deluxe",
    short="blue-kremlin",
    shown=True,
    rules=rules,
    forms=forms,
    telling=telling,
    invariants=invariants,
)
