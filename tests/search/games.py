"""Small games for the search: three spikes with a winner, and programs written here.

A spike plays one phase and ends drawn; here the end has a winner, so that there is something to
search for.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import eastfront as ef
from eastfront.board import board, rules_game, small_game
from eastfront.program import (
    Builder,
    Hexes,
    Int,
    Life,
    Number,
    assign,
    break_,
    decide,
    end_game,
    if_else,
    loop,
    number,
    roll,
    units_at,
    when,
)
from eastfront.systems import Option
from spikes import agc_untried, spi_overrun, trc_duty

POSITIONS = Path(__file__).parent.parent / "positions"


def text(name: str) -> str:
    return (POSITIONS / f"{name}.txt").read_text()


def sign(value: Number) -> Int:
    """The winner by a difference: the first side, the second, or none."""
    value = number(value)
    return if_else(value > 0, 0, if_else(value < 0, 1, -1))


def _at_stake(rules: Any, lead: Any) -> None:
    """Gives a program an end with a winner, and a query for the evaluation."""
    b = rules.b
    rules.finish = lambda rule: end_game(sign(lead()), 0, rule)
    b.query("evaluation axis", 0, lambda: lead() * 40)


@lru_cache
def soak_off() -> ef.Game:
    """TRC-12: two ways to attack, with a soak-off; the axis wins with more factors left than 12."""
    this = board(text("trc_soak_off"))
    rules = trc_duty.Soak(this)
    on_map = rules.map
    _at_stake(
        rules,
        lambda: (
            rules.sides[0].inside(on_map).sum(rules.attack)
            - rules.sides[1].inside(on_map).sum(rules.defends)
        ),
    )
    return small_game(this, rules.b, rules.main)


@lru_cache
def untried() -> ef.Game:
    """AGC-15: attacks on units drawn when they are revealed; won when fewer Soviets are left."""
    this = board(text("agc_untried"))
    rules = agc_untried.Untried(this)
    _at_stake(rules, lambda: number(3) - rules.soviet.inside(Hexes("All")).count())
    return small_game(this, rules.b, rules.b.procedure("phase", 0, rules.phase))


@lru_cache
def overrun() -> ef.Game:
    """SPI: overruns by several units; no dice, won by the side that overruns the tank corps."""
    # three counters that could go first, and no others to lengthen the phase
    lines = text("spi_overrun").splitlines(keepends=True)
    position = "".join(x for x in lines if not x.startswith(("  A4", "  T2", "  S1")))
    return rules_game(board(position), spi_overrun.Overrun.also(TankCorps))


class TankCorps(Option):
    """Won by the side with the tank corps."""

    def lead(self) -> Int:
        return (units_at("gone") & self.soviet).count() * 2 - 1

    @spi_overrun.Movement.finish.instead()
    def decided(self, former: Any, rule: str) -> None:
        end_game(sign(self.lead()), 0, rule)

    def define_queries(self) -> None:
        self.b.query("evaluation axis", 0, lambda: self.lead() * 40)


GROUND = """game: small/{name}
title: {name}
labels: 0101
sides: axis soviet
boxes: away

legend:
  .  clear

map:
{rows}

units:
  A1  axis    1-1-1  corps  @away
  S1  soviet  1-1-1  corps  @away
"""


def ground(name: str, columns: int, rows: int) -> Any:
    """A board with nothing on it."""
    picture = [("   " if y % 2 else "  ") + " ".join("." * columns) for y in range(rows)]
    return board(GROUND.format(name=name, rows="\n".join(picture)))


@lru_cache
def piles(stones: int = 7, rated: bool = False) -> ef.Game:
    """Players take one to three stones in turn, then a die takes one more on a 5 or 6.

    The player who takes the last stone wins; one who leaves it to the die draws.
    """
    this = ground("piles", 2, 2)
    b = Builder(this.sides)
    left, side = b.variable("left", Life.GAME, stones), b.variable("side", Life.GAME)

    def main() -> None:
        with loop():
            few = if_else(left == 1, 1, if_else(left == 2, 3, 7))
            with decide("take", side) as d, d.number("take", 1, 3, mask=few) as n:
                assign(left, left - n)
            with when(left <= 0):
                end_game(side, 0, "")
            die = roll("die", "")
            with when(die >= 5):
                assign(left, left - 1)
            with when(left <= 0):
                end_game(-1, 0, "")
            assign(side, 1 - side)

    if rated:
        b.query("evaluation axis", 0, lambda: if_else(left == stones, 0, 100) * (1 - side * 2))
    return small_game(this, b, main)


@lru_cache
def meadow(columns: int = 40, rows: int = 26, goal: int = 777) -> ef.Game:
    """One choice among a thousand hexes, of which one wins; the evaluation grows with its nearness.

    Two dice that decide nothing follow, so many visits are needed to settle one hex.
    """
    this = ground("meadow", columns, rows)
    b = Builder(this.sides)
    at, said = b.variable("at", Life.GAME, -1), b.variable("said", Life.GAME)
    dice = [b.variable(name, Life.GAME) for name in ("white", "red")]

    def main() -> None:
        with decide("choose", 0) as d, d.hex("to", Hexes("All")) as h:
            assign(at, h)
        with decide("agree", 1) as d:
            with d.option("yes", 1):
                assign(said, 1)
            with d.option("no", 1):
                assign(said, 0)
        for die in dice:
            assign(die, roll("die", ""))
        end_game(if_else(at == goal, 0, 1), 0, "")

    off = at - goal
    far = if_else(off < 0, 0 - off, off)
    b.query("evaluation axis", 0, lambda: 1000 - far)
    return small_game(this, b, main)


@lru_cache
def steps() -> ef.Game:
    """Three moves in any order to one of four fields each: many orders of few positions."""
    this = ground("steps", 2, 2)
    b = Builder(this.sides)
    done = b.variable("done", Life.GAME)
    sums = [b.variable(f"sum {i}", Life.GAME) for i in range(3)]

    def main() -> None:
        with loop():
            with when(done >= 3):
                break_()
            with decide("step", 0) as d, d.number("step", 0, 5) as n:
                for i in range(3):
                    assign(sums[i], sums[i] + if_else(n == i, 1, if_else(n == i + 3, 2, 0)))
            assign(done, done + 1)
        total = sums[0] * 3 + sums[1] * 2 - sums[2]
        end_game(if_else(total > 12, 0, 1), 0, "")

    return small_game(this, b, main)


@lru_cache
def cups(judged: bool = False) -> ef.Game:
    """The second side hides a stone under one of four cups; the first guesses, or declines.

    A look before the guess would always win: a search that knows the cup cheats. Declining is a
    draw, which is better than guessing, which loses three times in four. If ``judged``, there is an
    evaluation, in which all outcomes are even.
    """
    this = ground("cups", 2, 2)
    b = Builder(this.sides)
    if judged:
        b.query("evaluation axis", 0, lambda: number(0))
    cup = b.variable("cup", Life.GAME, 0, hidden=1, values=(0, 1, 2, 3))

    def main() -> None:
        with decide("hide", 1) as d, d.number("hide", 0, 3) as n:
            assign(cup, n)
        with decide("guess", 0) as d:
            with d.number("guess", 0, 3) as n:
                end_game(if_else(n == cup, 0, 1), 0, "")
            with d.option("decline", 1):
                end_game(-1, 0, "")

    return small_game(this, b, main)


__all__ = ["cups", "meadow", "overrun", "piles", "soak_off", "steps", "untried"]
