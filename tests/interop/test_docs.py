"""The page on other libraries names every plane, and the lowest versions of all of them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from eastfront.interop.tensors import layout

from .play import GAMES, game

PAGE = Path(__file__).parents[2] / "docs" / "interop.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_kind_of_plane_is_told() -> None:
    told = set(re.findall(r"`(.+?)`", TEXT))
    kinds = {name.split(":")[0] if ":" in name else name for name in told}
    for name in GAMES:
        for plane in layout(game(name)):
            word = plane.name.replace("enemy ", "own ", 1)
            head = word.split(":")[0] if ":" in word else word
            assert head in kinds or plane.kind == "value", plane.name


def test_the_lowest_versions_are_those_of_the_project() -> None:
    """Each library of an extra has a row with its bound, and no row has another one."""
    said = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    wanted: dict[str, tuple[set[str], str]] = {}
    extras = said["project"]["optional-dependencies"]
    for extra, libraries in extras.items():
        for library in libraries:
            name, low = library.split(">=")
            wanted.setdefault(name, (set(), low))[0].add(extra)
    [numpy] = [one for one in said["project"]["dependencies"] if one.startswith("numpy")]
    wanted["numpy"] = (set(), numpy.partition(">=")[2])
    rows = re.findall(r"^\| ([\w-]+) \| ([^|]*)\| ([\d.]+) \| ([\d.]+) \|$", TEXT, re.MULTILINE)
    told = {name: (set(re.findall(r"`(\w+)`", of)), low) for name, of, low, _ in rows}
    assert told == wanted
    for _, _, low, newest in rows:
        assert [int(n) for n in low.split(".")] <= [int(n) for n in newest.split(".")]
