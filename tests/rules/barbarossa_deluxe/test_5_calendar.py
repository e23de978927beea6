"""Sections 5.5, 5.8 and 5.9: what depends on the months and the year of a turn, after turn 13."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef
from eastfront._core import State
from eastfront.scenario import load_scenario

from . import late, test_14_citadel, test_15_what_if
from .board_positions import edit, names, play, refused, walk, without

DOUBLE = {5, 6, 7, 8, 13, 14, 15, 16, 21, 22, 23, 24, 29, 30, 31, 32}


@pytest.mark.rule("BD-5.5b")
@pytest.mark.parametrize(
    ("turn", "used", "may"),
    [
        (16, 0, False), (17, 0, True), (18, 1, True), (20, 0, True), (20, 1, True),
        (17, 2, False), (20, 2, False), (21, 0, False),
    ],
)  # fmt: skip
def test_fight_fight_is_chosen_once_more_in_1943(turn: int, used: int, may: bool) -> None:
    """Whether or not it was used in 1942."""
    state = late.at("phase order", "german", (16, 21), {"2320": ["4AK"], "1001": ["60A"]},
                    turn=turn, variables={"fight/fight used": used})  # fmt: skip
    assert ("fight-fight" in names(state)) == may
    if may:
        assert play(state, "fight-fight").var("fight/fight used") == 2
        return
    with refused("BD-5.5a"):
        state.push("fight-fight")


@pytest.mark.rule("BD-5.5b")
def test_fight_fight_is_played_in_manstein_s_gambit_and_in_citadel() -> None:
    for scenario, turns in (("gambit", [18, 19, 20]), ("citadel", [20])):
        state = ef.load(f"barbarossa-deluxe/{scenario}", without=without()).new()
        found = []
        while len(found) < len(turns):
            state = walk(state, "phase order", "german", {"set-up": "automatic"})
            assert "fight-fight" in names(state)
            found.append(state.var("turn"))
            twice = walk(play(state, "fight-fight"), "prepared assault", "german")
            second = walk(play(twice, "end-assaults"), "prepared assault", "german")
            assert second.var("turn") == found[-1]
            state = play(state, "fight-move")
        assert found == turns


def assaults(state: State) -> bool:
    """Whether a panzer corps may assault the army next to it as it moves."""
    return "2308" in names(play(state, "move 3Pz"), "assault")


NEAR: Any = {"2309": ["3Pz"], "2308": ["60A"], "1001": ["59A"]}


@pytest.mark.rule("BD-5.8b", "BD-5.8a")
def test_the_turns_of_two_months_are_the_other_half_of_the_track() -> None:
    track = load_scenario("barbarossa-deluxe", "blue-kremlin").charts["turn-track"]["turn"]
    assert [line["turn"] for line in track] == list(range(1, 33))
    assert {line["turn"] for line in track if not line["single_month"]} == DOUBLE


@pytest.mark.rule("BD-5.8b", "BD-5.8a")
@pytest.mark.parametrize("turn", range(9, 15))
def test_mobile_assaults_of_1942_what_if_end_in_september(turn: int) -> None:
    state = test_15_what_if.at("movement", "german", NEAR, turn=turn,
                               choices={"phase order": "move-fight"})  # fmt: skip
    assert assaults(state) == (turn not in DOUBLE)


@pytest.mark.rule("BD-5.8b", "BD-5.8a")
@pytest.mark.parametrize("turn", range(19, 23))
def test_mobile_assaults_of_citadel_end_in_september(turn: int) -> None:
    state = test_14_citadel.at("movement", "german", NEAR, turn=turn,
                               choices={"phase order": "move-fight"})  # fmt: skip
    assert assaults(state) == (turn not in DOUBLE)


@pytest.mark.rule("BD-5.9a", "BD-8.40b")
@pytest.mark.parametrize(
    ("turn", "used", "may"), [(20, 1, True), (22, 1, True), (20, 2, False), (22, 2, False)]
)
def test_january_1944_belongs_to_1943(turn: int, used: int, may: bool) -> None:
    """The airborne assault of 1943 may be used then, once; that of 1942 does not count."""
    units: Any = {
        "2016": ["60A", "61A", "59A"], "2015": ["4AK"], "2000": ["3A"], "1724": ["5AK"],
    }  # fmt: skip
    state = test_14_citadel.at("prepared assault", "soviet", units, turn=turn,
                               variables={"airborne used in": used})  # fmt: skip
    state = test_15_what_if.declared(state, "2015")
    met = []
    while state.decision and state.decision != "prepared assault":
        met.append(state.decision)
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state = play(state, state.legal_actions.names()[0]) if not passes else edit(state)
        if passes:
            state.push(passes[0])
    assert ("airborne" in met) == may


@pytest.mark.rule("BD-5.9a", "BD-8.40b")
@pytest.mark.parametrize(("turn", "number"), [(13, 1), (14, 1), (15, 2), (22, 2)])
def test_january_1943_belongs_to_1942(turn: int, number: int) -> None:
    windows = load_scenario("barbarossa-deluxe", "blue-kremlin").charts["windows"]["window"]
    spans = [w["turns"].split("-") for w in windows if w["rule"] == "BD-8.40b"]
    inside = [n for n, (a, b) in enumerate(spans, 1) if int(a) <= turn <= int(b)]
    assert inside == [number]
