"""The result of a mutant is valid while its rules, its surroundings and its test are unchanged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tools.mutate import __main__ as command
from tools.mutate.baseline import Baseline
from tools.mutate.ledger import Ledger, recorded, stands, summary
from tools.mutate.mutant import ROOT, Mutant
from tools.mutate.surroundings import around
from tools.mutate.trial import HUNG, INVALID, KILLED, SURVIVED, UNCHANGED, Result, Trial

pytestmark = pytest.mark.checkout

CODE = '''"""A module."""

LIMIT = 2
"""Of something."""


class Section:
    full = 3

    @value
    def room(self) -> int:
        """The room
        that is left."""
        # counted first
        self.told("no room is left in it", f"{self.full} is the room of it")
        return self.full - 1

    def other(self) -> int:
        return 1
'''


def digest(folder: Path, code: str, at: str) -> str:
    path = folder / f"m{len(list(folder.iterdir()))}.py"
    path.write_text(code, encoding="utf-8")
    return around(path, code.index(at))


@pytest.mark.parametrize(
    ("at", "old", "new", "same"),
    [
        ("self.full", "full - 1", "full - 2", False),
        ("self.full", "@value", "@query", False),
        ("self.full", "return 1", "return 2", True),
        ("self.full", "LIMIT = 2", "LIMIT = 3", True),
        ("self.full", "The room\n", "The room that\n", True),
        ("self.full", '        """The room\n        that is left."""\n', "", True),
        ("self.full", "# counted first", "# or so", True),
        ("self.full", "no room is left in it", 'the hex is full" "of other units', True),
        ("self.full", "no room is left in it", "no room", False),
        ("self.full", 'f"{self.full} is the room of it', 'f"at most {self.full} is the room', True),
        ("self.full", "        return self", "\n        return self", True),
        ("2", "LIMIT = 2", "LIMIT = 2 + 1", False),
        ("2", "full = 3", "full = 4", True),
        ("3", "full = 3", "full = 3 * LIMIT", False),
        ("3", "return 1", "return 2", True),
    ],
)
def test_the_method_or_else_the_statement_stands_around_a_place(
    tmp_path: Path, at: str, old: str, new: str, same: bool
) -> None:
    before = digest(tmp_path, CODE, at)
    assert (digest(tmp_path, CODE.replace(old, new), at) == before) is same


def test_a_line_of_data_stands_around_what_it_says(tmp_path: Path) -> None:
    path, other = tmp_path / "charts.toml", tmp_path / "more.toml"
    text = "a = [1, 2]\nb = [1, 3]\n"
    path.write_text(text, encoding="utf-8")
    other.write_text(text.replace("2]", "9]"), encoding="utf-8")
    first, second = text.index("1"), text.rindex("1")
    assert around(path, first) != around(path, second)
    assert around(other, second) == around(path, second)
    assert around(other, first) != around(path, first)


TEST = "tests/mutation/test_ledger.py::test_a_result_stands_while_all_is_as_it_was"
PATH = "python/eastfront/games/russian_campaign/options/mobile_leaders.py"
MUTANT = Mutant(PATH, "Leaders.define", 1, 0, "1", "2", "number", ("R", "S"))


def test_a_result_stands_while_all_is_as_it_was() -> None:
    seen = recorded(Result(KILLED, TEST + "[some]", ("S", "T")), MUTANT)
    assert stands(seen, MUTANT)
    # one that was kept without its rules does not
    assert not stands(Result(KILLED, TEST, ("S", "T")), MUTANT)
    assert not stands(replace(seen, around="other"), MUTANT)
    # nor does one whose test names none of its rules any more, or is gone
    assert stands(seen, replace(MUTANT, rules=("S", "U")))
    assert not stands(seen, replace(MUTANT, rules=("R",)))
    assert not stands(replace(seen, test=f"{TEST}_no_more"), MUTANT)
    assert not stands(replace(seen, test="tests/gone.py::test_it"), MUTANT)
    # what nobody has seen another test may see, if there is another rule
    unseen = recorded(Result(SURVIVED), MUTANT)
    assert stands(unseen, MUTANT) and stands(unseen, replace(MUTANT, rules=("R",)))
    assert not stands(unseen, replace(MUTANT, rules=("R", "S", "T")))
    assert not stands(replace(unseen, around="other"), MUTANT)


def test_what_does_not_stand_is_counted_as_not_tried(tmp_path: Path) -> None:
    changed = replace(MUTANT, new="3")
    results = {
        MUTANT.id: recorded(Result(KILLED, TEST, ("R",)), MUTANT),
        changed.id: recorded(Result(SURVIVED), replace(changed, rules=("R",))),
    }
    told = summary([MUTANT, changed], results, {})
    assert (told["mutants"], told["killed"], told["stale"]) == (1, 1, 1)
    assert told["survivors"] == []


def test_an_argument_counts_for_survivors_alone() -> None:
    results = {m.id: recorded(r, m) for m, r in ((MUTANT, SEEN), (OTHER, UNSEEN))}
    told = summary([MUTANT, OTHER], results, dict.fromkeys(results, "said to be equivalent"))
    assert (told["mutants"], told["killed"], told["equivalent"]) == (1, 1, 1)


def test_a_ledger_keeps_the_rules_and_the_surroundings(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "kept.json")
    ledger.results[MUTANT.id] = recorded(Result(KILLED, TEST, ("R",), "assert 1"), MUTANT)
    ledger.save()
    again = Ledger(ledger.path).results[MUTANT.id]
    assert again.owners == ("R", "S") and again.around == around(ROOT / PATH, 0)
    assert stands(again, MUTANT)


def ran(
    monkeypatch: pytest.MonkeyPatch, path: Path, came: dict[str, Result], *arguments: str
) -> tuple[int, list[str]]:
    """How the command ends that tries two mutants, and which of them it has tried."""
    tried: list[str] = []

    def run(trial: Trial, own: Path | None) -> int:
        for mutant in trial.mutants:
            assert mutant is not None
            tried.append(mutant.new)
            trial.tell(mutant, came[mutant.new])
        return 0

    monkeypatch.setattr(command, "mutants_of", lambda game: [MUTANT, OTHER])
    monkeypatch.setattr(command, "run", run)
    monkeypatch.setattr(command, "baseline_of", lambda game, jobs: Baseline())
    monkeypatch.setattr(command, "seconds_of", lambda game: path.with_name("seconds.json"))
    monkeypatch.setattr(command, "equivalent", lambda game, known: {})
    monkeypatch.setattr(Ledger, "of", classmethod(lambda cls, game: cls(path)))
    done = CliRunner().invoke(command.main, ["war", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, tried


OTHER = replace(MUTANT, new="3")
SEEN, UNSEEN = Result(KILLED, TEST, ("R",)), Result(SURVIVED)


def test_some_are_tried_again_and_what_differs_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ledger = Ledger(tmp_path / "war.json")
    ledger.results = {MUTANT.id: recorded(SEEN, MUTANT), OTHER.id: recorded(UNSEEN, OTHER)}
    ledger.save()
    same = {"2": SEEN, "3": UNSEEN}
    code, tried = ran(monkeypatch, ledger.path, same, "--recheck", "2")
    assert code == 0 and sorted(tried) == ["2", "3"]
    assert len(ran(monkeypatch, ledger.path, same, "--recheck", "1")[1]) == 1
    code, _ = ran(monkeypatch, ledger.path, {"2": UNSEEN, "3": UNSEEN}, "--recheck", "2")
    assert code == 1
    assert Ledger(ledger.path).results[MUTANT.id].result == SURVIVED
    # now it is as it is kept
    assert ran(monkeypatch, ledger.path, {"2": UNSEEN, "3": UNSEEN}, "--recheck", "2")[0] == 0


@pytest.mark.parametrize(("came", "code"), [(HUNG, 0), (INVALID, 1), (UNCHANGED, 1)])
def test_a_wrong_rule_that_ran_out_of_time_says_nothing_of_what_was_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, came: str, code: int
) -> None:
    ledger = Ledger(tmp_path / "war.json")
    ledger.results = {MUTANT.id: recorded(SEEN, MUTANT), OTHER.id: recorded(UNSEEN, OTHER)}
    ledger.save()
    other = {"2": Result(came), "3": Result(came)}
    assert ran(monkeypatch, ledger.path, other, "--recheck", "2")[0] == code
    now = [one.result for one in Ledger(ledger.path).results.values()]
    assert now == ([came, came] if code else [KILLED, SURVIVED])


def test_what_is_stale_is_tried_anew_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "war.json")
    # one was kept without its rules, the other when it belonged to another rule
    ledger.results = {MUTANT.id: SEEN, OTHER.id: recorded(UNSEEN, replace(OTHER, rules=("Q",)))}
    ledger.save()
    came = {"2": UNSEEN, "3": SEEN}
    # what was killed comes first; another result than the one that no more counts is no failure
    assert ran(monkeypatch, ledger.path, came, "--stale") == (0, ["2", "3"])
    assert ran(monkeypatch, ledger.path, came, "--stale") == (0, [])
    assert ran(monkeypatch, ledger.path, came, "--resume") == (0, [])
