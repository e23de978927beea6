"""Movement under the duty to attack, surrender, and combat with soak-offs: TRC-12.

One side at a time: movement, surrender, combat; in a position `order` says whose turns there are.
Stacking, supply, retreats and air units are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eastfront.board import Board, small_game
from eastfront.program import (
    Builder,
    Duty,
    Hexes,
    Int,
    Life,
    Limit,
    Number,
    ReachSpec,
    Units,
    ZoneTolls,
    assign,
    break_,
    clear,
    decide,
    each,
    end_game,
    if_else,
    in_force,
    local,
    loop,
    mark,
    no_units,
    number,
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

FORBIDDEN = 255
ILLEGAL = "it could not make a legal attack, even with all the help that can come"


class Soak:
    def __init__(self, board: Board, without: Sequence[str] = ()) -> None:
        self.board = board
        b = self.b = Builder(board.sides, without)
        self.side = b.variable("side", Life.GAME)
        self.attack = b.unit_attr("attack", board.numbers(lambda u: u.attack))
        self.defends = b.unit_attr("defence", board.numbers(lambda u: u.defence))
        self.allowance = b.unit_attr("allowance", board.numbers(lambda u: u.allowance or 0))
        self.sides = [
            b.unit_set(name, board.units_where(lambda u, name=name: u.side == name))
            for name in board.sides
        ]
        self.river = b.hex_set("river", board.of_terrain("river"))
        self.mountain = b.hex_set("mountain", board.of_terrain("mountain"))
        self.open = b.edge_mask("open", board.edges("lake", inverse=True))
        ground = board.costs(lambda _from, _to, sides: None if "lake" in sides else 1)
        self.costs = b.cost_table("ground", ground)
        self.moved = b.unit_flag("moved", Life.GAME)
        self.fought = b.unit_flag("fought", Life.GAME)
        self.attacked = b.unit_flag("attacked", Life.GAME)
        self.yielding = b.unit_flag("yielding", Life.GAME)
        self.engaged = b.unit_flag("engaged", Life.GAME)
        self.beset = b.hex_flag("beset", Life.GAME)
        self.dead = board.index("dead")
        self.surrendered = board.index("surrendered")
        faces = {"A": 0, "C": 1, "D": 2}
        cells = [faces[c] for column in board.header["crt"].split() for c in column]
        self.crt = b.table("results", [0, 1], [3, 6], cells)

    # -- who and where ----------------------------------------------------------------------

    @property
    def own(self) -> Units:
        """The units of the side whose turn it is."""
        return if_else(self.side == 0, self.sides[0], self.sides[1]).inside(self.map)

    @property
    def map(self) -> Hexes:
        return Hexes("All")

    @property
    def enemy(self) -> Units:
        return if_else(self.side == 0, self.sides[1], self.sides[0]).inside(self.map)

    @property
    def enemy_hexes(self) -> Hexes:
        return if_else(self.side == 0, occupied(1), occupied(0))

    @property
    def zone(self) -> Hexes:
        """TRC-7.1: the hexes in enemy zones of control."""
        return self.enemy_hexes | self.enemy_hexes.adjacent(self.open)

    def reach(self, unit: Number) -> ReachSpec:
        """TRC-7.2, TRC-8.3: stop in a zone of control, never from zone to zone."""
        zones = ZoneTolls(self.zone, 0, 0, FORBIDDEN, 1)
        return ReachSpec(
            start=place_of(unit),
            budget=self.allowance(unit),
            costs=number(self.costs),
            blocked=self.enemy_hexes,
            minimum_one=number(0),
            zones=zones if in_force("TRC-8.3") else None,
            stop=None if in_force("TRC-8.3") else self.zone,
        )

    # -- odds -------------------------------------------------------------------------------

    def factors(self, hex_: Number) -> Int:
        """TRC-12.2c, TRC-14.1: everything in a hex defends together, mountains double it."""
        return (units_at(hex_) & self.enemy).sum(self.defends) * if_else(
            self.mountain.contains(hex_), 2, 1
        )

    def doubled(self, hex_: Number) -> Int:
        """TRC-14.1.1: the same when every attacker is in the river and the defender is not."""
        base = (units_at(hex_) & self.enemy).sum(self.defends)
        behind = (~self.river.contains(hex_)) & in_force("TRC-14.1.1")
        return base * if_else(self.mountain.contains(hex_) | behind, 2, 1)

    def duty(self, attackers: Units, held: Units, **more: Any) -> Duty:
        """TRC-12.3, TRC-12.4, TRC-12.5a: who shares which targets out, and at what odds."""
        floor = (6, 1) if in_force("TRC-12.5a") else (1, 0)
        return Duty(
            attackers=attackers,
            held=held,
            targets=self.enemy_hexes - self.attacked.units.hexes(),
            odds=floor,
            strength=self.attack,
            defence=self.doubled,
            eased=self.factors,
            eases=lambda a, _hex: ~self.river.contains(a),
            edges=self.open,
            **more,
        )

    # -- movement ---------------------------------------------------------------------------

    def later(self) -> Duty:
        """The duty of those who moved, when the others can still do what they like."""
        own, moved = self.own, self.moved.units
        return self.duty(own, moved, spots=lambda u: self.reach(u).hexes())

    def now(self) -> Duty:
        """The duty of units that moved, when no unit moves any more but some may surrender."""
        return self.duty(self.own, self.moved.units)

    def to(self, unit: Number) -> Hexes:
        """The hexes to which a unit may go: TRC-12.5b."""
        later = self.later()
        return self.reach(unit).hexes().where(lambda h: later.met_if(unit, h))

    def movement(self) -> None:
        with loop():
            done = local(0)
            with decide("movement", self.side, "TRC-5.1") as d:
                waiting = self.own - self.moved.units
                able = waiting.where(lambda u: self.reach(u).hexes().any())
                good = able.where(lambda u: self.to(u).any())
                stuck = Limit("TRC-8.3", able, "there is nowhere to go")
                limit = Limit("TRC-12.5b", good, ILLEGAL)
                with d.unit("move", waiting, stuck, limit) as u:
                    self.move(u)
                met, could = self.now().met(), self.later().met()
                text = "somebody who moved has no legal attack, and help can still come"
                with d.option("end", 1, Limit("TRC-12.5b", met | ~could, text), passes=True):
                    assign(done, 1)
            with when(done):
                break_()

    def move(self, unit: Int) -> None:
        with decide("destination", self.side, "TRC-5.1") as d:
            later = self.later()
            fair = self.map.where(lambda h: later.met_if(unit, h))
            limit = Limit("TRC-12.5b", fair, ILLEGAL)
            with d.hex("to", self.reach(unit).hexes(), limit) as h:
                place(unit, h, "TRC-5.1")
                mark(self.moved, one_unit(unit))

    # -- surrender --------------------------------------------------------------------------

    def surrender(self) -> None:
        """TRC-12.5c, TRC-12.5d: after all movement, before any combat."""
        if not in_force("TRC-12.5c"):
            return
        # units that moved give way only if nothing else suffices
        held = local(self.now().met())
        with loop():
            given = self.yielding.units
            rest = self.own - given
            with when(self.duty(rest, rest).met()):
                break_()
            stay = if_else(held, self.moved.units, no_units())
            who = self.duty(self.own, stay).give_way(given)
            with (
                decide("surrender", self.side, "TRC-12.5c") as d,
                d.unit("surrender", who) as u,
            ):
                mark(self.yielding, one_unit(u), "TRC-12.5c")
        place_all(self.yielding.units, self.surrendered, "TRC-12.5d")
        clear(self.yielding)

    # -- combat -----------------------------------------------------------------------------

    def fight(self, us: Units, them: Hexes, closed: int = 0) -> Int:
        """Whether all can still do their duty with this battle among theirs."""
        able = self.own - self.fought.units
        return self.duty(able, able).met_with(us, them, closed)

    def combat(self) -> None:
        """TRC-12.1a: until everyone next to an enemy has fought."""
        with loop():
            able = self.own - self.fought.units
            targets = self.enemy_hexes - self.attacked.units.hexes()
            left = able.inside(targets.adjacent(self.open))
            with when(~left.any()):
                break_()
            near = targets & left.hexes().adjacent(self.open)
            fair = near.where(lambda h: self.fight(no_units(), one_hex(h)))
            text = "the others could not all attack at 1-6 or better"
            with (
                decide("battle", self.side, "TRC-12.3a") as d,
                d.hex("attack", near, Limit("TRC-12.5b", fair, text)) as h,
            ):
                mark(self.beset, one_hex(h))
            self.gather()
            self.resolve()

    def gather(self) -> None:
        """TRC-12.3b, TRC-12.3c: who attacks, and whom else."""
        us, them = self.engaged.units, self.beset.hexes
        with loop():
            ready = local(0)
            able = self.own - self.fought.units - us
            more = able.where(lambda u: self.fight(us | one_unit(u), them))
            targets = self.enemy_hexes - self.attacked.units.hexes() - them
            wider = targets.where(lambda h: self.fight(us, them | one_hex(h)))
            text = "somebody would be left without a legal attack"
            with decide("forces", self.side, "TRC-12.3c") as d:
                with d.unit("add", able, Limit("TRC-12.3c", more, text)) as u:
                    mark(self.engaged, one_unit(u))
                with d.hex("with", targets, Limit("TRC-12.3c", wider, text)) as h:
                    mark(self.beset, one_hex(h))
                closed = self.fight(us, them, 1)
                with d.option("fight", us.any(), Limit("TRC-12.5a", closed, text)):
                    assign(ready, 1)
            with when(ready):
                break_()

    def resolve(self) -> None:
        """TRC-13.1, TRC-13.2."""
        us, them = self.engaged.units, self.beset.hexes
        attack = local(us.sum(self.attack))
        dry = us.where(lambda u: ~self.river.contains(place_of(u))).any()
        defence = local(0)
        with each(them) as h:
            assign(defence, defence + if_else(dry, self.factors(h), self.doubled(h)))
        column = local(if_else(attack * 2 < defence, 0, if_else(attack < defence * 2, 1, 2)))
        victims = self.enemy.inside(them)
        mark(self.fought, us, "TRC-12.4a")
        mark(self.attacked, victims, "TRC-12.4a")
        result = local(self.crt(column, roll("battle", "TRC-13.2")))
        with when(result == 0):
            place_all(us, self.dead, "TRC-13.3")
        with when(result == 2):
            place_all(victims, self.dead, "TRC-13.3")
        clear(self.engaged, us)
        clear(self.beset, them)

    def finish(self, rule: str) -> None:
        """Ends the game without a winner."""
        end_game(-1, 0, rule)

    def main(self) -> None:
        for name in self.board.header["order"].split():
            assign(self.side, self.board.side(name))
            self.movement()
            self.surrender()
            self.combat()
            for flag in (self.moved, self.fought, self.attacked):
                clear(flag)
        self.finish("TRC-4.3")


def game(board: Board, without: Sequence[str] = ()) -> Any:
    rules = Soak(board, without)
    rules.b.query("duty", 0, lambda: rules.later().met())
    return small_game(board, rules.b, rules.main)
