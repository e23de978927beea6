"""The check as a command.

It builds the native example, runs it on every front, and prints the median and worst time of each
kind of question and the number of answers compared with each slow program. A time is the best of
several repeats, each from an empty memory, to exclude the load of the machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click

from .asking import ROOT, answers, made
from .ledger import Ledger
from .verdict import check

KINDS = {"plan": "a plan", "leave": "who gives way"}

Verdict = tuple[int, dict[str, Any], str | None, Counter[str]]


@click.command()
@click.argument("count", default=10_000)
@click.argument("first", default=0)
@click.option("--repeats", default=5, help="Repeats; the best time counts.")
@click.option("--processes", default=2, help="Processes that check.")
@click.option(
    "--slowest", default=0, help="Print the seeds of this many of the slowest fronts of each kind."
)
@click.option("--no-check", is_flag=True, help="Times only.")
@click.option("--ledger", type=click.Path(path_type=Path), default=ROOT / "out/dutycheck.jsonl")
@click.option("--afresh", is_flag=True, help="Ignore the verdicts in the ledger.")
def main(
    count: int,
    first: int,
    repeats: int,
    processes: int,
    slowest: int,
    no_check: bool,
    ledger: Path,
    afresh: bool,
) -> None:
    """Checks the kernel on COUNT fronts from seed FIRST on; fails if an answer is wrong."""
    seeds = range(first, first + count)
    asked = answers(seeds, repeats)
    sizes = [len(made(seed).attackers) for seed in seeds]
    print(f"{count} fronts of {min(sizes)} to {max(sizes)} attackers in contact")
    times(seeds, asked, repeats, slowest)
    print(
        f"plans: {sum(a['plan'] for a in asked)}, hopeless: {sum(a['hopeless'] for a in asked)}, "
        f"curtailed: {sum(a['curtailed'] for a in asked)}",
        flush=True,
    )
    wrong = 0 if no_check else compare(seeds, asked, Ledger(None if afresh else ledger), processes)
    sys.exit(int(wrong > 0))


def times(seeds: range, asked: list[dict[str, Any]], repeats: int, slowest: int) -> None:
    """Prints the times of each kind of question."""
    for kind, name in KINDS.items():
        took = [a[f"{kind}_ns"] / 1000 for a in asked]
        over = sum(t > 1000 for t in took)
        print(
            f"{name} (best of {repeats}): median {statistics.median(took):.0f} us, "
            f"worst {max(took):.0f} us, {over} above 1 ms"
        )
        for t, seed in sorted(zip(took, seeds, strict=True), reverse=True)[:slowest]:
            print(f"  front {seed}: {t:.0f} us")


def compare(seeds: range, asked: list[dict[str, Any]], ledger: Ledger, processes: int) -> int:
    """Compares every answer with the slow programs; returns the number of wrong ones."""
    seen: Counter[str] = Counter()
    wrong = compared = 0
    began = last = time.monotonic()
    for seed, _, complaint, looked in verdicts(seeds, asked, ledger, processes):
        compared += 1
        seen += looked
        if complaint is not None:
            wrong += 1
            print(f"front {seed}: {complaint}", flush=True)
        if time.monotonic() - last > 15:
            last = time.monotonic()
            print(f"  {compared} of {len(seeds)}, {wrong} wrong, {last - began:.0f} s", flush=True)
    for what, number in sorted(seen.items()):
        print(f"{number} {what}")
    print(f"compared: {compared}, wrong: {wrong}")
    return wrong


def verdicts(
    seeds: range, asked: list[dict[str, Any]], ledger: Ledger, processes: int
) -> Iterator[Verdict]:
    """Verdicts in the order of their arrival, those of the ledger first."""
    jobs = []
    for seed, answer in zip(seeds, asked, strict=True):
        known = ledger.verdict(seed, answer)
        if known is None:
            jobs.append((seed, answer))
        else:
            yield seed, answer, known["wrong"], Counter(known["seen"])
    print(f"{len(seeds) - len(jobs)} verdicts from the ledger, {len(jobs)} to reach", flush=True)
    with Pool(processes) as pool:
        for verdict in pool.imap_unordered(_one, jobs, chunksize=8):
            ledger.keep(*verdict)
            yield verdict


def _one(job: tuple[int, dict[str, Any]]) -> Verdict:
    seed, answer = job
    return (seed, answer, *check(made(seed), answer))


if __name__ == "__main__":
    main()
