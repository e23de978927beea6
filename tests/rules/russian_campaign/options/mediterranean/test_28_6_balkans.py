"""Section 28.6.III: the neutral Balkans hex by hex, the first turn, and the Siberian Army."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import around, combat, engage, go, may, odds, reach, result
from ...mediterranean_positions import (
    AT_WAR,
    GAMBIT,
    KEPT_OUT,
    MARCH,
    MAY,
    NEUTRAL,
    ODESSA,
    REACTION,
    ROSTOV,
    SEVASTOPOL,
    accepted,
    area,
    offered,
    placed,
)
from ...turn_positions import (
    CLEAR,
    LIGHT_MUD,
    MUD,
    at,
    before,
    counter,
    data,
    game,
    impulse_of,
    names,
    play,
    refused,
    walk,
)

REFUSED = {"Mediterranean distraction": 0, "Balkans neutral": 0}
"""The Axis could have kept out of the Balkans, and did not."""

DR = 5


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    """The hexes of the map by name."""
    return {h.name: h for h in data().map.hexes if h is not None}


def wet(hex_: str) -> bool:
    """Whether a hex is water."""
    return rows()[hex_].terrain in ("sea", "lake")


@lru_cache(maxsize=2)
def inland(country: str) -> frozenset[str]:
    """The hexes of a country at least one hex away from any border."""
    return frozenset(
        h for h in area(country)
        if all(rows()[n].area == country or wet(n) for n in around(h))
    )  # fmt: skip


# -- who decides, and when -----------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDa", "TRC-28.6.IIIa")
@pytest.mark.parametrize(
    "options",
    [
        KEPT_OUT,
        pytest.param(REACTION, marks=pytest.mark.option("russian_reaction")),
        pytest.param(GAMBIT, marks=pytest.mark.option("gambit")),
    ],
)
def test_each_of_these_variants_lets_the_axis_keep_out(options: tuple[str, ...]) -> None:
    state = offered(options)
    assert (state.decision, state.to_move) == ("mediterranean", "axis")
    # but not in a scenario that begins later, nor without any of them
    assert "TRC-28.6.III.MDa" not in game("zitadelle", options).rules


@pytest.mark.rule("TRC-28.6.III.MDa", "TRC-28.6.IIIa")
def test_nobody_is_asked_without_them() -> None:
    state = game().new()
    while state.decision == "set-up":
        state.push(state.legal_actions.list()[0])
    assert state.decision != "mediterranean" and state.var("turn") == MAY


@pytest.mark.rule("TRC-28.6.III.RRa")
@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (KEPT_OUT, False),
        pytest.param(REACTION, True, marks=pytest.mark.option("russian_reaction")),
        pytest.param(GAMBIT, True, marks=pytest.mark.option("gambit")),
    ],
)
def test_the_russian_is_asked_where_the_reaction_is_played(
    options: tuple[str, ...], asked: bool
) -> None:
    start = before("russian", turn=MARCH, variables=NEUTRAL, options=options)
    state = play(start, "end-movement")
    while state.to_move == "chance":
        state.push(state.legal_actions.list()[0])
    assert (state.decision == "siberian army") == asked
    if asked:
        assert state.to_move == "russian"
        # once: neither in the second impulse nor in the next turn
        for answer in ("activate", "refrain"):
            later = play(state, answer)
            for side, impulse in (("russian", 1), ("russian", 2), ("axis", 1), ("russian", 1)):
                while (later.decision, later.to_move, later.var("impulse")) != (
                    "movement", side, impulse,
                ):  # fmt: skip
                    assert later.decision != "siberian army"
                    legal = later.legal_actions.list()
                    chance = later.to_move == "chance"
                    passes = (a for a in legal if later.is_pass(a))
                    later.push("roll 1" if chance else next(passes, legal[0]))
                later = play(later, "end-movement")


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRa")
@pytest.mark.parametrize(
    ("turn", "variables"),
    [(MARCH, REFUSED), (MAY, NEUTRAL), (2, NEUTRAL), (6, NEUTRAL)],
)
def test_and_in_that_march_only(turn: int, variables: dict[str, int]) -> None:
    start = before("russian", turn=turn, variables=variables, options=REACTION)
    begun = walk(play(start, "end-movement"), "movement", "russian", 1)
    assert begun.var("Siberian Army called early") == 0
    # nor is the Axis asked
    axis = at("axis", 1, turn=MARCH, variables=NEUTRAL, options=REACTION)
    assert walk(play(axis, "end-movement"), "movement", "axis", 2).decision == "movement"


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRa", "TRC-28.6.III.RRb")
def test_cities_are_looked_at_as_ever_when_an_impulse_begins() -> None:
    # an army listed for Moscow comes in there, as the enemy did not control it
    variables = {**NEUTRAL, "Siberian Army called early": 0}
    state = impulse_of(
        "russian", turn=3, units={"30 A": "later"}, variables=variables, options=REACTION
    )
    assert state.place("30 A") == "arriving"
    assert (
        names(play(state, "enter 30 A"), "at") == {"R9"}
        or play(state, "enter 30 A").place("30 A") == "R9"
    )


def listed() -> dict[str, tuple[int, int, str]]:
    """The Russian reinforcements with a date: turn, impulse and place."""
    found = (counter(u) for u in data().units)
    return {
        c.name: (c.arrives or 0, c.impulse or 1, c.place)
        for c in found
        if c.side == "russian" and c.entry == "turn" and c.kind in ("infantry", "armor", "cavalry")
        and not c.option
    }  # fmt: skip


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRb")
@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("called", [0, 1])
def test_what_1941_brings_over_the_east_edge_comes_a_full_turn_earlier(
    turn: int, impulse: int, called: int
) -> None:
    due = set()
    for unit, (arrives, half, place) in listed().items():
        early = called and place == "east-edge" and arrives <= 4
        if half == impulse and (arrives == turn or (early and arrives - 1 == turn)):
            due.add(unit)
    variables = {**NEUTRAL, "Siberian Army called early": called}
    units = dict.fromkeys(listed(), "later")
    if turn == 1 and impulse == 1:
        start = at("axis", 2, turn=1, units=units, variables=variables, options=REACTION)
        state = walk(play(start, "end-movement"), "movement", "russian", 1)
    else:
        state = impulse_of(
            "russian", impulse, turn=turn, units=units, variables=variables, options=REACTION
        )
    came = {u for u in units if state.place(u) != "later"}
    assert came == due


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRb")
def test_nobody_of_the_axis_comes_earlier_and_who_is_elsewhere_does_not_come() -> None:
    variables = {**NEUTRAL, "Siberian Army called early": 1}
    units = {"49 A": "pool", "43 A": "removed", "Hun 1 Mot": "later", "Rum 3 Inf": "later"}
    for side in ("russian", "axis"):
        state = impulse_of(side, turn=2, units=units, variables=variables, options=REACTION)
        plain = impulse_of(
            side, turn=2, units=units, variables={**variables, "Siberian Army called early": 0},
            options=REACTION,
        )  # fmt: skip
        assert [state.place(u) for u in units] == [plain.place(u) for u in units]
    # nor does a Russian come while the Axis moves
    for impulse in (1, 2):
        late = impulse_of(
            "axis", impulse, turn=3, units={"59 A": "later", "2G A": "later"},
            variables=variables, options=REACTION,
        )  # fmt: skip
        assert {late.place("59 A"), late.place("2G A")} == {"later"}


# -- the first turn ------------------------------------------------------------------------


@pytest.mark.rule("TRC-15.6a", "TRC-15.6b", "TRC-15.6c", "TRC-15.6d", "TRC-15.9a", "TRC-15.9b")
@pytest.mark.parametrize(
    ("turn", "die", "stukas", "sturmoviks"),
    [(MAY, 1, 3, 0), (7, 1, 2, 0), (13, 1, 1, 0), (14, 1, 1, 1), (20, 1, 0, 2)],
)
def test_aircraft_of_later_turns_fly_as_ever(
    turn: int, die: int, stukas: int, sturmoviks: int
) -> None:
    more: dict[str, Any] = {"options": KEPT_OUT, "variables": NEUTRAL}
    start = (
        at("russian", 2, turn=MARCH, **more) if turn == MAY else before("axis", turn=turn, **more)
    )
    state = walk(play(start, "end-movement"), "movement", "axis", 1, weather=die)
    assert (state.var("weather"), state.var("stukas")) == (CLEAR, stukas)
    assert state.var("sturmoviks") == sturmoviks


@pytest.mark.rule("TRC-15.6a")
@pytest.mark.parametrize(("die", "weather", "stukas"), [(1, LIGHT_MUD, 1), (6, MUD, 1)])
def test_the_aircraft_of_1941_fly_in_march(die: int, weather: int, stukas: int) -> None:
    state = accepted().copy()
    while state.decision in ("set-up", "paratroops"):
        legal = state.legal_actions.list()
        state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
    state.push(f"roll {die}")
    found = (state.var("weather"), state.var("stukas"), state.var("sturmoviks"))
    assert found == (weather, stukas, 0)


TARGETS = {"baltic": "G19", "western": "L23", "kiev": "R26", "odessa": "BB25"}
"""A hex of each district beside the frontier, and whence it is attacked."""
FROM = {"baltic": "G20", "western": "M23", "kiev": "Q26", "odessa": "BB26"}


@pytest.mark.rule("TRC-28.6.III.MDh")
@pytest.mark.parametrize("district", sorted(TARGETS))
@pytest.mark.parametrize(
    ("unit", "usual", "kept_out"),
    [
        # armies north, centre and south have their districts; those of Rumania two of them
        ("41 Pz", {"baltic"}, {"baltic"}),
        ("7 Inf", {"western"}, {"western"}),
        ("3 Pz", {"kiev"}, {"kiev"}),
        ("11 Inf", {"kiev", "odessa"}, set(TARGETS)),
        ("30 Inf", {"kiev", "odessa"}, set(TARGETS)),
        ("54 Inf", {"kiev", "odessa"}, set(TARGETS)),
        ("Rum 1 Inf", {"kiev", "odessa"}, {"kiev", "odessa"}),
    ],
)
def test_whom_each_army_attacks_in_the_first_impulse(
    district: str, unit: str, usual: set[str], kept_out: set[str]
) -> None:
    target, from_ = TARGETS[district], FROM[district]
    units = {"8 TkC": target, unit: from_}

    def attacks(turn: int, impulse: int = 1, **variables: int) -> bool:
        state = combat(
            "axis", units, impulse, turn=turn, variables=variables or REFUSED, options=KEPT_OUT
        )
        return state.place(unit) == from_

    kept = {"Mediterranean distraction": 1, "Balkans neutral": 0}

    def kept_attacks(turn: int, impulse: int = 1) -> bool:
        state = combat("axis", units, impulse, turn=turn, variables=kept, options=KEPT_OUT)
        return state.place(unit) == from_

    assert attacks(MAY) == (district in usual)
    assert kept_attacks(MARCH) == (district in kept_out)
    # afterwards they attack whom they please
    assert attacks(MAY, 2) and attacks(2) and kept_attacks(MARCH, 2) and kept_attacks(MAY)


@pytest.mark.rule("TRC-28.6.III.MDh")
def test_russians_attack_whom_they_please_in_that_march() -> None:
    for unit in ("8 TkC", "16 A"):
        units = {unit: "R26", "30 Inf": "Q26"}
        state = combat("russian", units, turn=MARCH, variables=NEUTRAL, options=KEPT_OUT)
        assert state.place(unit) == "R26"


@pytest.mark.rule("TRC-14.1.3a")
def test_surprise_is_that_of_the_first_impulse_played() -> None:
    """With D-97 it is that of May 1941 in any case."""

    def defence(turn: int, impulse: int, variables: dict[str, int], *options: str) -> int:
        # two factors at W25, which has no river, against V25 on the Dniester
        units = {"4 Inf": "V25", "3 TkC": "W25"}
        more: dict[str, Any] = {"variables": variables, "options": (*KEPT_OUT, *options)}
        return odds(combat("axis", units, impulse, turn=turn, **more), "W25", ["4 Inf"])[1]

    for variables, turns in ((AT_WAR, {MARCH: 2, MAY: 4, 2: 4}), (REFUSED, {MAY: 2, 2: 4})):
        for turn, worth in turns.items():
            assert defence(turn, 1, variables) == worth
            assert defence(turn, 2, variables) == 4
    assert [defence(t, 1, AT_WAR, "D-97") for t in (MARCH, MAY)] == [4, 2]
    assert [defence(t, 1, REFUSED, "D-97") for t in (MAY, 2)] == [2, 4]


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.rule("TRC-28.6.III.MDh", "TRC-3.3a")
def test_who_is_asked_for_when_germans_set_up() -> None:
    """Those of the army groups and of Rumania; the paratroops are asked about when all stand."""
    assert {"11 Inf", "41 Pz", "HQ South"} <= placed().keys()
    assert not {"Ge Para 1", "Ge Para 2", "40 Pz"} & placed().keys()


@pytest.mark.rule("TRC-28.6.III.MDh", "TRC-28.6.III.MDd")
def test_germans_stand_in_poland_and_rumanians_inland() -> None:
    who = {c.name: c for c in map(counter, data().units)}
    looked = set()
    for unit, (hexes, state) in placed().items():
        if who[unit].side != "axis":
            continue
        taken: dict[str, int] = {}
        for other, place in state.places().items():
            if who[other].side == "axis" and who[other].kind not in ("hq", "leader", "air"):
                taken[str(place)] = taken.get(str(place), 0) + 1
        full = {p for p, n in taken.items() if n > 2}
        full = set() if who[unit].kind in ("hq", "leader") else full
        russians = {str(p) for u, p in state.places().items() if who[u].side == "russian"}
        near = {n for h in russians & set(rows()) for n in around(h)} | russians
        nation = who[unit].nation
        if nation == "german" and who[unit].group != "finland" and who[unit].kind != "leader":
            assert hexes == area("poland") - near - full, unit
            looked.add(unit)
        if nation == "rumanian":
            assert hexes == inland("rumania") - near - full, unit
            looked.add(unit)
        if nation == "finnish":
            assert hexes <= area("finland"), unit
    assert {"11 Inf", "41 Pz", "Rum 1 Inf", "HQ South"} <= looked


@pytest.mark.rule("TRC-28.6.III.MDh")
def test_when_it_goes_into_the_balkans_they_stand_as_ever() -> None:
    state = play(offered(), "refrain")
    homes = {"germany", "east-prussia", "poland", "hungary", "rumania"}
    who = {c.name: c for c in map(counter, data().units)}
    looked = set()
    while state.decision == "set-up":
        hexes, places = names(state, "set-up"), state.places()
        state.push(state.legal_actions.list()[-1])
        unit = next(u for u, p in state.places().items() if p in hexes and places[u] != p)
        areas = {rows()[h].area for h in hexes}
        if who[unit].group in ("north", "center", "south"):
            assert areas == homes, unit
        if who[unit].group == "rumania":
            assert areas == {"rumania"}, unit
        looked.add(who[unit].group)
    assert looked >= {"north", "center", "south", "rumania", "finland"}


# -- the neutral countries -----------------------------------------------------------------


@lru_cache(maxsize=4)
def empty(side: str, neutral: bool) -> State:
    """A movement phase of July 1942 with nobody there."""
    return at(side, turn=8, variables=NEUTRAL if neutral else AT_WAR, options=KEPT_OUT)


@pytest.mark.rule("TRC-28.6.III.MDc", "TRC-28.6.III.MDd")
@pytest.mark.parametrize(
    ("side", "unit", "home"),
    [
        ("axis", "20 Inf", None),
        ("russian", "3 CavC", None),
        ("axis", "Ital 4 Inf", None),
        ("axis", "Finn 2 Inf", None),
        ("axis", "Rum 5 Inf", "rumania"),
        ("axis", "Hun 2 Inf", "hungary"),
    ],
)
def test_where_each_nation_s_units_step(side: str, unit: str, home: str | None) -> None:
    balkans = area("rumania") | area("hungary")
    near = {n for h in balkans for n in around(h)} | balkans
    looked = 0
    for here in sorted(
        h for h in near if not wet(h) and rows()[h].area not in ("bulgaria", "turkey")
    ):
        found, usual = (
            reach(empty(side, neutral)._supposed(places=[(unit, here)]), unit) & around(here)
            for neutral in (True, False)
        )
        open_ = inland(home) if home else frozenset(rows()) - balkans
        # who is reached in two steps only does not tell
        assert found <= open_ and found >= {h for h in usual & open_ if straight(here, h)}, here
        looked += bool(usual)
    assert looked > 60


@lru_cache(maxsize=1)
def blocked() -> frozenset[frozenset[str]]:
    """The hexsides that nobody crosses."""
    m = data().map
    return frozenset(
        frozenset((m.hexes[a].name, m.hexes[b].name))  # type: ignore[union-attr]
        for (a, b), features in m.hexsides.items()
        if features & {"prohibited", "strait"}
    )


def straight(here: str, there: str) -> bool:
    """Whether one step leads from a hex to its neighbour."""
    return frozenset((here, there)) not in blocked()


def fled(
    side: str, units: dict[str, str], target: str, forces: list[str], **more: Any
) -> list[State]:
    """What becomes of defenders made to retreat, announced and rolled in all ways."""
    ready = engage(combat(side, units, turn=8, options=KEPT_OUT, **more), target, forces)
    out = []
    for announced in sorted(int(n) for n in names(ready, "odds")):
        for die in range(1, 7):
            end = result(ready, die, announced)
            if end.var("result") == DR:
                out.append(end)
    return out


@pytest.mark.rule("TRC-28.6.III.MDc", "TRC-28.6.III.MDd")
def test_nobody_retreats_into_them_and_their_own_only_inland() -> None:
    # R27, with Hungary and Poland to the west; its other neighbours are taken
    units = {"38 Inf": "T27", "1G TkA": "S26", "2G TkA": "U26", "3G TkA": "T26"}
    assert around("T27") & area("hungary") == {"T28"}
    forces = ["1G TkA", "2G TkA", "3G TkA"]
    forces = [u for u in forces if units[u] in around("T27")]
    open_ = fled("russian", units, "T27", forces, variables=AT_WAR)
    assert open_ and any(
        "T28" in names(s, "retreat-to") or s.place("38 Inf") in area("hungary") for s in open_
    )
    shut = fled("russian", units, "T27", forces, variables=NEUTRAL)
    assert shut
    for state in shut:
        assert not names(state, "retreat-to") & area("hungary")
        assert state.place("38 Inf") not in area("hungary")
    # a Rumanian made to retreat within his country keeps off its borders
    home = {"Rum 5 Inf": "CC29", "1G TkA": "BB29", "2G TkA": "BB30"}
    for variables, inner in ((NEUTRAL, True), (AT_WAR, False)):
        goals: set[str] = set()
        for state in fled("russian", home, "CC29", ["1G TkA", "2G TkA"], variables=variables):
            while state.decision in ("retreat", "retreat to", "retreat on"):
                goals |= names(state, "retreat-to")
                state.push(state.legal_actions.list()[-1])
        assert goals and (goals <= inland("rumania")) == inner


@pytest.mark.rule("TRC-28.6.III.MDc", "TRC-28.6.III.MDd")
def test_trains_of_neither_side_go_there_and_theirs_stay_inland() -> None:
    track = [h for h in rows() if "rail" in rows()[h].features]
    balkans = area("rumania") | area("hungary")

    def train(side: str, unit: str, here: str, neutral: bool) -> State:
        state = at(
            side, turn=8, units={unit: here}, rail=track if side == "axis" else (),
            axis=["L26", "BB31", "AA29"] if side == "axis" else ["E31"],
            russian=["BB31", "AA29"] if side == "russian" else (),
            variables=NEUTRAL if neutral else AT_WAR, options=KEPT_OUT,
        )  # fmt: skip
        if side == "russian":
            state = state._supposed(hex_flags=[(h, "axis rail", False) for h in track])
        return play(state, f"rail {unit}")

    for side, unit, here in (("axis", "20 Inf", "L26"), ("russian", "16 A", ODESSA)):
        assert names(train(side, unit, here, False), "rail-to") & balkans
        shut = train(side, unit, here, True)
        assert names(shut, "rail-to") and not names(shut, "rail-to") & balkans
        # off the map over the own edge they go as ever
        assert side == "russian" or may(shut, "rail-off")
        with refused("TRC-28.6.III.MDc"):
            play(shut, "rail-to BB31")
    # a Rumanian goes to Poland at war, and from inland to inland before
    inner = next(h for h in sorted(inland("rumania")) if "rail" in rows()[h].features)
    free = train("axis", "Rum 5 Inf", inner, False)
    assert "L26" in names(free, "rail-to")
    home = train("axis", "Rum 5 Inf", inner, True)
    goals = names(home, "rail-to")
    assert goals <= inland("rumania") and not may(home, "rail-off")
    if home.decision == "rail destination":
        with refused("TRC-28.6.III.MDd"):
            play(home, "rail-to L26")


@pytest.mark.rule("TRC-28.6.III.MDd")
def test_at_home_in_a_neutral_country_they_need_no_line() -> None:
    # deep in Russia, so that nothing else feeds anybody
    for unit, fed in (
        ("Rum 5 Inf", True),
        ("Hun 2 Inf", True),
        ("20 Inf", False),
        ("Ital 4 Inf", False),
    ):
        found = [
            int(
                at("axis", turn=8, units={unit: "Y15"}, variables=v, options=KEPT_OUT).ask(
                    "supply", unit
                )
            )
            > 0
            for v in (NEUTRAL, AT_WAR)
        ]
        assert found == [fed, False], unit


@pytest.mark.rule("TRC-28.6.III.MDf")
@pytest.mark.parametrize(
    ("held", "neutral"),
    [
        ([SEVASTOPOL, ROSTOV], 0),
        ([SEVASTOPOL], 1),
        ([ROSTOV], 1),
        ([], 1),
    ],
)
def test_all_three_ports_are_asked_for_and_no_other(held: list[str], neutral: int) -> None:
    more: dict[str, Any] = {"turn": 8, "variables": NEUTRAL, "options": KEPT_OUT}
    state = at("axis", units={"13 Inf": "DD23"}, axis=held, **more)
    assert go(state, "13 Inf", ODESSA).var("Balkans neutral") == neutral
    # whichever is the last
    state = at("axis", units={"13 Inf": "II13"}, axis=[ODESSA, *({SEVASTOPOL} & set(held))], **more)
    last = go(state, "13 Inf", ROSTOV)
    assert last.var("Balkans neutral") == int(SEVASTOPOL not in held)
    # what the Russian takes brings nobody in
    red = at("russian", units={"16 A": "DD23"}, russian=[SEVASTOPOL, ROSTOV], **more)
    assert go(red, "16 A", ODESSA).var("Balkans neutral") == 1
    # nor does another city of the Axis
    inland_ = at("axis", units={"13 Inf": "X14"}, axis=held, **more)
    assert go(inland_, "13 Inf", "X13").var("Balkans neutral") == 1


@pytest.mark.rule("TRC-28.6.III.MDe")
def test_who_sails_which_sea() -> None:
    more: dict[str, Any] = {"turn": 8, "options": KEPT_OUT}
    for neutral, variables in ((True, NEUTRAL), (False, AT_WAR), (False, REFUSED)):
        units = {"13 Inf": ODESSA, "8 Inf": "D15"}
        state = at("axis", units=units, axis=[SEVASTOPOL, "F17"], variables=variables, **more)
        assert ("13 Inf" in names(state, "ship-black")) == (not neutral)
        assert "8 Inf" in names(state, "ship-baltic")
        # the Russian sails the Black Sea without a die then, and the Baltic with one always
        units = {"16 A": ODESSA, "11 A": "D15"}
        red = at("russian", units=units, russian=["E10", "F17"], variables=variables, **more)
        black = play(red, "ship-black 16 A", f"ship-to {ROSTOV}")
        assert (black.decision == "sea roll") == (not neutral)
        assert (black.place("16 A") == ROSTOV) == neutral
        assert play(red, "ship-baltic 11 A", "ship-to E10").decision == "sea roll"


@pytest.mark.rule("TRC-28.6.III.MDe")
@pytest.mark.parametrize(
    ("wells", "variables", "armour"),
    [
        (["AA29"], NEUTRAL, 0),
        (["AA29"], AT_WAR, 1),
        (["PP13"], NEUTRAL, 1),
        (["AA29", "PP13"], NEUTRAL, 1),
        (["AA29", "PP13"], AT_WAR, 2),
        (["AA29"], REFUSED, 1),
    ],
)
def test_neutral_wells_give_no_armour_and_others_do(
    wells: list[str], variables: dict[str, int], armour: int
) -> None:
    units = {"56 Pz": "pool", "46 Pz": "pool", "57 Pz": "pool"}
    russian = [h for h in ("AA29", "PP13", "QQ7") if h not in wells]
    start = before(
        "axis", turn=7, units=units, axis=wells, russian=russian, variables=variables,
        options=KEPT_OUT,
    )  # fmt: skip
    state = play(start, "end-movement")
    taken = 0
    while (state.decision, state.to_move) != ("movement", "axis"):
        pick = names(state, "replace") & set(units)
        if pick:
            taken += 1
            state = play(state, f"replace {min(pick)}")
            continue
        legal = state.legal_actions.list()
        chance = state.to_move == "chance"
        passes = (a for a in legal if state.is_pass(a))
        state.push("roll 1" if chance else next(passes, legal[0]))
    assert taken == armour


@pytest.mark.rule("TRC-28.6.III.MDq")
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("turn", "bonus"), [(5, 0), (8, 0), (14, 1), (20, 1)])
def test_archangel_s_points_are_doubled_when_the_axis_kept_out(
    die: int, turn: int, bonus: int
) -> None:
    def points(variables: dict[str, int]) -> int:
        start = before(
            "russian", turn=turn, units={"4 A": "pool"}, variables=variables, options=KEPT_OUT
        )
        state = walk(play(start, "end-movement"), "Archangel")
        had = state.var("replacement points")
        return int(play(state, f"roll {die}").var("replacement points") - had)

    assert points(NEUTRAL) == points(AT_WAR) == 2 * (die + bonus)
    assert points(REFUSED) == die + bonus


@pytest.mark.rule("TRC-28.6.III.MDc")
def test_they_are_neutral_from_the_set_up_on() -> None:
    assert accepted().var("Balkans neutral") == 1
    assert play(offered(), "refrain").var("Balkans neutral") == 0
