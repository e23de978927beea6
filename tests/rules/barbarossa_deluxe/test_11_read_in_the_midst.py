"""Positions during a move, an attack or a retreat: those of play are read, others refused.

Moving units are in one hex of the path (10.1); attackers are next to the target (11.3); retreating
units are in the hex of the battle (11.27, 11.28).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

import eastfront as ef
from eastfront._core import State

from .board_positions import DR, at, edit, fight, game, marker, names, play, walk

NW, W, SW, SE, E, NE = "2209", "2309", "2409", "2408", "2307", "2208"
"""The hexes around 2308, from the northwest on."""
PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]
ARMIES = ["60A", "59A", "54A", "53A", "52A"]
FAR = {"2311": ["1AK"], "1001": ["66A"]}
AWAY = {"german": "2315", "soviet": "1903"}


def read(state: State) -> State:
    """The state as its bytes are read."""
    again = game().state_from_bytes(bytes(state))
    assert bytes(again) == bytes(state) and again.decision == state.decision
    assert again.legal_actions.names() == state.legal_actions.names()
    return again


def spoilt(state: State, place: str, units: Iterable[str]) -> None:
    """With any of the units elsewhere it is refused."""
    for unit in units:
        with pytest.raises(ef.EastfrontError):
            game().state_from_bytes(bytes(state._supposed(places=[(unit, place)])))


@pytest.mark.rule("BD-10.1b")
@pytest.mark.parametrize(
    ("side", "group", "to"),
    [("german", ["3Pz", "14Pz", "24Pz"], "2310"), ("soviet", ["3T", "5T", "60A"], "2307")],
)
def test_who_moves_together_is_in_one_hex(side: str, group: list[str], to: str) -> None:
    state = at("movement", side, turn=10, sequence="move-fight", units={**FAR, "2308": group})
    one = play(state, f"move {group[0]}")
    assert one.decision == "leg" and read(one).units_with("moving") == [group[0]]
    spoilt(one, AWAY[side], group[:1])
    both = read(play(one, f"with {group[1]}"))
    assert set(both.units_with("moving")) == set(group[:2])
    spoilt(both, AWAY[side], group[:2])
    gone = read(play(both, f"to {to}"))
    assert [gone.place(u) for u in group[:2]] == [to, to] and gone.place(group[2]) == "2308"
    spoilt(gone, AWAY[side], group[:2])
    # another one moves when the first has ended its move
    next_ = read(play(play(gone, "stop"), f"move {group[2]}"))
    assert next_.units_with("moving") == [group[2]]


@pytest.mark.rule("BD-11.3a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_who_attacks_stands_beside_the_target(side: str) -> None:
    mine, other = (PZ, "60A") if side == "german" else (ARMIES, "3Pz")
    more: Mapping[str, int] = marker(E) if side == "soviet" else {}
    state = at(
        "prepared assault",
        side,
        turn=13,
        sequence="fight-move" if side == "soviet" else "move-fight",
        units={**FAR, "2308": [other], (W if side == "german" else E): mine[:3], NW: mine[3:]},
        variables=more,
    )
    named = play(state, "attack 2308")
    for count in (1, 2, 3):
        named = play(named, f"with {min(names(named, 'with'), key=game().units.index)}")
        assert named.decision == "attackers" and len(named.units_with("attacking")) == count
        read(named)
        spoilt(named, AWAY[side], named.units_with("attacking"))
    # nor is there an attack on an empty hex
    spoilt(named, AWAY["soviet" if side == "german" else "german"], [other])


def fled(units: Mapping[str, list[str]], side: str, group: list[str], around: str) -> State:
    """What comes after a DR on 2308."""
    state = at(
        "prepared assault",
        side,
        turn=13,
        sequence="fight-move" if side == "soviet" else "move-fight",
        units={**FAR, **units},
        variables=marker(around) if side == "soviet" else {},
    )
    rolling = fight(state, "2308", group)
    die = next(o for o in rolling.battle().outcomes if o.result == "DR").dice[0]
    after = play(rolling, f"roll {die}")
    assert after.var("result") == DR
    return after


def crowd(kind: str) -> list[str]:
    """Units to fill hexes with."""
    used = {*PZ, *ARMIES, "1AK", "66A", "4AK", "5AK"}
    return [u for u in game().units if u.endswith(kind) and u not in used and u[:-1] != "LPM"]


@pytest.mark.rule("BD-11.27a", "BD-11.27e", "BD-11.27b")
def test_who_is_to_retreat_stands_where_the_battle_is() -> None:
    rifle = crowd("A")
    units = {W: PZ, NW: ["41Pz", "46Pz", "47Pz"], "2308": ["60A", "3T", "1G"]}
    units |= {E: rifle[:4], NE: rifle[4:8], SE: rifle[8:13]}
    after = fled(units, "german", [*PZ, "41Pz", "46Pz", "47Pz"], W)
    assert after.decision == "retreat unit"
    read(after)
    spoilt(after, AWAY["soviet"], units["2308"])
    first = play(after, "retreat 3T")
    assert first.decision == "retreat"
    read(first)
    spoilt(first, AWAY["soviet"], units["2308"])
    gone = play(first, f"retreat-to {E}")
    read(gone)
    whole = fled({W: PZ, "2308": ["60A", "3T"]}, "german", PZ, W)
    # nor does an attacker retreat
    with pytest.raises(ef.EastfrontError, match="retreating units"):
        game().state_from_bytes(bytes(edit(whole, flags={"retreating": [PZ[0]]})))
    assert whole.decision == "retreat" and names(whole, "retreat-to") == {E, NE, SE}
    read(whole)
    spoilt(whole, AWAY["soviet"], ["60A", "3T"])


@pytest.mark.rule("BD-11.27a", "BD-11.28b")
def test_who_goes_on_through_full_hexes_stands_where_the_battle_is() -> None:
    rifle, corps = crowd("A"), crowd("AK")
    full = {E: rifle[:5], NE: rifle[5:10], SE: rifle[10:15]}
    soviet = fled({W: PZ, "2308": ["60A"], **full}, "german", PZ, W)
    assert soviet.decision == "retreat" and "2306" in names(soviet, "retreat-to")
    read(soviet)
    spoilt(soviet, AWAY["soviet"], ["60A"])
    full = {W: corps[:5], NW: corps[5:10], SW: corps[10:15]}
    german = fled({E: ARMIES, "2308": ["4AK"], **full}, "soviet", ARMIES, E)
    assert german.decision == "retreat" and "2310" in names(german, "retreat-to")
    read(german)
    spoilt(german, AWAY["german"], ["4AK"])


@pytest.mark.rule("BD-11.3a")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize("count", [1, 2])
def test_who_attacks_stands_beside_the_target_until_the_die(side: str, count: int) -> None:
    """So before the supports, and when the odds are known; two hexes off is too far."""
    mine, other, start, off = (
        (PZ, "60A", W, "2310") if side == "german" else (ARMIES, "4AK", E, "2306")
    )
    state = at(
        "prepared assault",
        side,
        turn=13,
        sequence="move-fight",
        units={**FAR, "2308": [other], start: mine[:count]},
        variables={"luftwaffe": 1},
        german=["2310"],
        soviet=["2306"],
    )
    supports = fight(state, "2308", mine[:count], until="luftwaffe")
    rolling = walk(supports, "combat")
    for before in (supports, rolling):
        read(before)
        for unit in mine[:count]:
            spoilt(before, off, [unit])
        spoilt(before, AWAY["soviet" if side == "german" else "german"], [other])


@pytest.mark.rule("BD-10.6a")
def test_only_the_side_whose_phase_it_is_rests_on_its_way() -> None:
    """And only what is on the map."""
    units = {"2308": ["4AK"], "1001": ["66A"], "dead": ["5AK", "60A"]}
    for side, own, others in (
        ("german", "4AK", ["66A", "5AK"]),
        ("soviet", "66A", ["4AK", "60A"]),
    ):
        state = at("movement", side, turn=10, sequence="move-fight", units=units)
        read(state._supposed(unit_flags=[(own, "paused", True)]))
        for wrong in others:
            with pytest.raises(ef.EastfrontError):
                game().state_from_bytes(
                    bytes(state._supposed(unit_flags=[(wrong, "paused", True)]))
                )


@pytest.mark.rule("BD-10.1b", "BD-9.1b")
@pytest.mark.parametrize("count", [1, 2])
def test_who_is_about_to_enter_a_city_is_in_the_hex_before_it(count: int) -> None:
    """The Soviet is asked once more before the group goes in."""
    asked = {"hero cities: standing answer": "ask-always"}
    state = at("movement", "german", turn=10, sequence="move-fight", choices=asked,
               units={**FAR, "2408": PZ[:count]}, soviet=["2407"])  # fmt: skip
    begun = play(state, "decline") if state.decision == "hero city" else state
    begun = walk(begun, "movement", "german")
    group = play(begun, f"move {PZ[0]}", *(f"with {u}" for u in PZ[1:count]))
    before = play(group, "to 2407")
    assert before.decision == "hero city" and before.place(PZ[0]) == "2408"
    read(before)
    for unit in PZ[:count]:
        spoilt(before, "2315", [unit])
