"""The Russian Campaign, 28.4: a variant with units added to the order of battle of both sides."""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *

from ..arrivals import Arrivals
from ..board import AXIS, FIRST, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..section import VARIANTS, OptionalRule
from ..units import Counter, counter

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
    text = "28.4: more units for both sides"
    by_agreement = VARIANTS
    counters_of = "28.4"

    def prepare(self) -> None:
        """TRC-28.4.4a: the factors of two corps change places, on their counters."""
        if in_force("TRC-28.4.4a"):
            units = {u.id: counter(u) for u in self.data.units}
            one, other = (units[name] for name in SWAPPED)
            units[one.id] = replace(one, attack=other.attack, defence=other.defence)
            units[other.id] = replace(other, attack=one.attack, defence=one.defence)
            self.game.stage(units.values())

    def define(self) -> None:
        """Declares the late headquarters, and who is as strong as whom."""
        self._in_force = in_force("TRC-28.4a")
        if not in_force("TRC-28.4.2a"):
            self._late_hqs = self.counters_where(
                "OKH and Vistula", lambda u: u.kind == "hq" and u.option == "28.4"
            )
        self._rookies = self.counters_where(
            "infantry as strong as the 38th",
            lambda u: (
                (u.nation, u.kind, u.attack, u.movement, u.ss)
                == ("german", "infantry", 3, 4, False)
            ),
        )
        self._regulars = self.counters_where(
            "infantry as strong as the 12th SS",
            lambda u: (
                (u.nation, u.kind, u.attack, u.movement, u.formation)
                == ("german", "infantry", REGULAR, REGULAR, "")
            ),
        )
        if not in_force("TRC-28.4.1a"):
            flak = self.kinds("flak", "flak")
            self.axis_replacements.trucks = self.axis_replacements.trucks | flak
            self.axis_replacements.replaceable = self.axis_replacements.replaceable | flak
        numbers = {self.unit(old): self.unit(new) for old, new in UPGRADES.items()}
        self._heir = self.b.unit_attr(
            "heir", [numbers.get(i, -1) for i in range(len(self.counters))]
        )

    @Board.plays.then()
    def plays_additions(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.4a: the added units belong to the variant."""
        if unit.option == "28.4":
            return self._in_force
        return so_far

    @Arrivals.due.then()
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.4.2a: two high commands arrive in Berlin."""
        if not in_force("TRC-28.4.2a"):
            due = due - self._late_hqs
        return due

    # -- the 38th Corps ---------------------------------------------------------------------

    @Calendar.motorize.after()
    def motorize(self, side: int, impulse: int) -> None:
        """TRC-28.4.3a: in January 1945 it becomes an armour corps, or another does."""
        if (side, impulse) != (AXIS, FIRST) or not in_force("TRC-28.4.3a"):
            return
        old, new = self.unit(OLD_CORPS), self.unit(NEW_CORPS)
        in_play = self._rookies & (units_on_map() | self.arrivals.off_map(AXIS))
        still = units_at("counters").contains(new)
        with when((self.turn == CHANGE) & still & in_play.any()):
            with either(in_play.contains(old)) as otherwise:
                self.axis_replacements.take_place(new, local(old))
                otherwise()
                with decide("exchange", AXIS, "TRC-28.4.3a") as d:
                    with d.unit("exchange", in_play.distinct()) as corps:
                        self.axis_replacements.take_place(new, corps)

    # -- the 12th SS Corps ------------------------------------------------------------------

    @Calendar.player_turn_ends.after()
    def player_turn_ends(self, side: int) -> None:
        """TRC-28.4.6a: it leaves at the end of October 1944, or a regular corps for it."""
        if side != AXIS or not in_force("TRC-28.4.6a"):
            return
        corps = one_unit(self.unit(LEAVING))
        dead = self.victory.lost(corps).any()
        with when(self.turn == LEAVES):
            instead = self._regulars & self.on_map(AXIS)
            with when(dead & instead.any()):
                with decide("withdrawal", AXIS, "TRC-28.4.6a") as d:
                    with d.unit("withdraw", instead.distinct()) as unit:
                        place(unit, "removed", "TRC-28.4.6a")
            there = corps & (units_on_map() | self.arrivals.off_map(AXIS))
            place_all(there, "removed", "TRC-28.4.6a")
            self.zones.settle()

    # -- Guards -----------------------------------------------------------------------------

    @Calendar.replacements_due.after()
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
                paid = able.where(lambda u: self.promotion(u) <= self.russian_replacements.points)
                with d.unit("promote", able, only("TRC-28.4.5a", paid, text)) as army:
                    heir = local(self._heir(army))
                    assign(
                        self.russian_replacements.points,
                        self.russian_replacements.points - self.promotion(army),
                        "TRC-28.4.5a",
                    )
                    at = local(place_of(army))
                    place(army, "removed", "TRC-28.4.5a")
                    place(heir, at, "TRC-28.4.5a")
                with d.option("end-guards", passes=True):
                    break_()

    def promoted(self) -> Units:
        """TRC-28.4.5a: the armies in play that can become Guards, from the heirs' date on."""
        there = units_on_map() | self.arrivals.off_map(RUSSIAN)
        # others have no heir
        heirs = units_at("counters")
        return there.where(
            lambda u: heirs.contains(self._heir(u)) & (self.turn >= self.due_turn(self._heir(u)))
        )

    def promotion(self, army: Int) -> Int:
        """TRC-28.4.5b: the points for an army to become Guards."""
        if not in_force("TRC-28.4.5b"):
            return self.russian_replacements.price(self._heir(army))
        return self.factor(self._heir(army)) - self.factor(army)
