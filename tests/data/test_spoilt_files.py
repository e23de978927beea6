"""Automatically corrupted files are refused with file, place, value and expectation.

`python -m tools.spoil GAME --files 2000` tries more of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.spoil.judging import refusal
from tools.spoil.kinds import Spoilt
from tools.spoil.running import Bench

from eastfront.scenario import ScenarioError


@pytest.mark.parametrize(
    ("game", "count"),
    [("barbarossa-deluxe", 100), ("russian-campaign", 50), ("barbarossa-1971", 16)],
)
def test_a_spoilt_file_is_refused_or_a_legal_change(game: str, count: int, tmp_path: Path) -> None:
    bench = Bench(game, tmp_path)
    results = [bench.try_one(seed=12, number=number) for number in range(count)]
    wrong = [
        f"{r.name} ({r.how}), {r.spoilt.told}: {r.verdict.word}: {r.verdict.said}"
        for r in results
        if not r.verdict.good
    ]
    assert not wrong, "\n".join(wrong)
    refused = sum(r.verdict.word == "refused" for r in results)
    assert refused > 0.8 * count


SPOILT = Spoilt(b"", "cell unknown", "", (3, 3), ("rough",), "ruogh", ("terrain",))
FILE = Path("games/barbarossa-deluxe/map.csv")


@pytest.mark.parametrize(
    ("error", "verdict"),
    [
        (ScenarioError(FILE, "line 3, column terrain", "ruogh", "one of clear, rough"), "refused"),
        (
            ScenarioError(FILE.with_name("charts.toml"), "terrain", "ruogh", "rough of map.csv"),
            "refused at the other file",
        ),
        (KeyError("ruogh"), "another kind of error"),
        (ScenarioError(FILE.with_name("units.csv"), "line 3", "ruogh", "x"), "another file blamed"),
        (ScenarioError(FILE, "line 4", "ruogh", "a word"), "another place"),
        (ScenarioError(FILE, "line 3", "clear", "a word"), "another value"),
        (ScenarioError(FILE, "line 3", "ruogh", ""), "no expectation"),
    ],
)
def test_the_judge_tells_good_errors_from_bad_ones(error: Exception, verdict: str) -> None:
    assert refusal(error, FILE, SPOILT).word == verdict
