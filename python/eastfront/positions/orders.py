"""Orders: whole moves and attacks as a player thinks of them, checked and expanded into actions.

    3Pz 1809-1708              a unit goes from 1809 to 1708 by the canonical path, and stops
    3Pz+14Pz 1809-1709-1708    a stack goes by 1709
    3Pz+14Pz 1809-1709x1708    a stack goes to 1709 and assaults 1708 on the move
    3Pz+9AK x1708              a prepared assault on 1708 by these units
    end-movement               any action in notation; several are separated by semicolons

Units are given by name or id. Names may contain spaces, and any name may be quoted in double
quotes; a name with a ``+`` or ``;`` needs quotes where it could be read in another way: `41
Pz+GE:pz:56 E15-E16`, `"41 Pz"+"56 Pz" E15-E16`. The route is the last word. In a game without stack
movement, the units of a stack move one after the other, in the order of battle.

`parse` tries an order on a copy of the state. `state.push(order)` is atomic: if an action is
refused, the state is as it was before the first action. `state.pop()` takes back one action. An
order ends where dice are needed, and it may not span a decision of the other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from eastfront._core import EastfrontError, Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions.document import document
from eastfront.positions.effects import Effect
from eastfront.positions.layout import LEG, MOVE
from eastfront.scenario.errors import cut, nearest

__all__ = [
    "Order",
    "OrderError",
    "example",
    "parse",
]

LONGEST = 10_000
"""Maximum number of characters of an order; a longer one is refused before it is read."""

MOBILE, STOP = "assault", "stop"
ATTACK, FIGHT = "attack", "fight"
JOIN = ("with", "join")
"""The verbs that add a further unit to a move or an attack. The constants `MOBILE`, `STOP`,
`ATTACK` and `FIGHT` are the other verbs with which units move and fight."""

_HEXES = r"[0-9A-Z]+(?:[-.][0-9A-Z]+)*"
_ROUTE = re.compile(rf"(?P<route>{_HEXES})?(?:x(?P<target>{_HEXES}))?")
_QUOTED = re.compile(r'("[^"]*")')


class OrderError(EastfrontError, ValueError):
    """An order that cannot be read or does not fit the position; a refusal by a rule is
    IllegalAction."""


@checked
@dataclass(frozen=True)
class Order:
    """A legal order of a player, expanded into the actions that carry it out."""

    text: str
    actions: tuple[int, ...]
    notation: tuple[str, ...]
    """The same actions in notation, in the order of `actions`."""

    def __iter__(self) -> Iterator[int]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def push(self, state: State) -> list[Effect]:
        """Plays all the actions of the order on a state; returns their effects, each with its rule.

        Raises IllegalAction if the state refuses one of the actions; the state is then unchanged.
        """
        effects: list[Effect] = []
        for done, action in enumerate(self.actions):
            try:
                effects += state.push(action, effects=True)
            except Exception:
                for _ in range(done):
                    state.pop()
                raise
        return effects


@of_one_position
@checked
def parse(state: State, text: str) -> Order:
    """Parses an order for a state: expands it, and checks it on a copy of the state.

    Raises `IllegalAction`, with the rule, for an order that the rules refuse, and `OrderError` for
    one that cannot be read, names units that are elsewhere, or would span a decision of the other
    side.
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
        if wanted in forced:
            forced = forced[forced.index(wanted) + 1 :]
            continue
        if board.to_move != side:
            who = board.to_move or "the game is over"
            asked = f"{who} decides `{board.decision}`" if board.to_move else who
            raise OrderError(f"`{cut(text)}`: before `{wanted}` {asked}; give the order in parts")
        action = _action(board, wanted)
        effects = board.push(action, effects=True)
        actions.append(action)
        forced = [str(effect[2]) for effect in effects if effect[0] == "forced"]
    return Order(text, tuple(actions), tuple(state.game.notation(a) for a in actions))


def _is_over(board: State, side: str | None, forced: list[str]) -> bool:
    """Says whether a move of `side` has ended with its last step, so that the side need not stop
    the move by an action. `forced` are the actions played without a choice after that step."""
    if forced[:1] == [STOP] or STOP in board.legal_actions.names():
        return False
    return bool(forced) or board.to_move == side


# -- reading ------------------------------------------------------------------------------------


def _plan(state: State, text: str) -> list[str | None]:
    """Returns the notation of the actions in an order, forced ones included.

    None is the stop at the end of a move, which is a decision in some games only.
    """
    if not text.strip():
        such = f"a move such as {example(state.game)}"
        raise OrderError(f"an empty order; expected an action or {such}")
    if len(text) > LONGEST:
        raise OrderError(f"an order of {len(text)} characters; expected at most {LONGEST}")
    plan: list[str | None] = []
    for part in _parts(text, ";"):
        plan += _one(state, part.strip())
    return plan


def _one(state: State, text: str) -> list[str | None]:
    """Returns the actions of one part of an order in notation, forced ones included. None in the
    list is the stop at the end of a move."""
    game = state.game
    if not text:
        raise OrderError("an empty part of an order; expected an action, or units and a route")
    named, last = _parted(text)
    found = _ROUTE.fullmatch(last)
    units = _names(named, "+", _spelled(game))
    if found is None or not all(unit in _numbers(game) for unit in units):
        return [_notation(game, text)]
    for unit in units:
        if units.count(unit) > 1:
            raise OrderError(f"`{cut(text)}`: {unit} is named twice; expected each unit once")
    units.sort(key=_numbers(game).__getitem__)
    route, target = found["route"], found["target"]
    if route is not None:
        return _move(state, text, units, _names(route, "-", _hexes(game)), target)
    if target is None:
        raise OrderError(f"`{cut(text)}`: expected {_routes(game)}")
    join = _joining(game, FIGHT)
    if join is None:
        raise _no_order(text, "to attack by units")
    return [f"{ATTACK} {target}", *(f"{join} {unit}" for unit in units), FIGHT]


def _move(
    state: State, text: str, units: Sequence[str], hexes: Sequence[str], target: str | None
) -> list[str | None]:
    """Returns the actions, in notation, by which `units` move along `hexes` and then assault the
    hex `target`, unless `target` is None. The units move as a stack in a game with stack movement,
    else one by one. None in the list is the stop at the end of a move."""
    start, *legs = hexes
    for unit in units:
        if state.place(unit) != start:
            where = f"{unit} is at {state.place(unit)}, not at {cut(start)}"
            raise OrderError(f"`{cut(text)}`: {where}")
    if not legs and target is None:
        near = next(hex_ for hex_ in state.game.hexes if hex_ != start)
        raise OrderError(f"`{cut(text)}`: expected a destination, such as {start}-{near}")
    goes: list[str | None] = [f"{LEG} {hex_}" for hex_ in legs]
    if target is not None and not _offered(state.game, MOBILE, LEG):
        raise _no_order(text, "to assault on the move")
    last = f"{MOBILE} {target}" if target else None
    join = _joining(state.game, LEG)
    if join is not None or len(units) == 1:
        first, *mates = units
        return [f"{MOVE} {first}", *(f"{join} {unit}" for unit in mates), *goes, last]
    if target is not None:
        raise _no_order(text, "to assault on the move with a stack")
    return [step for unit in units for step in (f"{MOVE} {unit}", *goes, None)]


def _notation(game: Game, text: str) -> str:
    """Returns the canonical notation of an action, whose argument may be in quotes."""
    verb, *thing = text.split(maxsplit=1)
    try:
        return game.notation(game.parse(" ".join([verb, *map(_bare, thing)])))
    except ValueError as error:
        raise OrderError(_unread(game, text, str(error))) from None


def _parted(text: str) -> tuple[str, str]:
    """Splits a text into what precedes its last word, and the last word."""
    *named, last = text.rsplit(maxsplit=1)
    return "".join(named), last


def _parts(text: str, sign: str) -> list[str]:
    """Returns the parts of a text between the separators `sign`; one in double quotes does not
    separate. The parts keep their quotes."""
    parts = [""]
    for at, piece in enumerate(_QUOTED.split(text)):
        first, *more = [piece] if at % 2 else piece.split(sign)
        parts[-1] += first
        parts += more
    return parts


def _bare(text: str) -> str:
    """Returns a name without quotes around it."""
    text = text.strip()
    return text[1:-1] if _QUOTED.fullmatch(text) else text


def _names(text: str, sign: str, known: Mapping[str, str]) -> list[str]:
    """Splits a text at ``sign`` into names, and replaces each by the name of a unit in ``known``;
    an unknown name is kept as it is.

    A known name that contains the sign takes precedence over the names that it would be split into.
    """
    parts = _parts(text, sign)
    longest = max((name.count(sign) for name in known), default=0) + 1
    names: list[str] = []
    at = 0
    while at < len(parts):
        for end in range(min(at + longest, len(parts)), at, -1):
            name = _bare(sign.join(parts[at:end]))
            if name in known or end == at + 1:
                names.append(known.get(name, name))
                at = end
                break
    return names


@lru_cache(maxsize=16)
def _numbers(game: Game) -> dict[str, int]:
    """Returns the number of each unit, by name."""
    return {name: number for number, name in enumerate(game.units)}


@lru_cache(maxsize=16)
def _spelled(game: Game) -> dict[str, str]:
    """Returns the name of each unit, by id and by name."""
    return {**dict(zip(game.unit_ids, game.units, strict=True)), **{n: n for n in game.units}}


@lru_cache(maxsize=16)
def _hexes(game: Game) -> dict[str, str]:
    return {name: name for name in game.hexes}


@lru_cache(maxsize=16)
def _decisions(game: Game) -> list[dict[str, Any]]:
    """Returns a mapping for each decision of the game's program: from each verb that the decision
    offers to the kind of the verb's argument, such as ``Hex`` or ``Unit``."""
    verbs = document(game)["verbs"]
    code = (instr for procedure in document(game)["procedures"] for instr in procedure["code"])
    asked = (instr["Decide"] for instr in code if isinstance(instr, dict) and "Decide" in instr)
    return [
        {verbs[a["verb"]]["name"]: verbs[a["verb"]]["domain"] for a in one["alternatives"]}
        for one in asked
    ]


def _offered(game: Game, verb: str, beside: str, takes: str = "Hex") -> bool:
    """Says whether a decision of the game offers the verb, with an argument of the domain `takes`,
    together with the verb `beside`."""
    return any(beside in one and one.get(verb) == takes for one in _decisions(game))


def _joining(game: Game, beside: str) -> str | None:
    """Returns the verb that adds a further unit to a group, in decisions that also offer the verb
    ``beside``; None if the game has no such verb."""
    return next((verb for verb in JOIN if _offered(game, verb, beside, "Unit")), None)


@checked
def example(game: Game) -> str:
    """Returns an example of the form of an order in a game; the order need not be legal."""
    return f"{'+'.join(game.units[:2])} {'-'.join(game.hexes[:2])}"


def _routes(game: Game) -> str:
    first, second = game.hexes[:2]
    return f"a route such as {first}-{second}, or x{second} to attack"


def _no_order(text: str, what: str) -> OrderError:
    return OrderError(f"`{cut(text)}`: this game has no order {what}; expected its actions instead")


def _unread(game: Game, text: str, error: str) -> str:
    """Returns the message for a part of an order that cannot be read: the word in question, and the
    expected form. `error` is the message of the attempt to read the part as an action."""
    word, _, rest = text.partition(" ")
    verbs = [verb["name"] for verb in document(game)["verbs"]]
    if word in verbs:
        hint = "" if "; the nearest is" in error else nearest(rest, game.hexes)
        return f"{cut(error, 400)}{hint}"
    named, last = _parted(text)
    spelled = _spelled(game)
    if all(name in spelled for name in _names(text, "+", spelled)):
        return f"`{cut(text)}`: expected {_routes(game)}"
    strange = next((name for name in _names(named, "+", spelled) if name not in spelled), None)
    if strange is None:
        return f"`{cut(text)}`: route `{cut(last)}`; expected {_routes(game)}"
    if _ROUTE.fullmatch(last) or "+" in named:
        expected = f"a unit of the game{nearest(strange, game.units)}"
        return f"`{cut(text)}`: unit `{cut(strange)}`; expected {expected}"
    expected = f"a verb of the game{nearest(word, verbs)}, or units and a route"
    return f"`{cut(text)}`: no verb `{cut(word)}`; expected {expected}"


def _action(state: State, wanted: str) -> int:
    """Returns the number of the action with the notation `wanted`. If that action is illegal, it
    is replaced by the same action of an interchangeable unit in the same place, if one is legal."""
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
    """Returns, by the name of a unit, the number of its class; the units of a class are
    interchangeable."""
    units: dict[str, Sequence[Any]] = document(game)["units"]
    return dict(zip(units["names"], units["class"], strict=True))
