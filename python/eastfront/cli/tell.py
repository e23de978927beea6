"""eastfront tell: a report of a recorded game in words."""

from __future__ import annotations

import click

from eastfront import record
from eastfront.questions.course import Course

from .main import Failure
from .output import json_option, show_json


@click.command()
@click.argument("path", metavar="RECORD")
@json_option
def tell(path: str, as_json: bool) -> None:
    """Report the course of RECORD turn by turn: battles, losses, cities, weather and score."""
    kept = record.load(path)
    lines: list[str] = []
    try:
        course = Course(kept.game())
        for state, actor, action, effects in kept.steps():
            lines += course.hear(state, actor, action, effects)
        lines += course.close()
    except record.RecordError as error:
        raise Failure(f"{path}: {error}") from error
    if as_json:
        show_json(
            {
                "record": path,
                "game": kept.game_id,
                "players": kept.players,
                "outcome": kept.outcome,
                **course.as_dict(),
                "lines": lines,
            }
        )
        return
    for line in lines:
        click.echo(line)
    if kept.outcome is None:
        click.echo("\nThe game is not over.")
    else:
        winner, _, rule = kept.outcome
        won = f"The {winner} side wins" if winner else "Nobody wins"
        click.echo(f"\n{won} ({rule}).")
