"""Spike: the hexes that must be attacked, Barbarossa: Army Group Center.

The declaration of attacks, in Mud and clear terrain. Attacking is voluntary, but every enemy hex
with a zone of control over an attacker must then be attacked, by it or by others. The duty applies
to all declared attacks together: an attack, a further hex or a further unit is offered only if the
whole can still be completed, and the end of the declaration only when it is.
"""

from __future__ import annotations

from dataclasses import replace
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
    assign,
    break_,
    clear,
    decide,
    distance,
    end_game,
    in_force,
    local,
    loop,
    mark,
    no_units,
    occupied,
    one_hex,
    one_unit,
    place_of,
    units_at,
    when,
)

AXIS, SOVIET = 0, 1


class Declaration:
    """Writes the program."""

    def __init__(self, board: Board, without: tuple[str, ...] = ()) -> None:
        self.b = b = Builder(board.sides, without)
        self.attack = b.unit_attr("attack", board.numbers(lambda u: u.attack))
        self.defence = b.unit_attr("defence", board.numbers(lambda u: u.defence))
        self.axis = b.unit_set("axis", board.units_where(lambda u: u.side == "axis"))
        self.soviet = b.unit_set("soviet", board.units_where(lambda u: u.side == "soviet"))
        self.armor = b.unit_set("armor", board.units_where(lambda u: u.kind == "armor"))
        uncounted = ("untried", "artillery")
        self.uncounted = b.unit_set("uncounted", board.units_where(lambda u: u.kind in uncounted))
        self.road = b.edge_feature("road", board.edges("road"))
        self.dry = b.edge_mask("dry", board.edges("lake", inverse=True))
        self.lake = b.edge_feature("lake", board.edges("lake"))
        self.covered = b.hex_flag("covered", Life.GAME)
        self.open = b.hex_flag("open", Life.GAME)
        self.used = b.unit_flag("used", Life.GAME)
        self.joined = b.unit_flag("joined", Life.GAME)
        self.able = self.axis.where(lambda u: self.attack(u) > 0) - self.used.units

    # -- facts ------------------------------------------------------------------------------

    def zone_over(self, here: Number, target: Number) -> Int:
        """AGC-10.6.7n3, AGC-22.9.2a: whether units in a hex project a zone into a neighbour."""
        afoot = (units_at(target) & self.soviet - self.armor).any()
        return afoot | self.road(here, target)

    def owed(self) -> Hexes:
        """AGC-12.7a: what is still to be attacked for those who attack already."""
        if not in_force("AGC-12.7a"):
            return Hexes("Empty")

        def over_somebody(h: Int) -> Int:
            return self.used.units.where(
                lambda u: (
                    (distance(place_of(u), h) == 1)
                    & ~self.lake(place_of(u), h)
                    & self.zone_over(place_of(u), h)
                )
            ).any()

        return (occupied(SOVIET) - self.covered.hexes).where(over_somebody)

    def defending(self, hexes: Hexes) -> Int:
        """AGC-12.3.4: what counts at declaration."""
        return (self.soviet - self.uncounted).inside(hexes).sum(self.defence)

    def duty(self) -> Duty:
        """AGC-12.3, AGC-12.7, AGC-12.8, over all attacks."""
        return Duty(
            attackers=self.able,
            held=self.joined.units,
            targets=occupied(SOVIET) - self.covered.hexes,
            odds=(4, 1),
            strength=self.attack,
            defence=lambda h: self.defending(one_hex(h)),
            binds=self.zone_over if in_force("AGC-12.7a") else lambda _here, _target: 0,
            owed=self.owed(),
            edges=self.dry,
        )

    # -- the game ---------------------------------------------------------------------------

    def phase(self) -> None:
        """AGC-12.0b."""
        with loop(), decide("declaration", AXIS, "AGC-12.0a") as d:
            enemy = occupied(SOVIET) - self.covered.hexes
            can = enemy.where(lambda h: self.duty().met_with(no_units(), one_hex(h)))
            limit = Limit("AGC-12.7a", can, "no attacks can be made that meet the duty")
            with d.hex("attack", enemy, limit) as h:
                mark(self.open, one_hex(h))
                self.put_together()
            met = Limit("AGC-12.7a", ~self.owed().any(), "a hex is still to be attacked")
            with d.option("finish", 1, met, passes=True):
                end_game(-1, 0, "AGC-12.0b")

    def put_together(self) -> None:
        """One attack: its hexes and its units, in any order."""
        going = local(1)
        with loop():
            with when(~going):
                break_()
            open_, joined = self.open.hexes, self.joined.units
            with decide("attack", AXIS, "AGC-12.0d") as d:
                enemy = occupied(SOVIET) - self.covered.hexes - open_
                wider = enemy.where(lambda h: self.duty().met_with(joined, open_ | one_hex(h)))
                with d.hex("also", enemy, Limit("AGC-12.8", wider, "nobody can attack both")) as h:
                    mark(self.open, one_hex(h))
                more = self.able.where(
                    lambda u: replace(self.duty(), held=joined | one_unit(u)).met_with(
                        joined | one_unit(u), open_
                    )
                )
                with d.unit(
                    "with",
                    self.axis - self.used.units - joined,
                    Limit("AGC-12.1.1b", self.able, "it has no attack strength"),
                    Limit("AGC-12.7a", more, "with it the duty could not be met"),
                ) as u:
                    mark(self.joined, one_unit(u))
                duty = self.duty()
                strong = 4 * joined.sum(self.attack) >= self.defending(open_)
                complete = duty.met_with(joined, open_, 1)
                with d.option(
                    "declare",
                    joined.any(),
                    Limit("AGC-12.3.5", strong, "the odds are below one to four"),
                    Limit("AGC-12.7a", complete, "the rest of the duty could not be met"),
                ):
                    mark(self.covered, open_, "AGC-12.0d")
                    mark(self.used, joined, "AGC-12.7a")
                    clear(self.open, open_)
                    clear(self.joined, joined)
                    assign(going, 0)


def game(board: Board, without: tuple[str, ...] = ()) -> Any:
    """The game of a board."""
    rules = Declaration(board, without)
    rules.b.query("owed", 0, rules.owed)
    return small_game(board, rules.b, rules.phase)
