"""The task map: staggered rows, entry costs 1 to 3, blobs, rivers, closed hexsides.

Everything is drawn from a seed, so that every peer and every run works on the same map.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

FORBIDDEN = 255
SIZES = ((40, 60), (100, 100), (300, 300))


@dataclass(frozen=True)
class TaskMap:
    """A map with its queries.

    ``steps`` has six costs a hex in ring order; odd rows lie half a hex to the right.
    """

    width: int
    height: int
    steps: bytes
    blocked: list[list[int]]
    starts: list[int]
    sources: list[int]

    @property
    def size(self) -> str:
        """The size as text."""
        return f"{self.width}x{self.height}"

    def neighbor(self, hex_: int, direction: int) -> int | None:
        """The neighbour in a direction, if there is one."""
        return neighbor(self.width, self.height, hex_, direction)

    def edges(self) -> list[tuple[int, int, int]]:
        """Every allowed step as (from, to, cost)."""
        found = []
        for hex_ in range(self.width * self.height):
            for direction in range(6):
                cost = self.steps[hex_ * 6 + direction]
                if cost != FORBIDDEN:
                    other = self.neighbor(hex_, direction)
                    assert other is not None
                    found.append((hex_, other, cost))
        return found


def neighbor(width: int, height: int, hex_: int, direction: int) -> int | None:
    """The neighbour of a hex in ring order: right-up, right, right-down, then the left side."""
    row, col = divmod(hex_, width)
    odd = row & 1
    down, along = ((-1, odd), (0, 1), (1, odd), (1, odd - 1), (0, -1), (-1, odd - 1))[direction]
    row, col = row + down, col + along
    if 0 <= row < height and 0 <= col < width:
        return row * width + col
    return None


def make(width: int, height: int, seed: int = 41) -> TaskMap:
    """The task map of a size."""
    rng = random.Random(f"{seed} {width} {height}")
    count = width * height
    entry = rng.choices([1, 2, 3], [72, 20, 8], k=count)
    for hex_ in _blobs(width, height, 0.05, rng):
        entry[hex_] = FORBIDDEN
    rivers = [
        (rng.random() * width, 2 + rng.random() * 6, 5 + rng.random() * 20, 1 + i % 2)
        for i in range(max(4, width // 6))
    ]
    steps = bytearray([FORBIDDEN]) * (count * 6)
    for hex_ in range(count):
        for direction in range(3):
            other = neighbor(width, height, hex_, direction)
            closed = rng.random() < 0.02
            ford = rng.random() < 0.1
            if other is None or closed:
                continue
            river = 0 if ford else _river(width, hex_, other, rivers)
            for at, to, way in ((hex_, other, direction), (other, hex_, direction + 3)):
                if entry[to] != FORBIDDEN:
                    steps[at * 6 + way] = entry[to] + river
    free = [hex_ for hex_ in range(count) if entry[hex_] != FORBIDDEN]
    inner = [
        hex_
        for hex_ in free
        if 12 <= hex_ // width < height - 12 and 12 <= hex_ % width < width - 12
    ]
    blocked = [
        sorted(rng.sample(free, int(count * (0.02 + 0.04 * number / 15)))) for number in range(16)
    ]
    starts = rng.sample(inner, 64)
    sources = [hex_ for hex_ in free if hex_ % width == 0]
    return TaskMap(width, height, bytes(steps), blocked, starts, sources)


def _blobs(width: int, height: int, share: float, rng: random.Random) -> set[int]:
    """Hexes in clumps of about eight."""
    blobs: set[int] = set()
    while len(blobs) < width * height * share:
        hex_ = rng.randrange(width * height)
        for _ in range(8):
            blobs.add(hex_)
            hex_ = neighbor(width, height, hex_, rng.randrange(6)) or hex_
    return blobs


def _river(width: int, a: int, b: int, rivers: list[tuple[float, float, float, int]]) -> int:
    """The extra cost of a hexside: a river runs where its curve passes between two hexes."""

    def side(hex_: int, river: tuple[float, float, float, int]) -> bool:
        offset, swing, period, _ = river
        row, col = divmod(hex_, width)
        return col + (row & 1) / 2 < offset + swing * math.sin(row / period)

    return max((river[3] for river in rivers if side(a, river) != side(b, river)), default=0)
