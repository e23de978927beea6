"""The charts, written out by hand: months, arrivals, combat tables, forces, games, situations.

They are a second copy, made independently of the game's own files, so that an error in one of them
shows as a difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

# ---- months

MUD, WINTER, NORMAL = "mud", "winter", "normal"

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def month(turn: int) -> str:
    """The month of a turn; turn 1 is June 1941, turn 0 the May before."""
    return MONTHS[(turn + 4) % 12]


def year(turn: int) -> int:
    """The year of a turn."""
    return 1941 + (turn + 4) // 12


def weather(turn: int) -> str:
    """MUD-0, WINTER-0, WX-0: the weather of a month."""
    if month(turn) in {"Mar", "Oct"}:
        return MUD
    return WINTER if month(turn) in {"Nov", "Dec", "Jan", "Feb"} else NORMAL


# ---- combat tables

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1")

STAND = (
    "Ar -  Dr De De De De De De De",
    "Ar Ar -  Dr De De De De De De",
    "Ae Ar -  Dr Dr De De De De De",
    "Ae Ae Ar -  Dr Dr De De De De",
    "Ae Ae Ar Ar -  Dr Dr De De De",
    "Ae Ae Ae Ar Ar -  Dr Dr De De",
)
GIVE_GROUND = (
    "-  -  Dr2 Dr2 Dr2 Dr2 De  De  De  De",
    "-  -  Dr2 Dr2 Dr2 Dr2 Dr2 De  De  De",
    "-  -  -   Dr2 Dr2 Dr2 Dr2 Dr2 De  De",
    "Ar -  -   Dr2 Dr2 Dr2 Dr2 Dr2 Dr2 De",
    "Ar Ar -   -   Dr2 Dr2 Dr2 Dr2 Dr2 De",
    "Ar Ar Ar  -   -   Dr2 Dr2 Dr2 Dr2 Dr2",
)
TABLES = {"stand": STAND, "give-ground": GIVE_GROUND}


def result(table: str, column: str, die: int) -> str:
    """The cell of a combat table; low dice favour the attacker."""
    return TABLES[table][die - 1].split()[COLUMNS.index(column)]


# ---- breaking down

PARTS: dict[str, tuple[str, ...]] = {
    "DE:pza": ("DE:pzc",) * 3,
    "DE:ina": ("DE:inc",) * 3,
    "RU:ina": ("RU:inc",) * 2,
    "FI:ina": ("FI:inc",) * 2,
    "HU:ina": ("HU:inc",) * 2,
    "IT:ina": ("IT:inc",) * 2,
    "SU:shk": ("SU:inf",) * 2,
    "SU:tka": ("SU:tkc", "SU:tkc", "SU:mec"),
}
"""BREAK-T1 to T5: the parts of an army."""

# ---- the counter mix, for arrivals and orders of battle

MIX = {
    "DE:pza": 6,
    "DE:pzc": 18,
    "DE:ina": 9,
    "DE:inc": 24,
    "DE:air": 4,
    "AX:sup": 6,
    "RU:ina": 4,
    "RU:inc": 8,
    "FI:ina": 4,
    "FI:inc": 8,
    "HU:ina": 2,
    "HU:inc": 4,
    "IT:ina": 1,
    "IT:inc": 3,
    "SU:inf": 68,
    "SU:shk": 16,
    "SU:tkc": 24,
    "SU:mec": 15,
    "SU:tka": 8,
    "SU:sup": 4,
}

# ---- cities

SOVIET_CITIES = {
    "1627": 10,
    "0618": 10,
    "3339": 6,
    "3018": 5,
    "3127": 5,
    "3732": 4,
    "1335": 4,
    "4433": 4,
    "3525": 3,
    "3629": 3,
    "4523": 3,
    "2540": 3,
    "4018": 2,
    "1311": 2,
    "2115": 2,
    "1921": 2,
    "2630": 2,
    "2027": 2,
    "1130": 2,
    "4331": 1,
    "0712": 1,
    "3109": 1,
    "1912": 1,
}
"""The cities of the Soviet Union and their points."""
WESTERN_CITIES = {
    "2405": 6,
    "3501": 6,
    "4411": 6,
    "1805": 5,
    "4511": 5,
    "2903": 3,
    "0513": 3,
    "2707": 2,
    "3605": 2,
    "3813": 2,
    "4615": 2,
}
"""The cities west of the border of 1941 and their points."""
CITIES = SOVIET_CITIES | WESTERN_CITIES
HELSINKI = "0513"

# ---- arrivals

AXIS_SUPPLY = "022211010" + "0112221110" + "1110111111" + "0101010101" + "010101"
"""Supply units a turn, from turn 1 to 45."""
SOVIET_ARRIVALS = (
    *("0000", "8211", "6000", "5001", "6101", "6101", "6112"),  # 1941
    *("4102", "3101", "3100", "3210", "4311", "4211", "4201", "4111", "3111", "3111", "3112"),
    *("3112", "3112", "2102", "2111", "2101", "2111", "3201", "3212", "3102", "3112", "2102"),
    *("2112", "2102", "2112", "2102", "2112", "2102", "2112", "3102", "3112", "3102", "2112"),
    *("2102", "2112", "2102", "2113", "2103"),
)
"""Infantry armies, tank corps, mechanized corps, supply units a turn."""
SOVIET_TYPES = ("SU:inf", "SU:tkc", "SU:mec", "SU:sup")
CAMPAIGN_ARRIVALS = {13: {"HU:ina": 1, "IT:ina": 1}, 35: {"HU:ina": 1}}
BERLIN_ARRIVALS = {40: {"HU:ina": 1}}

# ---- games


@dataclass(frozen=True)
class Game:
    """The facts that distinguish a game."""

    first_turn: int
    last_turn: int
    line: str
    par: int
    forces: dict[str, int]


FORCES = {
    "DE:pza": (4, 4, 4, 4),
    "DE:ina": (8, 8, 7, 7),
    "DE:air": (3, 2, 1, 0),
    "RU:ina": (2, 2, 1, 2),
    "HU:ina": (0, 1, 0, 1),
    "IT:ina": (0, 1, 0, 0),
    "FI:ina": (2, 2, 2, 2),
    "AX:sup": (4, 4, 5, 2),
    "SU:inf": (22, 36, 30, 28),
    "SU:shk": (0, 0, 8, 14),
    "SU:tkc": (10, 14, 10, 10),
    "SU:mec": (5, 6, 6, 6),
    "SU:tka": (0, 0, 5, 6),
    "SU:sup": (1, 2, 3, 4),
}


def _forces(column: int) -> dict[str, int]:
    return {kind: numbers[column] for kind, numbers in FORCES.items() if numbers[column]}


GAMES = {
    "barbarossa": Game(1, 8, "barbarossa", 72, _forces(0)),
    "stalingrad": Game(13, 20, "stalingrad", 76, _forces(1)),
    "zitadelle": Game(25, 29, "zitadelle", 62, _forces(2)),
    "berlin": Game(37, 42, "berlin", 24, _forces(3)),
    "campaign": Game(1, 45, "barbarossa", 0, _forces(0)),
}
INVASION = ("barbarossa", "campaign")
"""The games that begin in 1941."""
SITUATIONS: dict[int, tuple[str, ...]] = {
    **dict.fromkeys((1, 8), tuple(GAMES)),
    **dict.fromkeys((2, 3, 4, 5, 6, 7, 9, 10, 11), INVASION),
    12: ("stalingrad",),
    **dict.fromkeys((13, 14), ("zitadelle",)),
    15: ("berlin",),
}
"""WHATIF-0: the games that a situation fits."""
CHANGES: dict[int, dict[str, int]] = {
    2: {"RU:ina": -2},
    3: {"HU:ina": 1},
    9: {"DE:ina": 1},
    10: {"DE:air": 1},
    11: {"DE:pza": 1},
    12: {"DE:ina": 1},
    13: {"DE:pza": -1},
    14: {"DE:ina": 1},
    15: {"DE:ina": 1, "DE:pza": 2},
}


def order_of_battle(game: str, situations: Iterable[int] = ()) -> dict[str, int]:
    """The units set up, by type; without the optional exchanges of situation 7."""
    found = dict(GAMES[game].forces)
    for number in situations:
        for kind, change in CHANGES.get(number, {}).items():
            found[kind] = found.get(kind, 0) + change
    if 1 in situations:
        found.pop("FI:ina", None)
    return {kind: n for kind, n in found.items() if n}


def exchanged(forces: dict[str, int], shock: int, tank: int) -> dict[str, int] | None:
    """WHATIF-7: forces after so many exchanges for shock and for tank armies; None if too few."""
    out = dict(forces)
    for army, times in (("SU:shk", shock), ("SU:tka", tank)):
        for part in PARTS[army]:
            out[part] = out.get(part, 0) - times
        out[army] = out.get(army, 0) + times
    fits = all(n >= 0 for n in out.values()) and all(n <= MIX[kind] for kind, n in out.items())
    return {kind: n for kind, n in out.items() if n} if fits else None


def first_turn(game: str, situations: Iterable[int] = ()) -> int:
    """WHATIF-4: the invasion may begin a turn earlier."""
    return 0 if 4 in situations else GAMES[game].first_turn


def arrivals(
    game: str, turn: int, side: str, situations: Iterable[int] = (), *, bulge_at_once: bool = True
) -> dict[str, int]:
    """The arrivals of a side in a turn by the turn track (3.7, WHATIF-15B)."""
    opening = turn <= first_turn(game, situations)
    found: dict[str, int] = {}
    if side == "axis":
        if 15 in situations:
            supply = 1 if bulge_at_once or not opening else 0
        else:
            supply = 0 if opening or turn < 1 else int(AXIS_SUPPLY[turn - 1])
        found["AX:sup"] = supply
        special = {"campaign": CAMPAIGN_ARRIVALS, "berlin": BERLIN_ARRIVALS}.get(game, {})
        found |= special.get(turn, {})
    elif not opening and turn >= 1:
        row = SOVIET_ARRIVALS[turn - 1]
        found |= dict(zip(SOVIET_TYPES, map(int, row), strict=True))
    return {kind: n for kind, n in found.items() if n}


BANDS = (
    (95, "German strategic"),
    (82, "German tactical"),
    (61, "German marginal"),
    (42, "draw"),
    (27, "Soviet marginal"),
    (10, "Soviet tactical"),
)
"""MVIC-C1 to C7: the least score of each; below all of them it is Soviet strategic."""
