"""Finds crates of Cargo.lock with open advisories: ``python -m tools.audit [DATABASE]``.

DATABASE is a clone of the RustSec advisory database; by default it is cloned from the network.
The status is 1 if a crate has an open advisory, 2 without a database. ``--write`` stores all
advisories on our crates in ``tests/data/advisories.toml``, against which a test checks the lock
file without a network.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
KNOWN = ROOT / "tests/data/advisories.toml"
DATABASE = "https://github.com/RustSec/advisory-db"

Version = tuple[int, int, int]


@dataclass(frozen=True)
class Advisory:
    """An advisory of RustSec on some versions of a crate."""

    id: str
    package: str
    patched: tuple[str, ...]
    unaffected: tuple[str, ...]

    def concerns(self, version: str) -> bool:
        """Whether a version is affected."""
        return not any(meets(version, r) for r in self.patched + self.unaffected)


def number(text: str) -> Version:
    """A version as numbers; missing parts are 0, and pre-releases count as their release."""
    parts = [int(p) for p in re.split(r"[-+]", text.strip())[0].split(".")]
    major, minor, patch = (*parts, 0, 0)[:3]
    return major, minor, patch


def meets(version: str, requirement: str) -> bool:
    """Whether a version meets a requirement such as ``>= 0.24.1, < 0.25``."""
    have = number(version)
    for part in requirement.split(","):
        found = re.fullmatch(r"\s*(>=|<=|>|<|=|\^|~)?\s*([0-9][0-9A-Za-z.+-]*)\s*", part)
        if not found:
            raise ValueError(f"requirement {part!r}, expected a comparison with a version")
        sign, want = found[1] or "^", number(found[2])
        if sign in ("^", "~"):
            kept = 2 if sign == "~" else next((i + 1 for i in range(3) if want[i]), 3)
            fits = have >= want and have[:kept] == want[:kept]
        else:
            fits = {
                ">=": have >= want,
                "<=": have <= want,
                ">": have > want,
                "<": have < want,
                "=": have == want,
            }[sign]
        if not fits:
            return False
    return True


def locked() -> list[tuple[str, str]]:
    """The crates of the lock file with their versions."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return [(p["name"], p["version"]) for p in lock["package"]]


def known() -> list[Advisory]:
    """The stored advisories."""
    rows = tomllib.loads(KNOWN.read_text())["advisory"]
    return [
        Advisory(r["id"], r["package"], tuple(r["patched"]), tuple(r["unaffected"])) for r in rows
    ]


def published(database: Path) -> Iterator[Advisory]:
    """The advisories on crates of the lock file in a clone of the database."""
    for name in sorted({name for name, _ in locked()}):
        for path in sorted((database / "crates" / name).glob("RUSTSEC-*.md")):
            head = tomllib.loads(path.read_text(encoding="utf-8").split("```")[1][len("toml") :])
            told, versions = head["advisory"], head["versions"]
            if "withdrawn" in told:
                continue
            patched, unaffected = versions["patched"], versions.get("unaffected", [])
            yield Advisory(told["id"], told["package"], tuple(patched), tuple(unaffected))


def open_to(advisories: list[Advisory]) -> list[str]:
    """A line for each affected crate of the lock file."""
    return [
        f"{name} {version}: {a.id}, mended in {', '.join(a.patched) or 'no version'}"
        for name, version in locked()
        for a in advisories
        if a.package == name and a.concerns(version)
    ]


def write(advisories: list[Advisory]) -> None:
    """Stores the advisories."""
    rows = ["# RustSec's advisories on the crates of Cargo.lock; `python -m tools.audit --write`."]
    for a in advisories:
        rows += ["", "[[advisory]]", f'id = "{a.id}"', f'package = "{a.package}"']
        for field in ("patched", "unaffected"):
            listed = ", ".join(f'"{r}"' for r in getattr(a, field))
            rows.append(f"{field} = [{listed}]")
    KNOWN.write_text("\n".join(rows) + "\n")


def main() -> int:
    """Runs the audit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("database", nargs="?", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.database
        if database is None:
            database = Path(folder) / "advisory-db"
            clone = ["git", "clone", "--quiet", "--depth", "1", DATABASE, str(database)]
            if subprocess.run(clone, check=False).returncode:
                print(f"no audit: {DATABASE} cannot be reached", file=sys.stderr)
                return 2
        if not (database / "crates").is_dir():
            print(f"no audit: {database} is no clone of {DATABASE}", file=sys.stderr)
            return 2
        advisories = list(published(database))
    if args.write:
        write(advisories)
    found = open_to(advisories)
    print("\n".join(found) or f"{len(locked())} crates, open to no advisory")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
