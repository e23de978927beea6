"""What a game file holds, as plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eastfront._core import Game
from eastfront.arguments import checked
from eastfront.imports import pending


@checked
@lru_cache(maxsize=16)
def document(game: Game) -> dict[str, Any]:
    """The document of a game file: names by index, and the program, as plain values.

    The program is told in the names of the present protocol, whatever the file was written by.
    """
    with pending:
        import msgspec

    found: dict[str, Any] = msgspec.json.decode(game.to_json())
    return found


__all__ = ["document"]
