"""Plants mutants and runs the tests of their rules, each in a process of its own.

The process that collects the tests is forked for each mutant. The child imports the game's rules
again with the change, reads nothing from the cache of games, and runs tests until one fails: first
the known killer of the mutant, then the quickest. Its programs are compared with those of the
unchanged rules, to detect changes without effect. Killing tests are run once more with the
unchanged rules, all in one child; a test that fails there has killed nothing.
"""

from __future__ import annotations

import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper, cache, partial
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from eastfront.packs import pack, package_of

from .baseline import Baseline
from .mutant import BY_HAND, ROOT, Mutant

FOLDERS = ("views", "duty", "hidden", "data", "render")
"""Folders with further tests of a game's rules, beside the game's own."""

MOST_RULES = 6
"""A test that names more rules than this counts for none of them."""

LONGEST = 60
"""CPU seconds after which a mutant counts as looping."""

LARGEST = 4 << 30
"""The memory limit of a process in bytes, for loops that allocate without end."""

STALLED = 900
"""Wall-clock seconds after which it does so too; a busy machine may be slow."""

GAMES_KEPT = 48
"""The number of games held by a process; one takes some 20 MB."""

UNKNOWN = 0.2
"""The assumed time in seconds of a test that has never run."""

PROMISING = 4
"""The number of tests before a mutant is checked for an effect on programs."""

CONFIRMED, WAITED = 150, 45
"""The number of killing tests, and the age in seconds of the first, at which they are confirmed
with the unchanged rules."""

FRAME = 70_000
"""Words of Python's stack in a frame that fills a chunk by itself."""

SPOILT = (
    "eastfront.scenario.errors.ScenarioError: ",
    "eastfront.program.mistakes.MisplacedError: ",
)
"""The beginnings of the messages of a test that finds faulty data, or rules that cannot be written,
from which no game can be loaded either."""

KILLED, SURVIVED, INVALID, UNCHANGED, HUNG = ["killed", "survived", "invalid", "unchanged", "hung"]


@dataclass(frozen=True)
class Result:
    """The result of a mutant."""

    result: str
    test: str = ""
    """The test that killed it."""
    rules: tuple[str, ...] = ()
    """The rules named by this test."""
    message: str = ""
    owners: tuple[str, ...] = ()
    """The rules of the mutant when it was tried."""
    around: str = ""
    """A digest of its surroundings at that time."""
    seconds: float = 0.0
    times: Mapping[str, float] = field(default_factory=dict)
    """The time of each completed test, without the making of games."""


@dataclass
class Running:
    """A process that tries a mutant."""

    mutant: Mutant
    pid: int
    started: float
    pipe: int
    told: bytes = b""


class NotLoaded(BaseException):
    """A game could not be made from the changed rules; no test may catch this."""


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a text that differs from its file."""

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


class Takers:
    """The modules that import names of the rules: tests, and modules of the package above the
    rules.

    After a new import of the rules they would still hold the former objects and classes.
    """

    def __init__(self, game: str) -> None:
        self.anew = (package_of(game), "eastfront.systems")
        """The packages imported again, whole: their modules import names of one another."""
        self.statements: list[tuple[ModuleType, CodeType]] = []
        for name, module in sorted(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and Path(file).is_relative_to(ROOT) and file.endswith(".py"):
                if not self._is_new(name):
                    self._read(module, Path(file))

    def _is_new(self, name: str) -> bool:
        return any(name == package or name.startswith(f"{package}.") for package in self.anew)

    def _read(self, module: ModuleType, path: Path) -> None:
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                home = importlib.util.resolve_name(
                    "." * node.level + (node.module or ""), module.__package__ or ""
                )
                names = [home, *(f"{home}.{alias.name}" for alias in node.names)]
            else:
                continue
            if any(self._is_new(name) for name in names):
                code = compile(ast.Module([node], []), str(path), "exec", dont_inherit=True)
                self.statements.append((module, code))

    def renew(self) -> None:
        """Imports the rules again, with all modules that import names of them."""
        for name in [name for name in sys.modules if self._is_new(name)]:
            del sys.modules[name]
            above, _, last = name.rpartition(".")
            if above in sys.modules:
                vars(sys.modules[above]).pop(last, None)
        face = vars(sys.modules["eastfront"])
        for name, value in list(face.items()):  # the names looked up so far
            if self._is_new(getattr(value, "__module__", None) or ""):
                del face[name]
        for module, code in self.statements:
            exec(code, vars(module))
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None) or ""
            if Path(file).is_relative_to(ROOT) and not module.__name__.startswith("eastfront"):
                # what tests keep of the data is made of the former classes
                for kept in vars(module).values():
                    if isinstance(kept, _lru_cache_wrapper):
                        kept.cache_clear()


def plant(game: str, mutant: Mutant) -> None:
    """Applies the mutant in this process, for later imports and reads."""
    path, text = ROOT / mutant.path, mutant.source()
    if path.suffix == ".py":
        folder, package = pack(game).package, package_of(game)
        if not path.resolve().is_relative_to(folder):
            # a module of the systems, beside the folder of the games
            folder, package = folder.parents[1], package.rpartition(".games.")[0]
        inside = path.resolve().relative_to(folder).with_suffix("").parts
        sys.meta_path.insert(0, Changed(".".join([package, *inside]), path, text))
    else:
        plain, real = Path.read_bytes, os.path.realpath(path)

        def read_bytes(self: Path) -> bytes:
            return text.encode() if os.path.realpath(self) == real else plain(self)

        Path.read_bytes = read_bytes  # type: ignore[method-assign]


class Loading:
    """Makes each game once in this process, and compares its program with the baseline.

    The data of a scenario are read once as well, which saves a good part of the time.
    """

    def __init__(self, programs: Mapping[str, str]) -> None:
        self.programs = programs
        self.changed = False
        self.seconds = 0.0
        """The time spent making games."""
        self._games: dict[str, Any] = {}
        module = importlib.import_module("eastfront.loading.game")
        self._compiled: Callable[[Any], Any] = module.compiled
        module.compiled = self
        read = module.scenario_of
        read_once = cache(read)
        module.scenario_of = lambda name, charts=None: (read if charts else read_once)(name, charts)

    def __call__(self, origin: Any) -> Any:
        """The game of an origin; stands in for `eastfront.loading.game.compiled`."""
        key = json.dumps([origin.id, origin.options, origin.without])
        own = origin.rules is not None or origin.charts is not None
        if own or key not in self._games:
            began = time.perf_counter()
            try:
                game = self._compiled(origin)
            except Exception as wrong:
                if own or origin.without or key not in self.programs:
                    # a test may expect a refusal that the unchanged rules raise too
                    raise
                raise NotLoaded(f"{type(wrong).__name__}: {wrong}") from wrong
            finally:
                self.seconds += time.perf_counter() - began
            if own:
                return game
            while len(self._games) >= GAMES_KEPT:
                del self._games[next(iter(self._games))]
                gc.collect()
            self._games[key] = game
            # with rules left out other branches apply, which state no rule of the game
            if not origin.without:
                self.changed |= self.programs.get(key, game.digest) != game.digest
        return self._games[key]


class Trial:
    """A pytest plugin that tries mutants with the tests that were collected."""

    def __init__(
        self,
        game: str,
        mutants: Iterator[Mutant | None],
        baseline: Baseline,
        tell: Callable[[Mutant, Result], bool],
        rules: Set[str],
        known: Mapping[str, str],
        seconds: dict[str, float],
        jobs: int = 2,
    ) -> None:
        """A source of mutants, and a sink of results that returns false to stop; the source yields
        None while it waits for results.

        ``rules`` are those of the mutants, ``known`` the test that killed a mutant before,
        ``seconds`` the known times of tests; the trial adds to it.
        """
        self.game, self.mutants, self.baseline = game, mutants, baseline
        self.rules, self.known, self.seconds = rules, known, seconds
        self.tell, self.jobs = tell, jobs
        self.carrying: dict[str, list[pytest.Item]] = {}
        self.items: dict[str, pytest.Item] = {}
        self.sound: set[str] = set()
        """Tests that pass with the unchanged rules."""
        self.failing: set[str] = set()
        """Tests that fail with the unchanged rules, and so kill nothing."""
        self._seen: list[tuple[Mutant, Result]] = []
        self._again: list[Mutant] = []
        self._running: dict[int, Running] = {}
        self._caches: list[Any] = []
        self._takers: Takers
        self._confirmed = time.monotonic()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries one mutant after the other instead of running the tests once."""
        for item in session.items:
            ids = rules_of(item)
            for rule in self.rules & set(ids) if len(ids) <= MOST_RULES else ():
                self.carrying.setdefault(rule, []).append(item)
                self.items[item.nodeid] = item
        self._caches = [o for o in gc.get_objects() if type(o).__name__ == "_lru_cache_wrapper"]
        self._takers = Takers(self.game)
        gc.collect()
        gc.freeze()
        self._try_all()
        if self.failing:
            print("fail with the rules as they stand:", *sorted(self.failing), sep="\n  ")
        return True

    def _begin(self) -> Loading:
        """The first step of every process: drops everything loaded by the previous one."""
        _silence()
        gc.disable()  # games consist of many small objects, and a process lives for seconds
        os.environ["EASTFRONT_CACHE"] = "off"
        for kept in self._caches:
            kept.cache_clear()
        return Loading(self.baseline.programs)

    @property
    def waiting(self) -> int:
        """The number of mutants on trial or with unconfirmed tests."""
        return len(self._running) + len(self._seen) + len(self._again)

    # -- the unchanged rules ------------------------------------------------------------------

    def _confirm(self) -> bool:
        """Reports results with tests that pass under the unchanged rules; tries others again."""
        unsure = {found.test for _, found in self._seen} - self.sound - self.failing
        halves = [sorted(unsure)[k :: self.jobs] for k in range(self.jobs)]
        pipes = [_fork(partial(self._passing, half)) for half in halves]
        for (pid, pipe), half in zip(pipes, halves, strict=True):
            answer = _drain(pipe)
            _, status = os.waitpid(pid, 0)
            if not answer:
                raise RuntimeError(f"the run with the rules as they stand ended with {status}")
            passing = json.loads(answer)["passing"]
            self.sound |= set(passing)
            self.failing |= set(half) - set(passing)
        self._confirmed = time.monotonic()
        more, seen = True, self._seen
        self._seen = []
        for mutant, found in seen:
            if found.test in self.sound:
                more &= self.tell(mutant, found)
            else:
                self._again.append(mutant)
        return more

    def _passing(self, names: Sequence[str]) -> dict[str, Any]:
        self._begin()
        self._takers.renew()
        return {"passing": [name for name in names if failure(self.items[name]) is None]}

    # -- mutants ----------------------------------------------------------------------------

    def _next(self) -> Mutant | None:
        return self._again.pop() if self._again else next(self.mutants, None)

    def _try_all(self) -> None:
        running = self._running
        more = True
        while running or more:
            while more and len(running) < self.jobs:
                mutant = self._next()
                if mutant is None:
                    if not running:
                        if not self._seen:
                            return
                        more = self._confirm()
                        continue
                    break
                pid, pipe = _fork(partial(self._try, mutant))
                running[pipe] = Running(mutant, pid, time.monotonic(), pipe)
            for pipe in select.select(list(running), [], [], 1.0)[0] if running else ():
                told = os.read(pipe, 65536)
                running[pipe].told += told
                if not told:
                    more &= self._ended(running.pop(pipe))
            for run in list(running.values()):
                if time.monotonic() - run.started > STALLED:
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
            self.seconds |= found.times
        if found.result != KILLED:
            return self.tell(run.mutant, found)
        self._seen.append((run.mutant, found))
        unsure = {result.test for _, result in self._seen} - self.sound
        late = time.monotonic() - self._confirmed > WAITED
        return self._confirm() if not unsure or late or len(unsure) >= CONFIRMED else True

    def tests(self, mutant: Mutant) -> list[pytest.Item]:
        """The tests of its rules, the former killer first, then the quickest."""
        found = dict.fromkeys(item for r in mutant.rules for item in self.carrying.get(r, ()))
        first = self.known.get(mutant.id)

        def order(item: pytest.Item) -> tuple[bool, float]:
            return item.nodeid != first, self.seconds.get(item.nodeid, UNKNOWN)

        return sorted((i for i in found if i.nodeid not in self.failing), key=order)

    def _try(self, mutant: Mutant) -> dict[str, Any]:
        if self.baseline.unused(mutant):
            return {"result": UNCHANGED, "times": {}}
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
        resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
        loading = self._begin()
        times: dict[str, float] = {}
        try:
            plant(self.game, mutant)
            self._takers.renew()
            pack(self.game).rules()
        except Exception as wrong:
            return {"result": INVALID, "message": f"{type(wrong).__name__}: {wrong}"[:300]}
        try:
            for number, item in enumerate(self.tests(mutant)):
                if number == PROMISING and not self._changes(loading, mutant):
                    return {"result": UNCHANGED, "times": times}
                began = time.perf_counter() - loading.seconds
                message = self._failure(item, mutant)
                took = time.perf_counter() - loading.seconds - began
                if message is not None:
                    return {
                        "result": KILLED,
                        "test": item.nodeid,
                        "rules": sorted(rules_of(item)),
                        "message": message[:500],
                        "times": times,
                    }
                times[item.nodeid] = round(took, 3)
            changed = self._changes(loading, mutant)
        except NotLoaded as wrong:
            return {"result": INVALID, "message": str(wrong)[:300], "times": times}
        return {"result": SURVIVED if changed else UNCHANGED, "times": times}

    def _changes(self, loading: Loading, mutant: Mutant) -> bool:
        """Whether a mutant changes a program, or code that works without one.

        A mutant planted by hand always counts as a change: of the program of a freedom, which no
        version contains, or of the refused games.
        """
        if mutant.operator == BY_HAND or self.baseline.outside(mutant):
            return True
        for version in self.baseline.homes(mutant):
            if loading.changed:
                break
            _load(version)
        return loading.changed

    def _failure(self, item: pytest.Item, mutant: Mutant) -> str | None:
        """The same as `failure`; raises `NotLoaded` if a game that it may change cannot be made."""
        message = failure(item)
        if message is not None and message.startswith(SPOILT):
            for version in self.baseline.homes(mutant):
                _load(version)
        return message


def _load(version: tuple[str, tuple[str, ...]]) -> None:
    import eastfront as ef

    ef.load(version[0], options=version[1])


def rules_of(item: pytest.Item) -> list[str]:
    """The rules that a test names."""
    return [rule for mark in item.iter_markers("rule") for rule in mark.args]


def failure(item: pytest.Item) -> str | None:
    """The message of a failing test; None if it passes."""
    item.session._setupstate.teardown_exact(None)
    for report in runtestprotocol(item, log=False, nextitem=None):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            said = crash.message if crash is not None else str(report.longrepr)
            if "NotLoaded" in said[:200]:
                raise NotLoaded(said)
            return str(said)
    return None


def _roomy() -> Callable[[Callable[[], dict[str, Any]]], dict[str, Any]]:
    """A function that runs some work with half a megabyte reserved on Python's stack.

    If calls in a loop begin at the end of a chunk of that stack, CPython allocates and frees
    another chunk at each call, which can take longer than everything else. A frame as large as this
    one has a chunk of its own, with room behind it.
    """
    space: dict[str, Any] = {}
    names = " = ".join(f"a{n}" for n in range(FRAME))
    exec(f"def roomy(work):\n if work is None: {names} = None\n return work()", space)
    made: Callable[[Callable[[], dict[str, Any]]], dict[str, Any]] = space["roomy"]
    return made


WITH_ROOM = _roomy()


def _silence() -> None:
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, 1)
    os.dup2(sink, 2)


def _fork(work: Callable[[], dict[str, Any]]) -> tuple[int, int]:
    """Starts some work in a fork of this process; the result comes through a pipe."""
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
        answer = json.dumps(WITH_ROOM(work)).encode()
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


def collected(game: str, own: Path | None = None) -> list[str]:
    """The folders with tests of a game's rules: its ``own``, or ours."""
    if own is not None:
        return [str(own.resolve())]
    folders = [ROOT / "tests" / "rules" / game.replace("-", "_")]
    folders += [ROOT / "tests" / name for name in FOLDERS]
    return [str(folder) for folder in folders if folder.is_dir()]


def run(trial: Trial, own: Path | None = None) -> int:
    """Collects the tests, those of a folder when one is given, and tries the mutants."""
    options = ["-o", "addopts=--strict-markers", "--rootdir", str(ROOT), "-m", "rule and not slow"]
    if own is not None:
        options += ["-c", str(ROOT / "pyproject.toml")]
    # the last watches for what tests change, and sees what a trial changes
    for plugin in ("terminal", "cacheprovider", "benchmark", "xdist", "left-behind"):
        options += ["-p", f"no:{plugin}"]
    return int(pytest.main([*options, *collected(trial.game, own)], plugins=[trial]))


__all__ = ["Result", "Running", "Trial", "run"]
