"""Section 28.7: the explanation of a battle is equal while the chits of both sides are hidden."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...battle_positions import at, play, result

HERE = "Y18"
CHITS = ("chits",)


def odds(options: tuple[str, ...]) -> State:
    """Six factors against three, with the odds still to be announced."""
    units = {"46 Pz": "Z18", "8 TkC": HERE, "5 TkC": HERE}
    more = {"options": options, "chits": (1, 6)} if options else {}
    return play(at("axis", 1, units=units, variables={"stukas": 0}, **more), "end-movement")  # type: ignore[arg-type]


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7a")
@pytest.mark.parametrize("options", [(), CHITS])
def test_what_is_told_of_a_battle_while_chits_are_hidden(options: tuple[str, ...]) -> None:
    """46 Pz has six factors, the tank corps three and two: 1-1."""
    state = odds(options)
    assert state.decision == "odds"
    for side in ("axis", "russian"):
        told = state.battle(seen_by=side) if options else state.battle()
        assert (told.attack, told.defence, told.odds, told.column) == (6, 5, "1:1", "1:1")
        assert [(f.unit, f.printed) for f in told.attackers] == [("46 Pz", 6)]
        assert {f.unit for f in told.defenders} == {"5 TkC", "8 TkC"}
        # the die is still to be rolled
        assert told.result is None
    rolling = state.copy()
    rolling.push("odds -3")
    assert rolling.decision == "combat"
    assert (rolling.battle().column, rolling.battle().result) == ("1:3", None)
    # a four is AR at 1-3, a six DR at 1-1
    assert result(state, 4, -3).battle().result == "AR"
    assert result(state, 6, 1).battle().result == "DR"


@pytest.mark.option("barrage")
@pytest.mark.rule("TRC-26.13e", "TRC-15.5a")
@pytest.mark.parametrize("options", [(), ("artillery-barrage",)])
def test_what_flies_for_the_axis_is_told_with_barrages_or_without(options: tuple[str, ...]) -> None:
    units = {"46 Pz": "Z18", "HQ South": "V18", "8 TkC": HERE}
    state = at("axis", 1, units=units, options=options, variables={"stukas": 2})
    assert state.battle(HERE, ["46 Pz"], supports=["stuka"]).shifts == (("TRC-15.5a", 3),)


@pytest.mark.rule("TRC-15.2a", "TRC-15.5a", "TRC-15.5b", "TRC-15.6a", "TRC-15.8a", "TRC-15.9a")
def test_what_forbids_aircraft_is_asked_of_each_side_for_its_own() -> None:
    asked = at("axis", 1).game.queries
    for side, own in (("axis", "stuka"), ("russian", "sturmovik")):
        limits = [q for q in asked if q.startswith(f"{side} support limit ")]
        assert limits and all(q.startswith(f"{side} support limit {own} ") for q in limits)
