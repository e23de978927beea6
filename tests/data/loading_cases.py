"""Copies of a game's files and ways to corrupt them, shared by the tests of loading."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from eastfront.scenario import ScenarioData, ScenarioError, load_scenario
from eastfront.scenario.load import DIRECTORY

GAME, SCENARIO = "barbarossa-deluxe", "blue-kremlin"
Edit = Callable[[bytes], bytes]


def copy_game(folder: Path, name: str = GAME) -> Path:
    """A copy of a game's files, which may be corrupted."""
    target = folder / "games" / name
    shutil.copytree(DIRECTORY / name, target)
    return target


def load(game: Path, scenario: str = SCENARIO, charts: Path | None = None) -> ScenarioData:
    """The scenario from a copy."""
    return load_scenario(game.name, scenario, charts=charts, directory=game.parent)


def spoil(file: Path, edit: Edit) -> None:
    """Change a file; an edit that changes nothing is a mistake of the test."""
    before = file.read_bytes()
    after = edit(before)
    assert after != before
    file.write_bytes(after)


def swap(old: str, new: str) -> Edit:
    """Replace a text that occurs just once."""

    def edit(data: bytes) -> bytes:
        assert data.count(old.encode()) == 1, f"{data.count(old.encode())} times: {old}"
        return data.replace(old.encode(), new.encode())

    return edit


def first(old: str, new: str) -> Edit:
    """Replace the first of several."""
    return lambda data: data.replace(old.encode(), new.encode(), 1)


def add(text: str) -> Edit:
    """Write more at the end."""
    return lambda data: data + text.encode()


def cell(line: int, column: int, value: str) -> Edit:
    """Another value in a line (from 1) and a column (from 0) of a table."""

    def edit(data: bytes) -> bytes:
        lines = data.decode().split("\n")
        values = lines[line - 1].split(",")
        values[column] = value
        lines[line - 1] = ",".join(values)
        return "\n".join(lines).encode()

    return edit


def each(*edits: Edit) -> Edit:
    """One edit after another."""

    def edit(data: bytes) -> bytes:
        for one in edits:
            data = one(data)
        return data

    return edit


@dataclass(frozen=True)
class Wrong:
    """A fault in a file, and the facts that its error must contain."""

    file: str
    edit: Edit
    place: str
    value: str
    expected: str
    blamed: str = ""
    """The file named by the error, if it is another one."""

    def check(self, folder: Path, name: str = GAME, scenario: str = SCENARIO) -> None:
        """Corrupt a copy and assert its refusal, with all four facts."""
        game = copy_game(folder, name)
        spoil(game / self.file, self.edit)
        with pytest.raises(ScenarioError) as caught:
            load(game, scenario)
        file = game / (self.blamed or self.file)
        says(caught.value, file, self.place, self.value, self.expected)


def says(error: ScenarioError, file: Path, place: str, value: str, expected: str) -> None:
    """Assert that the error names file, place, value and expectation in one short line."""
    message = str(error)
    assert error.file == str(file), message
    assert message.startswith(f"{file}: {place}"), message
    assert f"got {value}" in message, message
    assert message.split(", expected ", 1)[1].startswith(expected), message
    assert "\n" not in message
    assert len(message) < 700
    assert isinstance(error, ValueError)


def named(**groups: dict[str, Wrong]) -> list[object]:
    """The cases of several groups, each named by its group and name."""
    return [
        pytest.param(wrong, id=f"{group}-{name}")
        for group, wrongs in groups.items()
        for name, wrong in wrongs.items()
    ]
