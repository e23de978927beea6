"""Worked examples of the rulebook: rail conversion and control of cities and junctions
(9.4, 13.8, 17.2.1)."""

from __future__ import annotations

from itertools import pairwise

from . import conversion, retreat
from .board import Board, small_board
from .control import refreshed, walked
from .conversion import Visit, after_conversion, converted, visit
from .model import AXIS, RUSSIAN, Position, Unit
from .odds import Battle
from .pieces import axis, german, placed, russian
from .supply import combat_factor, in_combat_supply

# The Smolensk to Tula track runs through R12 here, so that S12 is plain track: the example of
# 9.4.4 does not convert it although a German corps stands in it.
CENTRE = small_board(
    ("N8", "X24"),
    rails=[
        "P14 P13 Q12 Q11 Q10 R10 R9",
        "P14 Q13 R13 R12 S11 T11 T10 U9",
        "T14 T13 S12 S11 S10 R10 R9",
        "O23 O22 P22 Q21 R21 R20 S19 S18 S17 T17 T16 T15 T14",
        "W19 W18 W17 W16 W15 W14 W13 X13",
        "X13 W12 W11 V11 V10 U9",
        "T14 U14 V15 W15",
    ],
    junctions=["S11", "R10", "W15"],
    cities={
        "P14 minor": "Smolensk",
        "R9 major": "Moscow",
        "T14 minor": "Bryansk",
        "U9 minor": "Tula",
        "W19 major": "Kiev",
        "X13 minor": "Kursk",
        "O23 minor": "Brest",
    },
    exits={},
)


def gauges(board: Board, axis_hexes: str) -> dict[str, str]:
    """Rail hexes of the Axis; all others are Russian."""
    own = set(axis_hexes.split())
    return {h: AXIS if h in own else RUSSIAN for h in board.rail_hexes}


def holders(board: Board, axis_nodes: str) -> dict[str, str | None]:
    """Cities and junctions that the Axis controls; all others are Russian."""
    own = set(axis_nodes.split())
    return {h: AXIS if h in own else RUSSIAN for h in board.held}


def travelled(
    position: Position, unit: Unit, path: list[str], hexes: int = 7
) -> tuple[Position, list[Visit]]:
    """A walk hex by hex, and what it leaves to convert."""
    visits: list[Visit] = []
    for start, to in pairwise(path):
        position = walked(position, unit, [start, to], hexes)
        if to in position.board.rail_hexes:
            visits.append(visit(position, unit.side, to))
    return position, visits


def test_a_corps_on_the_junction_takes_the_line() -> None:
    panzer = german("47 Pz", "7-7", "armor")
    position = placed(
        CENTRE,
        {panzer: "T14"},
        turn=3,
        rail=gauges(CENTRE, "T14 T15"),
        control=holders(CENTRE, "T14 O23"),
    )
    position, visits = travelled(position, panzer, ["T14", "T13", "S12", "S11"])
    after = after_conversion(position, AXIS, visits)
    assert {"T14", "T13", "S12", "S11"} <= {h for h, side in after.rail.items() if side == AXIS}
    assert after.rail["S10"] == RUSSIAN and after.rail["T11"] == RUSSIAN


def test_a_hex_left_in_enemy_zone_does_not_convert() -> None:
    panzer, army = german("47 Pz", "7-7", "armor"), russian("24 A", "4-3")
    position = placed(
        CENTRE,
        {panzer: "T14", army: "S11"},
        turn=3,
        impulse=2,
        rail=gauges(CENTRE, "T14 T15"),
        control=holders(CENTRE, "T14 O23"),
    )
    position, visits = travelled(position, panzer, ["T14", "T13", "S12"])
    assert [v.open_then for v in visits] == [True, False]
    gained = converted(position, AXIS, visits)
    assert "T13" in gained and "S12" not in gained


def test_the_four_railheads() -> None:
    axis_start = "P14 O23 O22 P22 Q21 R21 R20 S19 S18 S17 T17 T16 T15 T14 W19"
    at = {
        german("29", "3-4"): "P13",
        german("48 Pz", "6-7", "armor"): "V12",
        german("17", "3-4"): "W16",
        russian("21 A", "4-3"): "V9",
        russian("40 A"): "X13",
    }
    units = {u.id: u for u in at}
    position = placed(
        CENTRE,
        at,
        turn=3,
        rail=gauges(CENTRE, axis_start),
        control=holders(CENTRE, "P14 O23 T14 W19 W15"),
    )
    # 29th infantry comes to R12 and by its zone controls the junction
    position, first = travelled(position, units["29"], ["P13", "Q13", "R12"], 4)
    assert position.control["S11"] == AXIS
    # 48th Panzer crosses V11 when no path leads back from there, and enters Tula
    position, second = travelled(position, units["48 Pz"], ["V12", "V11", "U10", "U9"])
    assert [v for v in second if v.hex == "V11"] == [Visit("V11", False)]
    assert position.control["U9"] == AXIS
    # 17th infantry comes from Kiev to W14, then into the zone of the army beside W13
    position, third = travelled(position, units["17"], ["W16", "W15", "W14", "W13"], 4)
    gained = converted(position, AXIS, [*first, *second, *third])
    assert {"S11", "R12", "R13", "Q13"} <= gained, "the stretch to Smolensk"
    assert "U9" in gained, "a controlled city converts in enemy zone"
    assert {"T11", "T10"} <= gained, "Tula to S11"
    assert "V11" not in gained, "no path at the time"
    assert "W14" in gained and "W13" not in gained


def test_a_junction_is_controlled_from_the_next_hex() -> None:
    panzer = german("47 Pz", "7-7", "armor")
    position = placed(CENTRE, {panzer: "T14"}, control=holders(CENTRE, "T14"))
    position = walked(position, panzer, ["T14", "T13", "S12"], 7)
    assert position.control["S11"] == AXIS
    held = placed(CENTRE, {panzer: "S12", russian("24 A"): "S10"}, control=holders(CENTRE, ""))
    assert held.control["S11"] is None, "contested by the army in S10"


def test_the_phasing_side_only_gains() -> None:
    army = russian("24 A")
    position = placed(
        CENTRE,
        {army: "S12"},
        side=RUSSIAN,
        rail=gauges(CENTRE, "T14 T13 S12 S11"),
        control=holders(CENTRE, "T14"),
    )
    visits = [visit(position, RUSSIAN, "S12")]
    after = after_conversion(position, RUSSIAN, visits)
    assert after.rail["S12"] == RUSSIAN and after.rail["S11"] == RUSSIAN
    assert after.rail["T14"] == AXIS, "an enemy city is not pushed back"
    again = after_conversion(position, AXIS, [])
    assert all(again.rail[h] == AXIS for h in ("T14", "S12", "S11"))


def test_a_partisan_blocks_the_line_between_two_cities() -> None:
    rails = gauges(CENTRE, "P14")
    corps = {german("47 Pz", "7-7", "armor"): "T14", german("8"): "O23"}
    position = placed(CENTRE, corps, rail=rails, control=holders(CENTRE, "T14 O23"))
    assert "R21" in conversion.links_convert(position, AXIS)
    partisan = russian("P1", "0-0", "partisan")
    position = placed(
        CENTRE, {**corps, partisan: "R21"}, rail=rails, control=holders(CENTRE, "T14 O23")
    )
    assert conversion.links_convert(position, AXIS).isdisjoint({"R21", "S18", "P22"})


# ---- control of cities


CRIMEA = small_board(
    ("HH20", "LL25"),
    cities={"JJ23 major": "Sevastopol"},
    terrain={
        "mountain": "JJ22",
        "sea": "HH24 HH25 HH20 II23 II24 II25 JJ24 JJ25 JJ20 KK23 KK24 KK25 KK22 KK21 LL20 LL21 "
        "LL22 LL23 LL24 LL25",
    },
)


def landed(at: str, **fields: object) -> Position:
    """The Russian 12th tank corps ashore at JJ22, a Rumanian cavalry corps somewhere near."""
    cavalry = axis("Rum Cav", "2-7", "cavalry", "rumanian")
    tanks = russian("12 Tank", "3-5", "armor")
    before = placed(CRIMEA, {cavalry: at}, side=RUSSIAN, turn=4, control={"JJ23": AXIS})
    assert before.control["JJ23"] == AXIS
    ashore = before.with_(units={**before.units, tanks.id: tanks}, **fields)
    return refreshed(ashore.moved(tanks.id, "JJ22"))


def test_a_landing_beside_a_vacant_city_contests_it() -> None:
    position = landed("II22", weather="snow")
    assert position.control["JJ23"] is None
    cavalry = position.units["Rum Cav"]
    assert not in_combat_supply(position, cavalry) and combat_factor(position, cavalry) == 1
    assert in_combat_supply(position.with_(weather="mud"), cavalry)
    # an exchange that takes both leaves it uncontrolled
    emptied = refreshed(position.without(["Rum Cav", "12 Tank"]))
    assert emptied.control["JJ23"] is None
    reverting = position.readings.__class__(contested_city_reverts=True)
    assert refreshed(emptied.with_(readings=reverting)).control["JJ23"] == AXIS


def test_an_exchange_freezes_control_until_it_is_over() -> None:
    fight = Battle(frozenset({"12 Tank"}), frozenset({"JJ23"}))
    position = landed("JJ23")
    assert position.control["JJ23"] == AXIS
    took_part = retreat.fought_in(position, fight)
    assert took_part == {"12 Tank", "Rum Cav"}
    # the defender's loss alone would hand the city over, were control not frozen
    assert retreat.after_losses(position, "D1", ["Rum Cav"]).control["JJ23"] == RUSSIAN
    assert retreat.after_losses(position, "EX", ["Rum Cav"]).control["JJ23"] == AXIS
    emptied = retreat.after_losses(position, "EX", ["Rum Cav", "12 Tank"])
    over = retreat.after_battle(emptied, took_part)
    assert over.control["JJ23"] == AXIS and over.fought == took_part
    # outside the city it was contested before, and stays uncontrolled
    outside = landed("II22")
    emptied = retreat.after_losses(outside, "EX", ["Rum Cav", "12 Tank"])
    assert retreat.after_battle(emptied, took_part).control["JJ23"] is None


def test_a_retreat_changes_control_on_its_way() -> None:
    army, corps = russian("24 A", "4-3"), german("29", "3-4")
    position = placed(CENTRE, {army: "S12", corps: "R12"}, control=holders(CENTRE, ""))
    assert position.control["S11"] is None
    back = retreat.after_retreat(position, "DR", army, ["T12", "U12"])
    assert back.control["S11"] == AXIS
    frozen = retreat.after_retreat(position, "EX", army, ["T12", "U12"])
    assert frozen.control["S11"] is None
    assert retreat.after_battle(frozen, []).control["S11"] == AXIS
