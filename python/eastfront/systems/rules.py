"""The base class of the rules of a game, which write a program over a map and an order of
battle."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, ClassVar, Self

import msgspec

from eastfront._core import Game
from eastfront.packs import pack_of
from eastfront.program import Builder, ProgramError
from eastfront.program.mistakes import placed, refuse_shadows
from eastfront.scenario.errors import SHOWN, cut, one_of
from eastfront.scenario.model import ScenarioData, UnitRow

from .evaluating import LookAhead
from .laws import define_laws
from .materials import Materials, Step
from .sections import Joins, Option, Section, annotated, step, value

MATERIALS = ("data", "b", "sides", "steps", "unit_index", "options", "numbers")
"""The names of the attributes that a game shares with each of its sections."""


@dataclass(frozen=True)
class NumberedOption:
    """An option that is chosen with a number, such as ``bid=11``: the smallest and the largest
    number, and the one-line text of the option."""

    least: int
    most: int
    text: str


Drawn = dict[str, list[list[int]]]
"""Features drawn from hex to hex: for each feature the pairs of hex indices between which it is
drawn."""


def _gathered(drawn: Drawn, steps: Mapping[tuple[int, int], Iterable[str]]) -> Drawn:
    """Adds to ``drawn``, for each feature, the pairs of hexes between which it is drawn, each pair
    once, and returns ``drawn``. ``steps`` has the features of each pair, under both orders of its
    hexes."""
    for (a, b), features in steps.items():
        for feature in sorted(features) if a < b else ():
            drawn.setdefault(feature, []).append([a, b])
    return drawn


def _text(kind: type[Option]) -> str:
    """The one-line text of an option, or else the first line of its docstring."""
    return kind.text or (kind.__doc__ or "").partition("\n")[0]


def _place(kind: type[Option]) -> list[int]:
    """The sort key of an option: the numbers of the rulebook's section at the start of the option's
    text; options without a section come last."""
    numbers = re.match(r"[\d.]*", kind.text)
    found = numbers.group().split(".") if numbers else []
    return [int(n) for n in found if n] or [sys.maxsize]


def options_of(folder: ModuleType) -> Sequence[type[Option]]:
    """The optional rules that a package imports, one per file, in the order of its imports."""
    return [kind for kind in vars(folder).values() if isinstance(kind, type)]


class Rules(Materials):
    """Base class of the rules of a game, with its options and its sections; a variant of the game
    is a subclass.

    An instance is made when a game is compiled, writes the program of the game once, and is then
    discarded.
    """

    board: Any
    """The board; a game annotates this attribute with the class of its board, which is also a base
    of all its sections."""
    boxes: Sequence[str] = ()
    """The names of the boxes off the map; an option may add some."""
    supply_states: ClassVar[Sequence[str]] = ("out of supply", "supplied")
    """The names of the levels that the query `supply` returns, in the order of their numbers from
    0."""
    results: ClassVar[Sequence[str]] = ()
    """The names of the results of battles, by number."""
    battle_kinds: ClassVar[Mapping[str, int]] = {}
    """The names of the kinds of battle that can be explained, each with the number that stands for
    it in the program."""
    hidden_rule: ClassVar[str] = ""
    """The id of the rule that hides units from a side; empty for none."""
    columns_run_west: ClassVar[bool] = False
    """Whether higher columns of the map lie farther west."""
    optional: ClassVar[Sequence[type[Option]]] = ()
    """The optional rules, in the order in which they are applied; `options_of` finds them in a
    package."""
    readings: ClassVar[Mapping[str, str]] = {}
    """Alternative readings of passages of the rulebook, by name, each with its text. Rules test
    with `option` whether a reading is played."""
    known_options: ClassVar[Mapping[str, str]] = {}
    """The options that a player can choose, each with its text: the optional rules, in the order of
    the rulebook, then the readings."""
    numbered_options: ClassVar[Mapping[str, NumberedOption]] = {}
    """The options that are chosen with a number, as ``name=number``."""
    combined_options: ClassVar[Sequence[Sequence[str]]] = ()
    """Combinations of options that together bring in rules which none of these options brings in
    alone; the largest combinations come first."""
    lookahead: ClassVar[LookAhead | None] = None
    """The parameters of the greedy policy's look-ahead; None disables the policy."""
    marks: ClassVar[Sequence[tuple[str, str, str]]] = ()
    """Markers on the map: for each the kind of its holder (hex flag or variable), the name of the
    holder, and the shape that is drawn."""
    notes: ClassVar[Mapping[str, Sequence[str]]] = {}
    """For each kind of note (an event that the rules report, with some numbers), the names of its
    numbers in their order: a name, or ``kind:name`` for a number that stands for a ``hex``, a
    ``unit``, a ``side``, a ``result`` of a battle, or ``points`` (or factors)."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        named = sorted((kind for kind in cls.optional if kind.name), key=_place)
        plain = {kind.name: _text(kind) for kind in named if kind.least == kind.most}
        cls.known_options = {**plain, **cls.readings}
        cls.numbered_options = {
            kind.name: NumberedOption(kind.least, kind.most, _text(kind))
            for kind in named
            if kind.name not in plain
        }
        together = [some for kind in cls.optional for some in kind.together]
        cls.combined_options = sorted(together, key=len, reverse=True)

    def __init__(
        self, data: ScenarioData, options: Iterable[str] = (), without: Iterable[str] = ()
    ) -> None:
        with placed():
            self._write(data, options, without)

    def _write(self, data: ScenarioData, options: Iterable[str], without: Iterable[str]) -> None:
        self.choose(data, options, without)
        with self.b.at_hand():
            self._lay_out()
            self._check_names()
            for part in self.parts:
                part.define()
            self.b.procedure("sequence of play", 0, self.sequence)
            for part in self.parts:
                part.define_procedures()
            for part in self.parts:
                part.define_queries()
            define_laws((self.board, *self.parts))

    def choose(self, data: ScenarioData, options: Iterable[str], without: Iterable[str]) -> None:
        """Makes the sections and the options to play for the scenario ``data``, and leaves out the
        rules in ``without``; raises ProgramError for options that are unknown or do not go
        together."""
        self.data: ScenarioData = data
        self.options: frozenset[str] = frozenset(options)
        self._check_options()
        self.unit_index: dict[str, int] = {u.id: i for i, u in enumerate(data.units)}
        m = data.map
        self.steps: Sequence[Step] = m.steps
        self.b: Builder = Builder(
            self.sides, tuple(without), m.width * m.height, *self._catalogue()
        )
        self.b.scale = data.scale
        self.board = annotated(type(self), Materials)["board"]()
        self.board.game = self
        with self.b.at_hand():
            self.parts: list[Section] = list(self._sections())
            self._check_names()
            brought = [part for part in reversed(self.parts) if isinstance(part, Option)]
            self.boxes = [*self.boxes, *(name for part in brought for name in part.boxes)]
            self.b.boxes = self.boxes
            self.joined: Joins = Joins([self, self.board, *self.parts], self.optional)
            for part in reversed(self.parts):
                part.prepare()

    def _catalogue(self) -> tuple[Collection[str], str]:
        """The ids of the rules in the game's pack, and the prefix of these ids; no ids and an empty
        prefix for a game without a pack."""
        pack = pack_of(self.data.game)
        return (pack.rule_ids(), f"{pack.prefix}-") if pack is not None else ((), "")

    def _sections(self) -> Iterator[Section]:
        """Makes the sections of the game, then the options that are played. Each of them gets the
        sections, and an option the options that it references, as attributes by name."""
        shared = {name: getattr(self, name) for name in MATERIALS}
        core = {name: kind(self) for name, kind in self.sections().items()}
        chosen = {kind: kind(self) for kind in self.optional if self._played(kind)}
        for part in (*core.values(), *chosen.values()):
            vars(part).update(shared, **core)
        for option, part in chosen.items():
            vars(part).update({name: chosen[kind] for name, kind in option.reached().items()})
        vars(self).update(core)
        yield from (*core.values(), *chosen.values())

    def _check_names(self) -> None:
        """Raises ProgramError for a section that hides a name of the board or of another section by
        an attribute of that name."""
        refuse_shadows(self.board, self.parts, self.sections(), MATERIALS)

    def _played(self, kind: type[Option]) -> bool:
        """Says whether an optional rule is played: one of its names is chosen, if it has any; the
        options that it references are played too, and carry it (`Option.carries`); and its method
        `played` agrees. Raises ProgramError if an option that it requires is not chosen."""
        names = kind.known_as()
        if names and not any([self.chosen(name) for name in names]):
            return False
        for name in kind.requires:
            if not self.chosen(name):
                raise ProgramError(f"{kind.__name__} is played only with the option `{name}`")
        reached = kind.reached().values()
        carried = all([other.carries(kind, self) and self._played(other) for other in reached])
        return carried and kind.played(self)

    def stage(self, units: Iterable[UnitRow]) -> None:
        """Replaces the order of battle by ``units``, for the game and all its sections, before the
        board is set up."""
        self.data = replace(self.data, units=tuple(units))
        self.unit_index = {u.id: i for i, u in enumerate(self.data.units)}
        for part in self.parts:
            part.data, part.unit_index = self.data, self.unit_index

    def _lay_out(self) -> None:
        """Gives the board the attributes and sections of the game, and makes it declare the sets
        and tables that all sections use."""
        vars(self.board).update({n: getattr(self, n) for n in (*MATERIALS, *self.sections())})
        self.board.lay_out()

    @classmethod
    def also(cls, *house: type[Option]) -> type[Self]:
        """A subclass of the game with the user's own rules ``house``, which come last among the
        rules of equal rank that join a point."""
        name = " with ".join(kind.__name__ for kind in (cls, *house))
        return type(
            name, (cls,), {"optional": (*cls.optional, *house), "__module__": cls.__module__}
        )

    @classmethod
    def sections(cls) -> Mapping[str, type[Section]]:
        """The sections of the game by name, in the order in which the class of the game annotates
        them."""
        return annotated(cls, Section)

    @property
    def game(self) -> Self:
        """The game itself, under the name by which its sections refer to it."""
        return self

    def chosen(self, name: str) -> bool:
        """Says whether an option is chosen by the player; known before anything is declared."""
        return name in self.options or name in self.numbers

    def _check_options(self) -> None:
        self.numbers: dict[str, int] = {}
        for name in sorted(self.options - set(self.known_options)):
            word, _, figure = name.partition("=")
            if word not in self.numbered_options:
                every = [*self.known_options, *(f"{known}=1" for known in self.numbered_options)]
                near = difflib.get_close_matches(name[:SHOWN], every, n=1)
                hint = f"; the nearest is `{near[0]}`" if near else ""
                raise ProgramError(f"{self.data.game} has no option `{cut(name)}`{hint}")
            if word in self.numbers:
                raise ProgramError(f"the option `{word}` is given twice")
            self.numbers[word] = self._option_number(word, figure)

    def _option_number(self, word: str, figure: str) -> int:
        known = self.numbered_options[word]
        try:
            value = int(figure)
        except ValueError:
            value = known.most + 1
        if not known.least <= value <= known.most or str(value) != figure:
            raise ProgramError(
                f"the option `{word}` takes a number from {known.least} to {known.most}, "
                f"as in `{word}=1`, not `{cut(figure)}`"
            )
        return value

    # -- the sequence of play ---------------------------------------------------------------

    @step
    def sequence(self) -> None:
        """Writes the sequence of play; each game has its own."""
        raise NotImplementedError

    # -- the game file ----------------------------------------------------------------------

    @value
    def look_ahead(self) -> LookAhead | None:
        """The parameters of the greedy policy's look-ahead, which a scenario may change."""
        return self.lookahead

    @value
    def drawing(self) -> dict[str, Any]:
        """The data, by name, for pictures, texts and explanations of positions, which the program
        itself does not need: terrain, labels, hexsides, names of results, and so on."""
        m, units = self.data.map, self.data.units
        rows = [(h, row) for h, row in enumerate(m.hexes) if row is not None]
        sides = _gathered({}, m.hexsides)
        names = _gathered({}, {step: [name] for step, name in m.river_names.items()})
        through = self._through(sides) if any(row.rivers for _, row in rows) else {}
        drawn = {"drawn": self.b.drawn} if self.b.drawn else {}
        return {
            "columns_run_west": self.columns_run_west or m.columns_run_west,
            **({"columns_staggered": True} if m.columns_staggered else {}),
            "terrain": ["" if h is None else h.terrain for h in m.hexes],
            "area": ["" if h is None else h.area for h in m.hexes],
            "zone": ["" if h is None else h.zone for h in m.hexes],
            "labels": {row.name: row.label for _, row in rows if row.label},
            "cities": [row.name for _, row in rows if {"city", "city-major"} & row.features],
            "forts": {
                feature: [row.name for _, row in rows if feature in row.features]
                for feature in sorted({f for _, row in rows for f in row.features})
                if feature.endswith("-fort")
            },
            "hexsides": {name: sorted(pairs) for name, pairs in sorted(sides.items())},
            "names": {name: sorted(pairs) for name, pairs in sorted(names.items())},
            **({"battle": self.b.battle | drawn} if self.b.battle else {}),
            "marks": [list(mark) for mark in self.marks],
            "supply_states": list(self.supply_states),
            "results": list(self.results),
            "battle_kinds": dict(self.battle_kinds),
            "hidden_rule": self.hidden_rule,
            "notes": {kind: list(names) for kind, names in self.notes.items()},
            "units": [[u.nation, u.kind, u.mobility, u.attack, u.defence] for u in units],
            **through,
            **self.b.fractions(),
            **({"colours": self.data.colours} if self.data.colours else {}),
            **({"own": [dict(u.own) for u in units]} if units and units[0].own else {}),
        }

    def _through(self, sides: Drawn) -> dict[str, Any]:
        """Returns the data for pictures of a map whose rivers run through hexes: rails, rivers and
        links (features between hexes that are not adjacent), drawn from hex to hex, and the hexes
        of towns and oil wells. Removes rails and rivers from ``sides``, the features drawn along
        hexsides."""
        m = self.data.map
        courses = {feature: sides.pop(feature, []) for feature in ("rail", "river")}
        rows = [row for row in m.hexes if row is not None]
        return {
            "through": {name: sorted(pairs) for name, pairs in _gathered(courses, m.links).items()},
            "towns": [row.name for row in rows if "city-minor" in row.features],
            "wells": [row.name for row in rows if "oil" in row.features],
        }

    def game_file(self) -> bytes:
        """The game file, a JSON document; the same input gives the same bytes."""
        with placed(), self.b.at_hand():
            return msgspec.json.encode(self._document(), order="deterministic")

    def _document(self) -> dict[str, Any]:
        m, units = self.data.map, self.data.units
        uncounted = [i for i, u in enumerate(units) if self.board.uncounted(u)]
        self.b.write()
        start = list(self.board.start_places())  # may be the only place where a rule is read
        program, ahead = self.b.finish(), self.look_ahead()
        drawing = {**self.drawing(), "subjects": self.b.subjects}
        self._check_marks(drawing["marks"])
        classes: dict[tuple[Any, ...], int] = {}
        return {
            "id": f"{self.data.game}/{self.data.scenario}",
            "title": self.data.title,
            "grid": {"width": m.width, "height": m.height, "shifted_parity": m.shifted_parity},
            "hex_names": ["" if h is None else h.name for h in m.hexes],
            "hex_facts": ["" if h is None else self.board.hex_fact(h) for h in m.hexes],
            "boxes": list(self.boxes),
            "units": {
                "ids": [u.id for u in units],
                "names": [u.name for u in units],
                "side": [list(self.sides).index(u.side) for u in units],
                "class": [
                    classes.setdefault(self.board.unit_class(u), len(classes)) for u in units
                ],
                "attrs": self.b.unit_attrs,
                "start": start,
                "uncounted": uncounted,
            },
            "python_steps": [],
            "lookahead": ahead.as_data() if ahead is not None else None,
            "drawing": drawing,
            **program,
        }

    def _check_marks(self, marks: Iterable[Sequence[str]]) -> None:
        """Raises ProgramError if one of ``marks``, the markers in pictures of the game, refers to a
        flag or variable that is not declared."""
        known = {"hex flag": self.b.hex_flags, "variable": [v["name"] for v in self.b.variables]}
        for holder, name, _ in marks:
            if name not in known.get(holder, ()):
                expected = one_of(known.get(holder, known), name if holder in known else holder)
                raise ProgramError(f"marks: got the {holder} `{name}`, expected {expected}")

    def compiled(self) -> Game:
        """Compiles the game and discards the rules; returns the compiled game."""
        try:
            return Game.from_json(self.game_file())
        finally:
            # break the reference cycles of sections and game, which hold a million small objects
            for part in self.parts:
                vars(part).clear()
            vars(self).clear()
