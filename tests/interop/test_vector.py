"""Many games in one call: equal to each game alone for any number of threads; all or none moves."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import eastfront as ef
from eastfront.interop.vector import Vector, sample
from eastfront.positions.document import document
from waiting import HANG

from .play import CAMPAIGN, GAMES, KREMLIN, game, positions


def copied(step: Any) -> Any:
    """What a step gave, in arrays of its own."""
    if isinstance(step, tuple):
        return tuple(copied(part) for part in step)
    if isinstance(step, dict):
        return {k: copied(v) for k, v in step.items()}
    return step.copy() if isinstance(step, np.ndarray) else step


def same(one: Any, other: Any) -> bool:
    """Whether two steps gave the same."""
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)


def play(games: Vector, steps: int, seed: int = 3) -> Iterator[Any]:
    """Yields every step of random play, in arrays of its own."""
    rng, out = np.random.default_rng(seed), copied(games.reset())
    yield out
    for _ in range(steps):
        out = copied(games.step(sample(out[-1], rng)))
        yield out


@pytest.mark.lowest
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_change_nothing(threads: int) -> None:
    def played(seed: int, threads: int) -> Iterator[Any]:
        return play(ef.vector(game(KREMLIN), 40, seed=seed, threads=threads, limit=35), 80)

    compared = [same(*steps) for steps in zip(played(9, 1), played(9, threads), strict=True)]
    assert len(compared) == 81 and all(compared)
    assert not all(map(same, played(9, 1), played(10, 1)))


def test_a_game_does_not_know_how_many_there_are() -> None:
    rng = np.random.default_rng(0)
    few, many = ef.vector(KREMLIN, 3, seed=4), ef.vector(KREMLIN, 9, seed=4)
    few.reset()
    infos = many.reset()[-1]
    for _ in range(120):
        actions = sample(infos, rng)
        infos = many.step(actions)[-1]
        few.step(actions[:3])
        assert all(bytes(few.state(i)) == bytes(many.state(i)) for i in range(3))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_what_it_would_be_alone(name: str) -> None:
    """Each game, replayed by `Game.new` with its episode's seed, through resets; what is shown is
    what its state shows, in every step."""
    n, limit = 5, 60
    games = ef.vector(game(name), n, seed=21, limit=limit, fixed=True)
    planes, masks, infos = games.reset()
    alone = [game(name).new(games.episode_seed(i, 0)) for i in range(n)]
    rng, sides = np.random.default_rng(8), game(name).sides
    for number in range(150):
        for i in range(n):
            state = games.state(i)
            assert bytes(state) == bytes(alone[i])
            if number % 5 == i:
                assert (planes[i] == ef.tensor(state)).all()
            assert (masks[i] == state.legal_actions.mask()).all()
            ids = infos["ids"][infos["offsets"][i] : infos["offsets"][i + 1]]
            assert list(ids) == list(np.flatnonzero(masks[i]))
            assert games.to_move[i] == games.observers[i] == sides.index(state.to_move)
            assert games.decisions[infos["decision"][i]] == state.decision
        actions = sample(infos, rng)
        planes, masks, rewards, done, _to_move, infos = games.step(actions)
        ended = {e["game"]: e for e in infos["endings"]}
        for i in range(n):
            alone[i].push(game(name).action_of(int(actions[i])))
            over, cut = alone[i].is_over, (number + 1) % limit == 0
            assert done[i] == (over or cut) == (i in ended)
            assert list(rewards[i]) == (alone[i].returns() if over else [0, 0])
            assert infos["truncated"][i] == (done[i] and not over)
            if done[i]:
                last = ended[i]
                assert last["length"] == limit and last["truncated"]
                shown = ef.tensor(alone[i], last["side"], fixed=False)
                assert (last["planes"] == shown).all()
                alone[i] = game(name).new(games.episode_seed(i, int(infos["episode"][i])))
    assert list(infos["episode"]) == [150 // limit] * n


def test_no_two_episodes_are_of_one_seed() -> None:
    one, other = (ef.vector(KREMLIN, 8, seed=seed) for seed in (1, 2))
    seeds = [games.episode_seed(i, e) for games in (one, other) for i in range(8) for e in range(8)]
    assert len(set(seeds)) == len(seeds)


def test_games_end_by_the_rules() -> None:
    """Whole games: rewards of +1 and -1, and endings that say who won and by which rule."""
    n, sides = 16, game(KREMLIN).sides
    games = ef.vector(game(KREMLIN), n, seed=5, planes=False)
    infos, rng, found = games.reset()[-1], np.random.default_rng(1), 0
    for _ in range(1100):
        _, _, rewards, done, _, infos = games.step(sample(infos, rng))
        assert (rewards[~done] == 0).all()
        for end in infos["endings"]:
            found += 1
            paid = dict(zip(sides, rewards[end["game"]], strict=True))
            won = [s for s in sides if paid[s] == 1]
            assert won == ([end["winner"]] if end["winner"] else [])
            assert sum(paid.values()) == 0 and end["rule"].startswith("BD-")
            assert not end["truncated"] and end["length"] > 100 and end["planes"] is None
    assert found >= n


def test_an_illegal_action_names_game_and_action_and_moves_nothing() -> None:
    games = ef.vector(KREMLIN, 20, seed=1, threads=2)
    infos, rng = games.reset()[-1], np.random.default_rng(2)
    for _ in range(30):
        planes, masks, *_, infos = games.step(sample(infos, rng))
    before = [bytes(games.state(i)) for i in range(20)]
    shown = copied((planes, masks, infos))
    actions = sample(infos, rng)
    wrong = next(a for a in range(games.num_actions) if not masks[17][a])
    text = games.game.notation(games.game.action_of(wrong))
    bad = actions.copy()
    bad[17] = wrong
    with pytest.raises(ef.IllegalAction, match=rf"game 17, action {wrong} \(`{text}`\)") as refused:
        games.step(bad)
    assert refused.value.rule.startswith("BD-")
    assert [bytes(games.state(i)) for i in range(20)] == before
    assert same(shown, (*games.buffers(), infos))
    for number in (games.num_actions, -1, 2**40):
        bad[17] = number
        with pytest.raises(ValueError, match=r"game 17: action .*, expected an id from 0 to 11157"):
            games.step(bad)
    assert [bytes(games.state(i)) for i in range(20)] == before
    games.step(actions)
    assert [bytes(games.state(i)) for i in range(20)] != before


def broken() -> ef.Game:
    """A game in which setting up freely does what no sound program does."""
    file = json.loads(json.dumps(document(game(KREMLIN))))
    verbs = [v["name"] for v in file["verbs"]]
    for procedure in file["procedures"]:
        for step in procedure["code"]:
            if isinstance(step, dict) and "Decide" in step:
                for alt in step["Decide"]["alternatives"]:
                    if verbs[alt["verb"]] == "free":
                        nobody = [{"Const": -1}, {"Const": 0}, 0]
                        procedure["code"][alt["target"]] = {"Place": nobody}
    return ef.Game.from_json(json.dumps(file).encode())


def test_when_the_engine_fails_every_game_is_put_back() -> None:
    rules = broken()
    automatic, free = (rules.action_id(rules.parse(t)) for t in ("automatic", "free"))
    games = ef.vector(rules, 40, seed=1, threads=2)
    shown = copied(games.reset()[:2])
    before = [bytes(games.state(i)) for i in range(40)]
    actions = np.full(40, automatic)
    actions[33] = free
    with pytest.raises(ef.InternalError, match="placing a unit that is out of range"):
        games.step(actions)
    assert [bytes(games.state(i)) for i in range(40)] == before
    assert same(shown, games.buffers())
    actions[33] = automatic
    planes, _, _, _, _, infos = games.step(actions)
    assert (planes[33] == ef.tensor(games.state(33), fixed=False)).all()
    assert (infos["length"] == 1).all()


def test_next_step_shows_the_end_and_then_begins() -> None:
    games = ef.vector(KREMLIN, 4, seed=2, limit=10, autoreset="next-step")
    infos, rng = games.reset()[-1], np.random.default_rng(2)
    for _ in range(10):
        planes, masks, _, done, to_move, infos = games.step(sample(infos, rng))
    assert done.all() and not masks.any() and (to_move == -1).all()
    assert (infos["episode"] == 0).all() and all(e["planes"] is None for e in infos["endings"])
    last = games.state(2)
    assert (planes[2] == ef.tensor(last, fixed=False)).all()
    planes, masks, rewards, done, to_move, infos = games.step(np.full(4, 10**6))
    assert not done.any() and not rewards.any() and masks.any(axis=1).all()
    assert (infos["episode"] == 1).all() and (infos["length"] == 0).all()
    assert bytes(games.state(2)) == bytes(game(KREMLIN).new(games.episode_seed(2, 1)))


def test_never_waits_for_a_reset_of_those_that_are_marked() -> None:
    games = ef.vector(KREMLIN, 4, seed=2, limit=3, autoreset="never")
    infos, rng = games.reset()[-1], np.random.default_rng(2)
    for _ in range(3):
        _, masks, _, done, _, infos = games.step(sample(infos, rng))
    assert done.all()
    _, masks, _, done, _, infos = games.step(sample(infos, rng))
    assert not done.any() and not masks.any()
    _planes, masks, infos = games.reset(games=[True, False, False, True])
    assert list(masks.any(axis=1)) == [True, False, False, True]
    assert list(infos["episode"]) == [1, 0, 0, 1]
    _, _, infos = games.reset(seed=2)
    assert list(infos["episode"]) == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="cannot be combined with games"):
        games.reset(seed=2, games=[True] * 4)
    with pytest.raises(ValueError, match="a choice among 3 games, expected 4"):
        games.reset(games=[True] * 3)


@pytest.mark.parametrize("opponent", ["busy", "random"])
def test_one_side_against_a_policy(opponent: str) -> None:
    """Only the side's decisions are stepped; the other's are played, the same for any threads."""

    def played(threads: int) -> Iterator[Any]:
        return play(
            ef.vector(
                KREMLIN, 20, seed=6, threads=threads, side="soviet", opponent=opponent, limit=25
            ),
            60,
        )

    stepped = 0
    for number, (one, two) in enumerate(zip(played(1), played(2), strict=True)):
        assert same(one, two)
        if number:
            _, _, _, _, to_move, infos = one
            assert (to_move == 1).all() and (infos["decision"] >= 0).all()
            stepped += 1
    assert stepped == 60


def test_opponents_differ() -> None:
    """From the middle of the other side's movement; each plays the same again."""
    found = (game(CAMPAIGN).state_from_bytes(data) for data in positions(CAMPAIGN))
    start = next(s for s in found if (s.to_move, s.decision) == ("axis", "movement"))

    def made(opponent: str) -> list[bytes]:
        games = ef.vector(start, 2, seed=6, side="russian", opponent=opponent, planes=False)
        games.reset()
        return [bytes(games.state(i)) for i in range(2)]

    busy, random, greedy = made("busy"), made("random"), made("greedy")
    assert len({*busy, *random, *greedy}) == 6 and made("greedy") == greedy


def test_episodes_may_begin_from_any_position() -> None:
    start = game(KREMLIN).new(seed=3)
    for action in ("automatic", "coastal-supply"):
        start.push(action)
    games = ef.vector(start, 3, seed=1, limit=2)
    planes, _, infos = games.reset()
    assert [games.state(i).decision for i in range(3)] == [start.decision] * 3
    for _ in range(2):
        planes, *_, infos = games.step(sample(infos, np.random.default_rng(0)))
    assert (planes[0] == ef.tensor(start, fixed=False)).all()


def test_buffers_are_one_and_read_only() -> None:
    games = ef.vector(KREMLIN, 3, seed=1)
    planes, masks, infos = games.reset()
    assert planes.dtype == np.int16 and planes.shape == (3, *games.layout.shape(fixed=False))
    assert masks.dtype == np.bool_ and masks.shape == (3, games.num_actions)
    assert planes.flags.c_contiguous and np.from_dlpack(planes).shape == planes.shape
    for array in (planes, masks):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    legal = infos["legal"]
    assert legal.dtype == np.int32 and len(legal) == 4 + legal[3]
    assert np.shares_memory(legal, infos["ids"]) and np.shares_memory(legal, infos["offsets"])
    actions = sample(infos, np.random.default_rng(0))
    again = games.step(actions)
    assert np.shares_memory(planes, again[0])
    kept = ef.vector(KREMLIN, 3, seed=1, copy=True)
    first = kept.reset()[0]
    assert not np.shares_memory(first, kept.step(actions)[0])


@pytest.mark.lowest
def test_what_is_not_wanted_is_not_written() -> None:
    games = ef.vector(KREMLIN, 3, planes=False, masks=False)
    planes, masks, infos = games.reset()
    assert planes.shape == (3, 0, 23, 25) and masks.shape == (3, 0)
    assert infos["offsets"][-1] == len(infos["ids"]) > 0
    assert not games.step(sample(infos, np.random.default_rng(0)))[3].any()


def test_the_fixed_planes_of_every_game() -> None:
    games = ef.vector(CAMPAIGN, 2, fixed=True)
    planes = games.reset()[0]
    assert (planes[:, games.layout.changing :] == games.layout.fixed).all()


@pytest.mark.lowest
def test_errors() -> None:
    made = ef.vector(KREMLIN, 2)
    with pytest.raises(ValueError, match="game 0 has not begun; reset it"):
        made.step([0, 0])
    made.reset()
    with pytest.raises(ValueError, match=r"actions of shape \(3,\), expected \(2,\)"):
        made.step([0, 0, 0])
    with pytest.raises(ValueError, match="actions of type float64, expected whole numbers"):
        made.step([0.0, 0.0])
    with pytest.raises(IndexError, match="game 2, expected a number below 2"):
        made.state(2)
    for wrong, text in (
        ({"n": 0}, "n=0, expected a whole number from 1"),
        ({"threads": 0}, "threads=0, expected a whole number from 1"),
        ({"limit": -1}, "limit=-1, expected a whole number from 0"),
        ({"autoreset": "later"}, "autoreset `later`, expected same-step, next-step or never"),
        ({"side": "finnish"}, "no side `finnish`"),
        ({"side": "german", "opponent": "idle"}, "policy `idle`, expected random, busy, greedy or"),
        ({"side": "german", "opponent": "greedy"}, "the greedy policy looks at the true position"),
        ({"side": "german", "opponent": "wary"}, "the wary policy looks at the true position"),
    ):
        with pytest.raises(ValueError, match=text):
            ef.vector(KREMLIN, **{"n": 2, **wrong})


def test_a_step_lets_other_threads_run() -> None:
    """The middle half of a long step is full of turns of another thread, once in some steps."""
    games = ef.vector(KREMLIN, 6000, seed=1, planes=False, masks=False)
    infos, rng = games.reset()[-1], np.random.default_rng(1)
    for _ in range(20):  # a busy machine may let nobody else run in one of them
        if turns_within(games, sample(infos, rng)) > 20:
            return
        infos = games.step(sample(infos, rng))[-1]
    raise AssertionError("no other thread ran while games were stepped")


def turns_within(games: Vector, actions: Any) -> int:
    """How often this thread runs in the middle half of a step that another one takes."""
    took, turns = list[float](), list[float]()

    def work() -> None:
        began = time.perf_counter()
        games._core.step(actions)
        took.extend((began, time.perf_counter()))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        turns.append(time.perf_counter())
    began, ended = took
    quarter = (ended - began) / 4
    return sum(began + quarter < at < ended - quarter for at in turns)


def test_games_are_stepped_by_one_thread_at_a_time() -> None:
    """Whoever comes while they are being stepped is told so, and they go on unharmed."""
    games = ef.vector(game(KREMLIN), 512, seed=1)
    started, told = threading.Event(), list[str]()

    def look() -> None:
        started.wait()
        while not told:
            for ask in (games.reset, lambda: games.to_move, lambda: games.state(0)):
                try:
                    ask()
                except ef.BusyError as busy:
                    told.append(str(busy))

    other = threading.Thread(target=look)
    other.start()
    started.set()
    deadline = time.monotonic() + HANG
    while not told and time.monotonic() < deadline:
        try:
            games.reset(seed=1)
        except ef.BusyError as busy:
            told.append(str(busy))
    other.join()
    assert set(told) == {"the games are being stepped in another thread"}
    assert same(games.reset(seed=1), ef.vector(game(KREMLIN), 512, seed=1).reset())


def test_named_planes_are_written_alone_and_in_their_order() -> None:
    loaded = game(KREMLIN)
    names = ["enemy units", "variable: turn", "own units"]
    games = ef.vector(loaded, 2, seed=3, planes=names, fixed=True)
    planes, _, infos = games.reset()
    layout, rng = games.layout, np.random.default_rng(0)
    for _ in range(30):
        assert planes.shape == (2, 3 + len(layout.fixed), layout.height, layout.width)
        for i in range(2):
            whole = ef.tensor(games.state(i))
            assert (planes[i, :3] == whole[[layout.index(name) for name in names]]).all()
            assert (planes[i, 3:] == layout.fixed).all()
        planes, *_, infos = games.step(sample(infos, rng))
    with pytest.raises(ValueError, match="plane `map` is part of the map, expected a variable one"):
        ef.vector(loaded, 2, planes=["map"])
    with pytest.raises(KeyError, match="no plane `own tanks`"):
        ef.vector(loaded, 2, planes=["own tanks"])
