"""Section 28.6.III: the units that leave and come for Tunisia, and when."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from eastfront._core import State

from ...commitment_positions import (
    GOERING,
    NOV_42,
    PANZERS,
    PLOESTI,
    WEST,
    asked,
    choices,
    met,
    opened,
    turns_told,
)
from ...turn_positions import JAN_43, MAY_42, MAY_43, MAY_44, before, impulse_of, names, play, walk

TUNISIA = ("tunisia",)
LEFT, GONE = {"Tunisia given up": 1}, {"Italy sold out": 1}
MAR_45, KURSK, BERLIN = 24, "X13", "E31"
ITALIANS = {"Ital 3 Inf": "Y30", "Ital 4 Inf": "pool", "Ital 5 Inf": "later"}


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-28.6.III.TTa")
def test_the_axis_is_asked_before_the_turn_that_the_variant_names() -> None:
    state = asked("tunisia", NOV_42)
    assert set(state.legal_actions.names()) == {"activate", "refrain"}
    assert "tunisia" in met("tunisia", NOV_42)
    assert "tunisia" not in met("tunisia", NOV_42 - 1) | met("tunisia", NOV_42 + 1)
    assert play(state, "activate").var("Tunisia given up") == 1
    assert play(state, "refrain").var("Tunisia given up") == 0


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-4.0a")
@pytest.mark.parametrize("turn", [NOV_42, JAN_43])
def test_a_turn_begins_when_all_is_decided(turn: int) -> None:
    assert turns_told("tunisia", turn) == [("note", "turn", [turn], "TRC-4.0a")]


@pytest.mark.option("sellout")
@pytest.mark.rule("TRC-28.6.III.TTa", "TRC-28.6.III.ISa")
def test_africa_is_not_given_up_twice() -> None:
    options = ("italian-sellout", "tunisia")

    def asked(turn: int, variables: dict[str, int]) -> str | None:
        start = before("axis", turn=turn, variables=variables, options=options)
        return walk(play(start, "end-movement"), "tunisia", "axis").decision

    assert asked(NOV_42, {}) == "tunisia" and asked(NOV_42, GONE) != "tunisia"
    assert asked(NOV_42 + 1, {}) != "tunisia"


@pytest.mark.rule("TRC-28.6.III.TTb")
def test_italians_leave_and_goering_comes() -> None:
    state = asked("tunisia", NOV_42, ITALIANS)
    gone = play(state, "activate")
    assert {gone.place(u) for u in ITALIANS} == {"removed"}
    stayed = play(state, "refrain")
    assert [stayed.place(u) for u in ITALIANS] == list(ITALIANS.values())
    for variables, place in ((LEFT, "arriving"), ({}, "later")):
        january = impulse_of(
            "axis", turn=JAN_43, units={GOERING: "later"}, variables=variables, options=TUNISIA
        )
        assert january.place(GOERING) == place
        assert (GOERING in names(january, "enter")) == bool(variables)
        if variables:
            assert WEST in names(play(january, f"enter {GOERING}"), "at")


@pytest.mark.rule("TRC-28.6.III.TTb")
def test_what_italians_held_falls_as_they_leave() -> None:
    # Italians and Russians beside Kursk, and nobody in it
    units = {"Ital 3 Inf": "X14", "Ital 5 Inf": "counters"}
    state = asked("tunisia", NOV_42, units, axis=[KURSK])._supposed(places=[("16 A", "X12")])
    assert state.control[KURSK] == "axis"
    gone = play(state, "activate")
    assert (gone.place("Ital 3 Inf"), gone.control[KURSK]) == ("removed", "russian")
    # a counter that takes no part in the game stays where it is, and so do others
    assert gone.place("Ital 5 Inf") == "counters"
    assert gone.place("28 Inf") == "D30" and play(state, "refrain").control[KURSK] == "axis"


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


@pytest.mark.rule("TRC-28.6.III.TTb")
def test_others_come_as_reinforcements_as_ever() -> None:
    july = impulse_of("axis", turn=2, units={"40 Pz": "later"}, options=TUNISIA)
    assert july.place("40 Pz") == "arriving"
    red = impulse_of("russian", turn=4, units={"39 A": "later"}, options=TUNISIA)
    assert red.place("39 A") == "arriving"


def may_43(variables: dict[str, int], pool: str = "removed") -> State:
    """May 1943 begins, with three armour corps, no oil, and one armour corps lost or not."""
    start = before(
        "axis",
        turn=MAY_43,
        units={**PANZERS, "56 Pz": pool},
        nobody=[PLOESTI],
        variables=variables,
        options=TUNISIA,
    )
    return play(start, "end-movement")


@pytest.mark.rule("TRC-28.6.III.TTc")
def test_two_ss_corps_leave_in_may_1943_and_none_in_1944() -> None:
    state = walk(may_43(LEFT), "withdrawal", "axis")
    assert names(state, "withdraw") == {"2 SS Pz", "3 SS Pz"}
    gone = walk(play(state, "withdraw 2 SS Pz"), "movement", "axis", 1)
    assert [gone.place(u) for u in PANZERS] == ["later", "later", "K31"]
    kept = walk(may_43({}), "movement", "axis", 1)
    assert [kept.place(u) for u in PANZERS] == list(PANZERS.values())

    def after(variables: dict[str, int]) -> list[str | None]:
        out = impulse_of("axis", turn=MAY_44, units=PANZERS, variables=variables, options=TUNISIA)
        return [out.place(u) for u in PANZERS]

    assert after(LEFT) == list(PANZERS.values())
    assert after({}) == ["later", "later", "K31"]


@pytest.mark.rule("TRC-28.6.III.TTc", "TRC-20.9.2a")
def test_two_corps_leave_once_and_in_the_first_impulse() -> None:
    more = {"nobody": [PLOESTI], "options": TUNISIA}
    four = {**PANZERS, "56 Pz": "K30"}
    first = walk(opened(MAY_43, 1, four, LEFT, **more), "movement", "axis", 1)
    assert [first.place(u) for u in four] == ["later", "later", "K31", "K30"]
    for turn, impulse in ((MAY_43, 2), (MAY_43 - 1, 1), (MAY_43 + 1, 1), (MAY_44, 1)):
        state = walk(opened(turn, impulse, four, LEFT, **more), "movement", "axis", impulse)
        assert [state.place(u) for u in four] == list(four.values())


@pytest.mark.rule("TRC-28.6.III.TTc")
@pytest.mark.parametrize("variables", [LEFT, {}])
def test_a_corps_still_leaves_in_march_1945(variables: dict[str, int]) -> None:
    units = {"41 Pz": "K31", "1 Inf": BERLIN}
    state = opened(MAR_45, 1, units, variables, options=TUNISIA)
    if not choices(state, "withdraw"):
        state = opened(MAR_45, 2, units, variables, options=TUNISIA)
    assert choices(state, "withdraw") >= {"41 Pz", "1 Inf"}


@pytest.mark.rule("TRC-28.6.III.TTc")
def test_one_armour_corps_more_comes_back_in_1943() -> None:
    offered = walk(may_43(LEFT, "pool"), "replacements", "axis")
    assert names(offered, "replace") == {"56 Pz"}
    assert play(offered, "replace 56 Pz").place("56 Pz") == "arriving"
    assert walk(may_43({}, "pool"), "movement", "axis", 1).place("56 Pz") == "pool"


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


@pytest.mark.rule("TRC-28.6.III.TTc")
def test_the_armour_more_goes_by_rail_free_as_replacements_do() -> None:
    units = {"2 SS Pz": "J30", "3 SS Pz": "J31", "56 Pz": "pool"}
    start = opened(MAY_43, 1, units, LEFT, nobody=[PLOESTI], options=TUNISIA)
    back = walk(start, "replacements", "axis")
    march = walk(play(back, "replace 56 Pz"), "movement", "axis", 1)
    assert "56 Pz" in march.units_with("fresh")
