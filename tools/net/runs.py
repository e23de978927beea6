"""The runs of the net: each has a name, games to play, and a result."""

from __future__ import annotations

import os
import resource
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import TypeVar, cast

import eastfront as ef
from eastfront._core import InternalError
from eastfront.positions.text import PositionError
from eastfront.program import ProgramError

from .settings import (
    Setting,
    halting,
    packed,
    paired,
    plain,
    positions,
    rules_off,
    setting_of,
    single,
)
from .walk import Reached, Step, digest, walk

TURNS = 5
"""The number of positions of later turns of a setting, beside the set-up."""

GAMES, LIMITS = 2, {"random": 400, "seeking": 150}
"""The number of games from each position, and their maximum number of actions."""

OFF_TURNS, OFF_GAMES, OFF_LIMITS = 4, 3, {"random": 300, "seeking": 400}
"""The same with a rule left out."""

PACKED_GAMES, PACKED_LIMITS = 6, {"random": 40, "seeking": 40, "idle": 120}
"""The same from a packed position, with its rule and without."""

BRIEF_PAIRS, BRIEF_SINGLES, BRIEF_OFF, BRIEF_PACKED = 3, 8, 50, 8
"""The numbers of pairs of options, options, rules left out and packed positions in a short run,
evenly spread."""

ROOM, SECONDS = 4 << 30, 400
"""The limits of a run in bytes and seconds; a run beyond them plays without end."""

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Run:
    """A setting, played from its positions."""

    setting: Setting
    turns: int
    games: int
    limits: tuple[tuple[str, int], ...]
    packed: tuple[str, str] | None = None
    """Another start, as its name and text."""

    @property
    def key(self) -> str:
        """The name of the setting and of a packed position."""
        return " | ".join([self.setting.key, *(self.packed or ())[:1]])

    def starts(self, game: ef.Game) -> Iterator[tuple[str, ef.State]]:
        """The starts."""
        if self.packed is None:
            yield from positions(self.setting, game, self.turns)
            return
        name, text = self.packed
        try:
            yield name, ef.position(text, game)
        except PositionError:
            if not self.setting.without:
                raise
            return  # without the rule this flag does not exist

    def __call__(self) -> tuple[dict[str, str], Reached]:
        """The digests by name, and the coverage."""
        try:
            game = self.setting.load()
        except ProgramError as wrong:
            return {self.setting.key: f"ProgramError: {wrong}"}, Reached()
        found, every = {f"{self.setting.key} | bytes": game.digest}, Reached()
        every.knows(game)
        try:
            for name, start in self.starts(game):
                found |= self._from(name, start, every)
        except (InternalError, PositionError) as wrong:
            every.faults[str(wrong)] += 1
            found[f"{self.setting.key} | fault"] = str(wrong)
        return found, every

    def _from(self, name: str, start: ef.State, every: Reached) -> dict[str, str]:
        """Games from one position."""
        found = {}
        for kind, limit in self.limits:
            told, count = digest(self._games(start, kind, limit, every))
            found[f"{self.setting.key} | {name} | {kind} {limit}"] = f"{told} {count}"
        return found

    def _games(self, start: ef.State, kind: str, limit: int, every: Reached) -> Iterator[Step]:
        reached = Reached()
        for seed in range(self.games):
            yield from walk(start.copy(), seed, limit, kind == "seeking", reached, kind == "idle")
        every.add(reached)

    def steps(self, key: str) -> Iterator[Step]:
        """The actions of the games of one name, for display."""
        _, wanted, ending = key.split(" | ")
        kind, _, limit = ending.partition(" ")
        game = self.setting.load()
        for name, start in self.starts(game):
            if name == wanted:
                yield from self._games(start, kind, int(limit), Reached())


def perform(run: Run, out: Connection) -> None:
    """A run in a process with limits of memory and time."""
    os.environ["EASTFRONT_CACHE"] = "off"
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(SECONDS)
    out.send(run())


def performed(chosen: Sequence[Run], jobs: int) -> Iterator[tuple[Run, dict[str, str], Reached]]:
    """Runs in processes of their own; one that does not end is a fault."""
    context, waiting = get_context("fork"), list(reversed(chosen))
    running: dict[Connection, tuple[Run, BaseProcess]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            run = waiting.pop()
            inward, outward = context.Pipe(duplex=False)
            process = context.Process(target=perform, args=(run, outward))
            process.start()
            outward.close()
            running[inward] = run, process
        for inward in cast("list[Connection]", wait(list(running))):
            run, process = running.pop(inward)
            try:
                found, reached = inward.recv()
            except EOFError:
                process.join()
                fault = f"play does not end (exit code {process.exitcode})"
                found = {f"{run.key} | fault": fault}
                reached = Reached(faults=Counter({fault: 1}))
            process.join()
            inward.close()
            yield run, found, reached


def with_options(game: str, whole: bool) -> list[Run]:
    """The scenarios of a game, with options and without, with all rules."""
    usual = partial(Run, turns=TURNS, games=GAMES, limits=tuple(LIMITS.items()))
    pairs, singles = paired(game), single(game)
    if not whole:
        pairs, singles = spread(pairs, BRIEF_PAIRS), spread(singles, BRIEF_SINGLES)
    return [usual(setting) for setting in (*plain(game), *pairs, *singles)]


@cache
def runs(game: str, whole: bool) -> list[Run]:
    """All runs of a game, or the short sample."""
    without = partial(Run, turns=OFF_TURNS, games=OFF_GAMES, limits=tuple(OFF_LIMITS.items()))
    off = list(rules_off(game))
    if not whole:
        off = spread(off, BRIEF_OFF)
    homes = dict.fromkeys(replace(setting, without=()) for setting in off)
    from_texts, halts = list(packed(game)), halting(game)
    if not whole:
        from_texts = spread(from_texts, BRIEF_PACKED)
    return [
        *(packed_run(rule, text, False) for rule, text in from_texts),
        *(packed_run(rule, text, True) for rule, text in from_texts if rule not in halts),
        *with_options(game, whole),
        *(without(setting) for setting in (*homes, *off)),
    ]


def packed_run(rule: str, text: str, off: bool) -> Run:
    """Games from the packed position of a rule, with it or without."""
    setting = setting_of(text, *((rule,) if off else ()))
    return Run(setting, 0, PACKED_GAMES, tuple(PACKED_LIMITS.items()), (f"packed {rule}", text))


def spread(things: Sequence[Thing], most: int) -> list[Thing]:
    """A number of elements at equal distances."""
    step = max(1, -(-len(things) // most))
    return list(islice(things, 0, None, step))


def differing(one: Sequence[Step], other: Sequence[Step]) -> str:
    """The first difference of two games, in words; empty if they are equal."""
    for number, (a, b) in enumerate(zip(one, other, strict=False), start=1):
        if a == b:
            continue
        where = f"action {number}, {a.before[1]}"
        if a.before != b.before:
            gone = sorted({*a.before[2]} - {*b.before[2]})
            new = sorted({*b.before[2]} - {*a.before[2]})
            asked = f"{b.before[0]} decides {b.before[1]}, {a.before[0]} decided {a.before[1]}; "
            asked = asked if a.before[:2] != b.before[:2] else ""
            return f"{where}: {asked}no more {gone[:8]}, new {new[:8]}"
        told = f"told {a.told} by {a.rules}, now {b.told} by {b.rules}"
        return f"{where}: `{a.action}`, now `{b.action}`: {told}"
    return "" if len(one) == len(other) else f"{len(one)} actions, now {len(other)}"


__all__ = ["Run", "differing", "performed", "runs", "with_options"]
