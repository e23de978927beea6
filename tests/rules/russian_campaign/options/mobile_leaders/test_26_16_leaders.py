"""Section 26.16: optional movement of Hitler and Stalin."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, reach
from ...turn_positions import CLEAR, MUD, SNOW, at, distance, game, names, play, refused, walk

MOBILE = ("mobile-leaders",)
HITLER, STALIN = "Hitler (mobile)", "Stalin (mobile)"


def moving(units: dict[str, str], impulse: int = 2, side: str = "axis", **more: Any) -> State:
    """A movement phase with leaders who move."""
    return at(side, impulse, units=units, options=MOBILE, **more)


def started(*options: str) -> State:
    """The position after the set-up."""
    return walk(game("campaign", options).new(), "movement")


@pytest.mark.rule("TRC-26.16a")
def test_the_counters_take_the_place_of_the_others() -> None:
    both = started(*MOBILE)
    assert (both.place(HITLER), both.place(STALIN)) == ("E31", "R9")
    assert (both.place("Hitler"), both.place("Stalin")) == ("counters", "counters")


@pytest.mark.rule("TRC-26.16a")
def test_each_side_may_choose_for_itself() -> None:
    axis = started("mobile-hitler")
    assert (axis.place(HITLER), axis.place("Stalin")) == ("E31", "R9")
    russian = started("mobile-stalin")
    assert (russian.place("Hitler"), russian.place(STALIN)) == ("E31", "R9")


@pytest.mark.rule("TRC-26.16a")
def test_by_rail_in_the_first_impulse_and_on_the_ground_in_the_second() -> None:
    line = ["E31", "E32", "E33", "F30"]
    state = moving({HITLER: "E31"}, 1, rail=line)
    assert HITLER in names(state, "rail")
    with refused("TRC-5.4a"):
        play(state, f"move {HITLER}")
    second = moving({HITLER: "D29"})
    far = reach(second, HITLER)
    assert {"D21"} <= far | {"D21"} and len(far) > 60
    # the other counters stay
    plain = at("axis", 2, units={"Hitler": "D29"}, options=("mobile-stalin",))
    with refused("TRC-5.4a"):
        play(plain, "move Hitler")


@pytest.mark.rule("TRC-26.16b")
def test_weather_does_not_matter_to_them() -> None:
    clear = reach(moving({HITLER: "L28"}, weather=CLEAR), HITLER)
    for weather in (MUD, SNOW):
        assert reach(moving({HITLER: "L28"}, weather=weather), HITLER) >= clear
    assert STALIN in names(moving({STALIN: "V5"}, side="russian", weather=MUD), "move")


@pytest.mark.rule("TRC-26.16c")
def test_into_enemy_zones_only_where_a_friend_stands() -> None:
    units = {HITLER: "X18", "11 A": "X14"}
    alone = reach(moving(units), HITLER)
    assert "X16" in alone and "X15" not in alone
    assert "X15" in reach(moving({**units, "13 Inf": "X15"}), HITLER)
    # a headquarters is no such friend
    assert "X15" not in reach(moving({**units, "HQ South": "X15"}), HITLER)
    theirs = moving({STALIN: "X9", "13 Inf": "X14", "11 A": "Y12"}, side="russian")
    assert "X13" not in reach(theirs, STALIN)
    joined = moving({STALIN: "X9", "13 Inf": "X14", "11 A": "X13"}, side="russian")
    assert "X13" in reach(joined, STALIN)


@pytest.mark.rule("TRC-26.16c", "TRC-19.2b")
def test_a_partisan_is_no_friend_that_opens_an_enemy_zone() -> None:
    units = {STALIN: "X9", "13 Inf": "X14"}
    joined = moving({**units, "11 A": "X13"}, side="russian")
    assert "X13" in reach(joined, STALIN)
    beside = moving({**units, "Partisan 1": "X13"}, side="russian")
    assert "X13" not in reach(beside, STALIN) and "X12" in reach(beside, STALIN)


@pytest.mark.rule("TRC-26.16d")
def test_woods_and_mountains_do_not_stop_them() -> None:
    # through the woods of Bryansk, and over the hills south of Velikie Luki
    state = moving({HITLER: "T16"})
    assert "T12" in reach(state, HITLER) and "T13" in reach(state, HITLER)
    hills = reach(moving({HITLER: "K12"}), HITLER)
    assert {"K10", "K8"} <= hills


@pytest.mark.rule("TRC-26.16e", "TRC-11.3a")
@pytest.mark.parametrize(
    ("side", "leader", "forces"),
    [("axis", HITLER, ["16 A", "5G A"]), ("russian", STALIN, ["41 Pz", "46 Pz"])],
)
def test_their_loss_is_felt_as_that_of_any_leader(
    side: str, leader: str, forces: list[str]
) -> None:
    """One factor against eleven and more surrenders (16.1): in the next impulse of his side none of
    its units moves on the ground, and those of the other side do.
    """
    other = "russian" if side == "axis" else "axis"
    stand = {"axis": "1 Inf", "russian": "8 TkC"}
    places = {stand["axis"]: "M28", stand["russian"]: "N6", "11 A": "R9"}
    units = {leader: "X15", **dict.fromkeys(forces, "X14"), **places}
    state = combat(other, units, options=MOBILE, turn=13)
    out = fight(state, "X15", forces, 1)
    felt, free = walk(out, "movement", side, 1), walk(out, "movement", other)
    assert felt.place(leader) in ("pool", "surrendered")
    assert names(felt, "move") == set() and names(felt, "rail")
    assert stand[other] in names(free, "move")
    # in the impulse after it they move again
    assert names(walk(play(felt, "end-movement"), "movement", side, 2), "move")
    # while he lives they move
    alive = combat(other, {**units, leader: "X18"}, options=MOBILE, turn=13)
    assert stand[side] in names(walk(alive, "movement", side, 1), "move")


@pytest.mark.rule("TRC-6.3a", "TRC-26.16d")
@pytest.mark.parametrize("leader", [HITLER, STALIN])
def test_they_take_no_room(leader: str) -> None:
    """Beside three corps, or where three corps stand."""
    corps = {HITLER: ["24 Pz", "39 Pz", "41 Pz"], STALIN: ["5 TkC", "8 TkC", "12 TkC"]}[leader]
    side = "axis" if leader == HITLER else "russian"
    units = {leader: "Y18", **dict.fromkeys(corps, "Y17")}
    moved = play(moving(units, side=side), f"move {leader}", "to Y17")
    moved = play(moved, "stop") if moved.decision == "leg" else moved
    assert moved.place(leader) == "Y17" and "end-movement" in moved.legal_actions.names()


WOODS, MOUNTAINS = ("N21", "N20"), ("Z26", "Z27")
"""A clear hex, and one next to it that stops those whom it may."""


@pytest.mark.rule("TRC-26.16d")
@pytest.mark.parametrize(
    ("unit", "woods", "mountains"),
    [
        (HITLER, False, False),
        (STALIN, False, False),
        ("49 Mtn", False, False),
        ("13 Inf", False, True),
        ("46 Pz", True, True),
        ("HQ South", True, True),
    ],
)
def test_who_is_stopped_where_leaders_move(unit: str, woods: bool, mountains: bool) -> None:
    """Leaders by neither, like mountain units; the others as ever."""
    side = "russian" if unit == STALIN else "axis"
    for (start, goal), stops in ((WOODS, woods), (MOUNTAINS, mountains)):
        state = play(moving({unit: start}, side=side), f"move {unit}", f"to {goal}")
        assert (state.decision == "movement") == stops, goal


@pytest.mark.rule("TRC-26.16b", "TRC-26.16a")
@pytest.mark.parametrize("weather", range(4))
def test_eight_hexes_in_any_weather(weather: int) -> None:
    for unit, side in ((HITLER, "axis"), (STALIN, "russian")):
        found = reach(moving({unit: "Y18"}, side=side, weather=weather), unit)
        assert max(distance("Y18", h) for h in found) == 8


@pytest.mark.rule("TRC-26.16b", "TRC-11.3a")
def test_without_a_leader_his_side_alone_stands_still() -> None:
    units = {"46 Pz": "Y18", "8 TkC": "X6"}
    for side, unit in (("axis", "46 Pz"), ("russian", "8 TkC")):
        other = "russian" if side == "axis" else "axis"
        lost = moving(units, side=side, variables={f"{side} leader lost": 2})
        assert unit not in names(lost, "move")
        theirs = moving(units, side=side, variables={f"{other} leader lost": 2})
        assert unit in names(theirs, "move")


@pytest.mark.rule("TRC-26.16c")
def test_others_enter_zones_as_ever() -> None:
    """Only leaders need a friend there; a headquarters, or nobody, is none."""
    units = {HITLER: "X18", "46 Pz": "X18", "11 A": "X14"}
    state = moving(units)
    assert "X15" in reach(state, "46 Pz") and "X15" not in reach(state, HITLER)
    # infantry and mountain troops, whom woods stop as little as leaders
    for unit in ("13 Inf", "49 Mtn"):
        assert "X15" in reach(moving({HITLER: "X18", unit: "X16", "11 A": "X14"}), unit)
    # in the first impulse as well
    assert "X15" in reach(moving({"46 Pz": "X18", "11 A": "X14"}, 1), "46 Pz")
