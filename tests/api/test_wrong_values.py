"""Wrong values for every argument of the public API, generated automatically.

Each function and method is called with correct values, of which one at a time is replaced by a
wrong one. The call then either accepts the value or raises an error of the family that is also of
the built-in type that Python expects, and that names the argument or the value.
"""

from __future__ import annotations

import inspect
import itertools
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import eastfront as ef
from eastfront import _core

from .conftest import SCENARIO

WRONG: list[Any] = [
    None,
    -1,
    -(2**70),
    2**31,
    2**63,
    2**70,
    1.5,
    float("nan"),
    "",
    "no such thing",
    "x" * 5000,
    b"\x00",
    [],
    [None],
    ["no such thing"],
    {},
    object(),
    (1, 2, 3),
]
"""None of them is right for any argument; those that are taken do no harm."""

BUILTIN = (ValueError, TypeError, IndexError, RuntimeError, OSError, KeyError)


KERNELS = ("KernelMap", "MoveRules", "SupplyStage", "kernel_", "odds_", "bench_")
"""What has no game: its errors are of the family, and name what is wrong with a whole call."""


VIEWS = ("zoc", "evaluation", "reach", "supply", "battle")
"""Questions to a state that want values of their own."""


class Api:
    """Every public callable with values that are right."""

    def __init__(self, game: ef.Game) -> None:
        self.game = game
        self.state = ef.load(SCENARIO).new(seed=3)
        while self.state.decision != "movement":
            self.state.push(self.state.nth_legal(0))
        state = self.state
        unit = next(u for u in game.units if state.place(u) in game.hexes)
        map_ = _core.KernelMap(4, 4, bytes(16 * 6))
        hexes = map_.hexes([1, 2])
        stage = _core.SupplyStage(hexes)
        self.values: dict[str, Any] = {
            "game": game,
            "state": state,
            "start": state,
            "position": state,
            "worlds": [state],
            "twin": state,
            "action": state.nth_legal(0),
            "id": 0,
            "effects": False,
            "seed": 1,
            "self_rolling": True,
            "n": 1,
            "name": "turn",
            "unit": unit,
            "units": [unit],
            "place": "2407",
            "flag": "",
            "side": "german",
            "query": "value",
            "hex": "2407",
            "places": [(unit, "2407")],
            "unit_flags": [],
            "hex_flags": [],
            "variables": [],
            "threads": 1,
            "policy": "busy",
            "policies": ["busy", "busy"],
            "stats": False,
            "scores": False,
            "index": 0,
            "stream": 1,
            "first": 0,
            "sample": 0,
            "decisions": [],
            "enough": 1,
            "depth": 1,
            "planes": True,
            "fixed": False,
            "masks": True,
            "autoreset": "same-step",
            "limit": 0,
            "opponent": "busy",
            "copy": False,
            "text": state.text(),
            "options": [],
            "without": [],
            "charts": None,
            "rules": None,
            "of": state,
            "map": map_,
            "hexes": [1],
            "hexsides": None,
            "bytes": bytes(hexes),
            "open": hexes,
            "width": 4,
            "height": 4,
            "steps": bytes(96),
            "closed": None,
            "shifted_parity": 1,
            "direction": 0,
            "a": 0,
            "b": 1,
            "range": 1,
            "budget": 1,
            "blocked": None,
            "due": 0,
            "to": 1,
            "left": 1,
            "sources": hexes,
            "stages": [stage],
            "exerting": hexes,
            "own": True,
            "adjacent": True,
            "across": None,
            "into": None,
            "always_into": None,
            "zone": hexes,
            "occupied": hexes,
            "in_vacant": True,
            "in_occupied": True,
            "strength": 3,
            "attack": 3,
            "defence": 1,
            "columns": 3,
            "column": 1,
            "before": 0,
            "cap": None,
            "after": 0,
            "results": [0, 1, 0],
            "dice": (1, 1),
            "modifier": 0,
        }

    def copy(self) -> ef.State:
        return self.state.copy()

    def with_values(
        self, name: str, call: Callable[..., Any], /, **own: Any
    ) -> tuple[str, Callable[..., Any], dict[str, Any]]:
        """The call with its arguments by name; those without a known value keep their default."""
        values: dict[str, Any] = {}
        for p in inspect.signature(call).parameters.values():
            if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
                continue
            if p.name in own or p.name in self.values:
                values[p.name] = own.get(p.name, self.values.get(p.name))
            else:
                assert p.default is not p.empty, f"{name}: no value for {p.name}"
                values[p.name] = p.default
        return name, call, values

    def all(self) -> Iterator[tuple[str, Callable[..., Any], dict[str, Any]]]:
        game, values, hexes = self.game, self.values, self.values["open"]
        own: dict[str, dict[str, Any]] = {
            "Game.from_bytes": {"data": b"eastfr"},
            "Game.from_json": {"json": b"{}"},
            "game_id": {"data": game.to_bytes()},
            "Game.program_text": {"after": "memoise", "part": "let go"},
            "Game.parse": {"text": game.notation(values["action"])},
            "Game.state_from_bytes": {"data": bytes(self.state)},
            "State.begin": {"procedure": "sequence of play"},
            "State.hexes_with": {"flag": self.document["hex_flags"][0]},
            "State.units_with": {"flag": self.document["unit_flags"][0]},
            "LegalActions.__getitem__": {"key": 0},
            "Planes.write": {"out": np.zeros((0, 0, 0), np.int16)},
            "Vector.reset": {"which": None},
            "Vector.step": {"actions": np.array([self.first()], np.int64)},
            "Vector.state": {"i": 0},
            "Vector.episode_seed": {"i": 0, "episode": 0},
            "KernelMap.hexsides": {"open": bytes(16)},
            "MoveRules": {"zone": None},
            "SupplyStage": {"area": None, "limits": [], "gates": []},
            "odds_column": {"columns": [(1, 1)]},
            "odds_pipeline": {"stages": [("add", 1)]},
            "bench_field": {"starts": [0], "blocked": [hexes], "rounds": 1},
            "bench_supply": {"blocked": [hexes], "rounds": 1},
            "parse": {"text": "end-movement"},
            "load": {"name": SCENARIO},
            "rule": {"name": "BD-7.4b", "id": "BD-7.4b", "rule": "BD-7.4b"},
            "vector": {"planes": False},
            "Vector": {"planes": [], "channels": 0},
            "Planes": {"planes": []},
            "mcts": {"worlds": None, "simulations": 2, "seconds": 0.01, "policy": "busy", "cut": 1},
            "plans": {"worlds": None, "samples": 1, "finalists": 1, "playouts": 1},
            "expectimax": {"limit": 5},
        }
        on_map = {"start": 0, "hex": 0, "steps": bytes(96), "rules": None, "stages": []}
        own |= {f"KernelMap.{m}": on_map for m in dir(_core.KernelMap) if m != "hexsides"}
        makers: dict[str, Callable[[], Any]] = {
            "Game": lambda: game,
            "State": self.copy,
            "LegalActions": lambda: self.copy().legal_actions,
            "Vector": self.vector,
            "Planes": lambda: _core.Planes(game, []),
            "KernelMap": lambda: values["map"],
            "HexSet": lambda: values["open"],
            "Hexsides": lambda: None,
            "MoveRules": lambda: None,
            "SupplyStage": lambda: None,
        }
        for name in _core.__all__:
            thing = getattr(_core, name, None)
            if inspect.isclass(thing) and issubclass(thing, Exception):
                continue
            if inspect.isclass(thing):
                if name in ("Vector", "Planes", "KernelMap", "SupplyStage", "MoveRules"):
                    yield self.with_values(name, thing, **own.get(name, {}))
                for method in dir(thing):
                    if method.startswith("_") or not callable(getattr(thing, method)):
                        continue
                    if thing is ef.State and method in VIEWS:
                        continue
                    full = f"{name}.{method}"
                    if not inspect.signature(getattr(makers[name](), method)).parameters:
                        continue
                    yield self.with_values(
                        full, self.method(makers[name], method), **own.get(full, {})
                    )
            elif name == "play_on":
                yield self.with_values(name, _on_a_copy)
            elif callable(thing) and name not in ("search", "plans"):
                yield self.with_values(name, thing, **own.get(name, {}))
        for name in ef.__all__:
            thing = getattr(ef, name)
            if thing is ef.set_up:
                yield self.with_values(name, _set_up, how="ready")
            elif inspect.isfunction(thing):
                yield self.with_values(name, thing, **own.get(name, {}))
        for call in (ef.search.mcts, ef.search.plans, ef.search.expectimax):
            yield self.with_values(call.__name__, call, **own[call.__name__])
        battle = self.battle()
        for view in VIEWS:
            call = getattr(self.state, view)
            yield self.with_values(f"State.{view}", call, **battle)
        yield self.with_values("svg", ef.render.svg)
        yield self.with_values("text", ef.render.text)
        yield self.with_values("bot", ef.bots.bot, name="busy")
        yield self.with_values("record.parse", ef.record.parse, text="{}")
        yield self.with_values("record.load", ef.record.load, path="nowhere.json")
        for call in (ef.analysis.attacks, ef.analysis.front, ef.analysis.cuts):
            yield self.with_values(call.__name__, call, state=self.state)

    @property
    def document(self) -> dict[str, Any]:
        from eastfront.positions.document import document

        return document(self.game)

    def battle(self) -> dict[str, Any]:
        """An attack that can be explained."""
        state = self.state
        held = {h: state.units_at(h) for h in self.game.hexes if state.units_at(h)}
        for target, units in itertools.product(held, held.values()):
            try:
                state.battle(target, units[:1])
            except ef.EastfrontError:
                continue
            return {"target": target, "attackers": units[:1], "supports": []}
        raise AssertionError("nobody can attack")

    def first(self) -> int:
        """The dense id of an action that is legal."""
        return self.game.action_id(self.state.nth_legal(0))

    def vector(self) -> Any:
        made = _core.Vector(
            self.state,
            1,
            seed=1,
            threads=1,
            planes=[],
            channels=0,
            masks=False,
            autoreset="never",
            limit=0,
        )
        made.reset()
        return made

    def method(self, make: Callable[[], Any], name: str) -> Callable[..., Any]:
        """A method of a thing made anew for each call."""

        def call(**values: Any) -> Any:
            return getattr(make(), name)(**values)

        call.__signature__ = inspect.signature(getattr(make(), name))  # type: ignore[attr-defined]
        return call


@pytest.fixture(scope="module")
def api(game: ef.Game) -> Api:
    return Api(game)


def _set_up(how: Any) -> Any:
    return ef.set_up(ef.load(SCENARIO).new(), how)


def _on_a_copy(state: ef.State, policies: list[str | None], stream: int) -> Any:
    """`play_on` moves the state on."""
    own = state.copy() if isinstance(state, ef.State) else state
    return _core.play_on(own, policies, stream)


def fault_of(call: Callable[[], Any], argument: str, value: Any) -> str | None:
    """What is wrong with how a call takes a value; None when nothing is."""
    try:
        call()
    except ef.InternalError as error:
        return f"a defect: {error}"
    except ef.EastfrontError as error:
        if isinstance(error, (ef.FormatError, ef.RecordError)) or value == "":
            return None  # neither can be shown
        if not isinstance(error, BUILTIN):
            return f"{type(error).__name__} is of no built-in type"
        shown = repr(value)[:30]
        words = (argument, shown, shown.strip("'\"[]"), str(value)[:30])
        if not any(word and word in str(error) for word in words):
            return f"names neither {argument} nor {shown}: {error}"
        return None
    except BaseException as error:
        return f"{type(error).__module__}.{type(error).__name__}: {str(error)[:100]}"
    return None


def test_every_wrong_value_is_told(api: Api) -> None:
    faults: list[str] = []
    tried = 0
    for name, call, values in api.all():
        for argument, wrong in itertools.product(values, WRONG):
            tried += 1
            given = {**values, argument: wrong}
            fault = fault_of(lambda call=call, given=given: call(**given), argument, wrong)
            if fault is not None and not (fault.startswith("names") and name.startswith(KERNELS)):
                faults.append(f"{name}({argument}={str(wrong)[:20]!r}): {fault}")
    assert not faults, f"{len(faults)} of {tried}:\n" + "\n".join(faults)


def true_for_numbers(value: Any) -> Any:
    """True in place of a number, or of the numbers in a list or tuple; None if there are none."""
    if type(value) is int:
        return True
    if isinstance(value, (list, tuple)) and any(type(one) is int for one in value):
        return type(value)(true_for_numbers(one) or one for one in value)
    return None


def test_true_is_no_number(api: Api) -> None:
    taken: list[str] = []
    tried = 0
    for name, call, values in api.all():
        for argument, value in values.items():
            wrong = true_for_numbers(value)
            if wrong is None or name.startswith("LegalActions."):
                continue  # `index`, `count` and `in` take any value
            tried += 1
            try:
                call(**{**values, argument: wrong})
            except ef.ArgumentTypeError as error:
                if argument in str(error) or name.startswith(KERNELS):
                    continue
            taken.append(f"{name}({argument}={wrong!r})")
    assert not taken and tried > 80, tried


def test_true_is_no_number_within_a_list_or_mapping(api: Api) -> None:
    state, seen = api.state, api.state.observation("german")
    calls: list[Callable[[], object]] = [
        lambda: state.edited(variables=[("turn", True)]),
        lambda: state.ask("control", True),
        lambda: state.trace("value", True),
        lambda: state.begin("sequence of play", True),
        lambda: seen.sample(random.Random(1), {"turn": True}),
        lambda: ef.matches.mean_interval([1.0, True]),
        lambda: ef.matches.wilson(True, 2),
    ]
    for call in calls:
        with pytest.raises(ef.ArgumentTypeError, match="True"):
            call()
    assert True not in state.legal_actions and state.legal_actions.count(True) == 0


def test_the_whole_api_is_tried(api: Api) -> None:
    names = {name for name, _, _ in api.all()}
    functions = {n for n in ef.__all__ if inspect.isfunction(getattr(ef, n))} - {"scenarios"}
    natives = {n for n in _core.__all__ if inspect.isbuiltin(getattr(_core, n))}
    natives.discard("search")  # `mcts` is what calls it
    methods = {f"State.{n}" for n in ("push", "ask", "reseed", "edited", "place", "is_pass")}
    assert (functions | natives | methods) - names == set()


def test_right_values_are_taken(api: Api) -> None:
    """So that an error of the test above is due to the one value that is wrong."""
    refused = {}
    expected = {
        "Game.from_bytes",
        "Game.from_json",
        "record.parse",
        "record.load",
    }
    for name, call, values in api.all():
        try:
            call(**values)
        except Exception as error:
            refused[name] = repr(error)
    assert {n: e for n, e in refused.items() if n not in expected} == {}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda s: ef.parse(s, None), ("text=None", "a string")),
        (lambda s: s.push(-1), ("action=-1",)),
        (lambda s: s.push(10**9), ("action=1000000000",)),
        (lambda s: s.push(None), ("action=None",)),
        (lambda s: ef.rollout(s, threads=0), ("threads=0", "1 to 256")),
        (lambda s: ef.rollout(s, 2**62), (f"n={2**62}", "0 to 10000000")),
        (lambda s: _core.rollout(s, 2**62), (f"n={2**62}", "0 to 10000000")),
        (lambda s: ef.vector(s, 2**40), (f"n={2**40}", "1 to 1048576")),
        (lambda s: ef.vector(s, 4, threads=10**6), ("threads=1000000", "1 to 256")),
        (lambda s: s.ask("control", 99), ("99", "`control`", "0 to 1")),
        (lambda s: s.ask("control", -1), ("-1", "`control`", "0 to 1")),
        (lambda s: s.ask("supply", 10**6), ("1000000", "`supply`")),
        (lambda s: s.ask("supply", None), ("args=None",)),
        (lambda s: s.game.notation(10**9), ("action=1000000000",)),
        (lambda s: s.is_pass(10**9), ("action=1000000000",)),
        (lambda s: ef.perft(s, 10**6), ("depth=1000000", "0 to 64")),
        (lambda s: ef.perft(s, -1), ("depth=-1",)),
        (lambda s: s.place(10**4), ("unit=10000",)),
        (lambda s: s.var("no such"), ("no such",)),
        (lambda s: s.game.action_of(10**9), ("id=1000000000", "0 to ")),
    ],
)
def test_errors_name_the_argument_its_value_and_its_bounds(
    game: ef.Game, call: Callable[[ef.State], Any], words: tuple[str, ...]
) -> None:
    with pytest.raises(ef.EastfrontError) as told:
        call(game.new(seed=1))
    assert isinstance(told.value, (ValueError, TypeError))
    assert [word for word in words if word not in str(told.value)] == []


def test_a_vector_that_has_not_begun_has_no_states(game: ef.Game) -> None:
    games = ef.vector(game, 2)
    with pytest.raises(ef.EastfrontError, match="reset"):
        games.state(0)
    games.reset()
    assert not games.state(0).is_over


def test_what_a_call_would_take_is_reckoned_before_it_is_taken(game: ef.Game) -> None:
    """A million games with all planes are more than 64 GB."""
    with pytest.raises(ef.EastfrontError, match="n=1000000, expected a whole number from 0 to"):
        ef.vector(game, 1_000_000, fixed=True)


def test_errors_are_of_the_family_and_of_a_builtin_type() -> None:
    kinds = {
        "IllegalAction": ValueError,
        "InternalError": RuntimeError,
        "ArgumentError": ValueError,
        "ArgumentTypeError": TypeError,
        "PlaceError": IndexError,
        "FormatError": ValueError,
        "BusyError": RuntimeError,
    }
    for name, builtin in kinds.items():
        kind = getattr(_core, name)
        assert issubclass(kind, ef.EastfrontError) and issubclass(kind, builtin)
        assert kind.__module__ == "eastfront._core" and kind.__doc__


@pytest.mark.parametrize("numbers", [[-(2**31), 2**31 - 1], [5, 1], [0, 64], [2**31 - 1, -(2**31)]])
def test_a_verb_of_too_many_numbers_is_refused(game: ef.Game, numbers: list[int]) -> None:
    document = json.loads(game.to_bytes()[8:])
    verb = next(v for v in document["verbs"] if isinstance(v["domain"], dict))
    verb["domain"] = {"Number": numbers}
    with pytest.raises(ef.EastfrontError, match="range"):
        ef.Game.from_json(json.dumps(document).encode())
