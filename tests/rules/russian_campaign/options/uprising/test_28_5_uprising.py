"""Section 28.5: a variant in which the Polish Home Army rises in Warsaw."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, may, odds
from ...turn_positions import SNOW, at, before, names, play, refused, walk

RISING = ("warsaw-uprising",)
WARSAW, AK = "L26", "AK"
JUL_43 = 14


def moving(units: dict[str, str], impulse: int = 2, turn: int = JUL_43, **more: Any) -> State:
    """A Russian movement phase with the Home Army waiting."""
    return at("russian", impulse, units={AK: "later", **units}, turn=turn, options=RISING, **more)


def fought(units: dict[str, str], die: int, announced: int | None = None, **more: Any) -> State:
    """An Axis attack on the Home Army alone in Warsaw."""
    state = combat("axis", {AK: WARSAW, **units}, turn=JUL_43, options=RISING, **more)
    return fight(state, WARSAW, list(units), die, announced)


@pytest.mark.rule("TRC-28.5a")
def test_it_rises_in_august_1943_or_later_where_no_axis_unit_is() -> None:
    up = play(moving({}), "rise")
    assert (up.place(AK), up.turn) == (WARSAW, JUL_43)
    # an enemy zone of control does not matter
    assert play(moving({"41 Pz": "L27"}), "rise").place(AK) == WARSAW
    assert play(moving({}, 1, JUL_43 + 3), "rise").place(AK) == WARSAW
    for early in (moving({}, 1), moving({}, 2, JUL_43 - 1)):
        with refused("TRC-28.5a"):
            play(early, "rise")
    with refused("TRC-28.5a"):
        play(moving({"41 Pz": WARSAW}), "rise")
    # it does not come by itself
    start = before("russian", 2, turn=JUL_43, units={AK: "later"}, options=RISING)
    begun = walk(play(start, "end-movement"), "movement", "russian", 2)
    assert begun.place(AK) == "later" and AK not in names(begun, "enter")


@pytest.mark.rule("TRC-28.5b")
def test_it_is_always_supplied_and_never_replaced() -> None:
    state = at("russian", 2, units={AK: WARSAW}, turn=JUL_43, options=RISING)
    out = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert out.place(AK) == WARSAW
    start = before(
        "russian",
        turn=JUL_43,
        units={AK: "pool", "16 A": "pool", "Moscow Worker": "R9", "Leningrad Worker": "E10"},
        options=RISING,
    )
    shop = walk(play(start, "end-movement"), "replacements", "russian", Archangel=1)
    assert "16 A" in names(shop, "recruit") and AK not in names(shop, "recruit")


@pytest.mark.rule("TRC-28.5b")
def test_it_stays_in_warsaw_has_a_zone_and_takes_no_room() -> None:
    state = at("russian", 1, units={AK: WARSAW}, turn=JUL_43, options=RISING)
    assert AK not in names(state, "move") | names(state, "rail")
    assert {"L27", "K26"} <= set(state.ask("russian zone of control"))
    crowd = {AK: WARSAW, "11 A": WARSAW, "8 A": WARSAW}
    assert may(at("russian", 1, units=crowd, turn=JUL_43, options=RISING), "end-movement")


@pytest.mark.rule("TRC-28.5c")
def test_it_need_not_attack_and_may() -> None:
    units = {AK: WARSAW, "38 Inf": "L27"}
    state = combat("russian", units, turn=JUL_43, options=RISING)
    assert state.decision == "battle"
    assert may(state, "end-combat") and may(state, "attack L27")
    # another Russian there must attack, without it or with it
    both = combat("russian", {**units, "16 A": "M27"}, turn=JUL_43, options=RISING)
    assert may(play(both, "join 16 A"), "fight") and not may(both, "end-combat")


@pytest.mark.rule("TRC-28.5c")
def test_it_defends_doubled() -> None:
    state = combat("axis", {AK: WARSAW, "41 Pz": "L27"}, turn=JUL_43, options=RISING)
    assert odds(state, WARSAW, ["41 Pz"])[1] == 4


@pytest.mark.rule("TRC-28.5d")
def test_only_an_exchange_and_elimination_touch_it() -> None:
    # at 2-1: DR on 5... D1 on 6 leave it where it is
    seen = {}
    for die in range(1, 7):
        state = fought({"41 Pz": "L27"}, die)
        seen[state.var("result")] = state.place(AK)
    assert {5, 6} & seen.keys() and all(seen[r] == WARSAW for r in seen.keys() & {5, 6})
    strong = {"41 Pz": "L27", "56 Pz": "L27", "24 Pz": "K26"}
    for die in range(1, 7):
        state = fought(strong, die)
        if state.var("result") in (7, 8):
            assert state.place(AK) != WARSAW
        elif state.var("result") in (5, 6):
            assert state.place(AK) == WARSAW


@pytest.mark.rule("TRC-28.5d")
def test_attacking_it_ignores_ar() -> None:
    units = {AK: WARSAW, "38 Inf": "L27"}
    state = combat("russian", units, turn=JUL_43, options=RISING)
    for die in range(1, 7):
        out = fight(state, "L27", [AK], die)
        if out.var("result") == 2:
            assert out.place(AK) == WARSAW
            return
    raise AssertionError("no die gives AR")


@pytest.mark.rule("TRC-28.5e")
def test_once_warsaw_is_taken_it_is_drafted_for_two_points() -> None:
    workers = {"Moscow Worker": "R9"}
    units = {AK: WARSAW, "16 A": "M26", **workers}
    came = play(
        at("russian", 1, units=units, turn=JUL_43, options=RISING), "move 16 A", f"to {WARSAW}"
    )
    assert came.var("Russians were in Warsaw") == 1

    def points(visited: int) -> tuple[str | None, int]:
        start = before(
            "russian",
            turn=JUL_43 + 1,
            units={AK: WARSAW, "11 A": "pool", "8 A": "pool", "13 Inf": "pool", **workers},
            options=RISING,
            weather=SNOW,
            variables={"Russians were in Warsaw": visited},
        )
        shop = walk(play(start, "end-movement"), "replacements", "russian", Archangel=1)
        return shop.place(AK), int(shop.ask("replacement points"))

    stayed, fewer = points(0)
    drafted, more = points(1)
    assert (stayed, drafted) == (WARSAW, "removed")
    assert more - fewer == 2
