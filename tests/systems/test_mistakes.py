"""A mistake in a rule is reported while the program is written, with file, line and rule.

Each is planted in the rules of the example game.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import packs
from eastfront.cli import main
from eastfront.entry_points import EntryPoint
from eastfront.program import ProgramError, Units, no_hexes, number, occupied, one_unit
from eastfront.program.terms import kind_of

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "two-bridges" / "two_bridges"

ZONE = 'return by("TB-3.1a", self.near(occupied(side)))'
LEG = 'with choose("leg", side, "TB-4.1a", "to", to, *full,'

MISTAKES = {
    # where the planted words stand, what stands there then, and what is told of them
    "units where hexes are due": (
        ZONE,
        'return by("TB-3.1a", self.of[side])',
        r"def zone.*Lines\.zone \(TB-3\.1a\): expected a set of hexes, got a set of units",
    ),
    "units among hexes": (
        "return ~(occupied(1 - side) | (self.zone(1 - side) - occupied(side)))",
        "return ~(occupied(1 - side) | (self.of[side] - self.moved))",
        r"Lines\.open: ",
    ),
    "units flooded": (
        "lines = flood(self.edge[side] & self.open(side),",
        "lines = flood(self.of[side],",
        r"Lines\.fed \(TB-5\.1a\): expected a set of hexes, got a set of units",
    ),
    "units offered as hexes": (
        LEG,
        'with decide("leg", side, "TB-4.1a") as d, d.hex("to", self.of[side]) as at:\n'
        + " " * 16
        + "pass\n"
        + " " * 12
        + LEG,
        r"Movement\.phase \(.*TB-4\.1a.*\): expected a set of hexes, got a set of units",
    ),
    "hexes where a number is due": (
        "assign(self.target, hex_)",
        "assign(self.target, self.towns)",
        r"Combat\.phase .*: expected a number, got a set of hexes",
    ),
    "a fraction": (
        "divided_up(",
        "divided_up(0.5 + ",
        r"Combat\.factor .*: .*0\.5 \(float\)",
    ),
    "a flag of units on hexes": (
        "mark(self.fought, us)",
        "mark(self.fought, targets_of(us))".replace("targets_of(us)", "us.hexes()"),
        r"Combat\.fight .*: expected a set of units, got a set of hexes",
    ),
    "a bar that closes units": (
        "return stacked(side, 2)",
        "return self.of[side]",
        r"closed\.bar.*Movement\.full \(TB-2\.1a\): expected a set of hexes, got a set of units",
    ),
    "a bar with other arguments": (
        "def full(self, side: int) -> Hexes:",
        "def full(self) -> Hexes:",
        r"Movement\.full \(TB-2\.1a\): it joins Movement\.closed, and takes 0 arguments .* 1$",
    ),
    "a value with other arguments": (
        "def sequence(self, former: object) -> None:",
        "def sequence(self) -> None:",
        r"Turns\.sequence .*takes 0 arguments apart from self; expected 1 with the value so far",
    ),
    "a rule that the catalogue has not": (
        '"TB-5.2a"',
        '"TB-5.2q"',
        r"Combat\.factor \(TB-5\.2q\): no rule TB-5\.2q stands in the game's catalogue;.* TB-5\.",
    ),
    "a join's rule that the catalogue has not": (
        '@Movement.costs.then("TB-8.1a")',
        '@Movement.costs.then("TB-8.1q")',
        r"Movement\.costs by Boats\.by_boat \(TB-8\.1q\): no rule TB-8\.1q stands in",
    ),
    "a mistake in a rule that joins a point": (
        "return if_else(self.points(unit) == 3, self.row, costs)",
        "return if_else(self.pointz(unit) == 3, self.row, costs)",
        r"Movement\.costs by Boats\.by_boat \(TB-8\.1a\): AttributeError: .*mean 'points'",
    ),
    "a method with the name of one of the board": (
        "def able(self, side: int) -> Units:",
        "def near(self, hexes: Hexes) -> Hexes:\n        return hexes\n\n"
        "    def able(self, side: int) -> Units:",
        r"def near.*Combat\.near has the name of a part of the board: give it another name$",
    ),
    "a field with the name of a set of the board": (
        'target = variable("target"',
        'towns = variable("target"',
        r"towns = .*Combat\.towns has the name of a part of the board",
    ),
    "a method with the name of a section": (
        "def able(self, side: int) -> Units:",
        "def lines(self, side: int) -> Units:",
        r"def lines.*Combat\.lines has the name of a section",
    ),
    "no rule": ('"TB-6.3a"', "63", r"Combat\.resolve.*: expected the id of a rule, got 63 \(int\)"),
    "a feature that no hex can bear": (
        'self.hexes_with("town")',
        'self.hexes_with("towm")',
        r"Board\.lay_out: map\.features of game\.toml: got 'towm', .*did you mean 'town'",
    ),
    "a feature asked of a hex": (
        '"town" in h.features',
        '"towm" in h.features',
        r"Board\.lay_out\.<lambda>: map\.features of game\.toml: got 'towm', .*mean 'town'",
    ),
    "a feature of hexsides": (
        'self.has_side(a, b, "bridge")',
        'self.has_side(a, b, "brigde")',
        r"Board\.dry: map\.hexside_features of game\.toml: got 'brigde', .*mean 'bridge'",
    ),
    "a flag twice": (
        'unit_flag("retreating"',
        'unit_flag("attacking"',
        r"the unit flag `attacking` is declared twice",
    ),
    "a marker of no flag": (
        'sides = ("blue", "red")\n    boxes',
        'marks = (("hex flag", "moved", "dot"),)\n    sides = ("blue", "red")\n    boxes',
        r"marks: got the hex flag `moved`, expected",
    ),
    "a section that there is not": (
        "self.lines.fed(side, one)",
        "self.line.fed(side, one)",
        r"Combat\.factor \(TB-5\.2a\): AttributeError: Combat has no `line`.*did you mean 'lines'",
    ),
    "a chart that there is not": (
        'charts["combat-results"]',
        'charts["combat-result"]',
        r"Board\.lay_out: the table of charts\.toml 'combat-result'.*did you mean 'combat-results'",
    ),
    "a box that there is not": ('"dead", "TB-6.5b"', '"deed", "TB-6.5b"', r"the box `deed`"),
    "a rule that raises": (
        "return (self.towns & occupied(BLUE)).count()",
        "return [][side_of_nobody]",
        r"Turns\.lead: NameError: .*side_of_nobody",
    ),
    "a Python if": (
        "with when(to.any()), choose(",
        "if to.any():\n" + " " * 16 + "pass\n" + " " * 12 + "with when(to.any()), choose(",
        r"Combat\.retreat .*: a Python `if`",
    ),
}


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path]]:
    """Installs the example game with one passage of its rules changed."""
    monkeypatch.setenv("EASTFRONT_CACHE", "off")
    monkeypatch.syspath_prepend(tmp_path)

    def forget() -> None:
        packs._entries.cache_clear()
        packs._pack.cache_clear()
        for name in [n for n in sys.modules if n.partition(".")[0] == "two_bridges"]:
            del sys.modules[name]

    def change(old: str, new: str) -> Path:
        forget()
        folder = tmp_path / "two_bridges"
        shutil.copytree(EXAMPLE, folder)
        path = folder / "rules.py"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        ours = list(packs.entry_points(group=packs.GROUP))
        entry = EntryPoint("two-bridges", "two_bridges.game:PACK", "two-bridges-1.0")
        monkeypatch.setattr(packs, "entry_points", lambda group: [*ours, entry])
        return path

    yield change
    forget()


def test_the_example_itself_has_none(changed: Callable[..., Path]) -> None:
    changed(ZONE, ZONE)
    assert ef.load("two-bridges/dawn", options=["boats"]).new().decision == "movement"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_place(changed: Callable[..., Path], mistake: str) -> None:
    old, new, told = MISTAKES[mistake]
    path = changed(old, new)
    with pytest.raises(ProgramError) as error:
        ef.load("two-bridges/dawn", options=["boats"])
    said = str(error.value)
    place = re.search(rf"{re.escape(str(path))}:(\d+): (\w+)\.(\w+)", said)
    if place is None:  # what is asked of the whole program has no line
        assert mistake in ("a marker of no flag",), said
        line = ""
    else:
        line = path.read_text(encoding="utf-8").splitlines()[int(place[1]) - 1]
    assert re.search(told, f"{line.strip()} {said}", re.DOTALL), said
    assert "\n" not in said


@pytest.mark.parametrize("name", ["near", "turn", "towns", "data"])
def test_a_section_with_the_name_of_a_part_of_the_board(
    changed: Callable[..., Path], name: str
) -> None:
    path = changed("    lines: Lines", f"    {name}: Lines")
    text = path.read_text(encoding="utf-8").replace("self.lines", f"self.{name}")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProgramError) as error:
        ef.load("two-bridges/dawn")
    line = text.splitlines().index("class Lines(Chapter):") + 1
    told = f"{path}:{line}: the section Lines has a name of the board, `{name}`"
    assert str(error.value).startswith(told)


def test_a_mistake_is_told_on_the_command_line(
    changed: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, _ = MISTAKES["a mistake in a rule that joins a point"]
    path = changed(old, new)
    assert main.run(["perft", "two-bridges/dawn", "--depth", "1", "--option", "boats"]) == 2
    told = capsys.readouterr().err
    line = path.read_text(encoding="utf-8").splitlines().index(f"        {new}") + 1
    where = f"{path}:{line}: Movement.costs by Boats.by_boat (TB-8.1a): AttributeError"
    assert told.startswith(f"eastfront: {where}") and told.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("BLUE, RED = 0, 1", "BLUE, RED = 0, 1, 2", "BLUE, RED", "ValueError: too many values"),
        ("class Lines(Chapter):", "class Lines(Chapter)", "class Lines", "SyntaxError: expected"),
        ("@Movement.costs.then(", "@Movement.coasts.then(", "@Movement.coasts", "AttributeError"),
    ],
)
def test_a_mistake_at_import_is_told_with_its_line(
    changed: Callable[..., Path], old: str, new: str, line: str, told: str
) -> None:
    path = changed(old, new)
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(n for n, text in enumerate(lines, 1) if text.startswith((line, f"    {line}")))
    with pytest.raises(packs.PackError) as error:
        ef.load("two-bridges/dawn")
    assert f"{path}:{at}: {told}" in str(error.value)


def test_kinds_in_words() -> None:
    assert kind_of(no_hexes()) == "a set of hexes" and kind_of(number(1)) == "a number"
    assert kind_of(one_unit(1)) == "a set of units" and kind_of("x" * 900).endswith("(str)")
    assert len(kind_of("x" * 900)) < 80


SETS = {
    "or": lambda: occupied(0) | one_unit(1),
    "and": lambda: occupied(0) & one_unit(1),
    "less": lambda: one_unit(1) - occupied(0),
    "if_else": lambda: __import__("eastfront.program").program.if_else(1, occupied(0), one_unit(1)),
    "inside": lambda: one_unit(1).inside(Units("All")),  # type: ignore[arg-type]
    "plus": lambda: number(1) + occupied(0),  # type: ignore[operator]
    "equal": lambda: number(1) == "one",  # type: ignore[operator]
    "side": lambda: occupied(number(1)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("how", SETS)
def test_terms_of_two_kinds_do_not_mix(how: str) -> None:
    with pytest.raises(ProgramError, match="expected"):
        SETS[how]()
