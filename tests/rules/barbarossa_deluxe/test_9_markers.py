"""Section 9: hero and fortress city markers: their effects, and their removal."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import (
    BB,
    GARRISON,
    OOS,
    at,
    declare,
    edit,
    fight,
    names,
    odds,
    play,
    surround,
    walk,
)

RIFLES = ["3A", "4A", "5A", "6A", "8A", "9A"]
CORPS = ["1AK", "2AK", "5AK", "6AK", "7AK", "8AK"]
GONE = {"hero city": ["1606"]}


def points(state: State) -> int:
    return int(state.var("victory points"))


def german_takes(flags: bool) -> tuple[State, State]:
    """Moscow, a hero city or none, before and after a panzer corps moves in."""
    units = {"1706": ["3Pz"], "1001": ["60A"]}
    more = {} if flags else {"not_hex_flags": GONE}
    state = at("movement", "german", sequence="move-fight", units=units, soviet=["1606"], **more)  # type: ignore[arg-type]
    return state, play(state, "move 3Pz", "to 1606")


@pytest.mark.rule("BD-4.3b", "BD-9.3b", "BD-9.3c", "BD-9.3d", "BD-9.1c")
def test_a_hero_city_pays_two_once_and_its_marker_never_comes_back() -> None:
    before, taken = german_takes(True)
    assert points(taken) == points(before) + 2
    assert "1606" not in taken.hexes_with("hero city")
    # regained by the Soviet it is a city as any other
    lost = at("movement", "soviet", sequence="move-fight", units={"1605": ["60A"], "2309": ["4AK"]},
              german=["1606"], not_hex_flags=GONE)  # fmt: skip
    regained = play(lost, "move 60A", "to 1606")
    assert points(regained) == points(lost) - 1
    assert "1606" not in regained.hexes_with("hero city")
    # and worth one when the German takes it anew
    before, taken = german_takes(False)
    assert points(taken) == points(before) + 1


@pytest.mark.rule("BD-4.3e", "BD-9.3b", "BD-9.2e")
def test_a_fortress_city_costs_two_and_its_marker_goes() -> None:
    state = at("movement", "soviet", turn=13, sequence="move-fight",
               units={"2312": ["60A"], "2309": ["4AK"]},
               hex_flags={"fortress city": ["2311"]}, german=["2311"])  # fmt: skip
    taken = play(state, "move 60A", "to 2311")
    assert points(taken) == points(state) - 2
    assert "2311" not in taken.hexes_with("fortress city")


@pytest.mark.rule("BD-9.4a", "BD-7.13a")
def test_every_hero_city_has_garrison_supply() -> None:
    for city in ("2205", "1606"):
        ring = surround(city, CORPS)
        state = at("movement", "soviet", sequence="move-fight", units={"60A": city, **ring},
                   hex_flags={"hero city": [city]})  # fmt: skip
        assert state.ask("supply", "60A") == GARRISON
        assert edit(state, not_hex_flags={"hero city": [city]}).ask("supply", "60A") == OOS


@pytest.mark.rule("BD-9.5a", "BD-9.5b", "BD-7.6a", "BD-7.6c")
def test_fortress_cities_have_garrison_supply_in_the_reich_alone() -> None:
    def pocket(city: str) -> int:
        ring = surround(city, RIFLES)
        state = at("prepared assault", "german", units={"4AK": city, **ring},
                   hex_flags={"fortress city": [city]})  # fmt: skip
        return int(state.ask("supply", "4AK"))

    # Greater Germany, the General Government, Hungary
    assert [pocket(city) for city in ("2320", "2117", "2820")] == [GARRISON] * 3
    # the USSR and Romania
    assert [pocket(city) for city in ("2407", "3114")] == [OOS] * 2


@pytest.mark.rule("BD-9.6e", "BD-9.6a", "BD-9.6d")
def test_a_fortress_city_serves_germans_and_satellites_together() -> None:
    group = ["60A", "61A", "62A", "63A", "64A"]
    units = {"2312": [*group], "2311": ["4AK", "3Rum"], "2320": ["5AK"]}
    state = at("prepared assault", "soviet", turn=13, sequence="fight-move", units=units,
               hex_flags={"fortress city": ["2311"]})  # fmt: skip
    plain = edit(state, {"2311": ["4AK", "5AK"], "removed": ["3Rum"]})
    strong = odds(state, "soviet", "2311", group)
    assert strong.column == strong.odds - 3
    german = odds(plain, "soviet", "2311", group)
    assert german.column == german.odds - 3
    # and a retreat is a bloodbath
    crowd = {"2211": ["8A", "9A", "10A", "11A", "12A"], "2310": ["1G", "2G", "3T", "5T", "1T"],
             "2411": ["13A", "16A", "18A", "20A", "21A"]}  # fmt: skip
    armies = [*group, *(u for us in crowd.values() for u in us)]
    massed = edit(state, {**crowd, "2311": ["4AK", "3Rum"]},
                  variables={"supply marker A": (23 - 10) * 25 + 11})  # fmt: skip
    fought = fight(massed, "2311", armies)
    column = fought.var("column")
    assert column in (2, 3, 4, 5, 6)
    retreat = {2: 1, 3: 1, 4: 3, 5: 3, 6: 5}[column]
    assert play(fought, f"roll {retreat}").var("result") == BB


@pytest.mark.rule("BD-9.7a")
def test_a_city_is_what_it_was_when_the_attack_was_declared() -> None:
    """Before an attack its owner may declare a hero city; until the die is rolled, no more."""
    state = at(
        "hero cities: standing answer",
        "soviet",
        sequence="fight-move",
        units={"2206": ["4AK"], "2205": ["60A"], "1001": ["59A"]},
        variables={"hero cities": 1},
    )
    asked = walk(play(state, "ask-always"), "hero city")
    assert "2205" in names(asked, "declare-hero")
    run = declare(play(asked, "decline"), "2205", ["4AK"])
    seen = []
    while run.to_move != "chance":
        seen.append((run.to_move, run.decision))
        run = play(
            run, next(n for n in run.legal_actions.names() if n.startswith(("no-", "stand")))
        )
    assert ("soviet", "hero city") not in seen and len(seen) <= 2
    assert "2205" not in run.hexes_with("hero city")
