"""eastfront program: the compiled program of a scenario."""

from __future__ import annotations

import click

from eastfront._core import PASSES

from .inputs import Chosen, game_options, state_of
from .output import json_option, show_json, table

AS_WRITTEN = "none"


@click.command()
@click.argument("start")
@game_options
@click.option(
    "--after",
    type=click.Choice((AS_WRITTEN, *dict.fromkeys(PASSES))),
    help="Print the program after this compiler pass; `none` prints it as written.",
)
@click.option(
    "--part", metavar="NAME", help="Print only the procedures, views and queries with this name."
)
@click.option("--passes", is_flag=True, help="List the passes in order instead.")
@json_option
def program(
    start: str, options: Chosen, after: str | None, part: str | None, passes: bool, as_json: bool
) -> None:
    """Print the program of START, a scenario, a position or a record, as text.

    The rules of a game are a program; compiler passes rewrite it into an equivalent, faster one.
    """
    if passes:
        if as_json:
            show_json({"passes": list(PASSES)})
        else:
            table("", ["", "pass"], [(str(n), name) for n, name in enumerate(PASSES, 1)])
        return
    game = state_of(start, options).game
    text = game.program_text(after=after, part=part)
    if not text:
        raise click.ClickException(f"no procedure, view or query of {game.id} is named {part!r}")
    if as_json:
        show_json({"game": game.id, "after": after or PASSES[-1], "part": part, "program": text})
    else:
        click.echo(text, nl=False)
