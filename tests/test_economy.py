"""The size of the rules code, and the small share of mechanism in it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from tools import economy

from eastfront import program, systems
from eastfront.program import former

LIMITS = {"barbarossa_deluxe": 41_000, "russian_campaign": 73_850, "barbarossa_1971": 27_700}
"""Tokens of code for the rules of a game; two games and the library keep within one more."""
TOGETHER = ("barbarossa_deluxe", "russian_campaign")
MOST = 131_960
"""Some 80 of them convert points and factors with fractions; some 700 hold what is wrong in rules
to its place while they are written; some 2,100 say what is so while a rule is off, beside what it
gives; some 300 that explanations name a rule; some 50 are types of attributes; some 400 make tables
by difference and state how a pack is drawn; some 450 read the windows of rules; some 450 are
units that wait and units that take the place of others; some 1,100 attach units to units; some
800 draw strengths of units; some 170 open and end a scenario in mid-turn."""
LINES = 2_500
"""Lines of rules of the game that was written last, on the library."""
HOW = 0.08


def test_the_rules_of_two_games_and_the_library_keep_within_their_limit() -> None:
    found = [economy.Rules.of(folder) for name, (folder, _) in economy.games().items()
             if name in TOGETHER]  # fmt: skip
    systems = economy.Rules.of(economy.PACKAGE / "systems")
    assert len(found) == len(TOGETHER) and systems.tokens > 5_000
    assert sum(rules.tokens for rules in found) + systems.tokens <= MOST


@pytest.mark.parametrize("name", economy.games())
def test_a_game_says_little_of_how(name: str) -> None:
    folder, prefix = economy.games()[name]
    rules = economy.Rules.of(folder)
    assert 1_000 < rules.tokens <= LIMITS[name]
    assert 0 < rules.share() <= HOW
    assert not economy.scattered(folder, prefix)


def test_the_game_that_the_library_was_proved_by_is_short() -> None:
    folder, _ = economy.games()["barbarossa_1971"]
    assert economy.Rules.of(folder).lines <= LINES


ASKED = {"barbarossa_deluxe": 13, "russian_campaign": 12, "barbarossa_1971": 3}
"""Lines of a game's rules that ask whether a rule is in force."""


@pytest.mark.parametrize("name", ASKED)
def test_rules_say_what_is_so_while_they_are_in_force(name: str) -> None:
    folder, _ = economy.games()[name]
    lines = [
        line
        for path in folder.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "in_force(" in line
    ]
    assert len(lines) <= ASKED[name]
    assert not [line for line in lines if "not in_force(" in line]
    assert not economy.Rules.of(folder).how["branches for a rule that is off"]


WAYS = {
    "a join": {
        *("Bars.bar", "Step.after", "Step.before", "Step.instead", "Value.instead", "Value.then"),
    },
    "a method of its own": {"rule"},
    "a part of an expression": {"by"},
    "a limit": {"only"},
    "the cause of an effect or a choice": {
        *("again", "applied", "assign", "choose", "clear", "decide", "end_game", "mark", "mark_as"),
        *("note", "offer", "one_by_one", "place", "place_all", "place_along", "roll", "store"),
        "drawn_strengths",
    },
}
"""The public functions that take the id of a rule, by the five forms of docs/systems.md."""
ASKING = {
    *("in_force", "law", "Invariants.holds"),
    *("Windows.in_window", "Windows.window_number", "Windows.window_words"),
}
"""What states no rule of play: whether a rule is in force and on which turns, and checks of played
games."""


def taking_ids() -> Iterator[str]:
    """The public functions of the language and the systems that take the id of a rule."""
    for library in (program, systems):
        for name in set(library.__all__) - {*former.__all__, "Builder", "Decision"}:
            thing: Any = getattr(library, name)
            functions = {name: thing}
            if inspect.isclass(thing):
                found = inspect.getmembers(thing, inspect.isfunction)
                functions = {f"{thing.__name__}.{k}": f for k, f in found if k[0] != "_"}
            for told, function in functions.items():
                if inspect.isfunction(function) and {"rule", "rules", "ids"} & set(
                    inspect.signature(function).parameters
                ):
                    yield told


def test_a_rule_is_stated_in_five_ways() -> None:
    known = set().union(*WAYS.values()) | ASKING
    assert len(WAYS) == 5
    assert set(taking_ids()) == known
    page = (economy.PACKAGE.parents[1] / "docs" / "systems.md").read_text(encoding="utf-8")
    table = page.partition("## How to state a rule")[2].partition("\n\n- ")[0]
    assert [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| ")][2:] == [
        "| a change of another section's point",
        "| a method of its own",
        "| a part of an expression",
        "| a limit of an offer",
        "| the cause of an effect or a choice",
    ]


def test_no_option_of_the_russian_campaign_assigns_to_another_section() -> None:
    folder, _ = economy.games()["russian_campaign"]
    found = [
        f"{path.name}:{node.lineno}"
        for path in sorted((folder / "options").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Attribute)
    ]
    assert not found


COUNTED = """
class Rule:
    \"\"\"No token.\"\"\"

    @procedure("x")
    def move(self):  # no token
        near = self.near
        if in_force("X-1"):
            mark(near)
        else:
            clear(near)
        return 1 if in_force("X-2") else 0
"""


def test_what_is_counted() -> None:
    count, lines = economy.tokens(COUNTED)
    assert count == 44 and len(lines) == 9
    assert +economy.machinery(ast.parse(COUNTED)) == {
        "procedures declared": 1,
        "aliases": 1,
        "branches for a rule that is off": 3,
    }
