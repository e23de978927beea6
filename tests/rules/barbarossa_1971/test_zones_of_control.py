"""Zones of control: which units have one, its effect on movement, and where it has none."""

from __future__ import annotations

import pytest

from .movement_positions import (
    AUGUST,
    JANUARY,
    OCTOBER,
    around,
    at,
    goes,
    legs,
    names,
    play,
    refused,
    spent_by,
)

SOVIETS = ("1Inf", "1Shk", "1TkC", "1MeC", "1TkA", "1SovSup")
DEAR = ("1PzA", "1PzC", "1AxSup", "1Air", "1TkC", "1MeC", "1TkA", "1SovSup")
CHEAP = (
    "1InA", "1InC", "1RumA", "1RumC", "1HunA", "1HunC", "1ItaA", "1ItaC", "1Inf", "1Shk",
)  # fmt: skip
COMBAT = {
    "axis": ("1PzA", "1PzC", "1InA", "1InC", "1RumA", "1RumC", "1HunA", "1ItaC"),
    "soviet": ("1Inf", "1Shk", "1TkC", "1MeC", "1TkA"),
}


def side_of(unit: str) -> str:
    return "soviet" if unit in SOVIETS else "axis"


def enemies_of(unit: str) -> tuple[str, str]:
    """Two infantry units that are enemies of one."""
    return ("1InC", "2InC") if side_of(unit) == "soviet" else ("2Inf", "3Inf")


def price(unit: str, at_: str, to: str, *enemies: str, month: int = AUGUST) -> int:
    """What a step to a neighbour takes, by the farthest that a unit with that many points goes.

    The points are read off what is left, so that the minimum of one hex does not hide them.
    """
    placed = dict(zip(enemies, enemies_of(unit), strict=False))
    state = at(f"{side_of(unit)} move", {at_: unit, **placed}, month)
    return dict(state.reach(unit))[to]


@pytest.mark.rule("SPI-ZOC-GEN1")
@pytest.mark.parametrize("side", COMBAT)
def test_combat_units_control_the_six_hexes_around_them(side: str) -> None:
    for unit in COMBAT[side]:
        state = at(f"{side} move", {"0530": unit})
        assert state.zoc(side) == set(around("0530"))
        assert "0530" not in state.zoc(side)
    # a stack has the zone of one unit, and two hexes two zones
    pair = COMBAT[side][1], COMBAT[side][3]
    stack = at(f"{side} move", {"0530": ", ".join(pair)})
    assert stack.zoc(side) == set(around("0530"))
    two = at(f"{side} move", {"0530": pair[0], "0635": pair[1]})
    assert two.zoc(side) == {*around("0530"), *around("0635")}


@pytest.mark.rule("SPI-ZOC-G1")
def test_support_units_have_none() -> None:
    axis = at("axis move", {"0530": "1AxSup, 2AxSup", "0630": "1Air"})
    assert axis.zoc("axis") == set() and axis.zoc("soviet") == set()
    soviet = at("soviet move", {"0530": "1SovSup, 2SovSup"})
    assert soviet.zoc("soviet") == set()
    # beside one a move costs nothing more
    for mover, other in (
        ("1PzA", "1SovSup"),
        ("1InA", "1SovSup"),
        ("1TkC", "1Air"),
        ("1Shk", "1AxSup"),
    ):
        state = at(f"{side_of(mover)} move", {"0530": mover, "0532": other})
        assert dict(state.reach(mover))["0531"] == 1


@pytest.mark.rule("SPI-ZOC-GEN1")
def test_no_zone_reaches_over_water_or_the_straits() -> None:
    """Kerch, where nobody attacks; lakes and rivers in their seasons."""
    kerch = at("soviet move", {"4328": "1Inf"})
    assert kerch.zoc("soviet") == {"4329"}
    shore = at("soviet move", {"0426": "1Inf"})
    assert "0527" not in shore.zoc("soviet") and "0526" in shore.zoc("soviet")
    ice = at("soviet move", {"0426": "1Inf"}, JANUARY)
    assert "0527" in ice.zoc("soviet")
    river = at("soviet move", {"2330": "1Inf"})
    assert {"2329", "2331"} <= river.zoc("soviet")


@pytest.mark.rule("SPI-ZOC-A1", "SPI-ZOC-A3")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1TkC", "1MeC", "1TkA"])
def test_motorized_units_pay_two_points_to_enter(unit: str) -> None:
    assert price(unit, "0530", "0531") == 1
    assert price(unit, "0530", "0531", "0532") == 3
    # upon what the terrain asks: rough, and a river
    assert price(unit, "0926", "0927", "0928") == 4
    assert price(unit, "2329", "2330", "2331") == 4


@pytest.mark.rule("SPI-ZOC-A1")
@pytest.mark.parametrize("unit", ["1AxSup", "1Air", "1SovSup"])
def test_support_units_pay_as_motorized_ones(unit: str) -> None:
    """Three points of two: as the first hex only, so not after another hex (one would do)."""
    enemy = enemies_of(unit)[0]
    state = at(f"{side_of(unit)} move", {"0529": unit, "0532": enemy})
    assert "0531" not in legs(state, unit)
    near = at(f"{side_of(unit)} move", {"0530": unit, "0532": enemy})
    assert "0531" in legs(near, unit)
    # an infantry corps of three points gets there in two hexes, and an army of two does not
    infantry = {"axis": "1InC", "soviet": "1Shk"}[side_of(unit)]
    other = at(
        f"{side_of(unit)} move", {"0529": infantry, "0532": enemy if enemy != infantry else "2InC"}
    )
    assert "0531" in legs(other, infantry)


@pytest.mark.rule("SPI-ZOC-A2", "SPI-ZOC-A3")
@pytest.mark.parametrize("unit", CHEAP)
def test_infantry_pays_one_point_to_enter(unit: str) -> None:
    assert price(unit, "0530", "0531", "0532") == 2
    enemy = enemies_of(unit)[0]
    army_of_three = unit in ("1InA", "1InC", "1Shk")
    two_off = at(f"{side_of(unit)} move", {"0529": unit, "0532": enemy})
    assert ("0531" in legs(two_off, unit)) == army_of_three
    if army_of_three:
        assert price(unit, "0926", "0927", "0928") == 3
        assert price(unit, "2329", "2330", "2331") == 3


@pytest.mark.rule("SPI-ZOC-B", "SPI-ZOC-D1")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1TkC", "1TkA", "1InA", "1InC", "1Shk"])
def test_every_unit_pays_a_point_to_leave(unit: str) -> None:
    """Westward, out of the zone of an enemy in the east."""
    assert price(unit, "0530", "0529", "0531") == 2
    # 0531 beside, and rough or a river before
    assert price(unit, "0926", "0826") == 1
    assert price(unit, "1027", "0927", "1028") == 3
    assert price(unit, "2330", "2329", "2331") == 3
    # who stands in no zone pays nothing
    assert price(unit, "0530", "0529", "0532") == 1


@pytest.mark.rule("SPI-ZOC-B")
@pytest.mark.parametrize("unit", ["1AxSup", "1Air", "1SovSup", "1RumA", "1Inf"])
def test_so_does_who_has_two_points(unit: str) -> None:
    """Both are spent with the first hex out of the zone."""
    free = at(f"{side_of(unit)} move", {"0530": unit})
    assert "0528" in legs(free, unit)
    state = at(f"{side_of(unit)} move", {"0530": unit, "0531": enemies_of(unit)[0]})
    assert "0529" in legs(state, unit) and "0528" not in legs(state, unit)
    assert goes(state, unit, "0529").place(unit) == "0529"


@pytest.mark.rule("SPI-ZOC-C1", "SPI-ZOC-C3", "SPI-ZOC-D1")
@pytest.mark.parametrize("unit", ["1PzA", "1PzC", "1TkC", "1MeC", "1TkA"])
def test_a_motorized_unit_pays_three_points_from_zone_to_zone(unit: str) -> None:
    """W5, of one enemy and of two; with rough and the Don besides."""
    one = price(unit, "0530", "0430", "0531")
    assert {"0430", "0530"} <= set(around("0531")) and one == 4
    assert price(unit, "0530", "0529", "0531", "0528") == 4
    # from rough into rough's neighbour and back: 2 + 3
    assert price(unit, "1027", "0927", "1028", "0926") == 5
    assert price(unit, "2330", "2329", "2331", "2328") == 5


@pytest.mark.rule("SPI-ZOC-C2", "SPI-ZOC-C3", "SPI-ZOC-D1")
@pytest.mark.parametrize("unit", ["1InA", "1InC", "1Shk"])
def test_infantry_pays_two_points_from_zone_to_zone(unit: str) -> None:
    """W6: three of three, and it stops; a hex before, and there is nothing left for it."""
    for to, *enemies in (("0430", "0531"), ("0529", "0531", "0528")):
        assert price(unit, "0530", to, *enemies) == 3
        placed = dict(zip(enemies, enemies_of(unit), strict=False))
        state = at(f"{side_of(unit)} move", {"0530": unit, **placed})
        done = play(state, f"move {unit}", f"to {to}")
        assert done.decision == "movement" and done.place(unit) == to


@pytest.mark.rule("SPI-ZOC-C1", "SPI-ZOC-C3")
def test_a_panzer_army_goes_twice_from_zone_to_zone_and_once_in_mud() -> None:
    """W5: eight points and five."""
    line = {"0530": "1PzA", "0429": "1Inf", "0431": "2Inf"}
    dry, mud = at("axis move", line), at("axis move", line, OCTOBER)
    once = play(dry, "move 1PzA", "to 0531")
    assert spent_by(once, "1PzA") == 4 and "0532" in names(once, "to")
    twice = play(once, "to 0532")
    assert twice.decision == "movement" and twice.place("1PzA") == "0532"
    slow = play(mud, "move 1PzA", "to 0531")
    assert slow.place("1PzA") == "0531" and "0532" not in names(slow, "to")


@pytest.mark.rule("SPI-ZOC-C3", "SPI-ZOC-D2")
def test_from_zone_to_zone_nothing_is_forbidden() -> None:
    """Every unit goes one hex between two enemies, whatever it costs."""
    for unit in (*DEAR, *CHEAP):
        enemies = dict(zip(("0429", "0431"), enemies_of(unit), strict=True))
        state = at(f"{side_of(unit)} move", {"0530": unit, **enemies})
        assert "0531" in legs(state, unit) and "0430" in legs(state, unit)


@pytest.mark.rule("SPI-ZOC-E")
@pytest.mark.parametrize("unit", ["1PzA", "1TkC", "1InA", "1Shk"])
def test_several_enemies_ask_no_more_than_one(unit: str) -> None:
    """Two beside the hex that is entered, and two that are left."""
    alone = price(unit, "0530", "0531", "0532")
    assert price(unit, "0530", "0531", "0532", "0631") == alone
    out = price(unit, "0530", "0629", "0531")
    assert price(unit, "0530", "0629", "0531", "0430") == out
    # and a stack no more than a unit
    side, mates = side_of(unit), ", ".join(enemies_of(unit))
    stack = at(f"{side} move", {"0530": unit, "0532": mates})
    assert dict(stack.reach(unit))["0531"] == alone


@pytest.mark.rule("SPI-ZOC-F1")
@pytest.mark.parametrize(
    ("unit", "friend", "into", "out"),
    [
        ("1PzA", "1Air", 3, 2),
        ("1PzC", "3InC", 3, 2),
        ("1InC", "1RumC", 2, 2),
        ("1TkC", "1Inf", 3, 2),
        ("1Shk", "1Inf", 2, 2),
    ],
)
def test_zones_reach_into_hexes_of_friends_for_movement(
    unit: str, friend: str, into: int, out: int
) -> None:
    """A full hex is no place to stay, so the friend is a unit that leaves room, or support."""
    side = side_of(unit)
    enemy = "2Inf" if side == "axis" else "4InC"
    entering = at(f"{side} move", {"0530": unit, "0531": friend, "0532": enemy})
    assert dict(entering.reach(unit))["0531"] == into
    leaving = at(f"{side} move", {"0531": f"{unit}, {friend}", "0532": enemy})
    assert dict(leaving.reach(unit))["0530"] == out


@pytest.mark.rule("SPI-ZOC-GEN2")
def test_zones_neither_stop_a_unit_nor_make_it_fight() -> None:
    """It goes on through one with the points that are left, and no attack is a duty."""
    state = at("axis move", {"0530": "1PzA", "0532": "1Inf"})
    # in for three, out for two: 0531 and on to 0630 and further
    into = play(state, "move 1PzA", "to 0531")
    assert into.decision == "leg" and "0630" in names(into, "to")
    fight = at("axis fight", {"0530": "1PzA", "0531": "1Inf", "0629": "1AxSup"})
    assert "0531" in names(fight, "attack") and "" in names(fight, "end-combat")
    done = play(fight, "end-combat")
    assert (done.place("1PzA"), done.place("1Inf")) == ("0530", "0531")


@pytest.mark.rule("SPI-ZOC-GEN2")
def test_a_zone_of_another_keeps_nobody_from_an_attack() -> None:
    """One of two enemies is attacked and the other let be."""
    units = {"0530": "1PzA", "0531": "1Inf", "0430": "2Inf", "0629": "1AxSup"}
    assert {"0531", "0430"} <= names(at("axis fight", units), "attack")


def ringed(hex_: str, units: tuple[str, ...]) -> dict[str, str]:
    """Units two hexes off in all ways, so that every hex beside one lies in a zone, vacant."""
    far = {h for n in around(hex_) for h in around(n)} - {hex_} - set(around(hex_))
    corners = [h for h in sorted(far) if sum(h in around(n) for n in around(hex_)) == 1]
    return dict(zip(corners, units, strict=True))


SIX_INF = ("11Inf", "12Inf", "13Inf", "14Inf", "15Inf", "16Inf")
SIX_INC = ("11InC", "12InC", "13InC", "14InC", "15InC", "16InC")


@pytest.mark.rule("SPI-ZOC-F2", "SPI-ZOC-F3", "SPI-SUPPLY-J1")
def test_soviet_zones_do_not_bar_lines_of_the_axis() -> None:
    """W20, the mirror image: every hex beside it controlled, vacant or held by a friend."""
    ring = ringed("0530", SIX_INF)
    state = at("axis move", {"0530": "1InC", **ring})
    assert set(around("0530")) <= state.zoc("soviet")
    assert state.supply("1InC").level > 0 and "1InC" in names(state, "move")
    friends = dict(
        zip(around("0530"), ("2InC", "3InC", "4InC", "5InC", "6InC", "7InC"), strict=True)
    )
    held = at("axis move", {"0530": "1InC", **ring, **friends})
    assert held.supply("1InC").level > 0 and "1InC" in names(held, "move")


@pytest.mark.rule("SPI-ZOC-F5", "SPI-SUPPLY-J2")
def test_axis_zones_bar_lines_of_the_soviets_in_vacant_hexes() -> None:
    state = at("soviet move", {"0530": "1Inf", **ringed("0530", SIX_INC)})
    assert state.supply("1Inf").level == 0 and "1Inf" not in names(state, "move")
    # a gap of one hex that nobody controls
    ring = ringed("0530", SIX_INC)
    del ring[max(ring, key=lambda h: h[2:])]
    gap = at("soviet move", {"0530": "1Inf", **ring})
    assert gap.supply("1Inf").level > 0


@pytest.mark.rule("SPI-ZOC-F6", "SPI-SUPPLY-I")
def test_a_soviet_unit_opens_the_hex_in_which_it_stands() -> None:
    """W20: one hex beside is held, and beyond it the way is open (R27)."""
    ring = {"0528": "1InC", "0330": "2InC", "0631": "3InC", "0729": "4InC"}
    vacant = at("soviet move", {"0530": "1Inf", **ring})
    assert set(around("0530")) <= vacant.zoc("axis") and vacant.supply("1Inf").level == 0
    held = at("soviet move", {"0530": "1Inf", "0531": "2Inf", **ring})
    assert held.supply("1Inf").level > 0 and "1Inf" in names(held, "move")
    # a supply unit that stands there does the same, and a friend farther on does not
    by_support = at("soviet move", {"0530": "1Inf", "0531": "1SovSup", **ring})
    assert by_support.supply("1Inf").level > 0
    farther = at("soviet move", {"0530": "1Inf", "0431": "2Inf", **ring})
    assert farther.supply("1Inf").level == 0


@pytest.mark.rule("SPI-ZOC-G2", "SPI-ZOC-G1")
def test_an_enemy_support_unit_alone_closes_only_its_own_hex() -> None:
    """To movement and to lines: a ring of them holds, and a ring with a gap does not."""
    names_ = ("1Air", "2Air", "3Air", "1AxSup", "2AxSup", "3AxSup")
    ring = dict(zip(around("0530"), names_, strict=True))
    shut = at("soviet move", {"0530": "1Inf", **ring})
    assert shut.supply("1Inf").level == 0 and "1Inf" not in names(shut, "move")
    open_ = dict(list(ring.items())[1:])
    gap = around("0530")[0]
    state = at("soviet move", {"0530": "1Inf", **open_})
    assert state.supply("1Inf").level > 0 and legs(state, "1Inf") & set(around("0530")) == {gap}
    assert not set(open_) & set(dict(state.reach("1Inf")))
    with refused("SPI-MOVE-G"):
        play(state, "move 1Inf", f"to {around('0530')[1]}")


@pytest.mark.rule("SPI-ZOC-A2", "SPI-ZOC-A3")
@pytest.mark.parametrize("unit", ["1FinA", "1FinC"])
def test_finns_pay_a_point_for_a_zone_as_infantry_does(unit: str) -> None:
    state = at("axis move", {"0315": unit, "0317": "1Inf"})
    assert "0317" in around("0316") and state.reach(unit)["0316"] == 2


# -- supply, with a rule left out


@pytest.mark.rule("SPI-ZOC-F2", "SPI-SUPPLY-J1")
@pytest.mark.parametrize("rule", ["SPI-ZOC-F2", "SPI-SUPPLY-J1"])
def test_left_out_soviet_zones_close_vacant_hexes_to_axis_lines(rule: str) -> None:
    """But not those that Axis units hold, nor are Soviet lines any freer."""
    ring = {"0434": "1Inf", "0736": "2Inf", "0733": "3Inf", "0634": "1PzA"}
    assert at("axis move", ring).supply("1PzA").level
    assert not at("axis move", ring, without=rule).supply("1PzA").level
    held = ring | {"0633": "2PzA", "0632": "3PzA"}
    assert at("axis move", held, without=rule).supply("1PzA").level
    mirror = {"0434": "1InC", "0736": "2InC", "0733": "3InC", "0634": "1Inf"}
    assert not at("soviet move", mirror, without=rule).supply("1Inf").level


@pytest.mark.rule("SPI-ZOC-F3", "SPI-ZOC-F6", "SPI-SUPPLY-I")
@pytest.mark.parametrize(
    ("rule", "shut"),
    [("SPI-ZOC-F3", {"1PzA"}), ("SPI-ZOC-F6", {"1Inf"}), ("SPI-SUPPLY-I", {"1PzA", "1Inf"})],
)
def test_left_out_zones_close_hexes_to_those_who_hold_them(rule: str, shut: set[str]) -> None:
    """Each in the zone of the other; others behind them are in supply."""
    units = {"0634": "1PzA", "0635": "1Inf", "0632": "2PzA", "0637": "2Inf"}
    for side, own in (("axis", {"1PzA", "2PzA"}), ("soviet", {"1Inf", "2Inf"})):
        assert all(at(f"{side} move", units).supply(u).level for u in own)
        state = at(f"{side} move", units, without=rule)
        assert {u for u in own if not state.supply(u).level} == shut & own
    # zones close no vacant hex to Axis lines by it
    ring = {"0434": "1Inf", "0736": "2Inf", "0733": "3Inf", "0634": "1PzA"}
    assert at("axis move", ring, without=rule).supply("1PzA").level


@pytest.mark.rule("SPI-SUPPLY-P4", "SPI-SUPPLY-P5")
@pytest.mark.parametrize(("rule", "side"), [("SPI-SUPPLY-P5", "axis"), ("SPI-SUPPLY-P4", "soviet")])
def test_left_out_no_supply_unit_feeds_an_attack_of_its_side(rule: str, side: str) -> None:
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf, 1SovSup"}
    for attacker, target in (("axis", "0635"), ("soviet", "0634")):
        state = play(at(f"{attacker} move", units, without=rule), "end-movement")
        attacked = names(state, "attack") if state.to_move == attacker else set()
        assert attacked == (set() if attacker == side else {target})


@pytest.mark.rule("SPI-MOVE-N1", "SPI-ZOC-D2", "SPI-MOVE-A3")
def test_though_it_may_move_who_is_out_of_supply_has_no_one_hex() -> None:
    """With the rule left out by which it stays; three points from zone to zone, of two."""
    ring = {"0528": "1InC", "0430": "2InC", "0630": "3InC", "0532": "4InC"}
    for supply, goes_ in (("", False), (", 1SovSup", True)):
        state = at("soviet move", {"0530": f"1Inf{supply}", **ring}, without="SPI-SUPPLY-B1")
        assert ("0531" in legs(state, "1Inf")) == goes_


@pytest.mark.rule("SPI-ZOC-GEN1")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_a_zone_reaches_into_rough_ground_and_cities(side: str) -> None:
    """0927 is rough, 2027 a city."""
    unit = {"axis": "1InC", "soviet": "1Inf"}[side]
    for here, there in (("0926", "0927"), ("2026", "2027")):
        state = at(f"{side} move", {here: unit})
        assert there in state.zoc(side)
    mover = {"axis": "1TkC", "soviet": "1PzA"}[side]
    for start, ground, enemy in (("0928", "0927", "0926"), ("2028", "2027", "2026")):
        plain = price(mover, start, ground)
        assert price(mover, start, ground, enemy) == plain + 2


@pytest.mark.rule("SPI-ZOC-F4")
@pytest.mark.parametrize(
    ("without", "open_"),
    [("", {"0535", "0536", "0636", "0735", "0736"}), ("SPI-ZOC-F4", {"0536", "0636", "0736"})],
)
def test_left_out_axis_units_do_not_retreat_into_soviet_zones(
    without: str, open_: set[str]
) -> None:
    units = {"0634": "1TkA, 1SovSup", "0635": "1InC"}
    state = play(at("soviet fight", units, without=without), "attack 0635")
    while state.decision in ("force", "supply"):
        state = play(state, state.legal_actions.names()[0])
    asked = play(state, "stand", "roll 4")
    assert names(asked, "retreat-to") == open_
