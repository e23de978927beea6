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
from eastfront.program import (
    CHANCE,
    Builder,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    Units,
    assign,
    break_,
    clear,
    decide,
    distance,
    each,
    either,
    end_game,
    if_else,
    in_force,
    local,
    loop,
    mark,
    note,
    number,
    occupied,
    one_hex,
    one_unit,
    place,
    place_all,
    place_of,
    return_,
    roll,
    smaller,
    store,
    units_at,
    when,
)

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
        """The attacked units."""
        return units_at(self.target) & self.soviet

    def attackers(self) -> Units:
        """The units designated for the attack."""
        return self.axis.where(lambda u: self.on(u) == self.target)

    # -- the game ---------------------------------------------------------------------------

    def finish(self, rule: str) -> None:
        """Ends the game without a winner."""
        end_game(-1, 0, rule)

    def phase(self) -> None:
        """AGC-15.0a: the declared attacks in any order."""
        b = self.b
        with each(self.soviet) as u:
            store(self.steps, u, self.printed(u))
        attack = b.procedure("attack", 0, self.resolve)
        self.advance_procedure = b.procedure("advance", 0, self.advance)
        with loop():
            with when(~self.declared.hexes.any()):
                self.finish("AGC-15.0a")
            declared = self.declared.hexes
            with decide("attack", AXIS, "AGC-15.0a") as d, d.hex("attack", declared) as h:
                assign(self.target, h)
                clear(self.declared, one_hex(h), "AGC-15.8.1h")
            attack()
            assign(self.target, -1)

    def resolve(self) -> None:
        """One attack, from the flip of untried units to the advance."""
        self.reveal()
        with when(~self.defenders().any()):
            note("cancelled", self.target, rule="AGC-15.5.4e")
            self.advance_procedure()
            return_()
        odds = local(self.attackers().sum(self.attack) // self.defenders().sum(self.defence))
        column = local(if_else(odds < 1, 0, if_else(odds < 3, 1, 2)))
        die = roll("combat", "AGC-15.8.1b", faces=10)
        self.lose(local(self.lost_table(column, die)), self.defenders())
        with when(self.defenders().any() & (self.away_table(column, die) == 0)):
            return_()
        self.retreat()
        self.advance_procedure()

    def reveal(self) -> None:
        """AGC-15.5.4c, AGC-15.5.4d."""
        with loop():
            hidden = self.defenders() & self.untried
            with when(~hidden.any()):
                break_()
            cup = units_at(self.box["cup"])
            with decide("reveal", CHANCE, "AGC-22.9.3a") as d, d.unit("draw", cup) as u:
                nothing = self.defence(u) == 0 if in_force("AGC-15.5.4d") else number(0)
                where = if_else(nothing, self.box["returned"], self.target)
                place(hidden.first(), self.box["flipped"], "AGC-15.5.4c")
                place(u, where, "AGC-15.5.4d")

    def lose(self, steps: Int, units: Units) -> None:
        """AGC-16.3.1a: the owner picks who loses the steps."""
        left = local(smaller(steps, units.sum(self.steps)))
        with loop():
            with when(left == 0):
                break_()
            with decide("loss", SOVIET, "AGC-16.3.1a") as d, d.unit("lose", units) as u:
                store(self.steps, u, self.steps(u) - 1, "AGC-16.3.1a")
                with when(self.steps(u) == 0):
                    self.remove(one_unit(u), "cadre", "AGC-16.3.4e")
                    clear(self.group, one_unit(u))
            assign(left, left - 1)

    def remove(self, units: Units, box: str, rule: str) -> None:
        """Out of play; fortress units go back to where they are drawn from (AGC-22.9.3b)."""
        place_all(units & self.forts, self.box["returned"], "AGC-22.9.3b")
        place_all(units - self.forts, self.box[box], rule)

    # -- retreat ----------------------------------------------------------------------------

    def ways(self, at: Number, n: int, hot: Number) -> Hexes:
        """AGC-16.6.4, AGC-16.6.5: hexes for the n-th hex, away from the fight."""
        near = one_hex(at).adjacent() - occupied(AXIS)
        away = near.where(lambda h: distance(h, self.target) == n)
        return away - self.danger.when(hot) if in_force("AGC-16.6.5") else away

    def retreat(self) -> None:
        """AGC-16.6.1a: the defenders together, two hexes."""
        self.remove_those_who_cannot()
        mark(self.group, self.defenders())
        at, hot, risk = local(self.target), local(0), local(0)
        for n in (1, 2):
            with when(self.group.units.any()):
                # where a friend stands is judged with the group still where it was
                ways = self.ways(at, n, hot)
                if n == 1:
                    ways = ways.where(lambda h: self.ways(h, 2, self.danger.contains(h)).any())
                with either(ways.any()) as otherwise:
                    rule = "AGC-16.6.1a"
                    with decide("retreat", SOVIET, rule) as d, d.hex("retreat", ways) as h:
                        assign(hot, self.danger.contains(h))
                        assign(risk, risk | hot)
                        assign(at, h)
                        place_all(self.group.units, h, rule)
                    otherwise()
                    self.remove(self.group.units, "eliminated", "AGC-16.6.5")
                    clear(self.group, self.soviet)
        with when(risk & self.group.units.any()):
            self.fate()
        clear(self.group, self.soviet)

    def remove_those_who_cannot(self) -> None:
        """AGC-16.6.2a."""
        stay = self.defenders().where(lambda u: self.allowance(u) == 0)
        self.remove(stay, "eliminated", "AGC-16.6.2a")

    def fate(self) -> None:
        """AGC-16.6.6b, AGC-16.6.6d: one step at once, then a roll for the rest."""
        self.lose(local(1), self.group.units)
        with when(self.group.units.any()):
            die = roll("retreat", "AGC-16.6.6d", faces=10)
            with when(die > 3):
                self.remove(self.group.units, "cadre", "AGC-16.6.6d")

    # -- advance ----------------------------------------------------------------------------

    def advance(self) -> None:
        """AGC-15.5.4f, AGC-16.7.1a: at once, up to the limit."""
        going, room = local(1), local(ADVANCE)
        with loop():
            with when(~going):
                break_()
            with decide("advance", AXIS, "AGC-16.7.1a") as d:
                behind = self.attackers().where(lambda u: ~(place_of(u) == self.target))
                light = behind.where(lambda u: self.points(u) <= room)
                with d.unit("advance", behind, Limit("AGC-16.7.4", light, "too many points")) as u:
                    assign(room, room - self.points(u))
                    place(u, self.target, "AGC-16.7.3a")
                with d.option("done", passes=True):
                    assign(going, 0)


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    rules = Untried(board, without)
    return small_game(board, rules.b, rules.b.procedure("phase", 0, rules.phase))
