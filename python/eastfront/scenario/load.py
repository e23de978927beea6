"""Loading a scenario: every file of a game is read, decoded and checked; one error names the first
fault."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from eastfront import packs

from . import tables
from .charts import check_source, plain, read_charts, require_all
from .decode import decode
from .errors import NOTHING, Absent, ScenarioError, UnreadableFile, one_of
from .files import Row, check_count, missing_file, read_table, read_toml
from .forms import GameFile, ScenarioFile, ScenarioHead
from .game_forms import GameForms
from .lines import with_line
from .model import Named, ScenarioData, SourceRow
from .setup import SetupCheck

DIRECTORY = packs.SHIPPED
"""The folder with the data of the games that ship."""

GAME, CHARTS = "game.toml", "charts.toml"
TABLES = ("map.csv", "hexsides.csv", "units.csv")
MAPPED = ("map", "hexsides")
"""The tables whose sources are in game.toml; the source of units.csv is in charts.toml."""

UNSOURCED = ("id", "title", "based_on", "source")
"""The keys of a scenario file for which no source, a statement of where the value comes from, is
given."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, order=True)
class ScenarioName:
    """An installed scenario: its id and title."""

    id: str
    """Game and scenario, such as ``barbarossa-deluxe/blue-kremlin``."""
    title: str


def list_scenarios(*, directory: Path | None = None) -> list[ScenarioName]:
    """Returns the scenarios of all games, in order of id.

    ``directory`` is a folder of games instead of the installed packs. If files cannot be read, a
    pack from another package is left out with a warning; in other cases ScenarioError is raised.
    """
    if directory is None:
        return sorted(name for names in packs.of_each(scenarios_of) for name in names)
    games = _index(directory)
    return sorted(_named(game, path) for game, files in games.items() for path in files.values())


def scenarios_of(pack: packs.Pack) -> list[ScenarioName]:
    """Returns the scenarios of a game. Raises ScenarioError for a file that cannot be read."""
    return [_named(pack.id, path) for path in _files(pack.data).values()]


def _named(game: str, path: Path) -> ScenarioName:
    """Reads the title of a scenario file; the id consists of ``game`` and the name of the file."""
    head = decode(path, read_toml(path), ScenarioHead)
    return ScenarioName(f"{game}/{path.stem}", head.title)


def load_scenario(
    game: str, scenario: str, *, charts: Path | None = None, directory: Path | None = None
) -> ScenarioData:
    """Loads all data of a scenario.

    ``charts`` gives the user's own data from a printed game, in place of the game's data here. It
    is a file, or a folder with any of these files:

    - charts.toml, or a file of its form by another name: its tables replace those of the same name;
    - map.csv, hexsides.csv, units.csv and game.toml: each replaces the whole file;
    - a file with the name of the scenario's file: its keys replace the same keys there.

    ``directory`` is a folder of games instead of the package's own. Raises ScenarioError for
    invalid data, with the file, the place, the value and what is expected.
    """
    try:
        path = _find(directory, game, scenario)
        own = _replacements(Path(charts), path.name) if charts is not None else {}
        return _load(game, path, own)
    except ScenarioError as error:
        raise with_line(error) from None


def _load(game: str, path: Path, own: Mapping[str, Path]) -> ScenarioData:
    forms = packs.pack(game).forms()
    _check_files(path.parent, own)
    game_path, charts_path = own.get(GAME, path.parent / GAME), path.parent / CHARTS
    words = decode(game_path, read_toml(game_path), GameFile)
    if words.id != game:
        raise ScenarioError(game_path, "id", words.id, repr(game))
    tables.check_rows(game_path, words)
    tables.check_own_columns(game_path, words, forms.unit_columns)
    rows = _read_rows(path.parent, own, words, forms)
    for table in rows.values():
        tables.check_vocabulary(game_path, words, table)
    tables.check_words(game_path, words)
    names = tables.HexNames(game_path, words)
    map_ = tables.read_map(game_path, rows["map.csv"], rows["hexsides.csv"], names, words)
    units = tuple(forms.read_units(rows["units.csv"], words))
    if words.units.columns:
        found = zip(units, rows["units.csv"], strict=True)
        units = tuple(replace(u, own=tables.own_columns(row, words)) for u, row in found)
    for name, count in _counts(words).items():
        if name not in own:
            check_count(rows[name], count)

    charts = read_charts(charts_path, forms.charts)
    require_all(charts_path, charts, list(forms.charts))
    if CHARTS in own:
        charts |= read_charts(own[CHARTS], forms.charts)

    raw, origin = _read_scenario(path, own.get(path.name))
    usual = {"player_order": words.sides, "setup_order": words.sides}
    form = _decode_scenario(path, usual | raw, origin, forms.scenario)
    files = {name: own.get(name, path.parent / name) for name in (GAME, *TABLES)}
    check = SetupCheck(origin, files, words, map_, {u.id: u for u in units}, form)
    check.schedule()
    units = tuple(check.units[u.id] for u in units)
    forms.check_scenario(check)
    forms.check_charts(charts, check)
    mapped = [name for name in MAPPED if rows[f"{name}.csv"]]
    sources = _sources(game_path, words, mapped) + [table.source for table in charts.values()]
    sources += _scenario_sources(origin, form, raw, forms.sourced)
    return ScenarioData(
        game=game,
        scenario=path.stem,
        title=form.title,
        map=map_,
        units=units,
        charts=Named(plain(charts), "table of charts.toml"),
        setup=Named(msgspec.to_builtins(form), f"key of {path.name}"),
        sources=tuple(sources),
        scale=words.scale,
        colours=words.colours,
        files={name: str(file) for name, file in files.items()},
    )


def _check_files(folder: Path, own: Mapping[str, Path]) -> None:
    """Raises UnreadableFile, with one message for all, if more than one required file of a game is
    missing; a single missing file raises an error when it is read. ``own`` has the user's
    replacement files, by name."""
    wanted = (GAME, CHARTS, "map.csv", "units.csv")
    missing = [name for name in wanted if name not in own and not (folder / name).exists()]
    if len(missing) > 1:
        got = Absent("no such files")
        raise UnreadableFile(folder, ", ".join(missing), got, "all of these files")


def _read_rows(
    folder: Path, own: Mapping[str, Path], words: GameFile, forms: GameForms
) -> dict[str, list[Row]]:
    """Reads the rows of map.csv, hexsides.csv and units.csv, by file name; ``own`` has the user's
    replacement files. Raises ScenarioError also if a file that is not replaced has fewer rows than
    game.toml states."""
    rows: dict[str, list[Row]] = {}
    counts = _counts(words)
    for name, columns, lists in (
        ("map.csv", forms.map_columns, tables.MAP_LISTS),
        ("hexsides.csv", tables.HEXSIDE_COLUMNS, tables.HEXSIDE_LISTS),
        ("units.csv", (*forms.unit_columns, *words.units.columns), forms.unit_lists),
    ):
        file = own.get(name, folder / name)
        if name == "hexsides.csv" and not words.map.hexside_features and not file.exists():
            rows[name] = []
            continue
        rows[name] = read_table(file, columns, lists, tables.absent(columns, words))
        if name not in own and len(rows[name]) < counts.get(name, 0):
            check_count(rows[name], counts[name])
    return rows


def _counts(words: GameFile) -> dict[str, int]:
    """Returns the number of rows that game.toml states for each table, by file name; empty if it
    states none."""
    rows = words.rows
    if rows is None:
        return {}
    return {"map.csv": rows.map, "hexsides.csv": rows.hexsides, "units.csv": rows.units}


def _homes(directory: Path | None, game: str | None = None) -> dict[str, Path]:
    """Returns the folder of each game, by id: the subfolders of ``directory`` that are named as
    games, or, if ``directory`` is None, the folders of the installed packs.

    In the second case, if ``game`` is given, no other pack is loaded. Raises ScenarioError for a
    folder without a game.
    """
    if directory is None and game in packs.names():
        return {game: packs.pack(game).data}
    if directory is None:
        return {one.id: one.data for one in packs.packs()}
    root = Path(directory)
    if not root.is_dir():
        raise UnreadableFile(root, "folder", Absent("no such folder"), "a folder of games")
    try:
        homes = {p.name: p for p in sorted(root.iterdir()) if p.name in packs.names()}
    except OSError as error:
        reason = Absent(error.strerror or "a failure")
        raise UnreadableFile(root, "folder", reason, "a readable folder") from error
    if not homes:
        raise ScenarioError(root, "folder", Absent("no game"), one_of(packs.names()))
    return homes


def _index(directory: Path | None, game: str | None = None) -> dict[str, dict[str, Path]]:
    """Returns the scenario files of each game, by game and by name of the scenario. With ``game``
    and no ``directory``, only that game is listed, if it is installed."""
    return {name: _files(home) for name, home in _homes(directory, game).items() if home.is_dir()}


def _files(home: Path) -> dict[str, Path]:
    """Returns the scenario files of a game, by the name of the scenario."""
    return {
        file.stem: file
        for file in sorted(home.glob("*.toml"))
        if file.name not in (GAME, CHARTS) and _NAME.fullmatch(file.stem)
    }


def _find(directory: Path | None, game: str, scenario: str) -> Path:
    """Returns the file of a scenario, found by name among the existing files; no path is built from
    a given name. Raises ScenarioError for an unknown game or scenario."""
    root, known = directory or DIRECTORY, _index(directory, game)
    if game not in known:
        raise ScenarioError(root, "game id", game, one_of(known, game))
    if scenario not in known[game]:
        expected = one_of(known[game], scenario)
        raise ScenarioError(_homes(directory, game)[game], "scenario id", scenario, expected)
    return known[game][scenario]


def _replacements(charts: Path, scenario: str) -> dict[str, Path]:
    """Returns the user's replacement files in the file or folder ``charts``, by the name of the
    file that each replaces; ``scenario`` is the name of the scenario's file. Raises ScenarioError
    for a file that replaces none."""
    names = (GAME, CHARTS, *TABLES, scenario)
    if charts.is_file():
        if charts.name not in names and charts.suffix != ".toml":
            raise ScenarioError(charts, "file name", charts.name, one_of(names, charts.name))
        return {charts.name if charts.name in names else CHARTS: charts}
    if not charts.is_dir():
        raise missing_file(charts)
    found = {p.name: p for p in sorted(charts.iterdir()) if p.suffix in (".toml", ".csv")}
    for name, path in found.items():
        if name not in names:
            raise ScenarioError(path, "file name", name, one_of(names, name))
    if not found:
        raise ScenarioError(charts, "folder", Absent("no table"), one_of(names))
    return found


def _read_scenario(path: Path, own: Path | None) -> tuple[dict[str, Any], dict[str, Path]]:
    """Reads the keys of a scenario file and of the files on which it is `based_on`, directly or
    through others. A file overrides those on which it is based; the user's own file ``own``
    overrides all.

    Returns the keys with their values, and the file from which each key comes; this second
    dictionary also has the key '' for the scenario file itself, ``path``.
    """
    raw: dict[str, Any] = read_toml(own) if own is not None else {}
    origin = dict.fromkeys(raw, own or path) | {"": path}
    chain: list[str] = []
    while True:
        chain.append(path.stem)
        layer = read_toml(path)
        if layer.get("id", path.stem) != path.stem:
            expected = f"{path.stem!r}, the name of the file"
            raise ScenarioError(path, "id", layer["id"], expected)
        if chain[1:]:  # a derived scenario has its own name
            layer = {key: value for key, value in layer.items() if key not in ("id", "title")}
        raw = layer | raw
        origin = dict.fromkeys(layer, path) | origin
        base = layer.get("based_on")
        if base is None:
            return raw, origin
        known = [p.stem for p in path.parent.glob("*.toml") if p.name not in (GAME, CHARTS)]
        if base not in known:
            raise ScenarioError(path, "based_on", base, one_of(known, base))
        if base in chain:
            names = ", ".join(repr(name) for name in chain)
            raise ScenarioError(path, "based_on", base, f"none of {names}, which would be circular")
        path = path.with_name(f"{base}.toml")


def _decode_scenario(
    path: Path, raw: dict[str, Any], origin: Mapping[str, Path], form: type[ScenarioFile]
) -> ScenarioFile:
    try:
        decoded = decode(path, raw, form)
    except ScenarioError as error:
        key = re.split(r"[.\[,]", error.place.removeprefix("key "))[0]
        where = origin.get(key, path)
        raise ScenarioError(where, error.place, error.value, error.expected) from None
    if decoded.id != path.stem:
        raise ScenarioError(origin["id"], "id", decoded.id, repr(path.stem))
    return decoded


def _sources(path: Path, game: GameFile, wanted: Sequence[str]) -> list[SourceRow]:
    """Returns the sources (statements of where the data come from) of map.csv and hexsides.csv,
    which are in game.toml (``path``). Raises ScenarioError if a source named in ``wanted`` is
    missing, and for an invalid one."""
    sources: dict[str, SourceRow] = {}
    for at, form in enumerate(game.source):
        if form.name not in MAPPED or form.name in sources:
            raise ScenarioError(path, f"source[{at}].name", form.name, f"{one_of(MAPPED)}, once")
        sources[form.name] = check_source(path, f"source[{at}]", form)
    missing = [name for name in wanted if name not in sources]
    if missing:
        raise ScenarioError(path, "source", NOTHING, f"a source named {' and one '.join(missing)}")
    return list(sources.values())


def _scenario_sources(
    origin: Mapping[str, Path], form: ScenarioFile, raw: Mapping[str, Any], wanted: tuple[str, ...]
) -> list[SourceRow]:
    """Returns, for keys of a scenario, the source that the scenario file states: where the value of
    the key comes from. Each is named by scenario and key. ``raw`` are the scenario's keys,
    ``origin`` the file of each key, ``wanted`` the keys that need a source. Raises ScenarioError
    for a missing or invalid source."""
    path = origin.get("source", origin[""])
    sources: dict[str, SourceRow] = {}
    keys = [key for key in raw if key not in UNSOURCED]
    for at, given in enumerate(form.source):
        if given.name not in keys or given.name in sources:
            known = given.name in keys
            expected = "one source a key" if known else one_of(keys, given.name)
            raise ScenarioError(path, f"source[{at}].name", given.name, expected)
        row = check_source(path, f"source[{at}]", given)
        sources[given.name] = replace(row, name=f"{form.id}: {given.name}")
    for key in wanted:
        if key in raw and key not in sources:
            raise ScenarioError(path, "source", NOTHING, f"a source named {key}")
    return list(sources.values())
