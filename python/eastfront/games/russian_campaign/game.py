"""The pack of The Russian Campaign: the entry by which the package finds the game's parts."""

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
    """Returns the rules of the fifth edition, with its options and variants."""
    from .rules import RussianCampaign

    return RussianCampaign


def forms() -> GameForms:
    """Returns the schemas by which the game's files are read: scenarios, charts, the map with its
    rivers, and units."""
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
    """Returns the words for results, boxes and weather with which a course of play is described."""
    from .telling import TELLING

    return TELLING


def adviser() -> MakesAdviser:
    """Returns the function that makes the adviser of a game: an object that answers decisions of
    planning bots by a plan for the whole movement phase."""
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
