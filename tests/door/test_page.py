"""The page on a first game builds the example from nothing, and its commands run."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

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


def typed_in() -> Mapping[str, str]:
    """The files of the page, by name: a block belongs to the file that the text last named.

    Blocks of one file follow one another, apart by one empty line within a class, else by two.
    """
    files: dict[str, str] = {}
    name, end = "", 0
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        text = PAGE[end : found.start()]
        end = found.end()
        named = re.findall(r"`(?:[\w-]+/)*([\w-]+\.(?:py|toml|csv|tsv))`", text)
        name = named[-1] if named else name
        block = found[2]
        if not found[1] and block.startswith(("eastfront ", "pip ", "pytest ")):
            continue
        gap = "\n" if block.startswith(" ") or not name.endswith(".py") else "\n\n"
        files[name] = f"{files[name]}{gap}{block}" if name in files else block
    return files


def test_what_it_shows_is_the_example() -> None:
    """All of its files but README.md and the empty py.typed; of the tests it shows the first."""
    typed = typed_in()
    kinds = (".py", ".toml", ".csv", ".tsv")
    files = {path.name: path for path in EXAMPLE.rglob("*") if path.suffix in kinds}
    assert set(typed) == set(files)
    for name, text in typed.items():
        real = files[name].read_text(encoding="utf-8")
        assert real.startswith(text) if name == "test_rules.py" else real == text, name


@pytest.mark.parametrize("line", COMMANDS)
def test_its_commands_run(line: str, run: Run) -> None:
    arguments = shlex.split(line)[1:]
    if "hill-road/first" in arguments:  # tests/cli/test_new.py plays it
        return
    run("-c", "from eastfront.cli.main import main; main()", *arguments)
