"""Random maps and the geometry of staggered rows, from their picture.

Rows of one parity lie half a hex to the right. The centre of a hex is therefore at twice its
column, plus one in such a row, and its six neighbours are those at distance two beside it and
at distance one in the rows above and below.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

FORBIDDEN = 255
#: From a hex to its neighbours, as (rows down, half columns right), in ring order.
RING = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))


@dataclass
class Map:
    """A map: ``steps[hex][direction]`` is the cost of a step, or 255."""

    width: int
    height: int
    parity: int
    steps: list[list[int]] = field(default_factory=list)

    @property
    def hexes(self) -> range:
        return range(self.width * self.height)

    def centre(self, hex_: int) -> tuple[int, int]:
        row, column = divmod(hex_, self.width)
        return row, 2 * column + (1 if row % 2 == self.parity else 0)

    def neighbor(self, hex_: int, direction: int) -> int | None:
        down, right = RING[direction]
        row, x = self.centre(hex_)
        row, x = row + down, x + right
        if not 0 <= row < self.height:
            return None
        column = (x - (1 if row % 2 == self.parity else 0)) // 2
        return row * self.width + column if 0 <= column < self.width else None

    def ring(self, hex_: int) -> list[tuple[int, int]]:
        """The neighbours of a hex with their directions."""
        found = [(direction, self.neighbor(hex_, direction)) for direction in range(6)]
        return [(direction, other) for direction, other in found if other is not None]

    def step_bytes(self) -> bytes:
        return bytes(cost for steps in self.steps for cost in steps)


def random_map(rng: random.Random) -> Map:
    """A map of some size; its costs are few and small, or many, or sometimes nothing."""
    width, height = rng.choice(
        [(1, 7), (8, 1), (6, 6), (9, 12), (13, 9), (63, 4), (66, 4), (70, 9)]
    )
    made = Map(width, height, rng.randrange(2))
    costs = rng.choice([[1], [1, 2, 3], [2, 4, 8], [0, 1, 5], list(range(1, 30))])
    shut = rng.choice([0.0, 0.1, 0.4])
    for hex_ in made.hexes:
        around = dict(made.ring(hex_))
        made.steps.append(
            [
                rng.choice(costs) if way in around and rng.random() >= shut else FORBIDDEN
                for way in range(6)
            ]
        )
    return made


def some(rng: random.Random, hexes: range, share: float) -> set[int]:
    """About so large a share of the hexes."""
    return {hex_ for hex_ in hexes if rng.random() < share}


def random_hexsides(rng: random.Random, board: Map, share: float, mutual: bool) -> list[set[int]]:
    """Per hex the directions in which a step is allowed; the same both ways, or not."""
    sides: list[set[int]] = [set() for _ in board.hexes]
    for hex_ in board.hexes:
        for way, other in board.ring(hex_):
            if mutual and other < hex_:
                continue
            if rng.random() < share:
                sides[hex_].add(way)
                if mutual:
                    sides[other].add((way + 3) % 6)
    return sides


def hexside_bytes(sides: list[set[int]]) -> bytes:
    """One byte a hex, a bit for each direction allowed."""
    return bytes(sum(1 << way for way in ways) for ways in sides)
