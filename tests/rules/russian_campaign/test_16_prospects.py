"""Section 16: hexes that can be won at 10-1 as units come and go, and the choice of attackers."""

from __future__ import annotations

import pytest

import eastfront as ef
from eastfront._core import State

from .battle_positions import at, combat, engage, go, may, names, overrun, play, refused
from .turn_positions import JAN_43, SNOW, data

HERE, THERE, FAR = "Z18", "Y18", "BB18"
"""Open land: whence the attack comes, whom it hits, whence the last attacker comes."""

PANZERS = {"24 Pz": HERE, "39 Pz": HERE, "12 Inf": FAR, "5 TkC": THERE}
"""Eight, eight and four factors against two."""

ELSEWHERE = {"1 SS Pz": "CC13", "GD Pz": "CC13", "4 TkC": "CC12"}
"""Twice ten factors next to two more, far away."""


GOING = {
    THERE: ("97 Mtn", "Y19", "Z20"), "CC12": ("91 Mtn", "BB13", "AA13"),
    "X15": ("97 Mtn", "Y14", "Z14"), "X13": ("97 Mtn", "Y13", "Z13"),
    "Z17": ("97 Mtn", "Y17", "X17"), "N23": ("97 Mtn", "M23", "L24"),
    "Q24": ("97 Mtn", "Q25", "Q26"), "JJ17": ("97 Mtn", "JJ16", "KK15"),
}  # fmt: skip
"""Who goes away from an enemy, whence and whither; X15 and Y15 have one, and Z17 and Y18."""


def near(
    units: dict[str, str], *targets: str, side: str = "axis", impulse: int = 1, **more: object
) -> State:
    """A movement phase without aircraft, after somebody has left the enemies named."""
    going = [GOING[hex_] for hex_ in targets]
    where = {**units, **{unit: start for unit, start, _ in going}}
    facts = {"stukas": 0, "sturmoviks": 0}
    state = at(side, impulse, units=where, variables=facts, **more)  # type: ignore[arg-type]
    for unit, _, to in going:
        state = go(state, unit, to)
    return state


def legal(state: State, verb: str) -> set[str]:
    """What a verb can be said of."""
    return names(state, verb)


# -- as units come and go -------------------------------------------------------------------


@pytest.mark.rule("TRC-16.1a", "TRC-12.3c")
def test_only_near_a_move_does_anything_change() -> None:
    """Twenty factors come together, and part again; elsewhere twenty stand all the while."""
    state = near({**PANZERS, **ELSEWHERE}, "CC12", turn=8)
    # who went away was not needed
    assert legal(state, "overrun") == {"CC12"}
    came = go(state, "12 Inf", HERE)
    assert legal(came, "overrun") == {THERE, "CC12"}
    # sixteen and four make twenty, and twelve do not
    left = go(came, "24 Pz", "AA17")
    assert legal(left, "overrun") == {"CC12"}
    # a move far from both changes nothing
    assert legal(go(came, "28 Inf", "D29"), "overrun") == {THERE, "CC12"}
    assert legal(go(left, "28 Inf", "D29"), "overrun") == {"CC12"}


@pytest.mark.rule("TRC-16.1a", "TRC-12.3c")
def test_nobody_wins_across_water_or_where_no_enemy_is() -> None:
    """From KK17 nobody attacks JJ17 (7.1); an empty hex is no prize."""
    for start, won in (("KK17", set()), ("KK16", {"JJ17"})):
        units = {"1 SS Pz": start, "GD Pz": start, "Rum Cav": "KK16", "5 TkC": "JJ17"}
        assert legal(near(units, "JJ17", turn=8), "overrun") == won


@pytest.mark.rule("TRC-16.1c", "TRC-16.1a")
def test_without_aircraft_nothing_is_added_to_nine_to_one() -> None:
    """Eighteen against two need a Stuka: one that is left, a base in range, a first impulse."""
    units = {"24 Pz": HERE, "1 SS Pz": FAR, "5 TkC": THERE}
    for base, stukas, impulse, beaten in (
        ("Z22", 1, 1, True),
        ("Z22", 0, 1, False),
        ("BB33", 3, 1, False),
        ("Z22", 3, 2, False),
    ):
        state = at(
            "axis",
            impulse,
            units={**units, "HQ South": base},
            turn=8,
            variables={"stukas": stukas},
        )
        came = go(state, "1 SS Pz", HERE)
        assert (legal(came, "overrun") == {THERE}) == beaten, (base, stukas, impulse)


@pytest.mark.rule("TRC-16.1c", "TRC-15.8a")
def test_without_sturmoviks_nothing_is_added_to_nine_to_one() -> None:
    units = {"1G TkA": HERE, "3G TkA": FAR, "Rum 5 Inf": THERE}
    for stavka, sturmoviks, impulse, beaten in (
        ("Y12", 1, 1, True),
        ("Y12", 0, 1, False),
        ("D5", 3, 1, False),
        ("Y12", 3, 2, False),
    ):
        state = at(
            "russian",
            impulse,
            units={**units, "Stavka": stavka},
            turn=20,
            variables={"sturmoviks": sturmoviks},
        )
        came = go(state, "3G TkA", HERE)
        assert (legal(came, "overrun") == {THERE}) == beaten, (stavka, sturmoviks, impulse)


@pytest.mark.rule("TRC-16.4a")
@pytest.mark.parametrize("turn", [2, 5, 9, 10, 14])
def test_the_axis_wins_automatically_in_any_year(turn: int) -> None:
    came = go(near(PANZERS, turn=turn), "12 Inf", HERE)
    won = overrun(came, THERE, ["24 Pz", "39 Pz", "12 Inf"])
    assert won.place("5 TkC") == "surrendered"
    # and the Russian from the tenth turn on
    units = {"1G TkA": HERE, "2G TkA": FAR, "1 TkC": HERE, "Rum 5 Inf": THERE}
    theirs = go(at("russian", units=units, turn=turn, variables={"sturmoviks": 0}), "2G TkA", HERE)
    assert (legal(theirs, "overrun") == {THERE}) == (turn >= 10)
    if turn < 10:
        with refused("TRC-16.4a"):
            play(theirs, f"overrun {THERE}")


@pytest.mark.rule("TRC-3.7a", "TRC-3.7b", "TRC-3.7c", "TRC-3.7h", "TRC-12.3c")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("turn", [1, 2])
def test_army_groups_win_in_their_districts_only_as_the_war_begins(turn: int, impulse: int) -> None:
    """3.7: 24 and 39 Pz belong to the Center, 3 and 14 Pz to the South; a Russian corps of two
    stands in the Western district, and another in that of Kiev."""
    zone = {h.name: h.zone for h in data().map.hexes if h is not None}
    center = ("24 Pz", "39 Pz", "57 Pz")
    south = ("3 Pz", "14 Pz", "48 Pz")
    for target, start, district in (("N23", "N24", "western"), ("Q24", "P25", "kiev")):
        assert zone[target] == district
        for force, own in ((center, "western"), (south, "kiev")):
            units = dict.fromkeys(force, start) | {"5 TkC": target}
            state = near(units, target, impulse=impulse, turn=turn)
            bound = (turn, impulse) == (1, 1)
            beaten = not bound or own == district
            assert (legal(state, "overrun") == {target}) == beaten, (target, force)


# -- the duty to attack while units move ----------------------------------------------------

STRONG = {"1G A": THERE, "5 A": THERE}
"""Thirteen factors: two attack them at 1-7, five at 1-3."""


@pytest.mark.rule("TRC-12.5b")
def test_who_needs_help_waits_no_longer_than_help_can_come() -> None:
    units = {**STRONG, "15 Mtn": "Z20", "46 Pz": "BB18", "28 Inf": "D30", "8 Inf": "D28"}
    there = go(near(units), "15 Mtn", HERE)
    with refused("TRC-12.5b"):
        play(there, "end-movement")
    # somebody else's move changes nothing
    other = go(there, "28 Inf", "D29")
    with refused("TRC-12.5b"):
        play(other, "end-movement")
    # the panzers go away from the enemy: nobody can come any more
    away = go(there, "46 Pz", "BB20")
    assert may(away, "end-movement")
    assert may(go(there, "46 Pz", HERE), "end-movement")


@pytest.mark.rule("TRC-12.5b")
def test_who_leaves_the_enemy_takes_away_his_help() -> None:
    """Three factors stood there and two came: 1-3; when the three go on, the two need others."""
    units = {**STRONG, "13 Inf": HERE, "15 Mtn": "Z20", "46 Pz": "BB18"}
    there = go(near(units), "15 Mtn", HERE)
    assert may(there, "end-movement")
    left = go(there, "13 Inf", "AA18")
    assert left.place("13 Inf") == "AA18"
    with refused("TRC-12.5b"):
        play(left, "end-movement")
    assert may(go(left, "46 Pz", HERE), "end-movement")


# -- states in the midst of a move ----------------------------------------------------------


def lied(state: State, hex_: str) -> State:
    """The same state, in which an enemy counts as one who could be beaten."""
    false = state._supposed(hex_flags=[(hex_, "ripe", True)])
    return state.game.state_from_bytes(bytes(false))


@pytest.mark.rule("TRC-5.1a", "TRC-16.1a")
def test_a_state_that_promises_a_victory_nobody_can_win_is_not_read() -> None:
    units = {**PANZERS, **ELSEWHERE, "8 TkC": "M10"}
    came = go(near(units, "CC12", turn=8), "12 Inf", HERE)
    read = came.game.state_from_bytes(bytes(came))
    assert legal(read, "overrun") == {THERE, "CC12"}
    # true already
    assert legal(lied(came, THERE), "overrun") == {THERE, "CC12"}
    with pytest.raises(ef.EastfrontError):
        lied(came, "M10")


@pytest.mark.rule("TRC-5.4a", "TRC-5.1a", "TRC-16.2a")
def test_in_the_midst_of_a_move_what_is_near_it_is_yet_to_be_looked_at() -> None:
    """24 Pz has left the enemy who could be beaten, and goes on; or comes to another."""
    units = {**PANZERS, **ELSEWHERE, "8 TkC": "M10"}
    came = go(near(units, "CC12", turn=8), "12 Inf", HERE)
    begun = play(came, "move 24 Pz")
    gone = play(begun, "to AA18")
    assert gone.decision == "leg"
    for state in (begun, gone):
        read = state.game.state_from_bytes(bytes(state))
        assert (read.decision, read.place("24 Pz")) == ("leg", state.place("24 Pz"))
        # far from the move it is known
        with pytest.raises(ef.EastfrontError):
            lied(state, "M10")
    after = play(gone.game.state_from_bytes(bytes(gone)), "stop")
    assert legal(after, "overrun") == {"CC12"}
    # next to where it came from, and to where it is
    left = play(near({"24 Pz": HERE, "5 TkC": THERE}), "move 24 Pz", "to AA18")
    assert lied(left, THERE).decision == "leg"
    there = play(near({"24 Pz": "Y21", "5 TkC": THERE, "1 ParaC": "X21"}), "move 24 Pz")
    # with a second corps that bars nothing: it stands next to the start alone
    assert lied(there, "X21").decision == "leg"
    with pytest.raises(ef.EastfrontError):
        lied(there, THERE)


@pytest.mark.rule("TRC-11.1a", "TRC-5.4a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_base_of_aircraft_on_the_move_leaves_all_to_be_looked_at(side: str) -> None:
    """As it goes other enemies come into its range; when somebody else goes they do not."""
    base, other, enemy = {
        "axis": ("HQ South", "46 Pz", "8 TkC"),
        "russian": ("Stavka", "8 TkC", "46 Pz"),
    }[side]
    state = at(side, 2, units={base: "Y18", other: "Y18", enemy: "M10"}, turn=14)
    assert lied(play(state, f"move {base}"), "M10").decision == "leg"
    with pytest.raises(ef.EastfrontError):
        lied(play(state, f"move {other}"), "M10")


# -- how a victory is put together ----------------------------------------------------------


@pytest.mark.rule("TRC-16.1a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_moves_wins(side: str) -> None:
    us, them = {
        "axis": (("24 Pz", "39 Pz", "12 Inf"), "5 TkC"),
        "russian": (("1G TkA", "2G TkA", "1 TkC"), "Rum 5 Inf"),
    }[side]
    more = {"axis": "46 Pz", "russian": "3G TkA"}[side]
    units = dict.fromkeys((*us, more), HERE) | {them: THERE}
    if side == "axis":
        state = near(units, THERE, turn=20)
    else:
        state = go(at(side, units={**units, us[0]: FAR}, turn=20), us[0], HERE)
    chosen = play(state, f"overrun {THERE}")
    assert (chosen.decision, chosen.to_move) == ("automatic victory", side)


def ordered() -> State:
    """Eight, eight, six and four factors, as the counters are numbered, about two."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "46 Pz": HERE, "12 Inf": "Y19", "5 TkC": THERE}
    return play(near(units, THERE, turn=8), f"overrun {THERE}")


@pytest.mark.rule("TRC-16.1a")
def test_attackers_join_in_order_as_long_as_those_left_suffice() -> None:
    begun = ordered()
    assert begun.hexes_with("beset") == [THERE]
    # without either of the first two eighteen are left at most: they join unasked
    assert begun.units_with("engaged") == ["24 Pz", "39 Pz"]
    assert legal(begun, "join") == {"46 Pz", "12 Inf"}
    with refused("TRC-16.1a"):
        play(begun, "strike")
    last = play(begun, "join 12 Inf")
    # whose four make twenty; nobody comes after it
    assert set(last.units_with("victor")) == {"24 Pz", "39 Pz", "12 Inf"} or may(last, "strike")
    more = play(begun, "join 46 Pz")
    assert may(more, "strike") and legal(more, "join") == {"12 Inf"}
    assert set(play(more, "strike").units_with("victor")) == {"24 Pz", "39 Pz", "46 Pz"}


@pytest.mark.rule("TRC-16.1a")
def test_who_is_passed_over_is_not_asked_again() -> None:
    """Thirty factors about two: any twenty, in the order of the counters."""
    units = dict.fromkeys(("24 Pz", "39 Pz", "46 Pz"), HERE) | {"47 Pz": "Y19", "1 SS Pz": "Y19"}
    begun = play(near({**units, "5 TkC": THERE}, THERE, turn=8), f"overrun {THERE}")
    assert legal(begun, "join") == {"24 Pz", "39 Pz", "46 Pz"}
    # seven and ten come after them
    with refused("TRC-16.1a"):
        play(begun, "join 47 Pz")
    second = play(begun, "join 39 Pz")
    assert legal(second, "join") == {"46 Pz", "47 Pz"}
    assert not may(second, "strike")
    third = play(second, "join 47 Pz")
    # fifteen, and only the last is left: it joins unasked
    assert third.decision == "movement"
    assert set(third.units_with("victor")) == {"39 Pz", "47 Pz", "1 SS Pz"}
    full = play(begun, "join 24 Pz", "join 39 Pz", "join 46 Pz")
    assert may(full, "strike") and legal(full, "join") == {"47 Pz", "1 SS Pz"}
    won = play(full, "strike")
    assert set(won.units_with("victor")) == {"24 Pz", "39 Pz", "46 Pz"}
    assert won.place("5 TkC") == "surrendered"


def two_targets(one: str, other: str, force: tuple[str, ...]) -> State:
    """Enemies in X15 and Y15, who both are next to X16."""
    units = dict.fromkeys(force, "X16") | {one: "X15", other: "Y15"}
    return near(units, "X15", turn=8)


@pytest.mark.rule("TRC-16.1a", "TRC-12.3c", "TRC-16.4a")
def test_another_hex_is_taken_along_only_if_both_can_be_beaten() -> None:
    """Twenty-eight factors beat one and one, or two and one hardly: thirty are wanted."""
    first, second = sorted(("X15", "Y15"), key=lambda h: data().map.index[h])
    force = ("24 Pz", "1 SS Pz", "GD Pz")
    both = play(two_targets("5 ParaC", "1 ParaC", force), f"overrun {first}")
    assert legal(both, "with") == {second}
    # the later hex is not asked again from the other end
    assert not legal(play(two_targets("5 ParaC", "1 ParaC", force), f"overrun {second}"), "with")
    one = play(two_targets("5 TkC", "1 ParaC", force), f"overrun {first}")
    assert not legal(one, "with")
    # each alone can be beaten
    assert legal(two_targets("5 TkC", "1 ParaC", force), "overrun") == {"X15", "Y15"}
    # when an attacker has joined it is settled who is attacked
    joined = play(both, f"join {sorted(legal(both, 'join'))[0]}")
    assert joined.decision != "automatic victory" or not legal(joined, "with")


@pytest.mark.rule("TRC-16.1a", "TRC-12.3c")
def test_two_hexes_beaten_together_and_their_attackers_alone_have_won() -> None:
    first, second = sorted(("X15", "Y15"), key=lambda h: data().map.index[h])
    force = ("24 Pz", "1 SS Pz", "GD Pz")
    begun = play(two_targets("5 ParaC", "1 ParaC", force), f"overrun {first}", f"with {second}")
    assert set(begun.hexes_with("beset")) == {first, second} and not legal(begun, "with")
    won = begun
    for unit in ("1 SS Pz", "GD Pz"):
        if won.decision == "automatic victory" and may(won, f"join {unit}"):
            won = play(won, f"join {unit}")
    won = play(won, "strike") if may(won, "strike") else won
    assert won.place("5 ParaC") == won.place("1 ParaC") == "surrendered"
    assert set(won.units_with("victor")) == {"1 SS Pz", "GD Pz"}


@pytest.mark.rule("TRC-16.1a")
def test_attackers_join_after_the_stuka_has_flown() -> None:
    """Eight and eight are 8-1; the Stuka comes between them, and counts for the second."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "5 TkC": THERE, "46 Pz": "Y19", "HQ South": "Z22"}
    units["97 Mtn"] = "Y19"
    state = go(at("axis", units=units, turn=8, variables={"stukas": 1}), "97 Mtn", "Z20")
    begun = play(state, f"overrun {THERE}")
    assert "24 Pz" in legal(begun, "join")
    flown = play(begun, "join 24 Pz", "stuka HQ South")
    assert flown.var("stukas") == 0 and not may(flown, "strike")
    # six more are 7-1 at once, eight more 8-1
    assert legal(flown, "join") == {"39 Pz", "46 Pz"}
    won = play(flown, "join 39 Pz")
    won = play(won, "strike") if may(won, "strike") else won
    assert won.place("5 TkC") == "surrendered"


# -- what a victory leaves ------------------------------------------------------------------


@pytest.mark.rule("TRC-16.1a", "TRC-17.2.1c", "TRC-16.2a")
def test_a_city_is_won_as_its_last_defender_surrenders() -> None:
    """In Kursk, a minor city: twenty factors next to it, and nobody in it."""
    units = {"24 Pz": "X14", "39 Pz": "X14", "12 Inf": "X14", "5 TkC": "X13"}
    state = near(units, "X13", turn=8)
    won = overrun(state, "X13", ["24 Pz", "39 Pz", "12 Inf"])
    assert won.place("5 TkC") == "surrendered"
    assert "X13" in won.hexes_with("axis control")
    assert "X13" not in won.hexes_with("russian control")


@pytest.mark.rule("TRC-16.1a", "TRC-16.1b", "TRC-16.2a")
def test_one_victory_after_the_other() -> None:
    """Nothing of the first is left for the second, and both forces have won."""
    units = dict.fromkeys(("24 Pz", "39 Pz", "12 Inf"), HERE) | {"5 TkC": THERE, **ELSEWHERE}
    one = overrun(near(units, THERE, "CC12", turn=8), THERE, ["24 Pz", "39 Pz", "12 Inf"])
    assert one.decision == "movement" and legal(one, "overrun") == {"CC12"}
    assert one.hexes_with("beset") == [] and one.units_with("engaged") == []
    assert one.place("4 TkC") == "CC12"
    two = overrun(one, "CC12", ["1 SS Pz", "GD Pz"])
    assert two.place("4 TkC") == "surrendered" and not legal(two, "overrun")
    force = {"24 Pz", "39 Pz", "12 Inf", "1 SS Pz", "GD Pz"}
    assert set(two.units_with("victor")) == force


@pytest.mark.rule("TRC-16.2a", "TRC-16.2b", "TRC-16.1a")
def test_who_has_won_helps_in_no_second_victory() -> None:
    """The winners stand next to another enemy; sixteen who did not win are too few."""
    units = {**dict.fromkeys(("24 Pz", "39 Pz", "12 Inf"), HERE), "5 TkC": THERE, "2 TkC": "Z17"}
    units |= {"40 Pz": "AA16", "41 Pz": "AA16"}
    state = near(units, "Z17", turn=8)
    assert legal(state, "overrun") == {THERE, "Z17"}
    one = overrun(state, THERE, ["24 Pz", "39 Pz", "12 Inf"])
    assert not legal(one, "overrun")
    # nor in the second impulse of the turn
    flags = {"spent": ["24 Pz", "39 Pz", "12 Inf"]}
    assert not legal(near(units, "Z17", impulse=2, flags=flags, turn=8), "overrun")
    assert legal(near(units, "Z17", impulse=2, turn=8), "overrun") == {THERE, "Z17"}


@pytest.mark.rule("TRC-13.8a", "TRC-16.2a")
@pytest.mark.parametrize("won", [False, True])
def test_who_landed_and_won_helps_in_no_second_victory(won: bool) -> None:
    """24 Pz came by sea; with the two who walked twenty factors are enough, without it not."""
    units = {**dict.fromkeys(("24 Pz", "39 Pz", "12 Inf"), HERE), "5 TkC": THERE}
    flags = {"landed": ["24 Pz"], "invader": ["24 Pz"], "victor": ["24 Pz"] if won else []}
    state = near(units, THERE, flags=flags, turn=8)
    assert legal(state, "overrun") == (set() if won else {THERE})


@pytest.mark.rule("TRC-16.2c")
def test_an_overfull_hex_may_win() -> None:
    units = dict.fromkeys(("24 Pz", "39 Pz", "13 Inf", "15 Mtn"), HERE) | {"5 TkC": THERE}
    won = overrun(near(units, THERE, turn=8), THERE, ["24 Pz", "39 Pz", "13 Inf", "15 Mtn"])
    assert won.place("5 TkC") == "surrendered"


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-16.1a")
@pytest.mark.parametrize(
    ("impulse", "stukas", "base", "flies"),
    [(1, 1, "Z22", True), (1, 0, "Z22", False), (1, 1, "BB33", False), (2, 1, "Z22", False)],
)
def test_only_a_stuka_that_can_fly_lets_an_attacker_stay_out(
    impulse: int, stukas: int, base: str, flies: bool
) -> None:
    """Eight, ten and six: twenty take all three; with a Stuka any two of them are 7-1 or better."""
    units = {"24 Pz": HERE, "46 Pz": HERE, "1 SS Pz": "Y19", "5 TkC": THERE, "97 Mtn": "Y17"}
    state = at(
        "axis",
        impulse,
        units={**units, "HQ South": base},
        turn=8,
        variables={"stukas": stukas},
    )
    begun = play(go(state, "97 Mtn", "X17"), f"overrun {THERE}")
    if flies:
        assert legal(begun, "join") == {"24 Pz", "46 Pz"}
        two = play(begun, "join 46 Pz")
        assert two.units_with("engaged") == ["46 Pz"]
        assert legal(two, "join") == {"1 SS Pz"} and legal(two, "stuka") == {"HQ South"}
        flown = play(two, "stuka HQ South")
        # with the ten that come last it is 8-1, and they have joined unasked
        assert flown.place("5 TkC") == "surrendered" and flown.var("stukas") == 0
        assert {*flown.units_with("victor")} == {"46 Pz", "1 SS Pz"}
    else:
        # all join unasked, and it is over
        assert begun.place("5 TkC") == "surrendered"
        assert {*begun.units_with("victor")} == {"24 Pz", "46 Pz", "1 SS Pz"}


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.8a")
@pytest.mark.parametrize(
    ("impulse", "sturmoviks", "base", "fly"),
    [(1, 1, "Y12", True), (1, 0, "Y12", False), (1, 1, "D5", False), (2, 3, "Y12", False)],
)
def test_only_a_sturmovik_that_can_fly_lets_an_attacker_stay_out(
    impulse: int, sturmoviks: int, base: str, fly: bool
) -> None:
    """Ten, eight and two against two: twenty take all three; with a Sturmovik eighteen do."""
    units = {"1G TkA": HERE, "3G TkA": HERE, "1 TkC": "Z19", "Rum 5 Inf": THERE}
    state = at(
        "russian",
        impulse,
        units={**units, "Stavka": base},
        turn=20,
        variables={"sturmoviks": sturmoviks},
    )
    begun = play(go(state, "1 TkC", "Y19"), f"overrun {THERE}")
    if fly:
        assert begun.decision == "automatic victory" and begun.place("Rum 5 Inf") == THERE
    else:
        assert begun.place("Rum 5 Inf") == "surrendered"
        assert {*begun.units_with("victor")} == {"1G TkA", "3G TkA", "1 TkC"}


@pytest.mark.rule("TRC-16.4a")
@pytest.mark.parametrize("turn", [2, 9, 10])
def test_in_battle_the_axis_rolls_no_die_at_ten_to_one_in_any_year(turn: int) -> None:
    """D-23; the Russian does so from the tenth turn on."""
    ours = engage(
        combat("axis", {"1 SS Pz": HERE, "GD Pz": HERE, "5 TkC": THERE}, turn=turn),
        THERE,
        ["1 SS Pz", "GD Pz"],
    )
    assert max(int(n) for n in legal(ours, "odds")) == 10
    assert play(ours, "odds 10").place("5 TkC") == "surrendered"
    theirs = engage(
        combat("russian", {"1G TkA": HERE, "HQ South": THERE, "1 TkC": HERE}, turn=turn),
        THERE,
        ["1G TkA", "1 TkC"],
    )
    assert max(int(n) for n in legal(theirs, "odds")) == (10 if turn >= 10 else 9)


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.5a")
def test_nobody_counts_on_a_second_stuka() -> None:
    """Eight and two are 5-1, and 8-1 with the Stuka that has flown; another is at hand in vain."""
    units = {"24 Pz": HERE, "39 Pz": HERE, "15 Mtn": "Y19", "5 TkC": THERE, "97 Mtn": "Y17"}
    units |= {"HQ South": "Z22", "HQ North": "Z22"}
    state = at("axis", units=units, turn=8, variables={"stukas": 2})
    begun = play(go(state, "97 Mtn", "X17"), f"overrun {THERE}")
    if "24 Pz" not in begun.units_with("engaged"):
        begun = play(begun, "join 24 Pz")
    flown = play(begun, "stuka HQ South")
    assert flown.var("stukas") == 1
    # so that the other eight have to join, and do so unasked
    assert {"24 Pz", "39 Pz"} <= {*flown.units_with("engaged"), *flown.units_with("victor")}


@pytest.mark.rule("TRC-16.1c", "TRC-15.1b", "TRC-15.10b")
def test_nobody_counts_on_a_fourth_sturmovik() -> None:
    """Eight and four are 6-1, and 9-1 with three; eight and eight are 8-1."""
    units = {"2G TkA": HERE, "3G TkA": HERE, "3G CavC": "Z19", "Rum 5 Inf": THERE, "Stavka": "Y12"}
    state = at("russian", units=units, turn=20, variables={"sturmoviks": 4})
    begun = play(go(state, "3G CavC", "Y19"), f"overrun {THERE}")
    if "2G TkA" not in begun.units_with("engaged"):
        begun = play(begun, "join 2G TkA")
    for flights in (0, 1):
        there = play(begun, *["sturmovik"] * flights)
        with refused("TRC-16.1a"):
            play(there, "join 3G CavC")


@pytest.mark.rule("TRC-16.1a", "TRC-17.3.3b", "TRC-17.3.1a")
def test_whom_the_cold_weakens_far_from_a_move_can_be_beaten_at_once() -> None:
    """In the second winter a corps two hexes from Kursk, worth three, is worth two when the city
    falls: then twenty-six are 10-1, whoever moved last."""
    kursk, there = "X13", "X15"
    units = {"10 Inf": there, "1G TkA": "W15", "1G A": "W15", "2G TkA": "X17", "1G CavC": "V12"}
    state = at("russian", units=units, turn=JAN_43, weather=SNOW, axis=[kursk])
    beset = go(state, "2G TkA", "X16")
    assert beset.ask("supply", "GE:inf:10") == 2 and names(beset, "overrun") == set()
    taken = go(state, "1G CavC", kursk)
    assert names(taken, "overrun") == set()
    assert names(go(taken, "2G TkA", "X16"), "overrun") == {there}
    assert names(go(beset, "1G CavC", kursk), "overrun") == {there}
    # in clear weather nobody is cold
    warm = at("russian", units=units, turn=JAN_43, axis=[kursk])
    assert names(go(go(warm, "2G TkA", "X16"), "1G CavC", kursk), "overrun") == set()
