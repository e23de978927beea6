"""27.12 and the totals of section 27: every place on either side of a line, and the last point."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from eastfront._core import State

from .turn_positions import OWNED, at, data, play, walk

WORTH = {
    "Helsinki": 2, "Archangel": 2, "Tallinn": 1, "Berlin": 2, "Leningrad": 2, "Riga": 2,
    "Posen": 1, "Koenigsberg": 1, "Kaunas": 1, "Breslau": 1, "Warsaw": 2, "Vitebsk": 1, "Brest": 1,
    "Minsk": 2, "Kalinin": 1, "Smolensk": 1, "Moscow": 2, "Lvov": 1, "Bryansk": 1, "Tula": 1,
    "Gorki": 2, "Kiev": 2, "Kursk": 1, "Ploesti": 2, "Kharkov": 2, "Voronezh": 2, "Bucharest": 2,
    "Saratov": 2, "Odessa": 2, "Dnepropetrovsk": 2, "Stalino": 2, "Rostov": 2, "Stalingrad": 2,
    "Sevastopol": 2, "Krasnodar": 1, "Maikop": 2, "Astrakhan": 2, "Grozny": 2,
}  # fmt: skip
"""What each place is worth, by the sizes printed on the map."""

ALWAYS_EAST = {
    "Archangel", "Leningrad", "Kalinin", "Moscow", "Tula", "Gorki", "Voronezh", "Saratov",
    "Rostov", "Stalingrad", "Krasnodar", "Maikop", "Astrakhan", "Grozny",
}  # fmt: skip
"""What the Axis held neither on 1 May 1942 nor on 1 May 1943, with Novorossiysk alone in 1943."""

EAST = {"fall-blau": ALWAYS_EAST | {"Sevastopol"}, "zitadelle": ALWAYS_EAST | {"Kursk"}}
"""The Russian side of the two lines: Sevastopol fell in July 1942, Kursk was the bulge of 1943."""

LINES = {
    "breaking-storm": "fall-blau",
    "barbarossa": "fall-blau",
    "fall-blau": "fall-blau",
    "zitadelle": "zitadelle",
}

LAST = {
    "breaking-storm": (5, -1, "TRC-27.2b"),
    "barbarossa": (10, 4, "TRC-27.3b"),
    "fall-blau": (14, 4, "TRC-27.4e"),
    "zitadelle": (18, -6, "TRC-27.5d"),
}
"""The last turn of a scenario, the points that the Axis needs, and the rule that says so."""


def places() -> dict[str, str]:
    """The hexes of what has an owner, by name."""
    rows = [h for h in data().map.hexes if h is not None and h.features & OWNED]
    return {h.label: h.name for h in rows if h.label in WORTH}


def held(
    scenario: str, axis: Iterable[str] = (), russian: Iterable[str] = (), turn: int = 5
) -> State:
    """The Russian's last movement phase of a turn in which nobody holds anything else."""
    where = places()
    ours, theirs = [where[n] for n in axis], [where[n] for n in russian]
    rest = [h for h in where.values() if h not in ours and h not in theirs]
    return at("russian", 2, turn=turn, scenario=scenario, axis=ours, russian=theirs, nobody=rest)


@pytest.mark.rule("TRC-27.12b", "TRC-27.12c", "TRC-27.12d")
@pytest.mark.parametrize("scenario", LINES)
def test_every_place_counts_on_its_side_of_the_line(scenario: str) -> None:
    assert places().keys() == WORTH.keys()
    bare, where, east = held(scenario), places(), EAST[LINES[scenario]]
    assert bare.ask("victory points") == 0
    for name, worth in WORTH.items():
        found = tuple(
            bare._supposed(hex_flags=[(where[name], f"{side} control", True)]).ask("victory points")
            for side in ("axis", "russian")
        )
        assert found == ((worth, 0) if name in east else (0, -worth)), name


HOLDINGS = {
    -7: ((), ("Kiev", "Stalino", "Odessa", "Smolensk")),
    -6: ((), ("Kiev", "Stalino", "Odessa")),
    -2: ((), ("Kiev",)),
    -1: ((), ("Smolensk",)),
    3: (("Rostov", "Kalinin"), ()),
    4: (("Rostov", "Voronezh"), ()),
}


@pytest.mark.rule("TRC-27.2b", "TRC-27.3b", "TRC-27.4e", "TRC-27.5d", "TRC-27.12a")
@pytest.mark.parametrize("scenario", LAST)
def test_the_last_point_decides_a_scenario(scenario: str) -> None:
    turn, needed, rule = LAST[scenario]
    for points, winner in ((needed, "axis"), (needed - 1, "russian")):
        state = held(scenario, *HOLDINGS[points], turn=turn)
        assert state.ask("victory points") == points
        over = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1, Archangel=1)
        assert over.outcome == (winner, 3, rule)
