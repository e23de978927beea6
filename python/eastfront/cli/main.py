"""The entry point: the commands, and how they fail.

A bad argument is one line on stderr and exit code 2; a failed check, such as a record that does not
replay, is exit code 1.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence

import click

from eastfront import __version__

COMMANDS = {
    "scenarios": "eastfront.cli.data",
    "rules": "eastfront.cli.data",
    "sources": "eastfront.cli.data",
    "playout": "eastfront.cli.play",
    "match": "eastfront.cli.match",
    "balance": "eastfront.cli.match",
    "worth": "eastfront.cli.worth",
    "luck": "eastfront.cli.luck",
    "odds": "eastfront.cli.analysis",
    "supply": "eastfront.cli.analysis",
    "front": "eastfront.cli.analysis",
    "replay": "eastfront.cli.play",
    "tell": "eastfront.cli.tell",
    "demo": "eastfront.cli.demo",
    "perft": "eastfront.cli.look",
    "render": "eastfront.cli.look",
    "bench": "eastfront.cli.bench",
    "play": "eastfront.cli.table",
    "serve": "eastfront.cli.serve",
}
"""The module of each command, imported when the command is run."""


INTERRUPTED = 130
"""The exit code of a command that Ctrl-C has ended."""


PATIENCE = 10.0
"""Seconds that what still runs has to end after Ctrl-C."""


class Failure(click.ClickException):
    """A command that did its work and found that something does not hold."""

    exit_code = 1


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        import importlib

        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name])
        command: click.Command = getattr(module, cmd_name)
        return command


@click.group(cls=_Commands, no_args_is_help=False, invoke_without_command=True)
@click.version_option(__version__, prog_name="eastfront")
@click.pass_context
def eastfront(ctx: click.Context) -> None:
    """Eastern Front board wargames, with all their rules."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line; gives the exit code."""
    from eastfront.program.expr import ProgramError

    try:
        done = eastfront.main(arguments, prog_name="eastfront", standalone_mode=False)
        return done if isinstance(done, int) else 0
    except click.exceptions.Abort:
        return _fail("interrupted", INTERRUPTED)
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except BrokenPipeError:
        sys.stdout = None  # nobody reads; nothing to flush at exit
        return 1
    except (OSError, ValueError, ProgramError) as error:
        return _fail(str(error), 2)


def _fail(text: str, code: int) -> int:
    click.echo(f"eastfront: {' '.join(text.split())}", err=True)
    return code


def main() -> None:
    """The console script."""
    code = run()
    if code == INTERRUPTED:
        # a thread that waits for workers who have been ended might wait for good
        late = threading.Timer(PATIENCE, os._exit, (code,))
        late.daemon = True
        late.start()
    sys.exit(code)


if __name__ == "__main__":
    main()
