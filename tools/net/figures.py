"""Figures of the net besides play: killed mutants, and instructions a decision."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.mutate.__main__ import mutants_of
from tools.mutate.ledger import Ledger, summary
from tools.mutate.planted import equivalent

import eastfront as ef

from .settings import LONGEST, ROOT

POLICIES = ("random", "busy")

GAMES = {"barbarossa-deluxe": (2, 152), "russian-campaign": (2, 82), "barbarossa-1971": (1, 9)}
"""Two numbers of games; the difference of their costs excludes loading."""

MORE = 0.02
"""The allowed increase of instructions a decision, as a share."""


class Absent(Exception):
    """A required program is not installed."""


# -- mutants ----------------------------------------------------------------------------------


def mutation(game: str) -> dict[str, int]:
    """The stored figures of the mutation tests of a game."""
    listed = {mutant.id: mutant for mutant in mutants_of(game)}
    told = summary(listed.values(), Ledger.of(game).results, equivalent(game, listed.keys()))
    own = sum(found.get("by its own test", 0) for found in told["by_rule"].values())
    return {
        "mutants": told["mutants"],
        "killed": told["killed"],
        "killed, in thousandths": told["killed"] * 1000 // max(1, told["mutants"]),
        "killed by a test of the rule, each rule counted": own,
        "equivalent": told["equivalent"],
    }


def fallen(found: Mapping[str, int], kept: Mapping[str, int]) -> list[str]:
    """The figures that have fallen."""
    return [f"{name}: {was} before, {found[name]} now" for name, was in kept.items()
            if name != "equivalent" and found[name] < was]  # fmt: skip


# -- instructions -----------------------------------------------------------------------------


def instructions(game: str) -> dict[str, Any]:
    """Instructions a decision, by policy, with the machine and the compiler.

    The example `play` plays the game file of the longest scenario under callgrind.
    """
    play = play_example()
    found: dict[str, Any] = {"machine": machine(), "compiler": compiler()}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        file.write_bytes(ef.load(f"{game}/{LONGEST[game]}").to_bytes())
        for policy in POLICIES:
            few, many = (counted(play, file, games, policy) for games in GAMES[game])
            found[policy] = round((many[0] - few[0]) / (many[1] - few[1]))
    return found


def play_example() -> Path:
    """The built example `play`; raises `Absent` if a required program is missing."""
    for program in ("valgrind", "cargo"):
        if shutil.which(program) is None:
            raise Absent(program)
    build = ["cargo", "build", "--release", "--quiet", "-p", "eastfront-core", "--example", "play"]
    subprocess.run(build, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "play"


def counted(play: Path, file: Path, games: int, policy: str, *more: str) -> tuple[int, int]:
    """Instructions and decisions of some games, with further arguments of `play`."""
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
         str(play), str(file), str(games), policy, *more],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    counted = re.search(r"Collected : (\d+)", done.stderr)
    decided = re.search(r"(\d+) decisions", done.stdout)
    if counted is None or decided is None:
        raise ValueError(f"not understood: {done.stdout} {done.stderr}")
    return int(counted[1]), int(decided[1])


def machine() -> str:
    """The processor's name, since instructions depend on its features."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    name = re.search(r"model name\s*:\s*(.*)", text)
    return f"{platform.machine()}, {name[1] if name else platform.processor()}"


def compiler() -> str:
    """The compiler's version."""
    told = subprocess.run(["rustc", "--version"], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip()


def dearer(found: Mapping[str, Any], kept: Mapping[str, Any]) -> list[str]:
    """The policies with more instructions a decision than allowed."""
    return [
        f"{policy}: {kept[policy]} instructions a decision before, {found[policy]} now"
        for policy in POLICIES
        if policy in kept and found[policy] > kept[policy] * (1 + MORE)
    ]
