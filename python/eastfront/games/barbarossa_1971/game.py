"""Barbarossa (1971): the pack, which gives the package the game's rules, forms, words and
invariants."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eastfront.packs import SHIPPED, Pack, lazy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eastfront.scenario.game_forms import GameForms
    from eastfront.systems.invariants import Invariant
    from eastfront.systems.telling import Telling


def forms() -> GameForms:
    """Returns the schemas and checks with which the game's files of counters, charts and set-ups
    are read."""
    from .data import FORMS

    return FORMS


def telling() -> Telling:
    """Returns the words in which results, boxes and markers are described."""
    from .telling import TELLING

    return TELLING


def invariants() -> Sequence[Invariant]:
    """Returns the invariants of positions: on stacking, water, overruns, the Kerch Straits, Soviet
    armies, and the last side to pass through a hex."""
    from .invariants import INVARIANTS

    return INVARIANTS


PACK = Pack(
    id="barbarossa-1971",
    title="Barbarossa, 1971",
    prefix="SPI",
    package=Path(__file__).resolve().parent,
    data=SHIPPED / "barbarossa-1971",
    short="zitadelle",
    rules=lazy("eastfront.games.barbarossa_1971.rules:Barbarossa1971"),
    forms=forms,
    telling=telling,
    invariants=invariants,
)
