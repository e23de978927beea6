"""A game in a terminal: the display, refusals, and dice that the players roll themselves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import eastfront as ef
from eastfront.cli.main import eastfront

SCENARIO = "barbarossa-deluxe/blue-kremlin"
OPENING = [
    "automatic",
    "coastal-supply",
    "end-replacements",
    "south",
    "move-fight",
    "end-strategic",
    "ask-never",
    "ask-never",
]


def played(lines: list[str], *options: str, scenario: str = SCENARIO) -> Result:
    """What a terminal shows when these lines are typed."""
    typed = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(eastfront, ["play", scenario, *options], input=typed)


def test_a_refusal_is_shown_with_its_rule() -> None:
    found = played([*OPENING, "9AK 1709x1708", "3Pz+14Pz 2506-2507", "quit"])
    assert found.exit_code == 0, found.output
    assert "refused: BD-10.24a: mobile assault needs mechanised units only" in found.output
    assert "3Pz: 2506 to 2507" in found.output
    assert "Turn 9, set-up: german decides set-up\n  automatic\n  free\n" in found.output


def test_what_can_be_asked() -> None:
    lines = [
        *OPENING, "help", "all 3Pz", "supply 3Pz", "reach 3Pz", "supply 66A", "supply chess",
        "board", "battle", "no such thing", "quit",
    ]  # fmt: skip
    found = played(lines)
    assert "the result of your own dice" in found.output
    state = ef.load(SCENARIO).new()
    for action in OPENING:
        state.push(action)
    assert f"  {state.supply('3Pz')}\n" in found.output
    assert ", ".join(f"{h} {n}" for h, n in state.reach("3Pz").items()) in found.output
    assert "the place of 66A is hidden from the german side" in found.output
    assert "no unit `chess`" in found.output
    assert ef.render.text(state, "german") in found.output
    assert "no battle is in progress" in found.output
    assert "no verb" in found.output


def test_barbarossa_1971_with_the_set_up_that_ships() -> None:
    scenario = "barbarossa-1971/zitadelle"
    state = ef.load(scenario).new()
    ef.set_up(state)
    lines = []
    while state.decision != "movement":
        lines.append(next(n for n in state.legal_actions.names() if n.startswith("end-")))
        state.push(lines[-1])
    asked = ["supply 1PzA", "reach 1PzA", "move 1Inf", "board", "move 1PzA", "quit"]
    found = played([*lines, *asked], "--setup", "ready", scenario=scenario).output
    assert f"  {state.supply('1PzA')}\n" in found
    assert ", ".join(f"{h} {n}" for h, n in state.reach("1PzA").items()) in found
    assert "refused: SPI-MOVE-B: `move 1Inf` is not among the actions" in found
    assert ef.render.text(state, "axis") in found
    assert "axis decides leg" in found


def test_so_much_of_an_action_that_no_other_is_meant() -> None:
    found = played(["auto", "coast", "end", "quit"])
    assert "german decides logistics zone" in found.output


def test_undo_goes_back() -> None:
    found = played(["undo", "automatic", "undo", "quit"])
    assert "there is nothing to take back" in found.output
    assert found.output.count("german decides set-up") == 2


def test_what_is_hidden_is_not_told(tmp_path: Path) -> None:
    """A standing answer is no business of the other side."""
    found = played([*OPENING, "quit"])
    answers = found.output[found.output.index("standing answer") :]
    assert "soviet: done" in answers and "soviet: ask-never" not in answers


def choices(seed: int, most: int) -> list[str]:
    """The lines of a whole game by chance, rolls among them."""
    rng = random.Random(seed)
    state = ef.load(SCENARIO).new()
    lines = ["automatic"]
    state.push("automatic")
    while not state.is_over and len(lines) < most:
        names = state.legal_actions.names()
        passes = [n for n in names if state.is_pass(state.game.parse(n))]
        name = rng.choice(passes if passes and rng.random() < 0.6 else names)
        state.push(name)
        lines.append(name)
    return lines


def test_a_whole_game_with_dice_on_the_table(tmp_path: Path) -> None:
    lines = choices(3, 5000)
    assert any(line.startswith("roll ") for line in lines)
    kept = tmp_path / "game.efr"
    found = played(lines, "--dice", "manual", "-o", str(kept))
    assert found.exit_code == 0, found.output
    assert "The game is over: " in found.output and "chance: roll" in found.output
    record = ef.record.load(kept)
    assert list(record.actions) == lines
    assert record.replay().is_over


def test_two_bots_and_dice_of_the_program(tmp_path: Path) -> None:
    kept = tmp_path / "game.efr"
    options = ["--bot", "german=busy", "--bot", "soviet=idle", "--seed", "2", "-o", str(kept)]
    found = played([], *options)
    assert found.exit_code == 0 and "The game is over: " in found.output
    record = ef.record.load(kept)
    assert record.players == {"german": "busy", "soviet": "idle"}
    record.replay()


def test_saving_on_the_way(tmp_path: Path) -> None:
    kept = tmp_path / "now.efr"
    found = played(["automatic", f"save {kept}", "save /no/such/folder/x.efr", "quit"])
    assert f"saved: {kept}" in found.output and "No such file" in found.output
    assert list(ef.record.load(kept).actions) == ["automatic"]


def test_the_end_of_input_leaves_the_game() -> None:
    assert played(["automatic"]).exit_code == 0


@pytest.mark.parametrize(
    "options",
    [
        ["--bot", "german"],
        ["--bot", "finnish=idle"],
        ["--bot", "german=wise"],
        ["--dice", "loaded"],
        ["-o", "game.txt"],
        ["--option", "chess"],
    ],
)
def test_bad_options(options: list[str]) -> None:
    assert played(["quit"], *options).exit_code != 0


@pytest.mark.rule("BD-4.14e")
@pytest.mark.parametrize(
    ("typed", "winner"),
    [("concede", "soviet"), ("concede german", "soviet"), ("concede soviet", "german")],
)
def test_a_side_concedes(typed: str, winner: str, tmp_path: Path) -> None:
    path = tmp_path / "conceded.efr"
    found = played([*OPENING, "concede nobody", typed], "-o", str(path))
    assert "side='nobody', expected one of german, soviet" in found.output
    assert f"The game is over: {winner} wins, level 1 (BD-4.14e)." in found.output
    kept = ef.record.load(path)
    assert kept.replay().outcome == (winner, 1, "BD-4.14e")
