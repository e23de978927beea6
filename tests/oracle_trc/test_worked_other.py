"""Worked examples of the rulebook: supply, partisans, paratroops, replacements and victory
(17 to 25)."""

from __future__ import annotations

from dataclasses import replace

from . import arrivals, supply, victory
from .board import Board, small_board
from .model import AXIS, RUSSIAN, Position
from .pieces import axis, german, placed, russian

# ---- 17: supply

STEPPE = small_board(
    ("W1", "GG14"),
    cities={"AA9 major": "Voronezh", "DD2 minor": "Somewhere"},
    rails=["AA9 Z9 Y8 X8", "CC12 CC13 CC14"],
)


def test_eight_hexes_and_four_in_snow() -> None:
    corps = german("24 Pz", "8-7", "armor")
    fields = {"control": {"AA9": AXIS}, "turn": 9}
    for steps, here in ((8, "EE3"), (4, "CC6"), (5, "CC5"), (9, "FF3")):
        position = placed(STEPPE, {corps: here}, **fields)
        path = supply.supply_path(position, AXIS, here)
        assert (path is not None and len(path) - 1 == steps) or steps > 8
        assert supply.in_general_supply(position, corps) == (steps <= 8)
        snow = position.with_(weather="snow")
        assert supply.in_general_supply(snow, corps) == (steps <= 4)


def test_a_line_ends_in_a_zone_but_does_not_pass_one() -> None:
    corps = german("24 Pz", "8-7", "armor")
    wall = {russian(f"{h} A"): h for h in ("BB5", "DD5", "BB8", "DD8")}
    position = placed(STEPPE, {corps: "CC6", **wall}, control={"AA9": AXIS})
    assert not supply.in_general_supply(position, corps)
    beside_city = placed(STEPPE, {corps: "CC10", russian("1 A"): "AA8"}, control={"AA9": AXIS})
    held = beside_city.with_(control={**beside_city.control, "AA9": AXIS})
    assert supply.in_general_supply(held, corps), "the source may be in a zone"
    lost = beside_city.with_(control={**beside_city.control, "AA9": None})
    assert not supply.in_general_supply(lost, corps)


def test_rail_carries_supply_to_a_friendly_city() -> None:
    board = small_board(
        ("N1", "R30"),
        rails=["P28 P27 P26 P25 P24 P23 P22 P21 P20 P19 P18 P17 P16 P15"],
        cities={"P28 minor": "Brest"},
    )
    corps = german("24 Pz", "8-7", "armor")
    rails = {h: AXIS for h in board.rail_hexes}
    fields = {"rail": rails, "control": {"P28": AXIS}}
    position = placed(board, {corps: "P9"}, **fields)
    assert supply.supply_path(position, AXIS, "P9") == [
        "P9",
        "P10",
        "P11",
        "P12",
        "P13",
        "P14",
        "P15",
    ]
    partisan = russian("P1", "0-0", "partisan")
    cut = placed(board, {corps: "P9", partisan: "P25"}, **fields)
    assert not supply.in_general_supply(cut, corps)
    literal = cut.with_(readings=cut.readings.__class__(zoc_cuts_rail_supply=False))
    assert supply.in_general_supply(literal, corps)
    abroad = replace(board, regions={"P25": "bulgaria"})
    shut = position.with_(board=abroad, closed=frozenset({"bulgaria"}))
    assert not supply.in_general_supply(shut, corps)
    gauge = position.with_(rail={**rails, "P25": RUSSIAN})
    assert not supply.in_general_supply(gauge, corps)
    # a partisan in the city itself leaves it a source
    in_city = placed(board, {corps: "P9", partisan: "P28"}, **fields)
    assert supply.in_general_supply(in_city, corps)


def test_an_invader_is_checked_a_turn_later() -> None:
    corps = german("54", "3-4")
    position = placed(
        STEPPE, {corps: "DD6"}, turn=5, weather="snow", invaded_turn=frozenset({"54"})
    )
    assert supply.in_general_supply(position, corps) and supply.in_combat_supply(position, corps)
    later = position.with_(turn=6, invaded_turn=frozenset())
    assert supply.lost_for_supply(later, AXIS) == ["54"]
    para = russian("5 Para", "1-2", "paratroop")
    assert supply.lost_for_supply(placed(STEPPE, {para: "DD6"}, side=RUSSIAN), RUSSIAN) == []


def test_combat_supply_of_the_two_winters() -> None:
    corps = german("24 Pz", "8-7", "armor")
    for here, first, second in (("AA9", True, True), ("AA10", True, True), ("AA11", False, True)):
        position = placed(STEPPE, {corps: here}, turn=4, weather="snow", control={"AA9": AXIS})
        assert supply.in_combat_supply(position, corps) is first, here
        assert supply.in_combat_supply(position.with_(turn=10), corps) is second, here
        assert supply.in_combat_supply(position.with_(turn=16), corps)
    far = placed(STEPPE, {corps: "AA12"}, turn=10, weather="snow", control={"AA9": AXIS})
    assert not supply.in_combat_supply(far, corps)
    # Russian zones on all the hexes between take the second winter's relief away
    at = {corps: "AA11", russian("1 A"): "Z11", russian("2 A"): "BB10"}
    shut = placed(STEPPE, at, turn=10, weather="snow", control={"AA9": AXIS})
    assert not supply.in_combat_supply(shut, corps)


# ---- 19, 18: partisans and paratroops


def test_where_partisans_may_be() -> None:
    rails = {h: AXIS for h in STEPPE.rail_hexes}
    position = placed(STEPPE, {}, rail=rails, control={"AA9": AXIS, "DD2": RUSSIAN})
    assert arrivals.partisan_hexes(position) == {"AA9", "Z9", "Y8", "X8", "CC12", "CC13", "CC14"}
    guarded = placed(STEPPE, {german("1"): "Z10"}, rail=rails, control={"AA9": AXIS})
    assert "Z9" not in arrivals.partisan_hexes(guarded)
    assert "Y8" in arrivals.partisan_hexes(guarded)
    ss = placed(STEPPE, {german("1 SS", "10-8", "armor", ss=True): "DD10"}, rail=rails)
    assert arrivals.partisan_hexes(ss) == {"X8"}
    partisan = russian("P1", "0-0", "partisan")
    found = placed(STEPPE, {partisan: "CC12", german("1"): "CC11"}, rail=rails)
    assert arrivals.partisans_removed(found) == {"P1"}
    safe = placed(STEPPE, {partisan: "CC12", german("1"): "CC10"}, rail=rails)
    assert arrivals.partisans_removed(safe) == set()


def test_where_paratroops_may_drop() -> None:
    board = small_board(("A1", "H12"), terrain={"woods": "D4", "mountain": "D5", "sea": "D6"})
    stavka = russian("Stavka", "1-7", "hq")
    fields = {"side": RUSSIAN, "turn": 5, "weather": "snow"}
    position = placed(board, {stavka: "D3", german("1"): "F8"}, **fields)
    drops = arrivals.drop_hexes(position)
    assert "D2" in drops and not drops & {"D4", "D5", "D6", "F8", "F7", "D12"}
    assert arrivals.drop_hexes(position.with_(weather="mud")) == set()
    assert arrivals.drop_hexes(position.with_(impulse=2)) == set()
    assert arrivals.drop_hexes(position.without(["Stavka"])) == set()


# ---- 21, 22: replacements

POOL = [
    german("48 Pz", "6-7", "armor"),
    german("57 Pz", "6-7", "armor"),
    german("SS Res", "2-7", ss=True, no_stacking=True),
    german("3 LW", "2-3", "luftwaffe"),
    german("12", "4-4"),
    german("8", "4-4"),
    german("42", "3-4"),
    german("50", "4-6", "motorized"),
    german("1 Cav", "4-7", "cavalry"),
    axis("Rum 5", "2-4", "infantry", "rumanian"),
    axis("Hun 3", "2-2", "infantry", "hungarian"),
    axis("Ital 3", "2-4", "infantry", "italian"),
]


def test_axis_replacements_of_may_1943() -> None:
    taken = ["48 Pz", "SS Res", "3 LW", "12", "42", "8", "50", "Rum 5", "Hun 3"]
    legal = arrivals.axis_replacements_legal
    assert legal(POOL, taken, wells=1, turn=13)
    assert not legal(POOL, [*taken, "Ital 3"], wells=1, turn=13)
    assert legal(POOL, [*taken, "Ital 3"], wells=1, turn=7)
    assert not legal(POOL, [*taken, "57 Pz"], wells=1, turn=13)
    assert legal(POOL, [*taken, "57 Pz"], wells=2, turn=13)
    assert not legal(POOL, ["1 Cav"], wells=3, turn=13)
    assert not legal(POOL, ["48 Pz"], wells=1, turn=14)


def test_substitutes_only_for_what_is_missing() -> None:
    legal = arrivals.axis_replacements_legal
    threes = [german(n, "3-4") for n in ("10", "26", "28", "38", "13", "20")]
    names = [u.id for u in threes]
    # slots without armor, mountain, motorized, 4-4 and 5-4 corps: one each, and their own
    assert legal(threes, names[:5], wells=0, turn=13)
    assert not legal(threes, names, wells=0, turn=13)
    assert legal(threes, names, wells=1, turn=13)
    five = german("44", "5-4")
    assert not legal([*threes, five], [*names[:4], "44", names[4]], wells=0, turn=13)
    motorized = [german("50", "4-6", "motorized"), german("52", "3-6", "motorized")]
    assert legal(motorized, ["50", "52"], wells=1, turn=13)
    assert not legal(motorized, ["50", "52"], wells=0, turn=13)


def test_russian_points_and_limits() -> None:
    workers = [russian("Moscow", "3-0", "worker"), russian("Kharkov", "2-0", "worker")]
    assert arrivals.replacement_points(workers, 12, 0) == 5
    assert arrivals.replacement_points(workers, 13, 4) == 14
    dice = [arrivals.archangel(turn, 3, False) for turn in (4, 5, 11, 22, 23)]
    assert dice == [0, 3, 4, 4, 3] and arrivals.archangel(12, 6, True) == 0
    sixth = russian("6 A", "5-3")
    tanks = [russian(f"{n} TkA", "6-5", "armor", size="army") for n in (1, 2)]
    guards = [russian(f"{n} G", "7-4", guards=True) for n in (2, 3)]
    legal = arrivals.russian_replacements_legal
    assert legal([sixth], 5, 12) and not legal([sixth], 4, 12)
    assert not legal(tanks, 99, 16) and legal(tanks, 99, 17)
    assert not legal(guards, 99, 16) and legal([*guards, *tanks], 99, 17)
    assert not legal([russian("5 Para", "1-2", "paratroop")], 99, 12)
    stavka = russian("Stavka", "1-7", "hq")
    assert legal([stavka], 1, 5) and not legal([stavka], 1, 6)


def test_where_workers_and_replacements_go() -> None:
    moscow = russian("Moscow", "3-0", "worker")
    position = placed(STEPPE, {moscow: "AA9"}, side=RUSSIAN, control={"DD2": RUSSIAN})
    assert arrivals.worker_cities(position, ["AA9", "DD2"]) == {"DD2"}
    assert arrivals.worker_cities(position, ["AA9"]) == {"AA9"}
    assert arrivals.replacement_cities(position, []) == {"AA9"}
    assert arrivals.replacement_cities(position, ["AA9"]) == set()


# ---- 25: victory

PLACES = {
    "W19": "Kiev",
    "O8": "Kalinin",
    "E10": "Leningrad",
    "II14": "Rostov",
    "AA14": "Kharkov",
    "FF16": "Stalino",
    "R9": "Moscow",
    "E31": "Berlin",
    "B14": "Helsinki",
    "BB31": "Bucharest",
}
OBJECTIVES = Board(
    terrain={h: "clear" for h in PLACES} | {"O7": "clear", "O9": "clear", "S29": "clear"},
    cities={h: "minor" if name == "Kalinin" else "major" for h, name in PLACES.items()},
    names=PLACES,
    wells=frozenset({"S29"}),
    regions={"E31": "germany", "S29": "hungary"},
)


def campaign(axis_holds: str, **fields: object) -> Position:
    """A position in which the Axis holds some cities and the Russian all others."""
    own = set(axis_holds.split())
    control = {h: AXIS if h in own else RUSSIAN for h in OBJECTIVES.held}
    return placed(OBJECTIVES, {}, control=control, **fields)


def test_a_contested_kalinin_denies_the_axis() -> None:
    position = campaign("W19 E10 II14 AA14 FF16 O8", turn=5)
    assert victory.sudden_death(position, ()) == {AXIS}
    assert victory.sudden_death(position.with_(turn=4), ()) == set()
    corps, army = german("8"), russian("22 A")
    contested = placed(
        OBJECTIVES, {corps: "O9", army: "O7"}, control=dict(position.control), turn=5
    )
    assert contested.control["O8"] is None
    assert victory.sudden_death(contested, ()) == set()


def test_sudden_death_of_1945() -> None:
    gone = {"finnish", "rumanian", "hungarian"}
    russian_side = campaign("", turn=23)
    assert victory.sudden_death(russian_side, gone) == {RUSSIAN}
    assert victory.sudden_death(russian_side, gone - {"finnish"}) == set()
    assert victory.sudden_death(campaign("E31 S29", turn=23), {"finnish"}) == {AXIS}
    assert victory.sudden_death(campaign("E31 S29", turn=23), {"rumanian"}) == set()
    assert victory.sudden_death(campaign("E31", turn=23), set()) == set()


def test_wins_at_once_and_at_the_end() -> None:
    assert victory.at_once(campaign("R9 E31"), stalin_lost=True) == AXIS
    assert victory.at_once(campaign("R9 E31"), stalin_lost=False) is None
    assert victory.at_once(campaign(""), stalin_lost=False) == RUSSIAN
    assert victory.at_the_end(campaign("E31")) == AXIS
    uncontrolled = campaign("E31").with_(control={"E31": None})
    assert victory.at_the_end(uncontrolled) == AXIS


def test_allies_that_give_up() -> None:
    assert victory.minors_surrendering(campaign("B14 E31")) == {"rumanian"}
    assert victory.minors_surrendering(campaign("BB31 E31")) == {"finnish"}
    armies = {russian(f"{n} Tank", "3-5", "armor"): "S29" for n in range(5)}
    held = campaign("B14 BB31 E31")
    five = placed(OBJECTIVES, armies, control=dict(held.control))
    assert victory.minors_surrendering(five) == {"hungarian"}
    assert victory.minors_surrendering(five.without(["0 Tank"])) == set()
    assert victory.minors_surrendering_at_start(campaign("E10", turn=15)) == {"italian"}
    assert victory.minors_surrendering_at_start(campaign("", turn=21)) == {"finnish"}
    assert victory.minors_surrendering_at_start(campaign("E10", turn=22)) == set()


def test_points_of_the_scenarios() -> None:
    east = {"R9", "O8", "II14"}
    position = campaign("W19 E10 O8 E31 B14 BB31 AA14 FF16 S29")
    assert victory.victory_points(position, east) == 1, "Kalinin"
    assert victory.victory_points(campaign("W19 R9 E10 O8 B14 BB31 AA14 FF16"), east) == -1
