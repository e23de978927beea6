"""eastfront scenarios, rules, sources: lists of scenarios, rules and sources of data."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from eastfront.loading.catalogue import DEFINITIONS, rows
from eastfront.packs import CATALOGUE

from .inputs import game_name
from .output import facts, json_option, show_json, table

COVERAGE = "coverage.json"
"""The name of the file, beside a game's data, that lists the rules that the knock-out run found
tested."""

LATER = "later"
"""The kind of a rule that belongs to a scenario not built yet."""


@click.command()
@json_option
def scenarios(as_json: bool) -> None:
    """List the scenarios that can be played."""
    from eastfront.scenario.load import list_scenarios

    found = list_scenarios()
    if as_json:
        show_json([{"id": s.id, "title": s.title} for s in found])
    else:
        table("", ["scenario", "title"], [(s.id, s.title) for s in found])


@click.command()
@click.argument("game")
@json_option
def sources(game: str, as_json: bool) -> None:
    """Print the source of every table of GAME."""
    from eastfront.loading.game import scenario_of, scenarios

    name = game_name(game)
    ids = [s for s in scenarios() if s == game] or [
        s for s in scenarios() if s.partition("/")[0] == name
    ]
    rows = list({row.name: row for id_ in ids for row in scenario_of(id_).sources}.values())
    if as_json:
        show_json([asdict(row) for row in rows])
        return
    for row in rows:
        click.echo(f"{row.name}: {row.provenance}, {row.source}")
        for line in (row.reasoning.strip(), *(f"- {held}" for held in row.constraints)):
            if line:
                click.echo("  " + line.replace("\n", "\n  "))


@click.command()
@click.argument("game")
@click.option("--missing", is_flag=True, help="List the rules without a test.")
@click.option("--joins", is_flag=True, help="List the join points with the rules that join each.")
@json_option
def rules(game: str, missing: bool, joins: bool, as_json: bool) -> None:
    """Count the rules of GAME: total, tested, definitions, not built yet, missing."""
    name = game_name(game)
    if joins:
        _show_joins(name, as_json)
        return
    count = coverage(name)
    if as_json:
        show_json(count)
        return
    kinds = [(key, count[key]) for key in ("total", "tested", "by_definition", "later")]
    facts(name, [*kinds, ("missing", len(count["missing"]))])
    if missing:
        for rule in count["missing"]:
            click.echo(rule)


def _show_joins(game: str, as_json: bool) -> None:
    """Prints the join points of a game with the rules that join each."""
    from eastfront.packs import pack
    from eastfront.systems.sections import who_joins

    known = pack(game).rules()
    found = sorted(who_joins([*known.sections().values(), *known.optional]))
    heads = ["point", "how", "rule", "by"]
    if as_json:
        show_json([dict(zip(heads, row, strict=True)) for row in found])
    else:
        table(game, heads, found)


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@json_option
def rule(ids: tuple[str, ...], as_json: bool) -> None:
    """Print the text and section of each rule ID, such as BD-7.4b."""
    from eastfront.loading.catalogue import rule as find

    found = [find(id_) for id_ in ids]
    if as_json:
        show_json([asdict(one) for one in found])
    else:
        click.echo("\n".join(str(one) for one in found))


def coverage(game: str) -> dict[str, Any]:
    """Counts the rules of a game: total, tested, other kinds; and lists the missing ones.

    The catalogue lists the rules. A rule counts as tested if a test marked with its id fails
    without the rule, as recorded by the knock-out run. Of the other rules, those listed in a table
    with a reason are definitions, freedoms and restatements, or, with the kind `later`, rules of
    scenarios not built yet. Raises ValueError for a game without a catalogue.
    """
    from eastfront.packs import pack

    home = pack(game).data
    if not (home / CATALOGUE).is_file():
        raise ValueError(f"{game} has no catalogue of rules ({CATALOGUE})")
    known = [row[0] for row in rows(home / CATALOGUE)]
    tested = _tested(home / COVERAGE) & set(known)
    kinds = {row[0]: row[1] for row in rows(home / DEFINITIONS) if row[0] not in tested}
    later = {rule for rule in known if kinds.get(rule) == LATER}
    defined = set(kinds) & set(known) - later
    return {
        "game": game,
        "total": len(known),
        "tested": len(tested),
        "by_definition": len(defined),
        "later": len(later),
        "missing": [rule for rule in known if rule not in tested | defined | later],
    }


def _tested(path: Path) -> set[str]:
    """Returns the ids under the key `tested` of a coverage file; empty without the file."""
    if not path.is_file():
        return set()
    return set(json.loads(path.read_text(encoding="utf-8"))["tested"])
