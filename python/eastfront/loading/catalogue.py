"""The catalogue of a game's rules: one testable sentence for each rule, by id, in our own words.

The catalogue is a table beside a game's data, and not a rulebook. A second table lists the rules
that no play can break, with the reason: definitions, facts of the printed counters, or
rules of scenarios not built yet.
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
"""The name of the file, in the folder of a game's data, that lists the rules which no play can
break, each with its kind and the reason."""

PLAY = "play"
"""The kind of a rule that play can obey or break."""

_ID = re.compile(r"[A-Z]+-(?P<section>.*?)[a-z]*$")


class RuleError(EastfrontError, ValueError):
    """The error that no installed catalogue has a rule id."""


@dataclass(frozen=True)
class Statement:
    """A rule of the catalogue: its id and text, with the kind of rule, such as a definition."""

    id: str
    game: str
    """The game's id, such as ``barbarossa-deluxe``."""
    section: str
    """The section of the rulebook that states the rule, such as ``7.4``."""
    area: str
    """The subject of the rule, such as ``supply``."""
    text: str
    kind: str
    """``play`` for a rule that play can obey or break; else the kind in the table `DEFINITIONS`,
    such as ``definition``, ``physical`` for a rule about counters and markers as things, or
    ``later`` for a rule of a scenario not built yet."""
    reason: str
    """The reason why no play can break the rule; empty for the kind ``play``."""

    def __str__(self) -> str:
        told = f"{self.id} ({self.game}, section {self.section}): {self.text}"
        return f"{told} [{self.kind}: {self.reason}]" if self.reason else told


def rows(path: Path) -> list[list[str]]:
    """Returns the rows of a tab-separated table, without its header; empty if the file is
    missing."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        found = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(found, None)
        return [row for row in found if row]


@lru_cache(maxsize=1)
def _every() -> Mapping[str, Statement]:
    """Returns the rules of all games by id; for an id in two games, the rule of the game that comes
    with eastfront."""
    found: dict[str, Statement] = {}
    for statements in of_each(_statements):
        for one in statements:
            if one.id not in found or ships(one.game):
                found[one.id] = one
    return found


def _statements(pack: Pack) -> list[Statement]:
    """Returns the rules of a game's catalogue, in the order of the file."""
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
    """Returns the statement of a rule by its id, such as ``BD-7.4b``, as refusals and explanations
    name it.

    Raises `RuleError`, which names the nearest id, if no installed game has such a rule.
    """
    known = _every()
    if isinstance(id, str) and id in known:
        return known[id]
    near = get_close_matches(str(id)[:32], known, n=1, cutoff=0.8)
    hint = f"; the nearest is {near[0]}" if near else ""
    like = f", such as {next(iter(known))}" if known else ""
    raise RuleError(f"id: got {str(id)[:64]!r}, expected the id of a rule{like}{hint}")


__all__ = ["RuleError", "Statement", "rule"]
