"""The Russian Campaign, 28.4: a variant with units added to the order of battle of both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from eastfront.program import *

from ..axis_replacements import AxisReplacements
from ..board import AXIS, FIRST, RUSSIAN, Board, turn_of
from ..nations import Nations
from ..russian_replacements import RussianReplacements
from ..section import OptionalRule
from ..units import Counter, counter
from ..withdrawals import Withdrawals

SWAPPED = ("SS:pz:3", "SS:pz:4")
"""The SS armour corps that change their factors (TRC-28.4.4a)."""

OLD_CORPS, NEW_CORPS = "GE:inf:38", "GE:pz:38"
"""The infantry that becomes armour, and what it becomes (TRC-28.4.3a)."""

CHANGE = turn_of(1945, "jan")

LEAVING, LEAVES, REGULAR = "SS:inf:12", turn_of(1944, "sep"), 4
"""Who leaves in October 1944, and the factor and movement of who leaves instead (TRC-28.4.6a)."""

UPGRADES = {
    "SU:inf:30": "SU:inf:10G-28",
    "SU:inf:16": "SU:inf:11G-28",
    "SU:inf:62": "SU:inf:8G-28",
}
"""The armies that become Guards (TRC-28.4.5a)."""


class Additions(OptionalRule):
    """The added units."""

    name = "order-of-battle-additions"

    @Nations.define.instead()
    def define(self, former: Callable[[], None]) -> None:
        """TRC-28.4.4a: the factors of two corps change places, on their counters."""
        if in_force("TRC-28.4.4a"):
            units = {u.id: counter(u) for u in self.game.data.units}
            one, other = (units[name] for name in SWAPPED)
            units[one.id] = replace(one, attack=other.attack, defence=other.defence)
            units[other.id] = replace(other, attack=one.attack, defence=one.defence)
            self.game.data = replace(self.game.data, units=tuple(units.values()))
        former()
        self._in_force = in_force("TRC-28.4a")
        if not in_force("TRC-28.4.2a"):
            self._late_hqs = self.game.counters_where(
                "OKH and Vistula", lambda u: u.kind == "hq" and u.option == "28.4"
            )
        self._rookies = self.game.counters_where(
            "infantry as strong as the 38th",
            lambda u: (
                (u.nation, u.kind, u.attack, u.movement, u.ss)
                == ("german", "infantry", 3, 4, False)
            ),
        )
        self._regulars = self.game.counters_where(
            "infantry as strong as the 12th SS",
            lambda u: (
                (u.nation, u.kind, u.attack, u.movement, u.formation)
                == ("german", "infantry", REGULAR, REGULAR, "")
            ),
        )
        if not in_force("TRC-28.4.1a"):
            flak = self.game.kinds("flak", "flak")
            self.game.trucks = self.game.trucks | flak
            self.game.replaceable = self.game.replaceable | flak
        numbers = {self.game.unit(old): self.game.unit(new) for old, new in UPGRADES.items()}
        self._heir = self.game.b.unit_attr(
            "heir", [numbers.get(i, -1) for i in range(len(self.game.counters))]
        )

    @Board.plays.then()
    def plays(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.4a: the added units belong to the variant."""
        if unit.option == "28.4":
            return self._in_force
        return so_far

    @Withdrawals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.4.2a: two high commands arrive in Berlin."""
        if not in_force("TRC-28.4.2a"):
            due = due - self._late_hqs
        return due

    # -- the 38th Corps ---------------------------------------------------------------------

    @AxisReplacements.motorize.after()
    def motorize(self, side: int, impulse: int) -> None:
        """TRC-28.4.3a: in January 1945 it becomes an armour corps, or another does."""
        if (side, impulse) != (AXIS, FIRST) or not in_force("TRC-28.4.3a"):
            return
        old, new = self.game.unit(OLD_CORPS), self.game.unit(NEW_CORPS)
        in_play = self._rookies & (units_on_map() | self.game.off_map(AXIS))
        still = units_at(self.game.box("counters")).contains(new)
        with when((self.game.turn == CHANGE) & still & in_play.any()):
            with either(in_play.contains(old)) as otherwise:
                self.game.take_place(new, local(old))
                otherwise()
                with decide("exchange", AXIS, "TRC-28.4.3a") as d:
                    with d.unit("exchange", in_play.distinct()) as corps:
                        self.game.take_place(new, corps)

    # -- the 12th SS Corps ------------------------------------------------------------------

    @Nations.player_turn_ends.after()
    def player_turn_ends(self, side: int) -> None:
        """TRC-28.4.6a: it leaves at the end of October 1944, or a regular corps for it."""
        if side != AXIS or not in_force("TRC-28.4.6a"):
            return
        corps = one_unit(self.game.unit(LEAVING))
        dead = self.game.lost(corps).any()
        with when(self.game.turn == LEAVES):
            instead = self._regulars & self.game.on_map(AXIS)
            with when(dead & instead.any()):
                with decide("withdrawal", AXIS, "TRC-28.4.6a") as d:
                    with d.unit("withdraw", instead.distinct()) as unit:
                        place(unit, self.game.box("removed"), "TRC-28.4.6a")
            there = corps & (units_on_map() | self.game.off_map(AXIS))
            place_all(there, self.game.box("removed"), "TRC-28.4.6a")
            self.game.settle()

    # -- Guards -----------------------------------------------------------------------------

    @RussianReplacements.replacements_due.after()
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.4.5a: armies become Guards for the points that these are stronger by."""
        if (side, impulse) != (RUSSIAN, FIRST) or not in_force("TRC-28.4.5a"):
            return
        with loop():
            able = self.promoted()
            with when(~able.any()):
                break_()
            with decide("guards", RUSSIAN, "TRC-28.4.5a") as d:
                text = "there are not points enough for the stronger army"
                paid = able.where(lambda u: self.promotion(u) <= self.game.points)
                with d.unit("promote", able, only("TRC-28.4.5a", paid, text)) as army:
                    heir = local(self._heir(army))
                    assign(self.game.points, self.game.points - self.promotion(army), "TRC-28.4.5a")
                    at = local(place_of(army))
                    place(army, self.game.box("removed"), "TRC-28.4.5a")
                    place(heir, at, "TRC-28.4.5a")
                with d.option("end-guards", passes=True):
                    break_()

    def promoted(self) -> Units:
        """TRC-28.4.5a: the armies in play that can become Guards, from the heirs' date on."""
        there = units_on_map() | self.game.off_map(RUSSIAN)
        # others have no heir
        heirs = units_at(self.game.box("counters"))
        return there.where(
            lambda u: (
                heirs.contains(self._heir(u))
                & (self.game.turn >= self.game.due_turn(self._heir(u)))
            )
        )

    def promotion(self, army: Int) -> Int:
        """TRC-28.4.5b: the points for an army to become Guards."""
        if not in_force("TRC-28.4.5b"):
            return self.game.price(self._heir(army))
        return self.game.factor(self._heir(army)) - self.game.factor(army)
