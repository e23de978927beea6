"""Spike: untried units revealed by an attack, and retreats, Barbarossa: Army Group Center.

One Combat Phase with its attacks declared. An untried unit is a counter without identity: what it
is gets drawn when it is revealed, from those it may be. A counter that turns out to be nothing
does not join those again, since the untried units still on the map were drawn before it returned.
A retreat is offered hex by hex, and only where the rest of it can be made. The results table is
made up.
"""

from __future__ import annotations

from typing import Any

from eastfront.board import Board, small_game
from eastfront.program.builder import CHANCE, Builder, Limit
from eastfront.program.expr import (
    Hexes,
    Int,
    Number,
    Units,
    distance,
    number,
    occupied,
    one_hex,
    one_unit,
    pick,
    place_of,
    smaller,
    units_at,
)
from eastfront.program.life import Life

AXIS, SOVIET = 0, 1
ADVANCE = 10
"""Stacking points."""
LOST = ([0] * 10, [0] * 4 + [1] * 3 + [0] * 3, [0] * 6 + [1] * 4)
AWAY = ([0] * 10, [1] * 4 + [0] * 6, [1] * 10)
"""Steps lost by the defender and whether he retreats: below 1-1, from 1-1, from 3-1. Made up."""


class Untried:
    """Writes the program."""

    def __init__(self, board: Board, without: tuple[str, ...] = ()) -> None:
        self.b = b = Builder(board.sides, without)
        self.attack = b.unit_attr("attack", board.numbers(lambda u: u.attack))
        self.defence = b.unit_attr("defence", board.numbers(lambda u: u.defence))
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.points = b.unit_attr("points", board.numbers(lambda u: int(u.flag("points") or 0)))
        self.printed = b.unit_attr("steps", board.numbers(lambda u: int(u.flag("steps") or 1)))
        places = [*board.labels, *board.boxes]
        self.on = b.unit_attr(
            "on", board.numbers(lambda u: places.index(u.flag("on") or board.boxes[0]))
        )
        self.axis = b.unit_set("axis", board.units_where(lambda u: u.side == "axis"))
        self.soviet = b.unit_set("soviet", board.units_where(lambda u: u.side == "soviet"))
        self.untried = b.unit_set("untried", board.units_where(lambda u: u.kind == "untried"))
        self.forts = b.unit_set("forts", board.units_where(lambda u: u.kind == "fortress"))
        self.declared = b.hex_flag("declared", Life.GAME, board.members("declared"))
        self.group = b.unit_flag("group", Life.GAME)
        self.steps = b.unit_field("steps", Life.GAME)
        self.lost_table = b.table("lost", [0, 1], [3, 10], [x for row in LOST for x in row])
        self.away_table = b.table("away", [0, 1], [3, 10], [x for row in AWAY for x in row])
        self.box = {name: board.index(name) for name in board.boxes}
        self.zone = b.view("zone", occupied(AXIS).adjacent())
        self.danger = b.view("danger", self.zone - occupied(SOVIET))
        self.target = b.variable("target", Life.GAME, -1)

    def defenders(self) -> Units:
        """Who is attacked."""
        return units_at(self.target) & self.soviet

    def attackers(self) -> Units:
        """Who was designated for the attack."""
        return self.axis.where(lambda u: self.on(u) == self.target)

    # -- the game ---------------------------------------------------------------------------

    def phase(self) -> None:
        """AGC-15.0a: the declared attacks in any order."""
        b = self.b
        with b.each(self.soviet) as u:
            b.keep(self.steps, u, self.printed(u))
        attack = b.procedure("attack", 0, self.resolve)
        self.advance_procedure = b.procedure("advance", 0, self.advance)
        with b.loop():
            with b.when(~self.declared.hexes.any()):
                b.end(-1, 0, "AGC-15.0a")
            declared = self.declared.hexes
            with b.decide("attack", AXIS, "AGC-15.0a") as d, d.hex("attack", declared) as h:
                b.assign(self.target, h)
                b.mark(self.declared, one_hex(h), 0, "AGC-15.8.1h")
            attack()
            b.assign(self.target, -1)

    def resolve(self) -> None:
        """One attack, from the flip of untried units to the advance."""
        b = self.b
        self.reveal()
        with b.when(~self.defenders().any()):
            b.note("cancelled", self.target, rule="AGC-15.5.4e")
            self.advance_procedure()
            b.answer()
        odds = b.local(self.attackers().sum(self.attack) // self.defenders().sum(self.defence))
        column = b.local(pick(odds < 1, 0, pick(odds < 3, 1, 2)))
        die = b.roll("combat", "AGC-15.8.1b", faces=10)
        self.lose(b.local(self.lost_table(column, die)), self.defenders())
        with b.when(self.defenders().any() & (self.away_table(column, die) == 0)):
            b.answer()
        self.retreat()
        self.advance_procedure()

    def reveal(self) -> None:
        """AGC-15.5.4c, AGC-15.5.4d."""
        b = self.b
        with b.loop():
            hidden = self.defenders() & self.untried
            with b.when(~hidden.any()):
                b.stop()
            cup = units_at(self.box["cup"])
            with b.decide("reveal", CHANCE, "AGC-22.9.3a") as d, d.unit("draw", cup) as u:
                nothing = self.defence(u) == 0 if b.on("AGC-15.5.4d") else number(0)
                where = pick(nothing, self.box["returned"], self.target)
                b.place(hidden.first(), self.box["flipped"], "AGC-15.5.4c")
                b.place(u, where, "AGC-15.5.4d")

    def lose(self, steps: Int, units: Units) -> None:
        """AGC-16.3.1a: the owner picks who loses the steps."""
        b = self.b
        left = b.local(smaller(steps, units.sum(self.steps)))
        with b.loop():
            with b.when(left == 0):
                b.stop()
            with b.decide("loss", SOVIET, "AGC-16.3.1a") as d, d.unit("lose", units) as u:
                b.keep(self.steps, u, self.steps(u) - 1, "AGC-16.3.1a")
                with b.when(self.steps(u) == 0):
                    self.remove(one_unit(u), "cadre", "AGC-16.3.4e")
                    b.mark(self.group, one_unit(u), 0)
            b.assign(left, left - 1)

    def remove(self, units: Units, box: str, rule: str) -> None:
        """Out of play; fortress units go back to where they are drawn from (AGC-22.9.3b)."""
        b = self.b
        b.place_all(units & self.forts, self.box["returned"], "AGC-22.9.3b")
        b.place_all(units - self.forts, self.box[box], rule)

    # -- retreat ----------------------------------------------------------------------------

    def ways(self, at: Number, n: int, hot: Number) -> Hexes:
        """AGC-16.6.4, AGC-16.6.5: hexes for the n-th hex, away from the fight."""
        near = one_hex(at).adjacent() - occupied(AXIS)
        away = near.where(lambda h: distance(h, self.target) == n)
        return away - self.danger.when(hot) if self.b.on("AGC-16.6.5") else away

    def retreat(self) -> None:
        """AGC-16.6.1a: the defenders together, two hexes."""
        b = self.b
        self.remove_those_who_cannot()
        b.mark(self.group, self.defenders(), 1)
        at, hot, risk = b.local(self.target), b.local(0), b.local(0)
        for n in (1, 2):
            with b.when(self.group.units.any()):
                # where a friend stands is judged with the group still where it was
                ways = self.ways(at, n, hot)
                if n == 1:
                    ways = ways.where(lambda h: self.ways(h, 2, self.danger.has(h)).any())
                with b.either(ways.any()) as otherwise:
                    rule = "AGC-16.6.1a"
                    with b.decide("retreat", SOVIET, rule) as d, d.hex("retreat", ways) as h:
                        b.assign(hot, self.danger.has(h))
                        b.assign(risk, risk | hot)
                        b.assign(at, h)
                        b.place_all(self.group.units, h, rule)
                    otherwise()
                    self.remove(self.group.units, "eliminated", "AGC-16.6.5")
                    b.mark(self.group, self.soviet, 0)
        with b.when(risk & self.group.units.any()):
            self.fate()
        b.mark(self.group, self.soviet, 0)

    def remove_those_who_cannot(self) -> None:
        """AGC-16.6.2a."""
        stay = self.defenders().where(lambda u: self.allowance(u) == 0)
        self.remove(stay, "eliminated", "AGC-16.6.2a")

    def fate(self) -> None:
        """AGC-16.6.6b, AGC-16.6.6d: one step at once, then a roll for the rest."""
        b = self.b
        self.lose(b.local(1), self.group.units)
        with b.when(self.group.units.any()):
            die = b.roll("retreat", "AGC-16.6.6d", faces=10)
            with b.when(die > 3):
                self.remove(self.group.units, "cadre", "AGC-16.6.6d")

    # -- advance ----------------------------------------------------------------------------

    def advance(self) -> None:
        """AGC-15.5.4f, AGC-16.7.1a: at once, up to the limit."""
        b = self.b
        going, room = b.local(1), b.local(ADVANCE)
        with b.loop():
            with b.when(~going):
                b.stop()
            with b.decide("advance", AXIS, "AGC-16.7.1a") as d:
                behind = self.attackers().where(lambda u: ~(place_of(u) == self.target))
                light = behind.where(lambda u: self.points(u) <= room)
                with d.unit("advance", behind, Limit("AGC-16.7.4", light, "too many points")) as u:
                    b.assign(room, room - self.points(u))
                    b.place(u, self.target, "AGC-16.7.3a")
                with d.option("done", passes=True):
                    b.assign(going, 0)


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    rules = Untried(board, without)
    return small_game(board, rules.b, rules.b.procedure("phase", 0, rules.phase))
