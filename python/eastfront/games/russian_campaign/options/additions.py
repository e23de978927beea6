"""The Russian Campaign, 28.4: the variant that adds units to the order of battle of both sides."""

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
"""The 3rd and the 4th SS Panzer Corps, which exchange their combat factors (TRC-28.4.4a)."""

OLD_CORPS, NEW_CORPS = "GE:inf:38", "GE:pz:38"
"""The German 38th Infantry Corps, and the 38th Panzer Corps for which it is exchanged in January
1945 (TRC-28.4.3a)."""

CHANGE = turn_of(1945, "jan")
"""The turn in which the 38th Infantry Corps is exchanged: January/February 1945."""

LEAVING, LEAVES, REGULAR = "SS:inf:12", turn_of(1944, "sep"), 4
"""The 12th SS Corps; the turn at whose end it leaves the game, September/October 1944; and the
combat and the movement factor of the German corps that leaves instead if the 12th SS is lost, 4-4
(TRC-28.4.6a)."""

UPGRADES = {
    "SU:inf:30": "SU:inf:10G-28",
    "SU:inf:16": "SU:inf:11G-28",
    "SU:inf:62": "SU:inf:8G-28",
}
"""The Russian armies that a Guards army may replace, each with that Guards army: the 30th with the
10th Guards, the 16th with the 11th, the 62nd with the 8th (TRC-28.4.5a)."""


class Additions(AgreedVariant):
    """The units added to both orders of battle, and the rules on them (28.4)."""

    name = "order-of-battle-additions"
    text = "28.4: more units for both sides"
    counters_of = "28.4"

    @rule("TRC-28.4.4a")
    def prepare(self) -> None:
        """Exchanges the printed combat factors of the 3rd and the 4th SS Panzer Corps, so that the
        3rd is a 6-7 and the 4th a 7-7 (TRC-28.4.4a)."""
        units = {u.id: counter(u) for u in self.data.units}
        one, other = (units[name] for name in SWAPPED)
        units[one.id] = replace(one, attack=other.attack, defence=other.defence)
        units[other.id] = replace(other, attack=one.attack, defence=one.defence)
        self.game.stage(units.values())

    def define(self) -> None:
        """Declares the sets of units of 28.4: the late headquarters OKH and Vistula (28.4.2a), flak
        corps (28.4.1a), German infantry as strong as the 38th Corps (28.4.3a) and as the 12th SS
        Corps (28.4.6a); and for each Russian army the Guards army that may replace it (28.4.5a)."""
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
        """Says whether a counter is in the game: the added units are (TRC-28.4a); for other
        counters the answer is `so_far`."""
        return in_force("TRC-28.4a") if unit.option == "28.4" else so_far

    @AxisReplacements.trucks.then(unless="TRC-28.4.1a")
    @AxisReplacements.replaceable.then(unless="TRC-28.4.1a")
    def flak_comes_back(self, units: Units) -> Units:
        """Adds the two flak corps to the motorized corps that the Axis may replace, while the rule
        that a lost flak corps is never replaced (TRC-28.4.1a) is off."""
        return units | self._flak

    @Arrivals.due.then(unless="TRC-28.4.2a")
    def due(self, due: Units, side: int, impulse: int) -> Units:
        """Keeps the headquarters OKH and Vistula from arriving at Berlin, while the rule that they
        arrive there (TRC-28.4.2a) is off."""
        return due - self._late_hqs

    # -- the 38th Corps ---------------------------------------------------------------------

    @Calendar.motorize.after("TRC-28.4.3a")
    @during(AXIS, FIRST)
    def motorize(self, side: int, impulse: int) -> None:
        """Exchanges the German 38th Infantry Corps in January 1945 for the 38th Panzer Corps; if
        the 38th is not in play, the Axis chooses another 3-4 infantry corps for the exchange
        (TRC-28.4.3a)."""
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
        """Removes the 12th SS Corps from the game at the end of October 1944; if the corps has been
        lost, makes the Axis remove a regular German 4-4 corps instead (TRC-28.4.6a)."""
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
        """Offers the Russian, in the first impulse, to replace his 30th, 16th and 62nd armies by
        Guards armies, for the difference of the combat factors in replacement points
        (TRC-28.4.5a)."""
        able = self.promoted()
        with again("guards", RUSSIAN, "TRC-28.4.5a", "end-guards", able) as d:
            text = "too few points are left for the stronger army"
            paid = able.where(lambda u: self.promotion(u) <= self.russian_replacements.points)
            with d.unit("promote", able, only("TRC-28.4.5a", paid, text)) as army:
                heir = local(self._heir(army))
                self.russian_replacements.pay(self.promotion(army), "TRC-28.4.5a")
                self.axis_replacements.take_place(heir, army, "TRC-28.4.5a")

    def promoted(self) -> Units:
        """The Russian armies in play that a Guards army can replace now, since that Guards army is
        due and not in play yet (TRC-28.4.5a)."""

        def ready(army: Int) -> Int:
            heir = self._heir(army)
            # units that no Guards army replaces have the heir -1
            return units_at("counters").contains(heir) & (self.turn >= self.due_turn(heir))

        return (units_on_map() | self.arrivals.off_map(RUSSIAN)).where(ready)

    def promotion(self, army: Int) -> Int:
        """The replacement points for the Guards army that replaces an army: the difference of their
        combat factors, 2 for the 62nd Army, a 5-3, and the 8th Guards, a 7-4 (TRC-28.4.5b)."""
        price = self.russian_replacements.price(self._heir(army))
        return price - by("TRC-28.4.5b", self.factor(army))
