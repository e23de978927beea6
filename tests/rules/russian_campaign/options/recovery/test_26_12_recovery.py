"""Section 26.12: rebuilding of surrendered units."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...turn_positions import JAN_43, MAY_43, before, names, play, refused, walk

OPTION = ("russian-recovery",)

SEP_43 = 15

WORKERS = {"Moscow Worker": "R9", "Kharkov Worker": "AA14"}
"""Ten points, and one of Archangel with its bonus."""


def asked(turn: int, units: dict[str, str], decision: str = "recovery") -> State:
    """The first such decision of a turn."""
    state = before("russian", 1, turn=turn, units={**WORKERS, **units}, options=OPTION)
    state.push("end-movement")
    return walk(state, decision, "russian", Archangel=1)


def surrendered(*units: str) -> dict[str, str]:
    """Units that have surrendered."""
    return dict.fromkeys(units, "surrendered")


@pytest.mark.rule("TRC-26.12a", "TRC-26.12b", "TRC-26.12d")
def test_the_example_of_autumn_1943() -> None:
    state = asked(SEP_43, {**surrendered("1G CavC"), "4 A": "pool"})
    points = state.var("replacement points")
    done = play(state, "recover 1G CavC")
    assert (done.place("1G CavC"), done.var("replacement points")) == ("pool", points - 5)
    assert done.decision == "replacements"
    with refused("TRC-26.12b"):
        play(done, "recruit 1G CavC")
    november = walk(play(done, "end-replacements"), "replacements", "russian", Archangel=1)
    assert november.turn == SEP_43 + 1
    points = november.var("replacement points")
    back = play(november, "recruit 1G CavC")
    assert (back.place("1G CavC"), back.var("replacement points")) == ("arriving", points - 5)


@pytest.mark.rule("TRC-26.12a")
def test_from_may_1943_for_its_price() -> None:
    units = {**surrendered("11 A", "4 A", "7 CavC", "5 ParaC", "Stalin"), "3 A": "pool"}
    early = asked(JAN_43, units, "replacements")
    assert early.turn == JAN_43
    assert asked(MAY_43 - 1, units, "replacements").turn == MAY_43 - 1
    late = asked(MAY_43, units)
    assert late.turn == MAY_43
    # paratroops and leaders have no price
    assert names(late, "recover") == {"11 A", "4 A", "7 CavC"}
    spent = play(late, "recover 11 A")
    assert late.var("replacement points") - spent.var("replacement points") == 6
    poor = asked(MAY_43, {**units, "Moscow Worker": "removed"})
    with refused("TRC-26.12a"):
        play(play(poor, "recover 4 A"), "recover 11 A")


@pytest.mark.rule("TRC-26.12b")
def test_nor_does_stavka_come_back_at_once() -> None:
    state = asked(17, {**surrendered("Stavka"), "4 A": "pool"})
    done = play(state, "recover Stavka")
    first = walk(play(done, "end-replacements"), "movement", "russian", 1)
    later = walk(play(first, "end-movement"), "movement", "russian", 2)
    assert later.place("Stavka") == "pool"
    units = {"Stavka": "pool", "4 A": "pool"}
    usual = walk(play(asked(17, units, "movement"), "end-movement"), "replacements", "russian", 2)
    assert names(usual, "recruit") == {"Stavka"}


@pytest.mark.rule("TRC-26.12c")
def test_one_armored_and_one_guards_unit_beside_the_usual_replacements() -> None:
    units = surrendered("1 TkC", "10 TkC", "1G CavC", "2G CavC", "4 A")
    more = {"Leningrad Worker": "E10", "Kiev Worker": "W19", "Stalino Worker": "FF16"}
    state = asked(SEP_43, {**units, **more, "7 TkC": "pool", "3G CavC": "pool"})
    one = play(state, "recover 1 TkC", "recover 1G CavC")
    for unit in ("10 TkC", "2G CavC"):
        with refused("TRC-26.12c"):
            play(one, f"recover {unit}")
    rest = play(one, "end-recovery") if one.decision == "recovery" else one
    assert names(play(rest, "recruit 7 TkC"), "recruit") == {"3G CavC"}


def decisions(turn: int, units: dict[str, str]) -> list[str]:
    """What the Russian is asked in a turn up to his second movement, all of it declined."""
    state = before("russian", 1, turn=turn, units={**WORKERS, **units}, options=OPTION)
    out, found = play(state, "end-movement"), []
    while not (out.decision == "movement" and out.var("impulse") == 2 and out.turn == turn):
        legal = out.legal_actions.list()
        if out.to_move == "chance":
            out.push("roll 1")
            continue
        if out.to_move == "russian" and out.turn == turn:
            found.append(str(out.decision))
        out.push(next((a for a in legal if out.is_pass(a)), legal[0]))
    return found


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d")
def test_nobody_is_asked_where_nobody_can_be_recovered() -> None:
    units = {**surrendered("11 A"), "4 A": "pool"}
    assert "recovery" in decisions(MAY_43, units)
    # in March 1943, for nobody, for the Axis, or for more points than there are
    assert "recovery" not in decisions(MAY_43 - 1, units)
    assert "recovery" not in decisions(MAY_43, {"4 A": "pool"})
    assert "recovery" not in decisions(MAY_43, {**surrendered("13 Inf", "46 Pz"), "4 A": "pool"})
    poor = {"Moscow Worker": "removed", "Kharkov Worker": "removed"}
    assert "recovery" not in decisions(MAY_43, {**units, **poor})


@pytest.mark.rule("TRC-26.12a", "TRC-26.12d")
def test_units_of_the_axis_are_not_recovered() -> None:
    units = surrendered("13 Inf", "46 Pz", "11 A")
    assert names(asked(MAY_43, units), "recover") == {"11 A"}


@pytest.mark.rule("TRC-26.12b")
def test_stavka_comes_back_beside_another_that_is_recovered() -> None:
    """Not when it was recovered itself: then nobody asks for it in the second impulse."""
    lost = asked(17, {**surrendered("Stavka", "5 A"), "4 A": "pool"})
    itself = walk(play(lost, "recover Stavka"), "movement", "russian", 1)
    pooled = asked(17, {**surrendered("5 A"), "Stavka": "pool", "4 A": "pool"})
    other = walk(play(pooled, "recover 5 A"), "movement", "russian", 1)
    for state, comes in ((itself, False), (other, True)):
        out = play(state, "end-movement")
        while not (out.decision in ("movement", "replacements") and out.var("impulse") == 2):
            legal = out.legal_actions.list()
            out.push("roll 1" if out.to_move == "chance" else legal[-1])
        assert (out.decision == "replacements") == comes
