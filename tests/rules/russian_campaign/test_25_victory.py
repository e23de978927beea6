"""Section 25, 4.3 and the conditions of victory of section 27."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .battle_positions import combat, fight
from .turn_positions import JAN_43, JAN_44, at, game, play, walk

OF_1942 = ["W19", "O8", "E10", "II14", "AA14", "FF16"]
OF_1943 = ["PP13", "R9", "II7", "X13", "E10", "II14"]
OF_1944 = ["E10", "P14", "W19", "DD18", "JJ23", "AA14"]


def ended(state: State) -> State:
    """The position after the turn, or the end of the game."""
    turn = state.turn
    out = walk(play(state, "end-movement"), "movement", "axis", 1, weather=1, Archangel=1)
    assert out.is_over or out.turn == turn + 1
    return out


def winner(state: State) -> tuple[str | None, str] | None:
    """Who won, and by which rule."""
    return (state.outcome[0], state.outcome[2]) if state.outcome else None


def into(side: str, unit: str, start: str, goal: str, **more: object) -> State:
    """A unit moves from one hex into the next."""
    units = {unit: start, **more.pop("units", {})}  # type: ignore[dict-item]
    state = play(at(side, 1, units=units, **more), f"move {unit}")  # type: ignore[arg-type]
    return play(state, f"to {goal}")


@pytest.mark.rule("TRC-25.1.1a")
def test_moscow_and_the_loss_of_stalin_win_for_the_axis() -> None:
    won = into("axis", "41 Pz", "R10", "R9", units={"Stalin": "pool"})
    assert winner(won) == ("axis", "TRC-25.1.1a")
    assert into("axis", "41 Pz", "R10", "R9", units={"Stalin": "U6"}).outcome is None
    # in either order: Stalin is lost while Moscow is held
    assert into("axis", "41 Pz", "R12", "R11", units={"Stalin": "pool"}).outcome is None


@pytest.mark.rule("TRC-25.1.2a", "TRC-17.2.1d")
def test_berlin_wins_for_the_russian() -> None:
    assert winner(into("russian", "1 TkC", "E30", "E31")) == ("russian", "TRC-25.1.2a")
    assert into("russian", "1 TkC", "G30", "G29").outcome is None
    storm = into("russian", "1 TkC", "E30", "E31", scenario="breaking-storm")
    assert storm.outcome is None


@pytest.mark.rule("TRC-25.1.1b", "TRC-25.0a")
def test_the_axis_wins_when_the_war_ends_without_berlin() -> None:
    last = ended(at("russian", 2, turn=25))
    assert winner(last) == ("axis", "TRC-25.1.1b")
    assert ended(at("russian", 2, turn=24, units=SPARE)).outcome is None
    # a contested Berlin is not the Russian's, but one that is his ended the game
    assert winner(ended(at("russian", 2, turn=25, nobody=["E31"]))) == ("axis", "TRC-25.1.1b")


@pytest.mark.rule("TRC-4.3a", "TRC-25.2a", "TRC-25.2.1a", "TRC-25.2.2a", "TRC-25.2b")
def test_the_objectives_of_1942() -> None:
    assert winner(ended(at("russian", 2, turn=5, axis=OF_1942))) == ("axis", "TRC-25.2.2a")
    assert winner(ended(at("russian", 2, turn=5))) == ("russian", "TRC-25.2.2a")
    assert ended(at("russian", 2, turn=5, axis=["W19"])).outcome is None
    # only at the end of January and February
    assert ended(at("russian", 2, turn=4, axis=OF_1942)).outcome is None
    assert ended(at("russian", 2, turn=6, axis=OF_1942)).outcome is None


@pytest.mark.rule("TRC-25.2.6b", "TRC-25.2.2a")
def test_a_contested_city_counts_for_neither_side() -> None:
    state = at("russian", 2, turn=5, axis=OF_1942, nobody=["O8"])
    assert ended(state).outcome is None


@pytest.mark.rule("TRC-25.2.3a")
def test_the_objectives_of_1943() -> None:
    assert winner(ended(at("russian", 2, turn=JAN_43, axis=OF_1943))) == ("axis", "TRC-25.2.3a")
    assert winner(ended(at("russian", 2, turn=JAN_43))) == ("russian", "TRC-25.2.3a")
    # those of another year do not count
    assert ended(at("russian", 2, turn=JAN_43, axis=OF_1942)).outcome is None


@pytest.mark.rule("TRC-25.2.4a")
def test_the_objectives_of_1944() -> None:
    assert winner(ended(at("russian", 2, turn=JAN_44, axis=OF_1944))) == ("axis", "TRC-25.2.4a")
    assert winner(ended(at("russian", 2, turn=JAN_44))) == ("russian", "TRC-25.2.4a")
    assert ended(at("russian", 2, turn=JAN_44, axis=["JJ23"])).outcome is None


SPARE = {"9 Inf": "J31"}
"""A corps to be withdrawn in 1945, so that the Axis keeps one to move."""

FALLEN = {f"{name} surrender": 1 for name in ("finnish", "rumanian", "hungarian")}


def of_1945(**more: object) -> State:
    """The end of January and February 1945."""
    return ended(at("russian", 2, turn=23, units=SPARE, **more))  # type: ignore[arg-type]


@pytest.mark.rule("TRC-25.2.5a")
def test_the_russian_objectives_of_1945() -> None:
    wells = ["AA29", "PP13", "QQ7"]
    won = of_1945(variables=FALLEN, russian=[*wells, "K30"])
    assert winner(won) == ("russian", "TRC-25.2.5a")
    assert (
        of_1945(
            variables={**FALLEN, "hungarian surrender": 0}, russian=wells, nobody=["K30"]
        ).outcome
        is None
    )
    assert of_1945(variables=FALLEN, russian=["K30"], nobody=["AA29"]).outcome is None
    assert of_1945(variables=FALLEN, russian=wells, nobody=["K30"]).outcome is None


@pytest.mark.rule("TRC-25.2.6a", "TRC-25.2b")
def test_the_axis_objectives_of_1945() -> None:
    fell = {"finnish surrender": 1}
    assert winner(of_1945(variables=fell)) == ("axis", "TRC-25.2.6a")
    assert of_1945(nobody=["K30"]).outcome is None
    assert of_1945(russian=["AA29"]).outcome is None
    assert of_1945(variables={"rumanian surrender": 1}).outcome is None
    assert of_1945(variables={"hungarian surrender": 1}).outcome is None
    # Posen is Polish on the map, and German by a reading
    posen = of_1945(nobody=["H29"], options=("posen-german",))
    assert winner(of_1945(nobody=["H29"])) == ("axis", "TRC-25.2.6a")
    assert posen.outcome is None


WELLS = ["AA29", "PP13", "QQ7"]
"""Ploesti, Maikop and Grozny."""

GERMAN = ["E31", "K30", "H23"]
"""Berlin, Breslau and Koenigsberg."""


@pytest.mark.rule("TRC-25.2b", "TRC-25.2.5a")
def test_each_russian_objective_of_1945_is_needed() -> None:
    def won(city: str = "K30", wells: list[str] = WELLS, **stands: int) -> bool:
        numbers = {**FALLEN, **{f"{name} surrender": n for name, n in stands.items()}}
        rest = [h for h in (*WELLS, "K30") if h not in (city, *wells)]
        state = of_1945(variables=numbers, russian=[city, *wells], nobody=rest)
        found = winner(state)
        assert found in (None, ("russian", "TRC-25.2.5a"))
        return found is not None

    assert won()
    assert not won(finnish=0) and not won(rumanian=0) and not won(hungarian=0)
    # one city in Germany is enough, but it must be in Germany
    assert not won(city="L26") and not won(city="H29")
    for well in WELLS:
        assert not won(wells=[w for w in WELLS if w != well])
    # a well in Axis hands is no more his than one in nobody's
    held = of_1945(variables=FALLEN, russian=["K30", "PP13", "QQ7"], axis=["AA29"])
    assert winner(held) is None


@pytest.mark.rule("TRC-25.2b", "TRC-25.2.6a")
def test_each_axis_objective_of_1945_is_needed() -> None:
    def won(cities: list[str] = GERMAN, wells: list[str] = WELLS, **stands: int) -> bool:
        numbers = {f"{name} surrender": n for name, n in stands.items()}
        rest = [h for h in (*WELLS, *GERMAN) if h not in (*cities, *wells)]
        state = of_1945(variables=numbers, axis=[*cities, *wells], nobody=rest)
        found = winner(state)
        assert found in (None, ("axis", "TRC-25.2.6a"))
        return found is not None

    assert won() and won(finnish=1)
    assert not won(rumanian=1) and not won(hungarian=1)
    # any one well, and none is too few
    assert all(won(wells=[well]) for well in WELLS) and not won(wells=[])
    for city in ("K30", "E31"):
        assert not won(cities=[c for c in GERMAN if c != city])


OBJECTIVES = {
    "campaign": (5, OF_1942, "TRC-25.2.2a"),
    "barbarossa": (5, OF_1942, "TRC-25.2.2a"),
    "fall-blau": (11, OF_1943, "TRC-25.2.3a"),
    "zitadelle": (17, OF_1944, "TRC-25.2.4a"),
    "bagration": (23, [], "TRC-25.2.6a"),
}
"""For a scenario a turn at whose end the Axis wins, by which places, and the rule."""


@pytest.mark.rule("TRC-4.3a", "TRC-25.2a", "TRC-25.2.1a")
@pytest.mark.parametrize("scenario", OBJECTIVES)
def test_sudden_death_counts_in_each_scenario_that_has_it(scenario: str) -> None:
    turn, places, rule = OBJECTIVES[scenario]
    units = SPARE if scenario == "bagration" else {}
    state = at("russian", 2, turn=turn, units=units, scenario=scenario, axis=places)
    assert winner(ended(state)) == ("axis", rule)


@pytest.mark.rule("TRC-4.3a", "TRC-25.2a", "TRC-27.6d")
@pytest.mark.parametrize("scenario", ["campaign", "bagration"])
def test_the_reading_without_sudden_death_is_of_bagration_alone(scenario: str) -> None:
    turn, places, rule = OBJECTIVES[scenario]
    units = SPARE if scenario == "bagration" else {}
    state = at(
        "russian", 2, turn=turn, units=units, scenario=scenario, axis=places, options=("D-82",)
    )
    assert winner(ended(state)) == (None if scenario == "bagration" else ("axis", rule))


@pytest.mark.rule("TRC-25.1.1a", "TRC-25.1.2a", "TRC-25.2a")
def test_a_victory_has_its_level() -> None:
    moscow = into("axis", "41 Pz", "R10", "R9", units={"Stalin": "pool"})
    berlin = into("russian", "1 TkC", "E30", "E31")
    objectives = ended(at("russian", 2, turn=5, axis=OF_1942))
    last = ended(at("russian", 2, turn=25))
    outcomes = [s.outcome for s in (moscow, berlin, objectives, last)]
    # of the campaign, and by sudden death
    assert [o[1] for o in outcomes if o is not None] == [1, 1, 2, 1]


@pytest.mark.rule("TRC-25.1.1a")
@pytest.mark.parametrize("place", ["pool", "surrendered", "later", "off-map", "U6"])
def test_stalin_is_lost_when_he_is_eliminated_or_has_surrendered(place: str) -> None:
    won = into("axis", "41 Pz", "R10", "R9", units={"Stalin": place})
    assert (winner(won) is not None) == (place in ("pool", "surrendered"))
    # nobody else's loss counts, nor Moscow in nobody's hands
    other = {"Stalin": "U6", "Stavka": "pool", "Hitler": "pool"}
    assert into("axis", "41 Pz", "R10", "R9", units=other).outcome is None


@pytest.mark.rule("TRC-27.2c", "TRC-27.3c", "TRC-25.1.1a", "TRC-25.1.2a")
@pytest.mark.parametrize("scenario", ["breaking-storm", "barbarossa", "fall-blau", "zitadelle"])
def test_the_conditions_of_the_campaign_in_scenarios(scenario: str) -> None:
    stalin = {"Stalin": "pool"}
    turn = 8 if scenario == "barbarossa" else 5 if scenario == "breaking-storm" else 14
    moscow = into("axis", "41 Pz", "R10", "R9", units=stalin, turn=turn, scenario=scenario)
    berlin = into("russian", "1 TkC", "E30", "E31", turn=turn, scenario=scenario)
    both = scenario != "breaking-storm"
    assert winner(moscow) == (("axis", "TRC-25.1.1a") if both else None)
    assert winner(berlin) == (("russian", "TRC-25.1.2a") if both else None)


# -- scenarios --------------------------------------------------------------------------------


def points(**more: object) -> int:
    """The points of Breaking Storm."""
    return int(at("russian", 2, turn=4, scenario="breaking-storm", **more).ask("victory points"))  # type: ignore[arg-type]


@pytest.mark.rule("TRC-27.12b", "TRC-27.12c", "TRC-27.12d")
def test_points_for_places_beyond_the_line() -> None:
    bare = points()
    # what the Axis has not yet taken west of the line counts against it
    assert bare < 0
    assert points(axis=["R9"]) == bare + 2
    assert points(axis=["O8"]) == bare + 1
    assert points(axis=["PP13"]) == bare + 2
    # west of the line: Kiev and Brest from Russian to Axis, or to nobody
    assert points(axis=["W19"]) == points(nobody=["W19"]) == bare + 2
    assert points(axis=["O23"]) == points(nobody=["O23"]) == bare + 1


@pytest.mark.rule("TRC-27.21a", "TRC-27.21b")
def test_headquarters_and_leaders_count_in_breaking_storm() -> None:
    def lost(side: str, unit: str, hex_: str, scenario: str = "breaking-storm") -> int:
        # out of supply as the turn of its side ends
        other = "41 Pz" if side == "russian" else "1 TkC"
        state = at(side, 2, turn=3, units={unit: hex_, other: "R9"}, scenario=scenario)
        done = play(state, "end-movement")
        goal = "axis" if side == "russian" else "russian"
        after = walk(done, "movement", goal, 1)
        assert after.place(unit) == "pool"
        return after.var("points for headquarters and leaders")

    assert lost("russian", "Stavka", "E32") == 1
    assert lost("russian", "Stalin", "E32") == 1
    assert lost("axis", "HQ North", "CC2") == -1
    assert lost("axis", "Hitler", "CC2") == -1
    assert lost("russian", "Stavka", "E32", "campaign") == 0


WEST = [
    "F17", "D15", "J21", "O23", "O19", "S25", "W19", "DD24", "L15", "P14", "T14", "X13", "AA14",
    "DD18", "FF16",
]  # fmt: skip
"""Cities that the Axis took in 1941."""


@pytest.mark.rule("TRC-27.2b", "TRC-27.12a", "TRC-27.2d")
def test_breaking_storm_is_won_on_points_after_five_turns() -> None:
    def over(**more: object) -> State:
        return ended(at("russian", 2, turn=5, scenario="breaking-storm", **more))  # type: ignore[arg-type]

    assert winner(over()) == ("russian", "TRC-27.2b")
    won = over(axis=WEST)
    assert winner(won) == ("axis", "TRC-27.2b")
    assert won.ask("victory points") >= -1
    # no sudden death: six objectives of 1942 without points enough would win elsewhere
    assert ended(at("russian", 2, turn=4, scenario="breaking-storm")).outcome is None


@pytest.mark.rule("TRC-27.2c", "TRC-27.3c")
def test_moscow_in_1941_wins_at_once() -> None:
    for scenario, rule in (("breaking-storm", "TRC-27.2c"), ("barbarossa", "TRC-27.3c")):
        won = into("axis", "41 Pz", "R10", "R9", turn=4, scenario=scenario)
        assert winner(won) == ("axis", rule)
        assert into("axis", "41 Pz", "R10", "R9", turn=5, scenario=scenario).outcome is None
    assert into("axis", "41 Pz", "R10", "R9", turn=4).outcome is None


@pytest.mark.rule("TRC-27.3b", "TRC-27.4e", "TRC-27.5d", "TRC-27.12a")
def test_the_other_scenarios_on_points() -> None:
    for scenario, turn, rule in (
        ("barbarossa", 10, "TRC-27.3b"),
        ("fall-blau", 14, "TRC-27.4e"),
        ("zitadelle", 18, "TRC-27.5d"),
    ):
        state = at("russian", 2, turn=turn, scenario=scenario)
        assert winner(ended(state)) in (("axis", rule), ("russian", rule))
        assert (
            ended(at("russian", 2, turn=turn - 1, scenario=scenario, nobody=["E10"])).outcome
            is None
        )


@pytest.mark.rule("TRC-27.6d", "TRC-25.2.6a")
def test_bagration_is_decided_like_the_campaign() -> None:
    def over(turn: int, **more: object) -> State:
        return ended(at("russian", 2, turn=turn, units=SPARE, scenario="bagration", **more))  # type: ignore[arg-type]

    assert winner(over(23)) == ("axis", "TRC-25.2.6a")
    assert over(23, options=("D-82",)).outcome is None
    assert winner(over(25)) == ("axis", "TRC-25.1.1b")


@pytest.mark.rule("TRC-27.21d")
def test_breaking_storm_has_two_paratroop_corps() -> None:
    assert game("breaking-storm").new().place("8 ParaC") == "removed"
    assert game().new().place("8 ParaC") == "later"
    assert game("breaking-storm").new().place("5 ParaC") == "later"


# -- clause by clause -------------------------------------------------------------------------


@pytest.mark.rule("TRC-4.3a", "TRC-25.2a", "TRC-27.2d", "TRC-27.2b")
def test_breaking_storm_knows_no_sudden_death() -> None:
    everything = [*OF_1942, *WEST]
    storm = at("russian", 2, turn=5, scenario="breaking-storm", axis=everything)
    assert ended(storm).outcome == ("axis", 3, "TRC-27.2b")
    campaign = at("russian", 2, turn=5, axis=everything)
    assert ended(campaign).outcome == ("axis", 2, "TRC-25.2.2a")


@pytest.mark.rule("TRC-4.3a", "TRC-24.5c")
def test_what_else_the_end_of_a_turn_brings_comes_before_victory() -> None:
    facts = {"Finland closed": 1, "turn of the Finnish surrender": 21}
    state = at("russian", 2, turn=21, units={"49 Mtn": "B13"}, variables=facts)
    assert ended(state).place("49 Mtn") == "pool"


@pytest.mark.rule("TRC-27.21a", "TRC-27.21b")
@pytest.mark.parametrize(
    ("side", "unit", "hex_", "points_", "leader"),
    [
        ("russian", "11 A", "E32", 0, 0),
        ("russian", "Stavka", "E32", 1, 0),
        ("russian", "Stalin", "E32", 1, 1),
        ("axis", "9 Inf", "CC2", 0, 0),
        ("axis", "1 SS Pz", "CC2", 0, 0),
        ("axis", "Rum 1 Inf", "CC2", 0, 0),
        ("axis", "HQ South", "CC2", -1, 0),
        ("axis", "Hitler", "CC2", -1, 1),
    ],
)
def test_whose_loss_counts_in_breaking_storm(
    side: str, unit: str, hex_: str, points_: int, leader: int
) -> None:
    """Each is out of supply as the turn of its side ends, and leaders are missed as well."""
    other = "41 Pz" if side == "russian" else "1 TkC"
    state = at(side, 2, turn=3, units={unit: hex_, other: "R9"}, scenario="breaking-storm")
    goal = "axis" if side == "russian" else "russian"
    after = walk(play(state, "end-movement"), "movement", goal, 1)
    assert after.place(unit) == "pool"
    assert after.var("points for headquarters and leaders") == points_
    assert bool(after.var(f"{side} leader lost")) == bool(leader)


@pytest.mark.rule("TRC-27.12b", "TRC-27.12c", "TRC-27.12d")
@pytest.mark.parametrize("lost", [-3, 0, 2])
def test_lost_headquarters_are_added_to_places(lost: int) -> None:
    tally = {"points for headquarters and leaders": lost}
    assert points(variables=tally) == points() + lost
    assert points(axis=["R9"], variables=tally) == points() + 2 + lost


@pytest.mark.rule("TRC-25.1.2a", "TRC-13.4a")
@pytest.mark.parametrize("die", range(1, 7))
def test_nobody_retreats_when_the_war_is_over(die: int) -> None:
    """Berlin falls with its last defender, who attacked from there."""
    fought = fight(combat("axis", {"Hitler": "E31", "7 A": "E32"}), "E32", ["Hitler"], die)
    assert (fought.outcome is None) == (fought.place("Hitler") == "E31")
    assert fought.units_with("fleeing") == []
