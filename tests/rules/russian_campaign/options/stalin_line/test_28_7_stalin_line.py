"""Section 28.7: the chit of a prepared Russia, and the Stalin Line on the map."""

from __future__ import annotations

from functools import lru_cache

import pytest

from ...battle_positions import combat, fight, odds
from ...chit_positions import DR
from ...turn_positions import data, walk

PREPARED = ("chit-russian=3",)


@pytest.mark.rule("TRC-28.7.R3a")
def test_russians_gain_by_rivers_from_the_start() -> None:
    units = {"4 Inf": "V25", "3 TkC": "W25"}
    found = [
        odds(combat("axis", units, turn=1, options=options), "W25", ["4 Inf"])[1]
        for options in ((), PREPARED)
    ]
    assert found == [2, 4]


@lru_cache(maxsize=1)
def line() -> set[str]:
    """Hexes of Russia in no district, with a district beside them to the west."""
    m = data().map
    rows = {h.name: h for h in m.hexes if h is not None}
    out = set()
    for h in rows.values():
        if (
            h.area in ("russia", "karelia")
            and h.zone == "none"
            and h.terrain not in ("sea", "lake")
        ):
            near = (m.neighbor(m.index[h.name], way) for way in range(6))
            beside = [m.hexes[n] for n in near if n is not None]
            out |= {
                h.name
                for o in beside
                if o is not None and o.zone != "none" and west(o.name, h.name)
            }
    return out


def west(one: str, other: str) -> bool:
    """Whether a hex lies west of its neighbour."""

    def across(name: str) -> int:
        row = name.rstrip("0123456789")
        index = ord(row[0]) - 64 + (26 if len(row) > 1 else 0)
        return 2 * int(name[len(row) :]) + index % 2

    return across(one) > across(other)


@pytest.mark.rule("TRC-28.7.R3b", "TRC-28.7.R3c")
def test_the_stalin_line_adds_one_that_is_not_doubled() -> None:
    assert {"W24", "N18"} & line() or len(line()) > 20
    plain = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    here = sorted(h for h in line() & plain if h not in ("O19", "W19", "F17", "DD24"))[5]
    m = data().map
    near = [m.neighbor(m.index[here], way) for way in range(6)]
    beside = [m.hexes[n].name for n in near if n is not None and m.hexes[n] is not None]  # type: ignore[union-attr]
    from_ = next(h for h in beside if h in plain)

    def worth(turn: int, options: tuple[str, ...], *units: str) -> int:
        where = {"4 Inf": from_, "5 Inf": from_, **dict.fromkeys(units, here)}
        state = combat("axis", where, turn=turn, options=options)
        return odds(state, here, ["4 Inf", "5 Inf"])[1]

    # two units add two, whether they are doubled or not
    for turn, bonus in ((2, 1), (10, 1), (11, 0)):
        assert worth(turn, PREPARED, "3 TkC") - worth(turn, (), "3 TkC") == bonus
        assert (
            worth(turn, PREPARED, "3 TkC", "1 TkC") - worth(turn, (), "3 TkC", "1 TkC") == 2 * bonus
        )
    behind = next(h for h in beside if h not in line())
    assert behind


@pytest.mark.rule("TRC-28.7.R3c")
def test_who_defends_the_line_does_not_retreat() -> None:
    plain = {h.name for h in data().map.hexes if h is not None and h.terrain == "clear"}
    here = sorted(h for h in line() & plain if h not in ("O19", "W19", "F17", "DD24"))[5]
    m = data().map
    near = [m.neighbor(m.index[here], way) for way in range(6)]
    beside = [m.hexes[n].name for n in near if n is not None and m.hexes[n] is not None]  # type: ignore[union-attr]
    from_ = next(h for h in beside if h in plain)
    units = {"24 Pz": from_, "39 Pz": from_, "11 A": here}
    driven = {}
    for options in ((), PREPARED):
        state = combat("axis", units, turn=3, options=options)
        # 1-1 announced: some die drives defenders away, unless they may stay
        ends = [fight(state, here, ["24 Pz", "39 Pz"], die, announced=1) for die in range(1, 7)]
        back = [e for e in ends if e.var("result") == DR]
        after = [walk(e, "movement", "axis", 2) for e in back]
        driven[options] = {e.place("11 A") != here for e in after}
    assert driven == {(): {True}, PREPARED: {False}}
