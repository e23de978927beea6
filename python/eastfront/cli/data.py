"""eastfront scenarios, rules, sources: lists of scenarios, rules and sources of data."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from eastfront.loading.catalogue import DEFINITIONS, rows
from eastfront.packs import CATALOGUE, GROUP, Pack

from .inputs import game_name
from .main import Failure
from .output import facts, json_option, show_json, table

COVERAGE = "coverage.json"
"""The name of the file, beside a game's data, that lists the rules without which a test failed. It
is the result of a knock-out run, in which tests are run with each rule left out."""

APART = {
    "unstated": "rows that stand nowhere in the code",
    "unlisted": "ids in the code without a row",
    "unknown": "ids in marks of tests without a row",
}
"""By key in the result of `coverage`: what the list of rule ids under the key holds. The lists are
empty if catalogue, code and tests agree."""

LATER = "later"
"""The word that marks, in a game's table of the rules that no play can break, a rule of a scenario
not built yet."""


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
@click.option(
    "--tests",
    type=click.Path(exists=True, path_type=Path),
    help="The folder of tests whose marks count; by default that of the game's own project, unless "
    "the game has results of a knock-out run.",
)
@click.option("--check", is_flag=True, help="Fail unless catalogue, code and tests agree.")
@click.option(
    "--knock-out",
    is_flag=True,
    help="Turn each rule off, run the tests with its mark, and list those that fail; fail if all "
    "tests of a rule pass without it.",
)
@json_option
def rules(
    game: str,
    missing: bool,
    joins: bool,
    tests: Path | None,
    check: bool,
    knock_out: bool,
    as_json: bool,
) -> None:
    """Count the rules of GAME: total, tested, definitions, not built yet, missing.

    A rule is tested if a test failed in a run without the rule (a knock-out run), or if a test has
    the mark pytest.mark.rule with its id. Rows of the catalogue that stand nowhere in the code are
    listed, and so are ids in the code and in marks that have no row.
    """
    name = game_name(game)
    if joins:
        _show_joins(name, as_json)
        return
    if knock_out:
        _knock_out(name, tests, as_json)
        return
    count = coverage(name, tests)
    apart = {key: words for key, words in APART.items() if count[key]}
    if as_json:
        show_json(count)
    else:
        kinds = [(key, count[key]) for key in ("total", "tested", "by_definition", "later")]
        facts(name, [*kinds, ("missing", len(count["missing"]))])
        for key, words in apart.items():
            click.echo(f"  {words}: {', '.join(count[key])}")
        if missing:
            for rule in count["missing"]:
                click.echo(rule)
    if check and (apart or count["missing"]):
        wrong = [f"{words}: {', '.join(count[key])}" for key, words in apart.items()]
        if count["missing"]:
            wrong.append(f"without a test: {', '.join(count['missing'])}")
        raise Failure(f"{name}: {'; '.join(wrong)}")


def _knock_out(game: str, tests: Path | None, as_json: bool) -> None:
    """Turns each rule of a game off and prints the tests that fail. ``tests`` is their folder; None
    stands for that of the game's own project."""
    from eastfront.packs import pack

    from .knock_out import knock_out

    found = pack(game)
    knock_out(found, tests or _tests_of(found), as_json)


def _show_joins(game: str, as_json: bool) -> None:
    """Prints the join points of a game, at which rules of other sections can attach, with the rules
    that join each."""
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
    """Print the text and section of each rule ID, such as BD-7.4b, and on which game turns it is in
    force, if not on all."""
    from eastfront.loading.catalogue import rule as find
    from eastfront.loading.windows import windows_told

    found = [(one, windows_told(one)) for one in map(find, ids)]
    if as_json:
        show_json([asdict(one) | {"windows": windows} for one, windows in found])
        return
    for one, windows in found:
        click.echo(str(one))
        for scenario, turns in windows.items():
            click.echo(f"  {scenario or 'in force'}: {turns}")


def coverage(game: str, tests: Path | None = None) -> dict[str, Any]:
    """Counts the rules of a game: total, tested, other kinds; and lists the missing ones.

    The catalogue lists the rules. A rule counts as tested if the stored knock-out run found that a
    test marked with the id of the rule fails without it, or if a test in the folder `tests` has
    such a mark. If `tests` is None and the game has no stored run, the folder is that of the game's
    own project. Another table lists with a reason the rules that play cannot break (definitions,
    facts of the counters) and, with the kind `later`, those of scenarios not built yet. A rule
    stands in the code as a value, in a comment, or in the program of the game; those of the other
    table need not, even if a test has their mark. Raises ValueError for a game without a catalogue.
    """
    from eastfront.loading.stated import in_code, in_comments, in_marks
    from eastfront.packs import pack

    from .knock_out import homes_of

    found = pack(game)
    home = found.data
    if not (home / CATALOGUE).is_file():
        raise ValueError(f"{game} has no catalogue of rules ({CATALOGUE})")
    known = [row[0] for row in rows(home / CATALOGUE)]
    proven = _tested(home / COVERAGE) & set(known)
    tests = tests or (None if (home / COVERAGE).is_file() else _tests_of(found))
    marked = in_marks(tests) if tests is not None else set()
    tested = proven | marked & set(known)
    definitions = {row[0]: row[1] for row in rows(home / DEFINITIONS)}
    kinds = {rule: kind for rule, kind in definitions.items() if rule not in tested}
    later = {rule for rule in known if kinds.get(rule) == LATER}
    defined = set(kinds) & set(known) - later
    stated = in_code(found.package)
    placed = stated | in_comments(found.package) | proven | set(definitions)
    own = {id_ for id_ in stated | marked if id_.startswith(f"{found.prefix}-")} - set(known)
    unstated = [rule for rule in known if rule not in placed]
    if unstated:
        written = homes_of(found)
        unstated = [rule for rule in unstated if rule not in written]
    return {
        "game": game,
        "total": len(known),
        "tested": len(tested),
        "by_definition": len(defined),
        "later": len(later),
        "missing": [rule for rule in known if rule not in tested | defined | later],
        "unstated": unstated,
        "unlisted": sorted(
            id_ for id_ in own & stated if not any(rule.startswith(id_) for rule in known)
        ),
        "unknown": sorted(own & marked),
    }


def _tests_of(found: Pack) -> Path | None:
    """Returns the folder `tests` of the project that declares a game, if the project is at hand:
    around its package, or the current folder."""
    import tomllib

    for home in (found.package.parent, found.package.parent.parent, Path.cwd()):
        project, tests = home / "pyproject.toml", home / "tests"
        if project.is_file() and tests.is_dir():
            text = tomllib.loads(project.read_text(encoding="utf-8"))
            entries = text.get("project", {}).get("entry-points", {})
            if found.id in entries.get(GROUP, {}):
                return tests
    return None


def _tested(path: Path) -> set[str]:
    """Returns the ids under the key `tested` of a coverage file; empty without the file."""
    if not path.is_file():
        return set()
    return set(json.loads(path.read_text(encoding="utf-8"))["tested"])
