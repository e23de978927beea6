"""Explanation of a battle, planned or in progress: each stage with the rule that determines it.

The section ``drawing`` of a game file states how a battle is set up: the flags and variables for
attackers and targets, and the kinds of support. A planned battle is set up on a copy of the state;
a battle in progress is set up already. The factors and shifts, with their rules, come from the
game's queries; odds and results are played by the game's own rules on copies. This module runs the
queries, checks the prohibitions of the rules, and makes the explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NoReturn

from eastfront._core import ArgumentError, IllegalAction, State
from eastfront.arguments import checked, of_one_position
from eastfront.cached import cached_property
from eastfront.positions.labels import ladder, odds, printed, with_die
from eastfront.positions.layout import Layout, layout_of
from eastfront.questions.consequences import Outcome
from eastfront.questions.drawn import (
    Case,
    Drawn,
    combined,
    every_draw,
    factors,
    is_draw,
    shown,
    told_cases,
    told_outcomes,
    units_drawn,
)
from eastfront.questions.results import HIDDEN, Results

FACES = 6
PREPARED = "prepared"
"""The default kind of battle."""
BATTLE = "Battle"
"""The name, in a game file, of the life (span of play) of flags and variables that are reset at
the end of a battle."""

Support = tuple[str, str | None]
"""A support of an attack: its name, and the supported unit if it is for a single one, else None."""


@dataclass(frozen=True)
class Factor:
    """The contribution of one unit to the strength of a battle, in combat factors."""

    unit: str
    printed: float
    """The combat factor printed on the counter; the mean if a die decides it in each battle."""
    factor: float
    """The unit's factor in this battle, before it is divided."""
    divisor: int
    """The divisor of the factor, 1 for none. The factors with one divisor are summed, divided once
    and rounded down."""
    rules: tuple[str, ...]
    """The rules that modify the factor."""
    drawn: tuple[tuple[float, str], ...] = ()
    """If the strength of the unit is still to be drawn: each value that the factor can have, with
    its probability as text; `factor` is their mean. Else empty."""
    die: str = ""
    """The factor on the counter as text, such as ``1d6``, if a die decides it in each battle; else
    empty."""

    def __str__(self) -> str:
        text = f"{self.unit} {self.die or self.printed}"
        if self.drawn:
            text += f" as {self.drawn[0][0]} to {self.drawn[-1][0]}"
        elif self.die or self.factor != self.printed:
            text += f" as {self.factor}"
        if self.divisor != 1:
            text += f" divided by {self.divisor}"
        return f"{text} ({', '.join(self.rules)})" if self.rules else text


@dataclass(frozen=True)
class Battle:
    """An explanation of a battle as if fought now, with its strengths in combat factors.

    If identities of units are hidden from the side for which the battle is explained, `unknown` is
    the number of these units. Then `attack`, `defence`, `odds` and `column` are None, and the
    distribution is empty.

    If strengths of units are still to be drawn, before the odds, `cases` has each way in which they
    can fall. Then `attack` and `defence` are the means, `odds` and `column` name the lowest and the
    highest, such as ``1:1 to 3:1``, and all probabilities are over the draws and the die.
    """

    target: str
    kind: str
    side: str
    """The attacker's side."""
    attackers: tuple[Factor, ...]
    defenders: tuple[Factor, ...]
    unknown: int
    attack: float | None
    """The total strength of the attack, supports included."""
    defence: float | None
    odds: str | None
    """The odds before shifts, such as ``3:1``; the difference of the totals, such as ``+3``, in a
    game whose battles are by difference."""
    shifts: tuple[tuple[str, int], ...]
    """Column shifts by rule; positive shifts are to the right."""
    column: str | None
    """The odds column in which the die is rolled; it may lie beyond the ends of the table unless
    the game declares its columns."""
    chances: Mapping[str, str]
    """The `distribution` as text, such as ``1/6``."""
    choices: tuple[tuple[str, str], ...]
    """Rules that let a side change the result afterwards, each with its text."""
    rules: tuple[str, ...] = field(default=())
    """Rules that add factors to the attack beyond those of its units; if identities are hidden, the
    rule that hides them."""
    outcomes: tuple[Outcome, ...] = field(default=())
    """The possible results with their consequences: losses, retreats, advances and choices. Results
    that only a choice leads to come last, with probability 0."""
    result: str | None = field(default=None)
    """The result of a battle in progress, after the roll; None before it."""
    chances_by_table: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The `tables` with their probabilities as text."""
    table: str = field(default="")
    """The name of the combat results table from which `distribution` and `outcomes` come; empty in
    a game with a single table, and without a die roll."""
    support: float = field(default=0)
    """The attack factors that come from support and not from units; `rules` lists the rules that
    add them."""
    facts: tuple[tuple[str, str], ...] = field(default=())
    """Further rules that apply to the battle, each with its effect in words."""
    cases: tuple[Case, ...] = field(default=())
    """The totals, odds and columns that the strengths still to be drawn can give, from the lowest
    odds to the highest, each with its probability and the chances of the results then. Empty if no
    strength is to be drawn."""

    @property
    def distribution(self) -> Mapping[str, Fraction]:
        """The probability of each result that the die gives, before a side changes the result by a
        choice."""
        return {result: Fraction(chance) for result, chance in self.chances.items()}

    @property
    def tables(self) -> Mapping[str, Mapping[str, Fraction]]:
        """For each combat results table that the defender may choose, by name: the probability of
        each result. Empty in a game in which the defender chooses no table. `distribution` and
        `outcomes` are those of the requested table, or of the first one if none is requested."""
        return {
            table: {result: Fraction(chance) for result, chance in found.items()}
            for table, found in self.chances_by_table.items()
        }

    def explain(self) -> str:
        """Returns the battle in words: each stage with its rule, the column, the chances."""
        kind = f"{self.kind} assault" if self.kind else "attack"
        lines = [f"{kind} on {self.target} by the {self.side} side"]
        lines += [f"  attack:  {f}" for f in self.attackers]
        lines += [f"  defence: {f}" for f in self.defenders]
        if self.unknown:
            rule = f" ({self.rules[0]})" if self.rules else ""
            lines.append(f"  units hidden until odds are computed: {self.unknown}{rule}")
            return "\n".join(lines)
        more = f" ({', '.join(self.rules)})" if self.rules else ""
        if self.support:
            lines.append(f"  support: {self.support}{more}")
            more = ""
        what = "odds" if ":" in str(self.odds) else "difference"
        mean = " on average" if self.cases else ""
        lines.append(
            f"  totals:  {shown(self.attack)} against {shown(self.defence)}{mean}{more}, "
            f"{what} {self.odds}"
        )
        lines += [f"    in {case}" for case in told_cases(self.cases)]
        lines += [f"  shift:   {columns:+d} ({rule})" for rule, columns in self.shifts]
        lines.append(f"  column:  {self.column}")
        lines += [f"  {text} ({rule})" for rule, text in self.facts]
        for name, found in (self.tables or {self.table: self.distribution}).items():
            chances = ", ".join(f"{result} {chance}" for result, chance in found.items())
            lines.append(f"  table {name}: {chances}" if name else f"  results: {chances}")
        lines += [f"  choice:  {text} ({rule})" for rule, text in self.choices]
        if len(self.tables) > 1:
            lines.append(f"  by table {self.table}:")
        ends = told_outcomes(self.outcomes) if self.cases else map(str, self.outcomes)
        lines += [f"  {line}" for end in ends for line in end.split("\n")]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.explain()


def _written(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {result: str(chance) for result, chance in chances.items()}


@of_one_position
@checked
def battle(
    state: State,
    target: str | None = None,
    attackers: Sequence[str] | None = None,
    kind: str | None = None,
    luftwaffe: bool = False,
    air_armies: Sequence[str] = (),
    partisans: bool = False,
    airborne: bool = False,
    seen_by: str | None = None,
    supports: Sequence[str] = (),
    table: str | None = None,
) -> Battle:
    """Explains a battle as if fought now, or, without a target, the battle in progress.

    The battle in progress is also explained if its own target and attackers are given, with its own
    supports or none.

    Args:
        state: The position.
        target: The hex attacked, by printed id, or several joined by ``+`` where the rules let a
            battle have them; None for the battle in progress, which fixes all the rest too.
        attackers: Short names of the attacking units.
        kind: ``prepared`` or ``mobile``; a mobile assault is reckoned with the group's full
            movement allowance. None is the kind of the battle in progress if the arguments match
            it, and ``prepared`` otherwise.
        luftwaffe: Whether a Luftwaffe counter supports the German side.
        air_armies: Attackers that an air army supports.
        partisans: Whether partisans support the attack.
        airborne: Whether the airborne marker supports the attack.
        seen_by: A side; information hidden from it is omitted.
        supports: The supports of this attack by name, such as ``stuka``; one used twice is listed
            twice.
        table: The combat results table chosen by the defender, in a game with several.

    Raises:
        IllegalAction: the rules refuse the battle; `rule` names the rule that does.
        ValueError: an unknown unit, hex or kind, attackers of two sides, or no target while no
            battle is in progress.
    """
    if target is None:
        if attackers is not None or luftwaffe or air_armies or partisans or airborne or supports:
            raise ArgumentError("a battle without a target")
        return in_progress(state, seen_by).told()
    named = {"luftwaffe": luftwaffe, "partisans": partisans, "airborne": airborne}
    used: list[Support] = [(name, None) for name, given in named.items() if given]
    used += [("air armies", unit) for unit in air_armies]
    used += [(name, None) for name in supports]
    how = target, attackers or (), kind, used, seen_by, table
    at_hand = _at_hand(state, seen_by)
    if at_hand is None or not at_hand.is_of(target, attackers or (), kind, used):
        return planned(state, *how).told()
    if at_hand.there and not at_hand.begun:
        planned(state, *how)  # raises if the rules forbid the declared battle
    return replace(at_hand, table=table).told()


def words_of(layout: Layout) -> Mapping[str, Any]:
    """Returns the description of a game's battles in its game file, by key: such as the names of
    the flags for attackers and of the variable for the target; empty if it has none."""
    found: Mapping[str, Any] = layout.document.get("drawing", {}).get("battle", {})
    return found


def planned(
    state: State,
    target: str,
    attackers: Sequence[str],
    kind: str | None = None,
    supports: Sequence[Support] = (),
    seen_by: str | None = None,
    table: str | None = None,
) -> Asked:
    """Returns a planned battle, set up on a copy of the state. Arguments and errors are those of
    `battle`, except that each of `supports` is a `Support`, a pair of name and unit."""
    layout = layout_of(state.game)
    words, kinds = words_of(layout), layout.document.get("drawing", {}).get("battle_kinds", {})
    kind = kind or PREPARED
    if not words or kind not in (kinds or (PREPARED,)):
        known = ", ".join(kinds) or "none"
        raise ArgumentError(
            f"no kind of battle `{kind}`; the kinds that {state.game.id} has: {known}"
        )
    targets = target.split("+") if "targets" in words else [target]
    for hex_ in targets:
        if hex_ not in state.game.hexes:
            raise ArgumentError(f"no hex `{hex_}`")
    group = list(dict.fromkeys(attackers))
    side = attacking_side(layout, state, group)
    known_supports: Mapping[str, Any] = words["supports"].get(side, {})
    for name, _ in supports:
        if name not in known_supports:
            known = ", ".join(known_supports) or "none"
            raise ArgumentError(f"attacks of the {side} side have no {name} support, only {known}")
    kind = kind if kinds else ""
    fought = _set_up(state, layout, side, targets, kind, group, supports)
    try:
        refuse(layout, fought, f"{side} {kind} limit ".replace("  ", " "), targets[0], group)
    except IllegalAction as refused:
        at_hand = _at_hand(state, seen_by)
        if at_hand is None or not at_hand.begun:
            raise
        at_hand.forbid(targets, group, refused)
    for name in dict.fromkeys(name for name, _ in supports):
        refuse(layout, fought, f"{side} support limit {name} ", targets[0], [])
    return Asked(fought, layout, side, target, kind, tuple(group), seen_by, table=table)


def in_progress(state: State, seen_by: str | None = None) -> Asked:
    """Returns the battle that is being declared or fought, as the side `seen_by` may know it; None
    for everything. Raises ValueError if there is no such battle."""
    layout = layout_of(state.game)
    words, kinds = words_of(layout), layout.document.get("drawing", {}).get("battle_kinds", {})
    group: tuple[str, ...] = ()
    targets: list[str] = []
    if words and not state.is_over:
        group = tuple(state.units_with(words["attackers"]))
        targets = _targets(state, layout)
    if not words and layout.document.get("drawing", {}).get("engagement"):
        raise ArgumentError(
            "the game file is of an earlier version and cannot set up a battle; load it again"
        )
    if not group or not targets:
        raise ArgumentError("no battle is in progress")
    kind = next((name for name, n in kinds.items() if n == state.var(words["kind"])), "")
    side = attacking_side(layout, state, group)
    asked = Asked(state, layout, side, "+".join(targets), kind, group, seen_by)
    how: Mapping[str, Any] = words.get("certain", {})
    sure = how and any(name.startswith(f"{side} {how['procedure']}") for name in state.stack)
    reckoned = asked.begun and not is_draw(words, state)
    if reckoned and "revealed" in layout.variables:
        reckoned = state.var("revealed") == layout.place_index[targets[0]]
    return replace(asked, reckoned=reckoned, certain=how if sure else {})


def _at_hand(state: State, seen_by: str | None) -> Asked | None:
    """Returns the battle that is being declared or fought, as the side `seen_by` may know it (None
    for everything); None if there is no such battle."""
    try:
        return in_progress(state, seen_by)
    except ArgumentError:
        return None


def odds_of(words: Mapping[str, Any], number: int) -> str:
    """Returns odds as text, such as ``3:1``, or ``+3`` in a game whose battles are by difference.
    `number` is the whole number in which the game stores the odds or the difference; `words`, the
    game file's description of its battles (`words_of`), says how to read it."""
    if scale := words.get("difference"):
        return f"{printed(number, scale):+}" if number else "0"
    return (ladder if words.get("ladder") else odds)(number)


def column_of(words: Mapping[str, Any], number: int) -> str:
    """Returns the heading of the column of the results table in which a battle is rolled, such as
    ``3:1``.

    `number` is the whole number in which the game stores the odds after shifts, and `words` the
    game file's description of its battles (`words_of`). Odds beyond the table get its lowest or its
    highest column; odds at which the result is certain, without a die roll, get ``... or more``.
    """
    lowest, highest, certain = words.get("columns", (number, number, number + 1))
    if number >= certain:
        return f"{odds_of(words, certain)} or more"
    return odds_of(words, min(max(number, lowest), highest))


@dataclass(frozen=True)
class Asked:
    """A battle set up in a state, planned on a copy or in progress, and its explanation, computed
    part by part on demand."""

    state: State
    layout: Layout
    side: str
    """The attacker's side."""
    target: str
    kind: str
    group: tuple[str, ...]
    """The attacking units."""
    seen_by: str | None = None
    reckoned: bool = False
    """Whether the odds of a battle in progress are fixed, so that later losses do not change
    them."""
    table: str | None = None
    """The name of the requested combat results table, in a game where the defender chooses one;
    None if none is requested."""
    certain: Mapping[str, Any] = field(default_factory=dict)
    """If the battle in progress is declared as a victory without a die roll: the game file's
    description of such victories, with the keys `rule`, `text`, `column` and `procedure`; else
    empty."""
    drawn: State | None = None
    """The state in which the odds have been computed after certain draws of strengths, if only
    these draws are asked about; else None."""

    @cached_property
    def words(self) -> Mapping[str, Any]:
        """The game file's description of the game's battles, by key: such as the names of the flags
        for attackers and of the variable for the target."""
        return words_of(self.layout)

    @property
    def begun(self) -> bool:
        """Says whether the battle in progress is being fought, and not still being declared."""
        return f"{self.side} battle" in self.state.stack

    def is_of(
        self,
        target: str,
        attackers: Iterable[str],
        kind: str | None,
        supports: Sequence[Support],
    ) -> bool:
        """Says whether the battle in progress has this target, these attackers, this kind (None
        matches every kind) and these supports (empty matches all)."""
        targets = set(target.split("+")), set(self.target.split("+"))
        same = targets[0] == targets[1] and set(attackers) == set(self.group)
        return same and kind in (None, self.kind or PREPARED) and self._has(supports)

    def _has(self, supports: Sequence[Support]) -> bool:
        """Says whether the battle in progress has exactly these supports; True if `supports` is
        empty."""
        for name, how in self.words["supports"].get(self.side, {}).items() if supports else ():
            used = [unit for support, unit in supports if support == name]
            if "flag" in how:
                same = set(used) == set(self.state.units_with(how["flag"]))
            else:
                same = how["by"] * len(used) == self.state.var(how["variable"])
            if not same:
                return False
        return True

    def forbid(
        self, targets: Iterable[str], attackers: Iterable[str], refused: IllegalAction
    ) -> NoReturn:
        """Raises `refused`; if the refused battle shares a unit or hex with the battle in progress,
        the error names that battle."""
        if set(targets).isdisjoint(self.target.split("+")) and set(attackers).isdisjoint(
            self.group
        ):
            raise refused
        by = ", ".join(HIDDEN if unit in self.secret else unit for unit in self.group)
        error = IllegalAction(f"{refused.rule}: the battle for {self.target} by {by} is under way")
        error.rule = refused.rule
        raise error

    @cached_property
    def there(self) -> list[str]:
        """The defending units."""
        found: list[str] = self.state.ask(f"{self.side} defenders")
        return found

    @cached_property
    def secret(self) -> Sequence[str]:
        """The units whose identity is hidden from `seen_by`."""
        return self.state.hidden_from(self.seen_by) if self.seen_by is not None else ()

    @property
    def unknown(self) -> int:
        """The number of units in the battle whose identity is hidden from `seen_by`."""
        return sum(u in self.secret for u in (*self.group, *self.there))

    @cached_property
    def result(self) -> str | None:
        """The result of a battle in progress, after the roll; None before it."""
        decided = self.reckoned and self.state.decision not in self.words.get("undecided", ())
        number = self.state.var("result") if decided else -1
        return self.layout.document["drawing"]["results"][number] if number >= 0 else None

    @cached_property
    def results(self) -> Results:
        """The results that the battle can have, each with its die faces and the positions to which
        it leads."""
        return Results(self)

    @cached_property
    def fought(self) -> State:
        """The state in which the odds of the battle have been computed: `state` itself, or a copy
        in which the battle is played up to its odds. If strengths are to be drawn before the odds,
        this is the copy after one of the draws (`draws`)."""
        return self.drawn or self.draws[0][1].fought

    @cached_property
    def draws(self) -> tuple[Drawn[Asked], ...]:
        """The battle after each way in which the strengths can be drawn that decide its odds, with
        the probabilities; a single one, with the probability 1, if none is to be drawn."""
        if self.reckoned and self.words.get("kept", True):
            return ((Fraction(1), replace(self, drawn=self.state)),)
        begun = self.state.begin(f"{self.side} battle reckoned")[0]
        sure = [(self.words["column"], self.certain["column"])] if self.certain else []
        return tuple(
            (chance, replace(self, drawn=one._supposed(variables=sure) if sure else one))
            for chance, one in every_draw(begun)
        )

    @property
    def columns(self) -> Mapping[str, Fraction]:
        """The headings of the results table's columns in which the die may be rolled, each with its
        probability: a single one unless strengths are still to be drawn."""
        found: dict[str, Fraction] = {}
        for chance, one in self.draws:
            column = column_of(self.words, one.fought.var(self.words["column"]))
            found[column] = found.get(column, Fraction(0)) + chance
        return found

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """Further rules that apply to the battle: for each its id, and its effect in words with the
        units concerned."""
        attack, defence = (self.fought.var(name) for name in self.words["totals"])
        # one rule rounds odds of 1:1 and more, another one lower odds
        better, worse = self.words.get("rounding", ("", ""))
        rule = better if attack >= defence else worse
        rounded = max(attack, defence) % (min(attack, defence) or 1)
        found = [(rule, "odds rounded in the defender's favour")] if rule and rounded else []
        if self.certain:
            found.append((self.certain["rule"], self.certain["text"]))
        for name, rule, text in self.layout.queries_about(f"{self.side} fact "):
            reply = self.fought.ask(name)
            if reply:
                about = f": {', '.join(reply)}" if isinstance(reply, list) else ""
                found.append((rule, f"{text}{about}"))
        return tuple(found)

    def _table(self, results: Results) -> str:
        """Returns the name of the combat results table from which `results` come; empty in a game
        with a single table, and for a result without a die roll."""
        certain = self.words.get("columns", (0,))[-1]
        if results.table or "tables" not in self.words:
            return results.table
        if self.fought.var(self.words["column"]) >= certain:
            return ""
        return str(self.words["tables"][self.fought.var(self.words["table"])])

    def told(self, outcomes: bool = True) -> Battle:
        """Returns the explanation of the battle, stage by stage; with `outcomes` false the results
        are left empty, which saves their computation."""
        if self.unknown:
            rule = self.layout.document["drawing"].get("hidden_rule", "")
            known = {self.layout.unit_index[u] for u in (*self.group, *self.there)}
            draws = self.draws if known & units_drawn(self.words).keys() else ((Fraction(1), self),)
            attack, defence = (
                factors([(chance, one._factors(side)) for chance, one in draws]) for side in (0, 1)
            )
            return Battle(
                self.target, self.kind, self.side, attack, defence, self.unknown, None, None, None,
                (), None, {}, (), (rule,),
            )  # fmt: skip
        if self.drawn is not None or len(self.draws) == 1:
            return self._told(outcomes)
        return combined(
            [(chance, one.told(outcomes)) for chance, one in self.draws],
            [one._rank() for _, one in self.draws],
            self.layout.document["drawing"]["results"],
        )

    def _rank(self) -> tuple[int, ...]:
        """Returns numbers by which battles after different draws are put in order: column, odds,
        attack and defence."""
        attack, defence = (self.fought.var(name) for name in self.words["totals"])
        odds = int(self.fought.ask(f"{self.side} odds", attack, defence))
        return self.fought.var(self.words["column"]), odds, attack, -defence

    def _told(self, outcomes: bool) -> Battle:
        """Returns the explanation of the battle after all draws of strengths; see `told`."""
        totals = [self.fought.var(name) for name in self.words["totals"]]
        results, beyond = self.results, f"{self.side} beyond factors"
        points = self.layout.points
        return Battle(
            target=self.target,
            kind=self.kind,
            side=self.side,
            attackers=self._factors(0),
            defenders=self._factors(1),
            unknown=0,
            attack=points(totals[0]),
            defence=points(totals[1]),
            odds=odds_of(self.words, int(self.fought.ask(f"{self.side} odds", *totals))),
            shifts=self._traced("shifts"),
            column=column_of(self.words, self.fought.var(self.words["column"])),
            chances=_written(results.distribution),
            choices=results.choices,
            rules=tuple(rule for rule, _ in self._traced("beyond factors")),
            outcomes=results.outcomes if outcomes else (),
            result=self.result,
            chances_by_table={n: _written(found) for n, found in results.tables.items()},
            table=self._table(results),
            support=points(self.state.ask(beyond)) if beyond in self.layout.queries else 0,
            facts=self.facts,
        )

    # -- what a unit brings -----------------------------------------------------------------

    def _traced(self, what: str) -> tuple[tuple[str, int], ...]:
        """Returns the rules that contribute to a number of the battle, each with its contribution
        if that is not 0. `what` names the number in the game's queries, such as ``shifts``."""
        query = f"{self.side} {what}"
        traced = self.state.trace(query)[1] if query in self.layout.queries else ()
        return tuple((rule, by) for rule, by in dict(traced).items() if by)

    def _factors(self, defends: int) -> tuple[Factor, ...]:
        """Returns the factors of the attackers, or with `defends` = 1 of the defenders, without
        those of hidden units."""
        units = (self.group, self.there)[defends]
        return tuple(self._factor(unit, defends) for unit in units if unit not in self.secret)

    def _factor(self, unit: str, defends: int) -> Factor:
        """Returns the share of a unit in the strength of an attack, or with `defends` = 1 of a
        defence: its printed factor, its factor in this battle, the divisor, and the rules that
        changed them."""
        what = f"{self.side} {('attack', 'defence')[defends]}"
        index = self.layout.unit_index[unit]
        faces = units_drawn(self.words).get(index, ())
        state = self.fought if faces else self.state
        traced, by_factor = state.trace(f"{what} factor", unit)
        divisor, by_divisor = 1, list[tuple[str, int]]()
        if f"{what} divisor" in self.layout.queries:
            divisor, by_divisor = self.state.trace(f"{what} divisor", unit)
        values = self.layout.unit_attrs[self.words["printed"][defends]]
        printed, factor = values[index], self.layout.points(traced)
        seen = [r for r, value in by_factor if value and factor != printed]
        seen += [r for r, value in by_divisor if value and divisor != 1]
        rules = tuple(dict.fromkeys(seen))
        if not faces:
            return Factor(unit, printed, factor, divisor, rules)
        mean = printed + sum(faces) / len(faces)
        return Factor(unit, mean, factor, divisor, rules, die=with_die(printed, faces))


# -- setting a battle up ------------------------------------------------------------------------


def _targets(state: State, layout: Layout) -> list[str]:
    """Returns the hexes attacked in the battle in progress."""
    words = words_of(layout)
    if "targets" in words:
        return state.hexes_with(words["targets"])
    target = state.var(words["target"])
    return [layout.hex_names[target]] if target >= 0 else []


def _set_up(
    state: State,
    layout: Layout,
    side: str,
    targets: Sequence[str],
    kind: str,
    group: Sequence[str],
    supports: Sequence[Support],
) -> State:
    """Returns a copy of the state in which this battle is declared and no other, before its odds
    are computed."""
    words = words_of(layout)
    # clear all flags and variables of a battle in progress
    flags: list[tuple[str, Sequence[str]]]
    flags = [(flag, ()) for flag in _of_a_battle(layout, "unit_flags")]
    flags += [(words["attackers"], group)]
    variables = {one["name"]: one["init"] for one in _of_a_battle(layout, "variables")}
    if "revealed" in layout.variables:
        variables["revealed"] = -1
    for name, how in words["supports"].get(side, {}).items():
        used = [unit for support, unit in supports if support == name]
        if "flag" in how:
            flags.append((how["flag"], [unit for unit in used if unit is not None]))
        else:
            variables[how["variable"]] = how["by"] * len(used)
    edit: dict[str, Any] = {"unit_flags": [], "hex_flags": [], "variables": []}
    if "moving" in words:
        edit |= moving(state, side, group if kind == words["moving"] else ())
    for flag, units in flags:
        edit["unit_flags"] += [(u, flag, False) for u in state.units_with(flag)]
        edit["unit_flags"] += [(u, flag, True) for u in units]
    for flag in _of_a_battle(layout, "hex_flags"):
        edit["hex_flags"] += [(h, flag, False) for h in state.hexes_with(flag)]
    if "targets" in words:
        flag = words["targets"]
        edit["hex_flags"] += [(h, flag, False) for h in state.hexes_with(flag)]
        edit["hex_flags"] += [(h, flag, True) for h in targets]
    else:
        variables[words["target"]] = layout.place_index[targets[0]]
    if kind:
        variables[words["kind"]] = layout.document["drawing"]["battle_kinds"][kind]
    edit["variables"] += list(variables.items())
    return state._supposed(**edit)


def _of_a_battle(layout: Layout, kind: str) -> list[Any]:
    """Returns those flags or variables of a game file (`kind` names the list) that last for one
    battle only."""
    lives = layout.document.get("lives", {}).get(kind, ())
    return [one for one, life in zip(layout.document[kind], lives, strict=False) if life == BATTLE]


def moving(state: State, side: str, group: Iterable[str]) -> dict[str, Any]:
    """Returns the edits, as keyword arguments of the engine's `State._supposed`, that make exactly
    the units of `group` the moving ones, with their supply judged now."""
    flags = [(u, "moving", False) for u in state.units_with("moving")]
    query = f"{side} halved"
    for u in group:
        flags.append((u, "moving", True))
        if query in state.game.queries:
            flags.append((u, "halved", bool(state.ask(query, u))))
    return {"unit_flags": flags, "variables": [("spent", 0)]}


def attacking_side(layout: Layout, state: State, group: Sequence[str]) -> str:
    """Returns the side of the attackers. Raises ValueError for no attackers, unknown units and two
    sides."""
    if not group:
        raise ArgumentError("a battle without attackers")
    for u in group:
        if u not in layout.unit_index:
            raise ArgumentError(f"no unit `{u}`")
    sides = {layout.unit_side[layout.unit_index[u]] for u in group}
    if len(sides) > 1:
        raise ArgumentError(f"attackers of two sides: {', '.join(group)}")
    return state.game.sides[sides.pop()]


def refuse(layout: Layout, state: State, prefix: str, target: str, group: Sequence[str]) -> None:
    """Raises IllegalAction if a rule forbids the units `group` to attack the hex `target`. Each
    query of the game file whose name begins with `prefix` is checked as one rule; its answer is the
    units or hexes that the rule allows, or whether the rule allows the attack."""
    for name, rule, text in layout.queries_about(prefix):
        query = layout.queries[name]
        reply = state.ask(name, *(target,)[: query["args"]])
        if "Units" in query["answer"]:
            wrong = next((u for u in group if u not in reply), None)
            refused = wrong is not None
            fact = f"{wrong} in {state.place(wrong)}, target {target}" if wrong else ""
        else:
            refused = target not in reply if "Hexes" in query["answer"] else not reply
            terrain = layout.document["hex_facts"][layout.place_index[target]]
            fact = f"terrain of {target}: {terrain}"
        if refused:
            error = IllegalAction(f"{rule}: {text}; {fact}")
            error.rule = rule
            raise error
