"""Every entry point of the compiled module goes through the guard that makes errors of panics."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import _core

SOURCES = Path(__file__).parents[2] / "rust/python/src"


def test_every_entry_point_is_guarded() -> None:
    found: dict[str, str] = {}
    for path in sorted(SOURCES.rglob("*.rs")):
        lines = [line.strip() for line in path.read_text().splitlines()]
        for n, line in enumerate(lines):
            if re.match(r"#\[(pyo3::)?(pyfunction|pymethods)\b", line):
                found[f"{path.relative_to(SOURCES)}:{n + 1}"] = lines[n - 1]
    assert len(found) > 30
    assert {place for place, before in found.items() if before != "#[guarded]"} == set()


def test_no_entry_point_is_declared_otherwise() -> None:
    """There is none that the test above does not see, such as a function made of a closure."""
    text = "\n".join(path.read_text() for path in SOURCES.rglob("*.rs"))
    assert "new_closure" not in text and "PyCFunction" not in text
    assert not re.search(r"#\[pymodule\][^{]*\bmod\b", text)


def test_a_panic_is_an_internal_error_with_the_bytes_of_the_state(game: ef.Game) -> None:
    state = game.new(seed=1)
    with pytest.raises(ef.InternalError, match="on purpose") as told:
        _core._fail(state)
    assert told.value.state == bytes(state)
    assert isinstance(told.value, RuntimeError)
    assert state.legal_actions  # and the state is as it was


def test_a_panic_in_a_thread_is_an_internal_error_too(game: ef.Game) -> None:
    state = game.new(seed=1)
    with pytest.raises(ef.InternalError, match="on purpose") as told:
        _core._fail(state, thread=True)
    assert told.value.state == bytes(state)
