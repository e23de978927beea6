"""The Luftwaffe."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import (
    AUGUST,
    DECEMBER,
    FEBRUARY,
    MARCH,
    NOVEMBER,
    OCTOBER,
    at,
    data,
    ended,
    fought,
    gap,
    names,
    odds,
    on,
    play,
    refused,
    second,
    walk,
)
from .test_supply_lines import HELD


def ready(state: State, targets: str, attackers: str) -> State:
    """An attack up to the choice of what the Luftwaffe assists, or past it when nothing can."""
    first, *others = targets.split()
    out = play(state, f"attack {first}", *(f"also {hex_}" for hex_ in others))
    for unit in attackers.split(", "):
        if unit not in out.units_with("attacking"):
            out.push(f"with {unit}")
    return play(out, "fight") if out.decision == "force" else out


@pytest.mark.rule("SPI-AIR-GEN1", "SPI-AIR-A1", "SPI-CBT-GEN2", "SPI-CBT-B2")
def test_an_air_unit_adds_two() -> None:
    """W25: 11 against 4 is 2-1, with a Luftwaffe unit 13 against 4, 3-1; it may stay out."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0630": "1Air"}
    state = at("axis fight", units)
    assert odds(state, "0635", "1PzA") == (11, 4, 2)
    assert odds(state, "0635", "1PzA", air={"1Air": "0634"}) == (13, 4, 3)


@pytest.mark.rule("SPI-WINTER-C", "SPI-AIR-GEN1")
@pytest.mark.parametrize(
    ("turn", "adds"),
    [(AUGUST, 2), (OCTOBER, 2), (NOVEMBER, 1), (DECEMBER, 1), (FEBRUARY, 1), (MARCH, 2)],
)
def test_an_air_unit_adds_one_in_winter(turn: int, adds: int) -> None:
    """R33: half in winter, all in mud; two units together add twice that."""
    units = {"0634": "1PzA, 1AxSup, 1Air", "0635": "1Inf", "0535": "1InA, 2Air"}
    state = at("axis fight", units, turn)
    assert odds(state, "0635", "1PzA", air={"1Air": "0634"}).attack == 11 + adds
    both = odds(state, "0635", "1PzA, 1InA", air={"1Air": "0634", "2Air": "0535"})
    assert both.attack == 16 + 2 * adds
    if turn in (AUGUST, DECEMBER):
        assert both.column == {AUGUST: 5, DECEMBER: 4}[turn]


@pytest.mark.rule("SPI-AIR-P1")
@pytest.mark.parametrize(
    ("hex_", "may"),
    [("0634", True), ("0633", True), ("0630", True), ("0629", False), ("0639", False)],
)
def test_it_assists_attackers_within_four_hexes(hex_: str, may: bool) -> None:
    """The attackers' hex is measured: 0639 is four hexes from the target and five from 0634."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf"}
    units[hex_] = f"{units[hex_]}, 1Air" if hex_ in units else "1Air"
    state = ready(at("axis fight", units), "0635", "1PzA")
    assert (state.decision == "luftwaffe") == may
    if may:
        assert odds(at("axis fight", units), "0635", "1PzA", air={"1Air": "0634"}).attack == 13


@pytest.mark.rule("SPI-AIR-P1")
def test_the_way_to_the_attackers_is_as_the_crow_flies() -> None:
    """Enemies and water between are nothing to it."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0630": "1Air", "0631": "2Inf", "0632": "3Inf"}
    assert odds(at("axis fight", units), "0635", "1PzA", air={"1Air": "0634"}).attack == 13
    # over the Sea of Azov, four hexes from 3832 to 4030
    sea = {"3832": "1PzA, 2AxSup", "3833": "1Inf", "4132": "1Air, 1AxSup"}
    assert odds(at("axis fight", sea), "3833", "1PzA", air={"1Air": "3832"}).attack == 13


@pytest.mark.rule("SPI-AIR-P1", "SPI-AIR-C")
def test_it_is_said_which_hex_it_assists() -> None:
    """W26: one unit for each hex of attackers, never two for one."""
    units = {
        "0634": "1PzA, 1AxSup",
        "0535": "1InA",
        "0635": "1Inf",
        "0633": "1Air",
        "0533": "2Air",
        "0532": "3Air",
    }
    state = ready(at("axis fight", units), "0635", "1PzA, 1InA")
    assert names(state, "fly") == {"1Air", "2Air", "3Air"}
    one = play(state, "fly 1Air")
    assert names(one, "assist") == {"0634", "0535"}
    one = play(one, "assist 0535")
    # only 0634 is left, and is taken unasked
    two = play(one, "fly 3Air")
    assert two.decision == "table" and two.var("attack") == 20 and two.var("column") == 5
    assert set(two.hexes_with("assisted by the Luftwaffe")) == {"0634", "0535"}
    # one hex of attackers has room for one
    alone = ready(at("axis fight", units), "0635", "1PzA")
    full = play(alone, "fly 1Air")
    assert (full.decision, full.var("attack")) == ("table", 13)


@pytest.mark.rule("SPI-AIR-C")
def test_the_limit_is_of_a_hex_and_not_of_a_unit() -> None:
    """Two armies of one hex have one air unit between them."""
    units = {"0634": "1PzA, 2PzA, 1AxSup, 1Air, 2Air", "0635": "1Shk, 2Shk"}
    state = ready(at("axis fight", units), "0635", "1PzA, 2PzA")
    full = play(state, "fly 1Air")
    assert (full.decision, full.var("attack")) == ("table", 24)


@pytest.mark.rule("SPI-AIR-B")
def test_it_assists_once_in_a_combat_phase() -> None:
    """In the next attack it is done, another is not; next turn it may again."""
    units = {"0634": "1PzA, 2PzA, 1AxSup", "0635": "1Inf", "0535": "2Inf", "0633": "1Air"}
    units |= {"0534": "2AxSup"}
    state = at("axis fight", units)
    once = fought(state, "0635", "1PzA", "stand", 5, air={"1Air": "0634"}, draw=["1AxSup"])
    # 13 against 4 is 3-1, and 5 has no effect
    assert once.place("1Inf") == "0635"
    again = ready(once, "0535", "2PzA")
    assert again.decision in ("supply", "table")
    other = at("axis fight", units | {"0632": "2Air"})
    once = fought(other, "0635", "1PzA", "stand", 5, air={"1Air": "0634"}, draw=["1AxSup"])
    again = ready(once, "0535", "2PzA")
    assert names(again, "fly") == {"2Air"}
    with refused("SPI-AIR-B"):
        play(again, "fly 1Air")
    # kept back in the first attack it assists the second
    kept = fought(state, "0635", "1PzA", "stand", 4, draw=["1AxSup"])
    assert names(ready(kept, "0535", "2PzA"), "fly") == {"1Air"}
    alone = at("axis fight", units | {"0634": "1PzA, 1AxSup"})
    once = fought(alone, "0635", "1PzA", "stand", 5, air={"1Air": "0634"}, draw=["1AxSup"])
    assert "1Air" in once.units_with("has assisted")
    later = walk(walk(once, "movement", "soviet"), "attacks", "axis")
    assert later.turn == 4 and "1Air" not in later.units_with("has assisted")
    assert "1Air" in names(ready(later, "0635", "1PzA"), "fly")


@pytest.mark.rule("SPI-AIR-A1")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER, MARCH])
def test_it_needs_no_attack_supply(turn: int) -> None:
    """R32: in no weather is a supply unit needed near it."""
    # the attackers' supply unit stands beside them and five hexes or more from the air unit
    units = {"0634": "1PzA", "0635": "1Inf", "0535": "1AxSup", "0630": "1Air"}
    state = at("axis fight", units, turn)
    assert odds(state, "0635", "1PzA", air={"1Air": "0634"}).attack in (12, 13)


@pytest.mark.rule("SPI-AIR-A2")
def test_it_needs_general_supply() -> None:
    """In a pocket it assists nobody, and in one with a supply unit it does."""
    base = {"0637": "1PzA, 1AxSup", "0638": "1Inf"}
    pocket = {k: v for k, v in HELD.items() if k != "0635"} | {"0536": "12Inf", "0736": "17Inf"}
    # 0634 and 0635 are ringed by armies and 1PzA's side of 0636 by another
    pocket |= {"0636": "18Inf"}
    state = at("axis fight", base | pocket | {"0634": "1Air"})
    assert "1Air" not in set(state.ask("axis supplied"))
    assert ready(state, "0638", "1PzA").decision == "table"
    fed = at("axis fight", base | pocket | {"0634": "1Air", "0635": "2AxSup"})
    assert "1Air" in set(fed.ask("axis supplied"))
    assert names(ready(fed, "0638", "1PzA"), "fly") == {"1Air"}


@pytest.mark.rule("SPI-AIR-P2")
def test_it_stays_where_it_is() -> None:
    """Near or far, whatever the result."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0630": "1Air"}
    for die in (1, 5):
        out = fought(at("axis fight", units), "0635", "1PzA", "stand", die, air={"1Air": "0634"})
        assert out.place("1Air") == "0630"


@pytest.mark.rule("SPI-AIR-D")
@pytest.mark.parametrize("hex_", ["0634", "0630"])
def test_results_against_the_attackers_spare_it(hex_: str) -> None:
    """Ae and Ar, also where it shares the hex of those who attack."""
    units = {"0634": "1PzC, 1AxSup", "0635": "1Shk"}
    units[hex_] = f"{units[hex_]}, 1Air" if hex_ in units else "1Air"
    state = at("axis fight", units)
    # 5 against 9 is 1-2
    dead = fought(state, "0635", "1PzC", "stand", 4, air={"1Air": "0634"})
    assert (dead.place("1PzC"), dead.place("1Air")) == ("dead", hex_)
    back = fought(state, "0635", "1PzC", "stand", 2, air={"1Air": "0634"})
    assert back.decision == "way"
    back = play(back, back.legal_actions.names()[0])
    assert back.place("1PzC") != "0634" and back.place("1Air") == hex_
    # nor is it used up when the phase ends, as supply units are
    later = second(dead)
    assert (later.place("1AxSup"), later.place("1Air")) == ("used up", hex_)


@pytest.mark.rule("SPI-AIR-F")
@pytest.mark.parametrize("air", [{}, {"1Air": "0926"}])
def test_it_takes_no_terrain_from_the_defender(air: dict[str, str]) -> None:
    """W27: in rough ground 11 or 13 against 8 is 1-1."""
    state = at("axis fight", {"0926": "1PzA, 1AxSup, 1Air", "0927": "1Inf"})
    expected = (13 if air else 11, 8, 1)
    assert odds(state, "0927", "1PzA", air=air) == expected


@pytest.mark.rule("SPI-AIR-G", "SPI-AIR-GEN1")
def test_it_helps_no_defender() -> None:
    """In a Soviet Combat Phase nothing is flown; only in its own hex it defends, with 1."""
    units = {"0634": "1PzC, 1AxSup", "0635": "1TkA, 1SovSup", "0633": "1Air"}
    state = at("soviet fight", units)
    out = play(state, "attack 0634")
    out = play(out, "fight") if out.decision == "force" else out
    assert out.decision == "table" and out.to_move == "axis"
    assert (out.var("attack"), out.var("defence")) == (6, 4)
    beside = at("soviet fight", units | {"0634": "1PzC, 1AxSup, 1Air", "0633": "2Air"})
    assert odds(beside, "0634", "1TkA") == (6, 5, 1)


@pytest.mark.rule("SPI-AIR-GEN1")
def test_only_the_axis_has_air_units() -> None:
    """Four counters of 2-1-2, all German."""
    air = [u for u in data().units if u.kind.endswith(":air")]
    assert len(air) == 4
    assert {(u.side, u.nation, u.attack, u.defence, u.movement) for u in air} == {
        ("axis", "german", 2, 1, 2)
    }


@pytest.mark.rule("SPI-AIR-GEN1")
def test_it_assists_allies_and_attacks_on_support_units() -> None:
    """R53: whoever attacks for the Axis, and whoever is attacked of the Soviets."""
    units = {"0634": "1RumA, 1AxSup, 1Air", "0635": "1SovSup"}
    assert odds(at("axis fight", units), "0635", "1RumA", air={"1Air": "0634"}).attack == 4
    finns = {"0118": "1FinA, 1AxSup, 1Air", "0119": "1Inf"}
    assert odds(at("axis fight", finns), "0119", "1FinA", air={"1Air": "0118"}) == (4, 4, 1)


@pytest.mark.rule("SPI-AIR-GEN2")
def test_it_moves_as_support_units_do() -> None:
    """Two points in either Movement Phase; trains in the Second alone; no zone, no room taken."""
    units = {"0634": "1Air", "0640": "1PzA", "2003": "2Air"}
    for state in (at("axis move", units), second(at("axis fight", units))):
        reach = names(play(state, "move 1Air"), "to")
        assert "0632" in reach and "0631" not in reach
    first = at("axis rail", units | {"2004": "1InA"})
    assert names(first, "entrain") == {"1InA"}
    late = walk(play(at("axis fight", units | {"2004": "1InA"}), "end-combat"), "rail movement")
    assert late.to_move == "axis"
    assert names(late, "entrain") == {"2Air"}
    assert not {"0633", "2002"} & set(late.ask("axis zone of control"))
    # an army and three air units share a hex
    crowd = at("axis move", {"0634": "1PzA, 1Air, 2Air, 3Air"})
    assert names(crowd, "end-movement") == {""}


@pytest.mark.rule("SPI-AIR-GEN1")
def test_nobody_but_air_units_flies() -> None:
    """Neither who attacks nor a supply unit beside him."""
    units = {"0634": "1PzA, 1AxSup, 1Air", "0635": "1Inf"}
    state = ready(at("axis fight", units), "0635", "1PzA")
    assert (state.decision, state.to_move) == ("luftwaffe", "axis")
    for other in ("1PzA", "1AxSup"):
        with refused("SPI-AIR-GEN1"):
            play(state, f"fly {other}")


@pytest.mark.rule("SPI-AIR-C", "SPI-AIR-P1")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER])
def test_what_can_be_planned_of_the_luftwaffe_is_what_can_be_done(turn: int) -> None:
    """As many air units as are in reach, one to a hex of attackers."""
    units = {"0634": "1PzA, 1AxSup, 1Air", "0535": "1InA, 2Air", "0635": "1Inf", "0641": "3Air"}
    adds = 2 if turn == AUGUST else 1
    state = at("axis fight", units, turn)
    for attackers, strength, most in ((["1PzA"], 11, 1), (["1PzA", "1InA"], 16, 2)):
        for number in range(most + 1):
            planned = state.battle("0635", attackers, supports=["luftwaffe"] * number)
            assert planned.attack == strength + adds * number
        with refused("SPI-AIR-C" if most == 1 else "SPI-AIR-P1"):
            state.battle("0635", attackers, supports=["luftwaffe"] * (most + 1))
    # only one of the two is in reach of the two hexes
    far = at("axis fight", units | {"0535": "1InA", "0628": "2Air"}, turn)
    with refused("SPI-AIR-P1"):
        far.battle("0635", ["1PzA", "1InA"], supports=["luftwaffe"] * 2)


@pytest.mark.rule("SPI-AIR-P1", "SPI-AIR-GEN1")
def test_the_axis_says_which_hex_is_assisted() -> None:
    """Of two in reach."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0535": "1InA", "0632": "1Air"}
    asked = play(ready(at("axis fight", units), "0635", "1PzA, 1InA"), "fly 1Air")
    assert (asked.to_move, names(asked, "assist")) == ("axis", {"0634", "0535"})


@pytest.mark.rule("SPI-AIR-A2", "SPI-AIR-GEN1", "SPI-AIR-C", "SPI-AIR-P1")
def test_only_air_units_that_may_fly_are_planned_with() -> None:
    """Of two in reach one stands in a ring of Soviets, out of General Supply."""
    units = HELD | {"0636": "1PzA, 1AxSup", "0536": "1InA", "0637": "1Air", "0634": "2Air"}
    state = at("axis fight", units)
    attackers = ["1PzA", "1InA"]
    assert state.battle("0635", attackers, supports=["luftwaffe"]).attack == 18
    with pytest.raises(ValueError, match="fewer air units"):
        state.battle("0635", attackers, supports=["luftwaffe"] * 2)


@pytest.mark.rule("SPI-AIR-C", "SPI-AIR-B")
def test_stackmates_who_attack_apart_have_an_air_unit_each() -> None:
    """R71: the hex is that of one attack; the first air unit is spent for the phase."""
    units = {"0634": "1InC, 2InC, 1AxSup", "0535": "1Inf", "0735": "2Inf", "0633": "1Air, 2Air"}
    out = fought(at("axis fight", units), "0535", "1InC", "stand", 4, air={"1Air": "0634"})
    while out.decision in ("retreat", "way"):
        out.push(out.legal_actions.names()[0])
    later = ready(out, "0735", "2InC")
    assert later.decision == "luftwaffe" and names(later, "fly") == {"2Air"}
    assert "table" in str(walk(play(later, "fly 2Air"), "table").decision)


@pytest.mark.rule("SPI-AIR-C", "SPI-AIR-P1")
@pytest.mark.parametrize(
    ("air", "most"),
    [
        # both reach 0529 alone
        ({"0525": "1Air, 2Air"}, 1),
        ({"0525": "1Air", "0535": "2Air"}, 2),
        # the third, next to the target, reaches whichever of the hexes is left
        ({"0525": "1Air, 2Air", "0629": "3Air"}, 2),
        ({"0525": "1Air", "0535": "2Air", "0629": "3Air"}, 3),
        ({"0525": "1Air, 2Air", "0535": "3Air, 4Air"}, 2),
        ({"0629": "1Air, 2Air, 3Air, 4Air"}, 3),
    ],
)
def test_each_air_unit_that_is_planned_with_finds_a_hex_of_its_own(
    air: dict[str, str], most: int
) -> None:
    """As many are planned with as can fly in play, whatever each of them reaches."""
    units = {"0628": "1AxSup", "0529": "1PzA", "0531": "2PzA", "0630": "1InA", "0530": "1Inf"}
    for hex_, there in air.items():
        units[hex_] = ", ".join(filter(None, (units.get(hex_, ""), there)))
    state, attackers = at("axis fight", units), ["1PzA", "2PzA", "1InA"]
    planned = state.battle("0530", attackers, supports=["luftwaffe"] * most)
    assert planned.attack == 27 + 2 * most
    with refused("SPI-AIR-C" if most < len(" ".join(air.values()).split()) else "SPI-AIR-P1"):
        state.battle("0530", attackers, supports=["luftwaffe"] * (most + 1))
    # the best of all ways to fly them comes to the same
    ways, best = [ready(state, "0530", ", ".join(attackers))], 0
    while ways:
        way = ways.pop()
        best = max(best, way.var("air units assisting"))
        if way.decision in ("luftwaffe", "assisted hex"):
            ways += [play(way, a) for a in way.legal_actions.names() if a != "no-more-air"]
    assert best == most


# -- clauses, in all months and of all units


@pytest.mark.rule("SPI-AIR-P1")
@pytest.mark.parametrize("turn", [AUGUST, OCTOBER, NOVEMBER, DECEMBER, FEBRUARY, MARCH])
@pytest.mark.parametrize(("hex_", "may"), [("0630", True), ("0629", False)])
def test_it_reaches_four_hexes_in_every_month(turn: int, hex_: str, may: bool) -> None:
    """Winter halves its strength, mud nothing, and neither how far it flies."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", hex_: "1Air"}
    state = ready(at("axis fight", units, turn), "0635", "1PzA")
    assert (state.decision == "luftwaffe" and names(state, "fly") == {"1Air"}) == may


@pytest.mark.rule("SPI-AIR-GEN1", "SPI-CBT-D1", "SPI-AIR-C")
@pytest.mark.parametrize(("turn", "adds"), [(AUGUST, 2), (DECEMBER, 1)])
def test_it_assists_an_attack_on_two_hexes_as_it_does_one_on_one(turn: int, adds: int) -> None:
    """It adds its strength once, whatever is attacked; two hexes of attackers have one each."""
    units = {"0634": "1PzA, 1AxSup, 1Air", "0536": "2PzA, 2AxSup, 2Air"}
    state = at("axis fight", units | {"0635": "1Inf", "0535": "2Inf"}, turn)
    one = {"1Air": "0634"}
    assert odds(state, "0635 0535", "1PzA") == (11, 8, 1)
    assert odds(state, "0635 0535", "1PzA", air=one) == (11 + adds, 8, 1)
    both = odds(state, "0635 0535", "1PzA, 2PzA", air=one | {"2Air": "0536"})
    assert both[:2] == (22 + 2 * adds, 8)


@pytest.mark.rule("SPI-AIR-GEN2", "SPI-SUPPLY-B1", "SPI-SUPPLY-A1")
def test_out_of_supply_it_neither_moves_nor_lasts() -> None:
    """In a ring of Soviets it is lost as the Axis turn ends."""
    ring = {"0433": "11Inf", "0535": "12Inf", "0635": "13Inf", "0733": "14Inf"}
    ring |= {"0633": "15Inf", "0534": "16Inf", "0734": "17Inf", "0735": "18Inf"}
    state = walk(on(at("soviet move", {"0634": "1Air", **ring}), "movement", "axis"), "movement")
    assert state.to_move == "axis" and "1Air" not in set(state.ask("axis supplied"))
    assert "1Air" not in names(state, "move")
    with refused("SPI-SUPPLY-B1"):
        play(state, "move 1Air")
    assert ended(state).place("1Air") == "dead"


@pytest.mark.rule("SPI-AIR-GEN2", "SPI-RAIL-M8", "SPI-MOVE-G")
def test_it_rides_twelve_hexes_and_enters_no_hex_of_enemies() -> None:
    """As other support units; a lone supply unit closes its hex to it."""
    state = walk(play(at("axis fight", {"2501": "1Air"}), "end-combat"), "rail movement")
    rides = names(play(state, "entrain 1Air"), "detrain")
    assert rides and max(gap("2501", h) for h in rides) == 12
    beside = at("axis move", {"0634": "1Air", "0635": "1SovSup"})
    moving = play(beside, "move 1Air")
    assert "0633" in names(moving, "to") and "0635" not in names(moving, "to")
    with refused("SPI-MOVE-G"):
        play(moving, "to 0635")


@pytest.mark.rule("SPI-AIR-A2", "SPI-SUPPLY-P3")
def test_helsinki_supplies_no_air_unit() -> None:
    """Soviets hold the whole border of Finland; its Finns are in supply, a German unit is not."""
    rows = {row.name: row for row in data().map.hexes if row is not None}
    finland = {h for h, row in rows.items() if row.area == "finland"}
    dry = {h for h, row in rows.items() if row.terrain in ("clear", "rough")}
    border = sorted(h for h in dry - finland if any(gap(h, f) == 1 for f in finland))
    units = {h: f"{n}Inf" for n, h in enumerate(border, 1)}
    from_, target, near = next(
        (h, t, f)
        for h in sorted(dry - finland - set(border))
        for t in border
        for f in sorted(finland & dry)
        if gap(h, t) == 1 and gap(h, f) == 4
    )
    units |= {from_: "1PzA, 1AxSup", near: "1Air, 1FinC"}
    state = at("axis fight", units)
    assert {"1FinC", "1PzA"} <= set(state.ask("axis supplied"))
    assert "1Air" not in set(state.ask("axis supplied"))
    assert ready(state, target, "1PzA").decision in ("supply", "table")
    open_ = at("axis fight", {h: u for h, u in units.items() if h in (target, from_, near)})
    assert names(ready(open_, target, "1PzA"), "fly") == {"1Air"}


@pytest.mark.rule("SPI-AIR-F", "SPI-CBT-T2")
@pytest.mark.parametrize(("turn", "told"), [(AUGUST, (13, 8, 1)), (DECEMBER, (12, 4, 3))])
def test_it_takes_no_river_from_the_defender(turn: int, told: tuple[int, int, int]) -> None:
    """From 1030 to 1130 one crosses a river, but for the ice."""
    units = {"1030": "1PzA, 1AxSup, 1Air", "1130": "1Inf"}
    assert odds(at("axis fight", units, turn), "1130", "1PzA", air={"1Air": "1030"}) == told


@pytest.mark.rule("SPI-AIR-GEN1")
def test_to_let_no_air_unit_fly_is_to_pass() -> None:
    asked = ready(at("axis fight", {"0634": "1PzA, 1AxSup, 1Air", "0635": "1Inf"}), "0635", "1PzA")
    legal = asked.legal_actions
    passes = [name for a, name in zip(legal.list(), legal.names(), strict=True) if asked.is_pass(a)]
    assert (asked.decision, passes) == ("luftwaffe", ["no-more-air"])
