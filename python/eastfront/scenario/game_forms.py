"""The schemas and checks of the files whose content differs from game to game; the usual schemas
and checks are the defaults."""

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
    """Checks a scenario in the usual way, by the methods of ``check``: turns, players, a place for
    every unit, stacking limits.

    Raises ScenarioError.
    """
    check.turns()
    check.stacks_on_map({})
    check.complete()


USUAL_CHARTS: Mapping[str, type[Form]] = {"combat-results": ResultsTable, "units": Form}
"""The default charts: a combat results table, and the source of the units."""


def check_usual_charts(tables: dict[str, Table], check: SetupCheck) -> None:
    """Checks charts in the usual way: combat results tables are complete and monotone. Raises
    ScenarioError. ``check``, the checks of the scenario, is for games whose charts must agree with
    the scenario; it is not used here."""
    check_tables(tables)


@dataclass(frozen=True)
class GameForms:
    """The schemas and checks of the files of one game, as a value; a field that a game does not set
    has the usual schema or check."""

    scenario: type[ScenarioFile] = ScenarioFile
    charts: Mapping[str, type[Form]] = field(default_factory=lambda: USUAL_CHARTS)
    """The schema of each table of charts.toml, by the name of the table."""
    check_charts: Callable[[dict[str, Table], SetupCheck], None] = check_usual_charts
    check_scenario: Callable[[SetupCheck], None] = check_usual
    sourced: tuple[str, ...] = ()
    """The keys of a scenario file for which the file must state where the value comes from."""
    map_columns: tuple[str, ...] = tables.MAP_COLUMNS
    unit_columns: tuple[str, ...] = tables.UNIT_COLUMNS
    unit_lists: Mapping[str, str] = field(default_factory=lambda: tables.UNIT_LISTS)
    """For each column of units.csv, the key of game.toml that lists its allowed words or bounds its
    numbers."""
    read_units: Callable[[list[Row], GameFile], Sequence[UnitRow]] = tables.read_units
