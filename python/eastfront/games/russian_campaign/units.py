"""The order of battle of The Russian Campaign: a counter as a row of units.csv.

One combat factor serves attack and defence (2.4). The movement factor is that of the first impulse
in clear weather (2.5); the movement allowance chart gives the others by class.
"""

from __future__ import annotations

from dataclasses import dataclass

from eastfront.scenario.errors import ScenarioError
from eastfront.scenario.files import Row
from eastfront.scenario.forms import PROVENANCES, GameFile
from eastfront.scenario.model import UnitRow
from eastfront.scenario.tables import YES_NO, check_unit_names

COLUMNS = (
    "id", "side", "name", "nation", "kind", "class", "size", "formation", "factor", "movement",
    "group", "entry", "arrives", "impulse", "dated", "place", "replaceable", "option", "provenance",
)  # fmt: skip

LISTS = {
    "side": "sides", "nation": "units.nations", "kind": "units.kinds", "class": "units.mobilities",
    "size": "units.sizes", "formation": "units.formations", "group": "units.groups",
    "entry": "units.entries", "place": "units.places", "option": "units.options",
    "factor": "units.highest_factor", "movement": "units.highest_factor", "arrives": "last_turn",
}  # fmt: skip
"""For each column of units.csv, the key in game.toml that lists the words allowed in the column or
states its greatest number."""

DATED = ("turn", "motorization", "pool")
"""Ways of entry with a turn and an impulse; the entry `substitute` may have them too."""


@dataclass(frozen=True)
class Counter(UnitRow):
    """A unit of The Russian Campaign; its attack and defence factors are both its combat factor.

    ``mobility`` is the unit's class in the movement allowance chart, ``arrives`` the game turn of
    its arrival, ``entry`` its way of entry.
    """

    attack: int
    defence: int
    size: str = ""
    """Corps, army, army group, high command, or none (6.1, 6.3)."""
    formation: str = ""
    """SS, Guards, Luftwaffe, or empty."""
    movement: int = 0
    """The printed movement factor, in hexes."""
    group: str = ""
    """Set-up area: an army group, a country, a military district, or a city; empty for a unit that
    arrives later."""
    impulse: int | None = None
    """Impulse of arrival: 1 is the first month of the turn, 2 the second (20)."""
    dated: str = ""
    """The kind of source of `impulse`, such as ``rulebook`` or ``reconstructed``; empty for a unit
    without a turn of arrival."""
    place: str = ""
    """The city or map edge of arrival, or the city of set-up."""
    option: str = ""
    """The mark of the option that brings the counter into play; empty for a counter always used."""

    @property
    def ss(self) -> bool:
        """Says whether the unit belongs to the SS."""
        return self.formation == "ss"

    @property
    def guards(self) -> bool:
        """Says whether the unit is a Guards unit."""
        return self.formation == "guards"


def read_units(rows: list[Row], game: GameFile) -> tuple[Counter, ...]:
    """Returns the units of the order of battle from the rows of units.csv, in their order."""
    lines: dict[tuple[str, str], int] = {}
    units: list[Counter] = []
    for row in rows:
        check_unit_names(row, lines)
        units.append(_read(row, game))
    return tuple(units)


def _read(row: Row, game: GameFile) -> Counter:
    words = game.units
    entry = row.word("entry", words.entries)
    turn, impulse = _date(row, game, entry)
    factor = row.number("factor", 0, words.highest_factor)
    group = _perhaps(row, "group", words.groups)
    if (entry == "start") != bool(group):
        raise row.error(
            "group",
            f"a group for a unit that starts on the map, and for no other (entry is {entry})",
        )
    place = _perhaps(row, "place", words.places)
    if group == "city" and not place:
        raise row.error("place", "the city in which the unit starts")
    return Counter(
        id=row["id"],
        side=row.word("side", game.sides),
        name=row["name"],
        nation=row.word("nation", words.nations),
        kind=row.word("kind", words.kinds),
        mobility=row.word("class", words.mobilities),
        attack=factor,
        defence=factor,
        replaceable=row.word("replaceable", YES_NO) == "yes",
        arrives=turn,
        entry=entry,
        provenance=row.word("provenance", PROVENANCES),
        size=row.word("size", words.sizes),
        formation=_perhaps(row, "formation", words.formations),
        movement=row.number("movement", 0, words.highest_factor),
        group=group,
        impulse=impulse,
        dated=row.word("dated", PROVENANCES) if turn is not None else "",
        place=place,
        option=_perhaps(row, "option", words.options),
    )


def _date(row: Row, game: GameFile, entry: str) -> tuple[int | None, int | None]:
    """Returns the turn and the impulse of the arrival of a unit with the way of entry `entry`; None
    for both if the unit does not arrive on a date."""
    if not row["arrives"]:
        if entry in DATED:
            raise row.error("arrives", f"the game turn of a unit that comes by {entry}")
        for column in ("impulse", "dated"):
            if row[column]:
                raise row.error(column, "nothing, as the unit has no turn of arrival")
        return None, None
    if entry not in (*DATED, "substitute"):
        raise row.error("arrives", f"no game turn for a unit that comes by {entry}")
    return row.number("arrives", 1, game.last_turn), row.number("impulse", 1, 2)


def _perhaps(row: Row, column: str, words: list[str]) -> str:
    """Returns the word in a column of a row, which must be one of `words`; empty if the column is
    empty."""
    return row.word(column, words) if row[column] else ""


def counter(unit: UnitRow) -> Counter:
    """Returns a unit as a counter of this game; raises ScenarioError for a unit of another kind."""
    if not isinstance(unit, Counter):
        raise ScenarioError("units.csv", unit.id, unit, "a unit of The Russian Campaign")
    return unit
