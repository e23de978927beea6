"""The version is the same everywhere, and the page on releasing names each place."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import eastfront as ef
from eastfront import _core

ROOT = Path(__file__).resolve().parents[1]


def versions() -> dict[str, str]:
    """The version of the package, by the file that tells it."""
    found = {
        "pyproject.toml": _toml("pyproject.toml")["project"]["version"],
        "Cargo.toml": _toml("Cargo.toml")["workspace"]["package"]["version"],
        "python/eastfront/__init__.py": ef.__version__,
    }
    for lock in ("Cargo.lock", "rust/fuzz/Cargo.lock"):
        crates = {crate["name"]: crate["version"] for crate in _toml(lock)["package"]}
        found[lock] = crates["eastfront-core"]
    return found


def _toml(path: str) -> dict:
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


def test_all_files_say_the_same_version() -> None:
    assert set(versions().values()) == {_core.__version__}


def test_the_page_names_each_file_with_the_version() -> None:
    page = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")
    table = page.partition("| file | as |")[2].partition("\n\n")[0]
    told = re.findall(r"`([\w/.]+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.MULTILINE)))
    assert told == list(versions())


def test_the_changelog_begins_with_what_is_unreleased() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *others = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert first == "Unreleased"
    dated = r"\d+\.\d+\.\d+ \((unreleased|\d{4}-\d{2}-\d{2})\)"
    assert all(re.fullmatch(dated, heading) for heading in others)
    kinds = re.findall(r"^### (.+)$", changelog, re.MULTILINE)
    assert set(kinds) <= {"Added", "Changed", "Fixed", "Removed", "Security"}
