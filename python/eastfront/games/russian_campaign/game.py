"""The Russian Campaign: the pack, by which the package finds the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from eastfront.packs import SHIPPED, Pack

if TYPE_CHECKING:
    from eastfront.packs import MakesAdviser
    from eastfront.scenario.game_forms import GameForms
    from eastfront.systems.rules import Rules
    from eastfront.systems.telling import Telling


def rules() -> type[Rules]:
    """The rules of the fifth edition, with its options and variants."""
    from .rules import RussianCampaign

    return RussianCampaign


def forms() -> GameForms:
    """The forms of charts and set-ups, rivers through hexes, and counters of two faces."""
    from eastfront.scenario import tables
    from eastfront.scenario.game_forms import GameForms

    from . import data, units

    return GameForms(
        data.Scenario,
        data.CHARTS,
        data.check_charts,
        data.check_scenario,
        ("automatic",),
        tables.RIVER_COLUMNS,
        units.COLUMNS,
        units.LISTS,
        units.read_units,
    )


def telling() -> Telling:
    """Results, boxes and weather in words."""
    from .telling import TELLING

    return TELLING


def adviser() -> MakesAdviser:
    """The adviser of planning bots, by the guide in the game file."""
    from .adviser import adviser

    return adviser


PACK = Pack(
    id="russian-campaign",
    title="The Russian Campaign",
    prefix="TRC",
    package=Path(__file__).resolve().parent,
    data=SHIPPED / "russian-campaign",
    short="barbarossa",
    rules=rules,
    forms=forms,
    telling=telling,
    adviser=adviser,
)
