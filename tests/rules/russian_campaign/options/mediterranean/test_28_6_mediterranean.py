"""Section 28.6.III: the Mediterranean Distraction, and the Russian Reaction to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from eastfront._core import State
from eastfront.loading.game import rules_of

from ...battle_positions import combat, go, odds, reach
from ...mediterranean_positions import (
    AT_WAR,
    BUCHAREST,
    JULY,
    KEPT_OUT,
    MARCH,
    MAY,
    NEUTRAL,
    ODESSA,
    PLOESTI,
    REACTION,
    ROSTOV,
    SEVASTOPOL,
    accepted,
    area,
    offered,
    placed,
    set_up,
)
from ...turn_positions import (
    MAY_42,
    MUD,
    SNOW,
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

DRY = 1


@pytest.mark.rule("TRC-28.6.III.MDa")
def test_the_axis_decides_between_the_set_ups() -> None:
    state = offered()
    assert (state.decision, state.to_move) == ("mediterranean", "axis")
    assert set(state.legal_actions.names()) == {"activate", "refrain"}
    assert state.place("16 A") != "set-up" and state.place("41 Pz") == "set-up"
    plain = play(state, "refrain")
    assert (plain.decision, plain.var("turn"), plain.var("Balkans neutral")) == ("set-up", MAY, 0)
    # not in a scenario that begins later
    assert "TRC-28.6.III.MDa" not in game("fall-blau", KEPT_OUT).rules


@pytest.mark.rule("TRC-28.6.III.MDb")
def test_the_game_begins_in_march_with_a_roll_for_weather() -> None:
    assert accepted().var("turn") == MARCH
    state = set_up(accepted())
    assert (state.decision, state.to_move) == ("weather", "chance")
    found = {play(state, f"roll {die}").var("weather") for die in range(1, 7)}
    assert found == {1, MUD}
    # the aircraft of 1941 fly, and then comes May
    assert play(state, "roll 1").var("stukas") == 1
    late = at("russian", 2, turn=MARCH, variables=NEUTRAL, options=KEPT_OUT)
    assert walk(play(late, "end-movement"), "movement", "axis", 1).var("turn") == MAY


@pytest.mark.rule("TRC-28.6.III.MDb")
def test_snow_in_that_march_takes_no_combat_supply() -> None:
    def level(turn: int) -> int:
        more: Any = {"axis": ["X13"], "units": {"1 Inf": "X15"}}
        state = at("axis", turn=turn, weather=SNOW, options=KEPT_OUT, **more)
        return int(state.ask("supply", "1 Inf"))

    assert accepted().var("turn") == MARCH
    assert (level(MARCH) == DRY, level(5) == DRY) == (False, True)


@pytest.mark.rule("TRC-28.6.III.MDc")
def test_nobody_enters_rumania_or_hungary() -> None:
    units = {"13 Inf": "T28", "41 Pz": "W25", "16 A": "X25"}
    for side, unit in (("axis", "13 Inf"), ("axis", "41 Pz"), ("russian", "16 A")):
        where = {unit: units[unit]} if unit != "13 Inf" else {unit: "R28"}
        shut = at(side, units=where, turn=8, variables=NEUTRAL, options=KEPT_OUT)
        open_ = at(side, units=where, turn=8, variables=AT_WAR, options=KEPT_OUT)
        balkans = area("rumania") | area("hungary")
        assert reach(shut, unit) and not reach(shut, unit) & balkans
        assert reach(open_, unit) & balkans
    # nor do trains go there
    train: dict[str, Any] = {"units": {"7 Inf": "L26"}, "turn": 8, "options": KEPT_OUT}
    stopped = play(at("axis", variables=NEUTRAL, **train), "rail 7 Inf")
    rolling = play(at("axis", variables=AT_WAR, **train), "rail 7 Inf")
    assert BUCHAREST in names(rolling, "rail-to") and BUCHAREST not in names(stopped, "rail-to")
    with refused("TRC-28.6.III.MDc"):
        play(stopped, f"rail-to {BUCHAREST}")


@pytest.mark.rule("TRC-28.6.III.MDc")
def test_no_line_of_supply_leads_through_them() -> None:
    # in Bessarabia, with Odessa Russian
    units = {"13 Inf": "CC25"}

    def supplied(variables: dict[str, int]) -> bool:
        state = at("axis", units=units, turn=8, variables=variables, options=KEPT_OUT)
        return int(state.ask("supply", "13 Inf")) > 0

    assert (supplied(AT_WAR), supplied(NEUTRAL)) == (True, False)


@pytest.mark.rule("TRC-28.6.III.MDd")
def test_their_armies_stay_inland() -> None:
    balkan = {u.name: counter(u).nation for u in data().units}
    state = accepted().copy()
    for unit, (hexes, _) in placed().items():
        if balkan[unit] == "rumanian":
            assert hexes and hexes < area("rumania")
            assert not hexes & {"W26", "Y29", "CC26", "V31"}
    state = at("axis", units={"Rum 1 Inf": "Z31"}, turn=3, variables=NEUTRAL, options=KEPT_OUT)
    ways = reach(state, "Rum 1 Inf")
    assert {"Z30", "AA31", BUCHAREST} & ways and not ways - area("rumania")
    assert "AA26" not in ways
    free = at("axis", units={"Rum 1 Inf": "AA27"}, turn=3, variables=AT_WAR, options=KEPT_OUT)
    home = at("axis", units={"Rum 1 Inf": "AA27"}, turn=3, variables=NEUTRAL, options=KEPT_OUT)
    assert "AA26" in reach(free, "Rum 1 Inf") and "AA26" not in reach(home, "Rum 1 Inf")
    # they arrive as listed, and need no line of supply
    came = impulse_of(
        "axis", turn=9, units={"Rum 3 Inf": "later"}, variables=NEUTRAL, options=KEPT_OUT
    )
    assert "Rum 3 Inf" in names(came, "enter")
    assert int(home.ask("supply", "Rum 1 Inf")) > 0


@pytest.mark.rule("TRC-28.6.III.MDe")
def test_the_black_sea_belongs_to_the_russian() -> None:
    def axis(variables: dict[str, int]) -> set[str]:
        units = {"13 Inf": ODESSA, "8 Inf": "F17"}
        more: dict[str, Any] = {"axis": [SEVASTOPOL, "D15"], "turn": 8, "options": KEPT_OUT}
        state = at("axis", units=units, variables=variables, **more)
        return names(state, "ship-black") | names(state, "ship-baltic")

    assert axis(NEUTRAL) == {"8 Inf"} and axis(AT_WAR) == {"8 Inf", "13 Inf"}

    def russian(variables: dict[str, int]) -> State:
        state = at("russian", units={"16 A": ODESSA}, turn=3, variables=variables, options=KEPT_OUT)
        return play(state, "ship-black 16 A", f"ship-to {ROSTOV}")

    assert russian(NEUTRAL).place("16 A") == ROSTOV
    assert russian(AT_WAR).decision == "sea roll"


@pytest.mark.rule("TRC-28.6.III.MDe")
def test_the_wells_of_a_neutral_country_give_nothing() -> None:
    def offered_armour(variables: dict[str, int]) -> set[str]:
        start = before(
            "axis",
            turn=MAY_42,
            units={"56 Pz": "pool"},
            axis=[PLOESTI],
            variables=variables,
            options=KEPT_OUT,
        )
        state = play(start, "end-movement")
        found: set[str] = set()
        while (state.decision, state.to_move) != ("movement", "axis"):
            found |= names(state, "replace")
            legal = state.legal_actions.list()
            state.push(next((a for a in legal if state.is_pass(a)), legal[0]))
        return found

    assert (offered_armour(AT_WAR), offered_armour(NEUTRAL)) == ({"56 Pz"}, set())


@pytest.mark.rule("TRC-28.6.III.MDf")
def test_three_ports_bring_them_into_the_war() -> None:
    def moved(held: list[str], unit: str = "13 Inf") -> int:
        units = {unit: "DD23"}
        start = at("axis", units=units, turn=8, axis=held, variables=NEUTRAL, options=KEPT_OUT)
        return int(go(start, unit, ODESSA).var("Balkans neutral"))

    assert moved([SEVASTOPOL, ROSTOV]) == 0
    assert moved([SEVASTOPOL]) == 1
    # they stay in it, though a port is lost
    state = at("russian", units={"16 A": "DD23"}, turn=8, variables=AT_WAR, options=KEPT_OUT)
    assert go(state, "16 A", ODESSA).var("Balkans neutral") == 0


@pytest.mark.rule("TRC-28.6.III.MDf")
def test_a_port_in_the_reach_of_both_is_held_by_who_enters_it() -> None:
    # with the other reading it fell back to the Axis long ago, so that its owner stays the same
    start = at(
        "axis",
        units={"13 Inf": "DD23", "16 A": "EE24"},
        turn=8,
        axis=[SEVASTOPOL, ROSTOV, ODESSA],
        variables=NEUTRAL,
        options=(*KEPT_OUT, "D-41"),
    )
    assert start.var("Balkans neutral") == 1
    assert go(start, "13 Inf", ODESSA).var("Balkans neutral") == 0


@pytest.mark.rule("TRC-28.6.III.MDg")
def test_italy_takes_no_part() -> None:
    italians = [u.name for u in data().units if counter(u).nation == "italian"]
    assert {accepted().place(u) for u in italians} == {"removed"}
    assert "removed" not in {play(offered(), "refrain").place(u) for u in italians}


@pytest.mark.rule("TRC-28.6.III.MDh")
def test_germans_set_up_in_poland() -> None:
    nation = {u.name: counter(u).nation for u in data().units}
    asked = placed()
    germans = {u for u in asked if nation[u] == "german"}
    assert {"11 Inf", "30 Inf", "54 Inf", "41 Pz", "HQ South"} <= germans
    assert all(asked[u][0] and asked[u][0] <= area("poland") for u in germans)
    with refused("TRC-28.6.III.MDh"):
        play(asked["41 Pz"][1], "set-up H25")


@pytest.mark.rule("TRC-28.6.III.MDh", "TRC-28.6.III.MDb")
def test_the_districts_bind_all_but_three_corps_in_march() -> None:
    # a corps of the centre, and one listed for Rumania, beside the district of Kiev
    for unit, free in (("7 Inf", False), ("30 Inf", True)):
        for turn in (MARCH, MAY):
            units = {"16 A": "R26", unit: "Q26"}
            state = combat("axis", units, turn=turn, variables=NEUTRAL, options=KEPT_OUT)
            fights = free or turn == MAY
            assert (state.place(unit) == "Q26") == fights, (unit, turn)
            if fights:
                assert odds(state, "R26", [unit])[0] > 0


@pytest.mark.rule("TRC-28.6.III.MDq", "TRC-22.4a", "TRC-22.4b")
def test_archangel_gives_twice_as_much() -> None:
    def points(die: int, variables: dict[str, int], turn: int = 8) -> int:
        units = {"Moscow Worker": "R9", "4 A": "pool", "11 A": "pool"}
        start = before("russian", turn=turn, units=units, variables=variables, options=KEPT_OUT)
        shop = walk(play(start, "end-movement"), "replacements", "russian", Archangel=die)
        return int(shop.var("replacement points"))

    assert [points(die, AT_WAR) - points(die, {}) for die in (1, 4, 6)] == [1, 4, 6]
    # the one more of 1943 too
    assert points(6, AT_WAR, 14) - points(6, {}, 14) == 7


@pytest.mark.rule("TRC-28.6.III.MDr")
def test_both_have_budapest_on_a_map_that_shows_it() -> None:
    plain = data("breaking-storm")
    hexes = list(plain.map.hexes)
    at_ = plain.map.index["U31"]
    row = hexes[at_]
    assert row is not None and row.area == "hungary"
    hexes[at_] = replace(row, label="Budapest", features=row.features | {"city-major"})
    drawn = replace(plain, map=replace(plain.map, hexes=tuple(hexes)))
    from os import environ

    off = [r for r in environ.get("EASTFRONT_WITHOUT", "").split() if r == "TRC-28.6.III.MDr"]
    state = rules_of("russian-campaign")(drawn, options=KEPT_OUT, without=off).compiled().new()

    def score(neutral: int) -> int:
        edited = state._supposed(variables=[("Balkans neutral", neutral)])
        return int(edited.ask("victory points"))

    # what the Russian has west of the line counts against the Axis
    assert score(0) - score(1) == 2


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRa")
def test_the_russian_may_call_the_siberian_army_in_march() -> None:
    def march(variables: dict[str, int], turn: int = MARCH) -> State:
        start = before("russian", turn=turn, variables=variables, options=REACTION)
        return play(start, "end-movement")

    asked = walk(march(AT_WAR), "siberian army", "russian")
    assert set(asked.legal_actions.names()) == {"activate", "refrain"}
    assert play(asked, "activate").var("Siberian Army called early") == 1
    assert play(asked, "refrain").var("Siberian Army called early") == 0
    for other in (march({}), march(AT_WAR, MAY)):
        assert walk(other, "movement", "russian", 1).var("Siberian Army called early") == 0


@pytest.mark.option("russian_reaction")
@pytest.mark.rule("TRC-28.6.III.RRb")
def test_the_reinforcements_of_the_east_come_a_turn_earlier() -> None:
    units = {"49 A": "later", "30 A": "later", "2G CavC": "later"}

    def came(turn: int, called: int) -> list[str | None]:
        variables = {**AT_WAR, "Siberian Army called early": called}
        state = impulse_of("russian", turn=turn, units=units, variables=variables, options=REACTION)
        return [state.place(u) for u in units]

    # 49 A is due in the east in September, 30 A in Moscow, and the cavalry in January 1942
    assert came(JULY, 0) == ["later"] * 3
    assert came(JULY, 1) == ["arriving", "later", "later"]
    assert came(4, 1)[2] == "later"


def test_the_other_reading_of_surprise() -> None:
    """D-97: whether 14.1.3 goes with the first impulse played, or with May 1941."""

    def defence(turn: int, *options: str) -> int:
        units = {"4 Inf": "V25", "3 TkC": "W25"}
        state = combat("axis", units, turn=turn, variables=AT_WAR, options=(*KEPT_OUT, *options))
        return odds(state, "W25", ["4 Inf"])[1]

    usual = [defence(turn) for turn in (MARCH, MAY)]
    other = [defence(turn, "D-97") for turn in (MARCH, MAY)]
    assert usual == other[::-1] and usual[0] * 2 == usual[1]
