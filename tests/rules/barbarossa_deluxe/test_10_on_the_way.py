"""Section 10: groups on their way, paused units, and the end of a phase."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef

from . import test_1_other_turns as other_turns
from .board_positions import OOS, OVERLAND, at, data, edit, names, play, refused, surround, walk
from .test_10_movement_tables import CHOICES, FAR, POCKET, E, Units, W, group, moving
from .test_11_read_in_the_midst import read, spoilt

ASKED = {
    "hero cities: standing answer": "ask-always",
    "emergency: standing answer": "ask-always",
}
EXITS = [r.name for r in data().map.hexes if r is not None and "caucasus-exit" in r.features]
"""3200 to 3204."""


# -- the phase ------------------------------------------------------------------------------


@pytest.mark.rule("BD-10.2b", "BD-8.11a", "BD-9.1b")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_answers_are_given_for_one_phase(order: str) -> None:
    units: Units = {**FAR, "2308": ["4AK"], "rvgk": ["5Sh"], "2305": ["61A"]}
    state = at("movement", "german", turn=10, sequence=order, units=units, choices=ASKED)
    assert state.var("standing hero city") == state.var("standing emergency") == 2
    state = walk(edit(state, variables={"emergency used": 1}), "movement", "german")
    over = play(state, "end-movement")
    assert over.to_move == "soviet"
    assert over.var("standing hero city") == over.var("standing emergency") == 0
    # within the same player turn it is for movement phases alone (8.11)
    assert over.var("emergency used") == (order == "move-fight")


@pytest.mark.rule("BD-10.2b", "BD-10.1b")
@pytest.mark.parametrize(("side", "one", "two"), [("german", "4AK", "5AK"),
                                                  ("soviet", "60A", "61A")])  # fmt: skip
def test_each_unit_that_begins_has_all_its_points(side: str, one: str, two: str) -> None:
    """10.2: none are lent or given; on foot there are 4."""
    state = moving(side, {"2308": [one], "2310": [two]})
    gone = play(state, f"move {one}")
    there = max(names(gone, "to"))
    gone = walk(play(gone, f"to {there}"), "leg") if play(gone, f"to {there}").decision == "leg" \
        else play(gone, f"to {there}")  # fmt: skip
    rested = walk(gone, "movement", side) if gone.decision == "movement" else play(gone, "stop")
    begun = play(walk(rested, "movement", side), f"move {two}")
    assert begun.var("spent") == 0
    fresh = play(moving(side, {"2310": [two]}), f"move {two}")
    assert names(begun, "to") == names(fresh, "to") - {gone.place(one)} | (
        names(fresh, "to") & {gone.place(one)}
    )


@pytest.mark.rule("BD-10.2b", "BD-4.11b", "BD-4.13j")
def test_the_movement_phase_is_where_expeditions_leave_and_come_back() -> None:
    corps: Units = {EXITS[0]: ["3Pz", "14Pz", "4AK"], "2310": ["5AK"], "1001": ["66A"]}
    open_ = {"caucasus open": 1}
    assert "launch-expedition" in names(moving("german", corps, variables=open_))
    back: Units = {"caucasus": ["60A"], "2310": ["5AK"], "1001": ["66A"]}
    free = {"caucasus": 3, "caucasus way out": 2}
    assert names(moving("soviet", back, variables=free), "return") == {"60A"}
    assert not names(moving("german", back, variables=free), "return")
    gone: Units = {"caucasus": ["3Pz", "14Pz", "4AK"], "2310": ["5AK"], "1001": ["66A"]}
    out = {"caucasus": 1, "caucasus launched on": 9}
    assert "recall-expedition" in names(moving("german", gone, variables=out))
    assert "recall-expedition" not in names(moving("soviet", gone, variables=out))


@pytest.mark.rule("BD-10.6a", "BD-10.2b")
@pytest.mark.parametrize(
    ("side", "tanks", "spent", "may"),
    [
        ("german", ("3Pz", "14Pz"), 6, True), ("german", ("3Pz", "14Pz"), 7, True),
        ("german", ("3Pz", "14Pz"), 8, False),
        ("soviet", ("3T", "5T"), 5, True), ("soviet", ("3T", "5T"), 6, False),
    ],
)  # fmt: skip
def test_who_rests_goes_on_while_points_of_its_own_are_left(
    side: str, tanks: tuple[str, str], spent: int, may: bool
) -> None:
    """On turn 10 a panzer corps has 8 points, a tank army 6."""
    begun = group(moving(side, {"2308": list(tanks)}), *tanks)
    to = W if side == "german" else E
    gone = edit(play(begun, f"to {to}"), variables={"spent": spent})
    rested = play(gone, f"drop {tanks[0]}")
    rested = rested if rested.decision == "movement" else play(rested, "stop")
    assert tanks[0] in rested.units_with("paused")
    assert (tanks[0] in names(rested, "move")) == may


# -- groups ---------------------------------------------------------------------------------


@pytest.mark.rule("BD-10.1b", "BD-10.7a", "BD-11.7a")
@pytest.mark.parametrize(
    ("side", "units", "points"),
    [("german", ["3Pz", "14Pz"], 8), ("soviet", ["3T", "5T"], 6), ("soviet", ["60A", "3T"], 4)],
)
def test_a_group_goes_by_the_factors_of_its_own_side(
    side: str, units: list[str], points: int
) -> None:
    state = moving(side, {"2308": units})
    assert state.ask(f"{side} allowance") == 0  # nobody moves
    begun = group(state, *units)
    assert begun.ask(f"{side} allowance") == points
    assert max(begun.last_cost(h) for h in begun.ask(f"{side} reach")) == points
    gone = play(begun, f"to {W if side == 'german' else E}")
    for spent, goes in ((points - 1, True), (points, False)):
        assert bool(names(edit(gone, variables={"spent": spent}), "to")) == goes


@pytest.mark.rule("BD-10.1b", "BD-10.6a")
def test_a_group_goes_on_from_where_it_is_when_its_first_unit_is_left_behind() -> None:
    begun = group(moving("german", {"2308": ["3Pz", "14Pz", "24Pz"]}), "3Pz", "14Pz", "24Pz")
    left = play(begun, f"to {W}", "drop 3Pz")
    on = play(left, "to 2311")
    assert on.place("3Pz") == W and {on.place("14Pz"), on.place("24Pz")} == {"2311"}
    # two or more of the eight points are left, and the next hexes are those around 2311
    assert "2312" in names(on, "to") and names(on, "drop") == {"14Pz"}
    over = play(on, "to 2312")
    assert over.place("14Pz") == over.place("24Pz") == "2312"


@pytest.mark.rule("BD-10.1b", "BD-10.24a", "BD-10.14a")
def test_what_a_leg_offers() -> None:
    """A hex to go to, an enemy to assault, a strait to cross, and to stop."""
    units: Units = {W: ["3Pz"], "2308": ["60A"], "3106": ["4AK"], "3104": ["61A"]}
    state = moving("german", units)
    tanks = group(state, "3Pz")
    assert names(tanks, "assault") == {"2308"} and names(tanks, "to") and "stop" in names(tanks)
    assert not names(tanks, "cross") and not names(tanks, "with") and not names(tanks, "drop")
    corps = group(state, "4AK")
    assert names(corps, "cross") == {"3105"} and not names(corps, "assault")
    other = moving("soviet", {"3105": ["60A"], "2310": ["5AK"]})
    assert names(group(other, "60A"), "cross") == {"3106"}


@pytest.mark.rule("BD-10.1b", "BD-2.9d")
def test_the_militia_does_not_go_along() -> None:
    state = moving("soviet", {"1011": ["LPMA", "60A", "3T"], "2310": ["5AK"]})
    assert names(group(state, "60A"), "with") == {"3T"}
    poles = moving("soviet", {"1806": ["60A", "Pol"], "2310": ["5AK"]})
    assert names(group(poles, "60A"), "with") == {"Pol"}


@pytest.mark.rule("BD-10.1b", "BD-7.17a")
def test_the_supply_of_each_who_joins_is_looked_at() -> None:
    ring = {h: [u] for u, h in surround("2308", POCKET).items()}
    assert len(ring) == 6
    for supplied in (True, False):
        units: Units = {"2308": ["3Pz", "4AK"], **({} if supplied else ring)}
        begun = moving("german", units)
        assert (begun.ask("supply", "3Pz") == OVERLAND) == supplied
        cut = play(begun, "move 3Pz", "with 4AK")
        assert cut.units_with("halved") == ([] if supplied else ["3Pz", "4AK"])


@pytest.mark.rule("BD-10.1b", "BD-10.6a", "BD-7.17a")
@pytest.mark.parametrize("halved", [False, True])
def test_who_rests_goes_on_with_what_it_had(halved: bool) -> None:
    """7.17: supply is looked at as a unit begins its move, and holds for the phase."""
    units: Units = {"2308": ["3Pz", "14Pz", "24Pz", "39Pz"], W: ["40Pz"]}
    more: dict[str, Any] = {"flags": {"halved": ["3Pz", "14Pz", "24Pz"]}} if halved else {}
    begun = group(moving("german", units), "3Pz", "14Pz", "24Pz")
    begun = edit(begun, **more)
    points = 4 if halved else 8
    assert begun.ask("german allowance") == points
    rested = play(begun, f"to {W}", "drop 3Pz", "stop")
    assert rested.units_with("paused") == ["3Pz", "14Pz", "24Pz"]
    ring = surround(W, ["21A", "22A", "23A", "24A", "27A"], leave=["2410"])
    if not halved:
        # cut off where they rest, they have all their points all the same
        rested = edit(rested, {**ring, "28A": "2410", "39Pz": "2310"})
        assert rested.ask("supply", "3Pz") == OOS
    on = play(rested, "move 3Pz")
    assert on.units_with("moving") == ["3Pz"] and on.units_with("paused") == ["14Pz", "24Pz"]
    assert on.units_with("at caucasus exit") == []
    assert on.var("spent") == 1 and on.ask("german allowance") == points
    # what it had used is counted on by the move, and stands at those who rest alone
    assert on.text().count("points used=1") == 2
    # who rests with as many points goes along; who never moved, or moved otherwise, does not
    assert names(on, "with") == {"14Pz"}  # or 24Pz, which is like it
    both = play(on, "with 14Pz")
    assert both.units_with("moving") == ["3Pz", "14Pz"] and both.units_with("paused") == ["24Pz"]
    assert both.units_with("halved") == (["3Pz", "14Pz", "24Pz"] if halved else [])
    assert both.ask("german allowance") == points and both.var("spent") == 1


@pytest.mark.rule("BD-10.1b", "BD-10.5a", "BD-10.6a")
def test_only_who_rests_with_as_many_points_goes_on_together() -> None:
    """Two corps are dropped on a way there and back; one of them has used more than the other."""
    tanks = ["3Pz", "14Pz", "24Pz", "39Pz"]
    begun = group(moving("german", {"2308": tanks}), *tanks)
    way = play(begun, f"to {W}", "drop 3Pz", "to 2308", f"to {W}", "drop 14Pz", "stop")
    assert way.units_with("paused") == tanks
    assert {way.place(u) for u in tanks} == {W}
    # 1 point used, and 3
    assert names(way, "move") >= {"3Pz", "14Pz"}
    alone = play(way, "move 3Pz")
    assert alone.var("spent") == 1 and not names(alone, "with")
    first = play(way, "move 14Pz")
    assert first.var("spent") == 3 and names(first, "with") == {"24Pz"}
    # nor with who has not begun
    fresh = edit(way, {"40Pz": W, "41Pz": W})
    assert names(play(fresh, "move 14Pz"), "with") == {"24Pz"}
    assert names(play(fresh, "move 40Pz"), "with") == {"41Pz"}


@pytest.mark.rule("BD-10.6a", "BD-4.11d")
@pytest.mark.parametrize(
    ("spent", "left"), [(3, True), (4, True), (6, True), (7, True), (8, False)]
)
def test_who_is_dropped_at_an_exit_with_a_point_left_may_leave(spent: int, left: bool) -> None:
    dropped = "3Pz"
    begun = group(moving("german", {EXITS[1]: ["3Pz", "14Pz", "24Pz"]}), "3Pz", "14Pz", "24Pz")
    begun = begun._supposed(unit_flags=[(u, "halved", False) for u in ("3Pz", "14Pz", "24Pz")])
    there = edit(play(begun, f"to {EXITS[2]}"), variables={"spent": spent})
    parted = play(there, f"drop {dropped}")
    assert parted.place(dropped) == EXITS[2]
    assert (dropped in parted.units_with("at caucasus exit")) == left
    inland = group(moving("german", {"2308": ["3Pz", "14Pz"]}), "3Pz", "14Pz")
    away = play(inland, f"to {W}", "drop 3Pz")
    assert away.units_with("at caucasus exit") == []


# -- what the other side may do on the way --------------------------------------------------


@pytest.mark.rule("BD-10.1b", "BD-10.5a", "BD-8.11a")
def test_the_soviet_is_not_asked_while_a_group_is_named() -> None:
    units: Units = {**FAR, "2308": ["3Pz", "14Pz"], "rvgk": ["5Sh"], "1402": ["61A"]}
    state = at("hero city", "soviet", turn=10, sequence="move-fight", units=units, choices=ASKED)
    state = walk(state, "movement", "german")
    begun = play(state, "move 3Pz")
    assert (begun.decision, begun.to_move) == ("leg", "german")
    both = play(begun, "with 14Pz")
    assert (both.decision, both.to_move) == ("leg", "german")
    gone = play(both, f"to {W}")
    assert gone.to_move == "soviet" and gone.place("3Pz") == W


@pytest.mark.rule("BD-10.1b", "BD-9.1b")
@pytest.mark.parametrize("held", [True, False])
def test_the_soviet_is_asked_before_a_city_of_his_is_entered(held: bool) -> None:
    """Voronezh, 2205; into a city of its own the German goes unasked."""
    city, start = "2205", "2206"
    units: Units = {start: ["3Pz", "14Pz"], "rvgk": ["5Sh"], "1402": ["61A"], "1001": ["66A"]}
    more = {"german": [city]} if held else {"soviet": [city]}
    state = at("hero city", "soviet", turn=10, sequence="move-fight", units=units, choices=ASKED,
               **more)  # type: ignore[arg-type]  # fmt: skip
    begun = group(walk(state, "movement", "german"), "3Pz", "14Pz")
    asked = play(begun, f"to {city}")
    assert asked.to_move == "soviet"
    assert asked.place("3Pz") == (city if held else start)
    again = read(asked)
    assert (city in names(asked, "declare-hero")) == (not held) and again.to_move == "soviet"
    if not held:
        # in the midst of the walk both are where they came from
        spoilt(asked, "2315", ["3Pz"])
        spoilt(asked, "2315", ["14Pz"])


# -- mobile assaults ------------------------------------------------------------------------


@pytest.mark.rule("BD-10.24a")
@pytest.mark.parametrize("target", ["2308", "2307", "2306", "2107", "1906"])
def test_a_mobile_assault_strikes_what_is_next_to_it(target: str) -> None:
    """From 2309 only 2308 of these is adjacent."""
    units: Units = {W: ["3Pz", "14Pz"], target: ["60A"]}
    state = moving("german", units)
    begun = group(state, "3Pz", "14Pz")
    asked: dict[str, Any] = {"attackers": ["3Pz", "14Pz"], "kind": "mobile"}
    if target == "2308":
        assert state.battle(target, **asked).kind == "mobile"
        assert names(begun, "assault") == {target}
        return
    assert not names(begun, "assault")
    with refused("BD-10.24a"):
        state.battle(target, **asked)


@pytest.mark.rule("BD-10.24e")
@pytest.mark.parametrize(("group_", "may"), [(["4T", "5T"], True), (["1T", "2T", "3T"], False)])
def test_each_tank_army_assaults_once_a_phase_and_fresh_ones_strike_again(
    group_: list[str], may: bool
) -> None:
    units: Units = {**FAR, E: ["1T", "2T", "3T"], "2208": ["4T", "5T"], "2308": ["4AK"]}
    state = other_turns.at("movement", "soviet", 25, units, order="move-fight",
                           flags={"made a mobile assault": ["1T", "2T", "3T"]})  # fmt: skip
    begun = group(state, *group_)
    assert names(begun, "assault") == ({"2308"} if may else set())
    if not may:
        with refused("BD-10.24e"):
            begun.push("assault 2308")


@pytest.mark.rule("BD-10.28b", "BD-10.29a", "BD-10.27a")
@pytest.mark.parametrize(("target", "launch", "cost"), [("1913", "1912", 4), ("1817", "1818", 3)])
def test_an_assault_on_a_line_of_the_other_side_costs_four(
    target: str, launch: str, cost: int
) -> None:
    """1913 is a Soviet line, 1817 a German one; a line of one's own costs nothing (10.24)."""
    units: Units = {launch: ["3Pz", "14Pz"], target: ["60A"]}
    begun = group(moving("german", units), "3Pz", "14Pz")
    fighting = play(begun, f"assault {target}")
    assert fighting.var("spent") == cost
    assert read(fighting).var("target") == fighting.var("target")
    stalled = play(walk(fighting, "combat", choices=CHOICES), "roll 5")
    assert stalled.var("spent") == cost and stalled.place("3Pz") == launch


@pytest.mark.rule("BD-10.28b", "BD-10.28a")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_nobody_takes_a_hex_that_is_empty_after_a_bloodbath(die: int) -> None:
    """One corps of 4 for the army's 3: both are gone, and the hex is Soviet as before."""
    units: Units = {W: ["3Pz"], "2308": ["60A"], "2310": ["5AK"]}
    begun = group(moving("german", units), "3Pz")
    rolling = walk(play(begun, "assault 2308"), "combat", choices=CHOICES)
    kept = play(rolling, f"roll {die}")
    assert kept.place("60A") != "dead" or kept.place("3Pz") == "dead"
    if kept.decision == "bloodbath":
        kept = play(kept, "keep-bloodbath")
        assert kept.place("60A") == kept.place("3Pz") == "dead"
        assert "2308" not in kept.hexes_with("german")


@pytest.mark.rule("BD-10.24a", "BD-7.17a", "BD-10.25h")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_what_is_asked_before_a_move_is_asked_of_the_group(side: str) -> None:
    tanks = ["3Pz", "14Pz"] if side == "german" else ["3T", "5T"]
    enemy = "60A" if side == "german" else "4AK"
    units: Units = {**FAR, W: tanks, "2308": [enemy], "1912": [tanks[0]][:0]}
    state = (
        moving("german", units)
        if side == "german"
        else other_turns.at("movement", "soviet", 25, units, order="move-fight")
    )
    begun = group(state, *tanks)
    points = 8 if side == "german" else 6
    assert begun.ask(f"{side} assault cost", "2308") == 3
    assert begun.ask(f"{side} allowance") == points
    limit = f"{side} mobile limit BD-10.25h too few movement points for the mobile assault"
    assert begun.ask(limit) == ["2308"]
    river: Units = {**FAR, "2404": tanks, "2403": [enemy]}
    over = (
        moving("german", river)
        if side == "german"
        else other_turns.at("movement", "soviet", 25, river, order="move-fight")
    )
    crossing = group(over, *tanks)
    assert crossing.ask(f"{side} assault cost", "2403") == 5  # 1, 2 for the river, 2
    # with half its points, 4 or 3, a group cannot pay for it
    weak = edit(crossing, flags={"halved": tanks})
    assert weak.ask(limit) == [] and crossing.ask(limit) == ["2403"]


@pytest.mark.rule("BD-10.24a", "BD-7.17a", "BD-10.25h")
@pytest.mark.parametrize(
    ("side", "halved", "points", "pays"),
    [("german", False, 8, True), ("german", True, 4, True),
     ("soviet", False, 6, True), ("soviet", True, 3, False)],
)  # fmt: skip
def test_what_a_group_could_do_is_asked_by_its_own_points(
    side: str, halved: bool, points: int, pays: bool
) -> None:
    """Into Dnepropetrovsk's neighbour 2407, a city, an assault costs 1 and 3."""
    tanks = ["3Pz", "14Pz"] if side == "german" else ["3T", "5T"]
    enemy, friend = ("60A", "4AK") if side == "german" else ("4AK", "60A")
    units: Units = {**FAR, "2408": tanks, "2407": [enemy], "2508": [friend]}
    state = (
        moving("german", units)
        if side == "german"
        else other_turns.at("movement", "soviet", 25, units, order="move-fight")
    )
    begun = group(state, *tanks)
    begun = edit(begun, flags={"halved": tanks}) if halved else begun
    assert begun.ask(f"{side} allowance") == points
    assert begun.ask(f"{side} assault cost", "2407") == 4
    limit = f"{side} mobile limit BD-10.25h too few movement points for the mobile assault"
    assert begun.ask(limit) == (["2407"] if pays else [])
    near = set(begun.ask(f"{side} reach"))
    assert "2407" not in near and "2508" in near
    assert max(begun.last_cost(h) for h in near) == points


@pytest.mark.rule("BD-7.17a", "BD-10.3a")
@pytest.mark.parametrize(("start", "to"), [("2013", "2112"), ("1912", "2013")])
def test_what_a_halved_group_could_reach_has_the_one_free_hex(start: str, to: str) -> None:
    """Marsh over a river costs 5, and 4 points are left; marsh alone costs 3."""
    begun = edit(group(moving("german", {start: ["3Pz"]}), "3Pz"), flags={"halved": ["3Pz"]})
    assert begun.ask("german allowance") == 4 and to in begun.ask("german reach")
    assert set(begun.ask("german reach")) == names(begun, "to")


@pytest.mark.rule("BD-10.1b", "BD-10.14a")
@pytest.mark.parametrize(
    ("side", "unit", "there", "may"),
    [("german", "4AK", "5AK", True), ("german", "4AK", "60A", False),
     ("soviet", "60A", "61A", True), ("soviet", "60A", "4AK", False)],
)  # fmt: skip
def test_the_strait_is_crossed_to_friends_and_not_to_enemies(
    side: str, unit: str, there: str, may: bool
) -> None:
    start, shore = ("3106", "3105") if side == "german" else ("3105", "3106")
    begun = group(moving(side, {start: [unit], shore: [there]}), unit)
    assert names(begun, "cross") == ({shore} if may else set())


@pytest.mark.rule("BD-10.1b")
def test_who_has_moved_neither_joins_nor_moves_again() -> None:
    state = moving("german", {"2308": ["3Pz", "4AK", "49Mtn"]}, flags={"moved": ["4AK"]})
    begun = group(state, "3Pz")
    assert names(begun, "with") == {"49Mtn"}
    # with others that have moved it is a position, with one of the group it is none
    both = play(begun, "with 49Mtn")
    assert read(both).units_with("moved") == ["4AK"]
    for flags in ([("3Pz", "moved", True)], [("3Pz", "moving", False), ("49Mtn", "moving", False)]):
        with pytest.raises(ef.EastfrontError):
            both.game.state_from_bytes(bytes(both._supposed(unit_flags=flags)))


@pytest.mark.rule("BD-6.4a", "BD-10.4a", "BD-10.22a")
def test_a_satellite_army_enters_neither_enemies_nor_full_hexes_nor_armies_nor_the_north() -> None:
    """From 2308: 2307 is the enemy's, 2209 full, 2408 another army's, and 2208 leads north."""
    full = ["9AK", "10AK", "11AK", "12AK", "13AK"]
    units: Units = {"2308": ["3Rum"], E: ["60A"], "2209": full, "2408": ["4Rum"]}
    begun = group(moving("german", units), "3Rum")
    open_ = names(begun, "to")
    assert {W, "2409", "2208"} <= open_
    assert not {E, "2209", "2408"} & open_ and not {h for h in open_ if h[:2] < "22"}
    on = play(begun, f"to {W}")
    assert "2308" in names(on, "to") and not {"2209", "2408"} & names(on, "to")
    corps = group(moving("german", {**units, "2308": ["20AK"]}), "20AK")
    assert "2408" in names(corps, "to") and {h for h in names(corps, "to") if h[:2] < "22"}


@pytest.mark.rule("BD-10.6b", "BD-10.2b")
def test_what_was_used_is_forgotten_when_a_stack_rests_no_more() -> None:
    units: Units = {"2308": ["3Pz", "4AK"], "2311": ["5AK"]}
    rested = play(group(moving("german", units), "3Pz", "4AK"), f"to {W}", "drop 4AK", "stop")
    assert rested.text().count("points used=1") == 2
    for after in (play(rested, "move 5AK"), play(rested, "end-movement")):
        assert "points used" not in after.text() and after.units_with("paused") == []


@pytest.mark.rule("BD-4.11b", "BD-4.11d")
@pytest.mark.parametrize(("flag", "may"), [("", True), ("paused", False), ("moved", False)])
def test_who_rests_at_an_exit_without_a_point_left_does_not_leave(flag: str, may: bool) -> None:
    units: Units = {EXITS[0]: ["3Pz", "14Pz", "4AK"], "2310": ["5AK"], "1001": ["66A"]}
    flags = {flag: ["3Pz"]} if flag else {}
    state = moving("german", units, variables={"caucasus open": 1}, flags=flags)
    assert ("launch-expedition" in names(state)) == may
    noted = edit(state, flags={"at caucasus exit": ["3Pz"]})
    assert "launch-expedition" in names(noted)


@pytest.mark.rule("BD-4.12a")
def test_only_rifle_armies_of_the_box_follow_an_expedition() -> None:
    units: Units = {EXITS[0]: ["3Pz", "14Pz", "4AK"], "rvgk": ["5Sh", "60A", "61A", "3T"],
                    "2501": ["62A", "63A"], "2310": ["5AK"]}  # fmt: skip
    state = moving("german", units, variables={"caucasus open": 1})
    asked = walk(play(state, "launch-expedition"), "caucasus response")
    assert not {"5Sh", "3T"} & names(asked, "give")
    assert {"60A", "62A"} <= names(asked, "give")
