"""The entry point of the commands, and their error handling.

Any error prints one line to stderr and exits with code 2; with ``EASTFRONT_TRACEBACK`` set in the
environment, Python's traceback precedes it. A failed check, such as a record that does not replay,
exits with code 1, and Ctrl-C with 130.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import click

from eastfront import __version__

from . import ctrl_c
from .ctrl_c import INTERRUPTED

COMMANDS = {
    "scenarios": "eastfront.cli.data",
    "rules": "eastfront.cli.data",
    "rule": "eastfront.cli.data",
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
    "tables": "eastfront.cli.tables",
    "demo": "eastfront.cli.demo",
    "perft": "eastfront.cli.look",
    "program": "eastfront.cli.program",
    "render": "eastfront.cli.look",
    "bench": "eastfront.cli.bench",
    "play": "eastfront.cli.table",
    "serve": "eastfront.cli.serve",
    "mcp": "eastfront.cli.mcp",
    "new": "eastfront.cli.new",
}
"""The module that defines each command; it is imported when the command runs."""


LONGEST = 2000
"""Maximum number of characters of the error line."""


class Failure(click.ClickException):
    """A failed check: the command ran, and found a violation or a difference."""

    exit_code = 1


class Interrupted(Exception):
    """Ctrl-C during a command; for KeyboardInterrupt itself click would print an empty line."""


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as pressed:
            raise Interrupted from pressed

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
    """Runs a command line, by default that of the process; returns the exit code."""
    try:
        done = eastfront.main(arguments, prog_name="eastfront", standalone_mode=False)
        sys.stdout.flush()
        return done if isinstance(done, int) else 0
    except (click.exceptions.Abort, Interrupted):
        ctrl_c.say()
        return INTERRUPTED
    except click.ClickException as error:
        return _fail(error.format_message(), error.exit_code)
    except BrokenPipeError:
        _discard_output()
        return 1
    except Exception as error:
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
        if os.environ.get("EASTFRONT_TRACEBACK"):
            import traceback

            traceback.print_exc()
        return _fail(_words(error), 2)


def _discard_output() -> None:
    """Discards what could not be written to stdout, and all that follows, also at Python's exit,
    which would end with a traceback and a code of its own."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _words(error: Exception) -> str:
    """Returns an error as text; the name of its class is added unless the error is meant for
    users."""
    from eastfront._core import EastfrontError
    from eastfront.program import ProgramError

    kind = type(error).__name__
    if isinstance(error, OSError | ValueError | ProgramError | EastfrontError) and str(error):
        return str(error)
    return f"{kind}: {error}" if str(error) else kind


def _fail(text: str, code: int) -> int:
    line = " ".join(text.split())
    shown = line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
    click.echo(f"eastfront: {shown}", err=True)
    return code


def main() -> None:
    """Runs the console script: a command, and the exit of the process with its code."""
    ctrl_c.watch()
    try:
        code = run()
    except KeyboardInterrupt:  # between two steps of `run`
        ctrl_c.say()
        code = INTERRUPTED
    if code == INTERRUPTED:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        ctrl_c.leave()
    sys.exit(code)


if __name__ == "__main__":
    main()
