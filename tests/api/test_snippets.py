"""Every snippet of README.md and docs runs as printed, in a fresh process and an empty folder.

The Python blocks of a page build on each other: they run in one process, in order. The first line
of each names what it takes from earlier ones. The shell commands of the page follow, in the folder
that the blocks left. A long command is ended by Ctrl-C after some seconds without an error. Output
on a page is not a snippet: JSON, tables of commands and answers are in other fences.
"""

from __future__ import annotations

import ast
import builtins
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from eastfront.loading import cache
from waiting import started

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    p.relative_to(ROOT).as_posix()
    for folder in ("docs", "docs/tutorials")
    for p in (ROOT / folder).glob("*.md")
)
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
    "docs/tutorials/first-battle.md": ["15 against 4 is 3:1", "TRC-13.1b: `odds 4`", "TRC-13.5b"],
    "docs/tutorials/first-bot.md": ["('replace 57 Pz', 'forgo')", "15 None"],
    "docs/tutorials/first-search.md": ["100 odds 3 25%", "300 odds 3 67%"],
    "docs/tutorials/first-training.md": [
        "won before: 30%, after: 98%",
        "(64, 17, 46, 42) (64, 54)",
    ],
    "docs/tables.md": ["2 ", "b'null': b'no die was rolled'"],
    "docs/tutorials/ten-questions.md": ["TRC-14.1c: A defending unit", "Koenigsberg"],
    "docs/tutorials/record-tool.md": ["turn 13: 44 Inf on EE14 at 1:1: roll 5"],
}
"""What a page's Python prints."""


def text(page: str) -> str:
    """A page."""
    return (ROOT / page).read_text(encoding="utf-8")


def python(page: str) -> list[str]:
    """The blocks of Python of a page."""
    found = [code for kind, code in FENCE.findall(text(page)) if kind == "python"]
    return found[:-1] if WITH_SERVER in text(page) else found


CONTINUES = "# Continues with: "
"""The beginning of the first line of a block that takes names from earlier ones."""


class Uses(ast.NodeVisitor):
    """The names that a block reads before it binds them, and those that it binds."""

    def __init__(self, code: str) -> None:
        self.bound: set[str] = set()
        self.read: set[str] = set()
        self._inner: list[ast.AST] = []
        self.visit(ast.parse(code))
        for scope in self._inner:  # they run once all is bound
            own = {n.arg for n in ast.walk(scope) if isinstance(n, ast.arg)}
            names = [n for n in ast.walk(scope) if isinstance(n, ast.Name)]
            own |= {n.id for n in names if isinstance(n.ctx, ast.Store)}
            self.read |= {n.id for n in names} - own - self.bound

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.bound.add(node.id)
        elif node.id not in self.bound:
            self.read.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        for part in (node.value, *node.targets):
            self.visit(part)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.read |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)} - self.bound
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        for part in (node.iter, node.target, *node.body, *node.orelse):
            self.visit(part)

    def _comprehension(self, node: Any) -> None:
        outer = set(self.bound)
        for part in node.generators:
            for each in (part.iter, part.target, *part.ifs):
                self.visit(each)
        for part in (getattr(node, name, None) for name in ("key", "value", "elt")):
            if part is not None:
                self.visit(part)
        self.bound = outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def _scope(self, node: Any) -> None:
        for part in (*getattr(node, "decorator_list", ()), *getattr(node, "bases", ())):
            self.visit(part)
        self._inner.append(node)
        if not isinstance(node, ast.Lambda):
            self.bound.add(node.name)

    visit_FunctionDef = visit_ClassDef = visit_Lambda = _scope

    def visit_alias(self, node: ast.alias) -> None:
        self.bound.add(node.asname or node.name.partition(".")[0])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.bound |= {node.name} if node.name else set()
        self.generic_visit(node)


def continued(page: str) -> Iterator[tuple[str, list[str]]]:
    """Each block of Python of a page, with the names that it takes from earlier ones."""
    before: set[str] = set()
    for code in python(page):
        uses = Uses(code)
        yield code, sorted(uses.read & before, key=str.lower)
        before |= uses.bound


@pytest.mark.parametrize("page", [page for page in PAGES if len(python(page)) > 1])
def test_each_block_says_what_it_needs_from_those_before(page: str) -> None:
    for code, needed in continued(page):
        said = f"{CONTINUES}{', '.join(needed)}" if needed else None
        first = code.partition("\n")[0]
        assert (first if first.startswith(CONTINUES) else None) == said, code


def test_names_that_a_block_needs_are_found() -> None:
    code = """
import numpy as np
from pathlib import Path as P
a = b + a
c = [x + d for x in np.array(e)]
def f(g):
    h = g + i
    return f(h) + c
for j in range(3):
    k += j
try:
    pass
except l.Error as error:
    print(error)
"""
    assert Uses(code).read - set(dir(builtins)) == {"a", "b", "d", "e", "i", "k", "l"}


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
