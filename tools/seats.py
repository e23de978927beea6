"""Compares two bots in the same seat on the same dice, by wins and by the value at the end.

If one side wins nearly every game between equals, wins show little. Here each game is played twice
with the same seed, once with each bot in the seat, both against the second bot:

    python -m tools.seats russian-campaign/zitadelle axis [--bot planner] [--than greedy]
        [--games 40] [--seed 100] [--jobs 1] [--json]

The figure is the query `value` at the end, from the view of the seat.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import eastfront as ef
from eastfront.matches import Fixture, Played, mean_interval, play_all, wilson


def compare(
    scenario: str, side: str, bot: str, than: str, games: int, seed: int = 100, jobs: int = 1
) -> dict[str, Any]:
    """Plays both games of each seed: wins of either in the seat, and the mean difference in value.

    Raises ValueError for no games, or for an unknown side.
    """
    if games < 1:
        raise ValueError(f"{games} games: expected at least 1")
    game = ef.load(scenario)
    sides = list(game.sides)
    if side not in sides:
        raise ValueError(f"{scenario} has no side `{side}`: expected one of {', '.join(sides)}")
    seat = sides.index(side)

    def results(who: str) -> list[Played]:
        players = tuple(who if i == seat else than for i in range(len(sides)))
        fixtures = [Fixture(seed + n, players) for n in range(games)]
        return play_all(game, fixtures, jobs=jobs, luck=False)

    ours, theirs = results(bot), results(than)
    sign = 1 if seat == 0 else -1
    better = [sign * (a - b) for a, b in zip(scores(ours), scores(theirs), strict=True)]
    return {
        "scenario": scenario,
        "side": side,
        "games": games,
        "bot": _share(bot, ours, side),
        "than": _share(than, theirs, side),
        "better off": mean_interval(better)._asdict(),
    }


def scores(games: list[Played]) -> list[float]:
    """The query `value` at the end of each game, from the first side's view.

    Raises ValueError for a game without such a query.
    """
    found = [played.score for played in games if played.score is not None]
    if len(found) < len(games):
        raise ValueError("the game has no query `value` to compare positions by")
    return found


def _share(name: str, games: list[Played], side: str) -> dict[str, Any]:
    wins = sum(played.winner == side for played in games)
    return {"name": name, "wins": wins} | wilson(wins, len(games))._asdict()


def main() -> None:
    """Compares two bots in a seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("side")
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--than", default="greedy")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    try:
        found = compare(
            args.scenario, args.side, args.bot, args.than, args.games, args.seed, args.jobs
        )
    except ValueError as error:
        parser.error(str(error))
    if args.json:
        print(json.dumps(found))
        return
    for share in (found["bot"], found["than"]):
        interval = f"{share['low']:.2f} to {share['high']:.2f}"
        print(f"{share['name']} wins {share['wins']} of {args.games} ({interval})")
    better = found["better off"]
    print(f"better off {better['estimate']:,.0f} ({better['low']:,.0f} to {better['high']:,.0f})")


if __name__ == "__main__":
    main()
