"""Reading a text takes work linear in its length, and errors about long texts are short."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType

import pytest

import eastfront as ef
from eastfront.positions.orders import LONGEST as LONGEST_ORDER
from eastfront.positions.text import LONGEST, PositionError
from eastfront.serve.answers import decode
from eastfront.wire import requests
from waiting import HANG

ID = "barbarossa-deluxe/blue-kremlin"
HEAD = f"game: {ID}\nwait: german movement phase, movement\n"
GAME = ef.load(ID)
STATE = GAME.new(seed=1)


def _position(text: str) -> object:
    return ef.position(HEAD + text, GAME)


def _options(text: str) -> object:
    return ef.load(ID, options=text.split(","))


def _order(text: str) -> object:
    return ef.parse(STATE, text)


READERS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "commas": (_position, lambda n: "2506: " + "," * n),
    "brackets": (_position, lambda n: "2506: " + "[" * n),
    "brackets and commas": (_position, lambda n: "2506: " + "[,]" * n),
    "spaces": (_position, lambda n: "2506: 3Pz" + " " * n + "x"),
    "factors": (_position, lambda n: "2506: 3Pz" + " 4-3" * n),
    "marks": (_position, lambda n: "2506: 3Pz [" + "moved," * n + "]"),
    "units": (_position, lambda n: "2506: " + "3Pz," * n),
    "a long name": (_position, lambda n: "2506: " + "a" * n),
    "a long key": (_position, lambda n: "a" * n + ": 3Pz"),
    "lines": (_position, lambda n: "wait: german movement phase, movement\n" * n),
    "hex flags": (_position, lambda n: "hexes german: " + "+1606 " * n),
    "frames": (_position, lambda n: "resume: " + "0@1 " * n),
    "locals": (_position, lambda n: "resume: 0@1 / " + "0=1 " * n),
    "no text at all": (_position, lambda n: "#\n" * n),
    "options": (_options, lambda n: ",".join(f"o{i}" for i in range(n))),
    "a long option": (_options, lambda n: "x" * n),
    "parts of an order": (_order, lambda n: "end-movement;" * n),
    "units of an order": (_order, lambda n: "3Pz+" * n + "3Pz 1809-1708"),
    "a route": (_order, lambda n: "3Pz " + "1809-" * n + "1708"),
    "a notation": (GAME.parse, lambda n: "move " + " " * n + "x" * n),
    "a request": (lambda text: decode(text, requests.Order), lambda n: '{"order":' * n),
    "a long list": (
        lambda text: decode(text, requests.NewGame),
        lambda n: '{"scenario":"x","options":[' + '"x",' * n + '"x"]}',
    ),
}


def _fails(read: Callable[[str], object], text: str) -> None:
    with pytest.raises((ef.EastfrontError, ValueError)) as caught:
        read(text)
    assert isinstance(caught.value, ef.EastfrontError) or read == GAME.parse


def _instructions(read: Callable[[str], object], text: str) -> int:
    """How many instructions of Python it takes to refuse a text."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> object:
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    usual = sys.gettrace()
    sys.settrace(trace)
    try:
        _fails(read, text)
    finally:
        sys.settrace(usual)
    return count


@pytest.mark.parametrize("name", READERS)
def test_eight_times_the_text_takes_eight_times_the_work(name: str) -> None:
    read, make = READERS[name]
    each = len(make(1_000)) / 1_000  # an order may have 10,000 characters
    short, long = make(int(1_100 / each)), make(int(8_800 / each))
    _fails(read, short)  # what is read once and kept, such as the list of scenarios
    # 64 times the instructions if it were quadratic
    assert _instructions(read, long) < 24 * max(_instructions(read, short), 1_000)


@pytest.mark.parametrize("name", READERS)
def test_a_long_text_is_refused_before_long(name: str) -> None:
    """Also where others than Python do the work, such as expressions that backtrack."""
    read, make = READERS[name]
    began = time.process_time()
    _fails(read, make(160_000))
    assert time.process_time() - began < HANG


@pytest.mark.parametrize("name", [name for name in READERS if name != "a notation"])
def test_an_error_about_a_long_text_is_short(name: str) -> None:
    read, make = READERS[name]
    with pytest.raises(ef.EastfrontError) as caught:
        read(make(2_000))
    assert len(str(caught.value)) < 1_000 and "\n" not in str(caught.value)


def test_texts_have_a_longest() -> None:
    with pytest.raises(PositionError, match="1000001 characters"):
        ef.position("#" * (LONGEST + 1), GAME)
    with pytest.raises(ef.OrderError, match="at most 10000"):
        ef.parse(STATE, ";" * (LONGEST_ORDER + 1))


@pytest.mark.parametrize(
    "line", ["turn: 9", "wait: german movement phase, movement", "set side: 0"]
)
def test_what_is_said_twice_is_refused(line: str) -> None:
    head = f"game: {ID}\n{line}\n"
    with pytest.raises(PositionError, match=r"each once \(it is in line 2") as caught:
        ef.position(head + line + "\n", GAME)
    assert caught.value.line == 3


def test_brackets_hold_commas_and_what_is_not_closed_is_no_unit() -> None:
    read = ef.position(HEAD + "2506: 3Pz [moved, entered at=7], 14Pz\n", GAME)
    assert read.units_at("2506") == ["3Pz", "14Pz"] and read.units_with("moved") == ["3Pz"]
    with pytest.raises(PositionError, match="a unit such as"):
        ef.position(HEAD + "2506: 3Pz [moved, 14Pz\n", GAME)


@pytest.mark.parametrize("order", ["3Pz 2506-24063-2305", "3Pz 2506-A1", "3Pz x99999"])
def test_a_hex_that_is_none(order: str) -> None:
    state = ef.position(HEAD + "2506: 3Pz\n", GAME)
    with pytest.raises(ef.OrderError, match="expected a hex of the map"):
        ef.parse(state, order)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("3Px 2506-2505", "unit `3Px`; expected a unit of the game .did you mean '3Pz'"),
        ("3Pz+1Px 2506-2505", "unit `1Px`; expected a unit"),
        ("3Pz 2506-", "route `2506-`; expected a route such as 1000-1001, or x1001 to attack"),
        ("mov 3Pz", "no verb `mov`; expected a verb of the game .did you mean 'move'"),
        ("move 3Px", "`move` does not take `3Px`; the nearest is `3Pz`$"),
        ("move 3Pz;;", "an empty part of an order; expected an action"),
    ],
)
def test_an_order_that_cannot_be_read_names_the_word(order: str, message: str) -> None:
    state = ef.position(HEAD + "2506: 3Pz\n", GAME)
    with pytest.raises(ef.OrderError, match=message):
        ef.parse(state, order)


def test_a_variable_out_of_its_range_is_named_with_its_line() -> None:
    with pytest.raises(PositionError, match="turn `40`; expected 9 to 13") as caught:
        ef.position(HEAD + "turn: 40\n", GAME)
    assert caught.value.line == 3


def test_a_unit_that_an_order_names_twice() -> None:
    with pytest.raises(ef.OrderError, match="3Pz is named twice"):
        ef.parse(STATE, "3Pz+3Pz 1809-1708")
