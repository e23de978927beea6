"""Section 28.6.III: variants in which the Axis commits itself elsewhere, or not."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import JAN_43, MAY_43, MAY_44, before, impulse_of, names, play, walk

pytestmark = pytest.mark.option("bulge", "tunisia")

TUNISIA, BULGE = ("tunisia",), ("bulge",)
NOV_42, SEP_44, NOV_44 = 10, 21, 22
LEFT, KEPT = {"Tunisia given up": 1}, {"reserves kept": 1}
GOERING, WEST, PLOESTI = "HG Pz", "E33", "AA29"
ITALIANS = {"Ital 3 Inf": "Y30", "Ital 4 Inf": "pool", "Ital 5 Inf": "later"}
PANZERS = {"2 SS Pz": "J30", "3 SS Pz": "J31", "41 Pz": "K31"}


def asked(kind: str, turn: int, units: dict[str, str] | None = None) -> State:
    """The decision before a turn."""
    start = before("axis", turn=turn, units=units or {}, options=(kind,))
    return walk(play(start, "end-movement"), kind, "axis")


def met(option: str, turn: int) -> set[str]:
    """The decisions from the turn before to the first movement of a turn."""
    state = play(before("axis", turn=turn, options=(option,)), "end-movement")
    seen = set()
    while (state.decision, state.to_move, state.turn) != ("movement", "axis", turn):
        seen.add(state.decision or "")
        if state.to_move == "chance":
            state = play(state, "roll 1")
            continue
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    return seen


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-28.6.III.TTa", "TRC-28.6.III.PBa")
def test_the_axis_is_asked_before_the_turn_that_the_variant_names() -> None:
    for option, turn in (("tunisia", NOV_42), ("bulge", SEP_44)):
        state = asked(option, turn)
        assert set(state.legal_actions.names()) == {"activate", "refrain"}
        assert option in met(option, turn)
        assert option not in met(option, turn - 1) | met(option, turn + 1)
    assert play(asked("tunisia", NOV_42), "activate").var("Tunisia given up") == 1
    assert play(asked("tunisia", NOV_42), "refrain").var("Tunisia given up") == 0
    assert play(asked("bulge", SEP_44), "activate").var("reserves kept") == 1
    assert play(asked("bulge", SEP_44), "refrain").var("reserves kept") == 0


@pytest.mark.rule("TRC-28.6.IIIa")
@pytest.mark.parametrize(
    ("played", "kind", "turn"), [("bulge", "tunisia", NOV_42), ("tunisia", "bulge", SEP_44)]
)
def test_of_two_variants_only_that_is_offered_which_is_played(
    played: str, kind: str, turn: int
) -> None:
    assert kind not in met(played, turn)


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


@pytest.mark.rule("TRC-28.6.III.TTc")
def test_one_armour_corps_more_comes_back_in_1943() -> None:
    offered = walk(may_43(LEFT, "pool"), "replacements", "axis")
    assert names(offered, "replace") == {"56 Pz"}
    assert play(offered, "replace 56 Pz").place("56 Pz") == "arriving"
    assert walk(may_43({}, "pool"), "movement", "axis", 1).place("56 Pz") == "pool"


@pytest.mark.rule("TRC-28.6.III.PBb")
def test_withdrawn_armour_and_goering_come_in_october_1944() -> None:
    units = {"1 SS Pz": "later", "4 SS Pz": "later", GOERING: "later"}

    def october(impulse: int, variables: dict[str, int]) -> State:
        return impulse_of(
            "axis",
            impulse,
            turn=SEP_44,
            units=units,
            flags={"returning": ["1 SS Pz"]},
            variables=variables,
            options=BULGE,
        )

    state = october(2, KEPT)
    assert [state.place(u) for u in units] == ["arriving", "later", "arriving"]
    assert WEST in names(play(state, f"enter {GOERING}"), "at")
    assert {october(2, {}).place(u) for u in units} == {"later"}
    # who is in play, or was lost, does not come again
    lost = impulse_of(
        "axis", 2, turn=SEP_44, units={GOERING: "pool"}, variables=KEPT, options=BULGE
    )
    assert lost.place(GOERING) == "pool"


@pytest.mark.rule("TRC-28.6.III.PBc")
def test_the_axis_takes_replacements_in_november_1944() -> None:
    def november(variables: dict[str, int], turn: int = NOV_44, impulse: int = 1) -> State:
        units = {"41 Pz": "pool", "HQ North": "pool"}
        start = before("axis", impulse, turn=turn, units=units, variables=variables, options=BULGE)
        return play(start, "end-movement")

    offered = walk(november(KEPT), "replacements", "axis")
    assert names(offered, "replace") == {"41 Pz"}
    assert play(offered, "replace 41 Pz").place("41 Pz") == "arriving"
    for none in (november({}), november(KEPT, NOV_44 - 1)):
        assert walk(none, "movement", "axis", 1).place("41 Pz") == "pool"
    second = walk(november(KEPT, impulse=2), "movement", "axis", 2)
    assert (second.place("HQ North"), second.place("41 Pz")) == ("arriving", "pool")


@pytest.mark.rule("TRC-28.6.IIIa", "TRC-4.0a")
@pytest.mark.parametrize(
    ("option", "turn"), [("tunisia", NOV_42), ("bulge", SEP_44), ("tunisia", JAN_43)]
)
def test_a_turn_begins_when_all_is_decided(option: str, turn: int) -> None:
    state = before("axis", turn=turn, options=(option,))
    told = state.push("end-movement", effects=True) or []
    while (state.decision, state.to_move) != ("movement", "axis"):
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        action = "roll 1" if chance else next(a for a in legal if state.is_pass(a))
        told += state.push(action, effects=True) or []
    assert [e for e in told if e[:2] == ("note", "turn")] == [("note", "turn", [turn], "TRC-4.0a")]
