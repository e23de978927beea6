"""Section 4.11 to 4.13: the Caucasus expedition."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eastfront._core import State
from eastfront.loading.game import rules_of

from .board_positions import at, data, edit, names, play, refused, start, walk, without

EXITS = ["3200", "3201", "3202", "3203", "3204"]
CITIES = {"3103": "4AK", "2607": "5AK", "2804": "6AK"}
FOUR = ["3A", "4A", "5A", "6A"]
BOX = ["3Pz", "14Pz", "49Mtn"]


def ready(exits: dict[str, list[str]] | None = None, soviet: str = "2204", **more: object) -> State:
    units: dict[str, object] = {"2607": "5AK", "2804": "6AK", soviet: FOUR}
    units |= exits if exits is not None else {"3201": BOX}
    variables = {"caucasus open": 1} | dict(more)  # type: ignore[arg-type]
    return at(
        "movement",
        "german",
        sequence="move-fight",
        units=units,
        variables=variables,  # type: ignore[arg-type]
    )


def next_turn(units: dict[str, object]) -> State:
    state = at("movement", "soviet", sequence="fight-move", units=units)  # type: ignore[arg-type]
    return walk(play(state, "end-movement"), "phase order", "german")


@pytest.mark.rule("BD-4.11a")
def test_three_cities_in_supply_and_unthreatened_as_the_turn_starts() -> None:
    assert next_turn({**CITIES, "1101": "60A"}).var("caucasus open") == 1
    two = {h: u for h, u in CITIES.items() if h != "3103"}
    assert next_turn({**two, "1101": "60A"}).var("caucasus open") == 0
    assert next_turn({**CITIES, "2805": "60A"}).var("caucasus open") == 0
    cut_off = {
        "3002": "60A",
        "3003": "61A",
        "3102": "62A",
        "3104": "63A",
        "3203": "64A",
        "3204": "3A",
    }
    assert next_turn({**CITIES, **cut_off}).var("caucasus open") == 0
    shut = ready(**{"caucasus open": 0})
    with refused("BD-4.11a"):
        shut.push("launch-expedition")


@pytest.mark.rule("BD-4.11b", "BD-4.11d")
def test_one_infantry_or_mountain_and_two_panzer_corps_leave() -> None:
    state = ready({"3200": ["3Pz"], "3203": ["14Pz", "39Pz"], "3204": ["49Mtn"]})
    state.push("launch-expedition")
    # the only foot corps goes unasked; of three panzer corps two go
    assert state.place("49Mtn") == "caucasus"
    # of two equal ones in a hex one is offered
    assert names(state, "send") == {"3Pz", "14Pz"}
    after = play(state, "send 14Pz", "send 3Pz")
    assert [u for u in ("3Pz", "14Pz", "39Pz", "49Mtn") if after.place(u) == "caucasus"] == [
        "3Pz",
        "14Pz",
        "49Mtn",
    ]
    assert after.var("caucasus") == 1
    for lacking in (["3Pz", "49Mtn"], ["3Pz", "14Pz"], ["4AK", "49Mtn", "3Pz"]):
        assert "launch-expedition" not in names(ready({"3201": lacking}))
    # not from beside the exits
    assert "launch-expedition" not in names(ready({"3102": BOX}))


@pytest.mark.rule("BD-4.12a", "BD-4.12b", "BD-4.12c")
def test_four_supplied_rifle_armies_answer_it() -> None:
    state = ready({"3201": BOX, "2309": ["60A"], "1904": ["1Sh", "3T"], "rvgk": ["61A"]})
    surrounded = {"2308": "1AK", "2310": "2AK", "2209": "7AK", "2210": "8AK", "2409": "9AK"}
    state = edit(state, {**surrounded, "2410": "10AK"})
    state.push("launch-expedition")
    assert state.decision == "caucasus response" and state.to_move == "soviet"
    # neither the surrounded army nor other kinds of army
    assert names(state, "give") == {"3A", "61A"}
    given = state
    while given.decision == "caucasus response":
        given = play(given, sorted(f"give {u}" for u in names(given, "give"))[0])
    box = [u for u in (*FOUR, "60A", "61A") if given.place(u) == "caucasus"]
    assert len(box) == 4 and given.to_move == "german" and not given.is_over
    refusing = play(state, "refuse")
    assert refusing.outcome == ("german", 1, "BD-4.12c")


@pytest.mark.rule("BD-4.12b", "BD-4.12c")
def test_without_four_such_armies_the_german_wins() -> None:
    state = ready({"3201": BOX, "removed": ["6A"]})
    assert play(state, "launch-expedition").outcome == ("german", 1, "BD-4.12c")
    # four on the map, one of them without supply
    pocket = {"2308": "1AK", "2310": "2AK", "2209": "7AK", "2210": "8AK", "2409": "9AK"}
    cut = ready({"3201": BOX, "2309": ["6A"], **pocket, "2410": "10AK"})  # type: ignore[dict-item]
    assert play(cut, "launch-expedition").outcome == ("german", 1, "BD-4.12c")


def closing(caucasus: int, **units: object) -> State:
    """The end of a game turn with an expedition in the box."""
    state = at(
        "movement",
        "soviet",
        turn=10,
        sequence="fight-move",
        units={"caucasus": BOX, "1101": ["60A"], "2607": "5AK", "2804": "6AK", **units},  # type: ignore[dict-item]
        variables={"caucasus": caucasus, "caucasus launched on": 10},
    )
    state.push("end-movement")
    return state


@pytest.mark.rule("BD-4.13a", "BD-4.13b", "BD-4.13c")
def test_a_six_breaks_through_and_a_five_with_stalingrad() -> None:
    state = closing(1)
    assert state.to_move == "chance" and state.decision == "expedition"
    failed = play(state, "roll 5")
    assert failed.var("caucasus") == 1 and failed.decision != "oil"
    through = play(state, "roll 6")
    assert through.var("caucasus") == 2 and through.decision == "oil"
    before = through.var("victory points")
    assert play(through, "roll 4").var("victory points") == before + 4
    stalingrad = closing(1, **{"2501": "4AK"})
    assert play(stalingrad, "roll 5").decision == "oil"
    assert play(stalingrad, "roll 4").decision != "oil"
    # Stalingrad without supply is no help
    ring = dict(
        zip(("2401", "2402", "2500", "2502", "2601", "2602"), (*FOUR, "8A", "9A"), strict=True)
    )
    assert play(closing(1, **{"2501": "4AK"}, **ring), "roll 5").decision != "oil"


@pytest.mark.rule("BD-4.13d")
def test_after_the_breakthrough_a_point_a_turn() -> None:
    before = at("movement", "soviet").var("victory points")
    assert closing(2).var("victory points") == before + 1
    assert closing(3).var("victory points") == before
    assert closing(0).var("victory points") == before


@pytest.mark.rule("BD-4.13e", "BD-4.13f", "BD-4.13k")
@pytest.mark.parametrize("city", ["2804", "2607"])
def test_losing_rostov_or_dnepropetrovsk_defeats_it(city: str) -> None:
    beside = {"2804": "2803", "2607": "2606"}[city]
    state = at(
        "movement",
        "soviet",
        units={"caucasus": [*BOX, "3A"], beside: "60A"},
        german=["2804", "2607"],
        variables={"caucasus": 2, "victory points": 20},
    )
    after = play(state, "move 60A", f"to {city}")
    assert after.var("caucasus") == 3
    assert all(after.place(u) == "dead" for u in BOX)
    assert after.place("3A") == "caucasus"
    # what it gained stays, but for the city
    assert after.var("victory points") == 19
    # and the Soviet units in the box may come back
    assert "3A" in names(play(after, "stop"), "return")
    assert "3A" not in names(state, "return")


@pytest.mark.rule("BD-4.13e")
def test_five_occupied_exits_defeat_it() -> None:
    four = dict(zip(EXITS[:4], FOUR, strict=True))
    state = at(
        "movement",
        "soviet",
        units={**four, "3104": "60A", "caucasus": BOX},
        german=["2804", "2607"],
        variables={"caucasus": 1},
    )
    assert play(state, "move 60A", "to 3103").var("caucasus") == 1
    assert play(state, "move 60A", "to 3204").var("caucasus") == 3


@pytest.mark.rule("BD-4.13h", "BD-4.13i", "BD-4.13j")
def test_an_expedition_can_be_recalled_before_it_breaks_through() -> None:
    state = at(
        "movement",
        "german",
        turn=11,
        sequence="move-fight",
        units={"caucasus": [*BOX, "3A"], "3203": "60A"},
        variables={"caucasus": 1, "caucasus launched on": 10},
    )
    recalled = play(state, "recall-expedition")
    assert names(recalled, "re-enter") == {"3200", "3201", "3202", "3204"}
    after = play(recalled, "re-enter 3204", "re-enter 3204", "re-enter 3202")
    assert {after.place(u) for u in BOX} == {"3204", "3202"}
    assert after.var("caucasus") == 4
    # entry cost nothing: they may move on
    assert {"3Pz", "49Mtn"} <= names(after, "move")
    back = walk(after, "movement", "soviet", {"phase order": "move-fight"})
    assert names(back, "return") == {"3A"}
    doors = play(back, "return 3A")
    assert names(doors, "re-enter") == {"3200", "3201", "3203"}
    assert play(doors, "re-enter 3200").place("3A") == "3200"
    rvgk = walk(after, "rvgk", "soviet")
    assert names(rvgk, "recall") == {"3A"}
    boxed = play(rvgk, "recall 3A")
    assert boxed.place("3A") == "rvgk" and boxed.var("rvgk left") == 4
    # only in the turn of the recall
    late = walk(play(back, "end-movement"), "movement", "soviet")
    assert late.var("turn") == 12 and late.place("3A") == "caucasus"
    assert not names(late, "return")
    assert not names(walk(late, "rvgk", "soviet"), "recall")


@pytest.mark.rule("BD-4.13h", "BD-4.13i", "BD-4.13m", "BD-6.3a")
def test_a_recall_needs_room_for_all_at_the_exits_together() -> None:
    """Room for one at each of three exits is enough; for two in all it is not."""
    crowd = [f"{n}AK" for n in (1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 20, 23, 26, 27, 28)]
    held = {"3203": ["60A"], "3204": ["61A"]}
    full = {"3200": crowd[:4], "3201": crowd[4:8], "3202": crowd[8:12]}

    def box(exits: dict[str, list[str]]) -> State:
        return at(
            "movement",
            "german",
            turn=11,
            sequence="move-fight",
            units={"caucasus": BOX, **held, **exits},
            variables={"caucasus": 1, "caucasus launched on": 10},
        )

    state = box(full)
    assert "recall-expedition" in names(state)
    first = play(state, "recall-expedition")
    assert names(first, "re-enter") == {"3200", "3201", "3202"}
    second = play(first, "re-enter 3201")
    assert names(second, "re-enter") == {"3200", "3202"}
    # the last has one exit left
    last = play(second, "re-enter 3200")
    assert {last.place(u) for u in BOX} == {"3200", "3201", "3202"}
    assert "recall-expedition" not in names(box({**full, "3202": crowd[8:13]}))
    two_at_one = box({"3200": crowd[:3], "3201": crowd[3:7], "3202": crowd[7:12]})
    assert "recall-expedition" in names(two_at_one)


@pytest.mark.rule("BD-4.13k")
def test_after_its_destruction_they_may_return_at_any_time() -> None:
    state = at(
        "movement",
        "soviet",
        turn=10,
        units={"caucasus": [*BOX, "3A"], "2803": "60A", "1101": ["61A"]},
        german=["2804", "2607"],
        variables={"caucasus": 1},
    )
    after = walk(play(state, "move 60A", "to 2804", "stop", "end-movement"), "rvgk", "soviet")
    assert after.var("turn") == 11 and after.var("caucasus") == 3
    assert names(after, "recall") == {"3A"}
    assert "3A" in names(walk(after, "movement", "soviet"), "return")


@pytest.mark.rule("BD-4.13h", "BD-4.13o", "BD-4.13l")
def test_not_in_the_phase_of_the_launch_nor_after_breakthrough_nor_twice() -> None:
    def with_(caucasus: int, launched: int) -> State:
        return at(
            "movement",
            "german",
            turn=11,
            sequence="move-fight",
            units={"caucasus": BOX, "3201": ["24Pz", "39Pz", "4AK"], "2204": FOUR},
            variables={"caucasus": caucasus, "caucasus launched on": launched, "caucasus open": 1},
        )

    assert "recall-expedition" in names(with_(1, 10))
    assert "recall-expedition" not in names(with_(1, 11))
    with refused("BD-4.13o"):
        with_(2, 10).push("recall-expedition")
    for gone in (1, 2, 3, 4):
        with refused("BD-4.13l"):
            with_(gone, 10).push("launch-expedition")


@pytest.mark.rule("BD-4.11b", "BD-4.11d")
def test_who_waits_at_an_exit_may_leave_after_a_mobile_assault_of_others() -> None:
    units = {"3204": ["3Pz", "14Pz"], "3200": ["4AK"], "2309": ["24Pz"], "2308": ["60A"],
             "2204": FOUR}  # fmt: skip
    state = at("movement", "german", turn=10, sequence="move-fight", units=units,
               german=["3203"], variables={"caucasus open": 1})  # fmt: skip
    waiting = play(state, "move 3Pz", "with 14Pz", "to 3203", "stop")
    assert waiting.units_with("at caucasus exit") == ["3Pz", "14Pz"]
    rolling = walk(play(waiting, "move 24Pz", "assault 2308"), "combat")
    after = walk(play(rolling, "roll 5"), "movement", "german")
    assert after.units_with("at caucasus exit") == ["3Pz", "14Pz"]
    assert play(after, "launch-expedition").place("3Pz") == "caucasus"


@pytest.mark.rule("BD-4.12a", "BD-4.12c")
def test_to_refuse_the_answer_is_to_pass() -> None:
    asked = play(ready(), "launch-expedition")
    assert asked.decision == "caucasus response"
    passing = {n for n in asked.legal_actions.names() if asked.is_pass(asked.game.parse(n))}
    assert passing == {"refuse"}


@pytest.mark.rule("BD-4.13i")
def test_the_german_chooses_where_the_recalled_come_in_and_takes_the_hex() -> None:
    state = at("movement", "german", turn=11, sequence="move-fight", units={"caucasus": BOX},
               variables={"caucasus": 1, "caucasus launched on": 10})  # fmt: skip
    assert "3204" not in state.hexes_with("german")
    asked = play(state, "recall-expedition")
    while asked.decision == "recall":
        assert asked.to_move == "german"
        asked = play(asked, "re-enter 3204")
    assert {asked.place(u) for u in BOX} == {"3204"} and "3204" in asked.hexes_with("german")


@pytest.mark.rule("BD-10.1b", "BD-2.11a", "BD-4.11b")
def test_who_is_left_at_an_exit_needs_a_point_of_its_own() -> None:
    """Foot corps have 4 points and tanks 8."""
    units = {"3103": ["3Pz", "49Mtn"], "2320": ["5AK"], "2204": FOUR}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units,
               german=["2607", "2804", *EXITS])  # fmt: skip
    leg = play(state, "move 3Pz", "with 49Mtn", "to 3203")
    assert leg.var("spent") < 4
    assert play(leg, "drop 49Mtn").units_with("at caucasus exit") == ["49Mtn"]
    for points, waits in ((4, ["3Pz"]), (7, ["3Pz"]), (8, [])):
        spent = edit(leg, variables={"spent": points})
        assert play(spent, "drop 49Mtn").units_with("at caucasus exit") == []
        assert play(spent, "drop 3Pz").units_with("at caucasus exit") == waits


# -- an expedition that is under way as the scenario begins ----------------------------------------

GONE = {
    "german_caucasus": ["DE:pz:40", "DE:pz:57", "DE:inf:52"],
    "soviet_caucasus": ["SU:rifle:9", "SU:rifle:37", "SU:rifle:38", "SU:rifle:63"],
}


def under_way() -> State:
    """Operations Blue & Kremlin with an expedition in the box from the start."""
    plain = data()
    off = {unit for units in GONE.values() for unit in units}
    left = {
        key: [
            {**row, "units": [u for u in row["units"] if u not in off]} for row in plain.setup[key]
        ]
        for key in ("setup", "free", "automatic")
    }
    setup = {**plain.setup, **left, "boxes": {**plain.setup["boxes"], **GONE}}
    rules = rules_of("barbarossa-deluxe")(replace(plain, setup=setup), without=without())
    return play(rules.compiled().new(), "automatic")


@pytest.mark.rule("BD-4.13a")
def test_a_scenario_may_begin_with_an_expedition_under_way() -> None:
    state = under_way()
    assert set(state.units_at("caucasus")) == {"40Pz", "57Pz", "52AK", "9A", "37A", "38A", "63A"}
    assert state.var("caucasus") == 1
    # a die falls at the end of the first turn, and a six breaks through
    die = walk(state, "expedition", "chance")
    assert die.var("turn") == 9
    assert play(die, "roll 6").var("caucasus") == 2


@pytest.mark.rule("BD-4.13h", "BD-4.13l")
def test_an_expedition_of_the_start_is_recalled_and_is_the_only_one() -> None:
    state = walk(under_way(), "movement", "german")
    assert "launch-expedition" not in state.legal_actions.names()
    back = play(state, "recall-expedition")
    while back.decision == "recall":
        back = play(back, f"re-enter {min(names(back, 're-enter'))}")
    assert not set(back.units_at("caucasus")) & {"40Pz", "57Pz", "52AK"}


def test_a_scenario_without_one_begins_with_an_empty_box() -> None:
    assert start().units_at("caucasus") == [] and start().var("caucasus") == 0
