"""The mutation tests of an installed game from a checkout, with its own tests."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools.mutate import __main__ as command

from .conftest import EXAMPLE, ROOT


def mutate(python: Path, folder: Path, *arguments: str) -> str:
    """What the command prints for the example."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment = {**kept, "PYTHONPATH": str(ROOT), "EASTFRONT_CACHE": str(folder / "cache")}
    tests = ["--tests", str(EXAMPLE / "tests"), "--keep", str(folder / "kept.json")]
    done = subprocess.run(
        [python, "-m", "tools.mutate", "two-bridges", *tests, *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_wrong_rules_of_an_installed_game_are_seen_by_its_tests(
    python: Path, tmp_path: Path
) -> None:
    sites = [line for line in mutate(python, tmp_path, "--list").splitlines() if "(TB-" in line]
    own = [line for line in sites if "two_bridges/rules.py" in line]
    shared = [line for line in sites if "/systems/" in line]
    assert len(own) > 100 and shared
    chosen: Sequence[str] = [line.split()[0] for line in own if "1 - side" in line][:4]
    told = mutate(python, tmp_path, *(f"--only={one}" for one in chosen), "--json", "--jobs", "1")
    found = json.loads(told[told.index("{") :])
    assert found["killed"] >= 1


def test_a_game_without_a_place_for_a_wrong_rule_is_no_success(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "mutants_of", lambda game: [])
    done = CliRunner().invoke(command.main, ["two-bridges"])
    assert done.exit_code == 1
    assert "two-bridges: no place in its code belongs to a rule" in done.output
