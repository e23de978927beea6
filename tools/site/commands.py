"""The page on the commands: each with its help and options, read from the program itself."""

from __future__ import annotations

import click

from eastfront.cli.main import eastfront

HEAD = """# Commands

`eastfront COMMAND --help` prints the same. An error is one line on stderr with exit code 2; a
failed check ends with code 1, Ctrl-C with 130.
"""


def page() -> str:
    """All commands, in the order of `eastfront --help`."""
    group = click.Context(eastfront, info_name="eastfront")
    return HEAD + "".join(
        _command(name, command)
        for name in eastfront.list_commands(group)
        if (command := eastfront.get_command(group, name)) is not None
    )


def _command(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"eastfront {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    rows = [
        record for one in command.params if (record := one.get_help_record(context)) and record[1]
    ]
    parts = [f"\n## {name}\n\n```text\neastfront {name} {usage}\n```\n\n{_help(command)}\n"]
    if rows:
        parts += ["\n| option | meaning |\n| --- | --- |\n"]
        parts += [f"| `{option}` | {_cell(told)} |\n" for option, told in rows]
    return "".join(parts)


def _help(command: click.Command) -> str:
    return "\n".join(line.strip() for line in (command.help or "").split("\f")[0].splitlines())


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("[", "\\[").replace("<", "&lt;")
