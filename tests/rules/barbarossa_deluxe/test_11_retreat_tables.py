"""Section 11.27 to 11.29: tables of retreats, in play and in a battle's explanation.

The hexes around 2308 are clear: northwest, west and southwest lead toward home for the German, the
other three for the Soviet (11.27).
"""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Advance, Lost, Surrender, Withdrawal

from .board_positions import DR, at, data, edit, fight, marker, names, play, refused, walk

NW, W, SW, SE, E, NE = "2209", "2309", "2409", "2408", "2307", "2208"
"""The hexes around 2308, from the northwest on."""
PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
ARMIES = ["60A", "59A", "54A", "53A", "52A"]
KINDS: dict[str, list[str]] = {}
for _unit in data().units:
    KINDS.setdefault(_unit.kind, []).append(_unit.name)
CROWD = {
    "german": [u for u in KINDS["infantry"] if int(u.removesuffix("AK")) > 9],
    "soviet": [u for u in KINDS["rifle"] if u not in ARMIES],
}
"""Units to fill hexes with."""
Units = dict[str, Any]


def german(units: Units, turn: int = 13, **more: Any) -> State:
    """A German assault phase in October, far from the front one of each side."""
    units = {"2311": ["1AK"], "1001": ["66A"], **units}
    return at("prepared assault", "german", turn=turn, sequence="move-fight", units=units, **more)


def soviet(units: Units, around: str, turn: int = 13, **more: Any) -> State:
    """A Soviet assault phase before movement, with a marker in a hex."""
    units = {"2311": ["1AK"], "1001": ["66A"], **units}
    return at(
        "prepared assault", "soviet", turn=turn, sequence="fight-move", units=units,
        variables=marker(around), **more,
    )  # fmt: skip


def driven(state: State, target: str, group: list[str]) -> tuple[State, list[Any]]:
    """A battle whose die says DR, and what was said before of that result."""
    rolling = fight(state, target, group)
    said = next(o for o in rolling.battle().outcomes if o.result == "DR")
    after = play(rolling, f"roll {said.dice[0]}")
    assert after.var("result") == DR
    return after, list(said.consequences)


def withdrawal(said: list[Any]) -> Withdrawal | None:
    """What is said of the retreat."""
    return next((c for c in said if isinstance(c, Withdrawal)), None)


def ways(after: State, unit: str, target: str) -> set[str]:
    """Where a unit may go, or where it went when it had no choice."""
    if after.decision == "retreat":
        return names(after, "retreat-to")
    place = after.place(unit)
    return set() if place in ("dead", "removed") else {place}


def rules(shut: dict[str, str] | Any) -> dict[str, str]:
    """For each hex that is shut the rule that is named."""
    return {h: why.rsplit("(", 1)[1].rstrip(")") for h, why in shut.items()}


def fill(*hexes: str, side: str, count: int = 5) -> Units:
    """Hexes with so many units of a side each."""
    crowd = iter(CROWD[side])
    return {h: [next(crowd) for _ in range(count)] for h in hexes}


FROM, ENEMY, AWAY = "BD-11.27f", "BD-11.27a", "home"

# where the attackers stand; where others of their side do; where the defenders may go
OPEN = [
    ([W], [], {E, NE, SE}),
    ([W], [E], {NE, SE}),
    ([W], [E, SE], {NE}),
    ([W], [E, NE, SE], {NW, SW}),
    ([W], [E, NE, SE, SW], {NW}),
    ([W], [E, NE, SE, SW, NW], set()),
    ([E], [], {NE, SE}),
    ([E, NE], [], {SE}),
    ([E, NE, SE], [], {W, NW, SW}),
    ([E, NE, SE], [W], {NW, SW}),
    ([W, E], [], {NE, SE}),
    ([W, E], [NE, SE], {NW, SW}),
    ([SW], [NE], {E, SE}),
    ([NW, NE, SE, SW, E], [], {W}),
    ([NW, NE, SE, SW, E], [W], set()),
    ([NW, SE], [NE, SW], {E}),
]
OPPOSITE = {NW: SE, W: E, SW: NE, SE: NW, E: W, NE: SW}


@pytest.mark.rule("BD-11.27a", "BD-11.27d", "BD-11.27e", "BD-11.27f", "BD-11.28c")
@pytest.mark.parametrize(("attack", "others", "open_"), OPEN)
def test_where_a_soviet_army_may_retreat(
    attack: list[str], others: list[str], open_: set[str]
) -> None:
    units: Units = {h: [u] for h, u in zip(attack, PZ, strict=False)}
    units |= {h: [u] for h, u in zip(others, ["4AK", "5AK", "6AK", "7AK", "8AK"], strict=False)}
    group = [units[h][0] for h in attack]
    if len(attack) < 3:
        units[attack[0]] = [*units[attack[0]], "41Pz", "46Pz"]
        group += ["41Pz", "46Pz"]
    inside = ["60A"] if open_ else ["59A", "60A", "61A"]
    after, said = driven(german({**units, "2308": inside}), "2308", group)
    check(after, said, inside, "soviet", attack, others, open_, "BD-11.27d")


@pytest.mark.rule("BD-11.27a", "BD-11.27c", "BD-11.27e", "BD-11.27f", "BD-11.28c")
@pytest.mark.parametrize(("attack", "others", "open_"), OPEN)
def test_where_a_german_corps_may_retreat(
    attack: list[str], others: list[str], open_: set[str]
) -> None:
    """As a Soviet army, with east and west exchanged."""
    attack, others = [OPPOSITE[h] for h in attack], [OPPOSITE[h] for h in others]
    open_ = {OPPOSITE[h] for h in open_}
    crowd = iter(CROWD["soviet"])
    units: Units = {h: [next(crowd)] for h in [*attack, *others]}
    group = [units[h][0] for h in attack]
    more = [next(crowd) for _ in range(4 if len(attack) < 3 else 2)]
    units[attack[0]] = [*units[attack[0]], *more]
    inside = ["4AK"] if open_ else ["4AK", "5AK", "6AK"]
    state = soviet({**units, "2308": inside}, attack[0])
    after, said = driven(state, "2308", [*group, *more])
    check(after, said, inside, "german", attack, others, open_, "BD-11.27c")


def check(
    after: State, said: list[Any], inside: list[str], side: str, attack: list[str],
    others: list[str], open_: set[str], home: str,
) -> None:  # fmt: skip
    """A retreat with room anywhere, as it is played and as it was said."""
    unit = inside[-1]
    assert ways(after, unit, "2308") == open_
    if after.decision == "retreat":
        assert after.to_move == side
        for hex_ in {NW, W, SW, SE, E, NE} - open_:
            with refused("BD-11.27e"):
                after.push(f"retreat-to {hex_}")
        for hex_ in open_:
            gone = play(after, f"retreat-to {hex_}")
            assert gone.place(unit) == hex_ and unit in gone.units_with("retreated")
            assert (hex_ in gone.hexes_with("german")) == (side == "german")
    told = withdrawal(said)
    assert told is not None and told.side == side and told.units == tuple(inside)
    assert set(told.hexes) == open_ and told.alone == {}
    shut = dict.fromkeys({NW, W, SW, SE, E, NE} - open_, home)
    shut |= dict.fromkeys(others, ENEMY) | dict.fromkeys(attack, FROM)
    assert rules(told.shut) == shut
    assert told.rules == (("BD-11.27e",) if open_ else ("BD-11.28c",))
    if open_:
        away = "the west" if side == "german" else "the east"
        assert all(away in why for why in told.shut.values() if home in why)


# -- stacking ------------------------------------------------------------------------------


@pytest.mark.rule("BD-11.27b", "BD-6.3a", "BD-11.28b")
@pytest.mark.parametrize(
    ("inside", "east", "northeast", "southeast", "open_"),
    [
        (3, 2, 0, 0, {E, NE, SE}),
        (3, 3, 0, 0, {NE, SE}),
        (3, 3, 3, 2, {SE}),
        (5, 0, 0, 0, {E, NE, SE}),
        (5, 1, 0, 0, {NE, SE}),
        (1, 4, 5, 5, {E}),
    ],
)
def test_a_stack_goes_where_it_fits_as_a_whole(
    inside: int, east: int, northeast: int, southeast: int, open_: set[str]
) -> None:
    crowd = iter(CROWD["soviet"])
    counts = {E: east, NE: northeast, SE: southeast}
    units = {h: [next(crowd) for _ in range(n)] for h, n in counts.items() if n}
    stack = ARMIES[:inside]
    strong = {W: PZ, NW: ["41Pz", "46Pz", "47Pz", "48Pz", "56Pz"], "2308": stack}
    group = [*strong[W], *strong[NW]] if inside > 1 else PZ
    after, said = driven(german({**units, **strong}), "2308", group)
    assert ways(after, stack[0], "2308") == open_
    told = withdrawal(said)
    assert told is not None and set(told.hexes) == open_ and set(told.units) == set(stack)
    full = {h for h in counts if h not in open_}
    assert {h for h, rule in rules(told.shut).items() if rule == "BD-6.3a"} == full
    done = walk(after, "advance", "german")
    assert {done.place(u) for u in stack} <= open_ and len({done.place(u) for u in stack}) == 1


@pytest.mark.rule("BD-11.27b", "BD-11.27e", "BD-6.3a")
def test_a_stack_that_fits_nowhere_splits_and_each_has_its_own_choice() -> None:
    units: Units = {W: PZ, NW: ["41Pz", "46Pz", "47Pz"], "2308": ["60A", "3T", "1G"]}
    units |= {E: CROWD["soviet"][:4], NE: CROWD["soviet"][4:8], SE: CROWD["soviet"][8:13]}
    after, said = driven(german(units), "2308", [*PZ, "41Pz", "46Pz", "47Pz"])
    told = withdrawal(said)
    assert told is not None and told.hexes == ()
    assert {u: set(h) for u, h in told.alone.items()} == {u: {E, NE} for u in units["2308"]}
    assert told.rules == ("BD-11.27b", "BD-11.27e")
    assert after.decision == "retreat unit" and after.to_move == "soviet"
    assert names(after, "retreat") == set(units["2308"])
    first = play(after, "retreat 3T")
    assert first.to_move == "soviet" and first.decision == "retreat"
    assert names(first, "retreat-to") == {E, NE}
    gone = play(first, f"retreat-to {E}")
    assert gone.place("3T") == E and gone.place("60A") == "2308"
    assert "3T" in gone.units_with("retreated")
    second = play(gone, "retreat 60A")
    # the only hex left with room is taken unasked; the last goes on from a full one
    assert second.place("60A") == NE
    last = walk(second, "advance", "german")
    assert last.place("1G") not in (E, NE, SE, NW, SW, "2308", "dead")


@pytest.mark.rule("BD-11.28b", "BD-11.28c")
def test_who_finds_no_room_goes_on_through_full_hexes_to_the_first_with_room() -> None:
    """E, NE and SE are full; behind them only 2306 has room; or nothing has."""
    full = fill(E, NE, SE, side="soviet")
    after, _ = driven(german({W: PZ, "2308": ["60A"], **full}), "2308", PZ)
    beyond = {"2306", "2207", "2407", "2108", "2107", "2507", "2508", NW, SW}
    assert after.decision == "retreat" and after.to_move == "soviet"
    # the hexes next to a full one, whatever their direction
    assert names(after, "retreat-to") == beyond
    gone = play(after, "retreat-to 2306")
    assert gone.place("60A") == "2306" and "60A" in gone.units_with("retreated")
    for flag in ("retreat front", "retreat passed"):
        assert gone.hexes_with(flag) == []
    blocked = {
        h: [u] for h, u in zip(sorted(beyond - {"2306", NW, SW}), CROWD["german"], strict=False)
    }
    blocked |= {NW: ["4AK"], SW: ["5AK"]}
    one, _ = driven(german({W: PZ, "2308": ["60A"], **full, **blocked}), "2308", PZ)
    assert one.place("60A") == "2306"
    shut = {**blocked, "2306": ["49Mtn"]}
    none, said = driven(german({W: PZ[:1], "2308": ["60A"], **full, **shut}), "2308", PZ[:1])
    assert none.place("60A") == "dead" and none.hexes_with("retreat passed") == []
    # who comes nowhere is said to be lost
    assert withdrawal(said) is None
    assert [(c.units, c.rule) for c in said if isinstance(c, Lost)] == [(("60A",), "BD-11.28c")]


@pytest.mark.rule("BD-11.28b")
def test_the_way_through_full_hexes_may_be_long() -> None:
    """Two rings of full hexes; enemies beyond on all sides but one."""
    crowd = iter(CROWD["soviet"])
    full = {h: [next(crowd) for _ in range(5)] for h in (E, "2306")}
    others = iter(CROWD["german"])
    ring = {h: [next(others)] for h in (NE, SE, NW, SW, "2207", "2407", "2206", "2406")}
    after, _ = driven(german({W: PZ, "2308": ["60A"], **full, **ring}), "2308", PZ)
    assert after.place("60A") == "2305"
    # the hex from which the attack came is no way on, nor one that was passed
    state = german({W: PZ[:1], "2308": ["60A"], **full, **ring, "2305": [next(others)]})
    lost, _ = driven(state, "2308", PZ[:1])
    assert lost.place("60A") == "dead"


@pytest.mark.rule("BD-11.28b", "BD-11.27f")
def test_nobody_goes_on_into_a_hex_of_the_attackers() -> None:
    """NE is full; from there E, where the attack came from, is next, and NW beside the battle."""
    full = fill(NE, side="soviet")
    others = iter(CROWD["german"])
    ring = {h: [next(others)] for h in (SE, SW, W, "2207", "2107", "2108", NW)}
    after, _ = driven(german({E: PZ[:1], "2308": ["60A"], **full, **ring}), "2308", PZ[:1])
    assert after.place("60A") == "dead"
    open_ = {**ring}
    del open_[NW]
    after, _ = driven(german({E: PZ, "2308": ["60A"], **full, **open_}), "2308", PZ)
    assert after.place("60A") == NW


@pytest.mark.rule("BD-11.27b", "BD-11.28b")
def test_germans_split_and_go_on_as_well() -> None:
    full = fill(W, NW, side="german")
    crowd = {SW: CROWD["german"][10:14]}
    start = {E: ARMIES, NE: ["20A", "21A", "22A", "23A", "24A"], SE: ["27A", "28A", "29A", "30A"]}
    group = [u for units in start.values() for u in units]
    state = soviet({**start, "2308": ["4AK", "5AK"], **full, **crowd}, E)
    after, said = driven(state, "2308", group)
    told = withdrawal(said)
    assert told is not None and told.alone == {"4AK": (SW,), "5AK": (SW,)}
    # the two are alike, and one fits; of the other there is to choose where it goes on to
    assert after.place("4AK") == SW
    assert after.decision == "retreat" and after.to_move == "german"
    assert names(after, "retreat-to") == {
        "2310", "2210", "2109", "2108", "2410", "2509", "2508",
    }  # fmt: skip


# -- satellites, militia, ground ------------------------------------------------------------


@pytest.mark.rule("BD-6.4a", "BD-11.27b")
@pytest.mark.parametrize("with_corps", [False, True])
def test_a_satellite_army_does_not_retreat_onto_another(with_corps: bool) -> None:
    inside = ["3Rum", "4AK"] if with_corps else ["3Rum"]
    state = soviet({E: ARMIES, NE: ["20A"], "2308": inside, W: ["4Rum"]}, E)
    after, said = driven(state, "2308", [*ARMIES, "20A"])
    assert ways(after, "3Rum", "2308") == {NW, SW}
    told = withdrawal(said)
    assert told is not None and set(told.hexes) == {NW, SW}
    assert rules(told.shut)[W] == "BD-6.4a"
    # a corps alone does
    corps, said = driven(edit(state, {"3Rum": "2313", "4AK": "2308"}), "2308", [*ARMIES, "20A"])
    assert ways(corps, "4AK", "2308") == {W, NW, SW}


@pytest.mark.rule("BD-6.4a", "BD-11.27b", "BD-11.28b")
def test_a_stack_with_a_satellite_army_splits_before_others() -> None:
    """Each of the hexes holds another satellite army: the corps goes there, the army beyond."""
    others = {W: ["4Rum"], NW: ["2Hun"], SW: ["8Ital"]}
    state = soviet({E: ARMIES, NE: ["20A"], "2308": ["3Rum", "4AK"], **others}, E)
    after, said = driven(state, "2308", [*ARMIES, "20A"])
    told = withdrawal(said)
    assert told is not None and told.hexes == ()
    # not over the northern boundary
    beyond = {"2310", "2210", "2410", "2509", "2508", SE}
    assert {u: set(h) for u, h in told.alone.items()} == {"4AK": {W, NW, SW}, "3Rum": beyond}
    assert after.decision == "retreat unit"
    corps = play(after, "retreat 4AK")
    assert names(corps, "retreat-to") == {W, NW, SW}
    army = play(after, "retreat 3Rum")
    assert names(army, "retreat-to") == beyond


@pytest.mark.rule("BD-6.4a", "BD-11.28b")
def test_a_satellite_army_does_not_go_on_to_another() -> None:
    full = fill(W, NW, SW, side="german")
    state = soviet({E: ARMIES, "2308": ["3Rum"], **full, "2310": ["4Rum"]}, E)
    after, _ = driven(state, "2308", ARMIES)
    assert names(after, "retreat-to") == {"2210", "2410", "2509", "2508", NE, SE}
    corps, _ = driven(edit(state, {"3Rum": "2313", "4AK": "2308"}), "2308", ARMIES)
    north = {"2109", "2108"}
    assert names(corps, "retreat-to") == {"2210", "2310", "2410", "2509", "2508", NE, SE} | north


@pytest.mark.rule("BD-10.22a", "BD-10.22c")
@pytest.mark.parametrize(
    ("turn", "zone", "open_"),
    [(12, "south", {"2209"}), (12, "north", {"2209", "2108"}), (13, "north", {"2209"})],
)
def test_satellite_armies_do_not_retreat_north(turn: int, zone: str, open_: set[str]) -> None:
    """From 2208 west is 2209, northwest 2108 north of the boundary, southwest 2308 held."""
    units = {"2207": [*ARMIES[:3], "3T", "5T"], "2308": ["20A"], "2208": ["3Rum"]}
    state = soviet(units, "2207", turn=turn, zone=zone)
    after, said = driven(state, "2208", ["3T", "5T"])
    assert ways(after, "3Rum", "2208") == open_
    told = withdrawal(said)
    assert told is not None and set(told.hexes) == open_
    north = {h for h, rule in rules(told.shut).items() if rule == "BD-10.22a"}
    assert north == (set() if len(open_) == 2 else {"2108", "2107"})
    # a corps does
    corps = edit(state, {"3Rum": "2313", "4AK": "2208"})
    assert ways(driven(corps, "2208", [*ARMIES[:3], "3T", "5T"])[0], "4AK", "2208") == {
        "2209",
        "2108",
    }


@pytest.mark.rule("BD-10.22a", "BD-11.28b", "BD-11.28c")
def test_satellite_armies_do_not_go_on_to_the_north() -> None:
    """2209 and what lies behind it are full or held, but for the north."""
    full = fill("2209", side="german")
    held = {"2308": ["20A"], "2210": ["21A"], "2309": ["22A"], "2307": ["23A"]}
    state = soviet({"2207": [*ARMIES[:3], "3T", "5T"], "2208": ["3Rum"], **full, **held}, "2207")
    after, _ = driven(state, "2208", ["3T", "5T"])
    assert after.place("3Rum") == "removed"
    corps = edit(state, {"3Rum": "2313", "4AK": "2208", "24A": "2108", "27A": "2107"})
    gone, _ = driven(corps, "2208", [*ARMIES[:3], "3T", "5T"])
    assert ways(gone, "4AK", "2208") == {"2109"}


@pytest.mark.rule("BD-8.34c", "BD-11.28c")
@pytest.mark.parametrize("others", [[], ["60A"], ["60A", "59A"]])
def test_the_militia_is_lost_and_the_others_retreat(others: list[str]) -> None:
    state = german({W: PZ, NW: ["41Pz", "46Pz"], "2308": ["LPMA", *others]})
    after, said = driven(state, "2308", [*PZ, "41Pz"][: 3 + 2 * len(others)])
    assert after.place("LPMA") == "removed"
    assert [(c.units, c.rule) for c in said if isinstance(c, Lost)] == [(("LPMA",), "BD-8.34c")]
    told = withdrawal(said)
    assert set(told.units if told else ()) == set(others)
    assert (after.decision == "retreat") == bool(others)
    for unit in others:
        assert ways(after, unit, "2308") == {E, NE, SE}


@pytest.mark.rule("BD-11.28a", "BD-11.19a")
def test_water_bars_retreats_and_is_named() -> None:
    """2901 lies across the Manych from 2802."""
    units: Units = {"2902": PZ, "2901": ["60A"]}
    after, said = driven(german(units, german=["2607", "2804"]), "2901", PZ[:3])
    told = withdrawal(said)
    assert told is not None
    water = {h for h, rule in rules(told.shut).items() if rule == "BD-11.28a"}
    assert "2802" in water and not water & set(told.hexes)
    assert set(told.hexes) == ways(after, "60A", "2901")
    # terrain is not asked: marsh and rough ground are open
    rough = german({"2614": PZ, "2615": ["60A"], "2514": ["4AK"], "2714": ["5AK"]})
    fled, _ = driven(rough, "2615", PZ)
    assert ways(fled, "60A", "2615") == {"2515", "2616", "2715"}


@pytest.mark.rule("BD-11.27a")
@pytest.mark.parametrize("flags", [{}, {"hero city": ["2407"]}, {"fortress city": ["2407"]}])
def test_cities_and_lines_of_anybody_are_retreated_into(flags: dict[str, list[str]]) -> None:
    """2407 is a city; 1817 a German line."""
    state = german({"2409": PZ, "2408": ["60A"]}, hex_flags=flags, german=["2407"])
    after, _ = driven(state, "2408", PZ)
    assert ways(after, "60A", "2408") == {"2407", "2307", "2507"}
    line, _ = driven(german({"1819": PZ, "1818": ["60A"]}), "1818", PZ)
    assert ways(line, "60A", "1818") == {"1817", "1917", "1717"}


# -- after a retreat ------------------------------------------------------------------------


@pytest.mark.rule("BD-11.29a", "BD-11.29b", "BD-11.4c")
@pytest.mark.parametrize(
    ("result", "fate"), [("AS", E), ("AE", E), ("BB", "dead"), ("DR", "dead"), ("DE", "dead")]
)
def test_who_fled_into_a_hex_that_is_attacked_is_lost_but_with_AE_and_AS(
    result: str, fate: str
) -> None:
    strong = result in ("DE", "DR")
    units: Units = {W: PZ[:3], "2308": ["60A"], E: ["59A"], NE: ["39Pz"], SE: ["40Pz"]}
    if strong:
        units[NE] = ["39Pz", "41Pz", "46Pz"]
    if result == "AE":
        units[E] = ["59A", "20A", "21A", "22A"]
    state = german(units)
    fled, _ = driven(state, "2308", PZ[:3])
    fled = walk(fled, "prepared assault", "german", {"retreat": f"retreat-to {E}"})
    group = ["40Pz", *units[NE]]
    rolling = fight(fled, E, group)
    said = next(o for o in rolling.battle().outcomes if o.result == result)
    after = play(rolling, f"roll {said.dice[0]}")
    assert after.place("60A") == fate
    lost = {c.rule: c.units for c in said.consequences if isinstance(c, Lost)}
    assert lost.get("BD-11.29b", ()) == (("60A",) if fate == "dead" else ())
    assert "60A" not in lost.get("BD-11.26c", ()) + lost.get("BD-11.26d", ())
    if result == "DR":
        told = withdrawal(list(said.consequences))
        assert told is not None and told.units == ("59A",)
    if result == "BB":
        given = next(c for c in said.consequences if isinstance(c, Surrender))
        assert given.worth == 3


@pytest.mark.rule("BD-11.4c", "BD-11.29a", "BD-11.27a")
def test_who_fled_into_an_empty_hex_is_not_attacked_again() -> None:
    units: Units = {W: PZ[:3], "2308": ["60A"], NE: ["39Pz"], SE: ["40Pz"], "2107": ["54A"]}
    fled, _ = driven(german(units), "2308", PZ[:3])
    after = walk(fled, "prepared assault", "german", {"retreat": f"retreat-to {E}"})
    assert after.place("60A") == E and names(after, "attack") == {"2107"}
    with refused("BD-11.4c"):
        after.push(f"attack {E}")
    # with one who did not flee the hex is attacked, in a later phase it may be in any case
    joined = edit(after, {"59A": E})
    assert E in names(joined, "attack")


# -- what is said of advances ---------------------------------------------------------------


@pytest.mark.rule("BD-11.28a", "BD-11.27d")
def test_the_sea_is_no_way_out() -> None:
    """South of 2805 lie the sea and, across an arm of it, 2904."""
    after, said = driven(german({"2806": PZ[:3], "2805": ["60A"]}), "2805", PZ[:3])
    assert ways(after, "60A", "2805") == {"2804", "2704"}
    told = withdrawal(said)
    assert told is not None
    assert {h for h, rule in rules(told.shut).items() if rule == "BD-11.28a"} == {"2904", "2905"}
    # the sea is not toward home either, so that the others are open
    held = german({"2806": PZ[:3], "2805": ["60A"], "2804": ["4AK"], "2704": ["5AK"]})
    west, _ = driven(held, "2805", PZ[:3])
    assert ways(west, "60A", "2805") == {"2705"}


@pytest.mark.rule("BD-11.30a", "BD-11.30b")
@pytest.mark.parametrize("inside", [1, 5])
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_what_is_said_of_each_result(side: str, inside: int) -> None:
    """Who may advance, who falls, who chooses a retreat; one who stays out advances nowhere."""
    count = 2 if inside == 1 else 5
    if side == "german":
        group, theirs = (
            ["4AK", "5AK", "6AK", "7AK"][: count + 1],
            ["59A", "60A", "61A", "62A", "63A"],
        )
        group = group[:2] if inside == 1 else [*group, "3Pz"]
        state = german({W: group, SW: ["39Pz"], "2308": theirs[:inside]})
    else:
        group, theirs = ["59A", "60A", "61A"], ["4AK", "5AK", "6AK", "7AK", "8AK"]
        group = group if inside == 1 else [*group, "62A", "63A"]
        more = [] if inside == 1 else ["1Sh", "3Sh", "4Sh"]
        state = soviet({E: group, NE: more, SW: ["3T"], "2308": theirs[:inside]}, E)
        group += more
    theirs = theirs[:inside]
    rolling = fight(state, "2308", group)
    other = "soviet" if side == "german" else "german"
    seen = set()
    home = {NE, E, SE} if side == "german" else {NW, W, SW}
    assert set(rolling.ask("retreat hexes")) == home - {state.place(u) for u in [*group, "3T"]}
    for outcome in rolling.battle().outcomes:
        seen.add(outcome.result)
        told = [c for c in outcome.consequences if isinstance(c, Advance)]
        lost = {(c.side, frozenset(c.units)) for c in outcome.consequences if isinstance(c, Lost)}
        fled = withdrawal(list(outcome.consequences))
        if outcome.result in ("AE", "AS"):
            assert told == [] and fled is None
            assert lost == ({(side, frozenset(group))} if outcome.result == "AE" else set())
            continue
        given = [c for c in outcome.consequences if isinstance(c, Surrender)]
        # nobody advances where all the attackers are given up
        left = [] if given and given[0].fewest == len(group) else [(side, set(group), "BD-11.30b")]
        assert [(c.side, set(c.units), c.rule) for c in told] == left
        if outcome.result == "DR":
            assert fled is not None and (fled.side, set(fled.units)) == (other, set(theirs))
            assert lost == set()
        else:
            assert lost == {(other, frozenset(theirs))} and fled is None
    assert "AS" in seen and len(seen) > 1


@pytest.mark.rule("BD-11.30a", "BD-11.30b", "BD-5.16b")
def test_what_is_said_of_a_mobile_assault() -> None:
    """Nobody advances after it; what a side may make of a result is said."""
    units = {W: PZ[:2], "2308": ["60A"], "2311": ["1AK"], "1001": ["66A"]}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    outcomes = state.battle("2308", PZ[:2], kind="mobile").outcomes
    assert not [c for o in outcomes for c in o.consequences if isinstance(c, Advance)]
    assert {o.result for o in outcomes} == {"BB", "AS", "AE", "DR"}
    blood = next(o for o in outcomes if o.result == "BB")
    assert blood.turned == (("german", "DR", "BD-5.16b"),)
    fled = next(o for o in outcomes if o.result == "DR")
    assert (fled.dice, fled.chance) == ((), 0)
    given = next(c for c in blood.consequences if isinstance(c, Surrender))
    assert (given.fewest, given.most) == (1, 1)


@pytest.mark.rule("BD-11.27a", "BD-11.27c", "BD-11.27d", "BD-11.27f")
def test_each_hex_around_is_shut_by_one_rule() -> None:
    """The attack came from one, an enemy is in another, and home comes before the rest."""
    state = german({W: PZ[:3], SW: ["4AK"], "2308": ["60A"]})
    rolling = fight(state, "2308", PZ[:3])
    assert rolling.ask("german shut BD-11.27f the attack came from there") == [W]
    assert rolling.ask("german shut BD-11.27a enemies are there") == [SW]
    assert rolling.ask("german shut BD-11.27d another hex toward the east is open") == [NW]
    assert set(rolling.ask("retreat hexes")) == {E, NE, SE}
    theirs = soviet({E: ARMIES, SE: ["66A"], "2308": ["4AK"]}, E)
    rolling = fight(theirs, "2308", ARMIES)
    assert rolling.ask("soviet shut BD-11.27f the attack came from there") == [E]
    assert rolling.ask("soviet shut BD-11.27a enemies are there") == [SE]
    assert rolling.ask("soviet shut BD-11.27c another hex toward the west is open") == [NE]
    assert set(rolling.ask("retreat hexes")) == {W, NW, SW}
