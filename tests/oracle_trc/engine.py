"""The adapter: the engine through its public API, and positions of this oracle as its states.

It reads the places of counters, control, the gauge of the track, and the markers of turn, player,
impulse and weather. It reads none of the engine's own records of the actions of units: these come
from a `ledger.Ledger`, which follows the record of the game.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game, State
from eastfront.loading.game import scenario_of

from . import charts, scenario
from .arrivals import replacement_points
from .ledger import Ledger
from .model import AXIS, RUSSIAN, Position
from .odds import Battle

SIDES = (AXIS, RUSSIAN)
WEATHERS = ("clear", "light-mud", "mud", "snow")
BYSTANDERS = {"28 Inf": "D30", "3 CavC": "DD3"}
LONGEST_WALK = 3_000
SETTING_UP = frozenset({"set-up", "cover"})


@lru_cache(maxsize=32)
def load(name: str = "campaign", without: tuple[str, ...] = ()) -> Game:
    """A scenario of the game, without some rules."""
    return ef.load(f"russian-campaign/{name}", without=without)


@lru_cache(maxsize=32)
def ids(game: Game) -> dict[str, str]:
    """The id of each unit by the name that actions use."""
    return dict(zip(game.units, game.unit_ids, strict=True))


@lru_cache(maxsize=32)
def names(game: Game) -> dict[str, str]:
    """The name of each unit by its id."""
    return dict(zip(game.unit_ids, game.units, strict=True))


@lru_cache(maxsize=32)
def hexes(game: Game) -> frozenset[str]:
    """The names of the hexes."""
    return frozenset(h for h in game.hexes if h)


def control_of(state: State) -> dict[str, str | None]:
    """The control of each city, oil well and junction."""
    owner: dict[str, str | None] = dict.fromkeys(scenario.board().held)
    for side in SIDES:
        owner |= dict.fromkeys(state.hexes_with(f"{side} control"), side)
    return owner


def rail_of(state: State) -> dict[str, str]:
    """The gauge of each rail hex."""
    axis = set(state.hexes_with("axis rail"))
    return {h: AXIS if h in axis else RUSSIAN for h in scenario.board().rail_hexes}


def facts(state: State) -> Position:
    """The facts on the table: counters, control, track, markers; not the actions of units."""
    game, board = state.game, scenario.board()
    known, land, counters = ids(game), hexes(game), scenario.counters()
    placed = {known[u]: h for u, h in state.places().items() if h in land}
    return Position(
        board=board,
        units=counters,
        at={u: h for u, h in placed.items() if u in counters},
        side=SIDES[state.var("phase side")],
        turn=state.var("turn"),
        impulse=state.var("impulse"),
        weather=WEATHERS[state.var("weather")],
        control=control_of(state),
        rail=rail_of(state),
        closed=frozenset({"bulgaria", "turkey"}),
    )


# ---- a game and its record


@dataclass
class Table:
    """A state of the engine, and what this oracle's ledger knows of the game that led to it."""

    state: State
    ledger: Ledger

    @staticmethod
    def new(game: Game) -> Table:
        """A game that has not begun."""
        state = game.new()
        where = {ids(game)[u]: h for u, h in state.places().items()}
        book = Ledger(ids(game), where, facts(state))
        told = scenario_of(game.id).setup
        book.modifier = told["weather_drm"]
        book.most_invasions = dict(told["invasions"])
        return Table(state, book)

    def position(self) -> Position:
        """The position that the ledger knows."""
        return self.ledger.position()

    def fork(self) -> Table:
        """A copy that goes its own way."""
        return Table(self.state.copy(), self.ledger.fork())

    def play(self, action: int | str) -> list[tuple[Any, ...]]:
        """Plays one action, and passes it with its consequences to the ledger."""
        state, book = self.state, self.ledger
        text = action if isinstance(action, str) else state.game.notation(action)
        book.act(text, state.decision)
        effects = state.push(action, effects=True) or []
        for effect in effects:
            book.happens(effect)
        if not book.begun and state.decision not in SETTING_UP:
            book.begin(facts(state))
        book.waits_for(state.decision)
        return effects

    def after(self, verb: str, thing: str = "") -> Table:
        """A copy after an action on a hex, or on a unit by its id."""
        there = self.fork()
        named = names(self.state.game).get(thing, thing)
        there.play(f"{verb} {named}".strip())
        return there

    def onward(self, rng: random.Random) -> Table:
        """A copy after one action by chance."""
        there = self.fork()
        there.play(there.chosen(rng))
        return there

    def chosen(self, rng: random.Random, passes: float = 1 / 16) -> int:
        """An action by chance; what ends or declines something is seldom taken."""
        listed = self.state.legal_actions.list()
        if self.state.to_move == "chance":
            return rng.choice(listed)
        ends = [a for a in listed if self.state.is_pass(a)]
        plays = [a for a in listed if not self.state.is_pass(a)]
        if ends and (not plays or rng.random() < passes):
            return rng.choice(ends)
        return rng.choice(plays)

    # ---- what is offered

    @property
    def decision(self) -> str | None:
        """The pending decision."""
        return self.state.decision

    def verbs(self) -> frozenset[str]:
        """The first words of what may be done."""
        return frozenset(name.split()[0] for name in self.state.legal_actions.names())

    def may(self, verb: str) -> bool:
        """Whether a plain verb is offered."""
        return verb in self.state.legal_actions.names()

    def offered(self, verb: str) -> frozenset[str]:
        """The things offered with a verb: hexes by name, units by id, numbers; "" for a plain
        verb."""
        known = ids(self.state.game)
        found = set()
        for name in self.state.legal_actions.names():
            word, _, thing = name.partition(" ")
            if word == verb:
                found.add(known.get(thing.split("@")[0], thing))
        return frozenset(found)

    def battle(self) -> Battle:
        """The battle that is put together or fought."""
        return self.ledger.battle()

    def gone(self) -> frozenset[str]:
        """The ids of the units that were lost or surrendered."""
        return frozenset(u for u, h in self.ledger.where.items() if h in {"pool", "surrendered"})


def usual(state: State, die: int = 3) -> int:
    """The action that plays on: a given die, a pass, or else the first."""
    legal = state.legal_actions.list()
    if state.to_move == "chance":
        return legal[min(die, len(legal)) - 1]
    return next((a for a in legal if state.is_pass(a)), legal[0])


# ---- positions into states

DOORSTEPS = {AXIS: "partisans", RUSSIAN: "Archangel"}
"""The last decision before a side's first impulse: the Russian places a partisan, and the turn is
over; the die for Archangel is rolled. From here the engine looks at everything anew."""
FIRST_TURNS = {AXIS: 5, RUSSIAN: 5}
"""The turns from which on there is such a decision."""


@lru_cache(maxsize=64)
def _doorstep(game: Game, side: str) -> State:
    """The last decision before a first impulse of a side, with two units far from each other."""
    out = game.new()
    while (out.decision, out.to_move) != ("movement", AXIS):
        out.push(usual(out))
    gone = [(u, "removed") for u, h in out.places().items() if h in hexes(game)]
    later = [(u, "removed") for u in game.units if out.place(u) in {"later", "arriving"}]
    partisans = [(names(game)[u], "later") for u in scenario.counters() if ":partisan:" in u]
    # cities behind the lines, in which a partisan may be placed
    cities = [scenario.board().where(name) for name in ("Kursk", "Bryansk")]
    held = [(h, f"{s} control", s == AXIS) for h in cities for s in SIDES]
    out = out._supposed([*gone, *later, *BYSTANDERS.items(), *partisans], [], held)
    for _ in range(LONGEST_WALK):
        there = out.copy()
        there.push(usual(there))
        if out.decision == DOORSTEPS[side] != there.decision and out.turn >= FIRST_TURNS[side] - 1:
            return out
        out = there
    raise LookupError(f"no decision before an impulse of {side} is met")


@lru_cache(maxsize=64)
def _last_of_set_up(game: Game) -> State:
    """The last counter is to be set up."""
    out = game.new()
    while True:
        there = out.copy()
        there.push(usual(there))
        if there.decision not in SETTING_UP:
            return out
        out = there


def table_of(game: Game, pos: Position, rng: random.Random) -> Table:
    """The last decision before a position's first impulse, in which nothing has been done yet.

    The others of its units are in boxes by chance. The opening of the game is reached from the
    last decision of the set-up, so that one unit is set up by the rules.
    """
    done = ("frozen", "av_now", "av_before", "fought", "spent", "invaded_turn", "invaded_now")
    if pos.impulse != 1 or pos.leaderless or any(getattr(pos, name) for name in done):
        raise ValueError("something has happened in this position already")
    opening = (pos.turn, pos.side) == (1, AXIS)
    if not opening and pos.turn < FIRST_TURNS[pos.side]:
        raise ValueError(f"no decision is known before turn {pos.turn} of {pos.side}")
    state = _last_of_set_up(game) if opening else _doorstep(game, pos.side)
    short, waiting = names(game), set[str]()
    if opening:
        waiting = {ids(game)[u] for u in state.units_at("set-up")}
    if DOORSTEPS[pos.side] == "partisans":
        waiting |= {u for u in pos.at if pos.units[u].kind == "partisan"}
    at = {u: h for u, h in pos.at.items() if u not in waiting}
    boxes = boxes_by_chance(pos.with_(at=at), rng)
    if opening:
        boxes = {u: box for u, box in boxes.items() if u not in waiting}
    owners = [
        (h, f"{side} control", owner == side) for h, owner in pos.control.items() for side in SIDES
    ]
    finland = "finland" in pos.closed
    workers = [u for u in pos.on_map(RUSSIAN) if u.kind == "worker"]
    earned = replacement_points(workers, pos.turn, 0) if pos.side == RUSSIAN else 0
    made = state._supposed(
        places=[(short[u], place) for u, place in {**boxes, **at}.items()],
        hex_flags=owners + [(h, "axis rail", side == AXIS) for h, side in pos.rail.items()],
        variables=[
            ("turn", pos.turn - (pos.side == AXIS and not opening)),
            ("weather", WEATHERS.index(pos.weather)),
            ("weather modifier", 0),
            ("sturmoviks", charts.air_units(RUSSIAN, pos.turn, pos.weather, 1)),
            ("replacement points", earned),
            ("Bulgaria open", int("bulgaria" not in pos.closed)),
            ("Finland closed", int(finland)),
            ("finnish surrender", int(finland)),
        ],
    )
    where = {ids(game)[u]: h for u, h in made.places().items()}
    start = facts(made).with_(closed=pos.closed)
    book = Ledger(ids(game), where, start)
    if not opening:
        book.begin(start)
        book.has_ended = pos.side == AXIS
    return Table(made, book)


def boxes_by_chance(pos: Position, rng: random.Random) -> dict[str, str]:
    """Boxes for the units that are not on the map: to come, lost, surrendered or held back."""
    rows, found = scenario.entries(), {}
    for name in sorted(scenario.counters().keys() - pos.at.keys()):
        row, unit = rows[name], scenario.counters()[name]
        now = (pos.turn, 0 if pos.side == AXIS else 2 if unit.side == AXIS else 1)
        if row.nation == "finnish" and "finland" in pos.closed:
            found[name] = "surrendered"
        elif row.entry != "start" and (row.entry != "turn" or (row.turn, row.impulse) > now):
            found[name] = "later"
        elif unit.kind == "partisan":
            found[name] = "reserve"
        elif unit.kind == "paratroop":
            found[name] = rng.choice(("reserve", "reserve", "surrendered"))
        elif unit.kind == "leader":
            found[name] = "removed"
        elif unit.kind == "worker":
            found[name] = "surrendered"
        else:
            found[name] = rng.choice(("pool", "pool", "pool", "surrendered", "off-map"))
    return found


def some(rng: random.Random, things: Iterable[str], most: int) -> Sequence[str]:
    """A few of some things, by chance."""
    listed = sorted(things)
    return listed if len(listed) <= most else rng.sample(listed, most)
