"""The Russian Campaign, section 4: the sequence of play, and section 3: the set-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import hex_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure, rule

from .board import AXIS, FIRST, RUSSIAN, SECOND, Board
from .section import Section
from .units import Counter

LISTS = {
    "at_start": "set-up",
    "pool": "pool",
    "surrendered": "surrendered",
    "withdrawn": "removed",
    "absent": "removed",
}
"""By key of a scenario file that lists units: the box in which these units are before the
set-up."""

COMING = frozenset(
    {
        "turn",
        "motorization",
        "bulgaria-1943",
        "bulgaria-1944",
        "warsaw",
        "lapland-axis",
        "lapland-russian",
        "pool",
    }
)
"""The ways of entry, in units.csv, of units that arrive after the start."""


FIRST_MOVES = {
    "campaign": "TRC-3.6a",
    "fall-blau": "TRC-27.4b",
    "zitadelle": "TRC-27.5b",
    "bagration": "TRC-27.6b",
}
"""By scenario: the rule that it begins with an Axis player turn.

- The campaign begins with that of May/June 1941 (3.6a).
- Fall Blau begins with that of May/June 1942; the Axis sets up first (27.4b).
- Zitadelle begins with that of May/June 1943; the Axis sets up first (27.5b).
- Bagration begins with that of May/June 1944; the Russian sets up first (27.6b).
"""


class GameTurn(Section):
    """The section on the sequence of play, with the set-up before it."""

    impulse = variable("impulse", Life.GAME, FIRST, limits=(1, 2))
    phase_side = variable("phase side", Life.GAME, AXIS)
    bare = hex_flag("not to be covered", Life.GAME)

    # -- 3.3 to 3.7, 27.11: the set-up ------------------------------------------------------

    @Board.start_places.instead()
    def where_units_start(self, former: Callable[[], list[int]]) -> list[int]:
        """The number of the box in which each unit is before the set-up; units that start on the
        map wait in the box `set-up`."""
        setup = self.data.setup
        keys = [key for key in LISTS if key != "absent" or self._absent]
        listed = {unit: LISTS[key] for key in keys for unit in setup.get(key) or ()}
        by_list = bool(setup.get("at_start"))
        return [self.box(self._box_of(u, listed, by_list)) for u in self.counters]

    def _box_of(self, unit: Counter, listed: dict[str, str], by_list: bool) -> str:
        """The name of the box in which a unit is before the set-up: the box that `listed`, from the
        scenario file, gives for the unit's id, or else the box of the unit's way of entry. With
        `by_list`, a unit that is not listed is not set up: it is in the box `counters` even if it
        usually starts on the map."""
        if unit.kind == "chit":
            return "cup"
        if not self.plays(unit) or unit.kind == "air":
            return "counters"
        if unit.id in listed:
            lost = listed[unit.id] in ("pool", "surrendered")
            return "removed" if lost and not self._lists_count else listed[unit.id]
        if unit.entry == "start":
            placed = not by_list and unit.group != "off-map"
            return "set-up" if placed else "counters"
        return "later" if unit.entry in COMING else "counters"

    def define(self) -> None:
        """Declares the set-up areas and the hexes to be covered at the start line. Units that a
        scenario lists as at start are set up, those listed as surrendered go to the surrendered
        box, and the rest to the replacement pools (27.11b)."""
        # TRC-27.21d: in Breaking Storm only two paratroop corps come; the 8th is absent
        self._absent = bool(self.data.setup.get("absent")) and in_force("TRC-27.21d")
        # at-start units go on the map, surrendered ones into their box, the rest into the pools
        self._lists_count = not self.data.setup.get("at_start") or in_force("TRC-27.11b")
        b = self.b
        parts = self.data.setup["deploy"]
        self._parts = [
            self.b.hex_set(f"set-up {n}", sorted(self._area_of(part)))
            for n, part in enumerate(parts)
        ]
        self._with_area = self.counters_where("set up in an area", self._has_area)
        self._city_units = self.counters_with("set up in a city", group="city")
        self._part = b.unit_attr("set-up", [self._part_of(u) for u in self.counters])
        west, east = self.land_indices & self.axis_start, self.land_indices - self.axis_start
        halves = {"axis": (west, east), "russian": (east, west)}
        # TRC-27.11d: each side must cover every land hex on its own side of the start line
        self._lines = [
            [
                b.hex_set(f"{name} line", [h for h in own if other & {*self.next_to(h)}])
                for name, (own, other) in halves.items()
            ]
        ]
        if self.option("D-80"):
            self._lines.append(
                [b.hex_set(f"{name} side", [*own]) for name, (own, _) in halves.items()]
            )

    def _area_of(self, part: Mapping[str, Any]) -> Set[int]:
        """The hexes of the set-up area `part` of some units. The area of Russians is the district
        of their letter (TRC-3.3c), that of Rumanians and Finns their country (TRC-3.4c). In a
        scenario only hexes on the units' own side of the start line count (TRC-27.11c), and hexes
        of Finland and Karelia only for Russians and Finns (27.11e)."""
        every = frozenset(self.indices_where(lambda _: True))
        why, own = self._rule_of_part(part), self._own_area(part)
        area = by(why, own, otherwise=every) if why else own
        if part.get("line"):
            side = self.axis_start if part["line"] == "axis" else every - self.axis_start
            area &= by("TRC-27.11c", side, otherwise=every)
        if part.get("except_areas"):
            shut = frozenset(self.indices_where(lambda row: row.area in part["except_areas"]))
            area -= by("TRC-27.11e", shut)
        return area

    def _own_area(self, part: Mapping[str, Any]) -> Set[int]:
        """The hexes in the areas and districts that the set-up area `part` names. The units of an
        army group may be set up next to a district that the group may not attack (TRC-3.7f)."""
        areas, zones = part.get("areas") or (), part.get("zones") or ()
        there = frozenset(
            self.indices_where(
                lambda row: (not areas or row.area in areas) and (not zones or row.zone in zones)
            )
        )
        return by("TRC-3.7f", there, otherwise=lambda: there - self._facing_others(part))

    def _facing_others(self, part: Mapping[str, Any]) -> Set[int]:
        """The hexes adjacent to a district that the army group of the set-up area `part` may not
        attack in the first impulse; the group may be set up there all the same (TRC-3.7f)."""
        attacks = set(part.get("attacks") or ())
        others = self.districts.keys() - attacks if attacks else ()
        shut = self.indices_where(lambda row: row.zone in others)
        return {near for h in shut for near in self.next_to(h)}

    def _rule_of_part(self, part: Mapping[str, Any]) -> str:
        """The rule on where the units of a set-up letter are set up; empty without a letter.

        Russians in any hex of the district of their letter (TRC-3.3c); Rumanians in Rumania and
        Finns in Finland (TRC-3.4c); other Axis units in Germany, Poland, Hungary and Rumania
        (TRC-3.4d).
        """
        group = part.get("group")
        if not group:
            return ""
        if part["side"] == "russian":
            return "TRC-3.3c"
        return "TRC-3.4c" if group in ("rumania", "finland") else "TRC-3.4d"

    def _part_of(self, unit: Counter) -> int:
        """The number of the set-up area to which a unit belongs, or the count of areas for a unit
        without one.

        The area is that of the unit's set-up letter: of a Russian district (TRC-3.3c), of Rumania
        or Finland (TRC-3.4c), or of Germany, Poland, Hungary and Rumania (TRC-3.4d).
        """
        parts = self.data.setup["deploy"]
        for n, part in enumerate(parts):
            if part["side"] != unit.side or (part.get("group") or unit.group) != unit.group:
                continue
            if not part.get("nations") or unit.nation in part["nations"]:
                return n
        return len(parts)

    def _has_area(self, unit: Counter) -> bool:
        return self._part_of(unit) < len(self._parts)

    @procedure("set-up")
    def set_up(self) -> None:
        """Makes one side set up all its at-start units, in the campaign the Russian (TRC-3.3a), and
        then the other, which sees the whole set-up of the first (TRC-3.4a)."""
        order = self.data.setup["setup_order"]
        if order[0] == "russian":
            order = by("TRC-3.4a", order, otherwise=order[::-1])
        self.calendar.open_set_up()
        early = no_units()
        for name in order:
            side = self.sides.index(name)
            self.calendar.before_set_up(side)
            self._fixed_places(side)
            waiting = units_at("set-up") & self.own(side)
            if self.data.setup.get("cover_line"):
                # every hex of its own side at the start line is covered (27.11d)
                for lines in by("TRC-27.11d", self._lines):
                    self._cover_line(side, waiting, lines[side])
            with each(waiting) as unit:
                before = waiting.where(lambda u: u < unit) | early
                with holding(~(before & units_at("set-up")).any()):
                    self._set_up_unit(side, unit, self.land)
            early = self.own(side)
            self.calendar.side_set_up(side)
        self.calendar.complete_set_up()
        self.zones.settle()

    @law("TRC-3.3a", "units that wait to be set up have an area")
    def set_up_somewhere(self) -> Int:
        """Says whether each unit that waits to be set up has an area or a city where its owner can
        set it up, since all at-start units must be set up (3.3a)."""
        named = self.counters_where(
            "counters with an area or a city to set up in",
            lambda u: self._has_area(u) or u.group == "city",
        )
        return ~(units_at("set-up") - named).any()

    def _cover_line(self, side: int, waiting: Units, line: Hexes) -> None:
        """Makes a side set up units of `waiting` until each hex of `line`, hexes on its side of the
        start line, is occupied or in a friendly zone of control (TRC-27.11d, reading D-80).

        A hex that no unit of `waiting` can cover is skipped.
        """
        bare = line - self.zones.zone[side] - self.bare.hexes
        with until(~bare.any()):
            first = one_hex(local(bare.first()))
            cover = first | first.adjacent(self.zone_edges)
            able = waiting.where(lambda u: (self._free_places(side, u) & cover).any())
            with when(~able.any()):
                mark(self.bare, first)
                continue_()
            # occupied or in a friendly zone of control (27.11d)
            with choose("cover", side, "TRC-27.11d", "cover", able) as unit:
                self._set_up_unit(side, unit, cover)
        clear(self.bare)

    def _set_up_unit(self, side: int, unit: Int, hexes: Hexes) -> None:
        """Makes the owner choose the hex where a unit is set up; every unit listed as at start must
        be (TRC-3.3a)."""
        with decide("set-up", side, "TRC-3.3a", about=unit) as d:
            limits = self.calendar.set_up_limits(side, unit)
            waiting = units_at("set-up") & self.own(side)
            # units with a city of their own are already there
            d.holds(waiting.contains(unit), ~(waiting - self._with_area).any())
            free = self.on_map(side) - self._city_units
            d.holds(~free.where(lambda u: ~self._area(side, u).contains(place_of(u))).any())
            with d.hex("set-up", self._free_places(side, unit) & hexes, *limits) as at:
                self.enter(unit, at, "TRC-3.3a")

    def _fixed_places(self, side: int) -> None:
        """Puts each unit of a side that starts in a named city into that city (TRC-3.3b), in a
        scenario only if the city is on the owner's side of the start line (TRC-27.11c)."""
        waiting = units_at("set-up")
        west = self.axis_start
        for i, u in enumerate(self.counters):
            named = u.group == "city" and u.place[:1].isupper()
            if u.side != self.sides[side] or not named:
                continue
            on_own_side = (self.city(u.place) in west) == (side == AXIS)
            if on_own_side or self._starts_across_the_line():
                # in the city named for it (3.3b)
                with when(waiting.contains(i)):
                    self.enter(i, self.city(u.place), "TRC-3.3b")

    @rule("TRC-27.11c", otherwise=True)
    def _starts_across_the_line(self) -> bool:
        """Says whether units are set up in cities on the enemy's side of the start line: no,
        Russians start east and the Axis west of the line (TRC-27.11c)."""
        return False

    def _area(self, side: int, unit: Int) -> Hexes:
        parts = (
            self._parts[n].when(self._part(unit) == n)
            for n, part in enumerate(self.data.setup["deploy"])
            if part["side"] == self.sides[side]
        )
        return self.calendar.set_up_area(side, unit, union(parts, no_hexes()))

    def _free_places(self, side: int, unit: Int) -> Hexes:
        """The hexes where a unit may be set up: a Russian in the district of its letter (TRC-3.3c),
        an Axis unit in the countries open to it and never next to a Russian unit (TRC-3.4b to d).
        In a scenario a city takes one worker at most (27.11f).

        No unit starts in a closed country (TRC-5.5a).
        """
        area = self._area(side, unit)
        free = (area & self.room(side, unit) & self.land) - occupied(1 - side)
        free = free - self.movement.closed(side, FIRST, unit)
        if side == AXIS:
            return free - by("TRC-3.4b", occupied(RUSSIAN).adjacent())
        if self.data.setup.get("start_line"):
            bare = self.cities - self.russian_replacements.worker_hexes()
            # at most one worker in a city (27.11f)
            free = free - by("TRC-27.11f", (self.land - bare).when(self.workers.contains(unit)))
        return free

    # -- 4.0 to 4.4: the turn, and player turns ---------------------------------------------

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """Plays the set-up and then game turns, each of the Axis player turn and the Russian one
        (TRC-4.0a), until the last is completed (TRC-4.4a)."""
        # in the campaign the Russian is first to place all his at-start units
        self.set_up()  # TRC-3.3a
        with loop():
            # the weather of the turn, before any Axis action
            self.calendar.turn_opens()  # TRC-4.1.1a
            begins = FIRST_MOVES.get(self.data.scenario)
            order = (AXIS, RUSSIAN)
            for side in by(begins, order, otherwise=order[::-1]) if begins else order:
                self.player_turn(side)
            # after January/February also sudden death
            self.calendar.turn_closes()  # TRC-4.3a
            over(Life.GAME_TURN)
            self._go_on()

    def _end_after_a_turn(self) -> None:
        end_game(-1, 0, "")
        self.calendar.next_turn()

    @rule("TRC-4.4a", otherwise=_end_after_a_turn)
    def _go_on(self) -> None:
        """Lets the game go on to the next turn, until the last turn is completed (TRC-4.4a)."""
        self.calendar.next_turn()

    @procedure("{side} player turn")
    def player_turn(self, side: int) -> None:
        """Plays a player turn of the Axis (TRC-4.1) or the Russian (TRC-4.2): two impulses, each of
        movement and combat (4.0b), and an end phase, first conversion of track, then the supply
        check (4.1.6a, 4.2.5a)."""
        # enemy track counts as entered if a path home is clear then, for this side only
        assign(self.phase_side, side)  # TRC-9.4.4b, TRC-9.4.5b
        # enemy track where its units already are counts as entered this turn
        self.railroads.lines_open(side)  # TRC-9.4.4a, TRC-9.4.5a
        for impulse in by("TRC-4.0b", (FIRST, SECOND), otherwise=(FIRST,)):
            assign(self.impulse, impulse)
            self.movement.impulse_begins(side, impulse)
            self.calendar.begin_impulse(side, impulse)
            self._move_then_fight(side, impulse)
            self.movement.impulse_ends(side)
            self.calendar.impulse_closes(side)
            over(Life.IMPULSE)
        # TRC-4.1.6a, TRC-4.2.5a: converted track gives supply at once
        last = [self.railroads.convert_rail, self.supply.check]
        for part in by(("TRC-4.1.6a", "TRC-4.2.5a")[side], last, otherwise=last[::-1]):
            part(side)
        self.calendar.close_player_turn(side)
        over(Life.PLAYER_TURN)

    def _fight_then_move(self, side: int, impulse: int) -> None:
        self.battle.fight(side, impulse)
        over(Life.IMPULSE)
        self.movement_phase(side, impulse)
        self.duties.surrenders(side)

    @rule("TRC-4.0c", "TRC-12.1c", otherwise=_fight_then_move)
    def _move_then_fight(self, side: int, impulse: int) -> None:
        """Plays the movement phase of an impulse and then its combat phase: each phase is finished
        before the next begins (TRC-4.0c), so all movement ends before the first attack
        (TRC-12.1c)."""
        self.movement_phase(side, impulse)
        self.duties.surrenders(side)
        self.battle.fight(side, impulse)

    # -- 5.1, 6.2: the movement phase -------------------------------------------------------

    @procedure("{side} movement phase, impulse {impulse}")
    def movement_phase(self, side: int, impulse: int) -> None:
        """Plays a movement phase: the side moves all, some or none of its units (TRC-5.1a). A stack
        may break the stacking limits while it moves; the limits hold when the phase ends
        (TRC-6.2a)."""
        with loop():
            self.overruns.look(side, impulse)
            self.duties.look(side, impulse)
            with decide("movement", side, "TRC-5.1a") as d:
                d.holds(self.overruns.no_false_hope(side, impulse, no_hexes()))
                self.movement.offer_moves(d, side, impulse)
                if (side, impulse) == (AXIS, FIRST):
                    self._offer_first_journeys(d)
                else:
                    self._offer_journeys(d, side, impulse)
                self.arrivals.offer_entry(d, side, impulse)
                self.overruns.offer_overrun(d, side, impulse)
                # stacking limits may be broken while units move, not as the phase ends (6.2a)
                with d.option(
                    "end-movement",
                    1,
                    self.duties.duty_limit(),
                    only(
                        "TRC-6.2a",
                        ~self._curable(side, impulse),
                        "a hex holds too many units, and some can still leave it",
                    ),
                    *self.calendar.end_limits(side, impulse),
                    passes=True,
                ):
                    break_()
        # arriving units that have not entered go into the off-map box
        self.calendar.movement_ends(side, impulse)  # TRC-20.1.1a
        self._discard(side)
        over(Life.PHASE)

    def _offer_journeys(self, d: Decision, side: int, impulse: int) -> None:
        self.railroads.offer_rail(d, side, impulse)
        self.sea.offer_sea(d, side, impulse)

    @rule("TRC-4.1.2d")
    def _offer_first_journeys(self, d: Decision) -> None:
        """Offers the Axis rail and sea movement in its first impulse (TRC-4.1.2d)."""
        self._offer_journeys(d, AXIS, FIRST)

    def _curable(self, side: int, impulse: int) -> Int:
        """Says whether a unit can still leave a hex with too many units, so that movement may not
        end yet (TRC-6.2a)."""
        over = self.overstacked(side)
        return over.any() & self.movement.can_leave(side, impulse, self.counting.inside(over))

    @rule("TRC-6.2a")
    def _discard(self, side: int) -> None:
        """Makes the owner eliminate units in excess of the stacking limits as a movement phase ends
        (6.2a), if movement could not cure the excess (reading D-14)."""
        over = self.overstacked(side)
        there = self.counting.inside(over)
        with until(~over.any()), choose("overstacked", side, "TRC-6.2a", "lose", there) as unit:
            self.eliminate(one_unit(unit), "TRC-6.2a")

    @law("TRC-6.2a", "units that are not moving are within the stacking limits")
    def nobody_too_many(self) -> Int:
        """Says whether no hex has too many units: in a movement phase no hex of the side that does
        not move, in a combat phase no hex of either side, as the limits hold from the end of
        movement on (6.2a)."""
        fighting = self.battle.fought.units.any() & ~self.retreats.fleeing.units.any()
        axis, russian = self.overstacked(AXIS), self.overstacked(RUSSIAN)
        waiting = if_else(self.phase_side == AXIS, russian, axis)
        quiet = ~self.retreats.fleeing.units.any()
        return ~(waiting.when(quiet) | (axis | russian).when(fighting)).any()
