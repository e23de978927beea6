"""Strengths that are drawn before the odds of a battle: all draws to come, and what they give.

The game file lists, in its description of battles, which units have such a strength
(`eastfront.systems.drawn`). The draws are played on copies, and the explanations of the battle
after each are combined into one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from eastfront._core import State
from eastfront.positions.effects import Effect
from eastfront.questions.consequences import Outcome

if TYPE_CHECKING:
    from eastfront.questions.battle import Battle, Factor

T = TypeVar("T")
Drawn = tuple[Fraction, T]
"""A thing that some draws lead to, with the probability of these draws."""
MOST_LINES = 12
"""The largest number of cases that an explanation in words lists one by one."""


@dataclass(frozen=True)
class Case:
    """A way in which the strengths drawn for a battle can fall: its totals and odds, and the
    chances of the results then."""

    share: str
    """The probability of the case as text, such as ``1/6``."""
    attack: float
    """The total strength of the attack, in factors."""
    defence: float
    odds: str
    """The odds before shifts, or the difference of the totals."""
    column: str
    """The odds column in which the die is then rolled."""
    chances: Mapping[str, str] = field(default_factory=dict)
    """The probability of each result in this case, as text."""

    @property
    def chance(self) -> Fraction:
        """The probability of the case."""
        return Fraction(self.share)

    @property
    def distribution(self) -> Mapping[str, Fraction]:
        """The probability of each result in this case."""
        return {result: Fraction(chance) for result, chance in self.chances.items()}

    def __str__(self) -> str:
        return (
            f"{self.share}: {self.attack} against {self.defence}, {self.odds}, column {self.column}"
        )


def shown(total: float | None) -> str:
    """Returns a total of factors as text, a mean with at most two decimals."""
    return str(total if total is None else round(total, 2))


# -- draws in a position ---------------------------------------------------------------------------


def is_draw(words: Mapping[str, Any], state: State) -> bool:
    """Says whether a state waits for the draw of a strength; ``words`` is the game file's
    description of battles."""
    return any(one["decision"] == state.decision for one in words.get("drawn", ()))


def units_drawn(words: Mapping[str, Any]) -> Mapping[int, Sequence[float]]:
    """Returns the units whose strength is drawn, by number, each with the strengths, in factors,
    for the faces of the die."""
    return {unit: one["strengths"] for one in words.get("drawn", ()) for unit in one["units"]}


def every_draw(state: State) -> tuple[Drawn[State], ...]:
    """Plays all outcomes of chance from a state until chance is not to act; returns the states
    reached, each with its probability. Equal states count as one."""
    open_: dict[int, Drawn[State]] = {state.key: (Fraction(1), state)}
    while any(one.to_move == "chance" for _, one in open_.values()):
        later: dict[int, Drawn[State]] = {}
        for chance, one in open_.values():
            if one.to_move != "chance":
                _add(later, chance, one)
                continue
            for action, part in one.chance_outcomes():
                after = one.copy()
                after.push(action)
                _add(later, chance * Fraction(part).limit_denominator(10**6), after)
        open_ = later
    return tuple(open_.values())


def _add(states: dict[int, Drawn[State]], chance: Fraction, state: State) -> None:
    before = states.get(state.key, (Fraction(0), state))[0]
    states[state.key] = (before + chance, state)


def with_draws(words: Mapping[str, Any], state: State, effects: Iterable[Effect]) -> State:
    """Returns a state that waits for a draw with the strengths that ``effects`` have drawn since;
    the state itself if they have drawn none."""
    flags = {flag for one in words.get("drawn", ()) for flag in one["flags"]}
    drawn = [(e[1], e[2], True) for e in effects if e[0] == "unit" and e[2] in flags and e[3]]
    return state._supposed(unit_flags=drawn) if drawn else state


# -- the explanations after all draws as one -------------------------------------------------------


def combined(
    found: Sequence[Drawn[Battle]], order: Sequence[tuple[int, ...]], results: Sequence[str]
) -> Battle:
    """Returns the explanation of a battle whose strengths are still to be drawn, from those after
    each draw with their probabilities. ``order`` has for each the numbers by which they are put
    in order, ``results`` the names of all results in order."""
    ranked = [found[n] for n in sorted(range(len(found)), key=lambda n: (order[n], n))]
    battles = [battle for _, battle in ranked]
    first, last = battles[0], battles[-1]
    names = list(dict.fromkeys(name for one in battles for name in one.chances_by_table))
    tables = {one.table for one in battles if one.table}
    return replace(
        first,
        attackers=factors([(chance, one.attackers) for chance, one in ranked]),
        defenders=factors([(chance, one.defenders) for chance, one in ranked]),
        attack=_mean([(chance, one.attack) for chance, one in ranked]),
        defence=_mean([(chance, one.defence) for chance, one in ranked]),
        odds=_range(first.odds, last.odds),
        column=_range(first.column, last.column),
        chances=_written(_mixed([(c, one.distribution) for c, one in ranked], results)),
        chances_by_table={
            name: _written(
                _mixed([(c, one.tables.get(name, one.distribution)) for c, one in ranked], results)
            )
            for name in names
        },
        choices=tuple(dict.fromkeys(choice for one in battles for choice in one.choices)),
        rules=tuple(dict.fromkeys(rule for one in battles for rule in one.rules)),
        outcomes=_outcomes(ranked, results),
        table=tables.pop() if len(tables) == 1 else first.table,
        facts=tuple(f for f in first.facts if all(f in one.facts for one in battles)),
        cases=_cases(ranked, results),
    )


def _written(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {result: str(chance) for result, chance in chances.items()}


def _mean(values: Sequence[Drawn[float | None]]) -> float:
    """Returns the mean of totals; a whole number as an `int`."""
    mean = sum((chance * Fraction(value or 0) for chance, value in values), Fraction(0))
    return int(mean) if mean.denominator == 1 else float(mean)


def _range(lowest: str | None, highest: str | None) -> str:
    return str(lowest) if lowest == highest else f"{lowest} to {highest}"


def _mixed(
    found: Iterable[Drawn[Mapping[str, Fraction]]], results: Sequence[str]
) -> dict[str, Fraction]:
    """Returns the probability of each result over all draws."""
    total: dict[str, Fraction] = {}
    for chance, distribution in found:
        for result, part in distribution.items():
            total[result] = total.get(result, Fraction(0)) + chance * part
    return {result: total[result] for result in results if result in total}


def factors(found: Sequence[Drawn[tuple[Factor, ...]]]) -> tuple[Factor, ...]:
    """Returns the factors of the units of one side over all draws."""
    return tuple(
        _factor([(chance, factors[n]) for chance, factors in found])
        for n in range(len(found[0][1]))
    )


def _factor(found: Sequence[Drawn[Factor]]) -> Factor:
    """Returns the factor of one unit over all draws: the mean, with the chance of each value if
    there are several."""
    values: dict[float, Fraction] = {}
    for chance, one in found:
        values[one.factor] = values.get(one.factor, Fraction(0)) + chance
    first = found[0][1]
    if len(values) == 1:
        return first
    return replace(
        first,
        factor=_mean([(chance, value) for value, chance in values.items()]),
        rules=tuple(dict.fromkeys(rule for _, one in found for rule in one.rules)),
        drawn=tuple((value, str(values[value])) for value in sorted(values)),
    )


def _cases(found: Sequence[Drawn[Battle]], results: Sequence[str]) -> tuple[Case, ...]:
    """Returns the totals that can be drawn, with their chances and those of the results."""
    groups: dict[tuple[Any, ...], list[Drawn[Battle]]] = {}
    for chance, one in found:
        groups.setdefault((one.attack, one.defence, one.odds, one.column), []).append((chance, one))
    cases = []
    for (attack, defence, odds, column), group in groups.items():
        share = sum((chance for chance, _ in group), Fraction(0))
        mixed = _mixed([(chance / share, one.distribution) for chance, one in group], results)
        cases.append(Case(str(share), attack, defence, odds, column, _written(mixed)))
    return tuple(cases)


def _outcomes(found: Sequence[Drawn[Battle]], results: Sequence[str]) -> tuple[Outcome, ...]:
    """Returns the outcomes over all draws. A result occurs several times if its consequences depend
    on the strengths drawn."""
    groups: dict[str, list[Drawn[Outcome]]] = {}
    for chance, battle in found:
        for one in battle.outcomes:
            key = repr((one.result, one.consequences, one.turned))
            groups.setdefault(key, []).append((chance, one))
    outcomes = []
    for group in groups.values():
        share = sum((chance * one.chance for chance, one in group), Fraction(0))
        faces = {one.dice for _, one in group}
        dice = faces.pop() if len(faces) == 1 and len(group) == len(found) else ()
        outcomes.append(replace(group[0][1], dice=dice, share=str(share)))
    return tuple(sorted(outcomes, key=lambda one: (not one.chance, results.index(one.result))))


def told_outcomes(outcomes: Sequence[Outcome]) -> list[str]:
    """Returns the outcomes over all draws in words, an entry for each result: its probability, and
    its consequences. Of those that depend on the strengths drawn, one is given as an example."""
    texts = []
    for result in dict.fromkeys(one.result for one in outcomes):
        group = [one for one in outcomes if one.result == result]
        chance = sum((one.chance for one in group), Fraction(0))
        lines = {
            f"  {side} may make it {new} ({rule})": None
            for one in group
            for side, new, rule in one.turned
        }
        same, example = common([[str(one) for one in end.consequences] for end in group])
        lines |= dict.fromkeys(f"  {text}" for text in same)
        if example:
            lines[f"  by the strengths drawn, for example: {example}"] = None
        head = f"{result}, {chance}:" if chance else f"{result}:"
        texts.append("\n".join((head, *lines)) if lines else f"{head} no losses or retreats")
    return texts


def common(texts: Sequence[Sequence[str]]) -> tuple[list[str], str]:
    """Returns the texts that all of some lists have, and the first of the others, empty if there is
    no other."""
    same = [text for text in texts[0] if all(text in some for some in texts)]
    others = [text for some in texts for text in some if text not in same]
    return same, others[0] if others else ""


def told_cases(cases: Sequence[Case]) -> list[str]:
    """Returns the cases of a battle in words, a line each; if they are many, the chance of each
    column instead."""
    if len(cases) <= MOST_LINES:
        return [str(case) for case in cases]
    columns: dict[str, Fraction] = {}
    for case in cases:
        columns[case.column] = columns.get(case.column, Fraction(0)) + case.chance
    return [f"{chance}: column {column}" for column, chance in columns.items()]
