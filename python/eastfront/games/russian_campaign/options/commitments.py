"""The Russian Campaign, 28.6.III: variants in which a side commits itself elsewhere, or not.

Each is an option, and with it a side is asked before the turn that the variant names.
"""

from __future__ import annotations

from typing import Any, ClassVar

from eastfront.cached import cached_property
from eastfront.program import *
from eastfront.systems.sections import rule, value

from ..board import AXIS, turn_of
from ..section import OptionalRule

GOERING_CORPS = "GE:pz:hg"

INVASION = turn_of(1941, "may")
"""The turn with which the campaign begins."""


class Commitments(OptionalRule):
    """What the variants of 28.6.III have in common."""

    names = (
        "tunisia",
        "bulge",
        "mediterranean",
        "mediterranean-mud",
        "russian-reaction",
        "italian-sellout",
        "japanese-gambit",
    )
    """The variants of which each may be triggered (TRC-28.6.IIIa)."""
    rests_on = ("TRC-28.6.IIIa",)

    def ask(self, kind: str, chosen: Int, rule: str, side: int) -> None:
        """TRC-28.6.IIIa: a side activates an option, or does without it."""
        applied("TRC-28.6.IIIa")
        with decide(kind, side, rule) as d:
            with d.option("activate"):
                assign(chosen, 1, rule)
            with d.option("refrain", passes=True):
                note(f"{kind} declined", self.turn)

    @rule(lambda _, why: why)
    def italy_leaves(self, why: str) -> None:
        """Every Italian unit leaves the game."""
        italians = self.nation["italian"] - units_at("counters")
        self.leave(italians, "removed", why)
        self.zones.settle()

    @value
    def africa_held(self, now: Int) -> Int:
        """Whether Africa can be given up, at a time when it may be."""
        return now

    @value
    def oil_flows(self, at_war: Int) -> Int:
        """Whether the Axis draws on the wells of Rumania, which may be neutral."""
        return at_war

    def goering_comes(self, rule: str) -> None:
        """A corps that waits to be called to Warsaw comes over the edge of the map instead."""
        corps = one_unit(self.unit(GOERING_CORPS)) & units_at("later")
        self.arrivals.come_back(corps, rule)


class Commitment(OptionalRule):
    """A variant that a side activates, or does without."""

    asked: ClassVar[str]
    """The kind of decision."""
    committed: ClassVar[str]
    """The variable in which it stands."""
    from_invasion: ClassVar[bool] = False
    """Whether it is played only in a game that would begin with the invasion."""
    commitments: Commitments

    @classmethod
    def played(cls, game: Any) -> bool:
        """TRC-28.6.IIIa: whether it is chosen, in a game that begins when it has to."""
        begins = game.data.setup["first_turn"] == INVASION
        return (begins or not cls.from_invasion) and super().played(game)

    @cached_property
    def chosen(self) -> Int:
        """1 when it was activated."""
        return self.b.variable(self.committed, Life.GAME, 0, limits=(0, 1))

    @property
    def active(self) -> Int:
        """Whether it was activated."""
        return self.chosen == 1

    def active_in(self, turn: int) -> Int:
        """Whether it was activated, and a turn has come in which that matters."""
        return (self.turn == turn) & self.active

    def ask(self, side: int = AXIS) -> None:
        """A side decides on it, by the first of the rules that it rests on."""
        self.commitments.ask(self.asked, self.chosen, self.rests_on[0], side)
