"""Barbarossa (1971): armies break down into corps, and corps combine into armies.

An action names a kind of counter, since counters of a kind are equal. A counter placed in a round
of breaking down and combining takes no further part in that round; otherwise the player could
repeat the same position without end.
"""

from __future__ import annotations

from functools import reduce
from operator import and_

from eastfront.program import *
from eastfront.systems.choosing import remaining
from eastfront.systems.combining import Recipe, parts_of
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, step

from .board import AXIS, SOVIET
from .section import Section

RULES = {
    "DE:pza": "SPI-BREAK-T1",
    "DE:ina": "SPI-BREAK-T2",
    "SU:shk": "SPI-BREAK-T4",
    "SU:tka": "SPI-BREAK-T5",
}
"""The rule that states the parts of each army, by the kind of the army.

- `DE:pza`, a German 11-8-8: three 3-2-8 (SPI-BREAK-T1).
- `DE:ina`, a German 5-7-3: three 1-2-3 (SPI-BREAK-T2).
- `SU:shk`, a Soviet 5-9-3: two 2-4-2 (SPI-BREAK-T4).
- `SU:tka`, a Soviet 6-5-5: two 2-1-5 and a 1-2-5 (SPI-BREAK-T5).
"""
ALLIED = "SPI-BREAK-T3"
"""The rule that states the parts of an Allied 2-4-2 army: two 1-2-2 corps of its nation."""


class Breakdown(Section):
    """The rules by which armies break down into corps, and corps combine into armies."""

    fresh = unit_flag("fresh", Life.MOVE)
    """Counters placed in this round of breaking down and combining."""
    chosen = unit_flag("part", Life.MOVE)
    """Units picked as parts of the army that is being formed."""

    def define(self) -> None:
        """Declares the armies of each side with their parts, from the chart; `RULES` and `ALLIED`
        name the rule of each army (SPI-BREAK-T1, T2, T3, T4, T5)."""
        self.recipes: tuple[dict[str, Recipe], dict[str, Recipe]] = {}, {}
        for army, parts in self.data.charts["breakdown"]["army"].items():
            if in_force(RULES.get(army, ALLIED)):
                made = [(self.kinds[kind], int(count)) for kind, count in parts]
                side = SOVIET if army.startswith("SU:") else AXIS
                self.recipes[side][army] = Recipe(self.kinds[army], made)

    def breakable(self, side: int) -> Units:
        """The armies of a side that can break down: the counters that are not in play suffice for
        all parts of each."""
        armies = self.recipes[side].values()
        return union((army.whole.when(self._in_stock(army)) for army in armies), no_units())

    def _in_stock(self, army: Recipe) -> Int:
        """Says whether enough counters that are not in play are left for all parts of an army."""
        return reduce(and_, [self.losses.spares(kind) >= n for kind, n in army.parts])

    def form_limit(self, side: int) -> Limit:
        """The limit on the armies that a side may form of smaller units now.

        The Axis may form any. The Soviets form none in the Barbarossa Game (SPI-BREAK-S1), any in
        the other standard games (SPI-BREAK-S2), and any from October 1942 on in the Campaign Game
        (SPI-BREAK-S3).
        """
        axis, every = self.of[AXIS], all_units()
        first = self.data.setup["combining_from"]
        if first is None:
            return only("SPI-BREAK-S1", axis, "the Soviets form no armies in this game")
        if self.is_campaign:
            late = axis | every.when(self._late_enough())
            return only("SPI-BREAK-S3", late, "the Soviets form armies from October 1942 on")
        allows = by("SPI-BREAK-S2", every) | axis
        return only("SPI-BREAK-C2", allows, "the Soviets form no armies")

    def may_form(self, side: int) -> Int:
        """Says whether a side may combine units into armies now; the Axis always may."""
        if side == AXIS:
            return number(1)
        limit = self.form_limit(side)
        if self.is_campaign and self.data.setup["combining_from"] is not None:
            return by(limit.rule, self._late_enough(), otherwise=1, told=True)
        return remaining(self.of[side], limit).any()

    def _late_enough(self) -> Int:
        """Says whether the game turn is the first in which the Soviets may form armies, or a later
        one."""
        return self.turn >= int(self.data.setup["combining_from"])

    @law("SPI-BREAK-S1", "the Soviets form no armies in this game")
    def _no_armies(self) -> Int:
        """Says whether no Soviet army, a 5-9-3 or a 6-5-5 by its printed values, is on the map
        (BREAK-S1). The answer is always yes in games in which the Soviets may combine units, and
        with situation 7, in which they may begin with armies (SPI-WHATIF-7A)."""
        late = self.option("situation-7") or self.data.setup["combining_from"] is not None
        armies = union((army.whole for army in self.recipes[SOVIET].values()), no_units())
        return number(late) | ~(armies & units_on_map()).any()

    # -- STACK-C2: who stands together --------------------------------------

    def gathers(self, side: int, unit: Int, hexes: Hexes) -> Hexes:
        """The full hexes among ``hexes`` that a Soviet unit may still enter: once it is there, its
        side can form an army in the hex and so bring the hex within the stacking limit
        (SPI-STACK-C2). None for the Axis and for support units."""
        if side == AXIS:
            return no_hexes()  # three corps take the room of their army
        there = hexes & self.stacking.full(side)
        fits = there.where(lambda h: self._saves(side, units_at(h) | one_unit(unit), h))
        return fits.when(self.may_form(side) & ~self.support.contains(unit))

    def gathers_at(self, side: int, at: Int) -> Int:
        """Says whether forming armies in a hex brings the hex within its stacking limit; never for
        the Axis, whose corps take no more room than their army."""
        if side == AXIS:
            return number(0)
        return self.may_form(side) & self._saves(side, units_at(at), at)

    def _saves(self, side: int, units: Units, at: Int) -> Int:
        """Says whether forming as many armies as possible of ``units`` in the hex ``at`` brings the
        hex within its stacking limit.

        For each other hex above its limit one army counter is reserved, since units there may need
        a counter too. No kind of unit is a part of two kinds of army, so each kind of army is
        counted by itself.
        """
        armies = self.recipes[side].values()

        def saved(others: Int) -> Int:
            fewer = number(0)
            for army in armies:
                times = larger(self.losses.spares(army.whole) - others, 0)
                for kind, n in army.parts:
                    times = smaller(times, (units & kind).count() // n)
                fewer = fewer + times * (army.size - 1)
            return fewer

        others = (self.stacking.overstacked(side) - one_hex(at)).count()
        some = union((army.complete(units) for army in armies), number(0))
        fits = let(let(others, saved), lambda n: self.stacking.may_stack(side, units, at, n))
        return some & fits

    # -- BREAK-C1 to C7: the rounds -----------------------------------------

    @procedure("{side} reorganization, {beginning}")
    def round(self, side: int, beginning: int) -> None:
        """Offers a side to break down armies and to combine units, in either Movement Phase
        (SPI-BREAK-C7). ``beginning`` is 1 at the beginning of the phase, 0 at its end.

        At the beginning of the phase armies may break down (SPI-BREAK-C1) and units combine
        (SPI-BREAK-C2); at its end units may combine (SPI-BREAK-C3), but no army breaks down
        (SPI-BREAK-C4).
        """
        rule = "SPI-BREAK-C2" if beginning else "SPI-BREAK-C3"
        with loop():
            old = self.there(side) - self.fresh.units
            able = old & self.breakable(side)
            if beginning:
                breaks = by("SPI-BREAK-C1", able)
            else:
                breaks = by("SPI-BREAK-C4", no_units(), otherwise=able)
            forms = by(rule, self._formable(side))
            allowed = self.form_limit(side)
            with when(~(breaks.any() | (self.may_form(side) & forms.any()))):
                break_()
            with decide("reorganization", side, rule) as d:
                with d.unit("break", breaks.distinct()) as unit:
                    self._break_down(side, unit)
                with d.unit("form", forms.distinct(), allowed) as unit:
                    self._form(side, unit)
                with d.option("end-reorganization", 1, *self._cured(side, beginning), passes=True):
                    break_()
        over(Life.MOVE)

    def _cured(self, side: int, beginning: int) -> list[Limit]:
        """The limit that a side may not end its Movement Phase while a hex is above the stacking
        limit and the hex would be within it once an army is formed there (SPI-STACK-C2, reading
        R17); no limit at the beginning of the phase."""
        if beginning:
            return []
        gathered = self.stacking.gathered(side)
        return [only("SPI-STACK-C2", ~gathered.any(), "units above the limit form an army")]

    def _formable(self, side: int) -> Units:
        """The armies that a side can form: for each kind of army whose parts are all together in
        some hex, one counter not in play."""
        out = no_units()
        for army in self.recipes[side].values():
            counter = self.losses.spare(army.whole)
            out = out | one_unit(counter).when(self._places(side, army).any())
        return out

    def _places(self, side: int, army: Recipe) -> Hexes:
        """The hexes with all parts of an army: only units in the same hex combine
        (SPI-BREAK-C5)."""
        loose = self.there(side) - self.fresh.units - self.chosen.units
        return by(
            "SPI-BREAK-C5",
            army.places(loose, stacked(side, army.size)),
            otherwise=(loose & army.parts[0][0]).hexes().when(army.complete(loose)),
        )

    def _break_down(self, side: int, unit: Int) -> None:
        """Replaces an army by the counters of its parts in the same hex (SPI-BREAK-C6); the parts
        are isolated, or wait at the Kerch Straits, if the army was or did (`replaced`)."""
        at = local(place_of(unit))
        for _, kind in parts_of(self.recipes[side].values(), unit):
            part = local(self.losses.spare(kind))
            self.enter(part, at, "SPI-BREAK-C6")
            mark(self.fresh, one_unit(part))
            self.replaced(part, one_unit(unit))
        self.leave(one_unit(unit), "pool", "SPI-BREAK-C6")

    @procedure("{side} army")
    def _form(self, side: int, unit: Int) -> None:
        """Replaces units by the army of which they are the parts, in the same hex (SPI-BREAK-C6).
        The player picks the parts one by one; the first part picked determines the hex."""
        at = local(-1)
        for army, kind in parts_of(self.recipes[side].values(), unit):
            self._pick(side, army, kind, at)
        self.enter(unit, at, "SPI-BREAK-C6")
        mark(self.fresh, one_unit(unit))
        self.replaced(unit, self.chosen.units)
        self.leave(self.chosen.units, "pool", "SPI-BREAK-C6")
        clear(self.chosen)

    def _pick(self, side: int, army: Recipe, kind: Units, at: Int) -> None:
        """Makes the player pick one of the counters of a kind as a part of an army to be formed.
        ``at`` is the hex of the parts picked before, in which the counter must be (SPI-BREAK-C5);
        -1 for the first part, which is picked in any hex with all parts."""
        loose = (kind & self.there(side)) - self.fresh.units - self.chosen.units
        first = loose.inside(self._places(side, army))
        here = by("SPI-BREAK-C5", loose & units_at(at), otherwise=loose)
        here = if_else(at < 0, first, here)
        with decide("part", side, "SPI-BREAK-C5") as d, d.unit("with", here.distinct()) as part:
            assign(at, place_of(part))
            mark(self.chosen, one_unit(part))

    @procedure("{side} reorganization before deployment")
    def before_deployment(self, side: int) -> None:
        """Offers a side to break down and combine its armies before they are set up, by exchange of
        counters alone (BREAK-C6), since the cover of its front may require smaller units (reading
        R69)."""
        with loop():
            waiting = self.deployment.waiting(side) - self.fresh.units
            spare = self.deployment.enough_left(side, 1)
            enough = self.deployment.enough_left(side)
            whole = waiting & self.breakable(side)
            with decide("reorganization", side, "SPI-BREAK-C6") as d:
                with d.unit("break", whole.distinct()) as unit:
                    self._break_down(side, unit)
                with d.unit("form", self._formable_from(side, waiting, spare).distinct()) as unit:
                    self._form_from(side, waiting, unit)
                with d.option("end-reorganization", enough | ~whole.any(), passes=True):
                    break_()
        over(Life.MOVE)

    def _formable_from(self, side: int, waiting: Units, spare: Int) -> Units:
        """The armies that can replace units waiting to be set up: for each kind of army whose parts
        are all among the waiting units, one counter. No armies unless ``spare`` is nonzero, that
        is, unless the front can be covered with one unit fewer."""
        out = no_units()
        for army in self.recipes[side].values():
            counter = one_unit(self.losses.spare(army.whole))
            out = out | counter.when(army.complete(waiting))
        return out.when(spare & self.may_form(side))

    def _form_from(self, side: int, waiting: Units, unit: Int) -> None:
        """Replaces units that wait to be set up by the counter of their army (BREAK-C6); equal
        units are interchangeable, so the first ones of each kind are taken."""
        for _, kind in parts_of(self.recipes[side].values(), unit):
            self.leave((waiting & kind).first(), "pool", "SPI-BREAK-C6")
        self.leave(unit, "to deploy", "SPI-BREAK-C6")
        mark(self.fresh, one_unit(unit))

    @step
    def replaced(self, unit: Int, former: Units) -> None:
        """Passes the status of former counters on to the counter that replaces them: whether they
        are isolated (SUPPLY-A1), and whether they wait at the Kerch Straits (MOVE-L2)."""
        self.supply.inherit(unit, former)
        self.straits.inherit(unit, former)
