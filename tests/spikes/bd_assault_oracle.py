"""Spike oracle: one German group in a Movement Phase, its legs and its chain of mobile assaults.

BD-10.24 to 10.32 with the retreats of BD-11.27, and the split stacks of BD-10.5 to 10.7: once a
unit is left behind, each part of the stack may rest and go on while nobody from another hex moves.
A state is a tuple; the numbers of a battle, the reach and the retreats come from the oracle of the
whole rules. The group is of equal counters, so that a loss or a unit dropped is the first of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from oracle import battle, charts, movement, retreat
from oracle.model import GERMAN, SOVIET, Position

from .plain_board import CHANCE, Step

ROLL, CHOICE, FLEE, LEG, MOVE, OUT = "roll", "bloodbath", "retreat", "leg", "move", "out"
BEFORE, UNDER_WAY, AGAIN = range(3)


class Chain(NamedTuple):
    """A moment of the group's move."""

    where: tuple[tuple[str, str | None], ...]
    group: tuple[str, ...]
    spent: int
    stage: int
    node: str
    target: str = ""
    resting: tuple[tuple[str, int], ...] = ()
    split: bool = False
    started: int = 0
    fought: frozenset[str] = frozenset()


class Oracle:
    """The move of one group over a fixed board."""

    def __init__(self, base: Position, allowance: int, order: Sequence[str]) -> None:
        self.base = base
        self.order = order
        self.allowance = allowance

    def position(self, at: Chain) -> Position:
        """The plain position."""
        out = self.base
        for unit, place in at.where:
            out = out.without([unit]) if place is None else out.moved([unit], place)
        return out

    def successors(self, at: Chain) -> tuple[str, Sequence[Step]]:
        """The acting side, and the state after each action."""
        if at.node == OUT:
            return GERMAN, []
        steps = {
            MOVE: self._move,
            LEG: self._leg,
            ROLL: self._roll,
            CHOICE: self._choice,
            FLEE: self._flee,
        }
        who = {ROLL: CHANCE, FLEE: SOVIET}.get(at.node, GERMAN)
        return who, steps[at.node](at)

    def _leg(self, at: Chain) -> list[Step]:
        pos = self.position(at)
        here, left = pos.where(at.group[0]), self.allowance - at.spent
        reach = movement.reach(
            pos, at.group, passage_stacking=True, points=left, under_way=at.stage != BEFORE
        )
        steps: list[Step] = []
        for h, points in reach.items():
            if h != here:
                gone = self._put(at, at.group, h)
                steps.append((("to", h), gone._replace(spent=at.spent + points, stage=UNDER_WAY)))
        for h in pos.board.neighbours(here):
            cost = movement.mobile_assault_cost(pos, at.group, here, h)
            if isinstance(cost, int) and cost <= left:
                fight = at._replace(
                    spent=at.spent + cost, stage=UNDER_WAY, target=h,
                    fought=at.fought | set(at.group),
                )  # fmt: skip
                steps.append((("assault", h), self._declare(fight)))
        if at.stage == AGAIN:
            steps += [(("with", u), self._again(at, u)) for u in self._mates(at, pos)]
        if at.stage == UNDER_WAY and len(at.group) > 1:
            rest = self._rest(at, at.group[:1])
            steps.append((("drop", at.group[0]), rest._replace(group=at.group[1:], split=True)))
        goes_on = at.split and at.spent > at.started
        steps.append((("stop",), self._over(self._rest(at, at.group) if goes_on else at)))
        return steps

    def _move(self, at: Chain) -> list[Step]:
        """Units that rest with points left may go on (BD-10.6a)."""
        pos, able = self.position(at), [(u, n) for u, n in at.resting if n < self.allowance]
        steps: list[Step] = [(("end-movement",), at._replace(node=OUT))]
        for u in self._unlike(at, pos, able):
            points = dict(able)[u]
            fresh = at._replace(node=LEG, group=(), spent=points, started=points, stage=AGAIN)
            steps.append((("move", u), self._again(fresh, u)))
        return steps

    def _mates(self, at: Chain, pos: Position) -> list[str]:
        """The units that rest in the group's hex with the same points, and come after it."""
        here, last = pos.where(at.group[0]), self.order.index(at.group[-1])
        beside = [
            (u, n)
            for u, n in at.resting
            if n == at.spent and pos.where(u) == here and self.order.index(u) > last
        ]
        return self._unlike(at, pos, beside)

    def _unlike(self, at: Chain, pos: Position, units: Sequence[tuple[str, int]]) -> list[str]:
        """One counter of each place and status."""
        first: dict[tuple[str, int, bool], str] = {}
        for u, n in sorted(units, key=lambda x: self.order.index(x[0])):
            first.setdefault((pos.where(u), n, u in at.fought), u)
        return list(first.values())

    def _rest(self, at: Chain, units: Sequence[str]) -> Chain:
        resting = dict(at.resting) | dict.fromkeys(units, at.spent)
        return at._replace(resting=tuple(sorted(resting.items())))

    def _again(self, at: Chain, unit: str) -> Chain:
        resting = tuple(x for x in at.resting if x[0] != unit)
        return at._replace(group=(*at.group, unit), resting=resting)

    def _over(self, at: Chain) -> Chain:
        """The group has stopped, or is no more."""
        able = any(n < self.allowance for _, n in at.resting)
        return at._replace(group=(), target="", node=MOVE if able else OUT)

    def _column(self, at: Chain) -> int:
        pos = self.position(at)
        return battle.strengths(pos, at.group, at.target, battle.MOBILE).column

    def _declare(self, at: Chain) -> Chain:
        column = self._column(at)
        if column > battle.HIGHEST:
            return self._won(self._lose(at, self._defenders(at)))
        if column < battle.LOWEST:
            return self._over(self._lose(at, at.group))
        return at._replace(node=ROLL)

    def _roll(self, at: Chain) -> list[Step]:
        results = charts.combat_results(battle.column_name(self._column(at)))
        after = {
            "AS": lambda: at._replace(node=LEG, target=""),
            "AE": lambda: self._over(self._lose(at, at.group)),
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
        return self._won(after) if left else self._over(after)

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
        """BD-10.29a: into the hex, and on with the remaining points."""
        inside = self._put(at, at.group, at.target)
        return inside._replace(node=LEG, target="")

    def _defenders(self, at: Chain) -> list[str]:
        return self.position(at).occupants(at.target, SOVIET)

    def _lose(self, at: Chain, units: Sequence[str]) -> Chain:
        return self._put(at, units, None)

    def _put(self, at: Chain, units: Sequence[str], place: str | None) -> Chain:
        where = dict(at.where) | dict.fromkeys(units, place)
        return at._replace(where=tuple(sorted(where.items())))
