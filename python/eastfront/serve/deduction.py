"""What a seat can tell of hidden variables from all that it has seen.

A position says little of them: only its past shows that the other side could have acted, was not
asked, and so has answered beforehand. What agrees with what was seen is therefore followed from
action to action, on samples. It is found from what the seat observes alone, and it never claims too
much: where to follow would take long, everything is possible again.
"""

from __future__ import annotations

import random
from itertools import product
from math import prod

from eastfront import wire
from eastfront._core import IllegalAction, State
from eastfront.positions.observation import Observation

DEALS = 8
"""Deals of hidden units on which an action is tried."""
FEW = 4
"""Choices of another that are all tried."""
MANY = 64
"""Values of all hidden variables together that are followed."""

Values = frozenset[tuple[int, ...]]
"""What all variables that are hidden from a seat may be, in their order."""


def deduced(
    known: Values | None, before: Observation, after: Observation, action: int | None
) -> tuple[Values | None, bool]:
    """What a seat can tell after an action, and whether that is all that it could tell before.

    Args:
        known: What it could tell before; None for no more than the position says.
        before: What it saw.
        after: What it sees.
        action: What it has done; None when another has acted.
    """
    if (known is None and _number(before) > MANY) or (action is None and _number(after) == 1):
        return None, False
    rng = random.Random(before.key)
    told = known or frozenset(product(*before.possible.values()))
    left: set[tuple[int, ...]] = set()
    foreseen = action is not None and before.hidden == after.hidden
    for values in sorted(told):
        found = False
        for deal in range(DEALS):
            if found and (deal + 1) * len(told) > DEALS:
                break
            sample = _sample(before, values, rng)
            if sample is None:
                foreseen = False
                continue
            choices = sample.legal_actions.list() if action is None else [action]
            if len(choices) > FEW:
                return None, False
            agreed = {
                led for choice in choices if (led := _after(sample, choice, after)) is not None
            }
            left |= agreed
            found = found or bool(agreed)
            foreseen = foreseen and bool(agreed)
    return frozenset(left) or None, foreseen


def _number(seen: Observation) -> int:
    """How many values of the hidden variables the position allows."""
    return prod(len(values) for values in seen.possible.values())


def _sample(seen: Observation, values: tuple[int, ...], rng: random.Random) -> State | None:
    """A position with some values of the hidden variables; None when none was found."""
    try:
        return seen.sample(rng, dict(zip(seen.possible, values, strict=True)))
    except ValueError:
        return None


def _after(sample: State, action: int, seen: Observation) -> tuple[int, ...] | None:
    """The hidden variables after an action that leads to what was seen; None if it does not."""
    tried = sample.copy()
    try:
        tried.push(action)
    except IllegalAction:
        return None
    if (tried.to_move, tried.decision) != (seen.to_move, seen.decision):
        return None
    if wire.observe(tried, seen.side) != seen:
        return None
    return tuple(tried.var(name) for name in seen.possible)
