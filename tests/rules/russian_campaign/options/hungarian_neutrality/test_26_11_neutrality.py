"""Section 26.11: the opening of 1941 with Hungary neutral and Rumania slow."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...battle_positions import combat, fight, reach
from ...opening_positions import (
    country,
    first_of_the_axis,
    no_train_into_rumania_on_the_opening_turn,
    only_those_listed_start_in_rumania,
    placed,
    refusal,
    set_up_later,
)
from ...turn_positions import at, names, play, refused

NEUTRAL = ("hungarian-neutrality",)
HUNGARIAN_TRAIN = ["S25", "S26", "R26", "T27", "T28", "T29"]


@pytest.mark.rule("TRC-26.11a")
def test_nobody_sets_up_in_hungary() -> None:
    open_, _ = placed(NEUTRAL)
    assert open_ and not any(hexes & country("hungary") for hexes in open_.values())
    assert any(hexes & country("hungary") for hexes in placed(())[0].values())


@pytest.mark.rule("TRC-26.11c")
def test_only_those_listed_start_in_rumania() -> None:
    only_those_listed_start_in_rumania(NEUTRAL, "TRC-26.11c")


@pytest.mark.rule("TRC-26.11a")
def test_nobody_moves_into_hungary_in_the_opening_impulse() -> None:
    units = {"13 Inf": "W27", "38 Inf": "R28", "11 A": "T27"}
    hungary = country("hungary")
    for side, unit, later in (("axis", "13 Inf", 1), ("axis", "38 Inf", 1), ("russian", "11 A", 0)):
        shut = at(side, units=units, turn=1, options=NEUTRAL)
        assert reach(shut, unit) and not reach(shut, unit) & hungary
        with refused("TRC-5.2a"):
            play(shut, f"move {unit}", "to S28")
        assert reach(at(side, units=units, turn=2, options=NEUTRAL), unit) & hungary
        if later:
            second = at(side, 2, units=units, turn=1, options=NEUTRAL)
            assert reach(second, unit) & hungary
    train = play(
        at("axis", units={"1 Inf": "S25"}, turn=1, rail=HUNGARIAN_TRAIN, options=NEUTRAL),
        "rail 1 Inf",
    )
    with refused("TRC-26.11a"):
        play(train, "rail-to T29")
    assert "T27" in names(train, "rail-to")


ARMIES = {"16 A": "S26", "5G A": "S26", "4G A": "R26", "1G A": "R26"}


def attack(units: dict[str, str], turn: int = 1, impulse: int = 1) -> State:
    """A Russian attack with a result of DR."""
    strong = {**ARMIES, **units}
    state = combat("russian", strong, impulse, turn=turn, options=NEUTRAL)
    target = units["38 Inf"]
    near = [u for u in strong if u.endswith("A")]
    state = fight(state, target, near, 3, 4)
    assert state.var("result") == 5
    return state


@pytest.mark.rule("TRC-26.11b")
def test_retreats_avoid_hungary_in_the_opening_impulse() -> None:
    def ends(state: State) -> set[str]:
        seen: set[str] = set()
        for first in names(state, "retreat-to") or {""}:
            on = play(state, f"retreat-to {first}") if first else state
            seen |= {first, *names(on, "retreat-to"), str(on.place("38 Inf"))}
        return seen

    found = ends(attack({"38 Inf": "R27"}))
    assert "R28" in found and not found & country("hungary")
    assert ends(attack({"38 Inf": "R27"}, turn=2)) & country("hungary")


@pytest.mark.rule("TRC-26.11b", "TRC-13.5b")
def test_without_another_way_they_lead_there() -> None:
    armies = {"4G A": "R27", "1G A": "R27", "16 A": "S27", "5G A": "S27"}
    state = attack({**armies, "38 Inf": "R28", "1 TkC": "P28"})
    assert state.place("38 Inf") != "pool"
    assert {str(state.place("38 Inf")), *names(state, "retreat-to")} & country("hungary")


@pytest.mark.rule("TRC-26.11d")
def test_no_train_into_rumania_on_the_opening_turn() -> None:
    no_train_into_rumania_on_the_opening_turn(NEUTRAL, "TRC-26.11d")


@pytest.mark.rule("TRC-26.11a", "TRC-26.11c")
def test_why_nobody_is_set_up_in_hungary_and_that_later_scenarios_are_free() -> None:
    opening = first_of_the_axis("campaign", NEUTRAL)
    assert refusal(opening, "set-up S30") == "TRC-26.11a"
    seen = set().union(*set_up_later(NEUTRAL))
    assert seen & country("hungary") and seen & country("rumania")
