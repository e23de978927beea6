"""Section 28.6.III: the Italian Sellout, the Japanese Gambit, and how the Bulge ends."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import ArgumentError, State

from ...battle_positions import may
from ...left_out_positions import without
from ...turn_positions import (
    MAY_42,
    MAY_43,
    MAY_44,
    at,
    before,
    counter,
    data,
    game,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

SOLD, GAMBIT, BULGE = ("italian-sellout",), ("japanese-gambit",), ("bulge",)
GONE = {"Italy sold out": 1}
WAR = {"Mediterranean distraction": 1, "Siberian Army called early": 1, "Japan attacks": 1}
SEP_41, NOV_41, JAN_42 = 3, 4, 5
PLOESTI, ODESSA, SEVASTOPOL, ROSTOV, ASTRAKHAN = "AA29", "DD24", "JJ23", "II14", "PP5"
WEST, RAILS = "E33", "K30"


# -- the Italian Sellout -------------------------------------------------------------------


def first_turn() -> State:
    """The Axis is asked before its impulse of May 1941."""
    state = game("campaign", SOLD).new()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    return state


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.ISa", "TRC-28.6.III.ISd")
def test_the_axis_may_leave_africa_before_may_1941() -> None:
    asked = first_turn()
    assert (asked.decision, asked.to_move, asked.var("turn")) == ("italian sellout", "axis", 1)
    italians = [u.name for u in data().units if counter(u).nation == "italian"]
    gone, stayed = play(asked, "activate"), play(asked, "refrain")
    assert (gone.var("Italy sold out"), stayed.var("Italy sold out")) == (1, 0)
    assert {gone.place(u) for u in italians} == {"removed"}
    assert "removed" not in {stayed.place(u) for u in italians}
    assert gone.decision == "movement"


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.ISb", "TRC-28.6.III.ISa")
def test_the_africa_corps_comes_in_july_1941() -> None:
    def came(turn: int, variables: dict[str, int]) -> str | None:
        units = {"DAK": "later"}
        return impulse_of("axis", turn=turn, units=units, variables=variables, options=SOLD).place(
            "DAK"
        )

    assert [came(turn, GONE) for turn in (2, 3)] == ["arriving", "later"]
    assert came(2, {}) == "later"


def recall(units: dict[str, str], turn: int = MAY_42, **more: Any) -> State:
    """The Axis movement phase of May 1942."""
    more = {"variables": GONE, "options": SOLD, **more}
    return at("axis", units=units, turn=turn, **more)


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_two_panzer_corps_leave_in_may_1942_or_the_war_is_lost() -> None:
    both = recall({"41 Pz": WEST, "56 Pz": RAILS, "57 Pz": "Y20"})
    one = play(both, "move 41 Pz", "go-west")
    assert (one.place("41 Pz"), one.var("panzer corps recalled")) == ("removed", 1)
    two = play(one, "rail 56 Pz", "rail-off", "end-movement")
    assert two.place("56 Pz") == "removed" and not two.is_over
    lost = play(one, "end-movement")
    assert lost.is_over and lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.ISc")
    # nobody else goes, nor at another time, nor without the variant
    assert not may(play(recall({"13 Inf": WEST}), "move 13 Inf"), "go-west")
    assert not may(play(recall({"41 Pz": WEST}, MAY_42 + 1), "move 41 Pz"), "go-west")
    assert not play(recall({"41 Pz": WEST}, variables={}), "end-movement").is_over
    # and two more leave in May 1944
    spring = before(
        "axis", turn=MAY_44, units={"41 Pz": "Y20", "56 Pz": "Y21", "57 Pz": "Y22"},
        variables=GONE, options=SOLD,
    )  # fmt: skip
    assert names(walk(play(spring, "end-movement"), "withdrawal", "axis"), "withdraw")


def shop(turn: int, variables: dict[str, int], options: tuple[str, ...], **more: Any) -> State:
    """The Russian's replacements of a turn; dice show one but for what is given."""
    rolls = more.pop("rolls", {})
    units = {"Moscow Worker": "R9", "4 A": "pool", "11 A": "pool", **more.pop("units", {})}
    start = before("russian", turn=turn, units=units, variables=variables, options=options, **more)
    return walk(play(start, "end-movement"), "replacements", "russian", **rolls)


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.ISc")
def test_it_is_asked_for_as_axis_movement_of_may_ends_and_never_later() -> None:
    panzers = {"41 Pz": WEST, "56 Pz": "Y20"}
    second = at("axis", 2, units=panzers, turn=MAY_42, variables=GONE, options=SOLD)
    assert not may(play(second, "move 41 Pz"), "go-west")
    for side, impulse in (("axis", 2), ("russian", 1), ("russian", 2)):
        state = at(side, impulse, units=panzers, turn=MAY_42, variables=GONE, options=SOLD)
        assert not play(state, "end-movement").is_over
    for turn in (MAY_42 - 1, MAY_42 + 1):
        assert not play(recall(panzers, turn), "end-movement").is_over


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.ISe")
def test_a_port_of_the_black_sea_brings_a_die_of_points() -> None:
    convoys = "Black Sea convoys"

    def points(turn: int, die: int, variables: dict[str, int], **more: Any) -> int:
        state = shop(turn, variables, SOLD, rolls={convoys: die}, **more)
        return int(state.var("replacement points"))

    none = points(SEP_41, 5, {})
    assert [points(SEP_41, die, GONE) - none for die in (1, 6)] == [1, 6]
    assert points(2, 6, GONE) == points(2, 6, {})
    lost = {"axis": [ODESSA, SEVASTOPOL, ROSTOV]}
    assert points(SEP_41, 6, GONE, **lost) == none
    # beside that for Archangel, which is rolled as ever
    assert points(8, 6, GONE) - points(8, 6, {}) == 6
    bad, good = (
        shop(8, GONE, SOLD, rolls={convoys: 1, "Archangel": die}).var("replacement points")
        for die in (1, 6)
    )
    assert good - bad == 5


@pytest.mark.option("bulge", "gambit", "mediterranean")
@pytest.mark.rule("TRC-28.6.III.ISf")
def test_the_wells_of_a_neutral_rumania_feed_the_axis() -> None:
    options = (*SOLD, "mediterranean")
    neutral = {"Mediterranean distraction": 1, "Balkans neutral": 1}

    def offered(variables: dict[str, int], options: tuple[str, ...] = options) -> set[str]:
        start = before(
            "axis", turn=MAY_43, units={"56 Pz": "pool"}, axis=[PLOESTI], variables=variables,
            options=options,
        )  # fmt: skip
        state = play(start, "end-movement")
        found: set[str] = set()
        while (state.decision, state.to_move) != ("movement", "axis"):
            found |= names(state, "replace")
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
        return found

    assert (offered(neutral), offered({**neutral, **GONE})) == (set(), {"56 Pz"})
    # nor do they without the variant
    assert offered(neutral, ("mediterranean",)) == set()


@pytest.mark.option("tunisia")
@pytest.mark.rule("TRC-28.6.III.TTa", "TRC-28.6.III.ISa")
def test_africa_is_not_given_up_twice() -> None:
    options = ("italian-sellout", "tunisia")

    def asked(variables: dict[str, int]) -> str | None:
        start = before("axis", turn=10, variables=variables, options=options)
        return walk(play(start, "end-movement"), "tunisia", "axis").decision

    assert asked({}) == "tunisia" and asked(GONE) != "tunisia"


# -- the Japanese Gambit -------------------------------------------------------------------


@pytest.mark.option("bulge", "gambit")
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


@pytest.mark.option("bulge", "gambit")
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


@pytest.mark.option("bulge", "gambit")
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


@pytest.mark.option("bulge", "gambit")
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


@pytest.mark.option("bulge", "gambit")
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


@pytest.mark.option("bulge", "gambit")
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


# -- the Bulge -----------------------------------------------------------------------------


@pytest.mark.option("bulge", "gambit")
@pytest.mark.rule("TRC-28.6.III.PBd")
def test_who_kept_the_reserves_has_to_win() -> None:
    def end(kept: int, **more: Any) -> State:
        variables = {"reserves kept": kept}
        last = at("russian", 2, turn=25, variables=variables, options=BULGE, **more)
        return walk(play(last, "end-movement"), "nothing")

    berlin = "E31"
    lost = end(1, russian=[berlin])
    assert lost.outcome is not None
    assert (lost.outcome[0], lost.outcome[2]) == ("russian", "TRC-28.6.III.PBd")
    for other in (end(0, russian=[berlin]), end(1)):
        assert other.outcome is not None and other.outcome[2] != "TRC-28.6.III.PBd"
    won = end(1).outcome
    assert won is not None and won[0] == "axis"


@pytest.mark.rule("TRC-28.6.III.ISa")
def test_without_its_rule_nobody_sells_italy_out() -> None:
    assert without(options=SOLD).new().var("Italy sold out") == 0
    with pytest.raises(ArgumentError):
        without("TRC-28.6.III.ISa", options=SOLD).new().var("Italy sold out")
