"""Barbarossa (1971): overruns in Movement Phases, by one motorized unit or by several together,
which may come from several hexes."""

from __future__ import annotations

from functools import partial

from eastfront.program import *
from eastfront.systems.choosing import joining, remaining
from eastfront.systems.fields import unit_flag
from eastfront.systems.laws import law
from eastfront.systems.sections import procedure, rule

from .board import AXIS
from .data import counter
from .section import Section

ODDS = 9
"""The odds to one that an overrun needs (SPI-OVR-GEN2)."""
MOST_MEMBERS = 3
"""The largest number of units in a group that overruns, equal to the largest number of combat units
that a hex holds."""


class Overruns(Section):
    """Overruns, by one motorized unit or a group of motorized units.

    After a move the points spent by a motorized unit stay recorded, so that the unit can still
    overrun with the rest; nothing else of a finished move is stored (SPI-MOVE-H1).
    """

    member = unit_flag("overruns", Life.MOVE)
    overran = unit_flag("overran", Life.PHASE)

    def define(self) -> None:
        """Declares the hexes of each side that are weak enough to be overrun by the strongest
        possible group of the enemy."""
        self._weak = self.views("{} weak hexes", self._within_reach)

    def _within_reach(self, side: int) -> Hexes:
        """The hexes of a side whose defence strength, undoubled, is at most a ninth of the attack
        strength of the strongest possible group of the other side (OVR-GEN2)."""
        motors = [counter(u) for u in self.data.units if u.side != self.sides[side]]
        best = max(
            u.attack * (1 if u.size == "army" and side != AXIS else 3)
            for u in motors
            if u.mobility == "motorized"
        )
        least = number(by("SPI-OVR-GEN2", best // ODDS, otherwise=MOST_DEFENCE))
        own = self.of[side]
        return occupied(side).where(lambda h: (units_at(h) & own).sum(self.defence) <= least)

    # -- OVR-GEN1 to GEN10: the overrun -------------------------------

    @rule("SPI-OVR-GEN1")
    def offer(self, d: Decision, side: int) -> None:
        """Offers a side, in either of its Movement Phases (SPI-OVR-GEN1), the enemy-occupied hexes
        that adjacent motorized units can overrun: their attack strength is at least nine times the
        defence strength there (SPI-OVR-GEN2)."""
        motors = (self.fighters(side) & self.motorized).hexes()
        near = occupied(1 - side) & self.near(motors) & self._weak[1 - side]
        targets = near.where(lambda h: self.joiners(side, h, no_units()).any())
        strong = only("SPI-OVR-GEN2", targets, "no group next to it reaches nine to one")
        with d.hex("overrun", by("SPI-OVR-GEN2", near, otherwise=targets), strong) as target:
            self._overrun(side, target)

    @procedure("{side} overrun")
    def _overrun(self, side: int, target: Int) -> None:
        """Makes the player choose the units that overrun a hex, one by one, until their total
        attack strength is at least nine times the defence strength of the hex (OVR-GEN2). Then
        these units move together onto the enemy-occupied hex, which counts as vacant
        (SPI-OVR-GEN3)."""
        group = self.member.units
        # the units move together onto the enemy-occupied hex
        with loop(), decide("overrun", side, "SPI-OVR-GEN3") as d:
            winning = self.joiners(side, target, group)
            beside = (self.fighters(side) & units_on_map()).inside(self.near(one_hex(target)))
            limits = [*self.limits(side), self.paid(side, target)]
            # the group has at least nine times the defence strength of the hex
            wins = only("SPI-OVR-GEN2", winning, "no group with it reaches nine to one")
            with d.unit("join", (beside - group).distinct(), *limits, wins) as unit:
                mark(self.member, one_unit(unit))
            with d.option("go", self.wins(side, target, group)):
                self._enter(side, target)
                break_()
        over(Life.MOVE)

    def _enter(self, side: int, target: Int) -> None:
        """Moves a group onto the enemy-occupied hex that it overruns, which then counts as vacant
        of enemies (SPI-OVR-GEN3): the overrun units are ignored from this instant (SPI-OVR-GEN6),
        and `end_phase` removes them when the Movement Phase ends (SPI-OVR-GEN5)."""
        group = self.member.units
        beaten = units_at(target) & self.of[1 - side]
        self.leave(beaten, "overrun", "SPI-OVR-GEN6")
        with until(~(group - units_at(target)).any()):
            unit = local((group - units_at(target)).first())
            self.movement.pay(unit, self.price(side, unit, target))
            self.movement.come(side, unit, target, "SPI-OVR-GEN3")
        self._go_no_farther(group)

    @rule("SPI-OVR-GEN4")
    def _go_no_farther(self, group: Units) -> None:
        """Ends the move of units that have overrun: they move no farther in this Movement Phase
        (SPI-OVR-GEN4)."""
        mark(self.overran, group, "SPI-OVR-GEN4")
        with each(group) as unit:
            self.movement.exhaust(unit)
            self.movement.finish(unit)

    def end_phase(self) -> None:
        """Destroys the units overrun in this Movement Phase, as the phase ends (SPI-OVR-GEN5)."""
        self.losses.destroy(units_at("overrun"), "SPI-OVR-GEN5")

    @law("SPI-OVR-GEN5", "overrun units are removed when the phase ends")
    def _removed(self) -> Int:
        """Says whether the box of overrun units is empty, as it must be outside a Movement Phase in
        which units have overrun: overrun units are destroyed as that phase ends (OVR-GEN5). During
        such a phase the answer is always yes."""
        return ~units_at("overrun").any() | self.overran.units.any()

    # -- OVR-A, B, D, E, F: who and where -----------------------------

    def limits(self, side: int) -> list[Limit]:
        """The limits on units that overrun: motorized units alone (SPI-OVR-A1), in General Supply
        (SPI-OVR-A2), at most once in a Movement Phase, since a unit moves no farther after an
        overrun (SPI-OVR-GEN4), and no unit that must not move in this phase (MOVE-L3)."""
        return [
            only("SPI-OVR-A1", self.motorized, "only motorized units overrun"),
            only("SPI-OVR-A2", self.supply.supplied(side), "it is out of General Supply"),
            only(
                "SPI-OVR-GEN4",
                all_units() - self.overran.units,
                "it has made an overrun in this phase",
            ),
            *self.movement.held.limits(all_units(), side),
        ]

    def able(self, side: int) -> Units:
        """The units of a side that may still overrun in this phase: motorized units (SPI-OVR-A1) in
        General Supply (SPI-OVR-A2) that have not yet overrun and may move (MOVE-L3)."""
        return remaining(self.fighters(side) & units_on_map(), *self.limits(side))

    def price(self, side: int, unit: Number, target: Number, at: Int | None = None) -> Int:
        """The movement points that a unit pays to overrun the hex ``target`` from the adjacent hex
        ``at``, by default the hex where it is: 3 more than the normal cost of entry (SPI-OVR-D),
        which by reading R12 includes the costs of a river hexside and of enemy zones of control."""
        at = place_of(unit) if at is None else at
        entry = CostTables().step(self.by_season(self.march), at, target)
        return entry + self.zones.toll(side, unit, at, target) + by("SPI-OVR-D", 3)

    def paying(self, side: int, target: Number) -> Units:
        """The units of a side next to a hex that may overrun it and have the movement points for
        the full cost."""
        near = self.able(side).inside(self.near(one_hex(target)))
        return remaining(near, self.paid(side, target))

    def paid(self, side: int, target: Number) -> Limit:
        """The limit that a unit overruns a hex only with movement points for the full cost
        (SPI-OVR-E)."""

        def pays(unit: Int) -> Int:
            return self.price(side, unit, target) <= self.movement.left(unit)

        return only("SPI-OVR-E", self.fighters(side).where(pays), "too few movement points")

    @rule("SPI-OVR-GEN1", otherwise=number(0))
    def follows(self, side: int, unit: Int, at: Int, rest: Int) -> Int:
        """Says whether a unit that moves to the hex ``at`` and has ``rest`` movement points left
        can then overrun an adjacent hex, alone or together with other units, each from its own hex
        (SPI-OVR-GEN1, GEN2, GEN3)."""
        near = occupied(1 - side) & self.near(one_hex(at)) & self._weak[1 - side]
        near = near.when(self.able(side).contains(unit))

        def strikes(target: Int) -> Int:
            pays = self.price(side, unit, target, at) <= rest
            others = self.paying(side, target) - one_unit(unit)
            wins = partial(self.wins, side, target, come=(unit, at))
            group = one_unit(unit)
            joined = joining(wins, group, others, MOST_MEMBERS - 1).any()
            return pays & (wins(group) | joined)

        return near.where(strikes).any()

    def go_from(self, side: int, hexes: Hexes) -> Int:
        """Says whether a unit can leave one of ``hexes`` by an overrun (SPI-OVR-GEN1); a hex above
        the stacking limit can so come within that limit by the end of the phase (SPI-STACK-A)."""
        there = self.able(side).inside(hexes)
        return there.where(
            lambda u: self.follows(side, u, place_of(u), self.movement.left(u))
        ).any()

    def wins(
        self, side: int, target: Number, group: Units, come: tuple[Int, Int] | None = None
    ) -> Int:
        """Says whether a group can overrun a hex: its attack strength is at least nine times the
        defence strength there (SPI-OVR-GEN2), and the group is within its stacking limit
        (SPI-OVR-B).

        Rough terrain doubles the defence (SPI-OVR-F1), and so do rivers if all units of the group
        cross one (SPI-OVR-F2). ``come`` is a unit and the hex in which the unit is assumed to be.
        """

        def from_(u: Int) -> Int:
            return place_of(u) if come is None else if_else(u == come[0], come[1], place_of(u))

        wet = ~group.where(lambda u: ~self.river(from_(u), target)).any()
        river = by("SPI-OVR-F2", wet & self.weather.rivers_flow, told=True)
        rough = by("SPI-OVR-F1", self.rough.contains(target), told=True)
        defence = self.combat.defence_of(1 - side, target, river + rough)
        strong = group.sum(self.attack) >= defence * ODDS
        fits = self.stacking.may_stack(side, group, target)
        enough = by("SPI-OVR-GEN2", strong, otherwise=True)
        return enough & by("SPI-OVR-B", fits, otherwise=True) & group.any()

    def joiners(self, side: int, target: Int, group: Units) -> Units:
        """The units that can join ``group``, which is to overrun the hex ``target``: those with
        which the group can overrun the hex (see `wins`), at once or after more have joined."""
        wins, paying = partial(self.wins, side, target), self.paying(side, target)
        return joining(wins, group, paying, MOST_MEMBERS)


MOST_DEFENCE = 999
"""A number greater than the defence strength of any hex."""
