"""A front as a game on a board, with queries on its duty to attack.

Each query exists twice: at once (`joiners`, `wideners`, `destinations`) and candidate by candidate.
Its arguments are two attackers and two hexes, -1 for none.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from eastfront.board import Board, Counter, small_game
from eastfront.program import (
    Builder,
    Duty,
    Hexes,
    Int,
    Life,
    Units,
    decide,
    end_game,
    loop,
    mark,
    one_hex,
    one_unit,
    place_of,
)

from .fronts import Attacker, Front, Hex, front, neighbors

SIDES = ("us", "them")


def small_front(seed: int) -> Front:
    """A front of up to fourteen attackers, at odds that are often too low."""
    rng = random.Random(seed)
    return front(rng, rng.randint(4, 7), at_least=4, mood=0.5)


class Sketch:
    """The rules of one front."""

    def __init__(self, this: Front, reach: int = 1) -> None:
        self.front = this
        self.board, self.place = lay_out(this)
        b = self.b = Builder(SIDES)
        ones = this.attackers

        def units(name: str, test: Callable[[Attacker], bool]) -> Units:
            return b.unit_set(name, [i for i, one in enumerate(ones) if test(one)])

        self.all = units("all", lambda _one: True)
        self.held = units("held", lambda one: not one.free)
        self.bound = units("bound", lambda one: one.bound)
        self.strength = b.unit_attr("strength", [one.strength for one in ones])
        self.defence = b.hex_attr("defence", self.by_hex(0))
        self.eased = b.hex_attr("eased", self.by_hex(1))
        self.targets = b.hex_set("targets", [self.place[t] for t in this.defence])
        self.owed = b.hex_set("owed", [self.place[t] for t in this.owed])
        self.binds = b.edge_feature("binds", self.edges(this.binds))
        self.eases = b.edge_feature("eases", self.edges(this.eases))
        self.fair = {t: b.unit_set(f"may {t}", self.allowed(t)) for t in sorted(this.defence)}
        self.gone = b.unit_flag("gone", Life.GAME)
        self.reach = reach

    # -- the map ----------------------------------------------------------------------------

    def by_hex(self, which: int) -> list[int]:
        """The defence of each hex."""
        out = [0] * len(self.board.labels)
        for t, strengths in self.front.defence.items():
            out[self.place[t]] = strengths[which]
        return out

    def edges(self, pairs: dict[Hex, frozenset[Hex]]) -> list[int]:
        """Hexsides as six-bit numbers, seen from the attackers' hexes."""
        out = [0] * len(self.board.labels)
        for h, targets in pairs.items():
            for d in range(6):
                there = self.board.neighbor(self.place[h], d)
                if there in [self.place[t] for t in targets]:
                    out[self.place[h]] |= 1 << d
        return out

    def allowed(self, target: Hex) -> list[int]:
        """The units that may attack a target: all except adjacent ones that may not."""
        near = self.front.near
        each = enumerate(self.front.attackers)
        return [i for i, a in each if target in a.may or target not in near[a.hex]]

    # -- questions --------------------------------------------------------------------------

    def may(self, unit: Int, hex_: Int) -> Int:
        """Whether a unit may attack a hex."""
        out = Int(("Const", 1))
        for t, fair in self.fair.items():
            if len(self.allowed(t)) < len(self.front.attackers):
                out = out & (~one_hex(self.place[t]).contains(hex_) | fair.contains(unit))
        return out

    def duty(self, units: Units, held: Units) -> Duty:
        """The duty of some units in their hexes."""
        return Duty(
            attackers=units,
            held=held,
            targets=self.targets,
            odds=self.front.odds,
            strength=self.strength,
            defence=self.defence,
            eased=self.eased,
            eases=lambda a, t: self.eases(a, t),
            binds=lambda a, t: self.binds(a, t),
            may=self.may,
            bound=lambda u: self.bound.contains(u),
            owed=self.owed,
        )

    def moving(self) -> Duty:
        """The duty when units that are not held can move to an adjacent hex."""
        return replace(self.duty(self.all, self.held), spots=self.around, room=lambda _hex: 1)

    def around(self, unit: Int) -> Hexes:
        """The hexes to which a unit could move."""
        return one_hex(place_of(unit)).adjacent() - self.targets

    def main(self) -> None:
        """Units give way one by one; to pass is always possible."""
        with loop(), decide("surrender", 0, "T-1") as d:
            with d.unit("give", self.duty(self.all, self.held).give_way(self.gone.units)) as u:
                mark(self.gone, one_unit(u))
            with d.option("pass", 1):
                end_game(-1, 0, "T-1")

    def game(self) -> Any:
        """The game, with its queries."""
        b, everyone = self.b, self.duty(self.all, self.all)
        rest = self.all - self.gone.units
        b.query("met", 0, everyone.met)
        b.query("rest", 0, lambda: self.duty(rest, rest).met())
        for name, duty in (("held", everyone), ("moving", self.moving())):
            self.ask(name, duty)
        return small_game(self.board, b, self.main)

    def ask(self, name: str, duty: Duty) -> None:
        """The answer of each query at once, and candidate by candidate."""
        b = self.b

        def us(u: Int, v: Int) -> Units:
            return (one_unit(u) | one_unit(v)) & self.all

        def them(g: Int, h: Int) -> Hexes:
            return (one_hex(g) | one_hex(h)) & self.targets

        b.query(f"{name} joiners", 4, lambda u, v, g, h: duty.joiners(us(u, v), them(g, h)))
        b.query(
            f"{name} joiners one by one",
            4,
            lambda u, v, g, h: self.all.where(
                lambda w: duty.met_with(us(u, v) | one_unit(w), them(g, h))
            ),
        )
        b.query(f"{name} wideners", 4, lambda u, v, g, h: duty.wideners(us(u, v), them(g, h)))
        b.query(
            f"{name} wideners one by one",
            4,
            lambda u, v, g, h: self.targets.where(
                lambda t: duty.met_with(us(u, v), them(g, h) | one_hex(t))
            ),
        )
        open_ = Hexes("All") - self.targets
        b.query(f"{name} destinations", 1, lambda u: duty.destinations(u, open_))
        b.query(
            f"{name} destinations one by one",
            1,
            lambda u: open_.where(lambda h: duty.met_if(u, h)),
        )


def lay_out(this: Front) -> tuple[Board, dict[Hex, int]]:
    """A board with room around the front, and the index of each of its hexes."""
    hexes = {*this.defence, *this.near}
    hexes |= {n for h in hexes for n in neighbors(h)}
    left, top = min(c for c, _ in hexes), min(r for _, r in hexes)
    top -= top % 2
    width, height = max(c for c, _ in hexes) - left + 1, max(r for _, r in hexes) - top + 1
    place = {(c, r): (r - top) * width + c - left for c, r in hexes}
    labels = tuple(f"{c + 1:02}{r + 1:02}" for r in range(height) for c in range(width))
    units = [
        Counter(f"U{i}", "us", a.strength, a.strength, "unit", labels[place[a.hex]])
        for i, a in enumerate(this.attackers)
    ]
    out = Board(
        width=width,
        height=height,
        shifted_parity=1,
        labels=labels,
        glyphs=tuple("." * (width * height)),
        legend={".": "clear"},
        sides=SIDES,
        units=tuple(units),
    )
    return out, place
