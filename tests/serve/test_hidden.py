"""Hidden information never reaches a side: games that differ only in it answer alike.

A game is set up twice, once with hidden units and standing answers changed. Both are played in
parallel, and every answer to the side is compared byte by byte until play reveals a difference.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from eastfront import wire
from eastfront._core import State
from eastfront.loading.game import load
from eastfront.positions.observation import observe
from eastfront.serve.problem import Problem
from eastfront.serve.table import Table
from eastfront.wire import forms, requests
from hidden.twins import positions, twin

from .clients import BLUE

STEPS = 8
SIDES = ("german", "soviet")
ANSWERS = ("ask-always", "ask-never")


def seated(position: State) -> Table:
    """A table at which a game stands at a position, with dice of people."""
    table = Table("one", position.game, "manual", {}, None, 64)
    table.recorder.state = position
    return table


def answer(ask: Callable[[], Any]) -> bytes:
    """What a seat is answered, refusals too."""
    try:
        found = ask()
    except Problem as problem:
        return b"%d %s" % (problem.status, problem.body())
    return found.encode() if isinstance(found, str) else wire.encode(found)


def asked(table: Table, side: str, rng: random.Random) -> list[bytes]:
    """The answers to every kind of question, some of them silly."""
    game = table.game
    unit, other = rng.choice(game.units), rng.choice(game.units)
    place = rng.choice(game.hexes)
    question = requests.BattleQuestion(target=place, attackers=[unit], kind="prepared")
    found = [
        answer(lambda: table.position(side)),
        answer(lambda: table.battle(side, False)),
        answer(lambda: table.battle(side, True)),
        answer(lambda: table.supply(side, unit)),
        answer(lambda: table.reach(side, [unit, other])),
        answer(lambda: table.reach(side, [unit])),
        answer(lambda: table.ask_battle(side, question)),
        answer(lambda: table.record(side)),
    ]
    if rng.random() < 0.02:
        found.append(answer(lambda: table.picture(side)))
    return found


def pushed(table: Table, seat: str, request: requests.Push, side: str) -> bytes:
    """What the side hears when a seat acts; for the side itself its refusal too."""
    try:
        return table.push(seat, request, [side]).updates[side]
    except Problem as problem:
        return problem.body() if seat == side else b"refused"


def ordered(table: Table, side: str, text: str) -> bytes:
    """What a side is answered to an order."""
    try:
        return table.order(side, requests.Order(order=text), []).updates[side]
    except Problem as problem:
        return problem.body()


def refused_alike(one: Table, two: Table, side: str, rng: random.Random) -> bool:
    """Whether actions that are not legal are refused in the same words."""
    for _ in range(4):
        action = rng.randrange(one.game.num_actions)
        if one.game.action_of(action) not in one.state.legal_actions:
            request = requests.Push(action=action)
            if pushed(one, side, request, side) != pushed(two, side, request, side):
                return False
    return True


def differ(number: int, side: str) -> tuple[int, bool]:
    """Plays a pair in step: how many answers were compared, and whether two were not alike."""
    game = load(BLUE)
    found = positions()
    true = game.state_from_bytes(found[number % len(found)])
    rng = random.Random(number)
    other = twin(true, side, rng)
    if other is None:
        return 0, False
    one, two = seated(true), seated(game.state_from_bytes(bytes(other)))
    count = 0
    for _ in range(STEPS):
        seed = rng.random()
        mine = asked(one, side, random.Random(seed))
        if mine != asked(two, side, random.Random(seed)):
            return count, True
        count += len(mine)
        mover = one.state.to_move
        if mover is None or not refused_alike(one, two, side, rng):
            return count, mover is not None
        told = step(one, two, side, mover, rng)
        if told is None:
            return count, False
        if observe(one.state, side) != observe(two.state, side):
            return count, False  # play has brought something to light
        if told[0] != told[1]:
            return count, True
        count += 1
    return count, False


def step(
    one: Table, two: Table, side: str, mover: str, rng: random.Random
) -> Sequence[bytes] | None:
    """The same action at both tables, as the side hears of it; None when there is none."""
    actions = one.state.legal_actions.list()
    rng.shuffle(actions)
    if mover == side and rng.random() < 0.2:
        text = one.game.notation(actions[0]) + "; " + one.game.notation(rng.choice(actions))
        return ordered(one, side, text), ordered(two, side, text)
    hidden = {f" {unit}" for unit in one.state.hidden_from(side)}
    for action in actions:
        # what names a hidden unit is another action in the other game
        if mover != side and any(one.game.notation(action).endswith(unit) for unit in hidden):
            continue
        if action in two.state.legal_actions:
            seat = wire.UMPIRE if mover == wire.CHANCE else mover
            request = requests.Push(action=one.game.action_id(action))
            return [pushed(table, seat, request, side) for table in (one, two)]
    return None


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
@pytest.mark.parametrize("side", SIDES)
def test_answers_are_alike(side: str) -> None:
    count = 0
    for number in range(0, len(positions()), 24):
        compared, wrong = differ(number, side)
        assert not wrong, (number, side)
        count += compared
    assert count > 300


def leaks(side: str = "german") -> int:
    """How many pairs of games tell themselves apart."""
    return sum(differ(number, side)[1] for number in range(0, len(positions()), 30))


def test_effects_told_in_full_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(before: Any, after: Any, by: str, action: str, effects: Any) -> forms.Act:
        events = wire.everything_told(wire_layout(after), effects)
        return forms.Act(by=by, action=None, events=events)

    monkeypatch.setattr(wire, "act", wrong)
    assert leaks() > 0


def wire_layout(seen: Any) -> Any:
    """The layout of an observation's game."""
    from eastfront.positions.layout import layout_of

    return layout_of(seen.game)


def test_the_other_sides_actions_named_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A standing answer is an action whose name tells what only its side knows."""
    right = wire.act

    def wrong(before: Any, after: Any, by: str, action: str, effects: Any) -> forms.Act:
        told = right(before, after, by, action, effects)
        return forms.Act(by=by, action=action, events=told.events)

    game = load(BLUE)
    found = [n for n, b in enumerate(positions()) if _standing(game.state_from_bytes(b))]
    # where an answer opens a window at once, the German sees that
    quiet = [n for n in found if len({said(n, answer) for answer in ANSWERS}) == 1]
    assert quiet
    monkeypatch.setattr(wire, "act", wrong)
    assert len({said(quiet[0], answer) for answer in ANSWERS}) == 2


def _standing(state: State) -> bool:
    return state.to_move == "soviet" and "standing answer" in (state.decision or "")


def said(number: int, answer: str) -> bytes:
    """What the German hears of a standing answer of the Soviet."""
    table = seated(load(BLUE).state_from_bytes(positions()[number]))
    return table.push("soviet", requests.Push(action=answer), ["german"]).updates["german"]


def test_questions_put_to_the_true_state_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    from eastfront.serve import questions

    monkeypatch.setattr(questions, "board", lambda state, seen: state)
    monkeypatch.setattr(questions, "_known", lambda seen, units, place: None)
    assert leaks() > 0


def test_a_side_may_not_take_back_what_has_come_to_light() -> None:
    game = load(BLUE)
    free = {True: 0, False: 0}
    for number in range(0, len(positions()), 3):
        state = game.state_from_bytes(positions()[number])
        if state.to_move != "german":
            continue
        table = seated(state)
        before = table.look("german").hidden
        action = random.Random(number).choice(state.legal_actions.list())
        table.push("german", requests.Push(action=game.action_id(action)), [])
        allowed = table.can_undo("german")
        free[allowed] += 1
        if allowed:
            assert table.look("german").hidden == before
            table.undo("german", requests.Undo(), [])
            assert bytes(table.state) == positions()[number]
    assert free[True] > 10 and free[False] > 0
