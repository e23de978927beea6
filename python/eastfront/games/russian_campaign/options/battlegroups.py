"""The Russian Campaign, 26.4: optional battlegroups, the remnants of lost defenders.

Unused battlegroups are in the box `counters`, and return there whenever they are lost, for any
reason.
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
"""The lowest combat factor of a unit that leaves a battlegroup (TRC-26.4d)."""

GERMAN_SOURCES = frozenset({"armor", "motorized", "infantry"})
"""Kinds of German units that leave battlegroups, besides all SS units (TRC-26.4a)."""

TYPES = ("", "infantry", "armor")
"""The types of battlegroups, as in the ends of their movement classes; none is motorized."""

REBUILT = {"infantry": "infantry", "armor": "armor", "motorized": "armor"}
"""The type of battlegroup that a unit of each kind rebuilds (TRC-26.4.2b)."""


class Battlegroups(AgreedRule):
    """Battlegroups."""

    name = "battlegroups"
    text = "26.4: remnants of lost defenders"
    counters_of = "26.4"

    falling = unit_flag("falling", Life.BATTLE, in_play=True)
    """Defenders about to be lost."""

    @Board.define_units.after()
    def find_groups(self) -> None:
        """Declares the battlegroups, and the SS units without them."""
        self.groups = no_units()
        self.groups = self.kinds("battlegroups", "battlegroup")
        self.ss_groups = self.counters_with("SS battlegroups", kind="battlegroup", ss=True)
        self.ss_troops = self.all_ss - self.groups

    @Board.ss.then("TRC-26.4.1c")
    def feared(self, ss: Units) -> Units:
        """TRC-26.4.1c: SS units exclude partisans, but their battlegroups do not."""
        return self.ss_troops

    def define(self) -> None:
        """Declares the units that leave battlegroups, and those that rebuild them."""
        self.sources = self.counters_where("leaves a battlegroup", self._is_source)
        self._marchers = self.counters_where(
            "battlegroups on foot",
            lambda u: u.kind == "battlegroup" and self._type_of(u) == "infantry",
        )
        self._define_rebuilding()

    @Withdrawals.german_corps.then()
    def german_corps(self, corps: Units) -> Units:
        """TRC-26.4.1a: battlegroups count as corps for stacking only."""
        return corps - self.groups

    @Movement.woodsmen.then()
    def woodsmen(self, woodsmen: Units) -> Units:
        """Infantry battlegroups need not stop in woods, like infantry (TRC-8.2b)."""
        return woodsmen | self._marchers

    @Board.counts.then()
    def groups_count(self, so_far: bool, unit: Counter) -> bool:
        """TRC-26.4.1a: a battlegroup counts as a corps."""
        return in_force("TRC-26.4.1a") if unit.kind == "battlegroup" else so_far

    def _is_source(self, unit: Counter) -> bool:
        """TRC-26.4a: German infantry, armor and motorized units, all SS units, and the Guards leave
        battlegroups.

        No battlegroup has the required factor itself (TRC-26.4d).
        """
        german = unit.nation == "german" and (unit.kind in GERMAN_SOURCES or unit.ss)
        return german or unit.guards

    @staticmethod
    def _type_of(unit: Counter) -> str:
        """The type of a battlegroup, or of those that a unit rebuilds; empty if none."""
        if unit.kind == "battlegroup":
            return unit.mobility.rpartition("-")[2]
        return REBUILT.get(unit.kind, "")

    @Board.unit_class.then()
    def class_of_group(self, so_far: tuple[Any, ...], unit: UnitRow) -> tuple[Any, ...]:
        """The key of interchangeable counters; battlegroups of a type and service are equal."""
        u = counter(unit)
        if u.kind == "battlegroup":
            return (u.kind, u.side, u.formation, u.mobility, u.attack, u.movement)
        return so_far

    def _define_rebuilding(self) -> None:
        """Declares the types and services of battlegroups and of the units that rebuild them
        (TRC-26.4.2b, TRC-26.4.2c)."""
        services = [(u.nation, u.formation) for u in self.counters]
        ours = [s for s, u in zip(services, self.counters, strict=True) if u.kind == "battlegroup"]
        numbers = [ours.index(service) if service in ours else -1 for service in services]
        self._service = self.b.unit_attr("service of battlegroups", numbers)
        types = [TYPES.index(self._type_of(u)) for u in self.counters]
        self._type = self.b.unit_attr("type of battlegroup", types)

    # -- movement and losses ----------------------------------------------------------------

    @Movement.closed_to_all.then("TRC-26.4.1b")
    def closed_to_all(self, closed: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """TRC-26.4.1b: only SS battlegroups may enter enemy zones, by land or sea."""
        halted = (self.groups - self.ss_groups).contains(unit)
        return closed | self.zones.zone[1 - side].when(halted)

    def _back(self, units: Units, rule: str) -> Units:
        """TRC-26.4e: lost battlegroups become available again; returns the other lost units."""
        self.leave(units & self.groups, "counters", rule)
        return units - by(rule, self.groups)

    @Board.eliminate.instead()
    def group_eliminated(self, former: Former, units: Units, rule: str) -> None:
        """Returns eliminated battlegroups to the free counters instead of the pool (TRC-26.4e)."""
        former(self._back(units, "TRC-26.4e"), rule)

    @Board.surrender.instead()
    def group_surrenders(self, former: Former, units: Units, rule: str) -> None:
        """Returns battlegroups that would surrender, by DS (TRC-26.4e) or an automatic victory
        (TRC-26.4.3b), to the free counters."""
        free = "TRC-26.4.3b" if rule == AUTOMATIC_VICTORY else "TRC-26.4e"
        former(self._back(units, free), rule)

    @Overruns.always_wins.then()
    def always_wins(self, so_far: bool, side: int) -> bool:
        """TRC-26.4.3a: automatic victory over battlegroups is possible on any turn."""
        return True

    @Overruns.ripe_for.then("TRC-26.4.3a")
    def ripe_for(self, winnable: Hexes, side: int) -> Hexes:
        """TRC-26.4.3a: the Russian may win automatically against German battlegroups alone on any
        turn."""
        if side == AXIS:
            return winnable
        others = self.on_map(AXIS) - self.groups
        return winnable | (self.overruns.ripe.hexes - others.hexes())

    # -- what remains of defenders ----------------------------------------------------------

    @Battle.lose.instead("TRC-26.4a")
    def lose(self, former: Former, side: int, unit: Int, rule: str) -> None:
        """Lets a defender lost by EX or D1 leave a battlegroup, from 1942 on (TRC-26.4a)."""
        if rule == DEFENDER:
            self._fall(side, one_unit(unit), rule, place_of(unit))
        else:
            former(side, unit, rule)

    def _fall(self, side: int, units: Units, rule: str, at: Int) -> None:
        mark(self.falling, units)
        self.remain(side, rule, at)

    @Battle.destroy.instead("TRC-26.4a")
    def destroy(self, former: Former, attacker: int, units: Units) -> None:
        """Lets the defenders lost by DE leave battlegroups (TRC-26.4a), one in each hex
        (TRC-26.4b), which retreat."""
        side = 1 - attacker
        self._fall_by_hexes(side, units)
        self.zones.settle_after_loss()
        self.retreats.order(attacker, side, units & self.on_map(side), 0)

    def _fall_one_by_one(self, side: int, units: Units) -> None:
        self.eliminate(units & self.groups, ALL_DEFENDERS)
        with each(units & self.on_map(side) - self.groups) as unit:
            self._fall(side, one_unit(unit), ALL_DEFENDERS, place_of(unit))

    @rule("TRC-26.4b", otherwise=_fall_one_by_one)
    def _fall_by_hexes(self, side: int, units: Units) -> None:
        """TRC-26.4b: one battlegroup is left in each hex."""
        with each(self.strengths.beset.hexes) as at:
            self._fall(side, units.inside(one_hex(at)), ALL_DEFENDERS, at)

    @procedure("{side} battlegroup, {rule}")
    def remain(self, side: int, rule: str, at: Int) -> None:
        """Puts lost units into the pool; they leave one battlegroup of their owner's choice
        (TRC-26.4c).

        The battlegroup retreats with the surviving units; in woods it stays, like them (TRC-14.2b).
        """
        lost = self.falling.units
        free = units_at("counters") & self.groups & self.own(side)
        able = free.where(lambda group: self._leave(lost, group))
        chosen = local(-1)
        with when(able.any() & (self.turn >= turn_of(1942, "jan"))):
            limit = only("TRC-26.4d", able, "nobody lost here had so low a movement factor")
            with choose("battlegroup", side, "TRC-26.4a", "leave", free, limit) as group:
                assign(chosen, group)
        self.eliminate(lost, rule)
        with when(chosen >= 0):
            self.enter(chosen, at, "TRC-26.4a")
            self.battle.defend(one_unit(chosen), "TRC-26.4c")

    def _leave(self, lost: Units, group: Int) -> Int:
        """TRC-26.4d: whether one of the lost units leaves a given battlegroup; only SS units leave
        SS battlegroups."""
        fit = lost & self.sources
        fit = fit - (self.axis_units - self.ss_troops).when(self.ss_groups.contains(group))
        able = fit.where(
            lambda u: (self.factor(u) >= LEAST) & (self.printed(group) <= self.printed(u))
        )
        return by("TRC-26.4d", able, otherwise=fit).any()

    # -- replacements -----------------------------------------------------------------------

    @Calendar.replacements_due.after("TRC-26.4.2d")
    def replacements_due(self, side: int, impulse: int) -> None:
        """TRC-26.4.2d: replacements rebuild battlegroups before all movement."""
        if impulse != FIRST:
            return
        turns = [int(turn) for turn in self.data.charts["axis-replacements"]["turns"]]
        # not those that come back after a withdrawal
        due = self.axis_replacements.union(turns) if side == AXIS else number(1)
        able = self._rebuilders(side).when(due)
        with again("battlegroups", side, "TRC-26.4.2d", "end-battlegroups", able) as d:
            self._offer_rebuilding(d, side)

    @Arrivals.offer_entry.after(unless="TRC-26.4.2d")
    def offer_entry(self, d: Decision, side: int, impulse: int) -> None:
        """TRC-26.4.2d: nothing rebuilds a battlegroup once movement has begun."""
        if impulse == FIRST:
            self._offer_rebuilding(d, side)

    def _replacements(self, side: int) -> Units:
        return self.arrivals.waiting(side) & self.arrivals.replaced.units

    def _rebuilders(self, side: int) -> Units:
        """The replacements that can rebuild a battlegroup."""
        able = self._replacements(side).where(lambda u: self._rebuilt_by(side, u).any())
        return by("TRC-26.4.2a", able)

    def _rebuilt_by(self, side: int, unit: Number) -> Units:
        """TRC-26.4.2b, TRC-26.4.2c: the battlegroups that a replacement can rebuild."""
        there = self.groups & self.on_map(side)
        alike = there.where(lambda group: self._type(group) == self._type(unit))
        there = by("TRC-26.4.2b", alike, otherwise=there)
        return by("TRC-26.4.2c", self._serving(there, unit), otherwise=there)

    def _serving(self, groups: Units, unit: Number) -> Units:
        """Those of some battlegroups that belong to a unit's service."""
        return groups.where(lambda group: self._service(group) == self._service(unit))

    def _offer_rebuilding(self, d: Decision, side: int) -> None:
        """TRC-26.4.2b, TRC-26.4.2c: a unit rebuilds a battlegroup of its type and service."""
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
        """TRC-26.4.2a: the replacement enters in the hex of the battlegroup, which it replaces, and
        may move on."""
        groups = self._rebuilt_by(side, unit)
        with choose("battlegroup to rebuild", side, "TRC-26.4.2a", "take-over", groups) as group:
            at = local(place_of(group))
            self.leave(group, "counters", "TRC-26.4.2a")
            self.arrivals.come_in(side, FIRST, unit, at)
