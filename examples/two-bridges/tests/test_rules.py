"""Each rule of The Two Bridges, in a position typed by hand."""

from __future__ import annotations

from typing import Any

import pytest

import eastfront as ef

MOVES = "game: two-bridges/dawn\nturn: 1\nwait: blue movement phase, movement\n"


def at(head: str, *lines: str, **chosen: Any) -> ef.State:
    """A position; units without a line are lost."""
    return ef.position(head + "\n".join(lines), ef.load("two-bridges/dawn", **chosen))


@pytest.mark.rule("TB-2.1a")
def test_two_units_fill_a_hex() -> None:
    state = at(MOVES, "0101: 1B", "0102: 2B, 3B", "0107: 1R")
    assert "0102" not in state.reach("1B") and "0103" in state.reach("1B")
    with pytest.raises(ef.IllegalAction, match="two units stand there"):
        ef.parse(state, "1B 0101-0102")


FIGHTS = "game: two-bridges/dawn\nturn: 1\nwait: blue combat phase, attacks\n"


def fought(roll: int, *lines: str) -> ef.State:
    """The state after an attack on 0203 with all units that may join."""
    state = at(FIGHTS, *lines)
    state.push("attack 0203")
    while state.decision == "force":
        state.push(state.legal_actions[0])
    state.push(f"roll {roll}")
    return state


@pytest.mark.rule("TB-3.1a", "TB-3.2a")
def test_a_unit_stops_next_to_an_enemy() -> None:
    lines = ("0201: HB1", "0203: 1R")
    reach = at(MOVES, *lines).reach("HB1")
    assert reach["0202"] == 1 and "0303" in reach and "0204" not in reach
    assert "0204" in at(MOVES, *lines, without=["TB-3.2a"]).reach("HB1")


@pytest.mark.rule("TB-3.1b", "TB-4.1a")
def test_rivers_are_crossed_by_bridges() -> None:
    state = at(MOVES, "0504: 1B, HB1", "0107: 1R")
    assert "0505" not in state.reach("1B") and state.reach("HB1")["0505"] == 4
    assert at(MOVES, "0204: HB1", "0107: 1R").reach("HB1")["0205"] == 1
    assert state.zoc("blue") == {"0404", "0403", "0503"}


@pytest.mark.rule("TB-4.1a")
def test_points() -> None:
    state = at(MOVES, "0201: 1B, HB1", "0107: 1R")
    assert max(state.reach("1B").values()) == 3
    assert max(state.reach("HB1").values()) == 5
    assert state.reach("HB1")["0302"] == 1 and state.reach("HB1")["0102"] == 2


@pytest.mark.rule("TB-5.1a", "TB-5.2a")
def test_without_supply_a_unit_attacks_with_half() -> None:
    fed = at(FIGHTS, "0202: 1B", "0203: 1R")
    assert fed.supply("1B").state == "supplied"
    cut = at(FIGHTS, "0202: 1B", "0203: 1R", "0201: HR1", "0301: HR2", "0101: 2R")
    assert cut.supply("1B").state == "out of supply"
    assert fed.battle(target="0203", attackers=["1B"]).attack == 3
    assert cut.battle(target="0203", attackers=["1B"]).attack == 2


@pytest.mark.rule("TB-6.2a", "TB-6.2b")
def test_odds_and_the_ground() -> None:
    open_ = at(FIGHTS, "0202: GB, HB1", "0203: 1R").battle(target="0203", attackers=["GB", "HB1"])
    assert (open_.odds, open_.column, open_.shifts) == ("2:1", "2:1", ())
    hill = at(FIGHTS, "0203: GB, HB1", "0303: 1R").battle(target="0303", attackers=["GB", "HB1"])
    assert (hill.odds, hill.column, hill.shifts) == ("2:1", "1:1", (("TB-6.2b", -1),))


@pytest.mark.rule("TB-6.1a")
def test_only_units_beside_it_attack_a_hex() -> None:
    state = at(FIGHTS, "0202: 1B", "0201: 2B", "0203: 1R")
    with pytest.raises(ef.IllegalAction, match="it may not attack there"):
        state.battle(target="0203", attackers=["2B"])


@pytest.mark.rule("TB-6.3a", "TB-6.4a")
@pytest.mark.parametrize(("roll", "lost"), [(3, {"HB1", "GR", "HR1"}), (6, {"HB1"}), (2, set())])
def test_losses_at_even_odds(roll: int, lost: set[str]) -> None:
    state = fought(roll, "0202: HB1", "0203: GR, HR1")  # 4 against 3
    assert {u for u in ("HB1", "GR", "HR1") if state.place(u) == "dead"} == lost


@pytest.mark.rule("TB-6.5a", "TB-6.5b")
def test_a_retreat_goes_where_no_enemy_is_near_or_nowhere() -> None:
    state = fought(1, "0202: GB, HB1", "0203: 1R")
    assert state.decision == "way" and state.to_move == "red"
    assert {a.split()[1] for a in state.legal_actions.names()} == {"0104", "0204", "0304"}
    state = fought(1, "0202: GB", "0104: HB1, HB2", "0304: 1B", "0203: 1R", "0107: 2R")
    assert "1R" in state.units_at("dead")


@pytest.mark.rule("TB-7.1a")
@pytest.mark.parametrize(
    ("blue", "red", "winner"),
    [("0302", "0101", "blue"), ("0101", "0307", "red"), ("0302", "0307", None)],
)
def test_towns_decide(blue: str, red: str, winner: str | None) -> None:
    end = "game: two-bridges/dawn\nturn: 8\nwait: red movement phase, movement\n"
    state = at(end, f"{blue}: 1B", f"{red}: 1R")
    state.push("end-movement")
    assert state.outcome is not None and state.outcome[0] == winner


@pytest.mark.rule("TB-8.1a")
def test_boats_carry_foot_and_guns() -> None:
    lines = ("0504: 1B, HB1", "0107: 1R")
    state = at(MOVES, *lines, options=["boats"])
    assert state.reach("1B")["0505"] == 3 and state.reach("HB1")["0505"] == 4


@pytest.mark.rule("TB-1.2a")
def test_a_unit_moves_once() -> None:
    state = at(MOVES, "0201: 1B, HB1", "0107: 1R")
    ef.parse(state, "1B 0201-0202").push(state)
    assert "move 1B" not in state.legal_actions.names()
    assert "move HB1" in state.legal_actions.names()


@pytest.mark.parametrize("scenario", ["dawn", "noon"])
def test_games_come_to_an_end(scenario: str) -> None:
    played = ef.rollout(ef.load(f"two-bridges/{scenario}").new(), n=50, seed=1)
    assert sum(played["wins"].values()) <= 50 and played["decisions"] > 50
