"""The page on a first game has the code of the example, and its commands run."""

from __future__ import annotations

import re
import shlex

import pytest

from .conftest import EXAMPLE, ROOT, Run

PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = [
    line
    for kind, block in BLOCKS
    if not kind
    for line in block.splitlines()
    if line.startswith("eastfront ")
]
FILES = [
    path.read_text(encoding="utf-8")
    for path in sorted(EXAMPLE.rglob("*"))
    if path.suffix in (".py", ".toml", ".csv", ".tsv")
]


def test_every_block_is_taken_from_the_example() -> None:
    for kind, block in BLOCKS:
        if kind or not block.startswith(("eastfront ", "pip ")):
            lines = block.strip("\n").splitlines()
            apart = kind == "" and "\t" in block  # a table of which some rows are shown
            shown = lines if apart else ["\n".join(lines)]
            for text in shown:
                assert any(text in file for file in FILES), text


def test_all_the_python_of_the_example_is_on_the_page() -> None:
    told = {line for kind, block in BLOCKS if kind == "python" for line in block.splitlines()}
    for name in ("game.py", "rules.py"):
        text = (EXAMPLE / "two_bridges" / name).read_text(encoding="utf-8")
        assert not [line for line in text.splitlines() if line not in told], name


@pytest.mark.parametrize("line", COMMANDS)
def test_its_commands_run(line: str, run: Run) -> None:
    arguments = shlex.split(line)[1:]
    run("-c", "from eastfront.cli.main import main; main()", *arguments)
