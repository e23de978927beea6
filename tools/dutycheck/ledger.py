"""Verdicts kept between runs, so that a long check can be interrupted and resumed.

A verdict is reused only for the same front, the same answer and the same slow programs: each line
has a digest of all three.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from .asking import ROOT

ORACLES = (
    "tests/duty/fronts.py",
    "tests/duty/subsets.py",
    "tests/duty/sweep.py",
    "tools/dutycheck/asking.py",
    "tools/dutycheck/verdict.py",
)
"""A digest of the programs behind a verdict."""


class Ledger:
    """A file of verdicts, a line each."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.known: dict[str, dict[str, Any]] = {}
        source = b"".join((ROOT / name).read_bytes() for name in ORACLES)
        self.oracles = hashlib.sha256(source).hexdigest()
        if path is not None and path.exists():
            for line in path.read_text().splitlines():
                try:
                    one = json.loads(line)
                    self.known[one["digest"]] = one
                except (ValueError, KeyError):
                    continue  # a line truncated by an interruption

    def digest(self, seed: int, answer: dict[str, Any]) -> str:
        """The name of a verdict."""
        said = {k: v for k, v in answer.items() if not k.endswith("_ns")}
        text = json.dumps([self.oracles, seed, said], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:24]

    def verdict(self, seed: int, answer: dict[str, Any]) -> dict[str, Any] | None:
        """An earlier verdict."""
        return self.known.get(self.digest(seed, answer))

    def keep(
        self, seed: int, answer: dict[str, Any], wrong: str | None, seen: dict[str, int]
    ) -> None:
        """Writes a verdict at once."""
        if self.path is None:
            return
        one = {"digest": self.digest(seed, answer), "seed": seed, "wrong": wrong, "seen": seen}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a") as file:
            file.write(json.dumps(one) + "\n")
