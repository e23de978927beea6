"""Whether an answer about a front is right, component by component.

Up to a dozen attackers are searched exhaustively (`tests.duty.subsets`); these and larger
components are also decided by a sweep along the front (`tests.duty.sweep`), independent of the
kernel's search.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from duty.fronts import Front
from duty.subsets import Subsets
from duty.sweep import Sweep, complaint

DOZEN = 12
"""The most attackers of a component that is searched exhaustively."""

Families = list[list[frozenset[int]]]


def check(this: Front, answer: dict[str, Any]) -> tuple[str | None, Counter[str]]:
    """The faults of an answer, and counts of the components examined."""
    seen: Counter[str] = Counter()
    families = [[frozenset(s) for s in sets] for sets in answer["families"]]
    all_work, hopeless = True, False
    for who, near in this.components():
        mine = [sets for sets in families if any(s & set(who) for s in sets)]
        if len(who) <= DOZEN:
            works, possible, wrong = tried(this, who, near, mine, answer["hopeless"])
            seen["components where everything was tried"] += 1
        else:
            works, possible, wrong = swept(this, who, near, mine, answer["hopeless"])
            seen["larger components swept"] += 1
        all_work &= works
        hopeless |= not possible
        kind = "can" if works else "could if some gave way" if possible else "cannot at all"
        seen[f"components that {kind}"] += 1
        if wrong is not None:
            return f"{who}: {wrong}", seen
    if hopeless != answer["hopeless"]:
        return f"hopeless is {hopeless}", seen
    return (None if all_work == answer["plan"] else f"a plan is {all_work}"), seen


def tried(
    this: Front, who: list[int], near: frozenset[Any], mine: Families, hopeless: bool
) -> tuple[bool, bool, str | None]:
    """Whether a component works, whether it could, and the fault, by exhaustive search."""
    least = set(Subsets(this, who, near).least())
    works = frozenset() in least
    if works != Sweep(this, who, near).works(frozenset(who)):
        return works, bool(least), "the two slow programs differ"
    if hopeless:
        return works, bool(least), None
    found = [frozenset().union(*s) for s in _products(mine)]
    wrong = None
    if least != set(found) or len(found) != len(least):
        wrong = f"{sorted(map(sorted, least))}, not {sorted(map(sorted, found))}"
    return works, bool(least), wrong


def swept(
    this: Front, who: list[int], near: frozenset[Any], mine: Families, hopeless: bool
) -> tuple[bool, bool, str | None]:
    """Whether a component works, whether it could, and the fault, by the sweep."""
    sweep = Sweep(this, who, near)
    if sweep.works(frozenset(who)):
        return True, True, "it can do its duty" if mine else None
    free = frozenset(a for a in who if this.attackers[a].free)
    if not sweep.works(frozenset(who) - free, free):
        return False, False, None
    return False, True, None if hopeless else complaint(sweep, mine or [[frozenset()]])


def _products(families: Families) -> list[tuple[frozenset[int], ...]]:
    out: list[tuple[frozenset[int], ...]] = [()]
    for sets in families:
        out = [(*some, s) for some in out for s in sets]
    return out
