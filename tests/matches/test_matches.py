"""Matches, balance, the worth of a rule and the luck of the dice, in played games."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import eastfront as ef
from eastfront import matches
from eastfront._core import choose
from eastfront.matches import Fixture, play_all, play_one
from eastfront.matches.luck import Judge, LuckyRecorder, by_kind, luck_of
from eastfront.matches.playing import stream

BLUE, ZITADELLE = "barbarossa-deluxe/blue-kremlin", "russian-campaign/zitadelle"
STALINGRAD = "barbarossa-1971/stalingrad"


@pytest.fixture(scope="module")
def blue() -> ef.Game:
    return ef.load(BLUE)


def of_ones_own(seed: int) -> ef.bots.Bot:
    """Makes a bot of a user's own, as `module:factory` names it."""
    return ef.bots.Idle()


# -- games --------------------------------------------------------------------------------------


def test_results_do_not_depend_on_the_number_of_processes(blue: ef.Game) -> None:
    fixtures = [Fixture(seed, ("busy", "random")) for seed in (5, 3, 8, 5)]
    moved: list[int] = []
    one = play_all(blue, fixtures)
    two = play_all(blue, fixtures, jobs=2, moved=moved.append)
    assert one == two
    assert [p.fixture for p in one] == fixtures
    assert one[0] == one[3] != one[1]
    assert sum(moved) == 4


def test_a_game_is_the_same_whether_or_not_its_luck_is_looked_at(blue: ef.Game) -> None:
    fixture = Fixture(2, ("busy", "busy"))
    looked, plain = (play_one(blue, fixture, luck, record=True) for luck in (True, False))
    assert looked.luck
    assert not plain.luck
    assert looked.record == plain.record
    kept = ef.record.parse(looked.record or "")
    assert kept.replay().outcome == kept.outcome
    assert kept.players == {"german": "busy", "soviet": "busy"}
    assert sum(1 for _ in kept.actions) == looked.actions


def test_each_side_and_the_dice_have_streams_of_their_own() -> None:
    streams = {stream(seed, name) for seed in range(100) for name in ("a", "b", "chance")}
    assert len(streams) == 300
    assert all(0 <= s < 2**63 for s in streams)


def test_a_bot_of_ones_own_plays_by_its_module(blue: ef.Game) -> None:
    name = f"{__name__}:of_ones_own"
    assert play_one(blue, Fixture(1, (name, "busy")), luck=False).actions > 0
    with pytest.raises(ValueError, match="no bot `nowhere:at_all`"):
        play_all(blue, [Fixture(1, ("nowhere:at_all", "busy"))])
    with pytest.raises(ValueError, match="no bot `nobody`"):
        play_all(blue, [Fixture(1, ("busy", "nobody"))], jobs=2)
    with pytest.raises(ValueError, match="1 players for the sides german, soviet"):
        play_one(blue, Fixture(1, ("busy",)))


def test_games_go_on_from_a_position(blue: ef.Game) -> None:
    late = blue.new(seed=3)
    while late.var("turn") < 12 or late.to_move not in blue.sides:
        late.push(late.legal_actions[0])
    held = matches.balance(late, ["busy"], games=3, jobs=2, records=True)
    assert held == matches.balance(late, ["busy"], games=3, records=True)
    for played in held.games:
        record = ef.record.parse(played.record or "")
        assert record.phases[0].turn == 12
        assert record.replay().outcome == record.outcome
    assert len({p.record for p in held.games}) == 3
    with pytest.raises(ValueError, match="is over"):
        matches.balance(ef.record.parse(held.games[0].record or "").replay(), ["busy"])


# -- luck ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "player", "enough"),
    [(BLUE, "random", 25), (ZITADELLE, "random", 25), (STALINGRAD, "greedy", 5)],
)
def test_the_luck_of_a_roll_is_nothing_on_average(name: str, player: str, enough: int) -> None:
    """For every roll of a game, over all its outcomes; and some rolls do matter."""
    game = ef.load(name)
    judge, rng, state = Judge(game), random.Random(4), game.new()
    matter = rolls = 0
    while not state.is_over and rolls < enough:
        if state.to_move == "chance":
            before = bytes(state)
            told = [judge.roll(state, a) for a, _ in state.chance_outcomes()]
            assert bytes(state) == before
            assert sum(r.chance for r in told) == pytest.approx(1)
            assert sum(r.chance * r.luck for r in told) == pytest.approx(0, abs=1e-9)
            assert sum(r.chance * r.score_luck for r in told) == pytest.approx(0, abs=1e-6)
            rolls += 1
            matter += any(abs(r.luck) > 1 for r in told)
        if player == "greedy" and state.to_move != "chance":
            state.push(choose(state, player, seed=rng.getrandbits(60)))
            continue
        deeds = [a for a in state.legal_actions if not state.is_pass(a)]
        state.push(rng.choice(deeds or state.legal_actions.list()))
    assert rolls == enough
    assert matter >= enough / 5


def test_the_luck_of_a_record_is_the_luck_of_the_game(blue: ef.Game) -> None:
    recorder = LuckyRecorder(blue, seed=3)
    players = {side: ef.bots.bot("busy", n) for n, side in enumerate(blue.sides)}
    for _ in ef.bots.play(recorder, players):
        pass
    assert luck_of(recorder.record) == recorder.rolls
    assert len(recorder.rolls) > 20
    kinds = by_kind(recorder.rolls, lambda roll: roll.luck)
    assert sum(kinds.values()) == pytest.approx(sum(r.luck for r in recorder.rolls))


def test_rolls_given_by_notation_have_luck_too(blue: ef.Game) -> None:
    recorder = LuckyRecorder(blue, seed=3)
    players = {side: ef.bots.bot("busy", n) for n, side in enumerate(blue.sides)}
    for actor, _, _ in ef.bots.play(recorder, players):
        if recorder.state.to_move == "chance" and actor != "chance":
            break
    name = recorder.state.legal_actions.names()[-1]
    count = len(recorder.rolls)
    recorder.push(name)
    assert [r.outcome for r in recorder.rolls[count:]] == [name]


def test_a_game_that_judges_nothing_has_no_luck(blue: ef.Game) -> None:
    document = json.loads(blue.to_bytes()[8:])
    judges = {"value", "evaluation german", "evaluation soviet"}
    document["queries"] = [q for q in document["queries"] if q["name"] not in judges]
    silent = ef.Game.from_json(json.dumps(document).encode())
    played = play_one(silent, Fixture(1, ("busy", "busy")))
    assert played.score is None
    assert set(played.luck.values()) == {0.0}
    held = matches.balance(silent, ["busy"], games=2)
    assert held.judge is None
    assert held.seatings[0].score is None


# -- tournaments --------------------------------------------------------------------------------


def test_a_tournament_seats_every_pair_on_both_sides(blue: ef.Game) -> None:
    held = matches.tournament(blue, ["busy", "random", "idle"], games=2, seed=9, luck=False)
    seats = Counter(p.fixture.players for p in held.games)
    assert len(seats) == 6
    assert set(seats.values()) == {2}
    assert {p.fixture.seed for p in held.games} == {9, 10}
    assert [s.players for s in held.seatings] == list(seats)
    assert held.elo is not None
    assert held.elo.ratings.keys() == held.bots.keys() == {"busy", "random", "idle"}
    assert held.judge is None
    total = sum(share.estimate for share in held.bots.values())
    assert total == pytest.approx(1.5)  # a half each, whoever wins


def test_a_tournament_says_what_it_counted(blue: ef.Game) -> None:
    held = matches.tournament(blue, ["busy", "random"], games=3, both_sides=False)
    (seating,) = held.seatings
    assert seating.players == ("busy", "random")
    assert sum(seating.wins.values()) == sum(seating.decided_by.values()) == 3
    assert seating.share.plain.estimate == seating.wins["german"] / 3
    assert seating.score is not None
    scores = [p.score or 0 for p in held.games]
    assert seating.score.plain.estimate == pytest.approx(sum(scores) / 3)
    found = held.document()
    assert found["seatings"][0]["players"] == {"german": "busy", "soviet": "random"}
    assert found["seatings"][0]["share"]["plain"].keys() == {"estimate", "low", "high"}
    assert "busy against random" in str(held)


def test_bad_tournaments_are_refused(blue: ef.Game) -> None:
    for bots in ([], ["busy"], ["busy", "busy"]):
        with pytest.raises(ValueError, match="two or more, each once"):
            matches.tournament(blue, bots)
    with pytest.raises(ValueError, match="0 games"):
        matches.tournament(blue, ["busy", "idle"], games=0)
    with pytest.raises(ValueError, match="one or more"):
        matches.balance(blue, [])
    with pytest.raises(ValueError, match="0 jobs"):
        matches.balance(blue, ["busy"], jobs=0)


def test_balance_lets_equals_play(blue: ef.Game) -> None:
    held = matches.balance(blue, ["busy", "idle"], games=2)
    assert [s.players for s in held.seatings] == [("busy", "busy"), ("idle", "idle")]
    assert held.elo is None
    assert not held.bots


# -- worth --------------------------------------------------------------------------------------


def test_a_rule_that_play_never_meets_is_worth_nothing(blue: ef.Game) -> None:
    """BD-4.13j speaks of the return from the Caucasus, which idle players never enter."""
    without = ef.without(blue, "BD-4.13j")
    found = matches.worth(blue, without, "BD-4.13j", players=("idle", "idle"), games=3)
    assert found.parted == 0
    assert found.share.plain.estimate == 0
    assert found.share.plain.low < -0.3 < 0.3 < found.share.plain.high  # of three games
    assert found.score is not None
    assert found.score.plain == (0, 0, 0)


def test_what_hurts_one_side_is_worth_something_to_the_other() -> None:
    """TRC-7.2a closes zones of control; an option is told the other way about than a rule."""
    base, rule = ef.load("russian-campaign/bagration"), "TRC-7.2a"
    without = ef.without(base, rule)
    how: dict[str, Any] = {"games": 4, "luck": False}
    taken = matches.worth(base, without, rule, **how)
    added = matches.worth(without, base, rule, adds=True, **how)
    assert taken.parted == added.parted == 4
    assert taken.share.plain == pytest.approx(added.share.plain)
    assert taken.score is not None
    assert added.score is not None
    assert taken.score.plain == added.score.plain
    assert (taken.base.name, added.changed.name) == ("with it", "with it")
    assert taken.base.seating == added.changed.seating


def test_arms_that_cannot_be_compared_are_refused(blue: ef.Game) -> None:
    with pytest.raises(ValueError, match="nothing changes nothing in"):
        matches.worth(blue, blue, "nothing")
    with pytest.raises(ValueError, match="do not have the same sides"):
        matches.worth(blue, ef.load(ZITADELLE), "another game")
