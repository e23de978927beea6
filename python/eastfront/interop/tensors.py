"""Observations as planes of small integers.

    planes = ef.tensor(state, "german")           # [planes, rows, columns], int16
    planes = ef.tensor(state.observation("german"))
    layout = ef.interop.tensors.layout(game)      # the meaning of each plane
    planes[layout.index("own units")][layout.cell("1606")]

Both ways give equal arrays. The first is written by the engine; the second is computed here, in
plain Python, from the observation and the game file alone, so that it cannot contain hidden
information. States that differ only in what a side may not know give that side equal planes.
Numbers are clamped to the range of int16.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.imports import pending
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import Observation

from .planes import Layout, Plane, layout

__all__ = ["Layout", "Plane", "layout", "of_observation", "of_state", "tensor"]

_LIMITS = np.iinfo(np.int16)


@of_one_position
@checked
def tensor(
    of: State | Observation, side: str | None = None, *, fixed: bool = True
) -> npt.NDArray[np.int16]:
    """Returns the observation of a side as an int16 array [planes, rows, columns].

    ``of`` is a state, with the observing side (by default the one to act), or an observation, which
    already belongs to a side. Without ``fixed``, the planes of the map are omitted; they come last
    and are constant.

    Raises ValueError for an unknown side, for a state without a side when none is to act, and for
    an observation with another side.
    """
    if isinstance(of, Observation):
        if side not in (None, of.side):
            raise ArgumentError(f"an observation of {of.side}, asked for {side}")
        return of_observation(of, fixed=fixed)
    if side is None:
        side = of.to_move
        if side is None or side == "chance":
            raise ArgumentError("no side is to act, expected the observing side")
    return of_state(of, side, fixed=fixed)


@of_one_position
@checked
def of_state(state: State, side: str, *, fixed: bool = True) -> npt.NDArray[np.int16]:
    """Returns what a side sees of a state, as planes, int16 [planes, rows, columns], written by
    the engine; with `fixed` the planes of the map are included."""
    planes = layout(state.game)
    out = np.zeros(planes.shape(fixed), dtype=np.int16)
    planes.writer.write(state, side, out)
    if fixed:
        out[planes.changing :] = planes.fixed
    return out


@checked
def of_observation(seen: Observation, *, fixed: bool = True) -> npt.NDArray[np.int16]:
    """Returns the planes of an observation, int16 [planes, rows, columns], computed from the
    observation and the game file alone; with `fixed` the planes of the map are included."""
    planes = layout(seen.game)
    out = told(seen, planes.planes[: planes.changing])
    return np.concatenate([out, planes.fixed]) if fixed else out


def told(seen: Observation, planes: Sequence[Plane]) -> npt.NDArray[np.int16]:
    """Returns some variable planes of an observation, int16 [planes, rows, columns]."""
    grid = layout(seen.game)
    out = np.zeros((len(planes), grid.height, grid.width), dtype=np.int16)
    reader = _Told(seen)
    for plane, cells in zip(planes, out, strict=True):
        reader.fill(plane, cells.reshape(-1))
    return out


class _Told:
    """Computes the planes of an observation in plain Python, one plane after the other: slow, but
    so simple that it serves as the reference for the engine."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.file = layout_of(seen.game)
        self.document: dict[str, Any] = self.file.document
        self.hexes = len(self.file.hex_names)
        self.here = [
            (self.file.place_index[place], unit)
            for place, stack in seen.places.items()
            for unit in stack
        ]

    def fill(self, plane: Plane, cells: npt.NDArray[np.int16]) -> None:
        """Computes one plane, and writes its numbers into `cells`, one for each hex of the grid."""
        if plane.broadcast:
            cells[:] = np.clip(self._number(plane), _LIMITS.min, _LIMITS.max)
        elif plane.kind in ("units", "hidden", "value", "set", "unit flag", "field"):
            for place, unit in self.here:
                if place < self.hexes and (unit.side == self.seen.side) == plane.own:
                    cells[place] += self._share(plane, unit)
        elif plane.kind == "choice unit":
            for u in self._things("Unit"):
                for place, unit in self.here:
                    if place < self.hexes and unit.unit == self.file.units[u]:
                        cells[place] += 1
        else:
            cells[list(self._hexes(plane))] = 1

    def _share(self, plane: Plane, unit: Any) -> int:
        """Returns the number that one unit adds to the cell of its hex in a plane about units, such
        as its strength; 0 for a unit that the plane does not count."""
        d = self.document
        match plane.kind:
            case "units":
                return 1
            case "hidden":
                return int(not unit.unit)
            case "unit flag":
                return int(d["unit_flags"][plane.index] in unit.flags)
            case "field":
                return int(dict(unit.fields).get(d["unit_fields"][plane.index], 0))
        if not unit.unit:
            return 0
        u = self.file.unit_index[unit.unit]
        if plane.kind == "set":
            return int(u in d["unit_sets"][plane.index]["members"])
        return int(d["units"]["attrs"][plane.index]["values"][u])

    def _hexes(self, plane: Plane) -> Iterable[int]:
        d, index = self.document, self.file.place_index
        match plane.kind:
            case "hex flag":
                return [index[h] for h in self.seen.hex_flags[d["hex_flags"][plane.index]]]
            case "choice hex":
                return self._things("Hex")
        expression = d["queries"][plane.index]["answer"]["Hexes"]
        mine = d["sides"].index(self.seen.side)
        others = [s for s in range(len(d["sides"])) if s != mine]
        sides = [mine] if plane.own else others
        return set().union(*(self._set(expression, side) for side in sides))

    def _set(self, node: Any, side: int) -> set[int]:
        """Evaluates `node`, an expression for a set of hexes over flags and units, with a side as
        its argument; returns the numbers of the hexes."""
        d, index = self.document, self.file.place_index
        match node:
            case "All":
                return {h for h, name in enumerate(self.file.hex_names) if name}
            case "Empty":
                return set()
            case {"Fixed": int(i)}:
                return set(d["hex_sets"][i]["members"])
            case {"Flag": int(i)}:
                return {index[h] for h in self.seen.hex_flags[d["hex_flags"][i]]}
            case {"Occupied": int(whose)}:
                name = d["sides"][whose]
                return {h for h, unit in self.here if h < self.hexes and unit.side == name}
            case {"Intersection": parts}:
                return set.intersection(*(self._set(p, side) for p in parts))
            case {"Union": parts}:
                return set().union(*(self._set(p, side) for p in parts))
            case {"Difference": [of, less]}:
                return self._set(of, side) - self._set(less, side)
            case {"One": {"Const": int(h)}}:
                return {h}
            case {"IfElse": [when, yes, no]}:
                return self._set(yes if self._amount(when, side) else no, side)
        raise ArgumentError(f"no set of flags and units: {node}")

    def _amount(self, node: Any, side: int) -> int:
        """Evaluates `node`, an expression for a number over variables that no side hides, with a
        side as its argument."""
        match node:
            case {"Const": int(n)}:
                return n
            case {"Local": 0}:
                return side
            case {"Var": int(i)}:
                return int(self.seen.variables.get(self.document["variables"][i]["name"], 0))
            case {"Eq": [a, b]}:
                return int(self._amount(a, side) == self._amount(b, side))
            case {"Div": [a, b]}:
                return self._amount(a, side) // self._amount(b, side)
            case {"Mod": [a, b]}:
                return self._amount(a, side) % self._amount(b, side)
        raise ArgumentError(f"no number of variables: {node}")

    def _things(self, domain: str) -> list[int]:
        """Returns the numbers of the units that the legal actions name, for the domain ``Unit``, or
        of the hexes that they name, for ``Hex``."""
        verbs = self.document["verbs"]
        return [
            action & 0xFFFF
            for action in self.seen.legal_actions
            if verbs[action >> 16]["domain"] == domain
        ]

    def _number(self, plane: Plane) -> int:
        """Returns the number that every cell of a plane holds, for a plane with one number
        everywhere (a *broadcast* plane)."""
        d, seen = self.document, self.seen
        match plane.kind:
            case "box":
                box = self.hexes + plane.index
                own = [(unit.side == seen.side) for place, unit in self.here if place == box]
                return own.count(plane.own)
            case "variable":
                return seen.variables.get(d["variables"][plane.index]["name"], 0)
            case "decision":
                return int(seen.decision == d["decisions"][plane.index])
            case "observer":
                return int(seen.side == d["sides"][plane.index])
            case "chance":
                return int(seen.to_move == "chance")
        if seen.to_move in (None, "chance"):
            return 0
        return int((seen.to_move == seen.side) == plane.own)


def game_of(game: Game | str) -> Game:
    """Returns a game as given, or loads it by its id, such as
    ``barbarossa-deluxe/blue-kremlin``."""
    if isinstance(game, str):
        with pending:
            from eastfront.loading.game import load

        return load(game)
    return game
