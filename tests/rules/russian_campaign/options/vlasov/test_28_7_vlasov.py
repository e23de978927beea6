"""Section 28.7: units that defect to General Vlasov, his army's place, and units that return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight
from ...turn_positions import MAY_42, MAY_44, SNOW, at, before, game, impulse_of, names, play, walk

pytestmark = pytest.mark.option("chit_draw")

VLASOV, DRAWN = ("chit-german=4",), ("chits",)
KIEV, KHARKOV, KURSK, WARSAW = "W19", "AA14", "X13", "L26"
ARMOUR = "Vlasov armour"
NOV_43 = 16
PANZERS = dict.fromkeys(("24 Pz", "39 Pz", "46 Pz"), "Y18")


def doomed(*units: str, turn: int = 8, **more: Any) -> State:
    """Russians at Y17 who cannot attack at 1-6, and give up."""
    more = {"options": VLASOV, **more}
    where = {**PANZERS, **dict.fromkeys(units, "Y17")}
    return play(at("russian", turn=turn, units=where, **more), "end-movement")


def over(state: State) -> bool:
    """Whether a die is rolled for somebody who may come over."""
    return (state.decision, state.to_move) == ("Vlasov", "chance")


# -- coming over ---------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.7.G4a")
@pytest.mark.parametrize(("unit", "factor"), [("5 ParaC", 1), ("3 CavC", 2), ("4 A", 3)])
def test_a_die_of_the_factor_brings_a_combat_unit_over(unit: str, factor: int) -> None:
    state = doomed(unit)
    assert over(state) and state.place(unit) == "surrendered"
    for die in range(1, 7):
        rolled = play(state, f"roll {die}")
        assert rolled.place(f"Vlasov {unit}") == ("come over" if die >= factor else "counters")
        assert rolled.place(unit) == "surrendered" and not over(rolled)
        # infantry and cavalry are no armour
        assert rolled.var(ARMOUR) == 0


@pytest.mark.rule("TRC-28.7.G4a")
def test_a_die_is_rolled_for_each_who_surrenders() -> None:
    first = doomed("5 ParaC", "3 CavC")
    assert over(first)
    second = play(first, "roll 2")
    assert over(second)
    done = play(second, "roll 2")
    assert not over(done)
    assert {done.place("Vlasov 5 ParaC"), done.place("Vlasov 3 CavC")} == {"come over"}


@pytest.mark.rule("TRC-28.7.G4a")
def test_prisoners_come_over_until_1943_ends() -> None:
    assert over(doomed("5 ParaC", turn=NOV_43))
    late = doomed("5 ParaC", turn=NOV_43 + 1)
    assert not over(late) and late.place("5 ParaC") == "surrendered"


@pytest.mark.rule("TRC-28.7.G4a")
def test_neither_workers_nor_headquarters_nor_germans_come_over() -> None:
    for unit in ("Kharkov Worker", "Stavka"):
        state = doomed(unit)
        assert not over(state)
    # nor Germans whom Russians have surrounded, as they fall
    units = {"13 Inf": "Y18", "16 A": "Y17", "11 A": "Y17", "8 A": "X18", "12 A": "X18"}
    state = combat("russian", units, turn=8, options=VLASOV)
    fallen = fight(state, "Y18", ["16 A", "11 A", "8 A", "12 A"], 6)
    assert fallen.place("13 Inf") in ("surrendered", "pool") and not over(fallen)


@pytest.mark.rule("TRC-28.7.G4a")
def test_who_surrenders_in_battle_may_come_over_as_well() -> None:
    # 29 to 3 is 9-1, where a six is DS
    units = {"24 Pz": "Y18", "39 Pz": "Y18", "40 Pz": "X18", "9 Inf": "X18", "4 A": "Y17"}
    state = combat("axis", units, turn=8, options=VLASOV)
    for die in range(1, 7):
        out = fight(state, "Y17", ["24 Pz", "39 Pz", "40 Pz", "9 Inf"], die)
        assert over(out) == (out.place("4 A") == "surrendered")
        if over(out):
            assert play(out, "roll 3").place("Vlasov 4 A") == "come over"
            return
    raise AssertionError("no die makes it surrender")


@pytest.mark.rule("TRC-28.7.G4a", "TRC-28.7.G4b")
def test_for_each_prisoner_one_die_is_rolled_in_all() -> None:
    units = {"24 Pz": "Y18", "39 Pz": "Y18", "40 Pz": "X18", "9 Inf": "X18", "4 A": "Y17"}
    units |= {"41 Pz": "X14", "56 Pz": "X14", "57 Pz": "X12", "3 CavC": "X13"}
    state = combat("axis", units, turn=8, options=VLASOV)
    first = fight(state, "Y17", ["24 Pz", "39 Pz", "40 Pz", "9 Inf"], 6)
    assert over(first) and first.place("4 A") == "surrendered"
    # only one battle is left to choose
    one = walk(play(first, "roll 1"), "forces", "axis")
    for die in range(1, 7):
        second = fight(one, "X13", ["41 Pz", "56 Pz", "57 Pz"], die)
        if second.place("3 CavC") == "surrendered":
            assert over(second)
            # the army, whose die has been rolled, is not asked again
            done = play(second, "roll 6")
            assert not over(done)
            assert done.place("Vlasov 4 A") == "counters"
            # the combat is over, and Kursk is the one city where the corps may stand up
            assert done.place("Vlasov 3 CavC") == KURSK
            return
    raise AssertionError("no die makes it surrender")


def hidden(chit: int, *units: str) -> State:
    """The same when the Axis has drawn a chit that nobody has seen."""
    where = {**PANZERS, **dict.fromkeys(units, "Y17")}
    state = at("russian", turn=8, units=where, options=DRAWN, variables={"german chit shown": 0})
    chits = [("CHIT:1", "cup"), (f"CHIT:{chit}", "german hand")]
    return play(state._supposed(places=chits), "end-movement")


@pytest.mark.rule("TRC-28.7.G4a", "TRC-28.7.G4b")
def test_only_he_who_has_the_chit_shows_it() -> None:
    state = hidden(4, "5 ParaC")
    assert over(state) and state.var("german chit shown") == 4
    none = hidden(3, "5 ParaC")
    assert not over(none) and none.var("german chit shown") == 0
    assert none.place("5 ParaC") == "surrendered"
    # a worker who gives up is no prisoner who comes over, and shows nothing
    worker = hidden(4, "Kiev Worker")
    assert worker.place("Kiev Worker") == "surrendered"
    assert not over(worker) and worker.var("german chit shown") == 0
    # the fifth was shown in September 1941
    assert not over(hidden(5, "5 ParaC"))


@pytest.mark.rule("TRC-28.7.G4b")
def test_the_first_two_armour_units_come_over_and_no_more() -> None:
    for had, free in ((0, True), (1, True), (2, False)):
        state = doomed("1 TkC", variables={ARMOUR: had})
        assert over(state) == free
        if free:
            assert play(state, "roll 2").var(ARMOUR) == had + 1
            # who does not come over does not count
            assert play(state, "roll 1").var(ARMOUR) == had
        # others come over all the same
        assert over(doomed("4 A", variables={ARMOUR: had}))


@pytest.mark.rule("TRC-28.7.G4a")
def test_the_army_is_nowhere_before_somebody_surrenders() -> None:
    plain, state = game("campaign").new(), game("campaign", VLASOV).new()
    assert {state.place(u) for u in (PARA, TANKS, "VL:SU:inf:16")} == {"counters"}
    for unit in ("AK", "1 Flak", "DAK", "11 A", "39 A", "Ukr 1 Inf"):
        assert state.place(unit) == plain.place(unit)


# -- standing up ---------------------------------------------------------------------------


def reinforced(
    doubles: Mapping[str, str],
    units: Mapping[str, str] | None = None,
    impulse: int = 1,
    **more: Any,
) -> State:
    """The Axis impulse of a turn begins, with some of the army somewhere."""
    more = {"turn": 9, "axis": [KIEV, KURSK], "options": VLASOV, **more}
    start = before("axis", impulse, units=units or {}, **more)
    return play(start._supposed(places=list(doubles.items())), "end-movement")


PARA, TANKS = "VL:SU:para:5", "VL:SU:tkc:1"
COME = {PARA: "come over"}


@pytest.mark.rule("TRC-28.7.G4a")
def test_they_stand_up_in_russian_cities_of_the_axis_alone() -> None:
    asked = walk(reinforced(COME), "russian city", "axis")
    # no Russian city, and no Axis city outside Russia
    assert names(asked, "at") == {KIEV, KURSK}
    # not where there is no room
    full = {"41 Pz": KURSK, "56 Pz": KURSK, "57 Pz": KURSK}
    alone = walk(reinforced(COME, full), "movement", "axis", 1)
    assert alone.place(PARA) == KIEV
    # in the second impulse as well, which has reinforcements too
    later = walk(reinforced(COME, impulse=2), "russian city", "axis")
    assert later.var("impulse") == 2


@pytest.mark.rule("TRC-28.7.G4a", "TRC-28.7.G4b")
def test_they_stand_up_at_no_junction_of_the_axis() -> None:
    asked = walk(reinforced(COME, axis=[KIEV, KURSK, "W15", "CC15"]), "russian city", "axis")
    assert names(asked, "at") == {KIEV, KURSK}


@pytest.mark.rule("TRC-28.7.G4a")
def test_each_of_them_stands_up_where_its_side_likes() -> None:
    both = {**COME, "VL:SU:cav:3": "come over"}
    first = walk(reinforced(both), "russian city", "axis")
    second = play(first, f"at {KIEV}")
    assert second.decision == "russian city"
    done = play(second, f"at {KURSK}")
    assert {done.place(u) for u in both} == {KIEV, KURSK}
    assert done.decision != "russian city"


@pytest.mark.rule("TRC-28.7.G4a")
def test_without_a_city_they_wait_and_the_russian_phase_brings_nobody() -> None:
    wait = walk(reinforced(COME, axis=[]), "movement", "axis", 1)
    assert wait.place(PARA) == "come over"
    units = {"16 A": "S7"}
    start = before("russian", turn=9, units=units, axis=[KIEV, KURSK], options=VLASOV)
    begun = play(start._supposed(places=list(COME.items())), "end-movement")
    assert walk(begun, "movement", "russian", 1).place(PARA) == "come over"


@pytest.mark.rule("TRC-28.7.G4a")
def test_other_reinforcements_come_as_ever() -> None:
    # the 40th Panzer Corps is due in July 1941
    units = {"40 Pz": "later", "72 Inf": "later"}
    for options in (VLASOV, ()):
        july = impulse_of("axis", turn=2, units=units, options=options)
        assert [july.place(u) for u in units] == ["arriving", "later"]


# -- coming back ---------------------------------------------------------------------------

LOST = {"VL:SU:inf:16": "pool", "VL:SU:inf:20": "pool"}


def met(state: State) -> set[str]:
    """Who can be replaced on the way to the movement of the Axis."""
    found: set[str] = set()
    out = state.copy()
    while (out.to_move, out.decision) != ("axis", "movement"):
        if out.decision == "replacements" and out.to_move == "axis":
            found |= names(out, "replace")
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return found


@pytest.mark.rule("TRC-28.7.G4b")
def test_one_is_replaced_in_a_turn_of_clear_weather() -> None:
    # Germans, and those who surrendered, are none of them
    units = {"13 Inf": "pool", "41 Pz": "pool"}
    state = reinforced({**LOST, "VL:SU:inf:11": "surrendered"}, units, turn=8)
    assert met(state) == {"Vlasov 16 A", "Vlasov 20 A"}
    asked = walk(state, "replacements", "axis")
    back = play(asked, "replace VL:SU:inf:16")
    assert back.decision == "russian city" and names(back, "at") == {KIEV, KURSK}
    there = play(back, f"at {KURSK}")
    assert there.place("VL:SU:inf:16") == KURSK and there.decision != "replacements"
    gone = play(asked, "forgo")
    assert [gone.place(u) for u in LOST] == ["pool", "pool"] and gone.decision != "replacements"
    # the last one may come as well
    assert met(reinforced({"VL:SU:inf:16": "pool"}, turn=8)) == {"Vlasov 16 A"}


@pytest.mark.rule("TRC-28.7.G4b")
def test_nobody_is_replaced_without_a_city_or_in_the_second_impulse() -> None:
    assert not met(reinforced(LOST, turn=8, axis=[]))
    assert not met(reinforced(LOST, turn=8, impulse=2))
    full = {"41 Pz": KIEV, "56 Pz": KIEV, "57 Pz": KIEV}
    full |= {"24 Pz": KURSK, "39 Pz": KURSK, "46 Pz": KURSK}
    assert not met(reinforced(LOST, full, turn=8))
    # in snow, as January is
    start = before("axis", turn=11, axis=[KIEV], options=VLASOV, weather=SNOW)
    assert not met(play(start._supposed(places=list(LOST.items())), "end-movement"))


@pytest.mark.rule("TRC-28.7.G4b")
def test_the_germans_own_replacements_come_in_may_as_ever() -> None:
    units = {"13 Inf": "pool"}
    asked = walk(reinforced({}, units, turn=MAY_42), "replacements", "axis")
    assert names(asked, "replace") == {"13 Inf"}


@pytest.mark.rule("TRC-20.9.2a")
def test_the_army_has_no_armour_to_give_up_in_may_1944() -> None:
    units = {"2 SS Pz": "J30", "3 SS Pz": "J31", "41 Pz": "K31"}
    asked = walk(reinforced({TANKS: KIEV}, units, turn=MAY_44), "withdrawal", "axis")
    assert names(asked, "withdraw") == {"2 SS Pz", "3 SS Pz"}
    ordinary = {"41 Pz": "K31", "56 Pz": "J31", "57 Pz": "J30"}
    asked = walk(reinforced({TANKS: KIEV}, ordinary, turn=MAY_44), "withdrawal", "axis")
    assert names(asked, "withdraw") == set(ordinary)


@pytest.mark.rule("TRC-28.7.G4a")
def test_without_the_chit_who_gives_up_surrenders_and_has_no_double() -> None:
    plain = doomed("5 ParaC", options=())
    assert plain.place("5 ParaC") == "surrendered" and not over(plain)
    assert not [u for u in plain.places() if u.startswith("Vlasov")]
    # with it optional counters stay out of the game as they do without
    for unit in ("AK", "1 Flak", "Ge Art", "DAK"):
        assert game("campaign", VLASOV).new().place(unit) == "counters"
