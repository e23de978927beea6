"""The course of a game, told from the effects of its actions.

Turn by turn: each battle with the strength of each unit, the odds, what shifted them and by which
rule, the die, the result, and who was lost, fell back or went forward; the cities that changed
hands; the weather. What a game calls these things stands in the `TELLING` of its rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from eastfront import explain
from eastfront._core import ArgumentError, Game, State
from eastfront.document import document
from eastfront.game import scenario_of
from eastfront.layout import layout_of
from eastfront.packs import pack_of
from eastfront.systems.telling import Telling

Effect = tuple[Any, ...]


@lru_cache(maxsize=8)
def telling_of(game: Game) -> Telling:
    """The words in which a game is told; ValueError when its pack is not here or has none."""
    known = pack_of(game)
    if known is None or known.telling is None:
        raise ArgumentError(f"{game.id} has no words in which its course could be told")
    return known.telling()


def is_told(game: Game) -> bool:
    """Whether a game's pack is here and has words for its course."""
    known = pack_of(game)
    return known is not None and known.telling is not None


@dataclass
class Told:
    """One battle, with all that entered it."""

    side: str
    kind: str
    target: str
    """The hexes attacked, with what is in them."""
    attackers: list[str]
    """Each unit with its factor, and the rules that changed it."""
    defenders: list[str]
    attack: int
    defence: int
    odds: str
    shifts: list[tuple[str, str, int]]
    """Rule, in words, and columns."""
    column: str
    die: int | None
    result: str
    table: str = ""
    """The combat results table, where the defender chooses among several."""
    support: int = 0
    """What supports add to the attack total, by `support_rules`."""
    support_rules: list[str] = field(default_factory=list)
    helpers: dict[str, list[str]] = field(default_factory=dict)
    """Units that have a part in it without fighting, by what they do."""
    lost: list[str] = field(default_factory=list)
    moved: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Retreats and advances: for each unit the hexes where it stood and where it ends."""

    def text(self) -> str:
        """The battle as a line."""
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
        after = "".join(
            f"; {word} {', '.join(units)}"
            for word, units in (("lost", self.lost), ("then", moved))
            if units
        )
        against = f" against {', '.join(self.defenders)}" if self.defenders else ""
        reckoned = f" is {fought}" if self.odds else ""
        return (
            f"{', '.join(self.attackers)} at {self.target}{against}: "
            f"{attack} to {self.defence}{reckoned}{helped}; {rolled}: {self.result}{after}"
        )

    def as_dict(self) -> dict[str, Any]:
        """The battle as plain values."""
        return asdict(self)


class Course:
    """Listens to a game and tells it.

    Raises ValueError for a game whose rules have no words for it.
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
        self._heading = ""
        self._asked: explain.Battle | None = None
        self._attackers: list[str] = []
        self._helpers: dict[str, list[str]] = {}
        self._fighters: set[str] = set()
        self._open: Told | None = None
        self.battles: list[Told] = []
        """Every battle so far."""

    def hear(self, state: State, actor: str, action: str, effects: list[Effect]) -> Iterator[str]:
        """Lines on an action that was just taken, with its effects; the state is the one after."""
        die = int(action.split()[1]) if actor == "chance" and action.startswith("roll ") else None
        for effect in effects:
            yield from self._effect(effect, die)
        if state.decision == "advance":
            return
        fighting = any(f"{side} battle" in state.stack for side in state.game.sides)
        self._asked = _in_progress(state) if fighting else None
        if not fighting or (self._asked is not None and self._asked.result is None):
            yield from self.close()

    def _effect(self, effect: Effect, die: int | None) -> Iterator[str]:
        words = self._words
        match effect:
            case ("note", "turn", [turn], _):
                yield from self.close()
                yield f"Turn {turn}, {self._labels.get(turn, '')}".rstrip(", ")
                self._heading = ""
            case ("note", "battle", numbers, _):
                yield from self.close()
                self._begin(dict(zip(words.note, numbers, strict=True)), die)
            case ("note", what, [number, *_], _) if what in words.notes:
                yield from self.close()
                yield f"  {what}: {words.notes[what][number]}"
            case ("note", "automatic victory", [target, attack, side], _):
                yield from self.close()
                where = self._place(self._names[target])
                yield f"    {self._game.sides[side]} automatic victory at {where}, {attack} factors"
            case ("unit", unit, flag, value, _) if flag == words.attackers:
                self._attackers = [u for u in self._attackers if u != unit]
                self._attackers += [unit] if value else []
            case ("unit", unit, flag, True, _) if flag in words.helpers:
                self._helpers.setdefault(words.helpers[flag], []).append(unit)
            case ("placed", unit, old, new, _):
                self._placed(unit, old, new)
            case ("hex", name, flag, value, rule) if flag in words.control and rule:
                side = words.control[flag][0 if value else 1]
                if side and name in self._cities:
                    yield from self.close()
                    yield f"    {self._cities[name]} ({name}) falls to the {side} side ({rule})"

    # -- battles ----------------------------------------------------------------------------

    def _begin(self, note: Mapping[str, int], die: int | None) -> None:
        """A battle whose result is known; one that was never asked about is told briefly."""
        asked, self._asked = self._asked, None
        helpers, self._helpers = self._helpers, {}
        known, odds = explain.words_of(layout_of(self._game)), note.get("odds")
        column = note.get("column", note.get("announced", odds))
        name, where = self._game.sides[note["side"]], self._names[note["target"]]
        told = Told(
            side=name,
            kind=self._words.kinds.get(note.get("kind", 0), ""),
            target=self._place(where),
            attackers=list(self._attackers),
            defenders=[],
            attack=note["attack"],
            defence=note["defence"],
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
        """A shift in words: a rule's id without the letter of its sentence, and its columns."""
        stem = rule.rstrip("abcdefghijklmnopqrstuvwxyz")
        return self._shifts.get(f"{stem} {by:+d}", self._shifts.get(stem, ""))

    def _placed(self, unit: str, old: str, new: str) -> None:
        """Who is lost in a battle, falls back from it or goes forward after it."""
        told = self._open
        if told is None or old not in self._terrain or unit not in self._fighters:
            return
        if new in self._words.gone:
            told.lost.append(unit)
        elif new in self._terrain:
            told.moved[unit] = (told.moved.get(unit, (old, ""))[0], new)

    def close(self) -> Iterator[str]:
        """The line of the battle that was going on, if one was."""
        if self._open is not None:
            told, self._open = self._open, None
            heading = f"  {told.side} {self._words.battles[told.kind]}"
            if heading != self._heading:
                yield heading
                self._heading = heading
            yield f"    {told.text()}"

    # -- places -----------------------------------------------------------------------------

    def _place(self, name: str) -> str:
        """A hex with its terrain and what stands there."""
        city = f" ({self._cities[name]})" if name in self._cities else ""
        return f"{name} {self._terrain[name]}{city}"


def _in_progress(state: State) -> explain.Battle | None:
    """The battle that is being fought; None when all who attacked are gone."""
    try:
        return explain.battle(state)
    except ValueError:
        return None


def _rows(charts: Mapping[str, Any], prefix: str) -> dict[str, str]:
    """What each rule of the chart of shifts is about, by the columns that it gives."""
    cases: dict[str, list[str]] = {}
    for row in charts["shifts"]["shift"] if prefix else ():
        key = f"{prefix}{row['rule']} {int(row['columns']):+d}"
        cases.setdefault(key, []).append(str(row["case"]))
    return {key: " or ".join(found) for key, found in cases.items()}
