"""The play targets: whole games, copies, undo, keys, battles, loading; peers beside them.

Every figure is the best of several runs in one process, except native play, which alternates with
the reference peer, since a machine's pace changes from minute to minute. Only real decisions count:
those of a side, with at least two legal actions.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import eastfront as ef
from eastfront.positions.layout import layout_of

START = "barbarossa-deluxe/blue-kremlin"
CAMPAIGN = "russian-campaign/campaign"
OLDEST = "barbarossa-1971/campaign"
TARGET, PREPARED = "2306", 2
ENGAGED = {"11 Inf": "Z23", "30 Inf": "Z23", "54 Inf": "Z23"}
BESET = {"12 A": "Y22", "5 A": "Z22"}
"""A battle of the campaign: three corps on the Bug against two armies."""
GREEDY = {START: 10_000, CAMPAIGN: 1_500}
"""The target of the greedy policy on each side, in decisions a second."""
COPY_AND_PUSH = 2.5
"""Microseconds of both together: copies share their position until one of them is played on, so a
copy alone does not include the cost of continuing."""
GAMES = {"play": (START, 120), "campaign": (CAMPAIGN, 30), "1971": (OLDEST, 3)}
"""The games of native play, with their number in one turn."""
SHARE, SISTER = 0.9, "The Russian Campaign"
"""The target pace of the campaign of 1971, as a share of The Russian Campaign's."""
TURNS = 25
"""The number of turns of each kind in alternating measurements."""


@dataclass
class Row:
    """One line of the table; ``more`` marks figures of which more is better."""

    task: str
    unit: str
    eastfront: float
    target: float
    more: bool = True
    peers: dict[str, float] = field(default_factory=dict)
    reference: tuple[str, float] | None = None
    """A peer, and its figure on the machine of the target."""

    @property
    def here(self) -> float:
        """The target on this machine, scaled by the peer's figure here."""
        if self.reference is None or self.reference[0] not in self.peers:
            return self.target
        peer, then = self.reference
        return self.target * self.peers[peer] / then

    @property
    def ratio(self) -> float | None:
        """The ratio to the reference peer; None if it is not installed."""
        if self.reference is None or self.reference[0] not in self.peers:
            return None
        peer = self.peers[self.reference[0]]
        return self.eastfront / peer if self.more else peer / self.eastfront

    @property
    def met(self) -> bool:
        """Whether the target is reached on this machine."""
        return self.eastfront >= self.here if self.more else self.eastfront <= self.here


def best(run: Callable[[], float], times: int = 3, more: bool = True) -> float:
    """The best of several runs."""
    values = [run() for _ in range(times)]
    return max(values) if more else min(values)


def micros(statement: str, rounds: int = 2000, **names: Any) -> float:
    """Microseconds of a statement, evaluated with the given names."""
    timer = timeit.Timer(statement, globals=names)
    return best(lambda: timer.timeit(rounds) / rounds * 1e6, more=False)


def native(policy: str, games: int = 120, start: str = START) -> tuple[float, float]:
    """Real decisions a second and whole games a second."""
    state = ef.load(start).new()

    def run() -> tuple[float, float]:
        done = ef.rollout(state, games, seed=1, policy=policy, scores=False)
        return done["decisions"] / done["seconds"], done["games"] / done["seconds"]

    pairs = [run() for _ in range(3)]
    return max(p[0] for p in pairs), max(p[1] for p in pairs)


def in_turns(kinds: Sequence[Callable[[], float]]) -> list[float]:
    """The medians of several figures measured in alternation."""
    turns = [[kind() for kind in kinds] for _ in range(TURNS)]
    return [statistics.median(figures) for figures in zip(*turns, strict=True)]


def playing() -> list[Row]:
    """Decisions a second in the largest scenario of each game by both policies, with the peer."""
    from . import play_peers

    def rate(start: str, games: int, policy: str) -> Callable[[], float]:
        state = ef.load(start).new()

        def run() -> float:
            done = ef.rollout(state, games, seed=1, policy=policy, scores=False)
            return float(done["decisions"] / done["seconds"])

        return run

    kinds = {
        f"{name}, native, {policy}": rate(start, games, policy)
        for name, (start, games) in GAMES.items()
        for policy in ("random", "busy")
    }
    peer = play_peers.reference()
    *ours, theirs = in_turns([*kinds.values(), peer or (lambda: 0.0)])
    beside = {play_peers.CHESS: theirs} if peer else {}
    found = dict(zip(kinds, ours, strict=True))
    return [
        *(
            Row(task, "decisions/s", figure, 500_000, peers=dict(beside))
            for task, figure in found.items()
        ),
        *(beside_sister(policy, found) for policy in ("random", "busy")),
    ]


def beside_sister(policy: str, found: Mapping[str, float]) -> Row:
    """The pace of the campaign of 1971 relative to The Russian Campaign."""
    ours, theirs = (found[f"{name}, native, {policy}"] for name in ("1971", "campaign"))
    task = f"1971 by its sister, {policy}"
    return Row(task, "times", ours / theirs, SHARE, peers={SISTER: 1.0})


def looking() -> list[Row]:
    """The greedy policy and its evaluation, in both games."""
    out = []
    for name, start, games in (("play", START, 12), ("campaign", CAMPAIGN, 2)):
        decisions = native("greedy", games, start)[0]
        out.append(Row(f"{name}, native, greedy", "decisions/s", decisions, GREEDY[start]))
        state = busy_middle(start)
        ask = micros("state.ask('value')", state=state)
        out.append(Row(f"{name}, evaluation, as asked", "us", ask, 20, False))
    return out


def busy_middle(start: str) -> Any:
    """A position from the middle of a busy game."""
    rng, state = random.Random(5), ef.load(start).new(5)
    for _ in range(400):
        plays = [a for a in state.legal_actions if not state.is_pass(a)]
        state.push(rng.choice(plays or state.legal_actions.list()))
    return state.copy()


def python_loop(start: str, seconds: float = 1.5) -> float:
    """Decisions a second with Python choosing each action."""
    rng, game = random.Random(1), ef.load(start)
    state, taken, began = game.new(1), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        if state.is_over:
            state = game.new(rng.randrange(10**6))
        state = state if state.can_undo is False else state.copy()
        for _ in range(200):
            legal = state.legal_actions
            n = len(legal)
            if not n:
                break
            state.push(legal[int(rng.random() * n)])
            taken += 1
    return taken / (time.perf_counter() - began)


def middle(start: str) -> Any:
    """A position from the middle of a busy game, at a leg of a move."""
    rng, state = random.Random(5), ef.load(start).new(5)
    for n in range(4000):
        if state.is_over or (n > 150 and state.decision == "leg" and len(state.legal_actions) > 8):
            break
        legal = state.legal_actions
        plays = [a for a in legal if not state.is_pass(a)]
        state.push(rng.choice(plays if plays and rng.random() > 1 / 16 else list(legal)))
    return state.copy()


def import_ms() -> float:
    """Milliseconds of the import beyond a bare interpreter."""

    def run(code: str) -> float:
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return (time.perf_counter() - began) * 1e3

    return best(lambda: run("import eastfront"), 5, False) - best(lambda: run("pass"), 5, False)


def load_ms(start: str) -> float:
    """Milliseconds to load a scenario again in one process."""
    code = (
        "import time, eastfront as ef; t = time.perf_counter();"
        f"ef.load({start!r}); print((time.perf_counter() - t) * 1e3)"
    )
    run = [sys.executable, "-c", code]
    return best(lambda: float(subprocess.check_output(run)), 4, False)


def handling(start: str, told: str = "") -> list[Row]:
    """Operations on states of a scenario from Python."""
    state = middle(start)
    action = next(a for a in state.legal_actions if not state.is_pass(a))
    data, game = bytes(state), state.game
    names = {
        "state": state,
        "action": action,
        "apart": game.state_from_bytes(data),
        "data": data,
        "game": game,
    }

    def took(statement: str) -> float:
        return micros(statement, **names)

    def row(task: str, unit: str, figure: float, target: float, more: bool = False) -> Row:
        return Row(told + task, unit, figure, target, more)

    return [
        row(
            "play from a Python loop",
            "decisions/s",
            best(lambda: python_loop(start)),
            150_000,
            True,
        ),
        row("copy of a state", "us", took("state.copy()"), 0.5),
        row("canonical part", "bytes", float(len(data)), 6_000),
        row("push and pop", "us", took("state.push(action); state.pop()"), 2.0),
        row("copy and push", "us", took("state.copy().push(action)"), COPY_AND_PUSH),
        row("state from bytes", "us", took("game.state_from_bytes(data)"), 20),
        row("key", "us", took("state.key"), 0.06),
        row("getter", "us", took("state.is_over"), 0.06),
        row("equality", "us", took("state == apart"), 0.06),
        row("load the scenario", "ms", load_ms(start), 100),
    ]


def battles() -> list[Row]:
    """The odds of a battle in both games, with all modifiers."""
    attack = ef.load(START).new()
    attack.push("automatic")
    attack = attack.edited(
        unit_flags=[(u, "attacking", True) for u in ("47Pz", "48Pz", "24Pz")],
        variables=[
            ("target", layout_of(attack.game).place_index[TARGET]),
            ("battle kind", PREPARED),
        ],
    )
    bug = ef.load(CAMPAIGN).new()
    bug = bug.edited(
        places=[*ENGAGED.items(), *BESET.items()],
        unit_flags=[(unit, "engaged", True) for unit in ENGAGED],
        hex_flags=[(hex_, "beset", True) for hex_ in BESET.values()],
    )
    played = micros("state.begin('german battle reckoned')", state=attack)
    asked = micros("state.ask('axis column')", state=bug)
    return [
        Row("odds of a battle, as played", "us", played, 1.0, False),
        Row("campaign, odds of a battle, as asked", "us", asked, 1.0, False),
    ]


def rows() -> list[Row]:
    """Every play target."""
    from . import play_peers

    out = [
        *playing(),
        Row("whole games, busy", "games/s", native("busy")[1], 100),
        *battles(),
        *handling(START),
        *handling(CAMPAIGN, play_peers.CAMPAIGN),
        Row("import eastfront", "ms", import_ms(), 60, False),
    ]
    play_peers.add(out)
    return out + looking()
