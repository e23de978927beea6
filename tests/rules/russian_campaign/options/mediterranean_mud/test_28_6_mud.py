"""Section 28.6.III: the Mediterranean Distraction with mud in March 1941, as agreed."""

from __future__ import annotations

import pytest

from ...mediterranean_positions import MARCH, MUDDY, NEUTRAL, accepted, begun, offered, set_up
from ...turn_positions import CLEAR, LIGHT_MUD, MUD, before, game, play


@pytest.mark.rule("TRC-28.6.III.MDa", "TRC-28.6.IIIa")
def test_it_lets_the_axis_keep_out_of_the_balkans() -> None:
    state = offered(MUDDY)
    assert (state.decision, state.to_move) == ("mediterranean", "axis")
    # but not in a scenario that begins later
    assert "TRC-28.6.III.MDa" not in game("zitadelle", MUDDY).rules


def test_it_brings_in_what_it_rests_on() -> None:
    assert "TRC-28.6.III.MDb" in game("campaign", MUDDY).rules


@pytest.mark.rule("TRC-28.6.III.RRa")
def test_the_russian_is_not_asked_about_siberia() -> None:
    start = before("russian", turn=MARCH, variables=NEUTRAL, options=MUDDY)
    state = play(start, "end-movement")
    while state.to_move == "chance":
        state.push(state.legal_actions.list()[0])
    assert state.decision != "siberian army"


@pytest.mark.rule("TRC-28.6.III.MDs")
def test_mud_may_be_agreed_on() -> None:
    muddy = begun(MUDDY)
    assert (muddy.var("weather"), muddy.var("weather modifier")) == (MUD, 0)
    state = set_up(accepted(MUDDY))
    assert state.decision == "movement"


@pytest.mark.rule("TRC-28.6.III.MDs")
def test_agreed_mud_is_for_march_1941_alone() -> None:
    # the next turns are rolled for as ever: September by the chart
    start = before("axis", turn=3, variables=NEUTRAL, options=MUDDY)
    state = play(start, "end-movement")
    while state.decision != "weather":
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    found = {play(state, f"roll {die}").var("weather") for die in range(1, 7)}
    assert found > {CLEAR}
    # without that agreement March is rolled for
    march = accepted().copy()
    while march.decision in ("set-up", "paratroops"):
        legal = march.legal_actions.list()
        march.push(next((a for a in legal if march.is_pass(a)), legal[0]))
    assert march.decision == "weather" and march.var("turn") == MARCH
    assert {play(march, f"roll {die}").var("weather") for die in (1, 6)} == {LIGHT_MUD, MUD}
    refused_ = play(offered(MUDDY), "refrain")
    while refused_.decision == "set-up":
        refused_.push(refused_.legal_actions.list()[0])
    assert (refused_.decision, refused_.var("weather")) == ("movement", CLEAR)
