"""The adapter: a state of the engine as a position of this oracle, and the other way round.

It reads places, flags and variables by their names and copies what they say; it knows no rule. What
an engine made of generated positions needs is a state in the right phase, which is edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import eastfront as ef
from eastfront._core import Game, State
from eastfront.game import scenario_of

from . import scenario
from .model import AXIS, RUSSIAN, Position
from .odds import Battle

SIDES = (AXIS, RUSSIAN)
WEATHERS = ("clear", "light-mud", "mud", "snow")
NATIONS = ("german", "russian")
BYSTANDERS = {"28 Inf": "D30", "3 CavC": "DD3"}
LONGEST_WALK = 3_000

UNIT_FLAGS = {
    "frozen": "pinned",
    "av_now": "victor",
    "av_before": "spent",
    "fought": "fought",
    "spent": "moved",
    "invaded_turn": "invader",
    "invaded_now": "landed",
}
"""For each set of units of a position the flag that the engine keeps it in."""


@lru_cache(maxsize=32)
def load(name: str = "campaign", without: tuple[str, ...] = ()) -> Game:
    """A scenario of the game, without some rules."""
    return ef.load(f"russian-campaign/{name}", without=without)


@lru_cache(maxsize=32)
def invasions(game: Game) -> dict[str, int]:
    """How many invasions each side may try in a scenario."""
    found: dict[str, int] = scenario_of(game.id).setup["invasions"]
    return found


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


def with_flag(state: State, *flags: str) -> frozenset[str]:
    """The ids of the units that bear one of some flags."""
    known = ids(state.game)
    return frozenset(known[u] for flag in flags for u in state.units_with(flag))


def position(state: State) -> Position:
    """What is on the map, who holds what, and what units have done this turn."""
    game, board = state.game, scenario.board()
    known, land = ids(game), hexes(game)
    at = {known[u]: h for u, h in state.places().items() if h in land}
    owner: dict[str, str | None] = dict.fromkeys(board.held)
    for side in SIDES:
        owner |= dict.fromkeys(state.hexes_with(f"{side} control"), side)
    rail = dict.fromkeys(board.rail_hexes, RUSSIAN)
    rail |= {h: AXIS for h in state.hexes_with("axis rail") if h in rail}
    closed = {"bulgaria"} if not state.var("Bulgaria open") else set()
    if state.var("Finland closed"):
        closed.add("finland")
    lost = {n for n, s in zip(NATIONS, SIDES, strict=True) if state.var(f"{s} leader lost") == 2}
    sets: dict[str, Any] = {f: with_flag(state, flag) for f, flag in UNIT_FLAGS.items()}
    # who was dropped is pinned, and neither walks nor sails
    dropped = {u for u in sets["frozen"] if scenario.counters()[u].kind == "paratroop"}
    return Position(
        board=board,
        units=scenario.counters(),
        at=at,
        side=SIDES[state.var("phase side")],
        turn=state.var("turn"),
        impulse=state.var("impulse"),
        weather=WEATHERS[state.var("weather")],
        control=owner,
        rail=rail,
        closed=frozenset(closed),
        leaderless=frozenset(lost),
        **sets
        | {
            "fought": sets["fought"] | with_flag(state, "attacked"),
            "spent": sets["spent"] | {u for u in dropped if at.get(u) is not None},
        },
    )


# ---- actions


def offered(state: State, verb: str) -> frozenset[str]:
    """What a verb can be said of: hexes by name, units by id, numbers; "" for a plain verb."""
    known = ids(state.game)
    found = set()
    for name in state.legal_actions.names():
        word, _, thing = name.partition(" ")
        if word == verb:
            found.add(known.get(thing.split("@")[0], thing))
    return frozenset(found)


def played(state: State, *actions: str) -> State:
    """A copy after some actions."""
    after = state.copy()
    for action in actions:
        after.push(action)
    return after


def usual(state: State, die: int = 3) -> int | str:
    """What is done to come on: a die that is told, a pass, or else whatever comes first."""
    if state.to_move == "chance":
        return state.legal_actions.list()[min(die, len(state.legal_actions)) - 1]
    legal = state.legal_actions.list()
    return next((a for a in legal if state.is_pass(a)), legal[0])


def walk(state: State, decision: str, side: str, impulse: int, die: int = 3) -> State | None:
    """A copy played on with passes to a decision; None when the game ends before it."""
    out = state.copy()
    for _ in range(LONGEST_WALK):
        if out.is_over:
            return None
        if (out.decision, out.to_move, out.var("impulse")) == (decision, side, impulse):
            return out
        out.push(usual(out, die))
    raise LookupError(f"no decision `{decision}` of {side} is met")


# ---- positions into states


@lru_cache(maxsize=64)
def _movement(game: Game, side: str, impulse: int) -> State:
    start = walk(game.new(), "movement", AXIS, 1)
    assert start is not None
    gone = [(u, "removed") for u in game.units if start.place(u) in hexes(game)]
    later = [(u, "removed") for u in game.units if start.place(u) in {"later", "arriving"}]
    alone = start.edited(places=[*gone, *later, *BYSTANDERS.items()])
    found = walk(alone, "movement", side, impulse)
    assert found is not None
    return found


def state_of(game: Game, pos: Position, *, crossed: Iterable[str] = ()) -> State:
    """A movement phase of the side to move, with all that a position says.

    What the engine has looked at before the phase (who can be beaten at once, whether the duty to
    attack is met) is not looked at again until something else happens.
    """
    return edited(_movement(game, pos.side, pos.impulse), pos, crossed=crossed)


def phase_before(game: Game, pos: Position, *, crossed: Iterable[str] = ()) -> State:
    """The movement phase before that of a position, in which nobody can attack any more.

    When it ends the engine looks at everything anew.
    """
    if pos.impulse == 2:
        earlier = pos.with_(impulse=1)
    else:
        other = RUSSIAN if pos.side == AXIS else AXIS
        turn = pos.turn - 1 if pos.side == AXIS else pos.turn
        earlier = pos.with_(side=other, impulse=2, turn=max(1, turn))
    everybody = frozenset(pos.at)
    calm = dict.fromkeys(("av_now", "av_before", "frozen", "spent"), frozenset[str]())
    earlier = earlier.with_(fought=everybody, **calm)
    return state_of(game, earlier, crossed=crossed)


def edited(state: State, pos: Position, *, crossed: Iterable[str] = ()) -> State:
    """A state with the units, owners, track and flags of a position, in its own phase."""
    game = state.game
    short, land = names(game), hexes(game)
    gone = [(u, "removed") for u, h in state.places().items() if h in land]
    clear = [(u, f, False) for f in UNIT_FLAGS.values() for u in state.units_with(f)]
    flags = [
        (short[u], flag, True) for field, flag in UNIT_FLAGS.items() for u in getattr(pos, field)
    ]
    owners = [
        (h, f"{side} control", owner == side) for h, owner in pos.control.items() for side in SIDES
    ]
    track = [(h, "axis rail", side == AXIS) for h, side in pos.rail.items()]
    met = [(h, "crossed", False) for h in state.hexes_with("crossed")]
    lost = [
        (f"{s} leader lost", 2 * (n in pos.leaderless)) for n, s in zip(NATIONS, SIDES, strict=True)
    ]
    return state.edited(
        places=gone + [(short[u], h) for u, h in pos.at.items()],
        unit_flags=clear + flags,
        hex_flags=owners + track + met + [(h, "crossed", True) for h in crossed],
        variables=[
            ("turn", pos.turn),
            ("weather", WEATHERS.index(pos.weather)),
            ("Bulgaria open", int("bulgaria" not in pos.closed)),
            ("Finland closed", int("finland" in pos.closed)),
            ("duty known", 1),
            ("duty met", 1),
            *lost,
        ],
    )


# ---- battles


def battle_at_hand(state: State) -> Battle:
    """The battle that is put together or fought."""
    return Battle(with_flag(state, "engaged"), frozenset(state.hexes_with("beset")))


def level(odds: int) -> int:
    """The oracle's level of the engine's odds: 1-1 is 0 for the one and 1 for the other."""
    return odds - 1 if odds > 0 else odds + 1


def air_left(pos: Position, state: State) -> int:
    """Aircraft that the side to move has left this turn."""
    return state.var("stukas" if pos.side == AXIS else "sturmoviks")


def air_flown(state: State) -> frozenset[str]:
    """Headquarters that support a Stuka already."""
    return with_flag(state, "supports a stuka")


def pushed(state: State, verb: str, thing: str = "") -> State:
    """A copy after an action on a hex, or on a unit by its id."""
    return played(state, f"{verb} {thing}".strip())


def some(rng: Any, things: Iterable[str], most: int) -> Sequence[str]:
    """A few of some things, by chance."""
    listed = sorted(things)
    return listed if len(listed) <= most else rng.sample(listed, most)
