"""A build from source without its tools says in one line what is missing, before any download."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from waiting import HANG

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """What pip reads of a checkout before it builds, and no tool on the path."""
    for name in ("pyproject.toml", "backend"):
        whole = ROOT / name
        (shutil.copytree if whole.is_dir() else shutil.copy)(whole, tmp_path / name)
    (tmp_path / "tools").mkdir()
    return tmp_path


def built(source: Path) -> subprocess.CompletedProcess[str]:
    build = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps", str(source)]
    return subprocess.run(
        build,
        cwd=source, env={"PATH": str(source / "tools")},
        capture_output=True, text=True, timeout=HANG,
    )  # fmt: skip


def tool(source: Path, name: str) -> None:
    file = source / "tools" / name
    file.write_text("")
    file.chmod(0o755)


def test_without_cargo_one_line_says_so(source: Path) -> None:
    tool(source, "cc")
    done = built(source)
    assert done.returncode
    line = (
        "building eastfront from source needs Rust 1.88 or newer (https://rustup.rs): there is no "
        "`cargo` on the path"
    )
    assert "[1 lines of output]" in done.stderr
    assert done.stderr.count(line) == 1
    rust = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    assert f"Rust {rust['rust-version']} " in line


def test_without_a_compiler_one_line_says_so(source: Path) -> None:
    tool(source, "cargo")
    done = built(source)
    assert done.returncode
    assert "[1 lines of output]" in done.stderr
    assert "needs a C compiler: there is no `cc` on the path" in done.stderr


def test_with_both_the_builder_is_asked_for(source: Path) -> None:
    """No package can be had without an index, so that the build ends at the first that it needs."""
    tool(source, "cargo")
    tool(source, "cc")
    done = built(source)
    assert done.returncode
    assert "maturin" in done.stderr and "on the path" not in done.stderr
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (wanted,) = (w for w in project["dependency-groups"]["dev"] if w.startswith("maturin"))
    assert f"'{wanted}'" in (ROOT / "backend" / "eastfront_backend.py").read_text().replace(
        '"', "'"
    )
