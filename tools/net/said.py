"""The explanation of a battle, compared with play.

A difference has a kind, in words, and details of the battle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from eastfront.questions.battle import Battle
from eastfront.questions.consequences import (
    Advance,
    Consequence,
    Flight,
    Loss,
    Lost,
    Outcome,
    Stand,
    Surrender,
    Withdrawal,
)

from .lines import Facts

Difference = tuple[str, str]


def list_of(things: Iterable[object]) -> str:
    """Several things as a list in words."""
    return ", ".join(sorted(map(str, things))) or "none"


def numbers(
    told: Battle, results: Mapping[str, int] | None, totals: Mapping[str, int]
) -> Iterator[Difference]:
    """Strengths and chances that differ from play; chances only at the best odds."""
    played = totals.get("attack"), totals.get("defence")
    if (told.attack, told.defence) != played:
        yield "strengths", f"said {told.attack} against {told.defence}, played {played}"
    if results is None:
        return
    faces = sum(results.values())
    chances = {name: Fraction(n, faces) for name, n in results.items()}
    if dict(told.distribution) != chances:
        said = list_of(f"{name} {chance}" for name, chance in told.distribution.items())
        yield "chances", f"said {said}; played {list_of(f'{n} {c}' for n, c in chances.items())}"


def outcomes(
    told: Battle, facts: Mapping[str, Facts], turned: Mapping[str, Collection[str]]
) -> Iterator[Difference]:
    """Explained results that play does not reach, and the reverse."""
    said = {outcome.result: outcome for outcome in told.outcomes}
    for result, fact in facts.items():
        if result not in said:
            yield f"{result} comes, is not explained", ""
            continue
        outcome = said[result]
        for kind, what in one(outcome, fact):
            yield f"{result}: {kind}", what
        offers, played = {side for side, _, _ in outcome.turned}, set(turned.get(result, ()))
        if offers != played:
            what = f"said {list_of(offers)}; played {list_of(played)}"
            yield f"{result}: who may turn it", what
    for result in sorted(said.keys() - facts.keys()):
        yield f"{result} is explained, does not come", ""


def one(outcome: Outcome, fact: Facts) -> Iterator[Difference]:
    """The differences of one result."""
    lines = outcome.consequences
    lost = {u for line in lines if isinstance(line, Lost) for u in line.units}
    yield from _fallen(lines, lost, fact)
    yield from _asked(lines, fact)
    yield from _surrendered(lines, fact)
    yield from _retreats(lines, lost, fact)
    stays = {u for line in lines if isinstance(line, Stand) for u in line.units}
    for kind, units in (
        ("said to stay, is lost", stays & fact.always),
        ("said to stay, retreats", stays & fact.flees),
    ):
        if units:
            yield kind, list_of(units)
    may = {u for line in lines if isinstance(line, Advance) for u in line.units}
    if fact.advances - may:
        yield "may advance, is not said to", list_of(fact.advances - may)
    idle = set() if fact.partial else may - fact.advances
    if idle & fact.always:
        yield "said to advance perhaps, is lost", list_of(idle & fact.always)
    if idle - fact.always:
        yield "said to advance perhaps, may not", list_of(idle - fact.always)


def _fallen(lines: Sequence[Consequence], lost: set[str], fact: Facts) -> Iterator[Difference]:
    """Units lost without a choice."""
    spared = {u for end in fact.ends for u in lost - end}
    if spared:
        yield "said to be lost, is not", list_of(spared)
    if fact.partial:
        return
    known = set(lost)
    for line in lines:
        if isinstance(line, Loss) and len(line.units) == 1:
            known |= set(line.units)
        elif isinstance(line, Surrender):
            known |= frozenset.intersection(*_given(line))
        elif isinstance(line, Flight):
            known |= {u for u, hexes in line.hexes.items() if not hexes}
        elif isinstance(line, Withdrawal) and line.alone:
            known |= {u for u, hexes in line.alone.items() if not hexes}
        elif isinstance(line, Withdrawal) and not line.hexes:
            known |= set(line.units)
    if fact.always - known:
        yield "is lost, is not said to", list_of(fact.always - known)


def _given(line: Surrender) -> set[frozenset[str]]:
    """The possible losses of a side by the explanation, unit by unit until they suffice."""
    found, seen = set[frozenset[str]](), set[frozenset[str]]()
    waiting = [frozenset[str]()]
    while waiting:
        gone = waiting.pop()
        left = line.options.keys() - gone
        if not left or (gone and line.value(gone) >= line.worth):
            found.add(gone)
            continue
        for unit in left & set(line.first) or left:
            if (more := gone | {unit}) not in seen:
                seen.add(more)
                waiting.append(more)
    return found


def _asked(lines: Sequence[Consequence], fact: Facts) -> Iterator[Difference]:
    """The choices of losses, by side."""
    choices: dict[str, set[str]] = {}
    for line in lines:
        if isinstance(line, Loss):
            choices.setdefault(line.side, set()).update(line.units)
        elif isinstance(line, Surrender):
            choices.setdefault(line.side, set()).update(line.first or line.options)
    for side in sorted(choices.keys() | fact.asked.keys()):
        said, played = choices.get(side, set()), fact.asked.get(side, set())
        what = f"{side}: said {list_of(said)}; played {list_of(played)}"
        if played and not said:
            yield "is asked to lose, is not said to", what
        elif said and not played:
            if not fact.partial:
                yield "said to be asked to lose, is not", what
        elif played - said:
            yield "may lose a unit, is not said to", what
        elif said - played and not fact.partial:
            yield "said to lose a unit perhaps, may not", what


def _surrendered(lines: Sequence[Consequence], fact: Facts) -> Iterator[Difference]:
    """The number of units that a side gives up."""
    for line in lines:
        if not isinstance(line, Surrender):
            continue
        played = {n for side, n in fact.given if side == line.side}
        if not played:
            continue
        what = f"said {line.fewest} to {line.most}, played {min(played)} to {max(played)}"
        if min(played) < line.fewest or max(played) > line.most:
            yield "gives up another number", what
        elif not fact.partial and (min(played), max(played)) != (line.fewest, line.most):
            yield "said to give up a number perhaps, does not", what


def _retreats(lines: Sequence[Consequence], lost: set[str], fact: Facts) -> Iterator[Difference]:
    """Retreats, with the side that moves the units and the first hexes."""
    alone: dict[str, Collection[str]] = {}
    together, whole, sides = set[str](), set[str](), set[str]()
    for line in lines:
        if isinstance(line, Flight):
            alone.update(line.hexes)
            sides.add(line.side)
        elif isinstance(line, Withdrawal):
            sides.add(line.side)
            if line.alone:
                alone.update(line.alone)
            else:
                together, whole = set(line.units), set(line.hexes)
    if fact.movers - sides:
        yield "another side chooses in the retreat", list_of(fact.movers)
    stack = fact.first.get("", set())
    what = f"said {list_of(whole)}; played {list_of(stack)}"
    if stack - whole:
        yield "a hex for the stack, is not said", what
    if whole - stack and not fact.partial:
        yield "a hex said for the stack, is none", what
    said = alone.keys() | together
    # a unit without a way is lost, and need not be listed as retreating
    flees = (fact.flees | {u for u in fact.first if u}) - lost
    if flees - said:
        yield "retreats, is not said to", list_of(flees - said)
    if not fact.partial:
        idle = {u for u in said - flees if u in together or alone[u]}
        if whole or alone:
            if idle & fact.always:
                yield "said to retreat, is lost", list_of(idle & fact.always)
            if idle - fact.always:
                yield "said to retreat, does not", list_of(idle - fact.always)
        twice = {u for u in alone.keys() & lost if not alone[u]}
        if twice:
            yield "said to be lost twice", list_of(twice)
    more, less = list[str](), list[str]()
    for unit in sorted(alone.keys() & fact.first.keys()):
        open_, played = set(alone[unit]), fact.first[unit]
        what = f"{unit}: said {list_of(open_)}; played {list_of(played)}"
        more += [what] if played - open_ else []
        less += [what] if open_ - played and not fact.partial else []
    if more:
        yield "a first hex, is not said", "; ".join(more)
    if less:
        yield "a first hex said, is none", "; ".join(less)
