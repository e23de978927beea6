#!/usr/bin/env bash
# Metadata that PyArrow adds to an open Parquet file is not in the schema that it reads back.
#
# Guess: what `ParquetWriter.add_key_value_metadata` adds is in `schema.metadata` of the table that
#   `read_table` returns, beside the metadata of the schema that the writer was opened with.
# Seen with pyarrow 26.0.1: `schema.metadata` of `read_table` and `read_schema` holds the metadata of
#   the writer's schema only, stored in `ARROW:schema`; the added pairs are in `read_metadata`. With
#   `store_schema=False` it is the other way round: `schema.metadata` has the added pairs alone.
# Stands on it: python/eastfront/interop/tables/__init__.py, docs/tables.md
set -euo pipefail
packages=(pyarrow==26.0.1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
store_schema=True
  read_table {b'opened': b'1'}
  read_schema {b'opened': b'1'}
  read_metadata [b'added', b'opened']
store_schema=False
  read_table {b'added': b'2'}
  read_schema {b'added': b'2'}
  read_metadata [b'added']
END
"$folder/venv/bin/python" - "$folder/file.parquet" >"$folder/seen" <<'END'
import sys

import pyarrow as pa
import pyarrow.parquet as pq

path = sys.argv[1]
schema = pa.schema([("number", pa.int64())], metadata={"opened": "1"})
for stored in (True, False):
    with pq.ParquetWriter(path, schema, store_schema=stored) as writer:
        writer.write_table(pa.table({"number": [1]}, schema=schema))
        writer.add_key_value_metadata({"added": "2"})
    print(f"store_schema={stored}")
    print("  read_table", pq.read_table(path).schema.metadata)
    print("  read_schema", pq.read_schema(path).metadata)
    print("  read_metadata", sorted(pq.read_metadata(path).metadata.keys() - {b"ARROW:schema"}))
END
diff "$folder/expected" "$folder/seen"
