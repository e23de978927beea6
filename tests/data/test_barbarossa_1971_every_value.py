"""Every value in the charts of Barbarossa (1971) matters: a changed one changes the game.

Or it is refused with its place, such as where the text of the rules or another file has the same
value. So no value that a user replaces in a chart is silently ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from spi_files import FOLDER

import eastfront as ef
from eastfront.program import ProgramError
from eastfront.scenario import ScenarioError
from eastfront.scenario.lines import Part, parts

TEXT = (FOLDER / "charts.toml").read_text(encoding="utf-8")
TOLD = ("name", "provenance", "source", "reasoning", "constraints")
"""What is said of a table, and is no part of it."""
TABLES = [
    TEXT[part.value : part.end].strip('"')
    for part in parts(TEXT)
    if part.steps[0] == "table" and part.steps[2:] == ("name",)
]
OTHERS = (
    ("stand", "hold"), ("1:3", "1:4"), ("De", "Dr2"), ("Ae", "-"), ("Ar", "-"), ("Dr", "De"),
    ("Dr2", "De"), ("-", "Ar"), ("axis", "soviet"), ("soviet", "axis"), ("", "axis"),
    ("draw", "tactical"), ("marginal", "tactical"), ("strategic", "tactical"),
    ("tactical", "marginal"), ("normal", "mud"), ("mud", "winter"), ("winter", "mud"),
    ("barbarossa", "berlin"), ("stalingrad", "zitadelle"), ("zitadelle", "stalingrad"),
    ("berlin", "zitadelle"), ("campaign", "berlin"), ("hungary", "finland"),
    ("SU:inf", "SU:tkc"), ("SU:tkc", "SU:mec"), ("SU:mec", "SU:tkc"),
    ("SU:shk", "SU:tka"), ("SU:tka", "SU:shk"),
)  # fmt: skip
OTHER = dict(OTHERS)
"""Another word that may stand in the place of one."""


def table_of(part: Part) -> str:
    at = part.steps[1]
    assert isinstance(at, int)
    return TABLES[at]


def leaves() -> list[Part]:
    """The values of all tables."""
    return [
        part
        for part in parts(TEXT)
        if part.kind in ("", '"') and len(part.steps) > 2 and part.steps[2] not in TOLD
    ]


def sort_of(part: Part) -> str:
    """What a value is one of: its place, with all numbers and kinds of units alike."""
    steps = [str(step) for step in part.steps[2:]]
    alike = (re.sub(r"^(\d+|[A-Z]{2}:[a-z]{3})$", "*", step) for step in steps)
    return ".".join((table_of(part), *alike))


def setting(part: Part) -> tuple[str, tuple[str, ...]]:
    """A scenario and the options by which a value is in play."""
    table, steps = table_of(part), part.steps
    named = [str(step) for step in steps if step in ("berlin", "stalingrad", "zitadelle")]
    if table == "situations":
        number = int(str(steps[3])) + 1
        fits = {12: "stalingrad", 13: "zitadelle", 14: "zitadelle", 15: "berlin"}
        return fits.get(number, "barbarossa"), (f"situation-{number}",)
    if table == "victory" and steps[2] == "band":
        return "campaign", ("modified-victory",)
    if table == "victory":
        return str(steps[-1]), ()
    if table.startswith("order-of-battle-"):
        return table.removeprefix("order-of-battle-"), ()
    return (named[0] if named else "campaign"), ()


def others(part: Part) -> Iterator[str]:
    """Other values that may stand in the place of one."""
    text = TEXT[part.value : part.end]
    if part.kind == '"':
        word = text.strip('"')
        yield f'"{OTHER.get(word, word + "x")}"'
        return
    for value in (int(text) + 1, int(text) - 1, 0):
        yield str(value)


@lru_cache(maxsize=16)
def usual(scenario: str, options: tuple[str, ...]) -> str:
    return ef.load(f"barbarossa-1971/{scenario}", options=options).digest


def effect(part: Part, value: str, folder: Path) -> str:
    """What comes of another value: `changed`, `nothing`, or the error that refuses it."""
    scenario, options = setting(part)
    file = folder / "own.toml"
    file.write_text(TEXT[: part.value] + value + TEXT[part.end :], encoding="utf-8")
    try:
        game = ef.load(f"barbarossa-1971/{scenario}", options=options, charts=file)
    except (ScenarioError, ProgramError) as error:
        return str(error)
    return "nothing" if game.digest == usual(scenario, options) else "changed"


SORTS: dict[str, list[Part]] = {}
for leaf in leaves():
    SORTS.setdefault(sort_of(leaf), []).append(leaf)


def test_all_tables_are_looked_at() -> None:
    """But for two whose values stand in units.csv."""
    found = {sort.partition(".")[0] for sort in SORTS}
    assert found == {*TABLES} - {"counter-values", "unit-points"}
    assert len(leaves()) > 500 and 40 < len(SORTS) < 80


@pytest.mark.parametrize("sort", SORTS)
def test_a_changed_value_changes_the_game_or_is_refused(sort: str, tmp_path: Path) -> None:
    """One of each sort; which of them, differs from sort to sort."""
    found = SORTS[sort]
    part = found[len(sort) * 7 % len(found)]
    effects = []
    for value in others(part):
        effects.append(effect(part, value, tmp_path))
        if effects[-1] != "nothing":
            break
    told = effects[-1]
    assert told == "changed" or "expected" in told or "fits the games" in told, (part, effects)
