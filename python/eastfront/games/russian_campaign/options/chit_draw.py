"""The Russian Campaign, 28.7: political chits, drawn from one cup.

With the option ``chits`` each side draws one of six chits before the set-up. The other side does
not see it until its effect begins, at the moment stated in the rulebook; it is neither announced
nor held back.

A chit is a counter: in the cup, in one side's hand, or shown. The cup and the other side's hand are
hidden; a chit not drawn is known to neither side, but no rule depends on it.
"""

from __future__ import annotations

from typing import Any

from eastfront.program import *
from eastfront.systems.fields import variables
from eastfront.systems.rules import Rules

from ..board import AXIS, RUSSIAN
from ..calendar import Calendar
from ..section import OptionalRule
from ..units import Counter
from .chits import DRAW, DRAWN, NUMBERS, WORDS, Chit, Chits


class ChitDraw(OptionalRule):
    """The chits in cup and hands."""

    name = DRAW
    text = "28.7: each side draws a political chit that the other does not see"
    rests_on = (DRAWN,)
    chits: Chits

    boxes = ("cup", "german hand", "russian hand", "shown")
    seen = variables("{} chit shown", Life.GAME, most=6, each=WORDS)

    def prepare(self) -> None:
        """Declares the six chits (TRC-28.7a)."""
        self.game.stage((*self.data.units, *(_chit(n) for n in NUMBERS)))
        self._chits = {n: self.unit(_chit(n).id) for n in NUMBERS}

    def define(self) -> None:
        """TRC-28.7a: the cup and the other side's hand are hidden."""
        cup = units_at("cup")
        for side in (AXIS, RUSSIAN):
            self.b.hide(side, cup | units_at(self.box(f"{WORDS[1 - side]} hand")))

    @Rules.drawing.then()
    def drawing(self, out: dict[str, Any]) -> dict[str, Any]:
        """Adds to the drawing the rule that hides chits."""
        return out | {"hidden_rule": DRAWN}

    # -- which are played -------------------------------------------------------------------

    @Chits.in_play.then()
    def in_play(self, agreed: Int, chit: Chit) -> Int:
        """Whether a chit has been shown."""
        side, number_ = chit.chit
        return agreed if chit.agreed() else self.seen[side] == number_

    @Chits.held.then()
    def held(self, known: Int, chit: Chit) -> Int:
        """Adds that a side holds a chit that it has drawn."""
        return known if chit.agreed() else known | self._in_hand(*chit.chit)

    @Chits.may_be_held.then()
    def may_be_held(self, known: Int, chit: Chit) -> Int:
        """Adds that a side that has shown no chit may hold a chit."""
        return known if chit.agreed() else known | (self.seen[chit.chit[0]] == 0)

    def _in_hand(self, side: int, number_: int) -> Int:
        return units_at(self.box(f"{WORDS[side]} hand")).contains(self._chits[number_])

    @Chits.show.after()
    def show(self, chit: Chit) -> None:
        """Moves a chit from its side's hand to the chits shown, and applies its effects."""
        side, number_ = chit.chit
        with when(self._in_hand(side, number_)):
            assign(self.seen[side], number_, chit.shown_by)
            self.leave(self._chits[number_], "shown")
            note(f"{WORDS[side]} chit", number_, rule=chit.shown_by)
            chit.shown()

    # -- the draw ---------------------------------------------------------------------------

    @Calendar.open_set_up.after()
    def open_set_up(self) -> None:
        """Draws a chit for each side before the set-up, and shows those that are shown at once
        (TRC-28.7a)."""
        for word in WORDS:
            with decide("chit", CHANCE, DRAWN) as d:
                with d.unit("draw", units_at("cup")) as chit:
                    self.leave(chit, f"{word} hand", DRAWN)
        drawn = [part for part in self.game.parts if isinstance(part, Chit)]
        for chit in sorted(drawn, key=lambda chit: chit.chit):
            if chit.at_once:
                chit.show()


def _chit(number_: int) -> Counter:
    """TRC-28.7a: a chit as a counter that is never on the map."""
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
