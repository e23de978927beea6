"""Rules that depend on the game turn, before and after the turns of the scenario.

The scenario's map and units, played from game turn 6 (December 1941) to 25 (June 1944) on a turn
track made for these tests, with the allowances of June 1942 throughout.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import IllegalAction, State
from eastfront.loading.game import rules_of

from . import board_positions
from .board_positions import (
    GARRISON,
    OFFENSIVE,
    OOS,
    OVERLAND,
    data,
    declare,
    edit,
    marker,
    names,
    odds,
    play,
    refused,
    surround,
    walk,
)

TURNS = range(6, 26)
WALL = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]


@lru_cache(maxsize=1)
def start() -> State:
    """The ready set-up on game turn 6."""
    plain = data()
    track = plain.charts["turn-track"]
    june = next(row for row in track["turn"] if row["turn"] == 9)
    rows = [{**june, "turn": t, "single_month": t % 8 in range(1, 5)} for t in TURNS]
    air = {**plain.charts["air-armies"], "available": {str(t): 7 for t in TURNS}}
    charts = {**plain.charts, "turn-track": {**track, "turn": rows}, "air-armies": air}
    setup = {**plain.setup, "first_turn": TURNS[0], "last_turn": TURNS[-1]}
    without = board_positions.without()
    made = rules_of("barbarossa-deluxe")(
        replace(plain, charts=charts, setup=setup), without=without
    )
    return play(made.compiled().new(), "automatic")


@lru_cache(maxsize=8)
def reached(decision: str, side: str, order: str) -> State:
    """A decision of a side on the first turn."""
    return walk(start(), decision, side, {"phase order": order, "logistics zone": "south"})


def at(
    decision: str,
    side: str,
    turn: int,
    units: dict[str, Any],
    order: str = "fight-move",
    **more: Any,
) -> State:
    """A position on a turn."""
    variables = {"turn": turn, **more.pop("variables", {})}
    return edit(reached(decision, side, order), units, clear=True, variables=variables, **more)


FOUR = ["60A", "59A", "54A", "53A"]


@pytest.mark.rule("BD-7.10d", "BD-7.9e", "BD-7.9d", "BD-7.22c", "BD-7.22d")
@pytest.mark.parametrize(
    ("turn", "kind", "supply", "attack"),
    [
        (6, "line", OFFENSIVE, 12), (7, "line", OVERLAND, 6), (8, "line", OVERLAND, 6),
        (6, "hero", GARRISON, 12), (7, "hero", GARRISON, 6), (25, "hero", GARRISON, 6),
        (6, "cut", OOS, 6), (7, "cut", OOS, 3), (8, "cut", OOS, 3),
        (7, "marker", OFFENSIVE, 12),
    ],
)  # fmt: skip
def test_soviet_attacks_need_offensive_supply_from_turn_7(
    turn: int, kind: str, supply: int, attack: int
) -> None:
    """Four rifle armies of 3."""
    units: dict[str, Any] = {"1806": FOUR, "1906": ["4AK"], "1710": ["1AK"], "1001": ["66A"]}
    if kind in ("hero", "cut"):
        units |= {h: [u] for u, h in surround("1806", WALL, leave=["1906"]).items()}
    state = at("prepared assault", "soviet", turn, units,
               variables=marker("1806") if kind == "marker" else {})  # fmt: skip
    if kind != "hero":
        state = edit(state, not_hex_flags={"hero city": ["1806"]})
    assert state.ask("supply", "60A") == supply
    assert odds(state, "soviet", "1906", FOUR).attack == attack


@pytest.mark.rule("BD-5.7b", "BD-5.7c")
@pytest.mark.parametrize(("turn", "attack"), [(6, 12), (7, 3), (8, 3)])
def test_overland_supply_doubles_shock_armies_until_turn_7(turn: int, attack: int) -> None:
    units = {"2308": ["1Sh", "3Sh"], "2309": ["4AK"], "2310": ["1AK"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn, units)
    assert odds(state, "soviet", "2309", ["1Sh", "3Sh"]).attack == attack
    # without supply they are not doubled on any turn
    ring = {h: [u] for u, h in surround("2308", WALL, leave=["2309"]).items()}
    cut = at("prepared assault", "soviet", turn, {**units, **ring})
    assert odds(cut, "soviet", "2309", ["1Sh", "3Sh"]).attack == (3 if turn == 6 else 1)
    late = at("prepared assault", "soviet", turn, units, order="move-fight")
    assert odds(late, "soviet", "2309", ["1Sh", "3Sh"]).attack == (6 if turn == 6 else 3)


@pytest.mark.rule("BD-11.18a", "BD-11.1a")
@pytest.mark.parametrize(("turn", "may"), [(6, False), (7, True), (8, True)])
def test_the_sivash_is_attacked_over_from_turn_7(turn: int, may: bool) -> None:
    units = {"2907": ["60A"], "3008": ["4AK"], "2908": ["5AK"], "1001": ["66A"]}
    state = at("prepared assault", "soviet", turn, units)
    assert names(state, "attack") == ({"3008", "2908"} if may else {"2908"})
    if may:
        begun = play(state, "attack 3008")
        assert {*begun.units_with("attacking"), *names(begun, "with")} == {"60A"}
        assert state.battle("3008", ["60A"]).attack is not None
    if not may:
        with refused("BD-11.1a"):
            state.push("attack 3008")
        with refused("BD-11.1a"):
            state.battle("3008", ["60A"])


@pytest.mark.rule("BD-10.23b")
@pytest.mark.parametrize(("turn", "may"), [(17, False), (24, False), (25, True)])
def test_soviet_mobile_assaults_begin_on_turn_25(turn: int, may: bool) -> None:
    units = {"2308": ["3T"], "2309": ["4AK"], "2310": ["1AK"], "1001": ["66A"]}
    state = at("movement", "soviet", turn, units, order="move-fight")
    leg = play(state, "move 3T")
    assert names(leg, "assault") == ({"2309"} if may else set())
    if not may:
        with refused("BD-10.23b"):
            leg.push("assault 2309")


@pytest.mark.rule("BD-10.12b")
@pytest.mark.parametrize(("turn", "may"), [(12, False), (13, True), (25, True)])
def test_soviet_tanks_take_marsh_as_clear_from_turn_13(turn: int, may: bool) -> None:
    units = {"1912": ["3T"], "2310": ["1AK"], "1001": ["66A"]}
    state = at("movement", "soviet", turn, units, order="move-fight")
    entered = play(state, "move 3T", "to 2013")
    assert entered.var("spent") == (1 if may else 3)


@pytest.mark.rule("BD-5.6c", "BD-5.16b")
@pytest.mark.parametrize(("turn", "gained", "may"), [(8, 0, False), (9, 1, True), (12, 0, True)])
def test_fight_move_and_shaped_bloodbaths_begin_in_june_1942(
    turn: int, gained: int, may: bool
) -> None:
    units = {"2309": ["4AK", "5AK"], "2308": ["60A"], "2311": ["1AK"], "1001": ["66A"]}
    state = at("prepared assault", "german", turn, units)
    assert odds(state, "german", "2308", ["4AK", "5AK"]).column == 2 + gained
    said = [rule for rule, _ in state.battle("2308", ["4AK", "5AK"]).choices]
    assert ("BD-5.16b" in said) == may


@pytest.mark.rule("BD-8.40b")
@pytest.mark.parametrize(
    ("turn", "used", "may"),
    [
        (6, 0, False), (7, 0, True), (14, 0, True), (14, 1, False), (15, 1, True),
        (15, 0, True), (15, 2, False), (22, 1, True), (23, 1, False),
    ],
)  # fmt: skip
def test_paratroops_drop_once_in_1942_and_once_in_1943(turn: int, used: int, may: bool) -> None:
    units = {"2308": ["60A", "61A"], "2309": ["4AK"], "2310": ["1AK"], "1001": ["66A"]}
    variables = {"airborne used in": used}
    state = at("prepared assault", "soviet", turn, units, variables=variables)
    assert ("airborne" in offered(declare(state, "2309", ["60A"]))) == may


def offered(state: State) -> list[str]:
    """The decisions up to the die of a battle, in which supports are declined."""
    found = []
    while state.to_move != "chance":
        found.append(state.decision)
        verbs = [name for name in names_of(state) if name.startswith("no-")]
        state = play(state, (verbs or names_of(state))[0])
    return found


def names_of(state: State) -> list[str]:
    """The actions of a decision."""
    return list(state.legal_actions.names())


@pytest.mark.rule("BD-5.5a")
@pytest.mark.parametrize(
    ("turn", "used", "may"), [(8, 0, False), (9, 0, True), (12, 0, True), (12, 1, False),
                              (13, 0, False)]
)  # fmt: skip
def test_fight_fight_is_chosen_once_on_turns_9_to_12(turn: int, used: int, may: bool) -> None:
    state = walk(start(), "phase order", "german", {"logistics zone": "south"})
    state = edit(state, variables={"turn": turn, "fight/fight used": used})
    assert ("fight-fight" in names_of(state)) == may
    if may:
        assert play(state, "fight-fight").var("fight/fight used") == 1
        return
    spans = "once, on turns 9 to 12 and once on turns 17 to 20"
    with pytest.raises(IllegalAction, match=f"fight/fight: {spans}") as caught:
        state.push("fight-fight")
    assert caught.value.rule == "BD-5.5a"
