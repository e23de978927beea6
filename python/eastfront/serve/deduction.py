"""Deduction of hidden variables from everything that a seat has seen.

A single position reveals little of hidden variables. Its history shows more: for instance that the
other side had a choice, made no visible decision, and so must have given a standing answer (an
answer in advance) earlier.
So the values consistent with the observations are tracked from action to action, on samples. The
deduction uses the seat's observations alone. Where tracking would take too long, all values are
considered possible again. A combination of values counts as impossible if none of the samples with
it agrees with the observation, so it is lost if it agrees in very few deals only.
"""

from __future__ import annotations

import random
from itertools import product
from math import prod

from eastfront import wire
from eastfront._core import IllegalAction, State
from eastfront.positions.observation import Observation

DEALS = 8
"""Number of deals of hidden units on which an action is tried."""
FEW = 4
"""Maximum number of choices of another side that are all tried; with more, nothing is deduced."""
MANY = 64
"""Maximum number of tracked combinations of values."""

Values = frozenset[tuple[int, ...]]
"""The possible combinations of values of the variables hidden from a seat, in the order of the
variables."""


def deduced(
    known: Values | None, before: Observation, after: Observation, action: int | None
) -> tuple[Values | None, bool]:
    """Returns the combinations of hidden values that are possible after an action, None for all
    that the position allows. The second result is True if the seat acted and the action revealed
    nothing hidden.

    Args:
        known: The combinations possible before; None for all that the position allows.
        before: The observation before the action.
        after: The observation after it.
        action: The seat's action; None if another side acted.
    """
    if (known is None and _number(before) > MANY) or (action is None and _number(after) == 1):
        return None, False
    rng = random.Random(before.key)
    told = known or frozenset(product(*before.possible.values()))
    left: set[tuple[int, ...]] = set()
    foreseen = action is not None and before.hidden == after.hidden
    deals = DEALS if before.hidden else 1  # without hidden units all deals are the same
    for values in sorted(told):
        found = False
        for deal in range(deals):
            if found and (deal + 1) * len(told) > DEALS:
                break
            sample = _sample(before, values, rng)
            if sample is None:  # none of many deals agrees with these values
                foreseen = False
                break
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
    """Returns the number of combinations of the hidden variables' values that the position
    allows."""
    return prod(len(values) for values in seen.possible.values())


def _sample(seen: Observation, values: tuple[int, ...], rng: random.Random) -> State | None:
    """Returns a sample, a complete state that agrees with the observation `seen`, in which the
    hidden variables have the given values; None if none is found."""
    try:
        return seen.sample(rng, dict(zip(seen.possible, values, strict=True)))
    except ValueError:
        return None


def _after(sample: State, action: int, seen: Observation) -> tuple[int, ...] | None:
    """Plays an action on a copy of a sample, a complete state that a seat holds possible, and
    returns the values of the hidden variables then; None if the action is illegal there or the new
    position does not agree with `seen`, the seat's observation after the action."""
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
