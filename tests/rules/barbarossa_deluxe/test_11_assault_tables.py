"""Section 11.1 to 11.7 and 11.30 to 11.32: which units may attack which hexes, and advances."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import IllegalAction, State
from eastfront.questions.consequences import Advance

from .board_positions import (
    BB,
    DE,
    DR,
    at,
    edit,
    fight,
    marker,
    names,
    play,
    refused,
    walk,
)

NW, W, SW, SE, E, NE = "2209", "2309", "2409", "2408", "2307", "2208"
"""The hexes around 2308."""
PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
ARMIES = ["60A", "61A", "62A", "63A", "64A"]
FAR = {"2311": ["1AK"], "1001": ["66A"]}
Units = dict[str, Any]


def phase(side: str, units: Units, turn: int = 13, **more: Any) -> State:
    """An assault phase: the German's after movement, the Soviet's before it."""
    sequence = more.pop("sequence", "move-fight" if side == "german" else "fight-move")
    variables = {"luftwaffe": 0, **more.pop("variables", {})}
    return at(
        "prepared assault", side, turn=turn, sequence=sequence, units={**FAR, **units},
        variables=variables, **more,
    )  # fmt: skip


# -- who may attack -------------------------------------------------------------------------


@pytest.mark.rule("BD-11.1a", "BD-11.17a", "BD-11.17b", "BD-11.18a", "BD-11.18b")
@pytest.mark.parametrize(
    ("side", "start", "target", "foot", "mech"),
    [
        ("german", "2309", "2308", True, True),
        ("soviet", "2309", "2308", True, True),
        ("german", "2404", "2403", True, True),  # a river
        ("german", "3106", "3105", True, False),  # Kerch
        ("german", "3105", "3106", True, False),
        ("soviet", "3106", "3105", True, False),
        ("soviet", "3105", "3106", True, False),
        ("soviet", "2907", "3008", True, False),  # the Sivash
        ("soviet", "3008", "2907", True, False),
        ("german", "2907", "3008", False, False),
        ("german", "3008", "2907", False, False),
        ("german", "2802", "2901", False, False),  # the Manych
        ("soviet", "2802", "2901", False, False),
        ("german", "2805", "2904", False, False),  # an arm of the sea
        ("soviet", "2310", "2308", False, False),  # not next to it
    ],
)
def test_over_which_hexsides_who_attacks(
    side: str, start: str, target: str, foot: bool, mech: bool
) -> None:
    ours = ("4AK", "3Pz") if side == "german" else ("60A", "3T")
    theirs = "61A" if side == "german" else "5AK"
    for unit, may in zip(ours, (foot, mech), strict=True):
        state = phase(side, {start: [unit], target: [theirs]}, german=["2607", "2804"])
        assert (target in names(state, "attack")) == may
        if may:
            assert state.battle(target, [unit]).attack is not None
            continue
        with refused("BD-11.1a"):
            state.push(f"attack {target}")
        with refused("BD-11.1a"):
            state.battle(target, [unit])
    both = phase(side, {start: list(ours), target: [theirs]}, german=["2607", "2804"])
    assert (target in names(both, "attack")) == foot
    if foot:
        begun = play(both, f"attack {target}")
        able = {*begun.units_with("attacking"), *names(begun, "with")}
        assert able == (set(ours) if mech else {ours[0]})


@pytest.mark.rule("BD-10.22a", "BD-10.22c")
@pytest.mark.parametrize(
    ("turn", "zone", "may"), [(12, "north", True), (13, "north", False), (12, "south", False)]
)
def test_satellite_armies_attack_northern_hexes_while_the_ban_is_suspended(
    turn: int, zone: str, may: bool
) -> None:
    """2208 is south of the boundary, 2108 and 2107 north of it; 2209 lies in the south too."""
    units = {"2208": ["3Rum"], "2108": ["60A"], "2307": ["61A"]}
    state = phase("german", units, turn, zone=zone)
    assert names(state, "attack") == ({"2108", "2307"} if may else {"2307"})
    corps = edit(state, {"4AK": "2208"})
    assert names(corps, "attack") == {"2108", "2307"}
    begun = play(corps, "attack 2108")
    able = {*begun.units_with("attacking"), *names(begun, "with")}
    assert able == ({"3Rum", "4AK"} if may else {"4AK"})
    south = play(corps, "attack 2307")
    assert {*south.units_with("attacking"), *names(south, "with")} == {"3Rum", "4AK"}
    if not may:
        with refused("BD-11.1a"):
            state.push("attack 2108")


@pytest.mark.rule("BD-11.1a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_where_nobody_stands_nobody_is_attacked(side: str) -> None:
    ours, theirs = ("4AK", "60A") if side == "german" else ("60A", "4AK")
    state = phase(side, {W: [ours], "2308": [theirs]})
    for hex_ in ("2207", W):  # an empty hex and one's own
        with pytest.raises(IllegalAction, match=r"BD-11\.1a: no enemy stands there"):
            state.push(f"attack {hex_}")


@pytest.mark.rule("BD-11.4b", "BD-10.16b", "BD-11.1a", "BD-11.4c")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_what_keeps_units_from_attacking_and_what_is_said(side: str) -> None:
    ours, theirs = (["4AK", "5AK"], "60A") if side == "german" else (["60A", "61A"], "4AK")
    state = phase(side, {W: ours, "2308": [theirs], E: ["3T" if side == "german" else "3Pz"]})
    first, second = ours
    assert names(state, "attack") == {"2308"}  # not what stands behind it
    for flag, rule in (("fought", "BD-11.4b"), ("may not attack", "BD-10.16b")):
        one = edit(state, flags={flag: [first]})
        begun = play(one, "attack 2308")
        assert {*begun.units_with("attacking"), *names(begun, "with")} == {second}
        with refused(rule):
            one.battle("2308", [first])
        with refused(rule):
            one.battle("2308", ours)
        assert one.battle("2308", [second]).attack == 3 if side == "german" else True
        none = edit(state, flags={flag: ours})
        assert names(none, "attack") == set()
        with refused("BD-11.1a"):
            none.push("attack 2308")
    done = edit(state, flags={"defended": [theirs]})
    assert names(done, "attack") == set()
    with refused("BD-11.4c"):
        done.push("attack 2308")
    with refused("BD-11.4c"):
        done.battle("2308", ours)
    # of two defenders one is enough, for who defends anew
    joined = edit(done, {"61A" if side == "german" else "6AK": "2308"})
    assert names(joined, "attack") == {"2308"}
    with pytest.raises(IllegalAction, match=r"BD-11\.1a: it is not next to the target"):
        state.battle(E, ours)
    with refused("BD-11.1a"):
        state.battle("2209", ours)
    assert state.battle("2308", ours).target == "2308"


@pytest.mark.rule("BD-11.3a", "BD-11.1b")
def test_the_attackers_are_named_one_by_one() -> None:
    """From all hexes around, each of a kind in order; with none there is no fight."""
    state = phase("german", {W: ["3Pz", "4AK"], E: ["14Pz"], "2308": ["60A"], SW: ["49Mtn"]})
    begun = play(state, "attack 2308")
    assert names(begun, "with") == {"3Pz", "14Pz", "4AK", "49Mtn"}
    assert begun.to_move == "german" and begun.decision == "attackers"
    assert "fight" not in names(begun)
    one = play(begun, "with 14Pz")
    assert one.units_with("attacking") == ["14Pz"] and "fight" in names(one)
    # those before it in the order of units were passed over
    assert "with 3Pz" not in names(one)
    all_ = play(begun, "with 3Pz", "with 14Pz", "with 4AK", "with 49Mtn")
    assert all_.decision != "attackers" and all_.var("battle kind") == 2
    assert set(all_.units_with("fought")) == {"3Pz", "14Pz", "4AK", "49Mtn"}
    few = play(one, "fight")
    assert few.units_with("fought") == ["14Pz"]


@pytest.mark.rule("BD-11.4b", "BD-11.4c", "BD-5.5a", "BD-11.29a", "BD-11.1b")
def test_each_phase_of_fight_fight_begins_anew() -> None:
    units: Units = {W: PZ[:2], "2308": ["60A"], "2404": ["4AK", "5AK"], "2403": ["61A"]}
    state = phase("german", units, 10, sequence="fight-fight")
    assert state.var("assault phase") == 1 and state.var("side") == 0
    first = walk(fight(state, "2308", PZ[:2], die=6), "prepared assault", "german")
    assert names(first, "attack") == {"2403"} and first.units_with("defended") == ["60A"]
    again = walk(play(first, "end-assaults"), "prepared assault", "german")
    assert again.var("assault phase") == 2
    assert names(again, "attack") == {"2308", "2403"}
    for flag in ("fought", "defended", "retreated"):
        assert again.units_with(flag) == []


@pytest.mark.rule("BD-8.38b", "BD-8.39b", "BD-11.1b")
@pytest.mark.parametrize(("turn", "armies"), [(9, 7), (10, 9), (13, 13)])
def test_supports_are_there_anew_in_each_soviet_phase(turn: int, armies: int) -> None:
    before = at("phase order", "soviet", turn=turn, units={E: ARMIES, "2308": ["4AK"], **FAR},
                variables={"partisans used": 1})  # fmt: skip
    state = walk(play(before, "fight-move"), "prepared assault", "soviet")
    assert (state.var("air armies left"), state.var("partisans used")) == (armies, 0)
    over = walk(play(state, "end-assaults"), "movement", "soviet")
    assert (over.var("air armies left"), over.var("partisans used")) == (0, 0)


@pytest.mark.rule("BD-10.22a", "BD-11.1a")
def test_a_lake_bars_corps_and_armies_alike() -> None:
    """2901 lies across the Manych from 2802; an army that has fought opens no way for others."""
    units: Units = {"2802": ["4AK", "3Rum"], "2901": ["60A"], "2803": ["61A"]}
    state = phase("german", units, german=["2607", "2804"])
    assert names(state, "attack") == {"2803"}
    beside = phase("german", {"2802": ["4AK"], "2902": ["3Rum"], "2901": ["60A"], "2803": ["61A"]},
                   flags={"fought": ["3Rum"]}, german=["2607", "2804"])  # fmt: skip
    assert names(beside, "attack") == {"2803"}
    able = edit(beside, {"4AK": "2902"})
    assert names(able, "attack") == {"2901", "2803"}


@pytest.mark.rule("BD-11.1b", "BD-8.11a", "BD-9.1b")
def test_what_the_other_side_may_do_in_an_assault_phase() -> None:
    """The Soviet may declare a hero city, but no emergency unit comes; both ends are ends."""
    choices = {"hero cities: standing answer": "ask-always",
               "emergency: standing answer": "ask-always"}  # fmt: skip
    units: Units = {W: PZ[:2], "2308": ["60A"], "rvgk": ["5Sh"], "1402": ["61A"], **FAR}
    state = at("hero city", "soviet", turn=10, sequence="fight-move", units=units, choices=choices)
    assert "declare-hero 1402" in names(state) and "decline" in names(state)
    assert state.var("assault phase") == 1 and state.var("side") == 0
    after = play(state, "decline")
    assert after.decision == "prepared assault" and after.to_move == "german"
    assert not names(after, "declare-hero")
    over = play(after, "end-assaults")
    assert over.decision == "hero cities: standing answer"  # for the movement that follows


@pytest.mark.rule("BD-11.1b", "BD-9.1b", "BD-9.2b")
def test_own_cities_are_declared_in_the_own_phase() -> None:
    ours = phase("soviet", {E: ARMIES[:2], "2308": ["4AK"]}, variables={"hero cities": 1})
    assert "1402" in names(ours, "declare-hero") and not names(ours, "declare-fortress")
    over = play(ours, "end-assaults")
    assert over.decision != "prepared assault"
    assert [over.var(f"standing {w}") for w in ("hero city", "emergency", "fortress city")] == [
        0, 0, 0,
    ]  # fmt: skip
    theirs = phase("german", {W: PZ[:2], "2308": ["60A"]}, variables={"fortress cities": 1})
    assert "2311" in names(theirs, "declare-fortress") and not names(theirs, "declare-hero")
    assert theirs.var("side") == 0 and ours.var("side") == 1
    for state in (ours, theirs):
        assert state.var("emergency used") == 1  # in a movement phase alone


# -- who takes the ground -------------------------------------------------------------------


def won(state: State, group: list[str], result: int, target: str = "2308") -> State:
    """A battle with a result that may leave the hex empty, at the advance if there is one."""
    rolling = fight(state, target, group)
    said = next(
        o for o in rolling.battle().outcomes if o.result == ("AE", "AS", "BB", "DR", "DE")[result]
    )
    after = play(rolling, f"roll {said.dice[0]}")
    assert after.var("result") == result
    while after.decision in ("retreat", "bloodbath loss", "bloodbath", "retreat unit"):
        after = play(after, sorted(after.legal_actions.names())[-1])
    return after


@pytest.mark.rule("BD-11.30a", "BD-11.30b", "BD-11.26f")
@pytest.mark.parametrize("result", [BB, DR, DE])
def test_the_victors_advance_after_any_result_that_empties_the_hex(result: int) -> None:
    group = ["3Pz", "4AK", "49Mtn"]
    more = ["8Ital"] if result == DE else []
    state = phase("german", {W: [*group, *more, "2Hun"], "2308": ["60A"]})
    after = won(state, [*group, *more], result)
    left = {u for u in [*group, *more] if after.place(u) == W}
    assert after.decision == "advance" and after.to_move == "german"
    assert names(after, "advance") == left and "hold" in names(after)
    assert "2Hun" not in names(after, "advance")
    order = [u for u in ("3Pz", "4AK", "49Mtn", "8Ital") if u in left]
    first = play(after, f"advance {order[0]}")
    assert first.place(order[0]) == "2308" and "2308" in first.hexes_with("german")
    all_ = after
    for unit in order:
        assert all_.decision == "advance"
        all_ = play(all_, f"advance {unit}")
    assert all_.decision != "advance" and {all_.place(u) for u in order} == {"2308"}
    held = play(after, "hold")
    assert held.units_at("2308") == []


@pytest.mark.rule("BD-11.30b", "BD-6.3a", "BD-6.4a")
def test_who_advances_observes_stacking() -> None:
    """Six corps and two satellite armies: five units, and one army among them."""
    units: Units = {
        W: [*PZ[:4], "3Rum"],
        SW: ["40Pz", "41Pz", "4Rum"],
        "2308": ARMIES[:3],
    }
    group = [*PZ, "41Pz", "3Rum", "4Rum"]
    after = won(phase("german", units), group, DR)
    assert {*names(after, "advance")} >= {"3Rum"}
    army = play(after, "advance 3Rum")
    assert army.decision != "advance" or "advance 4Rum" not in names(army)
    five = play(after, *(f"advance {u}" for u in PZ))
    assert len(five.units_at("2308")) == 5 and five.decision != "advance"


@pytest.mark.rule("BD-10.22a", "BD-11.30b")
@pytest.mark.parametrize(("turn", "zone", "may"), [(12, "north", True), (13, "south", False)])
def test_satellite_armies_do_not_advance_north(turn: int, zone: str, may: bool) -> None:
    """They do not attack there, unless the ban is suspended; nor go on there as second hex."""
    units: Units = {"2208": ["3Rum", *PZ[:3]], "2108": ["60A"]}
    state = phase("german", units, turn, zone=zone)
    group = [*PZ[:3], *(["3Rum"] if may else [])]
    after = won(state, group, DR, "2108")
    assert ("3Rum" in names(after, "advance")) == may
    assert "3Pz" in names(after, "advance")


@pytest.mark.rule("BD-11.17c", "BD-11.18c", "BD-11.30b")
@pytest.mark.parametrize(
    ("over", "target", "by_land"), [("3105", "3106", "3107"), ("2907", "3008", "3009")]
)
def test_who_came_over_a_strait_stays_there(over: str, target: str, by_land: str) -> None:
    """Kerch and the Sivash; those who came by land advance."""
    inside = ["4AK", "5AK"] if target == "3106" else ["4AK"]
    units = {over: ["60A", "1Sh"], by_land: ["3T", "61A"], target: inside}
    group = ["60A", "1Sh", "3T", "61A"]
    state = phase("soviet", units, variables=marker(target))
    rolling = fight(state, target, group)
    empty = [o for o in rolling.battle().outcomes if o.result in ("BB", "DR", "DE")]
    assert empty
    for outcome in empty:
        told = next(c for c in outcome.consequences if isinstance(c, Advance))
        assert set(told.units) == {"3T", "61A"}
        after = won(state, group, ("AE", "AS", "BB", "DR", "DE").index(outcome.result), target)
        if after.decision == "advance":
            assert names(after, "advance") <= {"3T", "61A"}
    assert after.place("1Sh") in (over, "dead")


@pytest.mark.rule("BD-11.32a", "BD-11.32c", "BD-11.32b")
@pytest.mark.parametrize(
    ("side", "turn", "may"),
    [("german", 9, True), ("german", 12, True), ("german", 13, False), ("soviet", 12, False),
     ("soviet", 13, True)],
)  # fmt: skip
def test_who_goes_on_a_second_hex(side: str, turn: int, may: bool) -> None:
    """Mechanised units that advanced, in supply, into land with room and without enemies."""
    if side == "german":
        group, foot = [*PZ[:4], "4AK"], "4AK"
        state = phase(side, {W: group, "2308": ["60A"], NE: ["61A"], "2306": ["62A"]}, turn,
                      sequence="move-fight")  # fmt: skip
        enemy, first = NE, "3Pz"
    else:
        group, foot = ["1G", "2G", "3T", "5T", "60A"], "60A"
        state = phase(side, {E: group, "2308": ["8Ital"], NW: ["5AK"]}, turn,
                      variables=marker("2307"))  # fmt: skip
        enemy, first = NW, "3T"
    after = won(state, group, DE)
    stay = [u for u in group if u not in (foot, first)]
    order = sorted([foot, first], key=after.game.units.index)
    after = play(after, *(f"advance {u}" for u in order))
    after = play(after, "hold") if after.decision == "advance" else after
    if not may:
        assert after.decision != "second advance"
        return
    assert after.decision == "second advance" and after.to_move == side
    assert names(after, "exploit") == {first} and "hold" in names(after)
    where = play(after, f"exploit {first}")
    around = {NW, W, SW, SE, E, NE}
    assert names(where, "exploit-to") == around - {enemy}
    away = SE
    gone = play(where, f"exploit-to {away}")
    assert gone.place(first) == away
    assert (away in gone.hexes_with("german")) == (side == "german")
    assert {gone.place(u) for u in stay} == {W if side == "german" else E}
    assert gone.decision != "second advance"
    held = play(after, "hold")
    assert held.place(first) == "2308"


@pytest.mark.rule("BD-11.32c", "BD-6.3a", "BD-11.19a")
def test_where_a_second_hex_may_be() -> None:
    """Not into a full hex, nor the sea, nor over it: 2805 lies on the Sea of Azov."""
    units: Units = {"2806": PZ[:4], "2805": ["60A"], "2704": ["8AK", "9AK", "10AK", "11AK", "12AK"],
                    "2705": ["13AK", "17AK", "20AK", "23AK"]}  # fmt: skip
    after = won(phase("german", units, 12, german=["2607", "2804"]), PZ[:4], DE, "2805")
    after = play(after, "advance 3Pz", "advance 14Pz", "hold")
    where = play(after, "exploit 3Pz")
    assert names(where, "exploit-to") == {"2804", "2705", "2806"}
    gone = play(where, "exploit-to 2705")
    # which is full now
    assert gone.decision == "second advance"
    assert names(play(gone, "exploit 14Pz"), "exploit-to") == {"2804", "2806"}


@pytest.mark.rule("BD-11.1a", "BD-10.22a")
def test_an_army_of_allies_alone_has_nothing_to_attack_in_the_north() -> None:
    """2207 lies in the south, 2107 in the north."""
    for group, zone, may in (
        (["3Rum"], "south", False),
        (["3Rum"], "north", True),
        (["3Rum", "4AK"], "south", True),
    ):
        state = at("prepared assault", "german", turn=10, sequence="move-fight", zone=zone,
                   units={"2207": group, "2107": ["60A"], "1001": ["66A"]})  # fmt: skip
        assert ("2107" in names(state, "attack")) == may
        if not may:
            with refused("BD-11.1a"):
                play(state, "attack 2107")
