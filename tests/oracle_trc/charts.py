"""The tables of the rulebook and of the printed charts, as data.

The Combat Results Table is a published fact of the 5th edition (its columns and the worked
examples of 13.1 and 13.4 agree); weather and air tables are in the rulebook (4.1.1, 15.6, 15.9).
"""

from __future__ import annotations

from .model import AXIS, period, year

#: best and worst level of each column; level 0 is 1-1, 1 is 2-1, -1 is 1-2
COLUMNS = ((-5, -4), (-3, -2), (-1, -1), (0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (6, 8))

CRT = {
    1: ("AE", "AE", "AE", "A1", "A1", "AR", "C", "EX", "DR"),
    2: ("AE", "AE", "A1", "A1", "AR", "C", "EX", "DR", "D1"),
    3: ("AE", "A1", "AR", "AR", "C", "EX", "DR", "D1", "DE"),
    4: ("A1", "AR", "AR", "C", "EX", "DR", "D1", "DE", "DE"),
    5: ("AR", "AR", "C", "EX", "DR", "D1", "DE", "DE", "DS"),
    6: ("AR", "C", "EX", "DR", "D1", "DE", "DS", "DS", "DS"),
}

#: period -> modified roll -> weather and change of the modifier (TRC-4.1.1f to TRC-4.1.1h)
WEATHER = {
    "Mar/Apr": {
        0: ("clear", 3),
        **{roll: ("light-mud", 2) for roll in (1, 2, 3, 4)},
        **{roll: ("mud", -3) for roll in (5, 6)},
        7: ("snow", -6),
    },
    "Sep/Oct": {
        **{roll: ("clear", 1) for roll in (0, 1, 2, 3)},
        **{roll: ("light-mud", 0) for roll in (4, 5, 6)},
        7: ("mud", -3),
    },
    "Nov/Dec": {
        **{roll: ("light-mud", 4) for roll in (0, 1, 2)},
        3: ("mud", -2),
        **{roll: ("snow", -3) for roll in (4, 5, 6, 7)},
    },
}

FIXED_WEATHER = {"May/Jun": "clear", "Jul/Aug": "clear", "Jan/Feb": "snow"}

_STUKAS = {
    1941: {"clear": 3, "light-mud": 1, "mud": 1},
    1942: {"clear": 2, "light-mud": 1, "mud": 1},
    1943: {"clear": 1, "light-mud": 0, "mud": 0},
}
_STURMOVIKS = {
    1943: {"clear": 1, "light-mud": 0, "mud": 0},
    1944: {"clear": 2, "light-mud": 1, "mud": 0},
    1945: {"clear": 3, "light-mud": 1, "mud": 1},
}
FIRST_STURMOVIK_TURN = 14  # Jul/Aug 1943


def column(level: int) -> int:
    """The column of a level of odds: below 1-6 the first, above 9-1 the last."""
    bounded = max(COLUMNS[0][0], min(level, COLUMNS[-1][1]))
    return next(i for i, (worst, best) in enumerate(COLUMNS) if worst <= bounded <= best)


def combat_result(level: int, die: int) -> str:
    """TRC-13.2a: the result of a die in the column of a level."""
    return CRT[die][column(level)]


def has_fixed_weather(turn: int) -> bool:
    """TRC-4.1.1b: whether no die is rolled for the weather of a turn."""
    return period(turn) in FIXED_WEATHER


def weather(turn: int, modifier: int, die: int | None = None) -> tuple[str, int]:
    """TRC-4.1.1a to TRC-4.1.1h: the weather of a turn, and the modifier afterwards."""
    months = period(turn)
    if months in FIXED_WEATHER:
        return FIXED_WEATHER[months], modifier
    if die is None:
        raise ValueError(f"{months} needs a die")
    kind, change = WEATHER[months][max(0, min(7, die + modifier))]
    return kind, modifier + change


def air_units(side: str, turn: int, weather_now: str, impulse: int) -> int:
    """TRC-15.1a, TRC-15.6a to TRC-15.6d, TRC-15.9a to TRC-15.9d: air units of a side."""
    if impulse != 1:
        return 0
    if side == AXIS:
        return _STUKAS.get(year(turn), {}).get(weather_now, 0)
    if turn < FIRST_STURMOVIK_TURN:
        return 0
    return _STURMOVIKS.get(year(turn), {}).get(weather_now, 0)
