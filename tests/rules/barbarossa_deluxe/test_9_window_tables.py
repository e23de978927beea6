"""Sections 7.7, 8.11 and 9: decisions in the opponent's turn, and when they are offered."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.positions.observation import observe

from .board_positions import (
    Units,
    at,
    data,
    edit,
    fight,
    names,
    on,
    play,
    refused,
    surround,
    walk,
)

CORPS = [u.name for u in data().units if u.kind == "infantry"]
RIFLES = [u.name for u in data().units if u.kind == "rifle" and u.arrives is None]
ROWS = {r.name: r for r in data().map.hexes if r is not None}
CITIES = {h for h, r in ROWS.items() if "city" in r.features}
OWN = set(data().setup["german_control"])
HEROES = {"1011", "1606", "1806"}
USSR = {h for h in CITIES if ROWS[h].area == "ussr"}


def german_turn(answer: str, units: Units, order: str = "move-fight", **more: object) -> State:
    """The German's first phase as the Soviet is asked how he wants to be asked."""
    variables = {"hero cities": 1} | dict(more.pop("variables", {}))  # type: ignore[call-overload]
    far: Units = {"1001": ["59A"]}
    state = at(
        "phase order",
        "german",
        units={**far, **units},  # type: ignore[dict-item]
        variables=variables,
        **more,  # type: ignore[arg-type]
    )
    asked = walk(play(state, order), "hero cities: standing answer", "soviet")
    assert names(asked) == {"ask-threatened", "ask-always", "ask-never"}
    return play(asked, answer)


def soviet_turn(answer: str, units: Units, order: str = "move-fight", **more: object) -> State:
    """The same on the other side, with a fortress city to declare."""
    variables = {"fortress cities": 1, "hero cities": 0} | dict(more.pop("variables", {}))  # type: ignore[call-overload]
    far: Units = {"2320": ["59AK"]}
    state = at(
        "phase order",
        "soviet",
        turn=13,
        units={**far, **units},  # type: ignore[dict-item]
        variables=variables,
        **more,  # type: ignore[arg-type]
    )
    asked = walk(play(state, order), "fortress city: standing answer", "german")
    assert names(asked) == {"ask-threatened", "ask-always", "ask-never"}
    return play(asked, answer)


# -- hero cities --------------------------------------------------------------------------------


@pytest.mark.rule("BD-9.1b")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_where_a_hero_city_may_be_declared_in_the_turn_of_the_german(order: str) -> None:
    units: Units = {"2206": ["4AK"], "2307": ["60A"], "2502": ["5AK"]}
    own = USSR - OWN - HEROES
    always = walk(german_turn("ask-always", units, order), "hero city", "soviet")
    assert names(always, "declare-hero") == own
    near = walk(german_turn("ask-threatened", units, order), "hero city", "soviet")
    assert names(near, "declare-hero") == {"2205", "2501"}
    # two hexes away is not near
    two = german_turn("ask-threatened", {**units, "2206": [], "2207": ["4AK"]}, order)
    assert names(walk(two, "hero city", "soviet"), "declare-hero") == {"2501"}
    # whatever its supply, and empty as it may be; not outside the country
    cut = {h: [u] for u, h in surround("2205", CORPS[8:]).items()}
    shut = german_turn("ask-threatened", {**cut, "2307": ["60A"]}, order, soviet=["2117", "2418"])
    assert names(walk(shut, "hero city"), "declare-hero") == {"2205"}
    held = german_turn("ask-always", units, order, soviet=["2117", "1415", "2407"])
    assert names(walk(held, "hero city"), "declare-hero") == own | {"2407"}


@pytest.mark.rule("BD-9.1b", "BD-9.7a")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_who_wants_not_to_be_asked_is_not(order: str) -> None:
    units: Units = {"2206": ["4AK"], "2307": ["60A"]}
    phase = "movement" if order == "move-fight" else "prepared assault"
    run = german_turn("ask-never", units, order)
    while run.decision != phase:
        assert run.decision != "hero city"
        run = on(run)
    # nobody is near: who wants to be asked when threatened is not asked
    far: Units = {"2320": ["4AK"], "2307": ["60A"]}
    run = german_turn("ask-threatened", far, order)
    while run.decision != phase and run.to_move != "german":
        assert run.decision != "hero city"
        run = on(run)
    # without a marker there is nothing to ask
    none = at("phase order", "german", units={**units, "1001": ["59A"]},
              variables={"hero cities": 0})  # fmt: skip
    run = play(none, order)
    while run.decision != phase:
        assert run.decision != "hero cities: standing answer"
        run = on(run)


@pytest.mark.rule("BD-9.1b")
def test_markers_are_declared_one_by_one_and_are_used_up() -> None:
    units: Units = {"2206": ["4AK"], "2307": ["60A"]}
    state = walk(german_turn("ask-always", units, variables={"hero cities": 2}), "hero city")
    one = play(state, "declare-hero 2205")
    assert one.var("hero cities") == 1
    assert set(one.hexes_with("hero city")) == HEROES | {"2205"}
    # asked again before the next unit moves
    moved = one if one.decision == "hero city" else walk(one, "movement", "german")
    if moved.decision == "movement":
        moved = walk(play(moved, "move 4AK"), "hero city")
    assert "2205" not in names(moved, "declare-hero")
    two = play(moved, "declare-hero 2501")
    assert two.var("hero cities") == 0
    run = two
    while run.to_move == "soviet":
        assert run.decision != "hero city"
        run = on(run)
    declined = play(state, "decline")
    assert declined.var("hero cities") == 2
    assert set(declined.hexes_with("hero city")) == HEROES


@pytest.mark.rule("BD-9.1b", "BD-8.11a")
def test_the_answers_end_with_the_phase() -> None:
    units: Units = {"2320": ["4AK"], "2307": ["60A"], "rvgk": ["61A"]}
    state = german_turn("ask-always", units)
    assert state.var("standing hero city") == 2
    emergency = walk(state, "emergency: standing answer")
    told = play(emergency, "ask-threatened")
    assert (told.var("standing hero city"), told.var("standing emergency")) == (2, 1)
    moving = walk(told, "movement", "german")
    over = play(moving, "end-movement")
    # asked anew for the assaults, about hero cities alone
    assert over.decision != "emergency: standing answer"
    assert over.var("standing emergency") == 0
    again = walk(over, "hero cities: standing answer")
    assert again.var("standing hero city") == 0


@pytest.mark.rule("BD-9.1b", "BD-9.2b", "BD-8.11a")
def test_standing_answers_are_the_affair_of_who_gave_them() -> None:
    state = german_turn("ask-always", {"2320": ["4AK"], "2307": ["60A"]})
    mine, theirs = ("standing hero city", "standing emergency"), ("standing fortress city",)
    for side, known, hidden in (("soviet", mine, theirs), ("german", theirs, mine)):
        seen = observe(state, side).variables
        assert set(known) <= seen.keys() and not set(hidden) & seen.keys()


@pytest.mark.rule("BD-9.1b", "BD-9.2b")
def test_in_ones_own_turn_one_declares_as_one_likes() -> None:
    for decision in ("movement", "prepared assault"):
        units: Units = {"2204": ["60A"], "2206": ["4AK"], "2320": ["5AK"]}
        state = at(decision, "soviet", sequence="move-fight", units=units,
                   variables={"hero cities": 1, "fortress cities": 1})  # fmt: skip
        assert names(state, "declare-hero") == USSR - OWN - HEROES
        assert not names(state, "declare-fortress")
        assert not names(edit(state, variables={"hero cities": 0}), "declare-hero")
        german = at(decision, "german", sequence="move-fight", units=units,
                    variables={"hero cities": 1, "fortress cities": 1})  # fmt: skip
        assert names(german, "declare-fortress") == CITIES & OWN
        assert not names(german, "declare-hero")
        assert not names(edit(german, variables={"fortress cities": 0}), "declare-fortress")
        # a marker lies there already, a city is lost, one is won
        other = edit(german, hex_flags={"fortress city": ["2311"]}, soviet=["2407"],
                     german=["2501"])  # fmt: skip
        assert names(other, "declare-fortress") == (CITIES & OWN | {"2501"}) - {"2311", "2407"}
        done = play(german, "declare-fortress 2311")
        assert done.var("fortress cities") == 0 and done.hexes_with("fortress city") == ["2311"]


# -- fortress cities -----------------------------------------------------------------------------


@pytest.mark.rule("BD-9.2b", "BD-9.2c")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_where_a_fortress_city_may_be_declared_in_the_turn_of_the_soviet(order: str) -> None:
    units: Units = {"2408": ["60A"], "2409": ["4AK"], "2119": ["61A"], "2420": ["62A"]}
    always = walk(soviet_turn("ask-always", units, order), "fortress city", "german")
    assert names(always, "declare-fortress") == CITIES & OWN
    near = walk(soviet_turn("ask-threatened", units, order), "fortress city", "german")
    assert names(near, "declare-fortress") == {"2407", "2320"}
    declared = play(near, "declare-fortress 2407")
    assert declared.hexes_with("fortress city") == ["2407"]
    assert declared.var("fortress cities") == 0
    # there is none left to ask about
    run = play(always, "declare-fortress 2407")
    while run.decision not in ("movement", "prepared assault"):
        assert run.decision != "fortress city"
        run = on(run)
    moving = play(run, "move 60A") if run.decision == "movement" else play(run, "attack 2409")
    while moving.to_move == "german":
        assert moving.decision != "fortress city"
        moving = on(moving)
    declined = play(near, "decline")
    assert declined.hexes_with("fortress city") == [] and declined.var("fortress cities") == 1
    run = soviet_turn("ask-never", units, order)
    assert run.var("standing fortress city") == 0
    while run.to_move != "soviet":
        assert run.decision != "fortress city"
        run = on(run)
    none = at("phase order", "soviet", turn=13, units=units, variables={"fortress cities": 0})
    run = play(none, order)
    while run.decision not in ("movement", "prepared assault"):
        assert run.decision != "fortress city: standing answer"
        run = on(run)


@pytest.mark.rule("BD-9.2b")
def test_the_german_is_asked_again_before_each_unit_and_each_attack() -> None:
    units: Units = {"2408": ["60A", "3T"], "2409": ["4AK"]}
    state = walk(soviet_turn("ask-always", units), "fortress city", "german")
    moving = walk(play(state, "decline"), "movement", "soviet")
    asked = walk(play(moving, "move 60A"), "fortress city", "german")
    assert asked.place("60A") == "2408" and asked.var("fortress cities") == 1
    fights = walk(soviet_turn("ask-always", units, "fight-move"), "fortress city", "german")
    declined = walk(play(fights, "decline"), "prepared assault", "soviet")
    assert declined.var("standing fortress city") == 2
    attacked = walk(play(declined, "attack 2409"), "combat")
    assert attacked.hexes_with("fortress city") == []


# -- emergency deployment --------------------------------------------------------------------------


def emergency(answer: str, units: Units, order: str = "move-fight", **more: object) -> State:
    far: Units = {"1001": ["59A"], "2208": ["3Pz", "4AK"]}
    state = at(
        "phase order",
        "german",
        units={**far, **units},  # type: ignore[dict-item]
        variables={"hero cities": 0},
        **more,  # type: ignore[arg-type]
    )
    asked = walk(play(state, order), "emergency: standing answer", "soviet")
    return play(asked, answer)


@pytest.mark.rule("BD-8.11a")
def test_where_an_emergency_unit_comes_in() -> None:
    box: Units = {"rvgk": ["60A", "1Sh"]}
    own = CITIES - OWN

    def cities(units: Units, answer: str = "ask-always", **more: object) -> set[str]:
        state = walk(emergency(answer, {**box, **units}, **more), "emergency deployment")
        assert state.to_move == "soviet" and names(state, "commit") == {"60A", "1Sh"}
        asked = play(state, "commit 1Sh")
        if asked.place("1Sh") != "rvgk":
            # there was but one
            return {asked.place("1Sh")}
        assert (asked.to_move, asked.decision) == ("soviet", "emergency city")
        return names(asked, "at")

    assert cities({}) == own
    assert cities({}, german=["2501"], soviet=["2311"]) == (own | {"2311"}) - {"2501"}
    # cut off, or full; four leave room
    ring = {h: [u] for u, h in surround("2501", CORPS[8:]).items()}
    assert cities({**ring}) == own - {"2501"}
    crowd: Units = {"1806": RIFLES[10:15], "2205": RIFLES[15:19]}
    assert cities(crowd) == own - {"1806"}
    # threatened: next to a German unit
    assert cities({"2206": ["5AK"]}, "ask-threatened") == {"2205"}
    assert cities({"2206": ["5AK"], "1607": ["6AK"]}, "ask-threatened") == {"2205", "1606"}


@pytest.mark.rule("BD-8.11a", "BD-8.9c")
def test_one_emergency_unit_a_movement_phase() -> None:
    box: Units = {"rvgk": ["60A", "1Sh"]}
    state = walk(emergency("ask-always", box), "emergency deployment")
    came = play(state, "commit 1Sh", "at 2501")
    assert came.place("1Sh") == "2501" and came.place("60A") == "rvgk"
    assert came.var("emergency used") == 1
    run = came
    while run.decision != "movement":
        assert run.decision != "emergency deployment"
        run = on(run)
    run = play(run, "move 4AK")
    while run.to_move == "soviet":
        assert run.decision != "emergency deployment"
        run = on(run)
    # who declines is asked again before the next unit moves
    later = play(state, "decline")
    while later.decision != "movement":
        later = on(later)
    later = play(later, "move 4AK")
    assert walk(later, "emergency deployment").place("1Sh") == "rvgk"
    # it does not count in the five of the box (8.11c), and in the next turn another comes
    rvgk = walk(came, "rvgk", "soviet")
    assert rvgk.var("rvgk left") == 5


@pytest.mark.rule("BD-8.11a")
def test_there_is_no_emergency_without_a_box_nor_in_the_assaults() -> None:
    empty = at("phase order", "german", units={"2208": ["3Pz"], "2207": ["59A"]},
               variables={"hero cities": 0})  # fmt: skip
    run = play(empty, "move-fight")
    while run.decision != "movement":
        assert run.decision != "emergency: standing answer"
        run = on(run)
    full = at("phase order", "german", units={"2208": ["3Pz"], "2207": ["59A"], "rvgk": ["60A"]},
              variables={"hero cities": 0})  # fmt: skip
    run = play(full, "fight-move")
    while run.decision != "prepared assault":
        assert run.decision != "emergency deployment"
        run = on(run, {"emergency: standing answer": "ask-always"})
    attack = play(run, "attack 2207")
    while attack.to_move != "chance" and attack.decision != "movement":
        assert attack.decision != "emergency deployment"
        attack = on(attack)


@pytest.mark.rule("BD-8.11a", "BD-3.6d")
def test_a_unit_that_comes_in_holds_its_city_and_bars_the_way() -> None:
    state = walk(emergency("ask-threatened", {"rvgk": ["60A"], "2206": ["5AK"]}),
                 "emergency deployment")  # fmt: skip
    came = walk(play(state, "commit 60A"), "movement", "german")
    assert came.place("60A") == "2205"
    moving = walk(play(came, "move 5AK"), "leg")
    assert "2205" not in names(moving, "to")
    with refused("BD-10.1b"):
        moving.push("to 2205")


# -- by air --------------------------------------------------------------------------------------


def pocket(units: Units | None = None, **variables: int) -> State:
    """A German pocket that the Soviet attacks."""
    ring = {h: [u] for u, h in surround("2309", RIFLES).items()}
    return at("prepared assault", "soviet", sequence="fight-move", turn=10,
              units={"2309": ["4AK", "5AK"], **ring, **(units or {})},
              variables=variables)  # fmt: skip


@pytest.mark.rule("BD-7.7d", "BD-7.7g")
@pytest.mark.parametrize(
    ("back", "lies", "offered"),
    [(0, -1, True), (10, -1, True), (11, -1, False), (99, -1, False), (99, 0, False),
     (9, -1, True)],
)  # fmt: skip
def test_when_supply_can_be_flown_in(back: int, lies: int, offered: bool) -> None:
    state = pocket(**{"aerial supply back": back, "aerial supply hex": lies})
    group = list(surround("2309", RIFLES))
    try:
        asked = fight(state, "2309", group, until="aerial supply")
    except LookupError:
        assert not offered
        return
    assert offered and asked.to_move == "german" and names(asked) == {"fly-in", "decline"}
    flown = play(asked, "fly-in")
    assert flown.var("aerial supply hex") == data().map.index["2309"]
    assert flown.var("aerial supply back") == 99
    assert (flown.ask("supply", "4AK"), flown.ask("supply", "5AK")) == (1, 1)
    kept = play(asked, "decline")
    assert (kept.var("aerial supply hex"), kept.var("aerial supply back")) == (lies, back)
    # the attack goes on (BD-7.7e)
    assert walk(flown, "combat").to_move == walk(kept, "combat").to_move == "chance"


@pytest.mark.rule("BD-7.7d")
def test_supply_is_flown_to_who_has_none_and_is_attacked() -> None:
    free = at("prepared assault", "soviet", sequence="fight-move", turn=10,
              units={"2309": ["4AK"], "2308": ["60A"]})  # fmt: skip
    with pytest.raises(LookupError):
        fight(free, "2309", ["60A"], until="aerial supply")
    # supplied is the target, cut off is another corps
    far = {h: [u] for u, h in surround("2113", RIFLES[8:]).items()}
    other = at("prepared assault", "soviet", sequence="fight-move", turn=10,
               units={"2309": ["4AK"], "2308": ["60A"], "2113": ["5AK"], **far})  # fmt: skip
    assert other.ask("supply", "5AK") == 0
    with pytest.raises(LookupError):
        fight(other, "2309", ["60A"], until="aerial supply")
    # in a German attack nothing is flown in
    state = edit(pocket(), {})
    german = at("prepared assault", "german", sequence="fight-move", turn=10,
                units={h: [u] for u, h in surround("2309", RIFLES).items()}
                | {"2309": ["4AK", "5AK"]})  # fmt: skip
    assert state.to_move == "soviet"
    target = next(iter(surround("2309", RIFLES).values()))
    with pytest.raises(LookupError):
        fight(german, target, ["4AK"], until="aerial supply")
    # a fortress at home has a garrison, and is not asked either
    ring = {h: [u] for u, h in surround("2418", RIFLES).items()}
    home = at("prepared assault", "soviet", sequence="fight-move", turn=10,
              units={"2418": ["4AK"], **ring}, hex_flags={"fortress city": ["2418"]})  # fmt: skip
    attacker = next(iter(ring.values()))[0]
    with pytest.raises(LookupError):
        fight(home, "2418", [attacker], until="aerial supply")
