"""Observations: what a side may know of a position, and samples consistent with it.

A bot receives an observation: the decision, the legal actions in notation, the known part of the
position, and samples for look-ahead. An observation holds no reference to the state from which it
was made, and no generator; lazily computed attributes derive from its own fields. Where a unit's
identity is hidden, the observation holds a *slot*: the fact that some unit of a side is there, with
its flags and numbers. Two states that differ only in what the side may not know give equal
observations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError, Game, IllegalAction, State
from eastfront.arguments import as_whole, checked, of_one_position, shown
from eastfront.cached import cached_property
from eastfront.positions.document import document
from eastfront.positions.layout import Canon, Layout, layout_of, members, outside

__all__ = [
    "Known",
    "Observation",
    "Random",
    "Seen",
    "chosen",
    "everything",
    "observe",
    "open_to_all",
]

_ATTEMPTS = 200
"""Maximum number of deals that `sample` tries; a deal fails if the side to move then has no legal
action."""


class Random(Protocol):
    """A source of randomness for `sample`, such as `random.Random` or `numpy.random.Generator`."""

    def random(self) -> float:
        """Returns a number from 0 up to, but not including, 1."""


class Seen(NamedTuple):
    """A unit as a side sees it: a known unit, or a slot, which stands for a hidden unit."""

    side: str
    unit: str
    """The unit's short name; empty if its identity is hidden."""
    flags: tuple[str, ...]
    fields: tuple[tuple[str, int], ...]
    """The unit's numbers by name; zeros are omitted."""
    waiting: tuple[int, ...] = ()
    """For a slot, where the rules program, which waits for the decision, refers to the hidden unit:
    the index of each such local, and the bitwise complement (`~`) of the index of each such
    variable that the side may know. Empty for a known unit."""


class Known(NamedTuple):
    """A side's knowledge of the places, flags and variables, and of the running procedures."""

    places: Mapping[str, tuple[Seen, ...]]
    hidden: tuple[str, ...]
    variables: Mapping[str, int]
    hex_flags: tuple[int, ...]
    """For each hex flag, in the order of the game file, the hexes that have it, as a bit set."""
    program: tuple[Any, ...]


@checked
@dataclass(frozen=True)
class Observation:
    """Everything that one side knows of a position, and its legal actions: the input of a bot.

    An observation is immutable and can be pickled; the state from which it was made cannot be
    recovered. A pickle carries the game file; unpickling several observations of one game builds
    the game once.
    """

    game: Game = field(repr=False)
    side: str
    to_move: str | None
    """The side that acts, `chance`, or None if the game is over."""
    decision: str | None
    """The name of the pending decision; None if the game is over."""
    stack: tuple[str, ...] = field(repr=False)
    """The names of the running procedures, outermost first."""
    outcome: tuple[str | None, int, str] | None
    """Winner (None for a draw), level and deciding rule of a game that is over; else None."""
    legal_actions: tuple[int, ...] = field(repr=False)
    """The legal actions of the side; empty if it is not to move."""
    passes: frozenset[int] = field(repr=False)
    """The legal actions that end or decline something, such as a phase."""
    _kept: Known | bytes = field(repr=False)
    """The knowledge of the side; in a game without hidden information, the position as bytes."""

    @cached_property
    def _known(self) -> Known:
        if isinstance(self._kept, Known):
            return self._kept
        layout = layout_of(self.game)
        return _known(layout, layout.canon(self._kept), self.side, frozenset())

    @property
    def places(self) -> Mapping[str, tuple[Seen, ...]]:
        """The units in each hex or box that is not empty; hidden units come last."""
        return self._known.places

    @property
    def hidden(self) -> tuple[str, ...]:
        """The names of the hidden units, which fill the slots in an unknown order; sorted by the
        order of battle."""
        return self._known.hidden

    @property
    def variables(self) -> Mapping[str, int]:
        """The values of the variables that the side may know, by name."""
        return self._known.variables

    @cached_property
    def riders(self) -> Mapping[str, str]:
        """The units that are attached to others, each with the name of the unit that it is attached
        to; the name is empty if that unit's identity is hidden from the side."""
        layout, out = layout_of(self.game), dict[str, str]()
        covered = {n for stack in self.places.values() for slot in stack for n in slot.waiting}
        for rider, (rides, _, _) in layout.riders.items():
            parent = self.variables.get(layout.variables[rides], -1)
            if ~rides in covered:
                out[layout.units[rider]] = ""
            elif parent >= 0:
                out[layout.units[rider]] = layout.units[parent]
        return out

    @cached_property
    def subject(self) -> str | None:
        """The unit that the decision is about, such as the unit to be placed; None if there is no
        such unit, or if its identity is hidden from the side."""
        layout = layout_of(self.game)
        if self.decision is None:
            return None
        if isinstance(self._kept, bytes):
            canon = layout.canon(self._kept)
            named = layout.subject(canon.frames, canon.locals)
            return None if named is None else layout.units[named[0]]
        found = layout.subject(*self._kept.program[:2])
        if found is None:
            return None
        number, at = found
        if any(at in slot.waiting for stack in self.places.values() for slot in stack):
            return None
        unit = layout.units[number]
        return None if unit in self.hidden else unit

    @cached_property
    def hex_flags(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes that have each flag, by the name of the flag."""
        layout = layout_of(self.game)
        return {
            name: tuple(layout.hex_names[h] for h in members(bits))
            for name, bits in zip(layout.document["hex_flags"], self._known.hex_flags, strict=True)
        }

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The legal actions in notation, such as `move 3Pz`, in the order of `legal_actions`; not
        the labels of `labels.label`."""
        return tuple(map(self.game.notation, self.legal_actions))

    @cached_property
    def key(self) -> int:
        """A 64-bit hash of the observation; an exchange of identical counters does not change
        it."""
        known = self._known
        content = (
            self.game.digest, self.side, known.program, known.hex_flags,
            tuple(known.variables.values()), _by_class(layout_of(self.game), known.places),
        )  # fmt: skip
        return int.from_bytes(blake2b(repr(content).encode(), digest_size=8).digest(), "little")

    def __reduce__(self) -> tuple[Any, ...]:
        rest = tuple(getattr(self, f.name) for f in fields(self) if f.name != "game")
        return _restored, (self.game.to_bytes(), rest)

    def notation(self, action: int) -> str:
        """Returns an action in notation."""
        return self.game.notation(action)

    def units_at(self, place: str) -> tuple[Seen, ...]:
        """Returns the units that the side sees in a hex or box; empty for none."""
        return self.places.get(place, ())

    def mask(self) -> npt.NDArray[np.bool_]:
        """Returns a boolean array of shape (num_actions,), indexed by the game's dense action ids:
        True for legal actions."""
        out = np.zeros(self.game.num_actions, dtype=np.bool_)
        for action in self.legal_actions:
            out[self.game.action_id(action)] = True
        return out

    @cached_property
    def _deals(self) -> _Deals:
        """The parts that all samples have in common."""
        return _Deals(layout_of(self.game), self)

    @property
    def possible(self) -> Mapping[str, Sequence[int]]:
        """The possible values, at the pending decision, of each variable hidden from the side."""
        if isinstance(self._kept, bytes):
            return {}
        return _possible(layout_of(self.game), self)

    def sample(self, rng: Random, given: Mapping[str, int] | None = None) -> State:
        """Draws a random state that the side cannot distinguish from the true one.

        Hidden units are dealt at random to the hidden slots of their side. In a stack with known
        units of that side, a slot takes only units that come after the first of these in the order
        of battle. Hidden variables take any value that their owner may have chosen; ``given`` fixes
        the values that the side has deduced. The state has no generator: chance is left to the
        caller.

        Raises ValueError if no deal agrees with the pending decision.
        """
        if isinstance(self._kept, bytes):
            return self.game.state_from_bytes(self._kept)
        layout = layout_of(self.game)
        fixed = {name: (value,) for name, value in (given or {}).items()}
        hidden = {**_possible(layout, self), **fixed}
        for _ in range(_ATTEMPTS):
            canon = self._deals.draw(rng, hidden)
            try:
                return self.game.state_from_bytes(layout.to_bytes(canon))
            except ValueError:
                continue
        raise ArgumentError(
            f"no deal of {len(self.hidden)} hidden units agrees with the observation"
        )

    def still(self) -> State:
        """Returns one state that the side cannot distinguish from the true one, the same at each
        call, for questions whose answer does not depend on hidden information.

        Raises ValueError as `sample` does.
        """
        return self.sample(_Still())

    def refusal(self, action: int | str) -> tuple[str, str] | None:
        """Returns the id of the rule that forbids an action, and the text of the refusal; None for
        a legal action."""
        state = self.still()
        try:
            state.push(action)
        except IllegalAction as error:
            return error.rule, str(error)
        return None

    def battle(self, target: str, attackers: Sequence[str], **supports: Any) -> Any:
        """Explains a battle as far as the side may know it, as `State.battle` does."""
        state = self.still()
        return state.battle(target, attackers, seen_by=self.side, **supports)


@checked
def chosen(seen: Observation, answer: object, who: str) -> int:
    """Returns the number of the action that a player chose; the answer gives it by number or in
    notation.

    Args:
        seen: The observation given to the player.
        answer: The player's answer.
        who: The player's name in an error.

    Raises IllegalAction, which names the player, the answer and the expected form, if the answer is
    not one of the legal actions.
    """
    if isinstance(answer, str):
        if answer in seen.labels:
            return seen.legal_actions[seen.labels.index(answer)]
        with suppress(ValueError):
            answer = seen.game.parse(answer)
    number = as_whole(answer)
    if number is not None and number in seen.legal_actions:
        return number
    such = f"`{seen.labels[0]}` or {seen.legal_actions[0]}" if seen.legal_actions else "none"
    expected = f"one of its {len(seen.legal_actions)} legal actions by notation or number: {such}"
    refused = IllegalAction(f"{who} chose {_named(seen.game, answer)}, expected {expected}")
    refused.rule = ""
    raise refused


def _named(game: Game, answer: object) -> str:
    """Returns an answer as quoted in an error: in notation if the answer is the number of an
    action."""
    try:
        return f"`{game.notation(answer)}`"  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return shown(answer)


class _Still:
    """A source of fixed numbers in place of random ones, for `Observation.still`."""

    def __init__(self) -> None:
        self._at = 0

    def random(self) -> float:
        """Returns the next term of a low-discrepancy sequence in the unit interval."""
        self._at += 1
        return self._at * 0.6180339887498949 % 1.0


@lru_cache(maxsize=4)
def _game_of(data: bytes) -> Game:
    return Game.from_bytes(data)


def _restored(data: bytes, rest: tuple[Any, ...]) -> Observation:
    """Restores an observation from the parts of its pickle: the game file, `data`, and the other
    fields, `rest`. Games are cached."""
    return Observation(_game_of(data), *rest)


@checked
@lru_cache(maxsize=16)
def open_to_all(game: Game) -> bool:
    """Says whether a game has perfect information, so that every sample equals the position."""
    file = document(game)
    nothing = all(units == "Empty" for units in file["hidden"])
    return nothing and not any(variable.get("hidden") for variable in file["variables"])


@of_one_position
@checked
def observe(state: State, side: str) -> Observation:
    """Returns the observation of a state by a side: what the side may know of the position.

    Raises ValueError for an unknown side.
    """
    game = state.game
    if side not in game.sides:
        raise ArgumentError(f"no side `{side}`; the sides are {', '.join(game.sides)}")
    return _observed(state, side, side, _seen_by(state, side))


@of_one_position
@checked
def everything(state: State, who: str) -> Observation:
    """Returns an observation of the full state, for an umpire who plays no side and sees
    everything.

    ``who`` is the umpire's name in the observation. The legal actions of the observation are those
    of chance.
    """
    layout = layout_of(state.game)
    known = _known(layout, layout.canon(state), who, frozenset())
    return _observed(state, who, "chance", known)


def _observed(state: State, who: str, acting: str, kept: Known | bytes) -> Observation:
    """Makes the observation of a state by the observer ``who``. The observation has the legal
    actions of ``acting``, a side or chance, if ``acting`` is to move, and else none.

    ``kept`` is what ``who`` knows, or the position as bytes in a game without hidden information.
    """
    actions = tuple(state.legal_actions.list()) if state.to_move == acting else ()
    return Observation(
        game=state.game,
        side=who,
        to_move=state.to_move,
        decision=state.decision,
        stack=tuple(state.stack),
        outcome=state.outcome,
        legal_actions=actions,
        passes=frozenset(a for a in actions if state.is_pass(a)),
        _kept=kept,
    )


def _seen_by(state: State, side: str) -> Known | bytes:
    """Returns what a side knows of the position; in a game without hidden information, the position
    as bytes, without the generator of rolls."""
    if open_to_all(state.game):
        board = state.copy()
        board.reseed(None)
        return bytes(board)
    layout = layout_of(state.game)
    hidden = frozenset(layout.unit_index[name] for name in state.hidden_from(side))
    return _known(layout, layout.canon(state), side, hidden)


def _known(layout: Layout, canon: Canon, side: str, hidden: frozenset[int]) -> Known:
    """Returns what a side knows of the canonical part of a state; `hidden` are the units that are
    hidden from the side.

    An observer who is not a side sees all variables.
    """
    live, named = layout.live(canon), layout.unit_locals(canon)
    sides: list[str] = layout.document["sides"]
    mine = 1 << sides.index(side) if side in sides else 0
    open_ = [not v["hidden"] & mine for v in layout.document["variables"]]
    about: dict[int, list[int]] = {}
    for i in sorted(named):
        about.setdefault(canon.locals[i], []).append(i)
    for v in sorted(layout.unit_variables):
        if open_[v]:
            about.setdefault(canon.variables[v], []).append(~v)
    covered = {i for u in hidden for i in about.get(u, ())}
    program = (
        canon.frames,
        tuple(v if i in live and i not in covered else 0 for i, v in enumerate(canon.locals)),
        canon.path,
        canon.outcome,
    )
    variables = {
        name: 0 if ~v in covered else canon.variables[v]
        for v, name in enumerate(layout.variables)
        if open_[v]
    }
    return Known(
        places=_places(layout, canon, hidden, about),
        hidden=tuple(layout.units[u] for u in sorted(hidden)),
        variables=variables,
        hex_flags=tuple(canon.hex_flags),
        program=program,
    )


def _places(
    layout: Layout, canon: Canon, hidden: frozenset[int], about: Mapping[int, list[int]]
) -> dict[str, tuple[Seen, ...]]:
    """Returns the units by place; hidden ones have no name and an order that reveals nothing.
    `about` has, by unit, what `Seen.waiting` holds."""
    d = layout.document
    sides: list[str] = d["sides"]
    flags: dict[int, tuple[str, ...]] = {}
    for name, bits in zip(d["unit_flags"], canon.unit_flags, strict=True):
        for u in members(bits):
            flags[u] = (*flags.get(u, ()), name)
    fields: dict[int, tuple[tuple[str, int], ...]] = {}
    for name, values in zip(d["unit_fields"], canon.fields, strict=True):
        for u, value in enumerate(values):
            if value:
                fields[u] = (*fields.get(u, ()), (name, value))
    stacks: dict[int, tuple[list[Seen], list[Seen]]] = {}
    for u, place in enumerate(canon.places):
        secret = u in hidden
        unit = "" if secret else layout.units[u]
        waiting = tuple(about.get(u, ())) if secret else ()
        side = sides[layout.unit_side[u]]
        seen = Seen(side, unit, flags.get(u, ()), fields.get(u, ()), waiting)
        stacks.setdefault(place, ([], []))[secret].append(seen)
    return {
        layout.place_names[place]: (*known, *sorted(slots))
        for place, (known, slots) in sorted(stacks.items())
    }


def _by_class(layout: Layout, places: Mapping[str, tuple[Seen, ...]]) -> list[Any]:
    """Returns the units by place, with interchangeable counters reduced to their class."""

    def entry(seen: Seen) -> tuple[Any, ...]:
        number = layout.unit_class[layout.unit_index[seen.unit]] if seen.unit else -1
        return (seen.side, number, seen.flags, seen.fields, seen.waiting)

    return [(place, sorted(entry(s) for s in stack)) for place, stack in places.items()]


class _Deals:
    """The known units of an observation, and the slots to be filled by hidden units: what all
    samples of the observation have in common.

    A slot below a top unit takes only units that come after that unit in the order of battle. These
    conditions are nested, so filling the strictest slot first makes all deals equally likely.
    """

    def __init__(self, layout: Layout, seen: Observation) -> None:
        self._names, self._seen, self._program = layout.variables, seen, seen._known.program
        units, d = len(layout.units), layout.document
        self._places = [0] * units
        self._flags = dict.fromkeys(d["unit_flags"], 0)
        self._fields = {name: [0] * units for name in d["unit_fields"]}
        self._values, self._named = list(self._program[1]), dict[int, int]()
        slots: list[tuple[int, str, Seen]] = []
        for place, stack in seen.places.items():
            known = [(layout.unit_index[s.unit], s) for s in stack if s.unit]
            for u, slot in known:
                self._put(u, layout.place_index[place], slot)
            for slot in stack:
                if not slot.unit:
                    top = min((u for u, s in known if s.side == slot.side), default=-1)
                    slots.append((top, place, slot))
        self._slots = [
            (top, layout.place_index[place], slot)
            for top, place, slot in sorted(slots, reverse=True)
        ]
        self._pools: dict[str, list[int]] = {side: [] for side in d["sides"]}
        for u in (layout.unit_index[name] for name in seen.hidden):
            self._pools[d["sides"][layout.unit_side[u]]].append(u)

    def _put(self, u: int, place: int, slot: Seen) -> None:
        """Puts the unit with the number `u` into a slot in the place `place`: gives the unit the
        slot's place, flags and numbers, and puts it where the program refers to the slot."""
        self._places[u] = place
        for name in slot.flags:
            self._flags[name] |= 1 << u
        for name, value in slot.fields:
            self._fields[name][u] = value
        for i in slot.waiting:
            if i >= 0:
                self._values[i] = u
            else:
                self._named[~i] = u

    def draw(self, rng: Random, hidden: Mapping[str, Sequence[int]]) -> Canon:
        """Draws a hidden unit for each slot, and a value for each variable in `hidden`, which lists
        the possible values by name. Returns the state that results, as its canonical part."""
        deal = copy(self)
        deal._places, deal._flags = self._places.copy(), self._flags.copy()
        deal._fields = {name: values.copy() for name, values in self._fields.items()}
        deal._values, deal._named = self._values.copy(), self._named.copy()
        pools = {side: pool.copy() for side, pool in self._pools.items()}
        for top, place, slot in self._slots:
            pool = pools[slot.side]
            unit = _choice(pool if top < 0 else [u for u in pool if u > top], rng)
            pool.remove(unit)
            deal._put(unit, place, slot)
        return deal._canon(rng, hidden)

    def _canon(self, rng: Random, hidden: Mapping[str, Sequence[int]]) -> Canon:
        frames, _, path, outcome = self._program
        variables = [
            _choice(hidden[name], rng)
            if name in hidden
            else self._named.get(n, self._seen.variables[name])
            for n, name in enumerate(self._names)
        ]
        return Canon(
            places=tuple(self._places),
            unit_flags=tuple(self._flags.values()),
            fields=tuple(tuple(f) for f in self._fields.values()),
            hex_flags=self._seen._known.hex_flags,
            variables=tuple(variables),
            frames=frames,
            locals=tuple(self._values),
            path=path,
            outcome=outcome,
        )


def _possible(layout: Layout, seen: Observation) -> Mapping[str, Sequence[int]]:
    """Returns the possible values of each hidden variable at the pending decision.

    They are computed once for each side and each point in the program at which the decision waits,
    as they depend on nothing else.
    """
    key = (seen.side, seen._known.program[0])
    if key not in layout.possible:
        values: dict[str, Sequence[int]] = {
            v["name"]: v["values"]
            for v in layout.document["variables"]
            if v["name"] not in seen.variables
        }
        layout.possible[key] = values
        if values:
            canon = _Deals(layout, seen).draw(_Still(), values)
            layout.possible[key] = _narrowed(seen.game, layout, canon, values)
    return layout.possible[key]


def _narrowed(
    game: Game, layout: Layout, canon: Canon, values: Mapping[str, Sequence[int]]
) -> dict[str, Sequence[int]]:
    """Returns for each variable those of its given `values` that the engine accepts in the state
    `canon`, in which the other variables get accepted values; all given values if it accepts
    none."""

    def refused(chosen: Mapping[str, int]) -> tuple[str, int, int] | None:
        pairs = zip(layout.variables, canon.variables, strict=True)
        variables = tuple(chosen.get(name, value) for name, value in pairs)
        try:
            game.state_from_bytes(layout.to_bytes(replace(canon, variables=variables)))
        except ValueError as error:
            return outside(error)
        return None

    chosen = {name: options[0] for name, options in values.items()}
    for _ in range(4 * len(chosen)):
        found = refused(chosen)
        if found is None or found[0] not in chosen:
            break
        name, low, high = found
        chosen[name] = next((v for v in values[name] if low <= v <= high), chosen[name])

    def fits(name: str, value: int) -> bool:
        found = refused({**chosen, name: value})
        return found is None or found[0] != name

    return {name: [v for v in all_ if fits(name, v)] or all_ for name, all_ in values.items()}


def _choice(options: Sequence[int], rng: Random) -> int:
    """Returns one of the options, drawn at random with equal chances."""
    return options[int(rng.random() * len(options))]
