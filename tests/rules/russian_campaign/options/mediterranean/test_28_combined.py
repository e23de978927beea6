"""Section 28: land that variants close, alone and together, and land closed in any case."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront._core import State

from ...battle_positions import combat, engage, reach, result
from ...turn_positions import at, data, game, names, play

pytestmark = pytest.mark.option("no_winter_war", "ukraine")

ALL = ("mediterranean", "chit-russian=1", "chit-german=6")
AT_WAR = {"Mediterranean distraction": 1, "Balkans neutral": 0}
NEUTRAL = {"Mediterranean distraction": 1, "Balkans neutral": 1}
DR = 5


def area(*areas: str) -> set[str]:
    """The hexes of some countries."""
    return {h.name for h in data().map.hexes if h is not None and h.area in areas}


def how(options: tuple[str, ...], neutral: bool = False) -> dict[str, Any]:
    """What a position with some options is made of."""
    more: dict[str, Any] = {"turn": 8, "options": options}
    if "mediterranean" in options:
        more["variables"] = NEUTRAL if neutral else AT_WAR
    return more


@pytest.mark.rule("TRC-28.7.R1a", "TRC-28.6.III.MDc", "TRC-28.6.III.MDd", "TRC-28.7.G6b")
def test_bulgaria_stays_closed_to_moves_and_retreats() -> None:
    options = ALL
    bulgaria = area("bulgaria")
    for side, unit in (("axis", "20 Inf"), ("axis", "Rum 5 Inf"), ("russian", "3 CavC")):
        found = reach(at(side, units={unit: "EE29"}, **how(options)), unit)
        assert found and not found & bulgaria, unit
        late = at(side, 2, units={unit.replace("20 Inf", "24 Pz"): "EE29"}, **how(options))
        if side == "russian":
            assert not reach(late, unit) & bulgaria
    # beside DD30 the attackers reach every hex but EE30, which is Bulgaria's
    for side, foe, forces in (
        ("axis", "4 A", ["24 Pz", "39 Pz"]),
        ("russian", "38 Inf", ["1G TkA", "2G TkA"]),
        ("russian", "Rum 5 Inf", ["1G TkA", "2G TkA"]),
    ):
        units = {foe: "DD30", forces[0]: "DD29", forces[1]: "CC30"}
        ready = engage(combat(side, units, **how(options)), "DD30", forces)
        looked = 0
        for announced in sorted(int(n) for n in names(ready, "odds")):
            for die in range(1, 7):
                end = result(ready, die, announced)
                if end.var("result") == DR:
                    looked += 1
                    assert end.decision != "retreat to" and end.place(foe) not in bulgaria
        assert looked


@pytest.mark.rule("TRC-28.7.R1a", "TRC-28.6.III.MDc", "TRC-28.6.III.MDd", "TRC-28.7.G6b")
def test_all_of_them_together_close_what_each_closes_alone() -> None:
    finland, balkans = area("finland"), area("rumania", "hungary")
    for neutral in (True, False):
        kiev = at("axis", units={"Ukr 2 Inf": "W19"}, **how(ALL, neutral))
        found = reach(kiev, "Ukr 2 Inf")
        # V19 and W21 lie beyond the track to Odessa
        assert {"X19", "W18"} <= found and not found & {"V19", "V20", "W21"}
        for side, unit in (("axis", "20 Inf"), ("russian", "3 CavC")):
            north = reach(at(side, units={unit: "C10"}, **how(ALL, neutral)), unit)
            assert north and not north & finland, side
            south = reach(at(side, units={unit: "X25"}, **how(ALL, neutral)), unit)
            assert south and bool(south & balkans) != neutral, side
        home = reach(at("axis", units={"Rum 5 Inf": "AA27"}, **how(ALL, neutral)), "Rum 5 Inf")
        # AA26 is Rumania's, beside Bessarabia
        assert "AA28" in home and ("AA26" in home) != neutral


@pytest.mark.rule("TRC-28.7.R1a", "TRC-28.6.III.MDc", "TRC-28.6.III.MDd", "TRC-28.7.G6b")
def test_all_of_them_together_close_track() -> None:
    rows = {h.name: h for h in data().map.hexes if h is not None}
    track = [h for h in rows if "rail" in rows[h].features]
    held = ["L26", "W19", "BB31", "B14", "E10", "DD24", "AA14"]

    def goals(unit: str, here: str, neutral: bool) -> set[str]:
        more = how(ALL, neutral)
        state: State = at("axis", units={unit: here}, rail=track, axis=held, **more)
        return names(play(state, f"rail {unit}"), "rail-to")

    finland, balkans = area("finland"), area("rumania", "hungary")
    free, shut = goals("20 Inf", "E10", False), goals("20 Inf", "E10", True)
    assert {"L26", "BB31"} <= free and not free & finland
    assert "L26" in shut and not shut & (finland | balkans)
    for neutral in (True, False):
        home = goals("Ukr 2 Inf", "W19", neutral)
        assert "AA14" in home and not home & (finland | balkans | {"L26", "V19"})


@pytest.mark.rule("TRC-28.7.R1a", "TRC-28.6.III.MDc")
def test_no_line_of_supply_leads_through_bulgaria_either() -> None:
    more = how(ALL)
    units = {"20 Inf": "FF31", "10 Inf": "DD30"}
    shut = at("axis", units=units, axis=["BB31"], **more)
    more["variables"] = {**more.get("variables", {}), "Bulgaria open": 1}
    open_ = at("axis", units=units, axis=["BB31"], **more)
    assert [int(shut.ask("supply", u)) > 0 for u in units] == [False, True]
    assert [int(open_.ask("supply", u)) > 0 for u in units] == [True, True]


@pytest.mark.rule("TRC-28.7.R1a", "TRC-28.7.R1b", "TRC-28.6.III.MDa", "TRC-28.6.III.MDh")
def test_all_of_them_together_are_set_up_in_turn() -> None:
    state = game("campaign", ALL).new()
    assert (state.decision, state.to_move) == ("set-up", "russian")
    assert state.place("Finn 2 Inf") == "removed"
    while state.decision == "set-up":
        assert state.to_move == "russian"
        state.push(state.legal_actions.list()[0])
    assert (state.decision, state.to_move) == ("mediterranean", "axis")
    state = play(state, "activate")
    hexes: dict[str, set[str]] = {}
    while state.decision == "set-up":
        open_, places = names(state, "set-up"), state.places()
        goal = min(open_ - set(places.values()) or open_)
        state.push(f"set-up {goal}")
        hexes[next(u for u, p in state.places().items() if p == goal != places[u])] = open_
    # the corps listed for Rumania stand in Poland too, when the Axis keeps out of the Balkans
    for unit in ("11 Inf", "30 Inf", "54 Inf"):
        assert hexes[unit] and hexes[unit] <= area("poland")
