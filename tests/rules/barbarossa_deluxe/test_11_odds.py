"""Section 11, up to the die: the units that may attack, their strengths, and the column."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

import pytest

from eastfront._core import State
from eastfront.loading.game import rules_of
from eastfront.scenario import load_scenario

from .board_positions import MOBILE, at, edit, fight, names, odds, play, reach, refused, walk

# the hexes around 2308
E, W, NE, NW, SE, SW = "2307", "2309", "2208", "2209", "2408", "2409"


def index(hex_id: str) -> int:
    """The number of a hex, for variables."""
    return (int(hex_id[:2]) - 10) * 25 + int(hex_id[2:])


def german(units: dict[str, list[str]], turn: int = 13, **more: object) -> State:
    """A German prepared assault phase after movement: no column for the sequence."""
    return at("prepared assault", "german", turn=turn, sequence="move-fight", units=units, **more)  # type: ignore[arg-type]


def soviet(units: dict[str, list[str]], marker: str = "2307", **more: object) -> State:
    """A Soviet one before movement, with offensive supply around a hex."""
    turn = more.pop("turn", 13)
    return at(
        "prepared assault", "soviet", turn=turn, sequence="fight-move", units=units,
        variables={"supply marker A": index(marker)}, **more,
    )  # type: ignore[arg-type]  # fmt: skip


def battle(state: State, target: str, group: Iterable[str]) -> tuple[int, int, int, int]:
    """Attack, defence, odds and column of a prepared assault by the side to move."""
    return odds(state, str(state.to_move), target, group)


# -- who may attack -------------------------------------------------------------------------


@pytest.mark.rule("BD-11.1a", "BD-11.1b", "BD-11.19a")
def test_attacks_are_on_neighbours_over_passable_ground_and_voluntary() -> None:
    state = german({W: ["3Pz"], "2308": ["60A"], "2306": ["59A"]})
    assert names(state, "attack") == {"2308"} and "end-assaults" in names(state)
    with refused("BD-11.1a"):
        state.push("attack 2306")
    with refused("BD-11.1b"):
        state.push("fight")
    # the Manych lies between 2802 and 2901 (BD-11.19a)
    lake = german({"2802": ["3Pz"], "2901": ["60A"], "2803": ["59A"]})
    assert names(lake, "attack") == {"2803"}
    with refused("BD-11.1a"):
        lake.push("attack 2901")


@pytest.mark.rule("BD-11.3a")
def test_one_target_may_be_struck_from_all_sides() -> None:
    """BD-11.6a: of a stack some attack here, some there, some not at all."""
    state = german({W: ["3Pz", "4AK"], E: ["14Pz"], "2308": ["60A"], "2310": ["59A"]})
    attack = play(state, "attack 2308")
    assert names(attack, "with") == {"3Pz", "14Pz", "4AK"} and "fight" not in names(attack)
    with refused("BD-11.3a"):
        attack.push("with 5AK")
    after = fight(state, "2308", ["3Pz", "14Pz"], die=4)
    after = walk(after, "prepared assault", "german")
    assert names(after, "attack") == {"2310"}
    assert odds(state, "german", "2308", ["3Pz", "4AK", "14Pz"])[0] == 11


@pytest.mark.rule("BD-11.4b")
def test_no_unit_attacks_twice_in_a_phase() -> None:
    """W-13: 2309 next to 2308 and to 2310, but only one of them."""
    state = german({W: ["3Pz"], "2308": ["60A"], "2310": ["59A"]})
    assert names(state, "attack") == {"2308", "2310"}
    after = fight(state, "2308", ["3Pz"], die=4)
    assert after.place("3Pz") == W and "2310" not in names(after, "attack")
    assert edit(after).decision != "attackers"


@pytest.mark.rule("BD-11.4c")
def test_no_unit_defends_twice_in_a_phase() -> None:
    state = german({W: ["3Pz"], E: ["14Pz"], "2308": ["60A"], "2306": ["59A"]})
    after = walk(fight(state, "2308", ["3Pz"], die=4), "prepared assault", "german")
    assert after.place("60A") == "2308"
    with refused("BD-11.4c"):
        after.push("attack 2308")


@pytest.mark.rule("BD-11.12c")
def test_a_unit_without_an_attack_factor_stays_out_and_hinders_nobody() -> None:
    data = load_scenario("barbarossa-deluxe", "blue-kremlin")
    units = [replace(u, attack=0) if u.name == "4AK" else u for u in data.units]
    off = os.environ.get("EASTFRONT_WITHOUT", "").replace(",", " ").split()
    toothless = replace(data, units=units)
    new = rules_of("barbarossa-deluxe")(toothless, without=off).compiled().new()
    choices = {"phase order": "fight-move", "logistics zone": "south"}
    state = walk(play(new, "automatic"), "prepared assault", "german", choices)
    places = {W: ["4AK", "5AK", "3Pz"], "2308": ["60A"]}
    attack = play(edit(state, places, clear=True), "attack 2308")
    assert names(attack, "with") == {"3Pz", "5AK"}
    alone = edit(state, {W: ["4AK"], E: ["3Pz"], "2308": ["60A"], "2310": ["59A"]}, clear=True)
    assert names(alone, "attack") == {"2308"}
    with refused("BD-11.12c"):
        alone.battle("2310", ["4AK"])


# -- what is known --------------------------------------------------------------------------


@pytest.mark.rule("BD-11.7a", "BD-11.7d")
def test_the_german_sees_top_units_until_the_odds_and_not_the_box() -> None:
    state = german({W: ["3Pz", "4AK"], "2308": ["60A", "3T", "59A"], "rvgk": ["5Sh"]}, turn=9)
    hidden = set(state.hidden_from("german"))
    assert len(hidden & {"60A", "3T", "59A"}) == 2 and "5Sh" in hidden
    assert not state.hidden_from("soviet")  # German stacks are open (BD-11.7c)
    # at the die the stack lies open; nothing then calls the attack off (BD-11.7b)
    rolled = fight(state, "2308", ["3Pz", "4AK"])
    assert rolled.to_move == "chance"
    assert set(rolled.hidden_from("german")) & {"60A", "3T", "59A"} == set()
    assert "5Sh" in rolled.hidden_from("german")


# -- odds -----------------------------------------------------------------------------------

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]


@pytest.mark.rule("BD-11.8a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "ratio"),
    [
        ({W: PZ, NW: ["4AK", "5AK"]}, ["1G", "60A"], 3),  # W-03: 26 to 7
        ({W: ["3Pz", "4AK"]}, ["1G", "60A"], 1),  # W-05: 7 to 7
        ({W: ["3Pz", "4AK", "5AK", "6AK"]}, ["1G", "60A"], 1),  # 13 to 7
    ],
)
def test_odds_drop_fractions(
    attackers: dict[str, list[str]], defenders: list[str], ratio: int
) -> None:
    state = german({**attackers, "2308": defenders})
    group = [u for units in attackers.values() for u in units]
    assert battle(state, "2308", group)[2] == ratio


@pytest.mark.rule("BD-11.9a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column"),
    [
        (["3Rum", "4AK"], ["1G", "2G", "60A"], -1),  # W-04: 5 to 11 is 1:3
        (["3Pz", "4AK", "5AK"], ["1G", "2G", "60A"], 0),  # W-05: 10 to 11 is 1:2
        (["3Rum", "4AK"], ["1G", "60A", "59A"], 0),  # 5 to 10 is 1:2
    ],
)
def test_poor_odds_round_against_the_attacker(
    attackers: list[str], defenders: list[str], column: int
) -> None:
    state = german({W: attackers, "2308": defenders})
    assert battle(state, "2308", attackers)[2] == column


@pytest.mark.rule("BD-11.11a")
def test_shifts_add_up_through_parity() -> None:
    """W-06, W-10: the ladder runs 2:1, 1:1, 1:2."""
    state = german({"2614": ["3Pz", "14Pz"], "2615": ["60A"]})
    assert battle(state, "2615", ["3Pz", "14Pz"]) == (8, 3, 2, 1)
    # a city and a river
    two = german({"2404": ["3Pz", "14Pz"], "2303": ["60A"]}, hex_flags={"hero city": ["2303"]})
    assert battle(two, "2303", ["3Pz", "14Pz"])[3] == 2 - 3 - 1


@pytest.mark.rule("BD-11.12a")
def test_a_lone_unit_never_falls_below_one() -> None:
    """W-01, W-02, W-26."""
    pocket = {E: ["4AK"], W: ["5AK"], NE: ["6AK"], NW: ["7AK"], SE: ["8AK"], SW: ["9AK"]}
    alone = soviet({"2308": ["60A"], **pocket}, marker="1001")
    assert battle(alone, W, ["60A"])[0] == 1  # 3 quartered
    three = edit(alone, {"2308": ["60A", "59A", "54A"]})
    assert battle(three, W, ["60A", "59A", "54A"])[0] == 2  # 9 quartered once (BD-11.12b)


@pytest.mark.rule("BD-11.12a", "BD-7.17b", "BD-11.8b")
def test_reductions_are_made_once_for_all() -> None:
    ring = {E: ["60A"], W: ["59A"], NE: ["54A"], NW: ["53A"], SE: ["52A"], SW: ["51A"]}
    state = german({"2308": ["4AK", "5AK", "6AK"], **ring})
    assert battle(state, W, ["4AK", "5AK", "6AK"])[0] == 4  # 9 halved


# -- terrain --------------------------------------------------------------------------------


@pytest.mark.rule("BD-11.14a")
def test_rough_ground_costs_a_column() -> None:
    rough = german({"2614": ["4AK", "5AK"], "2615": ["60A"], "2613": ["59A"]})
    assert battle(rough, "2615", ["4AK", "5AK"])[3] == 1
    assert battle(german({W: ["4AK", "5AK"], "2308": ["60A"]}), "2308", ["4AK", "5AK"])[3] == 2


@pytest.mark.rule("BD-11.14b")
def test_mountain_corps_attack_rough_ground_with_their_defence_factor() -> None:
    """W-38."""
    state = german({"2614": ["49Mtn", "4AK"], "2615": ["60A"]})
    assert battle(state, "2615", ["49Mtn"])[0] == 4
    assert battle(state, "2615", ["4AK"])[0] == 3
    assert battle(german({W: ["49Mtn"], "2308": ["60A"]}), "2308", ["49Mtn"])[0] == 3
    crimea = german({"3106": ["49Mtn"], "3107": ["60A"], "3105": ["59A"]})
    assert crimea.ask("supply", "49Mtn") < 5
    assert battle(crimea, "3107", ["49Mtn"])[0] == 1  # 3 halved, not 4 halved


@pytest.mark.rule("BD-11.15a", "BD-11.15b")
def test_marsh_halves_tanks_and_gives_a_column_to_all() -> None:
    state = german({"1912": ["3Pz", "14Pz", "4AK"], "2013": ["60A"]})
    assert battle(state, "2013", ["3Pz", "14Pz"]) == (4, 3, 1, 2)
    assert battle(state, "2013", ["4AK"]) == (3, 3, 1, 2)
    assert battle(state, "2013", ["3Pz", "14Pz", "4AK"])[0] == 7


@pytest.mark.rule("BD-11.16a")
def test_a_river_before_all_attackers_costs_a_column() -> None:
    state = german({"2404": ["4AK", "5AK"], "2402": ["6AK"], "2403": ["60A"]})
    assert battle(state, "2403", ["4AK", "5AK"])[3] == 2 - 1
    assert battle(state, "2403", ["6AK"])[3] == 1
    # one who need not cross is enough; from both sides there is the bonus besides
    both = battle(state, "2403", ["4AK", "5AK", "6AK"])
    assert both[3] == 3 + 1


@pytest.mark.rule("BD-11.16b")
def test_a_river_costs_a_mobile_assault_a_column() -> None:
    state = german({"2404": ["3Pz", "14Pz"], "2405": ["24Pz", "39Pz"], "2403": ["60A"],
                    "2406": ["59A"]}, turn=12)  # fmt: skip
    assert odds(state, "german", "2403", ["3Pz", "14Pz"], MOBILE)[3] == 2 - 1 - 1
    assert odds(state, "german", "2406", ["24Pz", "39Pz"], MOBILE)[3] == 2 - 1


@pytest.mark.rule("BD-11.17a", "BD-11.17b")
def test_foot_attacks_over_kerch_as_over_a_river() -> None:
    units = {"3106": ["4AK", "3Pz"], "3105": ["60A"], "3108": ["5AK"]}
    state = german(units, variables={"crimea supply": 1}, flags={"crimea supply": ["4AK", "3Pz"]})
    assert "3105" in names(state, "attack")
    begun = play(state, "attack 3105")
    assert begun.units_with("attacking") == ["4AK"] or names(begun, "with") == {"4AK"}
    assert battle(state, "3105", ["4AK"])[3] == 1 - 1
    tanks = german({"3106": ["3Pz"], "3105": ["60A"], "3107": ["59A"]})
    assert names(tanks, "attack") == {"3107"}
    with refused("BD-11.1a"):
        tanks.push("attack 3105")


@pytest.mark.rule("BD-11.18a", "BD-11.18b")
def test_only_soviet_foot_attacks_over_the_sivash() -> None:
    state = soviet({"2907": ["60A", "3T"], "3008": ["4AK"], "2908": ["5AK"]}, marker="2907")
    assert "3008" in names(state, "attack")
    begun = play(state, "attack 3008")
    assert begun.units_with("attacking") == ["60A"] or names(begun, "with") == {"60A"}
    assert battle(state, "3008", ["60A"])[3] == battle(state, "2908", ["60A"])[3] - 1
    tanks = soviet({"2907": ["3T"], "3008": ["4AK"], "2906": ["5AK"]}, marker="2907")
    assert names(tanks, "attack") == {"2906"}
    with refused("BD-11.1a"):
        tanks.push("attack 3008")
    corps = german({"2907": ["4AK"], "3008": ["60A"], "2906": ["59A"]})
    assert names(corps, "attack") == {"2906"}


@pytest.mark.rule("BD-11.20a", "BD-11.20c")
def test_cities_cost_a_column_and_panzers_their_attack_factor() -> None:
    """W-37."""
    state = german({"2408": ["3Pz", "14Pz", "4AK"], "2407": ["60A"], "2409": ["59A"]})
    assert battle(state, "2407", ["3Pz", "14Pz"]) == (6, 3, 2, 1)
    assert battle(state, "2407", ["4AK"])[0] == 3
    assert battle(state, "2409", ["3Pz", "14Pz"]) == (8, 3, 2, 2)


@pytest.mark.rule("BD-11.21a", "BD-11.21b")
def test_fortified_lines_help_their_own_side_only() -> None:
    ours = german({"1912": ["4AK", "5AK"], "1913": ["60A"]})
    assert battle(ours, "1913", ["4AK", "5AK"])[3] == 2 - 1
    # the same hex taken by the German protects nobody (BD-11.21b)
    theirs = soviet({"1912": ["60A"], "1913": ["4AK"]}, marker="1912")
    assert battle(theirs, "1913", ["60A"])[3] == battle(theirs, "1913", ["60A"])[2]
    # and protects again when it is retaken (BD-11.21c)
    assert battle(german({"1912": ["4AK"], "1913": ["60A"]}), "1913", ["4AK"])[3] == 1 - 1


@pytest.mark.rule("BD-11.21c")
def test_soviet_lines_outlast_their_loss() -> None:
    state = at("movement", "german", turn=12, sequence="move-fight",
               units={"1912": ["4AK"], "1001": ["60A"]}, soviet=["1913"])  # fmt: skip
    lost = play(state, "move 4AK", "to 1913")
    assert lost.place("4AK") == "1913" and "1913" in lost.hexes_with("german")
    retaken = edit(lost, {"1913": ["60A"], "1912": ["4AK"]})
    fought = odds(retaken, "german", "1913", ["4AK"])
    assert fought[3] == fought[2] - 1


@pytest.mark.rule("BD-11.21d", "BD-11.21a")
def test_german_lines_fall_when_soviets_enter() -> None:
    state = at("movement", "soviet", turn=13, sequence="move-fight",
               units={"1816": ["60A"], "2309": ["4AK"]})  # fmt: skip
    assert "1817" not in state.hexes_with("destroyed fort")
    entered = play(state, "move 60A", "to 1817")
    assert "1817" in entered.hexes_with("destroyed fort")
    fought = soviet({"1816": ["60A"], "1817": ["4AK"]}, marker="1816")
    whole = battle(fought, "1817", ["60A"])
    fallen = battle(edit(fought, hex_flags={"destroyed fort": ["1817"]}), "1817", ["60A"])
    assert fallen[3] == whole[3] + 1


# -- supports and form ----------------------------------------------------------------------


@pytest.mark.rule("BD-11.23a")
@pytest.mark.parametrize(("turn", "counters"), [(9, 3), (10, 3), (11, 3), (12, 3), (13, 2)])
def test_the_track_says_how_many_counters_fly(turn: int, counters: int) -> None:
    opened = reach("phase order", "german", on_turn=turn)
    assert opened.var("turn") == turn and opened.var("luftwaffe") == counters


@pytest.mark.rule("BD-11.23b", "BD-11.23c", "BD-11.23d")
def test_the_luftwaffe_gives_a_column_once_a_counter() -> None:
    """In attack and, in the Soviet turn, in defence (BD-10.33a)."""
    units = {W: ["4AK"], "2308": ["60A"], "2409": ["5AK"], "2410": ["59A"]}
    state = german(units, variables={"luftwaffe": 1})
    asked = fight(state, "2308", ["4AK"], until="luftwaffe")
    with_it = walk(play(asked, "luftwaffe"), "combat")
    without = walk(play(asked, "no-luftwaffe"), "combat")
    assert with_it.var("column") == without.var("column") + 1
    assert with_it.var("luftwaffe") == 0 and without.var("luftwaffe") == 1
    again = walk(play(with_it, "roll 4"), "prepared assault", "german")
    second = fight(again, "2410", ["5AK"])  # nothing is left to offer
    assert second.var("with luftwaffe") == 0
    defence = soviet({"2308": ["4AK"], "2307": ["60A"]}, marker="2307")
    flown = fight(
        edit(defence, variables={"luftwaffe": 1}), "2308", ["60A"],
        choices={"luftwaffe": "luftwaffe"},
    )  # fmt: skip
    assert flown.var("column") == flown.var("odds") - 1


AROUND = {E: "3Pz", W: "14Pz", NE: "24Pz", NW: "39Pz", SE: "40Pz", SW: "41Pz"}


@pytest.mark.rule("BD-11.24a")
@pytest.mark.parametrize(
    ("hexes", "bonus"),
    [
        ((E, W), 1), ((NE, SE, W), 1), ((E, NW, SW), 1), ((E, NE, SE), 0), ((NE, E), 0),
        ((E, NE, SE, SW), 1), ((NW, SE), 1), ((W,), 0), ((E, NE, NW, SE), 1), ((NE, SE), 0),
    ],
)  # fmt: skip
def test_concentric_attacks_gain_a_column(hexes: tuple[str, ...], bonus: int) -> None:
    """W-15."""
    state = german({"2308": ["60A"], **{h: [AROUND[h]] for h in hexes}})
    attack, _, ratio, column = battle(state, "2308", [AROUND[h] for h in hexes])
    assert attack == 4 * len(hexes) and column == ratio + bonus


@pytest.mark.rule("BD-10.25c")
def test_mobile_assaults_have_no_concentric_bonus() -> None:
    state = german({"2308": ["60A"], E: ["3Pz"], W: ["14Pz"]}, turn=12)
    assert battle(state, "2308", ["3Pz", "14Pz"])[3] == 2 + 1
    assert odds(state, "german", "2308", ["3Pz", "14Pz"], MOBILE)[3] == 2 - 1


@pytest.mark.rule("BD-11.24c")
def test_soviets_gain_nothing_from_all_round_attacks_on_cities() -> None:
    city = soviet({"2407": ["4AK"], "2408": ["60A"], "2406": ["59A"]}, marker="2406")
    fought = battle(city, "2407", ["60A", "59A"])
    assert fought[3] == fought[2] - 1
    field = soviet({"2308": ["4AK"], W: ["60A"], E: ["59A"]})
    fought = battle(field, "2308", ["60A", "59A"])
    assert fought[3] == fought[2] + 1


@pytest.mark.rule("BD-11.33a")
def test_a_satellite_army_alone_in_the_ussr_gives_a_column() -> None:
    """W-64."""
    group = ["60A", "59A", "54A"]
    state = soviet({"2308": ["8Ital"], E: group})
    assert battle(state, "2308", group) == (9, 3, 3, 4)
    backed = edit(state, {"2308": ["8Ital", "4AK"]})
    fought = battle(backed, "2308", group)
    assert fought[3] == fought[2]
    romania = soviet({"3114": ["3Rum"], "3115": ["60A"]}, marker="3115")
    abroad = battle(romania, "3114", ["60A"])
    assert abroad[3] == abroad[2] - 1  # Bucharest is a city, and not in the USSR
