"""A small form of procedure: a player chooses one after the other, until he has enough."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from eastfront.program import (
    Hexes,
    Int,
    Limit,
    Number,
    Units,
    break_,
    decide,
    loop,
    until,
)


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
        if isinstance(things, Units):
            offer = decision.unit(verb, things.distinct(), *limits)
        else:
            offer = decision.hex(verb, things, *limits)
        with offer as one:
            yield one
        if stop:
            with decision.option(stop, enough, passes=True):
                break_()


__all__ = ["one_by_one"]
