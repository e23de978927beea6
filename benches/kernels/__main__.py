"""Print the table of the kernels' speed."""

from __future__ import annotations

import json
import sys

from .measure import PEERS, run


def main() -> None:
    """Print the rows as a table or, with ``--json``, as JSON."""
    rows = run()
    if "--json" in sys.argv:
        print(json.dumps(rows, indent=1))
        return
    columns = ["task", "size", "eastfront_native_us", "eastfront_python_us", *PEERS]
    columns += ["target", "met"]
    print(" | ".join(columns))
    for row in rows:
        cells = [row[column] for column in columns]
        print(" | ".join(f"{c:.2f}" if isinstance(c, float) else str(c) for c in cells))
        for note in row["notes"]:
            print("   ", note)


if __name__ == "__main__":
    main()
