"""eastfront worth: the worth of rules and options, as a table and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from eastfront import packs
from eastfront._core import Game
from eastfront.loading import game as games_
from eastfront.matches.comparing import Worth
from eastfront.matches.comparing import worth as measure
from eastfront.matches.playing import Moved

from .inputs import Chosen, game_options, scenario
from .match import (
    figure,
    percent,
    playing_options,
    result_columns,
    spread_over,
    told,
    told_forfeit,
)
from .output import json_option, progress, show_json, table


@click.command()
@click.argument("what", metavar="RULE", nargs=-1, required=True)
@click.option(
    "--scenario", "start", metavar="GAME/SCENARIO", help="The scenario; a short one by default."
)
@game_options
@click.option("--first", default="busy", show_default=True, help="The bot of the first side.")
@click.option("--second", default="busy", show_default=True, help="The bot of the second side.")
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Number of games of each arm.",
)
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the differences to this file, .png or .svg.",
)
@playing_options
@json_option
def worth(
    what: Sequence[str],
    start: str | None,
    options: Chosen,
    first: str,
    second: str,
    games: int,
    plot: Path | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    patience: float,
    luck: bool,
    as_json: bool,
) -> None:
    """Measure the worth of each RULE: the same games with it and without.

    RULE is a rule id, which is left out, or an option, which is added. The results are differences
    in the first side's share of wins, and in the value of the last position by the game's
    evaluation, from the same seeds.
    """
    if plot is not None and plot.suffix not in (".png", ".svg"):
        raise click.UsageError(f"--plot {plot}: expected a name that ends in .png or .svg")
    known = sorted(packs.packs(), key=lambda one: packs.ships(one.id))
    short = {one.prefix: one.start for one in known}
    name = start or short.get(what[0].partition("-")[0])
    if name is None:
        raise click.UsageError(f"`{what[0]}`: an option needs --scenario GAME/SCENARIO")
    base = scenario(name, options)
    arms = [_changed(base, word) for word in what]
    how: dict[str, Any] = {"seed": seed, "jobs": jobs, "luck": luck}
    how |= {"spread": spread_over(cluster, jobs), "patience": patience}
    with progress(base.id, 2 * games * len(what)) as moved:
        found = [_measured(base, *arm, (first, second), games, how, moved) for arm in arms]
    for one in found:
        for reason in one.forfeits:
            told_forfeit(reason)
    if plot is not None:
        from eastfront.matches.plot import draw

        draw(found, plot)
    if as_json:
        show_json([one.document() for one in found])
        return
    _show(found)
    if plot is not None:
        click.echo(f"{plot}: drawn")


def _changed(base: Game, word: str) -> tuple[str, Game, bool]:
    """Returns `word`, a rule or an option; the game without that rule or with that option; and
    whether `word` is an option."""
    origin = games_.origin_of(base)
    if word in base.rules:
        return word, games_.without(base, word), False
    option = games_.load(
        origin.id, [*origin.options, word], origin.without, origin.charts, origin.rules
    )
    return word, option, True


def _measured(
    base: Game,
    word: str,
    changed: Game,
    adds: bool,
    players: tuple[str, str],
    games: int,
    how: dict[str, Any],
    moved: Moved,
) -> Worth:
    return measure(base, changed, word, adds=adds, players=players, games=games, moved=moved, **how)


def _show(found: Sequence[Worth]) -> None:
    first = found[0]
    side, bots = first.sides[0], " against ".join(first.players)
    rows: list[tuple[str, ...]] = []
    columns = result_columns(first.share.adjusted is not None)
    without_luck = [""] * (len(columns) - 1)
    for one in found:
        with_it, without = (seating.share.plain for seating in _arms(one))
        rows.append((one.what, f"{side} wins with it", percent(with_it), *without_luck))
        rows.append(("", "without it", percent(without), *without_luck))
        rows.append(("", "worth, in wins", *told(one.share, percent)))
        if one.score is not None:
            rows.append(("", "worth, in value", *told(one.score, figure)))
    title = f"{first.game}, {bots}, {first.games} games each way"
    table(title, ["rule", "", *columns], rows)
    for one in found:
        click.echo(f"{one.what}: {one.parted} of {one.games} seeds ended differently")


def _arms(one: Worth) -> tuple[Any, Any]:
    """Returns the results of the two versions of a scenario: with the rule or option, and without
    it."""
    arms = {arm.name: arm.seating for arm in (one.base, one.changed)}
    return arms["with it"], arms["without it"]
