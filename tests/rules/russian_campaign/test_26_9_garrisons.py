"""26.9 by tables: who fortifies a city, and when a fortress may give up a unit."""

from __future__ import annotations

import pytest

from .battle_positions import combat, fight
from .turn_positions import impulse_of, names, play, walk

FORTS = ("fortress-cities",)
STALINO, KHARKOV = "FF16", "AA14"

FOOT = {
    "axis": {"13 Inf": True, "Rum 1 Inf": True, "49 Mtn": True, "3 LW": True, "6 SS Inf": True,
             "46 Pz": False, "52 Mot": False, "Rum Cav": False, "1 Cav": False, "HQ South": False},
    "russian": {"16 A": True, "4G A": True, "5 ParaC": True, "8 TkC": False, "1 TkA": False,
                "3 CavC": False, "Stavka": False, "Kharkov Worker": False},
}  # fmt: skip
"""Units of each side, and whether they are of an infantry type."""


@pytest.mark.rule("TRC-26.9a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_which_units_fortify_a_city(side: str) -> None:
    for unit, may in FOOT[side].items():
        units = {unit: KHARKOV, ("13 A" if side == "russian" else "20 Inf"): STALINO}
        state = impulse_of(side, 1, units=units, options=FORTS)
        end = walk(play(state, "end-movement"), "fortress", side)
        assert names(end, "fortify") == {STALINO} | ({KHARKOV} if may else set()), unit
        done = play(end, f"fortify {KHARKOV}") if may else end
        assert done.hexes_with(f"{side} fortress") == ([KHARKOV] if may else [])


@pytest.mark.rule("TRC-26.9a", "TRC-26.9b")
def test_a_minor_city_is_no_fortress() -> None:
    state = impulse_of("russian", 1, units={"16 A": "X13", "13 A": STALINO}, options=FORTS)
    end = walk(play(state, "end-movement"), "fortress", "russian")
    assert names(end, "fortify") == {STALINO}


RESULTS = {
    # die and announced odds: the result, and whether the fortress may give up a unit
    "AR": (3, 1, False), "EX": (5, 1, False), "DR": (6, 1, True), "D1": (6, 2, False),
}  # fmt: skip


@pytest.mark.rule("TRC-26.9h", "TRC-26.9i")
@pytest.mark.parametrize("code", RESULTS)
@pytest.mark.parametrize("fortress", [True, False])
def test_on_which_results_a_fortress_may_stand(code: str, fortress: bool) -> None:
    die, announced, stands = RESULTS[code]
    us = ["40 Pz", "41 Pz", "24 Pz", "39 Pz", "GD Pz", "1 SS Pz"]
    units = dict.fromkeys(us[:3], "EE16") | dict.fromkeys(us[3:], "GG15")
    units |= {"16 A": STALINO, "5 CavC": STALINO}
    flags = {"russian fortress": [STALINO]} if fortress else {}
    state = combat("axis", units, options=FORTS, hex_flags=flags)
    after = fight(state, STALINO, us, die, announced=announced)
    assert (after.decision == "fortress stand") == (stands and fortress), after.decision
    if stands and fortress:
        assert names(after, "give-up") == {"16 A", "5 CavC"} and after.to_move == "russian"
        for lost, left in (("16 A", "5 CavC"), ("5 CavC", "16 A")):
            stood = play(after, f"give-up {lost}")
            assert (stood.place(lost), stood.place(left)) == ("pool", STALINO)
            assert stood.decision == "movement"
