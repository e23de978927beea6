"""Barbarossa Deluxe, sections 3.7 and 15.3: the variant in which Lithuania is German at the start
and eastern Poland Soviet."""

from __future__ import annotations

from typing import Any

from eastfront.program import *

from .board import Board
from .data import moved
from .ground import SOVIET
from .section import OptionalRule
from .turn import GameTurn


class Lithuania(OptionalRule):
    """The variant Lithuania: What If? (3.7), on which the players agree before play."""

    name = "lithuania"
    text = "3.7 Lithuania is German at the start, and eastern Poland Soviet"

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the variant is played; raises ProgramError in a scenario in which it is not
        usable (BD-3.7a). 1942, What If? may be played with it (BD-15.3e)."""
        usable = game.data.setup["lithuania"] is not None
        if by("BD-3.7a", not usable, otherwise=False):
            raise ProgramError(f"`{cls.name}` (3.7) is not usable in {game.data.scenario}")
        return by("BD-15.3e", usable, otherwise=False)

    @property
    def facts(self) -> dict[str, Any]:
        """The table `lithuania` of the scenario."""
        out: dict[str, Any] = self.data.setup["lithuania"]
        return out

    @Board.given_to_german.then()
    def exchanged(self, hexes: list[int]) -> list[int]:
        """Adds Lithuania to the hexes that are German at the start (BD-3.7f), and takes out five
        hexes of eastern Poland (BD-3.7c)."""
        gained = set(map(self.hex, by("BD-3.7f", self.facts["german"], otherwise=[])))
        lost = set(map(self.hex, by("BD-3.7c", self.facts["soviet"], otherwise=[])))
        return sorted({*hexes, *gained} - lost)

    @GameTurn.free_units.then()
    def along_the_border(
        self, rows: list[dict[str, Any]], side: int, nth: int | None = None
    ) -> list[dict[str, Any]]:
        """Makes each side cover the hexes along the border of the variant (15.3)."""
        cover = self.facts["cover"][self.sides[side]]
        return [{**row, "cover": cover if row["cover"] else []} for row in rows]

    @GameTurn.ready_places.then()
    def ready_in_lithuania(self, places: dict[str, list[str]]) -> dict[str, list[str]]:
        """Gives some units other places in the ready set-up."""
        more = ((row["hex"], row["units"]) for row in self.facts["automatic"])
        return moved((*places.items(), *more))

    @GameTurn.set_up_hexes.then("BD-3.7e")
    def not_there(self, free: Hexes, side: int, u: Int) -> Hexes:
        """The Soviet sets up any of his units in the hexes that he gains, but not the 9th Army and
        the coastal army (BD-3.7e)."""
        if side != SOVIET:
            return free
        gained = union(one_hex(self.hex(name)) for name in self.facts["soviet"])
        some = union(map(one_unit, map(self.unit, self.facts["kept_out"])))
        return free - gained.when(some.contains(u))
