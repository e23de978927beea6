"""Small forms of procedure: a player takes one of some, or again and again until he has enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from eastfront.program import (
    Decision,
    Hexes,
    Int,
    Limit,
    Number,
    SetT,
    Units,
    break_,
    decide,
    if_else,
    in_force,
    loop,
    one_unit,
    until,
)


def offered(decision: Decision, verb: str, things: Units | Hexes, *limits: Limit | None) -> Any:
    """An alternative for each of some units or hexes; interchangeable units are offered once."""
    if isinstance(things, Units):
        return decision.unit(verb, things.distinct(), *limits)
    return decision.hex(verb, things, *limits)


def remaining(things: SetT, *limits: Limit) -> SetT:
    """What the limits that are in force leave of some units or hexes."""
    out: Any = things
    for limit in limits:
        if in_force(limit.rule):
            allows = limit.allows
            out = out.when(allows) if isinstance(allows, Int) else out & allows
    return cast(SetT, out)


def joining(holds: Callable[[Units], Int], units: Units, others: Units, most: int) -> Units:
    """Who of others can join some units, so that something holds, at once or with more of them.

    Altogether ``most`` join. Who is offered so, one by one, always ends with a group of which it
    holds. All groups are tried: it is meant for the few units that fit in a hex.
    """

    def completes(unit: Int) -> Int:
        group = units | one_unit(unit)
        alone = holds(group)
        return alone | joining(holds, group, others, most - 1).any() if most > 1 else alone

    return (others - units).where(completes)


def preferred(*ranks: SetT) -> SetT:
    """The first of some sets that holds anything; the last when none does."""
    out = ranks[-1]
    for better in reversed(ranks[:-1]):
        out = if_else(better.any(), better, out)
    return out


@contextmanager
def choose(
    kind: str,
    actor: Number,
    rule: str,
    verb: str,
    things: Units | Hexes,
    *limits: Limit | None,
    decline: str = "",
    about: Number | None = None,
) -> Iterator[Int]:
    """A player takes one unit or hex of some; what follows is done with it.

    Interchangeable units are offered once. With ``decline``, the verb for it, he may take none.
    """
    with decide(kind, actor, rule, about) as decision:
        with offered(decision, verb, things, *limits) as one:
            yield one
        if decline:
            decision.decline(decline)


@contextmanager
def offer(
    kind: str, actor: Number, rule: str, verb: str, *limits: Limit | None, decline: str
) -> Iterator[None]:
    """A player may do one thing, or ``decline``; what follows is done when he does it."""
    with decide(kind, actor, rule) as decision:
        with decision.option(verb, 1, *limits):
            yield
        decision.decline(decline)


@contextmanager
def one_by_one(
    kind: str,
    actor: Number,
    rule: str,
    verb: str,
    things: Units | Hexes,
    *limits: Limit | None,
    stop: str = "",
    enough: Number = 1,
    about: Number | None = None,
) -> Iterator[Int]:
    """Units or hexes that a player takes one by one, in any order; what follows is done with each.

    ``things`` are looked at anew each time; interchangeable units are offered once. He may ``stop``
    when ``enough`` holds, which passes; without a ``stop`` he goes on until none is left.
    ``break_`` ends it as well. ``about`` is the unit that is decided about.
    """
    going = loop() if stop else until(~things.any())
    with going, decide(kind, actor, rule, about) as decision:
        with offered(decision, verb, things, *limits) as one:
            yield one
        if stop:
            with decision.option(stop, enough, passes=True):
                break_()


@contextmanager
def again(
    kind: str, side: int, rule: str, end: str, able: Units | Hexes | None = None
) -> Iterator[Decision]:
    """A decision that is asked again and again, until it is ended or nothing is able any more.

    The alternatives are written inside; ``end`` is the verb that ends it.
    """
    with loop() if able is None else until(~able.any()):
        with decide(kind, side, rule) as decision:
            yield decision
            with decision.option(end, passes=True):
                break_()
