"""Games by what a player sees, and their digests.

A random stream of its own chooses among the sorted notations, so a game does not depend on the
numbers of actions, the engine's dice or the names of flags.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import eastfront as ef
from eastfront._core import InternalError
from eastfront.positions.layout import layout_of

PASSES = 16
"""One action in this many may be a pass if there are others."""

TRIED = 12
"""The number of actions tried on copies in a seeking game."""

UNSEEN = ("unit", "hex", "var", "forced")
"""The kinds of effects of flags, variables and forced actions."""


@dataclass
class Reached:
    """The coverage of games."""

    rules: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    """One decision after another."""
    decisions: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    """Verbs of the actions taken, forced ones included."""
    notes: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    """Faults that ended games early."""
    known: dict[str, set[str]] = field(default_factory=dict)
    """Everything that can be reached, by kind."""

    def add(self, other: Reached) -> None:
        """Adds the coverage of other games."""
        for name in ("rules", "pairs", "decisions", "verbs", "notes", "faults"):
            getattr(self, name).update(getattr(other, name))
        for kind, names in other.known.items():
            self.known.setdefault(kind, set()).update(names)

    def named(self, setting: str) -> Reached:
        """The same, with a setting's name before each fault."""
        faults = Counter({f"{setting}: {fault}": n for fault, n in self.faults.items()})
        return replace(self, faults=faults)

    def knows(self, game: ef.Game) -> None:
        """Adds the decisions, verbs and notes of a game."""
        document = layout_of(game).document
        verbs = [verb["name"] for verb in document["verbs"]]
        names = {"decisions": document["decisions"], "verbs": verbs, "notes": document["notes"]}
        for kind, some in names.items():
            self.known.setdefault(kind, set()).update(some)

    def unreached(self) -> dict[str, list[str]]:
        """Everything never reached, by kind."""
        found = {"decisions": self.decisions, "verbs": self.verbs, "notes": self.notes}
        return {kind: sorted(names - found[kind].keys()) for kind, names in self.known.items()}


@dataclass(frozen=True)
class Step:
    """One action as a player sees it."""

    before: tuple[str, str, Sequence[str]]
    """The side to move, the decision, and the legal actions in notation, sorted."""
    action: str
    told: Sequence[str]
    """Placements and notes, with their rules, and at the end the outcome."""
    rules: Sequence[str]
    """The rules of all effects."""


def walk(
    state: ef.State, seed: int, limit: int, seeking: bool, reached: Reached, idle: bool = False
) -> Iterator[Step]:
    """Plays on from a state, in place; idle sides pass where they may."""
    rng = random.Random(seed)
    for _ in range(limit):
        if state.is_over:
            return
        legal = state.legal_actions
        named = sorted(zip(legal.names(), legal.list(), strict=True))
        decision = str(state.decision)
        deeds = [pair for pair in named if not state.is_pass(pair[1])] or named
        pool = named if rng.random() < 1 / PASSES else deeds
        if idle:
            pool = [pair for pair in named if state.is_pass(pair[1])] or named
        name, action = pool[rng.randrange(len(pool))]
        if seeking and len(named) > 1 and rng.random() < 0.5:
            name, action = _rarest(state, decision, named, rng, reached)
        try:
            effects = state.push(action, effects=True) or []
        except InternalError as wrong:
            reached.faults[str(wrong)] += 1
            yield Step(
                (str(state.to_move), decision, [n for n, _ in named]), name, [str(wrong)], []
            )
            return
        rules = sorted({effect[-1] for effect in effects if _rule(effect)})
        told = sorted(str(effect) for effect in effects if effect[0] not in UNSEEN)
        if state.is_over:
            told.append(f"over: {state.outcome}")
        reached.rules.update(rules)
        reached.pairs[decision, _next(state)] += 1
        reached.decisions[decision] += 1
        reached.verbs.update(_verbs(name, effects))
        reached.notes.update(effect[1] for effect in effects if effect[0] == "note")
        names = [pair[0] for pair in named]
        yield Step((str(state.to_move), decision, names), name, told, rules)


def _rarest(
    state: ef.State, decision: str, named: list[tuple[str, int]], rng: random.Random,
    reached: Reached,
) -> tuple[str, int]:  # fmt: skip
    """The action with the most rules not yet seen, or the rarest next decision."""
    some = named if len(named) <= TRIED else rng.sample(named, TRIED)

    def worth(pair: tuple[str, int]) -> tuple[bool, int, int, str]:
        copy = state.copy()
        try:
            effects = copy.push(pair[1], effects=True) or []
        except InternalError:
            return False, 0, 0, pair[0]
        new = {e[-1] for e in effects if _rule(e) and e[-1] not in reached.rules}
        return copy.is_over, -len(new), reached.pairs[decision, _next(copy)], pair[0]

    return min(some, key=worth)


def _rule(effect: Sequence[Any]) -> bool:
    return effect[0] not in ("forced",) and isinstance(effect[-1], str) and effect[-1] != ""


def _verbs(name: str, effects: Sequence[Sequence[Any]]) -> Iterator[str]:
    """The verbs of an action and of the forced actions after it."""
    yield name.partition(" ")[0]
    for effect in effects:
        if effect[0] == "forced":
            yield effect[2].partition(" ")[0]


def _next(state: ef.State) -> str:
    return "over" if state.is_over else str(state.decision)


def digest(steps: Iterator[Step]) -> tuple[str, int]:
    """A digest of a game, and its number of actions."""
    found, count = blake2b(digest_size=8), 0
    for step in steps:
        found.update(repr((step.before, step.action, step.told, step.rules)).encode())
        count += 1
    return found.hexdigest(), count
