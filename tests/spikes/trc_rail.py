"""Rail conversion by what was crossed, and when: TRC-9.4.

One Axis turn: units move hex by hex, then attack (a die a unit, 4 or more eliminates), then track
is converted, and one unit may move by rail to show what can be used. Combat is a stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.board import Board, small_game
from eastfront.program.builder import Builder, Limit
from eastfront.program.expr import (
    Hexes,
    HexFlag,
    Int,
    Number,
    all_hexes,
    choose_between,
    flood,
    no_hexes,
    occupied,
    one_hex,
    one_unit,
    place_of,
    units_at,
)
from eastfront.program.life import Life

AXIS, RUSSIAN = 0, 1


class Rail:
    def __init__(self, board: Board, without: Sequence[str] = ()) -> None:
        self.board = board
        b = self.b = Builder(board.sides, without)
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.axis, self.russian = (
            b.unit_set(name, board.units_where(lambda u, name=name: u.side == name))
            for name in board.sides
        )
        junctions = board.members("junction")
        nodes = board.members("city") + (junctions if b.on("TRC-9.4.2c") else [])
        ours = board.members("axis-city")
        self.nodes = b.hex_set("nodes", nodes)
        self.west = b.hex_set("west", board.members("west"))
        rail = board.edges("rail")
        self.track = b.hex_set("track", [i for i, mask in enumerate(rail) if mask])
        self.rail = b.edge_mask("rail", rail)
        self.axis_city = b.hex_flag("axis-city", Life.GAME, ours)
        self.russian_city = b.hex_flag("russian-city", Life.GAME, sorted(set(nodes) - set(ours)))
        self.axis_rail = b.hex_flag("axis-rail", Life.GAME, board.members("axis-rail"))
        self.crossed = b.hex_flag("crossed", Life.GAME)
        self.line = b.hex_flag("line", Life.GAME)
        self.moved = b.unit_flag("moved", Life.GAME)
        self.fought = b.unit_flag("fought", Life.GAME)
        self.dead = board.index("dead")
        self.zones = [
            b.view(f"{name} zone", occupied(side) | occupied(side).adjacent())
            for side, name in enumerate(board.sides)
        ]
        # TRC-9.4.4, TRC-9.4.1d: where track is free, and from where it leads home
        in_zone = self.zones[RUSSIAN] if b.on("TRC-9.4.1d") else no_hexes()
        enemy_city = self.russian_city.hexes if b.on("TRC-9.4.4b") else no_hexes()
        self.free = b.view("free", (all_hexes() - in_zone - enemy_city) | self.axis_city.hexes)
        home = self.axis_city.hexes | (self.west & self.free)
        self.home = b.view("home", flood(home, self.free, self.rail))
        self.play = b.procedure("main", 0, self.main)
        self.update = b.procedure("control", 0, self.control)
        self.enter = b.procedure("enter", 1, self.entered)

    # -- control ----------------------------------------------------------------------------

    def control(self) -> None:
        """TRC-17.2.1, TRC-9.4.2b: occupied, else alone in reach, else contested, else as before."""
        ours, theirs = self.zones
        mine = occupied(AXIS) | (ours - theirs)
        other = occupied(RUSSIAN) | (theirs - ours)
        vacant = self.nodes - occupied(AXIS) - occupied(RUSSIAN)
        contested = vacant & ours & theirs
        self.becomes(self.axis_city, self.nodes & mine, (self.nodes & other) | contested)
        self.becomes(self.russian_city, self.nodes & other, (self.nodes & mine) | contested)

    def becomes(self, flag: HexFlag, on: Hexes, off: Hexes) -> None:
        self.b.mark(flag, on, 1, "TRC-17.2.1b")
        self.b.mark(flag, off, 0, "TRC-17.2.1d")

    def entered(self, hex_: Int) -> None:
        """TRC-9.4.4b, TRC-9.4.4c: the way home counts at the moment of crossing."""
        b = self.b
        self.update()
        when = self.home.has(hex_) if b.on("TRC-9.4.4c") else Int(("K", 1))
        with b.when(when & self.track.has(hex_)):
            b.mark(self.crossed, one_hex(hex_), 1, "TRC-9.4.4a")

    # -- conversion -------------------------------------------------------------------------

    def next_to(self, hex_: Number, hexes: Hexes) -> Int:
        """How many neighbours along the track belong to a set."""
        return (one_hex(hex_).adjacent(self.rail) & hexes).count()

    def prune(self, keep: Hexes, ends: Hexes) -> None:
        """Leaves of the line that lead nowhere go, until none is left."""
        b, line = self.b, self.line.hexes
        with b.loop():
            beyond = line | self.axis_city.hexes
            loose = (line - keep).where(lambda h: self.next_to(h, beyond) + ends.has(h) < 2)
            with b.when(~loose.any()):
                b.stop()
            b.mark(self.line, loose, 0)

    def convert(self) -> None:
        b = self.b
        ours = self.axis_city.hexes
        between = (self.free & self.track) - ours
        if b.on("TRC-9.4.3a"):
            b.mark(self.axis_rail, ours & self.track, 1, "TRC-9.4.3a")
        if b.on("TRC-9.4.3b"):
            b.mark(self.line, between, 1)
            self.prune(no_hexes(), no_hexes())
            b.mark(self.axis_rail, self.line.hexes, 1, "TRC-9.4.3b")
            b.mark(self.line, self.line.hexes, 0)
        if b.on("TRC-9.4.4a"):
            with b.each((self.crossed.hexes & self.home) - ours) as h:
                b.mark(self.line, flood(one_hex(h), between, self.rail), 1)
                self.prune(one_hex(h), self.west)
                b.mark(self.axis_rail, self.line.hexes, 1, "TRC-9.4.4a")
                b.mark(self.line, self.line.hexes, 0)
        b.mark(self.crossed, self.crossed.hexes, 0, "TRC-9.4.6a")

    # -- the turn ---------------------------------------------------------------------------

    def steps(self, unit: Number) -> Hexes:
        """TRC-8.3: the next hexes of a unit; never from zone to zone."""
        zone = self.zones[RUSSIAN]
        here = place_of(unit)
        near = one_hex(here).adjacent() - occupied(RUSSIAN)
        return choose_between(zone.has(here), near - zone, near)

    def movement(self) -> None:
        b = self.b
        with b.loop():
            done = b.local(0)
            with b.decide("movement", AXIS, "TRC-5.1") as d:
                able = self.axis.where(lambda u: self.steps(u).any() & (self.allowance(u) > 0))
                with d.unit("move", able - self.moved.units) as u:
                    b.mark(self.moved, one_unit(u), 1)
                    self.move(u)
                with d.option("end", passes=True):
                    b.assign(done, 1)
            with b.when(done):
                b.stop()

    def move(self, unit: Int) -> None:
        b = self.b
        left = b.local(self.allowance(unit))
        stopped = b.local(0)
        taken = b.local(0)
        with b.loop():
            over = b.local(0)
            with b.decide("move", AXIS, "TRC-5.1") as d:
                with d.option("stop", taken, passes=True):
                    b.assign(over, 1)
                can = self.steps(unit)
                with d.hex("step", can, Limit("TRC-7.2a", (left > 0) & ~stopped, "it stops")) as h:
                    b.place(unit, h, "TRC-5.1")
                    b.assign(left, left - 1)
                    b.assign(taken, 1)
                    b.assign(stopped, self.zones[RUSSIAN].has(h))
                    self.enter(h)
            with b.when(over):
                b.stop()

    def attacks(self) -> None:
        b = self.b
        with b.loop():
            done = b.local(0)
            fresh = (self.axis - self.fought.units).inside(all_hexes())
            with b.decide("attack", AXIS, "TRC-12.1a") as d:
                near = occupied(RUSSIAN) & fresh.hexes().adjacent()
                with d.hex("attack", near) as h:
                    who = fresh.inside(one_hex(h).adjacent()).first()
                    b.mark(self.fought, one_unit(who), 1)
                    with b.when(b.roll("battle", "TRC-13.2") > 3):
                        b.place_all(units_at(h) & self.russian, self.dead, "TRC-13.3")
                        self.update()
                with d.option("end", passes=True):
                    b.assign(done, 1)
            with b.when(done):
                b.stop()

    def next_turn(self) -> None:
        """TRC-9.3.2, TRC-9.4.1a."""
        b = self.b
        usable = self.axis_rail.hexes - self.zones[RUSSIAN]
        here = place_of(0)
        there = flood(one_hex(here) & usable, usable, self.rail) - one_hex(here)
        with b.decide("rail", AXIS, "TRC-9.3.2") as d:
            with d.hex("rail", there) as h:
                b.place(0, h, "TRC-9.3.2")
            with d.option("stay", passes=True):
                pass

    def main(self) -> None:
        b = self.b
        self.update()
        with b.each(self.axis.hexes()) as h:
            self.enter(h)
        self.movement()
        self.attacks()
        self.convert()
        self.next_turn()
        b.end(-1, 0, "TRC-4.3")


def game(board: Board, without: Sequence[str] = ()) -> Any:
    rules = Rail(board, without)
    return small_game(board, rules.b, rules.play)
