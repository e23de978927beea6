"""Plays a game and compares it with the stored expectations.

    python -m tools.net [GAME ...] [--whole] [--record] [--against FOLDER] [--jobs 2] [--json]
    python -m tools.net [GAME ...] --only battles [--examples]
    python -m tools.net [GAME ...] --instructions

It compares digests of games, explanations of battles with play, the figures of mutation, and, in a
whole run or with its option, instructions a decision. The short run takes a sample of options, of
rules left out and of battles, the whole run all of them, and lists what is never reached. The
status is 1 if play differs, more explanations are wrong, a figure has fallen or a decision takes
more instructions. With ``--against`` another checkout also plays the differing games, and the first
different action is shown.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from . import figures
from .battles import BRIEF, SEED, WHOLE, battles, risen
from .packing import pack
from .runs import differing, performed, runs
from .settings import FOLDER, LONGEST, halting, paired, plain, record, rules_off
from .walk import Reached, Step

TRIES, MORE_TRIES = 30, 200
"""The number of games of which the longest is recorded: usually, and for the main scenario."""

SHOWN = 12
"""The number of differences that are examined."""

PARTS = ("digests", "battles", "mutation", "instructions")


# -- what is expected -------------------------------------------------------------------------


def expected(game: str) -> dict[str, Any]:
    """The expectations of a game."""
    path = FOLDER / f"{game}.json"
    kept: dict[str, Any] = {"found": {}, "never": []}
    if path.exists():
        kept = json.loads(path.read_text(encoding="utf-8"))
    found = {f"{key} | {name}": v for key, own in kept["found"].items() for name, v in own.items()}
    return {**kept, "found": found}


def keep(game: str, kept: Mapping[str, Any]) -> None:
    """Writes the new expectations."""
    by_setting: dict[str, dict[str, str]] = {}
    for key, value in sorted(kept["found"].items()):
        setting, _, name = key.partition(" | ")
        by_setting.setdefault(setting, {})[name] = value
    text = json.dumps({**kept, "found": by_setting}, indent=0, ensure_ascii=False)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{game}.json").write_text(text + "\n", encoding="utf-8")


def never(game: str, found: Mapping[str, str]) -> list[str]:
    """The rules that the net does not see: games without them equal games with them."""
    seen = set[str]()
    for key, value in found.items():
        setting, _, name = key.partition(" | ")
        base, _, rule = setting.partition(" without ")
        if rule and name != "bytes" and found.get(f"{base} | {name}") != value:
            seen.add(rule)
    return [rule for setting in rules_off(game) if (rule := setting.without[0]) not in seen]


def compare(found: Mapping[str, str], was: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The names with different digests: of play, and of game files."""
    wrong = [key for key, value in found.items() if was.get(key) != value]
    return [k for k in wrong if not k.endswith("bytes")], [k for k in wrong if k.endswith("bytes")]


@dataclass(frozen=True)
class Asked:
    """The options of a run."""

    whole: bool
    jobs: int
    quiet: bool
    exact: bool
    examples: bool
    writing: bool
    against: Path | None
    match: str
    """Plays only games with this in their name."""


# -- games, and where two part ----------------------------------------------------------------


def play(game: str, asked: Asked) -> tuple[dict[str, str], Reached]:
    """All digests, and the coverage, with the faults that ended games early."""
    found, every = dict[str, str](), Reached()
    chosen = [run for run in runs(game, asked.whole) if asked.match in run.key]
    began = time.monotonic()
    for number, (run, some, reached) in enumerate(performed(chosen, asked.jobs), 1):
        every.add(reached.named(run.key))
        found |= some
        if not asked.quiet and number % 100 == 0:
            seconds = time.monotonic() - began
            print(f"{game}: {number} of {len(chosen)}, {seconds:.0f} s", flush=True)
    return found, every


def steps_of(game: str, key: str) -> list[Step]:
    """The actions of the games of a name."""
    setting, _, rest = key.partition(" | ")
    kind, _, limit = rest.partition(" | ")[2].partition(" ")
    run = next(
        run
        for run in runs(game, True)
        if run.setting.key == setting and dict(run.limits)[kind] == int(limit)
        if run.packed is None or run.packed[0] == rest.partition(" | ")[0]
    )
    return list(run.steps(key))


def steps_elsewhere(folder: Path, game: str, key: str) -> list[Step]:
    """The actions in another checkout."""
    env = {**os.environ, "PYTHONPATH": f"{folder / 'python'}:{folder}", "EASTFRONT_CACHE": "off"}
    told = subprocess.run(
        [sys.executable, "-m", "tools.net", game, "--steps", key],
        cwd=folder, env=env, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    raw = (json.loads(line) for line in told.splitlines())
    return [Step((b[0], b[1], tuple(b[2])), action, t, rules) for b, action, t, rules in raw]


def plainly(step: Step) -> Step:
    """A step in the form in which JSON returns it."""
    actor, decision, names = step.before
    return Step((actor, decision, tuple(names)), step.action, list(step.told), list(step.rules))


# -- the parts --------------------------------------------------------------------------------


@dataclass
class Told:
    """The result of a part of the net."""

    lines: list[str] = field(default_factory=list)
    """The printed report."""
    wrong: list[str] = field(default_factory=list)
    """Failures."""
    figures: dict[str, Any] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)
    """New expectations, to be recorded."""


def digests(game: str, kept: Mapping[str, Any], asked: Asked) -> Told:
    """Compares games by what a player sees."""
    found, reached = play(game, asked)
    everything = asked.whole and not asked.match
    now = {**({} if everything else kept["found"]), **found}
    played, files = compare(found, kept["found"])
    unseen = never(game, now)
    was, unreached = kept.get("unreached", {}), reached.unreached()
    if not everything:
        unreached = {
            kind: sorted({*some} & {*unreached.get(kind, some)}) for kind, some in was.items()
        }
    faults = sorted(reached.faults)
    told = Told(
        wrong=[*played, *(files if asked.exact else []), *faults],
        figures={
            "digests": len(found), "play differs": played, "files differ": files,
            "faults": faults, "never seen": unseen, "never reached": unreached,
        },
        kept={
            "found": now,
            "never": unseen, "unreached": unreached,
        },
    )  # fmt: skip
    told.lines = [
        f"{len(found)} digests; {len(played)} of play and {len(files)} of game files differ",
        f"rules never seen: {len(unseen)}: {', '.join(unseen) or 'none'}",
        *(f"not played without {rule}: {how}" for rule, how in halting(game).items()),
        *(f"{kind} never reached: {', '.join(some) or 'none'}" for kind, some in unreached.items()),
        *(f"  {fault}" for fault in faults),
    ]
    for key in played[:SHOWN]:
        told.lines.append(f"  {key}")
        if asked.against is not None and not key.endswith(" | fault"):
            ours = [plainly(step) for step in steps_of(game, key)]
            told.lines.append(f"    {differing(steps_elsewhere(asked.against, game, key), ours)}")
    return told


def explained(game: str, kept: Mapping[str, Any], asked: Asked) -> Told:
    """Compares explanations of battles with play."""
    length = "whole" if asked.whole else "brief"
    found = battles(game, WHOLE if asked.whole else BRIEF, SEED, asked.jobs)
    was = kept.get("battles", {}).get(length, {})
    worse = risen(found.kinds, was.get("differences", {}))
    now = {
        "seed": SEED, "battles": found.battles, "digest": found.digest,
        "differences": dict(sorted(found.kinds.items())),
    }  # fmt: skip
    same = "as recorded" if found.digest == was.get("digest") else "not as recorded"
    told = Told(
        wrong=[f"explanations: {line}" for line in worse],
        figures={**now, "before declared": found.before, "results": found.results,
                 "sampled": found.sampled, "actions": found.lines, "worse": worse},
        kept={"battles": {**kept.get("battles", {}), length: now}},
    )  # fmt: skip
    told.lines = [
        f"{found.battles} battles by seed {SEED}, {found.before} of them before they were declared "
        f"as well; {found.results} results, {found.sampled} of them on a sample, in {found.lines} "
        f"actions; {sum(found.kinds.values())} differences of {len(found.kinds)} kinds, {same}"
    ]
    for kind, count in sorted(found.kinds.items()):
        what, *position = found.examples[kind].splitlines()
        told.lines += [f"  {count:5} {kind}", f"        {what}"]
        risen_now = was.get("differences", {}).get(kind, 0) < count
        if asked.examples or (risen_now and not asked.writing):
            told.lines += [f"        {line}" for line in position]
    return told


def mutated(game: str, kept: Mapping[str, Any], asked: Asked) -> Told:
    """Compares the stored figures of mutation."""
    found = figures.mutation(game)
    worse = figures.fallen(found, kept.get("mutation", {}))
    words = ", ".join(f"{name} {n}" for name, n in found.items())
    return Told(
        [f"mutation: {words}"], [f"mutation: {line}" for line in worse], found, {"mutation": found}
    )


def counted(game: str, kept: Mapping[str, Any], asked: Asked) -> Told:
    """Compares instructions a decision."""
    try:
        found = figures.instructions(game)
    except figures.Absent as absent:
        line = f"instructions a decision: SKIPPED, as there is no {absent}"
        return Told([line], [], {"skipped": str(absent)})
    was = kept.get("instructions", {})
    worse = figures.dearer(found, was)
    lines = [f"instructions a decision on {found['machine']} by {found['compiler']}:"]
    for policy in figures.POLICIES:
        more = f", {found[policy] / was[policy] - 1:+.2%}" if policy in was else ""
        lines.append(f"  {policy} {found[policy]}{more}")
    for name in ("machine", "compiler"):
        if was and was[name] != found[name]:
            lines.append(f"  recorded with another {name}: {was[name]}")
    return Told(lines, [f"instructions: {x}" for x in worse], found, {"instructions": found})


DOING = {
    "digests": digests,
    "battles": explained,
    "mutation": mutated,
    "instructions": counted,
}


@click.command(help=__doc__)
@click.argument("games", nargs=-1)
@click.option("--whole", is_flag=True, help="Play everything, not the short sample.")
@click.option("--only", "parts", multiple=True, type=click.Choice(PARTS), help="Only this part.")
@click.option("--instructions", "native", is_flag=True, help="Only instructions a decision.")
@click.option("--record", "write", is_flag=True, help="Store the results as new expectations.")
@click.option("--records", is_flag=True, help="Record the games that provide starts.")
@click.option("--pack", "packing", is_flag=True, help="Pack positions for rules never seen.")
@click.option("--against", type=click.Path(path_type=Path), help="Another checkout.")
@click.option("--bytes/--no-bytes", "exact", default=False, help="Require equal game files too.")
@click.option("--match", default="", help="Only games with this in their name.")
@click.option("--examples", is_flag=True, help="Show a position of each wrong explanation.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@click.option("--steps", "asked", hidden=True)
def main(
    games: Sequence[str], whole: bool, parts: Sequence[str], native: bool, write: bool,
    records: bool, packing: bool, against: Path | None, exact: bool, examples: bool, jobs: int,
    as_json: bool, match: str, asked: str | None,
) -> None:  # fmt: skip
    """Runs the command."""
    if asked:
        for step in steps_of(games[0], asked):
            print(json.dumps([step.before, step.action, step.told, step.rules]))
        return
    usual = PARTS if whole else [part for part in PARTS if part != "instructions"]
    chosen = ["instructions"] if native else [part for part in usual if part in (parts or usual)]
    failed, told = False, dict[str, dict[str, Any]]()
    for game in games or list(LONGEST):
        if packing:
            left = pack(game, expected(game)["never"])
            print(f"{game}: no position for {', '.join(left) or 'none'}")
            continue
        if records:
            for setting in (*plain(game), *paired(game)):
                record(setting, MORE_TRIES if setting.record == LONGEST[game] else TRIES)
            continue
        kept = expected(game)
        told[game] = {}
        for part in chosen:
            began = time.monotonic()
            how = Asked(whole, jobs, as_json, exact, examples, write, against, match)
            one = DOING[part](game, kept, how)
            told[game][part] = one.figures
            if write:
                kept = {**kept, **one.kept}
            failed |= bool(one.wrong) and not write
            if not as_json:
                print(f"{game}, {part}, {time.monotonic() - began:.0f} s: {one.lines[0]}")
                wrong = [] if write else [f"  WRONG: {line}" for line in one.wrong]
                print("\n".join([*one.lines[1:], *wrong]), flush=True)
        if write:
            keep(game, kept)
    if as_json:
        print(json.dumps(told, indent=1))
    sys.exit(failed)


if __name__ == "__main__":
    main()
