"""Bots: whole games, their inputs, and a set-up by a bot."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import eastfront as ef
from eastfront import packs
from eastfront.positions.observation import Observation

from .conftest import reach


def played(game: ef.Game, first: str, second: str, seed: int) -> ef.Recorder:
    recorder = ef.Recorder(game, seed=seed)
    names = zip(game.sides, (first, second), strict=True)
    players = {side: ef.bots.bot(name, seed) for side, name in names}
    for _ in ef.bots.play(recorder, players):
        pass
    return recorder


@pytest.mark.parametrize("name", ef.bots.NAMES)
def test_every_bot_plays_a_game_to_its_end(game: ef.Game, name: str) -> None:
    assert played(game, name, "busy", 1).state.is_over


def test_the_same_seed_gives_the_same_game(game: ef.Game) -> None:
    one, two = (played(game, "greedy", "busy", 5) for _ in range(2))
    assert list(one.record.actions) == list(two.record.actions)


def test_greed_is_better_than_chance(game: ef.Game) -> None:
    value = {
        pair: sum(int(played(game, *pair, seed).state.ask("value")) for seed in range(2))
        for pair in (("greedy", "busy"), ("busy", "busy"), ("busy", "greedy"))
    }
    assert value["greedy", "busy"] > value["busy", "busy"] > value["busy", "greedy"]


def test_the_army_is_set_up_by_its_owner(game: ef.Game) -> None:
    recorder = ef.Recorder(game, seed=1)
    players = {side: ef.bots.bot("setup", 1) for side in game.sides}
    for _ in ef.bots.play(recorder, players):
        if recorder.state.decision not in ("set-up", "placement"):
            break
    state = recorder.state
    actions = list(recorder.record.actions)
    assert actions[0] == "free"
    assert state.units_at("pool") == []
    front = {action.split()[1] for action in actions if action.startswith("set-up ")}
    assert len(front) >= 15


@pytest.mark.parametrize("start", ["barbarossa-deluxe/blue-kremlin", "barbarossa-1971/campaign"])
@pytest.mark.parametrize(
    ("name", "way"), [("greedy", "automatic"), ("planner", "automatic"), ("setup", "free")]
)
def test_a_bot_sets_up_as_it_is_made_to(start: str, name: str, way: str) -> None:
    seen = ef.load(start).new(1)
    view = seen.observation(str(seen.to_move))
    assert view.notation(ef.bots.bot(name, 1)(view)) == way


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(ValueError, match="greedy"):
        ef.bots.bot("deep-blue")


def test_an_illegal_answer_is_refused(game: ef.Game) -> None:
    class Cheat:
        def __call__(self, seen: Observation) -> int:
            return game.parse("end-movement")

    with pytest.raises(ef.IllegalAction, match="end-movement"):
        list(ef.bots.play(ef.Recorder(game), {"german": Cheat(), "soviet": Cheat()}))


def test_a_sample_hides_what_the_side_may_not_know(game: ef.Game) -> None:
    state = reach(game, "movement", "german")
    seen = state.observation("german")
    samples = [seen.sample(random.Random(n)) for n in range(8)]
    hidden = state.hidden_from("german")
    assert hidden
    assert len({tuple(s.place(u) for u in hidden) for s in samples}) > 1
    for sample in samples:
        assert tuple(sample.legal_actions.list()) == seen.legal_actions
        known = set(game.units) - set(hidden)
        assert all(sample.place(u) == state.place(u) for u in known)
        assert not sample.self_rolling


class Last:
    """Advises the last action in every second decision, and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[Observation, ef.State]] = []

    def choose(self, view: Observation, board: ef.State) -> int | None:
        self.shown.append((view, board))
        return view.legal_actions[-1] if len(self.shown) % 2 else None


@pytest.mark.parametrize("name", ["commander", "planner"])
def test_planning_bots_follow_the_adviser_of_the_pack(
    name: str, game: ef.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Last] = []

    def adviser(asked: ef.Game, _: random.Random) -> Last:
        assert asked.id == game.id
        made.append(Last())
        return made[-1]

    pack = replace(packs.pack(game.id.partition("/")[0]), adviser=lambda: adviser)
    monkeypatch.setattr(ef.bots.adviser, "pack_of", lambda _: pack)
    state = game.new()
    state.push("automatic")
    side = state.to_move
    seen = state.observation(side)
    bot, alone = ef.bots.bot(name, 1), ef.bots.bot(name, 1)
    assert bot(seen) == seen.legal_actions[-1]
    bot(seen)
    (advice,) = made
    assert len(advice.shown) == 2
    view, board = advice.shown[-1]
    assert view == seen and board.observation(side) == seen
    # without a pack, or with a broken one, the game is played from its file
    for gone in (lambda _: None, broken):
        monkeypatch.setattr(ef.bots.adviser, "pack_of", gone)
        assert alone(seen) in seen.legal_actions


def broken(_: ef.Game) -> packs.Pack:
    raise packs.PackError("broken")
