"""Section 28.7: the chits drawn from one cup, and their visibility to the other side."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest

import eastfront as ef
from eastfront._core import IllegalAction, State
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import observe, open_to_all

from ...turn_positions import game, impulse_of, names, play, walk

CHITS = ("chits",)
SIDES = ("axis", "russian")
HANDS = ("german hand", "russian hand")
EARLY_GERMAN, EARLY_RUSSIAN = {1, 2}, {1, 3, 4, 6}
"""The chits that are shown before the set-up."""
SHOWN = {
    1: ("no_winter_war", "yugoslavia"),
    2: ("heavy_bombers",),
    3: ("stalin_line",),
    4: ("officers",),
    6: ("lorries",),
}
"""The options of these chits by number."""


@lru_cache(maxsize=36)
def drawn(german: int, russian: int) -> State:
    """The set-up begins, with a chit for each side."""
    start = game("campaign", CHITS).new()
    return play(start, f"draw CHIT:{german}", f"draw CHIT:{russian}")


def hand(state: State, side: int) -> list[str]:
    """The chits in a side's hand."""
    return [u for u in state.game.units if u.startswith("Chit") and state.place(u) == HANDS[side]]


@pytest.mark.rule("TRC-28.7a")
def test_each_side_draws_one_of_six_chits_from_one_cup() -> None:
    state = game("campaign", CHITS).new()
    assert (state.decision, state.to_move) == ("chit", "chance")
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 6 and len({p for _, p in outcomes}) == 1
    one = play(state, "draw CHIT:4")
    assert (one.decision, len(one.chance_outcomes())) == ("chit", 5)
    assert names(one, "draw") == {f"Chit {n}" for n in (1, 2, 3, 5, 6)}
    two = play(one, "draw CHIT:2")
    assert two.decision == "set-up" and two.to_move == "russian"
    assert [hand(two, side) for side in (0, 1)] == [["Chit 4"], ["Chit 2"]]
    # without the option there is none
    assert game("campaign").new().decision == "set-up"


@pytest.mark.rule("TRC-28.7a")
@pytest.mark.parametrize(
    "chit",
    [pytest.param(n, marks=pytest.mark.option(*SHOWN.get(n, ()))) for n in range(1, 7)],
)
def test_a_chit_stays_in_the_hand_until_its_moment(chit: int) -> None:
    german, russian = drawn(chit, 2 if chit != 2 else 5), drawn(3 if chit != 3 else 4, chit)
    assert german.var("german chit shown") == (chit if chit in EARLY_GERMAN else 0)
    assert russian.var("russian chit shown") == (chit if chit in EARLY_RUSSIAN else 0)
    assert bool(hand(german, 0)) == (chit not in EARLY_GERMAN)
    assert bool(hand(russian, 1)) == (chit not in EARLY_RUSSIAN)


@pytest.mark.option("heavy_bombers", "stalin_line")
@pytest.mark.rule("TRC-28.7a")
def test_the_other_side_sees_that_there_is_a_chit_and_no_more() -> None:
    state = drawn(4, 2)
    axis, russian = observe(state, "axis"), observe(state, "russian")
    assert [s.unit for s in axis.units_at("german hand")] == ["Chit 4"]
    assert [s.unit for s in axis.units_at("russian hand")] == [""]
    assert [s.unit for s in russian.units_at("german hand")] == [""]
    assert len(axis.units_at("cup")) == 4 and not any(s.unit for s in axis.units_at("cup"))
    assert not open_to_all(state.game) and open_to_all(game("campaign"))
    # what is shown is known
    shown = observe(drawn(2, 3), "russian")
    assert [s.unit for s in shown.units_at("shown")] == ["Chit 2", "Chit 3"]


def twins(german: int, russian: int, side: str) -> list[State]:
    """All positions that differ only in what a side may not know of the chits."""
    own = german if side == "axis" else russian
    others = [n for n in (2, 3, 4, 5, 6) if n != own]
    others = [n for n in others if n not in (EARLY_RUSSIAN if side == "axis" else EARLY_GERMAN)]
    return [drawn(own, n) if side == "axis" else drawn(n, own) for n in others]


def later(state: State, decision: str, side: str) -> State:
    """The same position some phases later, all dice alike."""
    return walk(state, decision, side, 1, weather=3)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("decision", ["set-up", "movement"])
def test_law_1_a_side_cannot_tell_the_other_chits_apart(side: str, decision: str) -> None:
    alike = [later(state, decision, side) for state in twins(4, 5, side)]
    assert len(alike) > 1 and len({bytes(s) for s in alike}) == len(alike)
    seen = [observe(state, side) for state in alike]
    assert all(one == seen[0] and one.key == seen[0].key for one in seen)
    assert len({tuple(state.legal_actions.list()) for state in alike}) == 1
    rng = random.Random(1)
    for _ in range(60):
        action = state_game(alike).action_of(rng.randrange(state_game(alike).num_actions))
        if action not in alike[0].legal_actions:
            assert len({refusal(state, action) for state in alike}) == 1


def state_game(states: list[State]) -> ef.Game:
    """The game of some positions."""
    return states[0].game


def refusal(state: State, action: int) -> tuple[str, str]:
    """How an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        state.copy().push(action)
    return str(caught.value.rule), str(caught.value)


@pytest.mark.parametrize("side", SIDES)
def test_law_2_a_deal_gives_the_observation_again(side: str) -> None:
    true = later(drawn(4, 5), "movement", side)
    seen, rng = observe(true, side), random.Random(3)
    other = HANDS[1 - SIDES.index(side)]
    found: Counter[str] = Counter()
    for _ in range(80):
        dealt = seen.sample(rng)
        assert observe(dealt, side) == seen and dealt.audit() is None
        assert list(seen.legal_actions) == dealt.legal_actions.list()
        # six chits in all, and never one's own in the other hand
        chits = [u for u in dealt.game.units if u.startswith("Chit")]
        assert Counter(dealt.place(u) for u in chits) == Counter(true.place(u) for u in chits)
        found.update(u for u in chits if dealt.place(u) == other)
    own = hand(true, SIDES.index(side))[0]
    assert len(found) == 5 and own not in found
    assert min(found.values()) > 4


def test_law_3_nothing_but_the_rest_of_the_cup_is_hidden_from_both() -> None:
    state = later(drawn(4, 5), "movement", "axis")
    both = set(state.hidden_from("axis")) & set(state.hidden_from("russian"))
    assert both == {u for u in state.game.units if state.place(u) == "cup"}
    assert all(not v["hidden"] for v in layout_of(state.game).document["variables"])


def test_law_4_no_generator_is_seen() -> None:
    true = drawn(4, 5)
    layout = layout_of(true.game)
    canon = replace(layout.canon(true), generator=77)
    rolling = true.game.state_from_bytes(layout.to_bytes(canon), self_rolling=True)
    assert observe(rolling, "axis") == observe(true, "axis")
    assert not observe(rolling, "axis").sample(random.Random(1)).self_rolling


def test_what_a_side_is_asked_does_not_tell_its_chit() -> None:
    """The Russian is asked about factories whatever he has drawn, as far as the Axis can see."""
    for russian in (2, 5):
        start = drawn(3, russian)
        assert start.var("russian chit shown") == 0
    winter = impulse_of("russian", turn=5, units={"Moscow Worker": "R9"}, options=CHITS)
    assert winter.decision == "movement"
