"""Section 28.6.III: the Japanese Gambit, by which Russian units go to Siberia turn by turn."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import may
from ...commitment_positions import shop
from ...turn_positions import MAY_43, before, names, play, refused, walk

GAMBIT = ("japanese-gambit",)
WAR = {"Mediterranean distraction": 1, "Siberian Army called early": 1, "Japan attacks": 1}
NOV_41, JAN_42, ASTRAKHAN = 4, 5, "PP5"


@pytest.mark.rule("TRC-28.6.III.JGa", "TRC-28.6.III.RRc")
def test_japan_is_set_on_a_russia_without_its_siberian_army() -> None:
    def december(called: int, turn: int = NOV_41) -> State:
        variables = {"Mediterranean distraction": 1, "Siberian Army called early": called}
        start = before("axis", 2, turn=turn, variables=variables, options=GAMBIT)
        return walk(play(start, "end-movement"), "japanese gambit", "axis")

    asked = december(1)
    assert set(asked.legal_actions.names()) == {"activate", "refrain"}
    assert asked.var("impulse") == 2
    assert play(asked, "activate").var("Japan attacks") == 1
    assert play(asked, "refrain").var("Japan attacks") == 0
    assert december(0).decision != "japanese gambit"
    # not a turn earlier
    assert december(1, NOV_41 - 1).var("turn") == NOV_41


@pytest.mark.rule("TRC-28.6.III.JGb")
def test_a_replacement_of_each_turn_goes_to_siberia() -> None:
    state = shop(JAN_42, WAR, GAMBIT, rolls={"Archangel": 6})
    with refused("TRC-28.6.III.JGb"):
        play(state, "end-replacements")
    bought = play(state, "recruit 4 A")
    sent = walk(bought, "siberia", "russian") if bought.decision != "siberia" else bought
    if sent.decision == "siberia":
        with refused("TRC-28.6.III.JGb"):
            play(sent, "send-nobody")
    done = walk(play(bought, "end-replacements"), "movement", "russian", 1)
    assert done.place("4 A") == "siberia"
    # who has nobody to send has lost
    start = before("russian", turn=JAN_42, units={"4 A": "removed"}, variables=WAR, options=GAMBIT)
    over = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert over.is_over and over.outcome is not None
    assert (over.outcome[0], over.outcome[2]) == ("axis", "TRC-28.6.III.JGb")
    plain = before("russian", turn=JAN_42, options=GAMBIT)
    assert not walk(play(plain, "end-movement"), "movement", "russian", 1).is_over


@pytest.mark.rule("TRC-28.6.III.JGb", "TRC-22.5a")
@pytest.mark.parametrize(
    "units",
    [{"11 A": "pool"}, {"5 ParaC": "pool", "Worker 1": "R9"}, {"11 A": "pool", "Worker 1": "R9"}],
)
def test_who_can_buy_nobody_for_siberia_is_not_kept_at_the_counter(units: dict[str, str]) -> None:
    more = {**WAR, "Archangel lost": 1}
    start = before("russian", turn=JAN_42, units=units, variables=more, options=GAMBIT)
    over = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert over.outcome is not None and over.outcome[2] == "TRC-28.6.III.JGb"


@pytest.mark.rule("TRC-28.6.III.JGc")
def test_units_in_siberia_are_kept_apart_and_go_one_a_turn() -> None:
    state = shop(JAN_42, WAR, GAMBIT, rolls={"Archangel": 6}, units={"Kiev Worker": "W19"})
    bought = play(state, "recruit 4 A", "recruit 11 A")
    asked = walk(bought, "siberia", "russian") if bought.decision != "siberia" else bought
    if asked.decision == "replacements":
        asked = play(asked, "end-replacements")
    assert names(asked, "send") == {"4 A", "11 A"}
    sent = play(asked, "send 4 A")
    assert sent.decision == "movement"
    assert (sent.place("4 A"), sent.place("11 A")) == ("siberia", "arriving")
    # neither surrendered nor to be bought again
    again = shop(JAN_42 + 1, WAR, GAMBIT, units={"4 A": "siberia", "3 A": "pool"})
    assert "4 A" not in names(again, "recruit")


@pytest.mark.rule("TRC-28.6.III.JGd")
def test_after_forty_factors_nobody_has_to_go() -> None:
    for sent, free in ((39, False), (40, True)):
        variables = {**WAR, "factors sent to Siberia": sent}
        state = shop(JAN_42, variables, GAMBIT, rolls={"Archangel": 6})
        assert may(state, "end-replacements") == free
    bought = play(state, "recruit 4 A")
    if bought.decision == "replacements":
        bought = play(bought, "end-replacements")
    assert bought.decision == "siberia" and may(bought, "send-nobody")
    assert play(bought, "send 4 A").var("factors sent to Siberia") > 40


@pytest.mark.rule("TRC-28.6.III.JGf")
def test_astrakhan_brings_a_die_of_points_from_may_1943() -> None:
    def points(turn: int, variables: dict[str, int], **more: Any) -> int:
        rolls = {"Caspian convoys": 5}
        return int(shop(turn, variables, GAMBIT, rolls=rolls, **more).var("replacement points"))

    free = {**WAR, "factors sent to Siberia": 40}
    gave_up = {**free, "Japan attacks": 0}
    assert points(MAY_43, free) - points(MAY_43, gave_up) == 5
    assert points(MAY_43 - 1, free) == points(MAY_43 - 1, gave_up)
    assert points(MAY_43, free, axis=[ASTRAKHAN]) == points(MAY_43, gave_up)
