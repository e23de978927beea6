"""Every snippet of README.md and docs runs as it stands, in a fresh process and an empty folder.

The blocks of Python of one page build on each other: they run in one process, in their order. The
shell commands of the page follow, in the folder that they left. A command that is long is ended by
Ctrl-C after some seconds, in which nothing may have gone wrong. What a page shows as output is no
snippet: JSON, tables of commands and answers stand in fences of another kind.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from eastfront.loading import cache
from waiting import started

ROOT = Path(__file__).parents[2]
PAGES = sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / "docs").glob("*.md"))
APART = ("docs/first-game.md", "docs/reading-rules.md")
PAGES = ["README.md", *(page for page in PAGES if page not in APART)]
"""`tests/door` runs the page on a first game, where that game is installed; pieces of rules are no
programs."""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WITH_SERVER = "<!-- needs a server -->"
"""Before the last block of a page that `tests/wire/test_docs.py` runs, beside a server."""
SECONDS = 2.0
"""How long a command runs before it is interrupted."""
ELSEWHERE = ("make", "pip")
"""Commands that install or test all there is; that they exist is asked."""
COMMAND = "from eastfront.cli.main import main; main()"
PRINTED = {
    "README.md": [
        "odds 1:3",
        "BD-10.24a: mobile assault needs mechanised units only",
        "section 10.24",
    ],
    "docs/analysis.md": ["busy against idle: german wins", "17AK: "],
    "docs/luck.md": ["battle roll"],
    "docs/front-ends.md": ["automatic"],
}
"""What a page's Python prints."""


def text(page: str) -> str:
    """A page."""
    return (ROOT / page).read_text(encoding="utf-8")


def python(page: str) -> list[str]:
    """The blocks of Python of a page."""
    found = [code for kind, code in FENCE.findall(text(page)) if kind == "python"]
    return found[:-1] if WITH_SERVER in text(page) else found


def commands(page: str) -> list[str]:
    """The shell commands of a page: lines in a fence of no kind, or indented by four spaces."""
    fenced = "\n".join(code for kind, code in FENCE.findall(text(page)) if not kind)
    rest = FENCE.sub("", text(page))
    lines = [*fenced.splitlines(), *(m[4:] for m in re.findall(r"^    \S.*$", rest, re.MULTILINE))]
    known = ("eastfront ", *(f"{word} " for word in ELSEWHERE))
    return [re.sub(r"\s+#.*", "", line) for line in lines if line.startswith(known)]


@pytest.mark.parametrize("page", [page for page in PAGES if python(page) or commands(page)])
def test_the_snippets_of_a_page_run(page: str, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    folder = tmp_path / "empty"
    folder.mkdir()
    env = {**os.environ, "HOME": str(tmp_path / "home"), "MPLBACKEND": "Agg"}
    env["EASTFRONT_CACHE"] = str(cache.folder() or "off")
    env.pop("XDG_DATA_HOME", None)
    if python(page):
        code = "\n".join(python(page))
        ran = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True,
            timeout=1200, check=False,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        for words in PRINTED.get(page, []):
            assert words in ran.stdout
    with ThreadPoolExecutor(4) as pool:
        for wrong in pool.map(lambda line: failure(line, folder, env), commands(page)):
            assert wrong is None


def failure(line: str, folder: Path, env: dict[str, str]) -> str | None:
    """What goes wrong with a command; None when nothing does."""
    word, *rest = shlex.split(line)
    if word in ELSEWHERE:
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return None if word == "pip" or set(rest) <= set(targets) else f"{line}: no such target"
    if rest[0] == "serve":
        rest += ["--port", "0"]  # whatever else listens on this machine
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, *rest], cwd=folder, env=env, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        ended = False
        try:
            out, err = process.communicate(timeout=SECONDS + started())
            ended = True
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=600)
    right = (0,) if ended else (0, 130, -signal.SIGINT)
    if process.returncode in right and "Traceback" not in err:
        return None
    return f"{line}: code {process.returncode}\n{out[-500:]}\n{err[-1500:]}"


def test_there_is_something_to_run() -> None:
    assert sum(len(python(page)) for page in PAGES) > 20
    assert sum(len(commands(page)) for page in PAGES) > 25


@pytest.mark.parametrize("page", PAGES)
def test_every_snippet_is_found(page: str) -> None:
    """What names the program at the beginning of a line runs, or stands in a sentence."""
    for line in re.findall(r"^\s*(?:\$ )?(eastfront [a-z].*)$", FENCE.sub("", text(page)), re.M):
        assert any(line.startswith(command) for command in commands(page)) or "`" in line, line
