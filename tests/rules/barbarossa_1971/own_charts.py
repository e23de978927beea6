"""Charts of a user that replace those of Barbarossa (1971)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import eastfront as ef
from eastfront._core import Game, State
from eastfront.games.barbarossa_1971.game import PACK

from .battle_positions import AUGUST, BYSTANDERS
from .movement_positions import standing


def table(name: str) -> str:
    """A table of the game's charts, as text."""
    text = (PACK.data / "charts.toml").read_text(encoding="utf-8")
    (found,) = (part for part in text.split("[[table]]\n") if part.startswith(f'name = "{name}"'))
    return f"[[table]]\n{found}"


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A text with some parts replaced, wherever they occur."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def own_game(*tables: str, scenario: str = "campaign") -> Game:
    """The game with a user's own tables."""
    return _of_charts("\n".join(tables), scenario)


@lru_cache(maxsize=8)
def _of_charts(text: str, scenario: str) -> Game:
    with TemporaryDirectory() as folder:
        file = Path(folder, "own.toml")
        file.write_text(text, encoding="utf-8")
        found = ef.load(f"barbarossa-1971/{scenario}", charts=file)
        off = os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()
        off = [rule for rule in off if rule in found.rules]
        return ef.without(found, *off) if off else found


def fight(
    board: Game, attackers: str, defenders: str, others: Mapping[str, str] | None = None
) -> State:
    """An attack from 0634 on 0635, declared on a board: the choice of the table or the die is
    next."""
    units = {"0634": f"{attackers}, 1AxSup", "0635": defenders, **BYSTANDERS, **(others or {})}
    text = f"game: {board.id}\nwait: axis combat phase, attacks\nturn: {AUGUST}\n"
    text += "".join(f"{line}\n" for line in standing(units))
    text += "".join(f"{hex_}: {names}\n" for hex_, names in units.items())
    state = ef.position(text, board)
    state.push("attack 0635")
    for unit in attackers.split(", "):
        if state.decision == "force" and unit not in state.units_with("attacking"):
            state.push(f"with {unit}")
    if state.decision == "force":
        state.push("fight")
    return state
