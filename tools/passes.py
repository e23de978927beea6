"""The gain of each pass of the compiler: instructions a decision with all passes, and without it.

    python -m tools.passes [--record] [PASS[,PASS...]]...

The longest scenario of each game is played by the busy policy under callgrind: with all passes,
with each left out, and with none. Passes named together, `simplify,peephole`, are left out
together. `--record` writes the table into `docs/passes.md`, and the gain of each pass into the list
of passes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import click

import eastfront as ef
from eastfront._core import PASSES

from .net.figures import counted, play_example
from .net.settings import LONGEST, ROOT

GAMES = {"barbarossa-1971": 1, "barbarossa-deluxe": 10, "russian-campaign": 10}
"""The number of games played: some ten thousand decisions."""

PAGE = ROOT / "docs" / "passes.md"
TABLE = re.compile(r"(?<=<!-- gains -->\n).*?(?=<!-- /gains -->)", re.DOTALL)
"""The place of the table in the page."""

LIST = ROOT / "rust" / "core" / "src" / "program" / "passes" / "mod.rs"
LISTED = re.compile(r"^( +(?:Whole\()?&\w+::(\w+)\)?,)(?: +// .*)?$", re.MULTILINE)
"""A line of the list of passes, and the pass's type in it."""

WORTH = 0.05
"""The least gain in loading that is noted in the list, as a share."""

Cost = tuple[float, float]
"""Instructions a decision, and to load the game; or their increase, as shares."""


def costs(game: str, play: Path, left_out: Iterable[str]) -> dict[str, Cost]:
    """The costs of a game: with the whole compiler under "", and without each pass or group."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        file.write_bytes(ef.load(f"{game}/{LONGEST[game]}").to_bytes())
        names = ["", *left_out]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            each = pool.map(partial(_cost, game, play, file), names)
            return dict(zip(names, each, strict=True))


def _cost(game: str, play: Path, file: Path, left_out: str) -> Cost:
    more = ("1", left_out) if left_out else ()
    loading, _ = counted(play, file, 0, "busy", *more)
    playing, decisions = counted(play, file, GAMES[game], "busy", *more)
    each = (playing - loading) / decisions
    said = f"{game} without {left_out or 'nothing'}: {each:.0f} a decision, {loading} to load"
    print(said, file=sys.stderr, flush=True)
    return each, loading


def gains(costs: Mapping[str, Cost]) -> dict[str, Cost]:
    """The increase without a pass, as shares, by pass."""
    each, loading = costs[""]
    return {
        name: (now / each - 1, load / loading - 1) for name, (now, load) in costs.items() if name
    }


def table(found: Mapping[str, Mapping[str, Cost]]) -> str:
    """The figures of each game with all passes, and the increase without each."""
    games = list(found.values())
    whole = [f"{each:,.0f} | {loading:,.0f}" for each, loading in (by[""] for by in games)]
    lines = [
        "| left out | " + " | ".join(f"{game} | to load" for game in found) + " |",
        "| --- |" + " ---: |" * (2 * len(found)),
        "| nothing | " + " | ".join(whole) + " |",
    ]
    by_game = [gains(by_pass) for by_pass in games]
    for name in by_game[0]:
        cells = " | ".join(percent(share) for by_pass in by_game for share in by_pass[name])
        lines.append(f"| {'all' if name == 'none' else f'`{name}`'} | {cells} |")
    return "\n".join(lines) + "\n"


def percent(share: float) -> str:
    """A share in the table, in percent with one decimal; zero has no sign."""
    told = f"{share:+.1%}"
    return "0.0%" if told[1:] == "0.0%" else told


def listed(text: str, by_game: Sequence[Mapping[str, Cost]]) -> str:
    """The list of passes, each with its largest gain in a game, and in loading one."""

    def line(found: re.Match[str]) -> str:
        name = re.sub(r"(?<!^)(?=[A-Z])", "-", found[2]).lower()
        each, loading = (max(of) for of in zip(*(gain[name] for gain in by_game), strict=True))
        told = percent(each) + (f", to load {percent(loading)}" if loading > WORTH else "")
        return f"{found[1]} // {told}"

    return LISTED.sub(line, text)


@click.command(help=__doc__)
@click.argument("groups", nargs=-1, metavar="[PASS[,PASS...]]...")
@click.option("--record", is_flag=True, help="Write the figures into the page and the list.")
def main(groups: tuple[str, ...], record: bool) -> None:
    """Runs the command."""
    if record and groups:
        raise click.UsageError("--record writes the figures of all passes, so name none")
    play, left_out = play_example(), groups or (*dict.fromkeys(PASSES), "none")
    found = {game: costs(game, play, left_out) for game in GAMES}
    told = table(found)
    print(told, end="")
    if record:
        PAGE.write_text(TABLE.sub(told, PAGE.read_text(encoding="utf-8")), encoding="utf-8")
        by_game = [gains(by_pass) for by_pass in found.values()]
        LIST.write_text(listed(LIST.read_text(encoding="utf-8"), by_game), encoding="utf-8")
        subprocess.run(["rustfmt", "--edition", "2021", str(LIST)], check=True)


if __name__ == "__main__":
    main()
