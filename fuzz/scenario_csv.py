"""The tables of a game come back the same from what was read, or a ScenarioError names the line."""

import csv
from pathlib import Path
from tempfile import mkdtemp

from eastfront.scenario import ScenarioError
from eastfront.scenario import tables as t
from eastfront.scenario.decode import decode
from eastfront.scenario.files import read_table, read_toml
from eastfront.scenario.forms import GameFile
from eastfront.scenario.load import DIRECTORY

PATH = DIRECTORY / "barbarossa-deluxe/game.toml"
GAME = decode(PATH, read_toml(PATH), GameFile)
FILE, AGAIN = (Path(mkdtemp()) / "t.csv" for _ in range(2))
NAMES = t.HexNames(PATH, GAME)


def law(data: bytes) -> None:
    """Read it as the map and as the order of battle; write its rows down and read them again."""
    FILE.write_bytes(data)
    for columns, lists, read in (
        (t.UNIT_COLUMNS, t.UNIT_LISTS, lambda rows: t.read_units(rows, GAME)),
        (t.MAP_COLUMNS, t.MAP_LISTS, lambda rows: t.read_map(PATH, rows, [], NAMES, GAME)),
    ):
        try:
            rows = read_table(FILE, columns, lists)
            t.check_vocabulary(PATH, GAME, rows)
            found = read(rows)
        except ScenarioError as error:
            assert "\n" not in str(error) and error.expected
            continue
        with AGAIN.open("w", newline="") as out:
            csv.writer(out).writerows([columns, *([r[c] for c in columns] for r in rows)])
        assert read(read_table(AGAIN, columns, lists)) == found
