"""Seats of the tests: a table at a position, with the tools of a side."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from tools.model_text import decisions

from eastfront._core import Game, State
from eastfront.loading.game import load
from eastfront.mcp.tools import Names, Tools
from eastfront.positions.layout import layout_of
from eastfront.serve.problem import Problem
from eastfront.serve.table import Table

BLUE = "barbarossa-deluxe/blue-kremlin"
CAMPAIGN = "russian-campaign/campaign"
ZITADELLE = "barbarossa-1971/zitadelle"


def at(state: State, side: str | None = None, names: Names | None = None) -> Tools:
    """The tools of a side, by default the one to move, at a position with dice of people."""
    table = Table("one", state.game, "manual", {}, None, 64)
    table.recorder.state = state
    return Tools(table, side or str(state.to_move), names)


def ready(scenario: str, side: str, *actions: str) -> Tools:
    """The tools of a side after the set-up that ships and some actions of whoever is to move."""
    game = load(scenario)
    table = Table("one", game, "manual", {}, None, 64)
    table.set_up()
    for action in actions:
        table.state.push(action)
    table.look(side)
    return at(table.state.copy(), side)


def some(game: Game, number: int, seed: int = 5, step: int = 37) -> Iterator[State]:
    """The first decisions of a busy game, one in so many."""
    for n, state in enumerate(decisions(game, seed)):
        if n >= number * step:
            return
        if n % step == 0:
            yield state.copy()


def refused(ask: Callable[[], Any]) -> Problem:
    """The refusal of a question."""
    try:
        found = ask()
    except Problem as problem:
        return problem
    raise AssertionError(f"answered: {found}")


def listed(game: Game, text: str, hexes: Collection[str] = ()) -> list[str]:
    """The legal actions in a text for a model, as it reads them; ``hexes`` are verbs of hexes."""
    hexes = hexes or {v["name"] for v in layout_of(game).document["verbs"] if v["domain"] == "Hex"}
    found = []
    for line in text.partition("Legal actions:\n")[2].splitlines():
        verb, colon, things = line.strip().removesuffix(" (ends or declines)").partition(": ")
        if not colon:
            found.append(verb)
            continue
        for thing in things.split(" " if verb in hexes else ", "):
            found += [f"{verb} {name}" for name in run(thing)]
    return found


def run(names: str) -> list[str]:
    """The names that ``A1..A3`` stands for."""
    first, dots, last = names.partition("..")
    if not dots:
        return [first]
    parted = re.fullmatch(r"(.*?)(\d+)(\D*)", first)
    ended = re.fullmatch(r"(.*?)(\d+)(\D*)", last)
    assert parted and ended
    head, number, tail = parted.groups()
    width = len(number)
    return [f"{head}{n:0{width}}{tail}" for n in range(int(number), int(ended[2]) + 1)]
