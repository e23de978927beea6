"""The knock-out run of a game: turns each rule off and finds the tests that fail without it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
import msgspec

from eastfront.packs import Pack

from .main import Failure
from .output import show_json

if TYPE_CHECKING:
    from .without_rule import Report

LEAST = 60.0
"""Seconds after which a run of the tests without a rule counts as stuck, and the rule as tested, if
the run of all tests took less than a tenth of this; otherwise ten times the seconds of that run."""

SEEN, SURVIVES, UNTESTED, BROKEN, NO_SWITCH = (
    "tested", "survives", "untested", "broken", "no-switch",
)  # fmt: skip
SAID = {
    SURVIVES: "all of its tests pass without it",
    UNTESTED: "no test has its mark",
    BROKEN: "no game can be made without it",
    NO_SWITCH: "it is in no program of the game, so it cannot be turned off",
}
"""The meaning of each result of a rule, by the word for it in the document."""


@dataclass(frozen=True)
class Found:
    """The result for one rule."""

    rule: str
    result: str
    """A word: `SEEN` or a key of `SAID`."""
    failing: Sequence[str]
    """The ids of the tests that fail without the rule."""
    of: int
    """The number of tests with the mark of the rule."""
    stuck: bool = False
    """Whether the tests did not end without the rule."""

    def __str__(self) -> str:
        if self.result != SEEN:
            return f"{self.rule}: {self.result}: {SAID[self.result]}"
        if self.stuck:
            return f"{self.rule}: tested: its tests do not end without it"
        names = ", ".join(self.failing)
        return f"{self.rule}: tested: {len(self.failing)} of {self.of} fail: {names}"


def knock_out(found: Pack, tests: Path | None, as_json: bool) -> None:
    """Runs the tests of a game once with all rules in force, then for each rule the tests with its
    mark without the rule; prints the result of each rule as soon as it is known, or with `as_json`
    one document at the end.

    Raises `Failure` if a test fails with all rules in force, and at the end if there is a rule
    whose tests all pass without it, or without which no game can be made.
    """
    if tests is None:
        raise Failure(f"{found.id}: no folder of tests found; give it with --tests")
    if find_spec("pytest") is None:
        raise Failure("a knock-out run needs pytest: pip install pytest")
    click.echo(f"{found.id}: all tests, with every rule in force", err=True)
    results: list[Found] = []
    for done, total, result in _results(found, tests):
        results.append(result)
        click.echo(f"[{done}/{total}] {result}", err=as_json)
    count = {word: [one.rule for one in results if one.result == word] for word in (SEEN, *SAID)}
    if as_json:
        rows = [
            {"rule": one.rule, "result": one.result, "failing": one.failing, "tests": one.of}
            for one in results
        ]
        show_json({"game": found.id, "rules": rows})
    else:
        told = ", ".join(f"{len(rules)} {word}" for word, rules in count.items() if rules)
        click.echo(f"{found.id}: {told}")
    wrong = [f"{word}: {', '.join(count[word])}" for word in (SURVIVES, BROKEN) if count[word]]
    if wrong:
        raise Failure(f"{found.id}: {'; '.join(wrong)}")


def _results(found: Pack, tests: Path) -> Iterator[tuple[int, int, Found]]:
    """Yields the result for each rule of a game: its number, the number of all, and the result."""
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        whole = _run(found.id, "", tests, Path(folder), None)
        if whole is None or whole.failed:
            named = ", ".join(whole.failed) if whole else "they cannot be collected"
            raise Failure(f"{found.id}: tests fail with every rule in force: {named}")
        longest = max(LEAST, 10 * (time.monotonic() - began))
        own = f"{found.prefix}-"
        homes = {rule: home for rule, home in homes_of(found).items() if rule.startswith(own)}
        every = sorted({*homes, *(rule for rule in whole.marked if rule.startswith(own))})
        for done, rule in enumerate(every, 1):
            yield done, len(every), _result(found, rule, homes, whole, tests, Path(folder), longest)


def _result(
    found: Pack,
    rule: str,
    homes: Mapping[str, tuple[str, tuple[str, ...]]],
    whole: Report,
    tests: Path,
    folder: Path,
    longest: float,
) -> Found:
    """Finds the result for one rule. ``whole`` is the report of the run with all rules in force."""
    from eastfront.loading.game import load
    from eastfront.program import ProgramError

    marked = whole.marked.get(rule, ())
    if rule not in homes:
        return Found(rule, NO_SWITCH, (), len(marked))
    if not marked:
        return Found(rule, UNTESTED, (), 0)
    scenario, options = homes[rule]
    try:
        load(scenario, options=options, without=[rule])
    except ProgramError:
        return Found(rule, BROKEN, (), len(marked))
    report = _run(found.id, rule, tests, folder, longest)
    failing = report.failed if report is not None else []
    result = SURVIVES if report is not None and not failing else SEEN
    return Found(rule, result, failing, len(marked), report is None)


def homes_of(found: Pack) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Returns for each rule in a program of a game the first scenario and options with it: of the
    scenarios, and of the game's start scenario with each option by itself."""
    from eastfront.loading.game import load
    from eastfront.program import ProgramError
    from eastfront.scenario.load import scenarios_of

    made: list[tuple[str, tuple[str, ...]]] = [(one.id, ()) for one in scenarios_of(found)]
    made += [(found.start, (option,)) for option in found.rules().known_options if made]
    homes: dict[str, tuple[str, tuple[str, ...]]] = {}
    for scenario, options in made:
        with suppress(ProgramError):  # an option that is played only with another
            for rule in load(scenario, options=options).rules:
                homes.setdefault(rule, (scenario, options))
    return homes


def _run(game: str, rule: str, tests: Path, folder: Path, longest: float | None) -> Report | None:
    """Runs pytest in a process of its own, without a rule; returns its report. None if the process
    does not end within some seconds, or writes no report."""
    from .without_rule import ORDER, Order, Report

    path = folder / "report.json"
    path.unlink(missing_ok=True)
    order = msgspec.json.encode(Order(game, rule, str(path))).decode()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "eastfront.cli.without_rule"]
    command += ["-p", "no:cacheprovider", str(tests.resolve())]
    kept = {"EASTFRONT_CACHE": "off"} if rule else {}
    process = subprocess.Popen(
        command,
        env={**os.environ, **kept, ORDER: order},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process.wait(longest)
    except subprocess.TimeoutExpired:
        return None
    finally:
        process.kill()
        process.wait()
    return msgspec.json.decode(path.read_bytes(), type=Report) if path.is_file() else None
