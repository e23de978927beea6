"""Common patterns of decisions: a player chooses one of several things, once or repeatedly."""

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
    """Writes an alternative of a decision, named by a verb, for each of some units or hexes that
    all ``limits`` allow; interchangeable units are offered once. Returns a context manager that
    yields the chosen unit or hex; its block is the consequence of the choice."""
    if isinstance(things, Units):
        return decision.unit(verb, things.distinct(), *limits)
    return decision.hex(verb, things, *limits)


def remaining(things: SetT, *limits: Limit) -> SetT:
    """The units or hexes among ``things`` that every limit allows; a limit counts only if its rule
    is in force."""
    out: Any = things
    for limit in limits:
        if in_force(limit.rule):
            allows = limit.allows
            out = out.when(allows) if isinstance(allows, Int) else out & allows
    return cast(SetT, out)


def joining(holds: Callable[[Units], Int], units: Units, others: Units, most: int) -> Units:
    """The units of ``others`` that may be the next to join the group ``units``, which must come to
    meet a condition: with the new unit it does so, at once or after further units of ``others``
    have joined. ``holds`` returns for a group a number that is nonzero if the group meets the
    condition.

    At most ``most`` units join in total. A player to whom these units are offered one by one always
    reaches a group that meets the condition. All groups are enumerated, so the function suits the
    few units that fit in a hex.
    """

    def completes(unit: Int) -> Int:
        group = units | one_unit(unit)
        alone = holds(group)
        return alone | joining(holds, group, others, most - 1).any() if most > 1 else alone

    return (others - units).where(completes)


def preferred(*ranks: SetT) -> SetT:
    """The first of some sets that is not empty, or the last set if all are empty."""
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
    """Context manager that asks a player to choose one unit or hex of a set; yields the chosen one,
    and the block is executed with it.

    ``kind`` names the decision, ``actor`` is the number of the deciding side, ``rule`` the id of
    the rule that asks, and ``verb`` the word of the action. Each of ``limits`` may refuse some of
    ``things``. Interchangeable units are offered once. With ``decline``, a verb, the player may
    choose none. ``about`` is the unit that the decision is about, for display.
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
    """Context manager that asks a player whether to act: the block is executed if the player takes
    the action ``verb``, not if the player takes the action ``decline``.

    ``kind`` names the decision, ``actor`` is the number of the deciding side, and ``rule`` the id
    of the rule that asks. Each of ``limits`` may refuse the action ``verb``.
    """
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
    """Context manager that asks a player repeatedly to choose one unit or hex of a set, in any
    order; yields the chosen one, and the block is executed with each.

    ``kind``, ``actor``, ``rule``, ``verb`` and ``about`` are as in `choose`. ``things`` is
    evaluated again each time; interchangeable units are offered once. The player may end by the
    verb ``stop`` once the condition ``enough`` holds; without ``stop``, the loop runs until the set
    is empty. ``break_`` also ends the loop.
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
    """Context manager that repeats a decision until the player ends it by the verb ``end``, or
    until the set ``able`` is empty; with ``able`` None only the player ends the loop.

    The block receives the decision and writes its alternatives. ``kind`` names the decision,
    ``side`` is the number of the deciding side, and ``rule`` the id of the rule that asks.
    """
    with loop() if able is None else until(~able.any()):
        with decide(kind, side, rule) as decision:
            yield decision
            with decision.option(end, passes=True):
                break_()
