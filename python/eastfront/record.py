"""Records of games: every action in notation, including dice and draws.

A record replays without a generator. It names its game file by digest, and usually contains the
file, so that it replays after changes of rules and data. It is a versioned JSON document with a
line for each phase of play. The line has the key of the position at the end of the phase, so that a
replay that differs is detected in that phase.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from eastfront import files
from eastfront._core import ArgumentError, PlaceError
from eastfront.arguments import checked
from eastfront.loading.game import Origin, origin_of
from eastfront.loading.game import load as load_game
from eastfront.positions.concession import concede
from eastfront.positions.effects import Effect

from ._core import EastfrontError, Game, IllegalAction, State

__all__ = [
    "FORMAT",
    "Phase",
    "Record",
    "RecordError",
    "Recorder",
    "UnreadableRecord",
    "load",
    "parse",
]

FORMAT = 1
"""The version of the record format."""
LARGEST = 64 * 1024 * 1024
"""Maximum size in bytes of a record file, and of each packed part of a record after unpacking."""


class RecordError(EastfrontError, ValueError):
    """A record that cannot be read, or does not replay; the message names the first difference."""


class UnreadableRecord(RecordError, OSError):
    """A record file that is missing, or cannot be opened or written."""


@dataclass
class Phase:
    """The actions of one phase, as a part of a record."""

    turn: int
    """The game turn."""
    name: str
    """The names of the running procedures that name the phase, outermost first, joined by
    ` / `."""
    actions: list[str] = field(default_factory=list)
    """The actions in notation."""
    key: str = ""
    """The key (a hash) of the position after the last action of the phase, in hexadecimal."""

    @property
    def title(self) -> str:
        """The turn and the name of the phase, as messages give them."""
        return f"turn {self.turn}, {self.name}"


@checked
@dataclass
class Record:
    """A played game, from its first position or from a later one."""

    game_id: str
    digest: str
    """The digest of the game file."""
    phases: list[Phase]
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    seed: int | None = None
    """The seed of the dice, for information only, since the rolls are recorded."""
    start: bytes | None = None
    """The bytes of the first position; None for the start of the scenario."""
    outcome: tuple[str | None, int, str] | None = None
    game_file: bytes | None = None
    players: dict[str, str] = field(default_factory=dict)
    """The name of the player of each side."""
    conceded: str | None = None
    """The side that conceded after the last action; None if no side did."""

    @property
    def actions(self) -> Iterator[str]:
        """Every action in notation, in order."""
        return (action for phase in self.phases for action in phase.actions)

    def game(self) -> Game:
        """Loads the game of the record. Raises RecordError if it cannot be loaded or has another
        digest."""
        try:
            if self.game_file is not None:
                game = Game.from_bytes(self.game_file)
            else:
                game = load_game(self.game_id, self.options, self.without)
        except ValueError as error:
            raise RecordError(f"its game cannot be loaded: {error}") from error
        if game.id != self.game_id:
            raise RecordError(f"it is of {self.game_id}, and its game file is of {game.id}")
        if game.digest != self.digest:
            raise RecordError(
                f"{self.game_id} is now {game.digest}, the record was played on {self.digest}; "
                "only a record that holds its game file replays on changed rules"
            )
        return game

    def replay(self) -> State:
        """Replays the record, with a check of each phase, and returns the final state.

        The state keeps its history, so that `pop` steps back through the game; after a concession
        it has none. Raises RecordError at the first difference.
        """
        *_, state = self.replays()
        return self.ended(state)

    def ended(self, state: State) -> State:
        """Returns the final state, made from `state`, the state after the last action. If the
        record ends with a concession, the final state is the one after the concession. Raises
        RecordError if the concession is refused or the outcome differs from that of the record.
        """
        if self.conceded is not None:
            try:
                state = concede(state, self.conceded)
            except ValueError as error:
                raise RecordError(f"the concession: {error}") from error
        if state.outcome != self.outcome:
            raise RecordError(f"the outcome is {state.outcome}, the record has {self.outcome}")
        return state

    def replays(self) -> Iterator[State]:
        """Replays the record; yields one state object, at the start and again after each phase.

        Raises RecordError at the first action that is refused, or at the end of the first phase
        that differs.
        """
        state = self.first()
        yield state
        for number, phase in enumerate(self.phases, start=1):
            for _ in _replay(state, phase, f"phase {number} ({phase.title})"):
                pass
            yield state

    def steps(self, state: State | None = None) -> Iterator[tuple[State, str, str, list[Effect]]]:
        """Replays the record action by action and yields, after each action, four values: the
        state, the actor, the action in notation, and the effects of the action.

        The state is the same object each time, played on in place: ``state`` if given, which must
        then be a state as `first` makes it; by default a new one. Raises RecordError at the first
        action that is refused, or at the end of the first phase that differs.
        """
        state = self.first() if state is None else state
        for number, phase in enumerate(self.phases, start=1):
            for actor, text, effects in _replay(state, phase, f"phase {number} ({phase.title})"):
                yield state, actor, text, effects

    def first(self) -> State:
        """Makes the state at the start of the record. Raises RecordError if its game or bytes
        cannot be restored."""
        game = self.game()
        try:
            return game.new() if self.start is None else game.state_from_bytes(self.start)
        except ValueError as error:
            raise RecordError(f"its first position cannot be restored: {error}") from error

    def text(self, embed: bool = True) -> str:
        """Returns the record as a JSON document; with ``embed`` the document includes the game
        file, so that the record replays after changes of rules."""
        head: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game_id,
            "digest": self.digest,
            "options": list(self.options),
            "without": list(self.without),
            "seed": self.seed,
            "players": self.players,
            "outcome": self.outcome,
            "conceded": self.conceded,
            "start": None if self.start is None else _packed(self.start),
            "game_file": _packed(self.game_file) if embed and self.game_file else None,
        }
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
        phases = [
            json.dumps({"turn": p.turn, "phase": p.name, "key": p.key, "actions": p.actions})
            for p in self.phases
        ]
        body = ",\n".join(f"  {phase}" for phase in phases)
        return "{\n" + ",\n".join(lines) + ',\n"phases": [\n' + body + "\n]\n}\n"

    def save(self, path: str | Path, embed: bool = True) -> None:
        """Writes the record to a file atomically, with the game file if ``embed`` is True; the
        folder must exist.

        Raises RecordError, which is also an OSError, if the file cannot be written.
        """
        try:
            files.write(path, self.text(embed))
        except OSError as error:
            refused = UnreadableRecord(f"{path}: {error.strerror}")
            refused.errno, refused.strerror = error.errno, error.strerror
            refused.filename = error.filename
            raise refused from error


def _replay(state: State, phase: Phase, where: str) -> Iterator[tuple[str, str, list[Effect]]]:
    """Plays the actions of a phase on ``state`` in place, and yields, after each action, the actor,
    the action in notation and its effects. Raises RecordError, in which `where` names the phase,
    for a refused action, and if the key of the position at the end differs."""
    for number, text in enumerate(phase.actions, start=1):
        at = f"{where}, action {number} `{text}`"
        actor = state.to_move or ""
        try:
            effects = state.push(text, effects=True)
        except IllegalAction as refused:
            raise RecordError(f"{at}: {refused}") from refused
        except ValueError as error:
            raise RecordError(f"{at}: {error}") from error
        yield actor, text, effects
    if _key(state) != phase.key:
        raise RecordError(f"{where}: it ends in {_key(state)}, the record has {phase.key}")


# -- reading ------------------------------------------------------------------------------------


@checked
def load(path: str | Path) -> Record:
    """Reads a record from a file.

    Raises RecordError for an invalid record; the error is also an OSError for a file that cannot be
    opened.
    """
    try:
        data = Path(path).read_bytes()
        if len(data) > LARGEST:
            raise RecordError(f"{path}: {len(data)} bytes, expected at most {LARGEST}")
        text = data.decode("utf-8")
    except OSError as error:
        raise UnreadableRecord(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path}: {error}") from error
    try:
        return parse(text)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


@checked
def parse(text: str) -> Record:
    """Parses the text of a record. Raises RecordError for an invalid record or one of another
    version."""
    try:
        format_ = msgspec.json.decode(text, type=_Head).format
        if format_ != FORMAT:
            raise RecordError(f"a record of format {format_}, expected {FORMAT}")
        return _record(msgspec.json.decode(text, type=_Document))
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"not a record: {error}") from error


class _Head(msgspec.Struct):
    """The part of a record's JSON document that all versions have."""

    format: int


class _PhaseLine(msgspec.Struct):
    turn: int
    phase: str
    key: str
    actions: list[str]


class _Document(msgspec.Struct):
    """The form of a record as a JSON document."""

    game: str
    digest: str
    options: list[str]
    without: list[str]
    seed: int | None
    players: dict[str, str]
    outcome: tuple[str | None, int, str] | None
    start: str | None
    game_file: str | None
    phases: list[_PhaseLine]
    conceded: str | None = None


def _record(raw: _Document) -> Record:
    return Record(
        game_id=raw.game,
        digest=raw.digest,
        phases=[Phase(p.turn, p.phase, p.actions, p.key) for p in raw.phases],
        options=tuple(raw.options),
        without=tuple(raw.without),
        seed=raw.seed,
        start=_unpacked(raw.start),
        outcome=raw.outcome,
        game_file=_unpacked(raw.game_file),
        players=raw.players,
        conceded=raw.conceded,
    )


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def _unpacked(text: str | None) -> bytes | None:
    if text is None:
        return None
    unpacking = zlib.decompressobj()
    try:
        data = unpacking.decompress(base64.b64decode(text, validate=True), LARGEST)
    except (ValueError, zlib.error) as error:
        raise RecordError(f"not a record: {error}") from error
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise RecordError(f"not a record: packed data that is cut short or over {LARGEST} bytes")
    return data


# -- recording ----------------------------------------------------------------------------------


@checked
class Recorder:
    """A recorder plays a game and keeps the record of it.

    Chance is explicit in the recorder's state: `roll` draws the outcome from the recorder's own
    generator, and a person may push the result of real dice. Only actions played by the recorder
    are recorded: `push`, `roll` and `pop` raise RecordError if its ``state`` has played others.
    """

    def __init__(self, start: Game | State, seed: int | None = None) -> None:
        if isinstance(start, Game):
            self.state = start.new()
            first = None
        else:
            self.state = start.copy()
            self.state.reseed(None)
            first = bytes(self.state)
        self._before = self.state
        game = self.state.game
        self._rng = random.Random(seed)
        try:
            origin = origin_of(game)
        except ValueError:
            origin = Origin(game.id)
        self.record: Record = Record(
            game.id,
            game.digest,
            [],
            options=origin.options,
            without=origin.without,
            seed=seed,
            start=first,
            game_file=game.to_bytes(),
        )

    @property
    def state(self) -> State:
        """The present position. Code that assigns another one must bring the record in step."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state, self._last = state, state.key

    def push(self, action: int | str) -> list[Effect]:
        """Plays an action, by number or in notation, and records it; returns the effects, each with
        its rule.

        Raises IllegalAction for an action that the rules refuse.
        """
        self._check()
        label = label_of(self.state)
        number = self.state.game.parse(action) if isinstance(action, str) else action
        effects = self.state.push(number, effects=True)
        phases = self.record.phases
        if not phases or (phases[-1].turn, phases[-1].name) != label:
            phases.append(Phase(*label))
        phases[-1].actions.append(self.state.game.notation(number))
        self._last = self.state.key
        phases[-1].key = _key(self.state)
        self.record.outcome = self.state.outcome
        return effects

    def concede(self, side: str) -> None:
        """Ends the game by the concession of a side, and records it; raises the errors of
        `eastfront.concede`."""
        over = concede(self.state, side)
        self._before, self.state = self.state, over
        self.record.conceded = side
        self.record.outcome = over.outcome

    def pop(self) -> None:
        """Takes back the last action or the concession, and removes it from the record.

        Raises IndexError if there is none. The recorder's generator is not rewound: a roll that is
        taken back is rolled again.
        """
        if self.record.conceded is not None:
            self.state, self.record.conceded = self._before, None
            self.record.outcome = self.state.outcome
            return
        phases = self.record.phases
        if not phases:
            raise PlaceError("no action to take back")
        self._check()
        self.state.pop()
        self._last = self.state.key
        phases[-1].actions.pop()
        if not phases[-1].actions:
            phases.pop()
        if phases:
            phases[-1].key = _key(self.state)
        self.record.outcome = self.state.outcome

    def roll(self) -> list[Effect]:
        """Draws the outcome of the pending roll or draw, plays it and records it; returns its
        effects.

        Raises ValueError if the state does not wait for chance.
        """
        return self.push(self.draw())

    def draw(self) -> int:
        """Draws an outcome of the pending roll or draw without playing it, and returns the action.

        Raises ValueError if the state does not wait for chance.
        """
        if self.state.to_move != "chance":
            raise ArgumentError(f"the state waits for {self.state.to_move}, not for chance")
        outcomes = self.state.chance_outcomes()
        return outcomes[self._rng.randrange(len(outcomes))][0]

    def save(self, path: str | Path, embed: bool = True) -> None:
        """Writes the record to a file, as `Record.save` does; with ``embed`` the file includes the
        game file."""
        self.record.save(path, embed)

    def _check(self) -> None:
        """Raises RecordError unless the state is as the recorder left it."""
        if self.state.key != self._last:
            raise RecordError(
                f"the recorder's state, now at `{self.state.decision or 'over'}`, was changed"
                " without the recorder; expected set-up before recording, and each action by its"
                " `push`"
            )


def label_of(state: State) -> tuple[int, str]:
    """Returns the labels of a phase in a record: the game turn (0 in a game without turns) and the
    name of the phase. The name joins the names of the two outermost procedures that run within the
    sequence of play; if none runs, it is the pending decision, or ``over``."""
    turn = state.var("turn") if _has_turn(state) else 0
    return turn, " / ".join(state.stack[1:3]) or state.decision or "over"


def _has_turn(state: State) -> bool:
    try:
        state.var("turn")
    except ValueError:
        return False
    return True


def _key(state: State) -> str:
    return f"{state.key:016x}"
