"""Barbarossa Deluxe: Kerch, movement by sea, and the Caucasus box.

Sections 10.14, 10.16, 10.17 and 4.11 to 4.13 of the rulebook.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.sections import value

from .board import (
    FOLLOW,
    GERMAN,
    SHUT,
    SOVIET,
    STACK_LIMIT,
    units_at,
)
from .section import Section
from .strength import sum_of


class Passages(Section):
    """Ways that are no ordinary movement."""

    @value
    def may_not_enter(self, side: int) -> Hexes:
        """The hexes that the group may not enter."""
        blocked = occupied(1 - side) if in_force("BD-10.4a") else occupied(1 - side) - self.land
        group = self.moving.units
        if in_force("BD-6.2a") and in_force("BD-6.3a"):
            blocked = blocked | stacked(side, number(STACK_LIMIT + 1) - group.count())
        if in_force("BD-6.4a"):
            army = self.moving.units & self.satellites
            others = (self.satellites - self.moving.units).hexes()
            blocked = blocked | others.when(army.any())
        return memoise(blocked | self.barred_to(self.moving.units))

    def no_more_pauses(self) -> None:
        """Who rests has moved."""
        with each(self.paused.units) as unit:
            store(self.used, unit, 0)
        mark(self.moved, self.paused.units)
        clear(self.paused)
        assign(self.split, 0)
        assign(self.parent, -1)

    # -- water ------------------------------------------------------------------------------

    def cross_kerch(self, d: Decision, side: int, here: Int, under_way: Int) -> None:
        """BD-10.14: one stack a phase, from the hex where it began, and no farther."""
        if not in_force("BD-10.14a"):
            return
        group = self.moving.units
        across = one_hex(here).adjacent(self.kerch_side).when(self.bridgeheads.contains(here))
        across = across - self.may_not_enter(side)
        limits = [
            only("BD-10.14b", under_way == 0, "units cross the Kerch Strait from where they begin"),
            only("BD-10.14a", self.kerch_used == 0, "one stack a phase may cross the Kerch Strait"),
        ]
        with d.hex("cross", across, *limits) as to:
            assign(self.kerch_used, 1, "BD-10.14a")
            self.events.bring(group, to, "BD-10.14a")
            mark(self.moved, group)
            clear(self.moving, group)

    def sea_moves(self, d: Decision, side: int) -> None:
        """BD-10.16, BD-10.17: one infantry corps a phase on each sea."""
        if side != GERMAN:
            return
        for verb, rule, ports, used in (
            ("ship-black", "BD-10.16a", self.ports_black, self.black_sea_used),
            ("ship-baltic", "BD-10.17a", self.ports_baltic, self.baltic_used),
        ):
            if in_force(rule):
                self._ferry(d, verb, rule, ports, used)

    def _ferry(self, d: Decision, verb: str, rule: str, ports: Hexes, used: Int) -> None:
        """BD-10.16a, b and BD-10.17a, b: from a port of one's own to another."""
        open_ports = ports & self.control(GERMAN)
        havens = open_ports & self.room(GERMAN)
        corps = self.infantry.inside(open_ports) - self.moved.units - self.paused.units
        limits = [
            only(rule, used == 0, "one corps a phase may move on each sea"),
            only(
                f"{rule[:-1]}b",
                corps - self.fought.units - self.entrained.units,
                "a corps that moves by sea neither attacks nor moves otherwise in the player turn",
            ),
        ]
        movers = corps.where(lambda u: (havens - one_hex(place_of(u))).any())
        with d.unit(verb, movers.distinct(), *limits) as u:
            with decide("port", GERMAN, rule) as port:
                with port.hex("to-port", havens - one_hex(place_of(u))) as to:
                    assign(used, 1, rule)
                    if in_force("BD-10.6b"):
                        self.no_more_pauses()
                    self.events.come_to(u, to, rule)
                    mark(self.moved, one_unit(u))
                    if in_force(f"{rule[:-1]}b"):
                        mark(self.idle, one_unit(u), f"{rule[:-1]}b")

    # -- the Caucasus -----------------------------------------------------------------------

    def offer_caucasus(self, d: Decision, side: int) -> None:
        """BD-4.11 to 4.13: launch, recall, and the Soviet units that come back."""
        if side == GERMAN:
            self._launch(d)
            self._recall(d)
        else:
            self._follow(d)

    def _at_exits(self) -> tuple[Units, Units]:
        unmoved = self.germans.inside(self.exit_hexes) - self.moved.units - self.paused.units
        ready = (self.at_exit.units | unmoved).inside(self.exit_hexes) - self.satellites
        return ready & (self.infantry | self.mountain), ready & self.panzer

    def _launch(self, d: Decision) -> None:
        if not in_force("BD-4.11b"):
            return
        foot, tanks = self._at_exits()
        launch = (foot.count() >= 1) & (tanks.count() >= 2)
        limits = [
            only(
                "BD-4.11a",
                self.game_turn.caucasus_open == 1,
                "Maikop, Dnepropetrovsk and Rostov must be held in supply as the turn starts",
            ),
            only("BD-4.13l", self.caucasus == 0, "one Caucasus expedition a game"),
        ]
        with d.option("launch-expedition", launch, *limits):
            for group, count in ((foot, 1), (tanks, 2)):
                for _ in range(count):
                    with decide("expedition", GERMAN, "BD-4.11b") as pick_:
                        with pick_.unit("send", group.distinct()) as u:
                            place(u, self.box("caucasus"), "BD-4.11d")
                            clear(self.at_exit, one_unit(u))
            assign(self.caucasus, 1, "BD-4.11d")
            assign(self.caucasus_turn, self.turn)
            self._response()

    def _response(self) -> None:
        """BD-4.12: four rifle armies, or the game."""
        if not in_force("BD-4.12a"):
            return
        fit = (
            self.rifle.inside(self.supply.soviet_overland)
            if in_force("BD-4.12b")
            else (self.rifle & self.on_map)
        )
        given = local(0)
        with until(given == 4):
            pool = fit | (self.rifle & units_at(self.box("rvgk")))
            with when((given == 0) & (pool.count() < 4)):
                end_game(GERMAN, 1, "BD-4.12c")
            with decide("caucasus response", SOVIET, "BD-4.12a") as d:
                with d.unit("give", pool.distinct()) as u:
                    place(u, self.box("caucasus"), "BD-4.12a")
                    assign(given, given + 1)
                with d.option("refuse", given == 0, passes=True):
                    end_game(GERMAN, 1, "BD-4.12c")

    def _recall(self, d: Decision) -> None:
        if not in_force("BD-4.13h"):
            return
        doors = self.exit_hexes - occupied(SOVIET)
        limits = [
            only("BD-4.13o", self.caucasus != 2, "an expedition that has broken through stays")
        ]
        in_box = units_at(self.box("caucasus")) & self.germans
        # not in the phase of the launch
        can = (self.caucasus > 0) & (self.caucasus < 3) & in_box.any()
        can = can & (self.turn > self.caucasus_turn)
        can = can & (self._room_at(doors) >= in_box.count())
        with d.option("recall-expedition", can, *limits):
            with each(in_box) as u:
                with decide("recall", GERMAN, "BD-4.13i") as where:
                    with where.hex("re-enter", doors & self.room(GERMAN)) as at:
                        self.events.come_to(u, at, "BD-4.13i")
            assign(self.caucasus, 4, "BD-4.13h")
            assign(self.caucasus_way_out, FOLLOW, "BD-4.13j")

    def _room_at(self, doors: Hexes) -> Int:
        """How many units of the German side could stack in some hexes together (BD-6.3a)."""
        if not in_force("BD-6.3a"):
            return doors.count() * STACK_LIMIT
        return sum_of([(doors & self.room(GERMAN, n + 1)).count() for n in range(STACK_LIMIT)])

    def _follow(self, d: Decision) -> None:
        """BD-4.13j, BD-4.13k: in the turn of a recall, or at any time after a defeat."""
        if not in_force("BD-4.13j"):
            return
        doors = (self.exit_hexes - occupied(GERMAN)) & self.room(SOVIET)
        in_box = units_at(self.box("caucasus")) & self.soviets
        ready = (self.caucasus_way_out != SHUT) & doors.any()
        with d.unit("return", in_box.distinct().when(ready)) as u:
            with decide("return", SOVIET, "BD-4.13j") as where:
                with where.hex("re-enter", doors) as at:
                    self.events.come_to(u, at, "BD-4.13j")
