"""Attacks and their costs, against the engine's offers and the results of its battles."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import eastfront as ef
from eastfront.analysis import attacks, battles_of, exchange_of
from eastfront.analysis.exchange import Exchange, lost_in
from eastfront.positions.layout import layout_of
from eastfront.questions.consequences import Outcome, Surrender

from .positions import BLUE, DECISIONS, at, record, walk


@pytest.mark.parametrize("name", DECISIONS)
def test_the_attacks_told_are_those_that_the_engine_offers(name: str) -> None:
    compared = 0
    for state in walk(name):
        if state.decision != DECISIONS[name]:
            continue
        offered = {n.split(" ", 1)[1] for n in state.legal_actions.names() if n[:7] == "attack "}
        found = attacks(state)
        assert {attack.target for attack in found} == offered
        gains = [a.exchange.gain for a in found if a.exchange is not None]
        assert gains == sorted(gains, reverse=True)
        compared += 1
        if compared == 5:
            break
    assert compared == 5


def test_the_best_group_is_told_and_not_the_largest() -> None:
    state = at(BLUE, "prepared assault")
    for attack in attacks(state):
        layout = layout_of(state.game)
        target = layout.place_index[attack.target]
        around = [layout.neighbor(target, d) for d in range(6)]
        near = [u for h in around if h is not None for u in state.units_at(layout.hex_names[h])]
        near = [u for u in near if layout.unit_side[layout.unit_index[u]] == 0]
        whole = allowed(state, attack.target, near)
        assert attack.exchange is not None
        assert whole is None or attack.exchange.gain >= whole.gain


def allowed(state: ef.State, target: str, attackers: list[str]) -> Exchange | None:
    """What a battle costs, or None when the rules refuse it."""
    try:
        return exchange_of(state.battle(target, attackers))
    except ef.IllegalAction:
        return None


def test_what_may_not_be_seen_is_left_out() -> None:
    state = at(BLUE, "prepared assault")
    found = attacks(state, seen_by="german")
    hidden = [a for a in found if a.exchange is None]
    assert hidden
    assert found[-len(hidden) :] == hidden
    assert all(a.battle.unknown for a in hidden)
    assert {a.target for a in found} == {a.target for a in attacks(state)}


def test_who_attacks_must_be_a_side() -> None:
    with pytest.raises(ValueError, match="no side `finnish` attacks"):
        attacks(at(BLUE, "prepared assault"), side="finnish")


# -- what a battle costs ------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECISIONS)
def test_no_battle_costs_less_than_it_is_told_to(name: str) -> None:
    """Each face of the die is pushed, and what follows played on at random: the least that is lost
    in many tries is never below what is told, and mostly just that."""
    rng = random.Random(8)
    compared = reached = 0
    for state in (s for seed in (3, 4, 5) for s in walk(name, seed)):
        if state.to_move != "chance" or not state.stack[-1].endswith(" battle"):
            continue
        battle = state.battle()
        printed = {f.unit: f.printed for f in (*battle.attackers, *battle.defenders)}
        for action, _ in state.chance_outcomes():
            die = int(state.game.notation(action).split()[-1])
            (outcome,) = (o for o in battle.outcomes if die in o.dice)
            if outcome.turned:
                continue  # here a side may choose another result
            told = sum(printed[u] for u in lost_in(outcome, printed))
            least = min(_played(state, action, printed, rng) for _ in range(12))
            assert least >= told
            compared += 1
            reached += least == told
        if compared >= 60 * 3:
            break
    assert compared >= 60
    assert reached / compared > 0.95


def _played(state: ef.State, action: int, printed: dict[str, int], rng: random.Random) -> int:
    """The factors lost in a battle whose die is given and whose choices are random."""
    board = state.copy()
    depth = len(board.stack)
    board.push(action)
    while not board.is_over and len(board.stack) >= depth and board.to_move != "chance":
        board.push(rng.choice(board.legal_actions.list()))
    return sum(n for u, n in printed.items() if board.place(u) in board.game.boxes)


def test_the_chances_weigh_the_losses() -> None:
    state = at(BLUE, "prepared assault")
    for attack in attacks(state)[:5]:
        battle, found = attack.battle, attack.exchange
        assert found is not None
        assert sum(battle.distribution.values()) == 1
        printed = {f.unit: f.printed for f in (*battle.attackers, *battle.defenders)}
        own = Fraction(0)
        for outcome in battle.outcomes:
            gone = lost_in(outcome, printed)
            own += outcome.chance * sum(printed[u] for u in gone if u in attack.attackers)
        assert found.own == own
        assert 0 <= found.clears <= 1
        assert found.gain == found.enemy - found.own


@pytest.mark.parametrize(
    ("worth", "options", "first", "lost"),
    [
        (3, {"a": 3, "b": 4, "c": 5}, (), {"a"}),
        (6, {"a": 3, "b": 4, "c": 3}, (), {"a", "c"}),
        (5, {"a": 3, "b": 4, "c": 5}, ("b",), {"b", "a"}),
        (50, {"a": 3, "b": 4}, (), {"a", "b"}),
        (4, {"a": 2, "b": 2, "c": 5}, (), {"a", "b"}),
    ],
)
def test_the_least_is_given_up(
    worth: int, options: dict[str, int], first: tuple[str, ...], lost: set[str]
) -> None:
    what = Surrender("red", worth, options, first, 1, 3, ())
    outcome = Outcome("BB", (1,), Fraction(1, 6), (what,))
    assert lost_in(outcome, options) == lost


def test_units_may_be_worth_more_here_than_they_cost() -> None:
    """A unit worth double, of few factors, is given up before one that is worth what it costs."""
    what = Surrender("red", 4, {"cheap": 4, "dear": 4}, (), 1, 1, ())
    outcome = Outcome("BB", (1,), Fraction(1, 6), (what,))
    assert lost_in(outcome, {"cheap": 2, "dear": 4}) == {"cheap"}


def test_halved_units_are_given_up_by_what_they_are_worth_together() -> None:
    """Two halved units of 3 are worth 3, as much as one of 3 that costs 5."""
    halves = {"a": (3, 2), "b": (3, 2)}
    what = Surrender("red", 3, {"a": 1, "b": 1, "c": 3}, (), 1, 2, (), halves)
    outcome = Outcome("BB", (1,), Fraction(1, 6), (what,))
    assert lost_in(outcome, {"a": 2, "b": 2, "c": 5}) == {"a", "b"}
    assert lost_in(outcome, {"a": 3, "b": 3, "c": 5}) == {"c"}
    # those that go first are given up whole, and count with the others
    first = Surrender("red", 3, {"a": 1, "b": 1, "c": 3}, ("a",), 2, 2, (), halves)
    outcome = Outcome("BB", (1,), Fraction(1, 6), (first,))
    assert lost_in(outcome, {"a": 2, "b": 2, "c": 5}) == {"a", "b"}


# -- records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DECISIONS)
def test_battles_of_a_record_are_told_as_they_were_fought(name: str) -> None:
    kept = record(name)
    found = battles_of(kept)
    assert len(found) > 5
    assert [one.turn for one in found] == sorted(one.turn for one in found)
    for one in found:
        die = int(one.roll.split()[-1])
        assert one.result in one.battle.distribution
        assert any(die in o.dice for o in one.battle.outcomes if o.result == one.result)
