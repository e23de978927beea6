"""Section 11: tables of battles, each with its totals, its odds and its column.

The hexes around 2308, all clear and without rivers, are used where the ground does not matter.
Factors: panzer corps 4-3, infantry and mountain corps 3-4, satellite armies 2-3, Soviet armies 3-3,
guards armies 4-4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from eastfront._core import State

from .board_positions import (
    AERIAL,
    COASTAL,
    CRIMEA,
    GARRISON,
    MOBILE,
    OFFENSIVE,
    OOS,
    OVERLAND,
    PREPARED,
    at,
    edit,
    fight,
    marker,
    number,
    odds,
    play,
    surround,
    walk,
)

E, W, NE, NW, SE, SW = "2307", "2309", "2208", "2209", "2408", "2409"
"""The hexes around 2308."""
FAR = {"2310": ["1AK"], "1001": ["66A"]}
"""One of each side elsewhere: what is counted is in the battle."""
CORPS = ["4AK", "5AK"]
ARMIES = ["60A", "59A"]
RIFLES = ["10A", "11A", "12A", "13A", "16A"]
Units = dict[str, Any]


def german(units: Units, turn: int = 13, sequence: str = "move-fight", **more: Any) -> State:
    """A German assault phase; in October, after movement, no column for the sequence."""
    return at("prepared assault", "german", turn=turn, sequence=sequence, units=units, **more)


def soviet(units: Units, around: str | None, turn: int = 13, **more: Any) -> State:
    """A Soviet assault phase before movement, with a marker in a hex or none."""
    order = more.pop("sequence", "fight-move")
    variables = {**(marker(around) if around else {}), **more.pop("variables", {})}
    return at(
        "prepared assault", "soviet", turn=turn, sequence=order, units=units, variables=variables,
        **more,
    )  # fmt: skip


# -- what the ground does -------------------------------------------------------------------

GROUND = [
    # target, from where; the shift in a prepared and in a mobile assault
    pytest.param(W, "2308", 0, -1, id="clear"),
    pytest.param("2615", "2614", -1, -2, id="rough"),
    pytest.param("2013", "1912", 1, -1, id="marsh"),
    pytest.param("2403", "2404", -1, -2, id="river"),
    pytest.param("2407", "2408", -1, -2, id="city"),
    pytest.param("2407", "2406", -2, -3, id="city behind a river"),
    pytest.param("1606", "1707", -3, -4, id="hero city"),
]


def battle_over(ground: tuple[str, str], side: str, strong: bool = False) -> State:
    """Two of a side in one hex against one of the other in the hex before it."""
    target, start = ground
    ours, theirs = (CORPS, "57A") if side == "german" else (ARMIES, "8AK")
    units = {start: ours, target: [theirs], **FAR}
    if side == "german":
        return german(units)
    hero = {"hero city": ["1606"]}
    plain = soviet(units, start, not_hex_flags=hero)
    return edit(plain, hex_flags={"fortress city": [target]}) if strong else plain


@pytest.mark.rule("BD-11.14a", "BD-11.15b", "BD-11.16a", "BD-11.20a", "BD-9.6a", "BD-10.32a")
@pytest.mark.parametrize(("target", "start", "prepared", "mobile"), GROUND)
def test_what_the_ground_shifts_for_the_german(
    target: str, start: str, prepared: int, mobile: int
) -> None:
    state = battle_over((target, start), "german")
    for kind, by in ((PREPARED, prepared), (MOBILE, mobile)):
        found = odds(state, "german", target, CORPS, kind)
        assert found == (6, 3, 2, 2 + by)


@pytest.mark.rule("BD-11.14a", "BD-11.15b", "BD-11.16b", "BD-11.20a", "BD-9.6a", "BD-10.32a")
@pytest.mark.parametrize(("target", "start", "prepared", "mobile"), GROUND)
def test_what_the_ground_shifts_for_the_soviet(
    target: str, start: str, prepared: int, mobile: int
) -> None:
    state = battle_over((target, start), "soviet", strong=target == "1606")
    for kind, by in ((PREPARED, prepared), (MOBILE, mobile)):
        assert odds(state, "soviet", target, ARMIES, kind) == (6, 4, 1, 1 + by)


@pytest.mark.rule("BD-10.26b", "BD-10.32a", "BD-11.8a")
def test_after_a_stalled_mobile_assault_the_attackers_stand_where_they_did() -> None:
    units = {W: ["3Pz", "14Pz"], "2310": ["4AK"], "2308": ["60A"], "1001": ["66A"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    leg = play(state, "move 3Pz", "with 14Pz")
    fought = walk(play(leg, "assault 2308"), "combat")
    assert (fought.var("attack"), fought.var("defence"), fought.var("column")) == (8, 3, 1)
    assert [fought.place(u) for u in ("3Pz", "14Pz")] == [W, W]
    stalled = play(fought, "roll 5")
    assert [stalled.place(u) for u in ("3Pz", "14Pz")] == [W, W]


@pytest.mark.rule("BD-11.16a", "BD-11.16b")
def test_a_river_counts_when_all_come_through_it() -> None:
    """2404 lies across a river from 2403, 2402 does not; nor does 2302 on its other side."""
    units = {"2404": CORPS, "2402": ["6AK"], "2403": ["60A"], **FAR}
    state = german(units)
    for group, prepared, mobile in (
        (CORPS, -1, -2),
        (["6AK"], 0, -1),
        ([*CORPS, "6AK"], 1, -1),  # from opposite hexes
    ):
        found = odds(state, "german", "2403", group)
        assert found.column == found.odds + prepared
        found = odds(state, "german", "2403", group, MOBILE)
        assert found.column == found.odds + mobile
    beside = edit(state, {"6AK": "2303"})  # next to 2404, and across the river too
    assert odds(beside, "german", "2403", [*CORPS, "6AK"]).column == 3 - 1


@pytest.mark.rule("BD-11.17a", "BD-11.18a", "BD-11.16a")
def test_straits_count_as_rivers() -> None:
    kerch = soviet({"3105": ARMIES, "3106": ["4AK"], **FAR}, "3105")
    found = odds(kerch, "soviet", "3106", ARMIES)
    assert found == (6, 4, 1, 0)
    sivash = soviet({"2907": ARMIES, "3008": ["4AK"], **FAR}, "2907")
    assert odds(sivash, "soviet", "3008", ARMIES) == (6, 4, 1, 0)


@pytest.mark.rule("BD-11.21a", "BD-11.21b", "BD-11.21c", "BD-11.21d")
def test_lines_protect_their_own_side_and_soviet_ones_for_ever() -> None:
    """1913 is a Soviet line, 1817 a German one."""
    ours = german({"1912": CORPS, "1913": ["60A"], **FAR})
    assert odds(ours, "german", "1913", CORPS) == (6, 3, 2, 1)
    assert odds(ours, "german", "1913", CORPS, MOBILE).column == 0
    fallen = edit(ours, hex_flags={"destroyed fort": ["1913"]})
    assert odds(fallen, "german", "1913", CORPS).column == 1
    theirs = soviet({"1912": ARMIES, "1913": ["4AK"], **FAR}, "1912")
    assert odds(theirs, "soviet", "1913", ARMIES) == (6, 4, 1, 1)
    german_line = soviet({"1816": ARMIES, "1817": ["4AK"], **FAR}, "1816")
    assert odds(german_line, "soviet", "1817", ARMIES) == (6, 4, 1, 0)
    fallen = edit(german_line, hex_flags={"destroyed fort": ["1817"]})
    assert odds(fallen, "soviet", "1817", ARMIES).column == 1
    # a line destroyed elsewhere is none of this battle's
    other = edit(german_line, hex_flags={"destroyed fort": ["1920"]})
    assert odds(other, "soviet", "1817", ARMIES).column == 0
    held = german({"1816": CORPS, "1817": ["60A"], **FAR})
    assert odds(held, "german", "1817", CORPS) == (6, 3, 2, 2)


# -- attacks from all round -----------------------------------------------------------------

RING = [NW, W, SW, SE, E, NE]
WHO = {
    "german": dict(zip(RING, ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz", "41Pz"], strict=True)),
    "soviet": dict(zip(RING, ["60A", "59A", "54A", "53A", "52A", "51A"], strict=True)),
}


@pytest.mark.rule("BD-11.24a")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize(
    ("places", "bonus"),
    [
        ("0 3", 1), ("1 4", 1), ("2 5", 1), ("0 2 4", 1), ("1 3 5", 1), ("0 1 2 3", 1),
        ("0 1 2", 0), ("3 4 5", 0), ("5 0 1", 0), ("0 2", 0), ("0 1", 0), ("4", 0), ("2 4", 0),
        ("0 1 3", 1), ("0 1 2 3 4 5", 1), ("4 5 0", 0), ("1 2 3", 0), ("2 3 4", 0),
    ],
)  # fmt: skip
def test_a_concentric_assault_gains_a_column(side: str, places: str, bonus: int) -> None:
    hexes = [RING[int(k)] for k in places.split()]
    group = [WHO[side][h] for h in hexes]
    units: Units = {h: [WHO[side][h]] for h in hexes}
    units |= {"2308": ["57A" if side == "german" else "4AK"], "2311": ["1AK"], "1001": ["66A"]}
    state = german(units) if side == "german" else soviet(units, "2308")
    found = odds(state, side, "2308", group)
    assert found.column == found.odds + bonus
    mobile = odds(state, side, "2308", group, MOBILE)
    assert mobile.column == mobile.odds - 1
    # who stands there and does not attack adds nothing
    alone = odds(state, side, "2308", group[:1])
    assert alone.column == alone.odds


@pytest.mark.rule("BD-11.24c", "BD-9.6c", "BD-10.25c", "BD-11.20a")
def test_where_no_concentric_assault_is_made() -> None:
    """The German gains it against a city, though not a hero city; the Soviet against neither."""
    city = german({"2408": ["4AK"], "2406": ["5AK"], "2407": ["60A"], **FAR})
    assert odds(city, "german", "2407", CORPS).column == 2 - 1 + 1
    assert odds(city, "german", "2407", CORPS[:1]).column == 1 - 1
    hero = edit(city, hex_flags={"hero city": ["2407"]})
    assert odds(hero, "german", "2407", CORPS).column == 2 - 3
    units = {"2408": ["60A"], "2406": ["59A"], "2407": ["4AK"], **FAR}
    city = soviet(units, "2406")
    assert odds(city, "soviet", "2407", ARMIES).column == 1 - 1
    fortress = edit(city, hex_flags={"fortress city": ["2407"]})
    assert odds(fortress, "soviet", "2407", ARMIES).column == 1 - 3


# -- strength: supply -----------------------------------------------------------------------

POCKET = ["10A", "11A", "12A", "13A", "16A", "18A"]
WALL = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]


@pytest.mark.rule("BD-7.17b", "BD-7.5b", "BD-11.8b")
@pytest.mark.parametrize(
    ("supply", "attack"),
    [(OVERLAND, 6), (CRIMEA, 6), (GARRISON, 6), (COASTAL, 3), (AERIAL, 3), (OOS, 3)],
)
def test_what_supply_makes_of_a_german_attack(supply: int, attack: int) -> None:
    """Two corps of 3 attack a rifle army."""
    state, target = german_in(supply, CORPS, "57A")
    assert state.ask("supply", "4AK") == supply
    assert odds(state, "german", target, CORPS).attack == attack


def german_in(supply: int, corps: Sequence[str], enemy: str) -> tuple[State, str]:
    """German units in a state of supply next to an enemy, on whom they or he may fall."""
    crimea = {"3107": list(corps), "3106": [enemy], "3108": ["6AK"], "2908": ["56A"],
              "3008": ["55A"], "1001": ["66A"]}  # fmt: skip
    if supply == CRIMEA:
        fed = {"crimea supply": [*corps, "6AK"]}
        return german(crimea, variables={"crimea supply": 1}, flags=fed), "3106"
    if supply == COASTAL:
        return german(crimea, variables={"crimea supply": 2}), "3106"
    if supply == OVERLAND:
        return german({W: list(corps), "2308": [enemy], **FAR}), "2308"
    centre = "2418" if supply == GARRISON else W
    ring = surround(centre, [enemy, *POCKET])
    units: Units = {centre: list(corps), **{h: [u] for u, h in ring.items()}, "1001": ["66A"]}
    target = next(h for u, h in ring.items() if u == enemy)
    state = german(units)
    if supply == GARRISON:
        state = edit(state, hex_flags={"fortress city": [centre]})
    if supply == AERIAL:
        state = edit(state, variables={"aerial supply hex": number(centre)})
    return state, target


@pytest.mark.rule("BD-7.17b", "BD-7.5a", "BD-7.7c", "BD-11.8b")
@pytest.mark.parametrize(
    ("supply", "defence"),
    [(OVERLAND, 8), (CRIMEA, 8), (GARRISON, 8), (COASTAL, 8), (AERIAL, 8), (OOS, 4)],
)
def test_what_supply_makes_of_a_german_defence(supply: int, defence: int) -> None:
    """Two corps of 4 are attacked: coastal and aerial supply serve for defence."""
    state, beside = german_in(supply, CORPS, "57A")
    assert state.ask("supply", "5AK") == supply
    assert odds(state, "soviet", state.place("4AK"), ["57A"]).defence == defence
    assert state.place("57A") == beside


@pytest.mark.rule("BD-7.22d", "BD-7.22c", "BD-7.9e", "BD-11.8b", "BD-7.17b")
@pytest.mark.parametrize(
    ("supply", "attack", "defence"),
    [(OFFENSIVE, 12, 12), (OVERLAND, 6, 12), (GARRISON, 6, 12), (OOS, 3, 6)],
)
def test_what_supply_makes_of_the_soviets(supply: int, attack: int, defence: int) -> None:
    """Four rifle armies of 3."""
    four = ["60A", "59A", "54A", "53A"]
    units: Units = {"1806": four, "1906": ["4AK"], "1710": ["1AK"], "1001": ["66A"]}
    if supply in (GARRISON, OOS):
        units |= {h: [u] for u, h in surround("1806", WALL, leave=["1906"]).items()}
    state = soviet(units, "1806" if supply == OFFENSIVE else None)
    if supply != GARRISON:
        state = edit(state, not_hex_flags={"hero city": ["1806"]})
    assert state.ask("supply", "60A") == supply
    assert odds(state, "soviet", "1906", four).attack == attack
    assert odds(state, "german", "1806", ["4AK"]).defence == defence
    # none falls below 1, and three and a half are 3
    assert odds(state, "soviet", "1906", four[:1]).attack == {12: 3, 6: 1, 3: 1}[attack]


@pytest.mark.rule("BD-5.7b", "BD-5.7c", "BD-7.22d", "BD-7.9e")
@pytest.mark.parametrize(
    ("sequence", "supply", "shock", "both"),
    [
        ("fight-move", OFFENSIVE, 12, 15), ("move-fight", OFFENSIVE, 6, 9),
        ("fight-move", OVERLAND, 3, 4), ("move-fight", OVERLAND, 3, 4),
        ("fight-move", OOS, 1, 2), ("move-fight", OOS, 1, 2),
    ],
)  # fmt: skip
def test_when_shock_armies_are_doubled(sequence: str, supply: int, shock: int, both: int) -> None:
    """Two shock armies, and with a rifle army; without offensive supply they count 3 each."""
    units: Units = {"2308": ["1Sh", "3Sh", "60A"], W: ["4AK"], "1710": ["1AK"], "1001": ["66A"]}
    if supply == OOS:
        units |= {h: [u] for u, h in surround("2308", WALL, leave=[W]).items()}
    covered = "2308" if supply != OVERLAND else None
    state = soviet(units, covered, sequence=sequence)
    assert state.ask("supply", "1Sh") == supply
    assert odds(state, "soviet", W, ["1Sh", "3Sh"]).attack == shock
    assert odds(state, "soviet", W, ["1Sh", "3Sh", "60A"]).attack == both


@pytest.mark.rule("BD-5.7b", "BD-5.6e")
def test_shock_armies_are_doubled_in_both_phases_of_fight_fight() -> None:
    units: Units = {"2308": ["1Sh", "3Sh"], W: ["4AK"], **FAR}
    state = soviet(units, "2308", variables={"sequence": 3, "assault phase": 1})
    assert odds(state, "soviet", W, ["1Sh", "3Sh"]) == (12, 4, 3, 3)
    assert odds(edit(state, variables={"assault phase": 2}), "soviet", W, ["1Sh"]).attack == 6


# -- strength: who and where ----------------------------------------------------------------


@pytest.mark.rule("BD-11.20c", "BD-11.14b")
@pytest.mark.parametrize(
    ("target", "start", "panzer", "infantry", "mountain", "satellite"),
    [
        (W, "2308", 4, 3, 3, 2),
        ("2615", "2614", 4, 3, 4, 2),  # rough
        ("2407", "2408", 3, 3, 3, 2),  # a city
        ("2403", "2404", 4, 3, 3, 2),
    ],
)
def test_who_attacks_with_the_factor_of_defence(
    target: str, start: str, panzer: int, infantry: int, mountain: int, satellite: int
) -> None:
    group = {"3Pz": panzer, "4AK": infantry, "49Mtn": mountain, "3Rum": satellite}
    state = german({start: list(group), target: ["60A"], **FAR})
    for unit, factor in group.items():
        assert odds(state, "german", target, [unit]).attack == factor
    assert odds(state, "german", target, list(group)).attack == sum(group.values())
    hero = edit(state, hex_flags={"hero city": ["2407"]})
    assert odds(hero, "german", target, ["3Pz"]).attack == panzer


@pytest.mark.rule("BD-11.14b", "BD-11.8b")
def test_mountain_corps_without_overland_supply_climb_as_others_do() -> None:
    ring = surround("2615", POCKET, leave=["2614"])
    units = {"2615": ["49Mtn", "4AK"], "2614": ["60A"], **{h: [u] for u, h in ring.items()}}
    state = german({**units, "1001": ["66A"]})
    assert state.ask("supply", "49Mtn") == OOS
    assert odds(state, "german", "2714", ["49Mtn"]).attack == 1
    assert odds(state, "german", "2714", ["49Mtn", "4AK"]).attack == 3  # 6 halved, not 7


@pytest.mark.rule("BD-11.15a")
@pytest.mark.parametrize(
    ("target", "start", "group", "attack"),
    [
        ("2013", "1912", ["3T"], 1),
        ("2013", "1912", ["3T", "5T"], 3),
        ("2013", "1912", ["60A"], 3),
        ("2013", "1912", ["1G"], 2),
        ("2013", "1912", ["3T", "60A"], 4),
        (W, "2308", ["3T"], 3),
        (W, "2308", ["3T", "5T"], 6),
    ],
)
def test_the_marsh_halves_soviet_tanks_too(
    target: str, start: str, group: list[str], attack: int
) -> None:
    state = soviet({start: group, target: ["4AK"], **FAR}, start)
    assert odds(state, "soviet", target, group).attack == attack


@pytest.mark.rule("BD-11.15a", "BD-7.22d", "BD-1.3c", "BD-11.8a")
def test_reductions_multiply_and_each_group_is_rounded_once() -> None:
    """Tanks without supply before the marsh: a quarter of a half."""
    tanks = ["1T", "2T", "3T", "4T", "5T"]
    ring = surround("1912", WALL, leave=["2013"])
    shut = {h: [u] for u, h in ring.items()}
    cut = soviet({"1912": tanks, "2013": ["4AK"], **shut, "1001": ["66A"]}, None)
    assert cut.ask("supply", "3T") == OOS
    assert odds(cut, "soviet", "2013", tanks).attack == 1  # 15/8
    assert odds(cut, "soviet", "2013", tanks[:1]).attack == 1
    mixed = edit(cut, {"60A": "1912", "5T": "removed"})
    assert odds(mixed, "soviet", "2013", [*tanks[:4], "60A"]).attack == 2  # 12/8 and 3/4
    overland = soviet({"1912": [*tanks[:4], "60A"], "2013": ["4AK"], **FAR}, None)
    assert odds(overland, "soviet", "2013", [*tanks[:4], "60A"]).attack == 4  # 12/4 and 3/2
    # of four groups each is rounded by itself: 3, 3/2, 3/4 and 3/8
    four = soviet({"1912": ["3T"], "2012": ["60A"], "2013": ["4AK"], **FAR}, None)
    assert odds(four, "soviet", "2013", ["3T", "60A"]).attack == 2


@pytest.mark.rule("BD-11.12a", "BD-11.12b", "BD-1.3c", "BD-7.17b")
@pytest.mark.parametrize(
    ("inside", "defence"),
    [(["60A"], 1), (["60A", "59A"], 3), (["60A", "59A", "54A"], 4), (["1G"], 2), (["LPMA"], 1)],
)
def test_defenders_without_supply_are_halved_together(inside: list[str], defence: int) -> None:
    ring = surround("2308", WALL, leave=[W])
    state = german({"2308": inside, W: CORPS, **{h: [u] for u, h in ring.items()}, **FAR})
    assert odds(state, "german", "2308", CORPS).defence == defence


@pytest.mark.rule("BD-1.3c", "BD-11.12b", "BD-7.17b")
def test_defenders_of_two_states_add_up() -> None:
    """A satellite army in the north has no line, whoever stands beside it."""
    state = soviet({"1902": ["60A"], "1903": ["3Rum", "4AK"], "1001": ["66A"]}, "1902")
    assert (state.ask("supply", "3Rum"), state.ask("supply", "4AK")) == (OOS, OVERLAND)
    assert odds(state, "soviet", "1903", ["60A"]).defence == 4 + 1


@pytest.mark.rule("BD-8.38c")
@pytest.mark.parametrize(
    ("target", "start", "marker_at", "shut", "group", "attack"),
    [
        ("2013", "1912", None, True, ["1T", "2T", "3T", "4T", "5T"], 1),  # 15/8
        ("2013", "1912", None, False, ["1T", "2T", "3T", "4T", "5T"], 3),  # 15/4
        ("2013", "1912", "1912", False, ["1T", "2T", "3T", "4T", "5T"], 7),  # 15/2
        ("2308", E, E, False, ["60A", "59A"], 6),
        ("2308", E, None, False, ["60A", "59A"], 3),
        ("2308", E, E, False, ["1Sh"], 6),
        ("2308", E, E, False, ["1Sh", "60A"], 9),
    ],
)
def test_an_air_army_adds_a_point_to_what_is_reduced_or_doubled(
    target: str, start: str, marker_at: str | None, shut: bool, group: list[str], attack: int
) -> None:
    """The point itself is neither divided nor doubled."""
    ring = surround(start, WALL, leave=[target]) if shut else {}
    units = {start: group, target: ["4AK"], **{h: [u] for u, h in ring.items()}, **FAR}
    state = soviet(units, marker_at)
    for flown in range(len(group) + 1):
        asked = state.battle(target, group, air_armies=group[:flown])
        assert asked.attack == attack + flown


# -- the ladder of odds ---------------------------------------------------------------------


@pytest.mark.rule("BD-11.8a", "BD-11.9a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "ratio"),
    [
        ("60A", "3Rum", 1),  # 3 to 3
        ("60A", "4AK", 0),  # 3 to 4
        ("60A 59A", "4AK", 1),  # 6 to 4
        ("60A 59A", "3Rum", 2),
        ("60A 59A 1G", "3Rum", 3),  # 10 to 3
        ("60A 59A 54A", "4AK 5AK", 1),  # 9 to 8
        ("60A", "3Pz 14Pz", 0),  # 3 to 6
        ("60A", "4AK 3Pz", -1),  # 3 to 7
        ("1G", "4AK 5AK", 0),  # 4 to 8
        ("60A", "4AK 5AK 3Pz", -2),  # 3 to 11
        ("60A", "4AK 5AK 6AK", -2),  # 3 to 12
        ("60A", "4AK 5AK 6AK 7AK", -4),  # 3 to 16
        ("60A", "4AK 5AK 6AK 7AK 8AK", -5),  # 3 to 20, 1:7
    ],
)
def test_odds_round_against_the_attacker(attackers: str, defenders: str, ratio: int) -> None:
    """1 stands for 1:1, 0 for 1:2, -4 for 1:6."""
    state = soviet({E: attackers.split(), "2308": [*defenders.split()], W: ["1AK"]}, E)
    found = odds(state, "soviet", "2308", attackers.split())
    satellite = defenders == "3Rum"
    assert (found.odds, found.column) == (ratio, ratio + satellite)


@pytest.mark.rule("BD-11.10b", "BD-11.25b", "BD-11.11a")
def test_shifts_count_from_the_true_odds_beyond_the_table() -> None:
    units = {W: ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"], NW: ["41Pz", "46Pz"], "2308": ["60A"]}
    group = [*units[W], *units[NW]]
    state = german({**units, "2311": ["1AK"], "1001": ["66A"]})
    assert odds(state, "german", "2308", group) == (28, 3, 9, 9)
    assert odds(state, "german", "2308", group, MOBILE).column == 8
    hero = edit(state, hex_flags={"hero city": ["2308"]})
    assert odds(hero, "german", "2308", group).column == 6
    low = soviet({E: ["60A"], "2308": ["4AK", "5AK", "6AK", "7AK", "8AK"], W: ["1AK"]}, E)
    asked = low.battle("2308", ["60A"], partisans=True)
    assert (asked.odds, asked.column) == ("1:7", "1:6")


# -- who defends ----------------------------------------------------------------------------


@pytest.mark.rule("BD-11.29a")
def test_who_fled_into_a_hex_defends_it_against_mobile_assaults_alone() -> None:
    units = {W: ["3Pz", "14Pz", "24Pz"], "2308": ["60A"], E: ["59A"], NE: ["39Pz"], SE: ["40Pz"]}
    state = german({**units, "2310": ["1AK"], "1001": ["66A"], "2305": ["54A"]})
    fled = fight(state, "2308", ["3Pz", "14Pz", "24Pz"], die=2)
    fled = walk(fled, "prepared assault", "german", {"retreat": f"retreat-to {E}"})
    assert (fled.place("60A"), fled.place("59A")) == (E, E)
    group = ["39Pz", "40Pz"]
    assert odds(fled, "german", E, group).defence == 3
    assert odds(fled, "german", E, group, MOBILE).defence == 6
    assert [f.unit for f in fled.battle(E, group).defenders] == ["59A"]
    assert fled.ask("german defenders") == []  # no battle is at hand
    # one who fled elsewhere is none of it
    away = edit(fled, {"60A": "2306"})
    assert odds(away, "german", E, group).defence == 3


# -- sequence and supports ------------------------------------------------------------------

SOUTHERN = {"2308": ["3Pz", "14Pz"], W: ["60A"], **FAR}
NORTHERN = {"1901": ["3Pz", "14Pz"], "1902": ["60A"], **FAR}


@pytest.mark.rule("BD-5.6c", "BD-5.6f")
@pytest.mark.parametrize("turn", [9, 10, 11, 12, 13])
@pytest.mark.parametrize("zone", ["north", "south"])
@pytest.mark.parametrize("sequence", ["fight-move", "move-fight"])
def test_fight_move_gives_a_column_in_its_zone_for_three_turns(
    turn: int, zone: str, sequence: str
) -> None:
    for units, target, there in ((SOUTHERN, W, "south"), (NORTHERN, "1902", "north")):
        state = german(units, turn, sequence, zone=zone)
        gained = sequence == "fight-move" and zone == there and turn <= 11
        assert odds(state, "german", target, ["3Pz", "14Pz"]).column == 2 + gained
        assert odds(state, "german", target, ["3Pz", "14Pz"], MOBILE).column == 2 - 1


@pytest.mark.rule("BD-5.6c")
def test_no_zone_gains_before_it_is_declared() -> None:
    for units, target in ((SOUTHERN, W), (NORTHERN, "1902")):
        state = german(units, 9, "fight-move", variables={"zone": 0})
        assert odds(state, "german", target, ["3Pz", "14Pz"]).column == 2


@pytest.mark.rule("BD-11.11a", "BD-5.6c", "BD-11.23c")
def test_shifts_of_the_ground_the_order_and_supports_add_up() -> None:
    """A river and the order of phases, in June, with a Luftwaffe counter."""
    state = german({"2404": ["3Pz", "14Pz"], "2403": ["60A"], **FAR}, 9, "fight-move")
    assert odds(state, "german", "2403", ["3Pz", "14Pz"]).column == 2 - 1 + 1
    flown = state.battle("2403", ["3Pz", "14Pz"], luftwaffe=True)
    assert flown.column == "3:1"
    assert dict(flown.shifts) == {"BD-11.16a": -1, "BD-5.6c": 1, "BD-11.23c": 1}
    line = german({"1912": CORPS, "1913": ["60A"], **FAR}, 9, "fight-move", zone="north")
    assert odds(line, "german", "1913", CORPS).column == 2 - 1 + 1
    city = soviet({"2306": ARMIES, "2506": ["61A"], "2407": ["4AK"], **FAR}, "2406",
                  sequence="move-fight")  # fmt: skip
    assert odds(city, "soviet", "2407", [*ARMIES, "61A"]).column == 2 - 1 - 1


@pytest.mark.rule("BD-5.6e", "BD-5.6f")
@pytest.mark.parametrize(("phase", "gained"), [(1, 1), (2, 0)])
def test_fight_fight_gives_a_column_in_its_first_phase(phase: int, gained: int) -> None:
    for units, target in ((SOUTHERN, W), (NORTHERN, "1902")):
        state = german(units, 10, "fight-fight", variables={"assault phase": phase})
        assert odds(state, "german", target, ["3Pz", "14Pz"]).column == 2 + gained
        assert odds(state, "german", target, ["3Pz", "14Pz"], MOBILE).column == 2 - 1


@pytest.mark.rule("BD-5.7a", "BD-5.6f")
@pytest.mark.parametrize(("sequence", "lost"), [("fight-move", 0), ("move-fight", 1)])
def test_move_fight_costs_the_soviet_a_column_in_prepared_assaults(
    sequence: str, lost: int
) -> None:
    state = soviet({E: ARMIES, "2308": ["4AK"], **FAR}, E, sequence=sequence)
    assert odds(state, "soviet", "2308", ARMIES).column == 1 - lost
    assert odds(state, "soviet", "2308", ARMIES, MOBILE).column == 1 - 1
    both = soviet({E: ARMIES, "2308": ["4AK"], **FAR}, E, variables={"sequence": 3})
    assert odds(both, "soviet", "2308", ARMIES).column == 1


@pytest.mark.rule("BD-11.33a", "BD-11.33b")
@pytest.mark.parametrize(
    ("target", "start", "inside", "elsewhere", "gained"),
    [
        ("2308", E, "3Rum", "1AK", 1),
        ("2308", E, "3Rum", "4Rum", 1),
        ("2308", E, "3Rum 4AK", "1AK", 0),
        ("2308", E, "4AK", "1AK", 0),
        ("2308", E, "4AK", "3Rum", 0),
        ("2308", E, "3Pz", "3Rum", 0),
        ("2308", E, "4AK 5AK", "3Rum", 0),
        ("3115", "3116", "3Rum", "1AK", 0),  # in Romania
        ("2217", "2216", "3Rum", "1AK", 0),  # in Poland, in the north
    ],
)
def test_a_lone_satellite_army_in_the_ussr_costs_a_column(
    target: str, start: str, inside: str, elsewhere: str, gained: int
) -> None:
    units = {start: ["60A", "59A"], target: inside.split(), "2311": elsewhere.split()}
    state = soviet({**units, "1001": ["66A"]}, start)
    found = odds(state, "soviet", target, ["60A", "59A"])
    plain = edit(state, {inside.split()[0]: "2311", "12AK": target})
    ground = odds(plain, "soviet", target, ["60A", "59A"])
    assert found.column - found.odds == ground.column - ground.odds + gained
    said = [r for r, _ in state.battle(target, ["60A", "59A"]).choices]
    assert ("BD-11.33b" in said) == bool(gained)


@pytest.mark.rule("BD-11.23c", "BD-8.39d", "BD-8.40c", "BD-8.38c")
@pytest.mark.parametrize(
    ("side", "supports", "by", "attack"),
    [
        ("german", {}, 0, 6),
        ("german", {"luftwaffe": True}, 1, 6),
        ("soviet", {}, 0, 6),
        ("soviet", {"luftwaffe": True}, -1, 6),
        ("soviet", {"partisans": True}, 1, 6),
        ("soviet", {"airborne": True}, 1, 6),
        ("soviet", {"partisans": True, "airborne": True}, 2, 6),
        ("soviet", {"partisans": True, "luftwaffe": True}, 0, 6),
        ("soviet", {"air_armies": ["60A"]}, 0, 7),
        ("soviet", {"air_armies": ["60A", "59A"]}, 0, 8),
    ],
)
def test_what_supports_bring(side: str, supports: dict[str, Any], by: int, attack: int) -> None:
    ours, theirs = (CORPS, "57A") if side == "german" else (ARMIES, "4AK")
    units: Units = {E: ours, "2308": [theirs], **FAR}
    state = german(units) if side == "german" else soviet(units, E)
    asked = state.battle("2308", ours, **supports)
    plain = state.battle("2308", ours)
    assert sum(n for _, n in asked.shifts) - sum(n for _, n in plain.shifts) == by
    assert asked.attack == attack


@pytest.mark.rule("BD-7.17b", "BD-7.7c", "BD-11.8b")
def test_what_divides_a_defender_is_asked_by_the_supply_of_its_own_side() -> None:
    """An army of the Soviet at home, and one cut off; a corps cut off, and one under the marker."""
    home = german({W: CORPS, "2308": ["60A"], **FAR})
    assert home.ask("german defence divisor", "60A") == 1
    ring = {h: [u] for u, h in surround("2308", WALL, leave=[W]).items()}
    cut = german({W: CORPS, "2308": ["60A"], **ring, **FAR})
    assert cut.ask("german defence divisor", "60A") == 2
    held = {h: [u] for u, h in surround("2308", RIFLES, leave=[E]).items()}
    pocket = soviet({E: ["1Sh"], "2308": ["4AK"], **held, "1001": ["66A"]}, E)
    assert pocket.ask("soviet defence divisor", "4AK") == 2
    flown = edit(pocket, variables={"aerial supply hex": number("2308")})
    assert flown.ask("soviet defence divisor", "4AK") == 1
