"""26.9 by tables: the units that fortify a city, and when a fortress may give up a unit."""

from __future__ import annotations

import pytest

from ...battle_positions import combat, engage, fight, go, may, result
from ...turn_positions import at, impulse_of, names, play, walk

FORTS = ("fortress-cities",)
STALINO, KHARKOV = "FF16", "AA14"

FOOT = {
    "axis": {"13 Inf": True, "Rum 1 Inf": True, "49 Mtn": True, "3 LW": True, "6 SS Inf": True,
             "46 Pz": False, "52 Mot": False, "Rum Cav": False, "1 Cav": False, "HQ South": False},
    "russian": {"16 A": True, "4G A": True, "5 ParaC": True, "8 TkC": False, "1 TkA": False,
                "3 CavC": False, "Stavka": False, "Kharkov Worker": False},
}  # fmt: skip
"""Units of each side, and whether they are of an infantry type."""


@pytest.mark.rule("TRC-26.9a", "TRC-8.2b")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_which_units_fortify_a_city(side: str) -> None:
    for unit, fortifies in FOOT[side].items():
        units = {unit: KHARKOV, ("13 A" if side == "russian" else "20 Inf"): STALINO}
        state = impulse_of(side, 1, units=units, options=FORTS)
        end = walk(play(state, "end-movement"), "fortress", side)
        assert names(end, "fortify") == {STALINO} | ({KHARKOV} if fortifies else set()), unit
        done = play(end, f"fortify {KHARKOV}") if fortifies else end
        assert done.hexes_with(f"{side} fortress") == ([KHARKOV] if fortifies else [])


@pytest.mark.rule("TRC-26.9a", "TRC-26.9b")
def test_a_minor_city_is_no_fortress() -> None:
    state = impulse_of("russian", 1, units={"16 A": "X13", "13 A": STALINO}, options=FORTS)
    end = walk(play(state, "end-movement"), "fortress", "russian")
    assert names(end, "fortify") == {STALINO}


RESULTS = {
    # die and announced odds: the result, and whether the fortress may give up a unit
    "AR": (3, 1, False), "EX": (5, 1, False), "DR": (6, 1, True), "D1": (6, 2, False),
}  # fmt: skip


@pytest.mark.rule("TRC-26.9h", "TRC-26.9i")
@pytest.mark.parametrize("code", RESULTS)
@pytest.mark.parametrize("fortress", [True, False])
def test_on_which_results_a_fortress_may_stand(code: str, fortress: bool) -> None:
    die, announced, stands = RESULTS[code]
    us = ["40 Pz", "41 Pz", "24 Pz", "39 Pz", "GD Pz", "1 SS Pz"]
    units = dict.fromkeys(us[:3], "EE16") | dict.fromkeys(us[3:], "GG15")
    units |= {"16 A": STALINO, "5 CavC": STALINO}
    flags = {"russian fortress": [STALINO]} if fortress else {}
    state = combat("axis", units, options=FORTS, hex_flags=flags)
    after = fight(state, STALINO, us, die, announced=announced)
    assert (after.decision == "fortress stand") == (stands and fortress), after.decision
    if stands and fortress:
        assert names(after, "give-up") == {"16 A", "5 CavC"} and after.to_move == "russian"
        for lost, left in (("16 A", "5 CavC"), ("5 CavC", "16 A")):
            stood = play(after, f"give-up {lost}")
            assert (stood.place(lost), stood.place(left)) == ("pool", STALINO)
            assert stood.decision == "movement"


HELSINKI, BESIDE_IT, ACROSS = "B14", "B15", "C15"
"""The hexside between the last two is prohibited."""

RIGA, NEXT_BAY, INLAND = "F17", "F18", "G18"
"""The hexside between the first two is prohibited."""


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f")
@pytest.mark.parametrize("foe", [ACROSS, "A15"])
def test_who_cannot_reach_others_may_let_a_fortress_be(foe: str) -> None:
    units = {"41 Pz": BESIDE_IT, "16 A": HELSINKI, "3 A": foe}
    flags = {"russian fortress": [HELSINKI]}
    state = combat("axis", units, options=FORTS, hex_flags=flags)
    bound = foe != ACROSS
    assert may(state, "end-combat") != bound
    if bound:
        assert set(engage(state, [foe, HELSINKI], ["41 Pz"]).hexes_with("beset")) == {foe, HELSINKI}


@pytest.mark.rule("TRC-26.9g")
@pytest.mark.parametrize(("from_", "foe"), [(NEXT_BAY, INLAND), (INLAND, "G19")])
def test_a_fortress_is_dared_by_those_beside_it_alone(from_: str, foe: str) -> None:
    """Neither from F18 nor from G18 does anybody reach Riga."""
    units = {
        "41 Pz": from_,
        "56 Pz": from_,
        "39 Pz": "F16",
        "16 A": RIGA,
        "3 CavC": foe,
        "8 A": KHARKOV,
    }
    flags = {"russian fortress": [RIGA, KHARKOV]}
    state = combat("axis", units, options=FORTS, hex_flags=flags)
    assert not may(state, "end-combat")
    after = fight(state, foe, ["41 Pz"], 6, announced=2)
    while after.decision not in ("battle", "forces", "odds", "combat", "movement"):
        after = after.copy()
        after.push(after.legal_actions.list()[0])
    # the other corps may attack Riga, and need not
    assert may(after, f"attack {RIGA}") and may(after, "end-combat")


LAW = "law TRC-3.7a units that the side in battle must attack can be attacked"


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f", "TRC-3.7a")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_a_fortress_two_hexes_away_need_not_be_attacked(side: str) -> None:
    us, city, foe = {
        "axis": (["46 Pz", "47 Pz"], "16 A", "3 TkC"),
        "russian": (["1 TkA", "1G TkA"], "13 Inf", "38 Inf"),
    }[side]
    units = {**dict.fromkeys(us, "FF18"), city: STALINO, foe: "FF19"}
    flags = {f"{'russian' if side == 'axis' else 'axis'} fortress": [STALINO]}
    state = combat(side, units, options=FORTS, turn=14, hex_flags=flags)
    assert (state.decision, state.hexes_with("beset")) == ("forces", ["FF19"])
    assert state.ask(LAW)


@pytest.mark.rule("TRC-26.9g", "TRC-26.9f")
def test_who_sits_in_a_fortress_of_his_own_is_bound_by_nobody() -> None:
    """From Stalino, with a foe at its gates, another fortress two hexes on is let be."""
    units = {"41 Pz": STALINO, "3 TkC": "EE16"}
    mine = {"axis fortress": [STALINO]}
    assert may(combat("axis", units, options=FORTS, hex_flags=mine), "end-combat")
    assert not may(combat("axis", units, options=FORTS), "end-combat")
    # who stands beside the same foe outside is bound
    both = {**units, "39 Pz": "EE17"}
    assert not may(combat("axis", both, options=FORTS, hex_flags=mine), "end-combat")


@pytest.mark.rule("TRC-26.9a", "TRC-26.9c")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_each_side_fortifies_its_own_cities_in_its_own_turn(side: str) -> None:
    units = {"16 A": STALINO, "13 Inf": "W19"}
    mine = {"axis": "W19", "russian": STALINO}[side]
    state = impulse_of(side, 1, units=units, options=FORTS, axis=["W19"])
    end = walk(play(state, "end-movement"), "fortress", side)
    assert (end.to_move, names(end, "fortify")) == (side, {mine})
    done = play(end, f"fortify {mine}")
    assert done.hexes_with(f"{side} fortress") == [mine]
    made = {s: done.var(f"{s} fortresses made") for s in ("axis", "russian")}
    assert made == {"axis": int(side == "axis"), "russian": int(side == "russian")}


@pytest.mark.rule("TRC-26.9e")
def test_a_fortress_without_anybody_stays_one() -> None:
    """Only an enemy who controls it takes the marker away, from whichever side's fortress."""
    flags = {"axis fortress": ["W19"], "russian fortress": [STALINO]}
    state = at("russian", units={"3 TkC": "W18", "41 Pz": "DD30"}, axis=["W19"], options=FORTS,
               hex_flags=flags)  # fmt: skip
    assert state.hexes_with("axis fortress") == ["W19"]
    taken = play(state, "move 3 TkC", "to W19")
    assert taken.hexes_with("axis fortress") == []
    assert taken.hexes_with("russian fortress") == [STALINO]


@pytest.mark.rule("TRC-26.9e")
def test_what_else_follows_from_control_follows_with_fortresses_too() -> None:
    """That Archangel was taken is remembered, for its convoys (22.4)."""
    state = at("axis", turn=8, units={"13 Inf": "D2"}, options=FORTS)
    assert state.var("Archangel lost") == 0
    assert go(state, "13 Inf", "C1").var("Archangel lost") == 1


@pytest.mark.rule("TRC-26.9a", "TRC-26.9d")
@pytest.mark.parametrize("side", ["axis", "russian"])
def test_who_has_nothing_to_fortify_is_not_asked(side: str) -> None:
    state = at(side, 2, turn=8, options=FORTS)
    told = state.push("end-movement", effects=True) or []
    while state.to_move == side and state.decision != "movement":
        told += state.push(state.legal_actions.list()[0], effects=True) or []
    assert ("forced", 0 if side == "axis" else 1, "end-fortresses") not in told


@pytest.mark.rule("TRC-26.9f", "TRC-12.3a")
@pytest.mark.parametrize("fortress", [True, False])
def test_who_attacks_out_of_a_fortress_may_let_others_be(fortress: bool) -> None:
    """From Stalino EE16 alone is attacked, though somebody stands in GG15 as well."""
    units = {"41 Pz": STALINO, "56 Pz": STALINO, "3 TkC": "EE16", "5 ParaC": "GG15"}
    flags = {"axis fortress": [STALINO]} if fortress else {}
    state = combat("axis", units, options=FORTS, axis=[STALINO], hex_flags=flags)
    after = engage(state, "EE16", ["41 Pz"])
    assert after.decision == "odds" and after.units_with("engaged") == ["41 Pz"]
    # outside one the other corps has to attack there, which it is bound to
    assert after.hexes_with("dared") == []
    after = result(after, 6, announced=2)
    while after.decision in ("retreat to", "retreat on"):
        after = play(after, f"retreat-to {min(names(after, 'retreat-to'))}")
    assert may(after, "end-combat") == fortress


KERCH, TAMAN, BY_LAND = "KK19", "KK20", "LL19"
"""The two sides of the Kerch Strait, and a hex next to the first of them by land."""


@pytest.mark.rule("TRC-12.3a", "TRC-12.4a", "TRC-26.9f")
def test_when_the_enemy_beside_who_fought_others_was_attacked_the_phase_may_end() -> None:
    """One corps has fought LL18 and one KK19; a fortress may still be attacked, and be let be."""
    units = {"46 Pz": BY_LAND, "47 Pz": TAMAN, "8 TkC": KERCH, "5 TkC": "LL18"}
    units |= {"41 Pz": "EE16", "16 A": STALINO}
    flags = {"russian fortress": [STALINO]}
    state = fight(combat("axis", units, options=FORTS, hex_flags=flags), "LL18", ["46 Pz"], 6, 1)
    while state.decision in ("retreat to", "retreat on"):
        state = play(state, f"retreat-to {min(names(state, 'retreat-to'))}")
    assert state.hexes_with("dared") == [KERCH] and not may(state, "end-combat")
    state = fight(state, KERCH, ["47 Pz"], 6, -4)
    while state.decision in ("retreat to", "retreat on"):
        state = play(state, f"retreat-to {min(names(state, 'retreat-to'))}")
    assert state.hexes_with("dared") == [] and state.decision == "battle"
    assert may(state, f"attack {STALINO}") and may(state, "end-combat")


@pytest.mark.rule("TRC-12.3a", "TRC-26.9f")
def test_whom_those_outside_a_fortress_leave_it_has_to_attack() -> None:
    """From EE17 EE18 alone is attacked; Stalino could let EE16 be, if nobody were in EE17."""
    units = {"41 Pz": STALINO, "46 Pz": "EE17", "3 TkC": "EE16", "5 TkC": "EE18"}
    flags = {"axis fortress": [STALINO]}
    state = combat("axis", units, options=FORTS, axis=[STALINO], hex_flags=flags)
    state = fight(state, "EE18", ["46 Pz"], 6, 1)
    while state.decision in ("retreat to", "retreat on"):
        state = play(state, f"retreat-to {min(names(state, 'retreat-to'))}")
    assert state.hexes_with("beset") == ["EE16"] and state.units_with("engaged") == ["41 Pz"]
