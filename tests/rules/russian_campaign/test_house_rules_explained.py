"""A user's own rules appear in explanations of battles without code for them there."""

from __future__ import annotations

from functools import cache

import eastfront as ef
from eastfront.games.russian_campaign.retreat import Retreats
from eastfront.games.russian_campaign.section import OptionalRule
from eastfront.games.russian_campaign.strength import Strengths
from eastfront.program import Hexes, Int, Units, by, one_hex
from eastfront.questions.battle import Battle
from eastfront.questions.consequences import Flight, Stand

PANZERS = ["46 Pz", "47 Pz"]
PLACES = {**dict.fromkeys(PANZERS, "Z18"), "8 TkC": "Y18", "5 TkC": "Y18"}


class Northward(OptionalRule):
    """Nobody retreats into two hexes."""

    @Retreats.shut_to_retreat.then()
    def shut(self, out: Hexes, side: int, unit: Int) -> Hexes:
        """Two hexes into which the usual retreat goes."""
        return out | one_hex(self.hex("X18")) | one_hex(self.hex("X19"))


class Elite(OptionalRule):
    """Axis units attack with one factor more; Russian ones defend with one more."""

    @Strengths.attack_factor.then()
    def attack_factor(self, factor: Int, unit: Int, hexes: Hexes) -> Int:
        """One more."""
        return factor + by("HOUSE-1", self.axis_units.contains(unit), told=True)

    @Strengths.defence_factor.then()
    def defence_factor(self, factor: Int, side: int, attackers: Units, unit: Int) -> Int:
        """One more, which is not doubled."""
        return factor + by("HOUSE-2", self.russian_units.contains(unit), told=True)


class Stubborn(OptionalRule):
    """Russians stand."""

    @Retreats.stands.bar("HOUSE-3", "to the last man")
    def stand(self, attacker: int, side: int, units: Units) -> Units:
        """All of them."""
        return units & self.russian_units


@cache
def battle(rules: type[OptionalRule] | None) -> Battle:
    """Two panzer corps against two tank corps in the open."""
    state = ef.load("russian-campaign/campaign", rules=rules).new()
    off = [(unit, "pool") for unit, place in state.places().items() if place in {"Z18", "Y18"}]
    state = state._supposed(places=[*off, *PLACES.items()], variables=[("turn", 8)])
    return state.battle("Y18", PANZERS)


def flight(told: Battle, result: str) -> dict[str, tuple[str, ...]]:
    """Who retreats and where first, when the battle ends so."""
    end = next(o for o in told.outcomes if o.result == result)
    return {u: h for c in end.consequences if isinstance(c, Flight) for u, h in c.hexes.items()}


def test_a_rule_that_shuts_hexes_to_retreats_is_explained() -> None:
    usual, house = flight(battle(None), "DR"), flight(battle(Northward), "DR")
    assert usual.keys() == house.keys() == {"8 TkC", "5 TkC"}
    for unit, hexes in usual.items():
        assert {"X18", "X19"} & set(hexes)
        assert set(house[unit]) == set(hexes) - {"X18", "X19"}


def test_rules_that_change_strengths_are_explained() -> None:
    usual, house = battle(None), battle(Elite)
    assert (house.attack, house.defence) == ((usual.attack or 0) + 2, (usual.defence or 0) + 2)
    assert {f.rules for f in house.attackers} == {("HOUSE-1",)}
    assert {f.rules for f in house.defenders} == {("HOUSE-2",)}


def test_a_rule_by_which_units_stand_is_explained() -> None:
    end = next(o for o in battle(Stubborn).outcomes if o.result == "DR")
    assert end.consequences == (Stand("russian", ("5 TkC", "8 TkC"), "to the last man", "HOUSE-3"),)
    assert "HOUSE-3" not in str(battle(None))
