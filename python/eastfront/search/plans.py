"""Plans: what a side might do for the rest of its phase, and which of it looks best."""

from __future__ import annotations

from dataclasses import dataclass

from eastfront import _core
from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position, within
from eastfront.positions.observation import Observation

from .roots import evaluates, roots_of

EXTENTS = {"decision": 0, "part": 1, "phase": 2}
"""How long a plan lasts, and the depth in the stack of procedures that tells it."""
POLICIES = ("random", "busy", "greedy", "wary")
"""Who draws plans and plays on."""
MOST = 1_000_000
"""The most plans that are drawn, and the most games that judge one."""
WORLDS = 4
"""Deals of what is hidden that plans are tried in by default."""


@dataclass(frozen=True)
class Plan:
    """What a side might do, and what came of it."""

    actions: tuple[int, ...]
    """Its own actions, up to the first roll or the first answer of the other side."""
    names: tuple[str, ...]
    """The same in notation."""
    value: float
    """What it is worth to the side, from -1 to 1, on average."""
    judged: int
    """How often it was played."""
    played_on: bool
    """Whether it was played on to the horizon: such values compare with each other only."""


@of_one_position
@checked
def plans(
    position: State | Observation,
    *,
    samples: int = 12,
    finalists: int = 3,
    playouts: int = 6,
    extent: str = "phase",
    spans: int = 2,
    policy: str = "greedy",
    seed: int = 0,
    worlds: int | None = None,
) -> tuple[Plan, ...]:
    """Plans for the side that acts, the best first. The first action of the first is what to do.

    Plans are drawn from a policy; every second begins with an action of its own, drawn too. They
    are judged by the game's evaluation where the phase ends. The best are played on to a horizon
    and the worse half of them dropped, round by round; the policy's own plan is always among them.

    Args:
        position: A state that is not over, or an observation of the side that acts. Where the game
            hides something the side plans on deals of what it knows.
        samples: Plans drawn, at least 1.
        finalists: Plans played on.
        playouts: Games played on, over all plans; 0 to leave it at the evaluation.
        extent: How long a plan lasts: `phase`, `part` of the sequence of play (a player turn), or
            `decision`, until the rules come back to where they ask it.
        spans: Parts of the sequence of play up to the horizon, the one at hand among them: 2 for
            the other side's answer.
        policy: `greedy`, `busy` or `random`; or `wary`, which looks ahead and judges by the queries
            `outlook <side>` and `prospect <side>` where the game has them, else as `greedy` does.
        seed: What every draw depends on: the same position, options and seed give the same plans.
        worlds: Deals of what is hidden.

    Raises:
        ValueError: For an option without meaning, a game that is over or has no evaluation, a
            greedy policy where the game file does not say how to look ahead, or an observation of
            a side that does not act.
    """
    game = position.game
    if not evaluates(game):
        raise ArgumentError(f"{game.id} has no query `evaluation {game.sides[0]}` to plan by")
    for what, number, low in (
        ("samples", samples, 1), ("finalists", finalists, 1), ("playouts", playouts, 0),
        ("spans", spans, 1),
    ):  # fmt: skip
        within(what, number, low, MOST)
    for name, found, known in (("extent", extent, tuple(EXTENTS)), ("policy", policy, POLICIES)):
        if found not in known:
            raise ArgumentError(f"{name}={found!r}, expected one of {', '.join(known)}")
    if position.to_move == "chance":
        raise ArgumentError("a roll is waited for; nobody plans it")
    roots, _ = roots_of(position, WORLDS if worlds is None else worlds, samples + playouts, seed)
    options = {
        "samples": samples,
        "finalists": finalists,
        "playouts": playouts,
        "extent": EXTENTS[extent],
        "spans": spans,
        "policy": policy,
        "seed": seed % 2**64,
    }
    return tuple(
        Plan(tuple(actions), tuple(map(game.notation, actions)), value / 1e6, judged, played)
        for actions, value, judged, played in _core.plans(roots, options)
    )
