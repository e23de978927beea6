"""Checked reading of the tables of a game: map.csv, hexsides.csv and units.csv."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from operator import attrgetter
from pathlib import Path

from .errors import Absent, ScenarioError, one_of
from .files import Row
from .forms import PROVENANCES, GameFile, Grid
from .model import Features, HexRow, MapData, Named, UnitRow

MAP_COLUMNS = ("hex", "terrain", "area", "zone", "features", "name", "provenance")
RIVER_COLUMNS = ("hex", "terrain", "area", "zone", "features", "rivers", "name", "provenance")
"""The columns of map.csv on maps whose rivers run through hexes."""
HEXSIDE_COLUMNS = ("a", "b", "feature", "name", "provenance")
UNIT_COLUMNS = (
    "id", "side", "name", "nation", "kind", "mobility", "attack", "defence", "replaceable",
    "arrives", "entry", "provenance",
)  # fmt: skip

MAP_LISTS = {
    "terrain": "map.terrain", "area": "map.areas", "zone": "map.zones",
    "features": "map.features", "rivers": "map.rivers",
}  # fmt: skip
HEXSIDE_LISTS = {"feature": "map.hexside_features"}
UNIT_LISTS = {
    "side": "sides", "nation": "units.nations", "kind": "units.kinds",
    "mobility": "units.mobilities", "entry": "units.entries", "attack": "units.highest_factor",
    "defence": "units.highest_factor", "arrives": "last_turn",
}  # fmt: skip
"""For each column of units.csv, the key of game.toml that lists its words or bounds its numbers."""

OPTIONAL = {
    "area": "map.areas", "zone": "map.zones", "features": "map.features",
    "nation": "units.nations", "mobility": "units.mobilities", "arrives": "units.entries",
    "entry": "units.entries", "replaceable": "units.entries",
}  # fmt: skip
"""The columns that a table may leave out, each with a key of game.toml: the column may be left out
if the list of words under this key is empty."""
ABSENT = {"replaceable": "no"}
"""The columns whose value is not empty where a table leaves them out, each with that value."""


def absent(columns: Sequence[str], game: GameFile) -> dict[str, str]:
    """Returns those of ``columns`` that a table of this game may leave out, each with the value
    that its rows then have."""
    free = (c for c in columns if c in OPTIONAL and not attrgetter(OPTIONAL[c])(game))
    return {column: ABSENT.get(column, "") for column in free}


Pair = tuple[int, int]

_UNIT_ID = re.compile(r"[A-Z]{2}(:[A-Za-z0-9-]+){1,2}")
YES_NO = ("no", "yes")


def check_rows(path: Path, game: GameFile) -> None:
    """Checks that the numbers of rows that game.toml states for map.csv and hexsides.csv are at
    most the number of hexes of the grid, and three times that number. Raises ScenarioError."""
    hexes = game.grid.width * game.grid.height
    if game.rows is None:
        return
    for key, count, most in (
        ("map", game.rows.map, hexes),
        ("hexsides", game.rows.hexsides, 3 * hexes),
    ):
        if count > most:
            expected = f"at most {most}, by the grid (width, height)"
            raise ScenarioError(path, f"rows.{key}", count, expected)


def check_words(path: Path, game: GameFile) -> None:
    """Checks that no word list of game.toml has a duplicate, and that a list of words chosen from
    another list, such as ``stacking.single`` from ``units.kinds``, has no other words. Raises
    ScenarioError."""
    terrain, kinds = game.map.terrain, game.units.kinds
    whose = {
        "colours": "sides or units.nations",
        "map.barred": "map.terrain",
        "stacking.by_size": "units.sizes",
        "stacking.not_counted": "units.kinds",
        "stacking.single": "units.kinds",
    }
    for place, words, known in (
        ("sides", game.sides, game.sides),
        ("map.terrain", terrain, terrain),
        ("map.barred", game.map.barred, terrain),
        ("map.areas", game.map.areas, game.map.areas),
        ("map.zones", game.map.zones, game.map.zones),
        ("map.features", game.map.features, game.map.features),
        ("map.hexside_features", game.map.hexside_features, game.map.hexside_features),
        ("map.rivers", game.map.rivers, game.map.rivers),
        ("units.nations", game.units.nations, game.units.nations),
        ("colours", list(game.colours), [*game.sides, *game.units.nations]),
        ("units.kinds", kinds, kinds),
        ("units.mobilities", game.units.mobilities, game.units.mobilities),
        ("units.entries", game.units.entries, game.units.entries),
        ("units.sizes", game.units.sizes, game.units.sizes),
        ("units.formations", game.units.formations, game.units.formations),
        ("units.groups", game.units.groups, game.units.groups),
        ("units.places", game.units.places, game.units.places),
        ("units.options", game.units.options, game.units.options),
        ("stacking.by_size", list(game.stacking.by_size), game.units.sizes),
        ("stacking.not_counted", game.stacking.not_counted, kinds),
        ("stacking.single", game.stacking.single, kinds),
    ):
        for at, word in enumerate(words):
            if word not in known:
                expected = f"{one_of(known, word)}, as {whose[place]} says"
                raise ScenarioError(path, f"{place}[{at}]", word, expected)
            if word in words[:at]:
                raise ScenarioError(path, f"{place}[{at}]", word, "each word once")


def check_vocabulary(path: Path, game: GameFile, rows: Sequence[Row]) -> None:
    """Raises ScenarioError for a list of words in game.toml that seems to lack a word of the rows.

    The list is taken to be wrong if exactly one word of a column is unknown and several rows have
    it; an unknown word in a single row is left to the check of that row.
    """
    for column, key in rows[0].lists.items() if rows else ():
        known: Sequence[str] | int = attrgetter(key)(game)
        if column not in rows[0].values or isinstance(known, int) or len(set(known)) < len(known):
            continue  # `check_words` reports duplicate words
        counts = Counter(word for row in rows for word in row[column].split())
        unknown = {word: count for word, count in counts.items() if word not in known}
        if len(unknown) != 1 and known:
            continue
        if len(known) > 1 and counts.keys() == unknown.keys():
            continue  # a value of another column; the rows are blamed
        for word, count in unknown.items():
            if count > 1:
                idle = [at for at, other in enumerate(known) if other not in counts]
                near = get_close_matches(word, [known[at] for at in idle], 1)
                idle = [known.index(near[0])] if near else idle
                rows_of = f"{count} rows of {rows[0].path.name} have"
                if len(idle) == 1:
                    place, expected = f"{key}[{idle[0]}]", f"{word!r}, which {rows_of}"
                    raise ScenarioError(path, place, known[idle[0]], expected)
                unused = ", ".join(repr(known[at]) for at in idle[:3])
                told = f" (no row has {unused})" if unused else ""
                got, expected = Absent(f"no word {word!r}"), f"this word, which {rows_of}{told}"
                raise ScenarioError(path, key, got, expected)


def check_own_columns(path: Path, game: GameFile, columns: Sequence[str]) -> None:
    """Checks that no column that the game adds to units.csv has the name of a usual column, listed
    in `columns`. Raises ScenarioError."""
    for name in game.units.columns:
        if name in columns:
            expected = f"a name of none of the columns {', '.join(columns)}"
            raise ScenarioError(path, f"units.columns.{name}", name, expected)


def own_columns(row: Row, game: GameFile) -> Mapping[str, float | str | bool]:
    """Returns the values of the game's own columns in a row of units.csv. Raises ScenarioError."""
    values: dict[str, float | str | bool] = {}
    for name, kind in game.units.columns.items():
        if kind == "number":
            values[name] = row.number(name, 0, 9999)
        elif kind == "points":
            values[name] = row.points(name, 9999, game.scale)
        else:
            values[name] = row.word(name, YES_NO) == "yes" if kind == "yes-no" else row[name]
    return Named(values, "column of units.csv")


class HexNames:
    """Printed hex ids, by a pattern such as ``{row:02}{column:02}``.

    Row and column come in either order. ``{row}`` is a plain number, ``{row:02}`` one of two
    digits, and ``{row:A}`` a letter from A to Z, then AA, BB and so on.
    """

    def __init__(self, path: Path, game: GameFile) -> None:
        self.grid: Grid = game.grid
        one = r"\{(row|column)(?::(0[1-9]|A))?\}"
        parts = re.fullmatch(rf"{one}([-. ]?){one}", game.grid.id)
        if parts is None or parts[1] == parts[4]:
            expected = "a pattern such as {row:02}{column:02} or {row:A}{column}"
            raise ScenarioError(path, "grid.id", game.grid.id, expected)
        first, second = _digits(parts[1], parts[2]), _digits(parts[4], parts[5])
        self._pattern = re.compile(first + re.escape(parts[3]) + second)

    def position(self, name: str) -> tuple[int, int] | None:
        """Returns row and column, counted from 0, of a hex id; None if it is not on the grid."""
        found = self._pattern.fullmatch(name)
        if found is None:
            return None
        row = _number(found["row"]) - self.grid.first_row
        column = _number(found["column"]) - self.grid.first_column
        inside = 0 <= row < self.grid.height and 0 <= column < self.grid.width
        return (row, column) if inside else None


def _digits(name: str, style: str | None) -> str:
    """Returns the regular expression for the row or the column of a hex id, as a group called
    `name`. `style` is ``A`` for letters, ``02`` for two digits and so on, and None for a plain
    number."""
    if style is None:
        return rf"(?P<{name}>0|[1-9][0-9]{{0,3}})"
    if style == "A":
        return rf"(?P<{name}>[A-Z]{{1,2}})"
    return rf"(?P<{name}>[0-9]{{{style[1]}}})"


def _number(text: str) -> int:
    """Returns the value of a number or of letters: A is 0, Z 25, AA 26, BB 27; -1 for unequal
    letters."""
    if text.isdigit():
        return int(text)
    return -1 if len(set(text)) > 1 else ord(text[0]) - ord("A") + 26 * (len(text) - 1)


def read_map(
    path: Path, hexes: list[Row], hexsides: list[Row], names: HexNames, game: GameFile
) -> MapData:
    """Makes the map of a game from the rows of map.csv and hexsides.csv; ``path`` is game.toml.

    Raises ScenarioError for an invalid value.
    """
    grid, cells = game.grid, tuple(_read_hexes(hexes, names, game))
    index = {cell.name: at for at, cell in enumerate(cells) if cell is not None}
    bare = MapData(grid.width, grid.height, grid.shifted_parity, cells, index, {}, {})
    features, rivers = _read_hexsides(hexsides, bare, game)
    words = frozenset(game.map.hexside_features)
    return replace(
        bare,
        hexsides={
            pair: Features(some, words, "map.hexside_features") for pair, some in features.items()
        },
        plain=Features((), words, "map.hexside_features"),
        river_names=rivers,
        links=_read_links(path, bare, game),
        columns_run_west=grid.columns == "west",
        columns_staggered=grid.staggered == "columns",
    )


def _read_links(path: Path, map_: MapData, game: GameFile) -> dict[Pair, frozenset[str]]:
    """Returns the features of the links of game.toml (pairs of hexes that are not adjacent), by
    pair; each pair is entered under both orders of its hexes."""
    links: dict[Pair, frozenset[str]] = {}
    for at, link in enumerate(game.map.link):
        ends: list[int] = []
        for key, name in (("a", link.a), ("b", link.b)):
            found = map_.index.get(name)
            if found is None:
                raise ScenarioError(
                    path, f"map.link[{at}].{key}", name, "the id of a hex of map.csv"
                )
            ends.append(found)
        a, b = ends
        if a == b or b in [map_.neighbor(a, direction) for direction in range(6)]:
            raise ScenarioError(path, f"map.link[{at}].b", link.b, f"a hex apart from {link.a}")
        if link.feature not in game.map.hexside_features:
            expected = one_of(game.map.hexside_features, link.feature)
            raise ScenarioError(path, f"map.link[{at}].feature", link.feature, expected)
        links[a, b] = links[b, a] = frozenset((link.feature,)) | links.get((a, b), frozenset())
    return links


def _read_hexes(rows: list[Row], names: HexNames, game: GameFile) -> list[HexRow | None]:
    grid, words = game.grid, game.map
    hexes: list[HexRow | None] = [None] * (grid.width * grid.height)
    labels: dict[str, int] = {}
    for row in rows:
        where = names.position(row["hex"])
        if where is None:
            size = f"{grid.width} columns by {grid.height} rows"
            keys = "first_row, first_column, width, height"
            expected = f"a hex id {grid.id} on the grid of {size}, by game.toml ({keys})"
            raise row.error("hex", expected)
        at = where[0] * grid.width + where[1]
        if hexes[at] is not None:
            raise row.error("hex", "each hex once")
        if row["name"] and labels.setdefault(row["name"], row.line) != row.line:
            raise row.error("name", f"a name not used before (line {labels[row['name']]})")
        if row["terrain"] in words.barred and row["features"]:
            expected = f"no feature, as the hex is {row['terrain']} (map.barred of game.toml)"
            raise row.error("features", expected)
        hexes[at] = HexRow(
            name=row["hex"],
            row=where[0],
            column=where[1],
            terrain=row.word("terrain", words.terrain),
            area=row.word("area", words.areas),
            zone=row.word("zone", words.zones),
            features=Features(
                row.words("features", words.features), words.features, "map.features"
            ),
            label=row["name"],
            provenance=row.word("provenance", PROVENANCES),
            rivers=row.words("rivers", words.rivers) if words.rivers else frozenset(),
        )
        if words.rivers and row["rivers"] and row["terrain"] in words.barred:
            expected = f"no river, as the hex is {row['terrain']} (map.barred of game.toml)"
            raise row.error("rivers", expected)
    return hexes


def _read_hexsides(
    rows: list[Row], map_: MapData, game: GameFile
) -> tuple[dict[Pair, frozenset[str]], dict[Pair, str]]:
    """Returns two dictionaries: the features of each hexside, and the name of the river along or
    across it. A hexside is a pair of hex indices, entered under both orders."""
    features: dict[Pair, frozenset[str]] = {}
    rivers: dict[Pair, str] = {}
    for row in rows:
        a, b = _hex(row, "a", map_), _hex(row, "b", map_)
        if b not in [map_.neighbor(a, direction) for direction in range(6)]:
            raise row.error("b", f"a hex beside {row['a']}, by game.toml (shifted_parity)")
        if (a, b) in features:
            raise row.error("b", f"each hexside once ({row['a']}-{row['b']} stands above)")
        found = row.words("feature", game.map.hexside_features)
        if not found:
            raise row.error("feature", "at least one feature")
        row.word("provenance", PROVENANCES)
        features[a, b] = features[b, a] = found
        if game.map.rivers:
            _check_course(row, a, b, found, map_, game)
        if row["name"]:
            rivers[a, b] = rivers[b, a] = row["name"]
    return features, rivers


def _check_course(
    row: Row, a: int, b: int, found: frozenset[str], map_: MapData, game: GameFile
) -> None:
    """Checks the hexside between the hexes `a` and `b`, on a map whose rivers run through hexes. A
    hexside with the feature ``river`` names a river that runs through `a` and through `b`; any
    other hexside names none. `found` are the features of the hexside."""
    if "river" not in found:
        if row["name"]:
            feature = row["feature"]
            raise row.error("name", f"no name, as no river crosses the hexside ({feature})")
        return
    river = row["name"]
    if river not in game.map.rivers:
        expected = f"a river that crosses ({row['feature']}), {one_of(game.map.rivers, river)}"
        raise row.error("name", f"{expected}, as game.toml says (map.rivers)")
    for at in (a, b):
        cell = map_.hexes[at]
        if cell is not None and river not in cell.rivers:
            raise row.error(
                "name", f"a river of both hexes; {cell.name} does not have it in map.csv"
            )


def _hex(row: Row, column: str, map_: MapData) -> int:
    at = map_.index.get(row[column])
    if at is None:
        raise row.error(column, "the id of a hex of map.csv")
    return at


def check_unit_names(row: Row, lines: dict[tuple[str, str], int]) -> None:
    """Checks that the id of a unit in a row is valid, and that its id and name are unique. Raises
    ScenarioError.

    ``lines`` holds the line of each id and name seen so far, by column and value; the id and the
    name of this row are added.
    """
    if not _UNIT_ID.fullmatch(row["id"]):
        raise row.error("id", "an id such as SU:rifle:23")
    for column in ("id", "name"):
        first = lines.setdefault((column, row.text(column)), row.line)
        if first != row.line:
            raise row.error(column, f"each {column} once (it stands in line {first})")


def read_units(rows: list[Row], game: GameFile) -> tuple[UnitRow, ...]:
    """Returns the order of battle from the rows of units.csv, in order. Raises ScenarioError."""
    words = game.units
    units: list[UnitRow] = []
    lines: dict[tuple[str, str], int] = {}
    for row in rows:
        check_unit_names(row, lines)
        late = bool(row["arrives"])
        arrives = row.number("arrives", 1, game.last_turn) if late else None
        if bool(row["entry"]) != late:
            when = f"arrives is {row['arrives']!r}"
            expected = f"an entry for a unit that arrives, and for no other ({when})"
            raise row.error("entry", expected)
        units.append(
            UnitRow(
                id=row["id"],
                side=row.word("side", game.sides),
                name=row["name"],
                nation=row.word("nation", words.nations),
                kind=row.word("kind", words.kinds),
                mobility=row.word("mobility", words.mobilities),
                attack=row.points("attack", words.highest_factor, game.scale),
                defence=row.points("defence", words.highest_factor, game.scale),
                replaceable=row.word("replaceable", YES_NO) == "yes",
                arrives=arrives,
                entry=row.word("entry", words.entries) if late else "",
                provenance=row.word("provenance", PROVENANCES),
            )
        )
    return tuple(units)
