"""The view of a learner: a small picture of the map, and a vector of facts.

    sight = sight_of(game)
    sight.of_state(state, "soviet")       # {"picture": uint8 [C, H, W], "facts": float32 [F]}
    sight.of_observation(seen)            # the same, from an observation
    print(sight)                          # the channels and the facts

The picture has the form that networks for images take: numbers from 0 to 255, channels first, at
most 32 of them, at least 36 rows and columns (the map is at the top left, the rest is 0). Its
channels are a choice among the planes of `eastfront.tensor`, by their kinds, so for any game; what
a plane counts is scaled so that usual values use the range. `facts` are numbers from 0 to 1: the
side, the decision, the variables that the side may know, and how many units are in each box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront import _core
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import Observation

from .planes import Plane, layout
from .tensors import told

Seen = dict[str, npt.NDArray[Any]]

MOST_CHANNELS = 32
LEAST_SIZE = 36
"""The least rows and columns of a picture: those that the convolutions of common networks need."""
GREATEST = 255
FULL_STACK = 5
"""The number of units in a hex that has the greatest number in a picture; more are the same."""
FULL_VALUE = 3
"""The sum of a printed value that has the greatest number: so many times the largest value."""
VALUES, TERRAINS, FEATURES = 3, 8, 3
"""The maximum number of channels for printed values of units (for each side), for kinds of terrain,
and for features of hexsides."""
NARROW = 64
"""Variables with at most so many values are scaled by their range, others by `BEND`."""
BEND = 16
"""The value of a variable with a wide range that is halfway to the greatest fact: n becomes
n / (BEND + n)."""
PRIZES = ("cities", "city", "objective", "oil", "prize", "victory", "vp")
"""Sets of hexes and values of hexes whose names contain one of these words make up the channel of
prizes."""
AREA = 8
"""A set with more hexes than the map's by this divisor is an area, and no set of prizes."""
SPATIAL = ("units", "hidden", "value", "query", "choice hex", "choice unit")
"""Kinds of planes that have a channel."""
BINARY = ("query", "choice hex", "hex flag")


@checked
class Sight:
    """The channels and facts of a game's learners, and their numbers for a state or observation.

    ``planes`` are names of further planes of `layout`, such as ``own flag: moved``, that have a
    channel too. Raises ValueError for an unknown name, for a plane that is the same everywhere, and
    for more than 32 channels in all.
    """

    def __init__(self, game: Game, planes: Iterable[str] = ()) -> None:
        self.game = game
        self.further: tuple[str, ...] = tuple(planes)
        """The names of the further planes."""
        self._layout = layout(game)
        chosen = self._chosen(self.further)
        self._planes = [p for p in chosen if not p.fixed]
        self._everywhere = [p for p in self._layout if p.kind in ("variable", "box")]
        fixed = [*_board(game), *self._board_planes(p for p in chosen if p.fixed)]
        self.channels: tuple[str, ...] = (
            *(p.name for p in self._planes),
            *(name for name, _ in fixed),
        )
        """The names of the channels of the picture, in order."""
        if len(self.channels) > MOST_CHANNELS:
            count = len(self.further)
            most = MOST_CHANNELS - len(self.channels) + count
            raise ArgumentError(f"{count} further planes, expected at most {most}")
        height, width = max(self._layout.height, LEAST_SIZE), max(self._layout.width, LEAST_SIZE)
        self.shape: tuple[int, int, int] = (len(self.channels), height, width)
        """The shape of the picture: channels, rows, columns."""
        d = layout_of(game).document
        self._sides, self._decisions = d["sides"], d["decisions"]
        self.facts: tuple[str, ...] = (
            *(f"side: {name}" for name in self._sides),
            *(f"decision: {name}" for name in self._decisions),
            *(p.name for p in self._everywhere),
        )
        """The names of the facts, in order."""
        read = (*self._planes, *self._everywhere)
        self.planes: tuple[str, ...] = tuple(p.name for p in read)
        """The names of the planes of `layout` that change and that are read."""
        self.blank: npt.NDArray[np.uint8] = np.zeros(self.shape, dtype=np.uint8)
        """A picture of the map alone."""
        board = self.blank[len(self._planes) :, : self._layout.height, : self._layout.width]
        for cells, (_, values) in zip(board, fixed, strict=True):
            cells[:] = values.reshape(cells.shape)
        self.blank.flags.writeable = False
        self._scales(d)
        self._writer = _core.Planes(game, [(p.kind, p.own, p.index) for p in read])

    def __reduce__(self) -> tuple[Any, ...]:
        return sight_of, (self.game, self.further)

    def __str__(self) -> str:
        """Returns a line for each channel and each fact, with its number and name."""
        count, height, width = self.shape
        return "\n".join(
            [
                f"{self.game.id}: {count} channels of {height} x {width}, {len(self.facts)} facts",
                *(f"{i:4} {name}" for i, name in enumerate(self.channels)),
                *(f"{i:4} {name}" for i, name in enumerate(self.facts)),
            ]
        )

    @of_one_position
    @checked
    def of_state(self, state: State, side: str) -> Seen:
        """Returns what a side sees of a state: a dictionary of ``picture`` and ``facts``."""
        planes = np.zeros(
            (1, len(self.planes), self._layout.height, self._layout.width), dtype=np.int16
        )
        self._writer.write(state, side, planes[0])
        return self._one(planes, side, state.decision)

    def of_observation(self, seen: Observation) -> Seen:
        """Returns what `of_state` returns for the state and side of an observation, from the
        observation alone."""
        planes = told(seen, [*self._planes, *self._everywhere])
        return self._one(planes[np.newaxis], seen.side, seen.decision)

    def _one(self, planes: npt.NDArray[np.int16], side: str, decision: str | None) -> Seen:
        number = -1 if decision is None else self._decisions.index(decision)
        painter = Painter(self, 1)
        painter.paint(planes, np.array([self._sides.index(side)]), np.array([number]))
        return {"picture": painter.pictures[0], "facts": painter.facts[0]}

    def _chosen(self, further: tuple[str, ...]) -> list[Plane]:
        """Returns the planes of the channels: those chosen by kind, then those that are named."""
        values: Counter[bool] = Counter()
        out = []
        for plane in self._layout:
            values[plane.own] += plane.kind == "value"
            few = plane.kind != "value" or values[plane.own] <= VALUES
            if plane.kind in SPATIAL and few and plane.name not in further:
                out.append(plane)
        for name in further:
            plane = self._layout.planes[self._layout.index(name)]
            if plane.broadcast:
                raise ArgumentError(f"plane `{name}` is the same everywhere, and so no channel")
            out.append(plane)
        return out

    def _board_planes(self, planes: Iterable[Plane]) -> Iterator[tuple[str, npt.NDArray[np.uint8]]]:
        for plane in planes:
            cells = self._layout.fixed[self._layout.index(plane.name) - self._layout.changing]
            yield plane.name, _stretched(cells.ravel())

    def _scales(self, d: dict[str, Any]) -> None:
        """Sets the largest value of each channel that changes, and the factor to the range of the
        picture; and the form of each fact."""
        tops = []
        for plane in self._planes:
            top = FULL_STACK
            if plane.kind in BINARY:
                top = 1
            elif plane.kind == "value":
                top = FULL_VALUE * max(1, *d["units"]["attrs"][plane.index]["values"])
            elif plane.kind == "field":
                top = d["unit_field_ranges"][plane.index][1]
            tops.append(min(max(top, 1), np.iinfo(np.int16).max))
        lowest = [0]
        for plane in self._planes:
            if plane.kind == "value":
                lowest += d["units"]["attrs"][plane.index]["values"]
            elif plane.kind == "field":
                lowest.append(d["unit_field_ranges"][plane.index][0])
        self._below = min(lowest) < 0
        shape = (-1, 1, 1)
        self._tops = np.array(tops, dtype=np.int16).reshape(shape)
        # larger tops are first divided by a power of two, so that products stay in the range
        self._shifts = np.array([max(0, t.bit_length() - 8) for t in tops], np.int16).reshape(shape)
        self._factors = GREATEST // (self._tops >> self._shifts)
        lows, widths, self._wide, signed = [], [], [], []
        units = max(1, *Counter(d["units"]["side"]).values())
        for i, plane in enumerate(self._everywhere):
            low, high = (0, units)
            if plane.kind == "variable":
                low, high = d["variables"][plane.index]["range"]
            if high - low > NARROW and plane.kind == "variable":
                self._wide.append(i)
                signed.append(low < 0)
            lows.append(low)
            widths.append(max(1, high - low))
        self._lows = np.array(lows, dtype=np.float32)
        self._widths = np.array(widths, dtype=np.float32)
        self._signed = np.array(signed, dtype=np.bool_)


class Painter:
    """Buffers of the pictures and facts of some games, and the conversion of the engine's planes
    into them."""

    def __init__(self, sight: Sight, games: int) -> None:
        self._sight = sight
        self._rows = np.arange(games)
        self.pictures: npt.NDArray[np.uint8] = np.empty((games, *sight.shape), dtype=np.uint8)
        """The pictures, uint8 [games, channels, rows, columns]."""
        self.pictures[:] = sight.blank
        self.facts: npt.NDArray[np.float32] = np.zeros((games, len(sight.facts)), dtype=np.float32)
        """The facts, float32 [games, facts]."""
        grid = sight._layout.height, sight._layout.width
        self._shown = self.pictures[:, : len(sight._planes), : grid[0], : grid[1]]
        self._work = np.empty((games, len(sight._planes), *grid), dtype=np.int16)
        self._shifted = bool(sight._shifts.any())

    def paint(
        self,
        planes: npt.NDArray[np.int16],
        observers: npt.NDArray[Any],
        decisions: npt.NDArray[Any],
    ) -> None:
        """Updates all pictures and facts.

        ``planes`` are those of `Sight.planes`, int16 [games, planes, rows, columns]; ``observers``
        are the observing sides of the games and ``decisions`` their decisions, by number (-1 for
        none).
        """
        sight, work = self._sight, self._work
        np.minimum(planes[:, : len(sight._planes)], sight._tops, out=work)
        if sight._below:
            np.maximum(work, 0, out=work)
        if self._shifted:
            work >>= sight._shifts
        work *= sight._factors
        self._shown[:] = work
        sides, first = len(sight._sides), len(sight._sides) + len(sight._decisions)
        self.facts[:, :first] = 0
        self.facts[self._rows, observers] = 1
        asked = decisions >= 0
        self.facts[self._rows[asked], sides + decisions[asked]] = 1
        numbers = planes[:, len(sight._planes) :, 0, 0].astype(np.float32)
        facts = (numbers - sight._lows) / sight._widths
        wide = numbers[:, sight._wide]
        bent = wide / (BEND + np.abs(wide))
        facts[:, sight._wide] = np.where(sight._signed, (1 + bent) / 2, bent)
        np.clip(facts, 0, 1, out=self.facts[:, first:])


@lru_cache(maxsize=16)
def _sight_of(game: Game, planes: tuple[str, ...]) -> Sight:
    return Sight(game, planes)


@checked
def sight_of(game: Game, planes: Iterable[str] = ()) -> Sight:
    """Returns what learners of a game see; it is cached. ``planes`` are names of planes that have a
    channel too, see `Sight`."""
    return _sight_of(game, tuple(planes))


def _stretched(values: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Scales numbers that are not negative so that the largest is `GREATEST`; negative ones become
    0."""
    found = np.maximum(np.asarray(values, dtype=np.int64), 0)
    return (found * GREATEST // max(1, int(found.max()))).astype(np.uint8)


def _board(game: Game) -> Iterator[tuple[str, npt.NDArray[np.uint8]]]:
    """Yields the channels of the map, name and numbers: its hexes, the kinds of terrain, the prizes
    and the features of hexsides."""
    file = layout_of(game)
    d, hexes = file.document, len(file.hex_names)
    yield "map", _stretched([bool(name) for name in file.hex_names])
    terrain = d.get("drawing", {}).get("terrain", [""] * hexes)
    counted = Counter(kind for kind in terrain if kind)
    for kind, _ in counted.most_common(TERRAINS):
        yield f"terrain: {kind}", _stretched([found == kind for found in terrain])
    prizes = np.zeros(hexes, dtype=np.int64)
    for entry in d["hex_sets"]:
        if _prize(entry["name"]) and len(entry["members"]) <= hexes // AREA:
            prizes[entry["members"]] += 1
    for column in d["hex_attrs"]:
        if _prize(column["name"]):
            prizes += np.maximum(np.array(column["values"]), 0)
    if prizes.any():
        yield "prizes", _stretched(prizes)
    features = {entry["name"]: entry["masks"] for entry in d["edge_features"]}
    for name in list(features)[:FEATURES]:
        masks = np.array(features[name], dtype=np.int64)
        yield f"hexsides: {name}", _stretched(sum(masks >> i & 1 for i in range(6)))


def _prize(name: str) -> bool:
    words = name.replace("-", " ").lower().split()
    return any(word.startswith(PRIZES) for word in words)
