"""Time limits of tests: they distinguish an answer from a hang, and never measure speed."""

from __future__ import annotations

import subprocess
import sys
import time

HANG = 600
"""Seconds after which an awaited event counts as hanging: ten times the usual time on a machine
with four times as many busy processes as processors."""


def started() -> float:
    """The time limit, in seconds, until a command is at work now."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", "import eastfront.cli.main"], check=True)
    return time.monotonic() - begun
