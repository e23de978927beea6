"""Sections 26.11 and 28.2: the opening of 1941 with Hungary neutral and Rumania slow."""

from __future__ import annotations

from functools import lru_cache

import pytest

from eastfront._core import IllegalAction, State

from ...battle_positions import combat, fight, reach
from ...turn_positions import at, counter, data, game, names, play, refused

pytestmark = pytest.mark.option("historical_set_up")

NEUTRAL, HISTORICAL = ("hungarian-neutrality",), ("historical-set-up",)
RUMANIAN_TRAIN = ["S25", "R26", "T26", "U26", "V26", "W26", "X26"]
HUNGARIAN_TRAIN = ["S25", "S26", "R26", "T27", "T28", "T29"]


def country(name: str) -> set[str]:
    """The hexes of a country."""
    return {h.name for h in data().map.hexes if h is not None and h.area == name}


@lru_cache(maxsize=4)
def placed(options: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, str]]:
    """For each unit of the set-up where it might stand, and for the Axis why not in Rumania."""
    state = game("campaign", options).new()
    open_: dict[str, set[str]] = {}
    shut: dict[str, str] = {}
    while state.decision == "set-up":
        hexes = names(state, "set-up")
        goal = min(hexes)
        last, before = state.copy(), state.places()
        state.push(f"set-up {goal}")
        after = state.places()
        unit = next(u for u in after if after[u] == goal and before[u] != goal)
        open_[unit] = hexes
        if last.to_move == "axis":
            shut[unit] = refusal(last, "set-up Z31")
    return open_, shut


def refusal(state: State, action: str) -> str:
    """The rule that refuses an action, or nothing."""
    try:
        state.push(action)
    except IllegalAction as error:
        return str(error.rule)
    return ""


def groups() -> dict[str, str]:
    """The set-up groups of units by name."""
    return {u.name: counter(u).group for u in data().units}


@pytest.mark.rule("TRC-26.11a")
def test_nobody_sets_up_in_hungary() -> None:
    open_, _ = placed(NEUTRAL)
    assert open_ and not any(hexes & country("hungary") for hexes in open_.values())
    assert any(hexes & country("hungary") for hexes in placed(HISTORICAL)[0].values())


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param(NEUTRAL, "TRC-26.11c", marks=pytest.mark.rule("TRC-26.11c")),
        pytest.param(HISTORICAL, "TRC-28.2a", marks=pytest.mark.rule("TRC-28.2a")),
    ],
)
def test_only_those_listed_start_in_rumania(options: tuple[str, ...], rule: str) -> None:
    open_, shut = placed(options)
    group = groups()
    listed = {u for u in shut if group[u] == "rumania"}
    others = {u for u in shut if group[u] in ("north", "center", "south")}
    assert listed and others
    assert all(open_[u] <= country("rumania") and not shut[u] for u in listed)
    assert all(shut[u] == rule and not open_[u] & country("rumania") for u in others)


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


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param(NEUTRAL, "TRC-26.11d", marks=pytest.mark.rule("TRC-26.11d")),
        pytest.param(HISTORICAL, "TRC-28.2c", marks=pytest.mark.rule("TRC-28.2c")),
    ],
)
def test_no_train_into_rumania_on_the_opening_turn(options: tuple[str, ...], rule: str) -> None:
    def train(turn: int, start: str = "S25") -> State:
        units = {"1 Inf": start}
        state = at("axis", units=units, turn=turn, rail=RUMANIAN_TRAIN, options=options)
        return play(state, "rail 1 Inf")

    opening = train(1)
    assert "V26" in names(opening, "rail-to")
    for goal in ("W26", "X26"):
        with refused(rule):
            play(opening, f"rail-to {goal}")
    assert {"W26", "X26"} <= names(train(2), "rail-to")
    # nor from next to it
    with refused(rule):
        play(train(1, "V26"), "rail-to W26")
    # within the country, and out of it
    assert {"W26", "V26"} <= names(train(1, "X26"), "rail-to")


def first_of_the_axis(scenario: str, options: tuple[str, ...]) -> State:
    """The first unit that the Axis sets up where it likes."""
    state = game(scenario, options).new()
    while (state.decision, state.to_move) != ("set-up", "axis"):
        state.push(state.legal_actions.list()[0])
    return state


@pytest.mark.rule("TRC-26.11a", "TRC-26.11c")
def test_why_nobody_is_set_up_in_hungary_and_that_later_scenarios_are_free() -> None:
    opening = first_of_the_axis("campaign", NEUTRAL)
    assert refusal(opening, "set-up S30") == "TRC-26.11a"
    later = first_of_the_axis("fall-blau", NEUTRAL)
    seen: set[str] = set()
    while later.decision in ("set-up", "cover") and later.to_move == "axis":
        seen |= names(later, "set-up")
        later.push(later.legal_actions.list()[0])
    assert seen & country("hungary") and seen & country("rumania")


@pytest.mark.rule("TRC-28.2a")
def test_the_historical_set_up_binds_no_later_scenario() -> None:
    later = first_of_the_axis("fall-blau", HISTORICAL)
    seen: set[str] = set()
    while later.decision in ("set-up", "cover") and later.to_move == "axis":
        seen |= names(later, "set-up")
        later.push(later.legal_actions.list()[0])
    assert seen & country("rumania")
