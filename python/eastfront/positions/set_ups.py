"""Complete set-ups: those in a scenario's own files, and those read from a user's file.

A set-up says in which hex each unit begins. It is played decision by decision, so that the rules
check every unit, and a record of the game holds it as if a player had placed the units one by one.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from eastfront._core import ArgumentError, Game, IllegalAction, State
from eastfront.arguments import checked
from eastfront.loading.game import scenario_of
from eastfront.positions.layout import layout_of
from eastfront.scenario.errors import NOTHING, Absent, ScenarioError, nearest
from eastfront.scenario.files import read_text

READY = "ready"
"""The name of the set-up that ships with a scenario."""
AUTOMATIC, FREE, COVER = "automatic", "free", "cover "
"""Actions of a set-up: take the set-up in the scenario's own files, set up freely, and (as the
beginning of the notation) choose the unit that covers a hex of the start line."""
BREAK, DONE = "break ", "end-reorganization"
"""Actions of a set-up: break an army down before it is placed (as the beginning of the notation),
and end breaking down."""
COLUMNS = ["unit", "hex"]


@dataclass(frozen=True)
class SetUp:
    """The hexes in which units begin, as read from a file or from a scenario."""

    hexes: Mapping[str, str]
    """The hex of each unit, by the unit's short name."""
    file: str
    """The file or other source of the set-up, as named in errors."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Where in the file the hex of each unit stands, in words for errors."""

    def error(self, unit: str, value: object, expected: str) -> ScenarioError:
        """Makes, without raising it, an error about the hex of a unit: the value found, and the
        expected value in words."""
        return ScenarioError(self.file, self.places.get(unit, "column unit"), value, expected)


@checked
def ready(game: Game) -> SetUp | None:
    """Returns the set-up in a scenario's own files; None if these files give no unit a hex."""
    data = scenario_of(game.id)
    names = dict(zip(game.unit_ids, game.units, strict=True))
    rows = data.setup.get(AUTOMATIC) or ()
    hexes = {names[id_]: row["hex"] for row in rows for id_ in row["units"]}
    return SetUp(hexes, f"the set-up of {game.id}") if hexes else None


@checked
def read(game: Game, path: str | Path) -> SetUp:
    """Reads a set-up from a file of comma-separated values with the columns ``unit`` and ``hex``.

    A unit is given by its short name or its id, a hex by its printed id; lines that begin with
    ``#`` are comments. Raises `ScenarioError`, with file, line, value and the expected form, for a
    file that cannot be read.
    """
    path = Path(path)
    units = dict(zip(game.unit_ids, game.units, strict=True))
    units |= {name: name for name in game.units}
    hexes: dict[str, str] = {}
    places: dict[str, str] = {}
    header: list[str] | None = None
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in next(csv.reader([line]))]
        place = f"line {number}"
        if header is None:
            if cells != COLUMNS:
                raise ScenarioError(path, place, line, f"the header {','.join(COLUMNS)}")
            header = cells
            continue
        if len(cells) != len(COLUMNS):
            raise ScenarioError(path, place, line, f"{len(COLUMNS)} cells: {','.join(COLUMNS)}")
        named, hex_ = cells
        unit = units.get(named)
        if unit is None:
            expected = f"a unit of {game.id}{nearest(named, units)}"
            raise ScenarioError(path, f"{place}, column unit", named, expected)
        if hex_ not in game.hexes:
            expected = f"a hex of the map{nearest(hex_, game.hexes)}"
            raise ScenarioError(path, f"{place}, column hex", hex_, expected)
        if unit in hexes:
            raise ScenarioError(path, f"{place}, column unit", named, "each unit once")
        hexes[unit], places[unit] = hex_, f"{place}, column hex"
    if header is None:
        raise ScenarioError(path, "header", NOTHING, f"the header {','.join(COLUMNS)}")
    return SetUp(hexes, str(path), places)


@checked
def set_up(state: State, how: str | Path = READY) -> list[int]:
    """Plays the set-up of a game; returns the actions taken.

    Args:
        state: A state in its set-up; it is played to the end of the set-up.
        how: ``ready`` for the set-up that ships with the scenario, or the path of a file for
            `read`.

    Decisions of the set-up that place no unit are left to the players: the function stops before
    such a decision, and can be called again after it. Raises `ScenarioError` for a unit without a
    hex and for a hex that the rules refuse, and ValueError if the set-up is over or none ships; the
    state is then unchanged.
    """
    if not _setting_up(state):
        raise ArgumentError(f"the set-up of {state.game.id} is over")
    if how == READY:
        ready_made = []
        while _setting_up(state) and AUTOMATIC in state.legal_actions.names():
            state.push(AUTOMATIC)
            ready_made.append(state.game.parse(AUTOMATIC))
        if ready_made:
            return ready_made
        found = ready(state.game)
        if found is None:
            raise ArgumentError(f"{state.game.id} has no ready set-up")
    else:
        found = read(state.game, how)
    board = state.copy()
    plan = Plan(board.game, found)
    taken: list[int] = []
    while _setting_up(board) and board.to_move in board.game.sides:
        names = board.legal_actions.names()
        if names[0].startswith(COVER):
            action = _cover(board, plan, names)
        elif board.subject is not None:
            action = _place(board, plan, names)
        elif FREE in names:
            action = FREE
        elif DONE in names or names[0].startswith(BREAK):
            action = _break(board, plan, names)
        else:
            break
        taken.append(board.game.parse(action))
        board.push(action)
    for unit, hex_ in plan.hexes.items():
        if board.place(unit) != hex_ and not _setting_up(board):
            there = board.place(unit)
            raise plan.error(unit, hex_, f"{there}, where the set-up puts {unit}, or no line")
    for done in taken:
        state.push(done)
    return taken


def _setting_up(state: State) -> bool:
    return not state.is_over and "set-up" in state.stack


class Plan:
    """The set-up in play: the hex of each unit that is still to be placed. Interchangeable units
    swap hexes to match the order in which the rules place them."""

    def __init__(self, game: Game, found: SetUp) -> None:
        layout = layout_of(game)
        self._class = dict(zip(layout.units, layout.unit_class, strict=True))
        self._names = dict(zip(found.hexes, found.hexes, strict=True))
        self._found = found
        self.hexes: dict[str, str] = dict(found.hexes)

    def alike(self, unit: str) -> list[str]:
        """Returns the units that have a hex in this plan and are interchangeable with a unit, which
        may be among them."""
        return [u for u in self.hexes if self._class[u] == self._class[unit]]

    def exchange(self, unit: str, other: str) -> None:
        """Swaps the hexes of two units, of which at least the second has a hex."""
        for named in (self.hexes, self._names):
            mine, named[unit] = named.get(unit), named[other]
            if mine is None:
                del named[other]
            else:
                named[other] = mine

    def error(self, unit: str, value: object, expected: str) -> ScenarioError:
        """Makes the error for a unit whose hex, `value`, is wrong, at the line of the file from
        which the hex comes; `expected` says what the hex may be."""
        return self._found.error(self._names.get(unit, unit), value, expected)

    @property
    def file(self) -> str:
        """The file or other source of the set-up, as named in errors."""
        return self._found.file


def _waiting(board: State, unit: str, alike: Iterable[str]) -> list[str]:
    """Returns the units among ``alike`` that are in the same place as a unit."""
    return [u for u in alike if board.place(u) == board.place(unit)]


def _break(board: State, plan: Plan, names: list[str]) -> str:
    """Returns the legal action, one of `names`, that breaks down an army into smaller units. An
    army is broken down if more armies interchangeable with it wait to be placed than have a hex in
    the set-up. Without such an army, returns the action that ends breaking down."""
    classes = layout_of(board.game).unit_class
    index = {unit: n for n, unit in enumerate(board.game.units)}
    for action in names:
        unit = action.removeprefix(BREAK)
        if not action.startswith(BREAK):
            continue
        waiting = _waiting(
            board, unit, [u for u in index if classes[index[u]] == classes[index[unit]]]
        )
        spare = [u for u in waiting if u not in plan.hexes]
        if len(waiting) > len(plan.alike(unit)):
            if unit in plan.hexes:
                plan.exchange(spare[0], unit)
            return action
    return DONE


def _place(board: State, plan: Plan, names: list[str]) -> str:
    """Returns the action that places the unit to be placed; `names` are the legal actions. Raises
    ScenarioError if the rules refuse the unit's hex.

    A unit without a hex takes the hex of an interchangeable unit that does not wait to be placed.
    """
    unit = str(board.subject)
    if unit not in plan.hexes:
        aside = [u for u in plan.alike(unit) if board.place(u) not in board.game.hexes]
        waiting = _waiting(board, unit, aside)
        other = next((u for u in aside if u not in waiting), None)
        if other is None:
            raise plan.error(unit, NOTHING, f"a hex for {unit}")
        plan.exchange(unit, other)
    verb = next(name.partition(" ")[0] for name in names if " " in name)
    hex_ = plan.hexes[unit]
    action = f"{verb} {hex_}"
    if action in names:
        return action
    try:
        board.copy().push(action)
    except IllegalAction as refused:
        expected = f"a hex where {unit} may be set up: {refused}"
        raise plan.error(unit, hex_, expected) from None
    return action


def _cover(board: State, plan: Plan, names: list[str]) -> str:
    """Returns the legal action, one of `names`, that chooses a unit for the next uncovered hex of
    the start line: a unit whose hex in the set-up covers that hex, or an interchangeable one.

    Raises ScenarioError if no unit's hex does.
    """
    for action in names:
        unit = action.removeprefix(COVER)
        after = board.copy()
        after.push(action)
        for other in _waiting(board, unit, plan.alike(unit)):
            hex_ = plan.hexes[other]
            open_ = after.subject == unit and f"set-up {hex_}" in after.legal_actions.names()
            if open_ or after.place(unit) == hex_:
                if unit in plan.hexes:
                    plan.exchange(unit, other)
                    return action
    raise ScenarioError(
        plan.file, "column hex", Absent(f"none of {len(names)} units"),
        "a unit in or next to each hex of the start line",
    )  # fmt: skip
