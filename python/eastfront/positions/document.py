"""The content of a game file as plain values."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from eastfront._core import Game
from eastfront.arguments import checked
from eastfront.imports import pending
from eastfront.loading.collector import collector_paused


@checked
@lru_cache(maxsize=16)
def document(game: Game) -> dict[str, Any]:
    """Returns the document of a game file as plain values: lists of names, in the order of their
    indices, and the program, which refers to the named parts by index.

    The program uses the names of the current protocol, whichever protocol the file was written in.
    """
    with pending:
        import msgspec

    with collector_paused():
        found: dict[str, Any] = msgspec.json.decode(game.to_json())
    return found


__all__ = ["document"]
