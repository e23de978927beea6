"""Sections 5, 7, 8 and 11: moves hex by hex, their consequences, and units that may not move."""

from __future__ import annotations

import pytest

import eastfront as ef

from .battle_positions import at, go, may, names, overrun, play, reach, refused
from .line_positions import at as line
from .turn_positions import CLEAR, LIGHT_MUD, MUD, SNOW, data, distance

STRONG = {"1G A": "Y18", "5 A": "Y18"}
"""Thirteen factors in open land: two attack them at 1-7, three at 1-5."""


# -- one leg after the other ----------------------------------------------------------------


@pytest.mark.rule("TRC-5.2a", "TRC-5.4a", "TRC-8.3b")
def test_a_move_goes_on_until_the_allowance_is_spent() -> None:
    """13 Inf has four hexes: by single steps, by longer legs, and to and fro."""
    for legs in (
        ["Y17", "Y18", "Y17", "Y18"],
        ["Y16", "Y18"],
        ["Y17", "Y14"],
        ["Y14"],
        ["Y15", "Y16"],
    ):
        state = play(at("axis", units={"13 Inf": "Y18", "24 Pz": "D28"}), "move 13 Inf")
        for hex_ in legs:
            assert state.decision == "leg", legs
            state = play(state, f"to {hex_}")
            assert state.place("13 Inf") == hex_
        assert state.decision == "movement", legs
        # and then it has moved
        assert "13 Inf" not in names(state, "move")
        with refused("TRC-5.1a"):
            play(state, "move 13 Inf")


@pytest.mark.rule("TRC-5.2a", "TRC-8.3b")
def test_a_move_ends_where_its_owner_stops() -> None:
    """Before the first step, or with three hexes of four left; that was its move."""
    begun = play(at("axis", units={"13 Inf": "Y18", "24 Pz": "D28"}), "move 13 Inf")
    for legs, where in (([], "Y18"), (["to Y17"], "Y17")):
        stopped = play(begun, *legs, "stop")
        assert (stopped.decision, stopped.place("13 Inf")) == ("movement", where)
        assert "13 Inf" not in names(stopped, "move")


@pytest.mark.rule("TRC-5.2a", "TRC-8.3b", "TRC-7.2a")
def test_a_step_into_a_zone_or_rough_terrain_ends_the_move() -> None:
    """With hexes left: by an enemy in open land, in woods, in a swamp."""
    for unit, start, to in (
        ("46 Pz", "Y20", "Y19"),
        ("46 Pz", "N21", "N20"),
        ("46 Pz", "R24", "R23"),
    ):
        state = at("axis", units={unit: start, "24 Pz": "D28", "11 A": "Y18"})
        assert play(state, f"move {unit}", f"to {to}").decision == "movement"
    # a friend's zone is no matter
    friendly = at("axis", units={"46 Pz": "Y20", "13 Inf": "Y18"})
    assert play(friendly, "move 46 Pz", "to Y19").decision == "leg"
    theirs = at("russian", units={"8 TkC": "Y20", "11 A": "Y18", "13 Inf": "X6"})
    assert play(theirs, "move 8 TkC", "to Y19").decision == "leg"
    near = at("russian", units={"8 TkC": "Y20", "13 Inf": "Y18"})
    assert play(near, "move 8 TkC", "to Y19").decision == "movement"


@pytest.mark.rule("TRC-7.2a", "TRC-8.3b")
def test_zones_cost_no_more_to_enter_or_to_leave() -> None:
    """Four hexes bring infantry into a zone, and four out of one."""
    into = at("axis", units={"13 Inf": "Y22", "11 A": "Y17"})
    assert {distance("Y22", h) for h in reach(into, "13 Inf")} == {1, 2, 3, 4}
    assert {"Y18", "X19"} <= reach(into, "13 Inf")
    out = at("axis", units={"13 Inf": "Y18", "11 A": "Y17"})
    assert {"Y22", "X22", "Z22"} <= reach(out, "13 Inf")
    assert "Y23" not in reach(out, "13 Inf")
    # free, and at the fourth step in a zone again
    assert "AA17" in reach(
        at("axis", units={"13 Inf": "Y18", "11 A": "Y17", "12 A": "AA16"}), "13 Inf"
    )


@pytest.mark.rule("TRC-5.2a", "TRC-12.5b")
@pytest.mark.parametrize("moves", [True, False])
def test_who_has_come_to_a_stronger_enemy_waits_for_help(moves: bool) -> None:
    """Two factors against thirteen; six more can still come. Who stood there need not be helped."""
    units = {**STRONG, "15 Mtn": "Z20" if moves else "Z18", "46 Pz": "AA21", "24 Pz": "D28"}
    state = at("axis", units=units, variables={"stukas": 0})
    if moves:
        there = go(state, "15 Mtn", "Z18")
        with refused("TRC-12.5b"):
            play(there, "end-movement")
        assert may(go(there, "46 Pz", "Z18"), "end-movement")
    else:
        # chosen, and stopped where it stood: it has entered nothing
        assert may(play(state, "move 15 Mtn", "stop"), "end-movement")


@pytest.mark.rule("TRC-5.2a", "TRC-17.2.1c", "TRC-17.2.1d", "TRC-17.2.1e")
def test_a_city_that_was_passed_goes_back_to_who_alone_is_near() -> None:
    """An army in X12 has Kursk in its zone; the panzers pass by in X14 and Y13, and go on."""
    state = at("axis", units={"46 Pz": "W14", "11 A": "X12"}, russian=["X13"])

    def owners(legs: list[str]) -> tuple[bool, bool]:
        after = play(state, "move 46 Pz", *(f"to {h}" for h in legs))
        assert after.place("46 Pz") == legs[-1]
        return tuple("X13" in after.hexes_with(f"{s} control") for s in ("axis", "russian"))  # type: ignore[return-value]

    # both are near: nobody's
    assert owners(["Y13"]) == (False, False)
    assert owners(["X14"]) == (False, False)
    # the army alone
    assert owners(["Z13"]) == (False, True)
    assert owners(["X14", "Y13", "Z13"]) == (False, True)


@pytest.mark.rule("TRC-5.2a", "TRC-17.2.1c", "TRC-17.2.1d")
@pytest.mark.parametrize("army", [True, False])
def test_a_city_changes_hands_as_soon_as_somebody_comes_near(army: bool) -> None:
    """From Z13, far from anything, to Y13 next to Kursk, which nobody holds."""
    units = {"46 Pz": "Z13"} | ({"11 A": "X12"} if army else {})
    came = play(at("axis", units=units, russian=["X13"]), "move 46 Pz", "to Y13")
    assert ("X13" in came.hexes_with("axis control")) == (not army)
    assert "X13" not in came.hexes_with("russian control")
    # and stays with him who passed
    on = play(came, "to Z13")
    assert ("X13" in on.hexes_with("axis control")) == (not army)
    assert ("X13" in on.hexes_with("russian control")) == army


@pytest.mark.rule("TRC-5.2a", "TRC-9.4.4a")
def test_a_move_crosses_track_of_the_enemy_on_its_way() -> None:
    """From Bryansk along the track, in one leg and in two."""
    state = line("axis", {"47 Pz": "T14"}, axis=["T14"], rail=["T14"])
    for legs in (["T13", "S12"], ["S12"]):
        after = play(state, "move 47 Pz", *(f"to {h}" for h in legs))
        assert after.place("47 Pz") == "S12" and "S12" in after.hexes_with("crossed")
    assert play(state, "move 47 Pz", "to T13").hexes_with("crossed") == ["T13"]
    # the Russian crosses none that is his
    own = line("russian", {"8 TkC": "T14"}, russian=["T14"])
    assert play(own, "move 8 TkC", "to T13").hexes_with("crossed") == []


@pytest.mark.rule("TRC-5.2a", "TRC-20.10.1a")
def test_a_move_may_end_beyond_the_enemys_edge() -> None:
    for side, unit, edge, own in (
        ("axis", "41 Pz", "V1", "S33"),
        ("russian", "1 TkC", "V33", "V1"),
    ):
        assert may(play(at(side, units={unit: edge}), f"move {unit}"), "exit")
        assert not may(play(at(side, units={unit: own}), f"move {unit}"), "exit")


@pytest.mark.rule("TRC-5.2a")
def test_a_state_in_the_midst_of_a_move_is_read_with_the_unit_where_it_was() -> None:
    state = play(at("axis", units={"13 Inf": "Y18", "11 A": "X6"}), "move 13 Inf", "to Y17")
    read = state.game.state_from_bytes(bytes(state))
    assert (read.decision, read.place("13 Inf")) == ("leg", "Y17")
    assert read.to_move == "axis"
    assert names(read, "to") == names(state, "to")
    for elsewhere in ("Y20", "removed"):
        with pytest.raises(ef.EastfrontError):
            state.game.state_from_bytes(bytes(state._supposed(places=[("13 Inf", elsewhere)])))


# -- who moves ------------------------------------------------------------------------------


@pytest.mark.rule("TRC-5.1a", "TRC-11.1a")
@pytest.mark.parametrize("impulse", [1, 2])
def test_workers_and_partisans_never_move(impulse: int) -> None:
    units = {"Partisan 1": "Y18", "Moscow Worker": "R9", "8 TkC": "X6", "Stavka": "X6"}
    state = at("russian", impulse, units=units)
    movers = names(state, "move")
    assert not {"Partisan 1", "Moscow Worker"} & movers
    assert {"8 TkC"} <= movers and ("Stavka" in movers) == (impulse == 2)
    for unit in ("Partisan 1", "Moscow Worker"):
        with refused("TRC-5.1a"):
            play(state, f"move {unit}")
    # nor anybody of the other side, or off the map
    theirs = at("axis", impulse, units={**units, "24 Pz": "D28", "46 Pz": "removed"})
    assert not {"8 TkC", "Stavka", "46 Pz"} & names(theirs, "move")
    with refused("TRC-5.1a"):
        play(theirs, "move 8 TkC")


@pytest.mark.rule("TRC-5.4a", "TRC-11.3a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_the_country_of_a_lost_leader_has_no_allowance(side: str) -> None:
    """11.3: all units of his country, headquarters as well; the other country's move."""
    own, other = (
        (("46 Pz", "HQ South"), "Rum Cav") if side == "axis" else (("8 TkC", "Stavka"), None)
    )
    units = dict.fromkeys(own, "Y18") | ({other: "Y15"} if other else {})
    state = at(side, 2, units=units, variables={f"{side} leader lost": 2})
    for unit in own:
        with refused("TRC-5.4a"):
            play(state, f"move {unit}")
    if other:
        assert may(state, f"move {other}")
    enemy = "russian" if side == "axis" else "axis"
    free = at(side, 2, units=units, variables={f"{enemy} leader lost": 2})
    assert set(own) <= names(free, "move")


@pytest.mark.rule("TRC-11.1a", "TRC-12.5b")
@pytest.mark.parametrize("impulse", [1, 2])
def test_a_headquarters_comes_to_help_in_the_second_impulse_only(impulse: int) -> None:
    """Its one factor would make 1-5 of 1-7."""
    units = {**STRONG, "15 Mtn": "Z19", "HQ South": "Z20", "24 Pz": "D28"}
    state = at("axis", impulse, units=units, variables={"stukas": 0})
    there = go(state, "15 Mtn", "Z18")
    if impulse == 2:
        with refused("TRC-12.5b"):
            play(there, "end-movement")
        helped = go(there, "HQ South", "Z18")
        assert may(helped, "end-movement")
    else:
        assert may(there, "end-movement")


FULL = ("13 Inf", "12 Inf", "8 Inf", "9 Inf")
"""One corps too many for a hex."""


@pytest.mark.rule("TRC-16.2a", "TRC-11.1a")
@pytest.mark.parametrize("flag", ["moved", "victor", "pinned", None])
def test_movement_ends_in_an_overfull_hex_when_nobody_can_leave_it(flag: str | None) -> None:
    """Who has moved, won or is held cannot; nor a headquarters in a first impulse."""
    units = dict.fromkeys(FULL, "Z18") | {"HQ South": "Z18", "24 Pz": "D28"}
    flags = {"moved": list(FULL[1:])} | ({flag: [FULL[0]]} if flag not in (None, "moved") else {})
    if flag == "moved":
        flags = {"moved": list(FULL)}
    state = at("axis", units=units, flags=flags)
    if flag is None:
        with refused("TRC-6.2a"):
            play(state, "end-movement")
    else:
        assert may(state, "end-movement")
        assert play(state, "end-movement").decision == "overstacked"


# -- where nobody goes ----------------------------------------------------------------------


@pytest.mark.rule("TRC-16.2b", "TRC-19.2b")
@pytest.mark.parametrize("spent", [True, False])
def test_in_the_second_impulse_enemies_bar_the_way(spent: bool) -> None:
    """Nobody enters an enemy's hex; a winner of the first impulse neither his zone nor a
    partisan's hex."""
    units = {"46 Pz": "Y20", "11 A": "Y17", "Partisan 1": "AA20", "24 Pz": "D28"}
    state = at("axis", 2, units=units, rail=["AA20"], flags={"spent": ["46 Pz"] if spent else []})
    there = reach(state, "46 Pz")
    # half of seven, rounded up
    assert {"Y19", "Z20", "X21"} <= there
    assert "Y17" not in there
    assert ({"Y18", "X18"} <= there) == (not spent) and ("AA20" in there) == (not spent)
    if spent:
        assert not {"Y18", "X18", "Z17", "AA20"} & there
        with refused("TRC-5.2a"):
            play(state, "move 46 Pz", "to Y18")
    # in the first impulse of the next turn it is free again
    first = at("axis", 1, units=units)
    assert "Y18" in reach(first, "46 Pz") and "Y17" not in reach(first, "46 Pz")


@pytest.mark.rule("TRC-16.2b", "TRC-24.5b", "TRC-5.5a")
def test_in_the_second_impulse_closed_countries_bar_the_way() -> None:
    for unit, start, country in (
        ("1G TkA", "C10", "Finland closed"),
        ("2G TkA", "EE28", "Bulgaria open"),
    ):
        name = country.split()[0].lower()
        inside = {h.name for h in data().map.hexes if h is not None and h.area == name}
        open_, shut = (0, 1) if country.startswith("Finland") else (1, 0)
        for value, free in ((open_, True), (shut, False)):
            for impulse in (1, 2):
                facts = {country: value}
                state = at("russian", impulse, units={unit: start}, turn=22, variables=facts)
                assert bool(inside & reach(state, unit)) == free, (country, value, impulse)


@pytest.mark.rule("TRC-11.1e", "TRC-19.2b")
@pytest.mark.parametrize(
    ("friend", "enters"),
    [("8 TkC", True), ("Partisan 1", False), ("Moscow Worker", True), (None, False)],
)
def test_a_headquarters_enters_a_zone_where_a_friend_stands_who_is_no_partisan(
    friend: str | None, enters: bool
) -> None:
    units = {"Stavka": "Y20", "13 Inf": "Y17", "11 A": "D8"} | ({friend: "Y18"} if friend else {})
    there = reach(at("russian", 2, units=units), "Stavka")
    assert ("Y18" in there) == enters and "X18" not in there
    # where no enemy is near it needs nobody
    assert {"Y19", "X20", "Z19"} <= there


@pytest.mark.rule("TRC-11.1e", "TRC-19.2b")
def test_a_headquarters_enters_a_partisans_hex_only_where_a_friend_stands() -> None:
    units = {"HQ South": "Y20", "Partisan 1": "Y18", "24 Pz": "D28"}
    assert "Y18" not in reach(at("axis", 2, units=units, rail=["Y18"]), "HQ South")
    with_friend = at("axis", 2, units={**units, "13 Inf": "Y18"}, rail=["Y18"])
    assert "Y18" in reach(with_friend, "HQ South")
    # panzers do
    panzers = at("axis", 2, units={**units, "46 Pz": "Y20"}, rail=["Y18"])
    assert "Y18" in reach(panzers, "46 Pz")


# -- terrain --------------------------------------------------------------------------------

STOPS = {
    # woods, mountain, swamp
    "46 Pz": (True, True, True), "11 Mot": (True, True, True), "Rum Cav": (True, True, True),
    "SS Res": (False, True, True), "13 Inf": (False, True, True), "3 LW": (False, True, True),
    "49 Mtn": (False, False, True), "Rum 1 Inf": (False, True, True),
    "8 TkC": (True, True, True), "3 CavC": (True, True, True), "1G TkA": (True, True, True),
    "11 A": (False, True, True), "1G A": (False, True, True), "5 ParaC": (False, True, True),
}  # fmt: skip
"""Whom each terrain stops, by the kind on the counter."""


@pytest.mark.rule("TRC-8.2a", "TRC-8.2b", "TRC-8.2c", "TRC-8.2d")
@pytest.mark.parametrize("weather", [CLEAR, LIGHT_MUD, SNOW])
def test_whom_woods_mountains_and_swamps_stop(weather: int) -> None:
    side = {
        u: "russian" if u.split()[-1] in ("A", "TkC", "CavC", "TkA", "ParaC") else "axis"
        for u in STOPS
    }
    for unit, (woods, mountain, swamp) in STOPS.items():
        if unit == "SS Res":
            continue
        for (start, to), stops in zip(
            (("N21", "N20"), ("N31", "N32"), ("R24", "R23")),
            (woods, mountain, swamp and weather != SNOW),
            strict=True,
        ):
            state = at(side[unit], units={unit: start}, turn=14, weather=weather)
            begun = play(state, f"move {unit}")
            there = names(begun, "to")
            assert to in there
            after = play(begun, f"to {to}")
            # a factor of two is one hex in snow, and that ends the move as well
            least = 1 if weather == SNOW and unit in ("5 ParaC",) else 2
            if least == 2:
                assert (after.decision == "movement") == stops, (unit, to)


# -- the strait -----------------------------------------------------------------------------


@pytest.mark.rule("TRC-8.5.1a", "TRC-5.2a", "TRC-8.3a")
def test_the_strait_takes_the_last_hex_of_an_allowance_and_ends_the_move() -> None:
    """Infantry of four from three hexes away has one left at the strait; from four away none."""
    for start, left in (("JJ21", True), ("II21", True), ("HH22", True), ("HH23", False)):
        steps = distance(start, "KK20")
        state = play(at("axis", units={"13 Inf": start, "24 Pz": "D28"}), "move 13 Inf", "to KK20")
        assert (steps < 4) == left == may(state, "cross KK19")
        if left:
            over = play(state, "cross KK19")
            assert (over.decision, over.place("13 Inf")) == ("movement", "KK19")
            assert "13 Inf" not in names(over, "move")


@pytest.mark.rule("TRC-8.5.1a", "TRC-8.3a", "TRC-5.2a")
@pytest.mark.parametrize(
    ("there", "crosses"),
    [
        ({}, True),
        ({"11 A": "KK19"}, False),  # the enemy himself
        ({"11 A": "LL19"}, True),  # into his zone
        ({"13 Inf": "KK19"}, True),  # to a friend
        ({"11 A": "JJ21"}, True),  # out of a zone
        ({"11 A": "JJ21", "12 A": "LL19"}, False),  # from zone to zone
    ],
)
def test_who_stands_about_the_strait_and_who_crosses(there: dict[str, str], crosses: bool) -> None:
    state = at("axis", units={"46 Pz": "KK20", "24 Pz": "D28", **there})
    assert may(play(state, "move 46 Pz"), "cross KK19") == crosses


@pytest.mark.rule("TRC-8.5.1a", "TRC-12.5b", "TRC-8.3a")
def test_who_has_crossed_to_a_stronger_enemy_waits_for_help() -> None:
    """Two factors in KK19 against thirteen in LL19; the panzers can still come to KK18."""
    units = {"15 Mtn": "KK20", "1G A": "LL19", "5 A": "LL19", "46 Pz": "KK16", "24 Pz": "D28"}
    state = at("axis", units=units, variables={"stukas": 0})
    over = play(state, "move 15 Mtn", "cross KK19")
    with refused("TRC-12.5b"):
        play(over, "end-movement")
    assert may(go(over, "46 Pz", "KK18"), "end-movement")


@pytest.mark.rule("TRC-8.5.1a", "TRC-8.6b", "TRC-8.3a")
def test_the_strait_is_crossed_at_one_place() -> None:
    for start, over in (("KK20", {"KK19"}), ("KK19", {"KK20"}), ("JJ21", set()), ("LL19", set())):
        state = play(at("axis", units={"46 Pz": start, "24 Pz": "D28"}), "move 46 Pz")
        assert names(state, "cross") == over
    # by its track alone the isthmus is joined to the mainland
    assert not names(play(at("axis", units={"46 Pz": "GG19"}), "move 46 Pz"), "cross")


@pytest.mark.rule("TRC-16.2a", "TRC-8.4a", "TRC-5.4a")
def test_who_won_moves_no_more_whatever_it_has_left() -> None:
    """24 Pz stood beside the enemy and did not move; the others came."""
    units = {"24 Pz": "Z18", "39 Pz": "BB18", "12 Inf": "BB18", "5 TkC": "Y18", "46 Pz": "BB16"}
    state = at("axis", units=units, turn=2, variables={"stukas": 0})
    came = go(go(state, "39 Pz", "Z18"), "12 Inf", "Z18")
    won = overrun(came, "Y18", ["24 Pz", "39 Pz", "12 Inf"])
    assert won.place("5 TkC") == "surrendered"
    with refused("TRC-16.2a"):
        play(won, "move 24 Pz")
    assert may(won, "move 46 Pz")
    unfit = at("axis", 2, units={"13 Inf": "Y18"}, weather=MUD)
    with refused("TRC-5.4a"):
        play(unfit, "move 13 Inf")


@pytest.mark.rule("TRC-16.2b", "TRC-8.5.1a")
@pytest.mark.parametrize("spent", [True, False])
@pytest.mark.parametrize(("army", "crosses"), [("KK19", False), ("LL19", True), ("R9", True)])
def test_in_the_second_impulse_a_winner_crosses_the_strait_into_no_zone(
    army: str, crosses: bool, spent: bool
) -> None:
    units = {"46 Pz": "KK20", "11 A": army, "24 Pz": "D28"}
    state = at("axis", 2, units=units, flags={"spent": ["46 Pz"] if spent else []})
    free = crosses and not (spent and army == "LL19")
    assert may(play(state, "move 46 Pz"), "cross KK19") == free


@pytest.mark.rule("TRC-11.1a", "TRC-12.5b")
def test_stavka_comes_to_help_in_the_second_impulse() -> None:
    """Two factors against thirteen, and three."""
    units = {"1 TkC": "Z19", "Stavka": "Z20", "46 Pz": "Y18", "47 Pz": "Y18"}
    there = go(at("russian", 2, units=units), "1 TkC", "Z18")
    with refused("TRC-12.5b"):
        play(there, "end-movement")
    assert may(go(there, "Stavka", "Z18"), "end-movement")
