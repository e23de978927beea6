"""Loading a scenario: every file of a game read, decoded and checked, or one clear error."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from . import barbarossa_deluxe
from .charts import Table, check_source, plain, read_charts, require_all
from .errors import Absent, ScenarioError, nearest, one_of
from .files import decode, missing_file, read_toml
from .forms import Form, GameFile, ScenarioFile, ScenarioHead
from .model import ScenarioData, SourceRow
from .setup import SetupCheck
from .tables import read_map, read_units

DIRECTORY = Path(__file__).resolve().parents[1] / "scenarios"
"""The games that come with the package."""

GAME, CHARTS = "game.toml", "charts.toml"
TABLES = ("map.csv", "hexsides.csv", "units.csv")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class GameForms:
    """What is particular to the files of one game."""

    scenario: type[ScenarioFile]
    charts: Mapping[str, type[Form]]
    check_charts: Callable[[dict[str, Table], SetupCheck], None]
    check_scenario: Callable[[SetupCheck, dict[str, Table]], None]


FORMS = {
    "barbarossa-deluxe": GameForms(
        barbarossa_deluxe.Scenario,
        barbarossa_deluxe.CHARTS,
        barbarossa_deluxe.check_charts,
        barbarossa_deluxe.check_scenario,
    ),
}


@dataclass(frozen=True, order=True)
class ScenarioName:
    """A scenario that can be loaded."""

    id: str
    """Game and scenario, such as ``barbarossa-deluxe/blue-kremlin``."""
    title: str


def list_scenarios(*, directory: Path | None = None) -> list[ScenarioName]:
    """The scenarios of all games, in the order of their ids."""
    found: list[ScenarioName] = []
    for game, names in _index(directory or DIRECTORY).items():
        for name, path in names.items():
            head = decode(path, read_toml(path), ScenarioHead)
            found.append(ScenarioName(f"{game}/{name}", head.title))
    return sorted(found)


def load_scenario(
    game: str, scenario: str, *, charts: Path | None = None, directory: Path | None = None
) -> ScenarioData:
    """Everything that a scenario is played with.

    ``charts`` replaces what an owner of the printed game knows better: either a file in the form
    of charts.toml, whose tables take the place of those of the same name, or a folder with any of
    game.toml, map.csv, hexsides.csv, units.csv and charts.toml.  ``directory`` is a folder of
    games instead of the package's own.  Bad data raises ScenarioError.
    """
    root = Path(directory) if directory is not None else DIRECTORY
    path = _find(root, game, scenario)
    own = _replacements(Path(charts)) if charts is not None else {}
    files = {name: own.get(name, path.parent / name) for name in (GAME, *TABLES)}
    forms = FORMS[game]

    words = decode(files[GAME], read_toml(files[GAME]), GameFile)
    if words.id != game:
        raise ScenarioError(files[GAME], "id", words.id, game)
    map_ = read_map(files["map.csv"], files["hexsides.csv"], files[GAME], words)
    units = read_units(files["units.csv"], words)
    tables = read_charts(path.parent / CHARTS, forms.charts)
    require_all(path.parent / CHARTS, tables, list(forms.charts))
    if CHARTS in own:
        tables |= read_charts(own[CHARTS], forms.charts)

    raw, origin = _read_scenario(path)
    form = _decode_scenario(path, raw, origin, forms.scenario)
    check = SetupCheck(origin, words, map_, {u.id: u for u in units}, form)
    forms.check_scenario(check, tables)
    forms.check_charts(tables, check)
    sources = _sources(files[GAME], words) + [table.source for table in tables.values()]
    setup = msgspec.to_builtins(form)
    return ScenarioData(
        game, scenario, form.title, map_, units, plain(tables), setup, tuple(sources)
    )


def _index(root: Path) -> dict[str, dict[str, Path]]:
    """The scenario files of each game of a folder."""
    if not root.is_dir():
        raise ScenarioError(root, "folder", Absent("no such folder"), "a folder of games")
    games = sorted(p for p in root.iterdir() if p.name in FORMS and p.is_dir())
    return {
        game.name: {
            file.stem: file
            for file in sorted(game.glob("*.toml"))
            if file.name not in (GAME, CHARTS) and _NAME.fullmatch(file.stem)
        }
        for game in games
    }


def _find(root: Path, game: str, scenario: str) -> Path:
    """The file of a scenario, looked up by name and never built from it."""
    known = _index(root)
    if game not in known:
        raise ScenarioError(root, "game", game, one_of(known, game))
    if scenario not in known[game]:
        raise ScenarioError(root / game, "scenario", scenario, one_of(known[game], scenario))
    return known[game][scenario]


def _replacements(charts: Path) -> dict[str, Path]:
    """The files that an owner puts in place of ours, by the name of ours."""
    if charts.is_file():
        return {CHARTS: charts}
    if not charts.is_dir():
        raise missing_file(charts)
    names = (GAME, CHARTS, *TABLES)
    found = {p.name: p for p in sorted(charts.iterdir()) if p.suffix in (".toml", ".csv")}
    for name, path in found.items():
        if name not in names:
            raise ScenarioError(path, "file name", name, one_of(names, name))
    if not found:
        raise ScenarioError(charts, "folder", Absent("no table"), one_of(names))
    return found


def _read_scenario(path: Path) -> tuple[dict[str, Any], dict[str, Path]]:
    """A scenario file over those it is based on, and the file that each key was read from."""
    chain: list[Path] = []
    raw: dict[str, Any] = {}
    origin: dict[str, Path] = {"": path}
    while True:
        chain.append(path)
        layer = read_toml(path)
        head = decode(path, {k: layer[k] for k in ("id", "title") if k in layer}, ScenarioHead)
        if head.id != path.stem:
            raise ScenarioError(path, "id", head.id, f"{path.stem}, the name of the file")
        for key, value in layer.items():
            if key not in raw:
                raw[key] = value
                origin[key] = path
        base = layer.get("based_on")
        if base is None:
            return raw, origin
        beside = _index(path.parents[1])[path.parent.name]
        if base not in beside:
            raise ScenarioError(path, "based_on", base, f"a scenario{nearest(base, beside)}")
        if beside[base] in chain:
            names = " > ".join(p.stem for p in chain)
            got = Absent(f"{base!r} after {names}")
            raise ScenarioError(path, "based_on", got, "a scenario not based on this one")
        path = beside[base]


def _decode_scenario(
    path: Path, raw: dict[str, Any], origin: Mapping[str, Path], form: type[ScenarioFile]
) -> ScenarioFile:
    try:
        return decode(path, raw, form)
    except ScenarioError as error:
        key = re.split(r"[.\[,]", error.place.removeprefix("top level, key "))[0]
        where = origin.get(key, path)
        raise ScenarioError(where, error.place, error.value, error.expected) from None


def _sources(path: Path, game: GameFile) -> list[SourceRow]:
    return [check_source(path, f"source[{i}]", form) for i, form in enumerate(game.source)]
