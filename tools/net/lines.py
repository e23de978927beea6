"""The outcomes of a battle by play on copies, in every line.

A line ends with the battle, according to the effects of an action, since forced actions may follow
at once. Lines that meet in one position are followed once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import eastfront as ef
from eastfront.positions.layout import layout_of

LINES = 2000
"""The maximum number of actions after a result; a longer one is sampled."""

SAMPLE = 60
"""The number of lines in a sample."""

DIE = "combat"
"""The decision of chance about a battle's result."""

TABLE = "table"
"""The decision about the table for the die."""

AFTER = frozenset({"advance", "second advance", "second advance hex"})
"""Decisions about a battle after the end of its procedure."""

Support = tuple[str, str]
"""A support as its verb and its unit."""

Root = tuple[ef.State, str, Sequence[Any]]
"""A position with a final result, the action that led there, and its effects."""


@dataclass(frozen=True)
class Form:
    """The terms of a game's battles."""

    declared: frozenset[str]
    """The decisions of declaring an attack."""
    coming: frozenset[str]
    """The decisions of a battle under construction or before its die."""
    supports: Mapping[str, str]
    """The verb of each support, and its name in an explanation."""
    free: frozenset[str]
    """Other verbs that lead to the die without another unit or target."""
    mark: str
    """The flag of a hex, or the variable, that is cleared at the end of a battle."""
    instead: frozenset[str] = frozenset()
    """The decisions with an option to take a result in place of the die."""
    announces: str = ""
    """The verb of announcing lower odds; empty without one."""
    kinds: bool = False
    """Whether battles have kinds, and each support a decision of its own."""


FORMS = {
    "barbarossa-deluxe": Form(
        declared=frozenset({"prepared assault", "leg"}),
        coming=frozenset(
            {
                "attackers",
                "luftwaffe",
                "air armies",
                "partisans",
                "airborne",
                "retreat before battle",
                DIE,
            }
        ),
        supports={
            "luftwaffe": "luftwaffe",
            "air-army": "air armies",
            "partisans": "partisans",
            "airborne": "airborne",
        },
        free=frozenset(
            {"fight", "no-luftwaffe", "no-more-air", "no-partisans", "no-airborne", "stand"}
        ),
        mark="target",
        instead=frozenset({"retreat before battle"}),
        kinds=True,
    ),
    "russian-campaign": Form(
        declared=frozenset({"battle"}),
        coming=frozenset({"forces", "odds", DIE}),
        supports={"stuka": "stuka", "sturmovik": "sturmovik"},
        free=frozenset({"fight"}),
        mark="beset",
        announces="odds",
    ),
    "barbarossa-1971": Form(
        declared=frozenset({"attacks"}),
        coming=frozenset({"force", "luftwaffe", "assisted hex", "supply", TABLE, DIE}),
        supports={"fly": "luftwaffe"},
        free=frozenset({"fight", "assist", "no-more-air", "draw-on"}),
        mark="attacked hex",
    ),
}


@dataclass
class Facts:
    """The outcomes of play after a result, over all lines."""

    asked: dict[str, set[str]] = field(default_factory=dict)
    """The units offered at the first choice of losses, by the choosing side."""
    first: dict[str, set[str]] = field(default_factory=dict)
    """The first hexes of each unit that may retreat first; of a stack under ''."""
    movers: set[str] = field(default_factory=set)
    """The sides with choices in retreats."""
    flees: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    """Units that a side may choose to lose."""
    advances: set[str] = field(default_factory=set)
    ends: set[frozenset[str]] = field(default_factory=set)
    """The units lost, in each line."""
    given: set[tuple[str, int]] = field(default_factory=set)
    """The number of units that a side gave up, in each line with that duty."""
    partial: bool = False
    lines: int = 0

    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Classes of alike units: play offers one for all of them."""

    @property
    def always(self) -> frozenset[str]:
        """Units lost in every line, with those alike."""
        every = frozenset.intersection(*self.ends) if self.ends else frozenset()
        return frozenset(u for u in every if self.alike.get(u, frozenset()) <= every)

    def widened(self, alike: Mapping[str, frozenset[str]]) -> Facts:
        """The same for all units alike to an offered one."""
        self.alike = alike
        for units in (*self.asked.values(), self.flees, self.chosen, self.advances):
            units |= {v for u in units for v in alike.get(u, ())}
        for unit in list(self.first):
            for other in alike.get(unit, ()):
                self.first.setdefault(other, self.first[unit])
        return self


@dataclass(frozen=True)
class Line:
    """The state of a battle in one line of play."""

    lost: frozenset[str] = frozenset()
    given: tuple[tuple[str, int], ...] = ()
    """The number of units given up, by side."""
    moved: bool = False
    """Whether a unit has retreated."""
    unit: str = ""
    """The retreating unit."""
    over: bool = False

    def gave(self, side: str) -> Line:
        """Counts one more unit given up by a side."""
        given = dict(self.given)
        given[side] = given.get(side, 0) + 1
        return replace(self, given=tuple(sorted(given.items())))


NEW = Line()


class Play:
    """Plays on from results to the end of the battle."""

    def __init__(self, game: ef.Game, form: Form, side: str, rng: random.Random) -> None:
        self.sides, self.hexes = game.sides, frozenset(game.hexes)
        self.form, self.side, self.rng = form, side, rng

    def facts(self, roots: Sequence[Root]) -> Facts:
        """Every line after a result; a sample if there are many or further chance."""
        facts, seen = Facts(), set[tuple[int, Line]]()
        waiting = [(state, self._told(facts, label, told)) for state, label, told in roots]
        while waiting:
            state, line = waiting.pop()
            if self._over(state, line):
                self._end(facts, line)
                continue
            if state.to_move == "chance" or facts.lines > LINES:
                return self._sample(roots, facts.lines)
            if (state.key, line) not in seen:
                seen.add((state.key, line))
                for label in self._offered(facts, state, line):
                    waiting.append(self._push(facts, state, label, line))
        return facts

    def _sample(self, roots: Sequence[Root], lines: int) -> Facts:
        """Some lines, drawn at random."""
        facts = Facts(partial=True, lines=lines)
        for number in range(SAMPLE):
            state, label, told = roots[number % len(roots)]
            line = self._told(facts, label, told)
            while not self._over(state, line):
                labels = self._offered(facts, state, line)
                state, line = self._push(facts, state, self.rng.choice(labels), line)
            self._end(facts, line)
        return facts

    def _push(self, facts: Facts, state: ef.State, label: str, line: Line) -> tuple[ef.State, Line]:
        copy = state.copy()
        told = copy.push(label, effects=True) or []
        facts.lines += 1
        if label.startswith("lose "):
            line = line.gave(str(state.to_move))
        return copy, self._told(facts, label, told, line)

    def _over(self, state: ef.State, line: Line) -> bool:
        here = f"{self.side} battle" in state.stack or state.decision in AFTER
        return line.over or state.is_over or not here

    def _end(self, facts: Facts, line: Line) -> None:
        facts.ends.add(line.lost)
        facts.given.update(line.given)

    def _told(self, facts: Facts, label: str, told: Sequence[Any], line: Line = NEW) -> Line:
        """Applies an action's effects in their order."""
        verb, _, thing = label.partition(" ")
        if verb == "retreat":
            line = replace(line, unit=thing)
        for effect in told:
            if effect[0] == "forced":
                verb, _, thing = effect[2].partition(" ")
                line = self._forced(facts, self.sides[effect[1]], effect[2], line)
            elif effect[0] == "placed":
                back = verb == "retreat-to" and effect[3] == thing
                line = self._placed(facts, effect, line, back)
            elif self._ends(effect):
                return replace(line, over=True)
        return line

    def _forced(self, facts: Facts, side: str, label: str, line: Line) -> Line:
        """Handles a forced action."""
        verb, _, thing = label.partition(" ")
        if verb == "retreat":
            facts.flees.add(thing)
            return replace(line, unit=thing)
        if verb == "retreat-to" and not line.moved:
            facts.first.setdefault(line.unit, set()).add(thing)
        if verb == "lose":
            if side not in dict(line.given):
                facts.asked.setdefault(side, set()).add(thing)
            return line.gave(side)
        return line

    def _placed(self, facts: Facts, effect: Sequence[Any], line: Line, back: bool) -> Line:
        """Handles the new place of a unit, in a retreat or not."""
        unit, where = effect[1], effect[3]
        if where not in self.hexes:
            if unit == line.unit and not line.moved:
                facts.first.setdefault(unit, set())
            return replace(line, lost=line.lost | {unit})
        if not back:
            return line
        facts.flees.add(unit)
        return replace(line, moved=True)

    def _ends(self, effect: Sequence[Any]) -> bool:
        kind, mark = effect[0], self.form.mark
        if kind == "hex":
            return bool(effect[2] == mark and effect[3] is False)
        return bool(kind == "var" and effect[1] == mark and effect[3] == -1)

    def _offered(self, facts: Facts, state: ef.State, line: Line) -> list[str]:
        """The offered actions, each to be followed."""
        labels: list[str] = sorted(state.legal_actions.names())
        side = str(state.to_move)
        by: dict[str, set[str]] = {}
        for label in labels:
            verb, _, thing = label.partition(" ")
            by.setdefault(verb, set()).add(thing)
        if "advance" in by:
            facts.advances |= by["advance"]
            return [label for label in labels if label.partition(" ")[0] == "hold"] or labels
        if "lose" in by:
            facts.chosen |= by["lose"]
            if side not in dict(line.given):
                facts.asked.setdefault(side, set()).update(by["lose"])
        if "retreat" in by or "retreat-to" in by:
            facts.movers.add(side)
        facts.flees |= by.get("retreat", set())
        if "retreat-to" in by and not line.moved:
            facts.first.setdefault(line.unit, set()).update(by["retreat-to"])
        return labels


def in_play(
    form: Form, ready: ef.State, table: str | None
) -> dict[tuple[Support, ...], ef.State | None]:
    """The possible supports of the battle, without further units, and its die if any.

    The best odds are announced, and the table of the game is taken.
    """
    found, seen = dict[tuple[Support, ...], ef.State | None](), set[tuple[int, object]]()
    waiting: list[tuple[ef.State, tuple[Support, ...]]] = [(ready, ())]
    while waiting:
        state, used = waiting.pop()
        if (state.key, used) in seen or state.is_over or state.decision not in form.coming:
            continue
        seen.add((state.key, used))
        if state.decision == DIE:
            found[used] = state
            continue
        labels = sorted(state.legal_actions.names())
        if form.announces and labels[0].startswith(f"{form.announces} "):
            labels = [max(labels, key=lambda label: int(label.split()[1]))]
        for label in labels:
            verb, _, unit = label.partition(" ")
            if verb in {*form.supports, *form.free, form.announces} or label == table:
                more = [(verb, unit)] if verb in form.supports else []
                then = tuple(sorted([*used, *more]))
                copy = state.copy()
                told = copy.push(label, effects=True) or []
                if any(effect[:2] == ("note", "battle") for effect in told):
                    found.setdefault(then, None)  # fought without a die
                else:
                    waiting.append((copy, then))
    return found


def alike(state: ef.State, units: Iterable[str]) -> dict[str, frozenset[str]]:
    """Classes of units that no rule distinguishes: by counter, place and flags."""
    layout = layout_of(state.game)
    classes = layout.document["units"]["class"]
    marks = {flag: set(state.units_with(flag)) for flag in layout.document["unit_flags"]}
    groups: dict[object, set[str]] = {}
    keys = {
        unit: (
            classes[layout.unit_index[unit]],
            state.place(unit),
            *(flag for flag, some in marks.items() if unit in some),
        )
        for unit in units
    }
    for unit, key in keys.items():
        groups.setdefault(key, set()).add(unit)
    return {unit: frozenset(groups[key]) for unit, key in keys.items()}
