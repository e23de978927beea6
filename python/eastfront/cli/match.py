"""eastfront match and balance: many games between bots, with confidence intervals."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from eastfront import files
from eastfront._core import Game, State
from eastfront.matches import meeting
from eastfront.matches.adjust import Adjusted
from eastfront.matches.apart import PATIENCE
from eastfront.matches.intervals import Interval
from eastfront.matches.meeting import Tournament, round_all
from eastfront.matches.playing import LONGEST_PATIENCE
from eastfront.matches.workers import Spread

from .ctrl_c import whole
from .inputs import Chosen, game_options, state_of
from .output import Answer, json_option, progress, show_json, table


def playing_options(command: Answer) -> Answer:
    """Decorates a command that plays many games with the options for seed, processes and luck."""
    for option in (
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True),
        click.option(
            "--jobs",
            "-j",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            help="Processes; results do not depend on their number.",
        ),
        click.option(
            "--ray",
            "cluster",
            metavar="ADDRESS",
            help="Play on a Ray cluster; `local` starts one with --jobs workers on this machine.",
        ),
        click.option(
            "--patience",
            type=click.FloatRange(0, LONGEST_PATIENCE, min_open=True),
            default=PATIENCE,
            show_default=True,
            metavar="SECONDS",
            help="Time limit for a decision of your own bot, after which it loses the game.",
        ),
        click.option(
            "--luck/--no-luck",
            default=True,
            show_default=True,
            help="Also show results adjusted for luck.",
        ),
    ):
        command = option(command)
    return command


def spread_over(cluster: str | None, jobs: int) -> Spread | None:
    """Returns the executor of the games: a cluster of `jobs` workers on this machine for ``local``,
    the cluster at another address, or None for processes of this machine without a cluster."""
    if cluster is None:
        return None
    from eastfront.distributed import Cluster

    return Cluster(None if cluster == "local" else cluster, workers=jobs)


@click.command()
@click.argument("start", metavar="SCENARIO|POSITION|RECORD")
@click.option(
    "--first", help="The bot of the first side, with --second; the bots keep their sides."
)
@click.option("--second", help="The bot of the second side.")
@click.option(
    "--bot", "names", multiple=True, help="A bot that meets every other one, on both sides."
)
@game_options
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    help="Number of games of each seating.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the records.",
)
@playing_options
@json_option
def match(
    start: str,
    first: str | None,
    second: str | None,
    names: Sequence[str],
    options: Chosen,
    games: int,
    records: Path | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    patience: float,
    luck: bool,
    as_json: bool,
) -> None:
    """Let bots play games against each other, from the start of a SCENARIO or from a POSITION.

    Two bots with --first and --second keep their sides; of several, each given by --bot, every pair
    meets on both sides. A bot is given by its name, or by MODULE:FACTORY, a function or class that
    makes a bot from a seed; the module may be in the current folder. A bot from a module plays in
    its own process: if it raises, returns nonsense, exits or takes too long, it loses the game, and
    a line gives the reason.
    """
    given = [name for name in (first, second) if name is not None]
    if bool(given) == bool(names) or len(given) == 1:
        raise click.UsageError("expected --first and --second, or --bot twice or more")
    game = _begin(start, options)
    how: dict[str, Any] = {"seed": seed, "jobs": jobs, "luck": luck, "records": records is not None}
    how |= {"spread": spread_over(cluster, jobs), "patience": patience}
    if given and first == second:

        def play(moved: Callable[[int], None]) -> Tournament:
            return meeting.balance(game, given[:1], games, moved=moved, **how)

    else:

        def play(moved: Callable[[int], None]) -> Tournament:
            both = not given
            who = given or names
            return meeting.tournament(game, who, games, both_sides=both, moved=moved, **how)

    seatings = 1 if given else len(names) * (len(names) - 1)
    _told(game, play, games * seatings, records, as_json)


@click.command()
@click.argument("start", metavar="SCENARIO|POSITION|RECORD")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    help="A bot that plays both sides; several are reported one by one. [default: busy]",
)
@game_options
@click.option(
    "--games",
    "-n",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="Number of games of each policy.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the records.",
)
@playing_options
@json_option
def balance(
    start: str,
    policies: Sequence[str],
    options: Chosen,
    games: int,
    records: Path | None,
    seed: int,
    jobs: int,
    cluster: str | None,
    patience: float,
    luck: bool,
    as_json: bool,
) -> None:
    """Measure the balance of a SCENARIO or POSITION between equal players."""
    game = _begin(start, options)
    policies = policies or ("busy",)
    how: dict[str, Any] = {"seed": seed, "jobs": jobs, "luck": luck, "records": records is not None}
    how |= {"spread": spread_over(cluster, jobs), "patience": patience}
    _told(
        game,
        lambda moved: meeting.balance(game, policies, games, moved=moved, **how),
        games * len(policies),
        records,
        as_json,
    )


def _begin(start: str, options: Chosen) -> Game | State:
    """Returns what the games begin with: a game, to begin at its start, or a later position."""
    state = state_of(start, options)
    at_start = state == state.game.new()
    return state.game if at_start else state


def _told(
    begin: Game | State,
    play: Callable[[Callable[[int], None]], Tournament],
    games: int,
    records: Path | None,
    as_json: bool,
) -> None:
    """Plays the games by calling `play` with the function that moves a progress bar, writes the
    records to the folder `records` unless that is None, and prints the results of the tournament.
    `begin` is the game or the position, `games` the number of games."""
    began = time.perf_counter()
    game = begin if isinstance(begin, Game) else begin.game
    with progress(game.id, games) as moved:
        held = play(moved)
    seconds = time.perf_counter() - began
    for game_ in held.games:
        if game_.forfeit:
            told_forfeit(game_.forfeit, game_.fixture.seed)
    if records is not None:
        with whole():
            _keep(held, records)
    if as_json:
        show_json(_document(held, seconds))
    else:
        _show(held, seconds)


def told_forfeit(reason: str, seed: int | None = None) -> None:
    """Prints to stderr one line with the reason why a bot lost a game by forfeit. `seed` is the
    seed of the game, which the line then names; None to leave it out."""
    where = "" if seed is None else f"the game of seed {seed}: "
    click.echo(f"eastfront: {where}{reason}", err=True)


def _keep(held: Tournament, folder: Path) -> None:
    """Writes the record of each game of a tournament to a file in `folder`, named by its players
    and seed."""
    folder.mkdir(parents=True, exist_ok=True)
    for played in held.games:
        names = [name.replace(":", ".") for name in played.fixture.players]
        path = folder / f"{'-'.join(names)}-{played.fixture.seed}.efr"
        files.write(path, played.record or "")


def _document(held: Tournament, seconds: float) -> dict[str, Any]:
    """Returns the JSON document of a tournament's results. If each side has the same bot in all
    games, a single seating, the figures of that seating stand at the top level too."""
    found = held.document() | {
        "actions": sum(played.actions for played in held.games),
        "seconds": seconds,
    }
    if len(held.seatings) == 1:
        only = found["seatings"][0]
        found |= {key: only[key] for key in ("players", "wins", "decided_by")}
    return found


def _show(held: Tournament, seconds: float) -> None:
    for seating in held.seatings:
        who = ", ".join(
            f"{side} {name}" for side, name in zip(held.sides, seating.players, strict=True)
        )
        rows = [(f"{held.sides[0]} wins", *told(seating.share, percent))]
        if seating.score is not None:
            rows.append(("value at the end", *told(seating.score, figure)))
        columns = ["", *result_columns(held.judge is not None)]
        table(f"{held.game}: {who}, {seating.games} games", columns, rows)
    if held.elo is not None:
        rated = sorted(held.elo.ratings.items(), key=lambda item: (-item[1].estimate, item[0]))
        shares = held.bots
        table(
            "",
            ["bot", "Elo", "wins"],
            [(name, round_all(elo), percent(shares[name])) for name, elo in rated],
        )
        click.echo(f"playing the {held.sides[0]} side: Elo {round_all(held.elo.advantage)}")
    if held.judge is not None:
        click.echo(
            f"luck is judged by `{held.judge}`; `saves`: uncorrected games worth one corrected game"
        )
    played = sum(p.actions for p in held.games)
    click.echo(f"{len(held.games)} games, {played} actions in {seconds:.1f} s")


def result_columns(luck: bool) -> list[str]:
    """Returns the headings of the cells that `told` returns, with or without luck."""
    return ["as played", "less luck", "saves"] if luck else ["as played"]


def told(found: Adjusted, how: Callable[[Interval], str]) -> list[str]:
    """Returns the cells of one row of the results table, which shows a mean in the form that `how`
    writes: the mean as played and, if luck was recorded, the mean corrected for luck, and the
    number of uncorrected games that are as exact as one corrected game."""
    if found.adjusted is None:
        return [how(found.plain)]
    return [how(found.plain), how(found.adjusted), f"{found.saving:.2f}"]


def percent(interval: Interval) -> str:
    """Returns a share and the bounds of its interval, in percent: ``52.0% [48.1, 55.9]``."""
    share, low, high = (100 * value for value in interval)
    return f"{share:.1f}% [{low:.1f}, {high:.1f}]"


def figure(interval: Interval) -> str:
    """Returns a mean and the bounds of its interval as text: ``3.2 [1.0, 5.4]``."""
    return f"{interval.estimate:.1f} [{interval.low:.1f}, {interval.high:.1f}]"
