"""Sections 7.3, 7.9, 7.14, 7.15, 7.20: lines of supply overland."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import GARRISON, OOS, OVERLAND, Units, at, edit, surround

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A", "10A", "11A", "12A", "13A", "16A", "18A", "20A"]
CORPS = ["1AK", "2AK", "4AK", "5AK", "6AK", "7AK", "8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]


def board(units: Units, **more: object) -> State:
    return at("prepared assault", "german", units=units, **more)  # type: ignore[arg-type]


def pocket(unit: str, hex_: str, leave: str = "", **more: object) -> State:
    """A unit whose only way out, if any, is one hex."""
    enemies = RIFLES if unit in (*CORPS, "3Pz", "3Rum") else CORPS
    return board({unit: hex_, **surround(hex_, enemies, [leave])}, **more)


@pytest.mark.rule("BD-7.3a", "BD-7.14d")
def test_a_german_line_of_any_length_free_of_enemies() -> None:
    assert board({"3Pz": "2309", "60A": "1001"}).ask("supply", "3Pz") == OVERLAND
    assert pocket("3Pz", "2309").ask("supply", "3Pz") == OOS
    assert pocket("3Pz", "2309", leave="2310").ask("supply", "3Pz") == OVERLAND
    # no zones of control: an enemy beside the line does not cut it
    beside = pocket("3Pz", "2309", leave="2310")
    assert edit(beside, {"60A": "2311"}).ask("supply", "3Pz") == OVERLAND


@pytest.mark.rule("BD-7.3b", "BD-7.3d")
def test_german_sources_are_the_western_edge_while_no_enemy_is_there() -> None:
    edge = ["2224", "2324", "2424", "2524", "2624", "2724", "2824", "2924"]
    but_one = dict(zip(RIFLES, edge[:-1], strict=False))
    state = board({"3Pz": "2309", **but_one})
    assert state.ask("supply", "3Pz") == OVERLAND
    last = edit(state, {RIFLES[7]: "2924"})
    assert last.ask("supply", "3Pz") == OOS
    assert edit(last, {RIFLES[7]: "removed"}).ask("supply", "3Pz") == OVERLAND
    # 1624 is no source
    north = dict(zip(RIFLES, ["1723", "1824", "1924", "2024", "2124", "1724"], strict=False))
    assert board({"3Pz": "1902", **north}).ask("supply", "3Pz") == OOS


@pytest.mark.rule("BD-7.3a", "BD-7.9a", "BD-7.10a", "BD-7.14d")
@pytest.mark.parametrize(
    ("unit", "leave", "rule", "end"),
    [("3Pz", "2310", "BD-7.3a", "2224"), ("60A", "2308", "BD-7.9a", "2300")],
)
def test_the_line_of_either_side_is_shown_or_what_bars_it(
    unit: str, leave: str, rule: str, end: str
) -> None:
    """Without a line none supplies attacks either, whatever markers lie there."""
    found = pocket(unit, "2309", leave).supply(unit)
    assert (found.rule, found.path[:2], found.path[-1]) == (rule, ("2309", leave), end)
    assert not found.barred
    shut = pocket(unit, "2309").supply(unit)
    assert shut.state == "out of supply" and not shut.path
    assert set(shut.barred.values()) == {"enemies are there (BD-7.14d)"}
    assert set(shut.barred) == set(shut.cut) and len(shut.cut) == 6


@pytest.mark.rule("BD-7.9a", "BD-7.14d")
def test_a_soviet_line_of_any_length_free_of_enemies() -> None:
    assert board({"60A": "2320", "3Pz": "1001"}).ask("supply", "60A") == OVERLAND
    assert pocket("60A", "2309").ask("supply", "60A") == OOS
    assert pocket("60A", "2309", leave="2308").ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.9b", "BD-7.9c")
def test_soviet_sources_are_the_eastern_edge_but_for_the_steppe() -> None:
    south = ["2200", "2300", "2400", "2500", "2600", "3100", "3200"]
    state = board({"60A": "2403", **dict(zip(CORPS, south[:-1], strict=False))})
    assert state.ask("supply", "60A") == OVERLAND
    # only 2700, 2800, 2900 and 3000 are left, and they are steppe
    shut = edit(state, {CORPS[6]: "3200"})
    assert shut.ask("supply", "60A") == OOS
    assert edit(shut, {CORPS[2]: "removed"}).ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.14b")
def test_soviet_lines_cross_the_lakes_of_the_ussr() -> None:
    # 2802/2901 is the lake's hexside
    assert pocket("60A", "2901", leave="2802").ask("supply", "60A") == OVERLAND
    assert pocket("60A", "2901").ask("supply", "60A") == OOS
    german = pocket("3Pz", "2901", leave="2802", german=["2607", "2804"])
    assert german.ask("supply", "3Pz") == OOS


@pytest.mark.rule("BD-7.14c")
def test_german_lines_cross_the_lakes_of_hungary() -> None:
    assert pocket("3Pz", "2921", leave="2822").ask("supply", "3Pz") == OVERLAND
    assert pocket("3Pz", "2921").ask("supply", "3Pz") == OOS
    assert pocket("60A", "2921", leave="2822").ask("supply", "60A") == OOS


@pytest.mark.rule("BD-7.14f")
def test_only_soviet_lines_cross_the_sivash_and_the_kerch_strait() -> None:
    crimea = surround("3008", CORPS, ["2907"])
    sivash = board({"60A": "3008", **crimea})
    assert sivash.ask("supply", "60A") == OVERLAND
    kerch = board({"60A": "3106", "1AK": "3107", "3Pz": "2320"})
    assert kerch.ask("supply", "60A") == OVERLAND
    assert edit(kerch, {"2AK": "3105"}).ask("supply", "60A") == OOS
    german = board({"3Pz": "3105", "60A": "3104", "61A": "3005"}, german=["2607", "2804", "3106"])
    assert german.ask("supply", "3Pz") < GARRISON
    north = board({"3Pz": "2907", "60A": "2908", "61A": "3009"}, german=["2607"])
    assert north.ask("supply", "3Pz") == OVERLAND
    assert "3008" not in north.ask("german overland")


@pytest.mark.rule("BD-7.15a")
def test_lines_keep_to_their_side_of_the_boundary() -> None:
    # 2109 is northern, 2209 southern
    assert pocket("3Pz", "2109", leave="2209").ask("supply", "3Pz") == OOS
    assert pocket("3Pz", "2109", leave="2009").ask("supply", "3Pz") == OVERLAND
    assert pocket("60A", "2109", leave="2209").ask("supply", "60A") == OOS
    assert pocket("60A", "2109", leave="2108").ask("supply", "60A") == OVERLAND
    assert pocket("3Pz", "2209", leave="2109").ask("supply", "3Pz") == OOS


@pytest.mark.rule("BD-7.20a")
def test_german_lines_stop_at_fortified_lines_in_soviet_hands() -> None:
    held = pocket("3Pz", "2312", leave="2313", soviet=["2313"])
    assert held.ask("supply", "3Pz") == OOS
    taken = pocket("3Pz", "2312", leave="2313", german=["2313"])
    assert taken.ask("supply", "3Pz") == OVERLAND


@pytest.mark.rule("BD-7.20c")
def test_soviet_lines_stop_at_intact_german_fortified_lines() -> None:
    intact = pocket("60A", "1818", leave="1817")
    assert intact.ask("supply", "60A") == OOS
    wrecked = pocket("60A", "1818", leave="1817", hex_flags={"destroyed fort": ["1817"]})
    assert wrecked.ask("supply", "60A") == OVERLAND


@pytest.mark.rule("BD-7.14e")
def test_no_line_crosses_the_sea() -> None:
    # 2805/2904 is a hexside of the Sea of Azov
    assert pocket("60A", "2904", leave="2805").ask("supply", "60A") == OOS
    german = pocket("3Pz", "2904", leave="2805", german=["2607", "2804"])
    assert german.ask("supply", "3Pz") < GARRISON


@pytest.mark.rule("BD-7.14g")
def test_no_german_line_overland_crosses_the_sivash_or_the_strait() -> None:
    units = {"3Pz": "3009", "60A": "2908", "14Pz": "2907"}
    state = board(units, german=["2607"], variables={"crimea supply": 2})
    assert state.ask("supply", "14Pz") == OVERLAND
    assert state.ask("supply", "3Pz") < GARRISON
    open_ = edit(state, {"60A": "1001"})
    assert open_.ask("supply", "3Pz") == OVERLAND
