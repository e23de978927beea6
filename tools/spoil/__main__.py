"""Corrupts files of a game, and reports the results of loading.

python -m tools.spoil GAME [--files N] [--seed S] [--show WORD] [--no-programs] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from eastfront import packs

from .running import Bench, Result


def report(results: list[Result], show: str) -> None:
    """The counts, each wrong result, and the messages that match ``--show``."""
    for result in results:
        if not result.verdict.good or (
            show and show in f"{result.spoilt.kind} {result.verdict.word}"
        ):
            print(
                f"{result.number}. {result.name} ({result.how}), {result.spoilt.kind}: "
                f"{result.spoilt.told}"
            )
            print(f"    {result.verdict.word}: {result.verdict.said}")
    for title, counts in (
        ("kind", Counter((r.spoilt.kind, r.verdict.word) for r in results)),
        ("file", Counter((r.name, r.verdict.word) for r in results)),
        ("all", Counter(("all", r.verdict.word) for r in results)),
    ):
        print(f"by {title}:")
        for (what, word), count in sorted(counts.items()):
            print(f"  {what:24} {word:32} {count:6}")
    wrong = sum(not r.verdict.good for r in results)
    print(f"{len(results)} spoilt files, {wrong} of them judged wrong")


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m tools.spoil", description=__doc__)
    parser.add_argument("game", choices=packs.names())
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", default="", help="also print results with this word or kind")
    parser.add_argument("--no-programs", action="store_true", help="do not write programs")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        bench = Bench(asked.game, Path(folder), programs=not asked.no_programs)
        results = [bench.try_one(asked.seed, number) for number in range(asked.files)]
    if asked.json:
        for r in results:
            print(json.dumps({
                "number": r.number, "file": r.name, "how": r.how, "kind": r.spoilt.kind,
                "told": r.spoilt.told, "verdict": r.verdict.word, "said": r.verdict.said,
            }))  # fmt: skip
    else:
        report(results, asked.show)
    return int(any(not r.verdict.good for r in results))


if __name__ == "__main__":
    sys.exit(main())
