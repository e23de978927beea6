"""Each public name, used once: for tests of threads, of forks and of the end of a process.

`reading` has the queries that leave a state unchanged, `using` all other uses. `names` walks the
public names, so a test detects one that is in neither.
"""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import eastfront as ef
from eastfront.imports import pending

SCENARIO = "barbarossa-deluxe/blue-kremlin"
SIDE, HEX, TARGET = "german", "2407", "2509"
"""A side, a hex that holds units of it in the positions here, and one that it may attack."""

Question = Callable[[ef.State], Any]

MODULES = (
    "analysis", "bots", "cli.invariants", "matches", "playing", "positions.orders", "record",
    "render", "search", "wire",
)  # fmt: skip
"""The modules whose functions are public."""

KINDS: dict[str, type] = {"State": ef.State, "Game": ef.Game, "LegalActions": ef.LegalActions}


def position(seed: int = 3) -> ef.State:
    """A position in which the German moves."""
    state = ef.load(SCENARIO).new(seed=seed)
    state.reseed(None)
    while (state.decision, state.to_move) != ("movement", SIDE):
        if state.to_move == "chance":
            state.push(state.chance_outcomes()[0][0])
        else:
            state.push(state.nth_legal(0))
    return state


def refused(question: Callable[[], Any]) -> Any:
    """The answer, or the text of the refusal."""
    try:
        return question()
    except ef.EastfrontError as error:
        return str(error)


def names() -> Iterator[tuple[str, Any]]:
    """Every public name with its object: of the package, of its modules, and of its objects."""
    for kind, found in KINDS.items():
        yield from ((f"{kind}.{n}", getattr(found, n)) for n in dir(found) if n[0] != "_")
    yield from ((n, getattr(ef, n)) for n in ef.__all__ if not is_module(getattr(ef, n)))
    for module in map(import_module, (f"eastfront.{name}" for name in MODULES)):
        home = module.__name__.removeprefix("eastfront.")
        listed = getattr(module, "__all__", None) or [
            n for n, v in vars(module).items()
            if n[0] != "_" and getattr(v, "__module__", None) == module.__name__
        ]  # fmt: skip
        yield from ((f"{home}.{n}", getattr(module, n)) for n in listed)


def is_module(value: Any) -> bool:
    return isinstance(value, ModuleType)


def is_value(value: Any) -> bool:
    """Whether a name is a value or a class of values, which is not called."""
    return not callable(value) or inspect.isclass(value) or is_module(value)


def _unit(state: ef.State) -> str:
    return state.units_at(HEX)[0]


def _module(name: str) -> Any:
    with pending:  # an import of the caller's own, for which no fork would wait
        return import_module(f"eastfront.{name}")


def _seen(state: ef.State) -> Any:
    return state.observation(SIDE)


def _told(seen: Any) -> Any:
    """All facts of an observation, including those computed on demand."""
    return (
        seen.places, seen.hidden, seen.variables, seen.subject, seen.hex_flags, seen.labels,
        seen.key, seen.legal_actions, seen.stack, seen.outcome, seen.mask().tolist(),
    )  # fmt: skip


reading: dict[str, Question] = {
    "State.game": lambda s: s.game.id,
    "State.legal_actions": lambda s: s.legal_actions.list(),
    "State.copy": lambda s: bytes(s.copy()),
    "State.edited": lambda s: bytes(s.edited(places=[(_unit(s), s.place(_unit(s)))])),
    "State.ask": lambda s: s.ask("value"),
    "State.trace": lambda s: s.trace("value"),
    "State.begin": lambda s: s.begin("sequence of play")[0].key,
    "State.battle": lambda s: refused(lambda: s.battle(TARGET, s.units_at(HEX))),
    "State.reach": lambda s: s.reach(_unit(s)),
    "State.supply": lambda s: s.supply(_unit(s)),
    "State.zoc": lambda s: s.zoc(SIDE),
    "State.evaluation": lambda s: s.evaluation(SIDE),
    "State.observation": lambda s: _told(_seen(s)),
    "State.hidden_from": lambda s: s.hidden_from(SIDE),
    "State.place": lambda s: s.place("3Pz"),
    "State.units_at": lambda s: s.units_at(HEX),
    "State.hexes_with": lambda s: s.hexes_with(SIDE),
    "State.units_with": lambda s: s.units_with("moved"),
    "State.var": lambda s: s.var("turn"),
    "State.nth_legal": lambda s: s.nth_legal(0),
    "State.is_pass": lambda s: s.is_pass(0),
    "State.last_cost": lambda s: s.last_cost(HEX) and None,
    "LegalActions.list": lambda s: s.legal_actions.list(),
    "LegalActions.names": lambda s: s.legal_actions.names(),
    "LegalActions.mask": lambda s: s.legal_actions.mask().tolist(),
    "LegalActions.index": lambda s: s.legal_actions.index(s.legal_actions[-1]),
    "LegalActions.count": lambda s: s.legal_actions.count(s.legal_actions[0]),
    "slice of LegalActions": lambda s: s.legal_actions[1:],
    "reversed LegalActions": lambda s: list(reversed(s.legal_actions)),
    "equal LegalActions": lambda s: s.legal_actions == s.copy().legal_actions,
    "len of LegalActions": lambda s: len(s.legal_actions),
    "repr of LegalActions": lambda s: repr(s.legal_actions),
    "bytes of State": bytes,
    "picture of State": lambda s: s._repr_svg_(),
    "concede": lambda s: bytes(ef.concede(s, SIDE)),
    "divide": lambda s: ef.divide(s, 1),
    "parse": lambda s: refused(lambda: ef.parse(s, "end-movement")),
    "perft": lambda s: ef.perft(s, 1),
    "rollout": lambda s: ef.rollout(s, n=1)["results"],
    "rollout by Python": lambda s: ef.rollout(s, n=1, policy=_last)["lengths"] and None,
    "tensor": lambda s: ef.tensor(s, SIDE).tobytes(),
    "analysis.attacks": lambda s: str(ef.analysis.attacks(s, SIDE)[:1]),
    "analysis.cuts": lambda s: ef.analysis.cuts(s, _unit(s)),
    "analysis.front": lambda s: ef.analysis.front(s),
    "analysis.front_layer": lambda s: ef.analysis.front_layer(s),
    "analysis.front_svg": lambda s: ef.analysis.front_svg(s),
    "analysis.refusals": lambda s: ef.analysis.refusals(s, TARGET, SIDE),
    "cli.invariants.violations": lambda s: list(_module("cli.invariants").violations(s)),
    "questions.battle.battle": lambda s: refused(
        lambda: _module("questions.battle").battle(s, TARGET, s.units_at(HEX))
    ),
    "positions.orders.parse": lambda s: refused(
        lambda: _module("positions.orders").parse(s, "end-movement")
    ),
    "playing.rollout": lambda s: ef.playing.rollout(s, n=1)["results"],
    "render.svg": lambda s: ef.render.svg(s, SIDE),
    "render.text": lambda s: ef.render.text(s),
    "search.expectimax": lambda s: refused(lambda: ef.search.expectimax(s, 1)),
    "search.mcts": lambda s: ef.search.mcts(s, simulations=8, cut="phase").best,
    "search.plans": lambda s: ef.search.plans(s, samples=1, finalists=1, playouts=0)[0].value,
    "questions.state.control": lambda s: _module("questions.state").control(s),
    "questions.state.duties": lambda s: _module("questions.state").duties(s),
    "questions.state.lost_by_passing": lambda s: _module("questions.state").lost_by_passing(s),
    "questions.state.obligations": lambda s: _module("questions.state").obligations(s),
    "questions.state.phase": lambda s: _module("questions.state").phase(s),
    "questions.state.reach": lambda s: _module("questions.state").reach(s, _unit(s)),
    "questions.state.subject": lambda s: _module("questions.state").subject(s),
    "questions.state.supply": lambda s: _module("questions.state").supply(s, _unit(s)),
    "questions.state.zoc": lambda s: _module("questions.state").zoc(s, SIDE),
    "questions.state.evaluation": lambda s: _module("questions.state").evaluation(s, SIDE),
    "wire.observe": lambda s: _told(_module("wire").observe(s, "umpire")),
    "wire.position": lambda s: _wire(s),
    "wire.turn": lambda s: _module("wire").turn(s),
}
"""Queries on a state; attributes without arguments are added below."""


def _last(seen: Any) -> int:
    return int(seen.legal_actions[-1])


def _wire(state: ef.State) -> bytes:
    wire = _module("wire")
    return bytes(wire.encode(wire.position(state, SIDE)))


def _there_and_back(state: ef.State) -> None:
    state = state.copy()
    state.push(ef.parse(state, "end-movement"), effects=True)
    state.pop()
    state.reseed(5)


def _recorder(state: ef.State) -> Any:
    recorder = ef.Recorder(state, seed=1)
    for _ in range(3):
        recorder.push(recorder.state.nth_legal(0))
    return recorder


def _battle(state: ef.State) -> Any:
    """A possible battle of another game."""
    board = ef.load("russian-campaign/zitadelle").new()
    ef.set_up(board)
    return ef.analysis.attacks(board, side="axis")[0].battle


def _act(state: ef.State) -> Any:
    wire, board = _module("wire"), state.copy()
    before = board.observation(SIDE)
    action = board.nth_legal(0)
    effects = board.push(action, effects=True)
    after = board.observation(SIDE)
    wire.told(before, after, effects)
    wire.result_of(board.game, effects)
    wire.everything_told(_module("positions.layout").layout_of(board.game), effects)
    return wire.act(before, after, SIDE, board.game.notation(action), effects)


def _vector(state: ef.State) -> Any:
    games = ef.vector(state, 2, seed=1)
    _, masks, _ = games.reset()
    return games.step(masks.argmax(axis=1))


def _bots(state: ef.State) -> None:
    for name in ("random", "busy", "idle", "greedy"):
        ef.bots.bot(name)(_seen(state))
    players = {side: ef.bots.Busy(1) for side in state.game.sides}
    for _ in ef.bots.play(ef.Recorder(state, seed=1), players, limit=5):
        pass


def _busy() -> Any:
    return ef.matches.Fixture(1, ("busy", "busy"))


def _record(state: ef.State) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        _recorder(state).save(f"{folder}/game.efr")
        return ef.record.load(f"{folder}/game.efr")


using: dict[str, Question] = {
    "State.push": _there_and_back,
    "State.pop": _there_and_back,
    "State.reseed": _there_and_back,
    "Game.action_id": lambda s: s.game.action_id(s.nth_legal(0)),
    "Game.action_of": lambda s: s.game.action_of(0),
    "Game.from_bytes": lambda s: ef.Game.from_bytes(s.game.to_bytes()),
    "Game.from_json": lambda s: ef.Game.from_json(s.game.to_json()),
    "Game.new": lambda s: s.game.new(seed=1),
    "Game.notation": lambda s: s.game.notation(s.nth_legal(0)),
    "Game.parse": lambda s: s.game.parse("end-movement"),
    "Game.state_from_bytes": lambda s: s.game.state_from_bytes(bytes(s)),
    "Game.without": lambda s: s.game.without("BD-11.30a"),
    "load": lambda s: ef.load(SCENARIO),
    "position": lambda s: ef.position(s.text()),
    "rule": lambda s: ef.rule("BD-7.4b"),
    "scenarios": lambda s: ef.scenarios(),
    "set_up": lambda s: ef.set_up(ef.load("russian-campaign/zitadelle").new()),
    "vector": _vector,
    "without": lambda s: ef.without(s.game, "BD-11.30a"),
    "analysis.battles_of": lambda s: list(ef.analysis.battles_of(_recorder(s).record)),
    "analysis.exchange_of": lambda s: ef.analysis.exchange_of(_battle(s)),
    "bots.bot": _bots,
    "bots.play": _bots,
    "bots.way_of_setting_up": lambda s: ef.bots.way_of_setting_up(_seen(s), "automatic"),
    "cli.invariants.invariants": lambda s: _module("cli.invariants").invariants(s),
    "matches.adjusted": lambda s: ef.matches.adjusted([1.0, 0.0, 1.0], None),
    "matches.balance": lambda s: ef.matches.balance(s, ["busy"], 1, luck=False),
    "matches.luck_of": lambda s: ef.matches.luck_of(_recorder(s).record),
    "matches.mean_interval": lambda s: ef.matches.mean_interval([1.0, 2.0]),
    "matches.play_all": lambda s: ef.matches.play_all(s, [_busy()], luck=False),
    "matches.play_one": lambda s: ef.matches.play_one(s.game, _busy(), luck=False),
    "matches.ratings": lambda s: ef.matches.ratings([("a", "b", 1.0)]),
    "matches.tournament": lambda s: ef.matches.tournament(s, ["busy", "random"], 1, luck=False),
    "matches.wilson": lambda s: ef.matches.wilson(1, 2),
    "matches.worth": lambda s: ef.matches.worth(
        s.game, s.game.without("BD-11.30a"), "BD-11.30a", games=1, luck=False
    ),
    "playing.histogram": lambda s: ef.playing.histogram(ef.rollout(s, n=2)),
    "record.load": _record,
    "record.parse": lambda s: ef.record.parse(_recorder(s).record.text()),
    "positions.orders.example": lambda s: _module("positions.orders").example(s.game),
    "wire.act": _act,
    "wire.battle": lambda s: _module("wire").battle(_battle(s)),
    "wire.board": lambda s: _module("wire").board(s.game),
    "wire.encode": _wire,
    "wire.everything_told": _act,
    "wire.reach": lambda s: _module("wire").reach(["3Pz"], s.reach(_unit(s))),
    "wire.result_of": _act,
    "wire.rule": lambda s: _module("wire").rule("BD-7.4b"),
    "wire.scenarios": lambda s: _module("wire").scenarios(),
    "wire.schema": lambda s: _module("wire").schema(),
    "wire.seats": lambda s: _module("wire").seats(s.game),
    "wire.supply": lambda s: _module("wire").supply(s.supply(_unit(s))),
    "wire.told": _act,
}


def _plain() -> Iterator[tuple[str, Question]]:
    """Queries for the names without arguments: those of a state, then those of a game."""
    apart = reading.keys() | using.keys()

    def asked(name: str, called: bool, of: Callable[[ef.State], Any]) -> Question:
        return lambda s: getattr(of(s), name)() if called else getattr(of(s), name)

    for kind, of in (("State", lambda s: s), ("Game", lambda s: s.game)):
        for name in dir(KINDS[kind]):
            if name[0] != "_" and f"{kind}.{name}" not in apart:
                called = callable(getattr(KINDS[kind], name))
                yield f"{kind}.{name}", asked(name, called, of)


reading |= dict(_plain())

every: dict[str, Question] = reading | using

slow = {name for name in every if name.startswith(("matches.", "set_up", "wire.battle"))} | {
    "analysis.exchange_of",
    "wire.scenarios",
}
"""Uses that take longer than a tenth of a second."""
