"""Sections 4.11, 4.13, 5, 7.12, 7.21, 11.7, 11.23 and 13: the course of a turn, in tables."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    Units,
    at,
    data,
    edit,
    fight,
    game,
    names,
    number,
    on,
    play,
    reach,
    refused,
    surround,
    walk,
)

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
ROWS = {r.name: r for r in data().map.hexes if r is not None}
CITIES = {h for h, r in ROWS.items() if "city" in r.features}
OWN = set(data().setup["german_control"])


def ending(units: Units, turn: int = 9, **more: object) -> State:
    """The last phase of a game turn with just these units."""
    far: Units = {"1001": ["60A"], "2320": ["4AK"]}
    return at(
        "movement",
        "soviet",
        turn=turn,
        sequence="fight-move",
        units={**far, **units},  # type: ignore[dict-item]
        **more,  # type: ignore[arg-type]
    )


def next_turn(units: Units, turn: int = 9, **more: object) -> State:
    return play(ending(units, turn, **more), "end-movement")


def course(state: State, until: int) -> list[tuple[str, str]]:
    """Who decides what, as it is played with passes up to the end of a turn."""
    seen: list[tuple[str, str]] = []
    run = state.copy()
    while not run.is_over and run.var("turn") < until:
        step = (run.to_move or "", run.decision or "")
        if not seen or seen[-1] != step:
            seen.append(step)
        run = on(run, {"entry": "hold-in-rvgk", "crimea supply": "coastal-supply"})
    return seen


# -- the sequence ------------------------------------------------------------------------------


@pytest.mark.rule("BD-5.1a", "BD-5.2a", "BD-5.2b", "BD-5.2c", "BD-5.2e", "BD-5.3c")
def test_the_parts_of_a_game_turn_come_in_their_order() -> None:
    units: Units = {
        "dead": ["4AK", "61A"], "later": ["8Ital", "39A", "1G"], "rvgk": ["62A"],
        "3108": ["5AK"], "2407": ["6AK"], "2204": ["60A", "63A"], "2320": ["7AK"],
        "caucasus": ["3Pz", "14Pz", "49Mtn"], "2804": ["8AK"], "2607": ["9AK"], "1001": ["64A"],
    }  # fmt: skip
    state = ending(units, 10, variables={"caucasus": 1, "aerial supply back": 99})
    seen = course(play(state, "end-movement"), 12)
    for name in ("hero cities: standing answer", "emergency: standing answer", "hero city"):
        seen = [step for step in seen if step[1] != name]
    assert seen == _without_idle(seen)


def _without_idle(seen: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The order, of the parts in which there is something to decide."""
    order = [
        ("chance", "aerial supply return"), ("chance", "expedition"),
        ("german", "crimea supply"), ("german", "replacements"), ("german", "entry"),
        ("german", "reinforcements"), ("soviet", "replacements"), ("soviet", "entry"),
        ("soviet", "conversion"), ("german", "phase order"), ("german", "strategic movement"),
        ("german", "prepared assault"), ("german", "movement"), ("soviet", "offensive supply"),
        ("soviet", "phase order"), ("soviet", "rvgk"), ("soviet", "prepared assault"),
        ("soviet", "movement"), ("chance", "expedition"),
    ]  # fmt: skip
    must = {
        ("chance", "aerial supply return"), ("chance", "expedition"), ("german", "crimea supply"),
        ("german", "replacements"), ("german", "reinforcements"), ("soviet", "replacements"),
        ("soviet", "entry"), ("soviet", "conversion"), ("german", "phase order"),
        ("german", "strategic movement"), ("german", "movement"), ("soviet", "offensive supply"),
        ("soviet", "phase order"), ("soviet", "rvgk"), ("soviet", "movement"),
    }  # fmt: skip
    assert must <= set(seen)
    return [step for step in order if step in seen]


@pytest.mark.rule("BD-5.4a", "BD-5.5a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_what_was_done_in_a_player_turn_ends_with_it(side: str) -> None:
    """Units that fought or travelled are free again in their next player turn."""
    own = ["4AK", "5AK"] if side == "german" else ["60A", "61A"]
    flags = ["may not attack", "fought", "went by rail", "made a mobile assault"]
    far = "2320" if side == "german" else "1001"
    state = at("movement", side, sequence="fight-move",
               units={far: own, "1002": ["62A"], "2321": ["6AK"]},
               flags=dict.fromkeys(flags, own))  # fmt: skip
    assert state.var("sequence") == 1
    assert state.var("side") == ("german", "soviet").index(side)
    after = play(state, "end-movement")
    assert [f for f in flags if after.units_with(f)] == []
    assert (after.var("sequence"), after.var("assault phase")) == (0, 0)


@pytest.mark.rule("BD-5.5a", "BD-5.4a")
@pytest.mark.parametrize(
    ("turn", "used", "may"), [(9, 0, True), (10, 0, True), (12, 0, True), (13, 0, False),
                              (9, 1, False), (12, 1, False)]
)  # fmt: skip
def test_when_there_are_two_assault_phases(turn: int, used: int, may: bool) -> None:
    state = at("phase order", "german", turn=turn, units={"2308": ["4AK"], "2307": ["60A"]},
               variables={"fight/fight used": used})  # fmt: skip
    assert ("fight-fight" in names(state)) == may
    assert {"fight-move", "move-fight"} <= names(state) and state.to_move == "german"
    if may:
        chosen = play(state, "fight-fight")
        assert (chosen.var("sequence"), chosen.var("fight/fight used")) == (3, 1)
    else:
        with refused("BD-5.5a"):
            state.push("fight-fight")
    soviet = at("phase order", "soviet", turn=turn, units={"2308": ["4AK"], "2307": ["60A"]})
    assert names(soviet) == {"fight-move", "move-fight"} and soviet.to_move == "soviet"


# -- the start of a turn -----------------------------------------------------------------------


@pytest.mark.rule("BD-11.23a", "BD-9.2a")
@pytest.mark.parametrize(
    ("turn", "luftwaffe", "fortress"), [(10, 3, 0), (11, 3, 0), (12, 3, 0), (13, 2, 1)]
)
def test_what_a_turn_brings(turn: int, luftwaffe: int, fortress: int) -> None:
    state = next_turn({}, turn - 1, variables={"luftwaffe": 0})
    assert state.var("turn") == turn
    assert (state.var("luftwaffe"), state.var("fortress cities")) == (luftwaffe, fortress)


@pytest.mark.rule("BD-7.4h", "BD-7.4j")
@pytest.mark.parametrize(
    ("hex_", "asked"),
    [("3108", True), ("3008", True), ("3105", True), ("3005", True), ("3104", True),
     ("2908", False), ("3103", False), ("2907", False), ("", False)],
)  # fmt: skip
def test_who_is_in_the_area_is_asked_about(hex_: str, asked: bool) -> None:
    state = next_turn({hex_: ["5AK"]} if hex_ else {})
    assert (state.decision == "crimea supply") == asked and state.var("turn") == 10
    # a Soviet army there is no matter of the German's
    assert next_turn({"3108": ["61A"]}).decision != "crimea supply"
    if asked:
        assert state.to_move == "german" and state.var("crimea supply") == 0
        drawn = play(state, "crimea-supply")
        assert drawn.var("crimea supply") == 1 and drawn.units_with("crimea supply") == ["5AK"]
        coast = play(state, "coastal-supply")
        assert coast.var("crimea supply") == 2 and not coast.units_with("crimea supply")


@pytest.mark.rule("BD-7.4f", "BD-7.4j")
@pytest.mark.parametrize("count", [1, 4, 5, 6, 7])
def test_five_are_named_of_more(count: int) -> None:
    inside = CORPS[5 : 5 + count]
    places = ["3108", "3008", "3107", "3105", "3009", "3106", "3104"]
    state = play(next_turn({h: [u] for h, u in zip(places, inside, strict=False)}), "crimea-supply")
    asked = 0
    named = []
    while state.decision == "crimea list":
        assert state.to_move == "german"
        assert names(state, "supply") == set(inside) - set(named)
        named.append(sorted(names(state, "supply"))[-1])
        state = play(state, f"supply {named[-1]}")
        asked += 1
    assert asked == (5 if count > 5 else 0)
    assert set(state.units_with("crimea supply")) == (set(named) if count > 5 else set(inside))
    rest = set(inside) - set(named) if count > 5 else set()
    assert set(state.units_with("no crimea supply")) == rest


@pytest.mark.rule("BD-5.2e", "BD-7.4h")
def test_what_was_reckoned_in_a_turn_is_forgotten_with_it() -> None:
    state = ending({}, variables={"crimea supply": 2, "caucasus open": 1, "attack": 7,
                                  "defence": 3, "odds": 2, "column": 2, "result": 1})  # fmt: skip
    after = play(state, "end-movement")
    for name in ("crimea supply", "caucasus open", "attack", "defence", "odds", "column"):
        assert after.var(name) == 0, name
    assert after.var("result") == -1
    drawing = ending({"3108": ["5AK"]}, variables={"crimea supply": 1},
                     flags={"crimea supply": ["5AK"], "no crimea supply": ["6AK"]})  # fmt: skip
    new = play(drawing, "end-movement")
    assert not new.units_with("crimea supply") and not new.units_with("no crimea supply")
    # without a decision nobody draws it
    gone = play(edit(drawing, {"5AK": "2320"}), "end-movement")
    assert gone.var("crimea supply") == 0 and not gone.units_with("crimea supply")


@pytest.mark.rule("BD-7.21a", "BD-7.21b", "BD-7.12a")
@pytest.mark.parametrize(
    ("held", "shut_in", "before", "banned"),
    [
        ("german", False, 0, 1),
        ("german", False, 1, 1),
        ("soviet", False, 1, 0),
        ("soviet", False, 0, 0),
        ("soviet", True, 1, 1),
        ("soviet", True, 0, 0),
    ],
)
def test_when_the_markers_are_banned(held: str, shut_in: bool, before: int, banned: int) -> None:
    ring = surround("1606", CORPS[5:]) if shut_in else {}
    units: Units = {**ring, "61A": "1606"} if held == "soviet" else {**ring}
    state = next_turn(units, variables={"supply markers banned": before},
                      german=["1606"] if held == "german" else [])  # fmt: skip
    assert state.var("supply markers banned") == banned
    run = state
    seen = False
    while (run.decision != "rvgk" and run.var("turn") == 10 and run.decision != "phase order") \
            or run.to_move != "soviet":  # fmt: skip
        seen |= run.decision == "offensive supply"
        run = on(run)
    assert seen == (not banned)


@pytest.mark.rule("BD-7.12a", "BD-7.12b", "BD-7.12c")
def test_the_marker_goes_anywhere_or_stays_at_home() -> None:
    """BD-7.11c: on water, among the enemy, in hexes of the German."""
    state = at("offensive supply", "soviet", units={"2309": ["4AK"], "1001": ["60A"]})
    assert state.to_move == "soviet"
    assert names(state, "marker-a") == set(ROWS)
    assert "no-marker" in names(state)
    placed = play(state, "marker-a 2309")
    assert placed.var("supply marker A") == number("2309")
    assert placed.decision != "offensive supply"
    none = play(state, "no-marker")
    assert none.var("supply marker A") == -1 and none.decision == placed.decision
    gone = walk(placed, "phase order", "german")
    assert gone.var("supply marker A") == -1


# -- the Caucasus at the turn's ends -----------------------------------------------------------

THREE = {"3103": "4AK", "2607": "5AK", "2804": "6AK"}


@pytest.mark.rule("BD-4.11a")
def test_each_of_the_three_cities_must_be_held_in_supply_and_unthreatened() -> None:
    def open_(units: Units, **more: object) -> int:
        return next_turn({"2320": ["7AK"], **units}, **more).var("caucasus open")

    held = {h: [u] for h, u in THREE.items()}
    assert open_(held) == 1
    # control is enough
    assert open_({}, german=list(THREE)) == 1
    for city in THREE:
        assert open_({}, german=[c for c in THREE if c != city], soviet=[city]) == 0
        # an army next to it, whichever city it is; two hexes away it does not matter
        m = data().map
        around = [
            m.hexes[n].name
            for d in range(6)  # type: ignore[union-attr]
            if (n := m.neighbor(m.index[city], d)) is not None and m.hexes[n].terrain != "sea"
        ]  # type: ignore[union-attr]
        for hex_ in around[::2]:
            assert open_({hex_: ["61A"]}, german=list(THREE)) == 0
    assert open_({"2602": ["61A"]}, german=list(THREE)) == 1
    # far from all three, but between them and home
    wall = [
        h for h, r in ROWS.items() if r.zone == "south" and h[2:] == "12" and r.terrain != "sea"
    ]
    armies = {h: [u] for h, u in zip(wall, RIFLES[1:], strict=False)}
    assert open_(armies, german=list(THREE)) == 0
    del armies["2812"]
    assert open_(armies, german=list(THREE)) == 1


def closing(caucasus: int, units: Units | None = None, **more: object) -> State:
    box: Units = {"caucasus": ["3Pz", "14Pz", "49Mtn"], "2804": ["8AK"], "2607": ["9AK"]}
    variables = {"caucasus": caucasus, "caucasus launched on": 9, "victory points": 20}
    return next_turn({**box, **(units or {})}, 10, variables=variables, **more)


@pytest.mark.rule("BD-4.13a", "BD-4.13b", "BD-4.13c")
@pytest.mark.parametrize(
    ("stalingrad", "least"),
    [("german", 5), ("soviet", 6), ("empty", 5), ("theirs", 6), ("cut off", 6)],
)
def test_which_die_breaks_through(stalingrad: str, least: int) -> None:
    units: Units = {"2501": ["10AK"]} if stalingrad in ("german", "cut off") else {}
    if stalingrad == "soviet":
        units = {"2501": ["61A"]}
    if stalingrad == "cut off":
        units = {**units, **{h: [u] for u, h in surround("2501", RIFLES[5:]).items()}}
    state = closing(1, units, german=["2501"] if stalingrad == "empty" else [])
    assert (state.to_move, state.decision) == ("chance", "expedition")
    for die in range(1, 7):
        after = play(state, f"roll {die}")
        assert (after.decision == "oil") == (die >= least)
        assert after.var("caucasus") == (2 if die >= least else 1)
        if die >= least:
            for oil in (1, 3, 6):
                found = play(after, f"roll {oil}")
                assert found.var("victory points") == 20 + oil


@pytest.mark.rule("BD-4.13d", "BD-4.13a")
@pytest.mark.parametrize(("caucasus", "points"), [(0, 0), (1, None), (2, 1), (3, 0), (4, 0)])
def test_the_income_after_the_breakthrough(caucasus: int, points: int | None) -> None:
    state = closing(caucasus)
    assert (state.decision == "expedition") == (points is None)
    if points is not None:
        assert state.var("victory points") == 20 + points
        assert state.var("caucasus") == caucasus


@pytest.mark.rule("BD-4.13j", "BD-4.13k")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 2)])
def test_the_way_out_of_the_box_is_shut_at_the_end_of_the_turn_of_a_recall(
    before: int, after: int
) -> None:
    state = next_turn({"caucasus": ["3A"]}, 10, variables={"caucasus way out": before})
    assert state.var("caucasus way out") == after


@pytest.mark.rule("BD-7.7h")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_when_the_aerial_marker_is_back(die: int) -> None:
    used = {"aerial supply hex": number("2320"), "aerial supply back": 99}
    state = next_turn({}, 9, variables=used)
    assert (state.to_move, state.decision) == ("chance", "aerial supply return")
    after = play(state, f"roll {die}")
    assert (after.var("aerial supply back"), after.var("aerial supply hex")) == (9 + die, -1)
    # it was lifted with the last unit beneath it, and is rolled for all the same
    lifted = next_turn({}, 9, variables={"aerial supply hex": -1, "aerial supply back": 99})
    assert lifted.decision == "aerial supply return"
    for back in (0, 9, 10, 98):
        unused = next_turn({}, 9, variables={"aerial supply back": back})
        assert (
            unused.decision != "aerial supply return" and unused.var("aerial supply back") == back
        )


# -- who wins ----------------------------------------------------------------------------------

PRIZES = ["1011", "1606", "2501"]


def outcome(german: list[str], soviet: list[str] = (), units: Units | None = None,  # type: ignore[assignment]
            caucasus: int = 0, turn: int = 13) -> tuple[str, int, str] | None:  # fmt: skip
    state = ending(units or {}, turn, german=german, soviet=soviet,
                   not_hex_flags={"hero city": PRIZES},
                   variables={"caucasus": caucasus, "fortress cities": 0})  # fmt: skip
    done = play(state, "end-movement")
    while done.to_move == "chance":
        done = play(done, "roll 1")
    return done.outcome if done.is_over else None


@pytest.mark.rule("BD-13.4a", "BD-13.4c", "BD-13.2a", "BD-5.2e")
@pytest.mark.parametrize(
    ("prizes", "winner"),
    [
        (PRIZES, "german"),
        (PRIZES[:2], "german"),
        (PRIZES[1:], "german"),
        ([PRIZES[0], PRIZES[2]], "german"),
        (PRIZES[:1], "soviet"),
        (PRIZES[2:], "soviet"),
        ([], "soviet"),
        (["2205", "1806", "2804", "1606"], "soviet"),
    ],
)
def test_two_of_the_three_cities_win(prizes: list[str], winner: str) -> None:
    rule = "BD-13.4a" if winner == "german" else "BD-13.4c"
    assert outcome(prizes) == (winner, 1, rule)
    assert outcome(prizes, turn=12) is None
    # nothing may be lost of what was held at the start, be it empty
    for city in ("2311", "1922", "3108", "2820"):
        assert outcome(prizes, [city]) == ("soviet", 1, "BD-13.4c")
    # a hex without a city may be
    assert outcome(prizes, ["2309", "2310"]) == (winner, 1, rule)
    # a prize under siege counts no more
    if winner == "german" and len(prizes) == 2:
        ring = {h: [u] for u, h in surround(prizes[-1], RIFLES[5:]).items()}
        assert outcome(prizes, units=ring) == ("soviet", 1, "BD-13.4c")
        home = {h: [u] for u, h in surround("2320", RIFLES[5:]).items()}
        assert outcome(prizes, units=home) == ("soviet", 1, "BD-13.4c")


@pytest.mark.rule("BD-13.4b")
@pytest.mark.parametrize(
    ("prizes", "caucasus", "winner"),
    [
        (["1606"], 1, "german"),
        (["1606"], 2, "german"),
        (["1606"], 0, "soviet"),
        (["1606"], 3, "soviet"),
        (["1606"], 4, "soviet"),
        ([], 1, "soviet"),
        ([], 2, "soviet"),
    ],
)
def test_an_expedition_is_worth_a_city(prizes: list[str], caucasus: int, winner: str) -> None:
    found = outcome(prizes, caucasus=caucasus, units={"caucasus": ["3Pz", "14Pz", "49Mtn"]})
    assert found is not None and found[0] == winner


# -- set-up ------------------------------------------------------------------------------------


@pytest.mark.rule("BD-13.7c", "BD-13.3a")
def test_where_the_free_units_are_set_up() -> None:
    new = game().new()
    assert new.to_move == "german" and names(new) == {"automatic", "free"}
    free = play(new, "free")
    assert free.decision == "placement" and free.to_move == "german"
    placed = 0
    fixed = {"3106": 1, "3108": 2}
    count: dict[str, int] = dict(fixed)
    armies: set[str] = set()
    pool = free.units_at("pool")
    assert len(pool) == 44
    while free.decision == "placement":
        waiting = free.units_at("pool")
        offered = names(free, "set-up")
        full = {h for h, n in count.items() if n >= 5}
        assert offered in (OWN - full, OWN - full - armies)
        to = "3108" if "3108" in offered else sorted(offered, reverse=placed > 20)[placed % 3]
        free = play(free, f"set-up {to}")
        gone = set(waiting) - set(free.units_at("pool"))
        count[to] = count.get(to, 0) + len(gone)
        for unit in gone:
            assert free.place(unit) == to
            if unit in ("3Rum", "4Rum"):
                assert to not in armies
                armies.add(to)
        placed += 1
    assert count["3108"] == 5


@pytest.mark.rule("BD-6.4a", "BD-13.7c")
def test_two_armies_are_not_set_up_together() -> None:
    free = play(game().new(), "free")
    while "3Rum" in free.units_at("pool"):
        to = "2309" if len(free.units_at("pool")) == 2 else sorted(names(free, "set-up"))[0]
        free = play(free, f"set-up {to}")
    # the other army is the last
    assert free.units_at("pool") == ["4Rum"] and free.place("3Rum") == "2309"
    assert "2309" not in names(free, "set-up") and "2310" in names(free, "set-up")


# -- what the German does not see --------------------------------------------------------------


@pytest.mark.rule("BD-11.7a", "BD-11.7d", "BD-8.34b", "BD-11.7c")
def test_what_is_hidden_from_the_german() -> None:
    units: Units = {
        "2307": ["60A", "3T", "59A", "LPMA"], "2205": ["61A"], "2204": ["62A", "63A"],
        "rvgk": ["5Sh", "64A"], "2308": ["4AK", "5AK", "6AK"], "dead": ["3A", "4A"],
        "later": ["39A"], "caucasus": ["5A", "6A"],
    }  # fmt: skip
    state = at("prepared assault", "german", sequence="fight-move", units=units)
    hidden = set(state.hidden_from("german"))
    assert {"5Sh", "64A"} <= hidden
    assert len(hidden & {"60A", "3T", "59A"}) == 2 and len(hidden & {"62A", "63A"}) == 1
    assert not hidden & {"61A", "LPMA", "3A", "4A", "39A", "5A", "6A", "4AK", "5AK", "6AK"}
    assert hidden - {"5Sh", "64A"} <= {"60A", "3T", "59A", "62A", "63A"}
    assert not state.hidden_from("soviet")
    # a stack of one and the militia: one to see, and the other stands where it stood
    pair = edit(state, {"3T": "1001", "59A": "1002"})
    assert not set(pair.hidden_from("german")) & {"60A", "LPMA", "3T", "59A"}


@pytest.mark.rule("BD-11.7a", "BD-11.7b", "BD-8.34b")
def test_a_stack_that_is_attacked_is_open_and_no_other() -> None:
    units: Units = {"2307": ["60A", "3T"], "2204": ["62A", "63A"], "2308": ["3Pz", "14Pz"]}
    state = at("prepared assault", "german", sequence="fight-move", units=units, turn=10)
    assert len(set(state.hidden_from("german")) & {"60A", "3T"}) == 1
    attack = fight(state, "2307", ["3Pz", "14Pz"])
    assert not set(attack.hidden_from("german")) & {"60A", "3T"}
    assert len(set(attack.hidden_from("german")) & {"62A", "63A"}) == 1
    # the attackers of a Soviet battle are open as their odds are reckoned, on the first hex too
    for target, start in (("2308", "2307"), ("1000", "1001")):
        units = {start: ["60A", "3T"], "2204": ["62A", "63A"], target: ["3Pz", "14Pz"]}
        there = at("prepared assault", "soviet", sequence="fight-move", turn=10, units=units)
        # as it is declared, it is not yet
        asked = play(there, f"attack {target}")
        if asked.decision == "attackers":
            with_one = play(asked, f"with {sorted(names(asked, 'with'))[0]}")
            assert len(set(with_one.hidden_from("german")) & {"60A", "3T"}) == 1
        rolling = fight(there, target, ["60A", "3T"])
        assert not set(rolling.hidden_from("german")) & {"60A", "3T"}
        assert len(set(rolling.hidden_from("german")) & {"62A", "63A"}) == 1
    assert reach("movement", "german").hidden_from("soviet") == []
