"""A real server in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import eastfront

PYTHON = Path(eastfront.__file__).parents[1]


@contextmanager
def process(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address."""
    kept = [] if "--folder" in options else ["--memory"]
    with subprocess.Popen(
        [sys.executable, "-m", "eastfront.cli.main", "serve", "--port", "0", *kept, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(PYTHON), "PYTHONUNBUFFERED": "1"},
    ) as server:
        assert server.stdout is not None and server.stderr is not None
        said = server.stdout.readline()
        if "--json" in options:
            said += server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found, said + server.stderr.read()
        try:
            yield server, found[0]
        finally:
            if server.poll() is None:
                server.kill()
