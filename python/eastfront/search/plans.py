"""Plans: action sequences for the rest of a side's phase, ranked by value."""

from __future__ import annotations

from dataclasses import dataclass

from eastfront import _core
from eastfront._core import ArgumentError, State
from eastfront.arguments import checked, of_one_position, within
from eastfront.positions.observation import Observation

from .roots import evaluates, roots_of

EXTENTS = {"decision": 0, "part": 1, "phase": 2}
"""The extents of a plan, each with a depth in the stack of running procedures: the plan ends when
the procedure at this depth ends. The number 0 of `decision` is no depth: the plan
ends when the rules return to the same decision."""
POLICIES = ("random", "busy", "greedy", "wary")
"""The policies that sample plans and play them on."""
MOST = 1_000_000
"""The largest value of the options `samples`, `finalists`, `playouts` and `spans`."""
WORLDS = 4
"""Default number of deals of the hidden information in which plans are tried."""


@dataclass(frozen=True)
class Plan:
    """A plan of a side with its value."""

    actions: tuple[int, ...]
    """The side's actions, up to the first roll or the first decision of the other side."""
    names: tuple[str, ...]
    """The actions in notation."""
    value: float
    """The mean value to the side, from -1 to 1."""
    judged: int
    """The number of times that the plan was played."""
    played_on: bool
    """True if the plan was played on to the horizon; only values of such plans are comparable with
    each other."""


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
    """Finds plans for the side to move, best first; the first action of the first plan is the
    recommended one.

    Plans are sampled from a policy; the first action of every second plan is drawn at random
    instead. Plans are judged by the game's evaluation where they end (`extent`). The best plans are
    then played on to a horizon, and their worse half is dropped in each round (sequential halving);
    the policy's own plan is always among the plans played on.

    Args:
        position: A state that is not over, or an observation of the side to move. In a game with
            hidden information the side plans on deals consistent with its knowledge.
        samples: Number of plans sampled, at least 1.
        finalists: Number of plans played on.
        playouts: Total number of games by which the plans are played on; with 0 the plans are
            judged by the evaluation alone.
        extent: The extent of a plan: `phase`, `part` of the sequence of play (a player turn), or
            `decision`, until the rules return to the same decision.
        spans: Parts of the sequence of play up to the horizon, including the current one: 2
            includes the other side's reply.
        policy: `greedy`, `busy` or `random`; or `wary`, which looks ahead and judges by the queries
            `outlook <side>` and `prospect <side>` if the game has them, else as `greedy` does.
        seed: The random seed: the same position, options and seed give the same plans.
        worlds: Number of deals of the hidden information; None for `WORLDS`.

    Raises:
        ValueError: For an invalid option, a game that is over or has no evaluation, a greedy policy
            in a game file without the query for it, or an observation of a side that is not to
            move.
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
        raise ArgumentError("the position waits for a roll, expected a decision of a side")
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
