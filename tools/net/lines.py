"""What a battle comes to by play on copies, in every line.

A line ends with the battle; the effects of an action tell when, as what comes next may be played
unasked. Lines that meet in one position are followed once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import eastfront as ef
from eastfront.positions.layout import layout_of

LINES = 2000
"""Actions that follow a result; one that has more is compared on a sample."""

SAMPLE = 60
"""Lines of such a sample."""

DIE = "combat"
"""The decision of chance about a battle's result."""

TABLE = "table"
"""The decision about the table that the die is rolled on."""

AFTER = frozenset({"advance", "second advance", "second advance hex"})
"""Decisions about a battle that come when its procedure has ended."""

Support = tuple[str, str]
"""A support by its verb, and the unit that is named with it."""

Root = tuple[ef.State, str, Sequence[Any]]
"""A position in which a result stands, the action that led there, and its effects."""


@dataclass(frozen=True)
class Form:
    """The words of a game's battles."""

    declared: frozenset[str]
    """The decisions at which an attack is declared."""
    coming: frozenset[str]
    """Those of a battle that is being put together or about which the die is to fall."""
    supports: Mapping[str, str]
    """The verb of each support, and its name in an explanation."""
    free: frozenset[str]
    """What else leads on to the die without another unit or target."""
    mark: str
    """The mark of a hex, or the variable, that goes when a battle is over."""
    instead: frozenset[str] = frozenset()
    """The decisions at which a side may take a result in the place of the die."""
    announces: str = ""
    """The verb by which lower odds may be announced; empty where there is none."""
    kinds: bool = False
    """Whether a battle is of a kind, and each support is asked about in words of its own."""


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
    """What play after a result comes to, over all lines."""

    asked: dict[str, set[str]] = field(default_factory=dict)
    """By the side that chooses: the units offered at its first choice of what to lose."""
    first: dict[str, set[str]] = field(default_factory=dict)
    """Of each unit that may retreat before any other, its first hexes; of a stack under ''."""
    movers: set[str] = field(default_factory=set)
    """The sides that choose in retreats."""
    flees: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)
    """Units that a side may choose to lose."""
    advances: set[str] = field(default_factory=set)
    ends: set[frozenset[str]] = field(default_factory=set)
    """Who is lost, in each line."""
    given: set[tuple[str, int]] = field(default_factory=set)
    """How many units a side has given up, in each line in which it had to."""
    partial: bool = False
    lines: int = 0

    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Units with those that are no different from them: play offers one for all of these."""

    @property
    def always(self) -> frozenset[str]:
        """Units lost in every line, and any that could be lost in their stead."""
        every = frozenset.intersection(*self.ends) if self.ends else frozenset()
        return frozenset(u for u in every if self.alike.get(u, frozenset()) <= every)

    def widened(self, alike: Mapping[str, frozenset[str]]) -> Facts:
        """The same of all units of which one was offered."""
        self.alike = alike
        for units in (*self.asked.values(), self.flees, self.chosen, self.advances):
            units |= {v for u in units for v in alike.get(u, ())}
        for unit in list(self.first):
            for other in alike.get(unit, ()):
                self.first.setdefault(other, self.first[unit])
        return self


@dataclass(frozen=True)
class Line:
    """What has come of a battle so far, in one line of play."""

    lost: frozenset[str] = frozenset()
    given: tuple[tuple[str, int], ...] = ()
    """How many units each side has given up."""
    moved: bool = False
    """Whether somebody has retreated."""
    unit: str = ""
    """The unit that retreats."""
    over: bool = False

    def gave(self, side: str) -> Line:
        """A side has given up one more."""
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
        """Every line that follows a result; a sample where they are many or hold chance."""
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
        """What an action has come to, by its effects in their order."""
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
        """An only action, which nobody was asked about."""
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
        """A unit comes to another place, in a retreat or not."""
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
        """What is offered, of which each is to be followed."""
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
    """With which supports the battle is fought, no other unit having joined, and its die if any.

    Of odds the best are announced, of tables that is taken which was in the game.
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
    """Units with those that no rule can tell from them: by counter, place and marks."""
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
