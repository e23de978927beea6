"""An order that is read can be taken and taken back; all else is an EastfrontError."""

from eastfront import EastfrontError, load, position
from eastfront.positions.orders import parse

TEXT = """game: barbarossa-deluxe/blue-kremlin
wait: german movement phase, movement
2506: 3Pz, 14Pz
2405: 38A
"""
STATE = position(TEXT, load("barbarossa-deluxe/blue-kremlin"))
WORDS = [*STATE.legal_actions.names(), "3Pz", "14Pz", "2506", "2405", "+", "-", "x", "; ", "stop"]


def law(data: bytes) -> None:
    """Read it, take it, and take it back."""
    before = bytes(STATE)
    try:
        order = parse(STATE, data.decode("utf-8", "replace"))
    except EastfrontError:
        assert bytes(STATE) == before
        return
    board = STATE.copy()
    order.push(board)
    for _ in order:
        board.pop()
    assert bytes(board) == before == bytes(STATE)
