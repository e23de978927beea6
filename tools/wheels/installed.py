"""Runs the tests against an installed wheel, outside the checkout.

    python -m tools.wheels.installed dist/eastfront-*-abi3-manylinux*_x86_64.whl [TEST...]

Makes an environment with the wheel and the libraries of the tests in a new folder, copies the
files under version control there without the sources of the package, and runs the tests, except
those marked ``checkout``. The tests can find no file of the package by its path, only by import.
Raises SystemExit if a test fails.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("python", "rust", "scenarios", ".cargo", "Cargo.toml", "Cargo.lock")
"""The sources of the package, which are not copied."""


def run(*words: str | Path, cwd: Path, output: bool = False) -> str:
    """Runs a command and returns its output, if wanted; raises SystemExit if it fails."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, cwd=cwd, env=outside, text=True, stdout=subprocess.PIPE if output else None
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words[:4]))} ... ended with {done.returncode}")
    return done.stdout or ""


def copied(to: Path) -> Path:
    """A copy of the files under version control, without the sources of the package."""
    names = run("git", "ls-files", "-z", cwd=ROOT, output=True).split("\0")
    for name in filter(None, names):
        if name.partition("/")[0] not in SOURCES and (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def environment(wheel: Path, to: Path) -> Path:
    """The Python of a new environment with the wheel, its extras and the tests' libraries."""
    run(sys.executable, "-m", "venv", to, cwd=ROOT)
    python = to / "bin" / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = ",".join(project["project"]["optional-dependencies"])
    pip = [python, "-m", "pip", "install", "--quiet"]
    run(*pip, f"{wheel}[{extras}]", *project["dependency-groups"]["dev"], cwd=to)
    return python


def look(python: Path, folder: Path) -> None:
    """Raises SystemExit unless the tests would import the installed package."""
    ask = "import eastfront as ef; print(ef._core.__file__)"
    core = Path(run(python, "-c", ask, cwd=folder, output=True).strip())
    if "site-packages" not in core.parts or ROOT in core.parents:
        raise SystemExit(f"the tests would run against {core}")
    print(f"testing {core}", flush=True)


def main() -> None:
    """Installs the wheel and runs the tests."""
    wheel, *tests = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="eastfront-") as folder:
        outside = copied(Path(folder, "tests-of-the-wheel"))
        python = environment(Path(wheel).resolve(), Path(folder, "environment"))
        look(python, outside)
        options = ["-m", "not slow and not checkout", "-n", "2", "--dist", "loadfile"]
        # the files directly in the folder are about the checkout: its pages, tools and names
        folders = sorted(p for p in (outside / "tests").iterdir() if any(p.rglob("test_*.py")))
        run(python, "-m", "pytest", *options, *(tests or folders), cwd=outside)


if __name__ == "__main__":
    main()
