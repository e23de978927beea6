"""The Russian Campaign, 28.7: the draw of political chits from one cup.

With the option ``chits`` each side draws one of six chits before the set-up. The other side does
not see the chit until its effect begins, at the moment stated in the rulebook; a player can show
his chit neither earlier nor later.

A chit is a counter: in the cup, in the hand of a side, or shown. The cup and the other side's hand
are hidden. Neither side knows the chits that were not drawn, but no rule depends on them.
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
    """The option by which each side draws a political chit: the chits are in the cup, in a side's
    hand, or shown (28.7)."""

    name = DRAW
    text = "28.7: each side draws a political chit that the other does not see"
    rests_on = (DRAWN,)
    chits: Chits

    boxes = ("cup", "german hand", "russian hand", "shown")
    seen = variables("{} chit shown", Life.GAME, most=6, each=WORDS)
    """The number of the chit that each side has shown; 0 if the side has shown none."""

    def prepare(self) -> None:
        """Declares the six chits, numbered from 1 to 6, as counters (TRC-28.7a)."""
        self.game.stage((*self.data.units, *(_chit(n) for n in NUMBERS)))
        self._chits = {n: self.unit(_chit(n).id) for n in NUMBERS}

    def define(self) -> None:
        """Hides from each side the cup and the chit in the other side's hand (TRC-28.7a)."""
        cup = units_at("cup")
        for side in (AXIS, RUSSIAN):
            self.b.hide(side, cup | units_at(self.box(f"{WORDS[1 - side]} hand")))

    @Rules.drawing.then()
    def drawing(self, out: dict[str, Any]) -> dict[str, Any]:
        """Adds to `out`, the game file's data for pictures and texts of positions, the entry
        `hidden_rule`: the id of the rule by which chits are hidden (TRC-28.7a)."""
        return out | {"hidden_rule": DRAWN}

    # -- held and shown chits ---------------------------------------------------------------

    @Chits.in_play.then()
    def in_play(self, agreed: Int, chit: Chit) -> Int:
        """Says whether a chit is in play: 1 once its side has shown it. For a chit agreed on before
        the game the answer is `agreed`, the one without the draw."""
        side, number_ = chit.chit
        return agreed if chit.agreed() else self.seen[side] == number_

    @Chits.held.then()
    def held(self, known: Int, chit: Chit) -> Int:
        """Says whether a chit's side has the chit: agreed on or shown, which `known` says, or drawn
        and still hidden in the side's hand."""
        return known if chit.agreed() else known | self._in_hand(*chit.chit)

    @Chits.may_be_held.then()
    def may_be_held(self, known: Int, chit: Chit) -> Int:
        """Says whether a chit's side may have the chit, as far as the other side knows: the chit is
        agreed on or shown, which `known` says, or the side has not shown a chit yet."""
        return known if chit.agreed() else known | (self.seen[chit.chit[0]] == 0)

    def _in_hand(self, side: int, number_: int) -> Int:
        return units_at(self.box(f"{WORDS[side]} hand")).contains(self._chits[number_])

    @Chits.show.after()
    def show(self, chit: Chit) -> None:
        """Moves a chit from its side's hand to the shown chits and applies its effects; without
        effect if the side does not have the chit in hand."""
        side, number_ = chit.chit
        with when(self._in_hand(side, number_)):
            assign(self.seen[side], number_, chit.shown_by)
            self.leave(self._chits[number_], "shown")
            note(f"{WORDS[side]} chit", number_, rule=chit.shown_by)
            chit.shown()

    # -- the draw ---------------------------------------------------------------------------

    @Calendar.open_set_up.after()
    def open_set_up(self) -> None:
        """Draws one chit from the cup for each side, at random and before the set-up (TRC-28.7a),
        and shows a drawn chit at once if its effect begins before or during the set-up."""
        for word in WORDS:
            with decide("chit", CHANCE, DRAWN) as d:
                with d.unit("draw", units_at("cup")) as chit:
                    self.leave(chit, f"{word} hand", DRAWN)
        drawn = [part for part in self.game.parts if isinstance(part, Chit)]
        for chit in sorted(drawn, key=lambda chit: chit.chit):
            if chit.at_once:
                chit.show()


def _chit(number_: int) -> Counter:
    """A political chit, by its number, as a counter that is never on the map (TRC-28.7a)."""
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
