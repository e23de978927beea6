"""The Russian Campaign, 28.4: a variant with units added to the order of battle of both sides."""

from __future__ import annotations

from dataclasses import replace

from eastfront.program import *
from eastfront.systems.choosing import again, choose
from eastfront.systems.sections import rule

from ..arrivals import Arrivals
from ..axis_replacements import AxisReplacements
from ..board import AXIS, FIRST, RUSSIAN, Board, turn_of
from ..calendar import Calendar
from ..section import AgreedVariant, during
from ..units import Counter, counter

SWAPPED = ("SS:pz:3", "SS:pz:4")
"""The SS armor corps that exchange their factors (TRC-28.4.4a)."""

OLD_CORPS, NEW_CORPS = "GE:inf:38", "GE:pz:38"
"""The infantry corps that becomes an armor corps, and that corps (TRC-28.4.3a)."""

CHANGE = turn_of(1945, "jan")

LEAVING, LEAVES, REGULAR = "SS:inf:12", turn_of(1944, "sep"), 4
"""The corps that leaves in October 1944, and the combat and movement factor of its substitute
(TRC-28.4.6a)."""

UPGRADES = {
    "SU:inf:30": "SU:inf:10G-28",
    "SU:inf:16": "SU:inf:11G-28",
    "SU:inf:62": "SU:inf:8G-28",
}
"""The armies that become Guards (TRC-28.4.5a)."""


class Additions(AgreedVariant):
    """The added units."""

    name = "order-of-battle-additions"
    text = "28.4: more units for both sides"
    counters_of = "28.4"

    @rule("TRC-28.4.4a")
    def prepare(self) -> None:
        """Exchanges the printed factors of the 3rd and 4th SS Panzer Corps (TRC-28.4.4a)."""
        units = {u.id: counter(u) for u in self.data.units}
        one, other = (units[name] for name in SWAPPED)
        units[one.id] = replace(one, attack=other.attack, defence=other.defence)
        units[other.id] = replace(other, attack=one.attack, defence=one.defence)
        self.game.stage(units.values())

    def define(self) -> None:
        """Declares the sets of units of 28.4: late headquarters, flak, infantry as strong as the
        38th and the 12th SS, and the army that each upgrade leads to."""
        self._late_hqs = by(
            "TRC-28.4.2a",
            no_units(),
            otherwise=lambda: self.counters_with("OKH and Vistula", kind="hq", option="28.4"),
        )
        foot = {"nation": "german", "kind": "infantry", "movement": REGULAR}
        self._rookies = self.counters_with(
            "infantry as strong as the 38th", attack=3, ss=False, **foot
        )
        self._regulars = self.counters_with(
            "infantry as strong as the 12th SS", attack=REGULAR, formation="", **foot
        )
        self._flak = by("TRC-28.4.1a", no_units(), otherwise=lambda: self.kinds("flak", "flak"))
        numbers = {self.unit(old): self.unit(new) for old, new in UPGRADES.items()}
        self._heir = self.b.unit_attr(
            "heir", [numbers.get(i, -1) for i in range(len(self.counters))]
        )

    @Board.plays.then()
    def plays_additions(self, so_far: bool, unit: Counter) -> bool:
        """TRC-28.4a: the added units are in the game."""
        return in_force("TRC-28.4a") if unit.option == "28.4" else so_far

    @AxisReplacements.trucks.then(unless="TRC-28.4.1a")
    @AxisReplacements.replaceable.then(unless="TRC-28.4.1a")
    def flak_comes_back(self, units: Units) -> Units:
        """TRC-28.4.1a: while this rule is off, flak is replaced."""
        return units | self._flak

    @Arrivals.due.then(unless="TRC-28.4.2a")
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """TRC-28.4.2a: while this rule is off, the two high commands do not arrive."""
        return due - self._late_hqs

    # -- the 38th Corps ---------------------------------------------------------------------

    @Calendar.motorize.after("TRC-28.4.3a")
    @during(AXIS, FIRST)
    def motorize(self, side: int, impulse: int) -> None:
        """TRC-28.4.3a: in January 1945 this corps, or another one, becomes an armor corps."""
        old, new = self.unit(OLD_CORPS), self.unit(NEW_CORPS)
        in_play = self._rookies & (units_on_map() | self.arrivals.off_map(AXIS))
        waits = (self.turn == CHANGE) & units_at("counters").contains(new)
        with when(waits & in_play.any()):
            with either(in_play.contains(old)) as otherwise:
                self.axis_replacements.take_place(new, local(old))
                otherwise()
                with choose("exchange", AXIS, "TRC-28.4.3a", "exchange", in_play) as corps:
                    self.axis_replacements.take_place(new, corps)

    # -- the 12th SS Corps ------------------------------------------------------------------

    @Calendar.player_turn_ends.after("TRC-28.4.6a")
    def player_turn_ends(self, side: int) -> None:
        """TRC-28.4.6a: the unit leaves at the end of October 1944, or a regular corps for it."""
        if side != AXIS:
            return
        corps = one_unit(self.unit(LEAVING))
        with when(self.turn == LEAVES):
            instead = self._regulars & self.on_map(AXIS)
            with when(self.victory.lost(corps).any() & instead.any()):
                with choose("withdrawal", AXIS, "TRC-28.4.6a", "withdraw", instead) as unit:
                    self.leave(unit, "removed", "TRC-28.4.6a")
            there = corps & (units_on_map() | self.arrivals.off_map(AXIS))
            self.leave(there, "removed", "TRC-28.4.6a")
            self.zones.settle()

    # -- Guards -----------------------------------------------------------------------------

    @Calendar.replacements_due.after("TRC-28.4.5a")
    @during(RUSSIAN, FIRST)
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-28.4.5a: the Russian turns armies into Guards armies, for the difference in
        points."""
        able = self.promoted()
        with again("guards", RUSSIAN, "TRC-28.4.5a", "end-guards", able) as d:
            text = "there are not points enough for the stronger army"
            paid = able.where(lambda u: self.promotion(u) <= self.russian_replacements.points)
            with d.unit("promote", able, only("TRC-28.4.5a", paid, text)) as army:
                heir = local(self._heir(army))
                self.russian_replacements.pay(self.promotion(army), "TRC-28.4.5a")
                self.axis_replacements.take_place(heir, army, "TRC-28.4.5a")

    def promoted(self) -> Units:
        """TRC-28.4.5a: the armies in play that can become Guards, from the date of the Guards army
        on."""

        def ready(army: Int) -> Int:
            heir = self._heir(army)
            # others have no heir
            return units_at("counters").contains(heir) & (self.turn >= self.due_turn(heir))

        return (units_on_map() | self.arrivals.off_map(RUSSIAN)).where(ready)

    def promotion(self, army: Int) -> Int:
        """TRC-28.4.5b: the points that turn an army into Guards."""
        price = self.russian_replacements.price(self._heir(army))
        return price - by("TRC-28.4.5b", self.factor(army))
