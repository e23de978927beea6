"""Plays matches of two bots and reads every position back, as text and as each side's sample.

    python -m tools.readback russian-campaign/bagration [--first greedy] [--second planner]
        [--games 300] [--seed 1] [--log FILE]

A game with an even seed seats the bots in the given order, one with an odd seed the other way
round. The text of a position must be read back as that position, and a sample for a side must look
to that side like the position. The log has a line for each game with its seed and refusals; an
existing log is continued, so a run may be interrupted at any time. The status is 0 if nothing was
refused.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import eastfront as ef
from eastfront import bots
from eastfront._core import EastfrontError, Game, State
from eastfront.matches.playing import stream
from eastfront.record import Recorder


def refusals(state: State, rng: random.Random) -> Iterator[str]:
    """The fault of a position that was read back."""
    try:
        if ef.position(state.text(), state.game) != state:
            yield "text: another position"
    except EastfrontError as error:
        yield f"text: {error}"
    for side in state.game.sides:
        seen = state.observation(side)
        try:
            if seen.sample(rng).observation(side) != seen:
                yield f"sample for {side}: another observation"
        except EastfrontError as error:
            yield f"sample for {side}: {error}"


def play(game: Game, names: Sequence[str], seed: int) -> dict[str, Any]:
    """A game between two bots: its seed, its number of positions, and its refusals by position."""
    seated = tuple(names if seed % 2 == 0 else reversed(names))
    recorder = Recorder(game, seed=stream(seed, "chance"))
    players = {
        side: bots.bot(name, stream(seed, side))
        for side, name in zip(game.sides, seated, strict=True)
    }
    rng, positions, found = random.Random(seed), 0, dict[str, int]()
    told = list(refusals(recorder.state, rng))
    try:
        for _ in bots.play(recorder, players):
            positions += 1
            told += refusals(recorder.state, rng)
            for text in told:
                found.setdefault(text, positions)
            told.clear()
    except EastfrontError as error:
        found.setdefault(f"play: {error}", positions)
    return {"seed": seed, "players": seated, "positions": positions, "refused": found}


def general(text: str) -> str:
    """A refusal without its numbers, so that equal kinds count together."""
    return re.sub(r"-?\d+", "#", text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the games missing from the log, and prints the refusals."""
    parser = argparse.ArgumentParser(prog="python -m tools.readback", description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("--first", default="greedy")
    parser.add_argument("--second", default="planner")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path)
    chosen = parser.parse_args(arguments)
    game, log = ef.load(chosen.scenario), chosen.log
    done: list[dict[str, Any]] = []
    if log is not None and log.exists():
        done = [json.loads(line) for line in log.read_text().splitlines()]
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    done = [one for one in done if one["seed"] in seeds]
    for seed in sorted(set(seeds) - {one["seed"] for one in done}):
        done.append(play(game, (chosen.first, chosen.second), seed))
        if log is not None:
            with log.open("a") as out:
                out.write(json.dumps(done[-1]) + "\n")
    kinds = Counter(general(text) for one in done for text in one["refused"])
    positions = sum(one["positions"] for one in done)
    clean = sum(not one["refused"] for one in done)
    print(f"{chosen.scenario}, seeds {seeds[0]} to {seeds[-1]}: {positions} positions,", end=" ")
    print(f"{clean} of {len(done)} games without a refusal")
    for kind, count in kinds.most_common():
        seed = next(one["seed"] for one in done if kind in map(general, one["refused"]))
        print(f"{count:6} {kind} (seed {seed})")
    return int(bool(kinds))


if __name__ == "__main__":
    sys.exit(main())
