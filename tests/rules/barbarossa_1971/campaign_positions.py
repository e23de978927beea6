"""Cities, points and turns of Barbarossa (1971) for the tests of victory and of campaigns."""

from __future__ import annotations

from eastfront._core import State

from .war_positions import FIRST, SECOND, at, names, near, on, play, walk

SOVIET_CITIES = {
    "1627": 10, "0618": 10, "3339": 6, "3018": 5, "3127": 5, "3732": 4, "1335": 4, "4433": 4,
    "3525": 3, "3629": 3, "4523": 3, "2540": 3, "4018": 2, "1311": 2, "2115": 2, "1921": 2,
    "2630": 2, "2027": 2, "1130": 2, "4331": 1, "0712": 1, "3109": 1, "1912": 1,
}  # fmt: skip
WESTERN_CITIES = {
    "2405": 6, "3501": 6, "4411": 6, "1805": 5, "4511": 5, "2903": 3, "0513": 3, "2707": 2,
    "3605": 2, "3813": 2, "4615": 2,
}  # fmt: skip
CITIES = {**SOVIET_CITIES, **WESTERN_CITIES}
PAR = {"barbarossa": 72, "stalingrad": 76, "zitadelle": 62, "berlin": 24}
AT_START = {"barbarossa": 42, "stalingrad": 72, "zitadelle": 72, "berlin": 49}
LAST = {"barbarossa": 8, "stalingrad": 20, "zitadelle": 29, "berlin": 42}
POINTS = {"1PzA": 6, "1PzC": 2, "1InA": 3, "1InC": 1, "1Air": 2, "1RumA": 2, "1RumC": 1,
          "1HunA": 2, "1HunC": 1, "1ItaA": 2, "1ItaC": 1, "1FinA": 2, "1FinC": 1}  # fmt: skip
APR_43 = 23
EMPTY = "turns without Soviet units"


def score(state: State) -> int:
    """The points of the Axis."""
    return int(state.ask("score"))


def starved(unit: str, scenario: str, turn: int = 14, **more: object) -> tuple[State, State]:
    """A unit in a ring of Soviets as the Axis turn begins, and after that turn."""
    middle = "2530" if "Fin" not in unit else "0720"
    ring = {f"{n}Inf": h for n, h in enumerate(sorted(near(middle)), 1)}
    assert len(ring) == 6
    state = at("soviet", SECOND, where={unit: middle, **ring}, scenario=scenario, turn=turn, **more)  # type: ignore[arg-type]
    state = on(state, "movement", "axis")
    return state, on(on(state, "movement", "axis"), "movement", "soviet")


def next_turn(state: State, side: str) -> State:
    """The next First Movement Phase of a side, or the end."""
    here = (state.turn, state.to_move)
    out = state
    while not out.is_over and ((out.turn, out.to_move) == here or out.to_move != side):
        out = on(out, "movement")
    return out


def fought(state: State, target: str, table: str) -> State:
    """The Second Movement Phase after an attack of four Soviet armies."""
    out = play(walk(state, "attacks", "soviet"), f"attack {target}")
    joined = 0
    while out.decision != "table":
        more = sorted(names(out, "with"))
        if joined < 4 and more:
            out = play(out, f"with {more[0]}")
            joined += 1
        else:
            out = play(out, "fight")
    return walk(play(out, table), "movement", "soviet")


def pressed(options: tuple[str, ...], where: dict[str, str] | None = None) -> State:
    """A corps on the western edge, surrounded by Soviet units that attack it at 4-1.

    It gives ground: a retreat on every roll.
    """
    around = sorted(near("2501"))
    soviets = {f"{n}Inf": around[n // 2 % len(around)] for n in range(1, 2 * len(around) + 1)}
    units_ = {"1InC": "2501", **soviets, "1SovSup": around[0], "6AxSup": "4001"}
    state = at("soviet", FIRST, where={**units_, **(where or {})}, turn=14, options=options)
    return fought(state, "2501", "give-ground")


def due(turn: int = APR_43, used: tuple[int, int] = (0, 0), **kinds: int) -> State:
    """The replacements of a turn, with numbers of due units: pza, pzc, ina, inc."""
    variables = {f"DE:{kind} to be replaced": n for kind, n in kinds.items()}
    variables |= {"panzer corps replaced": used[0], "infantry corps replaced": used[1]}
    state = at("soviet", SECOND, turn=turn - 1, variables=variables)
    return on(state, "replacement", "axis")
