"""Collects the licences of the linked crates: ``python -m tools.licences``.

Cargo lists the crates linked into the module; the texts come from their fetched sources. Crates for
building or testing only are listed without text. A wheel contains the file, and a test compares it
with ``Cargo.lock``.
"""

from __future__ import annotations

import html
import json
import re
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "THIRD-PARTY-LICENSES.txt"
MODULE = "eastfront-python"
NAMES = re.compile(r"(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)([.-].*)?", re.IGNORECASE)
RULE = "=" * 80
NOT_LINKED = "Only to build or to test, and not in the wheel:"

Crate = tuple[str, str]
"""A name and a version."""


def run(*command: str) -> str:
    """The output of a command."""
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def locked() -> set[Crate]:
    """The foreign crates in the lock file."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    return {(p["name"], p["version"]) for p in lock["package"] if "source" in p}


def linked() -> set[Crate]:
    """The foreign crates linked into the module, on any machine."""
    said = run(
        *("cargo", "tree", "--locked", "-p", MODULE, "-e", "normal,no-proc-macro"),
        *("--target", "all", "--prefix", "none", "-f", "{p}"),
    )
    rows = (line.split()[:2] for line in said.splitlines() if line)
    return {(name, version.removeprefix("v")) for name, version in rows} & locked()


def sources() -> dict[Crate, tuple[str, Path]]:
    """The declared licence of each crate, and the path of its sources."""
    said = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1"))
    return {
        (p["name"], p["version"]): (p["license"] or "see its text", Path(p["manifest_path"]).parent)
        for p in said["packages"]
    }


def texts_of(folder: Path) -> list[str]:
    """The licence texts in the sources of a crate, including those of its C code."""
    found = [p for p in folder.rglob("*") if p.is_file() and NAMES.fullmatch(p.name)]
    return [p.read_text(encoding="utf-8").strip() for p in sorted(found)]


def standard_library() -> tuple[str, str]:
    """The version of the linked standard library of Rust, and its notices.

    The repeated Apache licences of its crates are omitted; the file has the text already.
    """
    version = run("rustc", "--version").split()[1]
    documents = Path(run("rustc", "--print", "sysroot").strip()) / "share/doc/rust"
    page = (documents / "COPYRIGHT-library.html").read_text(encoding="utf-8")
    lines = [line.strip() for line in html.unescape(re.sub(r"<[^>]+>", "", page)).splitlines()]
    notices: list[list[str]] = [[]]
    for line in lines:
        if NAMES.fullmatch(line) or line.startswith("\N{PACKAGE}"):
            notices.append([])
        notices[-1].append(line)
    kept = ("\n".join(n) for n in notices if not "".join(n[1:8]).startswith("Apache License"))
    return version, re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def collected() -> str:
    """The file."""
    crates, where = sorted(linked()), sources()
    texts: dict[str, tuple[str, list[str]]] = {}
    for crate in crates:
        name, version = crate
        found = texts_of(where[crate][1])
        if not found:
            raise SystemExit(f"{name} {version}: no licence text in {where[crate][1]}")
        for text in found:
            same = " ".join(text.split())
            _, users = texts.setdefault(same, (text, []))
            if f"{name} {version}" not in users:
                users.append(f"{name} {version}")
    version, notice = standard_library()
    parts = ["The licences of what the module eastfront._core links, by the crates of Rust:\n"]
    parts += [f"  {name} {version}  ({where[name, version][0]})" for name, version in crates]
    parts += [f"\nand the standard library of Rust {version}.\n", NOT_LINKED]
    parts += [f"  {name} {version}" for name, version in sorted(locked() - set(crates))]
    for text, users in texts.values():
        parts += [f"\n{RULE}\n" + "\n".join(users), f"{RULE}\n\n{text}"]
    parts.append(f"\n{RULE}\nThe standard library of Rust {version}\n{RULE}\n\n{notice}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(collected(), encoding="utf-8")
