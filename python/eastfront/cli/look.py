"""eastfront perft and render: count action sequences from a position, and draw it."""

from __future__ import annotations

import time
from pathlib import Path

import click

from eastfront import _core, files

from .inputs import Chosen, game_options, state_of
from .output import json_option, show_json, table


@click.command()
@click.argument("start")
@game_options
@click.option(
    "--depth",
    type=click.IntRange(0, 20),
    required=True,
    help="Number of actions, without forced ones.",
)
@click.option("--divide", is_flag=True, help="Count by first action.")
@json_option
def perft(start: str, options: Chosen, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of DEPTH actions from START: a scenario, a position or a record."""
    state = state_of(start, options)
    began = time.perf_counter()
    by_action = _core.divide(state, depth) if divide and depth and not state.is_over else []
    nodes = sum(n for _, n in by_action) if by_action else _core.perft(state, depth)
    seconds = time.perf_counter() - began
    if as_json:
        found = {"start": start, "depth": depth, "nodes": nodes, "seconds": seconds}
        show_json(found | ({"divide": dict(by_action)} if divide else {}))
        return
    if divide:
        table("", ["action", "sequences"], by_action)
    click.echo(f"{nodes} sequences of {depth} actions in {seconds:.3f} s")


@click.command()
@click.argument("what")
@game_options
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The SVG file to write.",
)
@json_option
def render(what: str, options: Chosen, output: Path, as_json: bool) -> None:
    """Draw WHAT, a scenario, a position or the end of a record, as an SVG file."""
    from eastfront.render import svg

    if output.suffix != ".svg":
        raise click.UsageError(f"-o {output}: expected a name that ends in .svg")
    state = state_of(what, options)
    drawing = svg(state)
    files.write(output, drawing)
    if as_json:
        show_json({"file": str(output), "bytes": len(drawing.encode()), "key": f"{state.key:016x}"})
    else:
        click.echo(f"{output}: {state}")
