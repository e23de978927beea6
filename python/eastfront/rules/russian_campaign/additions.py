"""The Russian Campaign, 28.4: a variant with units added to the order of battle of both sides."""

from __future__ import annotations

from dataclasses import replace

from eastfront.program.expr import (
    Int,
    Units,
    one_unit,
    place_of,
    units_at,
    units_on_map,
)
from eastfront.scenario.russian_campaign_units import Counter, counter

from .board import AXIS, FIRST, RUSSIAN, turn_of
from .no_retreat import NoRetreat

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


class Additions(NoRetreat):
    """The added units, when they are played."""

    def define(self) -> None:
        """TRC-28.4.4a: the factors of two corps change places, on their counters."""
        self.added = self.option("order-of-battle-additions")
        if self.added and self.on("TRC-28.4.4a"):
            units = {u.id: counter(u) for u in self.data.units}
            one, other = (units[name] for name in SWAPPED)
            units[one.id] = replace(one, attack=other.attack, defence=other.defence)
            units[other.id] = replace(other, attack=one.attack, defence=one.defence)
            self.data = replace(self.data, units=tuple(units.values()))
        super().define()
        if not self.added:
            return
        self._in_force = self.on("TRC-28.4a")
        if not self.on("TRC-28.4.2a"):
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
        if not self.on("TRC-28.4.1a"):
            flak = self.kinds("flak", "flak")
            self._trucks = self._trucks | flak
            self.replaceable = self.replaceable | flak
        numbers = {self.unit(old): self.unit(new) for old, new in UPGRADES.items()}
        self._heir = self.b.unit_attr(
            "heir", [numbers.get(i, -1) for i in range(len(self.counters))]
        )

    def plays(self, unit: Counter) -> bool:
        """TRC-28.4a: the added units belong to the variant."""
        if unit.option == "28.4" and self.added:
            return self._in_force
        return super().plays(unit)

    def due(self, side: int, impulse: int) -> Units:
        """TRC-28.4.2a: two high commands arrive in Berlin."""
        due = super().due(side, impulse)
        if self.added and not self.on("TRC-28.4.2a"):
            due = due - self._late_hqs
        return due

    # -- the 38th Corps ---------------------------------------------------------------------

    def motorize(self, side: int, impulse: int) -> None:
        """TRC-28.4.3a: in January 1945 it becomes an armour corps, or another does."""
        super().motorize(side, impulse)
        if not self.added or (side, impulse) != (AXIS, FIRST) or not self.on("TRC-28.4.3a"):
            return
        b = self.b
        old, new = self.unit(OLD_CORPS), self.unit(NEW_CORPS)
        in_play = self._rookies & (units_on_map() | self.off_map(AXIS))
        still = units_at(self.box("counters")).has(new)
        with b.when((self.turn == CHANGE) & still & in_play.any()):
            with b.either(in_play.has(old)) as otherwise:
                self._take_place(new, b.local(old))
                otherwise()
                with b.decide("exchange", AXIS, "TRC-28.4.3a") as d:
                    with d.unit("exchange", in_play.distinct()) as corps:
                        self._take_place(new, corps)

    # -- the 12th SS Corps ------------------------------------------------------------------

    def _close_player_turn(self, side: int) -> None:
        """TRC-28.4.6a: it leaves at the end of October 1944, or a regular corps for it."""
        super()._close_player_turn(side)
        if not self.added or side != AXIS or not self.on("TRC-28.4.6a"):
            return
        b = self.b
        corps = one_unit(self.unit(LEAVING))
        dead = self._lost(corps).any()
        with b.when(self.turn == LEAVES):
            instead = self._regulars & self.on_map(AXIS)
            with b.when(dead & instead.any()):
                with b.decide("withdrawal", AXIS, "TRC-28.4.6a") as d:
                    with d.unit("withdraw", instead.distinct()) as unit:
                        b.place(unit, self.box("removed"), rule="TRC-28.4.6a")
            there = corps & (units_on_map() | self.off_map(AXIS))
            b.place_all(there, self.box("removed"), rule="TRC-28.4.6a")
            self.settle()

    # -- Guards -----------------------------------------------------------------------------

    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.4.5a: armies become Guards for the points that these are stronger by."""
        super().replacements_due(side, impulse)
        if not self.added or (side, impulse) != (RUSSIAN, FIRST) or not self.on("TRC-28.4.5a"):
            return
        b = self.b
        with b.loop():
            able = self.promoted()
            with b.when(~able.any()):
                b.stop()
            with b.decide("guards", RUSSIAN, "TRC-28.4.5a") as d:
                text = "there are not points enough for the stronger army"
                paid = able.where(lambda u: self.promotion(u) <= self.points)
                with d.unit("promote", able, self.only("TRC-28.4.5a", paid, text)) as army:
                    heir = b.local(self._heir(army))
                    b.assign(self.points, self.points - self.promotion(army), rule="TRC-28.4.5a")
                    at = b.local(place_of(army))
                    b.place(army, self.box("removed"), rule="TRC-28.4.5a")
                    b.place(heir, at, rule="TRC-28.4.5a")
                with d.option("end-guards", passes=True):
                    b.stop()

    def promoted(self) -> Units:
        """TRC-28.4.5a: the armies in play that can become Guards, from the heirs' date on."""
        there = units_on_map() | self.off_map(RUSSIAN)
        # others have no heir
        heirs = units_at(self.box("counters"))
        return there.where(
            lambda u: heirs.has(self._heir(u)) & (self.turn >= self.due_turn(self._heir(u)))
        )

    def promotion(self, army: Int) -> Int:
        """TRC-28.4.5b: the points for an army to become Guards."""
        if not self.on("TRC-28.4.5b"):
            return self.price(self._heir(army))
        return self.factor(self._heir(army)) - self.factor(army)
