"""The explanation of a battle, against the battle as it is then fought."""

from __future__ import annotations

from fractions import Fraction

import pytest

from eastfront._core import IllegalAction, State
from eastfront.questions.battle import Battle, Factor
from playout.games import busy_play, load


@pytest.fixture
def start() -> State:
    out = load().new()
    out.push("automatic")
    return out


def total(factors: tuple[Factor, ...]) -> int:
    """BD-1.3c, BD-11.12b: each reduction once for all that share it, never below 1."""
    groups: dict[int, int] = {}
    for f in factors:
        groups[f.divisor] = groups.get(f.divisor, 0) + f.factor
    return sum(s if by == 1 else max(s // by, 1) for by, s in groups.items())


def ladder(odds: str | None) -> int:
    """The number of an odds column: 3 for 3:1, 1 for 1:1, 0 for 1:2."""
    left, right = (int(n) for n in (odds or "").split(":"))
    return left if right == 1 else 2 - right


def check(b: Battle) -> None:
    """The stages add up."""
    assert b.attack is not None and b.defence is not None
    assert total(b.attackers) <= b.attack and total(b.defenders) == b.defence
    assert ladder(b.column) == ladder(b.odds) + sum(columns for _, columns in b.shifts)
    assert sum(b.distribution.values()) == 1
    text = b.explain()
    assert all(rule in text for rule, _ in b.shifts)
    assert all(f.unit in text and all(r in text for r in f.rules) for f in b.attackers)


@pytest.mark.rule("BD-11.8a", "BD-11.9a", "BD-11.11a", "BD-11.25a")
def test_battles_are_fought_as_they_were_explained() -> None:
    """The totals, the column and the result of each die, asked before and met afterwards."""
    fought = {"german": 0, "soviet": 0}
    for number in range(6):
        for position in busy_play(load(), 80 + number):
            if position.decision != "attackers" or "fight" not in position.legal_actions:
                continue
            side = str(position.to_move)
            target = hex_of(position)
            b = position.battle(target, position.units_with("attacking"))
            check(b)
            after = position.copy()
            after.push("fight")
            while after.decision in ("luftwaffe", "air armies", "partisans", "airborne",
                                     "aerial supply", "retreat before battle"):  # fmt: skip
                passes = [a for a in after.legal_actions.list() if after.is_pass(a)]
                after.push(passes[0])
            if after.decision != "combat":
                continue
            assert (after.var("attack"), after.var("defence")) == (b.attack, b.defence)
            assert after.var("odds") == ladder(b.odds)
            assert after.var("column") == ladder(b.column)
            fought[side] += 1
            results = roll_all(after)
            assert results == b.distribution
    assert min(fought.values()) > 5


def hex_of(position: State) -> str:
    """The target of the battle at hand."""
    from eastfront.positions.layout import layout_of

    return layout_of(position.game).hex_names[position.var("target")]


def roll_all(position: State) -> dict[str, Fraction]:
    """The results of the six dice, read from the notes, before anybody changes them."""
    counts: dict[str, int] = {}
    names = ("AE", "AS", "BB", "DR", "DE")
    for action in position.legal_actions.list():
        after = position.copy()
        effects = after.push(action, effects=True)
        assert effects is not None
        # the last value, unless a choice is pending, when it stands in the variable
        value = after.var("result")
        notes = [e for e in effects if e[0] == "note" and e[1] == "battle"]
        if notes:
            value = notes[0][2][6]
        counts[names[value]] = counts.get(names[value], 0) + 1
    return {name: Fraction(counts[name], 6) for name in names if name in counts}


def test_every_stage_is_named(start: State) -> None:
    b = start.battle("2406", ["3Pz", "14Pz", "11AK"], luftwaffe=True)
    check(b)
    assert b.shifts == (("BD-11.16a", -1), ("BD-11.23c", 1))
    assert (b.attack, b.defence, b.odds, b.column) == (11, 3, "3:1", "3:1")
    assert b.distribution == {
        "AS": Fraction(1, 6), "BB": Fraction(1, 2), "DR": Fraction(1, 3),
    }  # fmt: skip
    assert [rule for rule, _ in b.choices] == ["BD-5.16b", "BD-13.9a"]


@pytest.mark.rule("BD-9.6a", "BD-11.10c")
def test_a_hero_city_against_long_odds(start: State) -> None:
    b = start.battle("1011", ["28AK"])
    assert (b.odds, b.column, b.distribution) == ("1:4", "1:7", {"AE": Fraction(1)})
    assert b.shifts == (("BD-9.6a", -3),)


@pytest.mark.rule("BD-11.7a")
def test_what_may_not_be_seen_is_not_told(start: State) -> None:
    b = start.battle("2306", start.units_at("2307"), seen_by="german")
    assert (b.unknown, b.odds, b.column, b.distribution) == (1, None, None, {})
    assert [f.unit for f in b.defenders] == ["21A"] and "BD-11.7a" in b.explain()
    assert start.battle("2306", start.units_at("2307"), seen_by="soviet").unknown == 0


@pytest.mark.parametrize(
    ("target", "attackers", "more", "rule"),
    [
        ("2406", ["1AK"], {}, "BD-11.1a"),
        ("2506", ["3Pz"], {}, "BD-11.1a"),
        ("2406", ["11AK"], {"kind": "mobile"}, "BD-10.24a"),
        ("1011", ["28AK"], {"kind": "mobile"}, "BD-10.24a"),
        ("1606", ["39Pz"], {"kind": "mobile"}, "BD-10.24a"),
    ],
)
def test_an_illegal_battle_names_its_rule(
    start: State, target: str, attackers: list[str], more: dict[str, str], rule: str
) -> None:
    with pytest.raises(IllegalAction, match=f"^{rule}: ") as caught:
        start.battle(target, attackers, **more)
    assert caught.value.rule == rule


def test_what_means_nothing_is_refused(start: State) -> None:
    for target, attackers, more in (
        ("9999", ["3Pz"], {}),
        ("2406", [], {}),
        ("2406", ["none"], {}),
        ("2406", ["3Pz", "9A"], {}),
        ("2406", ["3Pz"], {"kind": "naval"}),
        ("2406", ["3Pz"], {"partisans": True}),
    ):
        with pytest.raises(ValueError):
            start.battle(target, attackers, **more)


@pytest.mark.rule("BD-11.23d")
def test_a_support_that_is_used_up(start: State) -> None:
    spent = start._supposed(variables=[("luftwaffe", 0)])
    with pytest.raises(IllegalAction, match=r"^BD-11\.23d"):
        spent.battle("2406", ["3Pz"], luftwaffe=True)
