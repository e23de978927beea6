"""Plays a game and asks whether it plays as it is written down that it did.

    python -m tools.net [GAME ...] [--whole] [--record] [--against FOLDER] [--jobs 2] [--json]

The short run plays a choice of options and of rules left out, the whole one all of them. It ends
with status 1 when anything differs. With ``--against`` another checkout plays what differs as well,
and the first action is shown in which the two part.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import click

from .runs import differing, perform, runs
from .settings import FOLDER, LONGEST, paired, plain, record, rules_off
from .walk import Step

TRIES, MORE_TRIES = 30, 200
"""Games of which the longest is recorded: usually, and of the scenario with most of the rules."""

SHOWN = 12
"""So many differences are looked into."""


def expected(game: str) -> dict[str, Any]:
    """What is expected of a game."""
    path = FOLDER / f"{game}.json"
    kept: dict[str, Any] = {"found": {}, "never": []}
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
    found = {f"{key} | {name}": v for key, own in kept["found"].items() for name, v in own.items()}
    return {**kept, "found": found}


def keep(game: str, found: Mapping[str, str], unseen: Sequence[str]) -> None:
    """Writes down what is expected from now on."""
    by_setting: dict[str, dict[str, str]] = {}
    for key, value in sorted(found.items()):
        setting, _, name = key.partition(" | ")
        by_setting.setdefault(setting, {})[name] = value
    text = json.dumps({"found": by_setting, "never": unseen}, indent=0, ensure_ascii=False)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.json").write_text(text + "\n", encoding="utf-8")


def never(game: str, found: Mapping[str, str]) -> list[str]:
    """The rules without which all is played as it is with them: the net does not see them."""
    out = []
    for setting in rules_off(game):
        plain = f"{replace(setting, without=()).key} | "
        without = f"{setting.key} | "
        own = {k.removeprefix(without): v for k, v in found.items() if k.startswith(without)}
        own.pop("bytes", None)
        if own and all(found.get(plain + name) == value for name, value in own.items()):
            out.append(setting.without[0])
    return out


def play(game: str, whole: bool, jobs: int, quiet: bool) -> tuple[dict[str, str], list[str]]:
    """Everything that is found, and what ended games in their midst."""
    found, faults = dict[str, str](), []
    chosen = runs(game, whole)
    began = time.monotonic()
    with get_context("spawn").Pool(jobs, maxtasksperchild=40) as pool:
        for number, (run, some, reached) in enumerate(pool.imap_unordered(perform, chosen), 1):
            faults += [f"{run.setting.key}: {fault}" for fault in reached.faults]
            found |= some
            if not quiet and number % 100 == 0:
                seconds = time.monotonic() - began
                print(f"{game}: {number} of {len(chosen)}, {seconds:.0f} s", flush=True)
    return found, sorted(faults)


def steps_of(game: str, key: str) -> list[Step]:
    """The actions of the games under a name."""
    setting, _, rest = key.partition(" | ")
    kind, _, limit = rest.partition(" | ")[2].partition(" ")
    run = next(
        run
        for run in runs(game, True)
        if run.setting.key == setting and dict(run.limits)[kind] == int(limit)
    )
    return list(run.steps(key))


def steps_elsewhere(folder: Path, game: str, key: str) -> list[Step]:
    """The same, as another checkout plays them."""
    env = {**os.environ, "PYTHONPATH": f"{folder / 'python'}:{folder}", "EASTFRONT_CACHE": "off"}
    told = subprocess.run(
        [sys.executable, "-m", "tools.net", game, "--steps", key],
        cwd=folder, env=env, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    raw = (json.loads(line) for line in told.splitlines())
    return [Step((b[0], b[1], tuple(b[2])), action, t, rules) for b, action, t, rules in raw]


def plainly(step: Step) -> Step:
    """A step with lists as they come back from text."""
    actor, decision, names = step.before
    return Step((actor, decision, tuple(names)), step.action, list(step.told), list(step.rules))


def compare(found: Mapping[str, str], was: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The names whose digests differ: of play, and of game files."""
    wrong = [key for key, value in found.items() if was.get(key) != value]
    return [k for k in wrong if not k.endswith("bytes")], [k for k in wrong if k.endswith("bytes")]


@click.command(help=__doc__)
@click.argument("games", nargs=-1)
@click.option("--whole", is_flag=True, help="Everything, not the short choice.")
@click.option("--record", "write", is_flag=True, help="Expect from now on what is found.")
@click.option("--records", is_flag=True, help="Record the games that starts come from.")
@click.option("--against", type=click.Path(path_type=Path), help="Another checkout.")
@click.option("--bytes/--no-bytes", "exact", default=False, help="Game files are to be equal too.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@click.option("--steps", "asked", hidden=True)
def main(
    games: Sequence[str], whole: bool, write: bool, records: bool, against: Path | None,
    exact: bool, jobs: int, as_json: bool, asked: str | None,
) -> None:  # fmt: skip
    """Runs the command."""
    if asked:
        for step in steps_of(games[0], asked):
            print(json.dumps([step.before, step.action, step.told, step.rules]))
        return
    failed, told = False, {}
    for game in games or list(LONGEST):
        if records:
            for setting in (*plain(game), *paired(game)):
                record(setting, MORE_TRIES if setting.record == LONGEST[game] else TRIES)
            continue
        began = time.monotonic()
        found, faults = play(game, whole, jobs, as_json)
        kept = expected(game)
        played, files = compare(found, kept["found"])
        unseen = never(game, found) if whole else kept["never"]
        if write:
            keep(game, {**({} if whole else kept["found"]), **found}, unseen)
        wrong = [*played, *(files if exact else [])]
        failed |= bool(faults) or (bool(wrong) and not write)
        told[game] = {
            "digests": len(found),
            "play differs": played,
            "files differ": files,
            "faults": faults,
            "never seen": unseen,
        }
        if as_json:
            continue
        print(
            f"{game}: {len(found)} digests; {len(played)} of play and {len(files)} of game files "
            f"differ; {len(unseen)} rules are never seen; {time.monotonic() - began:.0f} s"
        )
        for fault in faults:
            print(f"  {fault}")
        for key in played[:SHOWN]:
            print(f"  {key}")
            if against is not None:
                ours = [plainly(step) for step in steps_of(game, key)]
                print(f"    {differing(steps_elsewhere(against, game, key), ours)}")
    if as_json:
        print(json.dumps(told, indent=1))
    sys.exit(failed)


if __name__ == "__main__":
    main()
