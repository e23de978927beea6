"""Positions of The Russian Campaign for the tests of options that change the opening of 1941."""

from __future__ import annotations

from functools import lru_cache

from eastfront._core import IllegalAction, State

from .turn_positions import at, counter, data, game, names, play, refused

RUMANIAN_TRAIN = ["S25", "R26", "T26", "U26", "V26", "W26", "X26"]


def country(name: str) -> set[str]:
    """The hexes of a country."""
    return {h.name for h in data().map.hexes if h is not None and h.area == name}


@lru_cache(maxsize=4)
def placed(options: tuple[str, ...]) -> tuple[dict[str, set[str]], dict[str, str]]:
    """For each unit of the set-up its possible hexes, and for the Axis the refusal of Rumania."""
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
    """The rule that refuses an action, or an empty text."""
    try:
        state.push(action)
    except IllegalAction as error:
        return str(error.rule)
    return ""


def groups() -> dict[str, str]:
    """The set-up groups of units by name."""
    return {u.name: counter(u).group for u in data().units}


def first_of_the_axis(scenario: str, options: tuple[str, ...]) -> State:
    """The first unit that the Axis sets up freely."""
    state = game(scenario, options).new()
    while (state.decision, state.to_move) != ("set-up", "axis"):
        state.push(state.legal_actions.list()[0])
    return state


def set_up_later(options: tuple[str, ...]) -> list[set[str]]:
    """The possible hexes of each Axis unit of the set-up, in the scenario of 1942."""
    later = first_of_the_axis("fall-blau", options)
    seen: list[set[str]] = []
    while later.decision in ("set-up", "cover") and later.to_move == "axis":
        seen.append(names(later, "set-up"))
        later.push(later.legal_actions.list()[0])
    return seen


def only_those_listed_start_in_rumania(options: tuple[str, ...], rule: str) -> None:
    """A rule lets units listed for Rumania start there, and no others of the Axis."""
    open_, shut = placed(options)
    group = groups()
    listed = {u for u in shut if group[u] == "rumania"}
    others = {u for u in shut if group[u] in ("north", "center", "south")}
    assert listed and others
    assert all(open_[u] <= country("rumania") and not shut[u] for u in listed)
    assert all(shut[u] == rule and not open_[u] & country("rumania") for u in others)


def no_train_into_rumania_on_the_opening_turn(options: tuple[str, ...], rule: str) -> None:
    """A rule keeps trains of the Axis out of Rumania on the opening turn, and on no other."""

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
