"""What the results of a battle are and lead to, found by playing them on copies.

A game writes two procedures for each side, which play a battle that is set up by itself: to its
odds, and on from there to its end. Here the die is rolled in every way, and each result is played
on: every line until the first unit has retreated, and as many of those that follow as `LINES` lets.
What is offered and what happens on the way is what an explanation says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from eastfront._core import ArgumentError, State
from eastfront.cached import cached_property
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
    divided_down,
    how_many,
)

if TYPE_CHECKING:
    from eastfront.questions.battle import Asked

LINES = 150
"""Actions of lines in which somebody has retreated that are played after a result."""

HIDDEN = "a hidden unit"
"""What a unit is called that whoever asks may not know."""

INSTEAD = "before the die"
"""How a choice of a result ends that is taken in the place of the die."""

FAR = ("", "one", "two", "three", "four")
"""Numbers of hexes in words."""

Effects = Sequence[Any]
Root = tuple[State, Effects]
"""A position in which a result stands, and what has happened since it does."""


class Line(NamedTuple):
    """What has come of a result so far, in one line of play."""

    lost: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    """The sides that have named a loss."""
    told: frozenset[str] = frozenset()
    """Units that are to retreat and have not."""
    unit: str = ""
    """The unit that retreats; none while a stack does."""
    steps: int = 0
    """How many hexes it has gone."""
    moved: bool = False
    """Whether somebody has retreated."""
    over: bool = False


class Results:
    """The results of a battle."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.layout, self.side = asked, asked.layout, asked.side
        drawing = self.layout.document["drawing"]
        self.names: Sequence[str] = drawing["results"]
        self.noted = list(drawing["notes"]["battle"]).index("result:result")
        self.dice_by: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
        """By table: the faces that give each result, before anybody makes another of it; none for
        no die. Games with one table have it under ''."""
        self.turned: dict[str, dict[tuple[str, str, str], None]] = defaultdict(dict)
        """By result: who may make which other of it, by which rule; under '' before the die."""
        self.roots_by: dict[str, dict[str, list[Root]]] = defaultdict(lambda: defaultdict(list))
        # chance may be asked of another battle than the one that is planned
        rolled = int(asked.reckoned and asked.state.to_move == "chance")
        begun, effects = asked.fought.begin(f"{self.side} battle resolved", rolled)
        self._follow(begun, effects, ())
        if asked.table is not None and asked.table not in self.dice_by:
            known = ", ".join(filter(None, self.dice_by)) or "none"
            raise ArgumentError(f"no table `{asked.table}` to choose; the tables: {known}")
        self.table = asked.table or next(iter(self.dice_by), "")
        self.dice, self.roots = self.dice_by[self.table], self.roots_by[self.table]

    def _follow(
        self,
        state: State,
        effects: Effects,
        faces: tuple[int, ...],
        was: str = "",
        new: bool = True,
        table: str = "",
    ) -> None:
        """Every face, and every choice between the die and the result that stands."""
        at = next((n for n, e in enumerate(effects) if e[:2] == ("note", "battle")), None)
        number = state.var("result") if at is None else effects[at][2][self.noted]
        name = self.names[number] if number >= 0 else ""
        if name and new and not was:
            dice = self.dice_by[table]
            dice[name] = dice.get(name, ()) + faces
        if at is not None:
            roots = self.roots_by[table][name]
            if all(state.key != other.key for other, _ in roots):
                roots.append((state, effects[at + 1 :]))
            return
        chooses = state.decision == self.asked.words.get("table")
        asking = self.layout.asking(state)
        for label in state.legal_actions.names():
            copy, told = _pushed(state, label)
            if state.to_move == "chance":
                self._follow(copy, told, (int(label.split()[-1]),), table=table)
                continue
            if chooses:
                self._follow(copy, told, faces, table=label)
                continue
            # what follows from an action by another rule than the one that asks is no choice
            made = [e[3] for e in told if e[:2] == ("var", "result") and e[4] == asking]
            if made:
                self.turned[name][str(state.to_move), self.names[made[0]], asking] = None
            self._follow(copy, told, faces, name, not made, table)

    @property
    def distribution(self) -> Mapping[str, Fraction]:
        """The chance of each result before anybody makes another of it."""
        return self._chances(self.dice)

    @property
    def tables(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The same for each table that the defender may choose."""
        return {name: self._chances(dice) for name, dice in self.dice_by.items() if name}

    def _chances(self, dice: Mapping[str, tuple[int, ...]]) -> Mapping[str, Fraction]:
        every = sum(map(len, dice.values())) or 1
        names = [name for name in self.names if name in dice]
        return {name: Fraction(len(dice[name]) or 1, every) for name in names}

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The rules that let a side make another result, and what they say."""
        said: dict[tuple[str, str], None] = {}
        for name in (*self.names, ""):
            for side, other, rule in self.turned.get(name, ()):
                may = f"turn {name} into {other}" if name else f"make it {other} {INSTEAD}"
                said[rule, f"the {side.capitalize()} may {may}"] = None
        return tuple(said)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Each result with what it leads to; those that only a choice leads to come last."""
        chances, roots = self.distribution, self.roots
        if self.asked.result is not None:
            roots = {self.asked.result: [(self.asked.state, ())]}
        return tuple(
            Outcome(
                name,
                self.dice.get(name, ()),
                str(chances.get(name, Fraction(0))),
                Consequences(self, roots[name]).found(),
                tuple(self.turned.get(name, ())),
            )
            for name in dict.fromkeys((*chances, *self.names))
            if name in roots
        )

    @cached_property
    def alike(self) -> Mapping[str, frozenset[str]]:
        """Units that take part with those that no rule can tell from them: one stands for all."""
        state, layout = self.asked.state, self.layout
        marks = [set(state.units_with(flag)) for flag in layout.document["unit_flags"]]
        groups: dict[object, set[str]] = defaultdict(set)
        for unit in (*self.asked.group, *self.asked.there):
            kind = layout.unit_class[layout.unit_index[unit]]
            groups[kind, state.place(unit), *(unit in some for some in marks)].add(unit)
        return {unit: frozenset(some) for some in groups.values() for unit in some}


def _pushed(state: State, label: str) -> tuple[State, Effects]:
    copy = state.copy()
    return copy, copy.push(label, effects=True, applied=True) or ()


class Consequences:
    """What one result leads to: what is offered and what happens, over all lines."""

    def __init__(self, results: Results, roots: Sequence[Root]) -> None:
        self.asked, self.layout, self.side = results.asked, results.layout, results.side
        self.alike, self.words = results.alike, results.asked.words
        self.exchange = f"{self.side} exchange factor" in self.layout.queries
        self.losses: dict[str, dict[str, str]] = defaultdict(dict)
        """By the side that chooses: what it may lose at its first choice, each with the rule."""
        self.first: dict[str, set[str]] = defaultdict(set)
        """Of each unit that may retreat before any other, its first hexes; of a stack under ''."""
        self.flees: set[str] = set()
        """Units that retreat one by one."""
        self.stack: frozenset[str] = frozenset()
        """Units that retreat together."""
        self.doomed: set[str] = set()
        """Units that are lost as soon as they are told to retreat."""
        self.mover = ""
        """The side that chooses in retreats."""
        self.far: set[int] = set()
        """How many hexes units have gone that retreat one by one."""
        self.stands: set[str] = set()
        self.advances: set[str] = set()
        self.ends: list[frozenset[str]] = []
        """Who is lost, in each line."""
        self.rules: dict[str, str] = {}
        """The rule by which a unit is lost."""
        self._explore(roots)

    # -- play -------------------------------------------------------------------------------

    def _explore(self, roots: Sequence[Root]) -> None:
        """All lines until the first unit has retreated, and then as many as may be."""
        early, late, pushes = list[tuple[State, Line]](), list[tuple[State, Line]](), 0
        seen: set[tuple[int, Line]] = set()
        for state, effects in roots:
            line = Line()
            if not effects:  # it is in progress
                told = frozenset(state.units_with(self.words["retreating"]))
                line = Line(told=told, unit=(state.subject or "") if told else "")
            early.append((state, self._happened(line, "", "", effects)))
        while early or late:
            state, line = early.pop() if early else late.pop()
            if line.over or state.is_over or (line.moved and pushes > LINES):
                # of a line that is not followed, what has happened so far
                self.ends.append(line.lost)
            elif (state.key, line) not in seen:
                seen.add((state.key, line))
                for after, then in self._played(state, line):
                    pushes += line.moved
                    (late if then.moved else early).append((after, then))

    def _played(self, state: State, line: Line) -> Iterable[tuple[State, Line]]:
        """What is offered is noted, and each of it played."""
        labels, side = state.legal_actions.names(), str(state.to_move)
        for label in labels:
            self._offered(line, side, label)
        if labels[0].startswith("advance "):
            labels = [x for x in labels if not x.startswith("advance ")] or labels[:1]
        for label in labels:
            if self.exchange and label.startswith("lose "):
                yield self._sparing(state, line, label)
            else:
                copy, effects = _pushed(state, label)
                yield copy, self._happened(line, side, label, effects)

    def _sparing(self, state: State, line: Line, spared: str) -> tuple[State, Line]:
        """Losses are named until it is enough, a unit and those like it last."""
        kept = {f"lose {unit}" for unit in self.alike[spared.partition(" ")[2]]}
        while not state.is_over:
            labels, side = state.legal_actions.names(), str(state.to_move)
            if not labels[0].startswith("lose "):
                break
            label = next((x for x in labels if x not in kept), labels[0])
            state, effects = _pushed(state, label)
            line = self._happened(line, side, label, effects)
        return state, line

    def _offered(self, line: Line, side: str, label: str) -> None:
        """Notes what somebody may do; where a unit is named, all like it."""
        verb, _, thing = label.partition(" ")
        units = self.alike.get(thing, {thing})
        if verb == "lose" and side not in line.given:
            for unit in units:
                self.losses[side].setdefault(unit, "")
        elif verb == "advance":
            self.advances |= units
        elif verb == "retreat":
            self.flees |= units
            self.mover = side
        elif verb == "retreat-to":
            self.mover = side
            if not line.unit:
                self.stack |= line.told
            if not line.moved:
                for unit in self.alike.get(line.unit, (line.unit,)):
                    self.first[unit].add(thing)

    def _happened(self, line: Line, side: str, label: str, effects: Effects) -> Line:
        """What an action has come to, by its effects in their order."""
        lost, given, told, unit, steps, moved, over = line
        freed: set[str] = set()
        why = thing = verb = ""
        for effect in (("forced", None, label), *effects):
            match effect[0]:
                case "forced":
                    if effect[1] is not None:
                        side = self.asked.state.game.sides[effect[1]]
                        line = Line(lost, given, told, unit, steps, moved)
                        self._offered(line, side, effect[2])
                    verb, _, thing = effect[2].partition(" ")
                    if verb == "lose":
                        given |= {side}
                    elif verb == "retreat":
                        unit, steps = thing, 0
                    elif verb == "retreat-to":
                        steps += 1
                case "unit" if effect[2] == self.words["retreating"]:
                    one = effect[1]
                    if not effect[3] and one in told:
                        if one == unit:
                            self.far.add(steps)
                            unit = ""
                        else:
                            freed.add(one)
                    told = told | {one} if effect[3] else told - {one}
                case "placed" if effect[3] in self.layout.hexes:
                    lost -= {effect[1]}
                    if verb == "retreat-to" and effect[3] == thing:
                        moved = True
                        told -= set() if unit else {effect[1]}
                case "placed":
                    one = effect[1]
                    self.rules.setdefault(one, why or effect[4])
                    for chosen in self.losses.values():
                        if one in chosen:
                            chosen[one] = chosen[one] or why or effect[4]
                    if one == unit and not moved:
                        self.first[one] |= set()
                    elif one in told | freed and not self.flees:
                        self.doomed.add(one)
                    lost, told, why = lost | {one}, told - {one}, ""
                    freed.discard(one)
                case "applied":
                    why = effect[1]
                case "hex" | "var":
                    cleared = effect[2:4] == (self.words.get("targets"), False)
                    over |= cleared or (effect[1] == self.words.get("target") and effect[3] < 0)
        self.stands |= freed
        return Line(lost, given, told, unit, steps, moved, over)

    # -- what is said of it -----------------------------------------------------------------

    def _sorted(self, units: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(units, key=self.layout.unit_index.__getitem__))

    def _side(self, unit: str) -> str:
        layout = self.layout
        return str(layout.document["sides"][layout.unit_side[layout.unit_index[unit]]])

    def found(self) -> tuple[Consequence, ...]:
        """The consequences, in the order in which they come."""
        always = frozenset.intersection(*self.ends)
        always = frozenset(u for u in always if self.alike.get(u, frozenset()) <= always)
        found: list[Consequence] = []
        known: set[str] = set()
        for side, units in self.losses.items():
            if self.exchange:
                given = self._surrender(side)
                found.append(given)
                known |= given.options.keys()
                continue
            for rule in dict.fromkeys(units.values()):
                some = self._sorted(u for u in units if units[u] == rule)
                found.append(Loss(side, some, rule))
                known |= set(some) if len(some) == 1 else set()
        ways = self._ways(always)
        for way in ways:
            known |= set(way.units) if isinstance(way, Withdrawal) and not way.alone else set()
        stands = self._sorted(self.stands - always)
        for name, rule, where in self.layout.queries_about(f"{self.side} stand "):
            if some := tuple(u for u in stands if u in self.asked.state.ask(name)):
                ways.append(Stand(self._side(some[0]), some, where, rule))
        if self.advances:
            rule = self.layout.asked_by["advance"][0]
            ways.append(Advance(self.side, self._sorted(self.advances), rule))
        return (*self._lost(always - known), *found, *ways)

    def _lost(self, units: Iterable[str]) -> list[Lost]:
        """Who falls in every line, by rule; hidden units without their names."""
        by_rule: dict[tuple[str, str], list[str]] = defaultdict(list)
        for unit in self._sorted(units):
            by_rule[self.rules[unit], self._side(unit)].append(unit)
        secret, order = self.asked.secret, list(self.rules.values())
        return [
            Lost(
                side,
                tuple(sorted((HIDDEN if u in secret else u for u in some), key=HIDDEN.__eq__)),
                rule,
            )
            for (rule, side), some in sorted(by_rule.items(), key=lambda x: order.index(x[0][0]))
        ]

    def _surrender(self, side: str) -> Surrender:
        """Units that are named until they are worth enough."""
        state, asking = self.asked.fought, self.layout.asked_by["lose"]
        worth: dict[str, int] = {}
        divided: dict[str, tuple[int, int]] = {}
        for unit in self.asked.group:
            factor, by, more = (
                int(state.ask(f"{self.side} exchange {what}", unit))
                for what in ("factor", "divisor", "undivided")
            )
            worth[unit] = (factor if by == 1 else divided_down(factor, by)) + more
            if by > 1:
                divided[unit] = factor, by
        first = self._sorted(self.losses[side])
        first, rules = (first, asking) if len(first) < len(worth) else ((), asking[:1])
        wanted = state.var(self.words["totals"][1])
        fewest, most = how_many(worth, divided, first, wanted)
        return Surrender(side, wanted, worth, first, fewest, most, rules, divided)

    def _closed(self, hexes: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """The hexes next to units that retreat which are open to none of them, each with why."""
        state, known = self.asked.state, {h for some in hexes.values() for h in some}
        closed: dict[str, str] = {}
        for unit in hexes:
            for name, rule, text in self.layout.queries_about(f"{self._side(unit)} refuge "):
                for hex_ in state.ask(name, unit):
                    if hex_ not in known:
                        closed.setdefault(hex_, f"{text} ({rule})")
        return closed

    def _ways(self, always: frozenset[str]) -> list[Consequence]:
        """Who retreats, moved by whom, and where first."""
        asked_by, place = self.layout.asked_by, self.layout.place_index.__getitem__
        units = self._sorted((self.flees | self.first.keys() - {""}) - always)
        hexes = {u: tuple(sorted(self.first.get(u, ()), key=place)) for u in units}
        shut = self.layout.queries_about(f"{self.side} shut ")
        if not shut:
            far = " or ".join(FAR[n] for n in sorted(self.far) if n) or FAR[1]
            if not hexes:
                return []
            return [Flight(self.mover, hexes, far, asked_by["retreat"][0], self._closed(hexes))]
        whole = tuple(sorted(self.first.get("", ()), key=place))
        rules = asked_by["retreat-to"][:1]
        if not whole:
            rules = (asked_by["retreat"][0], *rules)
        if not whole and not hexes:
            units = self._sorted(always & self.doomed)
            rules = tuple(dict.fromkeys(self.rules[u] for u in units))
        elif whole:
            units = self._sorted(self.stack)
        if not units:
            return []
        closed: dict[str, str] = {}
        for name, rule, text in shut:
            for hex_ in self.asked.state.ask(name):
                if hex_ not in whole:
                    closed.setdefault(hex_, f"{text} ({rule})")
        alone = {} if whole else hexes
        return [Withdrawal(self._side(units[0]), units, whole, alone, closed, rules)]
