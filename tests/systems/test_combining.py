"""Recipes: complete sets of parts, hexes with all parts, and the parts of any unit."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from eastfront.program import (
    Life,
    Units,
    all_hexes,
    all_units,
    assign,
    local,
    mark,
    one_hex,
    one_unit,
    place,
)
from eastfront.systems import Recipe, Rules, Section, parts_of, unit_flag, variable

from .table import WOODS, Board, Small, data

ARMIES = {"army-t": {"t": 2, "m": 1}, "army-f": {"f": 2}}
PARTS = ["t1", "t2", "t3", "m1", "f1", "f2", "f3"]
TOGETHER = {"t1": "0101", "t2": "0101", "m1": "0101", "t3": WOODS, "f1": WOODS, "f2": WOODS}
APART = {"t1": "0101", "t2": WOODS, "m1": "0101", "f1": "0101", "f2": WOODS}


class Combining(Section):
    """What is made of what; one army breaks down before anything else."""

    made = unit_flag("made", Life.GAME)
    whose = variable("whose", Life.GAME, most=9)

    def define(self) -> None:
        """The recipes."""
        self.recipes = [
            Recipe(self.called(army), [(self.called(kind), n) for kind, n in parts.items()])
            for army, parts in ARMIES.items()
        ]

    def called(self, name: str) -> Units:
        """The units of a kind."""
        return self.units_where(name, lambda u: u.name.startswith(name))

    @Rules.sequence.before()
    def begin(self) -> None:
        """Units stand where the test has them, and the parts of one army are marked."""
        for name, at in self.game.places.items():
            place(self.unit(f"UN:{name}"), self.hex(at))
        army = local(self.unit(f"UN:{self.game.army}"))
        for recipe, kind in parts_of(self.recipes, army):
            assign(self.whose, self.whose + 1 + 3 * self.recipes.index(recipe))
            mark(self.made, one_unit((kind - self.made.units).first()))

    def define_queries(self) -> None:
        """Who is complete, and where."""
        for army, recipe in zip(ARMIES, self.recipes, strict=True):
            for some in groups():
                units = self.units_where(" ".join(some), lambda u, some=some: u.name in some)
                self.b.query(f"{army} {' '.join(some)}", 0, lambda r=recipe, u=units: r.complete(u))
            everywhere, woods = all_hexes(), one_hex(self.hex(WOODS))
            without = all_units() - one_unit(self.unit("UN:t1"))
            for name, units, among in (
                ("places", all_units(), everywhere),
                ("in the woods", all_units(), woods),
                ("without t1", without, everywhere),
            ):
                self.b.query(f"{army} {name}", 0, lambda r=recipe, u=units, h=among: r.places(u, h))


def groups() -> list[tuple[str, ...]]:
    """All groups of parts."""
    return [some for n in range(len(PARTS) + 1) for some in combinations(PARTS, n)]


class Army(Small):
    """One army."""

    board: Board
    combining: Combining
    army = "army-t"
    places = TOGETHER


class Others(Army):
    """The other army, and parts that stand apart."""

    army = "army-f"
    places = APART


def played(rules: type[Army]) -> Any:
    """The first position."""
    return rules(data([(name, "one") for name in [*ARMIES, *PARTS]])).compiled().new()


def test_some_units_are_complete_with_all_parts() -> None:
    state = played(Army)
    for army, parts in ARMIES.items():
        for some in groups():
            whole = all(sum(u[0] == k for u in some) >= n for k, n in parts.items())
            assert state.ask(f"{army} {' '.join(some)}") == whole, (army, some)


def test_where_all_parts_stand_together() -> None:
    state = played(Army)
    assert state.ask("army-t places") == ["0101"] and state.ask("army-f places") == [WOODS]
    assert state.ask("army-t in the woods") == [] and state.ask("army-f in the woods") == [WOODS]
    assert state.ask("army-t without t1") == []
    apart = played(Others)
    assert apart.ask("army-t places") == apart.ask("army-f places") == []


@pytest.mark.parametrize(
    ("rules", "made", "whose"), [(Army, ["t1", "t2", "m1"], 3), (Others, ["f1", "f2"], 8)]
)
def test_the_parts_are_those_of_the_unit(rules: type[Army], made: list[str], whose: int) -> None:
    """A loop over them is written for every recipe, and done for one."""
    state = played(rules)
    assert state.units_with("made") == made and state.var("whose") == whose


def test_a_recipe_counts_its_parts() -> None:
    assert Recipe(all_units(), [(all_units(), 2), (all_units(), 1)]).size == 3
