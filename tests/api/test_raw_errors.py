"""Wrong values for every parameter of every public callable, found by walking the package.

Every error that a call raises belongs to the family; `test_wrong_values` tests some errors further.
Public are the names in ``__all__`` of the modules for users, the public methods of their classes,
and the attributes and methods of the values that these return. Rules are written with other modules
(`eastfront.program`, `eastfront.systems`, `eastfront.games`), whose errors name a line of a rule.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import itertools
import pkgutil
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import eastfront as ef
from eastfront import _core, wire
from eastfront.board import board
from eastfront.interop import pettingzoo
from eastfront.interop.gymnasium import DuelEnv, DuelVectorEnv
from eastfront.interop.learner import LearnerEnv, LearnerVectorEnv, Trained, action_form, sight_of
from eastfront.matches import playing
from eastfront.positions.layout import layout_of
from eastfront.serve.limits import Limits
from eastfront.serve.lobby import Played as Variant

from .conftest import SCENARIO
from .test_foreign_values import Raising
from .test_wrong_values import BUILTIN, Api

OF_RULES = ("program", "systems", "games", "scenario", "cli")
"""Modules with which rules are written and files are read, and the commands, tested as such."""

NOT_INSTALLED = ("interop.sb3",)
"""Modules over libraries that `make baselines` installs, whose checks call them."""

BOARD = """
title: two armies
labels: J15

legend:
  .  clear

map:
  . . .
   . . .

units:
  3Pz  axis     8-8    armor     @J16
  24A  russian  2-5-3  infantry  @K15
"""
"""A small board in text."""

SHORT = 1000
"""Characters of an error at most: what is long in it is cut."""


class Text(str):
    """A text of a class of its own."""


WRONG: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    -812,
    2**31,
    2**63,
    2**70,
    10**5000,
    1.5,
    float("nan"),
    float("inf"),
    np.int64(-3),
    np.uint64(2**63 + 1),
    np.float64(0.5),
    np.bool_(True),
    np.array([1, 2]),
    np.array([]),
    np.array([[True]]),
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "no such thing",
    "x" * 100_000,
    Text("text"),
    b"",
    b"\x00",
    b"x" * 100_000,
    [],
    [None],
    ["\ud800"],
    ["x" * 100_000],
    [[]],
    [1],
    (1, 2, 3),
    {},
    {1: 2},
    {"german": None},
    {"\ud800": 1},
    set(),
    {"x"},
    object(),
    Raising(),
    [Raising()],
    lambda *_: None,
    int,
    iter([None]),
    Path("/no/such/place"),
    Path("a\0b"),
    slice(0, 1),
    ...,
    ef.Order("", (1,), ("x",)),
    Exception("x"),
]


def modules() -> list[Any]:
    """The modules that people call."""
    found = [ef]
    for one in pkgutil.walk_packages(ef.__path__, "eastfront."):
        outside = one.name.removeprefix("eastfront.") in NOT_INSTALLED
        if one.name.split(".")[1] in OF_RULES or "__main__" in one.name or outside:
            continue
        module = importlib.import_module(one.name)
        if hasattr(module, "__all__"):
            found.append(module)
    return found


def public() -> dict[str, Any]:
    """Every public callable by its name, ``Class.method`` for those of classes."""
    found: dict[str, Any] = {}
    for module in modules():
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.ismodule(thing) or not callable(thing):
                continue
            if inspect.isclass(thing):
                if not issubclass(thing, BaseException):
                    found |= methods(thing)
            elif getattr(thing, "__module__", "").startswith("eastfront"):
                found[full_name(thing)] = thing
    return found


def full_name(thing: Any) -> str:
    return f"{thing.__module__.removeprefix('eastfront.')}.{thing.__qualname__}"


def methods(kind: type) -> dict[str, Any]:
    """The constructor of a class and its public methods that take something."""
    at = full_name(kind)
    found = {at: kind}
    for name, member in vars(kind).items():
        called = name in ("__call__", "__getitem__") or not name.startswith("_")
        if called and callable(getattr(kind, name)) and not inspect.isclass(member):
            found[f"{at}.{name}"] = getattr(kind, name)
    return found


def parameters(call: Any) -> list[str]:
    """The parameters of a callable; of one that has no signature none."""
    try:
        known = inspect.signature(call).parameters.values()
    except ValueError:
        return []
    return [p.name for p in known if p.kind not in (p.VAR_KEYWORD,)]


NOT_CALLED = {
    "distributed.ray_cluster.Cluster": "it begins a cluster",
    "interop.openspiel": "OpenSpiel calls it, with values that it has checked",
    "cached": "classes of the package are written with it",
    "positions.observation.Random": "a protocol",
    "bots.simple.Bot": "a protocol",
    "board.rules_game": "rules are written for it",
    "board.OnBoard": "rules are written with it",
    "board.small_game": "a program is written with it",
    "board.game_data": "a program is written with it",
}
"""What is not tried, and why."""


class Modelled:
    """A model that plays the first legal token."""

    def predict(self, observation: Any, action_masks: Any, deterministic: bool) -> Any:
        return int(np.flatnonzero(action_masks)[0]), None


class Known:
    """Valid values of every parameter, and the things that have the methods, made anew."""

    def __init__(self, game: ef.Game, folder: Path) -> None:
        self.api = Api(game)
        self.game, self.folder = game, folder
        state = self.state = self.api.state
        seen = state.observation("german")
        recorder = ef.Recorder(game, seed=1)
        recorder.push("automatic")
        battle = self.api.battle()
        self.battle = state.battle(**battle)
        self.text_board = board(BOARD)
        self.values: dict[str, Any] = {
            **self.api.values,
            "seen": seen,
            "rng": random.Random(1),
            "record": recorder.record,
            "recorder": recorder,
            "players": {s: ef.bots.Idle() for s in game.sides},
            "how": "ready",
            "path": str(folder / "a.efr"),
            "who": "umpire",
            "seat": "german",
            "found": self.battle,
            "battle": self.battle,
            "effects": [],
            "before": seen,
            "after": seen,
            "by": "german",
            "document": wire.board(game),
            "layout": layout_of(game),
            "target": battle["target"],
            "attackers": battle["attackers"],
            "this": self.text_board,
            "directory": None,
            "scenario": "blue-kremlin",
            "games": 0,
            "jobs": 1,
            "luck": False,
            "moved": None,
            "spread": None,
            "patience": 60.0,
            "level": 0.95,
            "hex_": "2407",
            "row": 1,
            "num_envs": 1,
            "rules": None,
            "query": "supply",
            "played": {"scores": [1, 2]},
            "bins": 2,
            "key": 0,
            "fixture": None,
            "fixtures": [],
            "what": "x",
            "base": game,
            "changed": game,
            "values": [1.0, 2.0],
            "results": [1.0, 0.0],
            "won": 1.0,
            "make": len,
            "params": {},
            "procedure": "sequence of play",
            "worlds": None,
            "id_": "BD-7.4b",
            "answer": state.nth_legal(0),
            "infos": {},
            "agent": "german",
        }

    def own(self, name: str) -> dict[str, Any]:
        """Values that a parameter has in one callable alone."""
        fixture = ef.matches.Fixture(1, ("idle", "idle"))
        first = self.game.action_id(self.game.new().legal_actions[0])
        token = action_form(self.game).token(first)
        found: dict[str, Callable[[], dict[str, Any]]] = {
            "_core.Game.from_bytes": lambda: {"data": self.game.to_bytes()},
            "_core.game_id": lambda: {"data": self.game.to_bytes()},
            "_core.Game.from_json": lambda: {"json": self.game.to_json()},
            "_core.Game.parse": lambda: {"text": "end-movement"},
            "_core.Game.state_from_bytes": lambda: {"data": bytes(self.state)},
            "_core.Game.without": lambda: {"rules": "BD-7.14b"},
            "_core.State.hexes_with": lambda: {"flag": self.api.document["hex_flags"][0]},
            "_core.State.units_with": lambda: {"flag": self.api.document["unit_flags"][0]},
            "_core.State.ask": lambda: {"args": 1},
            "_core.State.trace": lambda: {"args": 1},
            "_core.State.begin": lambda: {"args": 0},
            "_core.State.battle": lambda: self.api.battle(),
            "record.Recorder.push": lambda: {"action": "automatic"},
            "_core.search": lambda: {"worlds": [self.state], "options": {}},
            "_core.plans": lambda: {"worlds": [self.state], "options": {}},
            "_core.Vector": lambda: {"planes": [], "channels": 0},
            "_core.Planes": lambda: {"planes": []},
            "_core.Planes.write": lambda: {"out": np.zeros((0, 0, 0), np.int16)},
            "_core.Vector.reset": lambda: {"which": None},
            "_core.KernelMap.hexsides": lambda: {"open": bytes(16)},
            "_core.MoveRules": lambda: {"zone": None},
            "_core.SupplyStage": lambda: {"area": None, "limits": [], "gates": []},
            "_core.odds_column": lambda: {"columns": [(1, 1)]},
            "_core.odds_pipeline": lambda: {"stages": [("add", 1)]},
            "_core.odds_distribution": lambda: {"results": [0, 1, 0]},
            "_core.bench_field": lambda: {
                "starts": [0],
                "blocked": [self.api.values["open"]],
                "rounds": 1,
            },
            "_core.bench_supply": lambda: {"blocked": [self.api.values["open"]], "rounds": 1},
            "positions.orders.parse": lambda: {"text": "end-movement"},
            "positions.orders.Order": lambda: {"text": "", "actions": (), "notation": ()},
            "loading.game.load": lambda: {"name": SCENARIO},
            "loading.game.without": lambda: {"rules": "BD-7.14b"},
            "loading.catalogue.rule": lambda: {"id": "BD-7.4b"},
            "positions.set_ups.set_up": lambda: {"state": self.game.new()},
            "record.parse": lambda: {"text": self.values["record"].text()},
            "record.Recorder": lambda: {"start": self.game},
            "record.Record": lambda: {
                "phases": [],
                "options": (),
                "start": None,
                "outcome": None,
                "players": {},
                "game_id": "x",
                "digest": "x",
            },
            "interop.vector.vector": lambda: {"planes": False},
            "interop.vector.Vector": lambda: {"planes": False},
            "interop.vector.Vector.step": lambda: {"actions": [self.api.first()]},
            "interop.vector.Vector.reset": lambda: {"games": None},
            "interop.vector.sample": lambda: {
                "infos": self.vector().reset()[2],
                "rng": np.random.default_rng(1),
            },
            "interop.gymnasium.DuelEnv.reset": lambda: {"options": None},
            "interop.gymnasium.DuelEnv.step": lambda: {"action": first},
            "interop.gymnasium_vector.DuelVectorEnv.reset": lambda: {"options": None},
            "interop.gymnasium_vector.DuelVectorEnv.step": lambda: {"actions": [first]},
            "interop.gymnasium_vector.DuelVectorEnv": lambda: {"game": self.game},
            "interop.learner.LearnerEnv": lambda: {"planes": ()},
            "interop.learner.LearnerEnv.reset": lambda: {"options": None},
            "interop.learner.LearnerEnv.step": lambda: {"action": token},
            "interop.learner_vector.LearnerVectorEnv": lambda: {"game": self.game, "planes": ()},
            "interop.learner_vector.LearnerVectorEnv.reset": lambda: {"options": None},
            "interop.learner_vector.LearnerVectorEnv.step": lambda: {"actions": [token]},
            "interop.learner.Trained": lambda: {"model": Modelled(), "planes": ()},
            "interop.action_form.ActionForm.token": lambda: {"id": first},
            "interop.action_form.ActionForm.id": lambda: {"token": token, "decision": "set-up"},
            "interop.action_form.ActionForm.tokens": lambda: {"ids": [first]},
            "interop.action_form.ActionForm.ids": lambda: {"tokens": [token], "decisions": [0]},
            "interop.action_form.ActionForm.mask": lambda: {"of": self.state},
            "interop.action_form.ActionForm.masks": lambda: {"offsets": [0, 1], "ids": [first]},
            "interop.sight.Sight": lambda: {"planes": ()},
            "interop.sight.sight_of": lambda: {"planes": ()},
            "interop.pettingzoo.raw_env.reset": lambda: {"options": None},
            "interop.pettingzoo.raw_env.step": lambda: {"action": first},
            "interop.planes.Layout.index": lambda: {"name": "own units"},
            "interop.graphs.plain": lambda: {"graph": ef.interop.graphs.map_graph(self.game)},
            "interop.graphs.rail_graph": lambda: {"game": self.game},
            "matches.playing.play_one": lambda: {
                "fixture": fixture,
                "start": None,
                "record": False,
            },
            "matches.playing.play_all": lambda: {"record": False},
            "matches.playing.Fixture": lambda: {"players": ("idle", "idle")},
            "matches.meeting.balance": lambda: {"policies": ["idle"], "games": 1},
            "matches.meeting.tournament": lambda: {"bots": ["idle", "busy"], "games": 1},
            "matches.comparing.worth": lambda: {"players": ["idle", "idle"], "games": 1},
            "matches.adjust.adjusted": lambda: {"luck": None, "plain": None},
            "matches.rating.ratings": lambda: {"results": [("a", "b", 1.0), ("b", "a", 1.0)]},
            "matches.intervals.wilson": lambda: {"games": 3},
            "packs.former_names": lambda: {"game": "barbarossa-deluxe"},
            "packs.pack": lambda: {"game": "barbarossa-deluxe"},
            "packs.package_of": lambda: {"game": "barbarossa-deluxe"},
            "packs.ships": lambda: {"game": "barbarossa-deluxe"},
            "packs.lazy": lambda: {"name": "json:dumps"},
            "packs.of_each": lambda: {"make": lambda pack: pack.id},
            "positions.text.position": lambda: {"text": self.state.text()},
            "search.exact.expectimax": lambda: {"limit": 5, "depth": 1},
            "search.tree.mcts": lambda: {
                "simulations": 2,
                "seconds": None,
                "cut": 1,
                "policy": "busy",
            },
            "search.plans.plans": lambda: {
                "samples": 1,
                "finalists": 1,
                "playouts": 1,
                "policy": "greedy",
            },
            "bots.planner.Planner": lambda: {"worlds": 4, "policy": "wary"},
            "bots.by_name.bot": lambda: {"name": "busy"},
            "bots.simple.play": lambda: {"limit": 3},
            "bots.set_up.way_of_setting_up": lambda: {"how": "free"},
            "positions.observation.Observation": lambda: _fields(self.values["seen"]),
            "board.Board": lambda: _fields(self.text_board),
            "board.Counter": lambda: _fields(self.text_board.units[0]),
            "board.board": lambda: {"text": BOARD},
            "board.load_board": lambda: {"path": str(self.folder / "b.txt")},
            "board.counter": lambda: {"unit": None},
            "board.rules_game": lambda: {"rules": ef.Rules},
            "wire.write.reach": lambda: {"units": ["3Pz"], "hexes": {"2407": 1}},
            "wire.write.supply": lambda: {"found": self.state.supply(self.api.values["unit"])},
            "wire.told.act": lambda: {"action": "end-movement"},
            "interop.tables.schema": lambda: {"table": "battles"},
            "interop.tables.batches": lambda: {"source": self.values["record"]},
            "interop.tables.reader": lambda: {
                "table": "battles",
                "source": self.values["record"],
            },
            "interop.tables.read": lambda: {"source": self.values["record"]},
            "interop.tables.write": lambda: {
                "source": self.values["record"],
                "folder": str(self.folder / "tables"),
            },
            "serve.running.run": lambda: {
                "port": 0,
                "hosts": (),
                "played": Variant(),
                "ready": None,
                "limits": Limits(),
                "folder": None,
            },
            "serve.routes.app": lambda: {
                "hosts": (),
                "played": Variant(),
                "limits": Limits(),
                "folder": None,
            },
            "_core.Vector.step": lambda: {"actions": np.array([self.api.first()], np.int64)},
            "_core.Vector.state": lambda: {"i": 0},
            "interop.vector.Vector.state": lambda: {"i": 0},
            "_core.Vector.episode_seed": lambda: {"i": 0, "episode": 0},
            "interop.vector.Vector.episode_seed": lambda: {"i": 0, "episode": 0},
            "board.Board.index": lambda: {"place": "J15"},
            "board.Board.terrain": lambda: {"label": "J15"},
            "board.Board.of_terrain": lambda: {"terrains": "clear"},
            "board.Board.pairs": lambda: {"feature": "river"},
            "board.Board.edges": lambda: {"features": "river"},
            "board.Board.costs": lambda: {"enter": lambda *_: 1},
            "board.Board.numbers": lambda: {"value": lambda _: 1},
            "board.Board.side": lambda: {"name": "axis"},
            "board.Board.units_where": lambda: {"condition": lambda _: True},
            "board.Board.members": lambda: {"name": "city"},
            "board.Counter.flag": lambda: {"name": "x"},
            "board.Board.neighbor": lambda: {"index": 0},
            "positions.observation.Observation.refusal": lambda: {"action": "end-movement"},
            "_core.State.edited": lambda: {"variables": [("turn", 9)]},
            "scenario.load.load_scenario": lambda: {"game": "barbarossa-deluxe"},
        }
        if name.startswith("_core.KernelMap"):
            on_map = {"start": 0, "hex": 0, "steps": bytes(96), "rules": None, "stages": []}
            return {**on_map, **found.get(name, dict)()}
        return found.get(name, dict)()

    def of(self, name: str, call: Any) -> dict[str, Any]:
        """A value for each parameter; one that nothing is known of keeps its default."""
        own = self.own(name)
        found: dict[str, Any] = {}
        for p in inspect.signature(call).parameters.values():
            if p.name == "self" or p.kind == p.VAR_KEYWORD:
                continue
            if p.name in own:
                found[p.name] = own[p.name]
            elif p.name in self.values and p.default is p.empty:
                found[p.name] = self.values[p.name]
            elif p.default is not p.empty and p.default is not ...:
                found[p.name] = p.default
            elif p.name in self.values:
                found[p.name] = self.values[p.name]
            else:
                raise AssertionError(f"{name}: no value for {p.name}")
        return found

    def vector(self) -> Any:
        made = ef.vector(self.state, 1, planes=False, masks=False)
        made.reset()
        return made

    def duel(self) -> Any:
        env = DuelEnv(self.game)
        env.reset(seed=1)
        return env

    def duels(self) -> Any:
        envs = DuelVectorEnv(1, self.game)
        envs.reset(seed=1)
        return envs

    def learner(self) -> Any:
        env = LearnerEnv(self.game)
        env.reset(seed=1)
        return env

    def learners(self) -> Any:
        envs = LearnerVectorEnv(1, self.game)
        envs.reset(seed=1)
        return envs

    def zoo(self) -> Any:
        env = pettingzoo.raw_env(self.game)
        env.reset(seed=1)
        return env

    def thing(self, kind: str) -> Any:
        """What has the methods of a class, made anew where they may change it."""
        makers: dict[str, Callable[[], Any]] = {
            "_core.Game": lambda: self.game,
            "_core.State": self.api.copy,
            "_core.LegalActions": lambda: self.api.copy().legal_actions,
            "_core.Vector": self.api.vector,
            "_core.Planes": lambda: _core.Planes(self.game, []),
            "_core.KernelMap": lambda: self.api.values["map"],
            "positions.orders.Order": lambda: ef.Order("", (), ()),
            "record.Recorder": lambda: ef.Recorder(self.game, seed=1),
            "record.Record": lambda: self.values["record"],
            "interop.gymnasium.DuelEnv": self.duel,
            "interop.gymnasium_vector.DuelVectorEnv": self.duels,
            "interop.learner.LearnerEnv": self.learner,
            "interop.learner_vector.LearnerVectorEnv": self.learners,
            "interop.learner.Trained": lambda: Trained(Modelled()),
            "interop.action_form.ActionForm": lambda: action_form(self.game),
            "interop.sight.Sight": lambda: sight_of(self.game),
            "interop.pettingzoo.raw_env": self.zoo,
            "interop.vector.Vector": self.vector,
            "interop.planes.Layout": lambda: ef.interop.tensors.layout(self.game),
            "matches.playing.Played": lambda: of_no_game(ef.matches.Fixture(1, ("idle", "idle"))),
            "bots.planner.Planner": lambda: ef.bots.Planner(samples=1),
            "bots.simple.Random": ef.bots.Random,
            "bots.simple.Busy": ef.bots.Busy,
            "bots.simple.Idle": ef.bots.Idle,
            "bots.simple.Greedy": ef.bots.Greedy,
            "bots.simple.Commander": ef.bots.Commander,
            "positions.observation.Observation": lambda: self.values["seen"],
            "board.Board": lambda: self.text_board,
            "board.Counter": lambda: self.text_board.units[0],
        }
        return makers[kind]()


@pytest.fixture(scope="module")
def known(game: ef.Game, tmp_path_factory: pytest.TempPathFactory) -> Known:
    return Known(game, tmp_path_factory.mktemp("wrong"))


def _fields(thing: Any) -> dict[str, Any]:
    """What a dataclass was made of."""
    return {field.name: getattr(thing, field.name) for field in dataclasses.fields(thing)}


def of_no_game(fixture: Any) -> Any:
    """A game as if it had been played."""
    return ef.matches.Played(fixture, None, 0, "", 0, 0, 0.0, {}, {})


def told(error: BaseException, wrong: Any) -> str | None:
    """What is wrong with an error; None when nothing is."""
    if isinstance(error, ef.InternalError):
        return f"a defect: {error}"
    if isinstance(error, ef.EastfrontError):
        if not isinstance(error, BUILTIN):
            return f"{type(error).__name__} is of no built-in type"
        return f"{len(str(error))} characters" if len(str(error)) > SHORT else None
    return f"{type(error).__name__}: {str(error)[:80]}"


def calls(known: Known) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """Every public callable that takes something, with valid values."""
    for name, call in public().items():
        kind, _, method = name.rpartition(".")
        if any(name.startswith(part) for part in (*NOT_CALLED, *OF_RULES)) or not parameters(call):
            continue
        if inspect.isclass(call) and _looks_at_nothing(call):
            continue
        if (
            inspect.isclass(call)
            or "." not in call.__qualname__
            or (inspect.isbuiltin(call) and kind == "_core")
        ):
            yield name, call, known.of(name, call)
        elif [p for p in parameters(call) if p != "self"]:
            made = known.thing(kind)

            def anew(*args: Any, _kind: str = kind, _method: str = method, **values: Any) -> Any:
                return getattr(known.thing(_kind), _method)(*args, **values)

            yield name, anew, known.of(name, getattr(made, method))


def _looks_at_nothing(kind: type) -> bool:
    """Whether a class only holds what it is given."""
    holds = dataclasses.is_dataclass(kind) or issubclass(kind, tuple)
    return holds and not hasattr(kind.__init__, "__wrapped__")


def run(call: Callable[..., Any], name: str, values: dict[str, Any]) -> Any:
    """The call with its values; what it gives bit by bit is read to the end."""
    by_place = [values[p] for p in values if p in BY_PLACE.get(name, ())]
    copied = {p: v.copy() if isinstance(v, ef.State) else v for p, v in values.items()}
    named = {p: v for p, v in copied.items() if p not in BY_PLACE.get(name, ())}
    before = list(BEFORE[name](named)) if name in BEFORE else []
    got = call(*before, *by_place, **named)
    return list(itertools.islice(got, 3)) if inspect.isgenerator(got) else got


CALLED = {
    "enter",
    "value",
    "condition",
    "make",
    "moved",
    "spread",
    "ready",
    "policy",
    "opponent",
    "rules",
    "players",
}
"""Parameters that take something to call."""
ENDLESS = {("search.tree.mcts", "simulations")}
"""Parameters whose large numbers are taken, and take as long."""
BY_PLACE: dict[str, tuple[str, ...]] = {
    "_core.Game.without": ("rules",),
    "board.Board.of_terrain": ("terrains",),
    "board.Board.edges": ("features",),
    "loading.game.without": ("rules",),
    "_core.State.ask": ("args",),
    "_core.State.trace": ("args",),
    "_core.State.begin": ("args",),
    "_core.LegalActions.__getitem__": ("key",),
}
BEFORE: dict[str, Callable[[dict[str, Any]], Iterator[Any]]] = {
    "loading.game.without": lambda named: iter([named.pop("game")]),
    "_core.State.ask": lambda named: iter([named.pop("query")]),
    "_core.State.trace": lambda named: iter([named.pop("query")]),
    "_core.State.begin": lambda named: iter([named.pop("procedure")]),
}


def test_whatever_is_raised_is_of_the_family(
    known: Known, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import uvicorn

    monkeypatch.setattr(uvicorn.Server, "run", lambda *_: None)
    monkeypatch.setattr(playing, "_played", lambda game, fixture, *_: of_no_game(fixture))
    monkeypatch.chdir(tmp_path)
    faults, tried = [], 0
    for name, call, values in calls(known):
        for parameter in values:
            for wrong in WRONG:
                if (name, parameter) in ENDLESS and isinstance(wrong, int) and wrong > 0:
                    continue
                tried += 1
                try:
                    run(call, name, {**values, parameter: wrong})
                except BaseException as error:
                    if parameter in CALLED and callable(wrong):
                        continue  # what a caller's own function raises is his
                    fault = told(error, wrong)
                    if fault is not None:
                        shown = (
                            "a raising object"
                            if isinstance(wrong, Raising)
                            else str(wrong)[:20]
                            if not isinstance(wrong, (int, list))
                            else str(type(wrong))
                        )
                        faults.append(f"{name}({parameter}={shown!r}): {fault}")
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)
