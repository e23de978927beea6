"""Lists the rules that play never exercised, and whether each has a directed test.

    eastfront playout GAME/SCENARIO -n 1000 --policy busy --coverage --json > a.json
    eastfront playout GAME/SCENARIO -n 1000 --policy random --coverage --json > b.json
    python -m tools.unexercised a.json b.json

The status is 1 if one of them is also untested according to the knock-out run
(``scenarios/<game>/coverage.json``).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.knockout import SCENARIOS, order


def never(files: Sequence[Path]) -> tuple[str, list[str]]:
    """The game, and the rules exercised by none of some playouts, in the rulebook's order."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    idle = set.intersection(
        *({rule for rule, row in f["rules"].items() if not any(row.values())} for f in found)
    )
    return str(found[0]["game"]).partition("/")[0], sorted(idle, key=order)


def main(arguments: Sequence[str]) -> int:
    """Prints the list; returns 0 if every rule on it has a test."""
    game, idle = never([Path(name) for name in arguments])
    coverage = json.loads((SCENARIOS / game / "coverage.json").read_text(encoding="utf-8"))
    tested = set(coverage["tested"])
    for rule in idle:
        print(f"{rule:10} {'held by a directed test' if rule in tested else 'NOT TESTED'}")
    missing = [rule for rule in idle if rule not in tested]
    print(f"{len(idle)} rules never exercised, {len(missing)} of them held by no test")
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
