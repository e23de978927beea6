"""eastfront tables: recorded games as Parquet files."""

from __future__ import annotations

import click

from eastfront.interop import tables as games

from .output import json_option, show_json


@click.command()
@click.argument("source", metavar="RECORD|FOLDER")
@click.argument("out", metavar="OUT")
@click.option(
    "--skip", is_flag=True, help="Leave out records that cannot be read or replayed, and name them."
)
@json_option
def tables(source: str, out: str, skip: bool, as_json: bool) -> None:
    """Write RECORD, or all records in FOLDER (*.efr), as Parquet files into the folder OUT.

    Each table is a file: games, sides, decisions, battles with their exact chances, fighters (the
    units in battles), and positions by turn. The tables also hold information that was hidden from
    a side in the game. Needs the extra `tables`.
    """
    written = games.write(source, out, skip)
    if as_json:
        show_json(
            {
                "records": written.records,
                "tables": {
                    name: {"file": str(path), "rows": written.rows[name]}
                    for name, path in written.files.items()
                },
                "skipped": written.skipped,
            }
        )
        return
    for error in written.skipped.values():
        click.echo(f"skipped {error}", err=True)
    for name, path in written.files.items():
        click.echo(f"{path}: {written.rows[name]} rows")
    click.echo(f"records: {written.records}, skipped: {len(written.skipped)}")
