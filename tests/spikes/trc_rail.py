"""Rail conversion by the hexes crossed and their times: TRC-9.4.

One Axis turn: units move hex by hex, then attack (a die a unit, 4 or more eliminates), then track
is converted, and one unit may move by rail to show the usable track. Combat is a stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    Builder,
    Hexes,
    HexFlag,
    Int,
    Life,
    Limit,
    Number,
    all_hexes,
    assign,
    break_,
    clear,
    decide,
    each,
    end_game,
    flood,
    if_else,
    in_force,
    local,
    loop,
    mark,
    no_hexes,
    occupied,
    one_hex,
    one_unit,
    place,
    place_all,
    place_of,
    roll,
    units_at,
    when,
)

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
        nodes = board.members("city") + (junctions if b.in_force("TRC-9.4.2c") else [])
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
        in_zone = self.zones[RUSSIAN] if b.in_force("TRC-9.4.1d") else no_hexes()
        enemy_city = self.russian_city.hexes if b.in_force("TRC-9.4.4b") else no_hexes()
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
        mark(flag, on, "TRC-17.2.1b")
        clear(flag, off, "TRC-17.2.1d")

    def entered(self, hex_: Int) -> None:
        """TRC-9.4.4b, TRC-9.4.4c: the way home counts at the moment of crossing."""
        self.update()
        home = self.home.contains(hex_) if in_force("TRC-9.4.4c") else Int(("Const", 1))
        with when(home & self.track.contains(hex_)):
            mark(self.crossed, one_hex(hex_), "TRC-9.4.4a")

    # -- conversion -------------------------------------------------------------------------

    def next_to(self, hex_: Number, hexes: Hexes) -> Int:
        """The number of neighbours along the track that belong to a set."""
        return (one_hex(hex_).adjacent(self.rail) & hexes).count()

    def prune(self, keep: Hexes, ends: Hexes) -> None:
        """Leaves of the line that lead nowhere go, until none is left."""
        line = self.line.hexes
        with loop():
            beyond = line | self.axis_city.hexes
            loose = (line - keep).where(lambda h: self.next_to(h, beyond) + ends.contains(h) < 2)
            with when(~loose.any()):
                break_()
            clear(self.line, loose)

    def convert(self) -> None:
        ours = self.axis_city.hexes
        between = (self.free & self.track) - ours
        if in_force("TRC-9.4.3a"):
            mark(self.axis_rail, ours & self.track, "TRC-9.4.3a")
        if in_force("TRC-9.4.3b"):
            mark(self.line, between)
            self.prune(no_hexes(), no_hexes())
            mark(self.axis_rail, self.line.hexes, "TRC-9.4.3b")
            clear(self.line)
        if in_force("TRC-9.4.4a"):
            with each((self.crossed.hexes & self.home) - ours) as h:
                mark(self.line, flood(one_hex(h), between, self.rail))
                self.prune(one_hex(h), self.west)
                mark(self.axis_rail, self.line.hexes, "TRC-9.4.4a")
                clear(self.line)
        clear(self.crossed, self.crossed.hexes, "TRC-9.4.6a")

    # -- the turn ---------------------------------------------------------------------------

    def steps(self, unit: Number) -> Hexes:
        """TRC-8.3: the next hexes of a unit; never from zone to zone."""
        zone = self.zones[RUSSIAN]
        here = place_of(unit)
        near = one_hex(here).adjacent() - occupied(RUSSIAN)
        return if_else(zone.contains(here), near - zone, near)

    def movement(self) -> None:
        with loop():
            done = local(0)
            with decide("movement", AXIS, "TRC-5.1") as d:
                able = self.axis.where(lambda u: self.steps(u).any() & (self.allowance(u) > 0))
                with d.unit("move", able - self.moved.units) as u:
                    mark(self.moved, one_unit(u))
                    self.move(u)
                with d.option("end", passes=True):
                    assign(done, 1)
            with when(done):
                break_()

    def move(self, unit: Int) -> None:
        left = local(self.allowance(unit))
        stopped = local(0)
        taken = local(0)
        with loop():
            over = local(0)
            with decide("move", AXIS, "TRC-5.1") as d:
                with d.option("stop", taken, passes=True):
                    assign(over, 1)
                can = self.steps(unit)
                with d.hex("step", can, Limit("TRC-7.2a", (left > 0) & ~stopped, "it stops")) as h:
                    place(unit, h, "TRC-5.1")
                    assign(left, left - 1)
                    assign(taken, 1)
                    assign(stopped, self.zones[RUSSIAN].contains(h))
                    self.enter(h)
            with when(over):
                break_()

    def attacks(self) -> None:
        with loop():
            done = local(0)
            fresh = (self.axis - self.fought.units).inside(all_hexes())
            with decide("attack", AXIS, "TRC-12.1a") as d:
                near = occupied(RUSSIAN) & fresh.hexes().adjacent()
                with d.hex("attack", near) as h:
                    who = fresh.inside(one_hex(h).adjacent()).first()
                    mark(self.fought, one_unit(who))
                    with when(roll("battle", "TRC-13.2") > 3):
                        place_all(units_at(h) & self.russian, self.dead, "TRC-13.3")
                        self.update()
                with d.option("end", passes=True):
                    assign(done, 1)
            with when(done):
                break_()

    def next_turn(self) -> None:
        """TRC-9.3.2, TRC-9.4.1a."""
        usable = self.axis_rail.hexes - self.zones[RUSSIAN]
        here = place_of(0)
        there = flood(one_hex(here) & usable, usable, self.rail) - one_hex(here)
        with decide("rail", AXIS, "TRC-9.3.2") as d:
            with d.hex("rail", there) as h:
                place(0, h, "TRC-9.3.2")
            with d.option("stay", passes=True):
                pass

    def main(self) -> None:
        self.update()
        with each(self.axis.hexes()) as h:
            self.enter(h)
        self.movement()
        self.attacks()
        self.convert()
        self.next_turn()
        end_game(-1, 0, "TRC-4.3")


def game(board: Board, without: Sequence[str] = ()) -> Any:
    rules = Rail(board, without)
    return small_game(board, rules.b, rules.play)
