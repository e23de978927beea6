"""Windows: the turns on which a rule is in force, on a small map and in the files of the games."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eastfront import packs
from eastfront.loading.catalogue import rule
from eastfront.loading.game import rules_of, scenario_of, scenarios
from eastfront.program import Life, ProgramError, assign, decide, end_game, loop, only, when
from eastfront.scenario.windows import in_words, span, windows_of
from eastfront.systems import Rules, Section, Windows, variable
from eastfront.systems.asking import define_answer

from .table import Board, Small, data

CHART = [
    {"rule": "S-1", "turns": "4-6", "once": False},
    {"rule": "S-2", "turns": "1-3", "once": True},
    {"rule": "S-2", "turns": "5-9", "once": True},
    {"rule": "S-3", "turns": "never", "once": False},
    {"rule": "S-4", "turns": "5", "once": False},
    {"rule": "S-5", "turns": "3", "once": False},
    {"rule": "S-5", "turns": "5-6", "once": False},
]
LAST = 7


class Calendar(Windows, Board):
    """A board with a turn."""

    turn = variable("turn", Life.GAME, 2, limits=(1, LAST))
    used = variable("used", Life.GAME, most=2)


class Days(Section):
    """Each turn the first side may do S-2, as often as its windows permit."""

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Plays the turns."""
        with loop():
            with decide("day", 0, "S-0") as d:
                with d.option("do", 1, only("S-2", self.in_window("S-2", self.used), "done")):
                    assign(self.used, self.window_number("S-2"), "S-2")
                with d.option("rest", passes=True):
                    assign(self.turn, self.turn + 1)
                with d.option("wait"):  # so that no turn passes by itself
                    pass
            with when(self.turn >= LAST):
                end_game(0, 1, "S-9")

    def define_queries(self) -> None:
        """Says which windows are open."""
        for name in ("S-1", "S-3", "S-4", "S-5"):
            define_answer(name, self.in_window(name))


class Diary(Small):
    """The game of days."""

    board: Calendar
    turns: Days  # type: ignore[assignment]


def made(own: list[dict[str, Any]] | None = None, **setup: Any) -> Any:
    """The game, with the windows of a scenario."""
    plain = data()
    setup = {**plain.setup, "first_turn": 2, "last_turn": LAST, "windows": own or [], **setup}
    return Diary(replace(plain, charts={"windows": {"window": CHART}}, setup=setup))


def open_on(game: Any, name: str) -> list[int]:
    """The turns of a game on which a window is open."""
    state, found = game.new(), []
    while not state.is_over:
        found += [state.var("turn")] * bool(state.ask(name))
        state.push("rest")
    return found


@pytest.mark.parametrize(
    ("name", "turns"), [("S-1", [4, 5, 6]), ("S-3", []), ("S-4", [5]), ("S-5", [3, 5, 6])]
)
def test_a_window_is_open_from_its_first_turn_to_its_last(name: str, turns: list[int]) -> None:
    assert open_on(made().compiled(), name) == turns


@pytest.mark.parametrize(
    ("turns", "expected"),
    [("never", []), ("2-7", [2, 3, 4, 5, 6]), ("2", [2]), ("1-4", [2, 3, 4]), ("6-9", [6]),
     ("8-9", []), ("1", []), ("7", []), ("5-7", [5, 6])],
)  # fmt: skip
def test_a_scenario_states_its_own_windows(turns: str, expected: list[int]) -> None:
    game = made([{"rule": "S-1", "turns": turns, "once": False}]).compiled()
    assert open_on(game, "S-1") == expected
    assert open_on(game, "S-5") == [3, 5, 6]


def test_what_is_permitted_once_is_permitted_again_in_the_next_window() -> None:
    state, may = made().compiled().new(), {}
    while not state.is_over:
        turn = state.var("turn")
        may[turn] = "do" in state.legal_actions.names()
        if may[turn] and turn in (2, 6):
            state.push("do")
            assert state.var("used") == (1 if turn == 2 else 2)
            assert "do" not in state.legal_actions.names()
        state.push("rest")
    assert may == {2: True, 3: False, 4: False, 5: True, 6: True}


def test_what_was_left_undone_in_a_window_is_not_made_up_for() -> None:
    state = made().compiled().new()
    for _ in range(3):
        state.push("rest")
    state.push("do")
    assert (state.var("turn"), state.var("used")) == (5, 2)
    assert "do" not in state.legal_actions.names()


class Unknown(Days):
    """Asks for a window that is not stated."""

    asked: Any = ("S-6",)

    def define_queries(self) -> None:
        """Asks."""
        define_answer("open", self.in_window(*self.asked))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("S-6",), r"window: got S-6, expected one of S-1, S-2, .*charts.toml, windows"),
        (("S-2",), "the windows of S-2 expect a number of the window used"),
        (("S-1", 0), "the windows of S-1 expect no number of a window used"),
    ],
)
def test_a_wrong_question_names_the_rule(asked: Any, message: str) -> None:
    wrong = type("Wrong", (Diary,), {"__annotations__": {"turns": Unknown}})
    Unknown.asked = asked
    plain = data()
    setup = {**plain.setup, "last_turn": LAST, "windows": []}
    with pytest.raises(ProgramError, match=message):
        wrong(replace(plain, charts={"windows": {"window": CHART}}, setup=setup))


def test_windows_are_told_in_words() -> None:
    known = windows_of(CHART, [{"rule": "S-2", "turns": "4-5"}])
    words = {name: in_words(span(w["turns"]) or (1, 0) for w in found)
             for name, found in known.items()}  # fmt: skip
    assert words == {
        "S-1": "turns 4 to 6", "S-2": "turns 4 to 5", "S-3": "no turn", "S-4": "turn 5",
        "S-5": "turn 3 and turns 5 to 6",
    }  # fmt: skip
    assert [span(text) for text in ("", "x", "0", "1-", "-2", "01", "1000")] == [None] * 7


# -- the games --------------------------------------------------------------------------------

DATED = [id_ for id_ in scenarios() if "windows" in scenario_of(id_).charts]
"""The scenarios of games that state windows."""


def compared(path: Path) -> list[str]:
    """The lines of a module that compare something with the number of a turn or of a year."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        names = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
        numbers = [s for s in sides if isinstance(s, ast.Constant) and isinstance(s.value, int)]
        if names & {"turn", "year", "game_turn"} and numbers:
            found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_no_number_of_a_turn_stands_in_the_code_of_a_game_with_windows(tmp_path: Path) -> None:
    games = {id_.partition("/")[0] for id_ in DATED}
    assert games
    for game in games:
        for path in packs.pack(game).package.rglob("*.py"):
            assert not compared(path)
    wrong = tmp_path / "wrong.py"
    wrong.write_text("late = (self.turn >= 13) & (3 < turn)\n")
    assert len(compared(wrong)) == 2


@pytest.mark.parametrize("game", sorted({id_.partition("/")[0] for id_ in DATED}))
def test_every_window_is_that_of_a_rule_and_is_asked_for(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[str] = set()

    def of(self: Windows, name: str) -> Any:
        asked.add(name)
        return plain(self, name)

    plain = Windows._of
    monkeypatch.setattr(Windows, "_of", of)
    scenarios = [scenario_of(id_) for id_ in DATED if id_.startswith(f"{game}/")]
    for found in scenarios:
        rules_of(game)(found).game_file()
    stated = {window["rule"] for window in scenarios[0].charts["windows"]["window"]}
    # rules on units that take part in no scenario yet are not asked for
    later = {id_ for id_ in stated if rule(id_).kind == "later"}
    assert stated - later <= asked <= stated
    assert all(rule(name).game == game for name in stated)
