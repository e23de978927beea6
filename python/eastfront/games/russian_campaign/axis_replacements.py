"""The Russian Campaign, sections 21 and 23: Axis replacements, and motorization.

The entitlements of a replacement turn are met one after another. Their order costs a player
nothing: a substitute is offered only if no unit of the right kind is left in the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from eastfront.program import *
from eastfront.systems.choosing import preferred
from eastfront.systems.sections import rule, step, value

from .arrivals import Arrivals
from .board import AXIS, FIRST
from .calendar import Calendar
from .section import Section
from .units import Counter

FOOT = 4
"""The movement factor of German infantry corps: the 3-4, 4-4 and 5-4."""

WEAKEST = 3
"""The combat factor of the 3-4, the infantry that substitutes for other German corps (TRC-21.6a to
TRC-21.6c)."""


class AxisReplacements(Section):
    """The section on Axis replacements in May/June, and on the motorized corps of 1943."""

    def define(self) -> None:
        """Declares the classes of German corps that are replaced (TRC-21.4). SS and Luftwaffe are a
        class apart, for which nothing substitutes (TRC-21.6d)."""
        bearing = self.counters_with
        self._replaceable = bearing("replaceable", replaceable=True)
        self._entitlements = chart = self.data.charts["axis-replacements"]
        regular = bearing("German, not SS", nation="german", ss=False)
        own = regular - bearing("Luftwaffe", formation="luftwaffe")
        self.kept_by = self.counters_where(
            "SS and Luftwaffe",
            lambda u: u.nation == "german" and u.formation in ("ss", "luftwaffe"),
        )
        self._tanks = own & self.armour
        self._trucks = own & self.motorized
        self._alpine = own & self.mountaineers
        self.foot = own & self.infantry
        self._ranks_due = sorted(set(chart["infantry"]), reverse=True)
        motorized = {row["factor"] for row in self.data.charts["motorization"]["corps"]}
        self.marchers = {
            factor: bearing(
                f"German {factor}-{FOOT}",
                nation="german",
                kind="infantry",
                attack=factor,
                movement=FOOT,
            )
            for factor in sorted({WEAKEST, *self._ranks_due, *motorized})
        }

    # -- 21.1, 21.2: when they come, and where ----------------------------------------------

    @Calendar.replacements_due.after()
    def replacements_due(self, side: int, impulse: int) -> None:
        """Gives the Axis its replacements on the May/June turns of 1942, 1943 and 1944 alone
        (TRC-21.2a): headquarters in the second impulse, all others in the first. Replacements not
        taken on the turn are lost (21.3b)."""
        if side != AXIS:
            return
        turns = self._entitlements["turns"]
        turns = by("TRC-21.3b", turns, otherwise=[*turns, *(turn + 1 for turn in turns)])
        due = by("TRC-21.2a", self.union(turns), otherwise=self.turn >= min(turns))
        with when(due):
            if impulse == FIRST:
                self.give_back()
                self.come_by_rail()
            else:
                self._hold_others()
                self.return_headquarters()

    @rule("TRC-4.1.4c", otherwise=lambda self: self.give_back())
    def _hold_others(self) -> None:
        """Does nothing: in the second impulse no Axis unit but headquarters is replaced
        (TRC-4.1.4c)."""

    def come_by_rail(self) -> None:
        """Gives Axis replacements free rail movement, as they enter in the same manner as
        reinforcements (TRC-21.1a)."""
        self.railroads.ride_free(self.arrivals.waiting(AXIS), "TRC-21.1a")

    @Arrivals.home.then("TRC-21.1a")
    def finnish_home(self, city: int, unit: Counter) -> int:
        """The city in which a unit enters as a replacement: Helsinki for Finns (TRC-21.1a), for
        others `city`, the answer of other rules."""
        return self.city("Helsinki") if unit.nation == "finnish" else city

    def union(self, turns: Sequence[int]) -> Int:
        """Says whether the present turn is one of `turns`, numbers of game turns."""
        return union(self.turn == turn for turn in turns)

    def _return_hqs(self) -> None:
        self.return_all(self.german_hqs)

    @rule("TRC-21.2b")
    def return_headquarters(self) -> None:
        """Brings back the army group headquarters in the pool, in the second impulse of a
        replacement turn (TRC-21.2b)."""
        self._return_hqs()

    @rule("TRC-21.2b", otherwise=_return_hqs)
    def _hqs_come_later(self) -> None:
        """Does nothing: headquarters stay in the pool in the first impulse, when other units return
        (TRC-21.2b)."""

    # -- 21.3 to 21.6: what comes back ------------------------------------------------------

    def axis_pool(self) -> Units:
        """The Axis units in the replacement pool, which may return: eliminated units, never units
        that surrendered (TRC-21.3a)."""
        return units_at("pool") & self.axis_units

    def returnable(self, units: Units) -> Units:
        """The units among `units` that are in the Axis pool and may be replaced at all."""
        return self.axis_pool() & units & self.replaceable()

    @property
    def light(self) -> Units:
        """The German 3-4 infantry corps."""
        return self.marchers[WEAKEST]

    @value
    def replaceable(self) -> Units:
        """The units that may ever be replaced, so marked in units.csv: the German 1st Cavalry Corps
        may not (TRC-21.4g)."""
        return self._replaceable

    @value
    def tanks(self) -> Units:
        """The German armored corps other than SS and Luftwaffe, of which one returns each
        replacement turn for each oil well of the Axis (TRC-21.4a)."""
        return self._tanks

    @value
    def trucks(self) -> Units:
        """The German motorized corps other than SS and Luftwaffe, of which one returns each
        replacement turn (TRC-21.4d)."""
        return self._trucks

    def return_all(self, units: Units) -> None:
        """Brings back all units among `units` that are in the pool: SS, Luftwaffe and headquarters
        each replacement turn (TRC-21.4b), headquarters in the second impulse (TRC-21.2b)."""
        self.arrivals.come_back(self.returnable(units), "TRC-21.4b")

    @step
    def give_back(self) -> None:
        """Gives the Axis the entitlements of a replacement turn (TRC-21.4): all SS and Luftwaffe,
        an armored corps for each oil well, three infantry, a mountain and a motorized corps, and a
        unit of each minor ally. A substitute stands in for a kind missing from the pool (TRC-21.6):
        a 3-4 for a mountain or motorized corps (21.6a)."""
        self.return_all(self.kept_by)
        self._hqs_come_later()
        wells = local(self.axis_wells().count() * self._entitlements["armor_per_oil_well"])
        with until(wells <= 0):
            assign(wells, wells - 1)
            self.replace_tank(self.light)
        for factor in self._ranks_due:
            self._replace_infantry(factor)
        # one mountain and one motorized corps (21.4d), or a 3-4 for each that is missing (21.6a)
        for kind, units in (("mountain", self._alpine), ("motorized", self.trucks())):
            for _ in range(self._entitlements[kind]):
                self.replace(units, "TRC-21.4d", "TRC-21.6a", by("TRC-21.6a", self.light))
        for nation in self._entitlements["minors"]:
            self._replace_ally(nation)

    def replace_tank(self, light: Units) -> None:
        """Offers the Axis one German armored corps from the pool (TRC-21.4a), or if there is none a
        motorized corps or one of `light`, the 3-4 infantry (TRC-21.6c)."""
        instead = by("TRC-21.6c", light | self.trucks())
        self.replace(self.tanks(), "TRC-21.4a", "TRC-21.6c", instead)

    @value
    def axis_wells(self) -> Hexes:
        """The oil wells under Axis control. Control of a well goes by occupation and zones of
        control, as that of a city does (TRC-21.4f); each Axis well brings one armored corps
        (TRC-21.4a)."""
        return self.wells & self.zones.held(AXIS)

    def _replace_infantry(self, factor: int) -> None:
        """Offers the Axis one German infantry corps of a combat factor: a 3-4, a 4-4 and a 5-4 each
        replacement turn (TRC-21.4c). If the pool has none, a 3-4 (TRC-21.6b) or any infantry of
        lower factor (TRC-21.6e) may return instead."""
        weaker = self.foot.where(lambda u: self.factor(u) < factor)
        instead = by("TRC-21.6b", self.light) | by("TRC-21.6e", weaker - self.marchers[WEAKEST])
        other = "TRC-21.6e" if factor > WEAKEST else "TRC-21.6b"
        self.replace(self.marchers[factor] & self.foot, "TRC-21.4c", other, instead)

    @rule(lambda _, right, why, other, instead: why)
    def replace(self, right: Units, why: str, other: str, instead: Units) -> None:
        """Offers the Axis one corps from the pool (TRC-21.4): one of `right` by the rule `why`, or
        if the pool has none of these, a substitute of `instead` by the rule `other` (TRC-21.6).
        Surrendered units are never replaced (21.3a), nor is the 1st Cavalry Corps (21.4g)."""
        allowed = preferred(self.returnable(right), self.returnable(instead))
        text = "it is neither of the kind due nor a substitute for it"
        self.choose(
            allowed,
            allowed,
            only("TRC-21.3a", self.axis_pool(), "surrendered units never come back"),
            only("TRC-21.4g", self.replaceable(), "it is never replaced"),
            only(why, allowed | instead, text),
            only(other, allowed, "a unit of the right kind is in the pool"),
        )

    @rule("TRC-21.4e")
    def _replace_ally(self, nation: str) -> None:
        """Offers the Axis one unit of a minor ally from the pool (TRC-21.4e). Neither a 3-4 nor
        another German unit substitutes for the ally's unit (TRC-21.6d), and no Italian returns in
        1943 or 1944 (TRC-21.5a)."""
        pool = self.axis_pool()
        own = pool & self.nation[nation]
        weak = pool & self.marchers[WEAKEST]
        allowed = by("TRC-21.6d", own, otherwise=lambda: preferred(own, weak))
        if nation == "italian":
            early = allowed.when(self.union(self._entitlements["italian_turns"]))
            allowed = by("TRC-21.5a", early, otherwise=allowed)
        text = "a minor ally's replacement is a unit of its own nation"
        self.choose(allowed, allowed, only("TRC-21.6d", allowed, text))

    def choose(self, allowed: Units, shown: Units, *limits: Limit) -> None:
        """Offers the Axis the units `shown`, to bring one of them back from the replacement pool
        (TRC-21.4); units that break a limit of `limits` are refused. Offers nothing if `allowed`,
        the units that may return, is empty. A replacement that the Axis forgoes is lost for the
        year (TRC-21.3b)."""
        # only on the May/June turns of 1942, 1943 and 1944 (21.2a)
        with when(allowed.any()), self.one_of(shown, "TRC-21.2a", *limits) as unit:
            self.arrivals.come_back(one_unit(unit))

    @contextmanager
    def one_of(self, units: Units, rule: str, *limits: Limit) -> Iterator[Int]:
        """Offers the Axis to replace one of `units` or to forgo the replacement, by `rule`; yields
        the chosen unit to the statements in the `with` block."""
        with decide("replacements", AXIS, rule) as d:
            with d.unit("replace", units.distinct(), *limits) as unit:
                yield unit
            with d.option("forgo", passes=True):
                note("replacement forgone", self.turn)

    # -- 23.1, 23.2: motorization -----------------------------------------------------------

    @Calendar.motorize.after("TRC-23.1a")
    def motorize(self, side: int, impulse: int) -> None:
        """Offers the Axis, in July and November 1943, to swap listed motorized corps for German
        infantry corps on the map, which leave the game (TRC-23.1a)."""
        if side != AXIS:
            return
        for row in self.data.charts["motorization"]["corps"]:
            unit = self.unit(row["unit"])
            due = self.counters[unit]
            if due.impulse == impulse and due.arrives is not None:
                with when((self.turn == due.arrives) & units_at("later").contains(unit)):
                    self._motorize(unit, row["factor"])

    def _motorize(self, unit: int, factor: int) -> None:
        """Offers the Axis to swap a motorized corps for an infantry corps on the map: the 11th for
        a 4-4 (TRC-23.1.1a), the 26th and 29th for a 3-4 (23.1.2a), the 43rd for a 5-4 (23.1.3a). If
        no such infantry is on the map, a stronger infantry corps is swapped; if no stronger one is
        there either, the motorized corps goes to the pool (TRC-23.2a)."""
        rule = {3: "TRC-23.1.2a", 4: "TRC-23.1.1a", 5: "TRC-23.1.3a"}[factor]
        foot = self.germans & self.infantry & self.on_map(AXIS)
        equal = foot & self.marchers[factor]
        more = foot.where(lambda u: self.factor(u) > factor)
        allowed = preferred(equal, by("TRC-23.2a", more))
        with either(allowed.any()) as otherwise:
            limit = only(rule, allowed, "its combat factor does not match the motorized corps")
            # the Axis may swap, and the corps swapped out leaves the game (23.1a)
            with decide("motorization", AXIS, "TRC-23.1a") as d:
                with d.unit("motorize", foot.distinct(), limit) as corps:
                    self.take_place(unit, corps)
                with d.option("decline", passes=True):
                    self.leave(unit, "removed")
            otherwise()
            # no infantry so strong is on the map (23.2a)
            self.leave(unit, "pool", "TRC-23.2a")

    def take_place(self, unit: Number, corps: Int, rule: str = "TRC-23.1a") -> None:
        """Puts a unit into the hex of a corps, and removes that corps from the game."""
        at = local(place_of(corps))
        self.leave(corps, "removed", rule)
        self.enter(unit, at, rule)
