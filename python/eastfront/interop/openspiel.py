"""The game ``eastfront`` of OpenSpiel, registered when this module is imported.

    import pyspiel
    import eastfront.interop.openspiel

    game = pyspiel.load_game("eastfront", {"scenario": "barbarossa-deluxe/blue-kremlin"})
    state = game.new_initial_state()

Players are the sides in the game's order. Actions of players are the game's dense ids; chance
outcomes are numbered from 0 in the game's own order, and are equally likely. A state serialises to
its bytes. Needs the extra ``openspiel``.

The parameters of the game are

- ``scenario``, the id of a game;
- ``options``, optional rules separated by semicolons, with a value after a colon
  (``artillery;bid:2``);
- ``max_moves``, the number of decisions, or of rolls, after which a game ends as a draw, so that
  its length is bounded;
- ``fixed_planes``, whether tensors include the planes of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from eastfront import packs
from eastfront._core import ArgumentError, Game, State
from eastfront.imports import pending
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import Observation, Seen

from .extras import need
from .planes import layout, open_to_all
from .tensors import of_state

need("pyspiel")

import pyspiel  # noqa: E402

__all__ = ["NAME", "EastfrontGame", "EastfrontObserver", "EastfrontState", "Position"]

NAME = "eastfront"
"""The name of the game in OpenSpiel."""

DEFAULTS: dict[str, Any] = {
    "scenario": packs.start(),
    "options": "",
    "max_moves": 20_000,
    "fixed_planes": False,
}
"""The parameters with their defaults. In 20 games of each native policy, the longest of Blue &
Kremlin had 997 decisions, and of the campaign 4,326."""

RECALL = 64
"""The number of bits of a player's memory in the tensor of an information state."""


def game_type(perfect: bool) -> pyspiel.GameType:
    """Returns the OpenSpiel type of a game, with perfect or imperfect information."""
    kinds = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Eastern Front wargames",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.PERFECT_INFORMATION if perfect else kinds.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS,
    )


def parted(options: str) -> str:
    """Converts options to the form that OpenSpiel can store: ``artillery;bid:2``.

    OpenSpiel writes the parameters of a game without quotes and splits them at commas and ``=``
    when it reads them (findings/openspiel-parameters.sh), so a parameter may contain neither.
    ``artillery,bid=2`` is accepted as well.
    """
    names = [name.strip() for name in options.replace(",", ";").split(";")]
    return ";".join(name.replace("=", ":") for name in names if name)


@lru_cache(maxsize=16)
def loaded(scenario: str, options: str) -> Game:
    """Loads a game by its id and its options, in OpenSpiel's form; the result is cached."""
    with pending:
        from eastfront.loading.game import load

    return load(scenario, [name.replace(":", "=") for name in options.split(";") if name])


def _reloaded(parameters: Mapping[str, Any]) -> EastfrontGame:
    game: EastfrontGame = pyspiel.load_game(NAME, parameters)
    return game


class Position:
    """A state of the engine inside an OpenSpiel state: a deep copy copies the state, a pickle holds
    its bytes."""

    def __init__(self, scenario: str, options: str, state: State) -> None:
        self.scenario, self.options = scenario, options
        self.state = state
        self._seen: dict[str, Observation] = {}

    def __deepcopy__(self, memo: Any) -> Position:
        return Position(self.scenario, self.options, self.state.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.scenario, self.options, bytes(self.state))

    def push(self, action: int) -> None:
        """Plays an action of the engine; no history is kept."""
        following = self.state.copy()
        following.push(action)
        self.state = following.copy()
        self._seen.clear()

    def seen(self, side: str) -> Observation:
        """Returns the observation of a side; it is cached until the next action."""
        if side not in self._seen:
            self._seen[side] = self.state.observation(side)
        return self._seen[side]


def _restored(scenario: str, options: str, data: bytes) -> Position:
    return Position(scenario, options, loaded(scenario, options).state_from_bytes(data))


class EastfrontGame(pyspiel.Game):  # type: ignore[misc]
    """A game of eastfront with its parameters; made by ``pyspiel.load_game``."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        given["options"] = parted(str(given["options"]))
        self.scenario, self.options = str(given["scenario"]), given["options"]
        self.max_moves = int(given["max_moves"])
        self.fixed_planes = bool(given["fixed_planes"])
        if self.max_moves < 1:
            raise ArgumentError(f"max_moves {self.max_moves}, expected at least 1")
        game = loaded(self.scenario, self.options)
        if len(game.sides) != 2:
            raise ArgumentError(f"{game.id} has {len(game.sides)} sides, expected 2")
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=max_chance_outcomes(game),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        named = {"name": NAME, **given}
        text = pyspiel.game_parameters_to_string(named)
        if pyspiel.game_parameters_from_string(text) != named:
            raise ArgumentError(f"OpenSpiel cannot read back `{text}`, expected words without ,=()")
        super().__init__(game_type(open_to_all(game)), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel copies a game without its `__init__` (findings/openspiel-copied-game.sh)
        return _reloaded, (self.get_parameters(),)

    @property
    def rules(self) -> Game:
        """The game of the engine."""
        return loaded(self.scenario, self.options)

    def new_initial_state(self) -> EastfrontState:
        """Returns the state at the start of the scenario."""
        return EastfrontState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> EastfrontObserver:
        """Makes an observer of players' knowledge, in the form that `iig_obs_type` selects; with
        perfect recall the observer also shows what a player remembers."""
        if params:
            raise ArgumentError(f"observers take no parameters, given {dict(params)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return EastfrontObserver(self.rules, self.fixed_planes, kind)

    def max_chance_nodes_in_history(self) -> int:
        """Returns an upper bound of the number of rolls and draws in a game."""
        return self.max_moves


def max_chance_outcomes(game: Game) -> int:
    """Returns the greatest number of outcomes that a roll or draw of the game has."""
    d = layout_of(game).document
    sizes = {"Plain": 1, "Hex": len(d["hex_names"]), "Unit": len(d["units"]["names"])}
    most = 1
    for choice in _choices(d):
        if choice["actor"] not in [{"Const": side} for side in range(len(d["sides"]))]:
            domains = [d["verbs"][alt["verb"]]["domain"] for alt in choice["alternatives"]]
            if choice["actor"] == {"Const": len(d["sides"])}:
                most = max(most, sum(_size(domain, sizes) for domain in domains))
    return most


def _choices(document: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    for procedure in document["procedures"]:
        for step in procedure["code"]:
            if isinstance(step, dict) and "Decide" in step:
                yield step["Decide"]


def _size(domain: Any, sizes: Mapping[str, int]) -> int:
    if isinstance(domain, str):
        return sizes[domain]
    low, high = domain["Number"]
    return int(high - low + 1)


class EastfrontState(pyspiel.State):  # type: ignore[misc]
    """A position of a game in which OpenSpiel chooses the outcomes of rolls and draws."""

    def __init__(self, game: EastfrontGame) -> None:
        super().__init__(game)
        self.position = Position(game.scenario, game.options, game.rules.new())
        self.decisions = 0
        self.rolls = 0
        # cache of the players' memory up to some move, with the position then
        self.recalled = (0, (b"", b""), Position(game.scenario, game.options, game.rules.new()))

    @property
    def rules_state(self) -> State:
        """A copy of the state of the engine."""
        return self.position.state.copy()

    def current_player(self) -> int:
        """Returns the number of the player to act, or OpenSpiel's number for chance or for a
        finished game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        mover = self.position.state.to_move
        sides = self.position.state.game.sides
        return sides.index(mover) if mover in sides else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return legal(self.position.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the outcomes of the pending roll or draw, numbered from 0, with their
        probabilities."""
        found = self.position.state.chance_outcomes()
        return [(n, p) for n, (_, p) in enumerate(found)]

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ArgumentError(f"action={action}, expected none: {self}")
        rolled = self.position.state.to_move == "chance"
        self.position.push(taken(self.position.state, action))
        self.rolls += rolled
        self.decisions += not rolled

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.position.state
        game = state.game
        if player == pyspiel.PlayerId.CHANCE:
            return game.notation(taken(state, action))
        return game.notation(game.action_of(action))

    def is_terminal(self) -> bool:
        """Says whether the game is over, by the rules or by `max_moves`."""
        bound: int = self.get_game().max_moves
        return self.position.state.is_over or max(self.decisions, self.rolls) >= bound

    def returns(self) -> list[float]:
        """Returns +1 for the winner and -1 for the loser; 0 for both during the game and in a
        draw."""
        return self.position.state.returns()

    def __str__(self) -> str:
        state = self.position.state
        mark = blake2b(bytes(state), digest_size=8).hexdigest()
        head = f"{state.game.id}, turn {state.turn}, {state.phase or 'over'}"
        waits = f"{state.decision} ({state.to_move} to act)" if state.decision else "over"
        return f"{head}: {waits}, move {self.decisions}+{self.rolls}, {mark}"

    def remembered(self, player: int) -> bytes:
        """Returns a digest of everything that a player has seen and done since the start."""
        at, marks, then = self.recalled
        history: list[int] = self.history()
        if at < len(history):
            digests = list(marks)
            for action in history[at:]:
                state = then.state
                mover = state.to_move
                for n, side in enumerate(state.game.sides):
                    did = action if mover == side else -1
                    what = f"{then.seen(side).key} {did}".encode()
                    digests[n] = blake2b(digests[n] + what, digest_size=RECALL // 8).digest()
                then.push(taken(state, action))
            marks = (digests[0], digests[1])
            self.recalled = (len(history), marks, then)
        return marks[player]


def legal(state: State) -> list[int]:
    """Returns the dense ids of the legal actions of the side to act, sorted."""
    return sorted({state.game.action_id(action) for action in state.legal_actions})


def taken(state: State, action: int) -> int:
    """Returns the engine's action for an OpenSpiel action: the dense id of a player's action, or
    the number of an outcome of the pending roll or draw."""
    if state.to_move == "chance":
        return state.nth_legal(action)
    return state.game.action_of(action)


class EastfrontObserver:
    """An observer of a player's knowledge as planes and text; with perfect recall it adds the
    player's memory.

    A text may also be limited to public information, or to one player's private information, or
    cover all players; such an observer has no tensor. Raises ValueError for perfect recall of
    anything except a player's own knowledge.
    """

    def __init__(self, game: Game, fixed: bool, kind: pyspiel.IIGObservationType) -> None:
        self.game, self.fixed = game, fixed
        self.public, self.private = kind.public_info, kind.private_info
        self.recall = bool(kind.perfect_recall)
        single = self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.usual = bool(self.public and single)
        if self.recall and not self.usual:
            raise ArgumentError("perfect recall needs public information and one player's own")
        self.tensor = None
        self.dict: dict[str, Any] = {}
        if self.usual:
            shape = layout(game).shape(fixed)
            size = int(np.prod(shape))
            self.tensor = np.zeros(size + RECALL * self.recall, dtype=np.float32)
            self.dict["observation"] = self.tensor[:size].reshape(shape)
            if self.recall:
                self.dict["recall"] = self.tensor[size:]

    def set_from(self, state: EastfrontState, player: int) -> None:
        """Writes what a player knows of a state into the tensor of this observer."""
        if not self.usual:
            return
        position, side = state.position.state, self.game.sides[player]
        self.dict["observation"][:] = of_state(position, side, fixed=self.fixed)
        if self.recall:
            digest = state.remembered(player) or bytes(RECALL // 8)
            self.dict["recall"][:] = np.unpackbits(np.frombuffer(digest, dtype=np.uint8))

    def string_from(self, state: EastfrontState, player: int) -> str:
        """Returns a player's knowledge of a state as text."""
        seen = [state.position.seen(side) for side in self.game.sides]
        if self.recall:
            return f"{told(seen[player])}\nremembers {state.remembered(player).hex() or 'nothing'}"
        if self.usual:
            return told(seen[player])
        parts = [told_to_all(seen)] if self.public else []
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts.append(told_alone(seen, player))
        elif self.private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            parts += [told_alone(seen, n) for n in range(len(seen))]
        return "\n".join(part for part in parts if part)


def told(seen: Observation) -> str:
    """Returns an observation as text; two observations have the same text only if they are
    equal."""
    lines = [f"{seen.side} of {seen.game.id}", *_board(seen, frozenset(), seen.variables)]
    return "\n".join([*lines, f"observation {seen.key:016x}"])


def told_to_all(seen: Sequence[Observation]) -> str:
    """Returns, as text, what all sides know; `seen` holds the observations of all sides."""
    secret = frozenset(unit for one in seen for unit in one.hidden)
    common = {k: v for k, v in seen[0].variables.items() if all(k in s.variables for s in seen)}
    return "\n".join([f"all of {seen[0].game.id}", *_board(seen[0], secret, common)])


def told_alone(seen: Sequence[Observation], player: int) -> str:
    """Returns, as text, the part of a player's knowledge that no other side has; empty if there is
    none. `seen` holds the observations of all sides."""
    mine = seen[player]
    others = [one for n, one in enumerate(seen) if n != player]
    secret = {unit for one in others for unit in one.hidden}
    lines = [
        f"{unit.unit} in {place}"
        for place, stack in mine.places.items()
        for unit in stack
        if unit.unit in secret
    ]
    lines += [
        f"{name} {value}"
        for name, value in mine.variables.items()
        if any(name not in one.variables for one in others)
    ]
    return "\n".join([f"{mine.side} alone", *lines]) if lines else ""


def _board(seen: Observation, secret: frozenset[str], variables: Mapping[str, int]) -> list[str]:
    """Returns the decision, units and flags of an observation and the given ``variables`` as lines
    of text; units in ``secret`` are shown without name."""
    lines = [f"decision: {seen.decision or 'none'} of {seen.to_move or 'nobody'}"]
    for place, stack in seen.places.items():
        units = sorted(
            " ".join([_name(u, secret), *u.flags, *(f"{k}={v}" for k, v in u.fields)])
            for u in stack
        )
        lines.append(f"{place}: {'; '.join(units)}")
    lines += [f"{name}: {' '.join(hexes)}" for name, hexes in seen.hex_flags.items()]
    lines.append("; ".join(f"{name} {value}" for name, value in variables.items()))
    return lines


def _name(unit: Seen, secret: frozenset[str]) -> str:
    return f"a unit ({unit.side})" if not unit.unit or unit.unit in secret else unit.unit


pyspiel.register_game(game_type(perfect=False), EastfrontGame)
