"""The duty to attack at the limit of its masks: 128 attackers and 128 targets, and one more."""

from __future__ import annotations

from dataclasses import replace

import pytest

import eastfront as ef
from eastfront.program import decide, end_game

from .board import Sketch
from .fronts import Attacker, Front, Hex, neighbors

MOST = 128
ROW = 10
"""An even row: attackers stand in it, targets in the row above."""


def line(attackers: int, targets: int) -> Front:
    """A straight line of targets of strength 6, with stacks of strength 2 before the first ones."""
    theirs = [(c, ROW - 1) for c in range(targets)]
    defence: dict[Hex, tuple[int, int]] = {h: (6, 6) for h in theirs}
    per_hex = -(-attackers // targets)
    ours = [(c, ROW) for c in range(-(-attackers // per_hex))]
    near = {h: frozenset(n for n in neighbors(h) if n in defence) for h in ours}
    ones = [Attacker(h, 2, True, True, near[h]) for h in ours for _ in range(per_hex)]
    return Front(tuple(ones[:attackers]), near, near, near, defence, frozenset())


@pytest.mark.parametrize(("attackers", "targets"), [(MOST, 64), (MOST, MOST)])
@pytest.mark.rule("TRC-12.3a")
def test_as_many_as_fit_are_answered(attackers: int, targets: int) -> None:
    state = Sketch(line(attackers, targets)).game().new()
    assert state.ask("met") == 1
    assert not [name for name in state.legal_actions.names() if name.startswith("give")]


class Quiet(Sketch):
    """A front on which nothing is asked until somebody asks."""

    def main(self) -> None:
        """To pass is all there is."""
        with decide("wait", 0, "T-1") as d, d.option("pass", 1):
            end_game(-1, 0, "T-1")


QUESTIONS = {"met": 0, "held joiners": 4, "held wideners": 4, "held destinations": 1}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("attackers", "targets"), [(MOST + 1, 65), (MOST, MOST + 1)])
def test_one_more_is_refused_with_both_numbers(attackers: int, targets: int, question: str) -> None:
    this = line(attackers, targets)
    this = replace(this, owed=frozenset(this.defence))
    state = Quiet(this).game().new()
    before = bytes(state)
    args = ["U0", -1, -1, -1][: QUESTIONS[question]]
    with pytest.raises(ef.EastfrontError, match=f"{targets} targets, expected at most 128 of each"):
        state.ask(question, *args)
    assert bytes(state) == before
