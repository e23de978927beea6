"""Second readings of ambiguous passages: each differs from the first."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.games.barbarossa_deluxe.options import READINGS
from eastfront.questions.consequences import Lost, Withdrawal

from .board_positions import (
    DR,
    OOS,
    OVERLAND,
    at,
    data,
    edit,
    fight,
    names,
    play,
)
from .test_11_odds import NE, NW, SE, SW, E, W, index

ARMIES = ["60A", "59A", "54A", "53A", "52A"]
CROWD = [f"{n}AK" for n in (5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27, 28)]


def both(reading: str) -> list[tuple[str, ...]]:
    """The options of the first reading and of the second."""
    return [(), (reading,)]


def test_every_reading_is_one_that_the_game_knows() -> None:
    assert {f"D-{n}" for n in (102, 103, 104, 105, 106)} == READINGS.keys()


def retreats(state: State, target: str, group: list[str]) -> State:
    """A battle played to its retreat, whichever die gives one."""
    rolling = fight(state, target, group)
    for die in range(1, 7):
        after = play(rolling, f"roll {die}")
        if after.var("result") == DR:
            return after
    raise AssertionError(f"no die retreats at column {rolling.var('column')}")


@pytest.mark.rule("BD-11.28c", "BD-10.22a", "BD-11.27b")
def test_whether_a_satellite_army_keeps_its_stack_from_retreating() -> None:
    """South of the boundary, with none but northern hexes open: the ban is the army's alone."""
    shut = {"2209": ["51A"], "2308": ["50A"], "2307": ["49A"]}
    found = []
    for options in both("D-102"):
        state = at(
            "prepared assault",
            "soviet",
            turn=13,
            sequence="fight-move",
            units={"2208": ["4AK", "8Ital"], "2207": ARMIES, **shut},
            variables={"supply marker A": index("2207")},
            options=options,
        )
        fled = retreats(state, "2208", ARMIES)
        found.append((fled.place("4AK"), fled.place("8Ital")))
        # where a southern hex is open to both they go there together, from the north too
        together = retreats(edit(state, {"51A": "removed"}), "2208", ARMIES)
        assert {together.place(u) for u in ("4AK", "8Ital")} == {"2209"}
        # while the ban is suspended they go north together (BD-10.22c)
        north = retreats(edit(state, variables={"turn": 12, "zone": 1}), "2208", ARMIES)
        assert {north.place(u) for u in ("4AK", "8Ital")} == {"2108"}
        # an army alone is lost, and so are both when every hex is shut
        alone = retreats(edit(state, {"4AK": "removed"}), "2208", ["52A"])
        assert alone.place("8Ital") == "removed"
        closed = edit(state, {"48A": "2108", "47A": "2107"})
        assert retreats(closed, "2208", ARMIES).place("4AK") == "dead"
    # the northwest lies toward home
    assert found == [("2108", "removed"), ("dead", "removed")]


@pytest.mark.rule("BD-11.28c", "BD-10.22a")
def test_an_explanation_tells_who_is_lost_by_the_ban() -> None:
    told = []
    for options in both("D-102"):
        units = {"2208": ["4AK", "8Ital"], "2207": ARMIES, "2209": ["51A"], "2308": ["50A"]}
        state = at(
            "prepared assault",
            "soviet",
            turn=13,
            sequence="fight-move",
            units={**units, "2307": ["49A"]},
            variables={"supply marker A": index("2207")},
            options=options,
        )
        battle = fight(state, "2208", ARMIES).battle()
        after = next(o for o in battle.outcomes if o.result == "DR").consequences
        lost = [c.units for c in after if isinstance(c, Lost)]
        said = next(c for c in after if isinstance(c, Withdrawal))
        barred = {h for h, why in said.shut.items() if "BD-10.22a" in why}
        told.append((lost, said.units, said.hexes, barred))
    assert told == [
        ([("8Ital",)], ("4AK",), ("2108",), set()),
        ([], ("4AK", "8Ital"), (), {"2107", "2108"}),
    ]


@pytest.mark.rule("BD-11.27c", "BD-11.28b")
def test_whether_a_full_hex_toward_home_goes_before_one_with_room() -> None:
    """The west of the corps is full, a hex to its east is empty."""
    found = []
    for options in both("D-103"):
        state = at(
            "prepared assault",
            "soviet",
            turn=13,
            sequence="fight-move",
            units={"2308": ["4AK"], E: ARMIES, W: CROWD[:5], NW: CROWD[5:10], SW: CROWD[10:15]},
            variables={"supply marker A": index(E)},
            options=options,
        )
        fled = retreats(state, "2308", ARMIES)
        found.append(names(fled, "retreat-to"))
        # with room in the west it goes there in both
        room = retreats(edit(state, {CROWD[0]: "removed"}), "2308", ARMIES)
        assert room.decision != "retreat" or names(room, "retreat-to") == {W}
        assert W in (room.place("4AK"), *names(room, "retreat-to"))
    # on through the full hexes, or back to the east
    assert found[1] == {NE, SE}
    assert {"2310", "2210", "2410"} <= found[0]


@pytest.mark.rule("BD-11.27c", "BD-11.28b")
def test_with_room_nowhere_or_in_one_hex_the_second_reading_goes_on_as_the_first() -> None:
    """D-103: full hexes lead on where no hex at all has room, and only there."""
    state = at(
        "prepared assault",
        "soviet",
        turn=13,
        sequence="fight-move",
        units={"2308": ["4AK"], E: ARMIES, W: CROWD[:5], NW: CROWD[5:10], SW: CROWD[10:15],
               NE: ["20A"]},
        variables={"supply marker A": index(E)},
        options=("D-103",),
    )  # fmt: skip
    # the one hex with room lies away from home
    assert retreats(state, "2308", ARMIES).place("4AK") == SE
    shut = retreats(edit(state, {"21A": SE}), "2308", ARMIES)
    assert shut.place("4AK") == "2308" and shut.decision == "retreat"
    assert {"2310", "2210", "2410"} <= names(shut, "retreat-to")


@pytest.mark.rule("BD-10.22a", "BD-7.3a")
def test_whether_a_satellite_army_on_a_northern_source_is_supplied() -> None:
    """The ban on the north is on again after turn 12, whatever was declared."""
    m = data().map
    source = next(
        r.name
        for r in m.hexes
        if r is not None and "german-source" in r.features and r.zone == "north"
    )
    found = []
    for options in both("D-104"):
        state = at(
            "prepared assault",
            "german",
            turn=13,
            zone="north",
            units={source: ["3Rum"], "60A": "1001"},
            options=options,
        )
        found.append(state.ask("supply", "3Rum"))
        # next to it there is none in either, and a corps has it anywhere
        inland = next(
            r.name
            for d in range(6)
            if (n := m.neighbor(m.index[source], d)) is not None
            and (r := m.hexes[n]) is not None
            and "german-source" not in r.features
            and r.zone == "north"
            and r.terrain not in ("sea", "lake")
        )
        beside = edit(state, {"3Rum": inland, "4AK": inland})
        assert (beside.ask("supply", "3Rum"), beside.ask("supply", "4AK")) == (OOS, OVERLAND)
        held = edit(state, {"60A": source, "3Rum": inland})
        assert held.ask("supply", "3Rum") == OOS
    assert found == [OOS, OVERLAND]


@pytest.mark.rule("BD-7.4f", "BD-7.15a")
def test_whether_a_line_of_crimea_supply_may_leave_the_southern_zone() -> None:
    """A corps at Kerch whose only way to Sevastopol is around by the north."""
    rows = data().map.hexes
    wall = [
        r.name
        for r in rows
        if r is not None
        and r.zone == "south"
        and r.terrain not in ("sea", "lake")
        and r.name[2:] == "06"
        and "crimea" not in r.features
    ]
    armies = [u.name for u in data().units if u.kind == "rifle"]
    found = []
    for options in both("D-105"):
        state = at(
            "prepared assault",
            "german",
            units={"4AK": "3108", "5AK": "3105", "60A": "3106"}
            | {u: h for u, h in zip([a for a in armies if a != "60A"], wall, strict=False)},
            variables={"crimea supply": 1},
            flags={"crimea supply": ["4AK", "5AK"]},
            options=options,
        )
        reach = state.ask("crimea supply")
        assert "3108" in reach
        found.append("3105" in reach)
    assert found == [False, True]


@pytest.mark.rule("BD-13.9b", "BD-11.28b")
def test_whether_who_has_no_room_next_to_it_may_retreat_before_the_battle() -> None:
    """Every hex open to the army holds five others."""
    tanks = ["3Pz", "14Pz", "24Pz"]
    crowd = [u.name for u in data().units if u.kind == "rifle" and u.name != "60A"]
    full = {E: crowd[:5], NE: crowd[5:10], SE: crowd[10:15], NW: crowd[15:20], SW: crowd[20:25]}
    found = []
    for options in both("D-106"):
        state = at(
            "prepared assault",
            "german",
            sequence="move-fight",
            units={W: tanks, "2308": ["60A"], **full},
            options=options,
        )
        try:
            fight(state, "2308", tanks, until="retreat before battle")
            found.append(True)
        except LookupError:
            found.append(False)
        room = edit(state, {crowd[0]: "removed"})
        asked = fight(room, "2308", tanks, until="retreat before battle")
        assert names(asked) == {"give-way", "stand"}
    assert found == [True, False]
