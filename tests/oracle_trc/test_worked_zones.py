"""Worked examples of the rulebook: zones of control, movement, sea and rail moves (7 to 11)."""

from __future__ import annotations

from fractions import Fraction

from . import automatic, rail, sea
from .battles import battle_refusal, duty_attackers, duty_targets, volunteers
from .board import Board, hexside, small_board
from .grid import adjacent, box, distance, pair
from .model import RUSSIAN, as_dict, from_dict, period, stack_is_legal, year
from .movement import allowance, path_refusal, reach, start_second_impulse, walks
from .odds import Battle
from .pieces import TEXT_CHART, axis, german, placed, russian
from .sea import OMB, Log, SeaMove
from .zoc import contested, enemy_zone, zone

RIGA = small_board(("E15", "H19"), prohibited=["F18:e"], cities={"F17 major": "Riga"})


def test_the_grid_agrees_with_every_adjacency_of_the_text() -> None:
    beside = (
        "JJ17-KK17 F18-G17 KK19-KK20 R12-S11 S11-S12 S12-T13 T13-T14 I16-J17 J16-J17 J16-J15 "
        "J16-K15 FF21-EE20 FF21-FF20 FF21-EE21 FF21-FF22 FF21-GG21 Y22-Z22 T24-T25 T24-U24 T25-U24"
    )
    assert all(adjacent(*couple.split("-")) for couple in beside.split())
    assert not any(
        adjacent(*couple.split("-")) for couple in ("J15-J17", "K15-J17", "T13-S11", "GG19-HH21")
    )
    assert distance("GG19", "HH21") == 2 and distance("R9", "R9") == 0
    assert len(box("A1", "QQ33")) == 1419


def test_the_turn_track() -> None:
    assert (period(1), year(1)) == ("May/Jun", 1941)
    assert (period(5), year(5)) == ("Jan/Feb", 1942)
    assert (period(9), year(9)) == ("Sep/Oct", 1942)
    assert (period(14), year(14)) == ("Jul/Aug", 1943)
    assert (period(25), year(25)) == ("May/Jun", 1945)


def test_no_zone_between_kk17_and_jj17() -> None:
    board = small_board(("II15", "LL19"), prohibited=["JJ17:sw"])
    at = {german("24 Pz", "8-7", "armor"): "KK17", russian("9 A"): "JJ17"}
    position = placed(board, at)
    assert "KK17" not in zone(position, RUSSIAN) and "JJ17" not in zone(position, "axis")

    assert duty_attackers(position) == [] and duty_targets(position) == set()
    assert battle_refusal(position, Battle(frozenset({"24 Pz"}), frozenset({"JJ17"}))) == "TRC-7.1d"


def test_contested_hexes_of_two_adjacent_units() -> None:
    board = small_board(("DD18", "HH25"))
    position = placed(board, {german("11"): "FF21", russian("9 A"): "FF22"})
    assert contested(position) == {"EE21", "FF21", "FF22", "GG21"}
    # a hex contested by both still stops whoever enters it
    walker = placed(board, {german("11"): "DD20", russian("9 A"): "FF22"})
    steps = walks(walker, walker.units["11"], 4)
    assert any(w.hex == "EE21" and w.stopped for w in steps)
    assert not any(steps.out_degree(w) for w in steps if w.hex == "EE21")


def test_pinned_units_cannot_move_until_an_automatic_victory_frees_them() -> None:
    board = small_board(("I10", "O18"))
    ring = {russian(f"{h} A"): h for h in ("J13", "L11", "L15", "N13")}
    held = {german(f"{n}", "7-7", "armor"): "L13" for n in (41, 56)}
    position = placed(board, ring | held)
    pinned = position.units["41"]
    zones = enemy_zone(position, "axis")
    assert "L13" not in zones, "units two hexes off do not reach the middle"
    closer = placed(board, {russian(f"{h} A"): h for h in ("L12", "M14", "K14")} | held)
    assert reach(closer, pinned, 7) == {"L13"}
    freed = closer.without(["L12 A", "M14 A"])
    assert len(reach(freed, pinned, 7)) > 1
    # in the second impulse who began in a zone stays, whatever becomes of the enemy (8.4)
    second = start_second_impulse(closer).without(["L12 A", "M14 A", "K14 A"])
    assert reach(second, pinned, 7) == {"L13"}


def test_riga_has_no_zone_over_the_gulf() -> None:
    position = placed(RIGA, {german("41 Pz", "8-7", "armor"): "E18", russian("27 A"): "F17"})
    unit = position.units["41 Pz"]
    assert path_refusal(position, unit, ["E18", "F18", "G17"], 7) is None
    blocked = placed(small_board(("E15", "H19")), {unit: "E18", russian("27 A"): "F17"})
    assert path_refusal(blocked, unit, ["E18", "F18", "G17"], 7) is not None


def test_kerch_is_crossed_and_stops_and_carries_no_zone() -> None:
    board = small_board(("II17", "LL22"), strait=frozenset({hexside("KK20:e")}))
    position = placed(board, {german("52", "3-6", "motorized"): "KK21", russian("47 A"): "KK18"})
    unit = position.units["52"]
    assert path_refusal(position, unit, ["KK21", "KK20", "KK19"], 6) is None
    position = placed(board, {german("52", "3-6", "motorized"): "KK21"})
    assert path_refusal(position, unit, ["KK21", "KK20", "KK19", "KK18"], 6) == "TRC-8.2a"
    facing = placed(board, {german("52", "3-6", "motorized"): "KK20", russian("47 A"): "KK19"})
    assert "KK20" not in enemy_zone(facing, "axis")

    assert duty_attackers(facing) == [] and [u.id for u in volunteers(facing)] == ["52"]


def test_five_armies_and_the_stack_in_moscow() -> None:
    armies = [russian(f"{n} A") for n in (29, 30, 31, 32, 33)]
    assert stack_is_legal(armies[:2]) and not stack_is_legal(armies[:3])
    extras = [
        russian("Worker", "3-0", "worker"),
        russian("Stalin", "1-0", "leader"),
        russian("Stavka", "1-7", "hq"),
    ]
    assert stack_is_legal([*armies[:2], *extras])
    corps = [russian(f"{n} Cav", "3-7", "cavalry") for n in (1, 2, 3, 4)]
    assert stack_is_legal(corps[:3]) and not stack_is_legal(corps)
    assert stack_is_legal([corps[0], armies[0]]) and not stack_is_legal([*corps[:2], armies[0]])
    reserve = german("SS Res", "2-7", ss=True, no_stacking=True)
    assert stack_is_legal([german("1"), german("2"), german("3"), reserve])
    # ringed by enemy zones, whoever arrives in the city cannot leave it
    board = small_board(("O6", "U12"), cities={"R9 major": "Moscow"})
    ring = {german(h, "7-7", "armor"): h for h in ("R8", "R10", "Q9", "S10")}
    position = placed(board, ring | {armies[0]: "R9"}, side=RUSSIAN, turn=3)
    assert reach(position, armies[0], 3) == {"R9"}


def test_a_lost_leader_stops_his_country_for_one_impulse() -> None:
    board = small_board(("A1", "F6"))
    rumanian = axis("Rum 2", "4-6", "infantry", "rumanian")
    panzer = german("1 SS", "10-8", "armor", ss=True)
    position = placed(
        board, {panzer: "B3", rumanian: "C3"}, turn=19, leaderless=frozenset({"german"})
    )
    assert allowance(position, panzer, TEXT_CHART) == 0
    assert allowance(position, rumanian, TEXT_CHART) == 6
    later = position.with_(leaderless=frozenset())
    assert allowance(later, panzer, TEXT_CHART) == 8


def test_what_the_text_says_of_a_printed_three() -> None:
    army = russian("62 A")
    board = small_board(("A1", "D4"))
    for weather, hexes in (("clear", 3), ("mud", 2), ("snow", 2)):
        position = placed(board, {army: "B2"}, side=RUSSIAN, weather=weather)
        assert allowance(position, army, TEXT_CHART) == hexes
    hq = german("HQ Centre", "1-7", "hq")
    for weather in ("clear", "mud", "snow"):
        position = placed(board, {hq: "B2"}, weather=weather)
        assert allowance(position, hq, TEXT_CHART) == 0
        assert allowance(position.with_(impulse=2), hq, TEXT_CHART) == 7


# ---- rail


def test_rail_capacity_and_who_goes_free() -> None:
    assert rail.capacity("axis", "clear") == 6 and rail.capacity("axis", "snow") == 3
    assert rail.capacity(RUSSIAN, "clear") == 5 and rail.capacity(RUSSIAN, "snow") == 5
    assert not rail.counts_against_capacity(arrived_this_impulse=True, came_from="edge")
    assert rail.counts_against_capacity(arrived_this_impulse=True, came_from="omb")
    assert rail.counts_against_capacity(arrived_this_impulse=True, came_from="reserve")
    assert rail.counts_against_capacity(arrived_this_impulse=False, came_from="map")


def line(rails: str, **more: object) -> Board:
    """A straight board around a line of rail hexes."""
    return small_board(("N14", "S24"), rails=[rails], **more)  # type: ignore[arg-type]


def test_rail_movement_once_an_automatic_victory_has_cleared_the_line() -> None:
    board = line("P22 P21 P20 P19 P18 P17")
    units = {
        german("47 Pz", "7-7", "armor"): "O19",
        german("13", "3-4"): "O19",
        german("51"): "P22",
        russian("5 Para", "1-2", "paratroop"): "P19",
        russian("9 Cav", "3-7", "cavalry"): "P15",
    }
    rails = {h: "axis" for h in board.rail_hexes}
    position = placed(board, units, turn=7, rail=rails)
    fresh = position.units["51"]
    assert rail.rail_reach(position, fresh) == {"P21"}, "P20 is in the paratroops' zone"

    battle = Battle(frozenset({"47 Pz", "13"}), frozenset({"P19"}))
    assert automatic.refusal(position, battle) is None
    after = automatic.after(position, battle)
    assert "5 Para" not in after.at
    assert rail.rail_reach(after, fresh) == {"P21", "P20", "P19", "P18", "P17"}
    nearer = after.moved("9 Cav", "P16")
    assert "P17" not in rail.rail_reach(nearer, fresh), "never into a zone that is left"
    foreign = after.with_(rail={**rails, "P18": RUSSIAN})
    assert rail.rail_reach(foreign, fresh) == {"P21", "P20", "P19"}


def test_off_the_east_edge_and_back_from_the_south() -> None:
    moscow = "R9 S8 T8 T7 U6 V6 W5 X5 X4 X3 X2 X1"
    board = small_board(
        ("R1", "X10"),
        ("NN11", "QQ17"),
        rails=[moscow, "NN16 OO15 OO14 OO13 PP13 QQ12"],
        exits={"X1": "east", "QQ12": "south"},
        cities={"R9 major": "Moscow", "NN16 minor": "Krasnodar"},
    )
    army = russian("34 A")
    rails = {h: RUSSIAN for h in board.rail_hexes}
    position = placed(board, {army: "R9"}, side=RUSSIAN, rail=rails)
    assert {"NN16", rail.OFF_BOARD} <= rail.rail_reach(position, army)
    partisan_free = position.with_(rail={**rails, "QQ12": "axis"})
    assert "NN16" not in rail.rail_reach(partisan_free, army)
    assert rail.rail_reach(position.with_(impulse=2), army) == set()


def test_no_train_through_a_closed_country() -> None:
    board = line("P22 P21 P20 P19 P18", regions={"P20": "bulgaria"})
    corps = german("51")
    rails = {h: "axis" for h in board.rail_hexes}
    position = placed(board, {corps: "P22"}, turn=7, rail=rails)
    assert rail.rail_reach(position, corps) == {"P21", "P20", "P19", "P18"}
    shut = position.with_(closed=frozenset({"bulgaria"}))
    assert rail.rail_reach(shut, corps) == {"P21"}
    inside = shut.moved("51", "P20")
    assert rail.rail_reach(inside, corps) == {"P22", "P21", "P19", "P18"}


def test_off_the_edge_into_the_off_map_box() -> None:
    board = small_board(("T1", "V4"), rails=["U2 U1"], exits={"U1": "east"})
    army = russian("34 A")
    rails = {h: RUSSIAN for h in board.rail_hexes}
    position = placed(board, {army: "U1"}, side=RUSSIAN, turn=12, weather="mud", rail=rails)
    assert rail.OFF_BOARD in rail.rail_reach(position, army)


# ---- sea


BLACK = Board(
    terrain={
        **{h: "clear" for h in ("DD24", "DD25", "DD23", "EE22", "FF21", "FF22", "JJ22", "JJ23")},
        **{h: "clear" for h in ("II14", "II13", "II22", "E10", "F17", "B14", "D15")},
        **{h: "sea" for h in ("EE24", "JJ24", "II15", "GG20", "E11", "F18", "B15", "D14", "EE23")},
        "KK23": "sea",
    },
    cities={h: "major" for h in ("DD24", "JJ23", "II14", "E10", "F17", "B14", "D15")},
    names={"E10": "Leningrad", "DD24": "Odessa", "JJ23": "Sevastopol", "II14": "Rostov"},
    ports={
        **{h: "black" for h in ("DD24", "JJ23", "II14")},
        **{h: "baltic" for h in ("E10", "F17", "B14", "D15")},
    },
    seas={
        **{h: "black" for h in ("EE24", "JJ24", "II15", "GG20", "KK23", "EE23")},
        **{h: "baltic" for h in ("E11", "F18", "B15", "D14")},
    },
)


def test_the_rumanian_cavalry_lands_on_a_one_to_four() -> None:
    cavalry = axis("Rum Cav", "2-7", "cavalry", "rumanian")
    position = placed(BLACK, {cavalry: "DD24"}, turn=2)
    landing = SeaMove("invasion", "FF21", "black")
    assert landing in sea.moves(position, cavalry, Log(), TEXT_CHART)
    assert [sea.survives(position, "axis", landing, die) for die in range(1, 7)] == [True] * 4 + [
        False
    ] * 2
    assert sea.moves(position, cavalry, Log(), TEXT_CHART, start=OMB) >= {landing}
    first_turn = position.with_(turn=1)
    assert not any(m.kind == "invasion" for m in sea.moves(first_turn, cavalry, Log(), TEXT_CHART))
    assert not any(
        m.kind == "invasion" for m in sea.moves(position, cavalry, Log(frozenset(), 2), TEXT_CHART)
    )


def test_a_neighbour_of_odessa_gives_the_port_for_the_landing_at_sevastopol() -> None:
    hungarian = axis("Hun 1", "4-6", "motorized", "hungarian")
    position = placed(BLACK, {german("11"): "DD25", hungarian: "DD23"}, turn=2)
    assert position.control["DD24"] == "axis"
    landing = SeaMove("invasion", "JJ23", "black")
    assert landing in sea.moves(position, hungarian, Log(), TEXT_CHART, start=OMB)
    assert sea.chance(position, "axis", landing) == Fraction(4, 6)


def test_no_baltic_invasion_and_no_way_from_odessa_to_the_baltic() -> None:
    corps = german("54", "3-4")
    position = placed(BLACK, {corps: "DD24", german("2"): "F17"}, turn=3)
    offered = sea.moves(position, corps, Log(), TEXT_CHART)
    assert {m.area for m in offered} == {"black"}
    from_box = sea.moves(position, corps, Log(), TEXT_CHART, start=OMB)
    assert {m.kind for m in from_box if m.area == "baltic"} == {"transfer"}
    assert {m.to for m in from_box if m.area == "baltic"} == {"F17"}


def test_one_attempt_a_sea_and_turn() -> None:
    corps = german("54", "3-4")
    position = placed(BLACK, {corps: "DD24"}, turn=2)
    log = sea.logged(Log(), SeaMove("transfer", OMB, "black"))
    log = sea.logged(log, SeaMove("transfer", "F17", "baltic"))
    assert log.tried == {"black", "baltic"} and log.invasions == 0
    assert sea.moves(position.with_(impulse=2), corps, log, TEXT_CHART) == set()
    assert sea.logged(Log(), SeaMove("invasion", "FF21", "black")).invasions == 1


def test_in_mud_only_headquarters_sail_in_the_second_impulse() -> None:
    corps, hq = german("54", "3-4"), german("HQ South", "1-7", "hq")
    position = placed(BLACK, {corps: "DD24", hq: "DD24"}, turn=12, weather="mud", impulse=2)
    assert sea.moves(position, corps, Log(), TEXT_CHART) == set()
    assert SeaMove("transfer", OMB, "black") in sea.moves(position, hq, Log(), TEXT_CHART)


def test_the_fifth_cavalry_sails_from_rostov_to_the_box() -> None:
    cavalry = russian("5 Cav", "3-7", "cavalry")
    position = placed(BLACK, {cavalry: "II14"}, side=RUSSIAN, turn=12, weather="mud")
    move = SeaMove("transfer", OMB, "black")
    assert move in sea.moves(position, cavalry, Log(), TEXT_CHART)
    assert sea.chance(position, RUSSIAN, move) == Fraction(4, 6)


def test_chances_at_sea_by_ports_held() -> None:
    ports = {"black": ["DD24", "JJ23", "II14"], "baltic": ["F17", "D15", "B14", "E10"]}
    tables = {
        ("axis", "transfer", "black"): [3, 4, 5, 6],
        ("axis", "evacuation", "black"): [2, 3, 4, 5],
        ("axis", "transfer", "baltic"): [2, 3, 4, 5, 6],
        ("axis", "evacuation", "baltic"): [1, 2, 3, 4, 5],
        (RUSSIAN, "transfer", "baltic"): [0, 1, 2, 3, 4],
        (RUSSIAN, "evacuation", "baltic"): [0, 0, 1, 2, 3],
    }
    for (side, kind, area), faces in tables.items():
        for held, safe in enumerate(faces):
            position = placed(BLACK, {}).with_(control={h: side for h in ports[area][:held]})
            move = SeaMove(kind, OMB, area)
            assert sea.chance(position, side, move) == Fraction(safe, 6), (side, kind, area, held)


def test_the_russian_needs_leningrad_for_the_baltic() -> None:
    army = russian("27 A")
    position = placed(BLACK, {army: "F17"}, side=RUSSIAN)
    assert not any(m.area == "baltic" for m in sea.moves(position, army, Log(), TEXT_CHART))
    held = position.with_(control={**position.control, "E10": RUSSIAN})
    offered = sea.moves(held, army, Log(), TEXT_CHART)
    assert SeaMove("transfer", "E10", "baltic") in offered


def test_positions_survive_as_plain_values() -> None:
    position = placed(RIGA, {german("41 Pz", "8-7", "armor"): "E18", russian("27 A"): "F17"})
    again = from_dict(position.board, position.units, as_dict(position))
    assert again == position
    assert pair("F18", "F17") in RIGA.prohibited
