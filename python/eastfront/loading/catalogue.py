"""What each rule says, by its id: the catalogue of a game's rules, in our own words.

The catalogue is a table beside a game's data. It is no rulebook: each row is one sentence that can
be tested. Which rows are definitions, freedoms or of scenarios that are not built yet stands in
another table, with the reason.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from eastfront._core import EastfrontError
from eastfront.arguments import checked
from eastfront.packs import CATALOGUE, Pack, of_each, ships

DEFINITIONS = "by-definition.tsv"
"""Beside a game's data: those of its rules that no play could break."""

PLAY = "play"
"""The kind of a rule that play can keep or break."""

_ID = re.compile(r"[A-Z]+-(?P<section>.*?)[a-z]*$")


class RuleError(EastfrontError, ValueError):
    """No catalogue has a rule of that id."""


@dataclass(frozen=True)
class Statement:
    """What a rule says."""

    id: str
    game: str
    """The game's id, such as ``barbarossa-deluxe``."""
    section: str
    """The section of the rulebook, such as ``7.4``."""
    area: str
    """What it is about, such as ``supply``."""
    text: str
    kind: str
    """``play``; or ``definition``, ``freedom``, ``physical``, ``restated`` or ``later``."""
    reason: str
    """Why it is of that kind; empty for a rule of play."""

    def __str__(self) -> str:
        told = f"{self.id} ({self.game}, section {self.section}): {self.text}"
        return f"{told} [{self.kind}: {self.reason}]" if self.reason else told


def rows(path: Path) -> list[list[str]]:
    """The rows of a table with tabs, below its header; none when there is no such file."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        found = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(found, None)
        return [row for row in found if row]


@lru_cache(maxsize=1)
def _every() -> Mapping[str, Statement]:
    """The rules of all games; an id that two games have is that of the one that is shipped."""
    found: dict[str, Statement] = {}
    for statements in of_each(_statements):
        for one in statements:
            if one.id not in found or ships(one.game):
                found[one.id] = one
    return found


def _statements(pack: Pack) -> list[Statement]:
    """The catalogue of a game."""
    kinds = {row[0]: (row[1], row[2]) for row in rows(pack.data / DEFINITIONS)}
    found = []
    for id_, area, _, text, *_ in rows(pack.data / CATALOGUE):
        kind, reason = kinds.get(id_, (PLAY, ""))
        named = _ID.match(id_)
        section = named["section"] if named else id_
        found.append(Statement(id_, pack.id, section, area, text, kind, reason))
    return found


@checked
def rule(id: str) -> Statement:
    """What a rule says, by an id such as ``BD-7.4b``, as refusals and explanations name it.

    Raises `RuleError`, which names the nearest id, when no game that is here has such a rule.
    """
    known = _every()
    if isinstance(id, str) and id in known:
        return known[id]
    near = get_close_matches(str(id)[:32], known, n=1, cutoff=0.8)
    hint = f"; the nearest is {near[0]}" if near else ""
    like = f", such as {next(iter(known))}" if known else ""
    raise RuleError(f"id: got {str(id)[:64]!r}, expected the id of a rule{like}{hint}")


__all__ = ["RuleError", "Statement", "rule"]
