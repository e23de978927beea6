"""Barbarossa Deluxe, 8.31: the German Tiger battalions (TB), which are attached to corps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.choosing import choose
from eastfront.systems.laws import law
from eastfront.systems.riders import Riders
from eastfront.systems.sections import rule, step, value

from .arrivals import Arrivals
from .battle import Battle
from .board import PREPARED, Board
from .caucasus import Caucasus
from .data import CORPS
from .events import Events
from .ground import GERMAN, SOVIET
from .section import Counters
from .strength import Strength
from .turn import GameTurn


class Tigers(Riders, Counters):
    """The Tiger battalions; played in scenarios in which one of them takes part."""

    word = "TB"
    carrying = ("caucasus",)

    @classmethod
    def is_rider(cls, unit: UnitRow) -> bool:
        """Says whether a unit is a Tiger battalion."""
        return unit.kind == "tiger"

    of = is_rider

    # -- 8.31a to 8.31d: parents ------------------------------------------------------------

    @value
    def may_carry(self) -> Units:
        """The German corps to which a battalion may be attached: no Axis satellite army, and none
        with a battalion in its stack (BD-8.31c)."""
        return self._corps_without(self.parents)

    def _corps_without(self, others: Units) -> Units:
        """The corps, other than the present parents, in whose stacks none of ``others`` is, some
        parents of battalions."""
        corps = self.units_where("german corps", lambda u: u.kind in CORPS)
        corps = by("BD-8.31c", corps, otherwise=lambda: corps | self.satellites)
        return corps - self.parents - by("BD-8.31c", corps.inside(others.hexes()))

    @Board.uncounted.then("BD-8.31b")
    def _uncounted(self, so_far: bool, unit: UnitRow) -> bool:
        """Battalions do not count for stacking (BD-8.31b)."""
        return so_far or self.is_rider(unit)

    @GameTurn.set_up.after("BD-8.31b")
    def _set_up(self) -> None:
        """Attaches each battalion that is set up in a hex to a corps there, of the German's choice,
        since no battalion is alone (BD-8.31b)."""
        if self.data.setup["attachments"]:
            self._ready_attachments()
        self.settle(GERMAN, "BD-8.31b")

    @rule("BD-14.7b")
    def _ready_attachments(self) -> None:
        """Offers the German the ready attachments of the scenario; he may attach the battalions
        freely instead (BD-14.7b)."""
        with decide("set-up", GERMAN, "BD-14.7b") as d:
            with d.option("automatic"):
                for row in self.data.setup["attachments"]:
                    self.attach(self.unit(row["unit"]), self.unit(row["to"]), "BD-14.7b")
            with d.option("free"):
                pass

    @GameTurn.place_freely.instead("BD-8.31b", rank=1)
    def _set_up_freely(self, former: Callable[[int, Int], None], side: int, u: Int) -> None:
        """A battalion that is set up freely is attached to a corps that is (BD-8.31b)."""
        free = [name for row in self.game_turn.free_units(side) for name in row["units"]]
        if not any(self.data.units[n].id in free for n in self.indices):
            former(side, u)
            return
        placed = self.units_where("set up freely", lambda c: c.id in free) & self.may_carry()
        with either(self.riders.contains(u)) as otherwise:
            corps = (placed & units_on_map()).distinct()
            with choose("attachment", side, "BD-8.31b", "attach-to", corps, about=u) as to:
                self.attach(u, to, "BD-8.31b")
            otherwise()
            former(side, u)

    @GameTurn.set_up_ready.after("BD-8.31b")
    def _attach_ready(self, side: int, nth: int) -> None:
        """In the ready set-up a battalion is attached to the corps before it in the list of its
        hex."""
        for row in self.data.setup["automatic"]:
            for corps, rider in pairwise(row["units"]):
                index = self.unit(rider)
                if side == GERMAN and index in self.indices:
                    self.attach(index, self.unit(corps), "BD-8.31b")

    @Arrivals.able_to_enter.then("BD-8.31a")
    def _able(self, so_far: Units, side: int, units: Units) -> Units:
        """A battalion can enter if there is a corps for it."""
        if side == SOVIET:
            return so_far
        arriving = (units & self.riders).when(self._supplied().any())
        return (so_far - self.riders) | arriving

    @Arrivals.bring_in.instead("BD-8.31a")
    def _come(
        self, former: Callable[[int, Int, str], None], side: int, unit: Int, rule: str
    ) -> None:
        """Attaches an arriving battalion to a corps in overland supply, of the German's choice
        (BD-8.31a)."""
        if side == SOVIET:
            former(side, unit, rule)
            return
        with either(self.riders.contains(unit)) as otherwise:
            corps = self._supplied().distinct()
            with choose("attachment", side, "BD-8.31a", "attach-to", corps, about=unit) as to:
                self.attach(unit, to, "BD-8.31a")
            otherwise()
            former(side, unit, rule)

    def _supplied(self) -> Units:
        """The corps in overland supply that may carry an arriving battalion."""
        return self.may_carry().inside(self.supply.german_overland)

    @Arrivals.transfers.after("BD-8.31d")
    def _transfer(self, d: Decision, limit: Limit) -> None:
        """Offers the German, as strategic movement, the transfer of a battalion from its corps in a
        city in overland supply to another corps (BD-8.31d); the battalion counts as a mechanised
        unit (reading D-66)."""
        railed = self.arrivals.railed
        corps = units_on_map() - railed.units
        ready = self.riders - railed.units
        ready = ready.where(lambda r: corps.contains(self.parent_of(r)))
        with d.unit("transfer", ready, limit) as u:
            self.arrivals.use_railway(u)
            parent = local(self.parent_of(u))
            start = one_hex(place_of(parent))
            reached = self.arrivals.by_rail(start, occupied(SOVIET)) | start
            others = self._corps_without(self.parents - one_unit(parent)).inside(reached)
            with choose(
                "transfer", GERMAN, "BD-8.31d", "onto", others, decline="stay", about=u
            ) as to:
                self.arrivals.pay_railway(u)
                self.attach(u, to, "BD-8.31d")

    @Board.one_of_a_kind.then("BD-8.31c")
    def _one_in_a_stack(
        self, so_far: list[tuple[str, str, Hexes]], units: Units
    ) -> list[tuple[str, str, Hexes]]:
        """No corps with a battalion enters a hex with another battalion (BD-8.31c)."""
        others = (self.parents - units).hexes().when((units & self.parents).any())
        return [*so_far, ("BD-8.31c", "another Tiger battalion is there", others)]

    @Board.fitting.then("BD-8.31c")
    def _fitting(self, so_far: Hexes, hexes: Hexes, unit: Int) -> Hexes:
        """A corps with a battalion fits into no hex with another (BD-8.31c)."""
        return so_far - self.parents.hexes().when(self.parents.contains(unit))

    @Board.able_to_fit.then("BD-8.31c")
    def _able_to_fit(self, so_far: Units, units: Units, hexes: Hexes) -> Units:
        """A corps with a battalion needs a hex without another (BD-8.31c)."""
        return so_far - self.parents.where(lambda u: ~self.fitting(hexes, u).any())

    @Caucasus.can_return.then("BD-8.31c")
    def _return_apart(self, so_far: Int, units: Units, doors: Hexes) -> Int:
        """Each corps with a battalion needs an exit without another (BD-8.31c)."""
        free = (doors & self.room(GERMAN)) - self.parents.hexes()
        return so_far & (free.count() >= (units & self.parents).count())

    @Caucasus.in_turn.then("BD-8.31c")
    def _return_first(self, so_far: list[Units], units: Units) -> list[Units]:
        """The corps with battalions choose their exits first, then those that are left."""
        return [units & self.parents, *so_far]

    # -- 8.31e to 8.31h: battles ------------------------------------------------------------

    @Strength.shifts.then("BD-8.31e", told=False)
    def _shift(self, so_far: Int, side: int) -> Int:
        """Gives the German one column shift in a battle with any number of battalions, in attack or
        defence (BD-8.31e), in mobile assaults too (BD-8.31h)."""
        involved = self.attackers if side == GERMAN else self.strength.defenders(side)
        prepared = self.battle_kind == PREPARED
        able = (involved & self.parents).any()
        able = by("BD-8.31h", able, otherwise=able & prepared)
        return so_far + self.strength.shift("BD-8.31e", 1 if side == GERMAN else -1, able)

    @Battle.undivided.then("BD-8.31g", told=False)
    def _given(self, so_far: Int, unit: Int, base: Int, divisor: Int) -> Int:
        """Counts a battalion as one factor of the attackers lost in a bloodbath (BD-8.31g)."""
        return so_far + self.parents.contains(unit)

    @Battle.factors_lost.then("BD-8.31g", told=False)
    def _lost(self, so_far: Int, side: int) -> Int:
        """Counts a battalion as one factor of the defenders lost in a bloodbath (BD-8.31g)."""
        if side == GERMAN:
            return so_far
        return so_far + (self.strength.defenders(side) & self.parents).count()

    # -- 8.31f, 8.31i to 8.31k: losses ------------------------------------------------------

    @Events.perished.after("BD-8.31f")
    def _share_fate(self, units: Units) -> None:
        """Eliminates a battalion with its corps (BD-8.31f)."""
        self.lose(units, "removed", "BD-8.31f")

    @step
    def fallen(self, rider: Int) -> None:
        """Reports the loss of a battalion, and brings it back if it returns."""
        note("eliminated", rider)
        self._return(rider)

    @rule("BD-8.31i")
    def _return(self, rider: Int) -> None:
        """Rolls for the number of game turns until an eliminated battalion, one of the two that
        return (BD-8.31k), comes back as a reinforcement (BD-8.31i); one that would come back after
        the last turn is lost for good (BD-8.31j)."""
        # two battalions are no dotted ones, the 505th and the 509th
        two = self.replaceable
        returning = by("BD-8.31k", two, otherwise=lambda: self.riders - two)
        with when(returning.contains(rider)):
            back = local(self.turn + roll("tiger return", "BD-8.31i"))
            with when(by("BD-8.31j", back <= self.turns[1], otherwise=True)):
                self.leave(rider, "later", "BD-8.31i")
                self.events.bring_back(rider, back, "BD-8.31i")

    # -- laws -------------------------------------------------------------------------------

    @law("BD-8.31d", "a Tiger battalion is where its corps is")
    def _aboard(self) -> Int:
        """Says whether each attached battalion has one corps, on the map or in a box."""
        return self.in_order()

    @law("BD-8.31c", "at most one Tiger battalion in a hex")
    def _alone(self) -> Int:
        """Says whether no hex has two battalions (8.31c)."""
        return self.apart()
