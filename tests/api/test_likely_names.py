"""Names that users of other libraries try first: each works, or the error names the right one."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
import pytest

import eastfront as ef
from eastfront import playing

SHORT = "barbarossa-1971/zitadelle"


@pytest.fixture(scope="module")
def game() -> ef.Game:
    return ef.load(SHORT)


@pytest.fixture
def state(game: ef.Game) -> ef.State:
    return game.new(seed=1)


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("clone", "copy"),
        ("history", "eastfront.Recorder"),
        ("undo", "pop"),
        ("legal_moves", "legal_actions"),
        ("is_terminal", "is_over"),
        ("current_player", "to_move"),
        ("step", "push"),
    ],
)
def test_the_error_for_a_name_of_another_library_has_the_name_here(
    state: ef.State, name: str, here: str
) -> None:
    with pytest.raises(AttributeError, match=f"no attribute `{name}`; use `{here}`"):
        getattr(state, name)
    if "." not in here:
        assert hasattr(state, here)


def test_the_winner_is_none_until_the_game_is_won(game: ef.Game) -> None:
    state = game.new(seed=2)
    rng = random.Random(2)
    while not state.is_over:
        assert state.winner is None
        state.push(rng.choice(state.legal_actions))
    assert state.outcome is not None and state.winner == state.outcome[0] in game.sides


def test_legal_actions_are_a_sequence(state: ef.State) -> None:
    legal = state.legal_actions
    plain = legal.list()
    assert isinstance(legal, Sequence) and len(plain) > 1
    assert list(reversed(legal)) == plain[::-1]
    for part in (slice(1, None), slice(None, None, -1), slice(5, 2), slice(-1, None, None)):
        assert legal[part] == plain[part]
    assert legal == plain == legal and legal == tuple(plain) and legal == state.copy().legal_actions
    assert legal != plain[1:] and legal != ["x"] and legal != 3 and legal != [-1]
    assert random.Random(1).sample(legal, 2) == random.Random(1).sample(plain, 2)
    assert random.Random(1).choice(legal) in plain
    assert (np.array(legal) == plain).all()
    assert [legal.index(action) for action in plain] == list(range(len(plain)))
    assert legal.count(plain[0]) == 1 and legal.count("x") == 0 and "x" not in legal
    assert legal.index(legal.names()[1]) == 1 and legal.count(legal.names()[1]) == 1
    for strange in (-1, "x", [], None):
        with pytest.raises(ef.ArgumentError, match="is not a legal action"):
            legal.index(strange)
    with pytest.raises(ValueError, match="step cannot be zero"):
        legal[::0]
    with pytest.raises(TypeError, match="unhashable"):
        hash(legal)
    while state.decision == "deployment":
        state.push(legal[0])
    assert legal != plain


def test_a_game_names_its_options_and_readings() -> None:
    game = ef.load("russian-campaign/campaign", options=["warsaw-uprising", "bid=3"])
    assert game.options == ("bid=3", "warsaw-uprising") and game.readings == {}
    assert "warsaw-uprising" in game.known_options
    assert "from" in game.known_options["bid=N"]
    assert ef.load(SHORT).options == ()
    read = ef.load(SHORT, options=["R16"])
    assert [*read.readings] == ["R16"] and read.readings["R16"] == read.known_options["R16"]
    assert ef.Game.from_json(read.to_json()).options == ("R16",)


def test_the_options_of_a_file_of_unknown_origin_are_refused() -> None:
    strange = ef.load(SHORT).to_json().replace(b'"title":"', b'"title":"My ', 1)
    with pytest.raises(ef.ArgumentError, match="was not loaded by name"):
        _ = ef.Game.from_json(strange).options


@pytest.mark.parametrize(
    ("ask", "near"),
    [
        (lambda state: state.place("1Pza"), "1PzA"),
        (lambda state: state.var("trun"), "turn"),
        (lambda state: state.ask("valu"), "value"),
        (lambda state: state.push("automatc"), "automatic"),
        (lambda state: state.legal_action, "legal_actions"),
        (lambda state: state.begin("sequence of pla"), "sequence of play"),
        (lambda state: state.edited(variables=[("trun", 1)]), "turn"),
        (lambda state: state.edited(places=[("1Pza", "removed")]), "1PzA"),
    ],
)
def test_a_misspelt_word_is_refused_with_the_nearest(
    state: ef.State, ask: Callable[[ef.State], object], near: str
) -> None:
    with pytest.raises(
        (ef.EastfrontError, AttributeError), match=f"the nearest (name )?is `{near}`"
    ):
        ask(state)


def test_a_misspelt_name_of_the_package_is_refused_with_the_nearest() -> None:
    with pytest.raises(
        AttributeError, match="no attribute 'rolout'; the nearest name is `rollout`"
    ):
        ef.rolout  # type: ignore[attr-defined]  # noqa: B018


def test_a_hex_has_no_nearest(state: ef.State) -> None:
    with pytest.raises(ef.ArgumentError, match=r"no hex or box `0000`$"):
        state.units_at("0000")


def test_the_result_of_a_rollout_has_the_keys_of_its_type(state: ef.State) -> None:
    keys = playing.Rollout.__annotations__.keys() - {"rules"}
    assert ef.rollout(state).keys() == keys
    assert ef.rollout(state, stats=True).keys() == keys | {"rules"}
    assert ef.rollout(state, policy=lambda seen: seen.legal_actions[0]).keys() == keys
