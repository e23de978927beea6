"""The Russian Campaign, 28.6.III: the Alternative Strategic Scenarios, variants that a side may
activate in play.

Each variant is an option. With the option in the game, a side decides in the turn that the variant
names whether to activate the variant.
"""

from __future__ import annotations

from typing import Any, ClassVar

from eastfront.cached import cached_property
from eastfront.program import *
from eastfront.systems.sections import rule, value

from ..board import AXIS, turn_of
from ..section import OptionalRule

GOERING_CORPS = "GE:pz:hg"
"""The Hermann Goering panzer corps."""

INVASION = turn_of(1941, "may")
"""The first turn of the campaign, May/June 1941."""


class Commitments(OptionalRule):
    """The common part of the Alternative Strategic Scenarios (28.6.III)."""

    names = (
        "tunisia",
        "bulge",
        "mediterranean",
        "mediterranean-mud",
        "russian-reaction",
        "italian-sellout",
        "japanese-gambit",
    )
    """The options whose variants a side may activate, each on the turn that the variant names, in
    any combination (TRC-28.6.IIIa)."""
    rests_on = ("TRC-28.6.IIIa",)  # a side may activate a variant on the turn that it names

    def ask(self, kind: str, chosen: Int, rule: str, side: int) -> None:
        """Offers a side to activate a variant or to decline, in a decision named `kind` and by
        `rule` (TRC-28.6.IIIa). The variable `chosen` becomes 1 if the side activates the
        variant."""
        applied("TRC-28.6.IIIa")
        with decide(kind, side, rule) as d:
            with d.option("activate"):
                assign(chosen, 1, rule)
            with d.option("refrain", passes=True):
                note(f"{kind} declined", self.turn)

    @rule(lambda _, why: why)
    def italy_leaves(self, why: str) -> None:
        """Removes all Italian units from the game, by the rule `why` of a variant in which Italy
        takes no part (28.6.III.MDg, ISd, TTb)."""
        italians = self.nation["italian"] - units_at("counters")
        self.leave(italians, "removed", why)
        self.zones.settle()

    @value
    def africa_held(self, now: Int) -> Int:
        """Says whether the Axis can give up Tunisia now: it can if `now` is 1, when the turn for
        that decision has come, unless an option forbids it."""
        return now

    @value
    def oil_flows(self, at_war: Int) -> Int:
        """Says whether the Axis receives a replacement for the oil wells of Rumania: it does if
        `at_war` is 1, once Rumania has entered the war, or by an option earlier."""
        return at_war

    def goering_comes(self, rule: str) -> None:
        """Brings in the Hermann Goering corps at the map edge, by `rule`, unless the corps has
        already been released from the garrison of Warsaw."""
        corps = one_unit(self.unit(GOERING_CORPS)) & units_at("later")
        self.arrivals.come_back(corps, rule)


class Commitment(OptionalRule):
    """The base class of a variant that a side activates or declines (28.6.III)."""

    asked: ClassVar[str]
    """The kind of the decision whether to activate the variant."""
    committed: ClassVar[str]
    """The name of the variable that is 1 once the variant is activated."""
    from_invasion: ClassVar[bool] = False
    """Whether the variant is possible only in a game that begins with the invasion."""
    commitments: Commitments

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the variant can be activated: it is chosen as an option, and the game begins
        as the variant requires (TRC-28.6.IIIa)."""
        begins = game.data.setup["first_turn"] == INVASION
        return (begins or not cls.from_invasion) and super().played(game)

    @cached_property
    def chosen(self) -> Int:
        """The variable that is 1 once the variant is activated."""
        return self.b.variable(self.committed, Life.GAME, 0, limits=(0, 1))

    @property
    def active(self) -> Int:
        """Says whether the variant has been activated."""
        return self.chosen == 1

    def active_in(self, turn: int) -> Int:
        """Says whether the variant has been activated and the present turn is the one with the
        number `turn`."""
        return (self.turn == turn) & self.active

    def ask(self, side: int = AXIS) -> None:
        """Offers a side to activate the variant or to decline, by the rule whose id is the first in
        `rests_on`."""
        self.commitments.ask(self.asked, self.chosen, self.rests_on[0], side)
