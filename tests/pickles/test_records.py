"""Records written by earlier versions can be read.

The files were written once, by the version in their name, and are never rewritten: one game of each
game in the package, between two busy bots, with its game file included.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import eastfront as ef

KEPT = sorted((Path(__file__).resolve().parents[1] / "data" / "records").glob("*.efr"))

FIRST_VERSION = {
    # what the version that wrote them said of them: actions, outcome, key of the last position
    "v1-barbarossa-1971": (380, ("soviet", 1, "SPI-LEN-C"), "fc0e6e88588bc21c"),
    "v1-barbarossa-deluxe": (745, ("soviet", 1, "BD-13.4c"), "55dd90fc3f06859e"),
    "v1-russian-campaign": (907, ("russian", 2, "TRC-25.2.2a"), "3b6c739c9883e913"),
}


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_record_of_an_earlier_version_replays(path: Path) -> None:
    record = ef.record.load(path)
    state = record.replay()
    actions, outcome, key = FIRST_VERSION[path.stem]
    assert sum(1 for _ in record.actions) == actions
    assert state.outcome == record.outcome == outcome
    assert f"{state.key:016x}" == key


def test_each_version_of_the_form_is_kept_for_each_game() -> None:
    games = {name.partition("/")[0] for name in ef.scenarios()}
    wanted = {f"v{n}-{game}" for n in range(1, ef.record.FORMAT + 1) for game in games}
    assert {path.stem for path in KEPT} == wanted == FIRST_VERSION.keys()
    for path in KEPT:
        assert json.loads(path.read_text(encoding="utf-8"))["format"] == int(path.stem[1])


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_is_read_is_written_again_as_it_was(path: Path) -> None:
    """As long as the version of the form is the one that is written."""
    record = ef.record.load(path)
    again = ef.record.parse(record.text())
    assert again == record
