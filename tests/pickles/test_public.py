"""Every public object can be pickled and copied, and continues in another process as here."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from types import ModuleType
from typing import Any

import pytest

import eastfront as ef
from eastfront.board import BoardError, board
from eastfront.games.russian_campaign.bidding import Auction, BidError, Sides
from eastfront.matches import Fixture, balance, play_one, worth
from eastfront.positions.text import PositionError
from eastfront.program import ProgramError

BLUE, BARBAROSSA = "barbarossa-deluxe/blue-kremlin", "russian-campaign/barbarossa"
GAMES = (BLUE, BARBAROSSA, "barbarossa-1971/berlin")


@cache
def played(name: str = BLUE) -> ef.Recorder:
    """A game between busy bots, broken off in the middle of a battle."""
    recorder = ef.Recorder(ef.load(name), seed=5)
    players = {side: ef.bots.bot("busy", n) for n, side in enumerate(recorder.state.game.sides)}
    for number, _ in enumerate(ef.bots.play(recorder, players)):
        state = recorder.state
        if number > 200 and state.to_move == "chance" and state.stack[-1].endswith(" battle"):
            return recorder
    raise AssertionError("no battle after 200 actions")


def midgame(name: str = BLUE) -> ef.State:
    """A state that rolls for itself, at a side's decision."""
    state = played(name).state.copy()
    state.reseed(77)
    while state.to_move not in state.game.sides:
        state.push(state.legal_actions[0])
    return state


def refusal() -> ef.IllegalAction:
    state = ef.load(BLUE).new()
    try:
        state.push("end-movement")
    except ef.IllegalAction as error:
        return error
    raise AssertionError("nothing was refused")


def order() -> ef.Order:
    state = ef.load(BLUE).new()
    return ef.parse(state, "automatic")


def without_one() -> ef.Game:
    return ef.without(ef.load(BLUE), "BD-11.30a")


MADE: dict[str, Callable[[], Any]] = {
    "Game": lambda: ef.load(BLUE),
    "State": midgame,
    "LegalActions": lambda: midgame().legal_actions,
    "Observation": lambda: midgame().observation(midgame().game.sides[0]),
    "Order": order,
    "Recorder": played,
    "EastfrontError": lambda: ef.EastfrontError("what went wrong"),
    "IllegalAction": refusal,
    "InternalError": lambda: ef.InternalError("what went wrong"),
    "ArgumentError": lambda: ef.ArgumentError("what went wrong"),
    "ArgumentTypeError": lambda: ef.ArgumentTypeError("what went wrong"),
    "BusyError": lambda: ef.BusyError("what went wrong"),
    "FormatError": lambda: ef.FormatError("what went wrong"),
    "PlaceError": lambda: ef.PlaceError("what went wrong"),
    "RuleError": lambda: ef.RuleError("what went wrong"),
    "OrderError": lambda: ef.OrderError("what went wrong"),
    "RecordError": lambda: ef.RecordError("what went wrong"),
    "ScenarioError": lambda: ef.ScenarioError("map.csv", "line 3", 7, "a hex"),
    "Rules": lambda: ef.Rules,
}
"""An object of each public class."""

MORE: dict[str, Callable[[], Any]] = {
    "a finished state": lambda: ef.record.load(FINISHED).replay(),
    "observation": lambda: midgame().observation("german"),
    "record": lambda: played().record,
    "supply": lambda: midgame().supply("3Pz"),
    "battle": lambda: played().state.battle(),
    "attacks": lambda: ef.analysis.attacks(midgame(), "german"),
    "cuts": lambda: ef.analysis.cuts(midgame(), "3Pz"),
    "front": lambda: ef.analysis.front(midgame()),
    "played": lambda: play_one(ef.load(BLUE), Fixture(3, ("idle", "busy"))),
    "tournament": lambda: balance(ef.load(BLUE), ["idle"], 2),
    "worth": lambda: worth(ef.load(BLUE), without_one(), "x", games=2, players=("idle", "idle")),
    "auction": lambda: Auction("Ann", "Bo"),
    "sides": lambda: Sides("Ann", "Bo", 3),
    "board": lambda: board("legend:\n  . clear\nmap:\n  . .\n"),
    "BidError": lambda: BidError("TRC-26.8a", "too low"),
    "BoardError": lambda: BoardError(3, "no map"),
    "PositionError": lambda: PositionError(3, "unit", "x", "a unit"),
    "ProgramError": lambda: ProgramError("an `if` on a number"),
    **{name: partial(ef.bots.bot, name, 5) for name in ("random", "busy", "idle", "greedy")},
}
"""Further objects that the public functions give."""

FINISHED = str(__file__).rpartition("pickles")[0] + "data/records/v1-barbarossa-deluxe.efr"

WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "the oldest pickle": lambda value: pickle.loads(pickle.dumps(value, 2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def the_same(one: Any, two: Any) -> bool:
    """Whether two objects are alike, for those that do not say it themselves too."""
    if isinstance(one, BaseException):
        return (type(one), str(one), one.__dict__) == (type(two), str(two), two.__dict__)
    if isinstance(one, ef.State):
        return one == two and bytes(one) == bytes(two) and one.self_rolling == two.self_rolling
    if isinstance(one, ef.LegalActions):
        return one.names() == two.names()
    if isinstance(one, ef.Recorder):
        first, second = copy.deepcopy(one), copy.deepcopy(two)
        effects = first.roll(), second.roll()
        return effects[0] == effects[1] and first.record == second.record
    if isinstance(one, Auction):
        return vars(one) == vars(two)
    if type(one).__module__.startswith(("eastfront.bots", "eastfront.greedy")):
        return choices(one) == choices(two)
    return bool(one == two)


def choices(player: Any) -> list[str]:
    """What a copy of a bot does in a few positions."""
    chooser, recorder = copy.deepcopy(player), ef.Recorder(midgame(), seed=1)
    game = recorder.state.game
    players = dict.fromkeys(game.sides, chooser)
    return [action for _, action, _ in islice(ef.bots.play(recorder, players), 6)]


def public_classes() -> list[str]:
    return [name for name in ef.__all__ if inspect.isclass(getattr(ef, name))]


def test_every_public_class_has_its_place_in_the_table() -> None:
    assert set(public_classes()) == MADE.keys()


@pytest.mark.parametrize("name", ef.__all__)
def test_public_names_are_pickled_by_name(name: str) -> None:
    value = getattr(ef, name)
    if isinstance(value, ModuleType):
        assert importlib.import_module(value.__name__) is value
        return
    assert pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [*MADE, *MORE])
def test_objects_come_back_as_they_were(name: str, way: str) -> None:
    value = {**MADE, **MORE}[name]()
    assert the_same(WAYS[way](value), value)


def test_bytes_and_keys_come_back() -> None:
    for name in GAMES:
        game, state = ef.load(name), midgame(name)
        again = ef.Game.from_bytes(game.to_bytes())
        assert (again, again.digest, hash(again)) == (game, game.digest, hash(game))
        back = again.state_from_bytes(bytes(state), state.self_rolling)
        assert (back.key, bytes(back)) == (state.key, bytes(state))


def test_states_that_are_pickled_together_share_their_game() -> None:
    state = midgame()
    one = len(pickle.dumps(state))
    hundred = len(pickle.dumps([state.copy() for _ in range(100)]))
    assert hundred < one + 100 * (len(bytes(state)) + 200)


# -- in another process -------------------------------------------------------------------------

GO_ON = """
import pickle, random, sys
state, recorder = pickle.load(sys.stdin.buffer)
rng = random.Random(9)
for _ in range(150):
    if state.is_over:
        break
    state.push(state.legal_actions[rng.randrange(len(state.legal_actions))])
recorder.roll()
print(bytes(state).hex(), f"{state.key:016x}", recorder.record.phases[-1].key)
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_state_goes_on_in_another_process_as_it_would_here(name: str) -> None:
    state, recorder = midgame(name), copy.deepcopy(played(name))
    assert state.self_rolling
    data = pickle.dumps((state, recorder))
    command = [sys.executable, "-c", GO_ON]
    there = subprocess.run(command, input=data, capture_output=True, check=True).stdout.split()
    rng = random.Random(9)
    for _ in range(150):
        if state.is_over:
            break
        state.push(state.legal_actions[rng.randrange(len(state.legal_actions))])
    recorder.roll()
    here = [bytes(state).hex(), f"{state.key:016x}", recorder.record.phases[-1].key]
    assert [word.decode() for word in there] == here
