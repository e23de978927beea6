"""Section 28.6.II: a variant in which only a failed sea move closes a sea."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...turn_positions import at, names, play, refused

VARIANT = ("sea-variants",)
ODESSA, SEVASTOPOL, ROSTOV, RIGA, TALLINN = "DD24", "JJ23", "II14", "F17", "D15"
ENOUGH = 9
"""More invasions than any scenario allows."""


def axis(options: tuple[str, ...] = VARIANT, **more: Any) -> State:
    """An Axis movement phase with corps in Odessa and Riga."""
    units = {"13 Inf": ODESSA, "9 Inf": ODESSA, "8 Inf": RIGA}
    return at("axis", units=units, options=options, axis=[SEVASTOPOL, TALLINN], **more)


@pytest.mark.rule("TRC-28.6.IIa")
def test_invasions_are_without_limit() -> None:
    many = {"axis invasions": ENOUGH, "russian invasions": ENOUGH}
    ashore = play(axis(variables=many), "ship-black 13 Inf")
    goal = min(names(ashore, "invade"))
    assert play(ashore, f"invade {goal}", "roll 1").place("13 Inf") == goal
    theirs = at("russian", units={"16 A": ROSTOV}, options=VARIANT, variables=many)
    assert names(play(theirs, "ship-black 16 A"), "invade")
    law = "law TRC-10.3.2b at most two invasions a side"
    assert (theirs.ask(law), axis((), variables=many).ask(law)) == (1, 0)
    with refused("TRC-10.3.2b"):
        play(axis((), variables=many), "ship-black 13 Inf", f"invade {goal}")


@pytest.mark.rule("TRC-28.6.IIb")
def test_a_voyage_that_fails_closes_its_sea_to_its_side_for_good() -> None:
    sent = play(axis(), "ship-black 13 Inf", f"ship-to {SEVASTOPOL}")
    assert play(sent, "roll 1").var("axis lost the black sea") == 0
    drowned = play(sent, "roll 6")
    assert drowned.place("13 Inf") == "pool"
    lost = ("axis", "russian")
    closed = [
        drowned.var(f"{name} lost the {sea} sea") for name in lost for sea in ("black", "baltic")
    ]
    assert closed == [1, 0, 0, 0]
    # in a later turn
    later = {"axis lost the black sea": 1}
    assert not names(axis(variables=later), "ship-black")
    assert names(axis(variables=later), "ship-baltic") == {"8 Inf"}
    assert names(axis(), "ship-black") == {"13 Inf", "9 Inf"}
    theirs = at("russian", units={"16 A": ROSTOV}, options=VARIANT, variables=later)
    assert names(theirs, "ship-black") == {"16 A"}


@pytest.mark.rule("TRC-28.6.IIb")
@pytest.mark.parametrize("die, there", [(5, True), (6, False)])
def test_ports_count_for_whose_they_are(die: int, there: bool) -> None:
    """Odessa and Sevastopol take two from the Axis die, of which three is the most; one Russian
    port would take one."""
    sent = play(axis(), "ship-black 13 Inf", f"ship-to {SEVASTOPOL}", f"roll {die}")
    assert sent.place("13 Inf") == (SEVASTOPOL if there else "pool")
    assert sent.var("axis lost the black sea") == (not there)
    assert sent.var("russian lost the black sea") == 0


@pytest.mark.rule("TRC-28.6.IIa")
def test_in_the_baltic_nobody_invades_by_the_variant_either() -> None:
    voyage = play(axis(), "ship-baltic 8 Inf")
    assert not names(voyage, "invade")
    with refused("TRC-10.5b"):
        play(axis(variables={"axis invasions": ENOUGH}), "ship-baltic 8 Inf", "invade E14")
