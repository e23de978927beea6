"""The Russian Campaign: what bots go by, beside what can be asked of a position anyway."""

from __future__ import annotations

from typing import Any

from eastfront.program.expr import Hexes, Int, no_hexes

from .board import AXIS, FIRST
from .evaluation import Evaluation

ARMY, CORPS, ROOM = 3, 2, 6
"""Sizes that add up to no more than a hex holds just when the limits hold (TRC-6.1)."""
IDLE = frozenset({"leader", "worker", "partisan", "insurgent", "air"})
"""Kinds that a bot neither moves nor attacks."""


class Advice(Evaluation):
    """What a plan needs to know."""

    def drawing(self) -> dict[str, Any]:
        """What bots go by, beside what is drawn."""
        counted = [self.counts(u) for u in self.counters]
        sizes = [(ARMY if u.size == "army" else CORPS) for u in self.counters]
        kinds = [u.kind for u in self.counters]
        return super().drawing() | {
            # TRC-2.3a: combat and movement factor, as on the counters
            "units": [[u.nation, u.kind, u.mobility, u.attack, u.movement] for u in self.counters],
            "guide": {
                "factor": "combat factor",
                "contact": "attacks",
                "eased": "not doubled across",
                "hard": "doubles its defenders",
                "worth": {"city-major": 2, "oil": 2, "city-minor": 1},
                "sizes": [size if n else 0 for size, n in zip(sizes, counted, strict=True)],
                "capacity": ROOM,
                "idle": [i for i, kind in enumerate(kinds) if kind in IDLE],
                "rear": [i for i, kind in enumerate(kinds) if kind == "hq"],
                "ghosts": [i for i, kind in enumerate(kinds) if kind == "partisan"],
                "air": {"axis": "stukas", "russian": "sturmoviks"},
                "set-up": "set-up",
            },
        }

    def define_queries(self) -> None:
        """Whom a unit may not attack."""
        super().define_queries()
        for side, name in enumerate(self.sides):
            self.b.query(f"{name} may not attack", 1, lambda u, s=side: self._forbidden(s, u))

    def _forbidden(self, side: int, unit: Int) -> Hexes:
        """TRC-3.7: the enemies in districts that are not for a unit's army group."""
        if side != AXIS:
            return no_hexes()
        enemies = self.defenders(side).hexes()
        opening = (self.turn == 1) & (self.impulse == FIRST)
        return enemies.when(opening).where(lambda h: ~self.allowed(side, unit, h))
