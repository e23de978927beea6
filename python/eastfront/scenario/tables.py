"""The tables of a game, map.csv, hexsides.csv and units.csv, as checked values."""

from __future__ import annotations

import re
from pathlib import Path

from .errors import Absent, ScenarioError
from .files import Row, read_table
from .forms import PROVENANCES, GameFile
from .model import HexRow, MapData, UnitRow

MAP_COLUMNS = ("hex", "terrain", "area", "zone", "features", "name", "provenance")
HEXSIDE_COLUMNS = ("a", "b", "feature", "name", "provenance")
UNIT_COLUMNS = (
    "id", "side", "name", "nation", "kind", "mobility", "attack", "defence", "replaceable",
    "arrives", "entry", "provenance",
)  # fmt: skip

_UNIT_ID = re.compile(r"[A-Z]{2}(:[A-Za-z0-9-]+){1,2}")
_YES_NO = frozenset({"yes", "no"})


class HexNames:
    """Printed hex ids: a pattern such as ``{row:02}{column:02}`` read in both directions.

    ``{row:A}`` stands for rows lettered A to Z, then AA, BB and on.
    """

    def __init__(self, path: Path, game: GameFile) -> None:
        self.grid = game.grid
        parts = re.fullmatch(r"\{row:(0\d|A)\}(\D?)\{column:(0\d)\}", game.grid.id)
        if parts is None:
            expected = "a pattern such as {row:02}{column:02} or {row:A}{column:02}"
            raise ScenarioError(path, "grid.id", game.grid.id, expected)
        self._letters = parts[1] == "A"
        row = r"([A-Z]{1,2})" if self._letters else rf"([0-9]{{{parts[1][1]}}})"
        self._pattern = re.compile(rf"{row}{re.escape(parts[2])}([0-9]{{{parts[3][1]}}})")

    def position(self, name: str) -> tuple[int, int] | None:
        """Row and column, counted from 0, of a hex id; None if it is not on the grid."""
        found = self._pattern.fullmatch(name)
        if found is None:
            return None
        row = self._row(found[1]) - self.grid.first_row
        column = int(found[2]) - self.grid.first_column
        inside = 0 <= row < self.grid.height and 0 <= column < self.grid.width
        return (row, column) if inside else None

    def _row(self, text: str) -> int:
        if not self._letters:
            return int(text)
        if len(set(text)) > 1:
            return -1
        return ord(text[0]) - ord("A") + 26 * (len(text) - 1)


def read_map(map_path: Path, sides_path: Path, game_path: Path, game: GameFile) -> MapData:
    """The map of a game from map.csv and hexsides.csv."""
    grid = game.grid
    hexes = _read_hexes(map_path, HexNames(game_path, game), game)
    index = {h.name: at for at, h in enumerate(hexes) if h is not None}
    if len(index) != grid.hexes:
        got = Absent(f"{len(index)} hexes")
        raise ScenarioError(map_path, "rows", got, f"{grid.hexes} hexes, as {game_path.name} says")
    bare = MapData(grid.width, grid.height, grid.shifted_parity, hexes, index, {}, {})
    hexsides, rivers = _read_hexsides(sides_path, bare, game)
    return MapData(grid.width, grid.height, grid.shifted_parity, hexes, index, hexsides, rivers)


def _read_hexes(path: Path, names: HexNames, game: GameFile) -> list[HexRow | None]:
    grid, words = game.grid, game.map
    terrain, areas = frozenset(words.terrain), frozenset(words.areas)
    zones, features = frozenset(words.zones), frozenset(words.features)
    hexes: list[HexRow | None] = [None] * (grid.width * grid.height)
    labels: dict[str, int] = {}
    for row in read_table(path, MAP_COLUMNS):
        where = names.position(row["hex"])
        if where is None:
            size = f"{grid.width} columns by {grid.height} rows"
            raise row.error("hex", f"a hex id {grid.id} on the grid of {size}")
        at = where[0] * grid.width + where[1]
        if hexes[at] is not None:
            raise row.error("hex", "each hex once")
        if row["name"] and labels.setdefault(row["name"], row.line) != row.line:
            raise row.error("name", f"a name not used before (line {labels[row['name']]})")
        hexes[at] = HexRow(
            name=row["hex"],
            row=where[0],
            column=where[1],
            terrain=row.word("terrain", terrain),
            area=row.word("area", areas),
            zone=row.word("zone", zones),
            features=row.words("features", features),
            label=row["name"],
            provenance=row.word("provenance", PROVENANCES),
        )
    return hexes


Pair = tuple[int, int]


def _read_hexsides(
    path: Path, map_: MapData, game: GameFile
) -> tuple[dict[Pair, frozenset[str]], dict[Pair, str]]:
    """Features and river names of hexsides, each entered under both orders of its hexes."""
    words = frozenset(game.map.hexside_features)
    features: dict[Pair, frozenset[str]] = {}
    rivers: dict[Pair, str] = {}
    for row in read_table(path, HEXSIDE_COLUMNS):
        a, b = _hex(row, "a", map_), _hex(row, "b", map_)
        if b not in [map_.neighbor(a, direction) for direction in range(6)]:
            raise row.error("b", f"a hex beside {row['a']}")
        if (a, b) in features:
            raise row.error("b", f"each hexside once ({row['a']}-{row['b']} stands above)")
        found = row.words("feature", words)
        if not found:
            raise row.error("feature", "at least one feature")
        row.word("provenance", PROVENANCES)
        features[a, b] = features[b, a] = found
        if row["name"]:
            rivers[a, b] = rivers[b, a] = row["name"]
    return features, rivers


def _hex(row: Row, column: str, map_: MapData) -> int:
    at = map_.index.get(row[column])
    if at is None:
        raise row.error(column, "the id of a hex of map.csv")
    return at


def read_units(path: Path, game: GameFile) -> list[UnitRow]:
    """The order of battle from units.csv, in its order."""
    words = game.units
    sides, nations = frozenset(game.sides), frozenset(words.nations)
    kinds, mobilities = frozenset(words.kinds), frozenset(words.mobilities)
    entries = frozenset(words.entries)
    units: list[UnitRow] = []
    lines: dict[tuple[str, str], int] = {}
    for row in read_table(path, UNIT_COLUMNS):
        if not _UNIT_ID.fullmatch(row["id"]):
            raise row.error("id", "an id such as SU:rifle:23")
        for column in ("id", "name"):
            first = lines.setdefault((column, row.text(column)), row.line)
            if first != row.line:
                raise row.error(column, f"each {column} once (it stands in line {first})")
        late = bool(row["arrives"])
        if bool(row["entry"]) != late:
            raise row.error("entry", "an entry for a unit that arrives, and for no other")
        units.append(
            UnitRow(
                id=row["id"],
                side=row.word("side", sides),
                name=row["name"],
                nation=row.word("nation", nations),
                kind=row.word("kind", kinds),
                mobility=row.word("mobility", mobilities),
                attack=row.number("attack", 0, words.highest_factor),
                defence=row.number("defence", 0, words.highest_factor),
                replaceable=row.word("replaceable", _YES_NO) == "yes",
                arrives=row.number("arrives", 1, game.last_turn) if late else None,
                entry=row.word("entry", entries) if late else "",
                provenance=row.word("provenance", PROVENANCES),
            )
        )
    return units
