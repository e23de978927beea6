"""Plants wrong rules and runs the tests that carry them, each in a process of its own.

The process that collects the tests stays as it is; for each mutant a copy of it is made (`fork`),
in which the game's rules are imported anew with the change, nothing is read from the cache of
games, and the tests run, the quickest first, until one fails. What a copy loads is compared with
what the rules as they stand come to, so that a change which changes no program is known.
"""

from __future__ import annotations

import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from .mutant import ROOT, Mutant

FOLDERS = ("views", "duty", "hidden", "data", "render")
"""Beside a game's own tests, the folders whose tests may see a wrong rule of it."""

MOST_RULES = 6
"""A test that names more rules than so many tells of none of them."""

LONGEST = 90
"""Seconds after which a mutant counts as one that loops."""

GAMES_KEPT = 48
"""Games that a process holds at a time; one takes some 20 MB."""

KILLED, SURVIVED, INVALID, UNCHANGED, HUNG = ["killed", "survived", "invalid", "unchanged", "hung"]


@dataclass(frozen=True)
class Result:
    """What came of a mutant."""

    result: str
    test: str = ""
    """The test that saw it."""
    rules: tuple[str, ...] = ()
    """The rules that this test names."""
    message: str = ""
    seconds: float = 0.0


@dataclass
class Running:
    """A process in which a mutant is tried."""

    mutant: Mutant
    pid: int
    started: float
    pipe: int
    told: bytes = b""


@dataclass
class Baseline:
    """What the rules come to as they stand, by scenario, options and rules left out."""

    programs: dict[str, str] = field(default_factory=dict)
    """The digest of each program."""
    versions: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    """For each rule the scenarios, with options, in whose program it stands."""


class NotLoaded(BaseException):
    """A game could not be made of the changed rules; no test may catch it."""


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module a text that differs from its file."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's specification, or None for any other."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=_TextLoader(fullname, str(self.path), self.text)
        )


class _TextLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> Any:
        return compile(self._text, self.path, "exec", dont_inherit=True)


def plant(game: str, mutant: Mutant) -> None:
    """Makes the rule wrong in this process."""
    path, text = ROOT / mutant.path, mutant.source()
    if path.suffix == ".py":
        name = ".".join(path.relative_to(ROOT / "python").with_suffix("").parts)
        sys.meta_path.insert(0, Changed(name, path, text))
    else:
        plain, real = Path.read_bytes, os.path.realpath(path)

        def read_bytes(self: Path) -> bytes:
            return text.encode() if os.path.realpath(self) == real else plain(self)

        Path.read_bytes = read_bytes  # type: ignore[method-assign]
    package = f"eastfront.rules.{game.replace('-', '_')}"
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        del sys.modules[name]


class Loading:
    """Makes each game once in this process, and compares what it comes to with the baseline."""

    def __init__(self, programs: Mapping[str, str]) -> None:
        self.programs = programs
        self.changed = False
        self.made: dict[str, str] = {}
        self._games: dict[str, Any] = {}
        module = importlib.import_module("eastfront.game")
        self._compiled: Callable[[Any], Any] = module.compiled
        module.compiled = self

    def __call__(self, origin: Any) -> Any:
        """The game of an origin; stands in for `eastfront.game.compiled`."""
        key = json.dumps([origin.id, origin.options, origin.without])
        own = origin.rules is not None or origin.charts is not None
        if own or key not in self._games:
            try:
                game = self._compiled(origin)
            except Exception as wrong:
                if own or origin.without or key not in self.programs:
                    # what the rules as they stand refuse, too, a test may ask for
                    raise
                raise NotLoaded(f"{type(wrong).__name__}: {wrong}") from wrong
            if own:
                return game
            while len(self._games) >= GAMES_KEPT:
                del self._games[next(iter(self._games))]
            self._games[key] = game
            self.made[key] = game.digest
            # with rules left out other words come into force, which state no rule of the game
            if not origin.without:
                self.changed |= self.programs.get(key, game.digest) != game.digest
        return self._games[key]


class Trial:
    """A pytest plugin that tries mutants with the tests that were collected."""

    def __init__(
        self,
        game: str,
        mutants: Iterator[Mutant],
        baseline: Baseline,
        tell: Callable[[Mutant, Result], bool],
        rules: Set[str],
        jobs: int = 2,
    ) -> None:
        self.game, self.mutants, self.baseline = game, mutants, baseline
        self.rules = rules
        self.tell, self.jobs = tell, jobs
        """Asked for mutants, told results until it answers no; ``rules`` are those of mutants."""
        self.carrying: dict[str, list[pytest.Item]] = {}
        self.seconds: dict[str, float] = {}
        self._caches: list[Any] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries one mutant after the other instead of running the tests once."""
        for item in session.items:
            ids = rules_of(item)
            for rule in self.rules & set(ids) if len(ids) <= MOST_RULES else ():
                self.carrying.setdefault(rule, []).append(item)
        self._caches = [o for o in gc.get_objects() if type(o).__name__ == "_lru_cache_wrapper"]
        gc.freeze()
        self._learn()
        self._try_all()
        return True

    def _learn(self) -> None:
        """Runs each test once with the rules as they stand; one that fails counts for nothing."""
        everything = list(dict.fromkeys(i for items in self.carrying.values() for i in items))
        halves = [everything[k :: self.jobs] for k in range(self.jobs)]
        pipes = [_fork(partial(self._time, items)) for items in halves]
        for pid, pipe in pipes:
            answer = _drain(pipe)
            _, status = os.waitpid(pid, 0)
            if not answer:
                raise RuntimeError(f"the run with the rules as they stand ended with {status}")
            told = json.loads(answer)
            self.seconds |= told.get("seconds", {})
            self.baseline.programs |= told.get("programs", {})
        for rule, items in self.carrying.items():
            known = [item for item in items if item.nodeid in self.seconds]
            self.carrying[rule] = sorted(known, key=lambda item: self.seconds[item.nodeid])
        failing = [item.nodeid for item in everything if item.nodeid not in self.seconds]
        if failing:
            print("fail with the rules as they stand:", *failing, sep="\n  ", file=sys.stderr)

    def _time(self, items: Sequence[pytest.Item]) -> dict[str, Any]:
        loading = self._begin()
        seconds = {}
        for item in items:
            began = time.perf_counter()
            if failure(item) is None:
                seconds[item.nodeid] = round(time.perf_counter() - began, 4)
        return {"seconds": seconds, "programs": loading.made}

    def _begin(self) -> Loading:
        """What every process does first: forget what the one before it has loaded."""
        _silence()
        os.environ["EASTFRONT_CACHE"] = "off"
        for cache in self._caches:
            cache.cache_clear()
        return Loading(self.baseline.programs)

    # -- mutants ----------------------------------------------------------------------------

    def _try_all(self) -> None:
        running: dict[int, Running] = {}
        more = True
        while running or more:
            while more and len(running) < self.jobs:
                mutant = next(self.mutants, None)
                if mutant is None:
                    more = False
                    break
                pid, pipe = _fork(partial(self._try, mutant))
                running[pipe] = Running(mutant, pid, time.monotonic(), pipe)
            for pipe in select.select(list(running), [], [], 1.0)[0] if running else ():
                told = os.read(pipe, 65536)
                running[pipe].told += told
                if not told:
                    more &= self._ended(running.pop(pipe))
            for run in list(running.values()):
                if time.monotonic() - run.started > LONGEST:
                    os.killpg(run.pid, signal.SIGKILL)
                    more &= self._ended(running.pop(run.pipe))

    def _ended(self, run: Running) -> bool:
        os.close(run.pipe)
        _, status = os.waitpid(run.pid, 0)
        seconds = round(time.monotonic() - run.started, 2)
        if os.WIFSIGNALED(status) or not run.told:
            hung = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
            found = Result(HUNG, message="" if hung else f"status {status}", seconds=seconds)
        else:
            found = Result(**json.loads(run.told), seconds=seconds)
        return self.tell(run.mutant, found)

    def tests(self, rules: Iterable[str]) -> list[pytest.Item]:
        """The tests that carry one of some rules, the quickest first."""
        found = dict.fromkeys(item for rule in rules for item in self.carrying.get(rule, ()))
        return sorted(found, key=lambda item: self.seconds[item.nodeid])

    def _try(self, mutant: Mutant) -> dict[str, Any]:
        loading = self._begin()
        try:
            plant(self.game, mutant)
            importlib.import_module(f"eastfront.rules.{self.game.replace('-', '_')}")
        except Exception as wrong:
            return {"result": INVALID, "message": f"{type(wrong).__name__}: {wrong}"[:300]}
        try:
            homes = self._homes(mutant)
            for version in homes[:1]:
                self._load(version)
            for item in self.tests(mutant.rules):
                message = failure(item)
                if message is not None:
                    return {
                        "result": KILLED,
                        "test": item.nodeid,
                        "rules": sorted(rules_of(item)),
                        "message": message[:500],
                    }
            for version in homes:
                if loading.changed:
                    break
                self._load(version)
        except NotLoaded as wrong:
            return {"result": INVALID, "message": str(wrong)[:300]}
        return {"result": SURVIVED if loading.changed else UNCHANGED}

    def _homes(self, mutant: Mutant) -> list[tuple[str, tuple[str, ...]]]:
        """The scenarios, with options, in whose program one of the mutant's rules stands."""
        found = (v for rule in mutant.rules for v in self.baseline.versions.get(rule, ()))
        plain = dict.fromkeys((name, tuple(options)) for name, options in found)
        return sorted(plain, key=lambda v: (len(v[1]), v))

    @staticmethod
    def _load(version: tuple[str, tuple[str, ...]]) -> None:
        import eastfront as ef

        ef.load(version[0], options=version[1])


def rules_of(item: pytest.Item) -> list[str]:
    """The rules that a test names."""
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


def failure(item: pytest.Item) -> str | None:
    """What a test says when it fails, or None when it passes."""
    item.session._setupstate.teardown_exact(None)
    for report in runtestprotocol(item, log=False, nextitem=None):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            said = crash.message if crash is not None else str(report.longrepr)
            if "NotLoaded" in said[:200]:
                raise NotLoaded(said)
            return str(said)
    return None


def _silence() -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)


def _fork(work: Callable[[], dict[str, Any]]) -> tuple[int, int]:
    """Starts some work in a copy of this process; its answer comes through a pipe."""
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    try:
        os.setpgid(0, 0)
        os.close(reading)
        answer = json.dumps(work()).encode()
        while answer:
            answer = answer[os.write(writing, answer) :]
    finally:
        os._exit(0)


def _drain(pipe: int) -> bytes:
    found = b""
    while told := os.read(pipe, 65536):
        found += told
    os.close(pipe)
    return found


def collected(game: str) -> list[str]:
    """The folders whose tests may see a wrong rule of a game."""
    folders = [ROOT / "tests" / "rules" / game.replace("-", "_")]
    folders += [ROOT / "tests" / name for name in FOLDERS]
    return [str(folder) for folder in folders if folder.is_dir()]


def run(trial: Trial) -> int:
    """Collects the tests and tries the mutants."""
    options = ["-o", "addopts=--strict-markers", "--rootdir", str(ROOT), "-m", "rule and not slow"]
    for plugin in ("terminal", "cacheprovider", "benchmark", "xdist"):
        options += ["-p", f"no:{plugin}"]
    return int(pytest.main([*options, *collected(trial.game)], plugins=[trial]))


__all__ = ["Baseline", "ModuleType", "Result", "Running", "Trial", "run"]
