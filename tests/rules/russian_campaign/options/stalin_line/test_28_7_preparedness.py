"""Section 28.7: a prepared Russia and the Stalin Line, clause by clause."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, go, odds, overrun, result
from ...chit_positions import AR, D1, DR, area, rows, sent_back
from ...turn_positions import at, data, names, play

PREPARED, DRAWN = ("chit-russian=3",), ("chits",)
MAY_41, JUL_41, SEP_41, NOV_42, JAN_43 = 1, 2, 3, 10, 11
DRAW = pytest.mark.option("chit_draw")

_LINE = """
A5 B6 C6 D7 E18 F18 G17 H18 I18 J19 K19 L20 L21 M20 N21 O21 P22 Q22 R23 S23 T24 T25 U24 V24 W23
X23 Y23 Z23 AA23 BB23 CC23 DD24
"""
LINE = frozenset(_LINE.split())
"""The hexes of Russia one hex east of the districts, read off the map."""


@pytest.mark.rule("TRC-28.7.R3a")
@pytest.mark.parametrize(
    ("how", "ready"),
    [
        ({"options": PREPARED}, True),
        pytest.param({"options": DRAWN, "chits": (3, 1)}, False, marks=DRAW),
        pytest.param({"options": DRAWN, "chits": (1, 3)}, True, marks=DRAW),
    ],
)
def test_rivers_double_russians_from_the_first_impulse(how: dict[str, Any], ready: bool) -> None:
    # W25 has no river, V25 the Dniester; the corps has two factors
    units = {"4 Inf": "V25", "3 TkC": "W25"}
    assert odds(combat("axis", units, turn=MAY_41, **how), "W25", ["4 Inf"])[1] == (
        4 if ready else 2
    )
    # afterwards they do with any chit
    for turn, impulse in ((MAY_41, 2), (JUL_41, 1)):
        state = combat("axis", units, impulse, turn=turn, **how)
        assert odds(state, "W25", ["4 Inf"])[1] == 4
    # and Germans behind theirs
    red = {"4 Inf": "W25", "1 TkA": "V25"}
    assert odds(combat("russian", red, turn=MAY_41, **how), "W25", ["1 TkA"])[1] == 10


@lru_cache(maxsize=8)
def bare(turn: int, options: tuple[str, ...], chits: tuple[int, ...] = ()) -> State:
    """An Axis movement phase with nobody at the front."""
    return at("axis", turn=turn, options=options, chits=chits)


def worth(
    here: str, from_: str, *units: str, turn: int = JUL_41, options: tuple[str, ...] = PREPARED,
    chits: tuple[int, ...] = (),
) -> int:  # fmt: skip
    """What Russians are worth against a corps beside them."""
    places = [("24 Pz", from_), ("39 Pz", from_), *((u, here) for u in units or ("7 TkC",))]
    state = play(bare(turn, options, chits)._supposed(places=places), "end-movement")
    return int(odds(state, here, ["24 Pz", "39 Pz"])[1])


@pytest.mark.option("chit_draw")
@pytest.mark.rule("TRC-28.7.R3b", "TRC-28.7.R3c")
def test_the_line_lies_one_hex_east_of_the_districts() -> None:
    shut = {
        frozenset((data().map.hexes[a].name, data().map.hexes[b].name))  # type: ignore[union-attr]
        for (a, b), features in data().map.hexsides.items()
        if features & {"prohibited", "strait"}
    }
    land = {h for h, r in rows().items() if r.terrain not in ("sea", "lake")}
    near = {n for h in LINE for n in around(h)}
    inner = {n for h in near for n in around(h)} | near | LINE
    inner |= {n for h, row in rows().items() if row.zone != "none" for n in around(h)}
    looked = 0
    for here in sorted(inner & land & area("russia", "karelia", "poland", "rumania", "hungary")):
        # the boundary of another country, of another river and of cities matters to both alike
        from_ = next(
            (n for n in sorted(around(here) & land) if frozenset((here, n)) not in shut), None
        )
        if from_ is None or here in ("D30", "DD3"):
            continue
        bonus = worth(here, from_) - worth(here, from_, options=DRAWN, chits=(3, 1))
        assert bonus == (here in LINE), here
        looked += 1
    assert looked > 120


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("how", "turns"),
    [
        ({"options": PREPARED}, {JUL_41: 1, NOV_42: 1, JAN_43: 0, 20: 0}),
        pytest.param(
            {"options": DRAWN, "chits": (1, 3)}, {JUL_41: 1, NOV_42: 1, JAN_43: 0}, marks=DRAW
        ),
        pytest.param({"options": DRAWN, "chits": (3, 1)}, {JUL_41: 0, NOV_42: 0}, marks=DRAW),
    ],
)
def test_until_the_end_of_1942_each_defender_of_it_is_worth_one_more(
    how: dict[str, Any], turns: dict[int, int]
) -> None:
    for turn, bonus in turns.items():
        # 3, 3 and 2 factors; H18 is of the line
        one = worth("H18", "I17", "7 TkC", turn=turn, **how)
        three = worth("H18", "I17", "7 TkC", "8 TkC", "3 TkC", turn=turn, **how)
        assert (one, three) == (3 + bonus, 8 + 3 * bonus), turn
        # behind a river, and in the hills, the factors are doubled and what is added is not
        assert worth("V24", "V25", "7 TkC", turn=turn, **how) == (6 + bonus)
        assert worth("T24", "S24", "7 TkC", "8 TkC", turn=turn, **how) == 12 + 2 * bonus


@pytest.mark.rule("TRC-28.7.R3c")
def test_of_two_hexes_each_counts_for_itself() -> None:
    # H18 and G17 are of the line, I17 behind it is not; none is in a river
    units = {"7 TkC": "H18", "8 TkC": "H18", "3 TkC": "G17", "24 Pz": "G18", "39 Pz": "G18"}
    for turn, more in ((SEP_41, 3), (JAN_43, 0)):
        state = combat("axis", units, turn=turn, options=PREPARED)
        assert odds(state, ["H18", "G17"], ["24 Pz", "39 Pz"])[1] == 8 + more
    units = {"7 TkC": "I17", "8 TkC": "H18", "24 Pz": "I18", "39 Pz": "I18"}
    for turn, more in ((SEP_41, 1), (JAN_43, 0)):
        state = combat("axis", units, turn=turn, options=PREPARED)
        assert odds(state, ["I17", "H18"], ["24 Pz", "39 Pz"])[1] == 6 + more


@pytest.mark.option("fortress")
@pytest.mark.rule("TRC-28.7.R3c", "TRC-26.9h")
@pytest.mark.parametrize(("turn", "asked"), [(SEP_41, False), (JAN_43, True)])
def test_in_a_fortress_on_it_nobody_is_given_up_to_stand(turn: int, asked: bool) -> None:
    """Odessa: while the line counts, its defenders stand anyway when the result is a retreat."""
    us = ("24 Pz", "39 Pz", "GD Pz")
    units = {**dict.fromkeys(us, "CC24"), "16 A": "DD24", "5 CavC": "DD24"}
    state = combat("axis", units, turn=turn, options=(*PREPARED, "fortress-cities"),
                   hex_flags={"russian fortress": ["DD24"]})  # fmt: skip
    fled = result(engage(state, "DD24", us), 6, announced=1)
    assert fled.var("result") == DR
    assert (fled.decision == "fortress stand") == asked
    assert [fled.place(u) for u in ("16 A", "5 CavC")] == ["DD24"] * 2


@pytest.mark.rule("TRC-28.7.R3c")
def test_russians_gain_nothing_by_it_when_they_attack_nor_do_germans() -> None:
    state = combat("russian", {"1 TkA": "I17", "10 Inf": "H18"}, turn=SEP_41, options=PREPARED)
    assert odds(state, "H18", ["1 TkA"]) == (6, 3, 2)
    state = combat("russian", {"1 TkA": "H18", "10 Inf": "H19"}, turn=SEP_41, options=PREPARED)
    assert odds(state, "H19", ["1 TkA"]) == (6, 3, 2)


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("stack", "from_", "total"),
    [
        # three factors attack eighteen and no more: W23 has no river, V25 the Dniester
        (("1G TkA", "2G A"), "W23", 17),
        (("1G TkA", "1 TkA"), "W23", 16),
        (("1G TkA", "1G A"), "W23", 18),
        (("8 A", "7 A"), "V25", 18),
        (("7 A", "27 A"), "V25", 16),
        # a partisan defends nothing
        (("1G TkA", "1 TkA", "Partisan 1"), "W23", 16),
    ],
)
def test_it_counts_for_who_may_attack_at_all(
    stack: tuple[str, ...], from_: str, total: int
) -> None:
    for turn, more in ((JAN_43, 0), (JUL_41, 2)):
        units = {"10 Inf": from_, **dict.fromkeys(stack, "V24")}
        state = combat("axis", units, turn=turn, options=PREPARED)
        # who has no legal attack gives up
        assert (state.place("10 Inf") == from_) == (total + more <= 18), turn


@pytest.mark.rule("TRC-28.7.R3c", "TRC-12.4a")
def test_who_has_been_attacked_adds_nothing_any_more() -> None:
    """Three factors may attack sixteen and two more, with a third unit that fled there."""
    stack = dict.fromkeys(("1G TkA", "1 TkA", "3 TkC"), "V24")
    units, flags = {"10 Inf": "W23", **stack}, {"attacked": ["3 TkC"]}
    state = combat("axis", units, turn=JUL_41, options=PREPARED, flags=flags)
    assert state.place("10 Inf") == "W23"
    fresh = combat("axis", units, turn=JUL_41, options=PREPARED)
    assert fresh.place("10 Inf") == "surrendered"


@pytest.mark.rule("TRC-28.7.R3c")
def test_it_counts_for_automatic_victories() -> None:
    # one factor is two on the line, so that it takes twenty
    more: dict[str, Any] = {"options": PREPARED, "variables": {"stukas": 0}}
    for turn, corps, wins in (
        (JAN_43, ["24 Pz", "46 Pz"], True),
        (JUL_41, ["24 Pz", "46 Pz"], False),
        (JUL_41, ["24 Pz", "39 Pz"], False),
        (JUL_41, ["24 Pz", "39 Pz", "40 Pz"], True),
    ):
        units = {**dict.fromkeys(corps, "I17"), corps[-1]: "J17", "5 ParaC": "H18"}
        state = go(at("axis", turn=turn, units=units, **more), corps[-1], "I17")
        assert ("H18" in names(state, "overrun")) == wins, corps
        if wins:
            assert overrun(state, "H18", corps).place("5 ParaC") == "surrendered"
    # with fourteen, and sixteen, against one behind the line there is one
    units = {"24 Pz": "I18", "46 Pz": "J18", "5 ParaC": "I17"}
    state = go(at("axis", turn=JUL_41, units=units, **more), "46 Pz", "I18")
    assert "I17" in names(state, "overrun")


@pytest.mark.rule("TRC-28.7.R3c")
def test_the_explanation_tells_what_is_added() -> None:
    def told(side: str, units: dict[str, str], target: str, us: str, turn: int = JUL_41) -> bool:
        # with a battle elsewhere, so that nothing has been chosen yet
        others = {"20 Inf": "P16", "4 TkC": "P15"}
        state = combat(side, {**units, **others}, turn=turn, options=PREPARED)
        return "TRC-28.7.R3c" in str(state.battle(target, [us]).explain())

    units = {"24 Pz": "I17", "7 TkC": "H18"}
    assert told("axis", units, "H18", "24 Pz")
    assert not told("axis", units, "H18", "24 Pz", JAN_43)
    # beside the line, and where Germans stand in it
    assert not told("axis", {"24 Pz": "I18", "7 TkC": "I17"}, "I17", "24 Pz")
    assert not told("russian", {"1 TkA": "I17", "10 Inf": "H18"}, "H18", "1 TkA")


def driven(state: State) -> State:
    """A result carried out, with the first choices."""
    out = state.copy()
    while out.decision in ("retreat", "retreat to", "retreat on", "loss"):
        out.push(out.legal_actions.list()[0])
    return out


@pytest.mark.rule("TRC-28.7.R3c")
@pytest.mark.parametrize(
    ("turn", "here", "stays"),
    [
        (JUL_41, "H18", True),
        (NOV_42, "H18", True),
        (JAN_43, "H18", False),
        # a hex off the line, and woods
        (JUL_41, "I17", False),
        (JUL_41, "N19", True),
    ],
)
def test_its_defenders_need_not_retreat(turn: int, here: str, stays: bool) -> None:
    from_ = {"H18": "I17", "I17": "J17", "N19": "N18"}[here]
    corps = ["24 Pz", "39 Pz", "41 Pz"]
    units = {**dict.fromkeys(corps, from_), "7 TkC": here, "8 TkC": here}
    state = combat("axis", units, turn=turn, options=PREPARED)
    for effect, lost in ((DR, 0), (D1, 1)):
        ends = sent_back(state, here, corps, effect)
        assert ends
        for end in ends:
            places = [driven(end).place(u) for u in ("7 TkC", "8 TkC")]
            assert places.count("pool") == lost
            assert places.count(here) == (2 - lost if stays else 0)


@pytest.mark.rule("TRC-28.7.R3c")
def test_of_two_hexes_only_those_on_the_line_stay() -> None:
    units = {"7 TkC": "I17", "8 TkC": "H18", "24 Pz": "I18", "39 Pz": "I18"}
    ready = engage(
        combat("axis", units, turn=JUL_41, options=PREPARED), ["I17", "H18"], ["24 Pz", "39 Pz"]
    )
    looked = 0
    for die in range(1, 7):
        for announced in (1, 2):
            end = result(ready, die, announced)
            if end.var("result") == DR:
                after = driven(end)
                assert after.place("8 TkC") == "H18" and after.place("7 TkC") != "I17"
                looked += 1
    assert looked


@pytest.mark.rule("TRC-28.7.R3c")
def test_attackers_on_it_retreat_and_so_do_germans_in_it() -> None:
    # Russians who attack from it and are thrown back
    units = {"11 A": "H18", "24 Pz": "H19", "39 Pz": "H19"}
    fought = combat("russian", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "H19", ["11 A"], AR)
    assert ends and all(driven(end).place("11 A") != "H18" for end in ends)
    units = {"10 Inf": "H18", "1G TkA": "I17", "2G TkA": "I17"}
    fought = combat("russian", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "H18", ["1G TkA", "2G TkA"])
    assert ends and all(driven(end).place("10 Inf") != "H18" for end in ends)


@pytest.mark.rule("TRC-28.7.R3c")
def test_germans_who_attack_from_it_retreat_as_ever() -> None:
    units = {"10 Inf": "H18", "7 TkC": "I17", "8 TkC": "I17"}
    fought = combat("axis", units, turn=JUL_41, options=PREPARED)
    ends = sent_back(fought, "I17", ["10 Inf"], AR)
    assert ends and all(driven(end).place("10 Inf") != "H18" for end in ends)


@pytest.mark.rule("TRC-28.7.R3c")
def test_only_who_is_attacked_counts_and_is_told_with_what_he_is_worth() -> None:
    # others stand elsewhere on the line
    units = {"24 Pz": "V25", "7 TkC": "V24", "4 A": "S23", "20 Inf": "P16", "4 TkC": "P15"}
    state = combat("axis", units, turn=JUL_41, options=PREPARED)
    assert odds(state, "V24", ["24 Pz"])[1] == 7
    told = str(state.battle("V24", ["24 Pz"]).explain())
    assert "7 TkC 3 as 7 (TRC-28.7.R3c, TRC-14.1c)" in told
    assert "8 against 7" in told


@pytest.mark.rule("TRC-28.7.R3c")
def test_the_explanation_tells_who_stands_on_the_line() -> None:
    # with a battle elsewhere, so that nothing has been chosen yet
    units = {"24 Pz": "I17", "7 TkC": "H18", "20 Inf": "P16", "4 TkC": "P15"}
    stands = "7 TkC of the russian side stay on the Stalin Line (TRC-28.7.R3c)"

    def told(turn: int, **where: str) -> str:
        places = {**units, **{u.replace("_", " "): h for u, h in where.items()}}
        target = places["7 TkC"]
        state = combat("axis", places, turn=turn, options=PREPARED)
        return str(state.battle(target, ["24 Pz"]).explain())

    line = told(JUL_41)
    assert "moves its units back two hexes: 7 TkC" not in line and stands in line
    assert "moves its units back two hexes: 7 TkC" in told(JAN_43)
    assert "on the Stalin Line" not in told(JAN_43)
    off = told(JUL_41, **{"7_TkC": "I17", "24_Pz": "I18"})
    assert "moves its units back two hexes: 7 TkC" in off and "on the Stalin Line" not in off
