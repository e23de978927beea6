"""Monte Carlo tree search, and what it came to.

The tree grows natively (`eastfront._core.search`); here the options are checked, what a side may
not know is dealt anew, and the statistics get names.
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
"""Simulations of a search that only time ends."""
NODES = 2_000_000
"""Nodes of a tree by default: some 500 MB when the memory is used up."""
MOST_NODES = 2**28
THREADS = 256
"""The most trees, and the most threads."""
EXPLORATION = {"uct": 1.0, "puct": 1.5}
"""The weight of what was seen little, for means that lie between 0 and 1, by formula."""
PRIORS = ("uniform", "busy", "evaluation")
POLICIES = ("random", "busy", "greedy")
DEPTHS = {"part": 1, "phase": 2}
"""Where a cut by name looks in the stack of running procedures."""
WEIGHT = 1000
"""The weight of an action of which nothing is known."""
HEAVIEST = 1_000_000
"""The greatest weight of an action."""


@dataclass(frozen=True)
class ActionStats:
    """What a search found out about one action of its root."""

    action: int
    name: str
    """The action in notation."""
    visits: int
    available: int
    """Visits of the root in which it was legal, counted since it was first tried; where nothing is
    hidden these are all visits."""
    value: Mapping[str, float]
    """What it is worth to each side, from -1 to 1; 0 when it was never tried."""
    prior: float
    """Its share of the prior; the shares of the root's actions add up to 1."""
    proven: Fraction | None
    """Its exact value to the side that acts first in the game, once that is proven."""


@dataclass(frozen=True)
class SearchResult:
    """The statistics of a search. Immutable and picklable; it holds no state and no game."""

    to_move: str
    """The side that acts, or `chance`."""
    best: int
    """The action to take: a proven win, else the one taken most often."""
    best_name: str
    line: tuple[str, ...]
    """The actions that the search expects, in notation, up to the next roll."""
    value: Mapping[str, float]
    """What the position is worth to each side, from -1 to 1."""
    proven: Fraction | None
    """The exact value to the game's first side, once that is proven."""
    actions: tuple[ActionStats, ...]
    """Every action of the root: those taken most often first, those never tried last."""
    simulations: int
    nodes: int
    chance_nodes: int
    """Those among the nodes that wait for a roll or a draw."""
    proven_nodes: int
    transpositions: int
    """How often a new edge led to a position that had a node already."""
    depth: int
    """Actions from the root to the deepest node, rolls among them."""
    mean_depth: float
    worlds: int
    """Deals of what is hidden; 1 where nothing is."""
    seconds: float = field(compare=False)

    @property
    def rate(self) -> float:
        """Simulations a second."""
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
    """Searches a position, or what a side knows of one, for what to do.

    Where the game hides something the side that acts searches what it knows: a state is first
    turned into that side's observation, so that the answer cannot depend on more.

    Args:
        position: A state that is not over, or an observation of the side that acts.
        simulations: At most so many, over all trees; 1000 when no time is given either.
        seconds: At most so long; whichever comes first. A search that time ended can be repeated
            with the simulations that its result names, when it grew one tree. Several trees need
            as many threads, as they share the time.
        seed: What every draw depends on. The same position, options and seed give the same answer
            on every machine.
        trees: Trees grown apart whose counts are added up; the answer depends on their number.
        threads: Threads that grow them; the answer does not depend on it.
        formula: `uct`, or `puct`, in which the prior's shares weigh.
        exploration: The weight of what was seen little, for means between 0 and 1.
        normalize: Whether means are stretched over 0 to 1 around each node before they are
            compared; by default where the program's evaluation stands in for outcomes.
        widening: A decision visited n times has at most ``widening`` · √(n + 1) actions under
            trial; 0 for all at once.
        policy: Who plays on from the edge of the tree: `random` or `busy`.
        cut: How far: None to the end of the game, a number of decisions (0 for none), `phase` to
            the end of the phase, `part` to the end of the part of the sequence of play (a player
            turn). Where play stops the query ``evaluation <side>`` tells the value.
        blend: The weight of the evaluation at the edge itself, from 0 to 1.
        prior: Which actions are tried first: `uniform`, `busy` (passes last) or `evaluation` (by
            the evaluation behind each action).
        priors: Weights of actions at the root, by number or notation; others weigh 1.
        exact: Whether to go for a proof: every action is tried, and what is proven is left alone.
        worlds: Deals of what is hidden, taken in turn by the simulations.
        nodes: Nodes of a tree at most.

    Raises:
        ValueError: For an option without meaning, a game that is over, or an observation of a
            side that does not act.
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
        raise ArgumentError("exact=True: nothing is proven where something is hidden")
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
