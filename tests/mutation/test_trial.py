"""The trial of a mutant: its programs and tests, compared with the unchanged rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest
import tools.mutate.trial
from tools.mutate.baseline import MANY, Baseline
from tools.mutate.mutant import BY_HAND, ROOT, Mutant
from tools.mutate.trial import KILLED, Loading, NotLoaded, Result, Trial, failure, run

import eastfront.loading.game

pytestmark = pytest.mark.checkout


@pytest.mark.parametrize(("without", "changed"), [((), True), (("BD-1.1a",), False)])
def test_only_the_whole_rules_tell_whether_anything_has_changed(
    monkeypatch: pytest.MonkeyPatch, without: tuple[str, ...], changed: bool
) -> None:
    """A program that differs only where rules are left out is the same game."""
    made = SimpleNamespace(digest="new")
    monkeypatch.setattr(eastfront.loading.game, "compiled", lambda _: made)
    # put back afterwards, since what takes its place keeps the data of every scenario
    monkeypatch.setattr(eastfront.loading.game, "scenario_of", eastfront.loading.game.scenario_of)
    loading = Loading({json.dumps(["scenario", (), without]): "old"})
    origin = SimpleNamespace(id="scenario", options=(), without=without, rules=None, charts=None)
    assert loading(origin) is made and loading.changed is changed


def test_a_trial_is_not_watched_for_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise each wrong rule would seem to fail a test."""
    given: list[str] = []
    monkeypatch.setattr(pytest, "main", lambda options, plugins: given.extend(options) or 0)
    trial: Any = SimpleNamespace(game="russian-campaign")
    assert run(trial) == 0 and "no:left-behind" in given


PATH = "python/eastfront/games/russian_campaign/options/mobile_leaders.py"


def _mutant(
    new: str = "2", place: str = "Leaders.define", rule: str = "R", path: str = PATH
) -> Mutant:
    return Mutant(path, place, 1, 0, "1", new, "number", (rule,))


def _baseline() -> Baseline:
    """Rule R in all versions, S in the plain one and with one option, T without that option."""
    options = ("mobile-leaders", "weather", *(f"option-{n}" for n in range(MANY)))
    order = [
        ("war", ()),
        *(("war", (name,)) for name in options),
        ("war", ("mobile-leaders", "weather")),
    ]
    return Baseline(
        versions={"R": order, "S": order[:2], "T": order[2:4]},
        called={
            "mobile_leaders.py:Leaders.define": [0, 1, len(order) - 1],
            "sea.py:Sea.define": [2],
        },
        order=order,
    )


def test_a_function_is_tried_in_the_versions_that_call_it() -> None:
    assert _baseline().homes(_mutant()) == [
        ("war", ()),
        ("war", ("mobile-leaders",)),
        ("war", ("mobile-leaders", "weather")),
    ]
    assert _baseline().homes(_mutant(rule="S")) == [("war", ()), ("war", ("mobile-leaders",))]
    # none of them states the rule
    assert _baseline().homes(_mutant(rule="T")) == _baseline().homes(_mutant())


def test_of_many_versions_those_of_other_options_are_left_out() -> None:
    """A table stands in all versions of its rules; its file speaks of one option."""
    text = (ROOT / PATH).read_text(encoding="utf-8")
    assert '"mobile-leaders"' in text and '"weather"' not in text
    table = _mutant(place="TABLE")
    assert _baseline().homes(table) == [
        ("war", ()),
        ("war", ("mobile-leaders",)),
        ("war", ("mobile-leaders", "weather")),
    ]
    # of few versions none is left out
    assert _baseline().homes(_mutant(place="TABLE", rule="T")) == [
        ("war", ("option-0",)),
        ("war", ("weather",)),
    ]


def test_a_class_of_few_versions_is_tried_in_them() -> None:
    """Its file does not speak of their options: their names are made of parts."""
    flag = _mutant(place="Sea.flag", path="python/eastfront/games/russian_campaign/sea.py")
    weather = ("war", ("weather",))
    assert weather in _baseline().homes(flag)
    assert weather not in _baseline().homes(_mutant(place="Land.flag", path=flag.path))
    many = replace(_baseline(), called={"sea.py:Sea.define": range(MANY + 1)})
    assert weather not in many.homes(flag)


def test_data_change_the_versions_of_their_scenario_or_of_their_rules() -> None:
    """Rule U stands in no program."""
    order = [("pack/war", ("weather",)), ("pack/war", ()), ("pack/peace", ())]
    baseline = Baseline(order=order, versions={"R": order[:1]})
    for rule in ("R", "U"):
        own = _mutant(place="..last_turn", rule=rule, path="scenarios/pack/war.toml")
        assert baseline.homes(own) == [order[1], order[0]]
    for path in ("scenarios/pack/charts.toml", "scenarios/pack/units.csv"):
        assert baseline.homes(_mutant(place="table", rule="R", path=path)) == [order[0]]
        found = baseline.homes(_mutant(place="table", rule="U", path=path))
        assert found == [("pack/peace", ()), ("pack/war", ())]
    assert not baseline.homes(_mutant(rule="U"))


def test_what_makes_no_program_is_outside() -> None:
    baseline = _baseline()
    assert not baseline.outside(_mutant()) and not baseline.outside(_mutant(place="Leaders.told"))
    told = _mutant(place="Told.say", path=PATH.replace("mobile_leaders", "telling"))
    assert baseline.outside(told)
    assert not Baseline(called={"telling.py:<module>": [0]}).outside(told)
    chart = _mutant(place="table", path="scenarios/war/charts.toml")
    assert not baseline.outside(chart)


def test_a_form_of_the_systems_that_a_game_does_not_use_is_none_of_its_rules() -> None:
    path = "python/eastfront/systems/stacking.py"
    baseline = Baseline(called={"systems/stacking.py:AtMost.crowded": [0], "stacking.py:f": [0]})
    used, inner = (_mutant(place=p, path=path) for p in ("AtMost.crowded", "AtMost.crowded.each"))
    assert not baseline.unused(used) and not baseline.unused(inner)
    assert baseline.unused(_mutant(place="AtMost.exceeded", path=path))
    assert baseline.unused(_mutant(place="f", path=path))
    assert not baseline.unused(_mutant(place="f", path=PATH))


@dataclass(frozen=True)
class Item:
    """What is asked of a collected test."""

    nodeid: str


def _trial(told: list[tuple[str, str]]) -> Trial:
    def tell(mutant: Mutant, result: Result) -> bool:
        told.append((mutant.new, result.test))
        return True

    seconds = {"slow": 2.0, "quick": 0.1}
    trial = Trial(
        "war", iter(()), _baseline(), tell, {"R", "S"}, {_mutant("1").id: "slow"}, seconds
    )
    items: dict[str, Any] = {n: Item(n) for n in ("slow", "new", "quick", "s")}
    trial.items = items
    trial.carrying = {"R": [items[n] for n in ("slow", "new", "quick")], "S": [items["s"]]}
    return trial


def test_the_test_that_saw_a_mutant_comes_first_then_the_quickest() -> None:
    trial = _trial([])
    assert [t.nodeid for t in trial.tests(_mutant("1"))] == ["slow", "quick", "new"]
    assert [t.nodeid for t in trial.tests(_mutant("2"))] == ["quick", "new", "slow"]
    assert [t.nodeid for t in trial.tests(_mutant("2", rule="S"))] == ["s"]
    trial.failing = {"quick"}
    assert [t.nodeid for t in trial.tests(_mutant("2"))] == ["new", "slow"]


def test_a_test_that_fails_with_the_right_rules_kills_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[tuple[str, str]] = []
    trial = _trial(told)
    monkeypatch.setattr(
        trial, "_passing", lambda names: {"passing": [n for n in names if n != "new"]}
    )
    right, wrong = _mutant("1"), _mutant("2")
    trial._seen = [(right, Result(KILLED, "slow")), (wrong, Result(KILLED, "new"))]
    assert trial._confirm()
    assert told == [("1", "slow")]
    # the other mutant is tried again, without the test
    assert trial._next() == wrong and trial.failing == {"new"}
    assert [t.nodeid for t in trial.tests(wrong)] == ["quick", "slow"]


def _said(monkeypatch: pytest.MonkeyPatch, message: str) -> Any:
    """A test that fails with a message."""
    report = SimpleNamespace(
        failed=True, longrepr=SimpleNamespace(reprcrash=SimpleNamespace(message=message))
    )
    monkeypatch.setattr(tools.mutate.trial, "runtestprotocol", lambda *_, **__: [report])
    stack = SimpleNamespace(teardown_exact=lambda _: None)
    return SimpleNamespace(session=SimpleNamespace(_setupstate=stack))


def test_what_a_test_says_when_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failure(_said(monkeypatch, "assert 7 == 6")) == "assert 7 == 6"
    with pytest.raises(NotLoaded, match="no game"):
        failure(_said(monkeypatch, "tools.mutate.trial.NotLoaded: no game"))


@pytest.mark.parametrize(
    "said",
    [
        "eastfront.scenario.errors.ScenarioError: charts.toml: line 3: got 7, expected 6",
        "eastfront.program.mistakes.MisplacedError: board.py:3: Board.size: line 3",
    ],
)
@pytest.mark.parametrize("refused", [True, False])
def test_what_no_game_can_be_made_of_is_no_wrong_rule(
    monkeypatch: pytest.MonkeyPatch, refused: bool, said: str
) -> None:
    """A test that reads them itself may find a fault where play finds none."""

    def load(version: tuple[str, tuple[str, ...]]) -> None:
        tried.append(version)
        if refused:
            raise NotLoaded("line 3")

    tried: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(tools.mutate.trial, "_load", load)
    trial, mutant = _trial([]), _mutant(rule="S")
    if refused:
        with pytest.raises(NotLoaded, match="line 3"):
            trial._failure(_said(monkeypatch, said), mutant)
    else:
        assert trial._failure(_said(monkeypatch, said), mutant) == said
    assert tried == [("war", ()), ("war", ("mobile-leaders",))][: 1 if refused else 2]


RENEWED = r"""
import sys
from functools import cache
from tools.mutate.mutant import ROOT, Mutant
from tools.mutate.trial import Takers, plant
from eastfront import board
from eastfront.questions import course as telling
from eastfront.systems.retreats import Retreats, define_answer
from eastfront.games.russian_campaign.units import counter

@cache
def kept():
    return counter

assert kept() is counter
taken = counter, define_answer, Retreats, telling.Telling
takers = Takers("russian-campaign")
path, old = "python/eastfront/systems/asking.py", "def define_answer"
start = (ROOT / path).read_text(encoding="utf-8").index(old)
plant("russian-campaign", Mutant(path, old, 1, start, old, f"PLANTED = True\n\n\n{old}", "", ()))
takers.renew()
from eastfront.systems import asking, retreats, rules
assert asking.PLANTED and retreats.define_answer is define_answer is asking.define_answer
now = counter, define_answer, Retreats, telling.Telling
assert all(one is not other for one, other in zip(taken, now, strict=True))
assert board.Rules is rules.Rules
assert kept() is counter
print("anew")
"""


def test_whoever_took_names_of_the_rules_takes_them_anew() -> None:
    """Tests and modules above the rules would hold classes, and functions, as they were."""
    script = ROOT / "out" / f"renewed-{os.getpid()}.py"
    script.parent.mkdir(exist_ok=True)
    script.write_text(RENEWED, encoding="utf-8")
    try:
        found = subprocess.run(
            [sys.executable, str(script)],
            cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
    finally:
        script.unlink()
    assert found.stdout == "anew\n", found.stderr


def test_what_is_planted_by_hand_is_tried_with_all_its_tests() -> None:
    """Even where no version has its rule, so that no program can be compared."""
    loading: Any = SimpleNamespace(changed=False)
    trial, freedom = _trial([]), _mutant(place="TABLE", rule="U")
    assert not trial._changes(loading, freedom)
    assert trial._changes(loading, replace(freedom, operator=BY_HAND))
