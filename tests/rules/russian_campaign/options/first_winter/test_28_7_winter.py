"""Section 28.7: the chit of an army that is ready for the first winter."""

from __future__ import annotations

from typing import Any

import pytest

from ...turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, at, before, play, walk

READY, DRAWN = ("chit-german=3",), ("chits",)
SEP_41, NOV_41, JAN_42, MAR_42, MAY_42, NOV_42, JAN_43, MAR_43, JAN_44 = (
    3, 4, 5, 6, 7, 10, 11, 12, 17,
)  # fmt: skip
DRY = 1
"""The supply of who lacks combat supply only."""


KURSK, STEPPE = "X13", ("X13", "X14", "X15", "X16")
"""A city, and the hexes one, two and three west of it."""


@pytest.mark.rule("TRC-28.7.G3a")
def test_only_the_first_winter_is_cold_and_like_the_second() -> None:
    def dry(turn: int, *options: str) -> list[bool]:
        units = {"1 Inf": STEPPE[1], "2 Inf": STEPPE[2], "10 Inf": STEPPE[3]}
        state = at("axis", units=units, axis=[KURSK], turn=turn, weather=SNOW, options=options)
        return [state.ask("supply", u) == DRY for u in units]

    assert dry(5) == [False, True, True]
    assert dry(5, *READY) == [False, False, True]
    assert dry(11) == [False, False, True]
    assert dry(11, *READY) == [False, False, False]


def cold(turn: int, weather: int = SNOW, units: dict[str, str] | None = None, **how: Any) -> str:
    """Which of four corps in and near the city lack combat supply: `x` for who does."""
    corps = ("1 Inf", "2 Inf", "10 Inf", "20 Inf")
    where = {**dict(zip(corps, STEPPE, strict=True)), **(units or {})}
    state = at("axis", units=where, axis=[KURSK], turn=turn, weather=weather, **how)
    return "".join("x" if int(state.ask("supply", u)) == 1 else "." for u in corps)


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G3a")
@pytest.mark.parametrize(
    ("turn", "usual", "ready"),
    [
        (SEP_41, "....", "...."),
        (NOV_41, "..xx", "...x"),
        (JAN_42, "..xx", "...x"),
        (MAR_42, "..xx", "...x"),
        (MAY_42, "....", "...."),
        (NOV_42, "...x", "...."),
        (JAN_43, "...x", "...."),
        (MAR_43, "...x", "...."),
        (JAN_44, "....", "...."),
    ],
)
def test_the_ready_feel_the_first_winter_as_others_do_the_second(
    turn: int, usual: str, ready: str
) -> None:
    # those who drew another chit are not ready
    unready = cold(turn, options=DRAWN, chits=(4, 2))
    assert (unready, cold(turn, options=READY)) == (usual, ready)
    for weather in (CLEAR, LIGHT_MUD, MUD):
        assert cold(turn, weather, options=READY) == "...."


@pytest.mark.rule("TRC-28.7.G3a")
def test_a_plain_two_hexes_of_a_friendly_city_are_enough() -> None:
    # with Russians and partisans between, but not with the reduced limits of 17.3.3
    for units in ({"16 A": "W14"}, {"Partisan 1": "X14", "2 Inf": "Y13"}):
        assert cold(JAN_42, units=units, options=READY)[2:] == ".x"
    by_zones = (*READY, "D-95")
    assert cold(JAN_42, options=by_zones) == "...x"
    # the hex between it and the city is in the enemy's reach
    shut = {"16 A": "W14", "2 Inf": "X13"}
    assert cold(JAN_42, units=shut, options=by_zones)[2] == "x"
    assert cold(JAN_42, units=shut, options=READY)[2] == "."
    lurk = {"Partisan 1": "X14", "2 Inf": "X13"}
    assert cold(JAN_42, units=lurk, options=by_zones)[2] == "x"
    # beside the city, and in it, zones do not matter
    ring = {"16 A": "W14", "11 A": "Y14", "8 A": "X11", "3 A": "W11", "5 A": "Y11"}
    assert cold(JAN_42, units=ring, options=by_zones)[:2] == ".."


@pytest.mark.rule("TRC-28.7.G3a")
def test_the_cold_is_russia_s_and_a_russian_city_warms_nobody() -> None:
    # three hexes from any city in Poland
    def frozen(hex_: str, held: list[str], turn: int = JAN_42, **how: Any) -> bool:
        state = at("axis", units={"1 Inf": hex_}, axis=held, turn=turn, weather=SNOW, **how)
        return int(state.ask("supply", "1 Inf")) == 1

    assert not frozen("P26", ["L26"], options=READY)
    assert frozen("X16", [KURSK], options=READY) and not frozen("X15", [KURSK], options=READY)
    # two hexes from Tula, which is Russian, with Kursk the Axis'
    assert frozen("U11", [KURSK], options=READY)
    assert not frozen("U11", [KURSK, "U9"], options=READY)
    # Finns do not feel it
    finn = at(
        "axis", units={"Finn 2 Inf": "X16"}, axis=[KURSK], turn=JAN_42, weather=SNOW,
        options=READY,
    )  # fmt: skip
    assert int(finn.ask("supply", "Finn 2 Inf")) != 1


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G3a")
def test_a_drawn_chit_makes_ready_once_it_is_shown() -> None:
    def how(german: int, shown: int) -> dict[str, Any]:
        return {"options": DRAWN, "chits": (german, 2), "variables": {"german chit shown": shown}}

    assert cold(JAN_42, **how(3, 3)) == "...x" and cold(NOV_42, **how(3, 3)) == "...."
    assert cold(JAN_42, **how(3, 0)) == "..xx" and cold(NOV_42, **how(3, 0)) == "...x"
    for other in (4, 5, 6):
        assert cold(JAN_42, **how(other, other)) == "..xx"
        assert cold(NOV_42, **how(other, other)) == "...x"


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.G3a")
def test_it_is_shown_in_the_first_turn_of_snow() -> None:
    def shown(german: int, turn: int, die: int) -> tuple[int, int]:
        start = before("axis", turn=turn, options=DRAWN, chits=(german, 2))
        assert start.var("german chit shown") == 0
        state = walk(play(start, "end-movement"), "movement", "axis", 1, weather=die)
        return int(state.var("weather")), int(state.var("german chit shown"))

    # January is snow; of November some dice are
    assert shown(3, JAN_42, 1) == (SNOW, 3)
    november = [shown(3, NOV_41, die) for die in range(1, 7)]
    assert {w for w, _ in november} > {SNOW}
    assert all(chit == (3 if weather == SNOW else 0) for weather, chit in november)
    # May, and another chit
    assert shown(3, MAY_42, 1) == (CLEAR, 0)
    for german in (4, 5, 6):
        assert shown(german, JAN_42, 1) == (SNOW, 0)
    # it is not shown later than that either
    assert shown(3, JAN_43, 1) == (SNOW, 3)


@pytest.mark.option("no_retreat")
@pytest.mark.rule("TRC-28.7.G3a")
def test_a_junction_warms_nobody_and_a_turn_begins_as_ever() -> None:
    # W15, a junction three hexes from any city
    state = at(
        "axis", units={"1 Inf": "W15", "2 Inf": "W16"}, axis=["W15", "W19"], turn=JAN_42,
        weather=SNOW, options=READY,
    )  # fmt: skip
    assert [int(state.ask("supply", u)) for u in ("1 Inf", "2 Inf")] == [1, 1]
    # and the first thaw of 1942 ends another variant of that winter still
    both = (*READY, "no-retreat")
    start = before("axis", turn=MAY_42, options=both)
    assert start.var("front released") == 0
    begun = walk(play(start, "end-movement"), "movement", "axis", 1)
    assert begun.var("front released") == 1
