"""Section 9: Soviet hero cities and German fortress cities."""

from __future__ import annotations

import pytest

from .board_positions import BB, DR, at, edit, fight, names, odds, play, refused, walk

FAR = {"1001": ["60A"]}


@pytest.mark.rule("BD-9.1b")
def test_a_hero_city_is_declared_in_soviet_cities_of_the_ussr() -> None:
    units = {"2204": ["60A"], "2320": ["4AK"]}
    state = at("movement", "soviet", sequence="move-fight", units=units,
               soviet=["2117"], variables={"hero cities": 1})  # fmt: skip
    offered = names(state, "declare-hero")
    assert "2205" in offered and "2501" in offered
    assert not {"1011", "1606", "1806"} & offered  # they are already
    assert not {"2117", "2418"} & offered  # Warsaw is not in the USSR, Krakow neither
    assert "2311" not in offered  # German
    done = play(state, "declare-hero 2205")
    assert "2205" in done.hexes_with("hero city") and done.var("hero cities") == 0
    assert not names(done, "declare-hero")
    with refused("BD-10.2b"):
        done.push("declare-hero 2501")


@pytest.mark.rule("BD-9.1b")
def test_the_german_turn_is_interrupted_for_a_hero_city() -> None:
    """BD-9.7a: before an attack is declared, not after."""
    state = at(
        "hero cities: standing answer",
        "soviet",
        sequence="fight-move",
        units={"2206": ["4AK"], "2205": ["60A"], **{"1001": ["59A"]}},
        variables={"hero cities": 1},
    )
    asked = walk(play(state, "ask-threatened"), "hero city")
    assert names(asked, "declare-hero") == {"2205"}
    declared = walk(play(asked, "declare-hero 2205"), "prepared assault", "german")
    assert "2205" in declared.hexes_with("hero city")
    refused_it = walk(play(asked, "decline"), "prepared assault", "german")
    attack = play(refused_it, "attack 2205")
    assert attack.decision != "hero city"
    always = walk(play(state, "ask-always"), "hero city")
    assert "2501" in names(always, "declare-hero")
    never = walk(play(state, "ask-never"), "prepared assault", "german")
    assert "2205" not in never.hexes_with("hero city")


@pytest.mark.rule("BD-9.1c")
def test_a_hero_city_falls_with_its_hex_for_good() -> None:
    """BD-9.3c: the marker does not come back with the city."""
    units = {"1706": ["3Pz"], "1001": ["60A"]}
    state = at("movement", "german", sequence="move-fight", units=units)
    assert "1606" in state.hexes_with("hero city")
    taken = play(state, "move 3Pz", "to 1606")
    assert "1606" not in taken.hexes_with("hero city")
    assert "1606" in taken.hexes_with("german")
    passed = walk(play(state, "move 3Pz", "to 1505"), "movement", "german")
    assert "1606" in passed.hexes_with("hero city") or passed.place("3Pz") == "1505"
    units = {"1605": ["60A"], "2309": ["4AK"]}
    back = at("movement", "soviet", sequence="move-fight", units=units, german=["1606"],
              not_hex_flags={"hero city": ["1606"]})  # fmt: skip
    again = play(back, "move 60A", "to 1606")
    assert "1606" not in again.hexes_with("german")
    assert "1606" not in again.hexes_with("hero city")


@pytest.mark.rule("BD-9.2a", "BD-9.2b")
def test_the_first_fortress_city_comes_on_turn_13() -> None:
    """BD-9.2c: in any German city on the map, the USSR included."""
    early = at("movement", "german", turn=12, sequence="move-fight",
               units={"2309": ["4AK"], **FAR})  # fmt: skip
    assert early.var("fortress cities") == 0 and not names(early, "declare-fortress")
    close = at("movement", "soviet", turn=12, units={"2309": ["4AK"], **FAR})
    late = walk(close, "movement", "german", {"phase order": "move-fight"})
    assert late.var("turn") == 13 and late.var("fortress cities") == 1
    offered = names(late, "declare-fortress")
    assert {"2311", "1922", "2117", "2820"} <= offered and "2501" not in offered
    assert "2419" not in offered  # the USIR is no city (BD-9.2d)
    done = play(late, "declare-fortress 2311")
    assert "2311" in done.hexes_with("fortress city")
    assert not names(done, "declare-fortress")


@pytest.mark.rule("BD-9.2b")
def test_the_soviet_turn_is_interrupted_for_a_fortress_city() -> None:
    state = at(
        "prepared assault",
        "german",
        turn=13,
        sequence="move-fight",
        units={"2311": ["4AK"], "2312": ["60A"]},
        variables={"fortress cities": 1},
    )
    standing = walk(state, "fortress city: standing answer", "german")
    asked = walk(play(standing, "ask-threatened"), "fortress city")
    assert names(asked, "declare-fortress") == {"2311"}
    declared = play(asked, "declare-fortress 2311")
    assert "2311" in declared.hexes_with("fortress city")


@pytest.mark.rule("BD-9.2e")
def test_a_fortress_city_falls_with_its_hex() -> None:
    state = at("movement", "soviet", turn=13, sequence="move-fight",
               units={"2312": ["60A"], "2309": ["4AK"]},
               hex_flags={"fortress city": ["2311"]}, german=["2311"])  # fmt: skip
    assert "2311" in state.hexes_with("fortress city")
    taken = play(state, "move 60A", "to 2311")
    assert "2311" not in taken.hexes_with("fortress city")
    assert "2311" not in taken.hexes_with("german")


HEROIC = {"1706": ["4AK", "5AK", "6AK", "7AK", "8AK"], "1505": ["9AK"], "1606": ["60A"]}


@pytest.mark.rule("BD-9.6a", "BD-11.20a")
def test_hero_and_fortress_cities_give_three_columns_not_four() -> None:
    """W-35."""
    hero = at("prepared assault", "german", turn=12, sequence="fight-move", units=HEROIC)
    group = ["4AK", "5AK", "6AK", "7AK", "8AK"]
    assert odds(hero, "german", "1606", group) == (15, 3, 5, 2)
    plain = edit(hero, not_hex_flags={"hero city": ["1606"]})
    assert odds(plain, "german", "1606", group) == (15, 3, 5, 4)
    fortress = at("prepared assault", "soviet", turn=13, sequence="fight-move",
                  units={"2311": ["4AK"], "2312": ["3T"]},
                  hex_flags={"fortress city": ["2311"]})  # fmt: skip
    bare = edit(fortress, not_hex_flags={"fortress city": ["2311"]})
    assert (
        odds(fortress, "soviet", "2311", ["3T"])[3] == odds(bare, "soviet", "2311", ["3T"])[3] - 2
    )


@pytest.mark.rule("BD-9.6c", "BD-11.24a")
def test_no_concentric_bonus_against_a_hero_city() -> None:
    hero = at("prepared assault", "german", turn=12, sequence="fight-move", units=HEROIC)
    pair = ["4AK", "9AK"]  # from the southwest and the northeast
    assert odds(hero, "german", "1606", pair)[3] == 2 - 3
    plain = edit(hero, not_hex_flags={"hero city": ["1606"]})
    assert odds(plain, "german", "1606", pair)[3] == 2 - 1 + 1


@pytest.mark.rule("BD-9.6d")
def test_a_retreat_from_a_hero_city_is_a_bloodbath() -> None:
    """At 2:1 a 1 is a retreat; the defenders die and the attacker pays."""
    state = at("prepared assault", "german", turn=12, sequence="fight-move", units=HEROIC)
    group = ["4AK", "5AK", "6AK", "7AK", "8AK"]
    after = fight(state, "1606", group, die=1)
    assert after.var("result") == BB and after.place("60A") == "dead"
    assert after.decision == "bloodbath loss" or any(after.place(u) == "dead" for u in group)
    # in an ordinary city the die is what it says
    plain = edit(state, not_hex_flags={"hero city": ["1606"]})
    weak = group[:3]  # 3:1, one column for the city
    gone = fight(plain, "1606", weak, die=1)
    assert gone.var("result") == DR
