"""Nothing of the other side reaches a model: equal observations, equal answers of every tool.

A game is laid out twice, once with hidden units and standing answers changed. Both are played in
step, and every tool is compared, refusals included, as long as play brings nothing to light.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from eastfront import wire
from eastfront.loading.game import load
from eastfront.mcp.tools import Tools
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import observe
from eastfront.serve import questions
from eastfront.serve.problem import Problem
from eastfront.serve.table import Change
from eastfront.wire import forms, requests
from hidden.twins import positions, twin

from .seats import BLUE, at

STEPS = 6
SIDES = ("german", "soviet")

Ask = Callable[[Tools], "str | Change"]


def asks(tools: Tools, rng: random.Random) -> Mapping[str, Ask]:
    """A call of every tool, some of them silly."""
    game = tools.table.game
    unit, other = rng.choice(game.units), rng.choice(game.units)
    place, box = rng.choice(game.hexes), rng.choice(game.boxes)
    action = game.notation(game.action_of(rng.randrange(game.num_actions)))
    order = f"{unit} {place}-{rng.choice(game.hexes)}"
    rule = rng.choice([rule for rule in game.rules if rule])
    legal = tools.table.state.legal_actions.names()
    chosen = rng.choice(legal) if legal and tools.table.state.to_move == tools.seat else action
    return {
        "guide": lambda t: t.guide(),
        "position": lambda t: t.position(),
        "decision": lambda t: t.decision(),
        "look": lambda t: t.look([place, box], 1),
        "reach": lambda t: t.reach([unit, other], False),
        "full reach": lambda t: t.reach([unit], True),
        "supply": lambda t: t.supply(unit),
        "odds": lambda t: t.odds(place, [unit], None, ()),
        "kind": lambda t: t.odds(place, [unit, other], "mobile", ("luftwaffe",)),
        "battle": lambda t: t.battle(),
        "why not": lambda t: t.why_not(action),
        "why not an order": lambda t: t.why_not(order),
        "why not two": lambda t: t.why_not(f"{chosen}; {action}"),
        "rule": lambda t: t.rule(rule),
        "refused": lambda t: t.play(f"{unit} gibberish", [t.seat]),
        "undo": lambda t: t.undo([t.seat]),
    }


def answer(tools: Tools, ask: Ask) -> str:
    """What a model reads."""
    try:
        found = ask(tools)
    except Problem as problem:
        return f"refused: {tools.refused(problem)}"
    return found if isinstance(found, str) else heard(tools, found)


def heard(tools: Tools, change: Change) -> str:
    """What a model reads of a change."""
    return "\n".join(tools.events(msgspec.json.decode(change.updates[tools.seat])))


def step(one: Tools, two: Tools, rng: random.Random) -> tuple[str, str] | None:
    """The same action in both games, as the model reads of it; None when there is none."""
    state, mover = one.table.state, one.table.state.to_move
    actions = state.legal_actions.list()
    rng.shuffle(actions)
    hidden = {f" {unit}" for unit in state.hidden_from(one.seat)}
    for action in actions:
        name = state.game.notation(action)
        # what names a hidden unit is another action in the other game
        if mover != one.seat and any(name.endswith(unit) for unit in hidden):
            continue
        if action not in two.table.state.legal_actions:
            continue
        if mover == one.seat:
            return answer(one, play := partial(_play, name)), answer(two, play)
        seat = wire.UMPIRE if mover == wire.CHANCE else str(mover)
        push = requests.Push(action=name)
        told = [heard(t, t.table.push(seat, push, [t.seat])) for t in (one, two)]
        return told[0], told[1]
    return None


def _play(name: str, tools: Tools) -> Change:
    return tools.play(name, [tools.seat])


def differ(number: int, side: str) -> tuple[int, str]:
    """Plays a pair in step: how many answers were compared, and what differed first."""
    game = load(BLUE)
    true = game.state_from_bytes(positions()[number % len(positions())])
    rng = random.Random(number)
    other = twin(true, side, rng)
    if other is None:
        return 0, ""
    one, two = at(true, side), at(game.state_from_bytes(bytes(other)), side)
    count = 0
    for _ in range(STEPS):
        for name, ask in asks(one, rng).items():
            if answer(one, ask) != answer(two, ask):
                return count, name
            count += 1
        if observe(one.table.state, side) != observe(two.table.state, side):
            return count, "undone differently"
        told = step(one, two, rng)
        if told is None or observe(one.table.state, side) != observe(two.table.state, side):
            return count, ""  # over, or play has brought something to light
        if told[0] != told[1]:
            return count, "play"
        count += 1
    return count, ""


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
@pytest.mark.parametrize("side", SIDES)
def test_twins_get_the_same_answers(side: str) -> None:
    count = 0
    for number in range(0, len(positions()), 60):
        compared, wrong = differ(number, side)
        assert not wrong, (number, side, wrong)
        count += compared
    assert count > 150


def leaks() -> bool:
    """Whether some pair of games tells itself apart."""
    return any(differ(number, "german")[1] for number in range(0, len(positions()), 30))


def test_questions_put_to_the_true_state_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "board", lambda state, seen: state)
    monkeypatch.setattr(questions, "_known", lambda seen, units, place: None)
    assert leaks()


def test_effects_told_in_full_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(before: Any, after: Any, by: str, action: str, effects: Any) -> forms.Act:
        events = wire.everything_told(layout_of(after.game), effects)
        for event in events:
            event.text = repr(event)
        return forms.Act(by=by, action=None, events=events)

    monkeypatch.setattr(wire, "act", wrong)
    assert leaks()
