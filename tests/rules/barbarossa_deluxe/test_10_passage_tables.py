"""Sections 4.11 to 4.13, 6, 10.14, 10.16, 10.17: tables of movement other than ordinary."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import Units, at, data, edit, names, on, play, refused, walk

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
EXITS = ["3200", "3201", "3202", "3203", "3204"]
BOX = ["3Pz", "14Pz", "49Mtn"]
BLACK, BALTIC = ["2911", "3108", "3213"], ["1011", "1415", "1717", "1718"]


def moving(side: str, units: Units, **more: object) -> State:
    """A movement phase with a unit of the other side far away."""
    far: Units = {"1001": ["59A"]} if side == "german" else {"2324": ["59AK"]}
    return at(
        "movement",
        side,
        sequence="move-fight",
        units={**far, **units},  # type: ignore[dict-item]
        **more,  # type: ignore[arg-type]
    )


# -- stacking on the way --------------------------------------------------------------------------


@pytest.mark.rule("BD-6.3a", "BD-6.2a", "BD-10.4a")
@pytest.mark.parametrize("group", [1, 2, 3, 5])
def test_a_group_enters_where_all_of_it_has_room(group: int) -> None:
    movers, crowd = CORPS[:group], CORPS[10:15]
    for there in range(6):
        state = moving("german", {"2309": movers, "2310": crowd[:there], "2410": ["60A"]})
        state.push(f"move {movers[0]}")
        for unit in movers[1:]:
            state.push(f"with {unit}")
        offered = names(state, "to")
        assert ("2310" in offered) == (group + there <= 5)
        # an enemy never shares a hex
        assert "2410" not in offered


@pytest.mark.rule("BD-6.3a", "BD-6.2a", "BD-10.4a")
def test_the_polish_army_takes_room_as_others_do() -> None:
    state = moving("soviet", {"2309": ["60A", "Pol"], "2310": RIFLES[10:14]})
    pair = play(state, "move 60A", "with Pol")
    assert "2310" not in names(pair, "to")
    assert "2310" in names(play(state, "move Pol"), "to")


@pytest.mark.rule("BD-6.4a", "BD-10.4a")
def test_armies_in_the_moving_group_meet_no_other() -> None:
    units: Units = {"2309": ["3Rum", "4AK"], "2310": ["4Rum"], "2410": ["2Hun", "5AK"]}
    state = moving("german", units)
    army = play(state, "move 3Rum")
    assert not {"2310", "2410"} & names(army, "to") and "2408" in names(army, "to")
    both = play(state, "move 4AK", "with 3Rum")
    assert not {"2310", "2410"} & names(both, "to")
    corps = play(state, "move 4AK")
    assert {"2310", "2410"} <= names(corps, "to")
    # it may come back to where it was itself
    away = play(army, "to 2408")
    assert "2309" in names(away, "to")


# -- Kerch ------------------------------------------------------------------------------------


@pytest.mark.rule("BD-10.14a", "BD-10.14b")
@pytest.mark.parametrize(
    ("side", "here", "there"),
    [
        ("german", "3105", "3106"),
        ("german", "3106", "3105"),
        ("soviet", "3105", "3106"),
        ("soviet", "3106", "3105"),
    ],
)
def test_who_crosses_the_strait(side: str, here: str, there: str) -> None:
    own, enemy = (CORPS, RIFLES) if side == "german" else (RIFLES, CORPS)
    state = moving(side, {here: own[:3], "3107": own[5:7], "3104": own[7:8]})
    go = play(state, f"move {own[0]}")
    assert names(go, "cross") == {there} and there not in names(go, "to")
    over = play(go, f"cross {there}")
    assert over.place(own[0]) == there and over.place(own[1]) == here
    assert (there in over.hexes_with("german")) == (side == "german")
    # its movement is over, and so is everybody else's crossing
    assert over.decision == "movement"
    assert own[0] not in names(over, "move") and own[1] in names(over, "move")
    second = play(over, f"move {own[1]}")
    assert names(second, "cross") == set()
    with refused("BD-10.14a"):
        second.push(f"cross {there}")
    # a stack crosses as one
    stack = play(go, f"with {own[1]}", f"with {own[2]}", f"cross {there}")
    assert [stack.place(u) for u in own[:3]] == [there] * 3
    # from elsewhere there is no way across, nor after a step
    away = play(state, f"move {own[5]}") if here == "3106" else play(state, f"move {own[7]}")
    assert names(away, "cross") == set()
    near = "3107" if here == "3106" else "3104"
    if near in names(go, "to"):
        with refused("BD-10.14b"):
            play(away, f"to {here}").push(f"cross {there}")
    # not where an enemy stands, nor without room
    assert names(play(edit(state, {enemy[20]: there}), f"move {own[0]}"), "cross") == set()
    four = edit(state, dict.fromkeys(own[10:14], there))
    assert names(play(four, f"move {own[0]}"), "cross") == {there}
    assert names(play(four, f"move {own[0]}", f"with {own[1]}"), "cross") == set()
    full = edit(state, dict.fromkeys(own[10:15], there))
    assert names(play(full, f"move {own[0]}"), "cross") == set()


@pytest.mark.rule("BD-10.14a")
def test_the_strait_is_open_again_in_the_next_movement_phase_of_each_side() -> None:
    state = moving("german", {"3106": ["4AK", "5AK"], "3105": [], "3104": ["60A"]})
    over = play(state, "move 4AK", "cross 3105")
    # the Soviet's own phase knows nothing of it
    there = edit(over, {"60A": "3105", "4AK": "3107", "5AK": "3108"})
    soviet = walk(there, "movement", "soviet", {"phase order": "move-fight"})
    assert names(play(soviet, "move 60A"), "cross") == {"3106"}
    back = edit(walk(soviet, "movement", "german", {"phase order": "move-fight",
                                                   "crimea supply": "coastal-supply"}),
                {"5AK": "3106", "60A": "1002"})  # fmt: skip
    assert back.var("turn") == 10
    assert names(play(back, "move 5AK"), "cross") == {"3105"}


# -- by sea -----------------------------------------------------------------------------------

SEAS = [
    ("ship-black", "BD-10.16a", "BD-10.16b", BLACK),
    ("ship-baltic", "BD-10.17a", "BD-10.17b", BALTIC),
]


@pytest.mark.rule("BD-10.16a", "BD-10.17a")
@pytest.mark.parametrize(("verb", "rule", "other", "ports"), SEAS)
def test_between_which_ports_a_corps_ships(
    verb: str, rule: str, other: str, ports: list[str]
) -> None:
    del other
    here, rest = ports[0], set(ports[1:])
    units: Units = {here: ["4AK", "3Pz", "49Mtn", "3Rum"], "2309": ["5AK"]}
    state = moving("german", units, german=ports, zone="north")
    # infantry corps alone, and from a port alone
    assert names(state, verb) == {"4AK"}
    asked = play(state, f"{verb} 4AK")
    assert asked.to_move == "german" and names(asked, "to-port") == rest
    # a port in Soviet hands, one with an enemy in it, one that is full
    for spoilt in sorted(rest):
        lost = edit(state, soviet=[spoilt])
        open_ = rest - {spoilt}
        assert names(play(lost, f"{verb} 4AK"), "to-port") | (open_ if len(open_) == 1 else set()) \
            == open_  # fmt: skip
        full = edit(state, dict.fromkeys(CORPS[10:15], spoilt))
        found = play(full, f"{verb} 4AK")
        assert spoilt not in names(found, "to-port") and found.place("4AK") in (here, *open_)
        four = edit(state, dict.fromkeys(CORPS[10:14], spoilt))
        assert spoilt in names(play(four, f"{verb} 4AK"), "to-port")
    # with nowhere to go nobody ships; from a lost port neither
    alone = edit(state, soviet=sorted(rest))
    assert names(alone, verb) == set()
    full = edit(state, {u: p for k, p in enumerate(sorted(rest))
                        for u in CORPS[10 + 5 * k : 15 + 5 * k]})  # fmt: skip
    assert "4AK" not in names(full, verb)
    one = play(state, f"{verb} 4AK", f"to-port {ports[1]}")
    assert one.place("4AK") == ports[1] and one.place("3Pz") == here
    more = edit(one, {"6AK": here})
    assert names(more, verb) == set()
    with refused(rule):
        more.push(f"{verb} 6AK")


@pytest.mark.rule("BD-10.16b", "BD-10.17b")
@pytest.mark.parametrize(("verb", "rule", "other", "ports"), SEAS)
def test_who_ships_does_nothing_else_in_the_player_turn(
    verb: str, rule: str, other: str, ports: list[str]
) -> None:
    del rule
    state = moving("german", {ports[0]: ["4AK", "5AK"], "2309": ["6AK"]}, german=ports)
    for flag in ("fought", "went by rail"):
        done = edit(state, flags={flag: ["4AK"]})
        assert names(done, verb) == {"5AK"}
        with refused(other):
            done.push(f"{verb} 4AK")
    # who has moved does not ship
    away = edit(state, flags={"moved": ["4AK", "5AK"]})
    assert names(away, verb) == set()
    there = play(state, f"{verb} 4AK", f"to-port {ports[1]}")
    assert "4AK" in there.units_with("moved") and "4AK" in there.units_with("may not attack")
    assert names(there, "move") == {"5AK", "6AK"}
    # the turn after it attacks and moves as others do
    later = walk(there, "movement", "german", {"phase order": "move-fight"})
    while later.var("turn") == 9:
        later = walk(on(later), "movement", "german", {"phase order": "move-fight"})
    assert "4AK" not in later.units_with("may not attack") and "4AK" in names(later, "move")
    assert "4AK" in names(later, verb)


@pytest.mark.rule("BD-10.16a", "BD-10.17a")
def test_each_sea_has_its_own_corps_and_the_soviet_none() -> None:
    units: Units = {"2911": ["4AK", "5AK"], "1717": ["6AK", "7AK"]}
    state = moving("german", units, german=BLACK + BALTIC)
    assert names(state, "ship-black") == {"4AK"} and names(state, "ship-baltic") == {"6AK"}
    black = play(state, "ship-black 4AK", "to-port 3108")
    assert names(black, "ship-black") == set() and names(black, "ship-baltic") == {"6AK"}
    both = play(black, "ship-baltic 6AK", "to-port 1718")
    assert names(both, "ship-baltic") == set() and both.place("6AK") == "1718"
    soviet = moving("soviet", {"2911": ["60A"], "1011": ["61A"]}, soviet=BLACK + BALTIC)
    assert not names(soviet, "ship-black") and not names(soviet, "ship-baltic")


@pytest.mark.rule("BD-10.6b", "BD-10.16a")
def test_a_ship_ends_the_pause_of_a_split_stack() -> None:
    units: Units = {"2309": ["1AK", "3Pz"], "2911": ["4AK"]}
    state = moving("german", units, german=BLACK)
    parted = play(state, "move 3Pz", "with 1AK", "to 2310", "drop 1AK", "stop")
    assert set(parted.units_with("paused")) == {"1AK", "3Pz"}
    shipped = play(parted, "ship-black 4AK", "to-port 3108")
    assert not shipped.units_with("paused") and names(shipped, "move") == set()
    # who rests in a port with the points that he has left has moved
    at_port = moving("german", {"2912": ["1AK", "3Pz"]}, german=BLACK)
    rest = play(at_port, "move 3Pz", "with 1AK", "to 2911", "drop 1AK", "stop")
    assert "1AK" not in names(rest, "ship-black")


# -- the Caucasus --------------------------------------------------------------------------------

FOUR = ["3A", "4A", "5A", "6A"]


def ready(exits: Units, **more: int) -> State:
    units: Units = {"2607": "5AK", "2804": "6AK", "2204": FOUR, **exits}  # type: ignore[dict-item]
    return at("movement", "german", sequence="move-fight", units=units,
              variables={"caucasus open": 1} | more)  # fmt: skip


@pytest.mark.rule("BD-4.11b", "BD-4.11c", "BD-4.11d")
@pytest.mark.parametrize(
    ("exits", "may"),
    [
        ({"3200": ["4AK", "3Pz", "14Pz"]}, True),
        ({"3201": ["49Mtn"], "3202": ["3Pz"], "3203": ["14Pz"]}, True),
        ({"3204": ["4AK", "49Mtn", "3Pz", "14Pz", "24Pz"]}, True),
        ({"3200": ["4AK", "3Pz"]}, False),
        ({"3200": ["3Pz", "14Pz", "24Pz"]}, False),
        ({"3200": ["3Rum", "3Pz", "14Pz"]}, False),
        ({"3200": ["4AK", "49Mtn"], "3204": ["3Pz"]}, False),
        ({"3100": ["4AK"], "3200": ["3Pz", "14Pz"]}, False),
        ({"3200": ["4AK", "3Pz"], "3103": ["14Pz"]}, False),
    ],
)
def test_who_must_stand_at_the_exits(exits: Units, may: bool) -> None:
    state = ready(exits)
    assert ("launch-expedition" in names(state)) == may
    if may:
        out = play(state, "launch-expedition")
        while out.decision == "expedition":
            out = play(out, sorted(f"send {u}" for u in names(out, "send"))[0])
        gone = [u for u in ("4AK", "49Mtn", "3Pz", "14Pz", "24Pz") if out.place(u) == "caucasus"]
        assert len(gone) == 3 and sum(u.endswith("Pz") for u in gone) == 2
        assert (out.var("caucasus"), out.var("caucasus launched on")) == (1, 9)
        assert out.decision == "caucasus response" and out.to_move == "soviet"


@pytest.mark.rule("BD-4.11b")
def test_units_that_came_to_the_exits_in_this_phase_leave_as_well() -> None:
    """One and the same movement phase; who ended his move elsewhere does not."""
    state = ready({"3100": ["4AK", "3Pz"], "3200": ["14Pz"]})
    assert "launch-expedition" not in names(state)
    came = play(state, "move 4AK", "to 3200", "stop")
    assert "launch-expedition" not in names(came)
    both = play(came, "move 3Pz", "to 3201", "stop")
    out = play(both, "launch-expedition", "send 3Pz")
    assert [out.place(u) for u in ("4AK", "3Pz", "14Pz")] == ["caucasus"] * 3
    moved = edit(ready({"3200": ["4AK", "3Pz", "14Pz"]}), flags={"moved": ["4AK"]})
    assert "launch-expedition" not in names(moved)


@pytest.mark.rule("BD-4.11a", "BD-4.13l")
def test_what_bars_a_launch() -> None:
    exits: Units = {"3200": ["4AK", "3Pz", "14Pz"]}
    assert "launch-expedition" in names(ready(exits))
    with refused("BD-4.11a"):
        ready(exits, **{"caucasus open": 0}).push("launch-expedition")
    for gone in (1, 2, 3, 4):
        with refused("BD-4.13l"):
            ready(exits, caucasus=gone).push("launch-expedition")


@pytest.mark.rule("BD-4.12a", "BD-4.12b", "BD-4.12c")
@pytest.mark.parametrize(
    ("armies", "box", "over"), [(4, 0, False), (3, 1, False), (0, 4, False), (3, 0, True),
                                (2, 1, True), (0, 0, True), (5, 2, False)]
)  # fmt: skip
def test_four_rifle_armies_from_the_map_and_the_box(armies: int, box: int, over: bool) -> None:
    units: Units = {"3200": ["4AK", "3Pz", "14Pz"], "2607": ["5AK"], "2804": ["6AK"],
                    "2204": RIFLES[:armies] or ["1Sh"], "rvgk": RIFLES[10 : 10 + box],
                    "1904": ["3Sh", "3T"]}  # fmt: skip
    state = at("movement", "german", sequence="move-fight", units=units,
               variables={"caucasus open": 1})  # fmt: skip
    out = play(state, "launch-expedition")
    assert out.is_over == over
    if over:
        assert out.outcome == ("german", 1, "BD-4.12c")
        return
    assert play(out, "refuse").outcome == ("german", 1, "BD-4.12c")
    given = 0
    while out.decision == "caucasus response":
        assert ("refuse" in names(out)) == (given == 0)
        out = play(out, sorted(f"give {u}" for u in names(out, "give"))[-1])
        given += 1
    pool = [*RIFLES[:armies], *RIFLES[10 : 10 + box]]
    assert sum(out.place(u) == "caucasus" for u in pool) == 4
    assert out.place("3Sh") == out.place("3T") == "1904" and out.to_move == "german"


def boxed(caucasus: int, side: str = "german", launched: int = 10, **units: object) -> State:
    return at(
        "movement",
        side,
        turn=11,
        sequence="move-fight",
        units={"caucasus": [*BOX, "3A"], "1101": ["60A"], "2320": ["4AK"], **units},  # type: ignore[dict-item]
        variables={"caucasus": caucasus, "caucasus launched on": launched},
    )


@pytest.mark.rule("BD-4.13h", "BD-4.13i", "BD-4.13j", "BD-4.13m")
def test_who_may_be_recalled_and_what_then() -> None:
    for caucasus, launched, may in ((1, 10, True), (1, 11, False), (1, 9, True), (0, 0, False),
                                    (3, 10, False), (4, 10, False)):  # fmt: skip
        assert ("recall-expedition" in names(boxed(caucasus, launched=launched))) == may
    state = play(boxed(1), "recall-expedition")
    assert names(state, "re-enter") == set(EXITS)
    assert state.to_move == "german" and state.decision == "recall"
    out = play(state, "re-enter 3200", "re-enter 3204", "re-enter 3204")
    assert sorted(out.place(u) for u in BOX) == ["3200", "3204", "3204"]
    assert out.place("3A") == "caucasus"
    assert (out.var("caucasus"), out.var("caucasus way out")) == (4, 1)
    # they move on at the normal cost
    for unit in BOX:
        assert unit in names(out, "move")
        there = moving("german", {out.place(unit): [unit]}, turn=11)
        far = names(play(there, f"move {unit}"), "to") - set(EXITS)
        assert far == names(play(out, f"move {unit}"), "to") - set(EXITS)
    # at the end of the turn the way is shut again
    closed = walk(out, "phase order", "german")
    assert closed.var("turn") == 12 and closed.var("caucasus way out") == 0
    assert "recall-expedition" not in names(walk(out, "movement", "german"))


@pytest.mark.rule("BD-4.13o")
def test_after_the_breakthrough_nobody_is_recalled() -> None:
    for turn in (9, 10):
        with refused("BD-4.13o"):
            boxed(2, launched=turn).push("recall-expedition")


@pytest.mark.rule("BD-4.13j", "BD-4.13k")
def test_where_the_soviet_armies_come_back() -> None:
    for way, who in ((0, set()), (1, {"3A"}), (2, {"3A"})):
        state = edit(boxed(3, "soviet"), variables={"caucasus way out": way})
        assert names(state, "return") == who
    state = edit(boxed(3, "soviet"), {"4A": "caucasus", "3Sh": "caucasus"},
                 variables={"caucasus way out": 2})  # fmt: skip
    assert names(state, "return") == {"3A", "3Sh"}
    asked = play(state, "return 3A")
    assert names(asked, "re-enter") == set(EXITS) and asked.to_move == "soviet"
    back = play(asked, "re-enter 3202")
    assert back.place("3A") == "3202" and "3202" not in back.hexes_with("german")
    assert "3A" in names(back, "move") and names(back, "return") == {"4A", "3Sh"}
    # not where a German stands, nor where there is no room
    held = edit(state, {"5AK": "3200", **dict.fromkeys(RIFLES[10:15], "3204"),
                        **dict.fromkeys(RIFLES[15:19], "3203")})  # fmt: skip
    assert names(play(held, "return 3A"), "re-enter") == {"3201", "3202", "3203"}
    shut = edit(state, dict(zip(CORPS[5:10], EXITS, strict=True)))
    assert names(shut, "return") == set()
    one = edit(state, dict(zip(CORPS[5:9], EXITS[:4], strict=True)))
    assert names(one, "return") == {"3A", "3Sh"}
    # the German has no such thing
    assert not names(edit(boxed(3), variables={"caucasus way out": 2}), "return")
