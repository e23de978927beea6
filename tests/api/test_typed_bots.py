"""The bots in `examples/bots` play, and pass mypy without `Any`; misspelt names do not pass.

`make pyright` checks the same by pyright.
"""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.pyright import BOTS, MISSPELT, ROOT, misspelt

import eastfront as ef

LINES = 70


def test_bots_have_types_and_misspelt_names_have_none(tmp_path: Path) -> None:
    wrong = tmp_path / "misspelt.py"
    wrong.write_text(misspelt())
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-error-summary", *map(str, BOTS), str(wrong)],
        cwd=ROOT, capture_output=True, text=True, timeout=1200, check=False,
    )  # fmt: skip
    found = re.findall(r"^(.*?):(\d+): error: .*\[([\w-]+)\]$", ran.stdout, re.MULTILINE)
    assert {Path(file).name for file, _, _ in found} == {"misspelt.py"}, ran.stdout
    assert {code for _, _, code in found} == {"attr-defined"}, ran.stdout
    assert [int(line) for _, line, _ in found] == [n for n, _ in enumerate(MISSPELT, 3)]


def test_bots_are_short_and_forbid_any() -> None:
    assert len(BOTS) == 3
    for path in BOTS:
        text = path.read_text(encoding="utf-8")
        assert "# mypy: disallow-any-expr\n" in text and len(text.splitlines()) <= LINES
        assert not re.search(r"\bAny\b|\bcast\b|type: ignore|pyright:", text)


def bot(name: str) -> dict[str, Any]:
    """The names that a bot's file defines."""
    return runpy.run_path(str(ROOT / "examples" / "bots" / f"{name}.py"))


def test_the_searcher_plays() -> None:
    record, searcher = bot("searcher")["play"](3, simulations=4)
    assert len(list(record.actions)) == 3 and searcher.searched > 0


def test_the_scout_attacks() -> None:
    actions = bot("scout")["play"](120)
    assert len(actions) == 120
    verbs = {line.split(" ")[1] for line in actions if line.startswith("axis: ")}
    assert verbs >= {"move", "to", "end-movement", "attack", "join", "odds"}


def test_the_learner_never_gets_worse() -> None:
    learner = bot("learner")
    state = ef.load(learner["SCENARIO"]).new()
    ef.set_up(state)
    weights, values = learner["learn"](state, rounds=2, games=1)
    assert len(values) == 2 and values == sorted(values) and weights["move"] > 0
