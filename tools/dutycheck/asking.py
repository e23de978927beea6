"""Fronts by seed, and the native example's answers about them."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

from duty.fronts import Front, front

ROOT = Path(__file__).parent.parent.parent


def made(seed: int) -> Front:
    """The front of a seed."""
    rng = random.Random(seed)
    return front(rng, rng.randint(7, 36))


def question(this: Front) -> dict[str, Any]:
    """A front in the input form of the native example."""
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


def example() -> Path:
    """The built native example."""
    command = "cargo build --release --quiet -p eastfront-core --example duty"
    subprocess.run(command.split(), cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / "release" / "examples" / "duty"


def answers(seeds: range, repeats: int) -> list[dict[str, Any]]:
    """The kernel's answer for each front, with the best time of several repeats."""
    lines = "\n".join(json.dumps(question(made(seed))) for seed in seeds)
    command = [example(), str(repeats)]
    ran = subprocess.run(command, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]
