"""What is particular to the files of one game: their forms, and what is checked in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from . import tables
from .charts import ResultsTable, Table, check_tables
from .files import Row
from .forms import Form, GameFile, ScenarioFile
from .model import UnitRow
from .setup import SetupCheck


def check_usual(check: SetupCheck) -> None:
    """Turns and players, every unit in its place, and no more in a hex than game.toml says."""
    check.turns()
    check.stacks_on_map({})
    check.complete()


USUAL_CHARTS: Mapping[str, type[Form]] = {"combat-results": ResultsTable, "units": Form}
"""A combat results table, and where the units come from."""


def check_usual_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Combat results tables are full, and no row and no column out of order."""
    check_tables(tables)


@dataclass(frozen=True)
class GameForms:
    """What is particular to the files of one game."""

    scenario: type[ScenarioFile] = ScenarioFile
    charts: Mapping[str, type[Form]] = field(default_factory=lambda: USUAL_CHARTS)
    """The form of each table of charts.toml, by its name."""
    check_charts: Callable[[dict[str, Table], SetupCheck], None] = check_usual_charts
    check_scenario: Callable[[SetupCheck], None] = check_usual
    sourced: tuple[str, ...] = ()
    """The keys of a scenario that need a source of their own."""
    map_columns: tuple[str, ...] = tables.MAP_COLUMNS
    unit_columns: tuple[str, ...] = tables.UNIT_COLUMNS
    unit_lists: Mapping[str, str] = field(default_factory=lambda: tables.UNIT_LISTS)
    """Where in game.toml the words of the columns of units.csv stand."""
    read_units: Callable[[list[Row], GameFile], Sequence[UnitRow]] = tables.read_units
