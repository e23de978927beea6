"""A game in a wheel and an environment of its own has all abilities of the package's games."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from eastfront.cli.main import eastfront

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
HARD = re.sub(
    r'"(AR|EX|DR|DE)"(?=.*# die)',
    '"AE"',
    (EXAMPLE / "two_bridges" / "data" / "charts.toml").read_text(encoding="utf-8"),
)
"""Tables in which every attacker is lost."""


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


NOON = "two-bridges/noon"
CALLS = {
    "playout": (NOON, "-n", "3", "--json"),
    "match": (NOON, "--bot", "busy", "--bot", "random", "-n", "1", "--json"),
    "balance": (NOON, "-n", "2", "--json"),
    "worth": ("TB-3.2a", "--scenario", NOON, "-n", "2", "--json"),
    "odds": (NOON, "--json"),
    "supply": (NOON, "--unit", "1B", "--json"),
    "front": (NOON, "--json"),
    "demo": ("--scenario", NOON, "--out", "shown", "--json"),
    "perft": (NOON, "--depth", "3", "--json"),
    "program": (NOON, "--after", "simplify", "--json"),
    "render": (NOON, "-o", "drawn.svg", "--json"),
    "bench": ("--scenario", NOON, "--seconds", "0.01", "--json"),
    "play": (NOON, "-o", "played.efr"),
    "serve": ("--memory", "--port", "0"),
    "mcp": (NOON, "--opponent", "idle"),
}
"""How each command that loads a game by its name is called."""
NAMELESS = {
    *("scenarios", "rules", "rule", "sources", "luck", "replay", "tell", "new", "tables"),
}
"""Commands that load no game, or that of a record, which holds its rules and charts."""
SERVED = """
import re, signal, subprocess, sys, os, json
from urllib.request import Request, urlopen
command = [sys.executable, "-c", "from eastfront.cli.main import main; main()", "serve"]
how = {"stdout": subprocess.PIPE, "text": True, "env": {**os.environ, "PYTHONUNBUFFERED": "1"}}
with subprocess.Popen([*command, *sys.argv[1:]], **how) as server:
    try:
        address = re.search(r"http://[0-9.]+:[0-9]+", server.stdout.readline())[0]
        asked = json.dumps({"scenario": "two-bridges/noon"}).encode()
        kind = {"Content-Type": "application/json"}
        made = json.load(urlopen(Request(f"{address}/api/games", asked, kind)))
        shown = {"Authorization": f"Bearer {made['tokens'][made['seat']]}"}
        game = Request(f"{address}/api/games/{made['id']}", headers=shown)
        print(json.load(urlopen(game))["digest"])
    finally:
        server.send_signal(signal.SIGINT)
assert server.returncode == 130, server.returncode
"""
"""Serves, makes a game, prints its digest and stops."""


def having(option: str) -> list[str]:
    """The commands that have an option, as the command line itself lists them."""
    context = click.Context(eastfront)
    found = {
        name: eastfront.get_command(context, name) for name in eastfront.list_commands(context)
    }
    return [
        name
        for name, command in found.items()
        if command is not None and any(option in one.opts for one in command.params)
    ]


def put_down_variants(run: Run) -> dict[str, str]:
    """Writes a variant and an owner's charts; gives the digests of the game with each."""
    python(run, f"open('house.py', 'w').write({HOUSE!r}); open('hard.toml', 'w').write({HARD!r})")
    code = """
import eastfront as ef
from house import Slow
for how in ({}, {"rules": Slow}, {"charts": "hard.toml"}):
    print(ef.load("two-bridges/noon", **how).digest)
"""
    plain, rules, charts = python(run, code).split()
    assert len({plain, rules, charts}) == 3
    return {"--rules": rules, "--charts": charts}


def test_every_command_that_loads_a_game_takes_variants_and_charts() -> None:
    everything = set(eastfront.list_commands(click.Context(eastfront)))
    assert set(having("--rules")) == set(having("--charts")) == everything - NAMELESS


@pytest.mark.parametrize(
    ("option", "value"), [("--rules", "house:Slow"), ("--charts", "hard.toml")]
)
@pytest.mark.parametrize("command", having("--rules"))
def test_a_variant_and_charts_at_every_command(
    cli: Callable[..., str], run: Run, command: str, option: str, value: str
) -> None:
    digest = put_down_variants(run)[option]
    if command in ("serve", "mcp"):
        pytest.importorskip("uvicorn")
    if command == "mcp":
        pytest.importorskip("mcp")
    if command == "serve":
        assert run("-c", SERVED, *CALLS[command], option, value).stdout.strip() == digest
        return
    shown = cli(command, *CALLS[command], option, value, typed="end-movement\nquit\n")
    if command == "mcp":  # its client has closed the input: nothing is answered
        assert not shown
    elif command == "play":
        assert json.loads(python(run, "print(open('played.efr').read())"))["digest"] == digest
    else:
        found = json.loads(shown)
        assert "digest" not in found or found["digest"] == digest


@pytest.mark.parametrize("command", having("--rules"))
def test_no_command_passes_over_what_is_not_there(run: Run, command: str) -> None:
    if command in ("serve", "mcp"):
        pytest.importorskip("uvicorn")
    for wrong, words in (
        (("--rules", "no:No"), "expected MODULE:CLASS"),
        (("--charts", "no.toml"), "no.toml"),
    ):
        refused = run(*COMMAND, command, *CALLS[command], *wrong, fails=True)
        assert words in refused.stderr and refused.stderr.count("\n") == 1


def test_a_variant_changes_what_can_be_played(cli: Callable[..., str], run: Run) -> None:
    put_down_variants(run)
    plain, house = (
        json.loads(cli("perft", NOON, "--depth", "3", "--json", *rules))["nodes"]
        for rules in ((), ("--rules", "house:Slow"))
    )
    assert house < plain


def test_a_demo_of_a_game_without_words_and_without_a_winner(cli: Callable[..., str]) -> None:
    drawn = cli("demo", "--scenario", NOON, "--out", "drawn", "--seed", "1")
    assert "\nNobody wins (TB-7.1a)." in drawn
    assert json.loads(cli("replay", "drawn/demo.efr", "--json"))["outcome"][0] is None


def test_it_is_told_without_a_track_of_turns(run: Run) -> None:
    code = """
import eastfront as ef
from eastfront import packs
from eastfront.questions import course as telling
from eastfront.systems.telling import Telling
words = Telling(
    results={}, order=("AE", "AR", "EX", "DR", "DE"), control={}, gone={"dead": "lost"},
    battles={"": "battles"}, kinds={}, note=("target", "result"), attackers="attacking",
)
object.__setattr__(packs.pack("two-bridges"), "telling", lambda: words)
print(len(telling.Course(ef.load("two-bridges/noon")).battles))
"""
    assert python(run, code) == "0"


def test_charts_of_an_owner(cli: Callable[..., str], run: Run) -> None:
    python(run, f"open('hard.toml', 'w').write({HARD!r})")
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
assert state.reach("2B", full=True)["0203"] == 1 and "0204" in state.zoc("red")
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


def test_many_of_it_are_stepped(run: Run) -> None:
    code = """
import numpy as np
import eastfront as ef
game = ef.load("two-bridges/noon")
games, rng = ef.vector(game, 4, seed=1), np.random.default_rng(1)
planes, masks, infos = games.reset()
shape = planes.shape
assert shape == (4, *games.layout.shape(False)) and shape[2:] == (5, 7), shape
assert masks.shape == (4, game.num_actions) and masks.dtype == bool
ended = set()
for _ in range(400):
    for i in range(4):
        legal = game.new().legal_actions if games.state(i).is_over else games.state(i).legal_actions
        assert masks[i].sum() == len(legal) > 1
    planes, masks, rewards, done, to_move, infos = games.step(
        [rng.choice(np.flatnonzero(mask)) for mask in masks]
    )
    assert planes.shape == shape and rewards.shape == (4, 2) and done.shape == to_move.shape == (4,)
    assert not rewards[~done].any() and not rewards.sum(1).any()
    assert {one["game"] for one in infos["endings"]} == set(np.flatnonzero(done))
    for one in infos["endings"]:
        assert one["rule"] == "TB-7.1a" and one["planes"].shape == shape[1:]
        ended.add(one["game"])
    if len(ended) == 4:
        break
assert ended == {0, 1, 2, 3} and infos["episode"].min() > 0
try:
    games.step([int(np.flatnonzero(~mask)[0]) for mask in masks])
except ef.IllegalAction:
    print("refused")
"""
    assert python(run, code) == "refused"


def test_it_is_served(run: Run) -> None:
    pytest.importorskip("starlette")
    pytest.importorskip("httpx")
    code = """
from starlette.testclient import TestClient
from eastfront.serve import app
with TestClient(app(), base_url="http://127.0.0.1") as client:
    known = client.get("/api/scenarios").json()
    assert "two-bridges/dawn" in str(known)
    asked = {"scenario": "two-bridges/noon", "options": ["boats"], "seat": "blue"}
    answer = client.post("/api/games", json=asked)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    game, head = f"/api/games/{made['id']}", {"Authorization": f"Bearer {made['tokens']['blue']}"}

    def look():
        return client.get(game, headers=head).json()

    def do(version, where="actions", **what):
        return client.post(f"{game}/{where}", headers=head, json={"version": version, **what})

    def at(position, hex):
        return {one["unit"] for one in position["observation"]["places"].get(hex, [])}

    before = look()
    assert before["turn"] == 5 and before["decision"]["name"] == "movement"
    assert at(before, "0204") == {"1B", "2B"} and "0203" not in before["observation"]["places"]
    assert do(0, action="move 1B").status_code == 200
    assert {"to 0203"} < {one["notation"] for one in look()["decision"]["actions"]}
    for words, refused in (
        ("`to 0307` is not among the actions", do(1, action="to 0307")),
        ("two units stand there", do(1, action="to 0303")),
        ("no verb `nonsense`", do(1, action="nonsense")),
    ):
        assert refused.status_code in (400, 422) and look()["version"] == 1, refused.text
        assert words in refused.json()["message"], refused.text
    moved = do(1, action="to 0203").json()["position"]
    assert moved == look() and moved["version"] == 2
    assert at(moved, "0204") == {"2B"} and at(moved, "0203") == {"1B"}
    assert do(2, "orders", order="3B 0303-0304").status_code == 200
    assert at(look(), "0304") == {"3B"}
    assert client.get(f"{game}/map.svg", headers=head).text.startswith("<svg")
    print("played")
"""
    assert python(run, code) == "played"


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
