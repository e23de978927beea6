"""The course of a game: a report written from the effects of its actions.

Each turn lists the weather; each battle with the strength of each unit, the odds, the shifts with
their rules, the die, the result, and the losses, retreats and advances; other departures from the
map with their rules; cities that changed hands; and the score at the end. The game's words for
these come from its pack (`telling`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from eastfront._core import ArgumentError, Game, State
from eastfront.loading.catalogue import RuleError
from eastfront.loading.catalogue import rule as statement
from eastfront.loading.game import scenario_of
from eastfront.packs import pack_of
from eastfront.positions.document import document
from eastfront.positions.effects import Effect
from eastfront.positions.layout import layout_of
from eastfront.questions import battle as explain
from eastfront.questions import state as views
from eastfront.questions.drawn import is_draw, with_draws
from eastfront.systems.telling import Telling


@lru_cache(maxsize=8)
def telling_of(game: Game) -> Telling:
    """Returns the words with which a report describes a game: its results, losses, battles and
    other events. Raises ValueError if the game's pack is not installed or has no such words."""
    known = pack_of(game)
    if known is None or known.telling is None:
        raise ArgumentError(f"{game.id} has no texts for reports of its games")
    return known.telling()


def is_told(game: Game) -> bool:
    """Says whether reports of a game can be written: its pack is installed and has words for
    reports."""
    known = pack_of(game)
    return known is not None and known.telling is not None


@dataclass
class Told:
    """One battle of a report, with its strengths, odds, shifts, result and losses."""

    side: str
    kind: str
    target: str
    """The hexes attacked, with their terrain and cities."""
    attackers: list[str]
    """Each attacking unit with its factor and the rules that modify the factor."""
    defenders: list[str]
    attack: float
    defence: float
    odds: str
    shifts: list[tuple[str, str, int]]
    """Rule, words and number of columns of each shift; positive shifts are to the right."""
    column: str
    die: int | None
    result: str
    table: str = ""
    """The combat results table, where the defender chooses among several; else empty."""
    support: float = 0
    """The attack factors that supports add in total; 0 without support. `support_rules` are the ids
    of the rules."""
    support_rules: list[str] = field(default_factory=list)
    helpers: dict[str, list[str]] = field(default_factory=dict)
    """Units that take part without fighting, by their role in words."""
    lost: list[str] = field(default_factory=list)
    lost_by: dict[str, list[str]] = field(default_factory=dict)
    """The lost units by rule."""
    moved: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Retreats and advances: the first and last hex of each unit that moved."""

    def text(self) -> str:
        """Returns the battle as one line."""
        shifts = ", ".join(
            f"{words} {by:+d} ({rule})" if words else f"{by:+d} ({rule})"
            for rule, words, by in self.shifts
        )
        fought = f"{self.odds}, {shifts}: {self.column}" if shifts else self.odds
        if not shifts and self.column != self.odds:
            fought += f", fought at {self.column}"
        helped = "".join(f"; {what} {', '.join(units)}" for what, units in self.helpers.items())
        if self.table:
            helped += f"; table {self.table.replace('-', ' ')}"
        attack = f"{self.attack}"
        if self.support:
            attack += f" with {self.support} of support ({', '.join(self.support_rules)})"
        rolled = f"die {self.die}" if self.die is not None else "no die"
        moved = [f"{unit} from {old} to {new}" for unit, (old, new) in self.moved.items()]
        lost = [f"{', '.join(units)} ({rule})" for rule, units in self.lost_by.items()]
        after = "".join(
            f"; {word} {', '.join(units)}"
            for word, units in (("lost", lost), ("then", moved))
            if units
        )
        against = f" against {', '.join(self.defenders)}" if self.defenders else ""
        reckoned = f" is {fought}" if self.odds else ""
        return (
            f"{', '.join(self.attackers)} at {self.target}{against}: "
            f"{attack} to {self.defence}{reckoned}{helped}; {rolled}: {self.result}{after}"
        )

    def as_dict(self) -> dict[str, Any]:
        """Returns the battle as plain values."""
        return asdict(self)


@dataclass
class Departure:
    """A unit that left the map, as an entry of a report."""

    turn: int
    """The game turn; 0 if the report began in the middle of a turn."""
    side: str
    unit: str
    hex: str
    """The hex that the unit left."""
    box: str
    """The box off the map to which the unit went."""
    lost: bool
    what: str
    """The fate of the unit, in words."""
    cause: str
    """The subject of the rule, in words; empty if `what` states it."""
    rule: str
    """The rule that removed the unit; empty if its side chose to remove it."""


@dataclass
class Fall:
    """A city that changed hands, as an entry of a report."""

    turn: int
    city: str
    hex: str
    side: str
    """The side that now holds the city; empty if none does."""
    rule: str
    """The rule by which the city changed hands; empty if the effect names no rule."""


@dataclass
class Turn:
    """A game turn of a report."""

    number: int
    label: str
    weather: str = ""
    """The weather of the turn; empty in a game without weather."""
    score: list[str] = field(default_factory=list)
    """The score of each side at the end of the turn."""


class Course:
    """Writes the report of a game, line by line, from the actions that are passed to `hear`, from
    the first turn on.

    Raises ValueError for a game without words for reports.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._words = telling_of(game)
        file, data = document(game), scenario_of(game.id)
        self._names: list[str] = file["hex_names"]
        hexes = [h for h in data.map.hexes if h is not None]
        self._terrain = {h.name: h.terrain for h in hexes}
        self._cities = {h.name: h.label for h in hexes if h.label}
        turns = data.charts["turn-track"]["turn"] if "turn-track" in data.charts else ()
        self._labels = {int(t["turn"]): str(t.get("label") or t["month"]) for t in turns}
        self._shifts = {**_rows(data.charts, self._words.shift_rows), **self._words.shifts}
        self._side_of = dict(zip(file["units"]["names"], file["units"]["side"], strict=True))
        self._weather = {int(t["turn"]): str(t["weather"]) for t in turns if "weather" in t}
        self._heading = ""
        self._state: State | None = None
        self._owners: Mapping[str, str] = {}
        """The side that holds each city, as last reported."""
        self._leaving: list[Departure] = []
        """Departures not yet reported."""
        self._then: list[str] = []
        """Lines deferred until the end of the open battle."""
        self._empty = False
        """Whether the turn has no event so far."""
        self._under_way = False
        """Whether a turn has begun whose end has not been reported."""
        self._asked: explain.Battle | None = None
        self._battles = explain.words_of(layout_of(game))
        self._drawing: State | None = None
        """The last position, if a strength was to be drawn there; else None."""
        self._attackers: list[str] = []
        self._helpers: dict[str, list[str]] = {}
        self._fighters: set[str] = set()
        self._open: Told | None = None
        self.battles: list[Told] = []
        """Every battle so far."""
        self.departures: list[Departure] = []
        """Every unit that left the map, in battle or otherwise."""
        self.falls: list[Fall] = []
        """Every city that changed hands."""
        self.turns: list[Turn] = []
        """Every turn that has begun."""

    def hear(self, state: State, actor: str, action: str, effects: list[Effect]) -> Iterator[str]:
        """Yields the lines for an action and its effects; ``state`` is the position after the
        action."""
        drawing, self._drawing = self._drawing, None
        die = None
        if drawing is not None:
            self._asked = _in_progress(with_draws(self._battles, drawing, effects))
        elif actor == "chance" and action.startswith("roll "):
            die = int(action.split()[1])
        self._state = state
        changed = self._changed(state)
        last = {name: n for n, e in enumerate(effects) if (name := self._falls_by(e, changed))}
        for n, effect in enumerate(effects):
            yield from self._effect(effect, die)
            for name in [name for name, at in last.items() if at == n]:
                rule = effect[-1] if effect[0] == "hex" else ""
                yield from self._fall(name, changed.pop(name), rule)
        for name, side in changed.items():
            yield from self._fall(name, side, "")
        yield from self._left()
        if state.decision == "advance":
            return
        if is_draw(self._battles, state):
            self._drawing = state.copy()
        fighting = any(f"{side} battle" in state.stack for side in state.game.sides)
        self._asked = _in_progress(state) if fighting else None
        if not fighting or (self._asked is not None and self._asked.result is None):
            yield from self._close()

    def as_dict(self) -> dict[str, Any]:
        """Returns the report so far as plain values."""
        return {
            "turns": [asdict(turn) for turn in self.turns],
            "battles": [battle.as_dict() for battle in self.battles],
            "departures": [asdict(departure) for departure in self.departures],
            "cities": [asdict(fall) for fall in self.falls],
        }

    def close(self) -> Iterator[str]:
        """Yields the lines still to be written when the game, or the reported part of it, ends."""
        yield from self._close()
        yield from self._turn_over()

    def _effect(self, effect: Effect, die: int | None) -> Iterator[str]:
        words = self._words
        match effect:
            case ("note", "turn", [turn], _):
                yield from self._close()
                yield from self._turn_over()
                yield from self._turn(turn)
            case ("note", "battle", numbers, _):
                yield from self._close()
                self._empty = False
                self._begin(dict(zip(words.note, numbers, strict=True)), die)
            case ("note", what, [number, *_], _) if what in words.notes:
                yield from self._close()
                yield f"  {what}: {words.notes[what][number]}"
                if what == "weather" and self.turns:
                    self.turns[-1].weather = words.notes[what][number]
            case ("note", "automatic victory", [target, attack, side], _):
                yield from self._close()
                self._empty = False
                where = self._place(self._names[target])
                factors = layout_of(self._game).points(attack)
                winner = self._game.sides[side]
                yield f"    {winner} automatic victory at {where}, {factors} factors"
            case ("unit", unit, flag, value, _) if flag == words.attackers:
                self._attackers = [u for u in self._attackers if u != unit]
                self._attackers += [unit] if value else []
            case ("unit", unit, flag, True, _) if flag in words.helpers:
                self._helpers.setdefault(words.helpers[flag], []).append(unit)
            case ("placed", unit, old, new, rule):
                self._placed(unit, old, new, rule)

    # -- turns ------------------------------------------------------------------------------

    def _turn(self, number: int) -> Iterator[str]:
        """Yields the lines for the start of a turn."""
        if not self.turns and self._state is not None:
            self._owners = self._held(self._state)
        turn = Turn(number, self._labels.get(number, ""), self._weather.get(number, ""))
        self.turns.append(turn)
        self._heading, self._empty, self._under_way = "", True, True
        yield f"Turn {number}, {turn.label}".rstrip(", ")
        if turn.weather:
            yield f"  weather: {turn.weather}"

    def _turn_over(self) -> Iterator[str]:
        """Yields the lines for the end of a turn, with the score of its last position."""
        if not self._under_way or self._state is None:
            return
        self._under_way = False
        if self._empty:
            yield "  no unit fought, left the map or took a city"
        held = list(self._held(self._state).values())
        score = [f"{side} cities {held.count(side)}" for side in self._game.sides if held]
        self.turns[-1].score = [*score, *self._words.score(self._state)]
        if self.turns[-1].score:
            yield f"  score: {', '.join(self.turns[-1].score)}"

    # -- cities -----------------------------------------------------------------------------

    def _held(self, state: State) -> Mapping[str, str]:
        """Returns, by the hex of each city, the side that holds it; the side is empty for a city
        without a holder."""
        if "control" not in self._game.queries:
            return {}
        owners = views.control(state)
        return {name: owners.get(name, "") for name in self._cities}

    def _changed(self, state: State) -> dict[str, str]:
        """Returns the hexes of the cities that changed hands in the last action, each with the new
        holder, a side; the holder is empty if no side holds the city."""
        if not self.turns:
            return {}
        held = self._held(state)
        return {name: side for name, side in held.items() if side != self._owners.get(name)}

    def _falls_by(self, effect: Effect, changed: Mapping[str, str]) -> str:
        """Returns the hex of the city that changed hands by an effect; empty if none did. `changed`
        has the cities that the whole action has changed, by hex, with their new holders."""
        match effect:
            case ("hex", name, flag, value, _) if name in changed and flag in self._words.control:
                return name if self._words.control[flag][0 if value else 1] == changed[name] else ""
            case ("placed", _, _, name, _) if name in changed:
                return str(name)
        return ""

    def _fall(self, name: str, side: str, rule: str) -> Iterator[str]:
        """Records a city that changed hands, and yields its line."""
        before = self._owners.get(name, "")
        self._owners = {**self._owners, name: side}
        self.falls.append(Fall(self.turns[-1].number, self._cities[name], name, side, rule))
        self._empty = False
        what = f"falls to the {side} side" if side else f"is no longer held by the {before} side"
        cited = f" ({rule})" if rule else ""
        yield from self._say(f"    {self._cities[name]} ({name}) {what}{cited}")

    def _say(self, line: str) -> Iterator[str]:
        """Yields a line at once, or keeps the line until the open battle has been reported."""
        if self._open is not None:
            self._then.append(line)
        else:
            yield line

    # -- who leaves -------------------------------------------------------------------------

    def _placed(self, unit: str, old: str, new: str, rule: str) -> None:
        """Records that a unit has gone from the place `old` to the place `new`, by the rule `rule`:
        as a retreat or an advance if both are hexes and the unit fights in the open battle, as a
        departure if it has left the map."""
        if old not in self._terrain:
            return
        told = self._open
        fights = told is not None and unit in self._fighters
        if new in self._terrain:
            if told is not None and fights:
                told.moved[unit] = (told.moved.get(unit, (old, ""))[0], new)
            return
        lost = new in self._words.gone
        what = self._words.gone.get(new, self._words.left.get(new, f"goes to the box `{new}`"))
        if not what or not (self.turns or told):
            return  # placed by the set-up
        side = self._game.sides[self._side_of[unit]]
        cause = self._cause(rule)
        turn = self.turns[-1].number if self.turns else 0
        gone = Departure(turn, side, unit, old, new, lost, what, cause, rule)
        self.departures.append(gone)
        self._empty = False
        if told is not None and fights and lost:
            told.lost.append(unit)
            told.lost_by.setdefault(rule or cause, []).append(unit)
        else:
            self._leaving.append(gone)

    def _cause(self, rule: str) -> str:
        """Returns the cause of a departure in words: the subject of the rule, or ``by choice`` if
        the rule is empty; empty for an unknown rule."""
        if not rule:
            return "by choice"
        try:
            area = statement(rule).area
        except RuleError:
            return ""
        causes = self._words.causes
        return causes.get(rule, causes.get(area, area.replace("_", " ")))

    def _left(self) -> Iterator[str]:
        """Yields the lines for departures outside battle, grouped by rule."""
        leaving, self._leaving = self._leaving, []
        groups: dict[tuple[str, str, str, str], list[str]] = {}
        for one in leaving:
            key = (one.side, one.what, one.cause, one.rule)
            groups.setdefault(key, []).append(f"{one.unit} at {one.hex}")
        for (side, what, cause, rule), units in groups.items():
            why = f", {cause}" if cause else ""
            cited = f" ({rule})" if rule else ""
            yield from self._say(f"    {side} {', '.join(units)}: {what}{why}{cited}")

    # -- battles ----------------------------------------------------------------------------

    def _begin(self, note: Mapping[str, int], die: int | None) -> None:
        """Begins the report of a battle whose result is known from `note`, the facts reported by
        the rules; `die` is the roll, None for no roll. Without an explanation made before the roll
        the report is brief."""
        asked, self._asked = self._asked, None
        helpers, self._helpers = self._helpers, {}
        known, odds = self._battles, note.get("odds")
        column = note.get("column", note.get("announced", odds))
        points = layout_of(self._game).points
        name, where = self._game.sides[note["side"]], self._names[note["target"]]
        told = Told(
            side=name,
            kind=self._words.kinds.get(note.get("kind", 0), ""),
            target=self._place(where),
            attackers=list(self._attackers),
            defenders=[],
            attack=points(note["attack"]),
            defence=points(note["defence"]),
            odds="" if odds is None else self._words.odds(odds),
            shifts=[],
            column="" if column is None else explain.column_of(known, column),
            die=die,
            result=self._words.results[self._words.order[note["result"]]],
            helpers=helpers,
        )
        self._fighters = {u for u in self._side_of if self._side_of[u] != note["side"]}
        self._fighters |= set(self._attackers)
        if asked is not None and (asked.attack, asked.defence) == (told.attack, told.defence):
            told.kind = asked.kind
            told.target = " and ".join(self._place(h) for h in asked.target.split("+"))
            told.attackers = [str(f) for f in asked.attackers]
            told.defenders = [str(f) for f in asked.defenders]
            told.odds, told.column = asked.odds or "", asked.column or ""
            told.table, told.support = asked.table, asked.support
            told.support_rules = list(asked.rules) if asked.support else []
            told.shifts = [(rule, self._shift(rule, by), by) for rule, by in asked.shifts]
            self._fighters = {f.unit for f in (*asked.attackers, *asked.defenders)}
        self._open = told
        self.battles.append(told)

    def _shift(self, rule: str, by: int) -> str:
        """Returns the words for a shift by `by` columns; empty if the game has none. They are
        looked up by the id `rule` without final letters, ``BD-11.23`` for ``BD-11.23c``, together
        with `by`, or else alone."""
        stem = rule.rstrip("abcdefghijklmnopqrstuvwxyz")
        return self._shifts.get(f"{stem} {by:+d}", self._shifts.get(stem, ""))

    def _close(self) -> Iterator[str]:
        """Yields the line of the open battle, if any, and the lines deferred to its end."""
        if self._open is not None:
            told, self._open = self._open, None
            heading = f"  {told.side} {self._words.battles[told.kind]}"
            if heading != self._heading:
                yield heading
                self._heading = heading
            yield f"    {told.text()}"
        yield from self._left()
        then, self._then = self._then, []
        yield from then

    # -- places -----------------------------------------------------------------------------

    def _place(self, name: str) -> str:
        """Returns a hex with its terrain and city, in words."""
        city = f" ({self._cities[name]})" if name in self._cities else ""
        return f"{name} {self._terrain[name]}{city}"


def _in_progress(state: State) -> explain.Battle | None:
    """Returns the battle being fought; None if it cannot be explained, as when all attackers are
    gone."""
    try:
        return explain.battle(state)
    except ValueError:
        return None


def _rows(charts: Mapping[str, Any], prefix: str) -> dict[str, str]:
    """Returns the words for each shift in the game's chart of shifts. The key of a shift has the id
    of its rule, which is `prefix` and the number in the chart, and the number of columns, such as
    ``BD-11.23 -1``. Returns an empty mapping if `prefix` is empty."""
    cases: dict[str, list[str]] = {}
    for row in charts["shifts"]["shift"] if prefix else ():
        key = f"{prefix}{row['rule']} {int(row['columns']):+d}"
        cases.setdefault(key, []).append(str(row["case"]))
    return {key: " or ".join(found) for key, found in cases.items()}
