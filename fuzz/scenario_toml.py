"""A TOML file is read with every value in its place, or a ScenarioError names file and line."""

import tomllib
from pathlib import Path
from tempfile import mkdtemp

from eastfront.games.barbarossa_deluxe.data import CHARTS, Scenario
from eastfront.scenario import ScenarioError
from eastfront.scenario.charts import read_charts
from eastfront.scenario.decode import decode
from eastfront.scenario.files import read_toml
from eastfront.scenario.forms import GameFile
from eastfront.scenario.lines import parts, with_line

FILE = Path(mkdtemp()) / "charts.toml"


def law(data: bytes) -> None:
    """Read it as each kind of file; find every value again where it stands."""
    FILE.write_bytes(data)
    for read in (
        lambda: read_charts(FILE, CHARTS),
        lambda: decode(FILE, read_toml(FILE), GameFile),
        lambda: decode(FILE, read_toml(FILE), Scenario),
    ):
        try:
            read()
        except ScenarioError as error:
            assert with_line(error).file == str(FILE) and "\n" not in str(error)
    try:
        value = read_toml(FILE)
    except ScenarioError:
        return
    text = data.decode().replace("\r\n", "\n")
    for part in parts(text):
        here = value
        for step in part.steps:
            here = here[step]
        if part.kind != "header":
            assert repr(tomllib.loads(f"x = {text[part.value : part.end]}")["x"]) == repr(here)
