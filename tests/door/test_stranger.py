"""A game in a wheel of its own, in an environment of its own, does all that ours do."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import EXAMPLE, Run

COMMAND = ("-c", "from eastfront.cli.main import main; main()")
MOST_LINES = 150
"""Lines of Python of the example that hold code; blank lines, comments, docstrings do not count."""

HOUSE = '''
from eastfront.program import *
from eastfront.systems import Option
from two_bridges.rules import Chapter, Movement


class Slow(Option, Chapter):
    """Nobody goes to a hex with a town."""

    @Movement.closed.bar("HOUSE-1", "towns are closed")
    def towns_closed(self, side: int) -> Hexes:
        """Towns."""
        return self.towns
'''


@pytest.fixture(scope="module")
def cli(run: Run) -> Callable[..., str]:
    """A command of the command line; gives what it prints."""
    return lambda *arguments, **how: run(*COMMAND, *arguments, **how).stdout


def python(run: Run, code: str) -> str:
    """What some Python prints."""
    return run("-c", code).stdout.strip()


def code_lines(path: Path) -> int:
    """The lines of a module that hold code."""
    text = path.read_text(encoding="utf-8")
    told = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    empty = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    held = {
        line
        for token in tokens
        if token.type not in empty | {tokenize.ENDMARKER}
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(held - told)


def test_it_is_small_and_imports_what_is_public() -> None:
    files = sorted((EXAMPLE / "two_bridges").glob("*.py"))
    assert sum(map(code_lines, files)) <= MOST_LINES
    imported = set(re.findall(r"^from (eastfront\S*) import", _text(files), re.MULTILINE))
    assert imported == {"eastfront.packs", "eastfront.program", "eastfront.systems"}


def _text(files: list[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_nothing_of_ours_is_on_the_path(run: Run) -> None:
    where = python(
        run, "import eastfront, two_bridges; print(eastfront.__file__, two_bridges.__file__)"
    )
    assert all("environment" in path for path in where.split())


def test_it_is_listed_and_described(cli: Callable[..., str]) -> None:
    assert {"two-bridges/dawn", "two-bridges/noon"} <= {
        row["id"] for row in json.loads(cli("scenarios", "--json"))
    }
    assert json.loads(cli("rules", "two-bridges", "--json"))["total"] == 18
    assert "Boats.by_boat" in cli("rules", "two-bridges", "--joins")
    assert "half its factor" in cli("rule", "TB-5.2a")
    assert {row["name"] for row in json.loads(cli("sources", "two-bridges", "--json"))} == {
        "map", "hexsides", "combat-results", "units",
    }  # fmt: skip


@pytest.mark.parametrize("options", [(), ("--option", "boats")])
def test_it_plays_and_every_position_holds(
    cli: Callable[..., str], options: tuple[str, ...]
) -> None:
    found = json.loads(
        cli("playout", "two-bridges/dawn", "-n", "30", "--check", "--json", *options)
    )
    assert found["violations"] == 0 and found["positions"] > 1000 and found["python_steps"] == 0
    assert json.loads(cli("perft", "two-bridges/noon", "--depth", "3", "--json"))["nodes"] > 100


def test_a_variant_of_a_users_own(cli: Callable[..., str], run: Run) -> None:
    python(run, f"open('house.py', 'w').write({HOUSE!r})")
    plain, house = (
        json.loads(cli("perft", "two-bridges/noon", "--depth", "3", "--json", *rules))["nodes"]
        for rules in ((), ("--rules", "house:Slow"))
    )
    assert house < plain
    for command in (
        ("playout", "two-bridges/noon", "-n", "3"),
        ("match", "two-bridges/noon", "--bot", "busy", "--bot", "random", "-n", "1"),
        ("balance", "two-bridges/noon", "-n", "2"),
        ("worth", "TB-3.2a", "--scenario", "two-bridges/noon", "-n", "2"),
        ("render", "two-bridges/noon", "-o", "house.svg"),
        ("odds", "two-bridges/noon"),
        ("supply", "two-bridges/noon", "--unit", "1B"),
        ("front", "two-bridges/noon"),
        ("bench", "--scenario", "two-bridges/noon", "--seconds", "0.01"),
    ):
        cli(*command, "--rules", "house:Slow", "--json")
    refused = run(
        *COMMAND, "perft", "two-bridges/noon", "--depth", "1", "--rules", "no:No", fails=True
    )
    assert "expected MODULE:CLASS" in refused.stderr and refused.stderr.count("\n") == 1


def test_charts_of_an_owner(cli: Callable[..., str], run: Run) -> None:
    table = EXAMPLE / "two_bridges" / "data" / "charts.toml"
    hard = re.sub(r'"(AR|EX|DR|DE)"(?=.*# die)', '"AE"', table.read_text(encoding="utf-8"))
    python(run, f"open('hard.toml', 'w').write({hard!r})")
    shown = cli("odds", "two-bridges/noon", "--charts", "hard.toml", "--target", "0205")
    assert "results: AE 1" in shown
    text = python(
        run,
        "import eastfront as ef\n"
        "game = ef.load('two-bridges/noon', charts='hard.toml')\n"
        "state = game.new(); state.push('end-movement'); print(state.text())\n"
        "again = ef.position(state.text())\n"
        "assert again == state and again.game.digest == game.digest",
    )
    assert "charts: hard.toml" in text


def test_a_position_says_its_variant(cli: Callable[..., str], run: Run) -> None:
    python(run, f"open('house.py', 'w').write({HOUSE!r})")
    code = (
        "import eastfront as ef\nfrom house import Slow\n"
        "state = ef.load('two-bridges/noon', options=['boats'], rules=Slow).new()\n"
        "assert ef.position(state.text()) == state\n"
        "open('slow.txt', 'w').write(state.text()); print(state.text())"
    )
    assert "rules: house:Slow" in python(run, code)
    refused = run(*COMMAND, "render", "slow.txt", "-o", "slow.svg", fails=True)
    assert "house:Slow" in refused.stderr and "imported" in refused.stderr
    assert "slow.svg" in cli("render", "slow.txt", "-o", "slow.svg", "--rules", "house:Slow")


def test_questions_and_records(cli: Callable[..., str], run: Run) -> None:
    code = """
import eastfront as ef
game = ef.load("two-bridges/noon")
state = game.new(seed=3)
assert state.reach("2B")["0203"] == 1 and "0204" in state.zoc("red")
assert state.supply("1B").path[-1].endswith("01")
try:
    ef.parse(state, "1B 0204-0303")
except ef.IllegalAction as refused:
    assert refused.rule == "TB-2.1a", refused.rule
ef.parse(state, "2B 0204-0203").push(state)
assert ef.position(state.text()) == state
state.push("end-movement")
battle = state.battle(target="0205", attackers=["2B"])
assert (battle.odds, battle.column) == ("1:2", "1:2") and "TB-6.4a" in str(battle)
ef.parse(state, "2B x0205")
assert ef.search.mcts(game.new(seed=1), simulations=30, cut="phase").best_name
assert sum(ef.rollout(game.new(), n=4, policy="greedy")["wins"].values()) <= 4
games = ef.vector(game, 4, seed=1)
recorder = ef.Recorder(game, seed=1)
for _ in ef.bots.play(recorder, {side: ef.bots.Greedy(n) for n, side in enumerate(game.sides)}):
    pass
recorder.save("game.efr")
assert bytes(ef.record.load("game.efr").replay()) == bytes(recorder.state)
print(ef.render.svg(state)[:4], len(games))
"""
    assert python(run, code) == "<svg 4"
    for command in (("replay", "game.efr"), ("luck", "game.efr"), ("odds", "game.efr")):
        cli(*command)


def test_it_is_played_in_a_terminal(run: Run) -> None:
    done = run(*COMMAND, "play", "two-bridges/noon", "--seed", "1", typed="2B 0204-0203\nquit\n")
    assert "Turn 5, blue movement phase" in done.stdout


def test_it_is_served(run: Run) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("httpx")
    code = """
from starlette.testclient import TestClient
from eastfront.serve import app
with TestClient(app(), base_url="http://127.0.0.1") as client:
    known = client.get("/api/scenarios").json()
    assert "two-bridges/dawn" in str(known)
    made = client.post("/api/games", json={"scenario": "two-bridges/dawn", "options": ["boats"]})
    print(made.status_code)
"""
    assert python(run, code) in ("200", "201")


def test_openspiel_plays_it(run: Run) -> None:
    pytest.importorskip("pyspiel")
    code = """
import random, pyspiel, eastfront.interop.openspiel
game = pyspiel.load_game("eastfront", {"scenario": "two-bridges/dawn"})
state, rng = game.new_initial_state(), random.Random(1)
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
    else:
        state.apply_action(rng.choice(state.legal_actions()))
print(sum(state.returns()))
"""
    assert float(python(run, code)) == 0.0


def test_its_own_tests_pass_there(run: Run) -> None:
    tests = str(EXAMPLE / "tests")
    run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", tests, tests
    )


def test_it_is_typed(run: Run) -> None:
    pytest.importorskip("mypy")
    shown: Any = run("-m", "mypy", "--strict", "-p", "two_bridges").stdout
    assert "no issues" in shown
