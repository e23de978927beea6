"""Sections 3, 4, 8.15, 8.24, 9.3 and 11.21: events as a hex is entered or a unit eliminated."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    Units,
    at,
    data,
    declare,
    fight,
    game,
    names,
    on,
    play,
    surround,
    walk,
)

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
ROWS = {r.name: r for r in data().map.hexes if r is not None}
EXITS = ["3200", "3201", "3202", "3203", "3204"]
BOX = ["3Pz", "14Pz", "49Mtn"]


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


# -- control and points ------------------------------------------------------------------------


@pytest.mark.rule("BD-4.2c", "BD-4.3a", "BD-4.3d", "BD-3.6d")
@pytest.mark.parametrize(
    ("side", "start", "to", "held", "marker", "points"),
    [
        ("german", "2206", "2205", "soviet", "", 1),
        ("german", "2206", "2205", "soviet", "hero city", 2),
        ("german", "2206", "2205", "german", "", 0),
        ("german", "2304", "2204", "soviet", "", 0),
        ("german", "3102", "3103", "soviet", "", 1),  # Maikop, no city
        ("german", "2420", "2419", "soviet", "", 1),  # the industrial region, no city
        ("german", "2923", "2922", "soviet", "", 1),  # Nagykaniza
        ("german", "3014", "3015", "soviet", "", 1),  # Ploesti
        ("german", "2408", "2407", "german", "fortress city", 0),
        ("soviet", "2206", "2205", "german", "", -1),
        ("soviet", "2206", "2205", "german", "fortress city", -2),
        ("soviet", "2206", "2205", "soviet", "", 0),
        ("soviet", "2206", "2205", "soviet", "hero city", 0),
        ("soviet", "2206", "2207", "german", "", 0),
        ("soviet", "3102", "3103", "german", "", -1),
        ("soviet", "2420", "2419", "german", "", -1),
    ],
)
def test_points_change_hands_with_the_hex(
    side: str, start: str, to: str, held: str, marker: str, points: int
) -> None:
    unit = "4AK" if side == "german" else "60A"
    state = moving(
        side,
        {start: [unit]},
        german=[to] if held == "german" else [],
        soviet=[to] if held == "soviet" else [],
        hex_flags={marker: [to]} if marker else {},
        variables={"victory points": 20},
    )
    after = play(state, f"move {unit}", f"to {to}")
    assert after.place(unit) == to
    assert after.var("victory points") == 20 + points
    assert (to in after.hexes_with("german")) == (side == "german")
    # on and back, nothing changes any more
    back = play(after, f"to {start}") if f"to {start}" in names(after) else after
    assert back.var("victory points") == 20 + points


@pytest.mark.rule("BD-9.1c", "BD-9.2e", "BD-3.6d")
def test_markers_fall_with_the_city_to_the_enemy_alone() -> None:
    own = moving("soviet", {"1605": ["60A"]})
    assert "1606" in play(own, "move 60A", "to 1606").hexes_with("hero city")
    taken = play(moving("german", {"1607": ["4AK"]}), "move 4AK", "to 1606")
    assert set(taken.hexes_with("hero city")) == {"1011", "1806"}
    fort = {"fortress city": ["2407", "2311"]}
    ours = moving("german", {"2408": ["4AK"]}, hex_flags=fort)
    assert set(play(ours, "move 4AK", "to 2407").hexes_with("fortress city")) == {"2407", "2311"}
    theirs = moving("soviet", {"2408": ["60A"]}, hex_flags=fort)
    gone = play(theirs, "move 60A", "to 2407")
    assert gone.hexes_with("fortress city") == ["2311"]


@pytest.mark.rule("BD-3.6d")
def test_an_advance_and_a_retreat_take_hexes_too() -> None:
    tanks = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
    state = at("prepared assault", "german", sequence="fight-move",
               units={"2308": tanks, "2307": ["60A"]}, soviet=["2307", "2306"])  # fmt: skip
    won = fight(state, "2307", tanks, until="advance", choices={"combat": "roll 1"})
    assert "2307" not in won.hexes_with("german")
    assert "2307" in play(won, "advance 3Pz").hexes_with("german")
    # an army that retreats eastward into a hex of the German takes it
    west = at("prepared assault", "german", sequence="move-fight",
              units={"2308": tanks, "2307": ["60A"]}, turn=10,
              german=["2306", "2206", "2207", "2406", "2407", "2305"])  # fmt: skip
    rolling = fight(west, "2307", tanks[:3])
    for die in range(1, 7):
        after = play(rolling, f"roll {die}")
        if after.decision == "retreat" or after.place("60A") not in ("2307", "dead", "removed"):
            break
    if after.decision == "retreat":
        after = play(after, sorted(n for n in names(after) if n.startswith("retreat-to"))[0])
    to = after.place("60A")
    assert to != "2307" and to in ROWS and to not in after.hexes_with("german")


@pytest.mark.rule("BD-11.21d", "BD-11.21c")
def test_who_wrecks_which_fort() -> None:
    wrecked = play(moving("soviet", {"1816": ["60A"]}), "move 60A", "to 1817")
    assert wrecked.hexes_with("destroyed fort") == ["1817"]
    assert play(moving("soviet", {"1816": ["60A"]}), "move 60A", "to 1815").hexes_with(
        "destroyed fort"
    ) == []  # fmt: skip
    for fort in ("1920", "2021"):
        beside = f"{fort[:2]}{int(fort[2:]) - 1:02}"
        taken = play(moving("soviet", {beside: ["60A"]}), "move 60A", f"to {fort}")
        assert taken.hexes_with("destroyed fort") == [fort]
        # through it, and on
        onward = play(moving("soviet", {beside: ["60A"]}), "move 60A", f"to {fort}", "stop")
        assert onward.hexes_with("destroyed fort") == [fort]
    # for good, whoever holds it afterwards, and in a hex of one's own no less
    ruin = moving("german", {"1816": ["4AK"]}, hex_flags={"destroyed fort": ["1817"]})
    assert play(ruin, "move 4AK", "to 1817").hexes_with("destroyed fort") == ["1817"]
    own = moving("german", {"1816": ["4AK"]})
    assert play(own, "move 4AK", "to 1817").hexes_with("destroyed fort") == []
    held = moving("soviet", {"1816": ["60A"]}, soviet=["1817"])
    assert play(held, "move 60A", "to 1817").hexes_with("destroyed fort") == ["1817"]
    # Soviet forts are never wrecked
    for side, unit in (("german", "4AK"), ("soviet", "60A")):
        there = moving(side, {"2312": [unit]})
        assert play(there, f"move {unit}", "to 2313").hexes_with("destroyed fort") == []


# -- the Caucasus ------------------------------------------------------------------------------


def junction(side: str, to: str, caucasus: int, **more: object) -> State:
    """A unit of a side goes into a hex while an expedition is in the box."""
    unit = {"german": "4AK", "soviet": "60A"}[side]
    beside = {"2804": "2803", "2607": "2606", "3103": "3102", "2705": "2704", "2501": "2502"}[to]
    held = ["2804", "2607", "3103", "2705", "2501"]
    state = moving(
        side,
        {beside: [unit], "caucasus": [*BOX, "3A"]},
        german=held if side == "soviet" else [h for h in held if h != to],
        soviet=[] if side == "soviet" else [to],
        variables={"caucasus": caucasus, "caucasus launched on": 8, "victory points": 20},
        **more,
    )
    return play(state, f"move {unit}", f"to {to}")


@pytest.mark.rule("BD-4.13e", "BD-4.13f", "BD-4.13k", "BD-4.13g")
@pytest.mark.parametrize(
    ("to", "caucasus", "lost"),
    [
        ("2804", 1, True),
        ("2607", 1, True),
        ("2804", 2, True),
        ("2607", 2, True),
        ("3103", 1, False),
        ("2705", 2, False),
        ("2501", 1, False),
        ("2804", 4, False),
        ("2607", 0, False),
    ],
)
def test_what_defeats_an_expedition(to: str, caucasus: int, lost: bool) -> None:
    after = junction("soviet", to, caucasus)
    assert after.var("caucasus") == (3 if lost else caucasus)
    assert after.var("caucasus way out") == (2 if lost else 0)
    assert [after.place(u) for u in BOX] == ["dead" if lost else "caucasus"] * 3
    # nobody else falls with it
    assert after.place("59AK") == "2324" and after.place("60A") == to
    assert after.place("3A") == "caucasus" and after.var("victory points") == 19


@pytest.mark.rule("BD-4.13e")
def test_a_city_that_the_german_takes_defeats_nobody() -> None:
    for to in ("2804", "2607"):
        after = junction("german", to, 1)
        assert after.var("caucasus") == 1 and after.place("3Pz") == "caucasus"


@pytest.mark.rule("BD-4.13e", "BD-4.13k")
@pytest.mark.parametrize(("caucasus", "then"), [(0, 0), (1, 3), (2, 3), (4, 4)])
def test_all_five_exits_must_be_occupied_at_once(caucasus: int, then: int) -> None:
    held = ["2804", "2607"]
    for empty, to, expected in (
        ("3204", "3204", then),
        ("3200", "3200", then),
        ("3203", "3103", caucasus),
    ):
        four = dict(zip((h for h in EXITS if h != empty), RIFLES, strict=False))
        near = {"3204": "3104", "3200": "3100", "3203": "3104"}[empty]
        state = moving(
            "soviet",
            {**{h: [u] for h, u in four.items()}, near: ["60A"], "caucasus": BOX},
            german=held,
            variables={"caucasus": caucasus},
        )
        after = play(state, "move 60A", f"to {to}")
        assert after.var("caucasus") == expected
        # entered once each, but left again
    three = dict(zip(EXITS[1:4], RIFLES, strict=False))
    state = moving(
        "soviet",
        {**{h: [u] for h, u in three.items()}, "3104": ["60A"], "caucasus": BOX},
        german=held,
        soviet=EXITS,
        variables={"caucasus": 1},
    )
    assert play(state, "move 60A", "to 3204").var("caucasus") == 1


# -- the Polish army ----------------------------------------------------------------------------


def march(to: str, start: str, turn: int, units: Units | None = None, **more: object) -> State:
    state = moving("soviet", {start: ["60A"], "later": ["Pol"], **(units or {})}, turn=turn, **more)
    return play(state, "move 60A", f"to {to}")


@pytest.mark.rule("BD-8.24a", "BD-8.24b", "BD-8.24c")
@pytest.mark.parametrize(
    ("start", "to", "turn", "place", "trigger"),
    [
        ("2114", "2115", 13, "2115", 13),
        ("2014", "2015", 13, "later", 0),  # two hexes away
        ("2214", "2215", 13, "2215", 13),
        ("1915", "1916", 13, "1916", 13),
        ("2115", "2116", 13, "2116", 13),  # inside it
        ("2114", "2115", 12, "later", 12),
        ("2114", "2115", 9, "later", 9),
    ],
)
def test_where_and_when_the_polish_army_is_called(
    start: str, to: str, turn: int, place: str, trigger: int
) -> None:
    for more in ({}, {"soviet": [to]}, {"german": [to]}):
        after = march(to, start, turn, **more)
        assert (after.place("Pol"), after.var("polish trigger")) == (place, trigger)


@pytest.mark.rule("BD-8.24a", "BD-8.24b")
def test_the_polish_army_is_called_once_and_by_units_in_supply() -> None:
    before = march("2115", "2114", 13, variables={"polish trigger": 11})
    assert (before.place("Pol"), before.var("polish trigger")) == ("later", 11)
    # a unit that came next to it without supply calls nobody, the next one in supply does
    ring = {h: [u] for h, u in zip(("2014", "2113", "2214", "2215", "2015", "2016", "2116", "2216"),
                                   CORPS, strict=False)}  # fmt: skip
    cut = march("2115", "2114", 13, ring)
    assert (cut.place("Pol"), cut.var("polish trigger")) == ("later", 0)
    # a German unit neither
    german = moving("german", {"2114": ["4AK"], "later": ["Pol"]}, turn=13)
    assert play(german, "move 4AK", "to 2115").var("polish trigger") == 0


@pytest.mark.rule("BD-8.24b")
def test_a_full_hex_sends_the_polish_army_to_the_nearest_supplied_force_with_room() -> None:
    four = RIFLES[:4]
    pocket = surround("2112", CORPS)
    pocket = {h: u for u, h in pocket.items()}
    plain = march("2115", "2114", 13, {"2115": four[:3], "2113": ["4A"]})
    assert plain.place("Pol") == "2115"
    # of three forces the nearest, whichever stands first on the map
    for near, far in (("2112", "2109"), ("2012", "2406"), ("2311", "1502")):
        full = march("2115", "2114", 13, {"2115": four, near: ["40A"], far: ["41A"]})
        assert full.place("Pol") == near
    # of two that are equally near the first on the map, which the rule does not tell apart
    for first, second in (("2013", "2112"), ("2012", "2312")):
        tied = march("2115", "2114", 13, {"2115": four, first: ["40A"], second: ["41A"]})
        assert tied.place("Pol") == first
    # be it in the first hex of the map
    assert march("2115", "2114", 13, {"2115": four, "1000": ["40A"]}).place("Pol") == "1000"
    # while there is none it stays away
    assert march("2115", "2114", 13, {"2115": four}).place("Pol") == "later"
    # not one that is full, nor one without supply
    crowd = {"2115": four, "2113": RIFLES[10:15], "2109": ["41A"]}
    assert march("2115", "2114", 13, crowd).place("Pol") == "2109"
    cut = {"2115": four, "2112": ["40A"], "2207": ["41A"], **{h: [u] for h, u in pocket.items()}}
    assert march("2115", "2114", 13, cut).place("Pol") == "2207"


# -- the end of a unit --------------------------------------------------------------------------

TANKS = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
ARMIES = ["60A", "61A", "62A", "63A", "64A"]


def beaten(state: State, target: str, group: list[str], unit: str) -> State:
    """A battle that a unit loses for sure or by a die that it does not survive."""
    out = declare(state, target, group)
    while out.to_move != "chance" and out.place(unit) == target:
        out = on(out)
    if out.place(unit) != target or out.decision == "romanian return":
        return out
    for die in range(1, 7):
        after = play(out, f"roll {die}")
        if after.decision == "bloodbath":
            after = play(after, "keep-bloodbath")
        if after.decision == "romanian return" or after.place(unit) not in game().hexes:
            return after
    raise LookupError(f"{unit} stands")


def ends(unit: str) -> str:
    """Where a unit goes that is shut in and beaten by five others."""
    soviet = unit in RIFLES or unit in ("LPMA", "1Sh", "3T", "1G")
    side, group = ("german", TANKS) if soviet else ("soviet", ARMIES)
    ring = surround("2309", [u for u in (CORPS if soviet else RIFLES) if u not in ARMIES], ["2308"])
    state = at(
        "prepared assault",
        side,
        sequence="fight-move",
        turn=10,
        units={"2309": [unit], "2308": group, **ring},
        flags={"no crimea supply": [] if soviet else [unit]},
    )
    after = beaten(state, "2309", group, unit)
    # nothing of the battle clings to it
    for flag in ("moving", "attacking", "air army", "retreating", "at caucasus exit",
                 "crimea supply", "no crimea supply"):  # fmt: skip
        assert unit not in after.units_with(flag), flag
    return after.place(unit)


@pytest.mark.rule("BD-2.5a", "BD-2.12b", "BD-8.15c")
@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("60A", "dead"),
        ("1Sh", "dead"),
        ("3T", "dead"),
        ("1G", "dead"),
        ("LPMA", "removed"),
        ("4AK", "dead"),
        ("49Mtn", "dead"),
        ("46Pz", "dead"),
        ("2Hun", "removed"),
        ("8Ital", "removed"),
        ("3Rum", "removed"),
        ("4Rum", "removed"),
    ],
)
def test_where_the_lost_go(unit: str, box: str) -> None:
    """The Romanian armies are out of supply here."""
    if unit == "60A":
        unit = "59A"
    assert ends(unit) == box


def romanian(unit: str, hex_: str, *, back: bool = False, **more: object) -> State:
    """A Romanian army that loses a battle for sure; the state after the die that ends it."""
    beside = {"2309": "2308", "3107": "3106", "2705": "2704"}[hex_]
    state = at(
        "prepared assault",
        "soviet",
        turn=10,
        sequence="fight-move",
        units={hex_: [unit], beside: ARMIES},
        flags={"came back": [unit] if back else []}
        | ({"crimea supply": [unit]} if hex_ == "3107" else {}),
        variables={"supply marker A": data().map.index[beside],
                   "crimea supply": 1 if hex_ == "3107" else 0},
        **more,  # type: ignore[arg-type]
    )  # fmt: skip
    return beaten(state, hex_, ARMIES, unit)


@pytest.mark.rule("BD-8.15b", "BD-8.15c", "BD-8.15d")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_a_die_tells_when_a_romanian_army_is_back(die: int) -> None:
    for unit in ("3Rum", "4Rum"):
        lost = romanian(unit, "2309")
        assert lost.decision == "romanian return" and lost.to_move == "chance"
        due = play(lost, f"roll {die}")
        assert due.place(unit) == "later" and unit in due.units_with("came back")
        back = walk(due, "reinforcements", "german")
        assert back.var("turn") == 10 + die and names(back, "bring") == {unit}
    # the second time it is gone, in supply as it may be
    again = romanian("3Rum", "2309", back=True)
    assert again.place("3Rum") == "removed" and again.decision != "romanian return"


@pytest.mark.rule("BD-8.15c")
def test_supply_from_sevastopol_does_not_bring_a_romanian_army_back() -> None:
    """It is no regular overland supply."""
    lost = romanian("3Rum", "3107", soviet=["2607"], german=["3108"])
    assert lost.place("3Rum") == "removed" and lost.decision != "romanian return"
    # nor does a place in the area of Dnepropetrovsk when that is lost
    cut = romanian("4Rum", "2705", soviet=["2607"])
    assert cut.place("4Rum") == "removed" and cut.decision != "romanian return"
    open_ = romanian("4Rum", "2705", german=["2607"])
    assert open_.decision == "romanian return"


@pytest.mark.rule("BD-7.4f")
def test_a_unit_that_fell_and_came_back_is_a_newcomer() -> None:
    """What it drew died with it."""
    drawing = ["4AK", "5AK", "6AK", "7AK", "8AK"]
    state = at(
        "prepared assault",
        "german",
        sequence="fight-move",
        units={"3108": drawing[:4], "3008": ["8AK"], "2908": ["60A", "61A"]},
        soviet=["2607"],
        variables={"crimea supply": 1},
        flags={"crimea supply": drawing, "no crimea supply": []},
    )
    fallen = fight(state, "2908", ["8AK"], die=6)
    assert fallen.place("8AK") == "dead"
    assert set(fallen.units_with("crimea supply")) & set(drawing) == set(drawing[:4])


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
def test_nobody_is_noted_to_draw_crimea_supply_that_was_not_chosen() -> None:
    for choice, drawn in ((0, []), (1, ["4AK"]), (2, [])):
        state = moving("german", {"2908": ["4AK"]}, variables={"crimea supply": choice})
        after = play(state, "move 4AK", "to 3008")
        assert [u for u in after.units_with("crimea supply") if u == "4AK"] == drawn
        assert "4AK" not in after.units_with("no crimea supply")


@pytest.mark.rule("BD-7.7f", "BD-2.12b")
@pytest.mark.parametrize(("hex_", "stays"), [("2207", True), ("2900", True), ("2309", False)])
def test_the_aerial_marker_stays_while_anybody_is_left_beneath_it(hex_: str, stays: bool) -> None:
    """A corps falls at 2309; another one stands far from it, and nobody at 2900."""
    ring = surround("2309", [u for u in RIFLES if u not in ARMIES], ["2308"])
    state = at(
        "prepared assault",
        "soviet",
        sequence="fight-move",
        turn=10,
        units={"2309": ["4AK"], "2308": ARMIES, "2207": ["5AK"], **ring},
        variables={"aerial supply hex": data().map.index[hex_], "aerial supply back": 99},
    )
    after = beaten(state, "2309", ARMIES, "4AK")
    assert after.place("4AK") == "dead"
    assert after.var("aerial supply hex") == (data().map.index[hex_] if stays else -1)
    assert after.var("aerial supply back") == 99
