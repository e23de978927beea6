"""Games as data: decisions, battles and positions as Arrow tables and Parquet files.

    from eastfront.interop import tables

    tables.write("records", "out")  # a folder of records, or one record, to Parquet files
    tables.read("game.efr")["battles"].to_pandas()
    tables.reader("records", "decisions")  # a stream for pandas, Polars or DuckDB

`TABLES` lists the tables with their columns, units, and what null means. Tables are made from whole
records, so they hold what was hidden from a side at the time, such as the identity of hidden units.
Needs the extra ``tables``.

Records are read one by one, and their rows are handed on in batches of a fixed size: memory does
not grow with the number of records. Keys are unsigned integers of 64 bits and never null, since
pandas converts a column of integers with nulls to floats of 53 bits.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eastfront import files
from eastfront import record as records
from eastfront._core import EastfrontError
from eastfront.arguments import checked, one_of
from eastfront.interop.extras import need
from eastfront.record import Record, RecordError

from .columns import FORM, TABLES, Column, Form
from .rows import Rows, rows_of

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "FORM",
    "TABLES",
    "Column",
    "Form",
    "TableError",
    "Written",
    "batches",
    "read",
    "reader",
    "schema",
    "write",
]

SUFFIX = ".efr"
"""The extension of the records of a folder."""

MEMORY = "record"
"""The name that the rows of the tables give to a record that is passed as an object, not as a
file."""

Skip = Callable[[str, RecordError], None]


class TableError(EastfrontError, OSError):
    """The error for a folder without records, or for a file that cannot be written."""


@dataclass
class Written:
    """The result of `write`: the files, their numbers of rows, and the records that were left
    out."""

    records: int = 0
    """The number of records."""
    files: dict[str, Path] = field(default_factory=dict)
    """The file of each table."""
    rows: dict[str, int] = field(default_factory=dict)
    """The number of rows of each table."""
    skipped: dict[str, str] = field(default_factory=dict)
    """The records that could not be read, each with the error."""


@checked
def schema(table: str) -> pa.Schema:
    """Returns the Arrow schema of a table.

    The field ``text`` of a column's metadata says what it holds, ``null`` what null means; a column
    without null is not nullable. The schema's metadata has ``eastfront.table`` and
    ``eastfront.form``, the version of the form (`FORM`). Tables and files also have
    ``eastfront.game_files``: the scenarios that occur, with the digests of their game files, as
    JSON.

    Raises ArgumentError for an unknown table.
    """
    one_of("table", table, TABLES)
    arrow = need("pyarrow")
    fields = [
        arrow.field(
            column.name,
            _type(arrow, column.type),
            nullable=bool(column.null),
            metadata={"text": column.text} | ({"null": column.null} if column.null else {}),
        )
        for column in TABLES[table].columns
    ]
    metadata = {"eastfront.table": table, "eastfront.form": str(FORM)}
    return arrow.schema(fields, metadata=metadata)


def _type(arrow: Any, name: str) -> Any:
    """Returns an Arrow type by its name in `TABLES`; `arrow` is the module pyarrow."""
    if name.startswith("list<"):
        return arrow.list_(_type(arrow, name[len("list<") : -1]))
    if name.startswith("struct<"):
        parts = (part.split(": ") for part in name[len("struct<") : -1].split(", "))
        return arrow.struct([(part, _type(arrow, kind)) for part, kind in parts])
    return arrow.type_for_alias(name)


@checked
def batches(
    source: str | Path | Record, skip: Callable[[str, RecordError], None] | None = None
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """Yields the rows of all tables in record batches, each with the name of its table.

    Args:
        source: A record, its file, or a folder: all files in it and its folders that end in
            ``.efr``, in the order of their names.
        skip: Called with the name and the error of each record that cannot be read or replayed.
            Without it the first one raises. Such a record has no rows.

    Raises:
        RecordError: a record that cannot be read or replayed; the message begins with its file.
        TableError: a folder without records.
        ImportError: pyarrow is not installed.
    """
    need("pyarrow")
    return _Stream(source, skip).batches()


@checked
def reader(
    source: str | Path | Record,
    table: str,
    skip: Callable[[str, RecordError], None] | None = None,
) -> pa.RecordBatchReader:
    """Returns a stream of one table, for libraries that read Arrow streams.

    The arguments are those of `batches`. An error in a record is raised by the library that reads
    the stream, as its own kind of error.
    """
    one_of("table", table, TABLES)
    found = (batch for name, batch in batches(source, skip) if name == table)
    return need("pyarrow").RecordBatchReader.from_batches(schema(table), found)


@checked
def read(
    source: str | Path | Record, skip: Callable[[str, RecordError], None] | None = None
) -> dict[str, pa.Table]:
    """Returns all tables in memory, by name. The arguments and errors are those of `batches`."""
    arrow = need("pyarrow")
    stream = _Stream(source, skip)
    found: dict[str, list[Any]] = {name: [] for name in TABLES}
    for name, batch in stream.batches():
        found[name].append(batch)
    tables = {name: arrow.Table.from_batches(parts, schema(name)) for name, parts in found.items()}
    return {
        name: table.replace_schema_metadata({**table.schema.metadata, **stream.games})
        for name, table in tables.items()
    }


@checked
def write(source: str | Path | Record, folder: str | Path, skip: bool = False) -> Written:
    """Writes all tables to Parquet files, ``folder/games.parquet`` and so on.

    The folder is made if it is not there. The files appear when all are complete; after an error
    those of an earlier call are still there.

    Args:
        source: A record, its file, or a folder, as for `batches`.
        folder: The folder of the files.
        skip: Whether to leave out records that cannot be read or replayed, which `Written.skipped`
            then names.

    Raises:
        RecordError: a record that cannot be read or replayed; the message begins with its file.
        TableError: a folder without records, or a file that cannot be written.
        ImportError: pyarrow is not installed.
    """
    done = Written()

    def skipped(name: str, error: RecordError) -> None:
        done.skipped[name] = str(error)

    try:
        _written(_Stream(source, skipped if skip else None), Path(folder), done)
    except OSError as error:
        if isinstance(error, EastfrontError):
            raise
        raise TableError(f"{error.filename or folder}: {error.strerror or error}") from error
    done.records = done.rows["games"]
    return done


def _written(stream: _Stream, folder: Path, done: Written) -> None:
    parquet = need("pyarrow", "pyarrow.parquet")
    folder.mkdir(parents=True, exist_ok=True)
    done.files = {name: folder / f"{name}.parquet" for name in TABLES}
    done.rows = dict.fromkeys(TABLES, 0)
    with ExitStack() as stack:
        parts = {n: stack.enter_context(files.unfinished(p)) for n, p in done.files.items()}
        with ExitStack() as open_files:
            writers = {
                name: open_files.enter_context(
                    parquet.ParquetWriter(part, schema(name), compression="zstd")
                )
                for name, part in parts.items()
            }
            for name, batch in stream.batches():
                writers[name].write_batch(batch)
                done.rows[name] += batch.num_rows
            # in the metadata of the file, not of the schema: findings/pyarrow-added-metadata.sh
            for writer in writers.values():
                writer.add_key_value_metadata(stream.games)
        for name, part in parts.items():
            os.replace(part, done.files[name])


class _Stream:
    """The rows of one record or of all records in a folder, in batches."""

    def __init__(self, source: str | Path | Record, skip: Skip | None) -> None:
        self._source, self._skip = source, skip
        self._digests: dict[str, dict[str, None]] = {}
        """The digests of each game that occurred."""

    @property
    def games(self) -> dict[str, str]:
        """The entry of a table's metadata, as JSON, that lists the scenarios of the records read so
        far, each with the digests of its game files."""
        found = [{"game": game, "digests": [*some]} for game, some in self._digests.items()]
        return {"eastfront.game_files": json.dumps(found)}

    def batches(self) -> Iterator[tuple[str, pa.RecordBatch]]:
        """Yields record batches, each with the name of its table: full ones as soon as enough
        records are read, and at the end a last, smaller one of each table with rows left."""
        waiting: dict[str, list[Any]] = {name: [] for name in TABLES}
        for record, found in self._records():
            self._digests.setdefault(record.game_id, {})[record.digest] = None
            for table, rows in waiting.items():
                rows += found[table]
                most = TABLES[table].rows
                while len(rows) >= most:
                    yield table, _batch(table, rows[:most])
                    del rows[:most]
        for table, rows in waiting.items():
            if rows:
                yield table, _batch(table, rows)

    def _records(self) -> Iterator[tuple[Record, Rows]]:
        """Yields the records that can be replayed, each with its rows by table. Another record
        raises RecordError; if it is in a file, it is passed to `skip` instead if that is given."""
        if isinstance(self._source, Record):
            yield self._source, rows_of(self._source, MEMORY)
            return
        source = Path(self._source)
        for path in _paths(source):
            name = path.name if path == source else path.relative_to(source).as_posix()
            name = name.encode("utf-8", "backslashreplace").decode("utf-8")
            try:
                yield _replayed(path, name)
            except RecordError as error:
                if self._skip is None:
                    raise
                self._skip(name, error)


def _replayed(path: Path, name: str) -> tuple[Record, Rows]:
    """Replays the record in a file, and returns it with its rows by table; each row begins with
    `name`, which tells the record. The message of a RecordError begins with the path."""
    record = records.load(path)
    try:
        return record, rows_of(record, name)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def _paths(source: Path) -> list[Path]:
    """Returns the record files of a source: the file itself, or all record files in a folder and
    its folders."""
    if not source.is_dir():
        return [source]
    found = sorted(path for path in source.rglob(f"*{SUFFIX}") if path.is_file())
    if not found:
        raise TableError(f"{source}: no records, expected files *{SUFFIX}")
    return found


def _batch(table: str, rows: list[Any]) -> Any:
    """Returns some rows of the table named `table` as an Arrow record batch."""
    arrow, form = need("pyarrow"), schema(table)
    columns = zip(*rows, strict=True)
    arrays = [arrow.array(c, type=f.type) for c, f in zip(columns, form, strict=True)]
    return arrow.record_batch(arrays, schema=form)
