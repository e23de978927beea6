"""Plants wrong rules one at a time and runs the tests of the rule against them.

    python -m tools.mutate russian-campaign --sample 100 --seed 1
    python -m tools.mutate barbarossa-deluxe --rule BD-7.4b
    python -m tools.mutate barbarossa-deluxe --list
    python -m tools.mutate barbarossa-deluxe --show 811d67c624
    python -m tools.mutate russian-campaign --resume
    python -m tools.mutate russian-campaign --stale
    python -m tools.mutate russian-campaign --recheck 300 --seed 7
    python -m tools.mutate two-bridges --tests examples/two-bridges/tests

GAME may belong to another installed package; ``--tests`` then names the folder of its tests, and
its ledger is in ``out/mutation``.

The ledger ``tests/mutation/<game>.json`` keeps the results of a run of all mutants, or of the
remaining ones (``--resume``); ``--survivors`` tries its survivors again. ``--keep`` names another
file, which also keeps a run of some mutants.

A result is stored with the rules of its mutant and a digest of the text around it. It becomes stale
when these change or the killing test is gone; ``--stale`` tries such mutants again and continues
after an interruption. ``--recheck`` tries a sample of all changes again, whatever their results; if
a result differs from the stored one it reports and stores the new one, and ends with 1.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from eastfront.packs import pack

from .baseline import baseline_of
from .ledger import NONE, Ledger, recorded, share, stands, summary
from .mutant import ROOT, Mutant
from .owners import Catalogue
from .planted import equivalent, planted
from .sites import Sites
from .tables import Tables
from .trial import HUNG, INVALID, KILLED, SURVIVED, UNCHANGED, Result, Trial, run

FEWEST = 3
"""The wanted number of sites for each tested rule."""

SPARE = 2
"""The factor by which a sample is drawn larger, since some changes are no mutants."""

SAVED = 60
"""Seconds between two writes of the results."""


QUICKEST = (KILLED, INVALID, UNCHANGED, SURVIVED, HUNG)
"""Results in the order of the time to reproduce them."""


def mutants_of(game: str) -> list[Mutant]:
    """Every mutant of a game."""
    catalogue = Catalogue.of(game)
    sites = Sites(pack(game).package, catalogue)
    found = [*sites, *Tables(game, catalogue, sites.owners), *planted(game)]
    if len({m.id for m in found}) != len(found):
        raise AssertionError("two mutants have one id")
    return found


def alike(one: str, other: str) -> bool:
    """Whether two results are equivalent: on a busy machine a wrong rule whose tests take long may
    run out of time, whether they see it or not."""
    return one == other or (HUNG in (one, other) and not {one, other} & NONE)


def tested_rules(game: str) -> list[str]:
    """The rules that are tested according to the knock-out."""
    path = pack(game).data / "coverage.json"
    if not path.exists():
        return []
    found: list[str] = json.loads(path.read_text(encoding="utf-8"))["tested"]
    return found


def seconds_of(game: str) -> Path:
    """The file with the times of tests on this machine."""
    return ROOT / "out" / f"seconds-{game}.json"


def list_sites(game: str, mutants: Sequence[Mutant]) -> None:
    """Prints every site, then the rules with too few."""
    for mutant in mutants:
        print(
            f"{mutant.id} {mutant.path}:{mutant.line} {mutant.place} [{mutant.operator}] "
            f"{mutant.change()} ({', '.join(mutant.rules) or 'no rule'})"
        )
    count = Counter(rule for mutant in mutants for rule in mutant.rules)
    short = [f"{r} ({count[r]})" for r in tested_rules(game) if count[r] < FEWEST]
    nobody = [m for m in mutants if not m.rules]
    print(f"\n{len(mutants)} sites, {len(nobody)} of no rule:")
    for place, number in Counter(f"{m.path} {m.place}" for m in nobody).most_common():
        print(f"  {number:4} {place}")
    print(f"fewer than {FEWEST} sites: {', '.join(short) or 'none'}")


def report(game: str, told: dict[str, object], listed: dict[str, Mutant], seconds: float) -> None:
    """Prints survivors and figures."""
    for id_ in told["survivors"]:  # type: ignore[attr-defined]
        m = listed[id_]
        print(f"{id_} {m.path}:{m.line} {m.place} [{m.operator}] {m.change()} {m.rules}")
    unchanged = Counter(
        listed[one["id"]].path
        for one in told["all"]  # type: ignore[attr-defined]
        if one["result"] == UNCHANGED
    )
    if unchanged:
        print("\nchange no program:")
    for path, count in unchanged.most_common():
        print(f"  {count:4} {path}")
    print(f"\n{'operator':14}{'killed':>8}{'survived':>10}{'share':>8}")
    for name, found in told["by_operator"].items():  # type: ignore[attr-defined]
        k, s = found.get(KILLED, 0), found.get(SURVIVED, 0)
        print(f"{name:14}{k:8}{s:10}{share(found):8.0%}")
    both = {KILLED: told["killed"], SURVIVED: len(told["survivors"])}  # type: ignore[arg-type]
    print(
        f"{game}: {told['killed']} of {told['mutants']} mutants killed "
        f"({share(both):.1%}), {told['equivalent']} equivalent; "  # type: ignore[arg-type]
        f"no mutants: {told['invalid']} invalid, {told['unchanged']} unchanged; "
        f"{told['hung']} hung; {told['stale']} stale; {seconds:.0f} s"
    )


@click.command(help=__doc__)
@click.argument("game")
@click.option(
    "--tests",
    "own",
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The folder of the game's tests, in place of ours.",
)
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only mutants of this rule.")
@click.option("--module", "paths", multiple=True, help="Only of files with this in their path.")
@click.option("--operator", "operators", multiple=True, help="Only changes of this kind.")
@click.option("--only", "ids", multiple=True, metavar="MUTANT", help="Only this mutant.")
@click.option("--sample", type=click.IntRange(1), help="This many, drawn by the seed.")
@click.option("--seed", default=0, show_default=True)
@click.option("--list", "listing", is_flag=True, help="List the sites, and the rules with too few.")
@click.option("--show", metavar="MUTANT", help="Print the change as a diff.")
@click.option("--resume", is_flag=True, help="Only those without a valid result; results are kept.")
@click.option("--stale", is_flag=True, help="Only those with a stale result.")
@click.option("--recheck", type=click.IntRange(1), help="Try this many again, beside the ledger.")
@click.option(
    "--differing", default=0, show_default=True, help="The number of them that may differ."
)
@click.option("--survivors", is_flag=True, help="Only those that survived; results are kept.")
@click.option("--keep", type=click.Path(path_type=Path), help="Keep results in this file.")
@click.option("--figures", is_flag=True, help="Run nothing; print the stored figures.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--least", type=float, help="Fail if a smaller share, in percent, is killed.")
def main(
    game: str, own: Path | None, rules: Sequence[str], paths: Sequence[str],
    operators: Sequence[str], ids: Sequence[str],
    sample: int | None, seed: int, listing: bool, show: str | None, resume: bool,
    stale: bool, recheck: int | None, differing: int, survivors: bool, keep: Path | None,
    figures: bool, as_json: bool, jobs: int, least: float | None,
) -> None:  # fmt: skip
    """Runs the command."""
    sys.dont_write_bytecode = False  # each mutant imports the rules again
    everything = mutants_of(game)
    if not any(m.rules for m in everything):
        raise click.ClickException(f"{game}: no place in its code belongs to a rule")
    listed = {m.id: m for m in everything}
    arguments = equivalent(game, listed.keys())
    if listing:
        return list_sites(game, everything)
    if show:
        if show not in listed:
            raise click.BadParameter(f"no mutant has the id {show}")
        print(listed[show].diff())
        return None
    kept = Ledger(keep) if keep is not None else Ledger.of(game)
    chosen = [m for m in everything if m.rules]
    if rules:
        chosen = [m for m in chosen if set(rules) & set(m.rules)]
    if paths:
        chosen = [m for m in chosen if any(part in m.path for part in paths)]
    if operators:
        chosen = [m for m in chosen if m.operator in operators]
    if ids:
        chosen = [listed[i] for i in ids if i in listed]
    former = dict(kept.results)
    standing = {m.id for m in chosen if m.id in former and stands(former[m.id], m)}
    if resume:
        chosen = [m for m in chosen if m.id not in standing]
    if stale:
        chosen = [m for m in chosen if m.id in former and m.id not in standing]
    if survivors:
        survived = {i for i, found in kept.results.items() if found.result == SURVIVED}
        chosen = [m for m in chosen if m.id in survived]
    if sample is not None:  # known non-mutants would only be drawn again
        known_none = {i for i in standing if former[i].result in NONE}
        chosen = [m for m in chosen if m.id not in known_none]
    # drawn one by one, so that a change of the code redraws its own sites alone
    chosen.sort(key=lambda m: random.Random(f"{seed} {m.id}").random())
    chosen = chosen[:recheck]
    if stale or resume:
        chosen.sort(
            key=lambda m: QUICKEST.index(former[m.id].result if m.id in former else UNCHANGED)
        )
    some = bool(rules or paths or operators or ids or recheck)
    whole = resume or stale or survivors or bool(keep)
    narrowed = bool(recheck) or (bool(some or sample) and not whole)
    results: dict[str, Result] = {} if narrowed and not figures else kept.results
    others: list[str] = []
    began = saved = time.monotonic()
    counted = tried = 0

    def enough() -> bool:
        return sample is not None and counted >= sample

    def next_ones() -> Iterator[Mutant | None]:
        for mutant in chosen:
            while sample is not None and counted + trial.waiting >= sample:
                if enough():
                    return
                yield None
            yield mutant

    def tell(mutant: Mutant, found: Result) -> bool:
        nonlocal counted, tried, saved
        was = former[mutant.id].result if mutant.id in former else found.result
        if not enough():
            tried += 1
            results[mutant.id] = recorded(found, mutant)
            others.extend([] if alike(was, found.result) else [mutant.id])
            argued = mutant.id in arguments and found.result != KILLED
            counted += found.result not in NONE and not argued
        if not as_json:
            told = found.test if alike(was, found.result) else f"(was {was})"
            print(f"{mutant.id} {found.result:10} {found.seconds:6.1f} s {told}", flush=True)
        if not narrowed and time.monotonic() - saved > SAVED:
            kept.save(listed)
            saved = time.monotonic()
        return not enough()

    if not figures and chosen:
        first = chosen[: SPARE * sample] if sample else chosen
        wanted = {rule for mutant in first for rule in mutant.rules}
        known = {i: r.test for i, r in Ledger.of(game).results.items() if r.result == KILLED}
        times = seconds_of(game)
        seconds = json.loads(times.read_text(encoding="utf-8")) if times.exists() else {}
        baseline = baseline_of(game, jobs)
        trial = Trial(game, next_ones(), baseline, tell, wanted, known, seconds, jobs)
        run(trial, own)
        times.parent.mkdir(exist_ok=True)
        times.write_text(json.dumps(seconds, indent=0), encoding="utf-8")
        if recheck:
            news = {m.id for m in chosen} - standing | set(others)
            kept.results |= {i: r for i, r in results.items() if i in news}
        if recheck or not narrowed:
            kept.save(listed)
    told = summary(chosen if some else [m for m in everything if m.rules], results, arguments)
    if as_json:
        print(json.dumps(told | {"differing": others}, indent=1))
    else:
        report(game, told, listed, time.monotonic() - began)
        print(f"{len(others)} of {tried} tried differ from what was kept")
    if recheck and len(standing & set(others)) > differing:
        sys.exit(1)
    if least is not None and told["killed"] < least / 100 * told["mutants"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
