"""Errors planted in the engine show: with a rule left out, or a flag that nobody clears, it no
longer agrees with this oracle.

Each row names a rule, what is looked at, and positions of the generator among which one must show
it. A whole front is drawn for each fourth number, else a skirmish; each tenth from the third is the
opening of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from .engine import Table, load
from .side_by_side import (
    Look,
    Tally,
    begun,
    compare,
    compare_arrivals,
    compare_end_of_movement,
    compare_game,
    compare_map,
)


def on_map(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Zones, control, supply and moves."""
    if table.decision == "movement":
        compare_map(table, where, rng, tally, 2 * most)


def in_battle(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Surrenders, battles, odds, aircraft and retreats."""
    if table.decision == "movement":
        compare_end_of_movement(table, where, tally)
    else:
        compare(table, where, rng, tally, most)


def coming(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Who comes, and where."""
    if table.decision == "movement":
        compare_arrivals(table, where, rng, tally, 2 * most)
    elif table.decision in {"replacements", "worker city", "motorization", "withdrawal"}:
        compare(table, where, rng, tally, most)


def nothing(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Only what happens."""


FRONTS = [seed for seed in range(0, 160, 4)]
SKIRMISHES = [seed for seed in range(200) if seed % 4]
OPENINGS = range(3, 300, 10)

PLANTS: list[tuple[str, Look, Iterable[int], str]] = [
    ("TRC-7.1c", on_map, FRONTS, "board: "),
    ("TRC-8.3a", on_map, SKIRMISHES, "moves: "),
    ("TRC-8.2a", on_map, SKIRMISHES, "moves: "),
    ("TRC-9.3.2c", on_map, FRONTS, "rail: "),
    ("TRC-17.2.3a", on_map, FRONTS, "supply: "),
    ("TRC-10.4b", on_map, FRONTS, "sea: "),
    ("TRC-9.4.4b", nothing, FRONTS, "track: "),
    ("TRC-9.4.3b", nothing, FRONTS, "track: "),
    ("TRC-12.5a", in_battle, SKIRMISHES, "surrenders: "),
    ("TRC-14.1c", in_battle, SKIRMISHES, "odds: "),
    ("TRC-14.1b", in_battle, SKIRMISHES, "odds: "),
    ("TRC-13.5a", in_battle, SKIRMISHES, "retreats: "),
    ("TRC-3.7h", in_battle, OPENINGS, "surrenders: "),
    ("TRC-15.2a", in_battle, SKIRMISHES, "stuka for"),
    ("TRC-15.1a", in_battle, SKIRMISHES, "stuka for"),
    ("TRC-20.0a", coming, SKIRMISHES, "due: "),
    ("TRC-20.5a", coming, SKIRMISHES, "entry: "),
    ("TRC-20.5c", coming, SKIRMISHES, "entry: "),
    ("TRC-20.7.1a", coming, SKIRMISHES, "due: "),
    ("TRC-21.5a", coming, SKIRMISHES, "axis replacements: "),
    ("TRC-22.4b", coming, SKIRMISHES, "russian replacements: "),
    ("TRC-22.5c", coming, SKIRMISHES, "russian replacements: "),
    ("TRC-18.3a", coming, SKIRMISHES, "paratroops: "),
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant[0]))
def test_a_rule_left_out_shows(plant: tuple[str, Look, Iterable[int], str]) -> None:
    rule, look, seeds, sign = plant
    game = load(without=(rule,))
    for seed in seeds:
        tally, rng = Tally(), random.Random(seed)
        table = begun(game, seed)
        compare_game(table, "", rng, tally, share=0.3, most=4, turns=2, look=look)
        if any(sign in text for text in tally.found):
            return
    pytest.fail(f"no position shows that {rule} is left out")


# ---- flags that nobody clears


@dataclass
class Forgetful(Table):
    """A game in which the flags that some action has set are never cleared again.

    Which they are the record of the game tells: what is said of a unit in the effects of that action.
    """

    verb: str = ""
    kept: set[tuple[str, str]] = field(default_factory=set)

    def chosen(self, rng: random.Random, passes: float = 1 / 16) -> int:
        """The action in question whenever it can be done."""
        legal = self.state.legal_actions.list()
        wanted = [a for a in legal if self.state.game.notation(a).split()[0] == self.verb]
        return rng.choice(wanted) if wanted else super().chosen(rng, passes)

    def play(self, action: int | str) -> list[tuple[Any, ...]]:
        """One action, after which whatever was cleared is set again."""
        state = self.state
        name = action if isinstance(action, str) else state.game.notation(action)
        effects = super().play(action)
        if name.split()[0] == self.verb:
            unit = name.partition(" ")[2].split("@")[0]
            set_now = [e for e in effects if e[0] == "unit" and e[1] == unit and e[3]]
            self.kept |= {(e[1], e[2]) for e in set_now[:1]}
        lost = [(u, f, True) for u, f in sorted(self.kept) if u not in self.state.units_with(f)]
        if lost and self.state.decision in {"forces", "movement", "battle"}:
            self.state = self.state.edited(unit_flags=lost)
        return effects

    def fork(self) -> Table:
        """A copy that goes its own way, and forgets nothing more."""
        return Table(self.state.copy(), self.ledger.fork())


def differences(table: Table, seed: int) -> list[str]:
    """What differs in some player turns of a game."""
    tally = Tally()
    compare_game(
        table, "", random.Random(seed), tally, share=0.3, most=4, turns=4, look=in_battle
    )
    return tally.found


@pytest.mark.rule("TRC-15.5b")
@pytest.mark.rule("TRC-15.6a")
def test_a_headquarters_that_supports_one_stuka_in_the_whole_war_shows() -> None:
    """Each headquarters supports one Stuka in each turn (15.5), and they are there every turn (15.6).

    The flag of the headquarters that has done so is never cleared.
    """
    for seed in STUKAS:
        fresh = begun(load(), seed)
        book = fresh.ledger
        forgetful = Forgetful(fresh.state.copy(), book.fork(), "stuka")
        assert differences(fresh, seed) == []
        if any("stuka for" in text for text in differences(forgetful, seed)):
            return
    pytest.fail("no game shows that a headquarters never supports a second Stuka")


STUKAS = (1,)
"""Positions of 1942 with Stukas in two turns that follow one another."""
