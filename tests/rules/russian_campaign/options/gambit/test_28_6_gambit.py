"""Section 28.6.III: the units that the Japanese Gambit calls to Siberia, and their return."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may
from ...left_out_positions import without
from ...turn_positions import MAY_43, before, names, play, refused, walk

GAMBIT = ("japanese-gambit",)
WAR = {"Mediterranean distraction": 1, "Siberian Army called early": 1, "Japan attacks": 1}
PEACE = {**WAR, "Japan attacks": 0}
SENT = "factors sent to Siberia"
NOV_41, JAN_42 = 4, 5
MOSCOW, KIEV = "R9", "W19"
WORKER = {"Moscow Worker": MOSCOW}
POOL = {"4 A": "pool", "14 A": "pool"}
"""Three factors each."""


def begun(
    turn: int, units: Mapping[str, str], variables: Mapping[str, int] = WAR, **more: Any
) -> State:
    """The Russian turn begins, with a worker of three points."""
    more = {"options": GAMBIT, "nobody": ("E10", "K30"), **more}
    start = before("russian", turn=turn, units={**WORKER, **units}, variables=variables, **more)
    return play(start, "end-movement")


def first(state: State, *decisions: str, archangel: int = 6) -> State:
    """Played on with passes to the first of some decisions of the Russian."""
    out = state.copy()
    while not out.is_over and (out.to_move, out.decision) not in {
        ("russian", d) for d in decisions
    }:
        if out.to_move == "chance":
            out.push(f"roll {archangel if out.decision == 'Archangel' else 1}")
            continue
        legal = out.legal_actions.list()
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return out


def sending(state: State, *units: str) -> State:
    """Units are bought, and somebody may go."""
    out = play(first(state, "replacements"), *(f"recruit {u}" for u in units))
    return play(out, "end-replacements") if out.decision == "replacements" else out


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
def test_japan_attacks_only_when_the_gambit_is_played() -> None:
    called = {"Mediterranean distraction": 1, "Siberian Army called early": 1}

    def asked(*options: str) -> bool:
        start = before("axis", 2, turn=NOV_41, variables=called, options=options)
        state = play(start, "end-movement")
        while (state.to_move, state.decision, state.var("impulse")) != ("axis", "movement", 2):
            if state.decision == "japanese gambit":
                return True
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
        return False

    assert asked(*GAMBIT)
    assert not asked("russian-reaction")


@pytest.mark.rule("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
def test_in_this_variant_a_turn_begins_as_any_other() -> None:
    # a worker goes to a city that is Russian as the turn begins (22.3)
    units = {"Worker 1": "later", "4 A": "pool"}
    city = walk(begun(NOV_41, units, PEACE, axis=["X13"]), "worker city", "russian")
    hexes = names(city, "at")
    assert KIEV in hexes and not hexes & {MOSCOW, "X13"}


@pytest.mark.rule("TRC-28.6.III.JGb", "TRC-28.6.III.JGd")
def test_a_unit_that_can_be_had_has_to_be_bought() -> None:
    with refused("TRC-28.6.III.JGb"):
        play(first(begun(JAN_42, POOL), "replacements"), "end-replacements")
    # with one unit in the pool there is no choice
    lone = first(begun(JAN_42, {"4 A": "pool"}), "movement")
    assert (lone.place("4 A"), lone.var(SENT)) == ("siberia", 3)
    one = play(first(begun(JAN_42, POOL), "replacements"), "recruit 4 A")
    assert one.decision == "replacements" and may(one, "end-replacements")
    # while Japan keeps quiet nobody has to go, nor is asked
    calm = first(begun(JAN_42, POOL, PEACE), "replacements")
    done = play(calm, "recruit 4 A", "end-replacements")
    assert (done.decision, done.place("4 A")) == ("movement", "arriving")
    assert not first(play(calm, "end-replacements"), "movement").is_over


@pytest.mark.rule("TRC-28.6.III.JGb", "TRC-28.6.III.JGc")
def test_only_replacements_of_the_turn_go() -> None:
    # a corps comes as a reinforcement, an army was bought in an earlier turn
    units = {**POOL, "2G CavC": "later", "16 A": "S7"}
    state = begun(JAN_42, units, flags={"replacement": ["16 A"]})
    asked = sending(state, "4 A", "14 A")
    assert asked.place("2G CavC") == "arriving"
    assert names(asked, "send") == {"4 A", "14 A"}
    # neither is enough when nobody can be bought
    none = {"4 A": "removed", "2G CavC": "later", "16 A": "S7"}
    lost = first(begun(JAN_42, none, flags={"replacement": ["16 A"]}), "movement")
    assert lost.outcome is not None and lost.outcome[2] == "TRC-28.6.III.JGb"


@pytest.mark.rule("TRC-28.6.III.JGb", "TRC-28.6.III.JGc")
def test_somebody_goes_in_each_turn_and_one_alone() -> None:
    sent = first(sending(begun(JAN_42, {**POOL, "7 A": "pool"}), "4 A"), "movement")
    assert (sent.place("4 A"), sent.var(SENT)) == ("siberia", 3)
    # nobody more is asked for in the second impulse, nor in the turn of the Axis
    spring = first(sent, "replacements")
    assert (spring.var("turn"), spring.is_over) == (JAN_42 + 1, False)
    assert names(spring, "recruit") == {"14 A", "7 A"}
    with refused("TRC-28.6.III.JGb"):
        play(spring, "end-replacements")
    again = first(sending(spring, "14 A"), "movement")
    assert (again.place("14 A"), again.var(SENT)) == ("siberia", 6)
    # whoever has nobody left then has lost
    over = again._supposed(places=[("7 A", "removed")])
    over = first(play(over, "end-movement"), "movement")
    assert over.var("impulse") == 2 and not over.is_over
    over = first(play(over, "end-movement"), "replacements")
    assert over.is_over and over.outcome is not None
    assert (over.outcome[0], over.outcome[2]) == ("axis", "TRC-28.6.III.JGb")
    assert over.var("turn") == JAN_42 + 2


@pytest.mark.rule("TRC-28.6.III.JGd", "TRC-28.6.III.JGb")
@pytest.mark.parametrize(("sent", "free"), [(39, False), (40, True), (59, True), (60, True)])
def test_from_forty_factors_on_nobody_has_to_go_and_one_may(sent: int, free: bool) -> None:
    state = begun(JAN_42, POOL, {**WAR, SENT: sent})
    shop = first(state, "replacements")
    assert may(shop, "end-replacements") == free
    asked = sending(state, "4 A", "14 A")
    assert (asked.decision, asked.to_move) == ("siberia", "russian")
    assert names(asked, "send") == {"4 A", "14 A"}
    assert may(asked, "send-nobody") == free
    if not free:
        with refused("TRC-28.6.III.JGb"):
            play(asked, "send-nobody")
        return
    stayed = play(asked, "send-nobody")
    assert (stayed.decision, stayed.var(SENT)) == ("movement", sent)
    assert [stayed.place(u) for u in POOL] == ["arriving", "arriving"]
    assert play(asked, "send 14 A").var(SENT) == sent + 3
    none = begun(JAN_42, {"4 A": "removed"}, {**WAR, SENT: sent})
    assert not first(none, "movement").is_over


@pytest.mark.rule("TRC-28.6.III.JGd", "TRC-28.6.III.JGe")
@pytest.mark.parametrize(("sent", "back"), [(56, False), (57, True)])
def test_the_turn_after_sixty_factors_have_gone_some_may_come_back(sent: int, back: bool) -> None:
    asked = sending(begun(JAN_42, {**POOL, "16 A": "siberia"}, {**WAR, SENT: sent}), "4 A", "14 A")
    gone = play(asked, "send 4 A")
    # not in this turn
    assert gone.decision == "movement"
    spring = first(gone._supposed(places=[("14 A", "pool")]), "siberia", "replacements")
    assert spring.var("turn") == JAN_42 + 1
    assert names(spring, "call-back") == ({"16 A", "4 A"} if back else set())


@pytest.mark.rule("TRC-28.6.III.JGe")
def test_one_a_turn_comes_back_until_all_have() -> None:
    units = {**POOL, "16 A": "siberia", "20 A": "siberia"}
    plenty = {**WAR, SENT: 60}
    asked = first(begun(JAN_42, units, plenty), "siberia")
    assert asked.to_move == "russian"
    assert names(asked, "call-back") == {"16 A", "20 A"}
    stayed = first(play(asked, "leave-there"), "movement")
    assert [stayed.place(u) for u in ("16 A", "20 A")] == ["siberia", "siberia"]
    called = play(asked, "call-back 16 A")
    assert (called.place("16 A"), called.place("20 A")) == ("arriving", "siberia")
    assert called.decision != "siberia"
    # nobody has to go although fewer than forty factors are there
    shop = first(called, "replacements")
    assert may(shop, "end-replacements")
    begins = first(play(shop, "end-replacements", "send-nobody"), "movement")
    # the other in the next turn, and not in the second impulse before
    later = first(begins, "siberia")
    assert (later.var("turn"), later.var("impulse")) == (JAN_42 + 1, 1)
    assert names(later, "call-back") == {"20 A"}
    assert play(later, "call-back 20 A").place("20 A") == "arriving"
    # with 59 factors gone nobody is called back
    short = first(begun(JAN_42, units, {**WAR, SENT: 59}), "siberia", "replacements")
    assert short.decision == "replacements"


@pytest.mark.rule("TRC-28.6.III.JGe")
def test_who_comes_back_enters_as_a_replacement_does() -> None:
    asked = first(begun(JAN_42, {"16 A": "siberia", **POOL}, {**WAR, SENT: 60}), "siberia")
    shop = first(play(asked, "call-back 16 A"), "replacements")
    march = first(play(shop, "end-replacements", "send-nobody"), "movement")
    doors = names(play(march, "enter 16 A"), "at")
    # a worker's city, or the east edge (22.6); and a free ride by rail (9.2)
    assert MOSCOW in doors and KIEV not in doors and "A1" not in doors
    there = play(march, "enter 16 A", f"at {MOSCOW}")
    there = play(there, "stop") if there.decision == "leg" else there
    ridden = play(there, "rail 16 A", "rail-to S7")
    assert (ridden.place("16 A"), ridden.var("rail moves")) == ("S7", 0)


@pytest.mark.rule("TRC-28.6.III.JGf")
@pytest.mark.parametrize("die", [1, 6])
def test_the_die_of_the_caspian_comes_on_top_of_archangel(die: int) -> None:
    units = {"4 A": "pool", "11 A": "pool"}
    free = {**WAR, SENT: 40}

    def points(turn: int, variables: Mapping[str, int]) -> int:
        state = begun(turn, units, variables)
        rolls = {"Caspian convoys": die, "Archangel": 2}
        return int(walk(state, "replacements", "russian", **rolls).var("replacement points"))

    # three points, doubled, and two and one for Archangel, doubled in this variant
    assert points(MAY_43, {**free, "Japan attacks": 0}) == 12
    assert points(MAY_43, free) == 12 + die
    assert points(MAY_43 - 1, free) == 9
    assert points(MAY_43, {**free, "Archangel lost": 1}) == 6 + die


@pytest.mark.rule("TRC-28.6.III.JGb", "TRC-28.6.III.JGe")
def test_who_may_come_back_is_asked_about_as_the_russian_turn_begins() -> None:
    units, variables = {"4 A": "siberia"}, {**WAR, SENT: 60}

    def asked(side: str, impulse: int) -> bool:
        start = before(side, impulse, turn=JAN_42, units=units, variables=variables, options=GAMBIT)
        state = play(start, "end-movement")
        while (state.decision, state.to_move) != ("movement", side):
            if state.decision == "siberia":
                assert state.to_move == "russian" and names(state, "call-back") == {"4 A"}
                return True
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            state.push("roll 1" if chance else next(a for a in legal if state.is_pass(a)))
        return False

    found = {(s, i): asked(s, i) for s in ("axis", "russian") for i in (1, 2)}
    assert [when for when, may in found.items() if may] == [("russian", 1)]


@pytest.mark.rule("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
def test_japan_is_set_on_russia_in_the_second_impulse_of_the_axis_alone() -> None:
    called = {"Mediterranean distraction": 1, "Siberian Army called early": 1}
    for side, impulse in (("axis", 1), ("russian", 1), ("russian", 2)):
        start = before(side, impulse, turn=NOV_41, variables=called, options=GAMBIT)
        state = play(start, "end-movement")
        while (state.decision, state.to_move) != ("movement", side):
            assert state.decision != "japanese gambit"
            legal = state.legal_actions.list()
            chance = state.to_move == "chance"
            state.push("roll 1" if chance else next(a for a in legal if state.is_pass(a)))


@pytest.mark.rule("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
@pytest.mark.parametrize(
    ("rule", "there"), [("", True), ("TRC-28.6.III.JGa", False), ("TRC-28.6.III.RRc", False)]
)
def test_without_either_of_its_rules_nobody_goes_to_siberia(rule: str, there: bool) -> None:
    played = without(*([rule] if rule else []), options=GAMBIT)
    assert ("siberia" in played.boxes) == there
