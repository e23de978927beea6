"""The tests of files that differ from an upstream branch.

    python -m tools.changed [--upstream origin/main]

prints files and folders of tests, one a line, and on the error stream the files without a test.
Files differ if they changed since the branch left upstream, committed or not, or are new. The
tests of

- a file of tests are its own; of another file in a folder of tests, those of the folder and of its
  importers,
- a game's rules or data are ``tests/rules/GAME``, for an option those of its folder, and
  ``tests/golden``; of data ``tests/data`` too,
- a module ``eastfront/PART`` are the folder ``tests/PART`` and all its importers, or ``tests/api``
  if there are none; likewise of ``tools/PART``,
- the engine are those of ``RUST``, of a fuzz target those that import ``fuzz``, of an example
  ``tests/door``,
- any other file are those that name it; of a page of the docs the test of snippets too.

Tests at the top of ``tests`` concern all files. The choice is a guess by names, not by coverage:
run the whole suite before a pull request.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

RUST = ("tests/kernels", "tests/laws", "tests/perft", "tests/golden")
"""Tests of the engine alone, in every position, and in whole games."""


def differing(upstream: str, root: Path = ROOT) -> list[str]:
    """The files that differ from upstream, by their paths from the root."""

    def git(*words: str) -> list[str]:
        done = subprocess.run(("git", *words), cwd=root, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"git {words[0]}: {done.stderr.strip()}; give --upstream BRANCH")
        return done.stdout.splitlines()

    (base,) = git("merge-base", upstream, "HEAD")
    new = git("ls-files", "--others", "--exclude-standard")
    return sorted({*git("diff", "--name-only", "--relative", base), *new})


def imported(path: Path) -> set[str]:
    """The modules that a file imports, each by its first component and by its first two."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {".".join(name.split(".")[:length]) for name in found for length in (1, 2)}


class Suite:
    """The tests under a root, with their imports."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.files = sorted((root / "tests").rglob("*.py"))
        self.imported = {path: imported(path) for path in self.files}

    def there(self, *paths: str) -> set[str]:
        """The existing ones of some paths."""
        return {path for path in paths if (self.root / path).exists()}

    def run_for(self, file: Path) -> str:
        """The target for a file in a folder of tests: itself, or its folder."""
        path = file.relative_to(self.root)
        return (path if path.name.startswith("test_") else path.parent).as_posix()

    def importing(self, module: str) -> set[str]:
        """The importers of a module, given by its first component or by its first two."""
        return {self.run_for(file) for file, names in self.imported.items() if module in names}

    def naming(self, file: str) -> set[str]:
        """The tests that contain the name of a file."""
        texts = ((path, path.read_text(encoding="utf-8")) for path in self.files)
        return {self.run_for(path) for path, text in texts if file in text}

    def concerning(self, changed: str) -> set[str]:
        """The tests of a file, by the rules at the top of this module; may be empty."""
        match Path(changed).parts:
            case ("tests", *folders, name) if folders or name.endswith(".py"):
                own = self.run_for(self.root / changed)
                module = ".".join([*folders, Path(name).stem][:2])
                return (self.there(own) | self.importing(module)) - {"tests"}
            case ("python", "eastfront", "games", game, "options", option, *_):
                own = self.there(f"tests/rules/{game}/options/{Path(option).stem}")
                return self.there("tests/golden") | (own or self.there(f"tests/rules/{game}"))
            case ("python", "eastfront", "games", game, _, *_):
                return self.there("tests/golden", f"tests/rules/{game}")
            case ("scenarios", game, *_):
                rules = f"tests/rules/{game.replace('-', '_')}"
                return self.there("tests/golden", "tests/data", rules)
            case ("python", "eastfront", part, *_):
                name = Path(part).stem
                found = self.there(f"tests/{name}") | self.importing(f"eastfront.{name}")
                return found or self.there("tests/api")
            case ("tools", part, *_):
                name = Path(part).stem
                return self.there(f"tests/{name}") | self.importing(f"tools.{name}")
            case ("rust", *_):
                return self.there(*RUST)
            case ("fuzz", *_):
                return self.importing("fuzz")
            case ("examples", "bots", *_):
                return self.there("tests/api/test_typed_bots.py")
            case ("examples", *_):
                return self.there("tests/door")
            case ("docs", name):
                return self.there("tests/api/test_snippets.py") | self.naming(name)
            case (*_, name):
                return self.naming(name)
        return set()


def within(paths: Iterable[str]) -> list[str]:
    """Paths without those inside another of them."""
    chosen = set(paths)
    return sorted(p for p in chosen if not {q.as_posix() for q in Path(p).parents} & chosen)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.changed", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--upstream", default="origin/main", help="a branch (%(default)s)")
    suite = Suite()
    found = {path: suite.concerning(path) for path in differing(parser.parse_args().upstream)}
    for path in (path for path, run in found.items() if not run):
        print(f"no tests are known for {path}", file=sys.stderr)
    if found:
        top = (path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("test_*.py"))
        print("\n".join(within([*top, *set().union(*found.values())])))


if __name__ == "__main__":
    main()
