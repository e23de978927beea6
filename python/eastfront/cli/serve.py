"""eastfront serve: games for front ends, over HTTP and WebSocket."""

from __future__ import annotations

from pathlib import Path

import click

from eastfront.loading.game import variant

from .output import show_json


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address; the default is local."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0 for any that is free.",
)
@click.option(
    "--allow-host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="A further name under which the server may be called; * for any.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where games are kept, for the next server to go on with; a folder of yours if not given.",
)
@click.option(
    "--memory", is_flag=True, help="Keep games in memory alone; they end with the server."
)
@click.option(
    "--games", type=click.IntRange(1), default=64, show_default=True, help="Games at a time."
)
@click.option(
    "--creations",
    type=click.IntRange(1),
    default=30,
    show_default=True,
    help="New games a minute from one address.",
)
@click.option(
    "--body",
    type=click.IntRange(256),
    default=64 * 1024,
    show_default=True,
    metavar="BYTES",
    help="The longest body or message.",
)
@click.option(
    "--idle",
    type=click.FloatRange(1),
    default=7 * 86_400,
    show_default=True,
    metavar="SECONDS",
    help="After this, a game that nobody asks about is dropped.",
)
@click.option(
    "--sockets", type=click.IntRange(1), default=128, show_default=True, help="Sockets at a time."
)
@click.option(
    "--connections",
    type=click.IntRange(2),
    default=256,
    show_default=True,
    help="Connections at a time, sockets among them.",
)
@click.option(
    "--queue",
    type=click.IntRange(1),
    default=32,
    show_default=True,
    help="Requests that may wait for one game.",
)
@click.option(
    "--undo",
    type=click.IntRange(0),
    default=256,
    show_default=True,
    help="Actions that can be taken back.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=10,
    show_default=True,
    metavar="SECONDS",
    help="How long headers, a body, or the first message of a socket may take to come, and how "
    "long an answer may lie unread.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=4,
    show_default=True,
    help="Threads that work on games.",
)
@click.option(
    "--rules",
    metavar="MODULE:CLASS",
    help="A variant of your own, with which all games are played.",
)
@click.option(
    "--charts",
    metavar="PATH",
    help="A file or folder of tables in place of the game's own, with which all are played.",
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

    A page to play on is served at /, what can be asked stands in docs/front-ends.md. Whoever makes
    a new game takes a seat at it, and has invitations for the others; who shows the secret word of
    a seat sees what that seat may know. Games are written down as they are played, and the next
    server goes on with them; no request names a file.
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
    raise KeyboardInterrupt  # it is what ends a server
