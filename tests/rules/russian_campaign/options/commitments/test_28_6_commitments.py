"""Section 28.6.III: who leaves and comes for Tunisia, the Bulge and the Sellout, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may
from ...turn_positions import (
    JAN_43,
    MAY_42,
    MAY_43,
    MAY_44,
    at,
    before,
    game,
    impulse_of,
    names,
    play,
    walk,
)

pytestmark = pytest.mark.option("tunisia")

TUNISIA, BULGE, SOLD = ("tunisia",), ("bulge",), ("italian-sellout",)
LEFT, KEPT, GONE = {"Tunisia given up": 1}, {"reserves kept": 1}, {"Italy sold out": 1}
NOV_42, SEP_44, NOV_44, MAR_45 = 10, 21, 22, 24
GOERING, WEST, PLOESTI, KURSK = "HG Pz", "E33", "AA29", "X13"
RECALLED = "panzer corps recalled"
BERLIN = "E31"


def asked(kind: str, turn: int, units: Mapping[str, str] | None = None, **more: Any) -> State:
    """The decision before a turn."""
    start = before("axis", turn=turn, units=units or {}, options=(kind,), **more)
    return walk(play(start, "end-movement"), kind, "axis")


def passed(state: State) -> State:
    """Played on with passes to the next movement phase of the Axis; never more than that."""
    return walk(state, "movement", "axis")


def choices(state: State, verb: str) -> set[str]:
    """What a verb was said of on the way to the movement of the Axis."""
    found: set[str] = set()
    out = state.copy()
    while not out.is_over and (out.to_move, out.decision) != ("axis", "movement"):
        if out.to_move == "axis":
            found |= names(out, verb)
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return found


def opened(
    turn: int, impulse: int, units: Mapping[str, str], variables: Mapping[str, int], **more: Any
) -> State:
    """The Axis impulse of a turn begins."""
    start = before("axis", impulse, turn=turn, units=units, variables=variables, **more)
    return play(start, "end-movement")


# -- Tunisia -------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.TTb")
def test_what_italians_held_falls_as_they_leave() -> None:
    # Italians and Russians beside Kursk, and nobody in it
    units = {"Ital 3 Inf": "X14", "Ital 5 Inf": "counters"}
    state = asked("tunisia", NOV_42, units, axis=[KURSK]).edited(places=[("16 A", "X12")])
    assert state.control[KURSK] == "axis"
    gone = play(state, "activate")
    assert (gone.place("Ital 3 Inf"), gone.control[KURSK]) == ("removed", "russian")
    # a counter that takes no part in the game stays where it is, and so do others
    assert gone.place("Ital 5 Inf") == "counters"
    assert gone.place("28 Inf") == "D30" and play(state, "refrain").control[KURSK] == "axis"


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTb")
def test_goering_comes_in_january_1943_and_only_then() -> None:
    units = {GOERING: "later"}
    more = {"variables": LEFT, "options": TUNISIA}
    for turn, impulse, there in ((JAN_43, 1, True), (JAN_43 - 1, 1, False), (JAN_43, 2, False),
                                 (JAN_43 + 1, 1, False)):  # fmt: skip
        state = impulse_of("axis", impulse, turn=turn, units=units, **more)  # type: ignore[arg-type]
        assert (state.place(GOERING) == "arriving") == there
    # one that is lost does not come
    lost = impulse_of("axis", turn=JAN_43, units={GOERING: "pool"}, **more)  # type: ignore[arg-type]
    assert lost.place(GOERING) == "pool"
    # others come as ever
    july = impulse_of("axis", turn=MAY_42, units={"59 Inf": "later"}, options=TUNISIA)
    assert july.place("59 Inf") == "arriving"


PANZERS = {"2 SS Pz": "J30", "3 SS Pz": "J31", "41 Pz": "K31"}


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTc", "TRC-20.9.2a")
def test_two_corps_leave_once_and_in_the_first_impulse() -> None:
    more = {"nobody": [PLOESTI], "options": TUNISIA}
    four = {**PANZERS, "56 Pz": "K30"}
    first = walk(opened(MAY_43, 1, four, LEFT, **more), "movement", "axis", 1)
    assert [first.place(u) for u in four] == ["later", "later", "K31", "K30"]
    for turn, impulse in ((MAY_43, 2), (MAY_43 - 1, 1), (MAY_43 + 1, 1), (MAY_44, 1)):
        state = walk(opened(turn, impulse, four, LEFT, **more), "movement", "axis", impulse)
        assert [state.place(u) for u in four] == list(four.values())


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTc")
@pytest.mark.parametrize("variables", [LEFT, {}])
def test_a_corps_still_leaves_in_march_1945(variables: dict[str, int]) -> None:
    units = {"41 Pz": "K31", "1 Inf": BERLIN}
    state = opened(MAR_45, 1, units, variables, options=TUNISIA)
    if not choices(state, "withdraw"):
        state = opened(MAR_45, 2, units, variables, options=TUNISIA)
    assert choices(state, "withdraw") >= {"41 Pz", "1 Inf"}


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTc", "TRC-21.4a", "TRC-21.6c")
def test_the_armour_more_has_the_stand_ins_that_armour_has() -> None:
    more = {"nobody": [PLOESTI], "options": TUNISIA}
    # two corps are there to leave, so that the war is not lost
    ss = {"2 SS Pz": "J30", "3 SS Pz": "J31"}

    def offered(pool: list[str], turn: int = MAY_43, impulse: int = 1) -> set[str]:
        units = {**ss, **dict.fromkeys(pool, "pool")}
        return choices(opened(turn, impulse, units, LEFT, **more), "replace")

    # a panzer corps; without one a 3-4 or a motorized corps (21.6)
    assert offered(["56 Pz"]) == {"56 Pz"}
    assert offered(["56 Pz"], MAY_44) == set() == offered(["56 Pz"], MAY_43, 2)
    assert offered(["56 Pz"], MAY_43 + 1) == set()
    start = opened(MAY_43, 1, {**ss, "52 Mot": "pool", "50 Mot": "pool"}, LEFT, **more)
    state = walk(start, "replacements", "axis")
    assert names(state, "replace") == {"52 Mot", "50 Mot"}
    # one is the motorized corps due in any year, the other comes for Tunisia
    second = play(state, "replace 52 Mot")
    assert names(second, "replace") == {"50 Mot"}
    assert play(second, "replace 50 Mot").place("50 Mot") == "arriving"


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTc", "TRC-21.6c")
def test_infantry_of_three_factors_or_a_motorized_corps_stands_in_for_it() -> None:
    pool = dict.fromkeys(("10 Inf", "72 Inf", "1 Inf", "52 Mot", "50 Mot", "49 Mtn"), "pool")
    units = {"2 SS Pz": "J30", "3 SS Pz": "J31", **pool}

    def last(variables: Mapping[str, int]) -> set[str]:
        """Whom the last of the replacements may be, when all are forgone."""
        out = opened(MAY_43, 1, units, variables, nobody=[PLOESTI], options=TUNISIA)
        found: list[set[str]] = []
        while (out.to_move, out.decision) != ("axis", "movement"):
            if out.decision == "replacements":
                found.append(names(out, "replace"))
            legal = out.legal_actions.list()
            roll = "roll 1" if out.to_move == "chance" else None
            out.push(roll or next((a for a in legal if out.is_pass(a)), legal[0]))
        return found[-1]

    assert last(LEFT) == {"10 Inf", "72 Inf", "52 Mot", "50 Mot"}
    # without it the last is the motorized corps of the year
    assert last({}) == {"52 Mot", "50 Mot"}


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.TTc")
def test_the_armour_more_goes_by_rail_free_as_replacements_do() -> None:
    units = {"2 SS Pz": "J30", "3 SS Pz": "J31", "56 Pz": "pool"}
    start = opened(MAY_43, 1, units, LEFT, nobody=[PLOESTI], options=TUNISIA)
    back = walk(start, "replacements", "axis")
    march = walk(play(back, "replace 56 Pz"), "movement", "axis", 1)
    assert "56 Pz" in march.units_with("fresh")


# -- the Bulge -----------------------------------------------------------------------------


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.PBb")
def test_who_was_withdrawn_comes_back_once_and_over_the_west_edge() -> None:
    units = {"1 SS Pz": "later", "4 SS Pz": "later", GOERING: "later"}

    def came(turn: int, impulse: int, variables: Mapping[str, int] = KEPT) -> State:
        return impulse_of(
            "axis", impulse, turn=turn, units=units, variables=variables, options=BULGE,
            flags={"returning": ["1 SS Pz"]},
        )  # fmt: skip

    state = came(SEP_44, 2)
    assert [state.place(u) for u in units] == ["arriving", "later", "arriving"]
    assert WEST in names(play(state, "enter 1 SS Pz"), "at")
    # who has come back is not due a second time (20.9.2)
    assert not state.units_with("returning")
    for turn, impulse in ((SEP_44, 1), (SEP_44 - 1, 2), (NOV_44, 2)):
        other = came(turn, impulse)
        assert other.place("1 SS Pz") == "later"
        assert "1 SS Pz" in other.units_with("returning")


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.PBb", "TRC-28.6.III.TTb")
def test_others_come_as_reinforcements_as_ever() -> None:
    for options in (BULGE, TUNISIA, SOLD):
        july = impulse_of("axis", turn=2, units={"40 Pz": "later"}, options=options)
        assert july.place("40 Pz") == "arriving"
        red = impulse_of("russian", turn=4, units={"39 A": "later"}, options=options)
        assert red.place("39 A") == "arriving"


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-21.1a", "TRC-28.6.III.PBc")
def test_replacements_of_november_1944_go_by_rail_free() -> None:
    start = opened(NOV_44, 1, {"41 Pz": "pool"}, KEPT, options=BULGE)
    back = walk(start, "replacements", "axis")
    march = walk(play(back, "replace 41 Pz"), "movement", "axis", 1)
    assert "41 Pz" in march.units_with("fresh")


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.PBc", "TRC-21.2b")
def test_in_november_1944_each_impulse_brings_its_own() -> None:
    units = {"41 Pz": "pool", "HQ North": "pool"}
    first = passed(opened(NOV_44, 1, units, KEPT, options=BULGE))
    assert first.place("HQ North") == "pool"
    second = passed(opened(NOV_44, 2, units, KEPT, options=BULGE))
    assert [second.place(u) for u in units] == ["pool", "arriving"]
    for turn, variables in ((NOV_44 + 1, KEPT), (NOV_44, {})):
        none = passed(opened(turn, 2, units, variables, options=BULGE))
        assert none.place("HQ North") == "pool"
    # the Russian buys as ever
    shop = {"4 A": "pool", "Moscow Worker": "R9"}
    start = before("russian", turn=NOV_44, units=shop, variables=KEPT, options=BULGE)
    red = walk(play(start, "end-movement"), "replacements", "russian")
    assert names(red, "recruit") == {"4 A"}


# -- the Italian Sellout -------------------------------------------------------------------


def recall(units: Mapping[str, str], turn: int = MAY_42, impulse: int = 1, **more: Any) -> State:
    """The Axis movement phase of May 1942."""
    more = {"variables": GONE, "options": SOLD, **more}
    return at("axis", impulse, units=units, turn=turn, **more)


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISa", "TRC-28.6.III.ISb")
def test_the_africa_corps_belongs_to_the_variant() -> None:
    assert game("campaign").new().place("DAK") == "counters"
    state = game("campaign", SOLD).new()
    assert state.place("DAK") == "later"
    assert [state.place(u) for u in ("AK", "1 Flak")] == ["counters", "counters"]
    # it is asked before the first turn alone
    start = before("axis", turn=2, variables={}, options=SOLD)
    out = play(start, "end-movement")
    while (out.to_move, out.decision) != ("axis", "movement"):
        assert out.decision != "italian sellout"
        legal = out.legal_actions.list()
        pick = "roll 1" if out.to_move == "chance" else None
        out.push(pick or next((a for a in legal if out.is_pass(a)), legal[0]))


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_only_german_panzer_corps_with_a_point_left_leave_at_the_edge() -> None:
    goers = {"41 Pz": WEST, "2 SS Pz": "D33", "DAK": "F33"}
    others = {"52 Mot": WEST, "Rum Pz": "D33", "13 Inf": "F33", "1 Cav": "C33"}
    state = recall({**goers, **others})
    for unit in goers:
        if unit in names(state, "move"):
            assert may(play(state, f"move {unit}"), "go-west")
    for unit in others:
        if unit in names(state, "move"):
            assert not may(play(state, f"move {unit}"), "go-west")
    # not from another hex
    inside = recall({"41 Pz": "Y20"})
    assert not may(play(inside, "move 41 Pz"), "go-west")
    # nor in the second impulse, in another turn or when Africa was not given up
    assert not may(play(recall({"41 Pz": WEST}, impulse=2), "move 41 Pz"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, MAY_42 - 1), "move 41 Pz"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, variables={}), "move 41 Pz"), "go-west")


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_leaving_costs_a_point_of_movement() -> None:
    # of seven points six bring it to E33, and seven to G33
    state = recall({"41 Pz": "E27"})
    assert may(play(state, "move 41 Pz", "to E33"), "go-west")
    assert not may(play(state, "move 41 Pz", "to G33"), "go-west")


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_two_leave_and_no_third() -> None:
    state = recall({"41 Pz": WEST, "56 Pz": "D33", "57 Pz": "F33"})
    one = play(state, "move 41 Pz", "go-west")
    assert one.decision == "movement"
    two = play(one, "move 56 Pz", "go-west")
    assert two.var(RECALLED) == 2
    if "57 Pz" in names(two, "move"):
        assert not may(play(two, "move 57 Pz"), "go-west")
    assert not play(two, "end-movement").is_over


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_those_off_the_map_go_when_movement_ends() -> None:
    units = {"41 Pz": "off-map", "56 Pz": "off-map", "57 Pz": "off-map", "13 Inf": "off-map"}
    asked_ = play(recall(units), "end-movement")
    assert (asked_.decision, asked_.to_move) == ("withdrawal", "axis")
    assert names(asked_, "withdraw") == {"41 Pz", "56 Pz", "57 Pz"}
    first = play(asked_, "withdraw 56 Pz")
    assert names(first, "withdraw") == {"41 Pz", "57 Pz"}
    done = play(first, "withdraw 57 Pz")
    assert [done.place(u) for u in units] == ["off-map", "removed", "removed", "off-map"]
    assert done.decision != "withdrawal" and done.var(RECALLED) == 2
    # with one gone on foot one more goes
    rest = play(recall({**units, "24 Pz": WEST}), "move 24 Pz", "go-west", "end-movement")
    last = play(rest, "withdraw 41 Pz")
    assert last.var(RECALLED) == 2 and last.decision != "withdrawal"
    # others off the map are not enough
    short = {"41 Pz": "off-map", "13 Inf": "off-map", "52 Mot": "off-map"}
    lost = play(recall(short), "end-movement")
    assert lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.ISc")
    # in the second impulse, and in other turns, nobody goes
    for turn, impulse in ((MAY_42, 2), (MAY_42 - 1, 1), (MAY_42 + 1, 1)):
        kept = play(recall(units, turn, impulse), "end-movement")
        assert not kept.is_over and kept.place("41 Pz") == "off-map"


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_movement_ends_in_this_variant_as_ever() -> None:
    # partisans beside Germans are gone (19.3), and who has not entered waits off the map (20.1)
    units = {"41 Pz": "off-map", "56 Pz": "off-map", "Partisan 1": "X14", "13 Inf": "X15"}
    ended = play(recall(units), "end-movement", "withdraw 41 Pz")
    assert [ended.place(u) for u in units] == ["removed", "removed", "reserve", "X15"]
    red = at("russian", turn=8, units={"39 A": "arriving"}, options=SOLD)
    assert play(red, "end-movement").place("39 A") == "off-map"


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_units_leave_over_the_enemys_edge_as_ever() -> None:
    for turn in (MAY_42, MAY_42 + 1):
        state = recall({"41 Pz": "K1", "56 Pz": "off-map", "57 Pz": "off-map"}, turn)
        moving = play(state, "move 41 Pz")
        assert may(moving, "exit") and not may(moving, "go-west")
    red = at("russian", turn=8, units={"1 TkC": WEST}, options=SOLD)
    assert may(play(red, "move 1 TkC"), "exit")
    spring = at("russian", turn=MAY_42, units={"1 TkC": WEST}, variables=GONE, options=SOLD)
    assert not may(play(spring, "move 1 TkC"), "go-west")


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISe")
@pytest.mark.parametrize("port", ["DD24", "JJ23", "II14"])
def test_one_port_of_the_three_is_enough_for_the_die(port: str) -> None:
    ports = {"DD24", "JJ23", "II14"}
    units = {"Moscow Worker": "R9", "4 A": "pool"}

    def points(held: set[str], variables: Mapping[str, int]) -> int:
        start = before(
            "russian", turn=3, units=units, axis=sorted(ports - held), variables=variables,
            options=SOLD,
        )  # fmt: skip
        rolls = {"Black Sea convoys": 4}
        shop = walk(play(start, "end-movement"), "replacements", "russian", **rolls)
        return int(shop.var("replacement points"))

    assert points({port}, GONE) == 7
    assert points(set(), GONE) == points({port}, {}) == 3


@pytest.mark.option("bulge", "sellout")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_what_a_panzer_corps_held_falls_as_it_leaves() -> None:
    # a corps and a Russian army beside the junction J33, and nobody in it
    units = {"41 Pz": "I33", "56 Pz": "off-map", "16 A": "K33"}
    state = recall(units, axis=["J33"])
    assert state.control["J33"] == "axis"
    gone = play(state, "move 41 Pz", "go-west")
    assert (gone.decision, gone.control["J33"]) == ("movement", "russian")
