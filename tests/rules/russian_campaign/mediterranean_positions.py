"""Positions of The Russian Campaign for the tests of the Mediterranean Distraction."""

from __future__ import annotations

from functools import lru_cache

from eastfront._core import State

from .turn_positions import data, game, names, play, walk

KEPT_OUT, MUDDY = ("mediterranean",), ("mediterranean-mud",)
REACTION, GAMBIT = ("russian-reaction",), ("japanese-gambit",)
MARCH, MAY, JULY = 0, 1, 2
NEUTRAL = {"Mediterranean distraction": 1, "Balkans neutral": 1}
AT_WAR = {"Mediterranean distraction": 1, "Balkans neutral": 0}
ODESSA, SEVASTOPOL, ROSTOV, PLOESTI, BUCHAREST = "DD24", "JJ23", "II14", "AA29", "BB31"


def area(name: str) -> set[str]:
    """The hexes of a country."""
    return {h.name for h in data().map.hexes if h is not None and h.area == name}


@lru_cache(maxsize=4)
def offered(options: tuple[str, ...] = KEPT_OUT) -> State:
    """The Axis decision after the Russian set-up."""
    state = game("campaign", options).new()
    while state.decision == "set-up" and state.to_move == "russian":
        state.push(state.legal_actions.list()[0])
    return state


@lru_cache(maxsize=4)
def accepted(options: tuple[str, ...] = KEPT_OUT) -> State:
    """The Axis keeps out of the Balkans, and sets up."""
    return play(offered(options), "activate")


def set_up(state: State) -> State:
    """The set-up done with the first choices."""
    out = state.copy()
    while out.decision in ("set-up", "paratroops"):
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return out


@lru_cache(maxsize=4)
def begun(options: tuple[str, ...] = KEPT_OUT, weather: int = 1) -> State:
    """The first Axis movement phase."""
    return walk(set_up(accepted(options)), "movement", "axis", 1, weather=weather)


def placed() -> dict[str, tuple[set[str], State]]:
    """For each Axis unit of the set-up its possible hexes, and the position at its placement."""
    state, out = accepted().copy(), {}
    while state.decision == "set-up":
        hexes, last = names(state, "set-up"), state.copy()
        places = state.places()
        goal = min(hexes)
        state.push(f"set-up {goal}")
        unit = next(u for u, p in state.places().items() if p == goal and places[u] != goal)
        out[unit] = (hexes, last)
    return out
