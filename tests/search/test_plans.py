"""Plans for a phase, and the bot that follows them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import eastfront as ef
from eastfront.bots import Planner
from eastfront.search import Plan, plans

from . import games
from .test_hidden import reach

RUSSIAN = "russian-campaign/zitadelle"
SMALL = {"samples": 4, "finalists": 2, "playouts": 2, "spans": 1}


def test_the_plan_that_wins_is_found() -> None:
    state = games.overrun().new()
    found = plans(state, samples=24, playouts=0, policy="busy", seed=1)
    assert found[0].value == 1
    assert found[0].names[0] == "overrun 0303"
    # most ways to play the phase lose, so that the order says something
    assert found[-1].value == -1
    for action in found[0].actions:
        state.push(action)
    assert state.outcome is not None
    assert state.outcome[0] == "axis"


def test_a_plan_is_written_up_to_the_first_roll() -> None:
    state = games.soak_off().new()
    for plan in plans(state, samples=16, playouts=0, policy="busy"):
        after = state.copy()
        for action in plan.actions:
            assert after.to_move == "axis"
            after.push(action)
        assert after.is_over or after.to_move != "axis"


def test_the_best_are_played_on_and_the_own_plan_among_them() -> None:
    state = games.soak_off().new()
    found = plans(state, samples=16, finalists=4, playouts=16, policy="busy", seed=2)
    played = [p.played_on for p in found]
    assert played == sorted(played, reverse=True)
    assert sum(played) == 4
    # halved: 2 rounds of 8 games, 2 each for four plans and 4 each for the better two
    assert [p.judged for p in found[:4]] == [6, 6, 2, 2]
    assert found[0].value >= found[1].value
    own = plans(state, samples=1, playouts=0, policy="busy", seed=2)[0]
    assert own.actions in [p.actions for p in found[:4]]


def test_the_plans_at_the_top_are_judged_anew_and_their_draws_forgotten() -> None:
    # every plan there goes on to a roll
    state = ef.load(RUSSIAN).new(1)
    for seed in range(3):
        found = plans(state, samples=12, finalists=2, playouts=0, policy="busy", seed=seed)
        assert [p.judged for p in found] == [3] * 4 + [1] * (len(found) - 4)
        values = [p.value for p in found[:4]]
        assert values == sorted(values, reverse=True)
        own = plans(state, samples=1, finalists=1, playouts=0, policy="busy", seed=seed)[0]
        assert own.actions in [p.actions for p in found[:4]]


def test_plans_are_judged_anew_with_the_same_luck() -> None:
    """Those that lead to one position, by moves in another order, are worth the same."""
    state = games.soak_off().new()
    found = plans(state, samples=200, finalists=100, playouts=0, policy="busy", seed=1)
    worth: dict[int, list[float]] = {}
    for plan in (p for p in found if p.judged == 3):
        after = state.copy()
        for action in plan.actions:
            after.push(action)
        worth.setdefault(after.key, []).append(plan.value)
    several = [values for values in worth.values() if len(values) > 1]
    assert len(several) > 5
    assert all(len(set(values)) == 1 for values in several)
    assert len({value for values in worth.values() for value in values}) > 1


def test_the_same_seed_gives_the_same_plans() -> None:
    state = ef.load(RUSSIAN).new(1)
    one, two = (plans(state, **SMALL, policy="busy", seed=3) for _ in range(2))
    assert one == two
    assert one != plans(state, **SMALL, policy="busy", seed=4)


def test_who_is_wary_judges_by_the_outlook_of_his_side() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    state = reach(game)
    while state.decision != "movement" or state.to_move != "soviet":
        actor = state.to_move
        legal = state.legal_actions.list()
        state.push(legal[-1] if actor == "chance" or state.decision != "set-up" else "automatic")
    found = {}
    for policy in ("wary", "greedy"):
        (plan,) = plans(state, samples=1, finalists=1, playouts=0, policy=policy, seed=1)
        after = state.copy()
        for action in plan.actions:
            after.push(action)
        found[policy] = plan.value, after
    value, after = found["wary"]
    assert value == -after.ask("prospect soviet") / 1000 != -after.ask("evaluation german") / 1000
    value, after = found["greedy"]
    assert value == -after.ask("evaluation german") / 1000


def test_where_no_outlook_is_declared_to_be_wary_changes_nothing() -> None:
    state = ef.load(RUSSIAN).new(1)
    wary, greedy = (plans(state, **SMALL, policy=name, seed=3) for name in ("wary", "greedy"))
    assert wary == greedy


def test_plans_are_judged_in_the_same_deals() -> None:
    """One of the guesses is right in each deal, so that together they win once a deal."""
    state = games.cups(judged=True).new()
    state.push("hide 2")
    for seed in range(5):
        found = plans(state, samples=24, finalists=8, playouts=0, policy="busy", seed=seed)
        worth = {p.names[0]: p.value for p in found}
        assert len(worth) == 5 and worth.pop("decline") == 0
        assert sum((value + 1) / 2 for value in worth.values()) == pytest.approx(1, abs=1e-4)


def test_plans_see_no_more_than_the_side_knows() -> None:
    game = ef.load("barbarossa-deluxe/blue-kremlin")
    state = reach(game)
    seen = state.observation("german")
    twin = seen.sample(random.Random(5))
    assert bytes(twin) != bytes(state)
    expected = plans(seen, **SMALL, policy="busy", seed=1)
    assert plans(state, **SMALL, policy="busy", seed=1) == expected
    assert plans(twin, **SMALL, policy="busy", seed=1) == expected


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"samples": 0}, "samples=0"),
        ({"finalists": 0}, "finalists=0"),
        ({"playouts": -1}, "playouts=-1"),
        ({"spans": 0}, "spans=0"),
        ({"extent": "war"}, "extent='war'"),
        ({"policy": "deep"}, "policy='deep'"),
        ({"worlds": 0}, "worlds=0"),
        ({"policy": "greedy"}, "look ahead"),
    ],
)
def test_an_option_without_meaning_is_refused_in_one_line(
    options: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        plans(games.soak_off().new(), **options)
    assert "\n" not in str(caught.value)


def test_a_game_without_an_evaluation_is_refused() -> None:
    with pytest.raises(ValueError, match="no query `evaluation axis`"):
        plans(games.piles().new())


def played(seed: int, decisions: int) -> list[str]:
    """How the bot and a busy player begin a game."""
    game = ef.load(RUSSIAN)
    first, second = game.sides
    bot = Planner(seed, samples=2, finalists=2, playouts=2, spans=1)
    recorder = ef.Recorder(game, seed=seed)
    names = []
    for _, name, _ in ef.bots.play(recorder, {first: bot, second: ef.bots.bot("busy", seed)}):
        names.append(name)
        if len(names) == decisions:
            break
    return names


def test_the_bot_plays_a_whole_game_of_barbarossa_1971() -> None:
    recorder = ef.Recorder(ef.load("barbarossa-1971/zitadelle"), seed=3)
    planner = Planner(1, samples=2, finalists=1, playouts=0, policy="busy")
    for _ in ef.bots.play(recorder, {"axis": planner, "soviet": ef.bots.bot("busy", 1)}):
        pass
    assert recorder.state.is_over and recorder.state.turn == 29
    assert recorder.record.replay() == recorder.state


def test_the_bot_goes_by_its_name() -> None:
    assert isinstance(ef.bots.bot("planner", 3), Planner)


def test_the_bot_plays_by_its_seed() -> None:
    assert played(1, 40) == played(1, 40)


def test_a_plan_is_kept_until_it_ends() -> None:
    game = games.overrun()
    state, searched = game.new(), 0
    bot = Planner(1, samples=24, playouts=0, policy="busy")
    while not state.is_over:
        before = list(bot.plan)
        action = bot(state.observation("axis"))
        if before:
            assert action == before[0]
        else:
            searched += 1
        state.push(action)
    assert searched == 1
    assert state.outcome is not None
    assert state.outcome[0] == "axis"


def test_where_the_rules_declare_a_guide_moves_and_battles_are_planned_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[str | None] = []

    def spy(seen: ef.Observation, **options: Any) -> tuple[Plan, ...]:
        searched.append(seen.decision)
        return plans(seen, **options)

    monkeypatch.setattr("eastfront.bots.planner.plans", spy)
    state, asked = ef.load(RUSSIAN).new(seed=3), Counter[str | None]()
    players = {"axis": Planner(1, samples=2, finalists=1), "russian": ef.bots.bot("busy", 1)}
    known = {"movement", "leg", "battle", "forces"}
    while not searched or min(asked[decision] for decision in known) < 5:
        actor = state.to_move
        assert actor is not None
        if actor == "chance":
            state.push(state.legal_actions.list()[-1])
            continue
        asked[state.decision] += actor == "axis"
        state.push(players[actor](state.observation(actor)))
    # an army is set up by the guide, and what that leaves open by greed
    assert asked["cover"] > 0 and "cover" not in searched
    # when a unit owes an attack that the guide knows no way to, movement is searched as well
    assert (known - {"movement"}).isdisjoint(searched)
    assert searched.count("movement") < asked["movement"] / 2
