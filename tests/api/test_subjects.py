"""Decisions about a unit name it to sides that may know it, and their labels mention it."""

from __future__ import annotations

import random

import pytest

import eastfront as ef
from eastfront import wire
from eastfront._core import State
from eastfront.positions import labels
from eastfront.positions.layout import layout_of
from hidden.twins import positions
from playout.games import load

SET_UP = {
    "barbarossa-deluxe/blue-kremlin": ("german", "3Pz", ["free"]),
    "russian-campaign/campaign": ("russian", "11 A", []),
    "russian-campaign/fall-blau": ("axis", "Finn 6 Inf", ["cover Finn 6 Inf"]),
    "barbarossa-1971/campaign": ("soviet", "1Inf", ["free"]),
}


@pytest.mark.parametrize("scenario", SET_UP)
def test_a_set_up_names_the_unit_that_is_placed(scenario: str) -> None:
    side, unit, opening = SET_UP[scenario]
    state = ef.load(scenario).new(seed=1)
    for action in opening:
        state.push(action)
    assert state.subject == unit == state.observation(side).subject
    decision = wire.position(state, side).decision
    assert decision is not None and decision.unit == unit
    for action in decision.actions:
        after = state.copy()
        effects = after.push(action.notation, effects=True)
        placed = [e for e in effects or () if e[0] == "placed"]
        assert placed[0][1] == unit and action.label == f"{unit} to {placed[0][3]}"


def test_every_unit_of_a_set_up_is_named_in_its_turn() -> None:
    state, rng = ef.load("russian-campaign/bagration").new(seed=1), random.Random(1)
    while state.stack[-1] == "set-up":
        unit, decision = state.subject, state.decision
        assert (unit is None) == (decision == "cover")
        effects = state.push(rng.choice(state.legal_actions.list()), effects=True)
        if unit is not None:
            assert ("placed", unit) in {e[:2] for e in effects or ()}


@pytest.mark.parametrize("scenario", ef.scenarios())
def test_what_a_decision_is_about_is_still_known_there(scenario: str) -> None:
    """The local with the unit lives at the decision, so that equal states name the same unit."""
    game = ef.load(scenario)
    layout = layout_of(game)
    subjects = layout.document["drawing"]["subjects"]
    assert len(subjects) > 5
    for procedure, pc, unit in subjects:
        code = layout.document["procedures"][procedure]["code"]
        assert "Decide" in code[pc]
        assert "Const" in unit or unit["Local"] in game._live_locals([(procedure, pc)])


def test_who_may_not_know_the_unit_is_not_told() -> None:
    unknown = 0
    for raw in positions():
        state = load().state_from_bytes(raw)
        for side in state.game.sides:
            seen = state.observation(side)
            hidden = state.subject in state.hidden_from(side)
            assert seen.subject == (None if hidden else state.subject)
            unknown += hidden
            decision = wire.position(state, side).decision
            assert decision is None or decision.unit == seen.subject
    assert unknown > 5


def odds() -> State:
    """A battle of a busy game in which odds are announced."""
    game = ef.load("russian-campaign/bagration")
    for seed in range(20):
        state, rng = game.new(seed=seed), random.Random(seed)
        while not state.is_over:
            if state.decision == "odds" and {"odds -6", "odds 1"} <= {*state.legal_actions.names()}:
                return state
            actions = state.legal_actions.list()
            deeds = [a for a in actions if not state.is_pass(a)]
            state.push(rng.choice(deeds if deeds and rng.random() < 0.9 else actions))
    raise AssertionError("no battle at long odds")


def test_odds_are_a_ratio_for_people() -> None:
    state = odds()
    decision = wire.position(state, str(state.to_move)).decision
    assert decision is not None
    told = {action.notation: action.label for action in decision.actions}
    assert told["odds -6"] == "odds 1:6" and told["odds -2"] == "odds 1:2"
    assert told["odds 1"] == "odds 1:1"
    for notation, label in told.items():
        assert state.game.parse(label) == state.game.parse(notation)
    after = state.copy()
    after.push("odds 1:6")
    assert after == (state.push("odds -6"), state)[1]


@pytest.mark.parametrize("text", ["odds 1:0", "odds 2:3", "odds 1:7", "odds 11:1", "odds -1:1"])
def test_what_is_no_odds(text: str) -> None:
    with pytest.raises(ValueError, match="does not take"):
        ef.load("russian-campaign/bagration").parse(text)


def test_only_odds_are_ratios() -> None:
    with pytest.raises(ValueError, match="does not take"):
        ef.load("russian-campaign/bagration").parse("roll 3:1")


def test_a_label_is_the_notation_where_that_says_it_all() -> None:
    game = ef.load("russian-campaign/campaign")
    assert labels.label(game, "end-movement", "11 A") == "end-movement"
    assert labels.label(game, "move 11 A", None) == "move 11 A"
    assert labels.label(game, "roll 3", None) == "roll 3"


def test_a_refusal_names_its_rule_once() -> None:
    """Whatever is refused: the rule stands before the reason, and nowhere else."""
    rng, seen = random.Random(3), 0
    for scenario in (
        "barbarossa-deluxe/blue-kremlin",
        "russian-campaign/zitadelle",
        "barbarossa-1971/zitadelle",
    ):
        game = ef.load(scenario)
        state = game.new(seed=3)
        for step in range(3000):
            if state.is_over:
                break
            action = game.action_of(rng.randrange(game.num_actions))
            if step % 3 == 0 and action not in state.legal_actions:
                with pytest.raises(ef.IllegalAction) as refused:
                    state.push(action)
                rule, text = refused.value.rule, str(refused.value)
                assert text.count(rule) == 1 if rule else text.startswith("`")
                assert text.startswith(f"{rule}: " if rule else "`"), text
                seen += bool(rule)
            state.push(rng.choice(state.legal_actions.list()))
    assert seen > 500
