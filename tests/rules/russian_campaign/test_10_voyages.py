"""Section 10: units and ports of sea moves, and the position after a sea move."""

from __future__ import annotations

import pytest

from .line_positions import at, names, play, refused

ODESSA, SEVASTOPOL, ROSTOV = "DD24", "JJ23", "II14"
LENINGRAD = "E10"


@pytest.mark.rule("TRC-10.3.2a")
def test_nobody_invades_the_hex_he_stands_in() -> None:
    landings = names(play(at("axis", {"1 Inf": ODESSA}), "ship-black 1 Inf"), "invade")
    assert "FF21" in landings and ODESSA not in landings


@pytest.mark.rule("TRC-10.3a", "TRC-10.3d")
@pytest.mark.parametrize("box", ["arriving", "off-map"])
def test_each_sails_from_off_the_map_on_his_own_turn(box: str) -> None:
    units = {"23 Inf": box, "11 A": box, "1 Inf": ODESSA}
    assert names(at("axis", units), "ship-black") == {"23 Inf", "1 Inf"}
    theirs = at("russian", units, russian=[ROSTOV])
    assert names(theirs, "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-18.3c")
def test_paratroops_that_were_not_dropped_sail() -> None:
    state = at("russian", {"5 ParaC": SEVASTOPOL, "11 A": SEVASTOPOL})
    assert names(state, "ship-black") == {"5 ParaC", "11 A"}


@pytest.mark.rule("TRC-10.5a")
def test_leningrad_does_not_matter_in_the_black_sea() -> None:
    state = at("russian", {"11 A": SEVASTOPOL}, axis=[LENINGRAD])
    assert names(state, "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-10.6a")
def test_who_drowned_has_not_landed() -> None:
    voyage = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav", "invade GG21")
    drowned = play(voyage, "roll 6")
    assert drowned.place("Rum Cav") == "pool"
    assert drowned.units_with("invader") == drowned.units_with("landed") == []


@pytest.mark.rule("TRC-10.3.1a", "TRC-10.3.2a")
def test_who_lands_in_a_city_takes_it() -> None:
    voyage = play(at("axis", {"Rum Cav": ODESSA}), "ship-black Rum Cav")
    landed = play(voyage, f"invade {SEVASTOPOL}", "roll 1")
    assert landed.place("Rum Cav") == SEVASTOPOL
    assert SEVASTOPOL in landed.hexes_with("axis control")
    assert SEVASTOPOL not in landed.hexes_with("russian control")


@pytest.mark.rule("TRC-10.3d", "TRC-10.3.1a", "TRC-10.3.2a", "TRC-10.5b")
@pytest.mark.parametrize("box", ["off-map", "arriving"])
@pytest.mark.parametrize(
    "ports, used, black, baltic",
    [
        ([], 0, True, False),
        ([], 2, False, False),
        ([ODESSA], 2, True, False),
        (["F17"], 2, False, True),
        ([ODESSA, "F17"], 0, True, True),
    ],
)
def test_who_waits_off_the_map_sails_when_he_has_somewhere_to_go(
    box: str, ports: list[str], used: int, black: bool, baltic: bool
) -> None:
    """One port is enough, or an invasion that is left, of which the Baltic sees none."""
    variables = {"axis invasions": used}
    others = [h for h in ("B14",) if h not in ports]
    state = at("axis", {"23 Inf": box}, axis=ports, russian=others, variables=variables)
    assert ("23 Inf" in names(state, "ship-black")) == black
    assert ("23 Inf" in names(state, "ship-baltic")) == baltic


@pytest.mark.rule("TRC-10.3.3a", "TRC-10.2b")
def test_workers_and_who_has_moved_stay_ashore() -> None:
    units = {"Worker 1": SEVASTOPOL, "11 A": SEVASTOPOL, "8 A": SEVASTOPOL}
    state = at("russian", units, flags={"moved": ["8 A"]})
    assert names(state, "ship-black") == {"11 A"}


@pytest.mark.rule("TRC-10.3.3a", "TRC-10.3.3b")
@pytest.mark.parametrize(
    "start, dice", [(SEVASTOPOL, {6}), ("off-map", {6}), ("arriving", {6}), ("FF21", {5, 6})]
)
def test_only_who_leaves_a_coast_that_is_no_port_of_his_is_evacuated(
    start: str, dice: set[int]
) -> None:
    """Two ports take two from the die, of which three is the most; an evacuation adds one."""
    state = at("axis", {"1 Inf": start}, axis=[ODESSA, SEVASTOPOL])
    voyage = play(state, "ship-black 1 Inf", f"ship-to {ODESSA}")
    lost = {die for die in range(1, 7) if play(voyage, f"roll {die}").place("1 Inf") == "pool"}
    assert lost == dice


BALTIC = {"F17": "Riga", "D15": "Tallinn", "B14": "Helsinki", "E10": "Leningrad"}


@pytest.mark.rule("TRC-10.3.3b", "TRC-10.5d", "TRC-10.5e")
@pytest.mark.parametrize(
    ("side", "start", "ports", "dice"),
    [
        # two is the most; each port takes one from the die, an evacuation adds one, and two more
        # are added for the Russian; D18 and E19 are no ports
        ("axis", "F17", ["F17"], {4, 5, 6}),
        ("axis", "D18", ["F17"], {3, 4, 5, 6}),
        ("axis", "E19", ["F17", "D15"], {4, 5, 6}),
        ("axis", "D18", ["F17", "D15", "B14"], {5, 6}),
        ("axis", "F17", ["F17", "D15", "B14"], {6}),
        ("russian", "E10", ["E10"], {2, 3, 4, 5, 6}),
        ("russian", "E10", ["E10", "D15"], {3, 4, 5, 6}),
        ("russian", "E12", ["E10", "D15"], {2, 3, 4, 5, 6}),
        ("russian", "E12", ["E10", "D15", "F17"], {3, 4, 5, 6}),
        ("russian", "D16", ["E10", "D15", "F17", "B14"], {4, 5, 6}),
    ],
)
def test_the_dice_of_the_baltic(side: str, start: str, ports: list[str], dice: set[int]) -> None:
    unit = "1 Inf" if side == "axis" else "11 A"
    held = {side: ports, "nobody": [h for h in BALTIC if h not in ports]}
    state = at(side, {unit: start}, **held)  # type: ignore[arg-type]
    voyage = play(state, f"ship-baltic {unit}")
    voyage = play(voyage, "ship-off") if voyage.decision != "sea roll" else voyage
    lost = {die for die in range(1, 7) if play(voyage, f"roll {die}").place(unit) == "pool"}
    assert lost == dice


@pytest.mark.rule("TRC-8.4a", "TRC-18.3c")
def test_who_stood_in_an_enemy_zone_as_the_impulse_began_sails_unless_he_was_dropped() -> None:
    units = {"8 TkC": SEVASTOPOL, "5 ParaC": SEVASTOPOL, "41 Pz": "II22"}
    flags = {"pinned": ["8 TkC", "5 ParaC"], "dropped": ["5 ParaC"]}
    state = at("russian", units, impulse=2, russian=[ODESSA], flags=flags)
    assert names(state, "ship-black") == {"8 TkC"}
    with refused("TRC-18.3c"):
        play(state, "ship-black 5 ParaC")


@pytest.mark.rule("TRC-10.6a", "TRC-10.3.1a", "TRC-10.3.1b")
@pytest.mark.parametrize(
    "words, die, end",
    [
        ([f"ship-to {SEVASTOPOL}"], 1, SEVASTOPOL),
        (["ship-off"], 1, "off-map"),
        (["ship-off"], 6, "pool"),
    ],
)
def test_a_port_that_is_left_to_the_enemy_next_to_it_is_his(
    words: list[str], die: int, end: str
) -> None:
    units = {"1 Inf": ODESSA, "11 A": "CC23"}
    state = at("axis", units, axis=[SEVASTOPOL])
    assert ODESSA in state.hexes_with("axis control")
    gone = play(state, "ship-black 1 Inf", *words, f"roll {die}")
    assert gone.place("1 Inf") == end
    assert ODESSA in gone.hexes_with("russian control")
    assert ODESSA not in gone.hexes_with("axis control")


@pytest.mark.rule("TRC-10.6a", "TRC-10.3.1b", "TRC-10.4b")
@pytest.mark.parametrize(
    ("ports", "dice"),
    [([ODESSA], {5, 6}), ([ODESSA, SEVASTOPOL], {6}), ([ODESSA, SEVASTOPOL, "II14"], set())],
)
def test_who_sails_off_the_map_has_the_help_of_his_own_ports(
    ports: list[str], dice: set[int]
) -> None:
    state = play(at("axis", {"1 Inf": ODESSA}, axis=ports), "ship-black 1 Inf", "ship-off")
    assert {n for n in range(1, 7) if play(state, f"roll {n}").place("1 Inf") == "pool"} == dice
