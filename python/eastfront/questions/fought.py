"""The battles of a game while a record of it is replayed: their strengths, exact chances, result
and losses.

All of it comes from the game file, so a record tells its battles without the pack of its game.
`course` reports battles in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from eastfront._core import ArgumentError, Game, IllegalAction, State
from eastfront.positions.effects import Effect
from eastfront.positions.layout import layout_of
from eastfront.questions import battle as explain
from eastfront.questions.drawn import is_draw, with_draws

NEEDED = {"target", "result"}
"""The numbers that the rules must report with the event ``battle`` for a battle to be described, by
name."""


@dataclass
class Fighter:
    """A unit in a battle: its side, its factor, and its place before and after."""

    unit: str
    side: str
    attacks: bool
    printed: float
    """The factor on the counter."""
    factor: float
    """The factor before it is divided."""
    divisor: int
    """The number by which `factor` is divided. Factors with the same divisor are summed first; the
    sum is divided once and rounded down."""
    rules: tuple[str, ...]
    """The rules that modify the factor."""
    place: str
    """The hex or box before the result."""
    place_after: str
    """The hex or box after the battle."""
    rule: str = ""
    """The id of the rule that took the unit off the map; empty if the unit is still on the map, or
    was taken off by a choice of its side."""


@dataclass
class Fought:
    """A battle of a replayed game whose result is known.

    A battle that cannot be explained has no chances and no fighters.
    """

    action: int
    """The number of the action that made the result known, counted from 0 over the actions that
    `Battles.hear` received."""
    side: str | None
    """The attacker's side. It and the totals `attack` and `defence` are None if neither the event
    ``battle`` of the rules nor the explanation of the battle gives them."""
    kind: str
    """The kind of battle; empty in a game with a single kind."""
    target: str
    """The hex attacked, or several joined by ``+``."""
    attack: float | None
    """The attack total, support included."""
    defence: float | None
    result: str
    """The final result."""
    table: str = ""
    """The combat results table, in a game with several."""
    support: float = 0
    odds: str = ""
    """The odds before shifts; empty if unknown."""
    shifts: tuple[tuple[str, int], ...] = ()
    """Column shifts by rule; positive shifts are to the right."""
    column: str = ""
    """The odds column; empty if unknown."""
    die: int | None = None
    rolled: str | None = None
    """The result that the roll gave, before a side's choice changed it; None if no die was rolled,
    or if the battle cannot be explained."""
    chances: Mapping[str, Fraction] = field(default_factory=dict)
    """The probability of each result before the roll. A result that the rules turn into another one
    without a choice counts as that other one."""
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The faces of the die that give each result; none if no die is rolled."""
    fighters: list[Fighter] = field(default_factory=list)


class Battles:
    """Finds the battles of a game in the actions that are passed to `hear`, one after the other."""

    def __init__(self, game: Game) -> None:
        self._layout = layout_of(game)
        self._sides = game.sides
        drawing = self._layout.document.get("drawing", {})
        facts = drawing.get("notes", {}).get("battle", ())
        self._facts = [fact.rpartition(":")[2] for fact in facts]
        self._results: Sequence[str] = drawing.get("results", ())
        self._kinds = {number: kind for kind, number in drawing.get("battle_kinds", {}).items()}
        self._words = explain.words_of(self._layout)
        self._heard = 0
        self._die: int | None = None
        """The last die of the battle being fought."""
        self._open: Fought | None = None
        """The battle whose result is known and whose losses are not complete."""

    @property
    def described(self) -> bool:
        """Says whether the game file describes battles; without that description no battle is
        found. Early game files have none."""
        return set(self._facts) >= NEEDED

    def hear(
        self, before: State, after: State, actor: str, action: str, effects: Sequence[Effect]
    ) -> Iterator[Fought]:
        """Yields the battles that an action ends; ``before`` and ``after`` are the positions before
        and after the action, which ``actor``, a side or chance, took."""
        draws = is_draw(self._words, before)
        rolls = actor == "chance" and action.startswith("roll") and not draws
        if rolls and self._fighting(before):
            self._die = int(action.split()[-1])
        start = 0
        for at, effect in enumerate(effects):
            match effect:
                case ("note", "battle", numbers, _) if self.described:
                    yield from self.close()
                    facts = dict(zip(self._facts, numbers, strict=True))
                    # before a second battle the position is not known
                    self._open = self._begun(facts, None if start else before, effects[:at])
                    self._die, start = None, at
                case ("note", "turn", *_):
                    yield from self.close()
                case ("placed", unit, _, new, rule) if self._open is not None:
                    self._placed(self._open, unit, new, rule)
        self._heard += 1
        if self._over(after):
            yield from self.close()

    def close(self) -> Iterator[Fought]:
        """Yields the battle that is still open, at the end of the game."""
        fought, self._open = self._open, None
        if fought is not None:
            yield fought

    def _fighting(self, state: State) -> bool:
        stack = state.stack
        return any(f"{side} battle" in stack for side in self._sides)

    def _over(self, state: State) -> bool:
        """Says whether the open battle is over: in `state` no battle is being fought and no advance
        is pending, or another battle, still without a result, is being fought."""
        if not self._fighting(state):
            self._die = None
            return state.decision != "advance"
        if self._open is None:
            return False
        try:
            return explain.in_progress(state).result is None
        except ArgumentError:  # no attacker is left
            return False

    def _placed(self, fought: Fought, unit: str, new: str, rule: str) -> None:
        for fighter in fought.fighters:
            if fighter.unit == unit:
                fighter.place_after = new
                fighter.rule = "" if new in self._layout.hexes else rule

    def _begun(
        self, facts: Mapping[str, int], before: State | None, effects: Sequence[Effect]
    ) -> Fought:
        """Returns a battle whose result has just become known, from the facts that the rules
        report.

        ``before`` is the position before the action, ``effects`` what happened since.
        """
        words, odds = self._words, facts.get("odds")
        attack, defence = facts.get("attack"), facts.get("defence")
        column = facts.get(words.get("column", ""), odds)
        fought = Fought(
            action=self._heard,
            side=self._sides[facts["attacker"]] if "attacker" in facts else None,
            kind=self._kinds.get(facts.get("kind", -1), ""),
            target=self._layout.hex_names[facts["target"]],
            attack=None if attack is None else self._layout.points(attack),
            defence=None if defence is None else self._layout.points(defence),
            result=self._results[facts["result"]],
            odds="" if odds is None else explain.odds_of(words, odds),
            column="" if column is None else explain.column_of(words, column),
            die=self._die,
        )
        if before is not None and words:
            names = (*words["totals"], words["column"])
            noted = dict(zip(names, (attack, defence, column), strict=True))
            for asked in self._asked(fought, before, effects):
                if all(v in (None, asked.fought.var(name)) for name, v in noted.items()):
                    self._explain(fought, before, asked)
                    break
        return fought

    def _asked(
        self, fought: Fought, before: State, effects: Sequence[Effect]
    ) -> Iterator[explain.Asked]:
        """Yields the questions whose answer may explain `fought`: about the battle in progress in
        the position `before` the action, and about the battle that the action itself declared. A
        question is left out if there is no such battle."""
        words = self._words
        before = with_draws(words, before, effects)
        with suppress(ArgumentError):
            yield explain.in_progress(before)
        targets = [fought.target]
        if "targets" in words:
            targets = _flagged(
                before.hexes_with(words["targets"]), "hex", words["targets"], effects
            )
        attackers = _flagged(
            before.units_with(words["attackers"]), "unit", words["attackers"], effects
        )
        supports: list[explain.Support] = []
        side = explain.attacking_side(self._layout, before, attackers) if attackers else ""
        for name, how in words["supports"].get(side, {}).items():
            if "flag" in how:
                units = _flagged(before.units_with(how["flag"]), "unit", how["flag"], effects)
                supports += [(name, unit) for unit in units]
            else:
                of = [e[3] for e in effects if e[0] == "var" and e[1] == how["variable"]]
                number = of[-1] if of else before.var(how["variable"])
                supports += [(name, None)] * (number // how["by"])
        with suppress(ArgumentError, IllegalAction):
            yield explain.planned(
                before, "+".join(targets), attackers, fought.kind or None, supports
            )

    def _explain(self, fought: Fought, before: State, asked: explain.Asked) -> None:
        """Adds to `fought` the strengths, odds, chances and fighters that `asked` explains."""
        told = asked.told(outcomes=False)
        fought.side, fought.attack, fought.defence = told.side, told.attack, told.defence
        fought.kind, fought.target, fought.table = told.kind, told.target, told.table
        fought.odds, fought.column = told.odds or "", told.column or ""
        fought.shifts, fought.support = told.shifts, told.support
        fought.chances, fought.faces = told.distribution, asked.results.dice
        fought.rolled = next((r for r, faces in fought.faces.items() if fought.die in faces), None)
        places, layout = before.places(), self._layout
        fought.fighters = [
            Fighter(
                unit=one.unit,
                side=self._sides[layout.unit_side[layout.unit_index[one.unit]]],
                attacks=attacks,
                printed=one.printed,
                factor=one.factor,
                divisor=one.divisor,
                rules=one.rules,
                place=places[one.unit],
                place_after=places[one.unit],
            )
            for attacks, group in ((True, told.attackers), (False, told.defenders))
            for one in group
        ]


def _flagged(names: list[str], kind: str, flag: str, effects: Sequence[Effect]) -> list[str]:
    """Returns the names of the units or hexes that have a flag after some effects; `kind` is
    ``unit`` or ``hex``, and `names` are those that have the flag before."""
    found = dict.fromkeys(names)
    for effect in effects:
        match effect:
            case (what, name, changed, value, _) if what == kind and changed == flag:
                found.pop(name, None)
                if value:
                    found[name] = None
    return [*found]
