"""Spike oracle: one German group in a Movement Phase, its legs and its chain of mobile assaults.

BD-10.24 to 10.32 with the retreats of BD-11.27. A state is a tuple; the numbers of a battle, the
reach and the retreats come from the oracle of the whole rules. The group is of equal counters, so
that a loss or a unit dropped is the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from oracle import battle, charts, movement, retreat
from oracle.model import GERMAN, SOVIET, Position

from .plain_board import CHANCE, Step

ROLL, CHOICE, FLEE, LEG, OUT = "roll", "bloodbath", "retreat", "leg", "out"


class Chain(NamedTuple):
    """A moment of the group's move."""

    where: tuple[tuple[str, str | None], ...]
    group: tuple[str, ...]
    spent: int
    under_way: bool
    node: str
    target: str = ""


class Oracle:
    """The move of one group over a fixed board."""

    def __init__(self, base: Position, allowance: int) -> None:
        self.base = base
        self.allowance = allowance

    def position(self, at: Chain) -> Position:
        """The plain position."""
        out = self.base
        for unit, place in at.where:
            out = out.without([unit]) if place is None else out.moved([unit], place)
        return out

    def successors(self, at: Chain) -> tuple[str, Sequence[Step]]:
        """Who acts, and what follows each action."""
        if at.node == OUT or not at.group:
            return GERMAN, []
        steps = {LEG: self._leg, ROLL: self._roll, CHOICE: self._choice, FLEE: self._flee}
        who = {ROLL: CHANCE, FLEE: SOVIET}.get(at.node, GERMAN)
        return who, steps[at.node](at)

    def _leg(self, at: Chain) -> list[Step]:
        pos = self.position(at)
        here, left = pos.where(at.group[0]), self.allowance - at.spent
        reach = movement.reach(
            pos, at.group, passage_stacking=True, points=left, under_way=at.under_way
        )
        steps: list[Step] = []
        for h, points in reach.items():
            if h != here:
                gone = self._put(at, at.group, h)
                steps.append((("to", h), gone._replace(spent=at.spent + points, under_way=True)))
        for h in pos.board.neighbours(here):
            cost = movement.mobile_assault_cost(pos, at.group, here, h)
            if isinstance(cost, int) and cost <= left:
                fight = at._replace(spent=at.spent + cost, under_way=True, target=h)
                steps.append((("assault", h), self._declare(fight)))
        if at.under_way and len(at.group) > 1:
            steps.append((("drop", at.group[0]), at._replace(group=at.group[1:])))
        steps.append((("stop",), at._replace(node=OUT)))
        return steps

    def _column(self, at: Chain) -> int:
        pos = self.position(at)
        return battle.strengths(pos, at.group, at.target, battle.MOBILE).column

    def _declare(self, at: Chain) -> Chain:
        column = self._column(at)
        if column > battle.HIGHEST:
            return self._won(self._lose(at, self._defenders(at)))
        if column < battle.LOWEST:
            return self._lose(at, at.group)._replace(group=(), node=OUT)
        return at._replace(node=ROLL)

    def _roll(self, at: Chain) -> list[Step]:
        results = charts.combat_results(battle.column_name(self._column(at)))
        after = {
            "AS": lambda: at._replace(node=LEG, target=""),
            "AE": lambda: self._lose(at, at.group)._replace(group=(), node=OUT),
            "DE": lambda: self._won(self._lose(at, self._defenders(at))),
            "DR": lambda: self._fled(at),
            "BB": lambda: at._replace(node=CHOICE),  # 5.16
        }
        return [(("roll", die), after[r]()) for die, r in enumerate(results, 1)]

    def _choice(self, at: Chain) -> list[Step]:
        return [
            (("force-retreat",), self._fled(at)),
            (("keep-bloodbath",), self._bloodbath(at)),
        ]

    def _bloodbath(self, at: Chain) -> Chain:
        pos, given, left = self.position(at), 0, list(at.group)
        lost = battle.defence_total(pos, at.group, at.target, battle.MOBILE)
        after = self._lose(at, self._defenders(at))
        while given < lost and left:
            given += pos.unit(left[0]).attack
            after = self._lose(after, [left.pop(0)])
        after = after._replace(group=tuple(left))
        return self._won(after) if left else after._replace(node=OUT)

    def _fled(self, at: Chain) -> Chain:
        if self._ways(at):
            return at._replace(node=FLEE)
        return self._won(self._lose(at, self._defenders(at)))

    def _ways(self, at: Chain) -> frozenset[str]:
        pos = self.position(at)
        launch = {pos.where(at.group[0])}
        return retreat.legal_retreats(pos, self._defenders(at), launch).whole

    def _flee(self, at: Chain) -> list[Step]:
        units = self._defenders(at)
        ways = self._ways(at)
        return [(("retreat-to", h), self._won(self._put(at, units, h))) for h in ways]

    def _won(self, at: Chain) -> Chain:
        """BD-10.29a: into the hex, and on with what is left."""
        inside = self._put(at, at.group, at.target)
        return inside._replace(node=LEG, target="")

    def _defenders(self, at: Chain) -> list[str]:
        return self.position(at).occupants(at.target, SOVIET)

    def _lose(self, at: Chain, units: Sequence[str]) -> Chain:
        return self._put(at, units, None)

    def _put(self, at: Chain, units: Sequence[str], place: str | None) -> Chain:
        where = dict(at.where) | dict.fromkeys(units, place)
        return at._replace(where=tuple(sorted(where.items())))
