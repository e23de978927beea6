"""The OpenSpiel game, with OpenSpiel's own tests."""

from __future__ import annotations

import copy
import os
import pickle
import random
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import eastfront as ef
from eastfront.interop.openspiel import NAME, Position, max_chance_outcomes
from eastfront.packs import pack_of
from eastfront.positions.observation import observe
from hidden.twins import positions as hidden_positions
from hidden.twins import state as hidden_state
from hidden.twins import twin

from .play import CAMPAIGN, KREMLIN, ZITADELLE, game

RUSSIAN = "russian-campaign/zitadelle"


def load(scenario: str = KREMLIN, moves: int = 30, **options: Any) -> Any:
    """A game cut short."""
    return pyspiel.load_game(NAME, {"scenario": scenario, "max_moves": moves, **options})


@pytest.mark.lowest
@pytest.mark.parametrize(
    ("scenario", "moves"), [(KREMLIN, 60), (RUSSIAN, 12), (ZITADELLE, 12), (KREMLIN, 1)]
)
def test_openspiels_random_simulations(scenario: str, moves: int) -> None:
    """Clones, history, observations, masks, returns and serialization of random games."""
    pyspiel.random_sim_test(load(scenario, moves), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
def test_a_whole_game_of_random_simulation() -> None:
    whole = pyspiel.load_game(NAME, {"scenario": KREMLIN})
    pyspiel.random_sim_test(whole, num_sims=1, serialize=True, verbose=False)


API = """
import sys, unittest
import pyspiel
import eastfront.interop.openspiel
whole = pyspiel.load_game
pyspiel.load_game = lambda name: whole(name, {"max_moves": 25})
from absl import flags
from open_spiel.integration_tests import api_test
some, states = api_test.sample_some_states.sample_some_states, int(sys.argv[1])
api_test.sample_some_states.sample_some_states = lambda game, max_states: some(game, states)
flags.FLAGS(["x", "--test_only_games=^eastfront$"])
load = unittest.defaultTestLoader.loadTestsFromTestCase
cases = [c for c in api_test._create_test_case_classes() if "eastfront" in c.__name__]
done = unittest.TextTestRunner(stream=sys.stdout).run(unittest.TestSuite(map(load, cases)))
print("ran", done.testsRun, "failed", len(done.failures) + len(done.errors))
"""


@pytest.mark.parametrize("states", [30, pytest.param(400, marks=pytest.mark.slow)])
def test_openspiels_api_test(states: int) -> None:
    """The checks that OpenSpiel makes of every game of its own, on 400 states of the tree."""
    done = subprocess.run(
        [sys.executable, "-c", API, str(states)],
        capture_output=True,
        text=True,
        env=os.environ,
        timeout=600,
    )
    assert "ran 5 failed 0" in done.stdout, done.stdout[-3000:]


def walk(state: Any, seed: int) -> Any:
    """A random game, position by position."""
    rng = random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def test_a_game_is_the_engines_own() -> None:
    """The same actions give the same positions; chance is as likely as the engine says."""
    started, alone, rolls = load(moves=150).new_initial_state(), game(KREMLIN).new(), 0
    rng = random.Random(4)
    while not started.is_terminal():
        assert bytes(started.rules_state) == bytes(alone)
        if started.is_chance_node():
            rolls += 1
            outcomes = started.chance_outcomes()
            assert [p for _, p in outcomes] == [p for _, p in alone.chance_outcomes()]
            assert len(outcomes) <= max_chance_outcomes(alone.game) == 6
            action = rng.choice(outcomes)[0]
            chosen = alone.chance_outcomes()[action][0]
            assert started.action_to_string(action) == alone.game.notation(chosen)
        else:
            side = alone.game.sides[started.current_player()]
            assert side == alone.to_move
            mask = started.legal_actions_mask()
            assert mask == alone.legal_actions.mask().astype(int).tolist()
            action = rng.choice(started.legal_actions())
            chosen = alone.game.action_of(action)
            assert started.action_to_string(action) == alone.game.notation(chosen)
        started.apply_action(action)
        alone.push(chosen)
    assert started.returns() == [0, 0] and rolls > 3 and started.decisions == 150


def test_a_whole_game_pays_what_it_came_to() -> None:
    *_, last = walk(pyspiel.load_game(NAME).new_initial_state(), 2)
    state = last.rules_state
    assert state.is_over and last.returns() == state.returns() != [0, 0]
    assert last.current_player() == pyspiel.PlayerId.TERMINAL


@pytest.mark.lowest
def test_states_serialize_through_bytes() -> None:
    played = load(moves=40)
    for number, state in enumerate(walk(played.new_initial_state(), 5)):
        if number % 8 == 0:
            text = pyspiel.serialize_game_and_state(played, state)
            # the state's bytes, not the game file
            assert len(text) < 60_000 < len(state.rules_state.game.to_bytes())
            again, other = pyspiel.deserialize_game_and_state(text)
            assert str(again) == str(played) and str(other) == str(state)
            assert bytes(other.rules_state) == bytes(state.rules_state)
            assert other.history() == state.history()
    position = Position(KREMLIN, "", game(KREMLIN).new())
    assert len(pickle.dumps(position)) < 20_000


def test_a_clone_goes_its_own_way() -> None:
    state = load().new_initial_state()
    clone = state.clone()
    state.apply_action(state.legal_actions()[0])
    assert clone.history() == [] and str(clone) != str(state)


@pytest.mark.lowest
def test_tensors_are_the_planes() -> None:
    for fixed in (False, True):
        played = load(fixed_planes=fixed)
        state = played.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        for player, side in enumerate(game(KREMLIN).sides):
            planes = ef.tensor(state.rules_state, side, fixed=fixed)
            assert played.observation_tensor_shape() == list(planes.shape)
            seen = make_observation(played)
            seen.set_from(state, player)
            assert (seen.dict["observation"] == planes).all()
            assert np.array_equal(state.observation_tensor(player), planes.astype("f").ravel())


def test_a_player_is_told_no_more_than_he_may_know() -> None:
    """Strings and tensors of states that a side cannot tell apart are equal; of others, not."""
    played, pairs, texts = load(), 0, {}
    for number in range(0, len(hidden_positions()), 4):
        true = hidden_state(number)
        other = twin(true, "german", random.Random(number))
        if other is None:
            continue
        pairs += 1
        states = [played.new_initial_state() for _ in range(2)]
        for state, position in zip(states, (true, other), strict=True):
            state.position = Position(KREMLIN, "", position)
        one, two = (s.observation_string(0) for s in states)
        assert one == two
        key = observe(true, "german")
        assert texts.setdefault(one, key) == key
        assert states[0].observation_tensor(0) == states[1].observation_tensor(0)
        assert states[0].observation_string(1) != states[1].observation_string(1)
    assert pairs > 10 and len(texts) > 10


def test_information_states_remember() -> None:
    """What a player saw and did tells his information states apart; the rest does not.

    The first choice of the Soviet, a standing answer, is hidden from the German.
    """
    start = load().new_initial_state()
    rng = random.Random(1)
    while not (start.current_player() == 1 and "standing" in start.rules_state.decision):
        start.apply_action(rng.choice(start.legal_actions()))
    answers = [start.child(a) for a in start.legal_actions()[:2]]
    if answers[0].current_player() == 0:
        assert answers[0].information_state_string(0) == answers[1].information_state_string(0)
    assert answers[0].information_state_string(1) != answers[1].information_state_string(1)
    recalled = make_observation(load(), INFO_STATE_OBS_TYPE)
    kept = []
    for state in answers:
        recalled.set_from(state, 1)
        kept.append(recalled.dict["recall"].copy())
    assert set(np.unique(kept)) == {0, 1} and (kept[0] != kept[1]).any()
    # asked early or late, the same is remembered
    one, two = start.clone(), start.clone()
    for _ in range(12):
        if one.is_terminal():
            break
        one.information_state_string(0)
        action = rng.choice(one.legal_actions())
        one.apply_action(action)
        two.apply_action(action)
    assert one.information_state_string(0) == two.information_state_string(0)


def test_what_is_public_and_what_is_private() -> None:
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    state = load().new_initial_state()
    state.apply_action(state.legal_actions()[0])
    public = make_observation(load(), kind(private_info=private.NONE, perfect_recall=False))
    own = make_observation(load(), kind(public_info=False, perfect_recall=False))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    words = re.split(r"[\s;]+", public.string_from(state, 0))
    assert "4A" in words and "52A" not in words and "52A" in game(KREMLIN).units
    assert "52A in 1210" in own.string_from(state, 1)
    # the German's secret is his standing answer; no unit of his is hidden
    assert " in " not in own.string_from(state, 0) and "fortress" in own.string_from(state, 0)
    every = kind(public_info=False, private_info=private.ALL_PLAYERS, perfect_recall=False)
    both = make_observation(load(), every).string_from(state, 0)
    assert own.string_from(state, 0) in both and own.string_from(state, 1) in both
    assert public.tensor is None
    with pytest.raises(ValueError, match="perfect recall"):
        make_observation(load(), kind(private_info=private.NONE, perfect_recall=True))


def test_a_game_that_hides_nothing_is_of_perfect_information() -> None:
    kinds = pyspiel.GameType.Information
    for open_ in (CAMPAIGN, ZITADELLE):
        assert load(open_).get_type().information == kinds.PERFECT_INFORMATION
    assert load(KREMLIN).get_type().information == kinds.IMPERFECT_INFORMATION


@pytest.mark.lowest
def test_openspiels_search_plays_it() -> None:
    played, rng = load(moves=6), np.random.RandomState(1)
    bot = mcts.MCTSBot(
        played, 1.5, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng, solve=False
    )
    state = played.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice([a for a, _ in state.chance_outcomes()]))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def some_options(scenario: str, most: int = 3) -> list[str]:
    """Options of a scenario that can be played together, one with a value first if there is one."""
    rules = pack_of(scenario).rules()
    found: list[str] = []
    numbered = [f"{name}={known.most}" for name, known in rules.numbered_options.items()]
    for name in (*numbered, *rules.known_options):
        if len(found) < most:
            try:
                ef.load(scenario, [*found, name])
            except ef.EastfrontError:
                continue
            found.append(name)
    return found


GAME_FORMS = {
    "pickle": lambda game: pickle.loads(pickle.dumps(game)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "load_game": lambda game: pyspiel.load_game(str(game)),
    "serialize": lambda game: pyspiel.deserialize_game(game.serialize()),
}
STATE_FORMS = {
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "clone": lambda state: state.clone(),
    "serialize": lambda state: state.get_game().deserialize_state(state.serialize()),
    "with its game": lambda state: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1],
}


@pytest.mark.parametrize("scenario", ef.scenarios())
def test_games_and_states_with_options_survive_every_form(scenario: str) -> None:
    options = some_options(scenario)
    assert len(options) == 3
    played = load(scenario, 8, options=",".join(options), fixed_planes=True)
    wanted = ef.load(scenario, options)
    assert played.rules.digest == wanted.digest
    rng = random.Random(1)
    state = played.new_initial_state()
    for _ in range(5):
        state.apply_action(rng.choice(state.legal_actions()))
    for form in GAME_FORMS.values():
        again = form(played)
        assert type(again) is type(played) and str(again) == str(played) and again == played
        assert vars(again) == vars(played) and again.rules.digest == wanted.digest
        assert str(again.new_initial_state()) == str(played.new_initial_state())
    courses = []
    for form in STATE_FORMS.values():
        other = form(state)
        assert str(other) == str(state) and other.history() == state.history()
        assert (other.decisions, other.rolls) == (state.decisions, state.rolls)
        assert str(other.get_game()) == str(played) and other.get_game().max_moves == 8
        told = [other.information_state_string(n) for n in (0, 1)]
        assert told == [state.information_state_string(n) for n in (0, 1)]
        last = list(walk(other, 2))[-1]
        courses.append((last.history(), str(last), max(last.decisions, last.rolls)))
    assert courses == [courses[0]] * len(STATE_FORMS) and courses[0][2] == 8


@pytest.mark.lowest
def test_a_game_and_its_states_are_read_in_another_process() -> None:
    played = load(RUSSIAN, 8, options="artillery;chits")
    state = played.new_initial_state()
    code = "import pickle, sys; print(*pickle.loads(sys.stdin.buffer.read()), sep='\\n', end='')"
    sent = pickle.dumps((played, state))
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert done.stdout.decode() == f"{played}\n{state}"


@pytest.mark.lowest
def test_what_is_refused_changes_nothing() -> None:
    """Neither what the rules refuse nor an action after the last counts as a move."""
    state = load(moves=4).new_initial_state()
    told = str(state)
    for wrong in (3, 10**9, 10**12):
        with pytest.raises(ef.EastfrontError):
            state.apply_action(wrong)
    assert str(state) == told and state.history() == []
    while not state.is_terminal():
        if state.is_chance_node():
            with pytest.raises(ef.EastfrontError):
                state.apply_action(len(state.chance_outcomes()))
        state.apply_action(state.legal_actions()[0])
    rules = state.rules_state
    told, history = str(state), state.history()
    action = rules.game.action_id(rules.legal_actions[0])
    with pytest.raises(ef.ArgumentError, match=f"action={action}, expected none: barb.*move 4"):
        state.apply_action(action)
    assert str(state) == told and state.history() == history


@pytest.mark.lowest
def test_parameters_that_openspiel_cannot_keep() -> None:
    """Options are written as OpenSpiel can read them, or refused before there is a game."""
    two = load(RUSSIAN, options="artillery, chits,")
    assert "options=artillery;chits," in str(two)
    assert "options=bid:-2," in str(load(RUSSIAN, options="bid=-2"))
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'chits"):
        pyspiel.load_game(f"{NAME}(options=artillery,chits,scenario={RUSSIAN})")
    with pytest.raises(ef.EastfrontError, match="no option `3`"):
        load(RUSSIAN, options="3")


@pytest.mark.lowest
def test_parameters() -> None:
    with_option = load(CAMPAIGN, options="russian-recovery")
    assert "russian-recovery" in str(with_option)
    with pytest.raises(ValueError, match="max_moves 0"):
        load(moves=0)
    with pytest.raises(ef.ScenarioError, match="no-such-scenario"):
        load("russian-campaign/no-such-scenario")
