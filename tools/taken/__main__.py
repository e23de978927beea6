"""Removes options of a game, one after the other, and runs the tests of the rest.

    python -m tools.taken russian-campaign [--only battlegroups ...] [--whole] [--jobs 2]
    python -m tools.taken barbarossa-1971

An option is removed with all that require it, in a new copy of the package; its own tests are those
of its folder, and those marked with it. The short run removes the options in a few groups, so that
each is missing once; the whole run removes each alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from eastfront.packs import pack

from .package import environment, modules, requiring, take

ROOT = Path(__file__).resolve().parents[2]
TESTS = ("tests/laws", "tests/systems", "tests/cli")
"""Tests to run beside those of the rules of the game."""

GROUPS = 4
"""The number of groups of options in the short run."""

NOTHING = 5
"""The exit code of pytest without a test."""


def groups(game: str, count: int) -> Iterator[set[str]]:
    """Sets of options, with all that require them, that together cover a game."""
    left = modules(game)
    for number in range(count):
        yield set().union(*(requiring(game, module) for module in left[number::count]))


def run(game: str, away: set[str], jobs: int, tests: tuple[str, ...]) -> int:
    """Runs tests without some options, except the tests of these options."""
    with tempfile.TemporaryDirectory() as folder:
        target = take(game, away, Path(folder))
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        command += ["-p", "tools.taken.plugin", "--away", ",".join(sorted(away))]
        command += ["-n", str(jobs)] if jobs > 1 else []
        done = subprocess.run(
            [*command, "-o", "pythonpath=", *tests], cwd=ROOT, env=environment(target), check=False
        )
        return 0 if done.returncode == NOTHING else done.returncode


@click.command()
@click.argument("game")
@click.option("--only", multiple=True, help="Remove this option alone.")
@click.option("--whole", is_flag=True, help="Remove each option alone.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--tests", multiple=True, help="Run these tests.")
def main(game: str, only: tuple[str, ...], whole: bool, jobs: int, tests: tuple[str, ...]) -> None:
    """The status is 1 if a test fails without an option of which it is independent."""
    chosen = only or (modules(game) if whole else ())
    sets = [requiring(game, module) for module in chosen] or list(groups(game, GROUPS))
    tests = tests or (f"tests/rules/{pack(game).package.name}", *TESTS)
    failed = []
    for away in sets:
        click.echo(f"without {', '.join(sorted(away))}")
        if run(game, away, jobs, tests):
            failed.append(sorted(away))
    for some in failed:
        click.echo(f"failed without {', '.join(some)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
