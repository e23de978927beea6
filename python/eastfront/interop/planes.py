"""The planes of a game's observation tensors, derived from the game file, each with a name.

A plane is a number for each hex of the game's grid, row by row. It holds either a value for each
hex, or one number everywhere (*broadcast*). "Own" and "enemy" are relative to the observing side.
Variable planes come first and the *fixed* ones, which are the map, last, so that the fixed ones can
be sliced off. No game is named here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import _core
from eastfront._core import Game
from eastfront.arguments import UnknownName, checked, shown, within
from eastfront.cached import cached_property
from eastfront.positions.layout import layout_of

PRINTED = ("allowance", "attack", "defence", "factor", "step", "strength")
"""Printed values of units whose names contain one of these words are summed; other values are
dates, places and categories, whose sums are meaningless."""

OPEN_SETS = {
    *("All", "Empty", "Fixed", "Flag", "Occupied", "Union", "Intersection", "Difference"),
    *("One", "IfElse", "Eq", "Div", "Mod", "Const", "Local", "Var"),
}
"""Names of the kinds of nodes in expressions of a game file. An expression for a set of hexes that
has only such nodes depends on nothing but hex flags, places of units, variables, and its
argument."""


@dataclass(frozen=True)
class Plane:
    """The description of one plane of an observation tensor; the numbers are in the tensor
    itself."""

    name: str
    kind: str
    """The content of the plane: ``units``, ``hidden``, ``value``, ``set``, ``unit flag``,
    ``field``, ``hex flag``, ``query``, ``choice hex``, ``choice unit``, ``box``, ``variable``,
    ``decision``, ``observer``, ``to act``, ``chance``; fixed planes are ``map``, ``hex set``, ``hex
    value``, ``hexside``."""
    own: bool
    """Whether the plane is about the observing side; meaningless for kinds without a side."""
    index: int
    """The index in the game file of the value, set, flag, box or variable that the plane shows."""
    fixed: bool
    """Whether the plane is constant, as part of the map."""
    broadcast: bool
    """Whether the plane holds one number everywhere."""
    meaning: str


@checked
class Layout:
    """The planes of a game's observation tensors, in order, with look-ups of planes by name and of
    cells by hex."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._file = layout_of(game)
        self.height: int = self._file.height
        self.width: int = self._file.width
        self.planes: tuple[Plane, ...] = (*_changing(game), *_fixed(game))
        self.changing: int = sum(not p.fixed for p in self.planes)
        """The number of variable planes, which come first."""

    def __len__(self) -> int:
        """Returns the number of planes, fixed ones included."""
        return len(self.planes)

    def __iter__(self) -> Iterator[Plane]:
        """Yields the planes in order."""
        return iter(self.planes)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the planes, in order; no two are equal."""
        return tuple(p.name for p in self.planes)

    def index(self, name: str) -> int:
        """Returns the index of the plane with a name. Raises KeyError for an unknown name."""
        if name not in self._numbers:
            raise UnknownName(
                f"no plane `{name}`; the planes of {self.game.id} are listed by `names`"
            )
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.names)}

    def cell(self, hex_: str) -> tuple[int, int]:
        """Returns the row and column of a hex, by its printed id. Raises KeyError for an unknown
        hex."""
        if hex_ not in self._file.place_index:
            raise UnknownName(f"hex_={shown(hex_)}, expected a hex of {self.game.id}")
        row, column = divmod(self._file.place_index[hex_], self.width)
        if row >= self.height:
            raise UnknownName(f"`{hex_}` is a box off the map")
        return row, column

    def hex(self, row: int, column: int) -> str:
        """Returns the printed id of the hex in a cell; empty if the map has no hex there.

        Raises ValueError for a cell outside the grid.
        """
        within("row", row, 0, self.height - 1)
        within("column", column, 0, self.width - 1)
        return self._file.hex_names[row * self.width + column]

    def shape(self, fixed: bool = True) -> tuple[int, int, int]:
        """Returns the shape of the tensor: the number of planes, of rows and of columns. Without
        `fixed` only the variable planes count."""
        return (len(self.planes) if fixed else self.changing, self.height, self.width)

    @cached_property
    def native(self) -> list[tuple[str, bool, int]]:
        """The variable planes in the form that the engine takes: the values `kind`, `own` and
        `index` of each `Plane`."""
        return [(p.kind, p.own, p.index) for p in self.planes if not p.fixed]

    @cached_property
    def writer(self) -> _core.Planes:
        """The engine's object that writes the planes which change in play, the variable ones, of an
        observation into an array."""
        return _core.Planes(self.game, self.native)

    @cached_property
    def fixed(self) -> npt.NDArray[np.int16]:
        """The values of the fixed planes, those of the map, which do not change in play: int16
        [planes, rows, columns], read-only."""
        d = self._file.document
        hexes = self.height * self.width
        out = np.zeros((len(self.planes) - self.changing, hexes), dtype=np.int16)
        for plane, cells in zip(self.planes[self.changing :], out, strict=True):
            match plane.kind:
                case "map":
                    cells[:] = [bool(name) for name in self._file.hex_names]
                case "hex set":
                    cells[d["hex_sets"][plane.index]["members"]] = 1
                case "hex value":
                    cells[:] = d["hex_attrs"][plane.index]["values"]
                case _:
                    kind, direction = divmod(plane.index, 6)
                    masks = np.array(_hexsides(d)[kind]["masks"], dtype=np.int16)
                    cells[:] = masks >> direction & 1
        board = out.reshape(-1, self.height, self.width)
        board.flags.writeable = False
        return board

    def __str__(self) -> str:
        """Returns a line for each plane: number, name, meaning."""
        head = f"{self.game.id}: {len(self)} planes of {self.height} x {self.width} hexes"
        lines = (
            f"{i:4} {p.name}{' (everywhere)' if p.broadcast else ''}: {p.meaning}"
            for i, p in enumerate(self.planes)
        )
        return "\n".join([head, *lines])


@checked
@lru_cache(maxsize=16)
def layout(game: Game) -> Layout:
    """Returns the layout of a game's tensors; it is cached."""
    return Layout(game)


def _changing(game: Game) -> Iterator[Plane]:
    d = layout_of(game).document

    def plane(name: str, kind: str, meaning: str, own: bool = True, index: int = 0) -> Plane:
        everywhere = kind in ("box", "variable", "decision", "observer", "to act", "chance")
        return Plane(name, kind, own, index, False, everywhere, meaning)

    for own in (True, False):
        who = "own" if own else "enemy"
        yield plane(f"{who} units", "units", f"{who} units in the hex", own)
        if any(units != "Empty" for units in d["hidden"]):
            meaning = f"{who} units in the hex whose identity is hidden"
            yield plane(f"{who} hidden units", "hidden", meaning, own)
        for i, column in enumerate(d["units"]["attrs"]):
            if any(word in column["name"] for word in PRINTED):
                meaning = f"sum of {column['name']} over the known {who} units in the hex"
                yield plane(f"{who} {column['name']}", "value", meaning, own, i)
        for i, entry in enumerate(d["unit_sets"]):
            if entry["members"] and entry["name"] not in {f"{s} side" for s in d["sides"]}:
                meaning = f"known {who} units in the hex that are: {entry['name']}"
                yield plane(f"{who} set: {entry['name']}", "set", meaning, own, i)
        for i, name in enumerate(d["unit_flags"]):
            meaning = f"{who} units in the hex that bear the flag"
            yield plane(f"{who} flag: {name}", "unit flag", meaning, own, i)
        for i, name in enumerate(d["unit_fields"]):
            meaning = f"sum of the number kept for {who} units in the hex"
            yield plane(f"{who} number: {name}", "field", meaning, own, i)
        for i, name in enumerate(d["boxes"]):
            meaning = f"{who} units in the box {name}"
            yield plane(f"{who} box: {name}", "box", meaning, own, i)
    control = control_query(game)
    if control is not None:
        yield plane("own control", "query", "hexes that the side controls", True, control)
        yield plane("enemy control", "query", "hexes that the enemy controls", False, control)
    for i, name in enumerate(d["hex_flags"]):
        yield plane(f"hex: {name}", "hex flag", "hexes that bear the flag", index=i)
    yield plane("choice: hex", "choice hex", "hexes that a legal action of the side names")
    yield plane(
        "choice: unit", "choice unit", "legal actions of the side that name a known unit in the hex"
    )
    for i, name in enumerate(d["sides"]):
        yield plane(f"observer: {name}", "observer", f"1 when {name} observes", index=i)
    yield plane("to act: own", "to act", "1 when the side is to act")
    yield plane("to act: enemy", "to act", "1 when the enemy is to act", False)
    yield plane("to act: chance", "chance", "1 when chance is to act")
    for i, name in enumerate(d["decisions"]):
        yield plane(f"decision: {name}", "decision", "1 when this is decided", index=i)
    for i, variable in enumerate(d["variables"]):
        secret = [s for n, s in enumerate(d["sides"]) if variable["hidden"] >> n & 1]
        note = f"; 0 for {', '.join(secret)}, who may not know it" if secret else ""
        name = variable["name"]
        yield plane(f"variable: {name}", "variable", f"the variable{note}", index=i)


def _fixed(game: Game) -> Iterator[Plane]:
    d = layout_of(game).document

    def plane(name: str, kind: str, meaning: str, index: int = 0) -> Plane:
        return Plane(name, kind, True, index, True, False, meaning)

    yield plane("map", "map", "hexes of the map")
    seen: set[str] = set()
    for i, entry in enumerate(d["hex_sets"]):
        if entry["members"] and entry["name"] not in seen:
            seen.add(entry["name"])
            yield plane(f"map: {entry['name']}", "hex set", "hexes of the fixed set", i)
    for i, column in enumerate(d["hex_attrs"]):
        yield plane(f"map value: {column['name']}", "hex value", "the hex's printed value", i)
    for i, entry in enumerate(_hexsides(d)):
        for direction in range(6):
            yield plane(
                f"hexside: {entry['name']} {direction}",
                "hexside",
                f"hexes with this hexside in ring direction {direction}",
                6 * i + direction,
            )


def _hexsides(d: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the entries of the document ``d`` of a game for features of hexsides, such as a
    river, and for sets of hexsides, such as those open to movement: the first entry of each name.
    An entry has the ``name``, and ``masks``, the directions of such hexsides for each hex, as
    bits."""
    out: dict[str, dict[str, Any]] = {}
    for entry in (*d["edge_features"], *d["edge_masks"]):
        out.setdefault(entry["name"], entry)
    return list(out.values())


def open_to_all(game: Game) -> bool:
    """Says whether a game has perfect information: no hidden units and no hidden variables."""
    d = layout_of(game).document
    shown = all(units == "Empty" for units in d["hidden"])
    return shown and not any(variable["hidden"] for variable in d["variables"])


def control_query(game: Game) -> int | None:
    """Returns the index of the query for the hexes that a side controls, if it depends only on hex
    flags, places of units and variables that no side hides; else None.

    Every side knows these, so such a query reveals nothing hidden.
    """
    document = layout_of(game).document
    for i, query in enumerate(document["queries"]):
        if query["name"] == "control" and query["args"] == 1:
            answer = query["answer"].get("Hexes", "no set of hexes")
            hidden = any(document["variables"][at]["hidden"] for at in _read_by(answer))
            return i if _words(answer) <= OPEN_SETS and not hidden else None
    return None


def _read_by(node: Any) -> set[int]:
    """Returns the numbers of the variables that an expression reads."""
    if isinstance(node, list):
        return {at for part in node for at in _read_by(part)}
    if isinstance(node, dict):
        own = {node["Var"]} if "Var" in node else set()
        return own | {at for part in node.values() for at in _read_by(part)}
    return set()


def _words(node: Any) -> set[str]:
    """Returns the names of all nodes of an expression."""
    if isinstance(node, str):
        return {node}
    if isinstance(node, list):
        return {word for part in node for word in _words(part)}
    if isinstance(node, dict):
        return set(node) | {word for part in node.values() for word in _words(part)}
    return set()
