"""How long tests wait: they tell an answer from a hang, and never how quick something is."""

from __future__ import annotations

import subprocess
import sys
import time

HANG = 600
"""Seconds after which what is waited for counts as hanging: ten times what is usual on a machine
with four times as many busy processes as processors."""


def started() -> float:
    """How long it may take now until a command is at work, in seconds."""
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", "import eastfront.cli.main"], check=True)
    return time.monotonic() - begun
