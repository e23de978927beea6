"""Measures the length of the positions that `eastfront mcp` gives to a language model.

    python -m tools.model_text                # all scenarios
    python -m tools.model_text --games 2 barbarossa-deluxe/blue-kremlin

It plays whole games with the busy policy, takes decisions of both sides at even distances, and
prints the median and the 99th percentile of the characters of `position`, with its legal actions,
for each scenario.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import click

import eastfront as ef
from eastfront._core import Game, State
from eastfront.loading.game import scenarios
from eastfront.mcp.disguise import Disguise
from eastfront.mcp.tools import Names, Tools
from eastfront.serve.table import Table

MEDIAN, PERCENTILE_99 = 4_800, 12_000
"""Maximum numbers of characters."""


def lengths(game: Game, seed: int, step: int, names: Names | None = None) -> Iterator[int]:
    """The length of the position at every so many decisions of a seeded busy game."""
    seats: dict[str, Tools] = {}
    for n, state in enumerate(decisions(game, seed)):
        if n % step == 0:
            table, side = Table("measured", game, "manual", {}, seed, 0), str(state.to_move)
            table.recorder.state = state
            if side not in seats:
                seats[side] = Tools(table, side, names)
            seats[side].table = table
            yield len(seats[side].position())


def decisions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a busy game in which a side decides."""
    rng = random.Random(seed)
    state = game.new(seed=seed)
    while not state.is_over:
        actions = state.legal_actions.list()
        if state.to_move in game.sides:
            yield state
        deeds = [a for a in actions if not state.is_pass(a)]
        passes = [a for a in actions if state.is_pass(a)]
        resting = passes and (not deeds or rng.random() < 1 / 16)
        state.push(rng.choice(passes if resting else deeds or actions))


def percentile(found: list[int], share: float) -> int:
    """The least length that at least a share of all lengths do not exceed."""
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


@click.command()
@click.argument("only", nargs=-1, metavar="[GAME/SCENARIO]...")
@click.option("--games", default=1, show_default=True, help="Games of each scenario.")
@click.option("--disguised", type=int, help="The seed of a disguise.")
@click.option("--step", default=23, show_default=True, help="Take one decision in so many.")
def main(only: tuple[str, ...], games: int, disguised: int | None, step: int) -> None:
    """Print the lengths by scenario."""
    for name in only or scenarios():
        game = ef.load(name)
        names = None if disguised is None else Disguise(game, disguised)
        found = [n for seed in range(games) for n in lengths(game, seed, step, names)]
        median, most = percentile(found, 0.5), percentile(found, 0.99)
        kept = "" if median <= MEDIAN and most <= PERCENTILE_99 else "  TOO LONG"
        click.echo(
            f"{name:34} {len(found):6} decisions, median {median:6}, 99 % {most:6}, "
            f"longest {max(found):6}{kept}"
        )


if __name__ == "__main__":
    main()
