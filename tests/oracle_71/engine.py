"""The adapter: the engine through its public API, and positions of this oracle as its states.

It reads the places of counters and the turn. The actions of units, the last side in a hex and the
phase come from a `ledger.Ledger`, which follows the record of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game, State

from .board import AXIS, SOVIET, enemy_of, the_map
from .ledger import Ledger
from .model import GROUND, SECOND, Position

SIDES = (AXIS, SOVIET)
SETTING_UP = frozenset({"placement"})
LONGEST_WALK = 3_000


@lru_cache(maxsize=32)
def load(name: str, situations: tuple[int, ...] = ()) -> Game:
    """A scenario of the game, with some of the variable situations."""
    options = [f"situation-{n}" for n in situations]
    return ef.load(f"barbarossa-1971/{name}", options=options)


@lru_cache(maxsize=32)
def ids(game: Game) -> dict[str, str]:
    """The id of each unit by the name that actions use."""
    return dict(zip(game.units, game.unit_ids, strict=True))


@lru_cache(maxsize=32)
def names(game: Game) -> dict[str, str]:
    """The name of each unit by its id."""
    return dict(zip(game.unit_ids, game.units, strict=True))


def on_map(state: State) -> dict[str, str]:
    """The hex of each unit that is in one."""
    known, land = ids(state.game), the_map().terrain
    return {known[u]: h for u, h in state.places().items() if h in land}


# ---- a game and its record


@dataclass
class Table:
    """A state of the engine, and what this oracle's ledger knows of the game that led to it."""

    state: State
    ledger: Ledger

    @staticmethod
    def new(name: str, situations: tuple[int, ...] = ()) -> Table:
        """A game that has not begun."""
        game = load(name, situations)
        state = game.new()
        book = Ledger.new_game(ids(game), name, state.turn, frozenset(situations))
        book.boxes = {ids(game)[u]: h for u, h in state.places().items()}
        return Table(state, book)

    def position(self) -> Position:
        """The position that the ledger knows."""
        return self.ledger.position()

    def fork(self) -> Table:
        """A copy that goes its own way."""
        return Table(self.state.copy(), self.ledger.fork())

    def play(self, action: int | str) -> list[tuple[Any, ...]]:
        """Plays one action, and passes it with its consequences to the ledger."""
        state, book = self.state, self.ledger
        text = action if isinstance(action, str) else state.game.notation(action)
        book.act(text, state.decision, state.to_move, state.subject)
        effects = state.push(action, effects=True) or []
        for effect in effects:
            book.happens(effect)
        book.waits_for(state.decision, state.to_move, list(state.stack))
        return effects

    def after(self, verb: str, thing: str = "") -> Table:
        """A copy after an action on a hex, or on a unit by its id."""
        there = self.fork()
        named = names(self.state.game).get(thing, thing)
        there.play(f"{verb} {named}".strip())
        return there

    def chosen(self, rng: random.Random, passes: float = 1 / 20) -> int:
        """An action by chance; what ends or declines something is seldom taken."""
        listed = self.state.legal_actions.list()
        if self.state.to_move == "chance":
            return rng.choice(listed)
        ends = [a for a in listed if self.state.is_pass(a)]
        plays = [a for a in listed if not self.state.is_pass(a)]
        if ends and (not plays or rng.random() < passes):
            return rng.choice(ends)
        words = [self.state.game.notation(a).split()[0] for a in plays]
        if "free" in words:  # by hand, not as it is ready
            return plays[words.index("free")]
        rare = [a for a, word in zip(plays, words, strict=True) if word in EAGER]
        return rng.choice(rare if rare and rng.random() < 0.7 else plays)

    # ---- what is offered

    @property
    def decision(self) -> str | None:
        """The pending decision."""
        return self.state.decision

    @property
    def subject(self) -> str | None:
        """The id of the unit that the decision is about."""
        told = self.state.subject
        return None if told is None else ids(self.state.game).get(told, told)

    def may(self, verb: str) -> bool:
        """Whether a plain verb is offered."""
        return verb in self.state.legal_actions.names()

    def offered(self, verb: str) -> frozenset[str]:
        """The things offered with a verb: hexes by name, units by id, numbers; "" for a plain
        verb."""
        known = ids(self.state.game)
        found = set()
        for name in self.state.legal_actions.names():
            word, _, thing = name.partition(" ")
            if word == verb:
                found.add(known.get(thing, thing))
        return frozenset(found)


EAGER = frozenset({"attack", "overrun", "with", "fly", "also", "cross", "strike"})
"""The actions that random play prefers, so that rare events occur."""


def usual(state: State) -> int:
    """The action that plays on: a pass, or else the first."""
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


# ---- positions into states


@lru_cache(maxsize=32)
def doorstep(name: str, situations: tuple[int, ...], side: str) -> Table:
    """A decision of the other side's Second Movement Phase, before a turn of this one."""
    table = Table.new(name, situations)
    for _ in range(LONGEST_WALK):
        pos = table.position()
        if (pos.side, pos.phase, table.decision) == (enemy_of(side), SECOND, "movement"):
            return table
        table.play(usual(table.state))
    raise LookupError(f"no decision before a turn of {side} in {name}")


def table_of(pos: Position) -> Table:
    """The last decision before a position's Player-Turn, with nothing done in it."""
    step = doorstep(pos.game, tuple(sorted(pos.situations)), pos.side)
    state, short = step.state, names(step.state.game)
    gone = [(short[u], "pool") for u in on_map(state)]
    last = [
        (h, f"{side} passed last", pos.traveller.get(h, (None,))[0] == side)
        for h in pos.board.terrain
        for side in SIDES
    ]
    trodden = [
        (h, "trodden", pos.traveller.get(h, ("", ""))[1] == GROUND) for h in pos.board.terrain
    ]
    waits = {short[u]: h in pos.board.strait for u, h in pos.at.items()}
    made = state._supposed(
        places=[*gone, *((short[u], h) for u, h in pos.at.items())],
        unit_flags=[
            *((u, "waited at Kerch", False) for u in state.units_with("waited at Kerch")),
            *((u, "waited at Kerch", True) for u, stands in waits.items() if stands),
        ],
        hex_flags=[*last, *trodden],
        variables=[("turn", pos.turn if pos.side == SOVIET else pos.turn - 1)],
    )
    book = step.ledger.fork()
    book.begin_at(pos)
    return Table(made, book)


def some(rng: random.Random, things: Iterable[str], most: int) -> Sequence[str]:
    """A few of some things, by chance."""
    listed = sorted(things)
    return listed if len(listed) <= most else rng.sample(listed, most)
