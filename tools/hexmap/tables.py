"""The tables map.csv and hexsides.csv of a map, and a comparison with the stored ones."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from difflib import unified_diff
from pathlib import Path

MAP = ("hex", "terrain", "area", "zone", "features", "name", "provenance")
HEXSIDES = ("a", "b", "feature", "name", "provenance")


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The text of a table with a header."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def write(folder: Path, texts: dict[str, str]) -> None:
    """Write the files of a folder."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")


def differences(folder: Path, texts: dict[str, str]) -> list[str]:
    """The lines in which the files of a folder differ from these."""
    found: list[str] = []
    for name, text in texts.items():
        path = folder / name
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = unified_diff(
            there.splitlines(), text.splitlines(), name, "made anew", "", "", 0, ""
        )
        found += lines
    return found
