"""Explanations of battles: the possible supports, and the retreating units."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Flight

from .battle_positions import combat, refused

PANZERS = ["46 Pz", "47 Pz"]
FRONT = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "5 TkC": "Y18"}


@pytest.mark.rule("TRC-15.5a", "TRC-15.6a")
def test_one_stuka_an_attack_is_explained_and_no_more() -> None:
    units = {**FRONT, "HQ South": "Z22", "HQ North": "Z22"}
    state = combat("axis", units, variables={"stukas": 3})
    told = state.battle("Y18", PANZERS, supports=["stuka"])
    assert (told.odds, told.column) == ("2:1", "5:1")
    for many in (2, 5):
        with refused("TRC-15.5a"):
            state.battle("Y18", PANZERS, supports=["stuka"] * many)
    with refused("TRC-15.6a"):
        combat("axis", units, variables={"stukas": 0}).battle("Y18", PANZERS, supports=["stuka"])


@pytest.mark.rule("TRC-15.5b", "TRC-15.2a")
def test_a_headquarters_that_supports_a_stuka_is_not_said_to_be_far_away() -> None:
    near = combat("axis", {**FRONT, "HQ South": "Z22"}, variables={"stukas": 1})
    busy = near._supposed(unit_flags=[("HQ South", "supports a stuka", True)])
    with refused("TRC-15.5b"):
        busy.battle("Y18", PANZERS, supports=["stuka"])
    far = near._supposed(places=[("HQ South", "Z30")])
    with refused("TRC-15.2a"):
        far.battle("Y18", PANZERS, supports=["stuka"])


@pytest.mark.rule("TRC-15.9a", "TRC-15.10a")
def test_as_many_sturmoviks_are_explained_as_there_are() -> None:
    units = {"11 A": "Z18", "12 A": "Z18", "46 Pz": "Y18", "Stavka": "Y12"}
    state = combat("russian", units, turn=20, variables={"sturmoviks": 2})
    columns = [
        state.battle("Y18", ["11 A", "12 A"], supports=["sturmovik"] * n).column for n in range(3)
    ]
    assert columns == ["2:1", "3:1", "4:1"]
    with refused("TRC-15.9a"):
        state.battle("Y18", ["11 A", "12 A"], supports=["sturmovik"] * 3)


# -- what is lost does not retreat ------------------------------------------------------------


def fleeing(state: State, target: str, attackers: list[str], result: str) -> set[str]:
    """Who retreats by an explanation when a battle ends so."""
    # with nothing to choose the battle is at hand already
    told = state.battle() if state.decision == "odds" else state.battle(target, attackers)
    (end,) = (one for one in told.outcomes if one.result == result)
    return {u for line in end.consequences if isinstance(line, Flight) for u in line.hexes}


@pytest.mark.rule("TRC-13.3i")
def test_a_lone_defender_who_is_lost_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18"}
    assert fleeing(combat("axis", units), "Y18", PANZERS, "D1") == set()


@pytest.mark.rule("TRC-13.3e", "TRC-13.3f")
def test_a_lone_defender_who_is_exchanged_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "8 TkC": "Y18"}
    assert fleeing(combat("axis", units), "Y18", ["46 Pz"], "EX") == set()


@pytest.mark.rule("TRC-13.3b")
def test_a_lone_attacker_who_is_lost_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "11 A": "Y18"}
    assert fleeing(combat("axis", units), "Y18", ["46 Pz"], "A1") == set()


@pytest.mark.rule("TRC-22.2e")
def test_a_worker_surrenders_and_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "Kharkov Worker": "Y18"}
    assert fleeing(combat("axis", units), "Y18", PANZERS, "DR") == {"8 TkC"}


@pytest.mark.rule("TRC-11.2b")
def test_a_leader_is_eliminated_and_does_not_retreat() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "Stalin": "Y18"}
    assert fleeing(combat("axis", units), "Y18", PANZERS, "DR") == {"8 TkC"}


@pytest.mark.rule("TRC-10.3.2d")
def test_who_has_just_landed_is_eliminated_and_does_not_retreat() -> None:
    units = {"46 Pz": "JJ22", "8 TkC": "JJ21"}
    state = combat("axis", units, flags={"landed": ["46 Pz"]})
    assert fleeing(state, "JJ21", ["46 Pz"], "AR") == set()


@pytest.mark.rule("TRC-13.5b")
def test_who_has_no_way_is_eliminated_and_does_not_retreat() -> None:
    around = {"13 Inf": "X18", "12 Inf": "X19", "10 Inf": "Y17", "1 Inf": "Y19", "5 Inf": "Z19"}
    units = {**around, "46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18"}
    assert fleeing(combat("axis", units), "Y18", PANZERS, "DR") == set()
