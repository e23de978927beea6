"""Section 26.16: optional Hitler and Stalin who move."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from .battle_positions import combat, fight, reach
from .turn_positions import CLEAR, MUD, SNOW, at, game, names, play, refused, walk

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


@pytest.mark.rule("TRC-26.16d")
def test_woods_and_mountains_do_not_stop_them() -> None:
    # through the woods of Bryansk, and over the hills south of Velikie Luki
    state = moving({HITLER: "T16"})
    assert "T12" in reach(state, HITLER) and "T13" in reach(state, HITLER)
    hills = reach(moving({HITLER: "K12"}), HITLER)
    assert {"K10", "K8"} <= hills


@pytest.mark.rule("TRC-26.16e")
def test_their_loss_is_felt_as_that_of_any_leader() -> None:
    units = {HITLER: "X15", "16 A": "X14", "5G A": "X14"}
    state = combat("russian", units, options=MOBILE, turn=13)
    out = fight(state, "X15", ["16 A", "5G A"], 1)
    lost = out if out.place(HITLER) != "X15" else walk(out, "movement")
    assert lost.place(HITLER) in ("pool", "surrendered")
    assert lost.var("axis leader lost") >= 1
