"""The end phase: rail before supply, and supply before the allies give up (4.1.6, 4.2.5)."""

from __future__ import annotations

from .board import small_board
from .conversion import Visit
from .end_phase import end_phase
from .model import AXIS, RUSSIAN
from .pieces import axis, german, placed, russian

LINE = small_board(
    ("N1", "R30"),
    rails=["P28 P27 P26 P25 P24 P23 P22 P21 P20 P19 P18 P17 P16 P15"],
    cities={"P28 minor": "Brest", "N2 major": "Helsinki", "R2 major": "Bucharest"},
    regions={h: "hungary" for h in ("Q5", "Q6")},
)


def test_rail_converted_this_turn_supplies_this_turn() -> None:
    corps, lost = german("24 Pz", "8-7", "armor"), german("39 Pz", "8-7", "armor")
    rails = {h: AXIS if h in {"P28", "P27"} else RUSSIAN for h in LINE.rail_hexes}
    control = {"P28": AXIS, "N2": None, "R2": None}
    position = placed(LINE, {corps: "P12", lost: "P4"}, turn=3, rail=rails, control=control)
    visits = [Visit("P18", True), Visit("P16", False)]
    done = end_phase(position, visits)
    assert done.eliminated == ("39 Pz",) and "24 Pz" in done.position.at
    assert done.position.rail["P18"] == AXIS and done.position.rail["P17"] == RUSSIAN
    assert end_phase(position, []).eliminated == ("24 Pz", "39 Pz")


def test_allies_count_russians_after_supply() -> None:
    hungarian = axis("Hun 1", "4-6", "motorized", "hungarian")
    tanks = {russian(f"{n} Tank", "3-5", "armor"): "Q5" for n in range(5)}
    control = {"P28": RUSSIAN, "N2": AXIS, "R2": AXIS}
    fields = {"side": RUSSIAN, "turn": 20, "control": control}
    unsupplied = placed(LINE, {**tanks, hungarian: "N20"}, **fields)
    done = end_phase(unsupplied, [])
    assert len(done.eliminated) == 5 and done.surrendering == frozenset()
    rails = {h: RUSSIAN for h in LINE.rail_hexes}
    near = placed(LINE, {**tanks, hungarian: "N20"}, rail=rails, **fields)
    assert end_phase(near, []).surrendering == frozenset(), "the rail is ten hexes away"
    closer = small_board(
        ("N1", "R30"),
        rails=["P28 P27 P26 P25 P24 P23 P22 P21 P20 P19 P18 P17 P16 P15"],
        cities={"P28 minor": "Brest", "N2 major": "Helsinki", "R2 major": "Bucharest"},
        regions={"P14": "hungary", "P13": "hungary"},
    )
    there = {unit: "P14" if n < 3 else "P13" for n, unit in enumerate(tanks)}
    supplied = placed(closer, {**there, hungarian: "N20"}, rail=rails, **fields)
    over = end_phase(supplied, [])
    assert over.eliminated == () and over.surrendering == {"hungarian"}
    assert "Hun 1" not in over.position.at
    assert end_phase(supplied, [], already=["hungarian"]).surrendering == frozenset()
