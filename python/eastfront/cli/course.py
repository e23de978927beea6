"""The course of a game of Barbarossa Deluxe, told from the effects of its actions.

Turn by turn: each battle with its strengths, the shifts with their rules, the die and what it came
to; the cities that changed hands; and at the end who won, and by which rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from eastfront._core import State
from eastfront.game import document, scenario_of

RESULTS = (
    "attackers eliminated",
    "no effect",
    "bloodbath",
    "defenders retreat",
    "defenders eliminated",
)
"""BD-11.26, in the order of the engine's numbers."""
KINDS = {1: "mobile assault", 2: "prepared assault"}
OTHER_SHIFTS = {
    ("BD-11.33", 1): "a satellite army alone",
    ("BD-8.39", 1): "partisans",
    ("BD-8.40", 1): "paratroops",
}
"""Shifts that are no row of the chart."""


@dataclass
class Battle:
    """One battle, with all that entered it."""

    side: str
    kind: str
    target: str
    attackers: list[str]
    attack: int
    defence: int
    odds: int
    column: int
    result: str
    die: int | None
    shifts: list[tuple[str, str, int]]
    """Rule, case and columns; empty when no die was rolled."""
    lost: list[str] = field(default_factory=list)

    def text(self) -> str:
        """The battle as a line."""
        shifts = ", ".join(f"{case} {by:+d} ({rule})" for rule, case, by in self.shifts)
        fought = f", {shifts}: {ratio(self.column)}" if shifts else ""
        if not shifts and self.column != self.odds:
            fought = f", shifted to {ratio(self.column)}"
        rolled = f"die {self.die}" if self.die is not None else "no die"
        lost = f"; lost {', '.join(self.lost)}" if self.lost else ""
        return (
            f"{', '.join(self.attackers)} at {self.target}: "
            f"{self.attack} to {self.defence} is {ratio(self.odds)}{fought}; "
            f"{rolled}: {self.result}{lost}"
        )


def ratio(column: int) -> str:
    """A column of the ladder as odds: 2 is 2:1, 1 is 1:1, 0 is 1:2 (BD-11.8a, BD-11.9a)."""
    return f"{column}:1" if column >= 1 else f"1:{2 - column}"


class Course:
    """Listens to a game and tells it."""

    def __init__(self, state: State) -> None:
        self._file = document(state.game)
        self._labels = {
            int(t["turn"]): str(t["label"])
            for t in scenario_of(state.game.id).charts["turn-track"]["turn"]
        }
        self._cases = _cases(state.game.id)
        self._heading = ""
        self._rolling = False
        self._die: int | None = None
        self._shifts: list[tuple[str, str, int]] = []
        self._attackers: list[str] = []
        self._open: Battle | None = None
        self.battles: list[Battle] = []
        """Every battle so far."""

    def hear(
        self, state: State, actor: str, action: str, effects: list[tuple[Any, ...]]
    ) -> Iterator[str]:
        """Lines on an action that was just taken, with its effects; the state is the one after."""
        if self._rolling and actor == "chance":
            self._die = int(action.split()[1])
        for effect in effects:
            yield from self._effect(state, effect)
        self._rolling = state.to_move == "chance" and state.decision == "combat"
        if self._rolling:
            self._shifts = self._read_shifts(state)

    def _effect(self, state: State, effect: tuple[Any, ...]) -> Iterator[str]:
        match effect:
            case ("note", "turn", [turn], _):
                yield from self.close()
                yield f"Turn {turn}, {self._labels.get(turn, '')}"
                self._heading = ""
            case ("unit", unit, "attacking", True, _):
                self._attackers.append(unit)
            case ("unit", unit, "attacking", False, _):
                self._attackers = [u for u in self._attackers if u != unit]
            case ("note", "battle", args, _):
                yield from self.close()
                self._open = self._battle(state, args)
                self.battles.append(self._open)
            case ("note", "eliminated", [unit], _):
                if self._open is not None:
                    self._open.lost.append(self._file["units"]["names"][unit])
            case ("hex", name, "german", held, rule):
                city = self._city(name)
                if city:
                    side = state.game.sides[0 if held else 1]
                    yield from self.close()
                    yield f"    {city} ({name}) falls to the {side} side ({rule})"

    def _battle(self, state: State, args: list[int]) -> Battle:
        target, kind, attack, defence, odds, column, result, side = args
        battle = Battle(
            side=state.game.sides[side],
            kind=KINDS[kind],
            target=self._place(target),
            attackers=list(self._attackers),
            attack=attack,
            defence=defence,
            odds=odds,
            column=column,
            result=RESULTS[result],
            die=self._die,
            shifts=self._shifts,
        )
        self._die, self._shifts = None, []
        return battle

    def close(self) -> Iterator[str]:
        """The line of the battle that was going on, if one was."""
        if self._open is not None:
            heading = f"  {self._open.side} {self._open.kind}s"
            if heading != self._heading:
                yield heading
                self._heading = heading
            yield f"    {self._open.text()}"
            self._open = None

    def _place(self, index: int) -> str:
        name: str = self._file["hex_names"][index]
        return f"{name} {self._file['hex_facts'][index]}"

    def _city(self, name: str) -> str:
        fact: str = self._file["hex_facts"][self._file["hex_names"].index(name)]
        return fact.partition("(")[2].rstrip(")") if "city" in fact.split() else ""

    def _read_shifts(self, state: State) -> list[tuple[str, str, int]]:
        """The shifts of the battle that waits for its die."""
        name = next(p for p in reversed(state.stack) if p.endswith(" battle"))
        _, trace = state.copy().trace(name, state.var("target"), state.var("battle kind"))
        return [
            (rule, self._cases[_stem(rule), by], by)
            for rule, by in trace
            if (_stem(rule), by) in self._cases
        ]


def _stem(rule: str) -> str:
    """A rule id without the letter of its sentence, as the chart of shifts has it."""
    return rule.rstrip("abcdefghijklmnopqrstuvwxyz")


def _cases(game_id: str) -> Mapping[tuple[str, int], str]:
    """What each rule of the chart of shifts is about, by the columns that it gives."""
    cases: dict[tuple[str, int], list[str]] = {}
    for row in scenario_of(game_id).charts["shifts"]["shift"]:
        key = (f"BD-{_stem(row['rule'])}", int(row["columns"]))
        cases.setdefault(key, []).append(str(row["case"]))
    return {key: " or ".join(found) for key, found in cases.items()} | OTHER_SHIFTS
