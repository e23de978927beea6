"""The Russian Campaign, 28.7: the political chits, drawn from one cup or agreed on.

With the option ``chits`` each side draws one of six chits before anybody sets up. The other side
does not see it until its effect begins, at the moment that the rulebook states: nobody has to say
then that he plays it, and nobody keeps it back. With ``chit-german=2`` or ``chit-russian=4`` a chit
is agreed on instead, and open from the start.

A chit is a counter: in the cup, in one side's hand, or shown. What is in the cup and in the other
hand is hidden; a chit that neither side has been dealt is known to neither, but nothing ever asks
for it.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variables
from eastfront.systems.rules import Rules
from eastfront.systems.sections import step

from .board import AXIS, RUSSIAN
from .calendar import Calendar
from .section import OptionalRule
from .units import Counter

CHITS = range(1, 7)
"""The numbers of the chits (TRC-28.7a)."""

WORDS = ("german", "russian")
"""What the chits of the sides are called."""

BEFORE_SET_UP = ((AXIS, 1), (AXIS, 2), (RUSSIAN, 1), (RUSSIAN, 3), (RUSSIAN, 4), (RUSSIAN, 6))
"""The chits that are shown before anybody sets up."""

RULES_OF = {
    (AXIS, 1): "TRC-28.7.G1a",
    (AXIS, 2): "TRC-28.7.G2a",
    (AXIS, 3): "TRC-28.7.G3a",
    (AXIS, 4): "TRC-28.7.G4a",
    (AXIS, 5): "TRC-28.7.G5a",
    (AXIS, 6): "TRC-28.7.G6b",
    (RUSSIAN, 1): "TRC-28.7.R1a",
    (RUSSIAN, 2): "TRC-28.7.R2a",
    (RUSSIAN, 3): "TRC-28.7.R3c",
    (RUSSIAN, 4): "TRC-28.7.R4a",
    (RUSSIAN, 5): "TRC-28.7.R5a",
    (RUSSIAN, 6): "TRC-28.7.R6a",
}
"""The rule that says when a chit is shown."""


class ChitDraw(OptionalRule):
    """The chits in cup and hands, when they are drawn."""

    shown = variables("{} chit shown", Life.GAME, limits=(0, 6), each=WORDS)

    @property
    def draws(self) -> bool:
        """Whether chits are drawn."""
        return self.option("chits") and in_force("TRC-28.7a")

    @step
    def prepare(self) -> None:
        """TRC-28.7a: declares the six chits, where they lie, and which have been shown."""
        if self.draws:
            self.game.boxes = (*self.game.boxes, "cup", "german hand", "russian hand", "shown")
            chits = [_chit(n) for n in CHITS]
            self.add_counters(*chits)
            self._chits = {n: self.unit(_chit(n).id) for n in CHITS}

    def define(self) -> None:
        """TRC-28.7a: declares the six chits, where they lie, and which have been shown."""
        if self.draws:
            cup = units_at(self.box("cup"))
            for side in (AXIS, RUSSIAN):
                hidden = cup | units_at(self.box(f"{WORDS[1 - side]} hand"))
                self.b.hide(side, hidden)

    def add_counters(self, *counters: Counter) -> None:
        """Adds counters to the order of battle."""
        self.game.stage((*self.data.units, *counters))

    @Rules.drawing.then()
    def drawing(self, out: dict[str, Any]) -> dict[str, Any]:
        """What a picture of a position needs, with the rule that hides chits."""
        return out | {"hidden_rule": "TRC-28.7a"} if self.draws else out

    # -- which are played -------------------------------------------------------------------

    def agreed(self, side: int, chit: int) -> bool:
        """Whether a side has a chit from the start, for all to see."""
        return self.option(f"chit-{WORDS[side]}={chit}")

    def playable(self, side: int, chit: int, rule: str = "") -> bool:
        """Whether a chit may be in force at some time, with a rule of its own."""
        return (self.agreed(side, chit) or self.draws) and (not rule or in_force(rule))

    def chit_in_play(self, side: int, chit: int) -> Int:
        """Whether a chit has been shown, or was agreed on."""
        if self.agreed(side, chit):
            return number(1)
        return self.shown[side] == chit if self.draws else number(0)

    def holds_chit(self, side: int, chit: int) -> Int:
        """Whether a side has a chit, shown or not."""
        known = self.chit_in_play(side, chit)
        if self.agreed(side, chit) or not self.draws:
            return known
        return known | self._in_hand(side, chit)

    def might_play(self, side: int, chit: int) -> Int:
        """Whether a side has a chit, as far as the other side knows.

        What a side is asked depends on this, so that being asked tells nothing; whether it may do
        what the chit allows depends on `holds_chit`.
        """
        known = self.chit_in_play(side, chit)
        if self.agreed(side, chit) or not self.draws:
            return known
        return known | (self.shown[side] == 0)

    def _in_hand(self, side: int, chit: int) -> Int:
        return units_at(self.box(f"{WORDS[side]} hand")).contains(self._chits[chit])

    def show(self, side: int, chit: int) -> None:
        """Shows a side's chit, if it is this one and still in the hand."""
        if not self.draws:
            return
        with when(self._in_hand(side, chit)):
            assign(self.shown[side], chit, RULES_OF[side, chit])
            place(self._chits[chit], self.box("shown"))
            note(f"{WORDS[side]} chit", chit, rule=RULES_OF[side, chit])
            self.chit_shown(side, chit)

    @step
    def chit_shown(self, side: int, chit: int) -> None:
        """What a chit changes at the moment when it is shown."""

    # -- the draw ---------------------------------------------------------------------------

    @Calendar.open_set_up.after()
    def open_set_up(self) -> None:
        """TRC-28.7a: each side draws, one chit after the other, and some are shown at once."""
        if not self.draws:
            return
        for word in WORDS:
            with decide("chit", CHANCE, "TRC-28.7a") as d:
                with d.unit("draw", units_at(self.box("cup"))) as chit:
                    place(chit, self.box(f"{word} hand"), "TRC-28.7a")
        for side, number_ in BEFORE_SET_UP:
            self.show(side, number_)


def _chit(number_: int) -> Counter:
    """TRC-28.7a: a chit as a counter that never comes to the map."""
    return Counter(
        id=f"CHIT:{number_}",
        side="axis",
        name=f"Chit {number_}",
        nation="none",
        kind="chit",
        mobility="static",
        attack=0,
        defence=0,
        replaceable=False,
        arrives=None,
        entry="draw",
        provenance="rulebook",
        size="none",
    )
