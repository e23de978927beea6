"""Barbarossa Deluxe, 4.11 to 4.13: the expedition to the Caucasus, and the Soviet response."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import unit_flag, variable
from eastfront.systems.sections import rule

from .board import STACK_LIMIT
from .events import Events
from .ground import GERMAN, SOVIET
from .movement import Movement
from .section import Section
from .strength import sum_of

NONE, LAUNCHED, THROUGH, DEFEATED, RECALLED = range(5)
"""The states of the expedition."""
SHUT, FOLLOW, FREE = 0, 1, 2
"""Soviet units must stay in the Caucasus box, may follow a recall this turn, or may leave at any
time."""
MAIKOP, DNEPROPETROVSK, ROSTOV, STALINGRAD = "3103", "2607", "2804", "2501"


class Caucasus(Section):
    """The expedition to the Caucasus: launch, Soviet response, breakthrough, defeat, recall."""

    state = variable("caucasus", Life.GAME, limits=(NONE, RECALLED))
    way_out = variable("caucasus way out", Life.GAME, limits=(SHUT, FREE))
    launched_on = variable(
        "caucasus launched on", Life.GAME, limits=lambda section: (0, section.turns[1])
    )
    open = variable("caucasus open", Life.GAME_TURN)
    at_exit = unit_flag("at caucasus exit", Life.PHASE, in_play=True)

    @property
    def under_way(self) -> Int:
        """Whether the expedition is in the Caucasus box, before or after its breakthrough."""
        return (self.state == LAUNCHED) | (self.state == THROUGH)

    def look_at_cities(self) -> None:
        """Notes, as the game turn begins, whether the expedition may be launched in it: the German
        holds Rostov, Maikop and Dnepropetrovsk in overland supply, with no Soviet unit next to them
        (BD-4.11a)."""
        cities = self.b.hex_set(
            "expedition cities", [self.hex(h) for h in (MAIKOP, DNEPROPETROVSK, ROSTOV)]
        )
        held = ~(cities - (self.german_control.hexes & self.supply.german_overland)).any()
        assign(self.open, held & ~(occupied(SOVIET) & cities.adjacent()).any())

    # -- 4.11, 4.12: the launch -------------------------------------------------------------

    @Movement.halt.after()
    def _halt_at_exit(self, side: int, here: Int, left: Int, units: Units) -> None:
        """Marks German units that halt at an exit with a movement point left: they may still leave
        the map (4.11b)."""
        if side == GERMAN:
            with when(self.exit_hexes.contains(here) & (left >= 1)):
                mark(self.at_exit, units)

    def leave_exits(self, units: Units) -> None:
        """Clears the mark of units that move on from an exit."""
        clear(self.at_exit, units)

    def offer(self, d: Decision, side: int) -> None:
        """Offers the German launch and recall of the expedition, and the Soviet the return of his
        units."""
        if side == GERMAN:
            self._launch(d)
            self._recall(d)
        else:
            self._follow(d)

    @rule("BD-4.11b")
    def _launch(self, d: Decision) -> None:
        """Offers the German the launch of the expedition, once a game (BD-4.13l): one infantry or
        mountain corps and two panzer corps leave by the exits in one movement phase (BD-4.11b), for
        the Caucasus box (BD-4.11d).

        The turn must have begun with the three cities of `look_at_cities` in supply (BD-4.11a).
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
        """Makes the Soviet send, at the launch, four rifle armies from the map or the RVGK box to
        the Caucasus box (BD-4.12a); those from the map need overland supply (BD-4.12b).

        If he cannot or refuses, the German wins the game (BD-4.12c).
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
        """Defeats the expedition as the Soviet takes Rostov or Dnepropetrovsk (BD-4.13e)."""
        if side == SOVIET:
            with when((at == self.hex(ROSTOV)) | (at == self.hex(DNEPROPETROVSK))):
                self._defeat()

    @Events.enters.after("BD-4.13e")
    def _lose_exits(self, side: int, at: Int) -> None:
        """Defeats the expedition as the Soviet occupies all five exit hexes (BD-4.13e)."""
        if side == SOVIET:
            with when((self.exit_hexes - occupied(SOVIET)).count() == 0):
                self._defeat()

    def _defeat(self) -> None:
        """Defeats an expedition in the box (BD-4.13e): its units go to the dead pile (BD-4.13f),
        Soviet units in the box may return (BD-4.13k), and the points gained remain (BD-4.13g)."""
        with when(self.under_way):
            assign(self.state, DEFEATED, "BD-4.13e")
            assign(self.way_out, FREE, "BD-4.13k")
            self.leave(units_at("caucasus") & self.germans, "dead", "BD-4.13f")
            note("expedition defeated", rule="BD-4.13e")

    def end_turn(self) -> None:
        """Rolls for the expedition in the Victory Check Phase, and closes the box to Soviet units
        that did not follow a recall in its turn (BD-4.13j)."""
        self._advance()
        with when(self.way_out == FOLLOW):
            assign(self.way_out, SHUT, "BD-4.13j")

    @rule("BD-4.13a")
    def _advance(self) -> None:
        """Rolls a die for an expedition that has not broken through (BD-4.13a): it does so on a 6,
        or on a 5 with Stalingrad in German overland supply (BD-4.13b).

        At the breakthrough the German gains a die roll of victory points (BD-4.13c), and 1 in each
        later turn (BD-4.13d).
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
        """Offers the German the recall of the expedition, in a turn after the launch, before it
        breaks through (BD-4.13h, BD-4.13o).

        Its units re-enter at exits without Soviet units (BD-4.13i); the Soviet units may follow in
        the same turn (BD-4.13j).
        """
        doors = self.exit_hexes - occupied(SOVIET)
        stays = only(
            "BD-4.13o", self.state != THROUGH, "an expedition that has broken through stays"
        )
        in_box = units_at("caucasus") & self.germans
        # not in the turn of the launch
        can = self.under_way & (self.turn > self.launched_on)
        # the number of units that could stack at the exits together
        room = sum_of(*((doors & self.room(GERMAN, n + 1)).count() for n in range(STACK_LIMIT)))
        can = can & (room >= in_box.count())
        with d.option("recall-expedition", can, stays):
            with each(in_box) as u:
                doors_open = doors & self.room(GERMAN)
                with choose("recall", GERMAN, "BD-4.13i", "re-enter", doors_open) as at:
                    self.enter(u, at, "BD-4.13i", GERMAN)
            assign(self.state, RECALLED, "BD-4.13h")
            assign(self.way_out, FOLLOW, "BD-4.13j")

    @rule("BD-4.13j")
    def _follow(self, d: Decision) -> None:
        """Offers the return of Soviet units from the Caucasus box through the exits, in the turn of
        a German recall (BD-4.13j) or once the expedition is destroyed (BD-4.13k)."""
        doors = (self.exit_hexes - occupied(GERMAN)) & self.room(SOVIET)
        in_box = units_at("caucasus") & self.soviets
        ready = (self.way_out != SHUT) & doors.any()
        with d.unit("return", in_box.distinct().when(ready)) as u:
            with choose("return", SOVIET, "BD-4.13j", "re-enter", doors) as at:
                self.enter(u, at, "BD-4.13j", SOVIET)

    def withdraw(self, unit: Int) -> None:
        """Moves a Soviet unit from the Caucasus box to the RVGK box (BD-4.13j)."""
        self.leave(unit, "rvgk", "BD-4.13j")

    @property
    def recallable(self) -> Units:
        """The Soviet units that may go from the Caucasus box to the RVGK box: after a recall in its
        turn (4.13j), or once the expedition is destroyed (4.13k)."""
        return (units_at("caucasus") & self.soviets).when(self.way_out != SHUT)
