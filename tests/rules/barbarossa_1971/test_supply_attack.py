"""Attack Supply: its range in every weather, its instant, and the expense of supply units."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import (
    APRIL,
    AUGUST,
    DECEMBER,
    FEBRUARY,
    MARCH,
    NOVEMBER,
    OCTOBER,
    at,
    data,
    declared,
    ended,
    fought,
    gap,
    names,
    odds,
    play,
    refused,
    second,
    walk,
)


def axis_from(distance: int, turn: int, more: dict[str, str] | None = None) -> State:
    """1PzA in 0634 beside 1Inf, and a supply unit so far west of it in the same row."""
    units = {"0635": "1Inf"} | (more or {})
    here = "1PzA" if distance else "1PzA, 1AxSup"
    units |= {"0634": here} | ({f"06{34 - distance}": "1AxSup"} if distance else {})
    return at("axis fight", units, turn)


def soviet_from(distance: int, turn: int, more: dict[str, str] | None = None) -> State:
    """The mirror image: 1Inf in 0635 beside 1PzA, and its supply unit east of it."""
    units = {"0634": "1PzA"} | (more or {})
    here = "1Inf" if distance else "1Inf, 1SovSup"
    units |= {"0635": here} | ({f"06{35 + distance}": "1SovSup"} if distance else {})
    return at("soviet fight", units, turn)


RANGES = [
    # the turn, how far the Axis reaches, and how far the Soviets do
    (AUGUST, 6, 3),
    (OCTOBER, 1, 1),
    (NOVEMBER, 1, 3),
    (DECEMBER, 1, 3),
    (FEBRUARY, 1, 3),
    (MARCH, 1, 1),
    (APRIL, 6, 3),
    (41, 1, 1),
]


@pytest.mark.rule(
    "SPI-SUPPLY-P4",
    "SPI-SUPPLY-P5",
    "SPI-MUD-A1",
    "SPI-WINTER-B1",
    "SPI-WINTER-B3",
    "SPI-SUPPLY-C1",
)
@pytest.mark.parametrize(("turn", "axis", "soviet"), RANGES)
def test_the_range_of_attack_supply(turn: int, axis: int, soviet: int) -> None:
    """W21, W22: hex by hex from the same hex on."""
    found = [d for d in range(8) if names(axis_from(d, turn), "attack") == {"0635"}]
    assert found == list(range(axis + 1))
    found = [d for d in range(6) if "0634" in names(soviet_from(d, turn), "attack")]
    assert found == list(range(soviet + 1))


@pytest.mark.rule("SPI-SUPPLY-P5", "SPI-SUPPLY-J1", "SPI-ZOC-F2")
def test_the_way_of_axis_attack_supply() -> None:
    """Along a row the shortest way is the only one of six hexes: a Soviet unit closes it."""
    assert names(axis_from(6, AUGUST), "attack") == {"0635"}
    for hex_ in ("0629", "0631", "0633"):
        # a supply unit of theirs does it as well as an army
        for unit in ("2Inf", "1SovSup"):
            state = axis_from(6, AUGUST, {hex_: unit})
            assert "0635" not in names(state, "attack")
    # their zones close nothing
    zones = axis_from(6, AUGUST, {"0530": "2Inf", "0733": "3Inf"})
    assert "0635" in names(zones, "attack")
    # at five hexes there are ways around one unit
    assert "0635" in names(axis_from(5, AUGUST, {"0631": "2Inf"}), "attack")


@pytest.mark.rule("SPI-SUPPLY-P4", "SPI-SUPPLY-J2", "SPI-ZOC-F5", "SPI-SUPPLY-I", "SPI-ZOC-F6")
def test_the_way_of_soviet_attack_supply() -> None:
    """Axis units and their zones close it; a zone leaves a hex with Soviets open."""
    assert "0634" in names(soviet_from(3, AUGUST), "attack")
    assert "0634" not in names(soviet_from(3, AUGUST, {"0637": "1Air"}), "attack")
    # 1InC controls 0636 and 0637
    zone = {"0536": "1InC", "0538": "2InC"}
    assert "0634" not in names(soviet_from(3, AUGUST, zone), "attack")
    held = zone | {"0636": "2Inf", "0637": "3Inf"}
    assert "0634" in names(soviet_from(3, AUGUST, held), "attack")
    # the hexes of the attacker and of the supply unit may lie in zones themselves
    near = soviet_from(3, AUGUST, {"0639": "2InC"})
    assert "0634" in names(near, "attack")


@pytest.mark.rule("SPI-SUPPLY-P4", "SPI-SUPPLY-P5")
def test_a_supply_unit_of_the_enemy_is_none() -> None:
    """Nor does General Supply make Attack Supply."""
    state = at("axis fight", {"0634": "1PzA", "0635": "1Inf", "0633": "1SovSup"})
    assert names(state, "attack") == set()
    soviet = at("soviet fight", {"0634": "1TkA", "0635": "1InC", "0633": "1AxSup"})
    assert names(soviet, "attack") == set()


@pytest.mark.rule("SPI-SUPPLY-P5", "SPI-SUPPLY-GEN1")
def test_attack_supply_needs_no_general_supply() -> None:
    """In a pocket a supply unit feeds attacks; outside its range it does not (R28)."""
    ring = {"0633": "2Inf", "0535": "3Inf", "0534": "4Inf", "0734": "5Inf", "0735": "6Inf"}
    state = at("axis fight", ring | {"0634": "1PzA, 1AxSup", "0635": "1Inf"})
    assert set(ring) | {"0635"} == names(state, "attack")


@pytest.mark.rule("SPI-SUPPLY-E1", "SPI-SUPPLY-P4", "SPI-SUPPLY-P5", "SPI-WINTER-A2")
@pytest.mark.parametrize(("turn", "may"), [(AUGUST, False), (DECEMBER, True), (MARCH, False)])
def test_attack_supply_leads_over_frozen_lakes(turn: int, may: bool) -> None:
    """0418, 0319 and 0320 on Ladoga, 0220: three hexes over the ice and more on land."""
    units = {"0418": "1Inf", "0417": "1InC", "0220": "1SovSup"}
    state = at("soviet fight", units, turn)
    assert ("0417" in names(state, "attack")) == may


@pytest.mark.rule("SPI-SUPPLY-E1", "SPI-SUPPLY-P5", "SPI-WINTER-B1")
def test_a_supply_unit_on_the_shore_feeds_attacks_on_the_ice() -> None:
    """In winter, a hex off: 0319 is ice beside 0418."""
    for where, fed in (("0418", True), ("0417", False)):
        state = at("axis fight", {where: "1AxSup", "0319": "1InC", "0320": "1Inf"}, DECEMBER)
        assert names(state, "attack") == ({"0320"} if fed else set())


@pytest.mark.rule("SPI-SUPPLY-E2")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER, MARCH])
def test_attack_supply_leads_across_the_straits(turn: int) -> None:
    """A supply unit across them feeds both sides' attacks on this side."""
    units = {"4327": "1AxSup", "4328": "1PzA", "4329": "1Inf"}
    assert names(at("axis fight", units, turn), "attack") == {"4329"}
    soviet = {"4328": "1SovSup", "4327": "1Inf", "4326": "1InC"}
    assert names(at("soviet fight", soviet, turn), "attack") == {"4326"}


@pytest.mark.rule("SPI-MUD-A2", "SPI-WINTER-B2", "SPI-SUPPLY-G")
@pytest.mark.parametrize("turn", [AUGUST, OCTOBER, DECEMBER])
def test_one_supply_unit_feeds_any_number(turn: int) -> None:
    """Ten attackers around it in one attack, and several attacks in a phase."""
    crowd = "1PzA, 2PzA, 3PzA, 1InA, 2InA, 3InA, 4InA, 5InA, 6InA, 7InA"
    units = {"0634": f"{crowd}, 1AxSup", "0635": "1Shk, 2Shk, 3Shk", "0535": "2Inf", "0735": "3Inf"}
    state = at("axis fight", units, turn)
    assert odds(state, "0635", crowd).attack == 33 + 35
    once = fought(state, "0635", "1PzA", "stand", 2)
    out = once
    for target, unit in (("0535", "2PzA"), ("0735", "3PzA")):
        while out.decision in ("way", "retreat"):
            out.push(out.legal_actions.names()[0])
        assert target in names(out, "attack")
        out = fought(out, target, unit, "stand", 4)
        assert out.place("1AxSup") == "0634"
    # the Soviets likewise, in the ranges of theirs
    units = {"0634": "1TkA, 2TkA, 1SovSup", "0635": "1InC", "0535": "2InC"}
    soviet = fought(at("soviet fight", units, turn), "0635", "1TkA", "stand", 5)
    assert names(soviet, "attack") == {"0535"}


@pytest.mark.rule("SPI-SUPPLY-F1", "SPI-SUPPLY-F2", "SPI-SUPPLY-G")
def test_a_used_supply_unit_leaves_as_the_phase_ends() -> None:
    """W23: once, after all attacks; one that was not used stays."""
    units = {"0634": "1PzA, 2PzA, 1AxSup", "0635": "1Inf", "0535": "2Inf", "0630": "2AxSup"}
    state = at("axis fight", units)
    once = fought(state, "0635", "1PzA", "stand", 4, draw=["1AxSup"])
    assert once.place("1AxSup") == "0634"
    twice = fought(once, "0535", "2PzA", "stand", 4, draw=["1AxSup"])
    assert twice.place("1AxSup") == "0634"
    late = walk(play(twice, "end-combat"), "movement", "axis")
    assert (late.place("1AxSup"), late.place("2AxSup")) == ("used up", "0630")
    other = fought(state, "0635", "1PzA", "stand", 4, draw=["2AxSup"])
    late = walk(play(other, "end-combat"), "movement", "axis")
    assert (late.place("1AxSup"), late.place("2AxSup")) == ("0634", "used up")
    # two attacks may draw on two
    both = fought(once, "0535", "2PzA", "stand", 4, draw=["2AxSup"])
    late = walk(play(both, "end-combat"), "movement", "axis")
    assert (late.place("1AxSup"), late.place("2AxSup")) == ("used up", "used up")
    # without an attack nothing is used
    late = second(state)
    assert (late.place("1AxSup"), late.place("2AxSup")) == ("0634", "0630")


@pytest.mark.rule("SPI-SUPPLY-F1", "SPI-SUPPLY-F2")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_soviet_supply_units_are_used_up_whatever_the_result(die: int) -> None:
    """Success, no effect and loss."""
    units = {"0634": "1TkA, 1SovSup", "0635": "1PzC, 1InC", "0639": "2SovSup"}
    state = at("soviet fight", units)
    out = fought(state, "0635", "1TkA", "stand", die)
    while out.decision in ("way", "retreat"):
        out.push(out.legal_actions.names()[0])
    late = walk(play(out, "end-combat"), "movement", "soviet")
    assert (late.place("1SovSup"), late.place("2SovSup")) == ("used up", "0639")


@pytest.mark.rule("SPI-SUPPLY-G", "SPI-SUPPLY-F1")
def test_attackers_may_draw_on_several_supply_units() -> None:
    """R30: who is out of the range of the one named draws on another; then both are used."""
    # 0629 is five hexes from 0634 and seven from 0536; 0542 is six from 0536
    units = {"0634": "1PzA", "0629": "1AxSup", "0536": "2PzA", "0542": "2AxSup", "0635": "1Inf"}
    assert (gap("0634", "0629"), gap("0536", "0629"), gap("0634", "0542")) == (5, 7, 8)
    state = at("axis fight", units)
    out = fought(state, "0635", "1PzA, 2PzA", "give-ground", 4)
    late = walk(out, "attacks")
    late = walk(play(late, "end-combat"), "movement", "axis")
    assert (late.place("1AxSup"), late.place("2AxSup")) == ("used up", "used up")


@pytest.mark.rule("SPI-SUPPLY-F3")
def test_nothing_but_an_attack_uses_a_supply_unit_up() -> None:
    """Not General Supply, not a defence, and not an overrun."""
    state = at("axis move", {"0634": "1PzA, 1AxSup", "0635": "1TkC", "0633": "2Inf"})
    over = walk(play(state, "overrun 0635"), "movement")
    done = ended(over)
    assert done.place("1TkC") == "dead" and done.place("1AxSup") == "0634"
    held = at("soviet fight", {"0634": "1PzC, 1AxSup", "0633": "1TkA, 1SovSup"})
    out = fought(held, "0634", "1TkA", "stand", 4)
    # 6 against 5 is 1-1, and 4 an Ar
    while out.decision in ("way", "retreat"):
        out.push(out.legal_actions.names()[0])
    late = walk(play(out, "end-combat"), "movement", "soviet")
    assert (late.place("1AxSup"), late.place("1SovSup")) == ("0634", "used up")


@pytest.mark.rule("SPI-SUPPLY-C2")
def test_a_retreat_may_open_attack_supply() -> None:
    """A Soviet unit on the only way of six hexes is driven off; then the army attacks."""
    units = {"0635": "1Inf", "0634": "2PzA", "0628": "1AxSup", "0631": "2Inf"}
    units |= {"0731": "1PzA", "0927": "2AxSup"}
    assert gap("0731", "0927") == 5 and gap("0634", "0927") > 6
    state = at("axis fight", units)
    assert names(state, "attack") == {"0631"}
    opened = fought(state, "0631", "1PzA", "stand", 1)
    assert opened.place("2Inf") == "dead"
    assert names(opened, "attack") == {"0635"}
    assert odds(opened, "0635", "2PzA") == (11, 4, 2)
    # no effect, no way
    assert names(fought(state, "0631", "1PzA", "stand", 4), "attack") == set()


@pytest.mark.rule("SPI-SUPPLY-C3", "SPI-SUPPLY-C2", "SPI-CBT-I")
def test_a_retreat_may_close_attack_supply() -> None:
    """W24: an enemy that is driven onto the only way forbids the attack planned there."""
    units = {"0635": "1Inf", "0634": "2PzA", "0628": "1AxSup", "0531": "2Inf"}
    units |= {"0430": "1PzA", "0427": "2AxSup"}
    assert gap("0634", "0427") > 6
    state = at("axis fight", units)
    assert names(state, "attack") == {"0531", "0635"}
    out = fought(state, "0531", "1PzA", "stand", 2)
    shut = play(out, "retreat-to 0631")
    assert names(shut, "attack") == set()
    with refused("SPI-CBT-A1", "unit that may attack"):
        play(shut, "attack 0635")
    # beside the way it closes nothing
    free = play(out, "retreat-to 0532")
    assert names(free, "attack") == {"0635"}
    # for Soviets the zone of who retreats is enough
    units = {"0634": "1PzA", "0635": "1Inf", "0638": "1SovSup"}
    units |= {"0437": "1InC", "0337": "1TkA", "0236": "2SovSup"}
    soviet = at("soviet fight", units)
    assert names(soviet, "attack") == {"0634", "0437"}
    out = fought(soviet, "0437", "1TkA", "stand", 4)
    assert out.decision == "way"
    assert "0634" not in names(play(out, "retreat-to 0537"), "attack")
    assert "0634" in names(play(out, "retreat-to 0438"), "attack")


@pytest.mark.rule("SPI-SUPPLY-H1")
def test_no_supply_unit_is_finnish() -> None:
    """Neither among the counters nor among what the turn record brings."""
    depots = [u for u in data().units if u.kind.endswith(":sup")]
    assert {u.nation for u in depots} == {"axis", "soviet"}
    assert {u.kind for u in depots} == {"AX:sup", "SU:sup"}


@pytest.mark.rule("SPI-SUPPLY-H2")
def test_finns_attack_with_an_axis_supply_unit_in_range() -> None:
    """From Helsinki they get General Supply alone."""
    units = {"0118": "1FinA", "0119": "1Inf"}
    assert names(at("axis fight", units), "attack") == set()
    assert names(at("axis fight", units | {"0112": "1AxSup"}), "attack") == {"0119"}
    assert names(at("axis fight", units | {"0111": "1AxSup"}), "attack") == set()
    # in mud it must be next to them
    assert names(at("axis fight", units | {"0116": "1AxSup"}, MARCH), "attack") == set()
    assert names(at("axis fight", units | {"0117": "1AxSup"}, MARCH), "attack") == {"0119"}


@pytest.mark.rule("SPI-SUPPLY-C1", "SPI-SUPPLY-P5")
def test_each_attacker_needs_attack_supply_of_its_own() -> None:
    """Of two neighbours of the target the one that is in range attacks without the other."""
    units = {"0634": "1PzA", "0629": "1AxSup", "0536": "2PzA", "0535": "3PzA", "0635": "1Inf"}
    state = play(at("axis fight", units), "attack 0635")
    assert names(state, "with") == {"1PzA", "3PzA"}
    with refused("SPI-SUPPLY-C1", "out of Attack Supply"):
        play(state, "with 2PzA")
    # in mud 1PzA must be beside its supply unit as well
    mud = at("axis fight", units | {"0633": "2AxSup"}, OCTOBER)
    assert declared(mud, "0635", "1PzA").units_with("attacking") == ["1PzA"]


DRAWS = [
    # the turn, and how far the supply units stand on which an attack may draw
    ("axis", AUGUST, {0, 1, 3, 6}),
    ("axis", OCTOBER, {0, 1}),
    ("axis", DECEMBER, {0, 1}),
    ("soviet", AUGUST, {0, 1, 3}),
    ("soviet", OCTOBER, {0, 1}),
    ("soviet", DECEMBER, {0, 1, 3}),
]


@pytest.mark.rule("SPI-SUPPLY-G", "SPI-SUPPLY-F1")
@pytest.mark.parametrize(("side", "turn", "near"), DRAWS)
def test_an_attack_draws_on_a_supply_unit_in_range(side: str, turn: int, near: set[int]) -> None:
    """Of several at different distances the attacker chooses among those, and uses up that one."""
    unit, enemy, depot = ("1PzA", "1Inf", "AxSup") if side == "axis" else ("1TkA", "1InC", "SovSup")
    steps = (0, 1, 3, 6, 7) if side == "axis" else (0, 1, 3, 4)
    where = {f"06{34 - d}": f"{n}{depot}" for n, d in enumerate(steps, 1)}
    units = where | {"0634": f"{unit}, {where['0634']}", "0635": enemy}
    state = at(f"{side} fight", units, turn, bystanders=False)
    out = play(state, "attack 0635")
    while out.decision not in ("supply", "table"):
        out.push(out.legal_actions.names()[0])
    offered = {f"{n}{depot}" for n, d in enumerate(steps, 1) if d in near}
    assert out.decision == "supply" and names(out, "draw-on") == offered
    assert out.to_move == side
    last = max(offered)
    drawn = play(out, f"draw-on {last}")
    assert drawn.units_with("supplies the attack") == [last]
    done = play(drawn, "stand", "roll 4")
    while done.decision in ("way", "retreat"):
        done.push(done.legal_actions.names()[0])
    late = walk(play(done, "end-combat") if done.decision == "attacks" else done, "movement", side)
    assert {u for u, p in late.places().items() if p == "used up"} == {last}


@pytest.mark.rule("SPI-SUPPLY-G", "SPI-SUPPLY-C1")
@pytest.mark.parametrize(
    ("side", "us", "them", "own"),
    [("axis", "1PzA", "1Inf, 1SovSup", "1AxSup"), ("soviet", "1TkA", "1InC, 1AxSup", "1SovSup")],
)
def test_no_supply_unit_of_the_enemy_supports_an_attack(
    side: str, us: str, them: str, own: str
) -> None:
    """Right beside it; with one of one's own that one alone is drawn on."""
    state = at(f"{side} fight", {"0634": us, "0635": them})
    assert "0634" not in set(state.ask(f"{side} attack supply"))
    assert "0635" not in names(state, "attack")
    fed = at(f"{side} fight", {"0634": f"{us}, {own}", "0635": them})
    assert declared(fed, "0635", us).units_with("supplies the attack") == [own]
