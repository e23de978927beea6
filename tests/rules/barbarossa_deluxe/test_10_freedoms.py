"""Section 10: freedoms of movement and mobile assaults, and where water stops them."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    BB,
    DR,
    MOBILE,
    OOS,
    OVERLAND,
    at,
    declare,
    edit,
    fight,
    names,
    odds,
    play,
    refused,
    surround,
    walk,
)
from .test_8_movement_by_rail import rail
from .test_10_mobile_assaults import CHOICES, assaulted, start
from .test_11_odds import german, soviet

FAR = {"1001": ["60A"]}
ARMIES = ["60A", "59A", "54A", "53A", "52A"]


@pytest.mark.rule("BD-10.1a", "BD-2.11a")
@pytest.mark.parametrize(
    ("turn", "mech", "foot"), [(9, 8, 4), (10, 8, 4), (11, 8, 4), (12, 8, 4), (13, 7, 4)]
)
def test_units_move_by_the_factor_of_their_kind_on_the_turn(
    turn: int, mech: int, foot: int
) -> None:
    units = {"2309": ["3Pz", "4AK", "49Mtn", "3Rum"], "1001": ["60A"]}
    state = at("movement", "german", turn=turn, sequence="move-fight", units=units)
    found = {u: play(state, f"move {u}").ask("german allowance") for u in units["2309"]}
    assert found == {"3Pz": mech, "4AK": foot, "49Mtn": foot, "3Rum": foot}
    units = {"1904": ["60A", "1Sh", "3T", "1G"], "2320": ["4AK"]}
    state = at("movement", "soviet", turn=turn, sequence="move-fight", units=units)
    found = {u: play(state, f"move {u}").ask("soviet allowance") for u in units["1904"]}
    assert found == {"60A": 4, "1Sh": 4, "3T": 6, "1G": 6}


@pytest.mark.rule("BD-10.14c")
def test_no_train_goes_over_the_kerch_strait() -> None:
    """By land 3105 cannot be reached, as armies stand on both sides of its way."""
    wall = {"3004": "61A", "3101": "62A"}
    trains = play(rail({"4AK": "3108", **flip(wall)}, german=["2607"]), "entrain 4AK")
    assert "3106" in names(trains, "detrain")
    assert not {"3105", "3104", "3005"} & names(trains, "detrain")


def flip(places: dict[str, str]) -> dict[str, str]:
    """Places by unit, from units by place."""
    return {unit: place for place, unit in places.items()}


@pytest.mark.rule("BD-10.14d")
def test_nobody_retreats_over_the_kerch_strait() -> None:
    """The strait is the only way out of the hexes on both shores."""
    at_east = soviet({"3104": ARMIES, "3005": ["51A"], "3105": ["4AK"], "2309": ["5AK"]},
                     marker="3104")  # fmt: skip
    dice = (fight(at_east, "3105", ARMIES, die=die) for die in range(1, 7))
    lost = next(after for after in dice if after.var("result") == DR)
    assert lost.place("4AK") == "dead"


@pytest.mark.rule("BD-10.14e", "BD-7.14g", "BD-7.14f")
def test_soviet_lines_cross_the_strait_and_german_ones_do_not() -> None:
    # the way by land out of the Crimea is shut
    units = {"60A": "3107", "4AK": "2908", "5AK": "3008"}
    assert at("movement", "soviet", units=units, soviet=["3106"]).ask("supply", "60A") == OVERLAND
    shut = {**units, "6AK": "3105"}
    assert at("movement", "soviet", units=shut, soviet=["3106"]).ask("supply", "60A") == OOS
    # a corps beyond the strait, its ways by land held against it; the Crimea is German
    ring = surround("3105", ["61A", "62A", "63A", "64A"], ["3106"])
    other = at("movement", "german", sequence="move-fight", units={"4AK": "3105", **ring},
               german=["2607", "2804", "3106"], variables={"crimea supply": 1})  # fmt: skip
    assert other.ask("supply", "4AK") == OOS


@pytest.mark.rule("BD-10.15c", "BD-7.14g", "BD-7.14f")
def test_soviet_lines_cross_the_sivash_and_german_ones_do_not() -> None:
    # 3008 is reached by land through 2908 alone, and 2907 lies over the Sivash
    units = {"60A": "3008", "4AK": "2908", "5AK": "3009", "6AK": "3107", "7AK": "3106"}
    assert at("movement", "soviet", units=units).ask("supply", "60A") == OVERLAND
    armies = {"4AK": "3008", "61A": "2908", "62A": "3009", "63A": "3107"}
    cut = at("movement", "german", sequence="move-fight", units=armies, german=["2607", "2907"],
             variables={"crimea supply": 1})  # fmt: skip
    assert cut.ask("supply", "4AK") == OOS
    assert edit(cut, {"61A": "1001"}).ask("supply", "4AK") == OVERLAND


@pytest.mark.rule("BD-10.19a")
def test_cities_and_fortified_lines_cost_nothing_by_themselves() -> None:
    def cost(unit: str, start_: str, to: str, side: str = "german") -> int:
        far = FAR if side == "german" else {"1924": ["59AK"]}
        state = at("movement", side, sequence="move-fight", units={start_: [unit], **far})
        return int(play(state, f"move {unit}", f"to {to}").var("spent"))

    # a city, a fortified line of the Soviets, one of the Germans, a hero city
    assert cost("3Pz", "2408", "2407") == 1 and cost("4AK", "2408", "2407") == 1
    assert cost("3Pz", "1914", "1913") == 1 and cost("4AK", "1914", "1913") == 1
    assert cost("60A", "1921", "1920", "soviet") == 1
    assert cost("60A", "1605", "1606", "soviet") == 1


@pytest.mark.rule("BD-10.20a")
def test_ground_and_river_add_up() -> None:
    """The rulebook's example: two for rough ground and two for the river."""

    def cost(unit: str, start_: str, to: str) -> int:
        state = at("movement", "german", sequence="move-fight", units={start_: [unit], **FAR})
        return int(play(state, f"move {unit}", f"to {to}").var("spent"))

    assert cost("3Pz", "2514", "2615") == 4
    assert cost("4AK", "2514", "2615") == 2
    # marsh over the Pripet, clear ground over the Dnepr
    assert cost("3Pz", "2113", "2013") == 5
    assert cost("3Pz", "2310", "2311") == 3 and cost("4AK", "2310", "2311") == 2


GROUP = ["3Pz", "14Pz", "24Pz"]


@pytest.mark.rule("BD-10.24c", "BD-10.24d")
def test_a_group_assaults_again_and_again_the_same_hex_or_others() -> None:
    units = {"2309": GROUP, "2308": ["60A"], "2208": ["59A"], "1001": ["54A"]}
    stalled = assaulted(start(units, *GROUP), "2308", 6)
    assert stalled.place("60A") == "2308" or stalled.var("result") == BB
    state = assaulted(start({**units, "2309": GROUP[:2]}, *GROUP[:2]), "2308", 5)
    assert state.place("60A") == "2308"
    # the same hex, by the same group
    assert "2308" in names(state, "assault")
    twice = assaulted(state, "2308", 5)
    assert twice.var("spent") == 6 and twice.place("60A") == "2308"
    # and by another that comes after it
    other = {**units, "2309": GROUP[:2], "2408": GROUP[2:]}
    third = assaulted(start(other, *GROUP[:2]), "2308", 5)
    third = play(third, "stop", "move 24Pz")
    assert "2308" in names(third, "assault")


@pytest.mark.rule("BD-10.25e")
def test_the_ground_of_the_launch_hex_does_not_matter() -> None:
    """From marsh, from rough ground, from a city, each into the open."""
    for launch, target in (("2013", "1912"), ("2615", "2616"), ("2407", "2306")):
        leg = start({launch: ["3Pz"], target: ["60A"], "1001": ["59A"]}, "3Pz")
        if target == "2616":
            target = "2614"
            leg = start({launch: ["3Pz"], target: ["60A"], "1001": ["59A"]}, "3Pz")
        assert target in names(leg, "assault"), launch


@pytest.mark.rule("BD-10.25f")
def test_cities_and_fortified_lines_may_be_assaulted() -> None:
    city = start({"2408": ["3Pz"], "2407": ["60A"], "1001": ["59A"]}, "3Pz")
    assert "2407" in names(city, "assault")
    line = start({"1912": ["3Pz"], "1913": ["60A"], "1001": ["59A"]}, "3Pz")
    assert "1913" in names(line, "assault")


@pytest.mark.rule("BD-10.30a")
@pytest.mark.parametrize("die", [1, 5])
def test_mobile_and_prepared_assaults_go_together(die: int) -> None:
    """Won or stalled: a mobile assault and then a prepared one, and the other way round."""
    units = {"2309": GROUP, "2308": ["60A"], "2307": ["59A"], "2209": ["54A"], "1001": ["53A"]}
    after = assaulted(start(units, *GROUP), "2308", die)
    after = walk(
        after, "leg", choices={"retreat": "retreat-to 2408", "bloodbath": "keep-bloodbath"}
    )
    held = [u for u in GROUP if after.place(u) in ("2308", "2309")]
    fighting = walk(play(after, "stop"), "prepared assault", "german")
    assert fighting.var("turn") == 10
    target = min(names(fighting, "attack"))
    assert declare(fighting, target, held).units_with("attacking") == held
    first = at("prepared assault", "german", turn=10, sequence="fight-move", units=units)
    fought = fight(first, "2308", GROUP, die=die, choices=CHOICES)
    choices = {"retreat": "retreat-to 2408", "bloodbath": "keep-bloodbath", "advance": "hold"}
    moving = walk(fought, "movement", "german", choices)
    assert moving.var("turn") == 10
    mover = next(u for u in GROUP if u in names(moving, "move"))
    assert names(play(moving, f"move {mover}"), "assault")


@pytest.mark.rule("BD-10.31a", "BD-10.31c")
def test_who_retreats_from_one_mobile_assault_defends_in_the_next() -> None:
    """An army is driven from 2308 to 2307, and from there, with another, to 2306."""
    units = {"2309": GROUP, "2308": ["60A"], "2307": ["59A"], "2306": ["54A"], "1001": ["53A"]}
    fled = walk(assaulted(start(units, *GROUP), "2308", 1), "leg",
                choices={"retreat": "retreat-to 2307", "bloodbath": "force-retreat"})  # fmt: skip
    assert fled.place("60A") == "2307"
    assert odds(fled, "german", "2307", GROUP, MOBILE).defence == 6
    rested = edit(fled, {"47Pz": "2308", "48Pz": "2308"}, variables={"spent": 0})
    fought = walk(play(rested, "assault 2307"), "combat", choices=CHOICES)
    assert fought.var("defence") == 6
    # at 1:1 no die drives them out; with three to two it does
    lone = edit(rested, {"59A": "removed"})
    again = assaulted(lone, "2307", 1)
    again = walk(again, "leg", choices={"retreat": "retreat-to 2306", "bloodbath": "force-retreat"})
    assert again.place("60A") == "2306"
    last = edit(again, variables={"spent": 0})
    assert odds(last, "german", "2306", GROUP, MOBILE).defence == 6


@pytest.mark.rule("BD-10.31b")
def test_nobody_retreats_from_a_mobile_assault_into_its_launch_hex() -> None:
    """Attacked from the east, an army has two hexes left in the directions of its retreat."""
    units = {"2307": GROUP, "2308": ["60A"], "1001": ["53A"], "2320": ["4AK"]}
    leg = start(units, *GROUP)
    fled = walk(play(leg, "assault 2308"), "combat", choices=CHOICES)
    retreating = play(fled, "roll 1")
    if retreating.decision == "bloodbath":
        retreating = play(retreating, "force-retreat")
    assert retreating.decision == "retreat" and retreating.to_move == "soviet"
    assert names(retreating, "retreat-to") == {"2208", "2408"}


@pytest.mark.rule("BD-10.33a", "BD-11.23b")
def test_the_luftwaffe_flies_in_mobile_assaults() -> None:
    units = {"2309": GROUP, "2308": ["60A"], "1001": ["53A"]}
    leg = start(units, *GROUP, turn=12)
    asked = walk(play(leg, "assault 2308"), "luftwaffe")
    assert asked.to_move == "german"
    plain, helped = (
        walk(play(asked, f), "combat").var("column") for f in ("no-luftwaffe", "luftwaffe")
    )
    assert helped == plain + 1
    with refused("BD-11.23d"):
        edit(asked, variables={"luftwaffe": 0}).push("luftwaffe")


@pytest.mark.rule("BD-11.18d")
def test_no_attack_crosses_the_sea_elsewhere() -> None:
    """Three hexsides of the map lie between neighbours on the land with sea between them."""
    for here, there in (("2805", "2904"), ("2908", "3009"), ("1216", "1316")):
        state: State = german({here: ["4AK"], there: ["60A"], "1001": ["59A"]}, german=["2607"])
        assert there not in names(state, "attack")
        with refused("BD-11.1a"):
            state.push(f"attack {there}")
        assert there not in names(soviet({here: ["60A"], there: ["4AK"]}, marker=here), "attack")
    kerch = german({"3106": ["4AK"], "3105": ["60A"], "1001": ["59A"]})
    assert "3105" in names(kerch, "attack")
