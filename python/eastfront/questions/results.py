"""The results of a battle and their consequences, found by playing it on copies of a state.

A game has two procedures for each attacking side: the first plays a battle until the odds are
known, the second from there to the end of the battle. This module tries every die roll, and plays
on after each in every possible way until the first unit has retreated; beyond that it plays only
about `LINES` more actions. The explanation of a result lists the choices offered and the events
on the way.
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
"""The number of actions played after a unit has retreated, in all lines of play of a result
together, from which on such lines are abandoned."""

HIDDEN = "a hidden unit"
"""The name shown for a unit whose identity is hidden."""

INSTEAD = "before the die"
"""The words that end the text of a choice that replaces the die roll."""

FAR = ("", "one", "two", "three", "four")
"""The numbers 1 to 4 as English words, for the length of a retreat in hexes; ``FAR[0]`` is
empty."""

Effects = Sequence[Any]
Root = tuple[State, Effects]
"""A position in which the result is final, and the effects since the result."""


class Line(NamedTuple):
    """The progress of one line of play (a sequence of choices) after a result: the losses and
    retreats so far."""

    lost: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    """The sides that have chosen a unit to lose."""
    told: frozenset[str] = frozenset()
    """Units that must still retreat."""
    unit: str = ""
    """The retreating unit; empty while a stack retreats."""
    steps: int = 0
    """The number of hexes that the retreating unit has gone."""
    moved: bool = False
    """Whether any unit has retreated."""
    over: bool = False


class Results:
    """The results of a battle: the die faces that give each result, and the positions to which it
    leads."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.layout, self.side = asked, asked.layout, asked.side
        drawing = self.layout.document["drawing"]
        self.names: Sequence[str] = drawing["results"]
        self.noted = list(drawing["notes"]["battle"]).index("result:result")
        self.dice_by: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
        """By combat results table ('' in a game with a single one): the die faces that give each
        result before conversions; empty if no die is rolled."""
        self.turned: dict[str, dict[tuple[str, str, str], None]] = defaultdict(dict)
        """Conversions by result: side, new result and rule; under '' those before the roll."""
        self.roots_by: dict[str, dict[str, list[Root]]] = defaultdict(lambda: defaultdict(list))
        # the pending roll may belong to another battle than the planned one
        rolled = int(asked.reckoned and asked.state.to_move == "chance")
        begun, effects = asked.fought.begin(f"{self.side} battle resolved", rolled)
        self._follow(begun, effects, ())
        if asked.table is not None and asked.table not in self.dice_by and asked.drawn is None:
            known = ", ".join(filter(None, self.dice_by)) or "none"
            raise ArgumentError(f"no table `{asked.table}` to choose; the tables: {known}")
        asked_for = asked.table if asked.table in self.dice_by else None
        self.table: str = asked_for or next(iter(self.dice_by), "")
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
        """Plays on from `state` by every die face, and by every choice between the roll and the
        final result. Records the die faces that give each result, and the positions to which it
        leads.

        `effects` are those of the last action, `faces` the die face rolled, if any. `was` is the
        result before the last action, empty if there was none; `new` is False if that action has
        chosen another result. `table` is the combat results table that the defender has chosen.
        """
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
            # a result set by another rule than that of the decision is not a choice
            made = [e[3] for e in told if e[:2] == ("var", "result") and e[4] == asking]
            if made:
                self.turned[name][str(state.to_move), self.names[made[0]], asking] = None
            self._follow(copy, told, faces, name, not made, table)

    @property
    def distribution(self) -> Mapping[str, Fraction]:
        """The probability of each result that the dice give, before a side changes the result by a
        choice."""
        return self._chances(self.dice)

    @property
    def tables(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The distribution for each table that the defender may choose."""
        return {name: self._chances(dice) for name, dice in self.dice_by.items() if name}

    def _chances(self, dice: Mapping[str, tuple[int, ...]]) -> Mapping[str, Fraction]:
        every = sum(map(len, dice.values())) or 1
        names = [name for name in self.names if name in dice]
        return {name: Fraction(len(dice[name]) or 1, every) for name in names}

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The rules that let a side change the result, each with its text."""
        said: dict[tuple[str, str], None] = {}
        for name in (*self.names, ""):
            for side, other, rule in self.turned.get(name, ()):
                may = f"turn {name} into {other}" if name else f"make it {other} {INSTEAD}"
                said[rule, f"the {side.capitalize()} may {may}"] = None
        return tuple(said)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Each result with its consequences; results that only a choice leads to come last."""
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
        """For each unit in the battle: the units in the battle that are of the same class, in the
        same place and with the same flags, the unit itself included."""
        state, layout = self.asked.state, self.layout
        marks = [set(state.units_with(flag)) for flag in layout.document["unit_flags"]]
        drawn = {flag for one in self.asked.words.get("drawn", ()) for flag in one["flags"]}
        marks += [set(self.asked.fought.units_with(flag)) for flag in drawn]
        groups: dict[object, set[str]] = defaultdict(set)
        for unit in (*self.asked.group, *self.asked.there):
            kind = layout.unit_class[layout.unit_index[unit]]
            groups[kind, state.place(unit), *(unit in some for some in marks)].add(unit)
        return {unit: frozenset(some) for some in groups.values() for unit in some}


def _pushed(state: State, label: str) -> tuple[State, Effects]:
    copy = state.copy()
    return copy, copy.push(label, effects=True, applied=True)


class Consequences:
    """The consequences of one result: the choices offered and the events in all lines of play
    (sequences of choices) after it."""

    def __init__(self, results: Results, roots: Sequence[Root]) -> None:
        self.asked, self.layout, self.side = results.asked, results.layout, results.side
        self.alike, self.words = results.alike, results.asked.words
        self.exchange = f"{self.side} exchange factor" in self.layout.queries
        self.losses: dict[str, dict[str, str]] = defaultdict(dict)
        """By choosing side: the units that the side may choose as its first loss, each with the
        rule."""
        self.first: dict[str, set[str]] = defaultdict(set)
        """The first hexes of each unit that may retreat first; under '' those of a stack."""
        self.flees: set[str] = set()
        """Units that retreat one by one."""
        self.stack: frozenset[str] = frozenset()
        """Units that retreat together."""
        self.doomed: set[str] = set()
        """Units lost as soon as they must retreat."""
        self.mover = ""
        """The side that chooses the hexes of retreats."""
        self.far: set[int] = set()
        """The numbers of hexes by which units that retreat one by one have gone."""
        self.stands: set[str] = set()
        self.advances: set[str] = set()
        self.ends: list[frozenset[str]] = []
        """The units lost in each line of play."""
        self.rules: dict[str, str] = {}
        """The rule by which each unit is lost."""
        self._explore(roots)

    # -- play -------------------------------------------------------------------------------

    def _explore(self, roots: Sequence[Root]) -> None:
        """Plays all lines of play until the first unit has retreated, and then goes on with them
        until `LINES` more actions have been played. `roots` are the positions to which the result
        leads, each with the effects that led to it."""
        early, late, pushes = list[tuple[State, Line]](), list[tuple[State, Line]](), 0
        seen: set[tuple[int, Line]] = set()
        for state, effects in roots:
            line = Line()
            if not effects:  # a battle in progress
                told = frozenset(state.units_with(self.words["retreating"]))
                line = Line(told=told, unit=(state.subject or "") if told else "")
            early.append((state, self._happened(line, "", "", effects)))
        while early or late:
            state, line = early.pop() if early else late.pop()
            if line.over or state.is_over or (line.moved and pushes > LINES):
                # an abandoned line counts with its losses so far
                self.ends.append(line.lost)
            elif (state.key, line) not in seen:
                seen.add((state.key, line))
                for after, then in self._played(state, line):
                    pushes += line.moved
                    (late if then.moved else early).append((after, then))

    def _played(self, state: State, line: Line) -> Iterable[tuple[State, Line]]:
        """Records the legal actions and plays each of them; yields the positions and lines after
        them. An advance is played only if there is no other action, and then one alone."""
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
        """Plays actions that choose a loss until the next decision is not about losses; returns
        the position and the line of play after the last choice. The unit of the action `spared`,
        and units interchangeable with this unit, are chosen last."""
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
        """Records a legal action of a side, given in notation as `label`, for the unit that the
        action names and all units interchangeable with that unit."""
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
        """Returns the line of play after an action, `label` in notation, from the effects of the
        action in their order."""
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
        """Returns the consequences, in the order in which they occur."""
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
        """Returns the units lost in every line, grouped by rule; hidden units have no name."""
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
        """Returns the consequence that a side must give up units, one by one, until their total
        worth reaches the loss demanded of it, or none is left."""
        state, asking = self.asked.fought, self.layout.asked_by["lose"]
        worth: dict[str, int] = {}
        divided: dict[str, tuple[int, int]] = {}
        for unit in self.asked.group:
            factor, by, more = (
                int(state.ask(f"{self.side} exchange {what}", unit))
                for what in ("factor", "divisor", "undivided")
            )
            worth[unit] = (factor if by == 1 else int(divided_down(factor, by))) + more
            if by > 1:
                divided[unit] = factor, by
        first = self._sorted(self.losses[side])
        first, rules = (first, asking) if len(first) < len(worth) else ((), asking[:1])
        wanted = state.var(self.words["totals"][1])
        fewest, most = how_many(worth, divided, first, wanted)
        points = self.layout.points
        return Surrender(
            side,
            points(wanted),
            {unit: points(factors) for unit, factors in worth.items()},
            first,
            fewest,
            most,
            rules,
            {unit: (points(factor), by) for unit, (factor, by) in divided.items()},
            self.layout.scale,
        )

    def _closed(self, hexes: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Returns the hexes adjacent to retreating units that no retreating unit can enter, each
        with the reason. `hexes` maps each unit to the hexes where its retreat can begin."""
        state, known = self.asked.state, {h for some in hexes.values() for h in some}
        closed: dict[str, str] = {}
        for unit in hexes:
            for name, rule, text in self.layout.queries_about(f"{self._side(unit)} refuge "):
                for hex_ in state.ask(name, unit):
                    if hex_ not in known:
                        closed.setdefault(hex_, f"{text} ({rule})")
        return closed

    def _ways(self, always: frozenset[str]) -> list[Consequence]:
        """Returns the consequences about retreats: which side moves which units, and the hexes
        where each unit's retreat can begin. Units of `always`, which are lost whatever the players
        choose, are left out."""
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
