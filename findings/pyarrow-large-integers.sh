#!/usr/bin/env bash
# An unsigned column of Arrow cannot be compared with a Python integer of 2**63 or more.
#
# Guess: a number that a `uint64` column holds can be looked up in it: in the `filters` of `read_table`,
#   in pandas' `read_parquet`, or by `==` in pandas with `dtype_backend="pyarrow"`.
# Seen with pyarrow 26.0.1 and pandas 3.1.1: OverflowError, since an integer without a type becomes a
#   signed one of 64 bits, whatever the column is. A scalar of the column's type is found, by PyArrow or
#   NumPy; columns of NumPy, and pandas' own nullable ones, compare with any integer.
# Stands on it: docs/tables.md, tests/interop/test_tables.py
set -euo pipefail
packages=(pyarrow==26.0.1 pandas==3.1.1 numpy==2.3.5)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
read_table(filters): OverflowError
read_table(filters), typed: 1
read_parquet(filters): OverflowError
read_parquet(filters), typed: 1
== in pyarrow: OverflowError
== in pyarrow, typed: 1
== in numpy_nullable: 1
== in numpy: 1
END
"$folder/venv/bin/python" - "$folder/file.parquet" >"$folder/seen" <<'END'
import sys

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

path, number = sys.argv[1], 2**63 + 1
typed = pa.scalar(number, pa.uint64())
pq.write_table(pa.table({"key": pa.array([number, 5], pa.uint64())}), path)


def show(name, found):
    try:
        print(f"{name}: {found()}")
    except OverflowError as error:
        print(f"{name}: {type(error).__name__}")


def column(backend):
    return pd.read_parquet(path, dtype_backend=backend)["key"]


show("read_table(filters)", lambda: len(pq.read_table(path, filters=[("key", "==", number)])))
show("read_table(filters), typed", lambda: len(pq.read_table(path, filters=[("key", "==", typed)])))
show("read_parquet(filters)", lambda: len(pd.read_parquet(path, filters=[("key", "==", number)])))
show(
    "read_parquet(filters), typed",
    lambda: len(pd.read_parquet(path, filters=[("key", "==", typed)])),
)
show("== in pyarrow", lambda: (column("pyarrow") == number).sum())
show("== in pyarrow, typed", lambda: (column("pyarrow") == np.uint64(number)).sum())
show("== in numpy_nullable", lambda: (column("numpy_nullable") == number).sum())
show("== in numpy", lambda: (pd.read_parquet(path)["key"] == number).sum())
END
diff "$folder/expected" "$folder/seen"
