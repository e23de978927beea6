"""eastfront demo: two bots play a short scenario, with a report, a picture and a record."""

from __future__ import annotations

from pathlib import Path

import click

from eastfront import bots, files, packs, record, wire
from eastfront._core import Game, State
from eastfront.loading.game import scenario_of
from eastfront.questions.course import Course, is_told, telling_of

from .inputs import Chosen, game_options, scenario
from .main import Failure
from .output import json_option, progress, show_json


@click.command()
@click.option("--scenario", "start", default=packs.start, show_default="a short one")
@game_options
@click.option("--seed", type=click.IntRange(0), default=41, show_default=True)
@click.option(
    "--first",
    type=click.Choice(bots.NAMES),
    default="setup",
    show_default=True,
    help="The bot of the first side.",
)
@click.option(
    "--second",
    type=click.Choice(bots.NAMES),
    default="greedy",
    show_default=True,
    help="The bot of the second side.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("out"),
    show_default=True,
    help="The folder for picture and record.",
)
@json_option
def demo(
    start: str, options: Chosen, seed: int, first: str, second: str, out: Path, as_json: bool
) -> None:
    """Let two bots play a short scenario; report the game, draw its end, keep its record.

    If the game's pack has no words for reports, only the end of the game is reported.
    """
    from eastfront.render import svg

    game = scenario(start, options)
    names = dict(zip(game.sides, (first, second), strict=True))
    recorder = record.Recorder(game, seed=seed)
    recorder.record.players = names
    players = {side: bots.bot(name, seed) for side, name in names.items()}
    lines, course = _play(recorder, players)
    state = recorder.state

    out.mkdir(parents=True, exist_ok=True)
    board, kept = out / "final.svg", out / "demo.efr"
    files.write(board, svg(state))
    recorder.save(kept)
    same = bytes(record.load(kept).replay()) == bytes(state)
    if as_json:
        show_json(
            {
                "game": game.id,
                "digest": game.digest,
                "seed": seed,
                "players": names,
                "outcome": state.outcome,
                "battles": [battle.as_dict() for battle in course.battles] if course else [],
                "board": str(board),
                "record": str(kept),
                "replayed": same,
            }
        )
    else:
        for line in [*lines, *_end(state)]:
            click.echo(line)
        click.echo(f"\nThe board at the end: {board}. The record: {kept}.")
        if same:
            click.echo(f"The record replays to the identical state, key {state.key:016x}.")
    if not same:
        raise Failure(f"{kept} does not replay to the state that was reached")


def _play(
    recorder: record.Recorder, players: dict[str, bots.Bot]
) -> tuple[list[str], Course | None]:
    game = recorder.state.game
    course = Course(game) if is_told(game) else None
    lines: list[str] = []
    turn = wire.turn(recorder.state)
    with progress(f"playing {game.title}", _turns(game)) as move_on:
        for actor, action, effects in bots.play(recorder, players):
            if course is not None:
                lines += course.hear(recorder.state, actor, action, effects)
            now = wire.turn(recorder.state)
            if turn is not None and now is not None:
                move_on(now - turn)
            turn = now
    if course is not None:
        lines += course.close()
    return lines, course


def _turns(game: Game) -> int | None:
    """Returns the number of turns to play; None if the set-up does not define it."""
    setup = scenario_of(game.id).setup
    if "first_turn" not in setup or "last_turn" not in setup:
        return None
    return int(setup["last_turn"]) - int(setup["first_turn"]) + 1


def _end(state: State) -> list[str]:
    """Returns the winner, the deciding rule and the decisive facts, as lines of text."""
    winner, _, rule = state.outcome or (None, 0, "")
    told = telling_of(state.game).ending(state) if is_told(state.game) else ()
    won = f"The {winner} side wins" if winner else "Nobody wins"
    return ["", f"{won} ({rule}).", *(f"  {line}" for line in told)]
