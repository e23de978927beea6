"""eastfront luck: the luck of each side in a record, and the most decisive rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from eastfront import record
from eastfront.matches.luck import Judge, Roll, by_kind, luck_of

from .main import Failure
from .output import json_option, show_json, table


@click.command()
@click.argument("paths", metavar="RECORD", nargs=-1, required=True)
@click.option(
    "--top", type=click.IntRange(0), default=10, show_default=True, help="Number of rolls shown."
)
@json_option
def luck(paths: Sequence[str], top: int, as_json: bool) -> None:
    """Show the luck of each roll of each RECORD, in points of the game's own evaluation.

    The luck of a roll is the value of its outcome to the first side less the average over all
    outcomes; the total is what the dice gained for that side or, if negative, for the other.
    """
    told = [_told(path) for path in paths]
    if as_json:
        show_json([document for document, _, _ in told])
        return
    for document, rolls, _ in told:
        _show(document, rolls, top)


def _told(path: str) -> tuple[dict[str, Any], list[Roll], record.Record]:
    kept = record.load(path)
    try:
        rolls = luck_of(kept)
    except record.RecordError as error:
        raise Failure(f"{path}: {error}") from error
    game = kept.game()
    document = {
        "record": path,
        "game": kept.game_id,
        "judge": Judge(game).query,
        "side": game.sides[0],
        "outcome": kept.outcome,
        "luck": sum(roll.luck for roll in rolls),
        "by_kind": by_kind(rolls, lambda roll: roll.luck),
        "rolls": [{**asdict(roll), "luck": roll.luck} for roll in rolls],
    }
    return document, rolls, kept


def _show(document: dict[str, Any], rolls: Sequence[Roll], top: int) -> None:
    side = document["side"]
    greatest = sorted(rolls, key=lambda roll: -abs(roll.luck))[:top]
    table(
        f"{document['record']}: {document['game']}, luck by `{document['judge']}`",
        ["turn", "procedure", "outcome", "chance", "expected", "value", f"luck of {side}"],
        [
            (
                roll.turn,
                roll.procedure,
                roll.outcome,
                f"{roll.chance:.3f}",
                f"{roll.expected:.1f}",
                f"{roll.value:.1f}",
                f"{roll.luck:+.1f}",
            )
            for roll in greatest
        ],
    )
    kinds = ", ".join(f"{kind} {value:+.1f}" for kind, value in document["by_kind"].items())
    click.echo(f"{len(rolls)} rolls, luck of the {side} side {document['luck']:+.1f}: {kinds}")
