"""Output of commands: one JSON document or text for people, with progress and errors on stderr."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

Answer = TypeVar("Answer", bound=Callable[..., Any])


def json_option(command: Answer) -> Answer:
    """Decorates a command with the option --json."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print exactly one JSON document and nothing else."
    )(command)


def show_json(document: object) -> None:
    """Prints the JSON document of a command."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints a table for people."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    out = Table(title=title, title_justify="left", show_edge=False, pad_edge=False)
    for column in columns:
        out.add_column(column, overflow="fold")
    for row in rows:
        out.add_row(*(escape(str(cell)) for cell in row))
    Console().print(out)


def facts(title: str, rows: Iterable[tuple[str, object]]) -> None:
    """Prints a title, and below it a line for each pair of a name and its value."""
    click.echo(title)
    for name, value in rows:
        click.echo(f"  {name:<16}{value}")


@contextmanager
def progress(title: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Context manager that draws a progress bar on stderr if that is a terminal; yields the
    function that advances it by a number of steps.

    `total` is the number of steps, None if it is unknown.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        # before 14.3 a bar of rich ends in an empty line even if it is disabled
        yield lambda steps: None
        return
    columns = [TextColumn("{task.description}"), BarColumn()]
    if total is not None:
        columns.append(MofNCompleteColumn())
    with Progress(
        *columns,
        TimeElapsedColumn(),
        console=console,
        transient=True,
    ) as bar:
        task = bar.add_task(title, total=total)
        yield lambda steps: bar.advance(task, steps)
