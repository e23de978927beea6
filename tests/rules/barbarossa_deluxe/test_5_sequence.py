"""Section 5: the sequence of play, and the effect of the declared order on attacks."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    BB,
    DR,
    MOBILE,
    PREPARED,
    at,
    fight,
    marker,
    names,
    odds,
    on,
    play,
    reach,
    refused,
    walk,
)

SOUTHERN = "2309"
NORTHERN = "1902"
CITY = "2205"


@pytest.mark.rule("BD-5.3a")
def test_replacements_come_before_reinforcements_and_these_on_their_turn() -> None:
    state = reach("reinforcements", "german", on_turn=10)
    assert names(state, "bring") == {"2Hun"}
    with refused("BD-5.3a"):
        state.push("bring 8Ital")
    lost = reach("movement", "soviet", on_turn=9)
    lost = lost._supposed(places=[("3Pz", "dead")])
    first = walk(play(lost, "end-movement"), "replacements")
    assert first.to_move == "german"
    assert on(first).decision == "reinforcements"


@pytest.mark.rule("BD-5.4a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_each_side_declares_the_order_of_its_phases(side: str) -> None:
    state = reach("phase order", side)
    for order, phases in (
        ("fight-move", ["prepared assault", "movement"]),
        ("move-fight", ["movement", "prepared assault"]),
    ):
        seen: list[str] = []
        run = play(state, order)
        while run.decision not in ("phase order", "replacements", "crimea supply"):
            if run.decision in phases and run.to_move == side:
                seen.append(run.decision or "")
            run = on(run)
        assert seen == phases
    with refused("BD-5.4a"):
        reach("phase order", "soviet").push("fight-fight")


@pytest.mark.rule("BD-5.5a")
def test_fight_fight_once_and_only_in_the_single_months_of_1942() -> None:
    state = reach("phase order", "german")
    run, seen = play(state, "fight-fight"), []
    while run.to_move != "soviet" or run.decision != "phase order":
        if run.to_move == "german":
            seen.append(run.decision)
        run = on(run)
    assert seen.count("prepared assault") == 2 and "movement" not in seen
    again = walk(on(run), "phase order", "german")
    assert again.var("turn") == 10
    with refused("BD-5.5a"):
        again.push("fight-fight")
    for turn in (9, 12):
        assert "fight-fight" in names(at("phase order", "german", turn=turn, clear=False))
    with refused("BD-5.5a"):
        at("phase order", "german", turn=13, clear=False).push("fight-fight")


@pytest.mark.rule("BD-5.6b")
def test_the_logistics_zone_is_named_once() -> None:
    state = reach("logistics zone", "german")
    assert (play(state, "north").var("zone"), play(state, "south").var("zone")) == (1, 2)
    seen = 0
    run = play(state, "north")
    while run.var("turn") < 11:
        run = on(run)
        seen += run.decision == "logistics zone"
    assert seen == 0 and run.var("zone") == 1


def german(sequence: str, zone: str, hex_: str, *, turn: int = 9, second: bool = False) -> int:
    """The column of a German prepared assault of 8 against 3 in the open."""
    beside = {SOUTHERN: "2308", NORTHERN: "1901", CITY: "2206"}[hex_]
    state = at(
        "prepared assault",
        "german",
        turn=turn,
        sequence=sequence,
        zone=zone,
        units={beside: ["3Pz", "14Pz"], hex_: "60A"},
    )
    if second:
        state = walk(play(state, "end-assaults"), "prepared assault", "german")
    return odds(state, "german", hex_, ["3Pz", "14Pz"])[3]


@pytest.mark.rule("BD-5.6c")
def test_fight_move_helps_in_the_zone_on_the_first_three_turns() -> None:
    assert german("fight-move", "south", SOUTHERN) == 3
    assert german("fight-move", "south", NORTHERN) == 2
    assert german("fight-move", "north", NORTHERN) == 3
    assert german("fight-move", "north", SOUTHERN) == 2
    assert german("move-fight", "south", SOUTHERN) == 2
    assert german("fight-move", "south", SOUTHERN, turn=11) == 3
    assert german("fight-move", "south", SOUTHERN, turn=12) == 2
    assert german("fight-move", "south", SOUTHERN, turn=13) == 2


@pytest.mark.rule("BD-5.6e")
def test_fight_fight_helps_in_its_first_phase_everywhere() -> None:
    assert german("fight-fight", "south", SOUTHERN) == 3
    assert german("fight-fight", "south", NORTHERN) == 3
    assert german("fight-fight", "south", SOUTHERN, second=True) == 2


@pytest.mark.rule("BD-5.6e")
def test_a_battle_asked_about_before_the_first_assault_phase_counts_as_of_it() -> None:
    units = {"2308": ["3Pz", "14Pz"], SOUTHERN: "60A"}
    state = at("prepared assault", "german", sequence="fight-fight", units=units)
    for phase, column in ((0, 3), (1, 3), (2, 2)):
        asked = state._supposed(variables=[("assault phase", phase)])
        assert odds(asked, "german", SOUTHERN, ["3Pz", "14Pz"])[3] == column


def soviet(sequence: str, attackers: list[str], **more: int) -> tuple[int, int, int, int]:
    state = at(
        "prepared assault",
        "soviet",
        sequence=sequence,
        units={SOUTHERN: "4AK", "2308": attackers},
        variables=more,
    )
    return odds(state, "soviet", SOUTHERN, attackers)


@pytest.mark.rule("BD-5.7a")
def test_move_fight_costs_the_soviet_a_column() -> None:
    armies = ["60A", "61A", "62A"]
    assert soviet("fight-move", armies, **marker("2306"))[2:] == (2, 2)
    assert soviet("move-fight", armies, **marker("2306"))[2:] == (2, 1)


@pytest.mark.rule("BD-5.7b", "BD-5.7c")
def test_shock_armies_double_in_fight_move_with_offensive_supply() -> None:
    shock = ["1Sh", "3Sh"]
    assert soviet("fight-move", shock, **marker("2306"))[0] == 12
    assert soviet("move-fight", shock, **marker("2306"))[0] == 6
    # with overland supply alone they are not doubled, and halved
    assert soviet("fight-move", shock)[0] == 3
    assert soviet("fight-move", ["60A", "61A"], **marker("2306"))[0] == 6


def bloodbath(turn: int, hex_: str) -> State:
    """A German attack that rolls BB: one to one, and the die that the chart wants."""
    beside = {SOUTHERN: "2308", CITY: "2206"}[hex_]
    state = at(
        "prepared assault",
        "german",
        turn=turn,
        sequence="move-fight",
        units={beside: ["4AK", "5AK"], hex_: ["60A", "61A"]},
    )
    for die in range(1, 7):
        after = fight(state, hex_, ["4AK", "5AK"], die=die, choices={"advance": "hold"})
        if after.decision == "bloodbath" or after.var("result") == BB:
            return after
    raise LookupError("no die gives BB")


@pytest.mark.rule("BD-5.16b", "BD-5.16c")
def test_the_german_may_turn_a_bloodbath_into_a_retreat() -> None:
    state = bloodbath(9, SOUTHERN)
    assert state.decision == "bloodbath" and state.to_move == "german"
    assert names(state) == {"force-retreat", "keep-bloodbath"}
    forced = play(state, "force-retreat")
    assert forced.var("result") == DR and forced.decision == "retreat"
    kept = play(state, "keep-bloodbath")
    assert kept.place("60A") == "dead" and kept.var("result") == BB
    # not from October on, not in cities
    assert bloodbath(13, SOUTHERN).decision != "bloodbath"
    assert bloodbath(9, CITY).decision != "bloodbath"


@pytest.mark.rule("BD-5.6f")
def test_the_orders_shifts_are_for_prepared_assaults_alone() -> None:
    units = {"2308": ["3Pz", "14Pz"], SOUTHERN: "60A"}
    state = at("prepared assault", "german", sequence="fight-move", units=units)
    prepared = odds(state, "german", SOUTHERN, ["3Pz", "14Pz"], PREPARED)
    mobile = odds(state, "german", SOUTHERN, ["3Pz", "14Pz"], MOBILE)
    # one to the right here, and there only the one to the left of every mobile assault
    assert (prepared[2:], mobile[2:]) == ((2, 3), (2, 1))
