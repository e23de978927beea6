"""A text is a position that comes back the same, or an EastfrontError."""

from eastfront import EastfrontError, load
from eastfront.positions.text import position, text_of

GAME = load("barbarossa-deluxe/blue-kremlin")
WORDS = [
    "game: ",
    "wait: ",
    "set ",
    "hexes german: ",
    "over: ",
    "resume: ",
    *GAME.boxes,
    *GAME.units,
]


def law(data: bytes) -> None:
    """Read it; write it down and read it again."""
    try:
        state = position(data.decode("utf-8", "replace"), GAME)
    except EastfrontError:
        return
    again = position(text_of(state), GAME)
    assert again == state and text_of(again) == text_of(state)
