"""The unchanged rules: the programs of each version of a game, and the functions behind them."""

from __future__ import annotations

import cProfile
import gc
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from types import CodeType

from .mutant import ROOT, Mutant

MANY = 12
"""A rule in more versions than this belongs to the game, not to an option."""


@dataclass
class Baseline:
    """The programs of the unchanged rules, by scenario, options and rules left out."""

    programs: dict[str, str] = field(default_factory=dict)
    """The digest of each program."""
    versions: Mapping[str, Sequence[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    """For each rule the scenarios, with options, that have it in their program."""
    called: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """For each function of the rules the versions that call it, as numbers into ``order``."""
    order: Sequence[tuple[str, tuple[str, ...]]] = ()
    """Every version: a scenario with options."""

    def unused(self, mutant: Mutant) -> bool:
        """Whether the mutant changes a form of the systems that the game does not use."""
        file = _short(Path(mutant.path))
        first, *rest = mutant.place.split(".")
        held = [first, *(f"{first}.{method}" for method in rest[:1])]
        return file.startswith("systems/") and not any(f"{file}:{h}" in self.called for h in held)

    def outside(self, mutant: Mutant) -> bool:
        """Whether the mutant changes Python of the rules that explains and makes no program."""
        file = _short(Path(mutant.path))
        if not file.endswith(".py") or f"{file}:{mutant.place}" in self.called:
            return False
        return f"{file}:<module>" not in self.called and not any(
            function.startswith(f"{file}:") for function in self.called
        )

    def homes(self, mutant: Mutant) -> list[tuple[str, tuple[str, ...]]]:
        """The versions that the mutant may change, the plain ones first.

        Of a rule in many versions, those with an option that the mutant's file does not name are
        left out, unless few versions call its class: a change visible there is visible without the
        option. If no version that calls a function states a rule of the mutant, all of its callers
        are included. A scenario's file changes its own versions; other data whose rules stand in no
        program may change every scenario without options.
        """
        path = Path(mutant.path)
        if path.suffix != ".py":
            own = [v for v in self.order if v[0].rpartition("/")[2] == path.stem]
            if own:
                return sorted(own, key=lambda v: (len(v[1]), v))
        found = (v for rule in mutant.rules for v in self.versions.get(rule, ()))
        homes = {(name, tuple(options)) for name, options in found}
        file, class_ = _short(Path(mutant.path)), mutant.place.partition(".")[0]
        function = f"{file}:{mutant.place}"
        if function in self.called:
            calling = {self.order[at] for at in self.called[function]}
            homes = homes & calling or calling
        if len(homes) > MANY:
            text = (ROOT / mutant.path).read_text(encoding="utf-8")
            own = self._calling(f"{file}:{class_}")
            homes = {v for v in homes if len(v[1]) != 1 or f'"{v[1][0]}"' in text or v in own}
        if not homes and path.suffix != ".py":
            homes = {version for version in self.order if not version[1]}
        return sorted(homes, key=lambda v: (len(v[1]), v))

    def _calling(self, class_: str) -> set[tuple[str, tuple[str, ...]]]:
        """The versions that call a method of a class; none if they are many."""
        found = {
            at
            for function, versions in self.called.items()
            if function.startswith(f"{class_}.")
            for at in versions
        }
        return {self.order[at] for at in found} if len(found) <= MANY else set()


def _short(path: Path) -> str:
    """The name of a module of a game; one of the systems, by its folder as well."""
    return f"systems/{path.name}" if path.parent.name == "systems" else path.name


def baseline_of(game: str, jobs: int = 2) -> Baseline:
    """The rules in each version of the game, and the program of each version.

    Cached under a digest of the rules and the data, since a game has dozens of versions.
    """
    from tools.knockout import versions_of

    from eastfront.packs import pack

    package = ROOT / "python" / "eastfront"
    below = ("program", "scenario", "systems")
    folders = (pack(game).package, *(package / name for name in below))
    files = [path for folder in folders for path in folder.rglob("*.py")]
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted([*files, *(p for p in pack(game).data.iterdir() if p.is_file())]):
        digest.update(path.read_bytes())
    kept = ROOT / "out" / f"versions-{digest.hexdigest()}.json"
    if kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
    else:
        order = [(v.scenario, tuple(sorted(v.options))) for v in versions_of(game)]
        with get_context("spawn").Pool(jobs) as pool:
            found = pool.map(_version, order, chunksize=4)
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(found), encoding="utf-8")
    baseline, versions = Baseline(), dict[str, list[tuple[str, tuple[str, ...]]]]()
    called = dict[str, list[int]]()
    baseline.order = [(scenario, tuple(options)) for scenario, options, *_ in found]
    for at, (version, (_, _, made, rules, functions)) in enumerate(
        zip(baseline.order, found, strict=True)
    ):
        baseline.programs[json.dumps([*version, []])] = made
        for rule in rules:
            versions.setdefault(rule, []).append(version)
        for function in functions:
            called.setdefault(function, []).append(at)
    baseline.versions, baseline.called = versions, called
    return baseline


def _version(
    version: tuple[str, tuple[str, ...]],
) -> tuple[str, tuple[str, ...], str, list[str], list[str]]:
    """The program of a version, its rules, and the functions of the rules behind it."""
    import eastfront as ef
    from eastfront import systems
    from eastfront.packs import pack

    os.environ["EASTFRONT_CACHE"] = "off"
    gc.disable()
    watch = cProfile.Profile(builtins=False)
    watch.enable()
    try:
        made = ef.load(version[0], options=version[1])
    finally:
        watch.disable()
    homes = (pack(version[0].partition("/")[0]).package, Path(systems.__file__).parent)
    codes = [entry.code for entry in watch.getstats() if isinstance(entry.code, CodeType)]
    calls = {(code.co_filename, code.co_qualname) for code in codes}
    functions = sorted(
        {
            f"{_short(Path(file))}:{name}"
            for file, name in calls
            if any(Path(file).resolve().is_relative_to(home) for home in homes)
        }
    )
    return (*version, made.digest, list(made.rules), functions)


__all__ = ["Baseline", "baseline_of"]
