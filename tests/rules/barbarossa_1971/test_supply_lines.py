"""General Supply: its lines, its sources, and the limits on units without it."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import AUGUST, DECEMBER, MARCH, NOVEMBER, at, names, play, refused, walk

ZONES = {"0434": "1InC", "0736": "2InC", "0733": "3InC"}
"""Axis corps that control all hexes around 0634 and hold none of them."""

HELD = {
    "0633": "11Inf",
    "0635": "12Inf",
    "0534": "13Inf",
    "0535": "14Inf",
    "0734": "15Inf",
    "0735": "16Inf",
}
"""Soviet armies all around 0634."""


def supplied(state: State) -> set[str]:
    """The units of both sides in General Supply."""
    return set(state.ask("axis supplied")) | set(state.ask("soviet supplied"))


def cut(side: str) -> dict[str, str]:
    """Units that close every hex of a side's own edge of the map."""
    if side == "axis":
        return {f"{row}01": f"{row + 8}Inf" for row in range(17, 47)}
    # a corps closes a hex and, by its zone, the next ones
    return {f"{row:02}42": f"{n + 1}InC" for n, row in enumerate(range(1, 47, 2))}


@pytest.mark.rule("SPI-SUPPLY-P1", "SPI-SUPPLY-P2", "SPI-SUPPLY-GEN1")
@pytest.mark.parametrize("hex_", ["0642", "0634", "2012", "1901"])
def test_lines_are_of_any_length(hex_: str) -> None:
    """From one edge of the map to the other."""
    for side, unit in (("axis", "1InC"), ("soviet", "1Inf")):
        state = at(f"{side} move", {hex_: unit}, bystanders=False)
        assert supplied(state) == {unit}
        assert names(state, "move") == {unit}


@pytest.mark.rule("SPI-SUPPLY-P1")
def test_soviet_lines_lead_to_the_eastern_edge_or_a_supply_unit() -> None:
    """Not to the western one; a supply unit gives supply without having any (R28)."""
    closed = cut("soviet")
    state = at("axis move", closed | {"0622": "1Inf"}, bystanders=False)
    assert "1Inf" not in supplied(state)
    # far away from it, at any distance
    helped = at("axis move", closed | {"0622": "1Inf", "4405": "1SovSup"}, bystanders=False)
    assert {"1Inf", "1SovSup"} <= supplied(helped)
    # an Axis supply unit is none
    other = at("axis move", closed | {"0622": "1Inf", "4405": "1AxSup"}, bystanders=False)
    assert "1Inf" not in supplied(other)
    # one gap of the edge is enough: without 12InC, 2142 to 2542 are free but for 2142 and 2542
    gap = {k: v for k, v in closed.items() if v != "12InC"}
    assert "1Inf" in supplied(at("axis move", gap | {"0622": "1Inf"}, bystanders=False))


@pytest.mark.rule("SPI-SUPPLY-P2", "SPI-SUPPLY-B1")
def test_axis_lines_lead_to_the_western_edge_or_a_supply_unit() -> None:
    """For Germans and for their allies; not to Helsinki, nor to the eastern edge."""
    closed = cut("axis")
    units = {"0630": "1InC", "0632": "1RumC", "0636": "1ItaC", "0638": "1HunC", "0640": "1Air"}
    everybody = set(units.values())
    state = at("soviet move", closed | units, bystanders=False)
    assert not supplied(state) & everybody
    helped = at("soviet move", closed | units | {"4540": "1AxSup"}, bystanders=False)
    assert everybody | {"1AxSup"} <= supplied(helped)
    other = at("soviet move", closed | units | {"4540": "1SovSup"}, bystanders=False)
    assert not supplied(other) & everybody
    gap = {k: v for k, v in closed.items() if k != "3001"}
    assert everybody <= supplied(at("soviet move", gap | units, bystanders=False))


@pytest.mark.rule("SPI-SUPPLY-P3", "SPI-SUPPLY-B1")
def test_finnish_lines_lead_to_helsinki_or_a_supply_unit() -> None:
    """The western edge, which supplies a German beside them, is nothing to them."""
    units = {"0618": "1FinC, 1InC"}
    assert {"1FinC", "1InC"} <= supplied(at("axis move", units))
    lost = units | {"0513": "1Inf"}
    state = at("axis move", lost, bystanders=False)
    assert supplied(state) & {"1FinC", "1InC"} == {"1InC"}
    assert names(state, "move") == {"1InC"}
    # a supply unit at whatever distance; the bystanders have one
    assert {"1FinC", "1InC"} <= supplied(at("axis move", lost))
    # and where the western edge is closed Helsinki supplies the Finn alone
    west = cut("axis") | units
    assert supplied(at("axis move", west, bystanders=False)) & {"1FinC", "1InC"} == {"1FinC"}
    # a Soviet unit beside Helsinki closes nothing
    near = at("axis move", units | {"0413": "1Inf"}, bystanders=False)
    assert "1FinC" in supplied(near)


@pytest.mark.rule("SPI-SUPPLY-J2", "SPI-ZOC-F5", "SPI-SUPPLY-P1")
def test_axis_zones_close_vacant_hexes_to_soviet_lines() -> None:
    """W20: a ring of zones in which nobody stands cuts off."""
    state = at("soviet move", ZONES | {"0634": "1Inf"})
    assert "1Inf" not in supplied(state) and "1Inf" not in names(state, "move")
    # nor do the corps, each in zones of the others, lose their own lines
    assert set(ZONES.values()) <= supplied(state)
    assert "4InC" in supplied(at("axis move", ZONES | {"0634": "4InC"}))
    # with one corps less there is a gap
    for corps in ZONES:
        gap = {k: v for k, v in ZONES.items() if k != corps}
        assert "1Inf" in supplied(at("soviet move", gap | {"0634": "1Inf"}))
    # support units have no zones
    soft = dict(zip(ZONES, ("1Air", "2Air", "1AxSup"), strict=True))
    assert "1Inf" in supplied(at("soviet move", soft | {"0634": "1Inf"}))


@pytest.mark.rule("SPI-SUPPLY-I", "SPI-ZOC-F6")
def test_zones_do_not_close_hexes_with_soviet_units() -> None:
    """W20: a Soviet unit in the ring, support or not, opens its hex."""
    for friend in ("2Inf", "1TkC"):
        state = at("soviet move", ZONES | {"0634": "1Inf", "0635": friend})
        assert {"1Inf", friend} <= supplied(state)
    # from 0635 the way on is 0536, which no corps controls; with that closed both are cut off
    shut = at("soviet move", ZONES | {"0634": "1Inf", "0635": "2Inf", "0537": "4InC"})
    assert not supplied(shut) & {"1Inf", "2Inf"}
    # the unit's own hex lies in a zone: nothing to its line
    own = at("soviet move", {"0634": "1Inf", "0633": "1InC"})
    assert "1Inf" in supplied(own)
    # for the Axis, which no zone closes anything to, the same
    axis = at("axis move", {"0634": "1InC", "0635": "2InC", "0633": "1Inf", "0536": "2Inf"})
    assert {"1InC", "2InC"} <= supplied(axis)


@pytest.mark.rule("SPI-SUPPLY-J1", "SPI-ZOC-F2", "SPI-ZOC-F3", "SPI-SUPPLY-P2")
def test_soviet_zones_close_nothing_to_axis_lines() -> None:
    """The mirror image of the ring, with an army in each place: in supply."""
    ring = dict(zip(ZONES, ("4Inf", "5Inf", "6Inf"), strict=True))
    state = at("axis move", ring | {"0634": "1PzA"})
    assert "1PzA" in supplied(state) and "1PzA" in names(state, "move")
    through = {"0634": "1PzA", "0633": "2PzA", "0532": "1Inf", "0732": "2Inf", "0631": "3Inf"}
    assert {"1PzA", "2PzA"} <= supplied(at("axis move", ring | through))


@pytest.mark.rule("SPI-SUPPLY-P2", "SPI-SUPPLY-P1")
def test_enemy_units_close_their_hexes() -> None:
    """All around, whatever their kind; one hex left open is enough for the Axis."""
    around = HELD | {"0634": "1PzA"}
    assert "1PzA" not in supplied(at("axis move", around))
    for open_ in HELD:
        left = {k: v for k, v in around.items() if k != open_}
        assert "1PzA" in supplied(at("axis move", left))
        # a supply unit in it closes it as well
        assert "1PzA" not in supplied(at("axis move", left | {open_: "1SovSup"}))
    axis = dict(zip(HELD, ("1Air", "2Air", "3Air", "1AxSup", "2AxSup", "3AxSup"), strict=True))
    assert "1Inf" not in supplied(at("soviet move", axis | {"0634": "1Inf"}))


@pytest.mark.rule("SPI-SUPPLY-P1", "SPI-SUPPLY-P2")
def test_a_pocket_with_a_supply_unit_is_supplied() -> None:
    """R28: in the same hex or beside it."""
    assert "1PzA" in supplied(at("axis move", HELD | {"0634": "1PzA, 1AxSup"}))
    inner = {k: v for k, v in HELD.items() if k != "0635"}
    outer = {"0536": "12Inf", "0636": "17Inf", "0736": "18Inf"}
    assert "1PzA" in supplied(at("axis move", inner | outer | {"0634": "1PzA", "0635": "1AxSup"}))
    assert "1Inf" in supplied(at("soviet move", ZONES | {"0634": "1Inf, 1SovSup"}))


ICE = [(AUGUST, False), (NOVEMBER, True), (DECEMBER, True), (MARCH, False)]


@pytest.mark.rule(
    "SPI-SUPPLY-E1", "SPI-SUPPLY-P1", "SPI-SUPPLY-P2", "SPI-SUPPLY-P3", "SPI-WINTER-A2"
)
@pytest.mark.parametrize(("turn", "frozen"), ICE)
def test_lines_lead_over_frozen_lakes(turn: int, frozen: bool) -> None:
    """0418 is on the shore of Ladoga, and every land hex beside it is held."""
    land = ("0417", "0318", "0518", "0519")
    reds = dict(zip(land, ("1Inf", "2Inf", "3Inf", "4Inf"), strict=True))
    assert ("1PzA" in supplied(at("axis move", reds | {"0418": "1PzA"}, turn))) == frozen
    # the Finns as well
    assert ("1FinC" in supplied(at("axis move", reds | {"0418": "1FinC"}, turn))) == frozen
    # and the Soviets, among support units, which have no zones
    blues = dict(zip(land, ("1Air", "2Air", "1AxSup", "2AxSup"), strict=True))
    assert ("9Inf" in supplied(at("soviet move", blues | {"0418": "9Inf"}, turn))) == frozen


@pytest.mark.rule("SPI-SUPPLY-E2")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER, MARCH])
def test_lines_lead_across_the_kerch_straits(turn: int) -> None:
    """Beyond them on either side the only land is held; whoever stands at them is in supply."""
    state = at("axis move", {"4328": "1PzA", "4329": "1Inf"}, turn)
    assert "1PzA" in supplied(state)
    cut_off = at("axis move", {"4328": "1PzA", "4329": "1Inf", "4327": "2Inf"}, turn)
    assert "1PzA" not in supplied(cut_off)
    soviet = at("soviet move", {"4327": "1Inf", "4326": "1AxSup"}, turn)
    assert "1Inf" in supplied(soviet)
    shut = at("soviet move", {"4327": "1Inf", "4326": "1AxSup", "4328": "2AxSup"}, turn)
    assert "1Inf" not in supplied(shut)


@pytest.mark.rule("SPI-SUPPLY-B1", "SPI-SUPPLY-GEN1")
def test_who_is_out_of_supply_does_not_move() -> None:
    """Not by a hex, not by rail, and not to overrun; nor does a supply unit of an enemy help."""
    # 0635 is held by a tank corps that 1PzA could overrun
    weak = HELD | {"0635": "1TkC", "0634": "1PzA", "0636": "2PzA"}
    state = at("axis move", weak)
    assert names(state, "move") == {"2PzA"}
    with refused("SPI-SUPPLY-B1", "out of General Supply"):
        play(state, "move 1PzA")
    soviet = at("soviet move", ZONES | {"0634": "1Inf, 1TkA", "0639": "2Inf"})
    assert names(soviet, "move") == {"2Inf"}
    with refused("SPI-SUPPLY-B1"):
        play(soviet, "move 1TkA")
    # support units close their hexes without a zone, so that only the supply forbids the train
    rail = dict(zip(HELD, ("1Air", "2Air", "3Air", "1AxSup", "2AxSup", "3AxSup"), strict=True))
    train = at("soviet rail", rail | {"0634": "1Inf", "2040": "2Inf"})
    assert names(train, "entrain") == {"2Inf"}
    open_ = {k: v for k, v in rail.items() if k != "0635"}
    train = at("soviet rail", open_ | {"0634": "1Inf", "2040": "2Inf"})
    assert names(train, "entrain") == {"1Inf", "2Inf"}


@pytest.mark.rule("SPI-SUPPLY-B2", "SPI-SUPPLY-GEN1")
def test_who_regains_supply_moves_in_the_same_phase() -> None:
    """W19: an overrun that opens a pocket frees who is in it; so does a supply unit that comes."""
    # from outside 2PzA overruns the corps in 0635
    units = HELD | {"0635": "1TkC", "0634": "1PzC", "0636": "2PzA"}
    state = at("axis move", units)
    assert "1PzC" not in names(state, "move")
    out = walk(play(state, "overrun 0635"), "movement")
    assert out.place("2PzA") == "0635" and "1PzC" in supplied(out)
    assert "1PzC" in names(out, "move")
    assert "0636" in names(play(out, "move 1PzC"), "to")
    # not by rail: trains run at the beginning
    assert names(out, "entrain") == set()
    # the Soviets are freed when one of them comes into the zone
    pocket = ZONES | {"0634": "1Inf", "0536": "2Inf"}
    soviet = at("soviet move", pocket)
    assert "1Inf" not in names(soviet, "move")
    out = play(soviet, "move 2Inf", "to 0635")
    out = play(out, "stop") if out.decision == "leg" else out
    assert "1Inf" in names(out, "move")


@pytest.mark.rule("SPI-SUPPLY-D", "SPI-SUPPLY-GEN1")
def test_defence_needs_no_supply() -> None:
    """In a pocket, without any supply, everybody defends in full strength."""
    from .battle_positions import odds

    state = at("soviet fight", HELD | {"0634": "1PzA", "0536": "1SovSup"})
    assert "1PzA" not in supplied(state)
    assert odds(state, "0634", "12Inf, 14Inf") == (4, 8, 0)
    state = at("axis fight", ZONES | {"0634": "1Inf", "0635": "1PzA, 1AxSup"})
    assert "1Inf" not in supplied(state)
    assert odds(state, "0634", "1PzA") == (11, 4, 2)


@pytest.mark.rule("SPI-SUPPLY-P1", "SPI-SUPPLY-P2", "SPI-SUPPLY-P3")
def test_a_line_is_told_hex_by_hex() -> None:
    """Each to an end of its own: an edge, Helsinki, a supply unit."""
    finland = {"0618": "1FinC, 1InC"}
    state = at("axis move", finland | {"0642": "1Inf"}, bystanders=False)
    ends = {unit: state.supply(unit).path[-1] for unit in ("1FinC", "1InC", "1Inf")}
    assert ends["1FinC"] == "0513" and ends["1InC"].endswith("01") and ends["1Inf"] == "0642"
    ring = cut("axis") | {"0630": "1InC", "0633": "1AxSup"}
    helped = at("soviet move", ring, bystanders=False)
    assert helped.supply("1InC").path == ("0630", "0631", "0632", "0633")


@pytest.mark.rule("SPI-SUPPLY-GEN1", "SPI-SUPPLY-J2")
def test_what_bars_a_line_is_told() -> None:
    """Three corps around 0634, whose zones it cannot pass."""
    told = at("soviet move", ZONES | {"0634": "1Inf"}).supply("1Inf")
    assert (told.level, told.path, told.stuck) == (0, (), "0634")
    assert told.region == ("0634",) and set(told.cut) == set(HELD)


@pytest.mark.rule("SPI-SUPPLY-E1")
@pytest.mark.parametrize(("turn", "frozen"), ICE)
def test_a_line_is_told_over_the_ice_in_winter_alone(turn: int, frozen: bool) -> None:
    """From the shore of Ladoga, every land hex beside it held."""
    reds = {"0417": "1Inf", "0318": "2Inf", "0518": "3Inf", "0519": "4Inf"}
    told = at("axis move", reds | {"0418": "1PzA"}, turn).supply("1PzA")
    assert (told.path != ()) == frozen
    assert set(told.cut) == (set() if frozen else set(reds))


@pytest.mark.rule("SPI-SUPPLY-B1")
@pytest.mark.parametrize("unit", ["1Air", "1InC", "1RumA", "1HunC"])
def test_no_kind_of_unit_moves_out_of_supply(unit: str) -> None:
    state = at("axis move", HELD | {"0634": unit})
    assert unit not in names(state, "move")
    with refused("SPI-SUPPLY-B1"):
        play(at("axis move", HELD | {"0634": unit, "0640": "2PzA"}), f"move {unit}")
    # a Finn whose line to Helsinki is closed does not, be the western edge open to others
    finn = at("axis move", {"0618": "1FinC, 1InC", "0513": "1Inf"}, bystanders=False)
    assert names(finn, "move") == {"1InC"}
    with refused("SPI-SUPPLY-B1"):
        play(finn, "move 1FinC")
