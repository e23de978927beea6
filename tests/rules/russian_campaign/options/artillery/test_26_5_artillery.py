"""Section 26.5: artillery corps."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, fight, go, may, odds
from ...turn_positions import (
    JAN_43,
    JAN_44,
    MAY_42,
    MAY_43,
    at,
    before,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

GUNS = ("artillery",)
CORPS = ["Art 1", "Art 2", "Art 3"]


def assault(units: dict[str, str], **more: Any) -> State:
    """A Russian combat phase of 1943, with an army at W16 and Germans at X16."""
    where = {"16 A": "W16", "7 Inf": "X16", **units}
    return combat("russian", where, turn=14, options=GUNS, **more)


def asked(turn: int, side: str, units: dict[str, str], **more: Any) -> State:
    """The first choice of replacements of a turn."""
    state = before(side, 1, turn=turn, units=units, options=GUNS, **more)
    state.push("end-movement")
    return walk(state, "replacements", side)


@pytest.mark.rule("TRC-26.5.1a")
def test_a_russian_corps_joins_the_pool_as_a_year_begins() -> None:
    units = dict.fromkeys(CORPS, "later")
    assert [impulse_of("axis", turn=10, units=units, options=GUNS).place(u) for u in CORPS] == [
        "later"
    ] * 3
    first = impulse_of("axis", turn=JAN_43, units=units, options=GUNS)
    assert [first.place(u) for u in CORPS] == ["pool", "later", "later"]
    # the German corps does not, as it is a reinforcement
    german = impulse_of("axis", turn=MAY_42, units={"Ge Art": "later"}, options=GUNS)
    assert german.place("Ge Art") == "arriving"
    units["Art 1"] = "removed"
    second = impulse_of("axis", turn=JAN_44, units=units, options=GUNS)
    assert [second.place(u) for u in CORPS] == ["removed", "pool", "later"]
    for turn, places in ((JAN_44 - 1, ["later"] * 2), (22, ["pool", "later"]), (23, ["pool"] * 2)):
        state = impulse_of("axis", turn=turn, units=units, options=GUNS)
        assert [state.place(u) for u in CORPS] == ["removed", *places], turn


@pytest.mark.rule("TRC-26.5.1b", "TRC-26.5.1a", "TRC-20.0a", "TRC-20.0b")
def test_the_axis_corps_is_a_reinforcement_of_may_1942() -> None:
    units = {"Ge Art": "later"}
    state = impulse_of("axis", turn=MAY_42, units=units, options=GUNS)
    assert "Ge Art" in names(state, "enter")
    earlier = impulse_of("axis", turn=MAY_42 - 1, units=units, options=GUNS)
    assert earlier.place("Ge Art") == "later"
    # who has not come in May comes in no later turn
    passed = impulse_of("axis", turn=MAY_42 + 1, units=units, options=GUNS)
    assert passed.place("Ge Art") == "later"


@pytest.mark.rule("TRC-26.5.2a")
def test_the_russian_rebuilds_one_corps_a_turn_for_a_point() -> None:
    units = {"Art 1": "pool", "Art 2": "pool", "3 TkC": "pool", "Kiev Worker": "R9"}
    state = asked(JAN_43, "russian", units)
    points = state.var("replacement points")
    one = play(state, "recruit Art 1")
    assert (one.place("Art 1"), one.var("replacement points")) == ("arriving", points - 1)
    with refused("TRC-26.5.2a"):
        play(one, "recruit Art 2")
    # the next turn another
    later = asked(JAN_43 + 1, "russian", units, variables={"artillery rebuilt": 1})
    assert play(later, "recruit Art 2").place("Art 2") == "arriving"


@pytest.mark.rule("TRC-26.5.2b")
def test_the_axis_corps_comes_back_in_may_and_nothing_in_its_place() -> None:
    state = asked(MAY_43, "axis", {"Ge Art": "pool", "49 Mtn": "pool"})
    while "Ge Art" not in names(state, "replace"):
        state = walk(play(state, "forgo"), "replacements", "axis")
    with refused("TRC-26.5.2b"):
        play(state, "replace 49 Mtn")
    assert play(state, "replace Ge Art").place("Ge Art") == "arriving"
    # not in the year in which it came first
    early = impulse_of("axis", turn=MAY_42, units={"Ge Art": "pool"}, options=GUNS)
    assert early.place("Ge Art") == "pool"


@pytest.mark.rule("TRC-26.5.3a")
def test_each_attacking_corps_raises_the_odds_by_a_level() -> None:
    # the rulebook's 5-1 becomes a 6-1
    five = {"10 Inf": "X16", "7 Inf": "removed", "4G A": "W16", "3 TkC": "W15"}
    assert odds(assault(five), "X16", ["16 A", "4G A", "3 TkC"]) == (15, 3, 5)
    six = assault({**five, "Art 1": "W15"})
    assert odds(six, "X16", ["16 A", "4G A", "3 TkC", "Art 1"]) == (16, 3, 6)
    one = assault({"Art 1": "W15"})
    assert odds(one, "X16", ["16 A", "Art 1"]) == (7, 5, 2)
    two = assault({"Art 1": "W15", "Art 2": "W15"})
    assert odds(two, "X16", ["16 A", "Art 1", "Art 2"]) == (8, 5, 3)
    # it defends with its factor alone
    held = combat("axis", {"7 Inf": "X16", "Art 1": "W15"}, turn=14, options=GUNS)
    assert odds(held, "W15", ["7 Inf"]) == (5, 1, 5)


@pytest.mark.rule("TRC-26.5.3b")
def test_artillery_and_aircraft_raise_the_odds_by_three_levels_at_most() -> None:
    units = {"Art 1": "W15", "Art 2": "W15", "Stavka": "V14"}
    state = assault(units, variables={"sturmoviks": 3})
    joined = play(state, "join 16 A", "join Art 1", "join Art 2")
    # with the third level the battle is ready: there is nothing to choose any more
    full = play(joined, "sturmovik")
    assert (full.decision, full.var("odds shift"), full.var("odds")) == ("odds", 1, 4)
    # aircraft first, then more corps than there are levels
    flown = play(state, "join 16 A", "sturmovik", "sturmovik", "join Art 1")
    assert (flown.decision, flown.var("odds")) == ("odds", 4)
    fewer = play(state, "join 16 A", "join Art 1", "sturmovik")
    assert may(fewer, "sturmovik")


@pytest.mark.rule("TRC-26.5.3a", "TRC-26.5.3b")
def test_artillery_counts_towards_an_automatic_victory() -> None:
    units = {"10 Inf": "X16", "4G A": "W16", "5G A": "W16", "6G A": "Y15", "7G A": "Y15"}
    one = at("russian", 1, turn=14, units={**units, "1 ParaC": "V14"}, options=GUNS)
    assert not names(go(one, "1 ParaC", "W15"), "overrun")
    guns = go(
        at("russian", 1, turn=14, units={**units, "Art 1": "V14"}, options=GUNS), "Art 1", "W15"
    )
    assert names(guns, "overrun") == {"X16"}
    # all five are needed, so that nothing is left to choose
    won = play(guns, "overrun X16")
    assert won.place("10 Inf") == "surrendered"


@pytest.mark.rule("TRC-26.5.4a")
def test_artillery_moves_like_the_infantry_of_its_side() -> None:
    russian = at("russian", 2, turn=14, units={"Art 1": "W15"}, options=GUNS)
    with refused("TRC-5.4a"):
        play(russian, "move Art 1")
    german = at("axis", 2, turn=14, units={"Ge Art": "O9"}, options=GUNS)
    assert names(play(german, "move Ge Art"), "to")
    # woods do not stop it
    first = at("axis", 1, turn=14, units={"Ge Art": "O9"}, options=GUNS)
    on = play(first, "move Ge Art", "to P9")
    assert on.decision == "leg" and "Q9" in names(on, "to")


@pytest.mark.rule("TRC-26.5.5a")
def test_artillery_made_to_retreat_is_lost() -> None:
    units = {"Art 1": "X16", "3 A": "X16", "41 Pz": "W16", "56 Pz": "W15"}
    state = combat("axis", units, turn=14, options=GUNS)
    assert engage(state, "X16", ["41 Pz", "56 Pz"]).var("odds") == 2
    after = fight(state, "X16", ["41 Pz", "56 Pz"], 5)
    assert (after.place("Art 1"), after.place("3 A")) == ("pool", "X16")
    assert after.decision.startswith("retreat")


@pytest.mark.rule("TRC-26.5.2b")
def test_the_artillery_comes_beside_the_usual_replacements() -> None:
    state, met = asked(MAY_43, "axis", {"Ge Art": "pool", "13 Inf": "pool"}), []
    while state.decision == "replacements" and state.to_move == "axis":
        met.append(names(state, "replace"))
        state = play(state, "forgo")
    assert {"Ge Art"} in met and {"13 Inf"} in met


@pytest.mark.rule("TRC-26.5.2b")
@pytest.mark.parametrize(
    ("guns", "units"), [("D28", {}), ("D28", {"13 Inf": "pool"}), ("pool", {})]
)
def test_only_who_has_lost_the_artillery_may_forgo_it(guns: str, units: dict[str, str]) -> None:
    """Whatever is told to be forgone was asked for; where it is not lost nobody is."""
    where = {"Ge Art": guns, **units}
    state = before("axis", turn=MAY_43, units=where, options=GUNS)
    forgone, asked = 0, []
    words = "end-movement"
    while (state.decision, state.to_move) != ("movement", "axis"):
        told = state.push(words, effects=True) or []
        forgone += sum(effect[:2] == ("note", "replacement forgone") for effect in told)
        words = "roll 1" if state.to_move == "chance" else "forgo"
        if state.decision == "replacements":
            asked.append(names(state, "replace"))
    assert forgone == len(asked)
    assert ({"Ge Art"} in asked) == (guns == "pool")


@pytest.mark.rule("TRC-26.5.1a", "TRC-4.0a")
def test_a_turn_begins_with_this_option_as_ever() -> None:
    state = before("axis", turn=JAN_43, units={"Art 1": "later"}, options=GUNS)
    told = state.push("end-movement", effects=True) or []
    while not any(effect[:2] == ("note", "turn") for effect in told):
        assert (state.decision, state.to_move) != ("movement", "axis")
        chance = state.to_move == "chance"
        legal = state.legal_actions.list()
        told = state.push("roll 1" if chance else legal[0], effects=True) or []
    assert ("note", "turn", [JAN_43], "TRC-4.0a") in told
