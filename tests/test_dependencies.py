"""The dependencies of the module: no crate with an open advisory, and the licences of all."""

from __future__ import annotations

import re
import tomllib

import pytest
from tools import audit, licences, lowest


def test_no_crate_of_the_lock_file_is_open_to_an_advisory() -> None:
    assert audit.open_to(audit.known()) == []


def test_what_was_open_to_advisories_is_told_by_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "locked", lambda: [("pyo3", "0.27.2"), ("serde", "1.0.229")])
    assert [line.split(",")[0] for line in audit.open_to(audit.known())] == [
        "pyo3 0.27.2: RUSTSEC-2026-0176",
        "pyo3 0.27.2: RUSTSEC-2026-0177",
    ]


@pytest.mark.parametrize(
    ("version", "requirement", "meets"),
    [
        ("0.29.0", ">= 0.29.0", True),
        ("0.28.9", ">= 0.29.0", False),
        ("0.25.1", ">= 0.24.0, < 0.29.0", True),
        ("0.23.9", ">= 0.24.0, < 0.29.0", False),
        ("1.2.9", "^1.2.3", True),
        ("1.9.0", "^1.2.3", True),
        ("2.0.0", "^1.2.3", False),
        ("0.3.0", "^0.2.3", False),
        ("1.2.9", "~1.2.3", True),
        ("1.3.0", "~1.2.3", False),
        ("1.2.3", "= 1.2.3", True),
    ],
)
def test_versions_meet_requirements_as_cargo_reads_them(
    version: str, requirement: str, meets: bool
) -> None:
    assert audit.meets(version, requirement) is meets


def test_the_licences_are_those_of_the_lock_file() -> None:
    """Every crate is named once: with its text when it is linked, else as left out."""
    head, *sections = licences.TARGET.read_text(encoding="utf-8").split(licences.RULE)
    linked, left_out = head.split(licences.NOT_LINKED)
    row = re.compile(r"^  (\S+) (\S+)", re.MULTILINE)
    crates = set(row.findall(linked))
    assert not crates & set(row.findall(left_out))
    assert crates | set(row.findall(left_out)) == licences.locked()
    told: dict[str, str] = {}
    for users, text in zip(sections[::2], sections[1::2], strict=True):
        for user in users.strip().splitlines():
            told[user] = told.get(user, "") + text
    assert {" ".join(crate) for crate in crates} <= set(told)
    assert all(re.search(r"copyright|public domain", text, re.I) for text in told.values())
    assert {"pyo3", "numpy", "mimalloc", "libmimalloc-sys", "serde_json"} <= {c for c, _ in crates}
    assert any(user.startswith("The standard library of Rust") for user in told)


def test_the_wheel_carries_the_licences() -> None:
    project = tomllib.loads((audit.ROOT / "pyproject.toml").read_text())["project"]
    assert {"LICENSE", "NOTICE", licences.TARGET.name} <= set(project["license-files"])


def test_the_lowest_versions_of_all_libraries_and_extras_are_played() -> None:
    """A bound that is not tried is not known to hold."""
    project = tomllib.loads((audit.ROOT / "pyproject.toml").read_text())["project"]
    found = lowest.requirements()
    assert {"numpy", "msgspec", "uvicorn", "gymnasium", "ray"} <= set(found)
    assert all(version[0].isdigit() for version in found.values())
    command = (audit.ROOT / ".ci" / "run").read_text()
    extras = ",".join(sorted(project["optional-dependencies"]))
    assert f"[{extras}]" in command and "-m tools.lowest" in command and "-m lowest" in command
