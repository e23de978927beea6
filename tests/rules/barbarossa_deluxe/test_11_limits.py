"""Limits common to all kinds of movement: further retreats, advances, arrivals, marches."""

from __future__ import annotations

import pytest

from .board_positions import DE, DR, at, edit, fight, names, play, walk
from .test_8_freedoms import commit
from .test_11_odds import german, soviet

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
MORE = ["41Pz", "46Pz", "47Pz", "48Pz", "56Pz"]
ARMIES = ["60A", "59A", "54A", "53A", "52A"]


@pytest.mark.rule("BD-8.11a", "BD-6.3a")
def test_an_emergency_unit_needs_room_in_its_city() -> None:
    units = {"rvgk": ["1Sh"], "2309": ["3Pz"], "2501": ARMIES[:4], "1606": ["51A"], "1001": ["49A"]}
    assert "2501" in names(play(commit(units), "commit 1Sh"), "at")
    full = play(commit({**units, "2501": ARMIES}), "commit 1Sh")
    assert "2501" not in names(full, "at") and "1606" in names(full, "at")


@pytest.mark.rule("BD-6.4a", "BD-11.28b")
def test_a_satellite_army_passes_another_in_its_retreat() -> None:
    """The hex to the west is full of corps, and beyond it stands a Romanian army."""
    held = {"2208": ["51A"], "2408": ["50A"], "2209": ["49A"], "2409": ["48A"], "2210": ["47A"],
            "2410": ["43A"]}  # fmt: skip
    corps = {"2309": ["1AK", "2AK", "4AK", "5AK", "6AK"], "2310": ["4Rum"]}
    state = soviet({"2307": ARMIES, "2308": ["3Rum"], **held, **corps})
    fled = next(
        after
        for after in (fight(state, "2308", ARMIES, die=die) for die in range(1, 7))
        if after.var("result") == DR
    )
    done = walk(fled, "prepared assault", "soviet", {"advance": "hold"})
    assert done.place("4Rum") == "2310"
    assert done.place("3Rum") in ("2311", "2211", "2411")


@pytest.mark.rule("BD-11.28a", "BD-11.28b", "BD-11.19a")
def test_nobody_crosses_a_lake_farther_on_in_a_retreat() -> None:
    """From the full hex 2802 the one way that no corps holds leads over the Manych to 2901."""
    corps = {"2703": ["5AK"], "2702": ["6AK"], "2903": ["7AK"], "2902": ["8AK"], "2801": ["9AK"],
             "2701": ["10AK"]}  # fmt: skip
    units = {"2804": PZ[:3], "2803": ["60A"], "2802": ["51A", "50A", "49A", "48A", "47A"], **corps}
    state = german({**units, "1001": ["43A"]}, german=["2607", "2804"])
    lost = next(
        after
        for after in (fight(state, "2803", PZ[:3], die=die) for die in range(1, 7))
        if after.var("result") == DR
    )
    assert lost.place("60A") == "dead"
    opened = edit(state, {"9AK": "2320"})
    fled = next(
        after
        for after in (fight(opened, "2803", PZ[:3], die=die) for die in range(1, 7))
        if after.var("result") == DR
    )
    fled = walk(fled, "advance", "german")
    assert fled.place("60A") == "2801"


@pytest.mark.rule("BD-11.32a")
def test_the_second_hex_of_an_advance_needs_supply() -> None:
    """East of Dnepropetrovsk everything hangs on that city; ten corps without it count as five."""
    units = {"2704": PZ, "2604": MORE, "2703": ["60A"], "1001": ["59A"]}

    def won(group: list[str], **control: list[str]) -> str | None:
        state = german(units, turn=12, **control)
        taken = next(
            after
            for after in (fight(state, "2703", group, die=die) for die in range(1, 7))
            if after.var("result") == DE
        )
        assert taken.decision == "advance"
        return play(taken, "advance 3Pz", "hold").decision

    assert won(PZ, german=["2607", "2804"]) == "second advance"
    assert won([*PZ, *MORE], german=["2804"], soviet=["2607"]) != "second advance"


@pytest.mark.rule("BD-3.6d", "BD-10.1b")
def test_what_is_passed_through_changes_hands() -> None:
    state = at("movement", "german", sequence="move-fight",
               units={"2207": ["3Pz"], "2320": ["4AK"], "1001": ["60A"]})  # fmt: skip
    assert not {"2206", "2205", "2204"} & set(state.hexes_with("german"))
    there = play(state, "move 3Pz", "to 2204")
    assert there.place("3Pz") == "2204"
    passed = [h for h in ("2206", "2205") if h in there.hexes_with("german")]
    assert passed == ["2206", "2205"] and "2204" in there.hexes_with("german")
    # nothing beside its way
    assert not {"2105", "2305", "2203"} & set(there.hexes_with("german"))


@pytest.mark.rule("BD-10.3a")
def test_the_guaranteed_hex_is_the_only_one() -> None:
    """Two panzer corps without supply go into the marsh over a river, and no farther."""
    state = at("movement", "german", sequence="move-fight",
               units={"2113": PZ[:2], "2320": ["4AK"], "1001": ["60A"]})  # fmt: skip
    group = edit(play(state, "move 3Pz", "with 14Pz"), flags={"halved": PZ[:2]})
    assert group.ask("german allowance") == 4
    gone = play(group, "to 2013")
    assert gone.place("3Pz") == gone.place("14Pz") == "2013" and gone.var("spent") == 4
    assert not names(gone, "to")
