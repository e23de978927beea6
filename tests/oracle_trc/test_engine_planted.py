"""An engine with a planted error no longer agrees with this oracle.

The error is a rule left out or a flag that is not cleared. Each row names a rule, the question
compared, and positions of the generator of which one must show the error. Every fourth number draws
a whole front, the others a skirmish; every tenth from the third is the opening of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest

from .charts import combat_result
from .engine import Table, load
from .odds import odds
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


def flying(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Which aircraft a battle is offered."""
    if table.decision in {"forces", "odds"}:
        compare(table, where, rng, tally, most)


def nothing(table: Table, where: str, rng: random.Random, tally: Tally, most: int) -> None:
    """Only what happens."""


OPENINGS = range(3, 200, 10)

PLANTS: list[tuple[str, Look, Iterable[int], str]] = [
    ("TRC-7.1c", on_map, range(1, 9), "board: "),
    ("TRC-8.3a", on_map, range(2, 9), "moves: "),
    ("TRC-8.2a", on_map, range(1, 9), "moves: "),
    ("TRC-9.3.2c", on_map, range(2, 9), "rail: "),
    ("TRC-17.2.3a", on_map, range(1, 9), "supply: "),
    ("TRC-10.4b", on_map, range(1, 9), "sea: "),
    ("TRC-9.4.4b", nothing, range(3, 12), "track: "),
    ("TRC-9.4.3b", nothing, range(2, 12), "track: "),
    ("TRC-12.5a", in_battle, range(4, 15), "surrenders: "),
    ("TRC-14.1c", in_battle, range(8, 20), "odds: "),
    ("TRC-13.5a", in_battle, range(1, 9), "retreats: "),
    ("TRC-3.7h", in_battle, range(63, 200, 10), "surrenders: "),
    ("TRC-15.2a", in_battle, range(25, 40), "stuka for"),
    ("TRC-20.0a", coming, OPENINGS, "due: "),
    ("TRC-20.5a", coming, range(3, 20), "entry: "),
    ("TRC-20.5c", coming, range(1, 20), "entry: "),
    ("TRC-21.5a", coming, range(9, 40), "axis replacements: "),
    ("TRC-22.4b", coming, range(7, 20), "russian replacements: "),
    ("TRC-22.5c", coming, range(9, 20), "russian replacements: "),
    ("TRC-18.3a", coming, range(9, 20), "paratroops: "),
]


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant[0]))
def test_a_rule_left_out_shows(plant: tuple[str, Look, Iterable[int], str]) -> None:
    rule, look, seeds, sign = plant
    game = load(without=(rule,))
    for seed in seeds:
        tally, rng = Tally(), random.Random(seed)
        table = begun(game, seed)
        compare_game(table, "", rng, tally, share=0.3, most=4, turns=3, look=look)
        if any(sign in text for text in tally.found):
            return
    pytest.fail(f"no position shows that {rule} is left out")


# ---- flags that nobody clears


@dataclass
class Standing(Table):
    """A game in which nobody moves and no battle moves anybody, so that fronts and bases stand from
    turn to turn, and a Stuka flies whenever it can."""

    def chosen(self, rng: random.Random, passes: float = 1 / 16) -> int:
        """A Stuka, a contact, or the end of what is going on."""
        game, legal = self.state.game, self.state.legal_actions.list()
        by_verb = {game.notation(a).split()[0]: a for a in legal}
        for verb in ("stuka", "end-movement", "fight"):
            if verb in by_verb:
                return by_verb[verb]
        if self.decision == "combat":
            level = self.ledger.level
            if level is None:
                level = odds(self.ledger.fighting, self.battle(), self.ledger.air).level
            contact = [die for die in range(1, 7) if combat_result(level, die) == "C"]
            return game.parse(f"roll {contact[0]}") if contact else legal[0]
        if self.decision == "odds":  # the best at which there can be a contact
            said = sorted(int(game.notation(a).split()[1]) for a in legal)
            return game.parse(f"odds {max([o for o in said if o <= 4] or said)}")
        return super().chosen(rng, 1.0)

    def fork(self) -> Table:
        """A copy that goes its own way."""
        return Table(self.state.copy(), self.ledger.fork())


@dataclass
class Forgetful(Standing):
    """A game in which the flag that some action sets for a unit is never cleared again.

    Which it is the record of the game tells: what is said of the unit in the effects of the action.
    """

    verb: str = ""
    kept: set[tuple[str, str]] = field(default_factory=set)

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
            self.state = self.state._supposed(unit_flags=lost)
        return effects


def differences(table: Table, seed: int) -> list[str]:
    """What differs in some player turns of a game."""
    tally = Tally()
    rng = random.Random(seed)
    compare_game(table, "", rng, tally, share=1.0, most=4, turns=4, look=flying)
    return tally.found


@pytest.mark.rule("TRC-15.5b")
@pytest.mark.rule("TRC-15.6a")
def test_a_headquarters_that_supports_one_stuka_in_the_whole_war_shows() -> None:
    """Each headquarters supports one Stuka in each turn (15.5), and there are new ones (15.6).

    The flag of the headquarters that has done so is never cleared.
    """
    for seed in STUKAS:
        fresh = begun(load(), seed)
        book = fresh.ledger
        forgetful = Forgetful(fresh.state.copy(), book.fork(), "stuka")
        assert differences(Standing(fresh.state, book), seed) == []
        if any("stuka for" in text for text in differences(forgetful, seed)):
            return
    pytest.fail("no game shows that a headquarters never supports a second Stuka")


STUKAS = (974, 670)
"""Positions of 1942 with Stukas in two turns that follow one another."""
