"""Turns the rules of a game off one at a time and runs the tests that name them.

Every rule id in a game's program is a switch. A test names its rules with ``@pytest.mark.rule``; a
rule counts as tested only if at least one of its tests fails while it is off. The rules of a game
are those of its scenarios, and of its longest scenario with each option. A freedom has no switch;
it counts as tested if a restriction planted by hand (`tools.mutate`) makes a test that names it
fail. The result goes to ``scenarios/<game>/coverage.json``:

    python -m tools.knockout [--game barbarossa-deluxe] [--only BD-7.4a] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests" / "rules"
SCENARIOS = ROOT / "scenarios"

LONGEST = 120
"""CPU seconds after which a run counts as stuck, and the rule as tested."""

PASSED, NOTICED, BROKEN = 0, 1, 101
"""Exit codes of a run: all tests pass, one fails, no game can be made without the rule."""

Rules = Callable[[Sequence[str]], Any]
"""Makes the game's rules without some of them."""


@dataclass(frozen=True)
class Version:
    """A scenario with options, and a function that makes it without some rules."""

    scenario: str
    options: tuple[str, ...]
    make: Rules

    def rules(self) -> set[str]:
        """The rules in its program."""
        return set(self.make([]).rules)


def versions_of(game: str, main: str = "") -> Iterator[Version]:
    """The versions of a game: its main scenario, that with each option, and its other scenarios.

    Options that add rules only together follow those that add them alone. An option that does not
    fit the longest scenario is combined with the longest one that it fits.
    """
    from eastfront.packs import pack
    from eastfront.scenario import list_scenarios, load_scenario

    cls = pack(game).rules()
    known = [s.id for s in list_scenarios() if s.id.startswith(f"{game}/")]
    found = {name: load_scenario(*name.split("/")) for name in known}

    def turns(name: str) -> int:
        return int(found[name].setup["last_turn"]) - int(found[name].setup["first_turn"])

    first, *others = sorted(known, key=lambda name: (name == main, turns(name)), reverse=True)

    def version(name: str, options: tuple[str, ...] = ()) -> Version:
        data = found[name]
        return Version(
            name, options, lambda without: cls(data, options=options, without=without).compiled()
        )

    def fitting(options: tuple[str, ...]) -> Version:
        for name in (first, *others):
            if takes(cls, found[name], options):
                return version(name, options)
        raise LookupError(f"{options} fit no scenario of {game}")

    yield version(first)
    yield from (fitting((option,)) for option in sorted(cls.known_options))
    yield from (fitting(tuple(options)) for options in cls.combined_options)
    yield from (version(name) for name in others)


def takes(rules: Any, data: Any, options: Iterable[str]) -> bool:
    """Whether a scenario can be played with some options, by the rules of its game.

    It skips all declarations, most of the work of loading a game.
    """
    from eastfront.program import ProgramError

    try:
        rules.__new__(rules).choose(data, options, ())
    except ProgramError:
        return False
    return True


def homes_of(game: str, only: Sequence[str] = (), main: str = "") -> dict[str, Version]:
    """For each rule, or each requested one, the first version of the game with it; the first of all
    is the scenario ``main``, by default the longest."""
    homes: dict[str, Version] = {}
    for version in versions_of(game, main):
        homes = {**dict.fromkeys(version.rules(), version), **homes}
        if only and homes.keys() >= set(only):
            break
    return homes


def order(rule: str) -> list[tuple[int, str]]:
    """The order of the rulebook: BD-7.4b before BD-7.10a."""
    parts = re.findall(r"\d+|\D+", rule)
    return [(int(p), "") if p.isdigit() else (-1, p) for p in parts]


class Markers:
    """Collects the tests of each rule."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: Iterable[pytest.Item]) -> None:
        """Reads the marks of the tests collected."""
        for item in items:
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    self.tests.setdefault(rule, []).append(item.nodeid)


def silent() -> None:
    """Discards the output of this process."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)


def pytest_run(arguments: Sequence[str], *plugins: object) -> int:
    """Runs pytest in this process."""
    common = ["-q", "-p", "no:cacheprovider", "-p", "no:benchmark", "-p", "no:xdist"]
    return int(pytest.main([*common, "--rootdir", str(ROOT), *arguments], plugins=list(plugins)))


@dataclass
class Run:
    """A process that runs the tests of one rule without it."""

    rule: str
    pid: int
    started: float


def start(rule: str, tests: Sequence[str], make: Rules) -> Run:
    """Forks a process, which keeps the imports of the collection, and runs there."""
    pid = os.fork()
    if pid:
        return Run(rule, pid, time.monotonic())
    code = BROKEN
    try:
        silent()
        if rule:
            signal.setitimer(signal.ITIMER_PROF, LONGEST)
        os.environ["EASTFRONT_WITHOUT"] = rule
        if rule:  # a game made once needs no cache
            os.environ["EASTFRONT_CACHE"] = "off"
        make([rule] if rule else [])
        code = pytest_run(["-x", *tests])
    finally:
        os._exit(code)


def run_all(
    wanted: Sequence[str], tests: dict[str, list[str]], makers: Mapping[str, Rules], jobs: int
) -> dict[str, int]:
    """The exit code of the run of each rule."""
    waiting, running, ended = list(wanted), dict[int, Run](), dict[str, int]()
    while waiting or running:
        while waiting and len(running) < jobs:
            rule = waiting.pop(0)
            run = start(rule, tests[rule], makers[rule])
            running[run.pid] = run
        pid, status = os.wait()
        run = running.pop(pid)
        ended[run.rule] = NOTICED if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
    return ended


def planted_and_seen(game: str) -> set[str]:
    """The rules with a mutant, planted by hand, that a test naming the rule killed."""
    from tools.mutate.ledger import Ledger
    from tools.mutate.planted import planted

    results = Ledger.of(game).results
    return {
        rule
        for mutant in planted(game)
        for rule in mutant.rules
        if mutant.id in results and rule in results[mutant.id].rules
    }


def report(game: str, found: dict[str, list[str]], seconds: float) -> None:
    """Prints the result, with a line for each untested rule."""
    total = sum(len(v) for v in found.values())
    for kind, why in (
        ("survivors", "its tests pass without it"),
        ("untested", "no test names it"),
        ("broken", "no game can be made without it"),
        ("unknown", "a test names it, the program does not"),
    ):
        for rule in found[kind]:
            print(f"{kind:10} {rule:12} {why}")
    done = len(found["tested"])
    print(f"{game}: {done} of {total - len(found['unknown'])} rules tested, in {seconds:.0f} s")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the knock-out; returns 0 if the tests of every rule fail without it."""
    parser = argparse.ArgumentParser(prog="python -m tools.knockout", description=__doc__)
    parser.add_argument("--game", default="barbarossa-deluxe")
    parser.add_argument("--only", action="append", default=[], metavar="ID")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    began = time.monotonic()
    homes = homes_of(options.game, options.only)
    makers = {rule: version.make for rule, version in homes.items()}
    standing = homes.keys()
    markers = Markers()
    folder = str(TESTS / options.game.replace("-", "_"))
    if pytest_run(["--collect-only", "-qq", folder], markers) != 0:
        print("the tests cannot be collected", file=sys.stderr)
        return 2
    tests = markers.tests
    wanted = sorted(standing & set(options.only or standing) & tests.keys(), key=order)
    nodes = sorted({t for rule in wanted for t in tests[rule]})
    if nodes and run_all([""], {"": nodes}, {"": makers[wanted[0]]}, 1)[""] != PASSED:
        print("some test fails with every rule in force", file=sys.stderr)
        return 2
    ended = run_all(wanted, tests, makers, options.jobs)
    planted = set() if options.only else planted_and_seen(options.game) - standing
    off = {r for r in wanted if ended[r] not in (PASSED, BROKEN)}
    found = {
        "tested": sorted(off | planted, key=order),
        "survivors": [r for r in wanted if ended[r] == PASSED],
        "broken": [r for r in wanted if ended[r] == BROKEN],
        "untested": sorted(set() if options.only else standing - tests.keys(), key=order),
        "unknown": sorted(set() if options.only else tests.keys() - standing - planted, key=order),
    }
    report(options.game, found, time.monotonic() - began)
    if not options.only:
        path = SCENARIOS / options.game / "coverage.json"
        path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(bool(found["survivors"] or found["broken"]))


if __name__ == "__main__":
    sys.exit(main())
