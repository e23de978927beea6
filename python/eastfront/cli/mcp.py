"""eastfront mcp: a seat for a language model, over the Model Context Protocol."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from eastfront import bots
from eastfront.loading.game import variant

from .inputs import Chosen, game_options, scenario
from .output import show_json


@click.command()
@click.argument("start", metavar="GAME/SCENARIO")
@game_options
@click.option("--side", help="The side of the model; by default the first one.")
@click.option(
    "--opponent",
    type=click.Choice(list(bots.NAMES)),
    help="The bot that plays the other side; by default a person does, in the page.",
)
@click.option("--seed", type=click.IntRange(0), help="The seed of the dice and of the bot.")
@click.option("--setup", type=click.Choice(["ready"]), help="Begin with the set-up that ships.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder for this game, which the next start continues; by default memory only.",
)
@click.option(
    "--disguised",
    type=click.IntRange(0),
    metavar="SEED",
    help="Give the model other names of everything, and the map turned, by a seed.",
)
@click.option("--http", is_flag=True, help="Serve over HTTP, at /mcp; else over stdin and stdout.")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address of the page and of --http."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port of the page and of --http; 0 for any free one.",
)
@click.option(
    "--allow-host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="A further host name under which the server accepts requests; * for any.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="With --http: print the address as one JSON document."
)
def mcp(
    start: str,
    options: Chosen,
    side: str | None,
    opponent: str | None,
    seed: int | None,
    setup: str | None,
    folder: Path | None,
    disguised: int | None,
    http: bool,
    host: str,
    port: int,
    hosts: tuple[str, ...],
    as_json: bool,
) -> None:
    """Give a seat at GAME/SCENARIO, the play of a side, to a language model.

    Over stdin and stdout the command is started by the model's client and ends with it. With --http
    it serves until Ctrl-C, at /mcp, and prints the token of the seat. Without --opponent it prints
    a link with which a person takes the other seat in the page. docs/front-ends.md has the tools.
    """
    if as_json and not http:
        raise click.UsageError("--json: expected --http too; stdout is the model's")
    if options.charts is not None and not Path(options.charts).exists():
        raise click.UsageError(f"--charts {options.charts}: no such file or folder")
    try:
        from eastfront.mcp import running
        from eastfront.serve.guard import LOCAL
        from eastfront.serve.lobby import Played
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"a seat for a model needs {error.name}: install it with `pip install eastfront[mcp]`"
        ) from error
    scenario(start, options)  # refuses a wrong name in the words of a command
    names = {*LOCAL, host, *hosts}
    one = running.seated(
        running.Wanted(
            scenario=start,
            side=side,
            opponent=opponent,
            options=options.options,
            played=Played(variant(options.rules) if options.rules else None, options.charts),
            seed=seed,
            ready=setup is not None,
            folder=folder,
            disguise=disguised,
        ),
        names,
    )

    def ready(served: running.Served) -> None:
        if as_json:
            show_json(asdict(served))
            return
        if http:
            token = served.token or "(that of its first start)"
            click.echo(f"eastfront: {served.address} is the {served.side} side", err=True)
            click.echo(f"eastfront: with the header Authorization: Bearer {token}", err=True)
        for seat, link in served.links.items():
            click.echo(f"eastfront: for the {seat}: {link}", err=True)

    if http:
        running.run_http(one, (host, port), names, ready)
        raise KeyboardInterrupt  # only an interrupt ends a server
    running.run_stdio(one, None if opponent else (host, port), ready)
