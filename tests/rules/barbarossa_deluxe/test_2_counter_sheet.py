"""Section 2: a counter of each kind, as the counter sheet has it."""

from __future__ import annotations

import pytest

from .board_positions import whole

SHEET = """
3Pz german panzer mech 4-3 replaceable
1AK german infantry foot 3-4 replaceable
49Mtn german mountain foot 3-4 replaceable
2Para german paratroop foot 4-6 replaceable 17
HG german parachute-panzer mech 4-4 replaceable 29
GE german kg mech 2-2 dotted 5
FP german kg foot 3-4 dotted 14
Mnz german emergency mech 0-0 dotted 31
II german emergency foot 0-0 dotted 31
FCB german fortress-command static 0-4 dotted 30
501TB german tiger mech 0-0 dotted 22
505TB german tiger mech 0-0 replaceable 16
3Rum romanian satellite foot 2-3 dotted
2Hun hungarian satellite foot 2-3 dotted 10
8Ital italian satellite foot 2-3 dotted 11
3A soviet rifle foot 3-3 replaceable 3
3bA soviet rifle-big foot 4-4 dotted
1Sh soviet shock foot 3-3 replaceable 5
1G soviet guards mech 4-4 replaceable 11
1T soviet tank mech 3-3 replaceable 10
MGP soviet tank mech 3-3 dotted 15
1GT soviet guards-tank mech 5-5 replaceable 24
1MC soviet mech-corps mech 3-3 dotted
2RC soviet rifle-corps foot 2-2 dotted
1Abn soviet airborne-corps foot 1-1 dotted
BCG soviet cavalry foot 1-1 dotted 2
CMB soviet cavalry-mech mech 0-0 replaceable 25
ICA soviet coastal foot 0-3 dotted
LPMA soviet militia static 2-2 dotted 2
LCFC soviet counter-fire static 0-0 dotted 20
Pol polish communist-satellite foot 3-3 replaceable 13
1B bulgarian communist-satellite foot 3-3 replaceable 14
1R romanian communist-satellite foot 3-3 replaceable 14
4R romanian communist-satellite foot 3-3 replaceable 15
"""
"""Name, nation, kind, mobility, attack and defence, dot of 2.5, and the game turn of arrival or the
first on which a trigger may bring the unit. The rulebook prints the factors of a panzer corps
(8.29), a rifle army (8.22), an army of 0-3 (10.34) and a defence of 6 (4.17); who rolls for his
strength or has none shows 0 (8.4, 8.31, 8.32, 8.35), the others are reconstructed in the chart
counter-values. Dates: 4.17, 8.24 to 8.26, 8.34, 8.35, else the turn record's."""


@pytest.mark.rule("BD-2.5a", "BD-2.6a", "BD-2.6b", "BD-2.9a", "BD-2.10b")
@pytest.mark.parametrize("line", SHEET.split("\n")[1:-1])
def test_what_a_counter_of_each_kind_shows(line: str) -> None:
    name, nation, kind, mobility, factors, dot, *turn = line.split()
    (unit,) = (u for u in whole().units if u.name == name)
    assert (unit.nation, unit.kind, unit.mobility) == (nation, kind, mobility)
    assert f"{unit.attack}-{unit.defence}" == factors
    assert unit.replaceable == (dot == "replaceable")
    assert unit.arrives == (int(turn[0]) if turn else None)
