"""What each pass of the compiler gains: instructions a decision with it and without it.

    python -m tools.passes [--game GAME] [--record]

Each campaign is played by the busy policy under callgrind, with all passes and with each left out.
``--record`` writes the table into ``docs/passes.md``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

import click

import eastfront as ef
from eastfront._core import PASSES

from .net.figures import counted, play_example
from .net.settings import LONGEST, ROOT

GAMES = {"barbarossa-deluxe": (2, 12), "russian-campaign": (2, 8), "barbarossa-1971": (1, 3)}
"""Games played under callgrind: what more of them take is told by a decision."""

PAGE = ROOT / "docs" / "passes.md"
TABLE = re.compile(r"(?<=<!-- gains -->\n).*?(?=<!-- /gains -->)", re.DOTALL)
"""Where the table stands in the page."""


def gains(game: str) -> dict[str, int]:
    """Instructions a decision: of the whole compiler by "", without each pass by its name."""
    play = play_example()
    found: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        file.write_bytes(ef.load(f"{game}/{LONGEST[game]}").to_bytes())
        for name in ("", *dict.fromkeys(PASSES), "none"):
            more = ("1", name) if name else ()
            few, many = (counted(play, file, games, "busy", *more) for games in GAMES[game])
            found[name] = round((many[0] - few[0]) / (many[1] - few[1]))
            print(f"{game} without {name or 'nothing'}: {found[name]}", file=sys.stderr, flush=True)
    return found


def table(found: dict[str, dict[str, int]]) -> str:
    """The figures as a table: what leaving a pass out costs in each campaign."""
    lines = ["| pass | " + " | ".join(found) + " |", "| --- |" + " ---: |" * len(found)]
    whole = " | ".join(f"{by_pass['']:,}" for by_pass in found.values())
    lines.append(f"| instructions a decision, all passes | {whole} |")
    for name in (*dict.fromkeys(PASSES), "none"):
        cells = (f"{by_pass[name] / by_pass[''] - 1:+.1%}" for by_pass in found.values())
        lines.append(
            f"| {'no pass at all' if name == 'none' else f'`{name}`'} | {' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n"


@click.command(help=__doc__)
@click.option("--game", "games", multiple=True, type=click.Choice(sorted(LONGEST)))
@click.option("--record", is_flag=True, help="Write the table into the page.")
def main(games: tuple[str, ...], record: bool) -> None:
    """Runs the command."""
    told = table({game: gains(game) for game in games or sorted(LONGEST)})
    print(told, end="")
    if record:
        PAGE.write_text(TABLE.sub(told, PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
