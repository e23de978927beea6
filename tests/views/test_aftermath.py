"""The consequences of each result of a battle, against play."""

from __future__ import annotations

from collections import Counter

import pytest

from eastfront._core import State
from eastfront.questions.battle import Battle
from eastfront.questions.consequences import Advance, Lost, Outcome, Surrender, Withdrawal
from playout.games import busy_play, load


def things(state: State, verb: str) -> set[str]:
    """What a verb is offered for."""
    acts = state.legal_actions.names()
    return {a.split(" ", 1)[1] for a in acts if a.startswith(f"{verb} ")}


def gone(state: State, unit: str) -> bool:
    """Whether a unit is off the map."""
    return state.place(unit) in state.game.boxes


def settle(state: State) -> State:
    """Past the die that tells when a Romanian army comes back (BD-8.15b)."""
    while state.decision == "romanian return":
        state.push(state.legal_actions[0])
    return state


def verify(outcome: Outcome, after: State, seen: Counter[str]) -> None:
    """A state right after a result agrees with what was said of it."""
    settle(after)
    for c in outcome.consequences:
        seen[f"{type(c).__name__} {outcome.result}"] += 1
        if isinstance(c, Lost):
            assert all(gone(after, u) for u in c.units), c
        elif isinstance(c, Surrender):
            surrender(c, after, seen)
        elif isinstance(c, Withdrawal):
            withdrawal(c, after, seen)


def surrender(c: Surrender, after: State, seen: Counter[str]) -> None:
    """Plays the choice to its end by its first and by its last options."""
    for last in (False, True):
        state, given = after.copy(), [u for u in c.options if gone(after, u)]
        while state.decision == "bloodbath loss":
            offered = things(state, "lose")
            left = [u for u in c.first if u not in given]
            assert offered <= set(left or c.options), (c, offered)
            assert state.to_move == c.side
            seen["losses chosen"] += 1
            actions = state.legal_actions.list()
            state.push(actions[-1 if last else 0])
            settle(state)
            given = [u for u in c.options if gone(state, u)]
        assert c.fewest <= len(given) <= c.most, (c, given)
        assert c.value(given) >= c.worth or len(given) == len(c.options)


def withdrawal(c: Withdrawal, after: State, seen: Counter[str]) -> None:
    """The hexes offered to the stack, or the units offered one by one."""
    if after.decision == "retreat" and after.stack[-1].endswith("retreat"):
        offered = things(after, "retreat-to")
        assert after.to_move == c.side
        if c.hexes:
            assert offered == set(c.hexes)
            seen["hexes chosen"] += 1
        else:
            assert any(offered == set(hexes) for hexes in c.alone.values())
    elif after.decision == "retreat unit":
        assert not c.hexes and things(after, "retreat") <= set(c.alone)
        seen["split"] += 1
    elif len(c.hexes) == 1:
        assert {after.place(u) for u in c.units} == set(c.hexes)
        seen["one hex"] += 1
    elif not c.hexes and not c.alone:
        assert all(gone(after, u) for u in c.units)
        seen["no hex"] += 1


def followed(b: Battle, state: State, seen: Counter[str]) -> None:
    """Every die of a battle about to be rolled."""
    for outcome in b.outcomes:
        for die in outcome.dice:
            after = state.copy()
            after.push(f"roll {die}")
            if after.decision != "bloodbath":
                verify(outcome, after, seen)
                continue
            assert [(who, to) for who, to, _ in outcome.turned] == [(after.to_move, "DR")]
            seen["turned"] += 1
            for action, result in (("keep-bloodbath", "BB"), ("force-retreat", "DR")):
                branch = after.copy()
                branch.push(action)
                verify(next(o for o in b.outcomes if o.result == result), branch, seen)


def assaulting(state: State) -> State:
    """Where a mobile assault may be made, one about to be rolled for; else the state itself."""
    assaults = [a for a in state.legal_actions.names() if a.startswith("assault ")]
    if state.decision != "leg" or not assaults:
        return state
    after = state.copy()
    after.push(assaults[0])
    while after.decision in ("luftwaffe", "retreat before battle"):
        after.push(next(a for a in after.legal_actions.list() if after.is_pass(a)))
    return after


def test_battles_in_play_end_as_was_said() -> None:
    seen: Counter[str] = Counter()
    for number in range(4):
        for position in busy_play(load(), 300 + number):
            position = assaulting(position)
            if position.decision != "combat":
                continue
            b = position.battle()
            assert sum(o.chance for o in b.outcomes) == 1
            assert {o.result: o.chance for o in b.outcomes if o.chance} == b.distribution
            followed(b, position, seen)
            seen[b.kind] += 1
    assert seen["mobile"] > 20 and seen["prepared"] > 50
    for what in ("losses chosen", "hexes chosen", "one hex", "turned"):
        assert seen[what] > 0, (what, seen)
    for what in ("Lost AE", "Lost BB", "Lost DE", "Surrender BB", "Withdrawal DR", "Advance DR"):
        assert seen[what] > 0, (what, seen)


def test_a_battle_in_progress_is_the_one_that_was_asked_about() -> None:
    counts: Counter[str] = Counter()
    for number in range(3):
        for position in busy_play(load(), 40 + number):
            if position.decision == "attackers" and "fight" in position.legal_actions:
                target = position.battle().target
                asked = position.battle(target, position.units_with("attacking"))
                assert position.battle() == asked
                counts["declared"] += 1
                after = position.copy()
                after.push("fight")
                if after.decision == "combat":
                    assert after.battle() == asked
                    counts["fought"] += 1
    assert min(counts["declared"], counts["fought"]) > 5


def test_once_the_die_has_fallen_the_result_stands() -> None:
    for position in busy_play(load(), 300):
        if position.decision != "combat":
            continue
        b = position.battle()
        assert b.result is None
        for die in range(1, 7):
            after = position.copy()
            after.push(f"roll {die}")
            if after.decision == "bloodbath loss":
                now = after.battle()
                assert now.result == "BB"
                assert (now.attack, now.defence, now.column) == (b.attack, b.defence, b.column)
                return
    pytest.fail("no bloodbath was met")


def test_it_is_put_in_words() -> None:
    start = load().new()
    start.push("automatic")
    text = start.battle("2406", ["3Pz", "14Pz", "11AK"]).explain()
    for line in (
        "german may make it DR (BD-5.16b)",
        "soviet loses 38A (BD-11.26d)",
        "german chooses 1 of its units, worth 3 if it has them: 3Pz 4, 14Pz 4, 11AK 3 (BD-11.26e)",
        "soviet chooses where 38A retreat together: 2305, 2405, 2505 (BD-11.27e)",
        "2506 shut: the attack came from there (BD-11.27f)",
        "2407 shut: enemies are there (BD-11.27a)",
        "german may then advance with 3Pz, 14Pz, 11AK (BD-11.30b)",
    ):
        assert line in text
    advance = Advance("german", ("3Pz",), "BD-11.30b")
    assert str(advance) == "german may then advance with 3Pz (BD-11.30b)"


def test_no_battle_in_progress_is_said() -> None:
    start = load().new()
    with pytest.raises(ValueError, match="no battle is in progress"):
        start.battle()
    with pytest.raises(ValueError, match="without a target"):
        start.battle(attackers=["3Pz"])


def test_what_may_not_be_seen_stays_unknown_in_progress() -> None:
    """BD-11.7a: before odds are reckoned the German does not know what lies beneath."""
    for position in busy_play(load(), 41):
        if position.decision != "attackers" or position.to_move != "german":
            continue
        if "fight" in position.legal_actions and position.battle(seen_by="german").unknown:
            b = position.battle(seen_by="german")
            assert (b.outcomes, b.odds, b.distribution) == ((), None, {})
            return
    pytest.fail("no hidden defender was met")
