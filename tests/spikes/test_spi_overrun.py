"""Joint overruns of Barbarossa (1971), against the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eastfront._core import IllegalAction, perft
from eastfront.board import Board, board

from .plain_board import perft as count
from .side_by_side import walk
from .spi_overrun import game
from .spi_overrun_oracle import Oracle

TEXT = (Path(__file__).parent.parent / "positions/spi_overrun.txt").read_text()
PERFT = [5, 31, 106, 693, 1878]
"""By depth, from 1; made by the oracle."""


def kind(b: Board, name: str) -> str:
    u = next(u for u in b.units if u.name == name)
    return f"{u.side} {u.kind} {u.attack}-{u.defence}-{u.allowance}"


def status(b: Board, state: Any, name: str) -> tuple[Any, ...]:
    done = 2 * (name in state.units_with("overran")) or int(name in state.units_with("moved"))
    return (kind(b, name), state.place(name), state.ask("left", name), done)


def label(b: Board) -> Any:
    def read(state: Any, action: str) -> tuple[Any, ...]:
        verb, *thing = action.split()
        if verb in ("move", "join"):
            return (verb, *status(b, state, thing[0]))
        return (verb, *thing)

    return read


def seen(b: Board) -> Any:
    names = [u.name for u in b.units]
    return lambda s: sorted(status(b, s, n) for n in names if s.place(n) != "gone")


@pytest.fixture(scope="module")
def position() -> Board:
    return board(TEXT)


@pytest.mark.rule("SPI-OVR-GEN1", "SPI-OVR-GEN3", "SPI-OVR-GEN9", "SPI-ZOC-C1", "SPI-MOVE-N1")
def test_perft_is_the_oracles(position: Board) -> None:
    oracle = Oracle(TEXT)
    depths = range(1, len(PERFT) + 1)
    assert [count(oracle.successors, oracle.start(), d) for d in depths] == PERFT
    start = game(position).new()
    assert [perft(start, d) for d in depths] == PERFT


@pytest.mark.rule("SPI-OVR-GEN4", "SPI-OVR-GEN5", "SPI-OVR-GEN6", "SPI-ZOC-G1", "SPI-STACK-B1")
def test_both_offer_the_same(position: Board) -> None:
    oracle = Oracle(TEXT)
    compared = walk(
        game(position),
        oracle.start(),
        oracle.successors,
        label(position),
        seen(position),
        lambda s: sorted(s[0]),
        games=150,
        seed=1,
    )
    assert compared > 600


def refused(state: Any, action: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        state.push(action)
    rule: str = caught.value.rule
    return rule


@pytest.mark.rule("SPI-OVR-GEN2", "SPI-OVR-F2", "SPI-OVR-D", "SPI-OVR-GEN3", "SPI-OVR-GEN5")
def test_three_corps_from_two_hexes_do_together_what_two_cannot(position: Board) -> None:
    state = game(position).new()
    # one for the zone left, one for clear terrain, three for the overrun; A1 and A2 swim
    assert state.ask("cost", "A3", "0303") == 1 + 1 + 3
    assert state.ask("cost", "A1", "0303") == 1 + 1 + 1 + 3
    state.push("overrun 0303")
    assert refused(state, "go") == "SPI-OVR-GEN2"
    assert len(state.legal_actions) == 2  # A1 and A2 are one
    state.push("join A3")
    # the others and the overrun itself are then forced
    assert {state.place(n) for n in ("A1", "A2", "A3")} == {"0303"}
    assert state.place("T1") == "gone"


@pytest.mark.rule("SPI-OVR-F2", "SPI-OVR-F1")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("river: 0302-0303", "river: 0203-0303 0302-0303"),  # now everyone swims
        ("  . . . . r\n   . . . . .\n\n", "  . . r . r\n   . . . . .\n\n"),  # rough
        ("@0203", "@0201"),  # too far away
        ("A3  axis    3-2-8   motor-corps", "A3  axis    3-2-8   foot-corps"),
        ("A3  axis    3-2-8", "A3  axis    2-2-8"),  # eight to one
        ("A3  axis    3-2-8   motor-corps", "A3  axis    3-2-8   motor-army"),  # no room for it
    ],
)
def test_the_same_three_corps_fall_short(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    state = game(board(TEXT.replace(old, new))).new()
    assert refused(state, "overrun 0303") == "SPI-OVR-GEN2"


@pytest.mark.rule("SPI-OVR-D", "SPI-ZOC-A1", "SPI-ZOC-C1")
def test_the_zone_of_another_stack_over_the_target_is_paid(position: Board) -> None:
    state = game(board(TEXT.replace("@0502", "@0403"))).new()
    assert state.ask("cost", "A3", "0303") == 1 + 1 + 3 + 2


@pytest.mark.rule("SPI-OVR-A1", "SPI-OVR-E", "SPI-OVR-GEN4")
def test_who_may_not_join(position: Board) -> None:
    text = TEXT.replace("@0104", "@0204")
    state = game(board(text)).new()
    state.push("overrun 0303")
    assert refused(state, "join A4") == "SPI-OVR-A1"
    slow = game(board(text.replace("A3  axis    3-2-8", "A3  axis    3-2-4"))).new()
    assert refused(slow, "overrun 0303") == "SPI-OVR-GEN2"
    again = game(position).new()
    for action in ("overrun 0303", "join A1", "join A2"):
        again.push(action)
    assert refused(again, "overrun 0304") == "SPI-OVR-GEN2"


@pytest.mark.rule("SPI-OVR-A2", "SPI-SUPPLY-B1")
def test_the_unsupplied_neither_move_nor_overrun() -> None:
    far = TEXT.replace("@0203", "@0402").replace(
        "  T2  soviet  1-2-5   motor-corps     @0502\n", ""
    )
    walls = ["0301", "0302", "0303", "0304"]
    units = "".join(f"  W{i}  soviet  1-9-5  foot-army  @{h}\n" for i, h in enumerate(walls))
    state = game(board(far + units)).new()
    assert refused(state, "move A3") == "SPI-SUPPLY-B1"
