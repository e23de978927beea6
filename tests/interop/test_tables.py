"""Games as tables, held against replays, explanations and reports of the same records."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import eastfront as ef
from eastfront.cli import main
from eastfront.interop import tables
from eastfront.interop.extras import MissingExtra
from eastfront.positions.layout import layout_of
from eastfront.questions.course import Course, telling_of
from eastfront.record import RecordError
from systems.table import Small, data

ROOT = Path(__file__).parents[2]
EARLY = ROOT / "tests" / "data" / "records" / "v1-barbarossa-deluxe.efr"
"""Its game file does not describe battles."""
NAMES = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/zitadelle",
    "barbarossa-1971/zitadelle",
)
TURNS = 2


@lru_cache
def recorded(name: str) -> ef.record.Record:
    """The record of the first turns of a scenario between busy bots."""
    start = ef.load(name).new()
    if start.decision == "set-up":
        ef.set_up(start)
    recorder = ef.Recorder(start, seed=3)
    recorder.record.players = {start.game.sides[0]: "busy"}
    busy, last = ef.bots.bot("busy", 3), start.turn + TURNS
    while recorder.state.turn < last:
        side = recorder.state.to_move or ""
        rolls = side == "chance"
        recorder.push(recorder.draw() if rolls else busy(recorder.state.observation(side)))
    return recorder.record


@lru_cache
def read(name: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of all tables of that record."""
    return {table: found.to_pylist() for table, found in tables.read(recorded(name)).items()}


def saved(folder: Path) -> Path:
    """A folder with these records, one of them in a folder of its own."""
    (folder / "more").mkdir(parents=True)
    for name, path in zip(NAMES, ("b.efr", "a.efr", "more/c.efr"), strict=True):
        recorded(name).save(folder / path)
    (folder / "notes.txt").write_text("no record", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved(tmp_path_factory.mktemp("tables") / "records")


@pytest.fixture(scope="module")
def files(folder: Path) -> Path:
    """The Parquet files of these records."""
    out = folder.parent / "out"
    tables.write(folder, out)
    return out


# -- schemas ------------------------------------------------------------------------------------


@pytest.mark.lowest
@pytest.mark.parametrize("table", tables.TABLES)
def test_a_schema_says_what_its_columns_hold(table: str) -> None:
    found = tables.schema(table)
    assert found.metadata == {b"eastfront.table": table.encode(), b"eastfront.form": b"1"}
    for column, field in zip(tables.TABLES[table].columns, found, strict=True):
        assert (field.name, field.metadata[b"text"]) == (column.name, column.text.encode())
        assert field.nullable == (b"null" in field.metadata) == bool(column.null)
        assert re.sub(r"(item|element|field\d+): | not null", "", str(field.type)) == column.type


def test_keys_are_unsigned_and_never_null() -> None:
    """A column of integers with nulls loses digits in pandas."""
    found = [f for table in tables.TABLES for f in tables.schema(table)]
    keys = [field for field in found if "key" in field.name]
    assert len(keys) == 5
    assert all(field.type == pa.uint64() and not field.nullable for field in keys)
    wide = (pa.uint64(), pa.int64())
    assert not any(field.nullable for field in found if field.type in wide)


def test_the_page_has_every_column() -> None:
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    for name, form in tables.TABLES.items():
        rows = [
            f"| `{c.name}` | `{c.type}` | {c.text} | {c.null} |".replace("|  |", "| |")
            for c in form.columns
        ]
        head = ["| column | type | holds | null |", "| --- | --- | --- | --- |"]
        assert "\n".join([f"### {name}\n\nA row is {form.text}.\n", *head, *rows, ""]) in page


def test_an_unknown_table_is_refused() -> None:
    with pytest.raises(ef.ArgumentError, match="table='moves', expected games or sides or"):
        tables.schema("moves")


# -- decisions ----------------------------------------------------------------------------------


@pytest.mark.lowest
@pytest.mark.parametrize("name", NAMES)
def test_decisions_are_those_of_the_replay(name: str) -> None:
    record = recorded(name)
    rows = iter(read(name)["decisions"])
    state = next(record.replays()).copy()
    for number, action in enumerate(record.actions):
        before, chances = state.copy(), {}
        if state.to_move == "chance":
            chances = dict(state.chance_outcomes())
        effects = state.push(action, effects=True) or []
        code = before.game.parse(action)
        assert next(rows) == {
            "record": "record",
            "number": number,
            "turn": before.turn,
            "phase": " / ".join(before.stack[1:3]),
            "actor": before.to_move,
            "decision": before.decision,
            "action": action,
            "code": code,
            "legal": len(before.legal_actions),
            "chance": chances.get(code),
            "forced": sum(effect[0] == "forced" for effect in effects),
            "key": before.key,
            "key_after": state.key,
        }
    assert next(rows, None) is None
    ends = {phase.key for phase in record.phases}
    assert ends <= {f"{row['key_after']:016x}" for row in read(name)["decisions"]}


# -- battles ------------------------------------------------------------------------------------


def rolls(record: ef.record.Record) -> Iterator[tuple[int, ef.State, int]]:
    """Each die of a battle: the number of the action, the position before it, and the die."""
    state = next(record.replays()).copy()
    for number, action in enumerate(record.actions):
        fighting = any(f"{side} battle" in state.stack for side in state.game.sides)
        if fighting and state.to_move == "chance":
            yield number, state.copy(), int(action.split()[1])
        state.push(action)


@pytest.mark.parametrize("name", NAMES)
def test_battles_and_their_chances_are_those_of_the_explanation(name: str) -> None:
    found = read(name)
    chances: dict[int, dict[str, Fraction]] = {}
    fell: dict[int, str] = {}
    for row in found["chances"]:
        chance = Fraction(row["numerator"], row["denominator"])
        assert chance == (Fraction(len(row["faces"]), 6) if row["faces"] else 1)
        chances.setdefault(row["battle"], {})[row["result"]] = chance
        if row["fell"]:
            die = found["battles"][row["battle"]]["die"]
            assert die in row["faces"] if row["faces"] else die is None
            fell[row["battle"]] = row["result"]
    dice = list(rolls(recorded(name)))
    assert len(dice) > 10
    rolled = [row for row in found["battles"] if row["die"] is not None]
    for row, (number, state, die) in zip(rolled, dice, strict=True):
        told = state.battle()
        assert number <= row["decision"] and row["turn"] == state.turn
        assert (row["side"], row["target"], row["die"]) == (told.side, told.target, die)
        assert (row["kind"] or "", row["table"] or "") == (told.kind, told.table)
        assert (row["attack"], row["defence"], row["support"]) == (
            told.attack,
            told.defence,
            told.support,
        )
        assert (row["odds"], row["column"]) == (told.odds, told.column)
        assert [(one["rule"], one["columns"]) for one in row["shifts"]] == list(told.shifts)
        assert chances[row["battle"]] == told.distribution
        assert sum(chances[row["battle"]].values()) == 1
        assert fell[row["battle"]] == row["rolled"]
        units = [one for one in found["fighters"] if one["battle"] == row["battle"]]
        for one, factor in zip(units, (*told.attackers, *told.defenders), strict=True):
            assert (one["unit"], one["printed"], one["factor"], one["divisor"]) == (
                factor.unit,
                factor.printed,
                factor.factor,
                factor.divisor,
            )
            assert one["rules"] == list(factor.rules)
            assert one["attacks"] == (one["side"] == row["side"]) == (factor in told.attackers)
            assert one["place"] == state.place(one["unit"])


@pytest.mark.parametrize("name", NAMES)
def test_results_and_losses_are_those_of_the_report(name: str) -> None:
    record, found = recorded(name), read(name)
    course = Course(record.game())
    for step in record.steps():
        list(course.hear(*step))
    list(course.close())
    words, hexes, lost = telling_of(record.game()), set(record.game().hexes), 0
    for row, told in zip(found["battles"], course.battles, strict=True):
        assert words.results[row["result"]] == told.result
        units = [one for one in found["fighters"] if one["battle"] == row["battle"]]
        assert {one["unit"] for one in units if one["fell"]} == set(told.lost)
        for one in units:
            assert one["fell"] == (one["place_after"] not in hexes)
            by = told.lost_by.get(one["rule"] or "by choice", [])
            assert not one["fell"] or one["unit"] in by
            assert one["fell"] or one["rule"] is None
            if one["unit"] in told.moved and not one["fell"]:
                assert (one["place"], one["place_after"]) == told.moved[one["unit"]]
        lost += len(told.lost)
    assert lost


def test_a_choice_after_the_die_and_one_instead_of_it_are_told_apart(
    kept: Callable[..., dict[str, Any]],
) -> None:
    """A bloodbath may become a retreat, and a retreat may be chosen before the die (BD-13.9a)."""
    after = kept(lambda battle: battle["rolled"] not in (None, battle["result"]))
    assert (after["rolled"], after["result"]) == ("BB", "DR")
    assert [row["result"] for row in after["chances"] if row["fell"]] == ["BB"]
    instead = kept(lambda battle: battle["die"] is None)
    assert (instead["rolled"], instead["result"]) == (None, "DR")
    assert not any(row["fell"] for row in instead["chances"])


@pytest.fixture(scope="module")
def kept() -> Callable[..., dict[str, Any]]:
    """Finds a battle of a whole busy game, with its chances."""
    recorder = ef.Recorder(ef.load(NAMES[0]), seed=3)
    players = {side: ef.bots.bot("busy", n) for n, side in enumerate(recorder.state.game.sides)}
    for _ in ef.bots.play(recorder, players):
        pass
    found = {name: table.to_pylist() for name, table in tables.read(recorder.record).items()}

    def first(wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        battle = next(row for row in found["battles"] if wanted(row))
        rows = [row for row in found["chances"] if row["battle"] == battle["battle"]]
        return {**battle, "chances": rows}

    return first


def test_a_battle_that_its_declaration_decides_is_explained() -> None:
    """Final odds below 1:6 need no die (BD-11.10c); 28AK attacks in one action."""
    found = read(NAMES[0])
    row = next(row for row in found["battles"] if row["die"] is None and row["result"] == "AE")
    assert (row["odds"], row["rolled"]) == ("1:4", None)
    mine = [one for one in found["chances"] if one["battle"] == row["battle"]]
    assert [(one["result"], one["numerator"], one["faces"], one["fell"]) for one in mine] == [
        ("AE", 1, [], True)
    ]
    units = [one for one in found["fighters"] if one["battle"] == row["battle"]]
    assert [(one["unit"], one["rule"]) for one in units if one["fell"]] == [("28AK", "BD-2.12b")]
    assert sum(not one["attacks"] for one in units) == 4


def test_an_early_game_file_has_no_battles_and_says_so() -> None:
    found = tables.read(EARLY)
    assert found["games"]["described"].to_pylist() == [False]
    assert found["battles"].num_rows == found["fighters"].num_rows == 0
    assert found["decisions"].num_rows == found["games"]["decisions"][0].as_py() > 500
    assert read(NAMES[0])["games"][0]["described"]


# -- positions and games ------------------------------------------------------------------------


@pytest.mark.lowest
@pytest.mark.parametrize("name", NAMES)
def test_positions_are_those_at_the_start_of_turns_and_the_last(name: str) -> None:
    record, found = recorded(name), read(name)
    game = record.game()
    numbers = [row["decision"] for row in found["turns"]]
    first = record.first()
    decisions = found["decisions"]
    changes = [
        n for n, row in enumerate(decisions) if n and row["turn"] != decisions[n - 1]["turn"]
    ]
    assert numbers == [0, *changes, None] and len(changes) == TURNS - 1
    assert [row["turn"] for row in found["turns"]] == [first.turn + n for n in range(TURNS + 1)]
    for row in found["turns"]:
        state = game.state_from_bytes(row["state"])
        assert state.key == row["key"] and state.turn == row["turn"]
        if row["decision"] is not None:
            assert state.key == decisions[row["decision"]]["key"]
        units = [one for one in found["positions"] if one["position"] == row["position"]]
        assert {one["unit"]: one["place"] for one in units} == state.places()
        for one in units:
            assert one["on_map"] == (one["place"] in game.hexes) and one["turn"] == row["turn"]
            assert one["side"] == ef.questions.state.side_of(state, one["unit"])
        cities = [one for one in found["cities"] if one["position"] == row["position"]]
        labels = layout_of(game).document["drawing"]["labels"]
        assert {one["hex"]: one["city"] for one in cities} == labels
        for one in cities:
            assert one["side"] == state.control.get(one["hex"])
    assert row["key"] == found["games"][0]["key"] == record.replay().key


def test_a_game_in_progress_has_no_winner() -> None:
    found = read(NAMES[0])
    [row] = found["games"]
    record = recorded(NAMES[0])
    assert (row["game"], row["digest"]) == (NAMES[0], record.digest)
    assert (row["seed"], row["whole"], row["decisions"]) == ("3", False, len(found["decisions"]))
    assert not row["over"]
    assert row["winner"] is row["level"] is row["rule"] is row["conceded"] is None
    assert [(s["number"], s["side"], s["player"], s["score"]) for s in found["sides"]] == [
        (0, "german", "busy", None),
        (1, "soviet", None, None),
    ]


@pytest.mark.lowest
def test_a_conceded_game_has_a_winner_and_its_rule() -> None:
    recorder = ef.Recorder(ef.load(NAMES[0], options=["D-105"]), seed=2**70)
    recorder.push("automatic")
    recorder.concede("soviet")
    found = tables.read(recorder.record)
    [row] = found["games"].to_pylist()
    assert recorder.state.outcome == ("german", 1, "BD-4.14e")
    assert (row["over"], row["winner"], row["level"], row["rule"], row["conceded"]) == (
        True,
        *recorder.state.outcome,  # type: ignore[misc]
        "soviet",
    )
    assert (row["seed"], row["whole"], row["options"]) == (str(2**70), True, ["D-105"])
    assert found["sides"]["score"].to_pylist() == [1.0, -1.0]
    assert found["turns"]["key"].to_pylist()[-1] == row["key"] == recorder.state.key


def test_a_record_needs_no_pack_of_its_game(tmp_path: Path) -> None:
    """The game file that it holds has all; this game has no turns, no cities and no battles."""
    recorder = ef.Recorder(Small(data()).compiled(), seed=1)
    for action in ("to 0201", "to 0202", "pass"):
        recorder.push(action)
    recorder.save(tmp_path / "small.efr")
    found = {name: table.to_pylist() for name, table in tables.read(tmp_path).items()}
    assert [(row["actor"], row["action"], row["turn"]) for row in found["decisions"]] == [
        ("one", "to 0201", 0),
        ("one", "to 0202", 0),
        ("one", "pass", 0),
    ]
    [game] = found["games"]
    assert (game["winner"], game["rule"], game["described"]) == ("one", "S-2", False)
    places = {(row["position"], row["unit"]): row["place"] for row in found["positions"]}
    assert (places[0, "A"], places[1, "A"], places[1, "X"]) == ("0101", "0202", "0203")
    assert found["cities"] == found["battles"] == []
    assert tables.write(tmp_path, tmp_path / "out").rows["cities"] == 0
    assert pq.read_table(tmp_path / "out" / "cities.parquet").num_columns == 6


# -- files --------------------------------------------------------------------------------------


@pytest.mark.lowest
def test_a_folder_becomes_one_set_of_files(folder: Path, files: Path) -> None:
    assert sorted(path.name for path in files.iterdir()) == sorted(
        f"{name}.parquet" for name in tables.TABLES
    )
    order = [NAMES[1], NAMES[0], NAMES[2]]  # by file name
    games = pq.read_table(files / "games.parquet").to_pylist()
    assert [(row["record"], row["game"]) for row in games] == list(
        zip(("a.efr", "b.efr", "more/c.efr"), order, strict=True)
    )
    for table in tables.TABLES:
        path = files / f"{table}.parquet"
        found = pq.read_table(path)
        assert found.schema.equals(tables.schema(table), check_metadata=False)
        assert found.schema.metadata == tables.schema(table).metadata
        fields = zip(found.schema, tables.schema(table), strict=True)
        assert all(one.metadata.items() >= other.metadata.items() for one, other in fields)
        rows = [{**row, "record": ""} for row in found.to_pylist()]
        assert rows == [{**row, "record": ""} for name in order for row in read(name)[table]]
        # findings/pyarrow-added-metadata.sh
        games = json.loads(pq.read_metadata(path).metadata[b"eastfront.game_files"])
        assert games == [{"game": n, "digests": [recorded(n).digest]} for n in order]
    whole = tables.read(folder / "a.efr")["games"]
    assert json.loads(whole.schema.metadata[b"eastfront.game_files"]) == games[:1]
    assert whole["record"].to_pylist() == ["a.efr"]


def test_memory_does_not_grow_with_the_number_of_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every record fills one batch of each table."""
    sizes = {name: len(rows) for name, rows in read(NAMES[0]).items()}
    for name, form in tables.TABLES.items():
        monkeypatch.setitem(tables.TABLES, name, replace(form, rows=sizes[name]))  # type: ignore[call-overload]
    first = tmp_path / "00.efr"
    recorded(NAMES[0]).save(first)
    peaks, pool = [], pa.default_memory_pool()
    for count in (3, 30):
        for number in range(count):
            shutil.copy(first, tmp_path / f"{number:02}.efr") if number else None
        counting = pa.proxy_memory_pool(pool)
        pa.set_memory_pool(counting)
        try:
            written = tables.write(tmp_path, tmp_path / "out")
        finally:
            pa.set_memory_pool(pool)
        assert written.records == count
        for name, path in written.files.items():
            groups = pq.read_metadata(path)
            assert groups.num_row_groups == count and groups.num_rows == count * sizes[name]
        peaks.append(counting.max_memory())
    assert 0 < peaks[1] <= 1.1 * peaks[0]


@pytest.mark.lowest
def test_a_reader_is_a_stream_of_one_table(folder: Path) -> None:
    stream = tables.reader(folder, "battles")
    assert isinstance(stream, pa.RecordBatchReader)
    assert stream.schema.equals(tables.schema("battles"), check_metadata=True)
    assert stream.read_all().to_pylist() == tables.read(folder)["battles"].to_pylist()


def test_a_file_name_need_not_be_unicode(tmp_path: Path) -> None:
    recorded(NAMES[0]).save(tmp_path / "a.efr")
    os.rename(tmp_path / "a.efr", os.fsencode(tmp_path) + b"/\xff.efr")
    assert tables.read(tmp_path)["games"]["record"].to_pylist() == ["\\udcff.efr"]


# -- keys in other libraries --------------------------------------------------------------------

Keys = list[tuple[int, int]]


def by_pandas(path: Path) -> Keys:
    import pandas as pd

    found = pd.read_parquet(path)
    assert [str(found[name].dtype) for name in ("key", "key_after", "code")] == ["uint64"] * 3
    return list(zip(found["key"].tolist(), found["key_after"].tolist(), strict=True))


def by_pandas_from_arrow(path: Path) -> Keys:
    found = pq.read_table(path).to_pandas()
    return list(zip(found["key"].tolist(), found["key_after"].tolist(), strict=True))


def by_polars(path: Path) -> Keys:
    import polars as pl

    found = pl.read_parquet(path)
    assert found.schema["key"] == pl.UInt64
    assert pl.scan_parquet(path).select("key", "key_after").collect().rows() == (
        found.select("key", "key_after").rows()
    )
    return found.select("key", "key_after").rows()


def by_polars_from_arrow(path: Path) -> Keys:
    import polars as pl

    found = pl.from_arrow(pq.read_table(path))
    assert isinstance(found, pl.DataFrame)
    return found.select("key", "key_after").rows()


def by_duckdb(path: Path) -> Keys:
    import duckdb

    found = duckdb.sql(f"SELECT key, key_after FROM '{path}'")
    assert [str(one) for one in found.types] == ["UBIGINT", "UBIGINT"]
    frame = found.df()
    assert list(zip(frame["key"].tolist(), frame["key_after"].tolist(), strict=True)) == (
        found.fetchall()
    )
    return found.fetchall()


def by_duckdb_from_arrow(path: Path) -> Keys:
    import duckdb

    table = pq.read_table(path)
    with duckdb.connect() as connection:
        connection.register("decisions", table)
        return connection.sql("SELECT key, key_after FROM decisions").fetchall()


READERS = [
    by_pandas, by_pandas_from_arrow, by_polars, by_polars_from_arrow, by_duckdb,
    by_duckdb_from_arrow,
]  # fmt: skip


@pytest.mark.parametrize("reader", READERS)
def test_keys_come_back_whole(reader: Callable[[Path], Keys], files: Path) -> None:
    order = [NAMES[1], NAMES[0], NAMES[2]]
    wanted = [(row["key"], row["key_after"]) for name in order for row in read(name)["decisions"]]
    assert max(wanted)[0] > 2**63 and any(int(float(key)) != key for key, _ in wanted)
    assert reader(files / "decisions.parquet") == wanted
    ends = {int(phase.key, 16) for name in order for phase in recorded(name).phases}
    assert ends <= {after for _, after in wanted}


def test_keys_stay_whole_where_a_join_adds_nulls(files: Path) -> None:
    """pandas makes floats of them then, unless its columns are nullable."""
    import duckdb
    import pandas as pd
    import polars as pl

    decisions, battles = files / "decisions.parquet", files / "battles.parquet"
    on = ["record", "number"]
    wanted = [
        row["key"] for name in (NAMES[1], NAMES[0], NAMES[2]) for row in read(name)["battles"]
    ]

    def joined(**how: Any) -> Any:
        one, other = (pd.read_parquet(path, **how) for path in (decisions, battles))
        other = other.rename(columns={"decision": "number"})[[*on, "key"]]
        return one.merge(other, on=on, how="left", suffixes=("_all", ""))["key"].dropna().tolist()

    assert joined(dtype_backend="numpy_nullable") == joined(dtype_backend="pyarrow") == wanted
    assert [float(key) for key in wanted] == joined() != wanted
    told = pl.read_parquet(battles).select("record", pl.col("decision").alias("number"), "key")
    found = pl.read_parquet(decisions).join(told, on=on, how="left", suffix="_battle")
    assert found["key_battle"].drop_nulls().to_list() == wanted
    rows = duckdb.sql(
        f"SELECT b.key FROM '{decisions}' d LEFT JOIN '{battles}' b "
        "ON b.record = d.record AND b.decision = d.number ORDER BY d.record, d.number"
    )
    assert [key for (key,) in rows.fetchall() if key is not None] == wanted


def test_a_position_is_found_by_its_key(files: Path) -> None:
    """A key above 2**63 needs a type in PyArrow: findings/pyarrow-large-integers.sh."""
    import duckdb
    import pandas as pd
    import polars as pl

    path = files / "decisions.parquet"
    key = max(row["key"] for name in NAMES for row in read(name)["decisions"])
    typed = [("key", "==", pa.scalar(key, pa.uint64()))]
    whole = pd.read_parquet(path, dtype_backend="numpy_nullable")
    assert key > 2**63
    assert pq.read_table(path, filters=typed)["key"].to_pylist() == [key]
    assert pd.read_parquet(path, filters=typed)["key"].tolist() == [key]
    assert whole[whole["key"] == key]["key"].tolist() == [key]
    assert pl.scan_parquet(path).filter(pl.col("key") == key).collect()["key"].to_list() == [key]
    assert duckdb.execute(f"SELECT key FROM '{path}' WHERE key = ?", [key]).fetchall() == [(key,)]


# -- what goes wrong ----------------------------------------------------------------------------


def spoilt(folder: Path) -> dict[str, str]:
    """Adds records that cannot be read or replayed, among good ones; returns the errors."""
    text = recorded(NAMES[0]).text()
    head, _, tail = text.rpartition('"key": "')
    broken = {
        "a1.efr": ("{", "not a record: "),
        "a2.efr": ('{"format": 1, "moves": []}', "not a record: "),
        "a3.efr": (text.replace('"format": 1', '"format": 9'), "a record of format 9, expected 1"),
        "a4.efr": (f'{head}"key": "f{tail[1:]}', "it ends in "),
        "a5.efr": (text.replace('"move 3 Pz"', '"move 99 Pz"', 1), ""),
        "a6.efr": (
            re.sub(r'"game_file": "[^"]*"', '"game_file": null', text).replace(
                NAMES[0], "chess/opening"
            ),
            "its game cannot be loaded: ",
        ),
    }
    for name, (content, _) in broken.items():
        if content != text:
            (folder / name).write_text(content, encoding="utf-8")
    return {name: error for name, (content, error) in broken.items() if content != text}


@pytest.mark.lowest
def test_the_first_broken_record_is_named_and_nothing_changes(tmp_path: Path) -> None:
    folder, out = saved(tmp_path / "records"), tmp_path / "out"
    tables.write(folder, out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    errors = spoilt(folder)
    assert len(errors) >= 5
    for name, error in errors.items():
        with pytest.raises(RecordError) as refused:
            tables.write(folder / name, out)
        assert str(refused.value).startswith(f"{folder / name}: ") and error in str(refused.value)
    with pytest.raises(RecordError) as refused:
        tables.write(folder, out)
    assert str(refused.value).startswith(f"{folder / next(iter(errors))}: ")
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.lowest
def test_broken_records_are_skipped_whole_and_named(tmp_path: Path) -> None:
    folder = saved(tmp_path / "records")
    clean = {name: table.to_pylist() for name, table in tables.read(folder).items()}
    errors = spoilt(folder)
    written = tables.write(folder, tmp_path / "out", skip=True)
    assert written.records == 3 and written.skipped.keys() == errors.keys()
    for name, error in errors.items():
        assert written.skipped[name].startswith(f"{folder / name}: ")
        assert error in written.skipped[name]
    for name, path in written.files.items():
        assert pq.read_table(path).to_pylist() == clean[name]
        assert written.rows[name] == len(clean[name])
    told: dict[str, str] = {}
    found = tables.read(folder, skip=lambda name, error: told.update({name: str(error)}))
    assert found["games"].num_rows == 3 and told == written.skipped


def test_what_is_not_there_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=re.escape(f"{tmp_path / 'gone.efr'}: No such file")):
        tables.read(tmp_path / "gone.efr")
    with pytest.raises(tables.TableError, match=re.escape(f"{tmp_path}: no records, expected")):
        tables.write(tmp_path, tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == []
    (tmp_path / "file").write_text("", encoding="utf-8")
    for out in (tmp_path / "file", tmp_path / "file" / "out"):
        with pytest.raises(tables.TableError, match=re.escape(f"{out}: ")) as refused:
            tables.write(EARLY, out)
        assert isinstance(refused.value, OSError)


def test_a_missing_library_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, module, None)
    words = "pyarrow is not installed; it comes with `pip install 'eastfront[tables]'`"
    for call in (
        lambda: tables.schema("games"),
        lambda: tables.read(EARLY),
        lambda: tables.reader(EARLY, "games"),
        lambda: tables.write(EARLY, tmp_path / "out"),
        lambda: next(tables.batches(EARLY)),
    ):
        with pytest.raises(MissingExtra, match=re.escape(words)):
            call()
    assert not (tmp_path / "out").exists()


# -- the command --------------------------------------------------------------------------------


def test_the_command_writes_files_and_names_what_it_skips(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main.run(["tables", str(folder / "b.efr"), str(out)]) == 0
    printed = capsys.readouterr()
    assert f"{out / 'games.parquet'}: 1 rows\n" in printed.out
    assert printed.out.endswith("records: 1, skipped: 0\n") and not printed.err
    mine = tmp_path / "mine"
    mine.mkdir()
    shutil.copy(folder / "b.efr", mine)
    (mine / "a.efr").write_text("{", encoding="utf-8")
    assert main.run(["tables", str(mine), str(out)]) == 2
    wrong = capsys.readouterr()
    assert wrong.err.startswith(f"eastfront: {mine / 'a.efr'}: not a record: ")
    assert wrong.err.count("\n") == 1 and not wrong.out
    assert main.run(["tables", str(mine), str(out), "--skip"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith(f"skipped {mine / 'a.efr'}: not a record: ")
    assert printed.out.endswith("records: 1, skipped: 1\n")
    assert main.run(["tables", str(mine), str(out), "--skip", "--json"]) == 0
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert document["records"] == 1 and [*document["skipped"]] == ["a.efr"] and not printed.err
    assert document["tables"]["games"] == {"file": str(out / "games.parquet"), "rows": 1}
    assert document["tables"].keys() == tables.TABLES.keys()
