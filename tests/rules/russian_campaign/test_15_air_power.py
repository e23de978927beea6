"""Section 15: Stukas and Sturmoviks."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import (
    at,
    combat,
    engage,
    go,
    may,
    names,
    odds,
    on,
    overrun,
    play,
    walk,
)
from .turn_positions import impulse_of

HERE = "Y18"
GERMANS = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": HERE, "5 TkC": HERE}
"""Thirteen against five: 2-1."""
RUSSIANS = {"11 A": "Z18", "12 A": "Z18", "46 Pz": HERE}
"""Twelve against six: 2-1."""


def german(stukas: int = 1, impulse: int = 1, **bases: str) -> State:
    """The panzers about to attack, with headquarters at hand."""
    names_ = {"north": "HQ North", "center": "HQ Center", "south": "HQ South"}
    units = {**GERMANS, **{names_[k]: v for k, v in bases.items()}}
    return combat("axis", units, impulse, variables={"stukas": stukas})


def russian(sturmoviks: int, units: dict[str, str]) -> State:
    """The armies about to attack in 1944."""
    return combat("russian", {**RUSSIANS, **units}, turn=20, variables={"sturmoviks": sturmoviks})


def begun(state: State, forces: list[str]) -> State:
    """A battle with all attackers in it, if they did not join unasked."""
    for unit in forces:
        if state.decision == "forces" and may(state, f"join {unit}"):
            state = play(state, f"join {unit}")
    return state


PANZERS = ["46 Pz", "47 Pz"]
ARMIES = ["11 A", "12 A"]


@pytest.mark.rule("TRC-15.5a")
def test_a_stuka_raises_the_odds_by_three_and_there_is_one_an_attack() -> None:
    state = german(3, south="Z22", north="Z22")
    assert odds(state, HERE, PANZERS) == (13, 5, 2)
    assert odds(state, HERE, PANZERS, ["HQ South"]) == (13, 5, 5)
    flown = play(begun(state, PANZERS), "stuka HQ South")
    assert not names(flown, "stuka")
    # the ladder goes from 1-2 to 1-1 (D-21)
    weak = combat(
        "axis", {"13 Inf": "Z18", "11 A": HERE, "HQ South": "Z22"}, variables={"stukas": 1}
    )
    assert odds(weak, HERE, ["13 Inf"])[2] == -2
    assert odds(weak, HERE, ["13 Inf"], ["HQ South"])[2] == 3


@pytest.mark.rule("TRC-15.5b", "TRC-15.6a")
def test_each_headquarters_supports_one_stuka() -> None:
    second = {"24 Pz": "BB12", "7 TkC": "BB11"}
    units = {**GERMANS, **second, "HQ South": "Z16", "HQ North": "Z22"}
    state = combat("axis", units, variables={"stukas": 3})
    first = play(begun(play(state, f"attack {HERE}"), PANZERS), "stuka HQ South")
    after = play(play(first, "fight") if first.decision == "forces" else first, "odds 1", "roll 4")
    # HQ South is near enough to the other battle, and has no Stuka left
    assert names(begun(after, ["24 Pz"]), "stuka") == set()
    other = play(begun(play(state, f"attack {HERE}"), PANZERS), "stuka HQ North")
    after = play(play(other, "fight") if other.decision == "forces" else other, "odds 1", "roll 4")
    assert names(begun(after, ["24 Pz"]), "stuka") == {"HQ South"}


@pytest.mark.rule("TRC-15.2a")
def test_all_defenders_within_eight_hexes_of_one_headquarters() -> None:
    assert may(begun(german(1, south="Y26"), PANZERS), "stuka HQ South")
    far = begun(german(1, south="Y27"), PANZERS)
    assert not may(far, "stuka HQ South")
    # two hexes of defenders need the same headquarters
    units = {"46 Pz": "X19", "47 Pz": "X19", "8 TkC": HERE, "5 TkC": "X18"}
    split = {**units, "HQ South": "Y26", "HQ North": "V20"}
    state = combat("axis", split, variables={"stukas": 3})
    both = play(state, f"attack {HERE}", "with X18", "join 46 Pz")
    assert names(both, "stuka") == {"HQ North"}


@pytest.mark.rule("TRC-15.1a", "TRC-4.1.4b", "TRC-4.2.3b")
def test_aircraft_fly_in_the_first_impulse_only() -> None:
    assert may(begun(german(1, south="Z22"), PANZERS), "stuka HQ South")
    second = german(1, 2, south="Z22")
    assert not names(begun(second, PANZERS), "stuka")
    theirs = {**RUSSIANS, "Stavka": "Y12"}
    for impulse, flies in ((1, True), (2, False)):
        state = combat("russian", theirs, impulse, turn=20, variables={"sturmoviks": 1})
        assert may(begun(state, ARMIES), "sturmovik") == flies
    # and never alone: nobody has joined yet
    assert german(1, south="Z22").decision in ("forces", "odds")
    assert not names(combat("axis", {**GERMANS, "HQ South": "Z22"}), "stuka")


@pytest.mark.rule("TRC-15.1a", "TRC-15.5c")
def test_stukas_reach_any_district_in_the_opening_impulse() -> None:
    units = {"47 Pz": "M23", "3 TkC": "M22", "HQ Center": "J22", "41 Pz": "G20", "8 TkC": "G19"}
    state = combat("axis", units, turn=1, variables={"stukas": 3})
    assert may(begun(play(state, "attack M22"), ["47 Pz"]), "stuka HQ Center")
    assert may(begun(play(state, "attack G19"), ["41 Pz"]), "stuka HQ Center")


@pytest.mark.rule("TRC-15.7a", "TRC-15.10a")
def test_a_sturmovik_raises_the_odds_by_one_and_any_number_joins() -> None:
    state = russian(3, {"Stavka": "Y12"})
    assert odds(state, HERE, ARMIES)[2] == 2
    for flights in (1, 2, 3):
        assert odds(state, HERE, ARMIES, ["sturmovik"] * flights)[2] == 2 + flights
    # or spread over several
    second = {"Stavka": "AA12", "1 TkA": "BB12", "24 Pz": "BB11"}
    battles = play(russian(2, second), f"attack {HERE}")
    one = play(begun(battles, ARMIES), "sturmovik")
    after = play(play(one, "fight") if one.decision == "forces" else one, "odds 1", "roll 4")
    assert may(begun(after, ["1 TkA"]), "sturmovik")


@pytest.mark.rule("TRC-15.10b")
def test_no_more_than_three_levels() -> None:
    state = begun(russian(5, {"Stavka": "Y12"}), ARMIES)
    three = play(state, "sturmovik", "sturmovik", "sturmovik")
    assert not may(three, "sturmovik")


@pytest.mark.rule("TRC-15.8a", "TRC-15.7a", "TRC-15.10a")
def test_beyond_eight_hexes_no_sturmovik_raises_the_odds() -> None:
    for stavka, most in (("Y10", 3), ("Y9", 0)):
        state = begun(russian(3, {"Stavka": stavka}), ARMIES)
        for flights in range(4):
            assert (state.decision == "forces" and may(state, "sturmovik")) == (flights < most)
            state = play(state, "sturmovik") if flights < most else state


@pytest.mark.rule("TRC-15.8a", "TRC-15.2a")
def test_sturmoviks_fly_within_eight_hexes_of_stavka() -> None:
    assert may(begun(russian(1, {"Stavka": "Y10"}), ARMIES), "sturmovik")
    assert not may(begun(russian(1, {"Stavka": "Y9"}), ARMIES), "sturmovik")


@pytest.mark.rule("TRC-15.8b")
def test_without_stavka_they_fly_from_stalin_and_without_both_not_at_all() -> None:
    assert may(begun(russian(1, {"Stalin": "Y12"}), ARMIES), "sturmovik")
    # a Stavka far away is where they fly from
    assert not may(begun(russian(1, {"Stalin": "Y12", "Stavka": "R9"}), ARMIES), "sturmovik")
    assert not may(begun(russian(1, {}), ARMIES), "sturmovik")


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.5a")
def test_aircraft_help_to_ten_to_one() -> None:
    units = {"24 Pz": "AA18", "39 Pz": "AA18", "5 TkC": HERE, "HQ South": "Z22"}
    for stukas in (0, 1):
        state = at("axis", units=units, variables={"stukas": stukas})
        came = go(go(state, "24 Pz", "Z18"), "39 Pz", "Z18")
        # sixteen against two is 8-1
        assert may(came, f"overrun {HERE}") == bool(stukas)
    won = overrun(came, HERE, ["24 Pz", "39 Pz"], ["HQ South"])
    assert won.place("5 TkC") == "surrendered" and won.var("stukas") == 0
    # not in the second impulse
    late = at("axis", 2, units=units, variables={"stukas": 1})
    assert not may(go(go(late, "24 Pz", "Z18"), "39 Pz", "Z18"), f"overrun {HERE}")


@pytest.mark.rule("TRC-15.4b")
def test_range_is_counted_over_water_too() -> None:
    # from Rumania over the Black Sea to the Crimea, farther by land
    units = {"46 Pz": "II21", "47 Pz": "II21", "8 TkC": "JJ21", "HQ South": "EE26"}
    state = begun(combat("axis", units, variables={"stukas": 1}), PANZERS)
    assert may(state, "stuka HQ South")


@pytest.mark.rule("TRC-15.5a")
def test_the_odds_of_the_text() -> None:
    # 3-1 becomes 6-1
    units = {"24 Pz": "Z18", "39 Pz": "Z18", "5 A": HERE, "HQ South": "Z22"}
    state = combat("axis", units, variables={"stukas": 1})
    assert odds(state, HERE, ["24 Pz", "39 Pz"])[2] == 3
    assert odds(state, HERE, ["24 Pz", "39 Pz"], ["HQ South"])[2] == 6
    assert engage(state, HERE, ["24 Pz", "39 Pz"], ["HQ South"]).decision == "odds"
    # with none left
    spent = combat("axis", units, variables={"stukas": 0})
    assert not names(begun(spent, ["24 Pz", "39 Pz"]), "stuka")


# -- from turn to turn ------------------------------------------------------------------------


JULY_41, SEPTEMBER_41 = 2, 3
ALL_HQS = ("HQ North", "HQ Center", "HQ South")
FRONT = {"46 Pz": "Z18", "47 Pz": "Z18", "8 TkC": HERE, "5 TkC": HERE, "Stavka": "Y12"}
"""Two corps of each side next to each other, and Stavka near."""


def attack(state: State, air: list[str]) -> State:
    """The first combat phase at hand: the panzers attack, and the die says contact."""
    out = begun(walk(play(state, "end-movement"), "forces"), PANZERS)
    for base in air:
        out = play(out, f"stuka {base}")
    out = play(out, "fight") if out.decision == "forces" else out
    return walk(play(out, "odds 1", "roll 4"), "movement")


def turns_later(state: State, turns: int = 1, **rolls: int) -> State:
    """The first impulse of the side to move so many turns later, with the front as it was."""
    out = state
    for _ in range(turns):
        side = out.to_move
        turn = out.var("turn") + 1
        while not (out.to_move == side and out.var("turn") == turn):
            out = on(out, "movement", **rolls)
        out = out._supposed(places=list(FRONT.items()))
    return out


def bases(state: State) -> set[str]:
    """The headquarters that can support a Stuka in the battle of the panzers."""
    return names(begun(walk(play(state, "end-movement"), "forces"), PANZERS), "stuka")


def axis_front(turn: int, hqs: dict[str, str], **more: object) -> State:
    """The Axis first impulse of a turn, begun from the turn before it."""
    units = {**FRONT, **hqs}
    return impulse_of("axis", turn=turn, units=units, **more)._supposed(  # type: ignore[arg-type]
        places=list(units.items())
    )


@pytest.mark.rule("TRC-15.5b", "TRC-15.6a")
def test_every_headquarters_supports_a_stuka_again_in_the_next_turn() -> None:
    state = axis_front(JULY_41, dict.fromkeys(ALL_HQS, "Z22"))
    for turn in (JULY_41, SEPTEMBER_41):
        assert (state.var("turn"), state.var("stukas"), bases(state)) == (turn, 3, set(ALL_HQS))
        state = turns_later(attack(state, [ALL_HQS[turn % 3]]), weather=1)
    # in light mud there is one Stuka, which any headquarters supports
    assert state.var("stukas") == 1 and bases(state) == set(ALL_HQS)


@pytest.mark.rule("TRC-15.5b", "TRC-15.6a")
def test_the_only_headquarters_supports_a_stuka_turn_after_turn() -> None:
    state = axis_front(8, {"HQ South": "Z22"})
    for turn in (8, 9):
        assert state.var("turn") == turn and bases(state) == {"HQ South"}
        state = turns_later(attack(state, ["HQ South"]), weather=1)


@pytest.mark.rule("TRC-15.5b", "TRC-15.1a", "TRC-4.1.4b")
def test_no_stuka_flies_in_the_second_impulse_whether_it_flew_in_the_first_or_not() -> None:
    state = axis_front(JULY_41, dict.fromkeys(ALL_HQS, "Z22"))
    for air in ([], ["HQ South"]):
        second = attack(state, air)
        assert second.var("impulse") == 2 and second.var("stukas") == 3 - len(air)
        assert not bases(second)


@pytest.mark.rule("TRC-15.5b", "TRC-16.1c")
def test_a_stuka_of_an_automatic_victory_is_back_in_the_next_turn() -> None:
    units = {"24 Pz": "AA18", "39 Pz": "AA18", "5 TkC": HERE, "HQ South": "Z22"}
    state = impulse_of("axis", turn=8, units=units)._supposed(places=list(units.items()))
    came = go(go(state, "24 Pz", "Z18"), "39 Pz", "Z18")
    won = overrun(came, HERE, ["24 Pz", "39 Pz"], ["HQ South"])
    assert won.place("5 TkC") == "surrendered" and won.var("stukas") == 1
    # in this turn the headquarters supports no other
    more = {"46 Pz": "Z16", "8 TkC": "Y15"}
    now = won._supposed(places=list(more.items()))
    assert not names(begun(walk(play(now, "end-movement"), "forces"), ["46 Pz"]), "stuka")
    assert bases(turns_later(won, weather=1)) == {"HQ South"}


@pytest.mark.rule("TRC-15.5b")
def test_a_stuka_of_attackers_who_retreat_is_back_in_the_next_turn() -> None:
    state = axis_front(8, {"HQ South": "Z22"})
    out = begun(walk(play(state, "end-movement"), "forces"), PANZERS)
    out = play(out, "stuka HQ South")
    out = play(out, "fight") if out.decision == "forces" else out
    back = play(out, "odds 1", "roll 3")
    assert back.decision in ("retreat", "retreat to")
    assert bases(turns_later(walk(back, "movement"), weather=1)) == {"HQ South"}


@pytest.mark.rule("TRC-15.5b", "TRC-15.2a")
def test_a_headquarters_that_moved_supports_a_stuka_from_where_it_is() -> None:
    state = axis_front(8, {"HQ South": "Z22"})
    second = attack(state, ["HQ South"])
    near = go(second, "HQ South", "Z21")
    assert bases(turns_later(near, weather=1)) == {"HQ South"}
    away = turns_later(second, weather=1)._supposed(places=[("HQ South", "Z30")])
    assert bases(away) == set()


@pytest.mark.rule("TRC-15.5b", "TRC-21.2b")
def test_a_headquarters_that_was_lost_and_comes_back_supports_a_stuka() -> None:
    flown = attack(axis_front(8, {"HQ South": "Z22"}), ["HQ South"])
    lost = flown._supposed(places=[("HQ South", "pool")])
    back = turns_later(lost, weather=1)._supposed(places=[("HQ South", "Z22")])
    assert bases(back) == {"HQ South"}


@pytest.mark.rule("TRC-15.9a", "TRC-15.10a")
def test_all_sturmoviks_fly_again_in_the_next_turn_and_none_in_the_second_impulse() -> None:
    units = {**RUSSIANS, "Stavka": "Y12"}
    begins = impulse_of("russian", turn=20, units=units, variables={"sturmoviks": 2})
    state = begins._supposed(places=list(units.items()))
    for turn in (20, 21):
        assert state.var("turn") == turn and state.var("sturmoviks") == 2
        out = begun(walk(play(state, "end-movement"), "forces"), ARMIES)
        out = play(out, "sturmovik", "sturmovik")
        assert not may(out, "sturmovik") and out.var("sturmoviks") == 0
        out = play(out, "fight") if out.decision == "forces" else out
        second = walk(play(out, "odds 1", "roll 4"), "movement")
        assert (second.to_move, second.var("impulse")) == ("russian", 2)
        late = begun(walk(play(second, "end-movement"), "forces"), ARMIES)
        assert not may(late, "sturmovik")
        out = second
        while not (out.to_move == "russian" and out.var("turn") == turn + 1):
            out = on(out, "movement", weather=1)
        state = out._supposed(places=list(units.items()))
