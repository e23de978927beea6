"""eastfront serve: games for front ends, over HTTP and WebSocket."""

from __future__ import annotations

from pathlib import Path

import click

from eastfront.loading.game import variant

from .output import show_json


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; local by default.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 for any free one.",
)
@click.option(
    "--allow-host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="A further host name under which the server accepts requests; * for any.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder in which games are kept across restarts; by default one in your data folder.",
)
@click.option("--memory", is_flag=True, help="Keep games in memory only; they end with the server.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=64,
    show_default=True,
    help="Maximum number of games.",
)
@click.option(
    "--creations",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="New games per minute from one address.",
)
@click.option(
    "--body",
    type=click.IntRange(256),
    default=64 * 1024,
    show_default=True,
    metavar="BYTES",
    help="Maximum size of a body or message.",
)
@click.option(
    "--idle",
    type=click.FloatRange(1),
    default=7 * 86_400,
    show_default=True,
    metavar="SECONDS",
    help="Time after which a game without requests is dropped.",
)
@click.option(
    "--sockets",
    type=click.IntRange(1),
    default=128,
    show_default=True,
    help="Maximum number of sockets.",
)
@click.option(
    "--connections",
    type=click.IntRange(2),
    default=256,
    show_default=True,
    help="Maximum number of connections, sockets included.",
)
@click.option(
    "--queue",
    type=click.IntRange(1),
    default=32,
    show_default=True,
    help="Maximum number of requests that wait for one game.",
)
@click.option(
    "--undo",
    type=click.IntRange(0),
    default=256,
    show_default=True,
    help="Number of actions that can be taken back.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=10,
    show_default=True,
    metavar="SECONDS",
    help="Timeout for headers, a body, the first message of a socket, and the reading of a "
    "response.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=4,
    show_default=True,
    help="Number of worker threads.",
)
@click.option(
    "--rules",
    metavar="MODULE:CLASS",
    help="Your own variant for all games.",
)
@click.option(
    "--charts",
    metavar="PATH",
    help="A file or folder of tables that replace the game's own, for all games.",
)
@click.option("--log", is_flag=True, help="Log every request.")
@click.option("--json", "as_json", is_flag=True, help="Print the address as one JSON document.")
def serve(
    host: str,
    port: int,
    hosts: tuple[str, ...],
    folder: Path | None,
    memory: bool,
    games: int,
    creations: int,
    body: int,
    idle: float,
    sockets: int,
    connections: int,
    queue: int,
    undo: int,
    patience: float,
    threads: int,
    rules: str | None,
    charts: str | None,
    log: bool,
    as_json: bool,
) -> None:
    """Serve games to front ends over HTTP and WebSocket, until Ctrl-C.

    The server has a page to play on at /; docs/front-ends.md documents the API. The creator of a
    game takes a seat at it, and receives invitations for the others; the bearer of a seat's token
    sees what that seat may know. Games are journalled as they are played, and the next server
    resumes them. No request names a file of the server.
    """
    if memory and folder is not None:
        raise click.UsageError("--folder and --memory: expected one of them")
    if charts is not None and not Path(charts).exists():
        raise click.UsageError(f"--charts {charts}: no such file or folder")
    try:
        from eastfront.serve import running
        from eastfront.serve.keeping import usual
        from eastfront.serve.limits import Limits
        from eastfront.serve.lobby import Played
    except ModuleNotFoundError as error:
        raise click.UsageError(
            f"serving needs {error.name}: install it with `pip install eastfront[serve]`"
        ) from error
    limits = Limits(
        games=games,
        creations=creations,
        body=body,
        idle=idle,
        sockets=sockets,
        connections=connections,
        queue=queue,
        undo=undo,
        patience=patience,
        threads=threads,
    )

    def ready(address: str) -> None:
        if as_json:
            show_json({"address": address})
        else:
            click.echo(f"eastfront: serving at {address} until Ctrl-C")

    running.run(
        host,
        port,
        limits,
        hosts,
        ready=ready,
        log_level="info" if log else "warning",
        folder=None if memory else folder or usual(),
        played=Played(variant(rules) if rules else None, charts),
    )
    raise KeyboardInterrupt  # only an interrupt ends a server
