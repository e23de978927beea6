"""Sections 8.1, 8.12 to 8.15, 8.20: reinforcements, replacements, conversions."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    Units,
    at,
    declare,
    edit,
    names,
    on,
    play,
    reach,
    refused,
    surround,
    walk,
)

CORPS = ["1AK", "2AK", "4AK", "5AK", "6AK", "7AK"]
RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]


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
    return walk(out, "crimea list") if out.decision == "crimea list" else out


@pytest.mark.rule("BD-8.1c", "BD-8.1e")
def test_german_reinforcements_come_on_their_turn_or_never() -> None:
    state = reach("reinforcements", "german", on_turn=10)
    asked = play(state, "bring 2Hun")
    assert asked.decision == "entry"
    there = sorted(names(asked, "enter"))[0]
    assert play(asked, f"enter {there}").place("2Hun") == there
    assert play(state, "forfeit").place("2Hun") == "removed"
    assert state.place("8Ital") == "later"


@pytest.mark.rule("BD-8.1g", "BD-8.1h")
def test_entry_at_a_source_or_a_supplied_city_of_ones_own() -> None:
    state = play(reach("reinforcements", "german", on_turn=10), "bring 2Hun")
    doors = names(state, "enter")
    assert {"2924", "2224", "2407", "2820"} <= doors
    # northern, Soviet, occupied or no city at all
    assert not doors & {"1724", "2117", "2205", "2309", "2923"}
    with refused("BD-8.1h"):
        state.push("enter 2309")
    # a city that is cut off is no place to enter
    ring = surround("2407", RIFLES)
    cut = edit(reach("reinforcements", "german", on_turn=10), ring)
    assert "2407" not in names(play(cut, "bring 2Hun"), "enter")


@pytest.mark.rule("BD-8.1d", "BD-8.1e", "BD-8.1h")
def test_soviet_reinforcements_enter_or_wait_in_the_rvgk_box() -> None:
    state = reach("entry", "soviet", on_turn=10)
    assert {"2300", "2501", "hold-in-rvgk"} & (names(state, "enter") | names(state)) == {
        "2300",
        "2501",
        "hold-in-rvgk",
    }
    arriving = [u for u in ("1T", "4T") if state.place(u) == "later"]
    held = play(state, "hold-in-rvgk")
    assert sum(held.place(u) == "rvgk" for u in arriving) == 1
    entered = play(state, "enter 2501")
    assert sum(entered.place(u) == "2501" for u in arriving) == 1


@pytest.mark.rule("BD-8.1f")
def test_five_arrivals_a_hex_a_turn() -> None:
    dead = ["60A", "61A", "62A"]
    units = {"dead": dead, "2604": ["63A"], "rvgk": ["1Sh", "3Sh", "4Sh"], "4AK": "2924"}
    state = walk(next_turn(units), "replacements", "soviet")
    for unit in dead:
        state = play(state, f"reclaim {sorted(names(state, 'reclaim'))[0]}", "enter 2501")
        del unit
    state = walk(state, "rvgk")
    two = play(state, "deploy 1Sh", "enter 2501")
    two = play(two, f"deploy {sorted(names(two, 'deploy'))[0]}", "enter 2501")
    # five have come in; if some of them fall the same turn no more may follow
    fallen = edit(two, {"60A": "dead", "61A": "dead"})
    third = play(fallen, f"deploy {sorted(names(fallen, 'deploy'))[0]}")
    assert "2501" not in names(third, "enter") and "2300" in names(third, "enter")


def replacing(side: str, dead: list[str], turn: int = 9) -> State:
    """The replacements of the turn after `turn`."""
    far = ["60A"] if side == "german" else ["4AK"]
    place = "1001" if side == "german" else "2924"
    return walk(next_turn({"dead": dead, place: far}, turn), "replacements", side)


@pytest.mark.rule("BD-8.12a", "BD-8.12c", "BD-8.12d", "BD-8.13a")
def test_a_german_step_brings_back_one_unit_of_its_kind() -> None:
    state = replacing("german", ["3Pz", "14Pz", "4AK", "5AK"])
    # one mechanised and one other a turn; of equal ones one is shown
    assert names(state, "reclaim") == {"3Pz", "4AK"}
    entered = play(state, "reclaim 3Pz", "enter 2924")
    assert entered.place("3Pz") == "2924"
    assert names(entered, "reclaim") == {"4AK"}
    with refused("BD-8.12d"):
        entered.push("reclaim 14Pz")
    both = play(entered, "reclaim 4AK", "enter 2924")
    assert both.decision != "replacements" and both.place("5AK") == "dead"
    assert names(play(state, "reclaim 3Pz"), "enter") >= {"2924", "2407"}


@pytest.mark.rule("BD-8.12b")
def test_unused_steps_are_lost() -> None:
    state = replacing("german", ["3Pz", "4AK"])
    after = play(state, "end-replacements")
    assert (after.var("mech steps"), after.var("foot steps")) == (0, 0) or after.to_move == "soviet"
    two = walk(after, "replacements", "german", {"replacements": "end-replacements"})
    assert (two.var("turn"), two.var("mech steps"), two.var("foot steps")) == (11, 1, 1)
    alone = walk(next_turn({"dead": ["3Pz"], "1001": ["60A"], "2924": ["4AK"]}), "replacements")
    done = play(alone, "end-replacements")
    while done.to_move == "soviet" and done.decision == "replacements":
        done = on(done)
    assert (done.var("mech steps"), done.var("foot steps")) == (0, 0)


@pytest.mark.rule("BD-8.12c", "BD-8.12e")
def test_soviet_steps_of_other_kinds_may_rebuild_mechanised_units() -> None:
    tanks = ["1T", "2T", "3T", "4T", "5T"]
    state = replacing("soviet", tanks)
    count = 0
    while state.decision == "replacements" and names(state, "reclaim"):
        state = play(state, f"reclaim {sorted(names(state, 'reclaim'))[0]}", "hold-in-rvgk")
        count += 1
    # one mechanised step and three others
    assert count == 4
    # but not the reverse
    foot = replacing("soviet", ["60A", "61A", "62A", "63A"])
    for _ in range(3):
        foot = play(foot, f"reclaim {sorted(names(foot, 'reclaim'))[0]}", "hold-in-rvgk")
    assert foot.decision != "replacements"
    assert sum(foot.place(u) == "dead" for u in ("60A", "61A", "62A", "63A")) == 1


@pytest.mark.rule("BD-8.12f")
def test_dotted_units_never_come_back() -> None:
    state = replacing("soviet", ["60A", "LPMA"])
    assert names(state, "reclaim") == {"60A"}
    armies = replacing("german", ["4AK", "3Rum"])
    assert names(armies, "reclaim") == {"4AK"}


def romanian_falls(ring: dict[str, str], came_back: bool = False) -> State:
    state = at(
        "prepared assault",
        "soviet",
        units={"3Rum": "2309", "2308": ["60A", "61A", "62A", "63A", "64A"], **ring},
        flags={"came back": ["3Rum"] if came_back else []},
        variables={"supply marker A": 0},
    )
    out = declare(state, "2309", ["60A", "61A", "62A", "63A", "64A"])
    while out.to_move != "chance":
        out = on(out)
        if out.place("3Rum") != "2309":
            # lost without a die
            return out
    for die in range(1, 7):
        fallen = play(out, f"roll {die}")
        if fallen.decision == "bloodbath":
            return play(fallen, "keep-bloodbath")
        if fallen.place("3Rum") != "2309":
            return fallen
    raise LookupError("the army stands")


@pytest.mark.rule("BD-8.15b", "BD-8.15d")
def test_a_romanian_army_lost_in_supply_returns_once() -> None:
    state = romanian_falls({})
    assert state.decision == "romanian return"
    due = play(state, "roll 2")
    assert due.place("3Rum") == "later"
    assert "3Rum" in due.units_with("came back")
    back = walk(due, "reinforcements", "german")
    assert back.var("turn") == 11 and names(back, "bring") == {"3Rum"}
    again = romanian_falls({}, came_back=True)
    assert again.decision != "romanian return" and again.place("3Rum") == "removed"


@pytest.mark.rule("BD-8.15c")
def test_a_romanian_army_lost_without_supply_is_gone() -> None:
    ring = surround("2309", RIFLES, ["2308"])
    state = romanian_falls(ring)
    assert state.decision != "romanian return" and state.place("3Rum") == "removed"


@pytest.mark.rule("BD-8.20a", "BD-8.20b", "BD-8.1e")
def test_a_guards_army_takes_the_place_of_a_supplied_rifle_army() -> None:
    pocket = surround("2309", CORPS)
    units = {"60A": "2204", "61A": "2309", "1Sh": "2203", "later": ["1G"], **pocket}
    state = walk(next_turn(units, turn=10), "conversion")
    assert state.var("turn") == 11
    assert names(state, "convert") == {"60A"}
    after = play(state, "convert 60A")
    assert (after.place("1G"), after.place("60A")) == ("2204", "dead")
    delayed = play(state, "delay-conversion")
    # D-60: it waits in the RVGK box for an army to replace, and is not deployed from there
    assert delayed.place("1G") == "rvgk-waiting"
    assert "1G" not in names(walk(delayed, "rvgk"), "deploy")
    again = walk(delayed, "conversion")
    assert again.var("turn") == 12 and again.place("1G") == "rvgk-waiting"
    assert play(again, "convert 60A").place("1G") == "2204"
    # an army of its own kind enters as others do
    plain = walk(next_turn({"60A": "2204", "later": ["39A"], "4AK": "2924"}, turn=10), "entry")
    assert play(plain, "enter 2300").place("39A") == "2300"


@pytest.mark.rule("BD-8.20a", "BD-8.1d")
def test_a_guards_army_waits_while_there_is_no_rifle_army_to_replace() -> None:
    pocket = surround("2309", CORPS)
    units = {"61A": "2309", "1Sh": "2203", "later": ["1G"], **pocket}
    state = walk(next_turn(units, turn=10), "rvgk")
    assert state.var("turn") == 11 and state.place("1G") == "rvgk-waiting"
    assert "1G" not in names(state, "deploy")
    freed = edit(state, units={"60A": "2204"})
    assert names(walk(freed, "conversion"), "convert") == {"60A"}


@pytest.mark.rule("BD-8.1i")
def test_who_enters_at_the_edge_pays_for_that_hex() -> None:
    def legs(door: str) -> set[str]:
        state = play(replacing("german", ["4AK"]), "reclaim 4AK", f"enter {door}")
        state = walk(state, "movement", "german", {"phase order": "move-fight"})
        return names(play(state, "move 4AK"), "to")

    def from_(hex_: str) -> set[str]:
        state = at("movement", "german", sequence="move-fight", units={"4AK": hex_, "60A": "1001"})
        return names(play(state, "move 4AK"), "to")

    # 2924 is clear: three of four points are left
    assert "2921" in legs("2924") and "2920" not in legs("2924")
    assert "2920" in from_("2924")
    # a city is entered for nothing (8.1j)
    assert legs("2407") == from_("2407")
    # and so is every hex from the RVGK box (8.10f)
    box = walk(next_turn({"rvgk": ["60A"], "2924": ["4AK"]}), "rvgk")
    state = walk(play(box, "deploy 60A", "enter 2300"), "movement", "soviet")
    there = at("movement", "soviet", units={"60A": "2300", "4AK": "2924"})
    assert names(play(state, "move 60A"), "to") == names(play(there, "move 60A"), "to")
