"""The checked content of the files of a game: map, units, charts, a scenario."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, compress
from typing import Any, NoReturn, Self

from eastfront.program import ProgramError

from .errors import one_of


class Features(frozenset[str]):
    """The features of a hex or hexside, from the words listed in game.toml.

    A test (``word in features``) for an unlisted word raises `ProgramError`, as no hex can have
    that feature.
    """

    known: Collection[str]
    place: str

    def __new__(
        cls, words: Iterable[str] = (), known: Collection[str] = (), place: str = ""
    ) -> Self:
        """Makes the features ``words`` of a hex or hexside. ``known`` are the words for which the
        features may be tested (empty allows any); ``place`` is the key of game.toml that lists the
        known words."""
        made = super().__new__(cls, words)
        made.known, made.place = known, place
        return made

    def __contains__(self, word: object) -> bool:
        if frozenset.__contains__(self, word):
            return True
        if self.known and word not in self.known:
            expected = one_of(self.known, word)
            raise ProgramError(f"{self.place} of game.toml: got {word!r}, expected {expected}")
        return False


class Named(dict[str, Any]):
    """A dictionary of values by the names in a data file, in which a look-up of an unknown name
    raises `ProgramError`."""

    def __init__(self, values: Mapping[str, Any], what: str) -> None:
        super().__init__(values)
        self.what = what
        """The kind of value, and its file, for errors."""

    def __missing__(self, name: str) -> NoReturn:
        raise ProgramError(f"the {self.what} {name!r}, expected {one_of(self, name)}")

    def __reduce__(self) -> tuple[type[Named], tuple[dict[str, Any], str]]:
        return type(self), (dict(self), self.what)


@dataclass(frozen=True)
class HexRow:
    """One hex of the map.

    `name` is the printed id, `label` the name of the city or place there, empty without one.
    """

    name: str
    row: int
    """Row of the grid, from 0 in the north."""
    column: int
    """Column of the grid, from 0: the printed column less the first one."""
    terrain: str
    area: str
    zone: str
    features: frozenset[str]
    label: str
    provenance: str
    rivers: frozenset[str] = frozenset()
    """The rivers through the hex, on maps whose rivers run through hexes."""


@dataclass(frozen=True)
class MapData:
    """A map: hexes by index ``row * width + column``; None where the map has no hex."""

    width: int
    height: int
    shifted_parity: int
    """Rows of this parity (counted from 0) lie half a hex toward higher columns."""
    hexes: Sequence[HexRow | None]
    index: Mapping[str, int]
    hexsides: Mapping[tuple[int, int], frozenset[str]]
    """Features of hexsides, by the pair of hex indices in either order."""
    river_names: Mapping[tuple[int, int], str]
    """The river along a hexside, or across it on maps whose rivers run through hexes."""
    links: Mapping[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    """The features of links between hexes that are not adjacent, by the pair of hex indices in
    either order."""
    columns_run_west: bool = False
    columns_staggered: bool = False
    """Whether the rows are the columns of the printed map, and are drawn upright."""
    plain: frozenset[str] = frozenset()
    """The feature set of a hexside without features."""

    @cached_property
    def steps(self) -> Sequence[tuple[int, int, int]]:
        """Every step between neighbours: the index of the hex that is left, the direction, and the
        index of the hex that is entered."""
        return [
            (h, d, other)
            for h, row in enumerate(self.hexes)
            if row is not None
            for d in range(6)
            if (other := self.neighbor(h, d)) is not None
        ]

    @cached_property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The two hexes of each step, by index: first the hex that is left, then the hex
        entered."""
        return [(h, other) for h, _, other in self.steps]

    @cached_property
    def directions(self) -> Mapping[tuple[int, int], int]:
        """The direction of each step, by the hex that is left and the hex entered."""
        return {(h, other): d for h, d, other in self.steps}

    def masks(self, steps: Set[tuple[int, int]]) -> list[int]:
        """Returns for each hex the directions in which one of ``steps`` leaves it: a number whose
        bit ``1 << d`` stands for the direction `d`. Pairs of hexes that are no neighbours are
        ignored."""
        masks = [0] * len(self.hexes)
        if 4 * len(steps) < len(self.pairs):
            found = self.directions.get
            given = [(step[0], d) for step in steps if (d := found(step)) is not None]
        else:
            inside = map(steps.__contains__, self.pairs)
            given = [(h, d) for h, d, _ in compress(self.steps, inside)]
        for h, d in given:
            masks[h] |= 1 << d
        return masks

    def with_feature(self, feature: str) -> Sequence[int]:
        """Returns the hexes with a feature, by index. Raises `ProgramError` for a feature that
        game.toml does not list."""
        found = self._featured.get(feature)
        if found is None:  # a set of features refuses a word that it does not know
            found = [h for h, row in enumerate(self.hexes) if row and feature in row.features]
        return found

    @cached_property
    def _featured(self) -> Mapping[str, Sequence[int]]:
        found: dict[str, list[int]] = {}
        for h, row in enumerate(self.hexes):
            for feature in row.features if row is not None else ():
                found.setdefault(feature, []).append(h)
        return found

    def across(self, feature: str) -> Set[tuple[int, int]]:
        """Returns the steps from one hex to its neighbour across hexsides with a feature, as pairs
        of indices. Raises `ProgramError` for a feature that game.toml does not list."""
        found = self._crossed.get(feature)
        if found is None:  # a set of features refuses a word that it does not know
            found = frozenset(step for step, words in self.hexsides.items() if feature in words)
        return found

    @cached_property
    def _crossed(self) -> Mapping[str, Set[tuple[int, int]]]:
        found: dict[str, set[tuple[int, int]]] = {}
        for step, features in self.hexsides.items():
            for feature in features:
                found.setdefault(feature, set()).add(step)
        return {feature: frozenset(steps) for feature, steps in found.items()}

    @cached_property
    def labels(self) -> Mapping[str, int]:
        """The index of the first hex with each label, by label."""
        hexes = reversed([*enumerate(self.hexes)])
        return {row.label: h for h, row in hexes if row is not None and row.label}

    def neighbor(self, hex_: int, direction: int) -> int | None:
        """Returns the neighbour of a hex in a ring direction (0 up-right, 1 right, 2 down-right,
        and so on clockwise to 5); None off the map."""
        row, column = divmod(hex_, self.width)
        shifted = row % 2 == self.shifted_parity
        up, level = (direction in (0, 5)) - (direction in (2, 3)), direction in (1, 4)
        if level:
            row2, column2 = row, column + (1 if direction == 1 else -1)
        else:
            right = direction in (0, 2)
            row2 = row - up
            column2 = column + (int(right) if shifted else int(right) - 1)
        if not (0 <= row2 < self.height and 0 <= column2 < self.width):
            return None
        other = row2 * self.width + column2
        return other if self.hexes[other] is not None else None


@dataclass(frozen=True)
class UnitRow:
    """One unit of the order of battle, with its strengths in combat factors, as printed.

    `arrives` is the game turn of its arrival, None for a unit in play from the start.
    """

    id: str
    side: str
    name: str
    nation: str
    kind: str
    mobility: str
    attack: float
    defence: float
    replaceable: bool
    arrives: int | None
    entry: str
    provenance: str
    own: Mapping[str, float | str | bool] = field(default_factory=dict, kw_only=True, hash=False)
    """The values of the game's own columns of units.csv, by the names that game.toml lists."""


@dataclass(frozen=True)
class SourceRow:
    """Where the values of a table, or of a key of a scenario file, come from.

    `name` is the table or key, `provenance` the kind of source, such as ``published``, `source` the
    source in words, and `reasoning` the grounds of a reconstructed table.
    """

    name: str
    provenance: str
    source: str
    reasoning: str
    constraints: Sequence[str] = ()


@dataclass(frozen=True)
class ScenarioData:
    """All data of one scenario."""

    game: str
    scenario: str
    title: str
    map: MapData
    units: Sequence[UnitRow]
    charts: Mapping[str, Mapping[str, Any]]
    """The tables of charts.toml by name, checked."""
    setup: Mapping[str, Any]
    """The keys of the scenario's own file, checked."""
    sources: Sequence[SourceRow] = field(default=())
    scale: int = field(default=1)
    """The number of parts of a movement point or combat factor (`scale` of game.toml): with 2,
    units may have halves."""
    colours: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By side or nation: the colours of counters and of the text on them (`colours` of game.toml);
    only those that the game states."""
    files: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The paths of the files from which the data were read, by their usual names, such as
    ``units.csv``."""

    def taking_part(self) -> Sequence[UnitRow]:
        """The units that take part in the scenario: those with a place at the start, and those that
        arrive on one of its turns; none that it lists as absent. A unit that is in play at the
        start has no turn of arrival here."""
        key = self.setup
        stacks = [*key["setup"], *key["mandatory"]]
        lists = [*(row["units"] for row in stacks), *key.get("boxes", {}).values()]
        placed = {*chain(*lists, *(row["units"] for row in key["free"]))}
        coming = range(key["first_turn"], key["last_turn"] + 1)
        return [
            replace(u, arrives=None, entry="") if u.id in placed else u
            for u in self.units
            if u.id not in key["absent"] and (u.id in placed or u.arrives in coming)
        ]
