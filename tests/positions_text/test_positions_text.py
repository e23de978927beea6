"""Positions as text: they round-trip, can be typed by hand, and errors name the mistake."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eastfront import position
from eastfront.positions.text import PositionError, text_of
from hidden.twins import state
from playout.games import busy_play, load

HEAD = "game: barbarossa-deluxe/blue-kremlin\n"
TYPED = f"""{HEAD}
# two panzer corps and a rifle army
turn: 9
wait: german movement phase, movement
hexes german: +2506 +1606 -2406
2506: 3Pz 4-3, 14Pz   # factors are optional
2406: 38A
1606: DE:pz:24 [moved, entered at=7]
"""


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10_000))
def test_any_position_comes_back(number: int) -> None:
    first = state(number)
    text = text_of(first)
    again = position(text, load())
    assert again == first and again.key == first.key
    assert text_of(again) == text == first.text()
    assert again.legal_actions.list() == first.legal_actions.list()
    assert all(ord(c) < 127 for c in text)


def test_a_game_that_is_over_comes_back() -> None:
    last = next(busy_play(load(), 31))
    while not last.is_over:
        last.push(last.legal_actions[-1])
    again = position(last.text(), load())
    assert again == last and again.is_over and again.outcome == last.outcome


def test_a_position_can_be_typed() -> None:
    typed = position(TYPED, load())
    assert (typed.turn, typed.phase, typed.decision) == (9, "german movement phase", "movement")
    assert typed.units_at("2506") == ["3Pz", "14Pz"]
    assert typed.units_at("2406") == ["38A"]
    assert typed.place("1AK") == "pool" and typed.place("20A") == "removed"
    assert typed.units_with("moved") == ["24Pz"]
    assert "24Pz 4-3 [moved, entered at=7]" in typed.text()
    assert not typed.self_rolling
    typed.push("move 3Pz")
    assert typed.decision == "leg"


def test_a_position_names_its_game() -> None:
    assert position(TYPED) == position(TYPED, load())


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "expected `game: ` and the id of a game"),
        ("turn: 9\n", 1, "expected `game: `"),
        ("game: x\n", 1, "game `x`; expected `barbarossa-deluxe/blue-kremlin`"),
        (f"{HEAD}turn: 9\n", 2, "a line `wait` or `over`"),
        (f"{HEAD}wait: german movment phase, movement\n", 2, "nearest is `german movement phase`"),
        (f"{HEAD}wait: german movement phase, movment\n", 2, "nearest is `movement`"),
        (TYPED + "set luftwafe: 2\n", 10, "the nearest is `luftwaffe`"),
        (TYPED + "set luftwaffe: two\n", 10, "luftwaffe `two`; expected a whole number"),
        (TYPED + "hexes germn: +1606\n", 10, "the nearest is `german`"),
        (TYPED + "hexes german: 1606\n", 10, "`[+]` or `-` and the id of a hex"),
        (TYPED + "hexes german: +rvgk\n", 10, "`[+]` or `-` and the id of a hex"),
        (TYPED + "9999: 1AK\n", 10, "key `9999`"),
        (TYPED + "2505: 1A\n", 10, "unit `1A`; expected a unit of the order of battle"),
        (TYPED + "2505: 3Pz\n", 10, "each unit once .it is in line 7."),
        (TYPED + "2505: 1AK 9-9\n", 10, "factors of 1AK `9-9`; expected 3-4, as printed"),
        (TYPED + "2505: 1AK [movd]\n", 10, "the nearest is `moved`"),
        (TYPED + "2505: 1AK [entered at=x]\n", 10, "a whole number"),
        (TYPED + "2505: 1AK moved\n", 10, "a unit such as"),
        (TYPED + "resume: 99999@1\n", 10, "procedure@position"),
        (TYPED + "resume: 0@1\n", 10, "the decision that `wait` names"),
        (TYPED + "over: finnish 1 BD-13.4a\n", 10, "a side or `nobody`"),
        (TYPED + "nonsense\n", 10, "a key, a colon and a value"),
        (HEAD + "wait: german movement phase, movement\n", 2, "a decision that play can reach"),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, line: int, message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        position(text, load())
    assert caught.value.line == line


def test_a_game_that_is_not_known() -> None:
    with pytest.raises(PositionError, match="a game that can be loaded"):
        position("game: barbarossa-deluxe/blue-kremlim\n")
