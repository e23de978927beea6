"""Section 13: Operations Blue & Kremlin, its set-up, its first turn and its end."""

from __future__ import annotations

import pytest

from eastfront._core import State

from .board_positions import DR, at, edit, fight, game, names, play, refused, start, walk

PZ = ["3Pz", "14Pz", "24Pz", "39Pz", "40Pz"]


def last_move(prizes: list[str], **more: object) -> State:
    """The Soviet movement phase of turn 13, some cities in German hands and nobody near."""
    return at(
        "movement",
        "soviet",
        turn=13,
        sequence="fight-move",
        units={"1924": ["4AK"], "1001": ["60A"]},
        german=prizes,
        hex_flags={"german": prizes},
        **more,  # type: ignore[arg-type]
    )


def outcome(state: State) -> tuple[str | None, int, str]:
    """How the game ends when nothing more is done."""
    done = state.copy()
    while not done.is_over:
        actions = done.legal_actions.list()
        done.push(next((a for a in actions if done.is_pass(a)), actions[0]))
    assert done.outcome is not None
    return done.outcome


JUNCTION = ["2607"]


@pytest.mark.rule("BD-13.4a")
def test_the_german_wins_with_his_cities_and_two_of_three() -> None:
    both = last_move(["1011", "1606"])
    assert outcome(both) == ("german", 1, "BD-13.4a")
    assert outcome(last_move(["1011"]))[0] == "soviet"
    # a city of the start that is lost, or cut off, spoils it
    lost = edit(both, soviet=["2311"])
    assert outcome(lost)[0] == "soviet"
    cut_off = edit(both, {"1505": ["59A"], "1506": ["54A"], "1605": ["53A"], "1607": ["52A"],
                          "1705": ["51A"], "1706": ["50A"]})  # fmt: skip
    assert outcome(cut_off)[0] == "soviet"


@pytest.mark.rule("BD-13.4b")
def test_an_expedition_that_holds_out_counts_for_a_city() -> None:
    one = last_move(["1606"], variables={"caucasus": 1})
    assert outcome(one)[0] == "german"
    assert outcome(last_move(["1606"], variables={"caucasus": 3}))[0] == "soviet"


@pytest.mark.rule("BD-13.4c")
def test_anything_else_is_a_soviet_win_on_turn_13_and_not_before() -> None:
    """BD-13.2a."""
    state = walk(start(), "movement", "soviet", {"logistics zone": "south"})
    turns = set()
    while not state.is_over:
        turns.add(state.var("turn"))
        actions = state.legal_actions.list()
        state.push(next((a for a in actions if state.is_pass(a)), actions[0]))
    assert turns == {9, 10, 11, 12, 13}
    assert state.outcome == ("soviet", 1, "BD-13.4c")


@pytest.mark.rule("BD-13.7c")
def test_the_german_sets_up_where_he_likes_west_of_the_line() -> None:
    new = game().new()
    assert names(new) == {"automatic", "free"}
    free = play(new, "free")
    assert free.decision == "placement" and free.to_move == "german"
    offered = names(free, "set-up")
    assert "2309" in offered and "1924" in offered
    assert not {"2308", "1606", "2306", "1010"} & (offered - {"2308"})
    with refused("BD-13.7c"):
        free.push("set-up 1606")
    # at most five in a hex
    first = free.copy()
    for _ in range(5):
        first.push("set-up 2309")
    assert "2309" not in names(first, "set-up")
    while free.decision == "placement":
        free.push(free.legal_actions.names()[0])
    assert not free.units_at("pool")
    # what 13.6 and 13.7 fix stands (BD-13.7b)
    assert free.place("42AK") == "3106" and free.place("30AK") == free.place("54AK") == "3108"
    assert free.place("66A") == "rvgk" and free.place("57A") == "dead"
    ready = play(new, "automatic")
    assert not ready.units_at("pool") and ready.place("60A") == "2204"


@pytest.mark.rule("BD-13.8a")
def test_the_zone_is_named_at_the_start_for_good() -> None:
    asked = walk(start(), "logistics zone", "german")
    assert asked.var("turn") == 9 and names(asked) == {"north", "south"}
    with refused("BD-13.8a"):
        asked.push("fight-move")
    north = play(asked, "north")
    assert north.var("zone") == 1 and play(asked, "south").var("zone") == 2
    for _ in range(2000):
        if north.is_over:
            break
        actions = north.legal_actions.list()
        north.push(next((a for a in actions if north.is_pass(a)), actions[0]))
        assert north.decision != "logistics zone"


SOUTH = {"2309": PZ, "2308": ["60A"], "2310": ["59A"]}


@pytest.mark.rule("BD-13.9a")
def test_on_the_first_turn_southern_defenders_may_give_way() -> None:
    """Whichever zone was named (BD-13.9c)."""
    for zone in ("north", "south"):
        state = at("prepared assault", "german", sequence="move-fight", zone=zone, units=SOUTH)
        asked = fight(state, "2308", PZ[:2], until="retreat before battle")
        assert asked.to_move == "soviet" and names(asked) == {"give-way", "stand"}
        gone = play(asked, "give-way")
        assert gone.var("result") == DR and gone.decision == "retreat"
        assert walk(play(asked, "stand"), "combat").to_move == "chance"
    later = edit(state, variables={"turn": 10})
    assert fight(later, "2308", PZ[:2]).var("result") == -1
    north = at("prepared assault", "german", sequence="move-fight",
               units={"1905": PZ, "1904": ["60A"]})  # fmt: skip
    with pytest.raises(LookupError):
        fight(north, "1904", PZ[:2], until="retreat before battle")
    city = at("prepared assault", "german", sequence="move-fight",
              units={"2408": PZ, "2407": ["60A"]})  # fmt: skip
    with pytest.raises(LookupError):
        fight(city, "2407", PZ[:2], until="retreat before battle")


@pytest.mark.rule("BD-13.9a")
def test_giving_way_to_a_mobile_assault_lets_it_through() -> None:
    state = at("movement", "german", sequence="move-fight", units=SOUTH)
    leg = play(state, "move 3Pz", "with 14Pz")
    asked = walk(play(leg, "assault 2308"), "retreat before battle",
                 choices={"luftwaffe": "no-luftwaffe"})  # fmt: skip
    gone = walk(play(asked, "give-way"), "leg")
    assert gone.place("3Pz") == "2308" and gone.place("60A") != "2308"


@pytest.mark.rule("BD-13.9b")
def test_who_has_nowhere_to_go_may_not_give_way() -> None:
    ring = {h: [u] for h, u in {"2307": "4AK", "2208": "5AK", "2209": "6AK", "2408": "7AK",
                                "2409": "8AK"}.items()}  # fmt: skip
    state = at("prepared assault", "german", sequence="move-fight", units={**SOUTH, **ring})
    with pytest.raises(LookupError):
        fight(state, "2308", ["4AK"], until="retreat before battle")
    open_ = edit(state, {"4AK": "1924"})
    assert fight(open_, "2308", ["5AK"], until="retreat before battle").to_move == "soviet"
