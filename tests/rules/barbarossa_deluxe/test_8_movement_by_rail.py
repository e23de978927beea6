"""Sections 8.6 to 8.11: strategic movement, the RVGK box, emergency deployment."""

from __future__ import annotations

import pytest

from eastfront._core import State

from . import late
from .board_positions import Units, at, edit, names, on, play, refused, surround, walk

CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]
RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
EAST = {"60A": "1001"}


def rail(units: Units, **more: object) -> State:
    """The strategic movement phase, which opens with the cities in supply at its start."""
    order = at("phase order", "german", units={**units, **EAST}, **more)  # type: ignore[arg-type]
    return play(order, "move-fight")


@pytest.mark.rule("BD-8.6b", "BD-8.7a", "BD-8.7c", "BD-8.7f")
def test_from_a_supplied_city_to_any_hex() -> None:
    state = rail({"4AK": "2407", "5AK": "2309", "6AK": "2311"})
    assert names(state, "entrain") == {"4AK", "6AK"}
    with refused("BD-8.7a"):
        state.push("entrain 5AK")
    asked = play(state, "entrain 4AK")
    assert {"2923", "2309", "2820"} <= names(asked, "detrain")
    assert not {"1001", "2407"} & names(asked, "detrain")
    with refused("BD-8.7f"):
        asked.push("detrain 1001")
    after = play(asked, "detrain 2923")
    assert after.place("4AK") == "2923" and names(after, "entrain") == {"6AK"}
    # and on by its own movement in the same player turn
    moving = walk(after, "movement", "german")
    assert "4AK" in names(moving, "move")
    cut = rail({"4AK": "2407", "6AK": "2311", **surround("2407", RIFLES)})
    assert names(cut, "entrain") == {"6AK"}


@pytest.mark.rule("BD-8.7d")
def test_enemies_may_be_near_only_at_the_ends() -> None:
    # the one way out of the Crimea leads through 2908
    start: dict[str, str] = {"4AK": "3108"}
    free = play(rail(start, german=["2607"]), "entrain 4AK")
    assert {"3008", "2908", "2811", "2820"} <= names(free, "detrain")
    watched = play(rail({**start, "61A": "2808"}, german=["2607"]), "entrain 4AK")
    assert {"3008", "2908"} <= names(watched, "detrain")
    assert not {"2811", "2820"} & names(watched, "detrain")
    # enemies beside the start do not matter
    beside = play(rail({**start, "61A": "3107"}, german=["2607"]), "entrain 4AK")
    assert {"3008", "3009"} <= names(beside, "detrain")


@pytest.mark.rule("BD-8.7g", "BD-8.7h")
def test_eight_units_a_turn_a_panzer_corps_counting_two_an_army_four() -> None:
    state = rail({"2407": ["3Pz", "14Pz", "4AK"], "2311": ["3Rum", "5AK"]})
    left = play(state, "entrain 3Pz", "detrain 2923")
    assert left.var("strategic left") == 6
    army = play(left, "entrain 3Rum", "detrain 2922")
    assert army.var("strategic left") == 2
    corps = play(army, "entrain 4AK", "detrain 2921")
    assert corps.var("strategic left") == 1
    with refused("BD-8.7g"):
        corps.push("entrain 14Pz")
    last = play(corps, "entrain 5AK", "detrain 2920")
    assert last.var("strategic left") == 0 and names(last, "entrain") == set()


@pytest.mark.rule("BD-8.7g")
def test_there_is_none_from_turn_30_on() -> None:
    units = {"later": [], "2407": ["4AK"], "1001": ["66A"]}
    for turns, met in (((28, 30), True), ((29, 31), False)):
        state = late.at("movement", "soviet", turns, units)
        while state.decision not in ("strategic movement", "movement") or state.to_move != "german":
            state = on(state)
        assert state.var("turn") == turns[1] - 1
        assert ("entrain 4AK" in names(state)) == met == (state.decision != "movement")


def box(units: Units, **more: object) -> State:
    """The RVGK phase, which opens with what its first moment allows."""
    order = at(
        "phase order",
        "soviet",
        units={"4AK": "2924", **units},
        **more,  # type: ignore[arg-type]
    )
    return walk(order, "rvgk")


@pytest.mark.rule("BD-8.9a", "BD-8.10a")
def test_supplied_units_may_go_into_the_box() -> None:
    state = box({"60A": "2204", "61A": "2309", "LPMA": "2204", **surround("2309", CORPS)})
    assert names(state, "withdraw") == {"60A"}
    with refused("BD-8.9a"):
        state.push("withdraw 61A")
    assert play(state, "withdraw 60A").place("60A") == "rvgk"


@pytest.mark.rule("BD-8.10b", "BD-8.10c")
def test_they_leave_it_at_supplied_cities_and_the_eastern_edge() -> None:
    ring = surround("2205", CORPS)
    state = box({"rvgk": ["60A"], "61A": "2205", **ring})
    asked = play(state, "deploy 60A")
    doors = names(asked, "enter")
    assert {"2501", "1606", "1000", "2600", "2300"} <= doors
    # no other hex, no cut-off city, no source south of 2600, no German city
    assert not doors & {"2309", "2205", "3100", "3200", "2700", "2407"}
    with refused("BD-8.10b"):
        asked.push("enter 3100")
    assert play(asked, "enter 2501").place("60A") == "2501"


@pytest.mark.rule("BD-8.10c", "BD-7.9b")
def test_a_source_at_the_edge_is_open_whoever_holds_it_unless_an_enemy_stands_there() -> None:
    """8.10 asks for control of cities alone; 7.9 counts every source that no enemy occupies."""
    state = box(
        {"rvgk": ["60A", "61A", "62A"], "5AK": "1400", "63A": "1001"},
        german=["1000", "1700", "2100", "1400"],
    )
    asked = play(state, "deploy 60A")
    doors = names(asked, "enter")
    # Saratov (2100) is a source as well as a city; a German stands in 1400
    assert {"1000", "1700", "2100"} <= doors and "1400" not in doors
    back = play(asked, "enter 1700")
    assert back.place("60A") == "1700" and "1700" not in back.hexes_with("german")
    # a city inside the country has to be one's own
    lost = play(box({"rvgk": ["60A"]}, german=["2501"]), "deploy 60A")
    assert "2501" not in names(lost, "enter")


@pytest.mark.rule("BD-8.9c", "BD-8.9d")
def test_five_units_a_phase_and_none_both_ways() -> None:
    armies = ["60A", "61A", "62A", "63A", "64A", "66A"]
    state = box({**dict(zip(armies, ["2204", "2203", "2202", "2201", "2304", "2302"], strict=True)),
                 "rvgk": ["1Sh"]})  # fmt: skip
    into = play(state, "withdraw 60A")
    assert names(into, "deploy") == {"1Sh"}
    out = play(into, "deploy 1Sh", "enter 2300")
    assert "1Sh" not in names(out, "withdraw")
    rest = play(out, "withdraw 61A", "withdraw 62A", "withdraw 63A")
    assert rest.decision != "rvgk" or names(rest, "withdraw") == set()
    if rest.decision == "rvgk":
        with refused("BD-8.9c"):
            rest.push("withdraw 64A")
    assert rest.place("64A") == "2304"


@pytest.mark.rule("BD-8.9c")
def test_the_sixth_is_refused_by_the_limit() -> None:
    state = box({"2204": ["60A"], "rvgk": ["1Sh"]})
    full = edit(state, variables={"rvgk left": 0})
    with refused("BD-8.9c"):
        full.push("withdraw 60A")


EMERGENCY = {"emergency: standing answer": "ask-always"}


def emergency(units: Units) -> State:
    state = at("phase order", "german", sequence="move-fight", units=units)
    return play(state, "move-fight")


@pytest.mark.rule("BD-8.11a")
def test_one_unit_a_movement_phase_comes_to_a_supplied_city() -> None:
    units = {"rvgk": ["1Sh", "60A"], "3Pz": "2309", "61A": "1001", **surround("2205", CORPS)}
    units = {**units, "62A": "2205"}
    state = walk(emergency(units), "emergency deployment", choices=EMERGENCY)
    assert state.to_move == "soviet" and names(state, "commit") == {"1Sh", "60A"}
    asked = play(state, "commit 1Sh")
    assert "2501" in names(asked, "at")
    # not to a hex that is no city, a German one, or one cut off
    assert not {"2500", "2407", "2205"} & names(asked, "at")
    with refused("BD-8.11a"):
        asked.push("at 2205")
    after = play(asked, "at 2501")
    assert after.place("1Sh") == "2501" and "2501" not in after.hexes_with("german")
    # once: a second is not asked for in this phase
    moved = play(after, "move 3Pz", "to 2308", "stop") if after.decision == "movement" else after
    while moved.to_move == "soviet":
        assert moved.decision != "emergency deployment"
        moved = play(moved, moved.legal_actions.names()[-1])
    never = walk(
        emergency(units), "movement", "german", {"emergency: standing answer": "ask-never"}
    )
    assert never.decision == "movement"


@pytest.mark.rule("BD-8.7e", "BD-8.7f", "BD-8.7d")
def test_no_train_crosses_water() -> None:
    doors = names(play(rail({"4AK": "3108"}, german=["2607"]), "entrain 4AK"), "detrain")
    assert not {"2905", "3007", "3207", "1519"} & doors
    # beyond the strait lies land that no train reaches but across it
    wall = {"61A": "3004", "62A": "3101"}
    watched = play(rail({"4AK": "3108", **wall}, german=["2607"]), "entrain 4AK")
    assert "3106" in names(watched, "detrain")
    assert "3105" not in names(watched, "detrain")
