"""The tables of charts.toml: their provenance, their schemas, and common checks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from .decode import decode
from .errors import NOTHING, Absent, ScenarioError, nearest, one_of
from .files import read_toml
from .forms import PROVENANCES, ChartsFile, Form, SourceForm
from .model import SourceRow
from .setup import SetupCheck

_SOURCE = tuple(SourceForm.__struct_fields__)


class ResultsTable(Form):
    """A combat results table: a row for each die face, a column for each odds."""

    columns: list[str]
    order: list[str]
    """The results that occur in the table, from worst to best for the attacker."""
    rows: list[list[str]]


@dataclass(frozen=True)
class Table:
    """One table of charts.toml: its decoded values, its source, and its file for errors."""

    path: Path
    form: Form
    source: SourceRow

    def error(self, key: str, value: object, expected: str) -> ScenarioError:
        """Makes, without raising it, the error for ``key`` of this table: ``value`` was found
        there, ``expected`` is the expected value in words."""
        return ScenarioError(self.path, f"table {self.source.name}, {key}", value, expected)


def read_charts(path: Path, forms: Mapping[str, type[Form]]) -> dict[str, Table]:
    """Reads the tables of a file, each decoded into the form for its name; returns them by name.

    Raises ScenarioError for an unknown table, a table given twice and an invalid value.
    """
    tables: dict[str, Table] = {}
    for at, raw in enumerate(decode(path, read_toml(path), ChartsFile).table):
        table = _read_table(path, at, raw, forms)
        name = table.source.name
        if name in tables:
            raise ScenarioError(path, f"table[{at}].name", name, "each table once")
        tables[name] = table
    return tables


def require_all(path: Path, tables: Mapping[str, Table], names: Sequence[str]) -> None:
    """Raises ScenarioError if the charts in the file `path` lack one of the tables in `names`."""
    missing = [name for name in names if name not in tables]
    if missing:
        tables_ = f"a table named {missing[0]}" if not missing[1:] else "tables of these names"
        raise ScenarioError(path, f"table {', '.join(missing)}", NOTHING, tables_)


def _read_table(path: Path, at: int, raw: dict[str, Any], forms: Mapping[str, type[Form]]) -> Table:
    name = raw.get("name")
    if not isinstance(name, str):
        got = NOTHING if name is None else name
        raise ScenarioError(path, f"table[{at}].name", got, "the name of a table")
    if name not in forms:
        raise ScenarioError(path, f"table[{at}].name", name, one_of(forms, name))
    place = f"table {name}"
    head = {key: value for key, value in raw.items() if key in _SOURCE}
    source = check_source(path, place, decode(path, head, SourceForm, place))
    body = {key: value for key, value in raw.items() if key not in _SOURCE}
    return Table(path, decode(path, body, forms[name], place), source)


def check_source(path: Path, place: str, form: SourceForm) -> SourceRow:
    """Returns the checked source of a table or value, from its decoded keys `form`; `place` is the
    prefix of the keys in errors. Raises ScenarioError for an unknown provenance, and for a
    reconstructed table without its reasoning."""
    if form.provenance not in PROVENANCES:
        expected = one_of(PROVENANCES, form.provenance)
        raise ScenarioError(path, f"{place}, provenance", form.provenance, expected)
    if form.provenance == "reconstructed" and not form.reasoning.strip():
        expected = "the reasoning behind a reconstructed table"
        raise ScenarioError(path, f"{place}, reasoning", form.reasoning or NOTHING, expected)
    return SourceRow(
        form.name, form.provenance, form.source, form.reasoning.strip(), tuple(form.constraints)
    )


def plain(tables: Mapping[str, Table]) -> dict[str, Mapping[str, Any]]:
    """Returns the tables as dictionaries and lists, by the name of the table, without their
    sources."""
    return {name: msgspec.to_builtins(table.form) for name, table in tables.items()}


def check_results(
    table: Table, columns: Sequence[str], rows: Sequence[Sequence[str]], order: Sequence[str],
    odds: Sequence[str], faces: int, place: str = "",
) -> None:  # fmt: skip
    """Checks that a combat results table has the expected columns ``odds``, a row for each of the
    ``faces`` of the die, and only results of ``order``. Raises ScenarioError.

    ``columns`` and ``rows`` are the headings and the results of the table, ``order`` lists the
    allowed results from worst to best for the attacker; ``place`` is the prefix of the keys in
    errors.
    """
    if list(columns) != list(odds):
        at = next((i for i, (a, b) in enumerate(zip(columns, odds, strict=False)) if a != b), None)
        if at is not None:
            raise table.error(f"{place}columns[{at}]", columns[at], odds[at])
        got = Absent(f"{len(columns)} columns")
        raise table.error(f"{place}columns", got, f"{len(odds)} columns")
    if len(rows) != faces:
        got = Absent(f"{len(rows)} rows")
        raise table.error(f"{place}rows", got, f"{faces} rows, one a die face")
    for at, row in enumerate(rows):
        if len(row) != len(columns):
            got = Absent(f"{len(row)} results")
            raise table.error(f"{place}rows[{at}]", got, f"{len(columns)} results, one a column")
        for column, code in enumerate(row):
            if code not in order:
                expected = f"one of {', '.join(order)}{nearest(code, order)}"
                raise table.error(f"{place}rows[{at}][{column}]", code, expected)


def check_tables(tables: Mapping[str, Table], faces: int = 6) -> None:
    """Checks that every combat results table has a row for each of the ``faces`` of the die, has
    only results of its order, and, if reconstructed, is monotone (`check_monotone`). Raises
    ScenarioError."""
    for table in tables.values():
        form = table.form
        if isinstance(form, ResultsTable):
            check_results(table, form.columns, form.rows, form.order, form.columns, faces)
            check_monotone(table, form.rows, form.order)


def check_monotone(
    table: Table, rows: Sequence[Sequence[str]], order: Sequence[str], place: str = ""
) -> None:
    """Checks that no result of a reconstructed combat results table is worse for the attacker than
    the result one column to the left, nor better than the result one row above. Raises
    ScenarioError.

    ``rows`` has, for each die face, the results by column, from the lowest odds to the highest;
    ``order`` lists the results from worst to best for the attacker; ``place`` is the prefix of the
    keys in errors. A table is reconstructed if the provenance of its source is ``reconstructed``; a
    printed table is not checked.
    """
    if table.source.provenance != "reconstructed":
        return
    rank = {code: at for at, code in enumerate(order)}
    for i, row in enumerate(rows):
        for j, code in enumerate(row):
            if j and rank[code] < rank[row[j - 1]]:
                expected = f"{row[j - 1]} or better, as in the column before"
                raise table.error(f"{place}rows[{i}][{j}]", code, expected)
            if i and rank[code] > rank[rows[i - 1][j]]:
                expected = f"{rows[i - 1][j]} or worse, as on the roll before"
                raise table.error(f"{place}rows[{i}][{j}]", code, expected)


def check_keys(
    table: Table, key: str, found: Collection[str], wanted: Sequence[str], words: str = ""
) -> None:
    """Checks that the keys ``found`` in a part of a table are exactly those in ``wanted``. Raises
    ScenarioError.

    ``key`` is the key of that part of the table; ``words`` is the key of game.toml that lists the
    wanted words, empty if none does.
    """
    says = f", as game.toml says ({words})" if words else ""
    for word in found:
        if word not in wanted:
            raise table.error(f"{key}.{word}", word, one_of(wanted, word) + says)
    for word in wanted:
        if word not in found:
            raise table.error(f"{key}.{word}", NOTHING, f"a value for {word}{says}")


def check_turns(table: Table, key: str, turns: Sequence[int], check: SetupCheck) -> None:
    """Checks that ``turns``, the list under a key of a table, are consecutive and include every
    turn of the scenario that ``check`` checks. Raises ScenarioError."""
    first, last = check.form.first_turn, check.form.last_turn
    for at, (before, turn) in enumerate(pairwise(turns), start=1):
        if turn != before + 1:
            raise table.error(f"{key}[{at}]", turn, f"turn {before + 1}, after turn {before}")
    for turn in range(first, last + 1):
        if turn not in turns:
            got = Absent(f"turns {turns[0]} to {turns[-1]}") if turns else NOTHING
            file = check.paths[""].name
            expected = f"every turn from {first} to {last} (first_turn, last_turn of {file})"
            raise table.error(key, got, expected)
