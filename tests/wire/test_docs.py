"""The page on front ends: its examples equal the program's output, and its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import wire_examples

from eastfront import serve
from serve.process import process

PAGE = Path(__file__).parents[2] / "docs" / "front-ends.md"
CODE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def test_the_examples_are_made_by_the_program() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert {name for _, name, *_ in wire_examples.BLOCK.findall(page)} == set(
        wire_examples.examples()
    )
    assert wire_examples.written(page) == page, "run python -m tools.wire_examples"


def test_the_example_of_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(CODE.findall(PAGE.read_text(encoding="utf-8"))[0], {})
    assert capsys.readouterr().out == "automatic\n"


def test_the_example_plays_a_game_by_http(capsys: pytest.CaptureFixture[str]) -> None:
    code = CODE.findall(PAGE.read_text(encoding="utf-8"))[1]
    imports = re.findall(r"^import (.*)$", code, re.MULTILINE)
    assert imports == ["json, time, urllib.request"]
    with process() as (_, address):
        exec(code.replace("http://127.0.0.1:8000", address), {})
    assert re.fullmatch(r"(german|soviet|None) wins by BD-\S+\n", capsys.readouterr().out)


def test_every_route_and_code_is_documented() -> None:
    page = PAGE.read_text(encoding="utf-8")
    source = Path(serve.__file__).parent
    routes = (source / "routes.py").read_text(encoding="utf-8")
    for _, path in re.findall(r'\("(GET|POST|DELETE)", f?"(.*?)"', routes):
        shown = path.replace("{GAME}", "/api/games/ID")
        shown = shown.replace("{game}/{scenario}", "GAME/SCENARIO").replace("{rule}", "BD-7.4b")
        assert shown in page or shown.rpartition("/")[2] in page, path
    text = "".join(p.read_text(encoding="utf-8") for p in source.glob("*.py"))
    codes = set(re.findall(r'Problem\(\s*\d{3},\s*"([a-z-]+)"', text)) - {"failed", "gone"}
    assert len(codes) > 20
    for code in codes:
        assert f"`{code}`" in page, code
