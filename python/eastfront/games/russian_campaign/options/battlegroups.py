"""The Russian Campaign, 26.4: optional battlegroups, the remnants of lost defenders.

The box `counters` holds unused battlegroups; a battlegroup that is lost, for any reason, returns
there.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.scenario.model import UnitRow
from eastfront.systems.choosing import again, choose
from eastfront.systems.fields import unit_flag
from eastfront.systems.sections import procedure, rule

from ..arrivals import Arrivals
from ..battle import ALL_DEFENDERS, DEFENDER, Battle
from ..board import AXIS, FIRST, Board, turn_of
from ..calendar import Calendar
from ..movement import Movement
from ..overrun import AUTOMATIC_VICTORY, Overruns
from ..section import AgreedRule, Former
from ..units import Counter, counter
from ..withdrawals import Withdrawals

LEAST = 3
"""The lowest combat factor of a defender that leaves a battlegroup when it is lost (TRC-26.4d)."""

GERMAN_SOURCES = frozenset({"armor", "motorized", "infantry"})
"""The kinds of German units that leave a battlegroup when they are lost in defence; all SS units
and the Russian Guards do so too (TRC-26.4a)."""

TYPES = ("", "infantry", "armor")
"""The types of battlegroups, as they stand at the end of the names of movement classes; none is
motorized. The empty type is that of units that rebuild no battlegroup."""

REBUILT = {"infantry": "infantry", "armor": "armor", "motorized": "armor"}
"""The type of battlegroup that a unit of each kind rebuilds: infantry an infantry battlegroup,
armor and motorized units an armor battlegroup (TRC-26.4.2b)."""


class Battlegroups(AgreedRule):
    """Battlegroups, which some eliminated defenders leave in their place (26.4)."""

    name = "battlegroups"
    text = "26.4: remnants of lost defenders"
    counters_of = "26.4"

    falling = unit_flag("falling", Life.BATTLE, in_play=True)
    """The defenders that are being lost together, and that leave at most one battlegroup."""

    @Board.define_units.after()
    def find_groups(self) -> None:
        """Declares the battlegroups, the SS battlegroups, and all other SS units."""
        self.groups = no_units()
        self.groups = self.kinds("battlegroups", "battlegroup")
        self.ss_groups = self.counters_with("SS battlegroups", kind="battlegroup", ss=True)
        self.ss_troops = self.all_ss - self.groups

    @Board.ss.then("TRC-26.4.1c")
    def feared(self, ss: Units) -> Units:
        """Excludes SS battlegroups from the SS units that keep partisans five hexes away; such a
        battlegroup keeps partisans out of its own zone of control only (TRC-26.4.1c)."""
        return self.ss_troops

    def define(self) -> None:
        """Declares the units that leave battlegroups (26.4a), infantry battlegroups, and the types
        and services by which replacements rebuild battlegroups (26.4.2b, 26.4.2c)."""
        self.sources = self.counters_where("leaves a battlegroup", self._is_source)
        self._marchers = self.counters_where(
            "battlegroups on foot",
            lambda u: u.kind == "battlegroup" and self._type_of(u) == "infantry",
        )
        self._define_rebuilding()

    @Withdrawals.german_corps.then()
    def german_corps(self, corps: Units) -> Units:
        """Excludes battlegroups from the German corps that may be withdrawn, since battlegroups
        count as corps for stacking only (TRC-26.4.1a)."""
        return corps - self.groups

    @Movement.woodsmen.then()
    def woodsmen(self, woodsmen: Units) -> Units:
        """Adds infantry battlegroups to the units that need not stop in woods, as infantry need not
        (TRC-8.2b)."""
        return woodsmen | self._marchers

    @Board.counts.then()
    def groups_count(self, so_far: bool, unit: Counter) -> bool:
        """Says whether a counter has a stacking value: a battlegroup has that of a corps
        (TRC-26.4.1a); for other counters the answer is `so_far`."""
        return in_force("TRC-26.4.1a") if unit.kind == "battlegroup" else so_far

    def _is_source(self, unit: Counter) -> bool:
        """Says whether a unit leaves a battlegroup when it is lost in defence: German infantry,
        armor and motorized units, all SS units, and Russian Guards do (TRC-26.4a).

        No battlegroup has the required combat factor of three itself (TRC-26.4d).
        """
        german = unit.nation == "german" and (unit.kind in GERMAN_SOURCES or unit.ss)
        return german or unit.guards

    @staticmethod
    def _type_of(unit: Counter) -> str:
        """The type of a battlegroup, or the type of battlegroup that another unit rebuilds; empty
        if the unit rebuilds none."""
        if unit.kind == "battlegroup":
            return unit.mobility.rpartition("-")[2]
        return REBUILT.get(unit.kind, "")

    @Board.unit_class.then()
    def class_of_group(self, so_far: tuple[Any, ...], unit: UnitRow) -> tuple[Any, ...]:
        """The key that interchangeable counters share. Battlegroups of a side with the same
        service, type and factors are interchangeable; other counters keep the key `so_far`."""
        u = counter(unit)
        if u.kind == "battlegroup":
            return (u.kind, u.side, u.formation, u.mobility, u.attack, u.movement)
        return so_far

    def _define_rebuilding(self) -> None:
        """Declares for each unit the type of battlegroup that it is or rebuilds (TRC-26.4.2b), and
        its service, since Guards, German army and SS units rebuild only battlegroups of their own
        service (TRC-26.4.2c)."""
        services = [(u.nation, u.formation) for u in self.counters]
        ours = [s for s, u in zip(services, self.counters, strict=True) if u.kind == "battlegroup"]
        numbers = [ours.index(service) if service in ours else -1 for service in services]
        self._service = self.b.unit_attr("service of battlegroups", numbers)
        types = [TYPES.index(self._type_of(u)) for u in self.counters]
        self._type = self.b.unit_attr("type of battlegroup", types)

    # -- movement and losses ----------------------------------------------------------------

    @Movement.closed_to_all.then("TRC-26.4.1b")
    def closed_to_all(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Adds enemy zones of control to the hexes that battlegroups other than SS ones may not
        enter, by land or sea (TRC-26.4.1b)."""
        halted = (self.groups - self.ss_groups).contains(unit)
        return closed | self.zones.zone[1 - side].when(halted)

    def _back(self, units: Units, rule: str) -> Units:
        """Puts the battlegroups among some lost units back into the box of free counters, by
        `rule`, and returns the other units. The battlegroups are then available again
        (TRC-26.4e)."""
        self.leave(units & self.groups, "counters", rule)
        return units - by(rule, self.groups)

    @Board.eliminate.instead()
    def group_eliminated(self, former: Former, units: Units, rule: str) -> None:
        """Returns eliminated battlegroups to the free counters, where they are available again,
        instead of the replacement pool (TRC-26.4e)."""
        former(self._back(units, "TRC-26.4e"), rule)

    @Board.surrender.instead()
    def group_surrenders(self, former: Former, units: Units, rule: str) -> None:
        """Keeps battlegroups from surrendering, by a result of DS (TRC-26.4e) or by an automatic
        victory (TRC-26.4.3b): they go back to the free counters instead."""
        free = "TRC-26.4.3b" if rule == AUTOMATIC_VICTORY else "TRC-26.4e"
        former(self._back(units, free), rule)

    @Overruns.always_wins.then()
    def always_wins(self, so_far: bool, side: int) -> bool:
        """Says whether a side may win automatically on every turn: True for both sides. Before
        November 1942 `ripe_for` limits the Russian to German battlegroups (TRC-26.4.3a)."""
        return True

    @Overruns.ripe_for.then("TRC-26.4.3a")
    def ripe_for(self, winnable: Hexes, side: int) -> Hexes:
        """Adds the hexes that hold German battlegroups and no other Axis units to those that the
        Russian may take by automatic victory before November 1942 (TRC-26.4.3a)."""
        if side == AXIS:
            return winnable
        others = self.on_map(AXIS) - self.groups
        return winnable | (self.overruns.ripe.hexes - others.hexes())

    # -- battlegroups left by lost defenders ------------------------------------------------

    @Battle.lose.instead("TRC-26.4a")
    def lose(self, former: Former, side: int, unit: Int, rule: str) -> None:
        """Lets a defender lost by EX or D1, from 1942 on, leave a battlegroup in its place
        (TRC-26.4a)."""
        if rule == DEFENDER:
            self._fall(side, one_unit(unit), rule, place_of(unit))
        else:
            former(side, unit, rule)

    def _fall(self, side: int, units: Units, rule: str, at: Int) -> None:
        """Eliminates the defenders `units` in the hex `at` together, by `rule`, so that these units
        leave at most one battlegroup."""
        mark(self.falling, units)
        self.remain(side, rule, at)

    @Battle.destroy.instead("TRC-26.4a")
    def destroy(self, former: Former, attacker: int, units: Units) -> None:
        """Lets the defenders lost by DE, from 1942 on, leave battlegroups in their place
        (TRC-26.4a), at most one in each hex (TRC-26.4b); the attacker then retreats the
        battlegroups."""
        side = 1 - attacker
        self._fall_by_hexes(side, units)
        self.zones.settle_after_loss()
        self.retreats.order(attacker, side, units & self.on_map(side), 0)

    def _fall_one_by_one(self, side: int, units: Units) -> None:
        """Eliminates the defenders `units` one by one, so that each may leave a battlegroup, while
        the limit of one battlegroup in each hex (26.4b) is off."""
        self.eliminate(units & self.groups, ALL_DEFENDERS)
        with each(units & self.on_map(side) - self.groups) as unit:
            self._fall(side, one_unit(unit), ALL_DEFENDERS, place_of(unit))

    @rule("TRC-26.4b", otherwise=_fall_one_by_one)
    def _fall_by_hexes(self, side: int, units: Units) -> None:
        """Eliminates the defenders `units` hex by hex, so that those of one hex leave at most one
        battlegroup (TRC-26.4b)."""
        with each(self.strengths.beset.hexes) as at:
            self._fall(side, units.inside(one_hex(at)), ALL_DEFENDERS, at)

    @procedure("{side} battlegroup, {rule}")
    def remain(self, side: int, rule: str, at: Int) -> None:
        """Puts the lost defenders of a hex into the replacement pool. From 1942 on (26.4a) the
        owner may put one battlegroup of no higher movement factor (26.4d) in their place; the
        attacker then retreats the battlegroup (TRC-26.4c).

        The battlegroup retreats with the surviving units, or like them stays in woods (TRC-14.2b).
        """
        lost = self.falling.units
        free = units_at("counters") & self.groups & self.own(side)
        able = free.where(lambda group: self._leave(lost, group))
        chosen = local(-1)
        with when(able.any() & (self.turn >= turn_of(1942, "jan"))):
            limit = only("TRC-26.4d", able, "its movement factor exceeds that of the lost units")
            with choose("battlegroup", side, "TRC-26.4a", "leave", free, limit) as group:
                assign(chosen, group)
        self.eliminate(lost, rule)
        with when(chosen >= 0):
            self.enter(chosen, at, "TRC-26.4a")
            self.battle.defend(one_unit(chosen), "TRC-26.4c")

    def _leave(self, lost: Units, group: Int) -> Int:
        """Says whether one of the `lost` units leaves the battlegroup `group`: a unit with a combat
        factor of at least three, and with a movement factor no lower than that of the battlegroup
        (TRC-26.4d). Only SS units leave SS battlegroups."""
        fit = lost & self.sources
        fit = fit - (self.axis_units - self.ss_troops).when(self.ss_groups.contains(group))
        able = fit.where(
            lambda u: (self.factor(u) >= LEAST) & (self.printed(group) <= self.printed(u))
        )
        return by("TRC-26.4d", able, otherwise=fit).any()

    # -- replacements -----------------------------------------------------------------------

    @Calendar.replacements_due.after("TRC-26.4.2d")
    def replacements_due(self, side: int, impulse: int) -> None:
        """Offers a side, before any movement of its first impulse, to rebuild battlegroups with the
        replacements that arrive (TRC-26.4.2d)."""
        if impulse != FIRST:
            return
        turns = [int(turn) for turn in self.data.charts["axis-replacements"]["turns"]]
        # Axis armor that returns after a withdrawal rebuilds no battlegroup
        due = self.axis_replacements.union(turns) if side == AXIS else number(1)
        able = self._rebuilders(side).when(due)
        with again("battlegroups", side, "TRC-26.4.2d", "end-battlegroups", able) as d:
            self._offer_rebuilding(d, side)

    @Arrivals.offer_entry.after(unless="TRC-26.4.2d")
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """Offers to rebuild battlegroups during movement too, while the rule that they are rebuilt
        before any movement (TRC-26.4.2d) is off."""
        if impulse == FIRST:
            self._offer_rebuilding(d, side)

    def _replacements(self, side: int) -> Units:
        """The replacements of a side that arrive in this impulse."""
        return self.arrivals.waiting(side) & self.arrivals.replaced.units

    def _rebuilders(self, side: int) -> Units:
        """The arriving replacements of a side that can enter on the hex of a battlegroup and
        rebuild it (26.4.2a)."""
        able = self._replacements(side).where(lambda u: self._rebuilt_by(side, u).any())
        return by("TRC-26.4.2a", able)

    def _rebuilt_by(self, side: int, unit: Number) -> Units:
        """The battlegroups on the map that a replacement can rebuild: those of its type, infantry
        or armor (TRC-26.4.2b), and of its service, Guards, German army or SS (TRC-26.4.2c)."""
        there = self.groups & self.on_map(side)
        alike = there.where(lambda group: self._type(group) == self._type(unit))
        there = by("TRC-26.4.2b", alike, otherwise=there)
        return by("TRC-26.4.2c", self._serving(there, unit), otherwise=there)

    def _serving(self, groups: Units, unit: Number) -> Units:
        """The battlegroups among `groups` of the same service as a unit: Guards, German army or
        SS."""
        return groups.where(lambda group: self._service(group) == self._service(unit))

    def _offer_rebuilding(self, d: Decision, side: int) -> None:
        """Offers each arriving replacement to rebuild a battlegroup of its type, infantry or armor
        (TRC-26.4.2b), and of its service, Guards, German army or SS (TRC-26.4.2c)."""
        new, there = self._replacements(side), self.groups & self.on_map(side)
        own = new.where(lambda unit: self._serving(there, unit).any())
        none = "no battlegroup of its {} is on the map".format
        limits = [
            only("TRC-26.4.2c", own, none("service")),
            only("TRC-26.4.2b", self._rebuilders(side), none("type")),
        ]
        with d.unit("rebuild", new.distinct(), *limits) as unit:
            self.rebuild(side, unit)

    @procedure("{side} rebuilds a battlegroup")
    def rebuild(self, side: int, unit: Int) -> None:
        """Brings a replacement in, at no movement cost, on the hex of a battlegroup of its owner's
        choice, and removes the battlegroup; the replacement may move on (TRC-26.4.2a)."""
        groups = self._rebuilt_by(side, unit)
        with choose("battlegroup to rebuild", side, "TRC-26.4.2a", "take-over", groups) as group:
            at = local(place_of(group))
            self.leave(group, "counters", "TRC-26.4.2a")
            self.arrivals.come_in(side, FIRST, unit, at)
