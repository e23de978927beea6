"""The windows of a rule (the game turns on which it is in force), as the files of its game state
them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eastfront.packs import pack
from eastfront.scenario.files import read_toml
from eastfront.scenario.load import CHARTS, GAME
from eastfront.scenario.windows import in_words, span

from .catalogue import Statement

TABLE = "windows"
"""The name of the table in charts.toml, and of the key in a scenario file, with the windows."""


def windows_told(rule: Statement) -> dict[str, str]:
    """Returns the windows of a rule in words: under '' those of charts.toml, and under the name of
    a scenario those that its own file states instead; empty for a rule without a window."""
    found: dict[str, str] = {}
    home = pack(rule.game).data
    for path in (home / CHARTS, *sorted(home.glob("*.toml"))):
        charts = path.name == CHARTS
        if path.name == GAME or (charts and "" in found):
            continue
        own = [window for window in _listed(path, charts) if window["rule"] == rule.id]
        if own:
            once = ", once" if own[0].get("once") else ""
            each = ", once in each" if once and len(own) > 1 else once
            spans = [span(window["turns"]) or (1, 0) for window in own]
            found["" if charts else path.stem] = in_words(spans) + each
    return found


def _listed(path: Path, charts: bool) -> Sequence[dict[str, Any]]:
    """Returns the windows that a file states, in the form of TOML; ``charts`` says whether it is
    charts.toml."""
    read = read_toml(path)
    if not charts:
        return list(read.get(TABLE, []))
    tables = [table for table in read.get("table", []) if table.get("name") == TABLE]
    return [window for table in tables for window in table["window"]]
