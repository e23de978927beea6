"""The four laws of hidden information, and the guarantees of `sample`."""

from __future__ import annotations

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from eastfront import render
from eastfront._core import IllegalAction, State
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import observe
from playout.games import SIDES, load

from .twins import positions, state, swapped, twin

numbers = st.integers(0, 10_000)
some = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def refused(position: State, action: int) -> tuple[str, str] | None:
    """How an action is refused."""
    try:
        position.copy().push(action)
    except IllegalAction as error:
        return error.rule, str(error)
    return None


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
@some
@given(numbers, st.integers(0), st.sampled_from(SIDES))
def test_law_1_twins_look_the_same(number: int, seed: int, side: str) -> None:
    true, rng = state(number), random.Random(seed)
    other = twin(true, side, rng)
    if other is None:
        return
    assert other != true
    mine, theirs = observe(true, side), observe(other, side)
    assert mine == theirs and mine.key == theirs.key and mine.labels == theirs.labels
    assert mine.subject == theirs.subject
    assert pickle.dumps(mine.places) == pickle.dumps(theirs.places)
    if true.to_move != side:
        return
    assert true.legal_actions.list() == other.legal_actions.list()
    for _ in range(40):
        action = true.game.action_of(rng.randrange(true.game.num_actions))
        if action not in true.legal_actions:
            assert refused(true, action) == refused(other, action) is not None


@pytest.mark.rule("BD-11.7a")
@few
@given(numbers, st.integers(0))
@example(7025, 1)  # a hidden newcomer would fall with the defenders
def test_law_1_explanations_and_pictures_are_the_same(number: int, seed: int) -> None:
    true, rng = state(number), random.Random(seed)
    other = twin(true, "german", rng)
    if other is None:
        return
    assert render.svg(true, "german") == render.svg(other, "german")
    assert render.text(true, "german") == render.text(other, "german")
    layout = layout_of(true.game)
    places = true.places()
    mine = [u for u in true.game.units if places[u] in true.game.hexes]
    mine = [u for u in mine if layout.unit_side[layout.unit_index[u]] == 0]
    for unit in rng.sample(mine, min(5, len(mine))):
        assert str(true.supply(unit)) == str(other.supply(unit))
        assert true.reach(unit, full=True) == other.reach(unit, full=True)
        for target in [*rng.sample(true.game.hexes, 5), neighbour(true, places[unit])]:
            assert explained(true, target, unit) == explained(other, target, unit)


def neighbour(position: State, hex_: str) -> str:
    """A hex beside another, held by the Soviets where there is one."""
    layout = layout_of(position.game)
    around = [layout.neighbor(layout.place_index[hex_], d) for d in range(6)]
    names = [layout.hex_names[h] for h in around if h is not None]
    held = [h for h in names if any(u in position.units_at(h) for u in soviets(position))]
    return (held or names)[0]


def soviets(position: State) -> list[str]:
    """The Soviet units."""
    layout = layout_of(position.game)
    return [u for i, u in enumerate(layout.units) if layout.unit_side[i] == 1]


def explained(position: State, target: str, unit: str) -> str:
    """What a side may know of an attack."""
    try:
        return str(position.battle(target, [unit], seen_by="german").explain())
    except IllegalAction as error:
        return str(error)


@some
@given(numbers, st.integers(0), st.sampled_from(SIDES))
def test_law_2_actions_follow_from_the_observation(number: int, seed: int, side: str) -> None:
    true = state(number)
    seen = observe(true, side)
    dealt = seen.sample(random.Random(seed))
    assert observe(dealt, side) == seen
    assert dealt.audit() is None
    if true.to_move == side:
        assert dealt.legal_actions.list() == list(seen.legal_actions)
        assert int(seen.mask().sum()) == len(seen.legal_actions)


@some
@given(numbers, st.integers(0), st.sampled_from(SIDES))
def test_samples_never_use_the_true_state(number: int, seed: int, side: str) -> None:
    true = state(number)
    other = twin(true, side, random.Random(seed))
    if other is None:
        return
    one = observe(true, side).sample(random.Random(seed))
    two = observe(other, side).sample(random.Random(seed))
    assert bytes(one) == bytes(two)


@some
@given(numbers)
def test_law_3_nothing_is_hidden_from_both(number: int) -> None:
    true = state(number)
    assert not set(true.hidden_from("german")) & set(true.hidden_from("soviet"))


def test_law_3_no_variable_is_hidden_from_both() -> None:
    for variable in layout_of(load()).document["variables"]:
        assert variable["hidden"] != 0b11, variable["name"]


@some
@given(numbers, st.integers(1, 2**63), st.sampled_from(SIDES))
def test_law_4_no_generator_is_seen(number: int, seed: int, side: str) -> None:
    true = state(number)
    layout = layout_of(true.game)
    canon = replace(layout.canon(true), generator=seed)
    rolling = true.game.state_from_bytes(layout.to_bytes(canon), self_rolling=True)
    assert bytes(rolling) != bytes(true)
    seen = observe(rolling, side)
    assert pickle.dumps(seen) == pickle.dumps(observe(true, side))
    assert pickle.loads(pickle.dumps(seen)) == seen
    dealt = seen.sample(random.Random(seed))
    assert not dealt.self_rolling and layout.canon(dealt).generator == 0


@pytest.mark.rule("BD-11.7a")
@few
@given(numbers, st.integers(0))
def test_twins_stay_twins_while_nothing_is_revealed(number: int, seed: int) -> None:
    """The German acts, and the dice fall, alike in both: no effect tells them apart."""
    true, rng = state(number), random.Random(seed)
    other = twin(true, "german", rng, variables=False)
    if other is None or true.to_move == "soviet":
        return
    hidden = set(true.hidden_from("german"))
    for _ in range(6):
        action = rng.choice(true.legal_actions.list())
        true.push(action)
        other.push(action)
        if true.is_over or true.to_move == "soviet" or other.to_move == "soviet":
            return
        if not set(true.hidden_from("german")) == set(other.hidden_from("german")) == hidden:
            return
        assert observe(true, "german") == observe(other, "german")


def test_positions_are_of_every_kind() -> None:
    kinds = {load().state_from_bytes(b).decision for b in positions()}
    assert len(kinds) > 25
    assert sum(len(load().state_from_bytes(b).hidden_from("german")) for b in positions()) > 1000


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
def test_the_german_sees_the_top_of_a_stack_and_no_more() -> None:
    start = load().new()
    start.push("automatic")
    seen = observe(start, "german")
    stack = seen.units_at("1210")
    assert [s.unit for s in stack] == ["4A", "", "", ""]
    assert [s.unit for s in seen.units_at("rvgk")] == ["", ""]
    assert {"52A", "59A", "1Sh", "66A", "5Sh"} <= set(seen.hidden)


@pytest.mark.rule("BD-8.34b")
def test_a_unit_that_cannot_move_is_known() -> None:
    start = load().new()
    start.push("automatic")
    assert "LPMA" in [s.unit for s in observe(start, "german").units_at("1011")]


@pytest.mark.rule("BD-11.7c")
def test_the_soviet_sees_everything_but_standing_answers() -> None:
    start = load().new()
    start.push("automatic")
    seen = observe(start, "soviet")
    assert seen.hidden == ()
    assert "standing fortress city" not in seen.variables
    assert "standing hero city" in seen.variables
    assert "standing hero city" not in observe(start, "german").variables


def test_every_deal_is_possible_and_none_is_preferred() -> None:
    start = load().new()
    start.push("automatic")
    seen, rng = observe(start, "german"), random.Random(4)
    deals = [seen.sample(rng).places() for _ in range(300)]
    index = {u: i for i, u in enumerate(start.game.units)}
    slots = {p: sum(not s.unit for s in stack) for p, stack in seen.places.items()}
    # in the stack under 4A any hidden unit after it may lie, each about as often
    counts = {u: sum(d[u] == "1210" for d in deals) for u in seen.hidden if index[u] > index["4A"]}
    expected = 300 * slots["1210"] / len(seen.hidden)
    assert all(count > 0 for count in counts.values())
    assert all(expected / 4 < count < expected * 4 for count in counts.values())
    for deal in deals:
        for place, stack in seen.places.items():
            tops = [index[s.unit] for s in stack if s.unit and s.side == "soviet"]
            under = [index[u] for u in seen.hidden if deal[u] == place]
            assert len(under) == slots[place]
            assert not tops or all(u > min(tops) for u in under)


def test_keys_do_not_tell_equal_counters_apart() -> None:
    start = load().new()
    start.push("automatic")
    layout = layout_of(start.game)
    canon = layout.canon(start)
    a, b = layout.unit_index["3Pz"], layout.unit_index["39Pz"]
    other = start.game.state_from_bytes(layout.to_bytes(swapped(layout, canon, a, b)))
    for side in SIDES:
        assert observe(start, side).key == observe(other, side).key
        assert observe(start, side) != observe(other, side)


def test_an_unknown_side_is_refused() -> None:
    with pytest.raises(ValueError, match="no side `finnish`; the sides are german, soviet"):
        load().new().observation("finnish")


def test_a_refusal_can_be_asked_of_an_observation() -> None:
    start = load().new()
    start.push("automatic")
    seen = observe(start, "german")
    assert seen.refusal(seen.legal_actions[0]) is None
    wrong = next(a for a in map(start.game.action_of, range(50)) if a not in seen.legal_actions)
    assert seen.refusal(wrong) == refused(start, wrong)
