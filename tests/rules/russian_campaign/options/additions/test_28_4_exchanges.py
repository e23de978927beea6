"""Section 28.4: exchanges, promotions and withdrawals of the added units, and their dates."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eastfront._core import State

from ...battle_positions import may
from ...turn_positions import at, before, data, game, names, play, refused, walk

ADDED = ("order-of-battle-additions",)
MAY_42, JUL_43, JAN_43, MAR_43, SEP_44, JAN_45 = 7, 14, 11, 12, 21, 23
BERLIN, MOSCOW, LENINGRAD = "E31", "R9", "E10"
WORKERS = {"Moscow Worker": MOSCOW, "Leningrad Worker": LENINGRAD}
EIGHTH, TENTH, ELEVENTH = "8 G A (28.4)", "10 G A (28.4)", "11 G A (28.4)"
HEIRS = dict.fromkeys((EIGHTH, TENTH, ELEVENTH), "counters")
ARMIES = {"62 A": "W6", "16 A": "W7", "30 A": "W8"}


def played_to(state: State, *decisions: str, side: str = "") -> State:
    """Played on with passes to one of some decisions, or until it is no more a side's turn."""
    out = state.copy()
    while not out.is_over and out.decision not in decisions:
        if side and out.to_move not in (side, "chance"):
            break
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return out


@pytest.mark.rule("TRC-28.4a")
def test_without_the_variant_the_added_units_take_no_part() -> None:
    added = [u.name for u in data().units if u.id.startswith(("GE:flak", "GE:hq:okh", "SS:inf:12"))]
    assert len(added) == 4
    state = game("campaign").new()
    assert {state.place(u) for u in (*added, "62 A", EIGHTH)} == {"counters"}
    # with it the others play as ever
    with_them = game("campaign", ADDED).new()
    assert [with_them.place(u) for u in ("41 Pz", "11 A", "39 A")] == [
        state.place(u) for u in ("41 Pz", "11 A", "39 A")
    ]
    assert with_them.place("AK") == "counters"


# -- the 38th Corps ------------------------------------------------------------------------


def january(units: Mapping[str, str], impulse: int = 1, turn: int = JAN_45) -> State:
    """The Axis impulse of January 1945 up to an exchange or to movement."""
    where = {"38 Pz": "counters", **units}
    start = before("axis", impulse, turn=turn, units=where, options=ADDED)
    return played_to(play(start, "end-movement"), "exchange", "movement")


@pytest.mark.rule("TRC-28.4.3a")
def test_the_38th_itself_is_exchanged_when_it_is_in_play() -> None:
    both = january({"38 Inf": "D29", "42 Inf": "D28"})
    assert both.decision == "movement"
    assert [both.place(u) for u in ("38 Pz", "38 Inf", "42 Inf")] == ["D29", "removed", "D28"]
    # off the map as well as on it
    held = january({"38 Inf": "off-map"})
    assert (held.place("38 Pz"), held.place("38 Inf")) == ("off-map", "removed")


@pytest.mark.rule("TRC-28.4.3a")
def test_another_3_4_corps_takes_its_place_when_it_is_lost() -> None:
    units = {"42 Inf": "D29", "55 Inf": "off-map", "38 Inf": "pool", "13 Inf": "pool"}
    # 4-4, 3-6, 5-5, a Finn, an SS corps and a headquarters are none
    others = {"1 Inf": "D28", "52 Mot": "C29", "49 Mtn": "C30", "Finn 2 Inf": "B14"}
    others |= {"6 SS Inf": "C31", "HQ North": "D31"}
    asked = january({**units, **others})
    assert (asked.decision, asked.to_move) == ("exchange", "axis")
    assert names(asked, "exchange") == {"42 Inf", "55 Inf", "28 Inf"}
    gone = play(asked, "exchange 55 Inf")
    assert [gone.place(u) for u in ("38 Pz", "55 Inf", "42 Inf")] == ["off-map", "removed", "D29"]
    assert gone.decision != "exchange"


@pytest.mark.rule("TRC-28.4.3a")
def test_nobody_is_exchanged_a_second_time_later_or_without_a_corps() -> None:
    again = january({"38 Inf": "D29", "38 Pz": "D28"})
    assert [again.place(u) for u in ("38 Inf", "38 Pz")] == ["D29", "D28"]
    dead = january({"38 Inf": "D29", "38 Pz": "pool"})
    assert [dead.place(u) for u in ("38 Inf", "38 Pz")] == ["D29", "pool"]
    for impulse, turn in ((2, JAN_45), (1, JAN_45 - 1), (1, JAN_45 + 1)):
        other = january({"38 Inf": "D29"}, impulse, turn)
        assert [other.place(u) for u in ("38 Inf", "38 Pz")] == ["D29", "counters"]
    # one that is left is enough
    last = january({"28 Inf": "pool", "38 Inf": "pool", "42 Inf": "D29", "1 Inf": "D28"})
    assert [last.place(u) for u in ("38 Pz", "42 Inf")] == ["D29", "removed"]
    # when no 3-4 is left there is none to become armour
    none = january({"28 Inf": "pool", "38 Inf": "pool", "1 Inf": "D28"})
    assert (none.decision, none.place("38 Pz")) == ("movement", "counters")


@pytest.mark.rule("TRC-28.4.3a")
def test_corps_are_motorized_in_1943_as_ever() -> None:
    units = {"26 Mot": "later", "42 Inf": "D29"}
    asked = played_to(
        play(before("axis", turn=JUL_43, units=units, options=ADDED), "end-movement"),
        "motorization", "movement",
    )  # fmt: skip
    while asked.decision == "motorization" and asked.place("26 Mot") == "later":
        asked = play(asked, "motorize 42 Inf")
    assert (asked.place("26 Mot"), asked.place("42 Inf")) == ("D29", "removed")


# -- the 12th SS Corps ---------------------------------------------------------------------


def october(units: Mapping[str, str], impulse: int = 2, turn: int = SEP_44) -> State:
    """What follows an Axis impulse of 1944, up to a withdrawal."""
    state = at("axis", impulse, turn=turn, units=units, options=ADDED)
    # with Russians in play far away
    return played_to(play(state, "end-movement"), "withdrawal", "movement", side="axis")


@pytest.mark.rule("TRC-28.4.6a")
def test_the_12th_ss_leaves_alone_wherever_it_is() -> None:
    for place in ("E30", "off-map"):
        left = october({"12 SS Inf": place, "1 Inf": BERLIN, "26 Inf": "D28"})
        assert left.decision != "withdrawal"
        assert [left.place(u) for u in ("12 SS Inf", "1 Inf", "26 Inf")] == [
            "removed", BERLIN, "D28"
        ]  # fmt: skip
    # not before the second impulse has been played, nor in another turn
    assert october({"12 SS Inf": "E30"}, 1).place("12 SS Inf") == "E30"
    assert october({"12 SS Inf": "E30"}, 2, SEP_44 + 1).place("12 SS Inf") == "E30"


@pytest.mark.rule("TRC-28.4.6a")
@pytest.mark.parametrize("lost", ["pool", "surrendered"])
def test_a_regular_4_4_corps_leaves_for_one_that_is_lost(lost: str) -> None:
    regular = {"1 Inf": BERLIN, "5 Inf": "E29"}
    others = {"6 SS Inf": "E30", "26 Inf": "D28", "9 Inf": "D29", "Finn 4 Inf": "B14"}
    others |= {"41 Pz": "D31", "6 Inf": "pool", "50 Mot": "C30"}
    asked = october({"12 SS Inf": lost, **regular, **others})
    assert (asked.decision, asked.to_move) == ("withdrawal", "axis")
    assert names(asked, "withdraw") == set(regular)
    gone = play(asked, "withdraw 5 Inf")
    assert [gone.place(u) for u in ("5 Inf", "1 Inf", "12 SS Inf")] == ["removed", BERLIN, lost]
    assert gone.decision != "withdrawal"
    # the only one leaves unasked
    alone = october({"12 SS Inf": lost, "1 Inf": BERLIN, **others})
    assert (alone.decision, alone.place("1 Inf")) == ("movement", "removed")
    # without one nobody leaves
    none = october({"12 SS Inf": lost, **others})
    assert none.decision != "withdrawal" and none.place("12 SS Inf") == lost
    assert none.place("26 Inf") == "D28"
    # nor does anybody for one that never came
    late = october({"12 SS Inf": "later", **regular})
    assert (late.place("12 SS Inf"), late.place("1 Inf")) == ("later", BERLIN)


@pytest.mark.rule("TRC-28.4.6a")
def test_one_leaves_for_it_and_no_second_as_the_russian_turn_ends() -> None:
    units = {"12 SS Inf": "pool", "1 Inf": BERLIN, "2 Inf": "E30", "5 Inf": "E29"}
    gone = play(october(units), "withdraw 5 Inf")
    after = walk(gone, "movement", "axis", 1)
    assert after.turn == SEP_44 + 1
    assert [after.place(u) for u in units] == ["pool", BERLIN, "E30", "removed"]
    # the Russian's turn alone calls nobody away
    red = at("russian", 2, turn=SEP_44, units=units, options=ADDED)
    ended = walk(play(red, "end-movement"), "movement", "axis", 1)
    assert [ended.place(u) for u in units] == list(units.values())


@pytest.mark.rule("TRC-28.4.5a")
def test_each_side_has_its_replacements_in_its_own_turn() -> None:
    units = {**WORKERS, "13 Inf": "pool", "11 A": "pool"}
    state = play(before("axis", turn=MAY_42, units=units, options=ADDED), "end-movement")
    seen = set()
    while (state.decision, state.to_move) != ("movement", "axis"):
        seen.add((state.decision, state.to_move))
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        state.push("roll 1" if chance else next(a for a in legal if state.is_pass(a)))
    assert ("replacements", "axis") in seen
    assert "russian" not in {side for _, side in seen}


@pytest.mark.rule("TRC-28.4.6a")
def test_points_not_used_are_lost_in_this_variant_too() -> None:
    units = {**WORKERS, "11 A": "pool"}
    start = before("russian", turn=MAR_43, units=units, options=ADDED)
    shop = walk(play(start, "end-movement"), "replacements", "russian")
    assert shop.var("replacement points") > 0
    axis = walk(shop, "movement", "axis", 1)
    assert axis.var("replacement points") == 0


# -- Guards --------------------------------------------------------------------------------


def spring(units: Mapping[str, str], turn: int = MAR_43) -> State:
    """The Russian impulse of a turn, up to the choice of Guards or to movement."""
    where = {**WORKERS, **HEIRS, **units}
    start = before("russian", turn=turn, units=where, options=ADDED)
    return played_to(play(start, "end-movement"), "guards", "movement")


@pytest.mark.rule("TRC-28.4.5a")
def test_armies_in_play_become_guards_from_the_date_of_these() -> None:
    state = spring(ARMIES)
    assert (state.decision, state.to_move) == ("guards", "russian")
    assert names(state, "promote") == set(ARMIES)
    # in March 1943, not in January
    assert spring(ARMIES, JAN_43).decision == "movement"
    assert names(spring(ARMIES, MAR_43 + 1), "promote") == set(ARMIES)
    # off the map as well, but not who is lost, nor another army
    held = spring({"62 A": "off-map", "16 A": "pool", "30 A": "surrendered", "11 A": "W7"})
    assert names(held, "promote") == {"62 A"}
    there = play(held, "promote 62 A")
    assert (there.place(EIGHTH), there.place("62 A")) == ("off-map", "removed")
    # each Guards army comes once
    once = spring({**ARMIES, EIGHTH: "pool", TENTH: "W9"})
    assert names(once, "promote") == {"16 A"}
    assert spring({"62 A": "W6", EIGHTH: "removed"}).decision == "movement"


@pytest.mark.rule("TRC-28.4.5a", "TRC-28.4.5b")
@pytest.mark.parametrize(
    ("army", "heir", "price"), [("62 A", EIGHTH, 2), ("16 A", ELEVENTH, 1), ("30 A", TENTH, 3)]
)
def test_each_army_has_its_heir_for_the_difference(army: str, heir: str, price: int) -> None:
    state = spring(ARMIES)
    had = state.var("replacement points")
    done = play(state, f"promote {army}")
    assert had - done.var("replacement points") == price
    assert [done.place(u) for u in (heir, army)] == [ARMIES[army], "removed"]
    assert names(done, "promote") == set(ARMIES) - {army}
    exact = state._supposed(variables=[("replacement points", price)])
    assert play(exact, f"promote {army}").var("replacement points") == 0
    poor = state._supposed(variables=[("replacement points", price - 1)])
    with refused("TRC-28.4.5a"):
        play(poor, f"promote {army}")


@pytest.mark.rule("TRC-28.4.5a")
def test_nobody_has_to_become_guards_and_it_is_asked_once_a_turn() -> None:
    state = spring({**ARMIES, "11 A": "pool"})
    done = play(state, "end-guards")
    assert done.decision != "guards"
    assert {done.place(u) for u in HEIRS} == {"counters"}
    march = played_to(done, "movement")
    later = played_to(play(march, "end-movement"), "guards", "movement")
    assert (later.decision, later.var("impulse")) == ("movement", 2)
    # others are bought with the same points
    assert may(walk(spring({"11 A": "pool"}), "movement", "russian"), "end-movement")
    start = before("russian", turn=MAR_43, units={**WORKERS, "11 A": "pool"}, options=ADDED)
    shop = walk(play(start, "end-movement"), "replacements", "russian")
    assert play(shop, "recruit 11 A").place("11 A") == "arriving"


@pytest.mark.rule("TRC-28.4.6a")
def test_what_the_12th_ss_held_falls_as_it_leaves() -> None:
    # the corps and a Russian army beside Breslau, and nobody in it
    for turn, owner in ((SEP_44, "russian"), (SEP_44 - 1, "axis")):
        units = {"12 SS Inf": "K31", "16 A": "K29"}
        state = at("axis", 2, turn=turn, units=units, axis=["K30"], options=ADDED)
        assert state.control["K30"] == "axis"
        ended = played_to(play(state, "end-movement"), "withdrawal", "movement", side="axis")
        assert ended.control["K30"] == owner
