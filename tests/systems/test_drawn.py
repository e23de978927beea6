"""Strengths drawn before the odds: what is asked is what is played, wherever it is shown."""

from __future__ import annotations

import dataclasses
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import eastfront as ef
from eastfront import wire
from eastfront.analysis.attacks import attacks, battles_of
from eastfront.analysis.exchange import exchange_of
from eastfront.cli import main
from eastfront.interop import tables
from eastfront.matches import luck_of
from eastfront.mcp.tools import _fought
from eastfront.positions.document import document
from eastfront.program import ProgramError
from eastfront.questions.battle import Battle
from eastfront.questions.course import Course
from eastfront.questions.fought import Battles

from .bridges import EXAMPLES, bridges

FIGHTS = "game: levies/muster\nturn: 1\nwait: blue combat phase, attacks\n"
ORDER = ("AE", "AR", "EX", "DR", "DE")
TABLE = (
    ("AR", "AR", "AE", "AE", "AE", "AE"),  # 1:2
    ("DR", "EX", "EX", "AR", "AR", "AE"),  # 1:1
    ("DR", "DR", "EX", "EX", "AR", "AR"),  # 2:1
    ("DE", "DR", "DR", "EX", "EX", "AR"),  # 3:1
    ("DE", "DE", "DR", "DR", "EX", "EX"),  # 4:1
)
"""The results of the six dice in each column, typed again from the game's chart."""
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1")

ATTACKER, DEFENDER = ("0302: 1B, BL1", "0303: 1R"), ("0302: 1B", "0303: 1R, RL1")
BOTH = ("0302: 1B, BL1", "0202: BL2", "0303: 1R, RL1")
PAIR = ("0302: 1B", "0202: BL1, BL2", "0303: 1R")
WOODS = ("0303: 1B, BL1", "0203: BL2", "0304: 2R")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ef.Game]:
    """The Levies."""
    with bridges(tmp_path_factory.mktemp("levies"), {}, "levies"):
        yield ef.load("levies/muster")


def at(game: ef.Game, *lines: str) -> ef.State:
    """A position in which Blue attacks."""
    return ef.position(FIGHTS + "\n".join(lines), game)


def group(*lines: str) -> list[str]:
    """The blue units of a position."""
    return [name for line in lines for name in line.partition(": ")[2].split(", ") if "B" in name]


def declared(game: ef.Game, *lines: str) -> ef.State:
    """The position after the attack of all Blue units, before any die."""
    state = at(game, *lines)
    state.push(f"attack {lines[-1][:4]}")
    while state.decision == "force":
        state.push(state.legal_actions[0])
    assert state.units_with("attacking") == sorted(group(*lines))
    return state


# -- by hand ---------------------------------------------------------------------------------------


def halved(factor: int, half: bool) -> int:
    return (factor + 1) // 2 if half else factor


def by_hand(own: int, levies: int, theirs: int, militia: int, half: bool) -> Counter[Any]:
    """Each way of the draws and of the die as (attack, defence, column, result), with its chance:
    a regular of ``own``, ``levies`` levies, against a defence of ``theirs`` and ``militia``
    levies; attackers count half with ``half``."""
    found: Counter[Any] = Counter()
    count = levies + militia
    for dice in product(range(1, 7), repeat=count + 1):
        attack = halved(own, half) + sum(halved(die, half) for die in dice[:levies])
        defence = theirs + sum(dice[levies:count])
        ratio = attack // defence if attack >= defence else 0
        column = min(ratio, 4)
        found[attack, defence, COLUMNS[column], TABLE[column][dice[-1] - 1]] += Fraction(
            1, 6 ** (count + 1)
        )
    return found


CASES = {
    "attack": (ATTACKER, (4, 1, 3, 0, False)),
    "defence": (DEFENDER, (4, 0, 3, 1, False)),
    "both": (BOTH, (4, 2, 3, 1, False)),
    "pair": (PAIR, (4, 2, 3, 0, False)),
    "woods": (WOODS, (4, 2, 3, 0, True)),
}


def sums(found: Counter[Any], *which: int) -> dict[Any, Fraction]:
    """The chances of some of the parts of each way."""
    total: Counter[Any] = Counter()
    for way, chance in found.items():
        key = tuple(way[n] for n in which)
        total[key if len(which) > 1 else key[0]] += chance
    return dict(total)


def explained(found: Battle) -> Counter[Any]:
    """The cases of an explanation as ways."""
    return Counter(
        {
            (case.attack, case.defence, case.column, result): case.chance * chance
            for case in found.cases
            for result, chance in case.distribution.items()
        }
    )


def played(state: ef.State, chance: Fraction = Fraction(1)) -> Counter[Any]:
    """Every way in which a declared battle goes on, by playing every die."""
    found: Counter[Any] = Counter()
    outcomes = state.chance_outcomes()
    for action, _ in outcomes:
        after = state.copy()
        effects = after.push(action, effects=True)
        part = chance / len(outcomes)
        notes = [effect[2] for effect in effects or () if effect[:2] == ("note", "battle")]
        if notes:
            _, attack, defence, result, _ = notes[0]
            ratio = attack // defence if attack >= defence else 0
            found[attack, defence, COLUMNS[min(ratio, 4)], ORDER[result]] += part
        else:
            found += played(after, part)
    return found


@pytest.mark.parametrize("name", CASES)
def test_a_battle_is_explained_as_it_is_played_and_as_it_is_counted(
    game: ef.Game, name: str
) -> None:
    lines, numbers = CASES[name]
    asked = at(game, *lines).battle(lines[-1][:4], group(*lines))
    counted = by_hand(*numbers)
    assert explained(asked) == counted
    assert played(declared(game, *lines)) == counted
    assert asked.distribution == sums(counted, 3)
    assert sums(explained(asked), 2) == sums(counted, 2)
    assert asked.attack == pytest.approx(float(sum(way[0] * c for way, c in counted.items())))
    assert asked.defence == pytest.approx(float(sum(way[1] * c for way, c in counted.items())))
    columns = sorted(sums(counted, 2), key=COLUMNS.index)
    assert asked.column == (columns[0] if len(columns) == 1 else f"{columns[0]} to {columns[-1]}")
    assert sum(one.chance for one in asked.outcomes) == 1


def test_the_declared_battle_is_explained_as_the_planned_one(game: ef.Game) -> None:
    planned = at(game, *BOTH).battle("0303", group(*BOTH))
    assert declared(game, *BOTH).battle() == planned
    assert declared(game, *BOTH).battle("0303", group(*BOTH)) == planned
    assert planned.result is None


def test_what_is_drawn_is_no_longer_a_chance(game: ef.Game) -> None:
    state = declared(game, *BOTH)
    state.push("roll 6")
    found = state.battle()
    assert explained(found) == played(state)
    assert [(f.unit, f.factor, f.drawn != ()) for f in found.attackers] == [
        ("1B", 4, False), ("BL1", 6, False), ("BL2", 3.5, True),
    ]  # fmt: skip
    assert str(found.attackers[1]) == "BL1 1d6 as 6 (LV-4.2a)"
    assert str(found.attackers[2]) == "BL2 1d6 as 1 to 6 (LV-4.2a)"
    assert found.attackers[2].drawn == tuple((n, "1/6") for n in range(1, 7))
    state.push("roll 2")
    state.push("roll 1")
    found = state.battle()
    assert (found.attack, found.defence, found.odds, found.cases) == (12, 4, "3:1", ())
    assert found.distribution == {
        "AR": Fraction(1, 6), "EX": Fraction(1, 3), "DR": Fraction(1, 3), "DE": Fraction(1, 6),
    }  # fmt: skip
    assert [end.dice for end in found.outcomes] == [(6,), (4, 5), (2, 3), (1,)]


def test_equal_draws_of_equal_units_count_once(game: ef.Game) -> None:
    from eastfront.questions.battle import planned

    alike = planned(at(game, *PAIR), "0303", group(*PAIR)).draws
    assert len(alike) == 21 and sum(chance for chance, _ in alike) == 1
    apart = planned(at(game, *BOTH), "0303", group(*BOTH)).draws
    assert len(apart) == 216


def test_losses_in_an_exchange_are_of_the_strengths_drawn(game: ef.Game) -> None:
    asked = at(game, *ATTACKER).battle("0303", ["1B", "BL1"])
    ends = [end for end in asked.outcomes if end.result == "EX"]
    worth = {
        end.consequences[1].options["BL1"]: (end.consequences[1].fewest, end.consequences[1].most)  # type: ignore[union-attr]
        for end in ends
    }
    # the defence is 3; 1B has 4
    assert worth == {n: (1, 1 if n >= 3 else 2) for n in range(1, 7)}
    state = declared(game, *ATTACKER)
    state.push("roll 2")
    state.push("roll 3")
    state.push("lose BL1")
    assert [state.place(unit) for unit in ("1R", "BL1", "1B")] == ["dead"] * 3


def test_a_die_against_a_factor_names_all_six_odds(game: ef.Game) -> None:
    alone = ef.load("levies/muster", without=["LV-4.1b"])
    found = ef.position(FIGHTS + "0302: BL1\n0303: 1R", alone).battle("0303", ["BL1"])
    assert [(case.attack, case.odds, case.share) for case in found.cases] == [
        (1, "1:3", "1/6"), (2, "1:2", "1/6"), (3, "1:1", "1/6"),
        (4, "1:1", "1/6"), (5, "1:1", "1/6"), (6, "2:1", "1/6"),
    ]  # fmt: skip
    assert (found.attack, found.odds, found.column) == (3.5, "1:3 to 2:1", "1:2 to 2:1")


def test_average_losses_are_over_the_draws_and_the_die(game: ef.Game) -> None:
    exchange = exchange_of(at(game, *ATTACKER).battle("0303", ["1B", "BL1"]))
    own = enemy = Fraction(0)
    for (attack, _, _, result), chance in by_hand(4, 1, 3, 0, False).items():
        drawn = attack - 4
        if result == "AE":
            own += chance * Fraction(15, 2)
        if result == "EX":  # the cheaper unit in printed factors, 3.5, if it is worth 3
            own += chance * (Fraction(7, 2) if drawn >= 3 else 4)
        enemy += chance * 3 * (result in ("EX", "DE"))
    assert (exchange.own, exchange.enemy) == (own, enemy)


def test_attacks_are_ranked_by_the_mean(game: ef.Game) -> None:
    found = attacks(at(game, *BOTH))
    assert [attack.target for attack in found] == ["0303"]
    assert found[0].exchange == exchange_of(found[0].battle)
    # the levies, three and a half on average, join before the weaker regular
    weak = attacks(at(game, "0302: 2B, BL1", "0303: 3R"))
    assert {"BL1"} <= set(weak[0].attackers)


# -- the displays ----------------------------------------------------------------------------------


def test_the_text_of_an_explanation(game: ef.Game) -> None:
    text = at(game, *ATTACKER).battle("0303", ["1B", "BL1"]).explain()
    assert "  attack:  BL1 1d6 as 1 to 6 (LV-4.2a)\n" in text
    assert "  totals:  7.5 against 3 on average, odds 1:1 to 3:1\n" in text
    assert "    in 1/6: 5 against 3, 1:1, column 1:1\n" in text
    assert "    in 1/6: 10 against 3, 3:1, column 3:1\n" in text
    assert "  results: AE 1/36, " in text
    assert "by the strengths drawn, for example: blue chooses 1 to 2 of its units" in text
    many = at(game, *BOTH).battle("0303", group(*BOTH)).explain()
    assert "column 4:1\n" in many and " against " not in many.partition("on average")[2]


def test_documents(game: ef.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = at(game, *ATTACKER)
    asked = state.battle("0303", ["1B", "BL1"])
    shown = json.loads(wire.encode(wire.battle(asked)))
    assert shown["cases"][0] == {
        "chance": "1/6", "attack": 5, "defence": 3, "odds": "1:1", "column": "1:1",
        "distribution": {"AE": "1/6", "AR": "1/3", "EX": "1/3", "DR": "1/6"},
    }  # fmt: skip
    assert len(shown["cases"]) == 6
    assert shown["attackers"][1]["drawn"][5] == {"factor": 6, "chance": "1/6"}
    assert "drawn" not in shown["attackers"][0] and shown["odds"] == "1:1 to 3:1"
    assert json.loads(json.dumps(dataclasses.asdict(asked)))["cases"][5]["share"] == "1/6"
    told = _fought(shown)
    assert told["attackers"] == "1B 4 BL1 1 to 6 (LV-4.2a)"
    assert told["drawn"]["5 to 3"] == "1:1 1/6" and len(told["results"]) == 5
    assert sum(Fraction(key.split()[1]) for key in told["results"]) == 1
    path = tmp_path / "position.txt"
    path.write_text(state.text())
    assert main.run(["odds", str(path), "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert [case["share"] for case in found["cases"]] == ["1/6"] * 6
    units = {unit["id"]: unit for unit in json.loads(wire.encode(wire.board(game)))["units"]}
    assert units["BL:levy:1"]["factors"] == "1d6-1d6" and "factors" not in units["BL:foot:1"]


def test_without_a_levy_no_document_changes(game: ef.Game) -> None:
    asked = at(game, "0302: 1B", "0303: 1R").battle("0303", ["1B"])
    shown = json.loads(wire.encode(wire.battle(asked)))
    assert asked.cases == () and "cases" not in shown and "drawn" not in shown["attackers"][0]


def test_positions_show_the_die_and_what_it_gave(game: ef.Game) -> None:
    state = declared(game, *BOTH)
    state.push("roll 5")
    text = state.text()
    assert "BL1 1d6-1d6 [drawn 1, drawn 4, attacking, fought]" in text
    assert "1d6-1d6</text>" in ef.render.svg(state)
    begun = at(game, *BOTH)
    assert ef.position(begun.text(), game) == begun


def recorded(game: ef.Game, seed: int) -> ef.record.Record:
    """A game played at random."""
    recorder, rng = ef.Recorder(game, seed=seed), random.Random(seed)
    while not recorder.state.is_over:
        chance = recorder.state.to_move == "chance"
        recorder.push(recorder.draw() if chance else rng.choice(recorder.state.legal_actions))
    return recorder.record


def test_records_tell_what_was_drawn(game: ef.Game) -> None:
    seen = 0
    for seed in range(6):
        record = recorded(game, seed)
        state, course, heard = game.new(), Course(game), Battles(game)
        lines: list[str] = []
        fought = []
        for _, actor, action, effects in record.steps(state):
            lines += course.hear(state, actor, action, effects)
        lines += course.close()
        before = game.new()
        for action in record.actions:
            after = before.copy()
            actor = str(before.to_move)
            fought += heard.hear(before, after, actor, action, after.push(action, effects=True))
            before = after
        fought += heard.close()
        assert len(fought) == len(course.battles)
        for one, told in zip(fought, course.battles, strict=True):
            assert (one.attack, one.defence, one.die) == (told.attack, told.defence, told.die)
            assert one.attack == sum(f.factor for f in one.fighters if f.attacks)
            assert one.defence == sum(f.factor for f in one.fighters if not f.attacks)
            column = COLUMNS.index(one.column)
            assert one.die is not None and TABLE[column][one.die - 1] == one.result
            seen += sum("levy" in f.unit or f.unit[1] == "L" for f in one.fighters)
        analysed = battles_of(record)
        assert [one.battle.cases for one in analysed] == [()] * len(fought)
        rows = tables.read(record)["fighters"].to_pylist()
        assert {r["factor"] for r in rows if r["unit"][1] == "L"} <= set(range(7))
    assert seen > 10


def test_luck_is_taken_out_of_draws_too(game: ef.Game) -> None:
    state = declared(game, *ATTACKER)
    recorder = ef.matches.luck.LuckyRecorder(state, 1)
    # the draw of a 6 is luck of the attacker, and all luck together is result less expectation
    values: dict[tuple[int, int], float] = {}
    for drawn, die in product(range(1, 7), repeat=2):
        recorder = ef.matches.luck.LuckyRecorder(state, 1)
        recorder.push(f"roll {drawn}")
        recorder.push(f"roll {die}")
        first, second = recorder.rolls
        assert first.kind == "strength" and second.kind == "battle"
        assert first.value == pytest.approx(second.expected)
        values[drawn, die] = second.value
        assert (first.luck > 0) is (drawn > 3) or abs(first.luck) < 20
    assert first.expected == pytest.approx(sum(values.values()) / 36)


def test_bots_play_on(game: ef.Game) -> None:
    played = ef.rollout(game.new(seed=1), n=20, policy={"blue": "greedy", "red": "busy"})
    assert played["wins"]["blue"] > played["wins"]["red"]
    assert sum(roll.luck for roll in luck_of(recorded(game, 1))) != 0
    found = ef.search.mcts(at(game, *ATTACKER), simulations=200, seed=1)
    assert found.actions


# -- the system ------------------------------------------------------------------------------------


def test_a_game_without_such_units_has_nothing_of_it(tmp_path: Path) -> None:
    edits = {"data/units.csv": [("levy,foot,0,0", "foot,foot,1,1")]}
    with bridges(tmp_path, edits, "levies"):
        file = document(ef.load("levies/muster"))
    assert "drawn" not in file["drawing"]["battle"] and "strength" not in file["decisions"]
    assert not any("drawn" in name for name in file["unit_flags"])


def test_without_its_rule_nothing_is_drawn(game: ef.Game) -> None:
    off = ef.load("levies/muster", without=["LV-4.2a"])
    found = ef.position(FIGHTS + "\n".join(ATTACKER), off).battle("0303", ["1B", "BL1"])
    assert (found.attack, found.cases) == (4, ())


def test_strengths_of_another_die(tmp_path: Path) -> None:
    chits = 'u.kind == "levy"}, [0, 1, 1, 4])'
    edits = {"rules.py": [('u.kind == "levy"})', chits)]}
    with bridges(tmp_path, edits, "levies"):
        found = at(ef.load("levies/muster"), *ATTACKER).battle("0303", ["1B", "BL1"])
    assert [(case.attack, case.share) for case in found.cases] == [
        (4, "1/4"), (5, "1/2"), (8, "1/4"),
    ]  # fmt: skip
    assert found.attackers[1].printed == 1.5 and found.attackers[1].die == "0/1/1/4"


@pytest.mark.parametrize("wrong", ["[3]", "[]", "[1, -1]"])
def test_wrong_strengths_are_refused(tmp_path: Path, wrong: str) -> None:
    edits = {"rules.py": [('u.kind == "levy"})', f'u.kind == "levy"}}, {wrong})')]}
    with bridges(tmp_path, edits, "levies"), pytest.raises(ProgramError) as caught:
        ef.load("levies/muster")
    assert "expected 2 to 255 numbers of 0 or more" in str(caught.value)


def test_the_examples_own_tests(tmp_path: Path) -> None:
    """They run in a process with the example installed, as after `pip install .`."""
    home = EXAMPLES / "levies"
    code = (
        "import sys, pathlib; sys.path[:0] = sys.argv[1:3]\n"
        "import pytest\n"
        "from systems.bridges import bridges\n"
        "with bridges(pathlib.Path(sys.argv[3]), {}, 'levies'):\n"
        "    sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '--rootdir', sys.argv[4],\n"
        "        '-c', sys.argv[4] + '/pyproject.toml', sys.argv[4] + '/tests']))\n"
    )
    here = Path(__file__).resolve().parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code, str(here), str(here.parent), str(tmp_path), str(home)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
