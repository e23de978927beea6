"""eastfront new: the skeleton of a game in a package of its own.

The skeleton is a whole game: it can be installed, played and tested as written. docs/first-game.md
describes each part of it.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from string import Template

import click

from eastfront import files, packs

from .output import json_option, show_json

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PREFIX = re.compile(r"[A-Z]{2,6}")

PROJECT = """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "$name"
version = "0.1"
description = "$title, a wargame for eastfront"
requires-python = ">=3.11"
dependencies = ["eastfront"]

[project.entry-points."eastfront.games"]
$name = "$module.game:PACK"

[tool.setuptools]
packages = ["$module"]

[tool.setuptools.package-data]
$module = ["data/*", "py.typed"]

[tool.pytest.ini_options]
markers = ["rule(*ids): the rules that a test covers"]
"""

PACKAGE = '''\
"""$title, a game for eastfront."""
'''

GAME = '''\
"""The pack of $title."""

from pathlib import Path

from eastfront.packs import Pack, lazy

RULES = lazy("$module.rules:Game")

PACK = Pack("$name", "$title", "$prefix", Path(__file__).resolve().parent, "first", RULES)
'''

RULES = '''\
"""The rules of $title, section by section."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import *

BLUE, RED = 0, 1


class Sections:
    """The sections of the game."""

    board: Board
    movement: Movement
    turns: Turns


class Board(Materials):
    """The fixed data that all sections share."""

    turn = variable("turn", Life.GAME, lambda on: on.data.setup["first_turn"], limits=(1, 4))

    def lay_out(self) -> None:
        """The units of each side, the town, and the cost of each step."""
        self.of = [self.units_of(side) for side in self.sides]
        self.town = self.hexes_with("town")
        self.march = self.costs_where("march", lambda a, b: 1 if self.terrain(b) == "open" else 2)


class Chapter(Section, Board, Sections):
    """A section of these rules."""


class Movement(Chapter):
    """Section 2: movement."""

    moved = unit_flag("moved", Life.PLAYER_TURN)
    closed = Bars[[int], Hexes]()  # hexes in which no move may end

    @closed.bar("$prefix-2.1a", "a unit stands there")
    def full(self, side: int) -> Hexes:
        """Full hexes."""
        return stacked(side, 1)

    def reach(self, side: int, unit: Int) -> Hexes:
        """The reach of a unit: two points, none once it has moved."""
        points = if_else(self.moved(unit), 0, 2)
        enemies = occupied(1 - side)
        return ReachSpec(
            place_of(unit), points, number(self.march), enemies, number(0), no_hexes()
        ).hexes()

    @procedure("{side} movement phase")
    def phase(self, side: int) -> None:
        """Moves, one unit at a time."""
        rest = self.of[side] - self.moved.units
        with one_by_one(
            "movement", side, "$prefix-1.1a", "move", rest, stop="end-movement"
        ) as unit:
            to, full = self.reach(side, unit), self.closed.limits(all_hexes(), side)
            with choose(
                "leg", side, "$prefix-1.1a", "to", to, *full, decline="stop", about=unit
            ) as at:
                place(unit, at, "$prefix-1.1a")
            mark(self.moved, one_unit(unit))


class Turns(Chapter):
    """Sections 1 and 3: the sequence of play, and who wins."""

    @Rules.sequence.instead()
    def sequence(self, former: object) -> None:
        """The turns of the scenario."""
        with loop():
            for side in (BLUE, RED):
                self.movement.phase(side)
                over(Life.PLAYER_TURN)
            with when(self.turn == self.data.setup["last_turn"]):
                blue, red = ((self.town & occupied(side)).any() for side in (BLUE, RED))
                end_game(if_else(blue, BLUE, if_else(red, RED, -1)), 1, "$prefix-3.1a")
            assign(self.turn, self.turn + 1)

    def define_queries(self) -> None:
        """Queries for explanations and bots; it contains no rule."""
        define_moves(self.movement.reach, lambda side: no_hexes(), self.movement.closed)


class Game(Sections, Rules):
    """$title."""

    sides = ("blue", "red")
    boxes = ("dead",)
'''

DATA = """\
# $title: the grid of the map, and the words of the other files.
id = "$name"
title = "$title"
sides = ["blue", "red"]
last_turn = 4

[grid]
width = 5
height = 4

[map]
terrain = ["open", "woods"]
features = ["town"]

[units]
kinds = ["infantry", "cavalry"]
highest_factor = 9

[stacking]
limit = 1

[[source]]
name = "map"
provenance = "reconstructed"
source = "map.csv"
reasoning = "An invented country with a town in the middle."
"""

CHARTS = """\
# The charts of $title. No rule uses the combat results table yet.

[[table]]
name = "combat-results"
provenance = "reconstructed"
source = "made for this game"
reasoning = "A die against even odds and against two to one."
columns = ["1:1", "2:1"]
order = ["AE", "AR", "DR", "DE"]
rows = [
    ["DR", "DE"],  # die 1
    ["DR", "DE"],  # die 2
    ["DR", "DR"],  # die 3
    ["AR", "DR"],  # die 4
    ["AR", "DR"],  # die 5
    ["AE", "AR"],  # die 6
]

[[table]]
name = "units"
provenance = "reconstructed"
source = "units.csv"
reasoning = "Two units a side."
"""

FIRST = """\
# The first scenario.
id = "first"
title = "First contact"
first_turn = 1
last_turn = 4

setup = [
    { hex = "0101", units = ["BL:1"] },
    { hex = "0301", units = ["BL:2"] },
    { hex = "0205", units = ["RE:1"] },
    { hex = "0405", units = ["RE:2"] },
]
"""

UNITS = """\
id,side,name,kind,attack,defence,provenance
BL:1,blue,1B,infantry,3,4,reconstructed
BL:2,blue,2B,cavalry,4,2,reconstructed
RE:1,red,1R,infantry,3,4,reconstructed
RE:2,red,2R,cavalry,4,2,reconstructed
"""

CATALOGUE = """\
id\tarea\tcore\tstatement
$prefix-1.1a\tsequence\tcore\tIn a turn Blue moves, then Red; each unit moves once, for 2 points. \
Open ground costs 1, woods cost 2.
$prefix-2.1a\tstacking\tcore\tNo move ends in a hex with another unit of the side.
$prefix-3.1a\tvictory\tcore\tAt the end of the last turn the side in the town wins.
"""

TESTS = '''\
"""Each rule of $title, in a position typed by hand."""

from __future__ import annotations

import pytest

import eastfront as ef

MOVES = "game: $name/first\\nturn: 1\\nwait: blue movement phase, movement\\n"
END = "game: $name/first\\nturn: 4\\nwait: red movement phase, movement\\n"


def at(head: str, *lines: str) -> ef.State:
    """A position; units without a line are lost."""
    return ef.position(head + "\\n".join(lines), ef.load("$name/first"))


@pytest.mark.rule("$prefix-1.1a")
def test_a_unit_moves_once_for_two_points() -> None:
    state = at(MOVES, "0101: 1B", "0405: 1R")
    assert state.reach("1B") == {"0102": 1, "0201": 1, "0202": 2, "0103": 2, "0301": 2, "0302": 2}
    ef.parse(state, "1B 0101-0102").push(state)
    assert "move 1B" not in state.legal_actions.names()


@pytest.mark.rule("$prefix-2.1a")
def test_one_unit_fills_a_hex() -> None:
    state = at(MOVES, "0101: 1B", "0102: 2B", "0405: 1R")
    assert "0102" not in state.reach("1B") and "0103" in state.reach("1B")
    with pytest.raises(ef.IllegalAction, match="a unit stands there"):
        ef.parse(state, "1B 0101-0102")


@pytest.mark.rule("$prefix-3.1a")
@pytest.mark.parametrize(
    ("blue", "red", "winner"),
    [("0303", "0405", "blue"), ("0101", "0303", "red"), ("0101", "0405", None)],
)
def test_the_town_decides(blue: str, red: str, winner: str | None) -> None:
    state = at(END, f"{blue}: 1B", f"{red}: 1R")
    state.push("end-movement")
    assert state.outcome is not None and state.outcome[0] == winner


def test_games_come_to_an_end() -> None:
    assert ef.rollout(ef.load("$name/first").new(), n=20, seed=1)["decisions"] > 20
'''


def _map() -> str:
    """Returns map.csv: open ground with some woods, and a town in the middle."""
    lines = ["hex,terrain,features,name,provenance"]
    for row in range(1, 5):
        for column in range(1, 6):
            at = f"{row:02}{column:02}"
            terrain = "woods" if at in ("0203", "0304", "0402") else "open"
            town = "town,Middling" if at == "0303" else ","
            lines.append(f"{at},{terrain},{town},reconstructed")
    return "\n".join(lines) + "\n"


def skeleton(name: str, title: str, prefix: str) -> Mapping[str, str]:
    """Returns the text of each file of a new game, by its path in the game's folder. `prefix`
    begins the ids of the game's rules."""
    module = name.replace("-", "_")
    words = {"name": name, "module": module, "title": title, "prefix": prefix}
    texts = {
        "pyproject.toml": PROJECT,
        f"{module}/__init__.py": PACKAGE,
        f"{module}/py.typed": "",
        f"{module}/game.py": GAME,
        f"{module}/rules.py": RULES,
        f"{module}/data/game.toml": DATA,
        f"{module}/data/map.csv": _map(),
        f"{module}/data/units.csv": UNITS,
        f"{module}/data/charts.toml": CHARTS,
        f"{module}/data/first.toml": FIRST,
        f"{module}/data/rules.tsv": CATALOGUE,
        "tests/test_rules.py": TESTS,
    }
    return {path: Template(text).substitute(words) for path, text in texts.items()}


def prefix_of(name: str, taken: set[str]) -> str:
    """Returns a prefix for the rule ids of a new game that is not in `taken`, the prefixes of
    installed games: the initials of the name, or its first letters; empty if all of these are
    taken."""
    letters = name.replace("-", "").upper()
    letters = re.sub(r"\d", "", letters)
    initials = "".join(word[0] for word in name.upper().split("-") if word[0].isalpha())
    known = [initials, *(letters[:n] for n in range(2, 7))]
    return next((p for p in known if PREFIX.fullmatch(p) and p not in taken), "")


@click.command()
@click.argument("name")
@click.option("--title", help="The title of the game, by default the name in capitalised words.")
@click.option("--prefix", help="The prefix of its rule ids, by default from the name.")
@json_option
def new(name: str, title: str | None, prefix: str | None, as_json: bool) -> None:
    """Write the skeleton of a game to the folder NAME: a package that installs, plays and passes
    its tests as written.

    NAME is the id of the game, small letters, digits and hyphens, such as my-game. The folder holds
    the project with its entry point, a map, units, charts, a scenario, rules in sections, their
    catalogue, and a test of each.
    """
    module = name.replace("-", "_")
    if not NAME.fullmatch(name) or len(name) > 64 or keyword.iskeyword(module):
        raise click.UsageError(
            f"NAME {name!r}: expected a letter, then small letters and digits, with single hyphens "
            "between words, such as my-game"
        )
    if name in packs.names():
        raise click.UsageError(f"NAME {name!r}: a game of this name is installed")
    home = Path(name)
    if home.exists():
        raise click.UsageError(f"NAME {name!r}: there is a file or folder {home} already")
    if find_spec(module) is not None:
        raise click.UsageError(f"NAME {name!r}: there is a Python module {module} already")
    taken = {one.prefix for one in packs.packs()}
    prefix = prefix or prefix_of(name, taken)
    if not PREFIX.fullmatch(prefix) or prefix in taken:
        raise click.UsageError(
            f"--prefix {prefix!r}: expected two to six capital letters, and none of "
            f"{', '.join(sorted(taken))}"
        )
    title = title or name.replace("-", " ").title()
    if not title.isprintable() or set(title) & set('"\\') or not title.strip():
        raise click.UsageError(f"--title {title!r}: expected one line of text without quotes")
    written = skeleton(name, title, prefix)
    for path, text in written.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        files.write(home / path, text)
    if as_json:
        show_json({"game": name, "prefix": prefix, "files": [f"{name}/{path}" for path in written]})
        return
    click.echo(f"{home}: the skeleton of {title}, whose rule ids begin with {prefix}-. Next:")
    for line in (
        f"pip install -e {name}",
        f"eastfront play {name}/first",
        f"eastfront rules {name}",
        f"pytest {name}/tests",
    ):
        click.echo(f"  {line}")
