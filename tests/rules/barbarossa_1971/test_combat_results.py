"""The two tables, the effects of their results, and retreats."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import (
    AUGUST,
    DECEMBER,
    at,
    data,
    declared,
    fought,
    gap,
    names,
    on,
    play,
    refused,
    walk,
)

FORCES = [
    # the odds, who attacks from 0634, and who is attacked in 0635
    ("1-3", "1PzC", "1Shk"),
    ("1-2", "1PzC", "1Inf"),
    ("1-1", "1PzC, 2PzC", "1Inf"),
    ("2-1", "1PzA", "1Inf"),
    ("3-1", "1PzA, 1InC", "1Inf"),
    ("4-1", "1PzA, 1InA", "1Inf"),
    ("5-1", "1PzA, 2PzA", "1Inf"),
    ("6-1", "1PzA, 2PzA, 1RumA", "1Inf"),
    ("7-1", "1PzA, 2PzA, 1InA, 1InC", "1Inf"),
    ("8-1", "1PzA, 2PzA, 3PzA", "1Inf"),
    # below the first column
    ("1-4", "1InC", "1Inf"),
]
TABLES = {
    # the rows of the die from 1 to 6, the columns from 1-3 to 8-1
    "stand": """
        Ar -  Dr De De De De De De De
        Ar Ar -  Dr De De De De De De
        Ae Ar -  Dr Dr De De De De De
        Ae Ae Ar -  Dr Dr De De De De
        Ae Ae Ar Ar -  Dr Dr De De De
        Ae Ae Ae Ar Ar -  Dr Dr De De
    """,
    "give-ground": """
        -  -  Dr2 Dr2 Dr2 Dr2 De  De  De  De
        -  -  Dr2 Dr2 Dr2 Dr2 Dr2 De  De  De
        -  -  -   Dr2 Dr2 Dr2 Dr2 Dr2 De  De
        Ar -  -   Dr2 Dr2 Dr2 Dr2 Dr2 Dr2 De
        Ar Ar -   -   Dr2 Dr2 Dr2 Dr2 Dr2 De
        Ar Ar Ar  -   -   Dr2 Dr2 Dr2 Dr2 Dr2
    """,
}


def settled(state: State) -> State:
    """A copy with the retreats at hand made by their first ways."""
    out = state.copy()
    while out.decision in ("retreat", "way"):
        out.push(out.legal_actions.names()[0])
    return out


def outcome(state: State, attackers: list[str], defender: str) -> str:
    """The result that was carried out, by what has become of the units."""
    out = settled(state)
    at_ = [out.place(u) for u in attackers]
    if "dead" in at_:
        return "Ae" if set(at_) == {"dead"} else "?"
    if "0634" not in at_:
        return "Ar" if {gap("0634", h) for h in at_} == {1} else "?"
    where = out.place(defender)
    return "De" if where == "dead" else {0: "-", 1: "Dr", 2: "Dr2"}[gap("0635", where)]


@pytest.mark.rule("SPI-CBT-GEN4", "SPI-CBT-GEN6", "SPI-CBT-GEN7")
@pytest.mark.parametrize("table", list(TABLES))
@pytest.mark.parametrize("column", range(len(FORCES)))
def test_every_cell_of_the_tables(table: str, column: int) -> None:
    """The die is cross-indexed with the odds column of the table that the defender chose."""
    _, attackers, defender = FORCES[column]
    state = at("axis fight", {"0634": f"{attackers}, 1AxSup", "0635": defender})
    ready = play(declared(state, "0635", attackers), table)
    assert (ready.decision, ready.to_move) == ("combat", "chance")
    assert [p for _, p in ready.chance_outcomes()] == [pytest.approx(1 / 6)] * 6
    rows = [line.split() for line in TABLES[table].split("\n") if line.strip()]
    expected = [row[column if column < 10 else 0] for row in rows]
    units = attackers.split(", ")
    assert [outcome(play(ready, f"roll {n}"), units, defender) for n in range(1, 7)] == expected


@pytest.mark.rule("SPI-CBT-GEN4")
def test_nine_to_one_takes_no_die() -> None:
    """From there on the defenders are eliminated, and there is no table to choose."""
    force = "1PzA, 2PzA, 3PzA, 1PzC"
    units = {"0634": f"{force}, 1AxSup", "0635": "1Inf, 1SovSup"}
    # 36 against 5 is 7-1
    assert declared(at("axis fight", units), "0635", force).decision == "table"
    # 36 against 4 is 9-1
    done = declared(at("axis fight", units | {"0635": "1Inf"}), "0635", force)
    assert (done.decision, done.place("1Inf")) == ("attacks", "dead")


@pytest.mark.rule("SPI-CBT-GEN3")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_the_defender_chooses_the_table_before_the_die(side: str) -> None:
    """He knows the odds, the Luftwaffe and the supply units; one choice covers all hexes (R2)."""
    if side == "axis":
        units = {"0634": "1PzA, 1Air, 1AxSup", "0635": "1Inf", "0735": "2Inf"}
        state = at("axis fight", units)
        out = declared(state, "0635 0735", "1PzA", air={"1Air": "0634"})
        assert out.var("attack") == 13
    else:
        units = {"0634": "1TkA, 1SovSup", "0635": "1PzC", "0735": "1InC"}
        out = declared(at("soviet fight", units), "0635 0735", "1TkA")
    other = {"axis": "soviet", "soviet": "axis"}[side]
    assert (out.decision, out.to_move) == ("table", other)
    assert names(out, "stand") == names(out, "give-ground") == {""}
    assert len(out.legal_actions) == 2
    for table in ("stand", "give-ground"):
        assert play(out, table).to_move == "chance"


@pytest.mark.rule("SPI-CBT-GEN3")
@pytest.mark.parametrize("attackers", ["1InC", "1PzC", "1PzA", "1PzA, 2PzA"])
def test_the_defender_chooses_at_any_odds(attackers: str) -> None:
    units = {"0634": f"{attackers}, 1AxSup", "0635": "1Shk"}
    out = declared(at("axis fight", units), "0635", attackers)
    assert (out.decision, out.to_move) == ("table", "soviet")
    assert {n.split()[0] for n in out.legal_actions.names()} == {"stand", "give-ground"}


@pytest.mark.rule("SPI-CBT-GEN3")
def test_at_four_to_one_the_choice_is_real() -> None:
    """Who stands is eliminated half of the time; who gives ground always gets away."""
    state = at("axis fight", {"0634": "1PzA, 1InA, 1AxSup", "0635": "1Inf"})
    ready = declared(state, "0635", "1PzA, 1InA")
    assert ready.var("column") == 4
    found = {
        table: [
            outcome(play(ready, table, f"roll {n}"), ["1PzA", "1InA"], "1Inf") for n in range(1, 7)
        ]
        for table in TABLES
    }
    assert sorted(found["stand"]) == ["-", "De", "De", "De", "Dr", "Dr"]
    assert found["give-ground"] == ["Dr2"] * 6


@pytest.mark.rule("SPI-CBT-GEN5")
def test_a_result_is_carried_out_before_the_next_combat() -> None:
    """No other attack is declared while a unit has to retreat; the dead are gone at once."""
    units = {"0634": "1PzA, 1AxSup", "0535": "1InA", "0635": "1Inf", "0735": "2Inf"}
    state = at("axis fight", units)
    out = fought(state, "0635", "1PzA", "stand", 2)
    assert (out.decision, out.to_move) == ("way", "soviet")
    with refused("SPI-CBT-GEN7"):
        play(out, "attack 0735")
    gone = play(out, "retreat-to 0636")
    assert (gone.decision, gone.to_move, gone.place("1Inf")) == ("attacks", "axis", "0636")
    dead = fought(state, "0635", "1PzA", "stand", 1)
    assert dead.place("1Inf") == "dead"
    # the hex is empty, so that 1InA, which is next to no other, has nobody to attack
    assert "attacks" in str(dead.decision) and names(dead, "attack") == set()


@pytest.mark.rule("SPI-CBT-GEN6")
def test_results_hit_the_attackers_of_either_side() -> None:
    """Ae eliminates all who attacked and nobody else; by Ar each of them retreats a hex."""
    units = {"0634": "1TkA, 2TkA, 1SovSup", "0534": "3TkA", "0635": "1InA, 1PzC, 1InC"}
    state = at("soviet fight", units, 33)
    # 6 against 11 is 1-2
    dead = fought(state, "0635", "1TkA", "stand", 4)
    assert dead.place("1TkA") == "dead"
    assert {dead.place(u) for u in ("2TkA", "1SovSup")} == {"0634"}
    back = fought(state, "0635", "1TkA", "stand", 3)
    assert (back.decision, back.to_move) == ("way", "soviet")
    assert play(back, "retreat-to 0633").place("1TkA") == "0633"
    assert {back.place(u) for u in ("1InA", "1PzC", "1InC")} == {"0635"}


# -- retreats ------------------------------------------------


@pytest.mark.rule("SPI-CBT-GEN7")
def test_the_owner_says_where_each_unit_goes() -> None:
    """A stack may part; Dr is a hex, and Dr2 leads to a hex two away from the first."""
    state = at("axis fight", {"0634": "1PzA, 2PzA, 1AxSup", "0635": "1Inf, 1MeC"})
    out = fought(state, "0635", "1PzA, 2PzA", "stand", 3)
    assert (out.decision, out.to_move) == ("retreat", "soviet")
    out = play(out, "retreat 1MeC")
    assert (out.decision, out.to_move) == ("way", "soviet")
    # the other hexes around 0635 lie in the zone of the Panzer armies
    assert names(out, "retreat-to") == {"0636", "0536", "0736"}
    out = play(out, "retreat-to 0536", "retreat-to 0736")
    assert (out.place("1MeC"), out.place("1Inf")) == ("0536", "0736")
    far = fought(state, "0635", "1PzA, 2PzA", "give-ground", 3)
    far = play(far, "retreat 1MeC", "retreat-to 0536")
    # not back beside 0635, where a unit would be one hex away
    assert names(far, "retreat-to") == {"0436", "0435", "0537"}
    far = play(far, "retreat-to 0537")
    assert gap("0635", far.place("1MeC")) == 2


@pytest.mark.rule("SPI-CBT-GEN7")
def test_one_hex_where_two_cannot_be_done() -> None:
    """Of the first hexes those are offered from which the retreat can go on, else any."""
    # Axis units in the second ring leave no second hex
    ring = {"0637": "1InC", "0537": "2InC", "0737": "3InC", "0436": "4InC", "0836": "5InC"}
    # support units have no zone, so that they close only their own hex
    air = {"0637": "1Air", "0537": "2Air", "0737": "3Air", "0436": "2AxSup", "0836": "3AxSup"}
    base = {"0634": "1PzA, 1AxSup", "0635": "1Inf"}
    shut = at("axis fight", base | ring)
    assert fought(shut, "0635", "1PzA", "give-ground", 1).place("1Inf") == "dead"
    closed = base | air | {"0435": "4AxSup", "0835": "5AxSup"}
    out = fought(at("axis fight", closed), "0635", "1PzA", "give-ground", 1)
    assert names(out, "retreat-to") == {"0536", "0736", "0636"}
    short = play(out, "retreat-to 0636")
    assert (short.place("1Inf"), short.decision) == ("0636", "attacks")
    # one gap in the ring, to which only 0636 leads
    gapped = {k: v for k, v in closed.items() if k != "0637"}
    out = fought(at("axis fight", gapped), "0635", "1PzA", "give-ground", 1)
    assert out.place("1Inf") == "0637"
    # where one hex is to be gone, whether it leads on is nothing to it
    out = fought(at("axis fight", gapped), "0635", "1PzA", "stand", 2)
    assert names(out, "retreat-to") == {"0536", "0736", "0636"}


@pytest.mark.rule("SPI-CBT-GEN7")
def test_a_retreat_of_two_hexes_looks_no_farther() -> None:
    """Only 0636 leads two hexes away; that none leads a third hex away is nothing to it."""
    support = {"0537": "2Air", "0737": "3Air", "0436": "2AxSup", "0836": "3AxSup"}
    ring = support | {"0435": "4AxSup", "0835": "5AxSup"}
    # from 0637 every hex farther from 0635 lies in a zone, and 0637 in none
    beyond = {"0539": "1InC", "0739": "2InC"}
    assert all(gap(h, "0637") > 1 for h in beyond)
    state = at("axis fight", {"0634": "1PzA, 1AxSup", "0635": "1Inf"} | ring | beyond)
    out = fought(state, "0635", "1PzA", "give-ground", 1)
    assert out.place("1Inf") == "0637"


@pytest.mark.rule("SPI-ZOC-F7", "SPI-ZOC-F8", "SPI-CBT-GEN7", "SPI-CBT-GEN4", "SPI-CBT-GEN6")
def test_soviets_retreat_into_no_vacant_hex_of_a_zone() -> None:
    """Ringed by zones a Soviet unit dies, but goes to a hex that another Soviet unit holds."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0637": "1InC", "0536": "2Inf"}
    # 1PzA and 1InC control every hex around 0635 but 0536 and 0736
    ringed = units | {"0836": "2InC", "0536": "3InC"}
    dead = fought(at("axis fight", ringed), "0635", "1PzA", "stand", 2)
    assert dead.place("1Inf") == "dead"
    held = units | {"0836": "2InC", "0436": "3InC"}
    out = fought(at("axis fight", held), "0635", "1PzA", "stand", 2)
    assert settled(out).place("1Inf") == "0536"
    assert {out.place("2Inf"), settled(out).place("2Inf")} == {"0536"}


@pytest.mark.rule("SPI-CBT-GEN7", "SPI-RAIL-M10", "SPI-ZOC-F7", "SPI-ZOC-F8")
def test_who_retreats_takes_the_hex_and_opens_it_to_no_train() -> None:
    """A retreat is no normal ground movement."""
    state = at("axis fight", {"0634": "1PzA, 1AxSup", "0635": "1Inf"})
    out = settled(fought(state, "0635", "1PzA", "give-ground", 2))
    went = out.place("1Inf")
    assert went not in ("0635", "dead")
    assert went in out.hexes_with("soviet passed last")
    assert went not in out.hexes_with("trodden")


@pytest.mark.rule("SPI-ZOC-F4", "SPI-CBT-GEN7", "SPI-CBT-GEN4", "SPI-CBT-GEN6")
def test_axis_units_retreat_through_soviet_zones() -> None:
    """Ringed by them a German unit goes to any hex without Soviets, and so do attackers."""
    units = {"0634": "1TkA, 1SovSup", "0635": "1InC", "0637": "1Inf", "0536": "2Inf"}
    out = fought(at("soviet fight", units), "0635", "1TkA", "stand", 4)
    # 6 against 2 is 3-1
    assert names(out, "retreat-to") == {"0535", "0636", "0735", "0736"}
    back = {"0634": "1PzC, 1AxSup", "0635": "1Inf", "0433": "2Inf", "0833": "3Inf", "0632": "4Inf"}
    out = fought(at("axis fight", back), "0635", "1PzC", "stand", 2)
    assert names(out, "retreat-to") == {"0535", "0735", "0534", "0734", "0633"}


@pytest.mark.rule("SPI-CBT-GEN7")
@pytest.mark.parametrize("turn", [AUGUST, DECEMBER])
def test_water_closes_a_retreat(turn: int) -> None:
    """A lake does when it is not frozen, the sea always, and the Kerch Straits."""
    # around 0418: the lake hexes 0419, 0319
    units = {"0417": "1PzA, 1AxSup", "0418": "1Inf"}
    out = fought(at("axis fight", units, turn), "0418", "1PzA", "stand", 2)
    assert ({"0419"} <= names(out, "retreat-to")) == (turn == DECEMBER)
    straits = {"4326": "1PzA, 1AxSup", "4327": "1Inf"}
    out = fought(at("axis fight", straits, turn), "4327", "1PzA", "stand", 2)
    assert "4328" not in (names(out, "retreat-to") | {out.place("1Inf")})


@pytest.mark.rule("SPI-CBT-GEN7", "SPI-STACK-C1")
def test_a_retreat_may_overstack() -> None:
    """Neither side's limit closes a hex."""
    units = {
        "0634": "1PzA, 1AxSup",
        "0635": "1Inf",
        "0536": "2Inf, 3Inf",
        "0637": "1InC",
        "0836": "2InC",
        "0436": "3InC",
    }
    out = settled(fought(at("axis fight", units), "0635", "1PzA", "stand", 2))
    assert out.place("1Inf") == "0536"
    units = {"0634": "1TkA, 1SovSup", "0635": "1InC", "0636": "1PzA"}
    out = fought(at("soviet fight", units), "0635", "1TkA", "stand", 4)
    assert "0636" in names(out, "retreat-to")


@pytest.mark.rule("SPI-CBT-GEN7", "SPI-MOVE-K")
def test_finns_do_not_retreat_beyond_their_limit() -> None:
    """Six hexes from Finland at most."""
    # 0621 is six hexes from 0316 and 0415, 0622 and 0722 are seven
    units = {"0621": "1FinA", "0521": "1TkA, 2TkA, 1SovSup"}
    out = fought(at("soviet fight", units), "0621", "1TkA, 2TkA", "stand", 3)
    assert names(out, "retreat-to") == {"0522", "0620", "0721"}
    # with these held it is lost
    held = at("soviet fight", units | {"0522": "1Inf", "0620": "2Inf", "0721": "3Inf"})
    assert fought(held, "0621", "1TkA, 2TkA", "stand", 3).place("1FinA") == "dead"
    # a Hungarian army in its place goes on
    other = at("soviet fight", units | {"0621": "1HunA"})
    out = fought(other, "0621", "1TkA, 2TkA", "stand", 3)
    assert names(out, "retreat-to") == {"0522", "0620", "0721", "0622", "0722"}


@pytest.mark.rule("SPI-MVIC-7", "SPI-CBT-GEN7")
def test_axis_units_are_forced_off_the_western_edge() -> None:
    """Only where there is no other way; Soviet units there, and Axis ones elsewhere, are lost."""
    # 2301 has the neighbours 2302, 2201, 2401 on the map
    units = {"2302": "1TkA, 1SovSup", "2301": "1InC"}
    out = fought(at("soviet fight", units), "2301", "1TkA", "stand", 4)
    assert names(out, "retreat-to") == {"2201", "2401"}
    shut = units | {"2201": "1Inf", "2401": "2Inf"}
    out = fought(at("soviet fight", shut), "2301", "1TkA", "stand", 4)
    assert out.place("1InC") == "off the map"
    inland = {"0634": "1TkA, 1SovSup", "0635": "1InC"}
    inland |= {"0535": "1Inf", "0536": "2Inf", "0636": "3Inf", "0736": "4Inf", "0735": "5Inf"}
    out = fought(at("soviet fight", inland), "0635", "1TkA", "stand", 4)
    assert out.place("1InC") == "dead"
    # a Soviet unit that is forced west dies
    west = {"2302": "1PzA, 1AxSup", "2301": "1Inf"}
    out = fought(at("axis fight", west), "2301", "1PzA", "stand", 2)
    assert out.place("1Inf") == "dead"


@pytest.mark.rule("SPI-CBT-L")
def test_support_units_die_where_others_retreat() -> None:
    """W29: alone, with others, on either side, by one hex or by two; not by no effect."""
    alone = {"0634": "1TkC, 1SovSup", "0635": "1AxSup"}
    lone = at("soviet fight", alone)
    # 2 against 2 is 1-1
    assert fought(lone, "0635", "1TkC", "stand", 1).place("1AxSup") == "dead"
    assert fought(lone, "0635", "1TkC", "stand", 2).place("1AxSup") == "0635"
    assert fought(lone, "0635", "1TkC", "give-ground", 1).place("1AxSup") == "dead"
    stacked = {"0634": "1TkA, 1SovSup", "0635": "1PzC, 1AxSup, 1Air"}
    state = at("soviet fight", stacked)
    # 3-2-8 with 2 and 1
    assert declared(state, "0635", "1TkA").var("defence") == 5
    out = fought(state, "0635", "1TkA", "stand", 1)
    assert (out.place("1AxSup"), out.place("1Air")) == ("dead", "dead")
    assert (out.decision, out.to_move) == ("way", "axis")
    assert out.place("1PzC") == "0635"
    soviet = {"0634": "1PzA, 1AxSup", "0635": "1Inf, 1SovSup"}
    out = fought(at("axis fight", soviet), "0635", "1PzA", "stand", 2)
    assert out.place("1SovSup") == "dead" and settled(out).place("1Inf") != "dead"


@pytest.mark.rule("SPI-CBT-L", "SPI-CBT-GEN6")
def test_support_units_beside_attackers_are_no_attackers() -> None:
    """Ar and Ae leave the supply unit in the attackers' hex alone."""
    state = at("axis fight", {"0634": "1PzC, 1AxSup", "0635": "1Inf"})
    for die in (2, 5):
        out = settled(fought(state, "0635", "1PzC", "stand", die))
        assert (out.place("1AxSup"), out.place("1PzC") != "0634") == ("0634", True)


@pytest.mark.rule("SPI-CBT-GEN7")
def test_nobody_advances() -> None:
    """R25: after a combat the winners stand where they attacked from."""
    state = at("axis fight", {"0634": "1PzA, 1AxSup", "0635": "1Inf"})
    out = fought(state, "0635", "1PzA", "stand", 1)
    assert (out.decision, out.place("1PzA")) == ("attacks", "0634")
    assert names(out, "move") == set()


DRIVEN = [
    # without the unit that was driven into the hex 11 against 4, with it 11 against 8
    ((), 4),
    (("R67",), 8),
]


@pytest.mark.parametrize(("options", "defence"), DRIVEN)
@pytest.mark.rule("SPI-CBT-C2", "SPI-CBT-F", "SPI-CBT-GEN2")
def test_who_was_driven_into_a_hex_shares_its_fate(options: tuple[str, ...], defence: int) -> None:
    """R67: it adds nothing to the defence, or by the other reading it does; it dies with it."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0636": "2Inf", "0537": "2PzA"}
    state = at("axis fight", units | {"0536": "2AxSup"}, options=options)
    out = fought(state, "0635", "1PzA", "stand", 2)
    out = play(out, "retreat-to 0636") if out.decision == "way" else out
    assert out.place("1Inf") == "0636"
    again = declared(out, "0636", "2PzA")
    assert again.var("defence") == defence
    if not options:
        dead = play(again, "stand", "roll 1")
        assert {dead.place("1Inf"), dead.place("2Inf")} == {"dead"}


@pytest.mark.rule("SPI-CBT-C2")
def test_who_was_driven_out_is_not_attacked_alone() -> None:
    """In a hex of its own it is no target in this phase, and one in the next."""
    units = {"0634": "1TkA, 1SovSup", "0635": "1PzC, 1AxSup", "0637": "2TkA", "0638": "2SovSup"}
    out = fought(at("soviet fight", units), "0635", "1TkA", "stand", 1)
    out = play(out, "retreat-to 0636")
    # 2TkA is next to it, and fresh
    assert (out.place("1PzC"), names(out, "attack")) == ("0636", set())
    with refused("SPI-CBT-C2", "have been attacked"):
        play(out, "attack 0636")
    later = on(walk(out, "attacks", "axis"), "attacks", "soviet")
    assert "0636" in names(later, "attack")


# -- clauses: other kinds of units, and the second hex of a retreat


@pytest.mark.rule("SPI-ZOC-F8", "SPI-CBT-GEN7")
def test_a_supply_unit_opens_its_hex_to_a_soviet_retreat() -> None:
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0637": "1InC", "0836": "2InC", "0436": "3InC"}
    assert fought(at("axis fight", units), "0635", "1PzA", "stand", 2).place("1Inf") == "dead"
    held = at("axis fight", units | {"0536": "1SovSup"})
    assert settled(fought(held, "0635", "1PzA", "stand", 2)).place("1Inf") == "0536"


@pytest.mark.rule("SPI-ZOC-F7", "SPI-CBT-GEN7")
def test_the_second_hex_of_a_soviet_retreat_lies_in_no_zone_either() -> None:
    """2InC controls 0637 and not 0636."""
    units = {"0634": "1PzA, 1AxSup", "0635": "1Inf", "0638": "2InC"}
    for more, beyond in (({}, {"0537", "0737"}), ({"0637": "2Inf"}, {"0537", "0637", "0737"})):
        state = at("axis fight", units | more)
        out = play(fought(state, "0635", "1PzA", "give-ground", 1), "retreat-to 0636")
        assert names(out, "retreat-to") == beyond
    with refused("SPI-CBT-GEN7"):
        out = fought(at("axis fight", units), "0635", "1PzA", "give-ground", 1)
        play(out, "retreat-to 0636", "retreat-to 0637")


@pytest.mark.rule("SPI-MOVE-K", "SPI-CBT-GEN7")
def test_the_second_hex_of_a_retreat_takes_no_finn_beyond_his_limit() -> None:
    units = {"0620": "1FinA", "0619": "1TkA, 2TkA, 1SovSup"}
    for army, beyond in (("1FinA", set()), ("1HunA", {"0622", "0722"})):
        state = at("soviet fight", units | {"0620": army})
        out = play(fought(state, "0620", "1TkA, 2TkA", "give-ground", 1), "retreat-to 0621")
        assert names(out, "retreat-to") & {"0622", "0722"} == beyond


@pytest.mark.rule("SPI-ZOC-F4", "SPI-CBT-GEN7")
def test_axis_units_retreat_onto_friends_in_soviet_zones() -> None:
    units = {"0634": "1TkA, 1SovSup", "0635": "1InC", "0637": "1Inf", "0636": "2InC"}
    out = fought(at("soviet fight", units), "0635", "1TkA", "stand", 4)
    assert play(out, "retreat-to 0636").place("1InC") == "0636"


@pytest.mark.rule("SPI-SUPPLY-D", "SPI-SUPPLY-B1", "SPI-CBT-GEN7")
def test_who_is_out_of_supply_retreats_all_the_same() -> None:
    """It is no movement: a Finn cut off from Helsinki, and a Soviet from everything."""
    units = {"0618": "1FinC", "0513": "1Inf", "0619": "1TkA, 1SovSup"}
    state = at("soviet fight", units, bystanders=False)
    assert "1FinC" not in state.ask("axis supplied")
    assert settled(fought(state, "0618", "1TkA", "stand", 4)).place("1FinC") not in ("0618", "dead")


@pytest.mark.rule("SPI-CBT-GEN6", "SPI-CBT-H1")
@pytest.mark.parametrize(("die", "lost"), [(2, False), (4, True)])
def test_who_stands_with_attackers_shares_nothing_of_their_fate(die: int, lost: bool) -> None:
    """Three against four is one to two: the corps that attacks retreats, or is lost, alone."""
    for side, units, first, second in (
        ("axis", {"0634": "1PzC, 2PzC, 1AxSup", "0635": "1Inf"}, "1PzC", "2PzC"),
        ("soviet", {"0634": "1Inf, 2Inf, 1SovSup", "0635": "1RumA"}, "1Inf", "2Inf"),
    ):
        out = fought(at(f"{side} fight", units), "0635", first, "stand", die)
        after = settled(out)
        assert after.place(second) == "0634"
        assert (after.place(first) == "dead") == lost and after.place(first) != "0634"


@pytest.mark.rule("SPI-CBT-GEN6", "SPI-CAMP-R0")
def test_all_attackers_are_lost_and_all_of_them_count() -> None:
    """Three corps against a shock army, in two hexes."""
    units = {"0634": "1InC, 2InC, 1AxSup", "0535": "3InC", "0635": "1Shk"}
    out = fought(at("axis fight", units), "0635", "1InC, 2InC, 3InC", "stand", 3)
    assert {out.place(u) for u in ("1InC", "2InC", "3InC")} == {"dead"}
    assert out.var("DE:inc lost") == 3 and out.place("1AxSup") == "0634"
    # and all retreat, each on its own
    back = fought(at("axis fight", units), "0635", "1InC, 2InC, 3InC", "stand", 1)
    gone = settled(back)
    assert "0634" not in {gone.place("1InC"), gone.place("2InC")} and gone.place("3InC") != "0535"


@pytest.mark.rule("SPI-CTRL-4", "SPI-CTRL-2")
def test_who_retreats_through_a_city_takes_it() -> None:
    """From 2026 through 2027, which was Soviet from the beginning."""
    units = {"2026": "1RumA", "2025": "1TkA, 2TkA, 1SovSup"}
    out = fought(at("soviet fight", units), "2026", "1TkA, 2TkA", "give-ground", 1)
    assert "2027" not in out.hexes_with("axis passed last")
    through = settled(play(out, "retreat-to 2027"))
    assert "2027" in through.hexes_with("axis passed last")
    assert through.place("1RumA") not in ("2026", "2027", "dead")


# -- off the western edge


def besieged(edge: str, unit: str, but: str = "") -> dict[str, str]:
    """A unit on the western edge, and two Soviet armies in each hex around it, but for one."""
    hexes = [row.name for row in data().map.hexes if row is not None and row.terrain != "sea"]
    around = sorted(h for h in hexes if gap(h, edge) == 1 and h != but)
    held = {h: f"{2 * n + 1}Inf, {2 * n + 2}Inf" for n, h in enumerate(around)}
    held[around[0]] += ", 1SovSup"
    return {edge: unit, **held}


@pytest.mark.rule("SPI-MVIC-7", "SPI-CBT-GEN7")
@pytest.mark.parametrize("edge", ["2501", "0311"])
@pytest.mark.parametrize("unit", ["1InC", "1InA", "1PzA", "1FinC", "1FinA", "1RumC", "1RumA"])
@pytest.mark.parametrize("scenario", ["campaign", "berlin"])
def test_any_axis_unit_is_driven_off_any_part_of_the_western_edge(
    edge: str, unit: str, scenario: str
) -> None:
    """The hexes of Finland too, corps and armies, and in the standard games as well."""
    if "Fin" in unit and edge == "2501":
        return
    turn = 38 if scenario == "berlin" else AUGUST
    state = at("soviet fight", besieged(edge, unit), turn, scenario=scenario)
    attackers = ", ".join(f"{n}Inf" for n in range(1, 5))
    out = fought(state, edge, attackers, "give-ground", 1)
    assert out.var("points lost") == 0 and out.place(unit) == "off the map", out.text()


@pytest.mark.rule("SPI-MVIC-7", "SPI-CBT-GEN7")
@pytest.mark.parametrize(("edge", "unit"), [("2501", "1InC"), ("2501", "1RumC"), ("0311", "1FinC")])
def test_so_is_who_attacked_himself(edge: str, unit: str) -> None:
    """By Ar of a bad attack."""
    units = besieged(edge, f"{unit}, 1AxSup")
    target = min(units.keys() - {edge})
    out = fought(at("axis fight", units), target, unit, "stand", 1)
    assert out.var("points lost") == 0 and out.place(unit) == "off the map", out.text()


@pytest.mark.rule("SPI-MVIC-7", "SPI-CBT-L")
def test_support_units_are_destroyed_there_and_who_has_a_way_stays() -> None:
    """A retreat along the edge goes before one off the map."""
    attackers = ", ".join(f"{n}Inf" for n in range(1, 5))
    both = at("soviet fight", besieged("2501", "1InC, 1Air"))
    out = fought(both, "2501", attackers, "give-ground", 1)
    assert (out.place("1InC"), out.place("1Air")) == ("off the map", "dead")
    beside = at("soviet fight", besieged("2501", "1InC", "2401"))
    out = settled(fought(beside, "2501", attackers, "give-ground", 1))
    assert out.place("1InC")[2:] == "01"
