"""A user's own rules appear in explanations of battles without code for them there."""

from __future__ import annotations

from functools import cache

import pytest

import eastfront as ef
from eastfront.games.barbarossa_deluxe.retreat import Retreats
from eastfront.games.barbarossa_deluxe.section import OptionalRule
from eastfront.games.barbarossa_deluxe.strength import Strength
from eastfront.program import Hexes, Int, Units, by, one_hex
from eastfront.questions.battle import Battle
from eastfront.questions.consequences import Withdrawal

SCENARIO = "barbarossa-deluxe/blue-kremlin"
FORCE = ["3Pz", "14Pz", "11AK"]


class Minefield(OptionalRule):
    """Nobody retreats into a certain hex."""

    @Retreats.closed.bar("HOUSE-1", "mines lie there")
    def mined(self, side: int, units: Units) -> Hexes:
        """The minefield."""
        return one_hex(self.hex("2305"))


class Veterans(OptionalRule):
    """Panzer corps attack with one factor more."""

    @Strength.attack_base.then()
    def veterans(self, factor: Int, side: int, unit: Int) -> Int:
        """One more."""
        return factor + by("HOUSE-2", self.panzer.contains(unit), told=True)


@cache
def battle(rules: type[OptionalRule] | None) -> tuple[ef.State, Battle]:
    """An attack on 2406 as the scenario begins."""
    start = ef.load(SCENARIO, rules=rules).new()
    start.push("automatic")
    return start, start.battle("2406", FORCE)


def retreat(told: Battle) -> Withdrawal:
    """What is said of DR."""
    end = next(o for o in told.outcomes if o.result == "DR")
    return next(c for c in end.consequences if isinstance(c, Withdrawal))


def test_a_rule_that_bars_retreats_is_explained() -> None:
    usual, house = retreat(battle(None)[1]), retreat(battle(Minefield)[1])
    closed = set(usual.hexes) - set(house.hexes)
    assert closed == {"2305"} and house.shut["2305"] == "mines lie there (HOUSE-1)"
    # and so it is played
    state, _ = battle(Minefield)
    here = state.copy()
    while here.decision != "prepared assault" and not here.is_over:
        here.push(here.legal_actions.list()[-1])
    here.push("attack 2406")
    for unit in FORCE:
        here.push(f"with {unit}")
    here.push("fight")
    while here.decision != "combat":
        here.push(next(a for a in here.legal_actions.list() if here.is_pass(a)))
    die = next(o for o in here.battle().outcomes if o.result == "DR").dice[0]
    here.push(f"roll {die}")
    offered = {name.partition(" ")[2] for name in here.legal_actions.names()}
    assert here.decision == "retreat" and offered == set(house.hexes)


def test_a_rule_that_changes_a_strength_is_explained() -> None:
    usual, house = battle(None)[1], battle(Veterans)[1]
    assert house.attack == (usual.attack or 0) + 2
    changed = {f.unit: (f.factor, f.rules) for f in house.attackers if "HOUSE-2" in f.rules}
    assert changed == {"3Pz": (5, ("HOUSE-2",)), "14Pz": (5, ("HOUSE-2",))}


@pytest.mark.parametrize("rules", [Minefield, Veterans])
def test_without_it_nothing_is_said_of_it(rules: type[OptionalRule]) -> None:
    assert "HOUSE" not in str(battle(None)[1]) and "HOUSE" in str(battle(rules)[1])
