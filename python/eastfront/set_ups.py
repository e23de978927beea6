"""Set-ups that are ready: those that ship with a scenario, and those that stand in a file.

A set-up says in which hex each unit begins. It is played, decision by decision, so the rules check
every unit of it, and a record of the game holds it as if somebody had placed them one by one.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from eastfront._core import ArgumentError, Game, IllegalAction, State
from eastfront.arguments import checked
from eastfront.game import scenario_of
from eastfront.layout import layout_of
from eastfront.scenario.errors import NOTHING, Absent, ScenarioError, nearest
from eastfront.scenario.files import read_text
from eastfront.views import subject

READY = "ready"
"""The name of the set-up that ships with a scenario."""
AUTOMATIC, FREE, COVER = "automatic", "free", "cover "
"""Actions of set-ups: the ready one, one's own, and the unit that covers a hex of a line."""
BREAK, DONE = "break ", "end-reorganization"
"""Actions of set-ups: an army is broken down before it is placed, and none is any more."""
COLUMNS = ["unit", "hex"]


@dataclass(frozen=True)
class SetUp:
    """Where units begin."""

    hexes: Mapping[str, str]
    """The hex of each unit, by their short names."""
    file: str
    """Where it stands, for errors."""
    places: Mapping[str, str] = field(default_factory=dict)
    """The line of each unit in the file."""

    def error(self, unit: str, value: object, expected: str) -> ScenarioError:
        """An error about the hex of a unit."""
        return ScenarioError(self.file, self.places.get(unit, "column unit"), value, expected)


@checked
def ready(game: Game) -> SetUp | None:
    """The set-up that ships with a scenario; None where one action of the game takes it."""
    data = scenario_of(game.id)
    names = dict(zip(game.unit_ids, game.units, strict=True))
    rows = data.setup.get(AUTOMATIC) or ()
    hexes = {names[id_]: row["hex"] for row in rows for id_ in row["units"]}
    return SetUp(hexes, f"the set-up of {game.id}") if hexes else None


@checked
def read(game: Game, path: str | Path) -> SetUp:
    """A set-up from a file of comma-separated values with the columns ``unit`` and ``hex``.

    A unit stands there by its short name or its id, a hex by its printed id; lines that begin with
    ``#`` are comments. Raises `ScenarioError` for what cannot be read: file, line, value, and what
    is expected.
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
    """Sets a game up, and answers with the actions that were taken.

    Args:
        state: A state in its set-up; it is played on to where the set-up is over.
        how: ``ready`` for the set-up that ships, or the path of a file as `read` takes it.

    Decisions of the set-up that place nobody are left to the players: it then ends before them, and
    can be called again. Raises `ScenarioError` for a unit that has no hex, or one that the rules
    refuse; the state is then as it was.
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
    board, plan = state.copy(), dict(found.hexes)
    taken: list[int] = []
    while _setting_up(board) and board.to_move in board.game.sides:
        names = board.legal_actions.names()
        if names[0].startswith(COVER):
            action = _cover(board, found, plan, names)
        elif subject(board) is not None:
            action = _place(board, found, plan, names)
        elif FREE in names:
            action = FREE
        elif DONE in names or names[0].startswith(BREAK):
            action = next(
                (n for n in names if n.startswith(BREAK) and n[len(BREAK) :] not in plan), DONE
            )
        else:
            break
        taken.append(board.game.parse(action))
        board.push(action)
    for unit, hex_ in plan.items():
        if board.place(unit) != hex_ and not _setting_up(board):
            there = board.place(unit)
            raise found.error(unit, hex_, f"{there}, where the set-up leaves {unit}, or no line")
    for done in taken:
        state.push(done)
    return taken


def _setting_up(state: State) -> bool:
    return not state.is_over and "set-up" in state.stack


def _place(board: State, found: SetUp, plan: Mapping[str, str], names: list[str]) -> str:
    """The action that places the unit whose turn it is; ScenarioError when the rules refuse it."""
    unit = str(subject(board))
    if unit not in plan:
        raise found.error(unit, NOTHING, f"a hex for {unit}")
    verb = next(name.partition(" ")[0] for name in names if " " in name)
    action = f"{verb} {plan[unit]}"
    if action in names:
        return action
    try:
        board.copy().push(action)
    except IllegalAction as refused:
        expected = f"a hex where {unit} may be set up: {refused}"
        raise found.error(unit, plan[unit], expected) from None
    return action


def _cover(board: State, found: SetUp, plan: dict[str, str], names: list[str]) -> str:
    """The action with a unit whose hex covers the line; of alike units one stands for the other."""
    classes = layout_of(board.game).unit_class
    index = {unit: n for n, unit in enumerate(board.game.units)}
    for action in names:
        unit = action.removeprefix(COVER)
        after = board.copy()
        after.push(action)
        alike = [u for u in plan if classes[index[u]] == classes[index[unit]]]
        for other in (u for u in alike if board.place(u) == board.place(unit)):
            hex_ = plan[other]
            open_ = subject(after) == unit and f"set-up {hex_}" in after.legal_actions.names()
            if open_ or after.place(unit) == hex_:
                if unit in plan:
                    plan[unit], plan[other] = plan[other], plan[unit]
                    return action
    raise ScenarioError(
        found.file, "column hex", Absent(f"no unit among {len(names)} that cover"),
        "a unit in or next to each hex of the start line",
    )  # fmt: skip
