"""Monte Carlo tree search and its statistics.

The tree grows natively (`eastfront._core.search`); this module checks the options, deals hidden
information at random, and names the statistics.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from eastfront import _core
from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked, of_one_position, within
from eastfront.positions.observation import Observation

from .roots import evaluates, roots_of

UNBOUNDED = 2**62
"""The number of simulations of a search that only time limits."""
NODES = 2_000_000
"""Default maximum number of nodes of a tree: some 500 MB when all are used."""
MOST_NODES = 2**28
THREADS = 256
"""Maximum number of trees, and of threads."""
EXPLORATION = {"uct": 1.0, "puct": 1.5}
"""For each formula that selects actions in the tree, UCT and PUCT: the default of its exploration
constant, for means between 0 and 1."""
PRIORS = ("uniform", "busy", "evaluation")
POLICIES = ("random", "busy", "greedy")
DEPTHS = {"part": 1, "phase": 2}
"""The values of the option `cut` that end a rollout with a part of the sequence of play, or with a
phase. The number of each is a depth in the stack of running procedures: the rollout ends when the
procedure at this depth ends."""
WEIGHT = 1000
"""The engine's whole number for the weight 1 of an action in the option `priors`: the weight of an
action that the option does not name."""
HEAVIEST = 1_000_000
"""The largest weight of an action, as a number of the engine: 1000 in the option `priors`."""


@dataclass(frozen=True)
class ActionStats:
    """The statistics of one action at the root, the position that is searched."""

    action: int
    name: str
    """The action in notation."""
    visits: int
    available: int
    """Visits of the root in which the action was legal, counted from its first trial; without
    hidden information these are all visits."""
    value: Mapping[str, float]
    """The action's mean value to each side, from -1 to 1; 0 if it was never tried."""
    prior: float
    """The action's prior probability; the sum over the root's actions is 1."""
    proven: Fraction | None
    """The action's exact value to the game's first side, from -1 (lost) to 1 (won); None if the
    search has not proven it."""


@dataclass(frozen=True)
class SearchResult:
    """The statistics of a search. They are immutable and can be pickled; they hold no state and no
    game."""

    to_move: str
    """The side to move, or `chance`."""
    best: int
    """The recommended action: a proven win, else the most visited one."""
    best_name: str
    line: tuple[str, ...]
    """The principal variation, in notation, up to the next roll."""
    value: Mapping[str, float]
    """The value of the position to each side, from -1 to 1."""
    proven: Fraction | None
    """The exact value of the position to the game's first side, from -1 (lost) to 1 (won); None if
    the search has not proven it."""
    actions: tuple[ActionStats, ...]
    """Every action of the root: the recommended one first, the others from the most visited on."""
    simulations: int
    nodes: int
    chance_nodes: int
    """The number of chance nodes among the nodes."""
    proven_nodes: int
    transpositions: int
    """The number of times that a new edge of the tree led to a position that already had a node."""
    depth: int
    """The number of actions from the root to the deepest node, rolls included."""
    mean_depth: float
    worlds: int
    """Number of deals of the hidden information; 1 without hidden information."""
    seconds: float = field(compare=False)

    @property
    def rate(self) -> float:
        """The number of simulations a second."""
        return self.simulations / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        sides = ", ".join(f"{side} {value:+.3f}" for side, value in self.value.items())
        lines = [
            f"{self.best_name}  ({sides}{', proven' if self.proven is not None else ''})",
            f"{self.simulations} simulations, {self.nodes} nodes ({self.chance_nodes} chance), "
            f"depth {self.depth}, {self.rate:,.0f}/s",
            f"line: {' '.join(self.line)}",
        ]
        for a in self.actions[:10]:
            worth = a.value.get(self.to_move, next(iter(a.value.values())))
            lines.append(f"  {a.name:24} {a.visits:8}  {worth:+.3f}  prior {a.prior:.3f}")
        return "\n".join(lines)


@of_one_position
@checked
def mcts(
    position: State | Observation,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    trees: int = 1,
    threads: int = 1,
    formula: str = "uct",
    exploration: float | None = None,
    normalize: bool | None = None,
    widening: int = 4,
    policy: str = "busy",
    cut: int | str | None = None,
    blend: float = 0.0,
    prior: str = "busy",
    priors: Mapping[int | str, float] | None = None,
    exact: bool = False,
    worlds: int | None = None,
    nodes: int = NODES,
) -> SearchResult:
    """Searches a position, or a side's observation of a position, for the best action.

    In a game with hidden information, a state is first reduced to the observation of the side to
    move, so that the answer cannot depend on hidden information.

    Args:
        position: A state that is not over, or an observation of the side to move.
        simulations: Maximum number, over all trees; 1000 if no time is given either.
        seconds: Maximum time; the search ends at the first limit reached. A search ended by time
            can be repeated with the number of simulations in its result if it grew one tree.
            Several trees need as many threads, as they share the time.
        seed: The random seed. The same position, options and seed give the same answer on every
            machine.
        trees: Number of independent trees, whose counts are summed; it affects the answer.
        threads: Number of threads that grow the trees; it does not affect the answer.
        formula: `uct`, or `puct`, which weighs actions by their prior.
        exploration: The exploration constant, for means between 0 and 1; None for the default of
            the formula.
        normalize: True if the means at each node are rescaled to the range 0 to 1 before they are
            compared; None for True if `cut` or `blend` uses the game's evaluation, else False.
        widening: Progressive widening: a decision visited n times has at most ``widening`` · √(n +
            1) actions under trial; 0 for all at once.
        policy: The rollout policy from the leaves of the tree: `random`, `busy` or `greedy`.
        cut: The length of rollouts: None to the end of the game, a number of decisions (0 for
            none), `phase` to the end of the phase, `part` to the end of the part of the sequence of
            play (a player turn). The query ``evaluation <side>`` gives the value at a cut.
        blend: The weight of the evaluation at the leaf itself, from 0 to 1.
        prior: Which actions are tried first: `uniform`, `busy` (passes last) or `evaluation` (by
            the evaluation after each action).
        priors: Weights of actions at the root, by number or notation; other actions weigh 1.
        exact: True to search for a proof: every action is tried, and proven nodes are not
            visited again.
        worlds: Number of deals of the hidden information; the simulations use them in turn.
        nodes: Maximum number of nodes of a tree.

    Raises:
        ValueError: For an invalid option, a game that is over, or an observation of a side that is
            not to move.
    """
    game = position.game
    count, time = _budget(simulations, seconds)
    rated = evaluates(game)
    if not rated and (cut is not None or blend or prior == "evaluation"):
        raise ArgumentError(
            f"{game.id} has no query `evaluation {game.sides[0]}`, which cut, blend and "
            "prior='evaluation' need; play on to the end with cut=None"
        )
    roots, hidden = roots_of(position, worlds, count, seed)
    if exact and hidden:
        raise ArgumentError("exact=True, expected False in a game with hidden information")
    _check(formula, policy, prior, exploration, widening, blend, trees, threads, nodes)
    if time is not None and trees > threads:
        raise ArgumentError(
            f"seconds={time} with trees={trees}: expected as many threads, not {threads}"
        )
    weights = _weights(game, roots[0], priors)
    options: dict[str, Any] = {
        "simulations": count,
        "seconds": time,
        "seed": seed % 2**64,
        "trees": trees,
        "threads": threads,
        "formula": formula,
        "exploration": EXPLORATION[formula] if exploration is None else float(exploration),
        "normalize": cut is not None or blend > 0 if normalize is None else normalize,
        "widening": widening,
        "policy": policy,
        "cut": _cut(cut),
        "blend": round(blend * 1000),
        "prior": prior,
        "weights": weights,
        "exact": exact,
        "hidden": hidden,
        "nodes": nodes,
    }
    found = _core.search(roots, options)
    return _result(game, roots, found)


# -- what is asked --------------------------------------------------------------------------------


def _budget(simulations: int | None, seconds: float | None) -> tuple[int, float | None]:
    if simulations is not None:
        within("simulations", simulations, 1, UNBOUNDED)
    if seconds is not None and not 0 < seconds < 1e9:
        raise ArgumentError(f"seconds={seconds}, expected a positive number")
    if simulations is None:
        return (1000 if seconds is None else UNBOUNDED), seconds
    return simulations, seconds


def _check(
    formula: str,
    policy: str,
    prior: str,
    exploration: float | None,
    widening: int,
    blend: float,
    trees: int,
    threads: int,
    nodes: int,
) -> None:
    named = (
        ("formula", formula, tuple(EXPLORATION)),
        ("policy", policy, POLICIES),
        ("prior", prior, PRIORS),
    )
    for what, found, known in named:
        if found not in known:
            raise ArgumentError(f"{what}={found!r}, expected one of {', '.join(known)}")
    if exploration is not None and not 0 <= exploration < 1e6:
        raise ArgumentError(f"exploration={exploration}, expected a number from 0")
    if not 0 <= blend <= 1:
        raise ArgumentError(f"blend={blend}, expected a number from 0 to 1")
    within("widening", widening, 0, 2**32 - 1)
    within("trees", trees, 1, THREADS)
    within("threads", threads, 1, THREADS)
    within("nodes", nodes, 1, MOST_NODES)


def _cut(cut: int | str | None) -> tuple[str, int]:
    match cut:
        case None:
            return "end", 0
        case int() if 0 <= cut < 2**32:
            return "decisions", cut
        case str() if cut in DEPTHS:
            return "procedure", DEPTHS[cut]
    names = ", ".join(DEPTHS)
    raise ArgumentError(f"cut={cut!r}, expected None, a number of decisions from 0, or {names}")


def _weights(
    game: Game, root: State, priors: Mapping[int | str, float] | None
) -> list[tuple[int, int]]:
    if not priors:
        return []
    out = dict.fromkeys(root.legal_actions.list(), WEIGHT)
    for name, weight in priors.items():
        action = game.parse(name) if isinstance(name, str) else name
        if action not in out:
            raise ArgumentError(f"priors: `{name}` is not among the legal actions")
        if not 0 <= weight <= HEAVIEST / WEIGHT:
            raise ArgumentError(f"priors: {weight} for `{name}`, expected a number from 0 to 1000")
        out[action] = round(weight * WEIGHT)
    return sorted(out.items())


# -- what was found -------------------------------------------------------------------------------


def _result(game: Game, roots: Sequence[State], found: Mapping[str, Any]) -> SearchResult:
    whole = sum(weight for _, _, weight, _ in found["actions"]) or 1

    def stats(row: tuple[Any, ...]) -> ActionStats:
        (action, visits, available), value, weight, proven = row
        return ActionStats(
            action=action,
            name=game.notation(action),
            visits=visits,
            available=available,
            value=_by_side(game, value),
            prior=weight / whole,
            proven=None if proven is None else Fraction(*proven),
        )

    actions = [stats(row) for row in found["actions"]]
    best = actions[found["best"]]
    proven = found["proven"]
    return SearchResult(
        to_move=str(roots[0].to_move),
        best=best.action,
        best_name=best.name,
        line=tuple(game.notation(a) for a in found["line"]),
        value=_by_side(game, found["value"]),
        proven=None if proven is None else Fraction(*proven),
        actions=tuple(sorted(actions, key=lambda a: (a.action != best.action, -a.visits))),
        simulations=found["simulations"],
        nodes=found["nodes"],
        chance_nodes=found["chance_nodes"],
        proven_nodes=found["proven_nodes"],
        transpositions=found["transpositions"],
        depth=found["depth"],
        mean_depth=found["steps"] / max(1, found["simulations"]),
        worlds=len(roots),
        seconds=found["seconds"],
    )


def _by_side(game: Game, millionths: int) -> dict[str, float]:
    first, second = game.sides
    return {first: millionths / 1e6, second: -millionths / 1e6}
