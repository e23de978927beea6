"""Sections 27.1 and 27.2 to 27.6: the set-ups of the scenarios, and their own rules."""

from __future__ import annotations

from functools import lru_cache

import pytest

from eastfront._core import State

from .left_out_positions import without
from .turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MUD,
    SNOW,
    at,
    before,
    counter,
    data,
    game,
    names,
    play,
    refused,
    side_of,
    walk,
)

TURKISH = {h.name for h in data().map.hexes if h is not None and h.area == "turkey"}
LATER = ("fall-blau", "zitadelle", "bagration")
SAME = ("campaign", "breaking-storm", "barbarossa")
LENINGRAD, SEVASTOPOL, MOSCOW = "E10", "JJ23", "R9"


def setup(scenario: str) -> dict[str, object]:
    """The scenario's own file."""
    return dict(data(scenario).setup)


def finish(state: State) -> State:
    """The set-up done with the first choices."""
    while state.decision in ("set-up", "cover"):
        state.push(state.legal_actions.list()[0])
    return state


@lru_cache(maxsize=6)
def _started(scenario: str) -> State:
    return finish(game(scenario).new())


def started(scenario: str) -> State:
    """The position after the set-up."""
    return _started(scenario).copy()


def on_map(state: State) -> dict[str, str]:
    """The units in hexes, by name."""
    known = data().map.index
    return {u: p for u, p in state.places().items() if p in known}


def area(hex_: str) -> str:
    """The area of a hex."""
    m = data().map
    row = m.hexes[m.index[hex_]]
    assert row is not None
    return row.area


def west(scenario: str) -> set[str]:
    """The land on the Axis side of a scenario's line, by what it controls there and beyond."""
    from eastfront.games.russian_campaign.charts import axis_side

    lines = data(scenario).charts["start-lines"]["line"]
    return set(axis_side(lines[setup(scenario)["start_line"]]))


@pytest.mark.rule("TRC-27.11a", "TRC-27.2a", "TRC-27.3a", "TRC-27.4a", "TRC-27.5a", "TRC-27.6a")
def test_first_turns_and_lengths() -> None:
    turns = {s: (setup(s)["first_turn"], setup(s)["last_turn"]) for s in (*SAME, *LATER)}
    assert turns == {
        "campaign": (1, 25),
        "breaking-storm": (1, 5),
        "barbarossa": (1, 10),
        "fall-blau": (7, 14),
        "zitadelle": (13, 18),
        "bagration": (19, 25),
    }
    for scenario in (*SAME, *LATER):
        assert started(scenario).turn == turns[scenario][0]


@pytest.mark.rule("TRC-27.12a", "TRC-4.4a")
@pytest.mark.parametrize(
    ("scenario", "last"), [("campaign", 25), ("breaking-storm", 5), ("fall-blau", 14)]
)
def test_each_scenario_has_its_last_turn(scenario: str, last: int) -> None:
    assert setup(scenario)["last_turn"] == last


@pytest.mark.rule("TRC-5.5a", "TRC-3.4b")
def test_nobody_of_the_axis_is_set_up_in_closed_bulgaria() -> None:
    """In May 1942; the land west of the line takes it in."""
    state = game("fall-blau").new()
    while state.decision in ("set-up", "cover") and state.to_move == "axis":
        if state.decision == "set-up":
            assert not {area(h) for h in names(state, "set-up")} & {"bulgaria"}
        state.push(state.legal_actions.list()[0])


@pytest.mark.rule("TRC-27.11a", "TRC-27.2a", "TRC-27.3a")
def test_the_short_campaigns_begin_like_the_long_one() -> None:
    same = started("campaign").places()
    for scenario in ("breaking-storm", "barbarossa"):
        places = started(scenario).places()
        other = {u for u in places if places[u] != same[u]}
        assert other <= {"8 ParaC"}


@pytest.mark.rule("TRC-27.11b")
def test_pools_and_surrendered_units() -> None:
    for scenario in LATER:
        state = game(scenario).new()
        for key in ("pool", "surrendered"):
            listed = {u.name for u in data().units if u.id in setup(scenario)[key]}  # type: ignore[operator]
            assert listed and all(state.place(u) == key for u in listed)
        later = [
            u
            for u in data().units
            if counter(u).entry == "turn" and not counter(u).option and u.kind != "air"
        ]
        for unit in later:
            assert unit.arrives is not None
            # reinforcements of the first turn or after are still to come
            if unit.arrives > int(str(setup(scenario)["first_turn"])):
                assert state.place(unit.name) == "later", unit.name


@pytest.mark.rule("TRC-27.11c", "TRC-27.4b", "TRC-27.5b", "TRC-27.6b")
def test_each_side_on_its_own_side_of_the_line() -> None:
    for scenario in LATER:
        ours = west(scenario)
        units = on_map(started(scenario))
        assert {side_of(u) for u in units} == {"axis", "russian"}
        assert all((h in ours) == (side_of(u) == "axis") for u, h in units.items())


@pytest.mark.rule("TRC-27.4b", "TRC-27.5b", "TRC-27.6b")
def test_who_sets_up_first_and_who_moves_first() -> None:
    first = {s: game(s).new().to_move for s in LATER}
    assert first == {"fall-blau": "axis", "zitadelle": "axis", "bagration": "russian"}
    for scenario in LATER:
        state = started(scenario)
        assert state.to_move == "axis" and state.var("impulse") == 1


@pytest.mark.rule("TRC-27.11d")
def test_the_line_is_covered_by_both_sides() -> None:
    m = data().map
    for scenario in LATER:
        ours = west(scenario)
        land = {h.name for h in m.hexes if h is not None and h.terrain not in ("sea", "lake")}
        state = started(scenario)
        for side, own in (("axis", ours & land), ("russian", land - ours)):
            zone = zone_of(state, side)
            beyond = land - own
            line = {h for h in own if around(h) & beyond}
            assert line
            # Turkey is on neither side, and neither is the sea
            left = {h for h in line - zone if area(h) != "turkey" and not around(h) & TURKISH}
            # one hex is missed when the units that could stand there have been used up
            assert len(left) <= 1, (side, scenario, sorted(left))


@pytest.mark.rule("TRC-27.11d")
def test_a_coast_is_no_part_of_the_line() -> None:
    """Nobody is made to stand at the Baltic far behind the line."""
    for scenario in LATER:
        state = game(scenario).new()
        asked: set[str] = set()
        while state.decision in ("set-up", "cover"):
            if state.decision == "cover":
                asked |= names(play(state, state.legal_actions.names()[0]), "set-up")
            state.push(state.legal_actions.list()[0])
        assert asked
        assert not {h for h in asked if area(h) in ("germany", "east-prussia", "island")}, scenario


def around(hex_: str) -> set[str]:
    """The hexes next to a hex."""
    m = data().map
    near = (m.neighbor(m.index[hex_], way) for way in range(6))
    return {row.name for n in near if n is not None and (row := m.hexes[n]) is not None}


def zone_of(state: State, side: str) -> set[str]:
    """A side's zones of control."""
    return set(state.ask(f"{side} zone of control"))


@pytest.mark.rule("TRC-27.11d")
def test_the_campaign_of_1941_knows_no_such_duty() -> None:
    for scenario in SAME:
        state = game(scenario).new()
        assert state.decision == "set-up"
    assert game("fall-blau").new().decision == "cover"


@pytest.mark.rule("TRC-27.11e")
def test_only_finns_and_russians_in_finland_and_karelia() -> None:
    for scenario in LATER:
        state = game(scenario).new()
        seen: dict[str, set[str]] = {}
        while state.decision in ("set-up", "cover"):
            before_, side = state.places(), state.to_move
            hexes = names(state, "set-up")
            state.push(state.legal_actions.list()[-1])
            if side == "axis" and hexes:
                placed = [u for u, p in state.places().items() if before_[u] != p]
                seen |= {u: hexes for u in placed}
        finns = {u.name for u in data().units if u.nation == "finnish"}
        barred = {"finland", "karelia"}
        assert any({area(h) for h in seen[u]} & barred for u in finns & seen.keys())
        for unit in seen.keys() - finns:
            assert not {area(h) for h in seen[unit]} & barred, unit


@pytest.mark.rule("TRC-27.11f")
def test_one_worker_in_a_city() -> None:
    m = data().map
    for scenario in LATER:
        places = on_map(started(scenario))
        workers = [places[u.name] for u in data().units if u.kind == "worker" and u.name in places]
        assert len(workers) > 4 and len(set(workers)) == len(workers)
        rows = [m.hexes[m.index[h]] for h in workers]
        assert all(row and row.features & {"city-major", "city-minor"} for row in rows)


@pytest.mark.rule("TRC-27.11g")
def test_what_lies_on_a_sides_own_side_is_his() -> None:
    m = data().map
    for scenario in LATER:
        ours = west(scenario)
        state = game(scenario).new()
        axis, russian = (set(state.hexes_with(f"{side} control")) for side in ("axis", "russian"))
        cities = {
            h.name
            for h in m.hexes
            if h is not None and h.features & {"city-major", "city-minor", "oil", "junction"}
        }
        assert axis >= cities & ours and russian >= cities - ours
        track = {h.name for h in m.hexes if h is not None and "rail" in h.features}
        assert set(state.hexes_with("axis rail")) == track & ours


@pytest.mark.rule("TRC-27.11g", "TRC-3.5a")
def test_without_their_rules_nobody_holds_what_lies_on_his_side_of_a_line() -> None:
    """Only what is the Axis's own at home, and in the campaign not even that."""
    home = game("campaign").new().hexes_with("axis control")
    assert home
    for scenario in ("fall-blau", "zitadelle"):
        assert without("TRC-27.11g", scenario=scenario).new().hexes_with("axis control") == home
    assert without("TRC-3.5a").new().hexes_with("axis control") == []


@pytest.mark.rule("TRC-27.4c", "TRC-27.5b")
def test_leningrad_and_sevastopol_are_russian() -> None:
    for scenario in ("fall-blau", "zitadelle"):
        assert LENINGRAD in set(started(scenario).ask("control", 1))
    assert SEVASTOPOL in set(started("fall-blau").ask("control", 1))
    assert {LENINGRAD, SEVASTOPOL} <= set(game("fall-blau").new().hexes_with("russian control"))


@pytest.mark.rule("TRC-27.11h")
def test_the_first_turn_brings_replacements_and_reinforcements() -> None:
    # the Axis is given back corps in May 1942, 1943 and 1944
    for scenario in ("fall-blau", "zitadelle"):
        assert walk(started(scenario), "replacements", "axis").turn == setup(scenario)["first_turn"]
    for scenario in LATER:
        state = walk(started(scenario), "movement", "russian", 1)
        assert state.turn == setup(scenario)["first_turn"]
        bought = walk(started(scenario), "replacements", "russian")
        assert bought.turn == setup(scenario)["first_turn"]


@pytest.mark.rule("TRC-27.4d", "TRC-27.5c", "TRC-27.6c")
def test_the_modifier_of_the_weather_at_the_start() -> None:
    found = {s: started(s).var("weather modifier") for s in LATER}
    assert found == {"fall-blau": -1, "zitadelle": 0, "bagration": 1}


INVASIONS = [
    pytest.param("campaign", "TRC-10.3.2b", (2, 2), marks=pytest.mark.rule("TRC-10.3.2b")),
    pytest.param("barbarossa", "TRC-10.3.2b", (2, 2), marks=pytest.mark.rule("TRC-10.3.2b")),
    pytest.param(
        "breaking-storm", "TRC-27.21e", (1, 1), marks=pytest.mark.rule("TRC-27.21e", "TRC-10.3.2b")
    ),
    pytest.param(
        "fall-blau", "TRC-27.4d", (1, 1), marks=pytest.mark.rule("TRC-27.4d", "TRC-10.3.2b")
    ),
    pytest.param(
        "zitadelle", "TRC-27.5c", (0, 1), marks=pytest.mark.rule("TRC-27.5c", "TRC-10.3.2b")
    ),
    pytest.param(
        "bagration", "TRC-27.6c", (0, 0), marks=pytest.mark.rule("TRC-27.6c", "TRC-10.3.2b")
    ),
]


@pytest.mark.parametrize(("scenario", "rule", "allowed"), INVASIONS)
def test_the_invasions_of_a_scenario(scenario: str, rule: str, allowed: tuple[int, int]) -> None:
    turn = max(2, int(str(setup(scenario)["first_turn"])))
    for side, unit, port, other, most in (
        ("axis", "13 Inf", "DD24", SEVASTOPOL, allowed[0]),
        ("russian", "16 A", "II14", "DD24", allowed[1]),
    ):
        for done in {most, most - 1} - {-1}:
            state = at(
                side,
                units={unit: port},
                turn=turn,
                scenario=scenario,
                axis=[other] if side == "axis" else [],
                russian=[other] if side == "russian" else [],
                variables={f"{side} invasions": done},
            )
            voyage = play(state, f"ship-black {unit}")
            if done < most:
                assert names(voyage, "invade")
            else:
                assert not names(voyage, "invade")
                with refused(rule):
                    play(voyage, "invade HH20")


@pytest.mark.rule("TRC-27.21c")
def test_light_mud_in_autumn_is_light_mud_in_winter_for_both_sides() -> None:
    for autumn, winter in ((CLEAR, SNOW), (LIGHT_MUD, LIGHT_MUD)):
        state = before("axis", 1, turn=4, weather=autumn, scenario="breaking-storm")
        state.push("end-movement")
        for side in ("axis", "russian"):
            assert walk(state, "movement", side, 1, weather=3).var("weather") == winter
    # mud is neither: snow or light mud does not follow by itself in later years
    later = before("axis", 1, turn=4, weather=MUD, scenario="barbarossa")
    later.push("end-movement")
    assert walk(later, "weather").turn == 4


@pytest.mark.rule("TRC-27.6d")
def test_bagration_has_no_points() -> None:
    rules = setup("bagration")["victory"]
    assert isinstance(rules, dict)
    assert rules.get("axis_points") is None and rules["campaign"]
    state = at("russian", 2, turn=25, scenario="bagration")
    over = walk(play(state, "end-movement"), "movement", "axis", 1)
    assert over.outcome is not None and over.outcome[2] == "TRC-25.1.1b"
    won = at("russian", 1, units={"1 TkC": "E30"}, turn=20, scenario="bagration")
    taken = play(won, "move 1 TkC", "to E31")
    assert taken.outcome is not None and taken.outcome[2] == "TRC-25.1.2a"


FORCES = {
    # units and factors without aircraft: on the map, in the pool, surrendered; of both sides
    "fall-blau": (((54, 220), (7, 25), (0, 0)), ((55, 219), (10, 32), (20, 63))),
    "zitadelle": (((55, 225), (10, 33), (9, 31)), ((68, 289), (7, 24), (24, 74))),
    "bagration": (((53, 224), (10, 35), (14, 49)), ((75, 331), (5, 18), (24, 74))),
}


@pytest.mark.rule("TRC-27.11b")
@pytest.mark.parametrize("scenario", LATER)
def test_how_many_units_there_are_at_the_start(scenario: str) -> None:
    state = game(scenario).new()
    units = [u for u in data().units if not counter(u).option and u.kind != "air"]
    for side, forces in zip(("axis", "russian"), FORCES[scenario], strict=True):
        ours = {u.name: u.attack for u in units if u.side == side}
        away = ("pool", "surrendered", "later", "counters", "removed")
        there = [u for u in ours if state.place(u) not in away]
        boxes = [[u for u in ours if state.place(u) == box] for box in ("pool", "surrendered")]
        found = tuple((len(those), sum(ours[u] for u in those)) for those in (there, *boxes))
        assert found == forces, side


@pytest.mark.rule("TRC-27.6b", "TRC-27.6a", "TRC-27.11b")
def test_infantry_given_up_for_motorized_corps_is_out_of_bagration() -> None:
    """A 4-4, a 5-4 and two 3-4 made place for the 11th, 43rd, 26th and 29th in 1943 (23.1)."""
    state = game("bagration").new()
    gone = {u: p for u, p in state.places().items() if p == "removed"}
    assert set(gone) == {"12 Inf", "43 Inf", "26 Inf", "29 Inf"}
    motorized = {"11 Mot", "26 Mot", "29 Mot", "43 Mot"}
    assert not {state.place(u) for u in motorized} & {"removed", "later", "counters"}
