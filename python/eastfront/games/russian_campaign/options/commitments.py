"""The Russian Campaign, 28.6.III: variants in which a side may commit itself elsewhere.

Each is an option; with it a side decides before the turn that the variant names.
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
"""The first turn of the campaign."""


class Commitments(OptionalRule):
    """The common part of the variants of 28.6.III."""

    names = (
        "tunisia",
        "bulge",
        "mediterranean",
        "mediterranean-mud",
        "russian-reaction",
        "italian-sellout",
        "japanese-gambit",
    )
    """The variants that may be activated (TRC-28.6.IIIa)."""
    rests_on = ("TRC-28.6.IIIa",)

    def ask(self, kind: str, chosen: Int, rule: str, side: int) -> None:
        """Offers a side to activate an option or to decline it (TRC-28.6.IIIa)."""
        applied("TRC-28.6.IIIa")
        with decide(kind, side, rule) as d:
            with d.option("activate"):
                assign(chosen, 1, rule)
            with d.option("refrain", passes=True):
                note(f"{kind} declined", self.turn)

    @rule(lambda _, why: why)
    def italy_leaves(self, why: str) -> None:
        """Removes all Italian units from the game."""
        italians = self.nation["italian"] - units_at("counters")
        self.leave(italians, "removed", why)
        self.zones.settle()

    @value
    def africa_held(self, now: Int) -> Int:
        """Whether Africa can be given up now."""
        return now

    @value
    def oil_flows(self, at_war: Int) -> Int:
        """Whether the Axis receives armor for the wells of Rumania, which may be neutral."""
        return at_war

    def goering_comes(self, rule: str) -> None:
        """Brings in the Hermann Goering corps of the Warsaw garrison, not yet released, at the map
        edge."""
        corps = one_unit(self.unit(GOERING_CORPS)) & units_at("later")
        self.arrivals.come_back(corps, rule)


class Commitment(OptionalRule):
    """A variant that a side activates or declines."""

    asked: ClassVar[str]
    """The kind of decision."""
    committed: ClassVar[str]
    """The variable that records the decision."""
    from_invasion: ClassVar[bool] = False
    """Whether it requires a game that begins with the invasion."""
    commitments: Commitments

    @classmethod
    def played(cls, game: Any) -> bool:
        """TRC-28.6.IIIa: whether it is chosen, in a game with the required beginning."""
        begins = game.data.setup["first_turn"] == INVASION
        return (begins or not cls.from_invasion) and super().played(game)

    @cached_property
    def chosen(self) -> Int:
        """1 if it was activated."""
        return self.b.variable(self.committed, Life.GAME, 0, limits=(0, 1))

    @property
    def active(self) -> Int:
        """Whether it was activated."""
        return self.chosen == 1

    def active_in(self, turn: int) -> Int:
        """Whether it was activated and the turn is a given one."""
        return (self.turn == turn) & self.active

    def ask(self, side: int = AXIS) -> None:
        """Offers a side to activate the variant, by the first rule on which the variant rests."""
        self.commitments.ask(self.asked, self.chosen, self.rests_on[0], side)
