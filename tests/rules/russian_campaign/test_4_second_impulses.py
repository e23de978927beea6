"""Section 4: battles in each impulse, sea moves in second impulses, and turns by number."""

from __future__ import annotations

import pytest

from .battle_positions import (
    at,
    combat,
    engage,
    fight,
    names,
    play,
    refused,
    result,
    strengths,
)
from .turn_positions import CLEAR, MUD, SNOW, before, walk

BATTLES = {
    "axis": ({"46 Pz": "Y18"}, {"8 TkC": "Y17"}, {"24 Pz": "BB12"}, {"5 TkC": "BB11"}),
    "russian": (
        {"11 A": "Y18", "12 A": "Y18"},
        {"46 Pz": "Y17"},
        {"5 A": "BB12", "26 A": "BB12"},
        {"24 Pz": "BB11"},
    ),
}
"""Two battles far from each other: attackers and defenders of each."""

PHASES = [
    pytest.param("axis", 1, marks=pytest.mark.rule("TRC-4.1.3a")),
    pytest.param("axis", 2, marks=pytest.mark.rule("TRC-4.1.5a")),
    pytest.param("russian", 1, marks=pytest.mark.rule("TRC-4.2.2a")),
    pytest.param("russian", 2, marks=pytest.mark.rule("TRC-4.2.4a")),
]


@pytest.mark.parametrize(("side", "impulse"), PHASES)
def test_battles_come_in_any_order_one_by_one(side: str, impulse: int) -> None:
    north, _, south, _ = BATTLES[side]
    units = {unit: hex_ for part in BATTLES[side] for unit, hex_ in part.items()}
    state = combat(side, units, impulse)
    for first, second, us in (("Y17", "BB11", north), ("BB11", "Y17", south)):
        assert names(state, "attack") == {first, second}
        # whoever stands in an enemy zone of control has to attack
        with refused("TRC-12.1a"):
            play(state, "end-combat")
        begun = engage(state, first, us)
        # until it is resolved there is no other
        assert not names(begun, "attack") and set(begun.units_with("engaged")) == set(us)
        done = result(begun, 4, announced=1)
        # a contact; then the other is the only battle left
        assert second in {*done.hexes_with("beset"), *names(done, "attack")}
        assert not {*done.units_with("engaged")} & {*us}


@pytest.mark.parametrize(("side", "impulse"), PHASES)
def test_each_combat_phase_goes_by_the_same_table(side: str, impulse: int) -> None:
    """Two against one: a six drives the defender out, and at a five both sides lose."""
    units = {
        "axis": {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": "Y18", "5 TkC": "Y18"},
        "russian": {"11 A": "Z18", "12 A": "Z18", "46 Pz": "Y18"},
    }[side]
    us = [u for u, h in units.items() if h == "Z18"]
    them = [u for u, h in units.items() if h == "Y18"]
    state = combat(side, units, impulse)
    put = strengths(fight(state, "Y18", us, 4))
    assert put.odds == 2 and (put.attack, put.defence) in ((13, 5), (12, 6))
    back = fight(state, "Y18", us, 6, announced=1)
    assert back.decision in ("retreat", "retreat to") and back.units_with("fleeing")
    swap = fight(state, "Y18", us, 5, announced=1)
    assert swap.decision == "loss" and {swap.place(u) for u in (*us, *them)} <= {
        "Z18",
        "Y18",
        "pool",
    }


@pytest.mark.parametrize(
    ("side", "unit", "port", "to"),
    [
        pytest.param("axis", "46 Pz", "DD24", "JJ23", marks=pytest.mark.rule("TRC-4.1.4e")),
        pytest.param("russian", "8 TkC", "JJ23", "II14", marks=pytest.mark.rule("TRC-4.2.3e")),
    ],
)
def test_who_sails_in_the_second_impulse(side: str, unit: str, port: str, to: str) -> None:
    held = {side: [port, to]}
    state = at(side, 2, units={unit: port}, **held)  # type: ignore[arg-type]
    sent = play(state, f"ship-black {unit}", f"ship-to {to}")
    assert play(sent, "roll 1").place(unit) == to
    # one voyage in each sea a turn, whichever impulse it was in
    used = at(side, 2, units={unit: port}, variables={"black sea used": 1}, **held)  # type: ignore[arg-type]
    with refused("TRC-10.2c"):
        play(used, f"ship-black {unit}")


@pytest.mark.rule("TRC-2.1m")
def test_six_turns_make_a_year_from_may_1941() -> None:
    """Turn 5 is the midwinter of 1942, and so every sixth; it always snows, and no die says so.

    May to August are clear: turns 7 and 8, and every sixth after them.
    """
    for turn, weather in ((5, SNOW), (7, CLEAR), (8, CLEAR), (11, SNOW), (13, CLEAR), (14, CLEAR)):
        state = before("axis", 1, turn=turn, weather=MUD)
        state.push("end-movement")
        met = walk(state, "movement", "axis", 1, weather=1)
        assert (met.turn, met.var("weather")) == (turn, weather)
    # the war lasts to turn 25, May and June 1945
    units = {"9 Inf": "J31"}
    for turn, over in ((24, False), (25, True)):
        last = play(at("russian", 2, turn=turn, units=units), "end-movement")
        assert walk(last, "movement", "axis", 1, weather=1, Archangel=1).is_over == over


@pytest.mark.rule("TRC-8.4a")
def test_only_in_the_second_impulse_an_enemy_zone_holds_who_begins_in_it() -> None:
    """Two armies attack a panzer corps; a four is a contact at even odds."""
    units = {"11 A": "Y18", "12 A": "Y18", "46 Pz": "Y17"}
    fought = fight(combat("russian", units, 2), "Y17", ["11 A", "12 A"], 4, announced=1)
    first = walk(fought, "movement", "axis", 1)
    assert (first.to_move, first.var("impulse"), first.place("46 Pz")) == ("axis", 1, "Y17")
    assert first.units_with("pinned") == [] and "46 Pz" in names(first, "move")
