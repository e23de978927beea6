"""Scenarios play as in their golden playthroughs; `python -m tools.golden` rewrites these."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import golden

import eastfront as ef
from eastfront import packs


@pytest.mark.parametrize("name", ef.scenarios())
def test_the_scenario_plays_as_it_is_written(name: str) -> None:
    kept = golden.path_of(name).read_text(encoding="utf-8").splitlines()
    played = golden.playthrough(name).splitlines()
    for number, (old, new) in enumerate(zip(kept, played, strict=False), start=1):
        assert new == old, f"line {number} of {golden.path_of(name).name}"
    assert len(played) == len(kept)


def test_no_playthrough_is_left_of_a_scenario_that_is_gone() -> None:
    kept = {str(p.relative_to(golden.FOLDER).with_suffix("")) for p in golden.FOLDER.rglob("*.txt")}
    assert kept == set(ef.scenarios())


@pytest.mark.parametrize("name", ef.scenarios())
def test_a_playthrough_can_be_read(name: str) -> None:
    """Small, and with all that a decision is made of, each effect with its rule."""
    text = golden.path_of(name).read_text(encoding="utf-8")
    # the longest game has 45 turns, and each of its phases a line at least
    assert len(text.encode()) < 70_000
    shown = text.count("\n== action ")
    assert shown >= 20
    for beginning in ("position: ", "legal: ", "> "):
        assert text.count(f"\n{beginning}") == shown
    assert text.count(f"({packs.pack(name.partition('/')[0]).prefix}-") > 40
    assert "== perft" in text


@pytest.mark.parametrize("name", ef.scenarios())
def test_the_numbers_of_perft_are_those_of_pushing_every_action(name: str) -> None:
    """From the start, as far as two actions or some thousand sequences."""
    text = golden.path_of(name).read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith("start: "))
    counts = [int(word) for word in line.split()[1:]]
    state = ef.load(name).new()
    depth = max(n for n in (1, 2, 3) if counts[n - 1] < 8_000)
    assert pushed(state, depth) == counts[depth - 1]
    assert len(state.legal_actions) == counts[0]


def pushed(state: ef.State, depth: int) -> int:
    """Sequences of so many actions, by taking each and taking it back."""
    if depth == 0 or state.is_over:
        return 1
    total = 0
    for action in state.legal_actions.list():
        state.push(action)
        total += pushed(state, depth - 1)
        state.pop()
    return total


def test_a_change_is_told_and_not_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path / "tests" / "golden")
    name = "barbarossa-deluxe/blue-kremlin"
    assert golden.main(["--check", name]) == 1
    assert "blue-kremlin.txt: differs" in capsys.readouterr().out
    assert not golden.path_of(name).exists()
    assert golden.main([name]) == 0
    assert "written" in capsys.readouterr().out
    assert golden.main(["--check", name]) == 0
    assert capsys.readouterr().out == ""
