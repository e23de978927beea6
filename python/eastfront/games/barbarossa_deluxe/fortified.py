"""Barbarossa Deluxe, 8.18: the Soviet fortified area."""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import HEXES, variable
from eastfront.systems.rules import Rules
from eastfront.systems.supply import Supply
from eastfront.systems.windows import ever

from .arrivals import Arrivals
from .battle import Battle
from .board import BB
from .events import Events
from .ground import GERMAN, SOVIET
from .movement import Movement
from .section import OptionalRule
from .strength import Strength
from .turn import GameTurn


class Fortified(OptionalRule):
    """The fortified area, a hex and the six around it; its marker has no value of its own and never
    moves (8.18c)."""

    area = variable("fortified area", Life.GAME, lambda section: section.at_start, limits=HEXES)
    placed = variable(
        "fortified area since", Life.GAME, limits=lambda section: (0, section.turns[1])
    )

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the marker arrives in the scenario, or is there at its start."""
        return ever(game.data, "BD-8.18a") or cls._given(game) is not None

    @staticmethod
    def _given(game: Any) -> str | None:
        """The hex in which the scenario has the marker, None if in no hex."""
        found: str | None = game.data.setup["markers"].get("fortified_area")
        return found

    @property
    def at_start(self) -> int:
        """The hex of the marker at the start, -1 for none, and before the Soviet sets it up."""
        given = self._given(self.game)
        later = self.game_turn.free_units(SOVIET)
        return -1 if given is None or later else self.hex(given)

    @GameTurn.set_up_ready.after()
    def place_ready(self, side: int, nth: int) -> None:
        """A Soviet who sets his units up has the marker in the hex that the scenario names."""
        given = self._given(self.game)
        if side == SOVIET and given is not None:
            rule = self.game_turn.set_up_rule(side)  # BD-14.9f
            assign(self.area, self.hex(given), rule)

    @GameTurn.place_more.after()
    def place_by_choice(self, side: int) -> None:
        """A Soviet who sets them up freely places the marker where they may stand."""
        turn = self.game_turn
        if side == SOVIET and self._given(self.game) is not None:
            hexes = union(turn.tied_to(row)[1] for row in turn.free_units(side))
            rule = turn.set_up_rule(side)
            with choose("fortified area", side, rule, "fortify", hexes) as at:
                assign(self.area, at, rule)

    def define(self) -> None:
        """Declares the hexes with six neighbours on the map."""
        near: dict[int, int] = {}
        for a, _, _ in self.steps:
            near[a] = near.get(a, 0) + 1
        self.inner = self.b.hex_set("with six neighbours", [h for h, n in near.items() if n == 6])

    # -- 8.18: its place --------------------------------------------------------------------

    @Arrivals.soviet_segment.after("BD-8.18a")
    def place_area(self) -> None:
        """The Soviet receives the marker, and places it at once (BD-8.18a), or never: in a hex that
        is under his control and in overland supply, as are all six hexes around it (BD-8.18b)."""
        good = self.control(SOVIET) & self.supply.soviet_overland
        around = self.inner - (all_hexes() - good).adjacent()
        hexes = good & by("BD-8.18b", around, otherwise=all_hexes())
        with (
            when(self.in_window("BD-8.18a") & hexes.any()),
            choose("fortified area", SOVIET, "BD-8.18a", "fortify", hexes) as at,
        ):
            assign(self.area, at, "BD-8.18a")
            assign(self.placed, self.turn, "BD-8.18a")

    @Events.taken.after("BD-8.18i")
    def fall(self, side: int, at: Int) -> None:
        """If the German captures the hex of the marker, the marker and all its effects are gone for
        good (BD-8.18i). Other hexes of the area have the effects while they are Soviet
        (BD-8.18h)."""
        if side == GERMAN:
            with when(at == self.area):
                assign(self.area, -1, "BD-8.18i")

    @property
    def hexes(self) -> Hexes:
        """The seven hexes, none without the marker."""
        centre = one_hex(self.area)
        return centre | centre.adjacent()

    # -- 8.18: its effects ------------------------------------------------------------------

    @property
    def _inside(self) -> Int:
        """Says whether the attacked hex is in the area."""
        return self.hexes.contains(self.target)

    @property
    def _strong(self) -> Int:
        """Says whether the attacked hex is in the area, and its marker was placed on an earlier
        turn."""
        return self._inside & (self.turn > self.placed)

    @Strength.shifts.then()
    def shift_left(self, shifts: Int, side: int) -> Int:
        """A German attack in the area is shifted by one column on the turn of its placement
        (BD-8.18d), and by two from the next turn on (BD-8.18e)."""
        if side == SOVIET:
            return shifts
        new = self.strength.shift("BD-8.18d", -1, self._inside & (self.turn == self.placed))
        return shifts + new + self.strength.shift("BD-8.18e", -2, self._strong)

    @Strength.earned.then("BD-8.18f", told=False)
    def no_bonus(self, earned: Int, bonus: Int, side: int) -> Int:
        """From the turn after the placement on there is no concentric bonus in the area (BD-8.18f,
        BD-11.24b)."""
        if side == SOVIET:
            return earned
        return earned & by("BD-11.24b", ~self._strong, otherwise=True)

    @Battle.convert_at_once.after("BD-8.18g")
    def no_retreat(self, side: int) -> None:
        """From the turn after the placement on a retreat in the area is a bloodbath (BD-8.18g,
        BD-11.26j)."""
        if side == GERMAN:
            self.battle.stand(BB, "BD-11.26j", self._strong)

    @Movement.strongholds.then()
    def no_mobile_assault(self, hexes: Hexes) -> Hexes:
        """No mobile assault enters the area (10.25g, reading D-32)."""
        return hexes | (self.hexes - self.german_control.hexes)

    @Supply.closed.bar("BD-7.20b", "it is in the Soviet fortified area")
    def no_line(self, side: int) -> Hexes:
        """German lines of supply do not enter hexes of the area that the Soviet controls
        (BD-7.20b)."""
        return (self.hexes - self.german_control.hexes).when(side == GERMAN)

    @Rules.drawing.then()
    def _drawn(self, drawing: dict[str, Any]) -> dict[str, Any]:
        """The marker is shown on the map."""
        return {**drawing, "marks": [*drawing["marks"], ["variable", "fortified area", "FA"]]}
