"""Checks the duty to attack on random fronts against two slow programs, and times it.

`python -m tools.dutycheck [COUNT] [SEED]` builds the native example, asks it about every front, and
prints how many answers were checked in which way, and the median and worst time of a question.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from tests.duty import by_hand
from tests.duty.fronts import Front, front
from tests.duty.sweep import Sweep, complaint

ROOT = Path(__file__).parent.parent
FEW = 8
"""Components of so many attackers are tried by hand each; those of up to a dozen now and then."""


def question(this: Front) -> dict[str, Any]:
    """A front as the native example reads it."""
    targets = sorted({t for near in this.near.values() for t in near})
    index = {t: i for i, t in enumerate(targets)}
    hexes = sorted(this.near)

    def at(some: Any) -> list[int]:
        return sorted(index[t] for t in some)

    return {
        "spots": [
            {
                "reaches": at(this.near[h]),
                "binds": at(this.binds[h]),
                "eases": at(this.eases[h]),
            }
            for h in hexes
        ],
        "targets": [this.defence[t] for t in targets],
        "attackers": [
            {
                "strength": a.strength,
                "spot": hexes.index(a.hex),
                "free": a.free,
                "bound": a.bound,
                "may": at(a.may),
            }
            for a in this.attackers
        ],
        "owed": at(this.owed),
        "odds": this.odds,
    }


def check(this: Front, answer: dict[str, Any], dozen: bool) -> tuple[str | None, Counter[str]]:
    """What is wrong with an answer, and what was looked at."""
    seen: Counter[str] = Counter()
    families = [[frozenset(s) for s in sets] for sets in answer["families"]]
    all_work = True
    for who, near in this.components():
        sweep = Sweep(this, who, near)
        works = sweep.works(frozenset(who))
        all_work &= works
        mine = [sets for sets in families if any(s & set(who) for s in sets)]
        free = frozenset(a for a in who if this.attackers[a].free)
        if works:
            seen["components that can"] += 1
            if mine:
                return f"{who} can do its duty", seen
        elif not sweep.works(frozenset(who) - free, free):
            seen["components that cannot at all"] += 1
            if not answer["hopeless"]:
                return f"{who} is hopeless", seen
            return None, seen
        elif not answer["hopeless"]:
            seen["components where some give way"] += 1
            if len(who) <= (12 if dozen else FEW):
                seen["of these by hand"] += 1
                least = set(by_hand.least_sets(this, who, near))
                count = 1
                for sets in mine:
                    count *= len(sets)
                made = {frozenset().union(*s) for s in _products(mine)}
                if least != made or count != len(made):
                    return f"{who}: {sorted(map(sorted, least))}, not {mine}", seen
            wrong = complaint(sweep, mine or [[frozenset()]])
            if wrong is not None:
                return f"{who}: {wrong}", seen
    if answer["hopeless"]:
        return "nothing is hopeless", seen
    return (None if all_work == answer["plan"] else "the plan is wrong"), seen


def _products(families: list[list[frozenset[int]]]) -> list[tuple[frozenset[int], ...]]:
    out: list[tuple[frozenset[int], ...]] = [()]
    for sets in families:
        out = [(*some, s) for some in out for s in sets]
    return out


def made(seed: int) -> Front:
    """The front of a seed."""
    rng = random.Random(seed)
    return front(rng, rng.randint(7, 36))


def example() -> Path:
    """The native example, built."""
    command = [
        "cargo",
        "build",
        "--release",
        "--quiet",
        "-p",
        "eastfront-core",
        "--example",
        "duty",
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "duty"


def _one(job: tuple[int, dict[str, Any]]) -> tuple[int, str | None, Counter[str]]:
    seed, answer = job
    return (seed, *check(made(seed), answer, seed % 20 == 0))


def main() -> int:
    """Runs the check; 1 when an answer was wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    seeds = range(first, first + count)
    fronts = [made(seed) for seed in seeds]
    lines = "\n".join(json.dumps(question(f)) for f in fronts)
    ran = subprocess.run([example()], input=lines, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    sizes = [len(f.attackers) for f in fronts]
    print(f"{count} fronts of {min(sizes)} to {max(sizes)} attackers")
    for kind in ("plan_ns", "leave_ns"):
        times = [a[kind] / 1000 for a in answers]
        over = sum(t > 1000 for t in times)
        print(
            f"{kind}: median {statistics.median(times):.0f} us, worst {max(times):.0f} us, "
            f"{over} above 1 ms"
        )
    print(
        f"curtailed: {sum(a['curtailed'] for a in answers)}, "
        f"plans: {sum(a['plan'] for a in answers)}, "
        f"hopeless: {sum(a['hopeless'] for a in answers)}"
    )
    seen: Counter[str] = Counter()
    wrong = 0
    with Pool(2) as pool:
        for seed, complaint_, looked in pool.imap_unordered(
            _one, zip(seeds, answers, strict=True), chunksize=20
        ):
            seen += looked
            if complaint_ is not None:
                wrong += 1
                print(f"front {seed}: {complaint_}", flush=True)
    print(dict(seen), f"wrong: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
