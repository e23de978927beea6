"""Section 8: tables of entry hexes, numbers and costs, and the RVGK box."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    Units,
    around,
    at,
    data,
    edit,
    game,
    names,
    number,
    on,
    play,
    reach,
    refused,
    surround,
    walk,
)
from .test_8_arrivals import romanian_falls

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
ROWS = [r for r in data().map.hexes if r is not None]
CITIES = {r.name for r in ROWS if "city" in r.features}
OWN = set(data().setup["german_control"])
WEST = {f"{row}24" for row in range(17, 30)}
EAST = {f"{row}00" for row in (*range(10, 27), 31, 32)}
RVGK_EDGE = {f"{row}00" for row in range(10, 27)}
NORTH = {r.name for r in ROWS if r.zone == "north"}


def next_turn(units: Units, turn: int = 9, **more: object) -> State:
    """The game turn after `turn` begins with just these units."""
    state = at(
        "movement",
        "soviet",
        turn=turn,
        sequence="fight-move",
        units=units,
        **more,  # type: ignore[arg-type]
    )
    out = play(state, "end-movement")
    while out.decision in ("crimea list", "crimea supply"):
        out = on(out)
    return out


def german(units: Units, dead: str = "4AK", **more: object) -> set[str]:
    """Where a German unit of the dead pile may enter."""
    dead_pile: Units = {"dead": [dead], "1001": ["60A"], **units}  # type: ignore[dict-item]
    state = walk(next_turn(dead_pile, **more), "replacements", "german")  # type: ignore[arg-type]
    asked = play(state, f"reclaim {dead}")
    assert (asked.decision, asked.to_move) == ("entry", "german")
    return names(asked, "enter")


def soviet(units: Units, **more: object) -> set[str]:
    """Where a Soviet army of the dead pile may enter."""
    dead_pile: Units = {"dead": ["60A"], "2320": ["4AK"], **units}  # type: ignore[dict-item]
    state = walk(next_turn(dead_pile, **more), "replacements", "soviet")  # type: ignore[arg-type]
    asked = play(state, "reclaim 60A")
    assert (asked.decision, asked.to_move) == ("entry", "soviet")
    return names(asked, "enter")


# -- entry ------------------------------------------------------------------------------------


@pytest.mark.rule("BD-8.1g", "BD-8.1h", "BD-8.13a")
def test_a_german_unit_enters_at_every_source_and_supplied_city_of_its_side() -> None:
    own = CITIES & OWN
    assert german({}) == WEST | own
    # in Soviet hands: a source, a city at home and one that was never German
    lost = german({}, soviet=["2424", "2311"])
    assert lost == (WEST | own) - {"2424", "2311"}
    won = german({}, german=["2205"])
    assert won == WEST | own | {"2205"}
    # a Soviet army stands in one, another city is cut off, a third only watched
    beside = {"61A": "2224", "62A": "2310", **surround("1813", [u for u in RIFLES if u not in
              ("60A", "61A", "62A")])}  # fmt: skip
    assert german(beside) == (WEST | own) - {"2224", "1813"}
    # no line through Dnepropetrovsk, none to what lies behind it
    assert german({}, soviet=["2607"]) == (WEST | own) - {"2607", "2705", "3108"}


@pytest.mark.rule("BD-8.1g", "BD-8.1h", "BD-8.13a")
def test_a_soviet_unit_enters_at_every_source_and_supplied_city_of_its_side() -> None:
    own = CITIES - OWN
    assert soviet({}) == EAST | own
    assert soviet({}, german=["1400", "1304"]) == (EAST | own) - {"1400", "1304"}
    assert soviet({}, soviet=["2311"]) == EAST | own | {"2311"}
    ring = surround("2501", CORPS[5:])
    assert soviet({CORPS[0]: "1500", **ring, "61A": "2501"}) == (EAST | own) - {
        "1500",
        "2500",
        "2501",
    }


@pytest.mark.rule("BD-8.1f", "BD-8.1g", "BD-6.3a", "BD-6.5b")
def test_there_must_be_room_where_one_enters() -> None:
    crowd = [u for u in CORPS if u != "4AK"]
    own = WEST | CITIES & OWN
    assert german({"2924": crowd[:5], "2407": crowd[5:9]}) == own - {"2924"}
    armies = [u for u in RIFLES if u != "60A"]
    doors = EAST | CITIES - OWN
    assert soviet({"2501": armies[:5], "2300": armies[5:9]}) == doors - {"2501"}
    # the militia of Leningrad takes no room
    assert "1011" in soviet({"1011": [*armies[:4], "LPMA"]})


@pytest.mark.rule("BD-8.1g", "BD-6.4a", "BD-10.22a")
def test_where_a_satellite_army_enters() -> None:
    def army(units: Units, zone: str) -> set[str]:
        state = walk(next_turn({"later": ["2Hun"], "1001": ["60A"], **units}, zone=zone),
                     "reinforcements")  # fmt: skip
        return names(play(state, "bring 2Hun"), "enter")

    own = WEST | CITIES & OWN
    assert army({}, "south") == own - NORTH
    assert army({}, "north") == own
    # not beside another army, but beside corps
    assert army({"2924": ["3Rum"], "2407": ["4Rum", "4AK"], "2311": ["5AK"]}, "south") == (
        own - NORTH - {"2924", "2407"}
    )
    # a corps is not asked about either
    assert german({"2924": ["3Rum"]}) == own


@pytest.mark.rule("BD-8.1f", "BD-8.10b", "BD-8.1e", "BD-8.13a", "BD-8.1h")
@pytest.mark.parametrize(("inland", "open_"), [(4, True), (5, False)])
def test_the_fifth_entry_at_a_hex_closes_it_for_the_turn(inland: int, open_: bool) -> None:
    """Whatever becomes of those who came in."""
    dead = ["61A", "62A", "63A"]
    box = ["1Sh", "3Sh", "4Sh"]
    units: Units = {"dead": dead, "2604": ["64A"], "rvgk": box, "2924": ["4AK"]}
    state = walk(next_turn(units), "replacements", "soviet")
    for _ in dead:
        state = play(state, f"reclaim {sorted(names(state, 'reclaim'))[0]}", "enter 2501")
    state = walk(state, "rvgk")
    for door in ["2501"] * (inland - 3) + ["2300"] * (5 - inland):
        state = play(state, f"deploy {sorted(names(state, 'deploy'))[0]}", f"enter {door}")
    away = edit(state, {u: "dead" for u in dead})
    doors = names(play(away, f"deploy {sorted(names(away, 'deploy'))[0]}"), "enter")
    assert ("2501" in doors) == open_ and {"2300", "2400", "2804"} <= doors
    # the turn after it is open again, to both sides' entries
    later = walk(away, "rvgk", "soviet") if away.decision != "rvgk" else play(away, "end-rvgk")
    later = walk(later, "rvgk", "soviet")
    assert later.var("turn") == 11
    assert "2501" in names(play(later, f"deploy {sorted(names(later, 'deploy'))[0]}"), "enter")


@pytest.mark.rule("BD-8.1f", "BD-8.1i")
@pytest.mark.parametrize("door", ["2501", "1000"])
def test_entries_of_the_turn_before_do_not_count(door: str) -> None:
    first, second = ["61A", "62A", "63A"], ["64A", "66A", "59A"]
    units: Units = {"dead": first, "rvgk": ["1Sh", "3Sh", "4Sh", "5Sh"], "2924": ["4AK"],
                    "2604": ["60A"]}  # fmt: skip
    state = walk(next_turn(units), "replacements", "soviet")
    for _ in first:
        state = play(state, f"reclaim {sorted(names(state, 'reclaim'))[0]}", f"enter {door}")
    state = play(walk(state, "rvgk"), "deploy 1Sh", f"enter {door}")
    gone = dict.fromkeys([*first, "1Sh"], "removed") | dict.fromkeys(second, "dead")
    later = walk(edit(state, gone), "replacements", "soviet")
    assert later.var("turn") == 11
    for _ in second:
        later = play(later, f"reclaim {sorted(names(later, 'reclaim'))[0]}", f"enter {door}")
    box = walk(later, "rvgk")
    for door_open in (True, True, False):
        asked = play(box, f"deploy {sorted(names(box, 'deploy'))[0]}")
        away = edit(asked, dict.fromkeys(second, "removed"))
        if door_open:
            assert door in names(away, "enter")
            box = play(away, f"enter {door}")
        else:
            assert door not in names(away, "enter")


@pytest.mark.rule("BD-8.1f")
def test_what_has_entered_on_the_other_side_does_not_count() -> None:
    """A full stack is one side's: 2311 is lost on the turn in which corps have entered there."""
    corps, armies = ["4AK", "5AK", "6AK", "7AK"], ["1Sh", "3Sh", "4Sh", "5Sh", "60A"]
    units: Units = {"dead": corps, "rvgk": armies, "2924": ["8AK"], "1001": ["61A"]}
    state = edit(walk(next_turn(units), "replacements", "german"), variables={"foot steps": 4})
    for unit in corps:
        state = play(state, f"reclaim {unit}", "enter 2311")
    lost = edit(state, dict.fromkeys(corps, "removed"), soviet=["2311"])
    box = walk(lost, "rvgk")
    for unit in armies:
        box = play(box, f"deploy {unit}", "enter 2311")
    assert set(box.units_at("2311")) == set(armies)


@pytest.mark.rule("BD-8.1f")
def test_the_fifth_entry_closes_a_hex_to_reinforcements_as_well() -> None:
    full = {"entry full": ["2501", "2924"]}
    state = at("movement", "soviet", turn=9, units={"2320": ["4AK"]})
    del state
    asked = reach("entry", "soviet", on_turn=10)
    assert "2501" in names(asked, "enter")
    assert "2501" not in names(edit(asked, hex_flags={"entry full": ["2501"]}), "enter")
    bring = reach("reinforcements", "german", on_turn=10)
    assert "2924" in names(play(bring, "bring 2Hun"), "enter")
    assert "2924" not in names(play(edit(bring, hex_flags=full), "bring 2Hun"), "enter")


@pytest.mark.rule("BD-8.1i", "BD-8.1j", "BD-8.1h", "BD-8.1f")
def test_what_entry_costs_in_the_turn_of_entry_and_after() -> None:
    def legs(unit: str, side: str, dead: str, door: str, turns: int) -> set[str]:
        far: Units = {"1001": ["61A"]} if side == "german" else {"2320": ["5AK"]}
        units: Units = {"dead": [dead], **far}  # type: ignore[dict-item]
        state = walk(next_turn(units), "replacements", side)
        state = play(state, f"reclaim {dead}", f"enter {door}")
        for _ in range(turns):
            state = walk(state, "movement", side, {"phase order": "move-fight"})
            state = on(state) if _ + 1 < turns else state
        return names(play(state, f"move {unit}"), "to")

    def from_(unit: str, side: str, hex_: str) -> set[str]:
        far = "1001" if side == "german" else "2320"
        other = "61A" if side == "german" else "5AK"
        state = at("movement", side, turn=10, sequence="move-fight",
                   units={unit: hex_, other: far})  # fmt: skip
        return names(play(state, f"move {unit}"), "to")

    # the edge is paid for in the turn of entry alone; clear ground costs one of four points
    for unit, side, door in (("4AK", "german", "2224"), ("60A", "soviet", "1500")):
        whole = from_(unit, side, door)
        assert legs(unit, side, unit, door, 1) < whole
        assert legs(unit, side, unit, door, 2) == whole
    # a city costs nothing
    for unit, side, door in (
        ("4AK", "german", "2311"), ("60A", "soviet", "2501"), ("60A", "soviet", "2100"),
    ):  # fmt: skip
        assert legs(unit, side, unit, door, 1) == from_(unit, side, door)


# -- reinforcements and replacements ------------------------------------------------------------


@pytest.mark.rule("BD-8.1e", "BD-8.1c", "BD-5.3a")
def test_two_that_are_due_come_one_by_one_and_who_stays_away_is_gone() -> None:
    fallen = play(romanian_falls({}), "roll 1")
    due = edit(fallen, {"later": ["2Hun", "8Ital", "3Rum"], "2924": ["4AK"]})
    turn = walk(due, "reinforcements", "german")
    assert turn.var("turn") == 10
    assert names(turn, "bring") == {"2Hun", "3Rum"}
    one = play(turn, "bring 3Rum", "enter 2407")
    assert names(one, "bring") == {"2Hun"}
    forfeit = play(one, "forfeit")
    assert (forfeit.place("2Hun"), forfeit.place("3Rum")) == ("removed", "2407")
    both = play(one, "bring 2Hun", "enter 2311")
    assert both.decision != "reinforcements" and both.place("2Hun") == "2311"
    none = play(turn, "forfeit")
    assert (none.place("2Hun"), none.place("3Rum"), none.place("8Ital")) == (
        "removed", "removed", "later",
    )  # fmt: skip


@pytest.mark.rule("BD-8.1c", "BD-8.1g", "BD-10.22a", "BD-8.13a", "BD-8.12a")
def test_who_has_no_hex_to_enter_at_is_forfeit_unasked() -> None:
    doors = sorted((WEST | CITIES & OWN) - NORTH)
    units: Units = {"later": ["2Hun"], "dead": ["4AK", "3Pz"], "1001": ["60A"]}
    # only the north is left, which is barred to the army
    state = next_turn(units, soviet=doors)
    asked = walk(state, "replacements", "german")
    assert names(asked, "reclaim") == {"4AK", "3Pz"}
    assert names(play(asked, "reclaim 4AK"), "enter") <= NORTH
    after = walk(asked, "phase order", "german")
    assert after.var("turn") == 10 and after.place("2Hun") == "removed"
    # nobody is asked about what nobody can do
    assert ("german", "reinforcements") not in asked_on_the_way(state)
    # nothing is left
    shut = next_turn(units, soviet=sorted(WEST | CITIES & OWN))
    run = walk(shut, "phase order", "german")
    assert run.place("4AK") == "dead" and run.place("2Hun") == "removed"
    asked_of = asked_on_the_way(shut)
    assert not {("german", "reinforcements"), ("german", "replacements")} & asked_of
    north = next_turn(units, soviet=doors, zone="north")
    came = play(walk(north, "reinforcements", "german"), "bring 2Hun")
    assert names(came, "enter") <= NORTH
    # one hex is enough
    one = next_turn(units, soviet=sorted((WEST | CITIES & OWN) - {"2924"}))
    assert {("german", "reinforcements"), ("german", "replacements")} <= asked_on_the_way(one)


def asked_on_the_way(state: State) -> set[tuple[str | None, str | None]]:
    """Who is asked what up to the German's declaration, as it is played with passes."""
    seen = set()
    while state.decision != "phase order":
        seen.add((state.to_move, state.decision))
        state = on(state)
    return seen


@pytest.mark.rule("BD-8.1b", "BD-8.1d", "BD-8.1e")
@pytest.mark.parametrize(
    ("turn", "due"),
    [(9, {"1T", "4T"}), (10, {"39A"}), (11, {"2T"}), (12, {"65A"})],
)
def test_soviet_reinforcements_come_on_their_turn(turn: int, due: set[str]) -> None:
    later = ["1T", "2T", "4T", "39A", "65A"]
    state = next_turn({"later": later, "2204": ["1Sh"], "2924": ["4AK"]}, turn=turn)
    asked = walk(state, "entry", "soviet")
    assert asked.var("turn") == turn + 1
    came = set()
    while asked.decision == "entry":
        asked = play(asked, "hold-in-rvgk")
    came = {u for u in later if asked.place(u) == "rvgk"}
    assert came == due
    assert all(asked.place(u) == "later" for u in set(later) - due)


@pytest.mark.rule("BD-8.1d", "BD-8.13a")
def test_who_waits_is_in_the_box_and_leaves_it_in_the_same_turn() -> None:
    state = walk(next_turn({"dead": ["61A"], "2204": ["1Sh"], "2924": ["4AK"]}), "replacements")
    held = play(state, "reclaim 61A", "hold-in-rvgk")
    assert held.place("61A") == "rvgk"
    assert "61A" in names(walk(held, "rvgk"), "deploy")


def dead_pile(side: str, dead: list[str], turn: int = 9) -> State:
    """The replacements of the turn after `turn`."""
    far: Units = {"1001": ["64A"]} if side == "german" else {"2924": ["4AK"], "1001": ["64A"]}
    return walk(next_turn({"dead": dead, **far}, turn), "replacements", side)


def reclaimed(state: State, *units: str) -> State:
    """Units come back, one by one, into the box or at an open hex."""
    for unit in units:
        state = play(state, f"reclaim {unit}")
        state = play(state, "hold-in-rvgk" if state.to_move == "soviet" else "enter 2407")
    return state


@pytest.mark.rule("BD-8.12a", "BD-8.12c", "BD-8.12d", "BD-8.12e")
def test_the_steps_of_each_kind_and_what_they_bring_back() -> None:
    tanks, foot = ["1T", "2T", "3T", "4T", "5T"], ["60A", "61A", "62A", "63A"]
    # one of the one kind and three of the other (9 to 12), two and five (13)
    state = dead_pile("soviet", tanks + foot)
    assert (state.var("mech steps"), state.var("foot steps")) == (1, 3)
    autumn = dead_pile("soviet", tanks + foot, turn=12)
    assert (autumn.var("mech steps"), autumn.var("foot steps")) == (2, 5)
    for turn in (9, 12):
        corps = dead_pile("german", ["3Pz", "14Pz", "4AK", "5AK"], turn=turn)
        assert (corps.var("mech steps"), corps.var("foot steps")) == (1, 1)
    first = reclaimed(state, "1T")
    assert (first.var("mech steps"), first.var("foot steps")) == (0, 3)
    second = reclaimed(first, "2T")
    assert (second.var("mech steps"), second.var("foot steps")) == (0, 2)
    third = reclaimed(second, "60A")
    assert (third.var("mech steps"), third.var("foot steps")) == (0, 1)
    last = reclaimed(third, "3T")
    assert last.decision != "replacements" and last.place("61A") == last.place("4T") == "dead"
    # the other way around a step is wasted
    armies = reclaimed(state, "60A", "61A", "62A")
    assert (armies.var("mech steps"), armies.var("foot steps")) == (1, 0)
    assert names(armies, "reclaim") == {"1T"}
    with refused("BD-8.12e"):
        armies.push("reclaim 63A")
    german_foot = reclaimed(dead_pile("german", ["3Pz", "4AK", "5AK"]), "4AK")
    assert names(german_foot, "reclaim") == {"3Pz"}
    with refused("BD-8.12d"):
        german_foot.push("reclaim 5AK")
    panzers = reclaimed(dead_pile("german", ["3Pz", "14Pz", "5AK"]), "3Pz")
    assert names(panzers, "reclaim") == {"5AK"}
    with refused("BD-8.12d"):
        panzers.push("reclaim 14Pz")
    assert play(state, "end-replacements").decision != "replacements"


@pytest.mark.rule("BD-8.12b")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_steps_that_are_left_are_lost(side: str) -> None:
    dead = ["3Pz", "4AK"] if side == "german" else ["1T", "60A"]
    state = play(dead_pile(side, dead), "end-replacements")
    state = walk(state, "phase order", "german")
    assert (state.var("mech steps"), state.var("foot steps")) == (0, 0)
    again = walk(state, "replacements", side)
    assert again.var("turn") == 11
    want = (1, 1) if side == "german" else (1, 3)
    assert (again.var("mech steps"), again.var("foot steps")) == want


@pytest.mark.rule("BD-8.12f", "BD-8.15a")
def test_dotted_units_and_satellites_stay_in_the_pile() -> None:
    assert names(dead_pile("soviet", ["60A", "LPMA"]), "reclaim") == {"60A"}
    assert names(dead_pile("german", ["4AK", "2Hun", "8Ital"]), "reclaim") == {"4AK"}
    alone = next_turn({"dead": ["LPMA", "3Rum"], "1001": ["64A"], "2924": ["4AK"]})
    assert walk(alone, "phase order", "german").place("LPMA") == "dead"
    # of the other side's dead nothing is offered
    assert names(dead_pile("soviet", ["60A", "3Pz", "5AK"]), "reclaim") == {"60A"}


@pytest.mark.rule("BD-8.24c", "BD-8.1e", "BD-8.24a")
@pytest.mark.parametrize(
    ("turn", "trigger", "comes"), [(12, 11, True), (12, 0, False), (11, 11, False)]
)
def test_the_polish_army_enters_on_turn_13_when_it_was_called_before(
    turn: int, trigger: int, comes: bool
) -> None:
    state = next_turn({"later": ["Pol", "2G"], "2204": ["1Sh"], "2924": ["4AK"]}, turn=turn,
                      variables={"polish trigger": trigger})  # fmt: skip
    run = state
    while run.decision not in ("entry", "phase order"):
        run = on(run)
    assert (run.decision == "entry") == comes
    if comes:
        assert play(run, "enter 2501").place("Pol") == "2501"
        held = play(run, "hold-in-rvgk")
        # nobody else comes because it does
        assert held.place("Pol") == "rvgk" and held.decision != "entry"
        assert held.place("2G") in ("later", "rvgk-waiting")


@pytest.mark.rule("BD-8.20a", "BD-8.20b", "BD-8.1e")
def test_which_armies_a_guards_army_may_replace() -> None:
    pocket = surround("2309", CORPS)
    units: Units = {"2204": ["60A", "3T"], "2203": ["1Sh"], "2309": ["61A"], "rvgk": ["62A"],
                    "1902": ["59A"], "later": ["1G", "2G"], **pocket}  # fmt: skip
    early = next_turn(units, turn=9)
    run = early
    while run.decision not in ("conversion", "phase order"):
        run = on(run)
    assert run.decision == "phase order" and run.place("1G") == "later"
    state = walk(next_turn(units, turn=10), "conversion")
    assert names(state, "convert") == {"60A", "59A"} and state.to_move == "soviet"
    done = play(state, "convert 59A")
    assert (done.place("1G"), done.place("59A"), done.place("2G")) == ("1902", "dead", "later")
    # it moves and fights as it is (BD-8.20c)
    assert "1G" in names(walk(done, "movement", "soviet"), "move")
    # nor does it replace another one in the turn after
    run = walk(done, "movement", "soviet")
    while run.decision != "phase order" or run.to_move == "german":
        run = on(run)
        assert run.decision != "conversion" and run.place("1G") == "1902"
    # the removed army comes back as others do
    back = walk(done, "replacements", "soviet")
    assert "59A" in names(back, "reclaim")


# -- RVGK -------------------------------------------------------------------------------------


def box(units: Units, **more: object) -> State:
    """The RVGK phase, which opens with what its first moment allows."""
    order = at("phase order", "soviet", units={"2320": ["4AK"], **units}, **more)  # type: ignore[arg-type]
    return walk(order, "rvgk")


@pytest.mark.rule("BD-8.9a", "BD-8.10b")
def test_the_last_door_out_of_the_box() -> None:
    """Every other one is full for the turn."""
    doors = sorted(RVGK_EDGE | CITIES - OWN)
    one = box({"rvgk": ["60A"], "2204": ["61A"]}, hex_flags={"entry full": doors[1:]})
    assert names(one, "deploy") == {"60A"}
    none = box({"rvgk": ["60A"], "2204": ["61A"]}, hex_flags={"entry full": doors})
    assert names(none, "deploy") == set() and names(none, "withdraw") == {"61A"}


@pytest.mark.rule("BD-8.10b", "BD-8.10c")
def test_every_door_out_of_the_box() -> None:
    def doors(units: Units, **more: object) -> set[str]:
        asked = play(box({"rvgk": ["60A"], **units}, **more), "deploy 60A")
        assert (asked.decision, asked.to_move) == ("rvgk entry", "soviet")
        return names(asked, "enter")

    own = CITIES - OWN
    assert doors({}) == RVGK_EDGE | own
    assert doors({}, german=["2501", "1700"], soviet=["2311"]) == (RVGK_EDGE | own | {"2311"}) - {
        "2501"
    }
    ring = surround("2205", CORPS[5:])
    assert doors({**ring, "61A": "2205", CORPS[0]: "1400"}) == (RVGK_EDGE | own) - {"2205", "1400"}
    full: Units = {"2501": RIFLES[10:15], "1500": RIFLES[15:20], "1600": RIFLES[20:24]}
    assert doors(full) == (RVGK_EDGE | own) - {"2501", "1500"}
    assert doors({}, hex_flags={"entry full": ["2300"]}) == (RVGK_EDGE | own) - {"2300"}
    # an enemy next to it is no hindrance
    assert "2501" in doors({CORPS[0]: "2502"})


@pytest.mark.rule("BD-8.10a", "BD-8.9a", "BD-8.9d", "BD-8.9c", "BD-8.10b")
def test_who_goes_in_and_out_and_how_many() -> None:
    units: Units = {
        "2204": ["60A", "3T"], "2203": ["1Sh"], "2309": ["61A"], "2501": ["62A"],
        "rvgk": ["3Sh", "4Sh", "63A"], "1011": ["LPMA"], **surround("2309", CORPS),
    }  # fmt: skip
    state = box(units, hex_flags={"hero city": ["2309"]})
    # a garrison is no line
    assert names(state, "withdraw") == {"60A", "3T", "1Sh", "62A"}
    assert names(state, "deploy") == {"3Sh", "63A"} and state.var("rvgk left") == 5
    one = play(state, "withdraw 60A")
    assert one.place("60A") == "rvgk" and one.var("rvgk left") == 4
    assert names(one, "withdraw") == {"3T", "1Sh", "62A"}
    assert "60A" not in names(one, "deploy")
    two = play(one, "deploy 3Sh", "enter 2501")
    assert two.var("rvgk left") == 3 and "3Sh" not in names(two, "withdraw")
    assert names(two, "withdraw") == {"3T", "1Sh", "62A"}
    rest = play(two, "deploy 4Sh", "enter 2300", "withdraw 3T")
    assert rest.decision == "rvgk" and rest.var("rvgk left") == 1
    assert play(rest, "end-rvgk").var("rvgk left") == 0
    spent = edit(rest, variables={"rvgk left": 0})
    for action in ("withdraw 62A", "deploy 63A"):
        with refused("BD-8.9c"):
            spent.push(action)
    # with the fifth the phase is over
    done = play(rest, "withdraw 1Sh")
    assert done.decision != "rvgk" and done.var("rvgk left") == 0
    assert not done.units_with("rvgk moved") and not done.units_with("rvgk ready")
    assert not done.hexes_with("railhead")
    # in the next turn all of it begins anew
    again = walk(done, "rvgk", "soviet")
    assert again.var("turn") == 10 and again.var("rvgk left") == 5
    assert {"3Sh", "4Sh", "62A"} <= names(again, "withdraw")
    assert {"60A", "3T"} <= names(again, "deploy")


@pytest.mark.rule("BD-8.10f", "BD-8.10e")
def test_who_comes_from_the_box_moves_as_it_likes() -> None:
    for door in ("2300", "1500", "2501"):
        came = play(box({"rvgk": ["60A"]}), "deploy 60A", f"enter {door}")
        moving = walk(came, "movement", "soviet")
        there = at("movement", "soviet", units={"60A": door, "4AK": "2320"})
        assert names(play(moving, "move 60A"), "to") == names(play(there, "move 60A"), "to")


@pytest.mark.rule("BD-4.13j", "BD-4.13k", "BD-8.9c", "BD-8.9a")
def test_the_armies_of_the_caucasus_go_into_the_box_when_they_may() -> None:
    for way, recalled in ((0, set()), (1, {"3A", "1Sh"}), (2, {"3A", "1Sh"})):
        state = box({"caucasus": ["3A", "1Sh", "3Pz"], "2204": ["60A"]},
                    variables={"caucasus way out": way})  # fmt: skip
        assert names(state, "recall") == recalled
        if way:
            gone = play(state, "recall 1Sh")
            assert gone.place("1Sh") == "rvgk" and gone.var("rvgk left") == 4
            assert "1Sh" not in names(gone, "deploy")
            spent = edit(state, variables={"rvgk left": 0})
            with refused("BD-8.9c"):
                spent.push("recall 3A")


# -- by rail ----------------------------------------------------------------------------------


def rail(units: Units, **more: object) -> State:
    """The strategic movement phase, which opens with the cities in supply at its start."""
    order = at("phase order", "german", units={"1001": ["60A"], **units}, **more)  # type: ignore[arg-type]
    return play(order, "move-fight")


@pytest.mark.rule("BD-8.7c", "BD-8.6b", "BD-8.7a")
def test_who_stands_in_a_supplied_city_entrains() -> None:
    units: Units = {
        "2407": ["4AK"], "2311": ["3Pz"], "2408": ["5AK"], "2924": ["6AK"], "1813": ["7AK"],
        "2607": ["8AK"], "3108": ["9AK"], "2415": ["3Rum"],
    }  # fmt: skip
    ring = surround("1813", [u for u in RIFLES if u != "60A"])
    state = rail({**units, **ring})
    assert names(state, "entrain") == {"4AK", "3Pz", "8AK", "9AK", "3Rum"}
    # beyond a lost Dnepropetrovsk there is no supply
    cut = rail({u: h for h, us in units.items() for u in us if h != "2607"}, soviet=["2607"])
    assert "9AK" not in names(cut, "entrain") and "4AK" in names(cut, "entrain")
    # who was not in a city as the phase began does not travel on from one
    came = play(state, "entrain 4AK", "detrain 2418")
    assert "4AK" not in names(came, "entrain")
    with refused("BD-8.7a"):
        came.push("entrain 4AK")


@pytest.mark.rule("BD-8.7g", "BD-8.7a")
def test_soviet_units_are_not_refused_for_want_of_trains() -> None:
    state = rail({"2407": ["4AK"], "2418": ["5AK"]})
    with refused("BD-8.7a"):
        state.push("entrain 60A")


@pytest.mark.rule("BD-8.7g", "BD-8.7h", "BD-8.7f")
@pytest.mark.parametrize(
    ("unit", "cost"), [("4AK", 1), ("49Mtn", 1), ("3Pz", 2), ("3Rum", 4), ("8Ital", 4)]
)
def test_what_each_counts_of_the_eight(unit: str, cost: int) -> None:
    state = rail({"2407": [unit], "2311": ["5AK"]})
    assert state.var("strategic left") == 8
    assert play(state, f"entrain {unit}", "detrain 2923").var("strategic left") == 8 - cost
    asked = play(state, f"entrain {unit}")
    assert (asked.decision, asked.to_move) == ("destination", "german")
    stayed = play(state, f"entrain {unit}", "stay")
    assert stayed.place(unit) == "2407"
    just = edit(state, variables={"strategic left": cost})
    assert play(just, f"entrain {unit}", "detrain 2923").place(unit) == "2923"
    short = edit(state, variables={"strategic left": cost - 1})
    with refused("BD-8.7g"):
        short.push(f"entrain {unit}")


@pytest.mark.rule("BD-8.7a", "BD-8.7f", "BD-8.6b")
def test_who_stays_has_not_travelled_and_spends_nothing() -> None:
    state = play(rail({"2407": ["4AK", "5AK"], "2311": ["3Pz"]}), "entrain 4AK", "stay")
    assert state.var("strategic left") == 8 and state.place("4AK") == "2407"
    assert "4AK" not in state.units_with("went by rail")
    assert names(state, "entrain") == {"5AK", "3Pz"}
    gone = play(state, "entrain 5AK", "detrain 2923")
    assert "5AK" in gone.units_with("went by rail") and gone.var("strategic left") == 7
    over = walk(gone, "movement", "german")
    assert over.var("strategic left") == 0 and not over.units_with("strategic")
    # eight again in the next turn
    later = walk(over, "strategic movement", "german", {"phase order": "move-fight"})
    assert later.var("turn") == 10 and later.var("strategic left") == 8


@pytest.mark.rule("BD-8.7e", "BD-8.7f", "BD-8.7d")
def test_a_train_needs_room_and_a_free_way() -> None:
    crowd = [u for u in CORPS if u not in ("4AK",)]
    state = rail({"2407": ["4AK"], "2410": crowd[:5], "2411": crowd[5:9]})
    offered = names(play(state, "entrain 4AK"), "detrain")
    assert "2410" not in offered and "2411" in offered and "2407" not in offered
    # a ring of full hexes holds it; one with room lets it out
    ring = surround("2407", ["x"] * 6)
    del ring
    around = ("2307", "2408", "2507", "2506", "2406", "2306")
    full = {h: crowd[5 * k : 5 * k + 5] for k, h in enumerate(around)}
    shut = rail({"2407": ["4AK"], **full})  # type: ignore[dict-item]
    assert names(play(shut, "entrain 4AK"), "detrain") == set()
    gap = rail({"2407": ["4AK"], **{**full, "2408": full["2408"][:4]}})  # type: ignore[dict-item]
    assert {"2408", "2923"} <= names(play(gap, "entrain 4AK"), "detrain")
    # Soviet units bar the way as well
    enemies = surround("2407", [u for u in RIFLES if u != "60A"], ["2408"])
    out = names(play(rail({"2407": ["4AK"], **enemies, "5AK": "2408"}), "entrain 4AK"), "detrain")
    assert out == {"2408"}


@pytest.mark.rule("BD-8.7d", "BD-8.7f")
def test_next_to_the_enemy_a_train_may_begin_and_end_and_no_more() -> None:
    state = rail({"2407": ["4AK"], "61A": "2406"})
    offered = names(play(state, "entrain 4AK"), "detrain")
    # hexes next to the army that are next to the city too, but none farther along the front
    assert {"2306", "2506", "2305", "2505"} & offered == {"2306", "2506"} | (
        {"2305", "2505"} & offered
    )
    assert "2406" not in offered and {"2408", "2923"} <= offered
    line = rail({"3108": ["4AK"], "61A": "2906"}, german=["2607"])
    offered = names(play(line, "entrain 4AK"), "detrain")
    # 2907 and 2807 touch the army: the first is an end, and nothing lies beyond it
    assert {"3008", "2908", "2809"} <= offered


@pytest.mark.rule("BD-6.4a", "BD-8.7e", "BD-8.7d", "BD-10.22a")
def test_trains_of_satellites_pass_no_other_and_stay_out_of_the_north() -> None:
    state = rail({"2407": ["3Rum", "4AK"], "2410": ["4Rum"], "2411": ["5AK"]})
    army = names(play(state, "entrain 3Rum"), "detrain")
    assert "2410" not in army and {"2411", "2923"} <= army and not army & NORTH
    corps = names(play(state, "entrain 4AK"), "detrain")
    assert {"2410", "2411", "1809"} <= corps
    north = rail({"2407": ["3Rum"]}, zone="north")
    assert "1809" in names(play(north, "entrain 3Rum"), "detrain")


@pytest.mark.rule("BD-8.7d", "BD-8.6b")
def test_a_train_goes_round_what_an_enemy_watches() -> None:
    """An army stands beside the straight way from 2407 to 2412."""
    watched = around("2409")
    state = rail({"2407": ["4AK"], "2409": ["61A"]}, soviet=watched)
    there = play(state, "entrain 4AK", "detrain 2412")
    assert there.place("4AK") == "2412"
    assert not set(watched) & set(there.hexes_with("german"))


@pytest.mark.rule("BD-8.6b", "BD-3.6d")
def test_what_a_train_passes_it_takes() -> None:
    """From Rostov to a hex behind it, by way of hexes that were Soviet."""
    held = ["2607", "2804", "2803", "2704"]
    state = rail({"2804": ["4AK"]}, german=held, soviet=["2706", "2606", "2605", "2705"])
    asked = play(state, "entrain 4AK")
    assert "2802" in names(asked, "detrain")
    there = play(asked, "detrain 2801")
    assert there.place("4AK") == "2801"
    taken = set(there.hexes_with("german")) - set(state.hexes_with("german"))
    assert "2801" in taken and len(taken) >= 2
    # every step is next to the one before
    assert game().hexes and number("2801") >= 0


@pytest.mark.rule("BD-8.1f", "BD-8.1g", "BD-10.22a")
def test_an_army_enters_in_the_south_where_five_have_not_come_in() -> None:
    """A corps enters in the north as well."""
    units: Units = {"later": ["2Hun"], "dead": ["4AK"], "1001": ["60A"]}
    asked = walk(next_turn(units), "replacements", "german")
    corps = names(play(asked, "reclaim 4AK"), "enter")
    army = names(play(walk(asked, "reinforcements", "german"), "bring 2Hun"), "enter")
    assert corps & NORTH and army == corps - NORTH
