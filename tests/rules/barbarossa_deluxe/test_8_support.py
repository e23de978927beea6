"""Sections 8.24, 8.34, 8.38 to 8.40: the Polish army, the militia, Soviet supports."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    DR,
    OFFENSIVE,
    Units,
    at,
    declare,
    edit,
    fight,
    marker,
    names,
    play,
    walk,
)

PANZERS = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]


@pytest.mark.rule("BD-8.24a", "BD-8.24b")
def test_the_polish_army_comes_with_the_first_unit_at_the_general_government() -> None:
    # 2115 lies beside the General Government
    def march(turn: int, units: Units) -> State:
        state = at(
            "movement", "soviet", turn=turn, units={"4AK": "2924", "later": ["Pol"], **units}
        )
        return play(state, "move 60A", "to 2115")

    at_once = march(13, {"60A": "2114"})
    assert at_once.place("Pol") == "2115" and at_once.var("polish trigger") == 13
    early = march(9, {"60A": "2114"})
    assert early.place("Pol") == "later" and early.var("polish trigger") == 9
    # a full hex sends it to the nearest other force in supply
    crowd = ["61A", "62A", "63A", "64A"]
    full = march(13, {"2114": ["60A"], "2115": crowd, "3A": "2113", "4A": "2109"})
    assert full.place("60A") == "2115" and full.place("Pol") == "2113"
    # elsewhere, and without supply, nothing happens
    away = at("movement", "soviet", turn=13, units={"4AK": "2924", "later": ["Pol"], "60A": "2114"})
    assert play(away, "move 60A", "to 2113").var("polish trigger") == 0
    corps = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK", "9AK", "10AK"]
    wall = ["2014", "2113", "2214", "2215", "2015", "2016", "2116", "2216"]
    ring = dict(zip(corps, wall, strict=True))
    cut = march(13, {"60A": "2114", **ring})
    assert cut.var("polish trigger") == 0


@pytest.mark.rule("BD-8.34c")
def test_the_militia_never_retreats() -> None:
    state = at(
        "prepared assault",
        "german",
        units={"2308": PANZERS, "2309": ["60A", "61A", "LPMA"]},
    )
    for die in range(1, 7):
        after = fight(state, "2309", PANZERS, die=die, choices={"bloodbath": "force-retreat"})
        if after.decision == "bloodbath":
            after = play(after, "force-retreat")
        if after.var("result") == DR:
            assert after.place("LPMA") == "removed"
            assert after.place("60A") == "2309" and after.decision == "retreat"
            return
    raise AssertionError("no die gives DR")


ARMIES = ["60A", "61A", "62A"]


def assault(
    sequence: str = "fight-move", hex_: str = "2309", units: Units | None = None, **variables: int
) -> State:
    """A Soviet attack of three armies from 2308, declared."""
    beside = {"2309": "2308", "2407": "2406"}[hex_]
    state = at(
        "prepared assault",
        "soviet",
        sequence=sequence,
        units={hex_: ["4AK"], beside: ARMIES, **(units or {})},
        variables={**marker("2306"), "luftwaffe": 0, **variables},
    )
    assert state.ask("supply", "60A") == OFFENSIVE
    return declare(state, hex_, ARMIES)


def decisions(state: State, choices: dict[str, str] | None = None) -> list[str]:
    """The decisions on the way to the die."""
    seen = []
    out = state
    while out.decision != "combat":
        seen.append(out.decision or "")
        wanted = (choices or {}).get(out.decision or "")
        legal = out.legal_actions.names()
        passing = [n for n in legal if out.is_pass(out.game.parse(n))]
        out = play(out, wanted if wanted in legal else (passing or legal)[0])
    seen.append(f"{out.var('attack')}:{out.var('column')}")
    return seen


@pytest.mark.rule("BD-8.38b", "BD-8.38c")
def test_air_armies_add_a_point_to_armies_each() -> None:
    base = decisions(assault())
    assert "air armies" in base and base[-1] == "9:2"
    state = walk(assault(), "air armies")
    assert "air-army 60A" in names(state)
    before = state.var("air armies left")
    assert before == 7
    lifted = play(state, "air-army 60A")
    assert lifted.var("air armies left") == before - 1
    more = play(lifted, "air-army 61A", "air-army 62A")
    assert walk(more, "combat").var("attack") == 12
    assert "air armies" not in decisions(assault("move-fight"))
    # each once a phase
    spent = assault()
    spent = edit(spent, variables={"air armies left": 1})
    one = play(walk(spent, "air armies"), "air-army 60A")
    assert one.decision != "air armies"


@pytest.mark.rule("BD-8.38c", "BD-8.34b")
def test_the_militia_army_of_leningrad_may_have_an_air_army() -> None:
    """It is a Soviet army, and attacks from its city; supply does not matter."""
    state = at(
        "prepared assault",
        "soviet",
        sequence="fight-move",
        units={"1011": ["LPMA", "60A"], "1110": ["4AK"]},
        variables={**marker("1011"), "luftwaffe": 0},
    )
    asked = walk(declare(state, "1110", ["LPMA", "60A"]), "air armies")
    assert names(asked, "air-army") == {"LPMA", "60A"}
    plain = walk(play(asked, "no-more-air"), "combat")
    flown = walk(play(asked, "air-army LPMA"), "combat", choices={"air armies": "no-more-air"})
    assert (plain.var("attack"), flown.var("attack")) == (5, 6)
    alone = walk(declare(state, "1110", ["LPMA"]), "air armies")
    assert walk(play(alone, "air-army LPMA"), "combat").var("attack") == 3
    told = state.battle(target="1110", attackers=["LPMA", "60A"], air_armies=["LPMA"])
    assert told.attack == 6


@pytest.mark.rule("BD-8.38f")
def test_no_air_army_where_the_luftwaffe_flies() -> None:
    state = walk(assault(luftwaffe=1), "luftwaffe")
    assert state.to_move == "german"
    assert "air armies" not in decisions(play(state, "luftwaffe"))
    assert "air armies" in decisions(play(state, "no-luftwaffe"))


@pytest.mark.rule("BD-8.39b", "BD-8.39c", "BD-8.39d")
def test_partisans_help_once_a_phase_against_supplied_defenders_in_the_open() -> None:
    assert "partisans" in decisions(assault())
    assert decisions(assault(), {"partisans": "partisans"})[-1] == "9:3"
    helped = play(walk(assault(), "partisans"), "partisans")
    assert helped.var("partisans used") == 1
    assert "partisans" not in decisions(assault(**{"partisans used": 1}))
    assert "partisans" in decisions(assault("move-fight"))
    # neither in cities nor against defenders without overland supply
    assert "partisans" not in decisions(assault(hex_="2407"))
    ring = {"3A": "2310", "5A": "2210", "6A": "2209", "8A": "2409", "9A": "2410"}
    assert "partisans" not in decisions(assault(units=ring))


@pytest.mark.rule("BD-8.40b", "BD-8.40c")
def test_paratroops_drop_once_a_year_in_fight_move() -> None:
    assert decisions(assault(), {"airborne": "airborne"})[-1] == "9:3"
    dropped = play(walk(assault(), "airborne"), "airborne")
    assert dropped.var("airborne used in") == 1
    assert "airborne" not in decisions(assault(**{"airborne used in": 1}))
    assert "airborne" not in decisions(assault("move-fight"))
    assert "airborne" not in decisions(assault(hex_="2407"))
    # both at once (8.41)
    both = decisions(assault(), {"airborne": "airborne", "partisans": "partisans"})
    assert both[-1] == "9:4"
