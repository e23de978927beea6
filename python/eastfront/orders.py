"""Orders: what a player thinks in, checked as a whole and expanded into actions.

    3Pz 1809-1708              a unit goes from 1809 to 1708 by the canonical path, and stops
    3Pz+14Pz 1809-1709-1708    a stack goes by 1709
    3Pz+14Pz 1809-1709x1708    a stack goes to 1709 and assaults 1708 on the move
    3Pz+9AK x1708              a prepared assault on 1708 by these units
    end-movement               any action in notation; several are separated by semicolons

`parse` tries an order on a copy of the state, and `state.push(order)` takes all of its actions or
none: when one is refused, the state is as it was before the first. `state.pop()` takes back one
action. An order ends where the dice are needed, and it may not run over a decision of the other
side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ._core import EastfrontError, Game, State
from .arguments import checked
from .document import document
from .scenario.errors import cut, nearest

LONGEST = 10_000
"""Characters of an order; a longer one is refused before it is read."""

MOVE, JOIN, LEG, MOBILE, STOP = "move", "with", "to", "assault", "stop"
ATTACK, FIGHT = "attack", "fight"
"""The verbs with which units move and fight."""

_ROUTE = re.compile(
    r"(?P<units>\S+)\s+(?P<route>[0-9A-Z]+(?:-[0-9A-Z]+)*)?(?:x(?P<target>[0-9A-Z]+))?"
)


class OrderError(EastfrontError, ValueError):
    """An order that cannot be read, or does not fit the position; a refusal is IllegalAction."""


@dataclass(frozen=True)
class Order:
    """An order that may be given: the actions that it comes to."""

    text: str
    actions: tuple[int, ...]
    notation: tuple[str, ...]
    """The actions in notation."""

    def __iter__(self) -> Iterator[int]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def push(self, state: State) -> list[tuple[Any, ...]]:
        """Takes all the actions, or none; gives what happened, each effect with its rule."""
        effects: list[tuple[Any, ...]] = []
        for done, action in enumerate(self.actions):
            try:
                effects += state.push(action, effects=True) or []
            except Exception:
                for _ in range(done):
                    state.pop()
                raise
        return effects


@checked
def parse(state: State, text: str) -> Order:
    """An order for a state, expanded and checked on a copy of it.

    Raises `IllegalAction`, with the rule, for what the rules refuse, and `OrderError` for what
    cannot be read, for units that are not where the order says, and for an order that would run
    over a decision of the other side.
    """
    board = state.copy()
    board.reseed(None)
    side = board.to_move
    actions: list[int] = []
    forced: list[str] = []
    for step in _plan(board, text):
        wanted = step or STOP
        if step is None and _is_over(board, side, forced):
            continue
        if forced and forced[0] == wanted:
            forced.pop(0)
            continue
        if board.to_move != side:
            who = board.to_move or "nobody: the game is over"
            asked = f"{who} is asked about `{board.decision}`" if board.to_move else who
            raise OrderError(f"`{cut(text)}`: before `{wanted}` {asked}; give it in parts")
        action = _action(board, wanted)
        effects = board.push(action, effects=True) or []
        actions.append(action)
        forced = [str(effect[2]) for effect in effects if effect[0] == "forced"]
    return Order(text, tuple(actions), tuple(state.game.notation(a) for a in actions))


def _is_over(board: State, side: str | None, forced: list[str]) -> bool:
    """Whether a move is over with its last leg, and nobody is asked whether it stops."""
    if forced[:1] == [STOP] or STOP in board.legal_actions.names():
        return False
    return bool(forced) or board.to_move == side


# -- reading ------------------------------------------------------------------------------------


def _plan(state: State, text: str) -> list[str | None]:
    """The notation of the actions that an order asks for, forced ones among them.

    None is the stop at the end of a move, which not every game asks for.
    """
    if not text.strip():
        raise OrderError("an empty order; expected an action or a move such as 3Pz 1809-1708")
    if len(text) > LONGEST:
        raise OrderError(f"an order of {len(text)} characters; expected at most {LONGEST}")
    plan: list[str | None] = []
    for part in text.split(";"):
        plan += _one(state, part.strip())
    return plan


def _one(state: State, text: str) -> list[str | None]:
    found = _ROUTE.fullmatch(text)
    units = found["units"].split("+") if found else []
    known = set(state.game.units)
    if found is None or not all(unit in known for unit in units):
        try:
            state.game.parse(text)
        except ValueError as error:
            raise OrderError(_unread(state.game, text, str(error))) from None
        return [text]
    for unit in units:
        if units.count(unit) > 1:
            raise OrderError(f"`{cut(text)}`: {unit} stands twice; expected each unit once")
    units.sort(key=state.game.units.index)
    route, target = found["route"], found["target"]
    if route is None:
        if target is None:
            raise OrderError(
                f"`{cut(text)}`: expected a route such as 1809-1708, or x1708 to attack"
            )
        return [f"{ATTACK} {target}", *(f"{JOIN} {unit}" for unit in units), FIGHT]
    start, *legs = str(route).split("-")
    for unit in units:
        if state.place(unit) != start:
            where = f"{unit} is at {state.place(unit)}, not at {cut(start)}"
            raise OrderError(f"`{cut(text)}`: {where}")
    if not legs and target is None:
        raise OrderError(f"`{cut(text)}`: expected where to, such as {start}-1708")
    first, *mates = units
    plan = [f"{MOVE} {first}", *(f"{JOIN} {unit}" for unit in mates)]
    plan += [f"{LEG} {hex_}" for hex_ in legs]
    return [*plan, f"{MOBILE} {target}" if target else None]


def _unread(game: Game, text: str, error: str) -> str:
    """Why a part of an order cannot be read: the word, and what was expected."""
    word, _, rest = text.partition(" ")
    verbs = [verb["name"] for verb in document(game)["verbs"]]
    if not text:
        return "an empty part of an order; expected an action, or units and a route"
    if word in verbs:
        return f"{cut(error, 400)}{nearest(rest, [*game.units, *game.hexes])}"
    names = word.split("+")
    strange = next((name for name in names if name not in game.units), None)
    if strange is None:
        expected = "a route such as 1809-1708, or x1708 to attack"
        return f"`{cut(text)}`: route `{cut(rest)}`; expected {expected}"
    if len(names) > 1 or _ROUTE.fullmatch(text):
        expected = f"a unit of the game{nearest(strange, game.units)}"
        return f"`{cut(text)}`: unit `{cut(strange)}`; expected {expected}"
    expected = f"a verb of the game{nearest(word, verbs)}, or units and a route"
    return f"`{cut(text)}`: no verb `{cut(word)}`; expected {expected}"


def _action(state: State, wanted: str) -> int:
    """The action of a notation, by a counter that is interchangeable if need be."""
    try:
        action = state.game.parse(wanted)
    except ValueError as error:
        raise OrderError(f"{cut(str(error), 400)}; expected a hex of the map") from None
    if action in state.legal_actions:
        return action
    verb, _, name = wanted.partition(" ")
    units = state.game.units
    if name in units:
        kinds = _kinds(state.game)
        place = state.place(name)
        for other in state.legal_actions.names():
            like, _, unit = other.partition(" ")
            alike = like == verb and unit in units and kinds[unit] == kinds[name]
            if alike and state.place(unit) == place:
                return state.game.parse(other)
    return action


def _kinds(game: Game) -> dict[str, int]:
    """The class of interchangeable counters that each unit belongs to."""
    units: dict[str, Sequence[Any]] = document(game)["units"]
    return dict(zip(units["names"], units["class"], strict=True))
