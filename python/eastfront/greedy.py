"""A bot that looks one action ahead.

Each action is tried on a sample of the position; what it sets going is played on by a plain habit
until the next quiet decision, the dice averaged once, and the rules' own query ``value`` tells what
came of it. Moves that change nothing yet are judged by how near they bring the mover to the cities
that matter.
"""

from __future__ import annotations

import random
from functools import lru_cache

from ._core import Game, IllegalAction, State
from .bots import View
from .commander import guided
from .game import document
from .guided import Guided

QUIET = frozenset({"movement", "leg", "prepared assault", "strategic movement", "rvgk", "battle"})
"""Decisions at which a look ahead stops."""
LONGEST = 24
"""Actions that a look ahead plays at most."""
WIDEST = 48
"""Actions of one decision that are tried; of more, so many are drawn."""
SCALE = 16
"""What a point of value weighs against a hex of distance."""
THREAT = 2
"""Hexes from an enemy within which a city of one's own is a goal."""


class Ground:
    """Distances on the map of a game, and its cities."""

    def __init__(self, game: Game) -> None:
        file = document(game)
        grid, self.names = file["grid"], file["hex_names"]
        self.index = {name: i for i, name in enumerate(self.names) if name}
        facts = file["hex_facts"]
        self.cities = [i for i, fact in enumerate(facts) if "city" in fact.split()]
        self._at: list[tuple[int, int]] = []
        for i in range(len(self.names)):
            row, column = divmod(i, grid["width"])
            lag = (row + 1) // 2 if grid["shifted_parity"] == 0 else row // 2
            self._at.append((column - lag, row))

    def distance(self, a: int, b: int) -> int:
        """Hexes between two hexes, given by their indices."""
        (q, r), (p, s) = self._at[a], self._at[b]
        return max(abs(q - p), abs(r - s), abs(q + r - p - s))

    def nearest(self, a: int, goals: list[int]) -> int:
        """Hexes to the nearest of some goals; 0 when there are none."""
        return min((self.distance(a, goal) for goal in goals), default=0)


@lru_cache(maxsize=16)
def ground(game: Game) -> Ground:
    """The ground of a game."""
    return Ground(game)


class Greedy:
    """Picks the action after which its side stands best, as far as it can see."""

    def __init__(self, seed: int = 0, free_setup: bool = False) -> None:
        self._rng = random.Random(seed)
        self._free_setup = free_setup
        self._goals: tuple[object, list[int]] = (None, [])
        self._guided = Guided(self._rng)

    def __call__(self, view: View) -> int:
        """Picks one of the legal actions of a view."""
        names = {view.notation(a): a for a in view.legal}
        if view.decision == "set-up" and "free" in names:
            return names["free" if self._free_setup else "automatic"]
        board = view.sample(self._rng)
        if guided(view.game):
            planned = self._guided.choose(view, board)
            if planned is not None:
                return planned
        if view.decision == "placement":
            return self._deploy(view, board)
        sign = 1 if view.side == view.game.sides[0] else -1
        goals = self._goals_of(board, view.side)
        tried = view.legal
        if len(tried) > WIDEST:
            tried = self._rng.sample(tried, WIDEST) + sorted(view.passes)
        scores = {a: self._score(board, a, sign, goals) for a in tried}
        best = max(scores.values())
        ties = [a for a in tried if scores[a] == best]
        deeds = [a for a in ties if a not in view.passes]
        if view.decision == "leg" and len(deeds) < len(ties):
            return next(a for a in ties if a in view.passes)
        return self._rng.choice(deeds or ties)

    # -- worth ------------------------------------------------------------------------------

    def _score(self, board: State, action: int, sign: int, goals: list[int]) -> float:
        """What an action comes to for the side; it is taken back again."""
        legs = board.decision == "leg" and not guided(board.game)
        movers = board.units_with("moving") if legs else []
        try:
            board.push(action)
        except IllegalAction:
            return float("-inf")  # what this deal of the hidden units does not allow
        worth = sign * SCALE * self._worth(board, dice=1)
        if movers and goals:
            field = ground(board.game)
            at = field.index.get(board.place(movers[0]))
            if at is not None:
                worth -= field.nearest(at, goals)
        board.pop()
        return worth

    def _worth(self, board: State, dice: int) -> float:
        """The value at the next quiet decision, averaged over so many rolls; taken back again."""
        done, worth = 0, None
        while done < LONGEST and not board.is_over and board.decision not in QUIET:
            if board.to_move == "chance" and dice > 0:
                worth = self._average(board, dice)
                break
            legal = board.legal_actions
            middle = len(legal) // 2 if board.to_move == "chance" else 0
            board.push(legal[middle])
            done += 1
        if worth is None:
            worth = _value(board)
        for _ in range(done):
            board.pop()
        return worth

    def _average(self, board: State, dice: int) -> float:
        total = 0.0
        for action, chance in board.chance_outcomes():
            board.push(action)
            total += chance * self._worth(board, dice - 1)
            board.pop()
        return total

    # -- goals ------------------------------------------------------------------------------

    def _goals_of(self, board: State, side: str) -> list[int]:
        """The cities to take, and those of its own that a side must look to."""
        here = (board.game.digest, side, board.stack[:3], _turn(board))
        if self._goals[0] != here:
            self._goals = (here, _goals(board, side))
        return self._goals[1]

    # -- set-up -----------------------------------------------------------------------------

    def _deploy(self, view: View, board: State) -> int:
        """Where the next unit goes: the strong ones massed, the others spread along the front."""
        game, field = view.game, ground(view.game)
        units = document(game)["units"]
        unit = units["names"].index(board.units_at("pool")[0])
        attack = next(c["values"] for c in units["attrs"] if c["name"] == "attack")
        side = units["side"][unit]
        strong = sorted((attack[u] for u, s in enumerate(units["side"]) if s == side), reverse=True)
        striker = attack[unit] >= strong[len(strong) // 4]
        enemies = {
            field.index[place]
            for u, place in enumerate(board.places().values())
            if units["side"][u] != side and place in field.index
        }
        goals = _goals(board, view.side)

        def rank(action: int) -> tuple[int, int, float]:
            name = view.notation(action).rpartition(" ")[2]
            at = field.index[name]
            front = min(3, field.nearest(at, sorted(enemies)))
            stack = len(board.units_at(name))
            far = field.nearest(at, goals)
            tie = self._rng.random()
            if striker:
                return front, far + (stack >= 3) * 2, tie
            return stack + 2 * (front - 1), far, tie

        return min(view.legal, key=rank)


def _value(board: State) -> float:
    """What the position is worth to the first side."""
    if board.is_over:
        return 1000 * board.returns()[0]
    return float(board.ask("value"))


def _turn(board: State) -> int:
    return board.var("turn")


def _goals(board: State, side: str) -> list[int]:
    """The enemy's cities, and a side's own within reach of an enemy unit."""
    game = board.game
    field = ground(game)
    number = game.sides.index(side)
    own = {field.index[name] for name in board.ask("control", number)}
    sides = document(game)["units"]["side"]
    enemies = [
        field.index[place]
        for u, place in enumerate(board.places().values())
        if sides[u] != number and place in field.index
    ]
    return [
        city
        for city in field.cities
        if city not in own or (enemies and field.nearest(city, enemies) <= THREAT)
    ]
