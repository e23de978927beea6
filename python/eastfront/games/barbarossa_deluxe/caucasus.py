"""Barbarossa Deluxe, 4.11 to 4.13: the German expedition to the Caucasus, and the Soviet
response."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import rule, value

from .board import STACK_LIMIT
from .events import Events
from .ground import GERMAN, SOVIET
from .movement import Movement
from .section import Section
from .strength import sum_of

NONE, LAUNCHED, THROUGH, DEFEATED, RECALLED = range(5)
"""The states of the expedition: not launched, launched, broken through, defeated, recalled."""
SHUT, FOLLOW, FREE = 0, 1, 2
"""The states of the Soviet units in the Caucasus box: they must stay, they may leave in the next
Soviet player turn after a German recall, or they may leave at any time."""
MAIKOP, DNEPROPETROVSK, ROSTOV, STALINGRAD = "3103", "2607", "2804", "2501"


class Caucasus(Section):
    """The German expedition to the Caucasus: launch, Soviet response, breakthrough, defeat and
    recall."""

    state = variable("caucasus", Life.GAME, lambda self: self.at_start, limits=(NONE, RECALLED))
    way_out = variable("caucasus way out", Life.GAME, limits=(SHUT, FREE))
    launched_on = variable(
        "caucasus launched on", Life.GAME, limits=lambda section: (0, section.turns[1])
    )
    open = variable("caucasus open", Life.GAME_TURN)
    at_exit = unit_flag("at caucasus exit", Life.PHASE, in_play=True)

    @property
    def at_start(self) -> int:
        """The state at the start: launched if German units are in the box."""
        return LAUNCHED if self.data.setup["boxes"]["german_caucasus"] else NONE

    @property
    def under_way(self) -> Int:
        """Says whether the expedition is in the Caucasus box, before or after its breakthrough."""
        return (self.state == LAUNCHED) | (self.state == THROUGH)

    def look_at_cities(self) -> None:
        """Records, as a game turn begins, whether the German may launch the expedition in the turn:
        he controls Rostov, Maikop and Dnepropetrovsk together, all in overland supply, and no
        Soviet unit is adjacent to any of the three (BD-4.11a)."""
        cities = self.b.hex_set(
            "expedition cities", [self.hex(h) for h in (MAIKOP, DNEPROPETROVSK, ROSTOV)]
        )
        held = ~(cities - (self.german_control.hexes & self.supply.german_overland)).any()
        assign(self.open, held & ~(occupied(SOVIET) & cities.adjacent()).any())

    # -- 4.11, 4.12: the launch -------------------------------------------------------------

    @Movement.halt.after()
    def _halt_at_exit(self, side: int, here: Int, left: Int, units: Units) -> None:
        """Marks German units that stop in an exit hex with at least one movement point left: from
        there they may still leave the map for the expedition (4.11b)."""
        if side == GERMAN:
            with when(self.exit_hexes.contains(here) & (left >= 1)):
                mark(self.at_exit, units)

    def leave_exits(self, units: Units) -> None:
        """Clears the mark of units that move on from an exit hex: they can no longer leave the map
        from there."""
        clear(self.at_exit, units)

    def offer(self, d: Decision, side: int) -> None:
        """Adds to a decision in a side's movement phase: for the German the launch and the recall
        of the expedition, for the Soviet the return of his units from the Caucasus box."""
        if side == GERMAN:
            self._launch(d)
            self._recall(d)
        else:
            self._follow(d)

    @rule("BD-4.11b")
    def _launch(self, d: Decision) -> None:
        """Offers the German the launch of the expedition, at most once in a game (BD-4.13l):
        exactly one infantry or mountain corps and two panzer corps leave the map by the exit hexes
        in one movement phase (BD-4.11b) and go into the Caucasus box (BD-4.11d).

        As the game turn began, the German must have controlled Maikop, Dnepropetrovsk and Rostov in
        overland supply (BD-4.11a).
        """
        unmoved = self.germans.inside(self.exit_hexes) - self.movement.moved_or_resting
        ready = (self.at_exit.units | unmoved).inside(self.exit_hexes)
        foot, tanks = ready & (self.infantry | self.mountain), ready & self.panzer
        launch = (foot.count() >= 1) & (tanks.count() >= 2)
        limits = [
            only(
                "BD-4.11a",
                self.open == 1,
                "Maikop, Dnepropetrovsk and Rostov must be held in supply as the turn starts",
            ),
            only("BD-4.13l", self.state == NONE, "one Caucasus expedition a game"),
        ]
        with d.option("launch-expedition", launch, *limits):
            for group, count in ((foot, 1), (tanks, 2)):
                for _ in range(count):
                    with choose("expedition", GERMAN, "BD-4.11b", "send", group) as u:
                        self.leave(u, "caucasus", "BD-4.11d")
            assign(self.state, LAUNCHED, "BD-4.11d")
            assign(self.launched_on, self.turn)
            self._response()

    @rule("BD-4.12a")
    def _response(self) -> None:
        """Makes the Soviet put, at once as the expedition is launched, four rifle armies from the
        map or the RVGK box into the Caucasus box (BD-4.12a); an army on the map needs overland
        supply (BD-4.12b).

        If the Soviet cannot or will not do so, the German wins the game (BD-4.12c).
        """
        supplied = by("BD-4.12b", self.supply.soviet_overland, otherwise=all_hexes())
        pool = self.rifle.inside(supplied) | (self.rifle & units_at("rvgk"))
        given = local(0)
        with until(given == 4):
            with when((given == 0) & (pool.count() < 4)):
                end_game(GERMAN, 1, "BD-4.12c")
            with decide("caucasus response", SOVIET, "BD-4.12a") as d:
                with d.unit("give", pool.distinct()) as u:
                    self.leave(u, "caucasus", "BD-4.12a")
                    assign(given, given + 1)
                with d.option("refuse", given == 0, passes=True):
                    end_game(GERMAN, 1, "BD-4.12c")

    # -- 4.13a to 4.13g: how it ends --------------------------------------------------------

    @Events.taken.after("BD-4.13e")
    def _lose_junction(self, side: int, at: Int) -> None:
        """Defeats the expedition at the instant the Soviet gains control of Rostov or of
        Dnepropetrovsk (BD-4.13e)."""
        if side == SOVIET:
            with when((at == self.hex(ROSTOV)) | (at == self.hex(DNEPROPETROVSK))):
                self._defeat()

    @Events.enters.after("BD-4.13e")
    def _lose_exits(self, side: int, at: Int) -> None:
        """Defeats the expedition at the instant Soviet units occupy all five exit hexes at once
        (BD-4.13e)."""
        if side == SOVIET:
            with when((self.exit_hexes - occupied(SOVIET)).count() == 0):
                self._defeat()

    def _defeat(self) -> None:
        """Defeats an expedition that is in the Caucasus box (BD-4.13e): all German-side units there
        go to the dead pile (BD-4.13f), the Soviet units there may return (BD-4.13k), and the German
        keeps the victory points gained, but gains no more (BD-4.13g)."""
        with when(self.under_way):
            assign(self.state, DEFEATED, "BD-4.13e")
            assign(self.way_out, FREE, "BD-4.13k")
            self.events.perished(units_at("caucasus") & self.germans)
            self.leave(units_at("caucasus") & self.germans, "dead", "BD-4.13f")
            note("expedition defeated", rule="BD-4.13e")

    def end_turn(self) -> None:
        """Rolls for the expedition in the Victory Check Phase."""
        self._advance()

    def shut(self) -> None:
        """Ends, with the first Soviet player turn after a recall, the permission of Soviet units to
        leave the Caucasus box (BD-4.13j). That turn belongs to the game turn of the recall, unless
        the Soviet player turn is the first in a game turn."""
        with when(self.way_out == FOLLOW):
            assign(self.way_out, SHUT, "BD-4.13j")

    @rule("BD-4.13a")
    def _advance(self) -> None:
        """Rolls a die, in every Victory Check Phase from the launch on, for an expedition that has
        not broken through: a breakthrough on a 6 (BD-4.13a), with 1 added to the die if the German
        controls Stalingrad in overland supply (BD-4.13b).

        At the breakthrough the German gains victory points by another die roll (BD-4.13c), and 1 in
        the Victory Check Phase of each later turn (BD-4.13d).
        """
        with either(self.state == LAUNCHED) as otherwise:
            die = roll("expedition", "BD-4.13a")
            held = self.german_control.hexes & self.supply.german_overland
            with when(die + by("BD-4.13b", held.contains(self.hex(STALINGRAD)), told=True) >= 6):
                assign(self.state, THROUGH, "BD-4.13c")
                self.events.score(roll("oil", "BD-4.13c"), "BD-4.13c")
            otherwise()
            with when(self.state == THROUGH):
                self.events.score(number(1), "BD-4.13d")

    # -- 4.13h to 4.13o: recall and return --------------------------------------------------

    @rule("BD-4.13h")
    def _recall(self, d: Decision) -> None:
        """Offers the German, in a movement phase after the one of the launch, the recall of an
        expedition that has not broken through (BD-4.13h); after a breakthrough the expedition stays
        (BD-4.13o).

        All units of the expedition re-enter at exit hexes without Soviet units (BD-4.13i); in the
        same game turn the Soviet units in the box may return (BD-4.13j).
        """
        doors = self.exit_hexes - occupied(SOVIET)
        stays = only(
            "BD-4.13o",
            self.state != THROUGH,
            "an expedition that has broken through cannot be recalled",
        )
        in_box = units_at("caucasus") & self.germans
        # not in the turn of the launch
        can = self.under_way & (self.turn > self.launched_on)
        can = can & self.can_return(in_box, doors)
        with d.option("recall-expedition", can, stays):
            for group in self.in_turn(in_box):
                with each(group) as u:
                    doors_open = self.fitting(doors & self.room(GERMAN), u)
                    with choose("recall", GERMAN, "BD-4.13i", "re-enter", doors_open) as at:
                        self.enter(u, at, "BD-4.13i", GERMAN)
            assign(self.state, RECALLED, "BD-4.13h")
            assign(self.way_out, FOLLOW, "BD-4.13j")

    @value
    def can_return(self, units: Units, doors: Hexes) -> Int:
        """Says whether all units of the expedition, ``units``, could stack together at the exits
        ``doors``."""
        room = sum_of(*((doors & self.room(GERMAN, n + 1)).count() for n in range(STACK_LIMIT)))
        return room >= units.count()

    @value
    def in_turn(self, units: Units) -> list[Units]:
        """The units of the expedition in groups, in the order in which they re-enter, so that the
        first do not take the room that only others can use."""
        return [units]

    @rule("BD-4.13j")
    def _follow(self, d: Decision) -> None:
        """Offers the Soviet, in his movement phase, the return of his units from the Caucasus box
        through the exit hexes, in the turn of a German recall (BD-4.13j) or once the expedition is
        destroyed (BD-4.13k)."""
        doors = (self.exit_hexes - occupied(GERMAN)) & self.room(SOVIET)
        in_box = units_at("caucasus") & self.soviets
        ready = (self.way_out != SHUT) & doors.any()
        with d.unit("return", in_box.distinct().when(ready)) as u:
            with choose("return", SOVIET, "BD-4.13j", "re-enter", doors) as at:
                self.enter(u, at, "BD-4.13j", SOVIET)

    def withdraw(self, unit: Int) -> None:
        """Moves a Soviet unit from the Caucasus box to the RVGK box, after a German recall
        (BD-4.13j)."""
        self.leave(unit, "rvgk", "BD-4.13j")

    @property
    def recallable(self) -> Units:
        """The Soviet units that may go from the Caucasus box to the RVGK box: in the turn of a
        German recall (4.13j), or once the expedition is destroyed (4.13k)."""
        return (units_at("caucasus") & self.soviets).when(self.way_out != SHUT)
