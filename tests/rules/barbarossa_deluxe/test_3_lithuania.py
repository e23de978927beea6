"""Section 3.7, the variant Lithuania: What If?, in the scenario 1942, What If? (15.3)."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import Game, State
from eastfront.program import ProgramError
from eastfront.scenario import load_scenario

from .board_positions import edit, names, play, walk, without

LITHUANIA = {"1516", "1615", "1616", "1714", "1715"}
POLAND = {"2116", "2216", "2217", "2315", "2316"}
VILNA = "1714"


@lru_cache(maxsize=1)
def game() -> Game:
    """The scenario with the variant, without the rules that ``EASTFRONT_WITHOUT`` names."""
    return ef.load("barbarossa-deluxe/what-if", options=["lithuania"], without=without())


def new() -> State:
    return game().new()


def plain() -> State:
    """The scenario without the variant."""
    return ef.load("barbarossa-deluxe/what-if").new()


def control(state: State, side: str) -> set[str]:
    return set(state.ask("control", ["german", "soviet"].index(side)))


@lru_cache(maxsize=1)
def neighbours() -> dict[str, set[str]]:
    """The hexes next to each hex, not across a sea hexside."""
    found: dict[str, set[str]] = {}
    board = load_scenario("barbarossa-deluxe", "what-if").map
    rows = board.hexes
    for a, _, b in board.steps:
        here, there = rows[a], rows[b]
        if here and there and "sea" not in board.hexsides.get((a, b), ()):
            found.setdefault(here.name, set()).add(there.name)
    return found


def border(state: State, side: str) -> set[str]:
    """The hexes of a side that touch hexes of the other side."""
    own, other = control(state, side), control(state, "german" if side == "soviet" else "soviet")
    return {h for h in own if neighbours()[h] & other}


@pytest.mark.rule("BD-3.7a")
def test_the_variant_is_for_those_who_agree_on_it_and_not_for_blue_and_kremlin() -> None:
    assert "lithuania" in plain().game.known_options
    assert control(plain(), "soviet") >= LITHUANIA and control(plain(), "german") >= POLAND
    with pytest.raises(ProgramError, match=r"`lithuania` \(3.7\) is not usable in blue-kremlin"):
        ef.load("barbarossa-deluxe/blue-kremlin", options=["lithuania"], without=without())


@pytest.mark.rule("BD-15.3e", "BD-3.7c", "BD-3.7f")
def test_1942_what_if_is_played_with_lithuania_german_and_poland_soviet() -> None:
    for side, gained, lost in (("german", LITHUANIA, POLAND), ("soviet", POLAND, LITHUANIA)):
        assert control(new(), side) == (control(plain(), side) | gained) - lost
    rows = load_scenario("barbarossa-deluxe", "what-if").map.hexes
    assert {row.name for row in rows if row and row.area == "lithuania"} == LITHUANIA


@pytest.mark.rule("BD-3.7f", "BD-3.7c", "BD-15.3c")
def test_the_german_sets_up_in_lithuania_and_not_in_the_poland_that_he_gave() -> None:
    offered = names(play(new(), "free"), "set-up")
    assert offered == control(new(), "german") and offered > LITHUANIA


@pytest.mark.rule("BD-3.7e", "BD-6.3a")
def test_the_soviet_sets_up_in_his_poland_all_but_the_9th_army_within_stacking() -> None:
    state, met = play(new(), "automatic", "free"), []
    while len(met) < 12:
        inside = POLAND - {"2216"} if "2216" not in names(state, "set-up") else POLAND
        full = sum(at == "2216" for at in state.places().values()) == 5
        met.append(state.subject)
        assert names(state, "set-up") & POLAND == (set() if met[-1] == "9A" else inside)
        assert full == ("2216" not in inside) or met[-1] == "9A"
        at = "2216" if "2216" in names(state, "set-up") else "1813" if len(met) < 9 else "1806"
        state.push(f"set-up {at}")
    assert met[:7] == ["3A", "4A", "5A", "6A", "8A", "9A", "10A"]


@pytest.mark.rule("BD-15.3c", "BD-15.3e")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_border_to_cover_is_that_of_the_variant(side: str) -> None:
    """In the ready set-up, and in a free one that stays behind the border as long as it may."""
    ready = play(new(), "automatic", "automatic")
    wanted = border(ready, side)
    assert len(wanted) == 24 and wanted <= set(ready.places().values())
    state = play(new() if side == "german" else play(new(), "automatic"), "free")
    rng = random.Random(4)
    while state.decision == "placement" and state.to_move == side:
        offered = names(state, "set-up")
        state.push(f"set-up {rng.choice(sorted(offered - wanted or offered))}")
    assert wanted <= set(state.places().values())
    # the border of the scenario without the variant is the same rule
    usual = play(plain(), "automatic", "automatic")
    assert border(usual, side) <= set(usual.places().values())
    assert len(border(usual, side)) == 19


@pytest.mark.rule("BD-15.3e")
def test_the_ready_set_up_keeps_to_control_and_places_all() -> None:
    state = play(new(), "automatic", "automatic")
    places, others = state.places(), play(plain(), "automatic", "automatic").places()
    german = {u.name for u in load_scenario("barbarossa-deluxe", "what-if").units
              if u.side == "german"}  # fmt: skip
    for unit, at in places.items():
        assert (at.isdigit()) == others[unit].isdigit()
        if at.isdigit():
            assert at in control(new(), "german" if unit in german else "soviet")
    assert places["9A"] not in POLAND
    assert (places["8A"], places["11A"], places["2AK"]) == ("1515", "1814", VILNA)


def outcome(german: list[str], soviet: list[str]) -> Any:
    """How the game ends if it ends with hexes under the control of the sides."""
    start = play(new(), "automatic", "automatic")
    last = walk(start, "prepared assault", "german", {"logistics zone": "south"})
    units = {"1001": ["60A"], "1724": ["4AK"]}
    state = edit(last, units, clear=True, german=german, soviet=soviet, variables={"turn": 14})
    while not state.is_over:
        passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
        state.push(passes[0] if passes else state.legal_actions.list()[0])
    return state.outcome


@pytest.mark.rule("BD-15.3e", "BD-15.4a", "BD-15.4b", "BD-15.4c")
@pytest.mark.parametrize(
    ("german", "soviet", "found"),
    [
        ([], [], (None, 0, "BD-15.4c")),
        ([], [VILNA], ("soviet", 1, "BD-15.4a")),
        (["1813"], [], ("german", 1, "BD-15.4b")),
        (["1813"], [VILNA], (None, 0, "BD-15.4c")),
    ],
)
def test_vilna_is_a_city_west_of_the_border_of_the_variant(
    german: list[str], soviet: list[str], found: Any
) -> None:
    assert outcome(german, soviet) == found
