"""`make help` describes each target."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_help_tells_each_target() -> None:
    lines = (ROOT / "Makefile").read_text(encoding="utf-8").splitlines()
    (phony,) = (line.split()[1:] for line in lines if line.startswith(".PHONY:"))
    targets = [line.partition(":")[0] for line in lines if re.match(r"[a-z][\w-]*:(?!=)", line)]
    # make tells those that it starts of itself
    outside = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    done = subprocess.run(["make", "help"], cwd=ROOT, env=outside, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    told = [line.split(maxsplit=1) for line in done.stdout.splitlines()]
    assert [target for target, _ in told] == targets
    assert sorted(targets) == sorted(phony)
    # what `make` alone does has not moved
    assert targets[0] == "demo"
