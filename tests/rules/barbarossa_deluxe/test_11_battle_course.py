"""Section 11 and 8.38 to 8.41: the course of a battle, from supports over the die to losses.

Each battle is played; its explanation before is compared too.
"""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State
from eastfront.questions.consequences import Lost, Surrender

from . import test_1_other_turns as other_turns
from .board_positions import (
    AE,
    AS,
    BB,
    CRIMEA,
    DE,
    DR,
    OFFENSIVE,
    OOS,
    OVERLAND,
    around,
    at,
    declare,
    edit,
    fight,
    game,
    marker,
    names,
    number,
    odds,
    play,
    refused,
    surround,
    walk,
)

E, W, NE, NW, SE, SW = "2307", "2309", "2208", "2209", "2408", "2409"
"""The hexes around 2308."""
PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
ARMIES = ["60A", "61A", "62A"]
WALL = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK"]
FAR = {"2311": ["1AK"], "1001": ["66A"]}
Units = dict[str, Any]


def german(units: Units, turn: int = 13, **more: Any) -> State:
    """A German assault phase after movement; no Luftwaffe is left."""
    sequence = more.pop("sequence", "move-fight")
    return at(
        "prepared assault", "german", turn=turn, sequence=sequence, units={**FAR, **units},
        variables={"luftwaffe": 0, **more.pop("variables", {})}, **more,
    )  # fmt: skip


def soviet(units: Units, around: str | None = E, turn: int = 13, **more: Any) -> State:
    """A Soviet assault phase, before movement unless said otherwise; no Luftwaffe is left."""
    sequence = more.pop("sequence", "fight-move")
    variables = {"luftwaffe": 0, **(marker(around) if around else {}), **more.pop("variables", {})}
    return at(
        "prepared assault", "soviet", turn=turn, sequence=sequence, units={**FAR, **units},
        variables=variables, **more,
    )  # fmt: skip


def asked(state: State, choices: dict[str, str] | None = None) -> list[str]:
    """The decisions on the way to the die, with who makes them."""
    seen, out = [], state
    while out.decision not in ("combat", None):
        seen.append(f"{out.decision} of {out.to_move}")
        wanted = (choices or {}).get(out.decision or "")
        legal = out.legal_actions.names()
        passing = [n for n in legal if out.is_pass(out.game.parse(n))]
        out = play(out, wanted if wanted in legal else (passing or legal)[0])
    return seen


# -- the Luftwaffe --------------------------------------------------------------------------


@pytest.mark.rule("BD-11.23b", "BD-11.23c", "BD-11.23d", "BD-10.33a")
@pytest.mark.parametrize("kind", ["attack", "defence", "mobile"])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_counter_is_committed_to_one_battle_of_any_kind(kind: str, left: int) -> None:
    variables = {"luftwaffe": left}
    if kind == "attack":
        begun = declare(german({W: PZ[:2], "2308": ["60A"]}, variables=variables), "2308", PZ[:2])
        by = 1
    elif kind == "defence":
        state = soviet({E: ARMIES, "2308": ["4AK"]}, variables=variables)
        begun, by = declare(state, "2308", ARMIES), -1
    else:
        units = {**FAR, W: PZ[:2], "2308": ["60A"]}
        state = at("movement", "german", turn=10, sequence="move-fight", units=units,
                   variables=variables)  # fmt: skip
        begun = play(state, "move 3Pz", "with 14Pz", "assault 2308")
        by = 1
    if not left:
        assert "luftwaffe of german" not in asked(begun)
        return
    offered = walk(begun, "luftwaffe")
    assert offered.to_move == "german" and names(offered) == {"luftwaffe", "no-luftwaffe"}
    flown = walk(play(offered, "luftwaffe"), "combat")
    kept = walk(play(offered, "no-luftwaffe"), "combat")
    assert flown.var("column") == kept.var("column") + by
    assert (flown.var("luftwaffe"), kept.var("luftwaffe")) == (left - 1, left)
    # it is asked once a battle, and the next battle begins without
    assert asked(begun, {"luftwaffe": "luftwaffe"}).count("luftwaffe of german") == 1


@pytest.mark.rule("BD-11.23b", "BD-11.23d")
def test_the_next_battle_needs_a_counter_of_its_own() -> None:
    units: Units = {W: PZ[:2], "2308": ["60A"], "2404": ["24Pz", "39Pz"], "2403": ["59A"]}
    state = german(units, variables={"luftwaffe": 2})
    first = fight(state, "2308", PZ[:2], die=5, choices={"luftwaffe": "luftwaffe"})
    first = walk(first, "prepared assault", "german")
    assert first.var("luftwaffe") == 1
    second = fight(first, "2403", ["24Pz", "39Pz"])
    assert (second.var("with luftwaffe"), second.var("column")) == (0, 1)
    third = fight(first, "2403", ["24Pz", "39Pz"], choices={"luftwaffe": "luftwaffe"})
    assert (third.var("luftwaffe"), third.var("column")) == (0, 2)


# -- Soviet supports ------------------------------------------------------------------------


@pytest.mark.rule("BD-8.38b", "BD-8.40b", "BD-8.39b")
@pytest.mark.parametrize(
    ("order", "phase", "air", "airborne"),
    [(1, 1, True, True), (2, 1, False, False), (3, 1, True, False), (3, 2, False, False)],
)
def test_which_orders_of_phases_allow_which_supports(
    order: int, phase: int, air: bool, airborne: bool
) -> None:
    """1 is fight/move, 2 move/fight, 3 fight/fight; partisans come with any."""
    state = soviet({E: ARMIES, "2308": ["4AK"]},
                   variables={"sequence": order, "assault phase": phase})  # fmt: skip
    seen = asked(declare(state, "2308", ARMIES))
    assert ("air armies of soviet" in seen) == air
    assert ("airborne of soviet" in seen) == airborne
    assert "partisans of soviet" in seen
    said = {"air_armies": ["60A"], "airborne": True, "partisans": True}
    for support, rule, may in (
        ("air_armies", "BD-8.38b", air),
        ("airborne", "BD-8.40b", airborne),
        ("partisans", "", True),
    ):
        more: Any = {support: said[support]}
        if may:
            assert state.battle("2308", ARMIES, **more).target == "2308"
        else:
            with refused(rule):
                state.battle("2308", ARMIES, **more)


@pytest.mark.rule("BD-8.39c", "BD-8.40c", "BD-8.39b", "BD-8.40b")
@pytest.mark.parametrize(
    ("case", "partisans", "airborne"),
    [
        ("open", True, True),
        ("city", False, False),
        ("abroad", False, False),
        ("cut off", False, True),
        ("half cut off", False, True),
        ("used", False, False),
    ],
)
def test_where_partisans_and_paratroops_help(case: str, partisans: bool, airborne: bool) -> None:
    target, start, inside = "2308", E, ["4AK"]
    more: Units = {}
    variables: dict[str, int] = {}
    if case == "city":
        target, start = "2407", "2406"
    if case == "abroad":
        target, start = "3115", "3116"
    if case == "cut off":
        ring = surround("2308", ["20A", "21A", "22A", "23A", "24A", "27A"], leave=[E])
        more = {h: [u] for u, h in ring.items()}
    if case == "half cut off":
        # in the north a satellite army has no line
        target, start, inside = "1903", "1902", ["3Rum", "4AK"]
    if case == "used":
        variables = {"partisans used": 1, "airborne used in": 1}
    units = {start: ARMIES, target: inside, **more}
    state = soviet(units, start, variables=variables)
    seen = asked(declare(state, target, ARMIES))
    assert ("partisans of soviet" in seen) == partisans
    assert ("airborne of soviet" in seen) == airborne
    for support, may, rule in (
        ("partisans", partisans, "BD-8.39"),
        ("airborne", airborne, "BD-8.40"),
    ):
        wanted: Any = {support: True}
        if may:
            fought = state.battle(target, ARMIES, **wanted)
            assert (f"{rule}d" if support == "partisans" else f"{rule}c", 1) in fought.shifts
        else:
            with refused(f"{rule}{'b' if case == 'used' else 'c'}"):
                state.battle(target, ARMIES, **wanted)


@pytest.mark.rule("BD-8.39b", "BD-8.39c", "BD-8.40b", "BD-8.40c")
def test_both_are_used_up_when_they_help_and_only_then() -> None:
    units: Units = {E: ARMIES, "2308": ["4AK"], "2404": ["5AK"], "2403": ["3T", "5T"]}
    state = soviet(units, E)
    yes = {"partisans": "partisans", "airborne": "airborne"}
    fought = fight(state, "2308", ARMIES, choices=yes)
    assert (fought.var("with partisans"), fought.var("with airborne")) == (1, 1)
    assert fought.var("column") == 2 + 2
    assert (fought.var("partisans used"), fought.var("airborne used in")) == (1, 1)
    next_ = walk(play(fought, "roll 6"), "prepared assault", "soviet")
    seen = asked(declare(next_, "2404", ["3T", "5T"]), yes)
    assert "partisans of soviet" not in seen and "airborne of soviet" not in seen
    alone = asked(declare(state, "2308", ARMIES[:1]))
    assert "partisans of soviet" in alone and "airborne of soviet" in alone
    no = fight(state, "2308", ARMIES)
    assert (no.var("partisans used"), no.var("airborne used in"), no.var("column")) == (0, 0, 2)
    later = walk(play(no, "roll 6"), "prepared assault", "soviet")
    assert "partisans of soviet" in asked(declare(later, "2404", ["3T", "5T"]))
    # partisans are back in the next phase, and nobody helps the German
    assert "partisans of soviet" not in asked(
        declare(german({W: PZ[:2], "2308": ["60A"]}, sequence="fight-move"), "2308", PZ[:2])
    )


@pytest.mark.rule("BD-8.38b", "BD-8.38c", "BD-8.38f")
def test_each_army_has_one_air_army_while_there_are_any() -> None:
    state = soviet({E: [*ARMIES, "3T"], "2308": ["4AK"]}, variables={"air armies left": 2})
    begun = walk(declare(state, "2308", [*ARMIES, "3T"]), "air armies")
    assert begun.to_move == "soviet" and "no-more-air" in names(begun)
    one = play(begun, "air-army 60A")
    assert one.var("air armies left") == 1 and "air-army 60A" not in names(one)
    two = play(one, "air-army 3T")
    assert two.decision != "air armies" and set(two.units_with("air army")) == {"60A", "3T"}
    rolling = walk(two, "combat")
    assert (rolling.var("attack"), rolling.var("air armies left")) == (14, 0)
    # they stay with this battle; what is used is used
    after = walk(play(rolling, "roll 6"), "prepared assault", "soviet", {"advance": "hold"})
    assert after.units_with("air army") == [] and after.var("air armies left") == 0
    assert state.battle("2308", ARMIES, air_armies=ARMIES[:2]).attack == 11
    with refused("BD-8.38b"):
        state.battle("2308", ARMIES, air_armies=ARMIES)
    with refused("BD-8.38c"):
        state.battle("2308", ARMIES[:2], air_armies=ARMIES[2:])
    with refused("BD-8.38f"):
        edit(state, variables={"luftwaffe": 1}).battle(
            "2308", ARMIES, air_armies=["60A"], luftwaffe=True
        )
    with pytest.raises(ValueError, match=r"have no .* support, only"):
        german({W: PZ[:2], "2308": ["60A"]}).battle("2308", PZ[:2], partisans=True)


@pytest.mark.rule("BD-8.38b")
@pytest.mark.parametrize(("turn", "most"), [(9, 7), (10, 9), (13, 13)])
def test_no_more_air_armies_than_there_are(turn: int, most: int) -> None:
    """7 in June, 9 in July, 13 in October, by the chart."""
    crowd = ["60A", "61A", "62A", "63A", "64A", "1Sh", "3Sh", "3T", "5T", "20A", "21A", "22A",
             "23A", "24A"]  # fmt: skip
    units = {E: crowd[:5], NE: crowd[5:10], SE: crowd[10:], "2308": ["4AK"]}
    state = soviet(units, turn=turn, variables={"air armies left": most})
    assert state.battle("2308", crowd, air_armies=crowd[:most]).attack is not None
    with refused("BD-8.38b"):
        state.battle("2308", crowd, air_armies=crowd[: most + 1])


@pytest.mark.rule("BD-11.23d")
@pytest.mark.parametrize("left", [0, 1])
def test_an_explanation_counts_the_luftwaffe_that_is_left(left: int) -> None:
    for state, group in (
        (german({W: PZ[:2], "2308": ["60A"]}, variables={"luftwaffe": left}), PZ[:2]),
        (soviet({E: ARMIES, "2308": ["4AK"]}, variables={"luftwaffe": left}), ARMIES),
    ):
        if left:
            assert state.battle("2308", group, luftwaffe=True).shifts
        else:
            with refused("BD-11.23d"):
                state.battle("2308", group, luftwaffe=True)


@pytest.mark.rule("BD-8.38b", "BD-8.39c", "BD-8.40c", "BD-11.23b", "BD-10.23b")
def test_nothing_but_the_luftwaffe_takes_part_in_a_mobile_assault() -> None:
    """Soviet ones come in June 1944."""
    units: Units = {**FAR, E: ["3T", "5T"], "2308": ["4AK"]}
    variables = {"luftwaffe": 1, **marker(E)}
    state = other_turns.at("movement", "soviet", 25, units, variables=variables)
    begun = play(state, "move 3T", "with 5T", "assault 2308")
    seen = asked(begun)
    assert seen == ["luftwaffe of german"]
    group = ["3T", "5T"]
    plain = state.battle("2308", group, kind="mobile")
    assert plain.column == "1:2" and plain.attack == 6
    assert state.battle("2308", group, kind="mobile", luftwaffe=True).column == "1:3"
    for more, rule in (
        ({"partisans": True}, "BD-8.39c"),
        ({"airborne": True}, "BD-8.40c"),
        ({"air_armies": ["3T"]}, "BD-8.38b"),
    ):
        wanted: Any = more
        with refused(rule):
            state.battle("2308", group, kind="mobile", **wanted)


# -- the die and what turns into what -------------------------------------------------------


@pytest.mark.rule("BD-11.10b", "BD-11.10c", "BD-11.25a", "BD-5.16b", "BD-13.9a", "BD-11.33b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "column", "result"),
    [
        (8, ["60A"], 8, DE),  # 24 to 3
        (7, ["60A"], 7, None),
        (1, ["1G", "2G", "60A", "59A"], -3, None),  # 3 to 14
        (1, ["1G", "2G", "60A", "59A", "58A"], -4, None),  # 3 to 17
        (1, ["1G", "2G", "60A", "59A", "3T", "58A"], -5, AE),  # 3 to 20
    ],
)
def test_the_ends_of_the_table(
    attackers: int, defenders: list[str], column: int, result: int | None
) -> None:
    defenders = ["61A" if u == "58A" else u for u in defenders]
    corps = ["4AK", "5AK", "6AK", "7AK", "8AK", "9AK", "10AK", "11AK"][:attackers]
    units: Units = {W: corps[:5], "2308": defenders}
    if corps[5:]:
        units[SW] = corps[5:]
    state = german(units)
    said = state.battle("2308", corps)
    assert said.column == (f"{column}:1" if column > 0 else f"1:{2 - column}")
    if result is None:
        assert fight(state, "2308", corps).var("column") == column
        assert len(said.distribution) > 1 and sum(said.distribution.values()) == 1
        return
    ended = declare(state, "2308", corps)
    assert ended.var("column") == column and ended.var("result") == result
    fate = {ended.place(u) for u in (defenders if result == DE else corps)}
    assert fate == {"dead"}
    assert said.distribution == {"DE" if result == DE else "AE": 1}


CHART = """
AS AS AS AS BB BB DR DR DE DE DE DE
AE AS AS AS AS BB BB DR DR DE DE DE
AE AE AS AS AS BB BB BB DR DR DE DE
AE AE AE AS AS AS BB BB BB DR DR DE
AE AE AE AE AS AS AS BB BB BB DR DR
AE AE AE AE AE AE AS AS BB BB BB DR
"""
"""The columns from 1:6 to 7:1, a line a die."""
NAMES = {"AE": AE, "AS": AS, "BB": BB, "DR": DR, "DE": DE}


@pytest.mark.rule("BD-11.25a", "BD-9.6d", "BD-11.20b", "BD-5.16b", "BD-13.9a", "BD-11.33b")
@pytest.mark.parametrize(
    ("side", "kind", "turned"),
    [
        ("german", "plain", {}),
        ("german", "city", {}),
        ("german", "hero", {"DR": "BB"}),
        ("soviet", "plain", {}),
        ("soviet", "city", {"DR": "AS"}),
        ("soviet", "fortress", {"DR": "BB"}),
    ],
)
def test_the_table_and_what_nobody_chooses(side: str, kind: str, turned: dict[str, str]) -> None:
    target, start = ("2308", W if side == "german" else E)
    if kind != "plain":
        target, start = "2407", ("2408" if side == "german" else "2306")
    flag = {"hero": "hero city", "fortress": "fortress city"}.get(kind)
    flags = {flag: [target]} if flag else {}
    corps = ["4AK", "5AK"]
    if side == "german":
        state = german({start: corps, target: ["60A"]}, hex_flags=flags)
        rolling = fight(state, target, corps)
    else:
        state = soviet({start: ["60A", "61A"], target: ["4AK"]}, start, hex_flags=flags)
        rolling = fight(state, target, ["60A", "61A"])
    for die, row in enumerate(CHART.strip().split("\n"), 1):
        for column, name in enumerate(row.split(), -4):
            wanted = NAMES[turned.get(name, name)]
            staged = edit(rolling, variables={"column": column})
            asked, _ = staged.begin(f"{side} battle resolved", 1)
            for battle in (staged, asked):
                assert play(battle, f"roll {die}").var("result") == wanted
    for column, wanted in ((8, DE), (-5, AE)):
        staged = edit(rolling, variables={"column": column})
        assert staged.begin(f"{side} battle resolved", 1)[0].var("result") == wanted


def bloodbath(state: State, target: str, group: list[str]) -> State:
    """The battle with a die that says BB."""
    rolling = fight(state, target, group)
    column = rolling.var("column")
    die = next(d for d, row in enumerate(CHART.strip().split("\n"), 1)
               if row.split()[column + 4] == "BB")  # fmt: skip
    return play(rolling, f"roll {die}")


@pytest.mark.rule("BD-5.16b", "BD-5.16c")
@pytest.mark.parametrize(("turn", "may"), [(9, True), (12, True), (13, False)])
@pytest.mark.parametrize(("target", "start"), [("2308", W), ("2407", "2408")])
def test_when_the_german_shapes_a_bloodbath(turn: int, may: bool, target: str, start: str) -> None:
    corps = ["4AK", "5AK", "6AK"]
    may &= target == "2308"
    state = german({start: corps, target: ["60A"]}, turn)
    after = bloodbath(state, target, corps)
    assert (after.decision == "bloodbath") == may
    said = state.battle(target, corps)
    assert ("BD-5.16b" in [r for r, _ in said.choices]) == may
    turned = {t for o in said.outcomes if o.result == "BB" for t in o.turned}
    assert turned == ({("german", "DR", "BD-5.16b")} if may else set())
    if may:
        assert after.to_move == "german"
        assert play(after, "force-retreat").var("result") == DR
        assert play(after, "keep-bloodbath").place("60A") == "dead"
    # the Soviet's bloodbaths are none of the German's
    theirs = soviet({E: ARMIES, "2308": ["4AK"]}, turn=turn)
    assert bloodbath(theirs, "2308", ARMIES).decision != "bloodbath"
    assert "BD-5.16b" not in [r for r, _ in theirs.battle("2308", ARMIES).choices]


@pytest.mark.rule("BD-11.33b", "BD-9.6d")
@pytest.mark.parametrize(
    ("target", "start", "inside", "strong", "may"),
    [
        ("2308", E, ["3Rum"], False, True),
        ("2308", E, ["3Rum", "4AK"], False, False),
        ("2308", E, ["4AK"], False, False),
        ("2407", "2306", ["3Rum"], False, True),
        ("2407", "2306", ["3Rum"], True, True),  # in fortress cities too
        ("3115", "3116", ["3Rum"], False, False),
    ],
)
def test_when_the_soviet_turns_a_bloodbath_into_a_retreat(
    target: str, start: str, inside: list[str], strong: bool, may: bool
) -> None:
    group = ["60A", "61A", "62A", "63A"]
    flags = {"fortress city": [target]} if strong else {}
    state = soviet({start: group, target: inside}, start, hex_flags=flags)
    after = bloodbath(state, target, group)
    assert (after.decision == "bloodbath") == may
    said = state.battle(target, group)
    assert ("BD-11.33b" in [r for r, _ in said.choices]) == may
    turned = {t for o in said.outcomes if o.result == "BB" for t in o.turned}
    assert turned == ({("soviet", "DR", "BD-11.33b")} if may else set())
    if may:
        assert after.to_move == "soviet"
        fled = play(after, "force-retreat")
        assert fled.var("result") == DR and fled.place("3Rum") != "removed"
        assert play(after, "keep-bloodbath").place("3Rum") == "later"


@pytest.mark.rule("BD-13.9a", "BD-13.9b")
@pytest.mark.parametrize(
    ("case", "may"),
    [("south", True), ("north", False), ("city", False), ("turn 10", False), ("shut", False),
     ("militia", False), ("soviet", False)],
)  # fmt: skip
def test_who_may_give_way_on_the_first_turn(case: str, may: bool) -> None:
    target, start = {"north": ("1904", "1905"), "city": ("2407", "2408")}.get(case, ("2308", W))
    inside = ["LPMA"] if case == "militia" else ["60A"]
    units: Units = {start: PZ[:2], target: inside}
    if case == "shut":
        units |= {h: [u] for u, h in surround("2308", WALL, leave=[W]).items()}
    turn = 10 if case == "turn 10" else 9
    if case == "soviet":
        state = soviet({E: ARMIES, "2308": ["4AK"]}, turn=turn)
        assert "retreat before battle of soviet" not in asked(declare(state, "2308", ARMIES))
        said = state.battle("2308", ARMIES)
    else:
        group = PZ[:1] if case == "shut" else PZ[:2]
        state = german(units, turn, variables={"luftwaffe": 0})
        begun = declare(state, target, group)
        assert ("retreat before battle of soviet" in asked(begun)) == may
        said = state.battle(target, group)
        if may:
            gone = play(walk(begun, "retreat before battle"), "give-way")
            assert gone.var("result") == DR and gone.decision == "retreat"
    assert ("BD-13.9a" in [r for r, _ in said.choices]) == may
    turned = {t for o in said.outcomes for t in o.turned if t[2] == "BD-13.9a"}
    assert turned <= {("soviet", "DR", "BD-13.9a")}
    dr = [o for o in said.outcomes if o.result == "DR"]
    assert not may or dr


# -- losses ---------------------------------------------------------------------------------


@pytest.mark.rule("BD-11.26e", "BD-11.26h", "BD-11.26i", "BD-7.22d", "BD-7.17b")
@pytest.mark.parametrize("flown", [0, 1])
@pytest.mark.parametrize(
    ("case", "factor", "divisor"),
    [
        ("plain", 3, 1), ("overland", 3, 2), ("out of supply", 3, 4), ("doubled", 6, 1),
        ("marsh", 3, 2), ("marsh overland", 3, 4), ("marsh out of supply", 3, 8),
    ],
)  # fmt: skip
def test_what_an_attacker_counts_in_a_bloodbath(
    case: str, factor: int, divisor: int, flown: int
) -> None:
    """What is said before the die, and what play takes: units go until they are worth enough."""
    target, start = ("2013", "1912") if "marsh" in case else ("2308", E)
    group = ["1Sh", "3Sh"] if case == "doubled" else ["1T", "2T", "3T", "4T", "5T"]
    ring: Units = {}
    if "out of supply" in case:
        ring = {h: [u] for u, h in surround(start, WALL, leave=[target]).items()}
    near = None if "overland" in case or "out of" in case else start
    inside = ["3Rum"] if case == "marsh out of supply" else ["4AK"]
    state = soviet({start: group, target: inside, **ring}, near)
    supply = {"overland": OVERLAND, "out of supply": OOS}
    known = next((s for words, s in supply.items() if words in case), OFFENSIVE)
    assert state.ask("supply", group[0]) == known
    air = group[:flown]
    said = state.battle(target, group, air_armies=air)
    blood = next((o for o in said.outcomes if o.result == "BB"), None)
    assert blood is not None
    given = next(c for c in blood.consequences if isinstance(c, Surrender))
    lone = max(factor // divisor, 1)
    assert given.options == {u: lone + (u in air) for u in group}
    assert given.divided == ({} if divisor == 1 else dict.fromkeys(group, (factor, divisor)))
    assert given.side == "soviet" and given.worth == said.defence

    begun = declare(state, target, group)
    for unit in air:
        begun = play(walk(begun, "air armies"), f"air-army {unit}")
    rolling = walk(begun, "combat")
    assert rolling.var("attack") == said.attack
    after = play(rolling, f"roll {blood.dice[0]}")
    after = play(after, "keep-bloodbath") if after.decision == "bloodbath" else after
    lost: list[str] = []
    while after.decision == "bloodbath loss":
        told = next(
            c for o in after.battle().outcomes for c in o.consequences if isinstance(c, Surrender)
        )
        assert {u: told.options[u] for u in told.options} == {
            u: lone + (u in air) for u in told.options
        }
        # the last of those alike is not the one with an air army
        pick = sorted(names(after, "lose"))[-1]
        lost.append(pick)
        after = play(after, f"lose {pick}")
    lost = [u for u in group if after.place(u) == "dead"]
    worth = sum(u in air for u in lost) + (
        factor * len(lost) if divisor == 1 else max(factor * len(lost) // divisor, 1)
    )
    assert worth >= rolling.var("defence") or len(lost) == len(group)
    assert min(given.fewest, len(group)) <= len(lost) <= given.most
    for flag in ("exchanges another factor", "exchanges half", "exchanges a quarter"):
        assert after.units_with(flag) == []


@pytest.mark.rule("BD-11.26e", "BD-11.26i", "BD-11.20c", "BD-11.14b", "BD-7.17b")
@pytest.mark.parametrize(
    ("target", "start", "worth"),
    [
        ("2308", W, {"3Pz": 4, "4AK": 3, "49Mtn": 3, "8Ital": 2}),
        ("2407", "2408", {"3Pz": 3, "4AK": 3, "49Mtn": 3, "8Ital": 2}),
        ("2615", "2614", {"3Pz": 4, "4AK": 3, "49Mtn": 4, "8Ital": 2}),
    ],
)
def test_what_german_attackers_count_in_a_bloodbath(
    target: str, start: str, worth: dict[str, int]
) -> None:
    group = list(worth)
    state = german({start: group, target: ["60A", "59A"]})
    after = bloodbath(state, target, group)
    assert after.decision == "bloodbath loss" and after.to_move == "german"
    assert after.place("8Ital") == "removed"
    said = state.battle(target, group)
    given = next(c for o in said.outcomes for c in o.consequences if isinstance(c, Surrender))
    assert given.options == worth and given.first == ("8Ital",) and given.worth == 6
    lost = [c for o in said.outcomes if o.result == "BB" for c in o.consequences
            if isinstance(c, Lost)]  # fmt: skip
    assert [(set(c.units), c.rule) for c in lost] == [({"60A", "59A"}, "BD-11.26d")]
    # the army goes first; then units until 6 are gone: 2 and 4, or 2, 3 and another
    assert names(after, "lose") == {"3Pz", "4AK", "49Mtn"}
    tank = play(after, "lose 3Pz")
    if worth["3Pz"] == 4:
        assert tank.decision != "bloodbath loss"
    else:
        assert names(tank, "lose") == {"4AK", "49Mtn"}
    mountain = play(after, "lose 49Mtn")
    assert (mountain.decision == "bloodbath loss") == (worth["49Mtn"] < 4)


@pytest.mark.rule("BD-11.26g")
@pytest.mark.parametrize(
    ("group", "first"),
    [
        (["3Pz", "4AK", "8Ital"], {"8Ital"}),
        (["3Pz", "4AK", "3Rum"], set()),  # the Romanian armies come back (8.15)
        (["3Pz", "4AK"], set()),
    ],
)
def test_which_attackers_go_first(group: list[str], first: set[str]) -> None:
    state = german({W: group, "2308": ["60A"]})
    said = state.battle("2308", group)
    given = next(c for o in said.outcomes for c in o.consequences if isinstance(c, Surrender))
    assert set(given.first) == first
    after = bloodbath(state, "2308", group)
    if first:
        assert after.place("8Ital") == "removed" and names(after, "lose") == {"3Pz", "4AK"}
    else:
        assert names(after, "lose") == set(group)
    # of several in two hexes as well
    two = german({W: ["3Pz", "8Ital"], SW: ["4AK", "2Hun"], "2308": ["60A", "59A", "54A"]})
    group = ["3Pz", "8Ital", "4AK", "2Hun"]
    told = two.battle("2308", group)
    given = next(c for o in told.outcomes for c in o.consequences if isinstance(c, Surrender))
    assert set(given.first) == {"8Ital", "2Hun"}
    asked_first = bloodbath(two, "2308", group)
    assert names(asked_first, "lose") == {"8Ital", "2Hun"}


@pytest.mark.rule("BD-11.26a", "BD-11.26c", "BD-11.26d")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_who_falls_is_said_and_falls(side: str) -> None:
    """Nobody else does: not who stands with the attackers and stays out, nor enemies elsewhere."""
    if side == "german":
        group, inside = ["4AK", "5AK"], ["60A", "61A"]
        state = german({W: [*group, "3Pz"], "2308": inside, "2310": ["59A"]})
    else:
        group, inside = ["60A", "61A", "62A"], ["3Pz", "14Pz"]
        state = soviet({E: [*group, "3T"], "2308": inside, "2306": ["4AK"]})
    rolling = fight(state, "2308", group)
    bystander = "3Pz" if side == "german" else "3T"
    for outcome in rolling.battle().outcomes:
        if not outcome.dice:
            continue
        said = {c.rule: set(c.units) for c in outcome.consequences if isinstance(c, Lost)}
        sure = {"AE": {"BD-11.26a": set(group)}, "DE": {"BD-11.26c": set(inside)},
                "BB": {"BD-11.26d": set(inside)}}.get(outcome.result, {})  # fmt: skip
        assert said == sure
        after = play(rolling, f"roll {outcome.dice[0]}")
        for units in sure.values():
            assert {after.place(u) for u in units} == {"dead"}
        if outcome.result == "AS":
            assert {after.place(u) for u in [*group, *inside]} == {W if side == "german" else E,
                                                                   "2308"}  # fmt: skip
            assert after.units_with("defended") == inside
        assert after.place(bystander) in (W, E)
        assert after.place("59A" if side == "german" else "4AK") in ("2306", "2310")


@pytest.mark.rule("BD-8.34c", "BD-11.26d", "BD-11.26c")
@pytest.mark.parametrize("column", [1, 4])
def test_the_militia_falls_as_others_do(column: int) -> None:
    group = ["4AK", "5AK"] if column == 1 else PZ[:2]
    inside = ["LPMA", "60A"] if column == 1 else ["LPMA"]
    state = german({W: group, "2308": inside})
    rolling = fight(state, "2308", group)
    for outcome in rolling.battle().outcomes:
        said = {c.rule: set(c.units) for c in outcome.consequences if isinstance(c, Lost)}
        wanted = {
            "DR": {"BD-8.34c": {"LPMA"}},
            "DE": {"BD-11.26c": set(inside)},
            "BB": {"BD-11.26d": set(inside)},
            "AE": {"BD-11.26a": set(group)},
        }.get(outcome.result, {})
        assert said == wanted
        after = play(rolling, f"roll {outcome.dice[0]}")
        gone = outcome.result in ("DR", "DE", "BB")
        assert after.place("LPMA") == ("removed" if gone else "2308")


@pytest.mark.rule("BD-11.3a", "BD-8.38b")
@pytest.mark.parametrize("die", [3, 6])
def test_nothing_of_a_battle_outlives_it(die: int) -> None:
    """Its target, its supports, who fought and who fell back."""
    yes = {"partisans": "partisans", "airborne": "airborne"}
    state = soviet({E: [*ARMIES, "3T"], "2308": ["4AK"], "2404": ["5AK"], "2403": ["61A"]})
    state = edit(state, {"61A": E, "62A": "2403"})
    group = ["60A", "61A", "3T"]
    begun = walk(declare(state, "2308", group), "air armies")
    fought = walk(play(begun, "air-army 60A"), "combat", choices=yes)
    after = walk(play(fought, f"roll {die}"), "prepared assault", "soviet")
    assert after.var("target") == -1 and after.var("revealed") == -1
    for name in ("battle kind", "with luftwaffe", "with partisans", "with airborne"):
        assert after.var(name) == 0
    for flag in ("attacking", "air army", "advanced", "retreating", "exchanges half"):
        assert after.units_with(flag) == []


@pytest.mark.rule("BD-8.38b", "BD-8.38c")
@pytest.mark.parametrize(("left", "may"), [(0, False), (1, True)])
def test_air_armies_are_named_in_order_while_one_is_left(left: int, may: bool) -> None:
    state = soviet({E: ["60A", "3T", "1Sh"], "2308": ["4AK"]}, variables={"air armies left": left})
    begun = declare(state, "2308", ["60A", "3T", "1Sh"])
    assert ("air armies of soviet" in asked(begun)) == may
    if may:
        more = edit(walk(begun, "air armies"), variables={"air armies left": 3})
        assert names(more, "air-army") == {"60A", "1Sh", "3T"}
        passed = play(more, "air-army 1Sh")
        assert names(passed, "air-army") == {"3T"}


@pytest.mark.rule("BD-11.26e", "BD-11.15a", "BD-7.17b")
def test_tanks_without_supply_before_a_marsh_give_up_an_eighth_together() -> None:
    """Five of them 15/8, four rifle armies 12/4: 1 and 3 against a corps of 4; all of them go."""
    tanks, rifles = ["1T", "2T", "3T", "4T", "5T"], ["60A", "61A", "62A", "63A"]
    ring = {h for start in ("1912", "2012") for h in around(start)} - {"1912", "2012", "2013"}
    corps = ["8AK", "9AK", "10AK", "11AK", "12AK", "13AK", "17AK", "20AK"]
    units = {"1912": tanks, "2012": rifles, "2013": ["4AK"],
             **{h: [u] for u, h in zip(corps, sorted(ring), strict=False)}}  # fmt: skip
    state = soviet(units, None)
    assert {state.ask("supply", u) for u in ("3T", "60A")} == {OOS}
    said = state.battle("2013", [*tanks, *rifles])
    assert (said.attack, said.defence, said.column) == (4, 4, "2:1")
    after = bloodbath(state, "2013", [*tanks, *rifles])
    assert after.decision == "bloodbath loss" and after.to_move == "soviet"
    lost = 0
    while after.decision == "bloodbath loss":
        tank = [u for u in names(after, "lose") if u.endswith("T")]
        after = play(after, f"lose {(tank or sorted(names(after, 'lose')))[0]}")
        lost += 1
    assert {after.place(u) for u in [*tanks, *rifles]} == {"dead"}
    assert lost >= 5


@pytest.mark.rule("BD-11.26e", "BD-11.26d", "BD-7.17b")
def test_a_bloodbath_that_may_be_turned_is_explained_as_before_the_die() -> None:
    """Halved corps, the defenders still in place; then as their losses are named."""
    ring = surround(W, ["10A", "11A", "12A", "13A", "16A", "18A"], leave=["2308"])
    group = ["3Pz", "4AK", "49Mtn"]
    units = {W: group, "2308": ["60A"], **{h: [u] for u, h in ring.items()}}
    state = german(units, turn=10)
    before = state.battle("2308", group)
    after = bloodbath(state, "2308", group)
    assert after.decision == "bloodbath"
    losing = play(after, "keep-bloodbath")
    assert losing.decision == "bloodbath loss"
    for told in (before, after.battle(), losing.battle()):
        blood = next(o for o in told.outcomes if o.result == "BB")
        given = next(c for c in blood.consequences if isinstance(c, Surrender))
        assert given.divided == {"3Pz": (4, 2), "4AK": (3, 2), "49Mtn": (3, 2)}
        assert (given.worth, given.fewest, given.most) == (3, 2, 2)


# -- what is asked about --------------------------------------------------------------------


@pytest.mark.rule("BD-7.10a", "BD-11.1a")
@pytest.mark.parametrize(("at_hex", "attack"), [("2303", 9), ("2302", 4), ("2311", 9), ("2312", 4)])
def test_a_marker_of_range_four(at_hex: str, attack: int) -> None:
    """From 2307 it is four hexes to 2303 and to 2311."""
    state = soviet({E: ARMIES, "2308": ["3Pz"]}, at_hex)
    ratio = {9: 3, 4: 1}[attack]
    assert odds(state, "soviet", "2308", ARMIES) == (attack, 3, ratio, ratio)
    said = state.battle("2308", ARMIES)
    assert (said.attack, said.defence, said.odds) == (attack, 3, f"{ratio}:1")


@pytest.mark.rule("BD-10.26b")
@pytest.mark.parametrize(("kind", "defence"), [("prepared", 3), ("mobile", 6)])
def test_an_explanation_judges_supply_with_the_attackers_or_without(
    kind: str, defence: int
) -> None:
    """The only way out of 1904 is through the launch hex 2004."""
    walls = {"1804": ["4AK"], "1903": ["5AK"], "2005": ["7AK"], "1905": ["8AK"], "1805": ["9AK"]}
    units = {**FAR, "1904": ["60A", "59A"], "2004": ["3Pz"], **walls}
    state = at("movement", "german", turn=10, sequence="move-fight", units=units)
    said = state.battle("1904", ["3Pz"], kind=kind)
    assert said.defence == defence
    assert {f.divisor for f in said.defenders} == {6 // defence}
    assert state.place("3Pz") == "2004"
    if kind == "mobile":
        fought = walk(play(state, "move 3Pz", "assault 1904"), "combat")
        assert fought.var("defence") == defence
    supplied = edit(state, {"4AK": "removed"})
    assert {f.divisor for f in supplied.battle("1904", ["3Pz"], kind=kind).defenders} == {1}


@pytest.mark.rule("BD-11.33b", "BD-5.16b", "BD-13.9a")
def test_what_may_be_made_of_a_result_is_said_with_supports_as_without() -> None:
    """Against a lone satellite army any support; the German has none but the Luftwaffe."""
    variables = {"luftwaffe": 1}
    state = soviet({E: ARMIES, "2308": ["3Rum"]}, variables=variables)
    supports: list[Any] = [
        {}, {"luftwaffe": True}, {"partisans": True}, {"airborne": True}, {"air_armies": ["60A"]},
    ]  # fmt: skip
    for more in supports:
        said = state.battle("2308", ARMIES, **more)
        assert [rule for rule, _ in said.choices] == ["BD-11.33b"]
        assert [f.unit for f in said.attackers] == ARMIES
        assert [(f.factor, f.printed) for f in said.defenders] == [(3, 3)]
    ours = german({W: PZ[:2], "2308": ["60A"]}, 9, variables=variables)
    for more in supports[:2]:
        said = ours.battle("2308", PZ[:2], **more)
        assert {rule for rule, _ in said.choices} == {"BD-5.16b", "BD-13.9a"}
    for more in supports[2:4]:
        with pytest.raises(ValueError, match=r"have no .* support, only"):
            ours.battle("2308", PZ[:2], **more)


# -- the order of it --------------------------------------------------------------------------


@pytest.mark.rule("BD-11.3a", "BD-11.23b", "BD-13.9a", "BD-11.7a")
def test_the_course_of_a_german_battle() -> None:
    """The Luftwaffe, the odds, which show the defenders, the choice to give way, and the die."""
    state = german({W: PZ[:3], "2308": ["60A", "61A"]}, 9, variables={"luftwaffe": 1})
    begun = declare(state, "2308", PZ[:3])
    assert asked(begun) == ["luftwaffe of german", "retreat before battle of soviet"]
    assert begun.decision == "luftwaffe" and begun.var("revealed") == -1
    choice = play(begun, "no-luftwaffe")
    assert choice.var("revealed") == number("2308") and choice.var("result") == -1
    rolling = play(choice, "stand")
    assert rolling.decision == "combat" and rolling.var("revealed") == number("2308")
    # who gives way retreats, and no die is rolled
    gone = play(choice, "give-way")
    assert gone.decision == "retreat" and gone.var("result") == DR
    # nothing is shown any more once the result is carried out
    won = play(gone, f"retreat-to {E}")
    assert won.decision == "advance" and won.var("revealed") == -1
    # later in the year nobody gives way
    late = german({W: PZ[:3], "2308": ["60A", "61A"]}, 10, variables={"luftwaffe": 1})
    assert asked(declare(late, "2308", PZ[:3])) == ["luftwaffe of german"]


@pytest.mark.rule("BD-11.3a", "BD-11.23b", "BD-7.7d", "BD-13.9a")
def test_the_course_of_a_soviet_battle() -> None:
    """Aerial supply, the Luftwaffe, the Soviet supports and the die."""
    ring = dict(zip((SW, NW, W, NE, SE), ("38A", "40A", "41A", "53A", "57A"), strict=True))
    units: Units = {E: ARMIES, "2308": ["4AK"], **{h: [u] for h, u in ring.items()}}
    state = soviet(units, turn=9, sequence="move-fight", variables={"luftwaffe": 1})
    begun = declare(state, "2308", ARMIES)
    assert asked(begun) == ["aerial supply of german", "luftwaffe of german"]
    rolling = walk(begun, "combat")
    assert rolling.var("revealed") == number("2308") and rolling.var("result") == -1
    dropped = soviet({E: ARMIES, "2308": ["4AK"]}, turn=9, variables={"luftwaffe": 1})
    assert asked(declare(dropped, "2308", ARMIES)) == [
        "luftwaffe of german",
        "air armies of soviet",
        "partisans of soviet",
        "airborne of soviet",
    ]


@pytest.mark.rule("BD-11.8a", "BD-8.38c", "BD-11.25b")
@pytest.mark.parametrize("flown", [0, 1, 2])
def test_air_armies_count_in_the_total(flown: int) -> None:
    state = soviet({E: ARMIES, "2308": ["4AK"]})
    begun = declare(state, "2308", ARMIES)
    for unit in ARMIES[:flown]:
        begun = play(walk(begun, "air armies"), f"air-army {unit}")
    rolling = walk(begun, "combat")
    plain = odds(state, "soviet", "2308", ARMIES).attack
    assert plain == 9 and rolling.var("attack") == 9 + flown
    assert rolling.var("odds") == (9 + flown) // rolling.var("defence")


@pytest.mark.rule("BD-11.26e", "BD-11.8a", "BD-11.20c", "BD-5.7b")
def test_what_each_side_counts_is_asked_by_its_own_rules() -> None:
    """Tanks before a city by their defence, shock armies in offensive supply double."""
    corps = german({"2408": ["3Pz", "4AK"], "2407": ["60A"]}, variables={"luftwaffe": 1})
    told = fight(corps, "2407", ["3Pz", "4AK"], choices={"luftwaffe": "luftwaffe"})
    assert [told.ask("german attack factor", u) for u in ("3Pz", "4AK")] == [3, 3]
    assert [told.ask("german attack divisor", u) for u in ("3Pz", "4AK")] == [1, 1]
    assert told.ask("german defence divisor", "60A") == 1
    assert told.ask("german defenders") == ["60A"] and told.ask("soviet defenders") == []
    # the city against the attacker, the Luftwaffe for him
    assert told.ask("german shifts") == 0
    armies = soviet({E: ["1Sh", "60A"], "2308": ["4AK"]}, sequence="fight-move")
    told = fight(armies, "2308", ["1Sh", "60A"])
    assert [told.ask("soviet attack factor", u) for u in ("1Sh", "60A")] == [6, 3]
    assert [told.ask("soviet attack divisor", u) for u in ("1Sh", "60A")] == [1, 1]
    assert told.ask("soviet defence divisor", "4AK") == 1
    assert told.ask("soviet defenders") == ["4AK"] and told.ask("german defenders") == []


@pytest.mark.rule("BD-11.26h", "BD-11.26i", "BD-11.20c")
def test_what_is_said_of_doubled_armies_does_not_touch_the_german() -> None:
    """Without the rule that doubled armies give up their double, tanks go by their defence yet."""
    plain = game("BD-11.26h").new()
    plain.push("automatic")
    choices = {"logistics zone": "south", "phase order": "move-fight"}
    state = edit(
        walk(plain, "prepared assault", "german", choices),
        {**FAR, "2408": ["3Pz", "4AK", "49Mtn"], "2407": ["60A", "59A"]},
        clear=True,
        variables={"turn": 13, "luftwaffe": 0},
    )
    rolling = fight(state, "2407", ["3Pz", "4AK", "49Mtn"])
    assert rolling.ask("german exchange factor", "3Pz") == 3
    armies = edit(
        walk(plain, "prepared assault", "soviet", {**choices, "phase order": "fight-move"}),
        {**FAR, E: ["1Sh", "3Sh"], "2308": ["4AK"]},
        clear=True,
        variables={"turn": 13, "luftwaffe": 0, **marker(E)},
    )
    rolling = fight(armies, "2308", ["1Sh", "3Sh"])
    assert rolling.ask("soviet attack factor", "1Sh") == 6
    assert rolling.ask("soviet exchange factor", "1Sh") == 3


def shifted(state: State, **supports: bool) -> int:
    """The column of an attack on 3107, 1 for 1:1 and 0 for 1:2."""
    better, worse = state.battle("3107", ["60A"], **supports).column.split(":")  # type: ignore[arg-type]
    return int(better) if int(worse) == 1 else 2 - int(worse)


@pytest.mark.rule("BD-7.4f", "BD-11.23c", "BD-8.39c", "BD-8.39d", "BD-8.40c")
def test_each_support_shifts_a_battle_in_the_crimea_and_partisans_only_with_lines_overland() -> (
    None
):
    """Crimea supply is no regular supply overland, which is what partisans cut."""
    units: Units = {"3107": ["4AK"], "3106": ["60A"]}
    crimea: dict[str, Any] = {
        "variables": {"crimea supply": 1, "luftwaffe": 1}, "flags": {"crimea supply": ["4AK"]},
        "german": ["3108"],
    }  # fmt: skip
    overland = soviet(units, "3106", **{**crimea, "german": ["3108", "2607"]})
    assert overland.ask("supply", "4AK") == OVERLAND
    plain = shifted(overland)
    assert shifted(overland, luftwaffe=True) == plain - 1
    assert shifted(overland, airborne=True) == plain + 1
    assert shifted(overland, partisans=True) == plain + 1
    drawn = soviet(units, "3106", soviet=["2607"], **crimea)
    assert drawn.ask("supply", "4AK") == CRIMEA
    with refused("BD-8.39c"):
        drawn.battle("3107", ["60A"], partisans=True)
    assert shifted(drawn, airborne=True) == plain + 1
