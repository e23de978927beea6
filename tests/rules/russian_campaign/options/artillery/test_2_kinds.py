"""2.1 to 2.6 by kinds, with the option `artillery`."""

from __future__ import annotations

import math

import pytest

from ...battle_positions import combat, odds, play
from ...test_2_kinds import PLAIN
from ...turn_positions import JAN_43, before, names, side_of, walk


@pytest.mark.rule("TRC-26.5.3a", "TRC-26.5.1a")
def test_no_other_kind_is_artillery() -> None:
    """With artillery corps in the game it is they alone that raise the odds."""
    options = ("artillery",)
    foes = {"axis": "5 ParaC", "russian": "15 Mtn"}
    for unit in [*PLAIN, "Ge Art"]:
        foe = foes[side_of(unit)]
        if unit == foe:
            continue
        state = combat(side_of(unit), {unit: "Z18", foe: "Y18"}, turn=14, options=options)
        found = odds(state, "Y18", [unit])
        if unit == "Ge Art":
            # two factors against one are three to one
            assert found == (2, 1, 3)
        elif found.attack >= found.defence:
            assert found.odds == found.attack // found.defence, unit
        else:
            assert found.odds == -math.ceil(found.defence / found.attack), unit


@pytest.mark.rule("TRC-22.5b", "TRC-22.5a")
@pytest.mark.parametrize(
    ("unit", "more"),
    [
        ("1 TkC", {"3G CavC", "11 A"}), ("1 TkA", {"3G CavC", "11 A"}),
        ("1G TkA", {"3G CavC", "11 A"}), ("1G A", {"7 TkC", "11 A"}),
        ("1G CavC", {"7 TkC", "11 A"}),
        ("16 A", {"7 TkC", "3G CavC", "11 A"}), ("3 CavC", {"7 TkC", "3G CavC", "11 A"}),
        ("Art 1", {"7 TkC", "3G CavC", "11 A"}),
    ],
)  # fmt: skip
def test_one_armored_and_one_guards_unit_of_each_kind(unit: str, more: set[str]) -> None:
    """Guards tank armies count as armor (22.5); what remains to be had when one is bought."""
    units = dict.fromkeys([unit, "7 TkC", "3G CavC", "11 A"], "pool")
    state = before(
        "russian", 1, turn=JAN_43, options=("artillery",), units={**units, "Moscow Worker": "R9"}
    )
    state = walk(play(state, "end-movement"), "replacements", "russian", Archangel=1)
    rich = state._supposed(variables=[("replacement points", 40)])
    assert names(play(rich, f"recruit {unit}"), "recruit") == more
