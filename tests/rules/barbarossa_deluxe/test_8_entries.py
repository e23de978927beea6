"""8.2 and 8.3: battle groups, which enter beside other units, and units that enter in one hex and
stay in one area."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from . import late
from .board_positions import (
    DR,
    around,
    data,
    declare,
    edit,
    marker,
    names,
    odds,
    on,
    play,
    refused,
    surround,
    usual,
    walk,
)

FAR: dict[str, Any] = {"1001": ["66A"], "2022": ["1AK"]}
ARMIES = ["8A", "9A", "10A", "11A", "12A", "13A"]


def doors(unit: str, turn: int, units: dict[str, Any], **more: Any) -> set[str] | None:
    """The hexes in which a unit may enter on its turn; None if it may not be brought in."""
    before = late.at(
        "movement", "soviet", (turn - 1, turn + 1), {"later": [unit], **FAR, **units}, **more
    )
    state = before
    while state.var("turn") < turn:
        state = on(state)
    state = segment(state)
    if state is None:
        return None
    state = play(state, f"bring {unit}")
    # the only hex is entered at once
    return names(state, "enter") or {state.place(unit)}


def segment(state: State) -> State | None:
    """The decision to bring in reinforcements of the turn, None if there is none."""
    while state.decision not in ("reinforcements", "phase order"):
        state = on(state)
    return state if state.decision == "reinforcements" else None


@pytest.mark.rule("BD-8.2a", "BD-8.2b", "BD-8.2c")
def test_battle_groups_enter_beside_units_of_their_zone() -> None:
    units = {"2310": ["4AK"], "1913": ["5AK"], "2312": ["3Rum"]}
    assert doors("FP", 14, units) == {"2310", "2312"}
    assert doors("GS", 14, units) == {"1913", "2022"}


@pytest.mark.rule("BD-8.2a")
def test_the_groups_without_a_letter_enter_in_either_zone() -> None:
    assert doors("Brn", 29, {"2310": ["4AK"], "1913": ["5AK"]}) == {"2310", "1913", "2022"}


@pytest.mark.rule("BD-8.2c")
def test_the_supply_of_the_hex_is_no_matter() -> None:
    cut = {"2310": ["4AK"], **{h: [u] for u, h in surround("2310", ARMIES).items()}}
    assert doors("FP", 14, cut) == {"2310"}


@pytest.mark.rule("BD-8.2b")
def test_groups_enter_where_there_is_room() -> None:
    full = {"2310": ["4AK", "5AK", "6AK", "7AK", "8AK"], "2312": ["9AK"]}
    assert doors("FP", 14, full) == {"2312"}


@pytest.mark.rule("BD-8.2a")
def test_a_group_of_an_earlier_turn_bars_no_hex() -> None:
    assert doors("LK", 15, {"2310": ["4AK", "FP"], "2312": ["Ho"]}) == {"2310", "2312"}


@pytest.mark.rule("BD-8.2a")
def test_one_group_enters_in_the_northeastern_corner() -> None:
    units = {"later": ["Skn", "Hrt"], "1000": ["4AK"], "1913": ["5AK"], "1001": ["66A"]}
    state = late.at("movement", "soviet", (25, 27), units)
    while state.var("turn") < 26:
        state = on(state)
    state = segment(state)
    assert state is not None
    state = play(state, "bring Skn", "enter 1000")
    state = play(state, "bring Hrt")
    assert (names(state, "enter") or {state.place("Hrt")}) == {"1913"}


@pytest.mark.rule("BD-8.2a")
def test_one_group_enters_in_a_hex() -> None:
    before = late.at("movement", "soviet", (13, 15), {
        "later": ["FP", "Ho", "GM"], "2310": ["4AK"], "2312": ["5AK"], **FAR})  # fmt: skip
    state = before
    while state.var("turn") < 14:
        state = on(state)
    state = segment(state)
    assert state is not None
    state = play(state, "bring FP", "enter 2310")
    second = play(state, "bring Ho")
    assert (names(second, "enter") or {second.place("Ho")}) == {"2312"}
    # with both hexes used the third cannot enter, and is forfeit
    if second.decision == "entry":
        second = play(second, "enter 2312")
    assert "bring GM" not in second.legal_actions.names()
    assert walk(second, "phase order", "german").place("GM") == "removed"


@pytest.mark.rule("BD-8.2d", "BD-8.3a")
def test_a_group_with_a_hex_enters_there_or_never() -> None:
    assert doors("Tet", 31, {"2310": ["4AK"]}, german=["1821"]) == {"1821"}
    assert doors("Tet", 31, {"2310": ["4AK"]}, soviet=["1821"]) is None
    # one without a hex enters as others do
    assert (doors("GD", 30, {}) or set()) > {"2320", RIGA}
    lost = late.at("movement", "soviet", (30, 32), {"later": ["Tet"], **FAR}, soviet=["1821"])
    assert late.next_turn(lost, "phase order", "german").place("Tet") == "removed"


@pytest.mark.rule("BD-8.3a")
def test_those_who_are_to_come_are_no_replacements() -> None:
    units = {"dead": ["4AK"], "later": ["LK", "KSC"], "2310": ["5AK"], **FAR}
    before = late.at("movement", "soviet", (14, 16), units, german=["3106"])
    state = walk(late.next_turn(before, "replacements", "german"), "replacements", "german")
    assert names(state, "reclaim") == {"4AK"}
    state = play(state, "reclaim 4AK", "enter 2320")
    state = segment(state) or state
    assert names(state, "bring") == {"LK", "KSC"}


RIGA = "1415"


@pytest.mark.rule("BD-8.3c")
def test_6th_ss_enters_in_riga_with_supply() -> None:
    assert doors("6SS", 21, {}, german=[RIGA]) == {RIGA}
    cut = {h: [u] for u, h in surround(RIGA, ARMIES).items()}
    assert doors("6SS", 21, cut, german=[RIGA]) is None
    assert doors("6SS", 21, {}, soviet=[RIGA]) is None


@pytest.mark.rule("BD-8.3f", "BD-8.3a")
def test_the_kerch_command_enters_at_kerch() -> None:
    assert doors("KSC", 15, {}, german=["3106"]) == {"3106"}
    assert doors("KSC", 15, {}, soviet=["3106"]) is None
    five = {"3106": ["4AK", "5AK", "6AK", "7AK", "8AK"]}
    assert doors("KSC", 15, five) is None
    # supply is no matter
    cut = {h: [u] for u, h in surround("3106", ARMIES).items()}
    assert doors("KSC", 15, cut, german=["3106"]) == {"3106"}


@pytest.mark.rule("BD-8.3a")
def test_the_forfeit_is_told_by_its_rule() -> None:
    units = {"later": ["KSC", "LK", "3Lw"], "2310": ["4AK"], **FAR}
    state = late.at("movement", "soviet", (14, 16), units, soviet=["3106"])
    told: list[str] = []
    while state.var("turn") == 14 or state.decision == "reinforcements":
        action = usual(state, {"reinforcements": "forfeit"})
        told += state.push(action, effects=True) or []
    assert [e for e in told if "KSC" in e and "BD-8.3a" in e]
    assert [e for e in told if "LK" in e and "BD-8.3a" in e]
    assert [e for e in told if "3Lw" in e and "BD-8.3a" not in e]
    assert {state.place(u) for u in ("KSC", "LK", "3Lw")} == {"removed"}


@pytest.mark.rule("BD-8.3b")
def test_hungarian_armies_enter_in_budapest() -> None:
    assert doors("1Hun", 24, {}) == {"2820"}
    assert doors("1Hun", 24, {"2820": ["2Hun"]}) is None


@pytest.mark.rule("BD-8.33b")
def test_fortress_commands_enter_in_their_cities_with_supply() -> None:
    assert doors("FCB", 30, {}) == {"2320"}
    assert doors("FCB", 30, {h: [u] for u, h in surround("2320", ARMIES).items()}) is None


@pytest.mark.rule("BD-8.33c", "BD-8.33b")
def test_fortress_commands_enter_a_full_hex() -> None:
    assert doors("FCB", 30, {"2320": ["4AK", "5AK", "6AK", "7AK", "8AK"]}) == {"2320"}


@pytest.mark.rule("BD-8.33c", "BD-8.1f")
@pytest.mark.parametrize("last", [False, True])
def test_five_units_enter_beside_a_fortress_command(last: bool) -> None:
    """Two replacements, two corps and a group, which may stand together."""
    units = {"dead": ["4AK", "5AK"], "later": ["GD", "FHH", "Wse", "FCB"], **FAR}
    state = late.at("movement", "soviet", (29, 31), units)
    while state.decision != "replacements" or state.var("turn") < 30:
        state = on(state)
    five = ["reclaim 4AK", "reclaim 5AK", "bring GD", "bring FHH", "bring Wse"]
    for act in [*five, "bring FCB"] if last else [*five[:2], "bring FCB", *five[2:]]:
        state = play(state if act in names(state) else on(state), act)
        if state.decision == "entry":
            state = play(state, "enter 2320")
    assert set(state.units_at("2320")) == {"4AK", "5AK", "GD", "FHH", "Wse", "FCB"}


@pytest.mark.rule("BD-2.9e")
def test_the_goering_corps_enters_as_others_do() -> None:
    found = doors("HG", 29, {})
    assert found is not None and found == doors("GD", 30, {})


def area(hexes: set[str], *areas: str) -> bool:
    """Whether all of some hexes are in one of some areas."""
    rows = data().map
    return all(rows.hexes[rows.index[h]].area in areas for h in hexes)


BALTIC = ("lithuania", "latvia", "estonia")


def baltic_edge() -> tuple[str, str]:
    """A hex of the Baltic republics, and a clear one next to it in the USSR."""
    rows = data().map
    for name, at in rows.index.items():
        row = rows.hexes[at]
        if row is None or row.area not in BALTIC or row.terrain in ("sea", "lake"):
            continue
        out = [h for h in around(name) if (r := rows.hexes[rows.index[h]]) and r.area == "ussr"
               and r.terrain == "clear"]  # fmt: skip
        if len(out) > 1:
            return name, out[0]
    raise LookupError


@pytest.mark.rule("BD-8.3d")
def test_6th_ss_stays_in_the_baltic_republics() -> None:
    home, target = baltic_edge()
    units = {home: ["6SS", "4AK"], **FAR}
    move = late.at("movement", "german", (20, 22), units, turn=21)
    leg = play(move, "move 6SS")
    assert names(leg, "to") and area(names(leg, "to"), *BALTIC)
    assert target in names(play(move, "move 4AK"), "to")
    # a stack with it stays too
    both = play(move, "move 4AK", "with 6SS")
    assert area(names(both, "to"), *BALTIC)


@pytest.mark.rule("BD-8.3d")
def test_6th_ss_attacks_and_advances_in_the_baltic_republics_only() -> None:
    home, target = baltic_edge()
    units = {home: ["6SS"], target: ["60A"], **FAR}
    state = late.at("prepared assault", "german", (20, 22), units, turn=21)
    assert target not in names(state, "attack")
    with refused("BD-11.1a"):
        state.push(f"attack {target}")
    both = edit(state, {home: ["6SS", "4AK"]}, clear=False)
    with_others = declare(both, target, ["4AK"])
    assert "6SS" not in with_others.units_with("attacking")
    # an enemy inside is attacked
    inside = next(h for h in around(home) if area({h}, *BALTIC) and dry(h))
    state = late.at("prepared assault", "german", (20, 22),
                    {home: ["6SS"], inside: ["60A"], **FAR}, turn=21)  # fmt: skip
    assert inside in names(state, "attack")


def dry(hex_: str) -> bool:
    """Whether a hex is land."""
    rows = data().map
    row = rows.hexes[rows.index[hex_]]
    return row is not None and row.terrain not in ("sea", "lake")


def retreats(home: str, units: list[str], wall: list[str], turns: tuple[int, int]) -> list[State]:
    """The ends, in the middle of some turns, of an attack of two armies from each hex of ``wall``
    on a hex with some units, for those rolls after which the defender retreats."""
    stacks = {h: ARMIES[2 * n : 2 * n + 2] for n, h in enumerate(wall)}
    state = late.at("prepared assault", "soviet", turns, {home: units, **stacks, **FAR},
                    turn=turns[0] + 1, order="fight-move", variables=marker(home))  # fmt: skip
    fought = walk(declare(state, home, [u for stack in stacks.values() for u in stack]), "combat")
    ends = [play(fought, f"roll {die}") for die in range(1, 7)]
    found = [end for end in ends if end.var("result") == DR]
    assert found
    return found


@pytest.mark.rule("BD-8.3d")
def test_6th_ss_retreats_in_the_baltic_republics_only() -> None:
    """It is lost where others retreat."""
    home, _ = baltic_edge()
    wall = [h for h in around(home) if dry(h) and area({h}, *BALTIC)]
    for end in retreats(home, ["6SS", "4AK"], wall, (20, 22)):
        assert end.place("6SS") == "removed"
        assert not area({end.place("4AK")}, *BALTIC)


@pytest.mark.rule("BD-8.3d", "BD-10.17a")
def test_6th_ss_goes_by_rail_and_sea_in_the_baltic_republics_only() -> None:
    units = {RIGA: ["6SS", "8AK"], **FAR}
    state = late.at("strategic movement", "german", (20, 22), units, turn=21, german=[RIGA])
    assert area(names(play(state, "entrain 6SS"), "detrain"), *BALTIC)
    assert not area(names(play(state, "entrain 8AK"), "detrain"), *BALTIC)
    move = late.at("movement", "german", (20, 22), units, turn=21, german=[RIGA])
    assert names(move, "ship-baltic") == {"8AK"}


@pytest.mark.rule("BD-8.3g", "BD-11.1a", "BD-11.12c")
def test_the_kerch_command_attacks_in_the_crimea_area_only() -> None:
    """2908 is outside. Its attack factor is 1."""
    units = {"3008": ["KSC"], "2908": ["60A"], "3107": ["61A"], **FAR}
    state = late.at("prepared assault", "german", (14, 16), units, turn=15)
    assert names(state, "attack") == {"3107"}
    with refused("BD-11.1a"):
        state.push("attack 2908")


@pytest.mark.rule("BD-8.3g", "BD-10.16a")
def test_the_kerch_command_stays_in_the_crimea_area() -> None:
    rows = data().map
    inside = {h.name for h in rows.hexes if h is not None and "crimea" in h.features}
    units = {"3106": ["KSC", "42AK"], "3108": ["54AK"], **FAR}
    move = late.at("movement", "german", (14, 16), units, turn=15, german=sorted(inside))
    goals = names(play(move, "move KSC"), "to")
    assert goals and goals <= inside
    assert not names(play(move, "move 42AK"), "to") <= inside
    gone = late.at("movement", "german", (14, 16), {"3108": ["KSC", "54AK"], **FAR}, turn=15,
                   german=sorted(inside | {"2911"}))  # fmt: skip
    assert names(gone, "ship-black") == {"54AK"}
    outside = next(
        h for i in sorted(inside) if dry(i) for h in around(i) if dry(h) and h not in inside
    )
    near = next(h for h in around(outside) if h in inside and dry(h))
    state = late.at("prepared assault", "german", (14, 16),
                    {near: ["KSC", "42AK"], outside: ["60A"], **FAR}, turn=15)  # fmt: skip
    begun = declare(state, outside, ["42AK"]) if outside in names(state, "attack") else state
    assert "KSC" not in begun.units_with("attacking")


@pytest.mark.rule("BD-8.3g")
def test_the_kerch_command_retreats_in_the_crimea_area_only() -> None:
    """It is lost where others retreat, out of 3008 to the north."""
    inside = {h.name for h in data().map.hexes if h is not None and "crimea" in h.features}
    home = "3008"
    wall = [h for h in around(home) if dry(h) and h in inside]
    for end in retreats(home, ["KSC", "42AK"], wall, (14, 16)):
        assert end.place("KSC") == "removed" and end.place("42AK") not in inside


@pytest.mark.rule("BD-8.3d", "BD-8.3g", "BD-10.22a")
def test_other_units_have_areas_of_their_own() -> None:
    """2108 is north of the logistics boundary, where no satellite army goes."""
    units = {"2308": ["3Rum", "4AK"], "2022": ["6SS", "KSC"], "1001": ["66A"]}
    move = late.at("movement", "german", (20, 22), units, turn=21)
    assert "2108" in names(play(move, "move 4AK"), "to")
    assert "2108" not in names(play(move, "move 3Rum"), "to")


# -- 8.33: fortress commands ------------------------------------------------------------------


def commands(decision: str, side: str, units: dict[str, Any], **more: Any) -> State:
    """A position of late 1944."""
    return late.at(decision, side, (29, 31), {**FAR, **units}, turn=30, **more)


FIVE = ["4AK", "5AK", "6AK", "7AK", "8AK"]


@pytest.mark.rule("BD-8.33c", "BD-2.9d", "BD-8.7c")
def test_fortress_commands_have_no_stacking_value_and_never_move() -> None:
    move = commands("movement", "german", {"2320": ["FCB", *FIVE[:4]], "2321": ["8AK"]})
    assert "2320" in names(play(move, "move 8AK"), "to")
    assert "FCB" not in names(move, "move") and "FCB" not in names(play(move, "move 4AK"), "with")
    # which makes no room for a sixth
    full = commands("movement", "german", {"2320": ["FCB", *FIVE], "2321": ["9AK"]})
    assert "2320" not in names(play(full, "move 9AK"), "to")
    opening = late.at("phase order", "german", (28, 30), {"2320": ["FCB", "4AK"], **FAR}, turn=29)
    assert names(play(opening, "move-fight"), "entrain") == {"4AK"}


@pytest.mark.rule("BD-8.33c", "BD-8.33f", "BD-11.12c")
def test_fortress_commands_never_attack_but_others_do_from_their_hex() -> None:
    state = commands("prepared assault", "german", {"2320": ["FCB"], "2319": ["60A"]})
    assert "2319" not in names(state, "attack")
    state = commands("prepared assault", "german", {"2320": ["FCB", "4AK"], "2319": ["60A"]})
    assert declare(state, "2319", ["4AK"]).units_with("attacking") == ["4AK"]


@pytest.mark.rule("BD-8.33d")
@pytest.mark.parametrize(("beside", "defence"), [([], 4), (["4AK"], 8)])
def test_fortress_commands_defend(beside: list[str], defence: int) -> None:
    state = commands("prepared assault", "soviet", {"2320": ["FCB", *beside], "2319": ["60A"]})
    assert odds(state, "soviet", "2320", ["60A"]).defence == defence


@pytest.mark.rule("BD-8.33e")
def test_a_retreat_destroys_them_in_place() -> None:
    """In a hex that is no city, since German-side units in cities do not retreat."""
    units = {"2318": ["FCB", "4AK"], "2317": ["3G", "4G", "5G", "6G", "7G"]}
    state = commands("prepared assault", "soviet", units, order="fight-move",
                     variables=marker("2317"))  # fmt: skip
    fought = walk(declare(state, "2318", units["2317"]), "combat")
    ends = [play(fought, f"roll {die}") for die in range(1, 7)]
    retreats = [end for end in ends if end.decision == "retreat"
                or end.place("4AK") not in ("2318", "dead")]  # fmt: skip
    assert retreats
    assert {end.place("FCB") for end in retreats} == {"removed"}
