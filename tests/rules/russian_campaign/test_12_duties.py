"""Sections 12 and 16: the duties to attack when movement ends, and the units that surrender."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from eastfront._core import State

from .battle_positions import (
    around,
    at,
    combat,
    engage,
    fight,
    go,
    may,
    names,
    play,
    refused,
    strengths,
)
from .turn_positions import SNOW

HERE = "Y18"
NEAR, ACROSS, BESIDE = "KK19", "KK20", "LL19"
"""The two sides of the Kerch Strait, and a hex next to the first of them by land."""

# -- the floor of 1-6 -----------------------------------------------------------------------

KURSK = "X13"
WINTER = {"46 Pz": KURSK, "13 Inf": "W13", "8 TkC": "Y13", "1G A": "W14", "2G A": "W14"}
"""Three factors against fifteen, supplied from Kursk next to them; and an attack out of Kursk."""


@pytest.mark.rule("TRC-12.3b", "TRC-12.5a", "TRC-12.5b")
def test_who_loses_supply_in_the_phase_fights_below_the_floor() -> None:
    """17.3: the holder of Kursk falls, so that the city is nobody's; two factors are left."""
    state = combat("axis", WINTER, turn=4, weather=SNOW, axis=[KURSK])
    assert names(state, "attack") == {"Y13", "W14"}
    # before that it is 1-5 and needs nobody's leave
    assert strengths(engage(state, "W14", ["13 Inf"])) == (3, 15, -5)
    lost = fight(state, "Y13", ["46 Pz"], 1, announced=-6)
    assert lost.place("46 Pz") == "pool" and KURSK not in lost.hexes_with("axis control")
    # 1-8 is fought in the worst column, and the die is all that is left
    assert (lost.decision, strengths(lost)) == ("combat", (2, 15, -6))
    assert lost.place("13 Inf") == "W13"
    # and while somebody else is to fight as well it is told as one that may be fought
    other = combat("axis", {**WINTER, "47 Pz": "Z18", "5 TkC": "Y18"}, turn=4, weather=SNOW,
                   axis=[KURSK])  # fmt: skip
    left = fight(other, "Y13", ["46 Pz"], 1, announced=-6)
    assert names(left, "attack") == {"W14", "Y18"}
    assert left.battle("W14", ["13 Inf"]).column == "1:6"
    # with supply the odds are as before
    kept = fight(state, "Y13", ["46 Pz"], 4, announced=1)
    assert kept.place("46 Pz") == KURSK and strengths(kept) == (3, 15, -5)


@pytest.mark.rule("TRC-12.3b", "TRC-12.5a")
def test_who_keeps_his_supply_meanwhile_is_held_to_the_floor() -> None:
    """Two corps can fight apart while both are supplied; one alone no more than one stack."""
    units = {"13 Inf": "W13", "17 Inf": "W13", "1G A": "W14", "2G A": "W14", "11 A": "V14"}
    state = combat("axis", units, turn=8)
    assert names(state, "attack") == {"W14", "V14"}
    begun = play(state, "attack W14", "join 13 Inf")
    assert may(begun, "fight")
    # who takes both takes the other stack as well, as nobody is left for it
    both = play(begun, "join 17 Inf")
    assert set(both.hexes_with("beset")) == {"W14", "V14"}
    assert strengths(both) == (6, 21, -4)


READ = ("D-21",)


@pytest.mark.rule("TRC-12.5a", "TRC-15.1a", "TRC-12.3b")
def test_below_the_floor_without_supply_no_aircraft_need_fly() -> None:
    """D-21: when the floor cannot be reached any more the attack is fought as it stands."""
    units = {**WINTER, "HQ South": "V18", "11 A": "W14", "1G A": "DD3"}
    more = {"turn": 4, "weather": SNOW, "axis": [KURSK], "variables": {"stukas": 0}}
    state = combat("axis", units, options=READ, **more)
    lost = fight(state, "Y13", ["46 Pz"], 1, announced=-6)
    assert lost.decision == "combat" and strengths(lost) == (2, 13, -6)


@pytest.mark.rule("TRC-12.5a", "TRC-12.3b")
def test_nor_when_one_that_could_fly_would_not_bring_the_attack_there() -> None:
    """Two factors with a Stuka reach eighteen, one reaches nine; the stack has fifteen."""
    units = {"46 Pz": KURSK, "SS Res": "W13", "8 TkC": "Y13", "1G A": "W14", "2G A": "W14"}
    units |= {"HQ South": "V18"}
    more = {"turn": 4, "weather": SNOW, "axis": [KURSK], "variables": {"stukas": 1}}
    state = combat("axis", units, options=READ, **more)
    # the Stuka that has to fly has flown unasked: 1-8 and three levels
    begun = play(state, "attack W14")
    assert (begun.decision, strengths(begun), begun.var("stukas")) == ("odds", (2, 15, -5), 0)
    lost = fight(state, "Y13", ["46 Pz"], 1, announced=-6)
    assert lost.decision == "forces" and names(lost, "stuka") == {"HQ South"}
    assert strengths(play(lost, "fight")) == (1, 15, -6)


# -- who can attack -------------------------------------------------------------------------

QUIET = {
    "axis": ["HQ South", "Hitler"],
    "russian": ["Kharkov Worker", "Stavka", "Stalin"],
}


@pytest.mark.rule("TRC-12.1a", "TRC-12.4a", "TRC-12.2b")
@pytest.mark.parametrize("options", [(), ("D-10",)])
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_workers_leaders_and_headquarters_attack_unless_it_is_read_otherwise(
    side: str, options: tuple[str, ...]
) -> None:
    foe = {"axis": "5 ParaC", "russian": "Rum 5 Inf"}[side]
    corps = {"axis": "13 Inf", "russian": "8 TkC"}[side]
    for unit in QUIET[side]:
        alone = combat(side, {unit: "Z18", foe: HERE}, options=options)
        assert (alone.decision == "movement") == bool(options), unit
        assert (alone.units_with("engaged") == []) == bool(options)
        assert alone.place(unit) == "Z18"
        # a corps beside it attacks with it, or alone
        both = combat(side, {unit: "Z18", corps: "Z18", foe: HERE}, options=options)
        assert set(both.units_with("engaged")) | names(both, "join") == (
            {corps} if options else {corps, unit}
        )


# -- winners --------------------------------------------------------------------------------


def ended(units: dict[str, str], winners: Iterable[str], flag: str = "victor") -> State:
    """The end of an Axis movement phase in which some have won automatically.

    Sevastopol and Kiev supply them.
    """
    impulse = 1 if flag == "victor" else 2
    return combat("axis", units, impulse, flags={flag: list(winners)}, axis=["JJ23", "W19"])


@pytest.mark.rule("TRC-16.3c", "TRC-16.2d", "TRC-16.3a", "TRC-12.5d")
@pytest.mark.parametrize("flag", ["victor", "spent"])
def test_only_winners_whose_neighbours_nobody_attacks_surrender(flag: str) -> None:
    """46 Pz is next to tanks that 13 Inf attacks, 47 Pz to some that nobody can, 57 Pz to none."""
    units = {
        "46 Pz": "Z18", "8 TkC": HERE, "13 Inf": "Y19", "47 Pz": "BB12", "5 TkC": "BB11",
        "57 Pz": "Z22", "6 TkC": "Z25",
    }  # fmt: skip
    state = ended(units, ["46 Pz", "47 Pz", "57 Pz"], flag)
    assert state.place("47 Pz") == "surrendered"
    assert {u: state.place(u) for u in units if u != "47 Pz"} == {
        u: h for u, h in units.items() if u != "47 Pz"
    }
    assert state.units_with("engaged") == ["13 Inf"] and state.hexes_with("beset") == [HERE]
    assert state.units_with("kept") == []
    # with all their neighbours attacked all stay
    more = ended({**units, "12 Inf": "AA11"}, ["46 Pz", "47 Pz", "57 Pz"], flag)
    assert all(more.place(u) == h for u, h in units.items())
    assert names(more, "attack") == {HERE, "BB11"}


@pytest.mark.rule("TRC-16.3c", "TRC-16.2d", "TRC-8.5.2b", "TRC-16.3a")
@pytest.mark.parametrize("flag", ["victor", "spent"])
def test_winners_owe_nothing_across_the_strait(flag: str) -> None:
    state = ended({"46 Pz": ACROSS, "8 TkC": NEAR}, ["46 Pz"], flag)
    assert state.place("46 Pz") == ACROSS and state.hexes_with("beset") == []
    land = ended({"46 Pz": BESIDE, "8 TkC": NEAR}, ["46 Pz"], flag)
    assert land.place("46 Pz") == "surrendered"
    # nor does anybody two hexes away
    far = ended({"46 Pz": "Z18", "8 TkC": "X18"}, ["46 Pz"], flag)
    assert far.place("46 Pz") == "Z18"


@pytest.mark.rule("TRC-16.3c", "TRC-16.2d", "TRC-16.3a")
def test_it_is_others_that_must_attack_and_all_of_the_neighbours() -> None:
    """The winner stands between two stacks, and each of two others next to one of them."""
    units = {"46 Pz": "Y16", "11 A": "Y17", "12 A": "Y15", "13 Inf": "Y18"}
    state = ended(units, ["46 Pz"])
    assert state.place("46 Pz") == "surrendered" and state.place("13 Inf") == "Y18"
    assert state.hexes_with("beset") == ["Y17"]
    helped = ended({**units, "12 Inf": "Y14"}, ["46 Pz"])
    assert helped.place("46 Pz") == "Y16" and names(helped, "attack") == {"Y17", "Y15"}


@pytest.mark.rule("TRC-16.3c", "TRC-12.5a")
@pytest.mark.parametrize(("second", "stays"), [("12 A", True), ("7G A", False)])
def test_nobody_attacks_below_the_floor_for_winners(second: str, stays: bool) -> None:
    """Two factors against twelve, or against thirteen."""
    units = {"46 Pz": "Y16", "15 Mtn": "Y18", "11 A": "Y17", second: "Y17"}
    state = ended(units, ["46 Pz"])
    assert state.place("46 Pz") == ("Y16" if stays else "surrendered")
    assert state.place("15 Mtn") == ("Y18" if stays else "surrendered")


@pytest.mark.rule("TRC-16.3c", "TRC-17.2.1d")
def test_a_city_falls_when_winners_in_it_surrender() -> None:
    units = {"46 Pz": KURSK, "8 TkC": "Y13", "13 Inf": "Z18", "5 TkC": HERE}
    state = ended(units, ["46 Pz"])
    assert state.place("46 Pz") == "surrendered"
    # before any battle
    assert state.hexes_with("beset") == [HERE] and state.units_with("engaged") == ["13 Inf"]
    assert KURSK in state.hexes_with("russian control")


@pytest.mark.rule("TRC-16.2a", "TRC-16.2b", "TRC-12.1a")
def test_who_won_now_or_in_the_first_impulse_attacks_nobody() -> None:
    units = {"46 Pz": "Z18", "47 Pz": "Z18", "13 Inf": "Y19", "8 TkC": HERE}
    for flag in ("victor", "spent"):
        state = ended(units, ["46 Pz"], flag)
        assert set(state.units_with("engaged")) | names(state, "join") == {"47 Pz", "13 Inf"}
    # those of either impulse
    both = combat("axis", units, 2, flags={"victor": ["46 Pz"], "spent": ["47 Pz"]})
    assert both.units_with("engaged") == ["13 Inf"]


# -- while units move -----------------------------------------------------------------------

STACK = {"11 A": "R9", "12 A": "R9"}
"""Moscow: twelve factors doubled; three alone are too few, with six more they are not."""


@pytest.mark.rule("TRC-12.5b", "TRC-12.5c")
def test_help_that_has_moved_already_is_no_help() -> None:
    units = {**STACK, "13 Inf": "T10", "46 Pz": "U11"}
    fresh = go(at("axis", units=units), "13 Inf", "S9")
    with refused("TRC-12.5b"):
        play(fresh, "end-movement")
    # 46 Pz has gone one hex and stopped
    tired = go(go(at("axis", units=units), "46 Pz", "U12"), "13 Inf", "S9")
    assert play(tired, "end-movement").place("13 Inf") == "surrendered"


@pytest.mark.rule("TRC-12.5b")
def test_movement_does_not_end_when_who_would_have_helped_leaves_the_map() -> None:
    """24 Pz has come next to 24 factors, which 46 Pz beside them helps to attack until it exits."""
    strong = dict.fromkeys(("1G TkA", "2G TkA", "3G TkA"), "V2")
    units = {**strong, "13 Inf": "V4", "46 Pz": "W1", "41 Pz": "V6"}
    came = go(at("axis", units=units), "13 Inf", "V3")
    assert may(came, "end-movement")
    left = play(came, "move 46 Pz", "exit")
    with refused("TRC-12.5b"):
        play(left, "end-movement")
    assert may(go(left, "41 Pz", "V3"), "end-movement")


@pytest.mark.rule("TRC-12.5b", "TRC-12.5c")
def test_two_who_came_without_an_attack_are_looked_at_as_one() -> None:
    """Two corps of three factors against 24: no attack, unless 46 Pz comes as well."""
    units = {**STACK, "13 Inf": "T10", "17 Inf": "T10", "46 Pz": "U11"}
    one = go(at("axis", units=units), "13 Inf", "S9")
    with refused("TRC-12.5b"):
        play(one, "end-movement")
    both = go(one, "17 Inf", "S9")
    # six against 24 is 1-4
    assert may(both, "end-movement")
    fought = play(both, "end-movement")
    assert fought.place("13 Inf") == "S9"
    assert set(fought.units_with("engaged")) | names(fought, "join") == {"13 Inf", "17 Inf"}


@pytest.mark.rule("TRC-12.5b", "TRC-12.5c", "TRC-12.5e")
def test_who_did_not_move_may_be_left_to_his_fate() -> None:
    """Nobody came: movement ends though help stands near, and he surrenders."""
    units = {**STACK, "13 Inf": "S9", "46 Pz": "U11"}
    state = at("axis", units=units)
    assert may(state, "end-movement")
    assert play(state, "end-movement").place("13 Inf") == "surrendered"
    # who goes away from there may go
    left = go(at("axis", units={**units, "13 Inf": "T10"}), "13 Inf", "U10")
    assert may(left, "end-movement")


@pytest.mark.rule("TRC-16.3a", "TRC-12.5b")
@pytest.mark.parametrize("near", [True, False])
def test_movement_does_not_end_while_help_for_winners_can_come(near: bool) -> None:
    units = {"46 Pz": "Z18", "8 TkC": HERE, "13 Inf": "AA19" if near else "GG25"}
    # somebody else comes to an enemy of his own, and so it is looked at
    units |= {"17 Inf": "X14", "5 TkC": "W12"}
    for impulse, flag in ((1, "victor"), (2, "spent")):
        state = go(at("axis", impulse, units=units, flags={flag: ["46 Pz"]}), "17 Inf", "X13")
        if not near:
            assert play(state, "end-movement").place("46 Pz") == "surrendered"
            continue
        with refused("TRC-12.5b"):
            play(state, "end-movement")
        fought = play(go(state, "13 Inf", "Z19"), "end-movement")
        assert fought.place("46 Pz") == "Z18" and names(fought, "attack") == {HERE, "W12"}


# -- who gives way --------------------------------------------------------------------------


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_owner_says_who_gives_way(side: str) -> None:
    """Each of two attackers is next to one weak enemy and to one strong one; together they could
    attack either, and neither alone the strong one."""
    us = {"axis": ["13 Inf", "17 Inf"], "russian": ["8 TkC", "7 TkC"]}[side]
    weak = {"axis": "5 ParaC", "russian": "Rum 5 Inf"}[side]
    strong = {"axis": ["1G TkA", "2G TkA", "11 TkC"], "russian": ["GD Pz", "2 SS Pz", "46 Pz"]}[
        side
    ]
    units = dict.fromkeys(us, HERE) | {weak: "Y17"} | dict.fromkeys(strong, "X19")
    state = combat(side, units)
    # 3 against 21 or 25 is below 1-6, both against it leave the weak one unattacked; but both
    # may attack both together
    assert state.decision in ("battle", "forces")
    assert all(state.place(u) == HERE for u in us)
    # on different hexes they cannot
    apart = {**units, us[0]: "Z17"}
    assert "Y17" in around("Z17") and "X19" not in around("Z17")
    alone = combat(side, apart)
    assert (alone.place(us[0]), alone.place(us[1])) == ("Z17", "surrendered")


@pytest.mark.rule("TRC-12.5c", "TRC-12.5d", "TRC-17.2.1d")
def test_a_city_falls_when_its_holder_surrenders() -> None:
    units = {"15 Mtn": KURSK, "1G TkA": "Y13", "2G TkA": "Y13", "13 Inf": "Z18", "5 TkC": HERE}
    state = combat("axis", units, axis=[KURSK])
    assert state.place("15 Mtn") == "surrendered"
    assert state.hexes_with("beset") == [HERE] and state.units_with("engaged") == ["13 Inf"]
    assert KURSK in state.hexes_with("russian control")
    assert state.units_with("yielding") == []


# -- the strait -----------------------------------------------------------------------------


@pytest.mark.rule("TRC-8.5.2b", "TRC-14.1d", "TRC-12.5a", "TRC-12.5c")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_across_the_strait_the_floor_is_that_of_a_doubled_defender(side: str) -> None:
    """Three factors reach 18, which is nine doubled; who stands across may let it be, and who is
    next to it by land has to attack, or surrenders."""
    us = {"axis": "13 Inf", "russian": "8 TkC"}[side]
    nine = {"axis": ["11 A", "10 TkC"], "russian": ["46 Pz", "17 Inf"]}[side]
    ten = {"axis": ["1G A", "6 TkC"], "russian": ["47 Pz", "29 Inf"]}[side]
    for them, legal in ((nine, True), (ten, False)):
        units = {us: ACROSS} | dict.fromkeys(them, NEAR)
        state = combat(side, units)
        assert state.place(us) == ACROSS
        assert (names(state, "attack") == {NEAR}) == legal
        assert (state.decision == "battle") == legal
        # by land: LL19 lies on a river, so that he is doubled too
        land = combat(side, {us: BESIDE} | dict.fromkeys(them, NEAR))
        assert (land.place(us) == BESIDE) == legal
        # in open land nobody is doubled
        field = combat(side, {us: "Z18"} | dict.fromkeys(them, HERE))
        assert field.place(us) == "Z18"
    # where three factors do not reach nineteen undoubled
    big = {"axis": ["1G TkA", "2G TkA", "1 TkC"], "russian": ["GD Pz", "2 SS Pz"]}[side]
    field = combat(side, {us: "Z18"} | dict.fromkeys(big, HERE))
    assert field.place(us) == "surrendered"
    # one across and one by land take both advantages away: twelve factors against ten
    other = {"axis": "2 SS Pz", "russian": "1G A"}[side]
    mixed = combat(side, {us: ACROSS, other: BESIDE} | dict.fromkeys(ten, NEAR))
    assert mixed.place(other) == BESIDE
    worth = {"axis": 12, "russian": 11}[side]
    assert strengths(engage(mixed, NEAR, [us, other]))[:2] == (worth, 10)


@pytest.mark.rule("TRC-12.3a", "TRC-8.5.2b", "TRC-12.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_fights_others_leaves_the_enemy_beside_him_to_those_across_the_strait(
    side: str,
) -> None:
    """Nobody must attack across it; but once LL18 alone was attacked from LL19, somebody must
    attack NEAR, where the attackers are in a zone of control as well."""
    us, beyond, near, far = {
        "axis": ("46 Pz", "47 Pz", "8 TkC", "5 TkC"),
        "russian": ("1G TkA", "2G TkA", "13 Inf", "38 Inf"),
    }[side]
    units = {us: BESIDE, beyond: ACROSS, near: NEAR, far: "LL18"}
    state = combat(side, units)
    assert not may(state, "end-combat")
    after = fight(state, "LL18", [us], 6, announced=1)
    while after.decision in ("retreat to", "retreat on"):
        after = play(after, f"retreat-to {min(names(after, 'retreat-to'))}")
    # there is one battle left, and nothing else to do
    assert after.hexes_with("beset") == [NEAR] and after.units_with("engaged") == [beyond]
    over = fight(after, NEAR, [beyond], 6)
    assert over.hexes_with("dared") == []
    # the other way round whoever is beside LL18 still attacks that
    first = fight(state, NEAR, [beyond], 6, announced=1)
    while first.decision in ("retreat to", "retreat on"):
        first = play(first, f"retreat-to {min(names(first, 'retreat-to'))}")
    assert first.hexes_with("beset") == ["LL18"] and first.units_with("engaged") == [us]
    # with nobody across he attacks both together
    alone = combat(side, {us: BESIDE, near: NEAR, far: "LL18"})
    assert set(engage(alone, [NEAR, "LL18"], [us]).hexes_with("beset")) == {NEAR, "LL18"}
    # and who is beside nobody by land lets NEAR be
    assert may(combat(side, {beyond: ACROSS, near: NEAR}), "end-combat")


@pytest.mark.rule("TRC-12.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_an_attack_is_owed_only_where_an_enemy_stands(side: str) -> None:
    """Who was left to others in LL18 is gone; NEAR, across the strait, need not be attacked."""
    beyond, near = {"axis": ("47 Pz", "8 TkC"), "russian": ("2G TkA", "13 Inf")}[side]
    state = combat(side, {beyond: ACROSS, near: NEAR})
    assert may(state.edited(hex_flags=[("LL18", "dared", True)]), "end-combat")
