"""Games that begin in positions where rare rules soon apply.

Each kind of start is a position at the beginning of a game turn: the ready set-up, both sides
mixed, many units in the Crimea without other supply, an expedition on its way to the Caucasus, a
full RVGK box behind a broken front. Eager play takes rare actions when it can.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from eastfront._core import Game
from oracle.arrivals import counters, promoted
from oracle.expedition import EXITS, MAIKOP, open_at_start
from oracle.model import DNEPROPETROVSK, LENINGRAD, MOSCOW, ROSTOV, SEVASTOPOL, SOVIET, load_board
from oracle.record import DEAD, LATER, REMOVED, RIDING, RVGK, WAITING
from oracle.terms import BLUE_KREMLIN, CITADEL, GAMBIT, WHAT_IF
from oracle.what_if import berlin

from . import placed_gambit
from .games import busy_choice, load, sides_of, terms_of
from .placed import placed
from .scatter import mounted, scattered
from .snapshot import position

MARKS = ("german", "hero city", "fortress city", "destroyed fort")
RARE = frozenset({
    "launch-expedition", "send", "recall-expedition", "re-enter", "return", "recall",
    "crimea-supply", "commit", "deploy", "withdraw", "enter", "reclaim", "convert",
    "air-army", "fly-in", "ask-always", "bring", "air-drop", "hold-in-rvgk", "delay-conversion",
    "attack",
})  # fmt: skip
"""Verbs of eager play."""
KEPT = "bring 2Para"
"""Offered while the paratroops of the Gambit may be kept for a drop instead (4.17)."""
LAST_ARRIVAL = 20
"""The turn of the counter-fire corps (8.35)."""
KINDS = {
    BLUE_KREMLIN.name: ("setup", "mixed", "mixed", "crimea", "expedition", "reserve"),
    CITADEL.name: ("setup", "mixed", "leningrad"),
    GAMBIT.name: ("setup", "mixed", "placed", "leningrad", "held"),
    WHAT_IF.name: ("setup", "mixed", "free", "tigers", "crimea", "expedition", "reserve"),
}
"""The kinds of start of each scenario, in the order of the seeds."""


def eager_choice(state: Any, rng: random.Random) -> int:
    """Busy play that takes a rare action half of the time when there is one."""
    names = state.legal_actions.names()
    if KEPT in names and rng.random() < 0.7:
        return int(state.legal_actions.list()[names.index("forfeit")])
    rare = [i for i, n in enumerate(names) if n.split()[0] in RARE]
    if state.to_move != "chance" and rare and rng.random() < 0.5:
        launching = [i for i in rare if "expedition" in names[i]]
        return int(state.legal_actions.list()[rng.choice(launching or rare)])
    return busy_choice(state, rng)


def _like(state: Any, places: dict[str, str], other: Any, turn: int) -> Any:
    """The opening position with the units and hexes of another one."""
    places = _as_printed(state, _undecided(state, places, turn), turn)
    hexes = []
    for flag in MARKS:
        old, new = set(state.hexes_with(flag)), set(other.hexes_with(flag))
        hexes += [(h, flag, False) for h in old - new] + [(h, flag, True) for h in new - old]
    side = sides_of(state.game)
    board = load_board().hexes
    held = {h: side[u] == 0 for u, h in places.items() if h in board}
    hexes += [(h, "german", on) for h, on in held.items()] + _capitals(state)
    return _begun(state._supposed(list(places.items()), [], hexes, [("turn", turn)]))


def _as_printed(state: Any, places: dict[str, str], turn: int) -> dict[str, str]:
    """The places without counters that take the place of others from a later turn on (8.19, 8.29),
    and without those that have been replaced."""
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    answer = dict(places)
    for unit in places:
        new = ":guards-tank:" in ids[unit] or ":pz-late:" in ids[unit]
        if new and (counters()[ids[unit]].arrives or 0) >= turn:
            answer[unit] = LATER
        if promoted(ids[unit], turn - 1):
            answer[unit] = REMOVED
    return answer


def _undecided(state: Any, places: dict[str, str], turn: int) -> dict[str, str]:
    """The places of units as a player turn begins, without a side that has won already.

    Who is due by now has come, if the arrivals of the turn are over; no enemy is in a city whose
    fall ends the game.
    """
    side, kept = sides_of(state.game), _capitals(state)
    wrong = {(h, int(german)) for h, _, german in kept}
    places = {u: DEAD if (h, side[u]) in wrong else h for u, h in places.items()}
    if state.decision != "phase order":
        return places
    ids = dict(zip(state.game.units, state.game.unit_ids, strict=True))
    answer = dict(places)
    for unit, place in places.items():
        printed = counters()[ids[unit]]
        come = printed.entry in ("edge-or-city", "conversion")
        if place == LATER and come and (printed.arrives or 0) <= turn:
            answer[unit] = WAITING if printed.entry == "conversion" else (DEAD, RVGK)[side[unit]]
    return answer


def _capitals(state: Any) -> list[tuple[str, str, bool]]:
    """The owners of Berlin, Leningrad and Moscow, where their fall would end the game."""
    name = terms_of(state.game).name
    if name == WHAT_IF.name:
        return [(berlin(load_board()), "german", True), (MOSCOW, "german", False)]
    soviet = (LENINGRAD, MOSCOW) if name == GAMBIT.name else ()
    return [(h, "german", False) for h in soviet]


def _begun(state: Any) -> Any:
    """The position with the condition of an expedition, which is recorded as a game turn begins."""
    ready = open_at_start(position(state))
    return state._supposed([], [], [], [("caucasus open", int(ready))])


def _opening(game: Game) -> Any:
    state = game.new()
    while state.decision == "set-up":
        state.push("automatic")
    return state


def _whole_turn(game: Game) -> Any:
    """The beginning of the first game turn that is whole, after passes if play opens within one."""
    state = _opening(game)
    while terms_of(game).middle and state.turn == terms_of(game).turns[0]:
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return state


def setup(game: Game, rng: random.Random) -> Any:
    """The ready set-up."""
    return _opening(game)


def mixed(game: Game, rng: random.Random) -> Any:
    """Both sides over a part of the map."""
    state = _whole_turn(game)
    other = scattered(rng.randrange(1_000_000), game)
    first, last = terms_of(game).turns
    turn = state.turn if terms_of(game).middle else rng.randint(first, last - 1)
    begun = _like(state, other.places(), other, turn)
    return mounted(begun, rng, turn) if RIDING in game.boxes else begun


class _Board:
    """Units of the ready set-up put elsewhere within stacking."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.state = _whole_turn(game)
        self.rng = rng
        self.ids = dict(zip(game.units, game.unit_ids, strict=True))
        self.places: dict[str, str] = dict(self.state.places())
        self.hexes: dict[str, bool] = {}

    def clear(self, hexes: set[str], side: str | None = None) -> None:
        """Moves the units of a hex to the dead pile."""
        for unit, place in self.places.items():
            if place in hexes and side in (None, load_board().units[self.ids[unit]].side):
                self.places[unit] = "dead"

    def put(self, kinds: tuple[str, ...], count: int, hexes: list[str]) -> list[str]:
        """Units of some kinds, taken from anywhere, into hexes."""
        board = load_board().units
        away = (*hexes, "later", "pool")
        who = [
            u for u, p in self.places.items() if board[self.ids[u]].kind in kinds and p not in away
        ]
        chosen = self.rng.sample(who, min(count, len(who)))
        for unit in chosen:
            room = [h for h in hexes if list(self.places.values()).count(h) < 5]
            if room:
                self.places[unit] = self.rng.choice(room)
        return chosen

    def done(self, turn: int, variables: list[tuple[str, int]] | None = None) -> Any:
        """The position as its turn begins."""
        side = sides_of(self.state.game)
        self.places = _undecided(self.state, self.places, turn)
        board = load_board().hexes
        held = dict(self.hexes) | {h: side[u] == 0 for u, h in self.places.items() if h in board}
        hexes = [(h, "german", on) for h, on in held.items()] + _capitals(self.state)
        edits = [("turn", turn), *(variables or [])]
        return _begun(self.state._supposed(list(self.places.items()), [], hexes, edits))


def crimea(game: Game, rng: random.Random) -> Any:
    """More corps in the Crimea than can be supplied, Dnepropetrovsk in Soviet hands."""
    made = _Board(game, rng)
    hexes = load_board().hexes
    area = [
        h for h, x in hexes.items() if "crimea" in x.features and x.terrain not in ("sea", "lake")
    ]
    made.clear(set(area), SOVIET)
    made.clear({DNEPROPETROVSK})
    made.put(
        ("infantry", "panzer", "satellite"), rng.randint(4, 7), area[: rng.randint(3, len(area))]
    )
    made.put(("infantry", "panzer"), rng.randint(1, 4), ["2907", "2908"])
    made.put(("rifle", "shock"), rng.randint(2, 6), ["2806", "2807", "2906", "3103", "3003"])
    made.hexes = {DNEPROPETROVSK: False, SEVASTOPOL: True, "3106": True, "3105": rng.random() < 0.5}
    return made.done(rng.randint(9, 12))


def on_the_way(game: Game, rng: random.Random) -> Any:
    """A panzer group at the exits to the Caucasus, the three cities held."""
    made = _Board(game, rng)
    hexes = load_board().hexes
    near = {h for h, x in hexes.items() if int(h[:2]) >= 26 and int(h[2:]) <= 9}
    made.clear(near, SOVIET)
    exits = rng.sample(EXITS, rng.randint(1, 4))
    made.put(("panzer",), rng.randint(2, 5), exits)
    made.put(("infantry", "mountain"), rng.randint(1, 4), exits)
    made.put(("infantry",), 6, [ROSTOV, MAIKOP, "2803", "2904", "3002", "3102"])
    made.put(
        ("rifle", "shock"), rng.randint(0, 8), ["2701", "2702", "2601", "3000", "3100", "2901"]
    )
    made.put(("rifle",), rng.randint(0, 3), ["rvgk"])
    land = [h for h in near if hexes[h].terrain not in ("sea", "lake")]
    made.hexes = dict.fromkeys(land, True)
    return made.done(rng.randint(9, 11))


def reserve(game: Game, rng: random.Random) -> Any:
    """A full RVGK box and dead pile, and Germans along the eastern edge."""
    made = _Board(game, rng)
    hexes = load_board().hexes
    edge = [h for h, x in hexes.items() if "soviet-source" in x.features]
    made.put(("rifle", "shock", "tank", "guards"), rng.randint(5, 12), ["rvgk"])
    made.put(("rifle", "shock", "tank"), rng.randint(2, 8), ["dead"])
    made.put(("infantry", "panzer"), rng.randint(0, 3), rng.sample(edge, 3))
    made.put(("infantry", "panzer"), rng.randint(0, 3), ["dead"])
    east = [h for h in edge if rng.random() < 0.4]
    cities = [h for h, x in hexes.items() if "city" in x.features and rng.random() < 0.3]
    made.hexes = dict.fromkeys(east, True) | dict.fromkeys(cities, rng.random() < 0.5)
    return made.done(rng.randint(9, 12))


def tigers(game: Game, rng: random.Random) -> Any:
    """The last turn of What If?, both sides mixed up, with Tiger battalions."""
    state = _opening(game)
    other = scattered(rng.randrange(1_000_000), game)
    return mounted(_like(state, other.places(), other, terms_of(game).turns[1]), rng)


def leningrad(game: Game, rng: random.Random) -> Any:
    """The turn on which the counter-fire corps comes to a city with armies, Germans around it."""
    made = _Board(game, rng)
    ring = [h for h in load_board().neighbours(LENINGRAD)
            if load_board().hexes[h].terrain not in ("sea", "lake")]  # fmt: skip
    made.clear({LENINGRAD, *ring})
    made.put(("rifle", "guards"), rng.randint(1, 5), [LENINGRAD])
    near = rng.sample(ring, rng.randint(1, len(ring)))
    made.put(("infantry", "panzer"), rng.randint(2, 12), near)
    made.put(("rifle", "shock"), rng.randint(0, 6), [h for h in ring if h not in near])
    made.hexes = dict.fromkeys(near, True) | {LENINGRAD: False}
    turn = max(made.state.turn, LAST_ARRIVAL)
    return mounted(made.done(turn), rng, turn)


def placed_freely(game: Game, rng: random.Random) -> Any:
    """The set-up of Manstein's Gambit at random."""
    return placed_gambit.placed(game, rng.randrange(1_000_000))[0]


def held(game: Game, rng: random.Random) -> Any:
    """The same with the 2nd Paratroops in hand."""
    return placed_gambit.placed(game, rng.randrange(1_000_000), hold=True)[0]


def free(game: Game, rng: random.Random) -> Any:
    """The free set-up of What If? at random."""
    return placed(game, rng.randrange(1_000_000), rng.choice((0.2, 0.6)))[0]


_STARTS: dict[str, Callable[[Game, random.Random], Any]] = {
    "setup": setup,
    "tigers": tigers,
    "free": free,
    "leningrad": leningrad,
    "held": held,
    "placed": placed_freely,
    "mixed": mixed,
    "crimea": crimea,
    "expedition": on_the_way,
    "reserve": reserve,
}


def start(kind: str, seed: int, game: Game | None = None) -> Any:
    """The first position of a game of a kind."""
    return _STARTS[kind](load() if game is None else game, random.Random(seed))
