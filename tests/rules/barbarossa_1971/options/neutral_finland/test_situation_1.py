"""Variable situation 1: Finland is neutral."""

from __future__ import annotations

import pytest

from eastfront._core import State

from ...campaign_positions import PAR, score
from ...deployment_positions import at_placement_of, free, placed_at_random, uncovered
from ...situation_positions import changed
from ...war_positions import (
    FIRST,
    GAMES,
    SECOND,
    area,
    at,
    game,
    hexes_with,
    names,
    near,
    placed,
    play,
    refused,
    situations,
    walk,
)


@pytest.mark.rule("SPI-WHATIF-1A")
@pytest.mark.parametrize("scenario", GAMES)
def test_there_are_no_finns(scenario: str) -> None:
    assert changed(scenario, 1) == {"FI:ina": -2}


@pytest.mark.rule("SPI-WHATIF-1A")
def test_left_out_the_order_of_battle_stays() -> None:
    assert changed("barbarossa", 1, "SPI-WHATIF-1A") == {}


@pytest.mark.rule("SPI-WHATIF-1C", "SPI-DEPLOY-C")
@pytest.mark.parametrize("scenario", ["barbarossa", "berlin"])
def test_the_finnish_border_alone_need_not_be_covered(scenario: str) -> None:
    axis = hexes_with(f"axis-{scenario}")
    finnish = {
        h for h in hexes_with(f"soviet-front-{scenario}") if near(h) & axis <= area("finland")
    }
    assert finnish
    open_: set[str] = set()
    for seed in range(4):
        state = placed_at_random(game(scenario, situations(1)).new(seed=seed), seed)
        open_ |= uncovered(state, "soviet", scenario)
        assert not uncovered(state, "axis", scenario) - area("finland")
        assert not placed(state, ["FI:"])
    assert open_ and open_ <= finnish
    for seed in range(2):
        game_ = game(scenario, situations(1), "SPI-WHATIF-1C")
        assert not uncovered(placed_at_random(game_.new(seed=seed), seed), "soviet", scenario)


@pytest.mark.rule("SPI-WHATIF-1B", "SPI-WHATIF-1D")
@pytest.mark.parametrize(
    ("side", "unit"), [("soviet", "1Inf"), ("axis", "1InA"), ("axis", "1RumA")]
)
def test_nobody_enters_finland(side: str, unit: str) -> None:
    supply = {"1SovSup": "0119"} if side == "soviet" else {"1AxSup": "0119"}
    where = {unit: "0119", **supply}
    assert "0118" in near("0119") & area("finland")
    usual_ = at(side, FIRST, where=where, turn=2)
    assert play(usual_, f"move {unit}", "to 0118").place(unit) == "0118"
    neutral = at(side, FIRST, where=where, turn=2, options=situations(1))
    moving = play(neutral, f"move {unit}")
    assert names(moving, "to") and not names(moving, "to") & area("finland")
    with refused("SPI-WHATIF-1B"):
        play(moving, "to 0118")
    left = at(side, FIRST, where=where, turn=2, options=situations(1), without="SPI-WHATIF-1B")
    assert "0118" in names(play(left, f"move {unit}"), "to")


@pytest.mark.rule("SPI-WHATIF-1B")
def test_nobody_is_set_up_in_finland_or_goes_there_by_rail() -> None:
    placing = at_placement_of(free("barbarossa", "axis", situations(1)), "DE:")
    assert not names(placing, "set-up") & area("finland")
    # into hexes that Soviets have walked through
    walked = ["0316", "0217"]
    assert set(walked) <= near("0317") & area("finland")
    flags = [(h, "trodden", True) for h in walked]
    for options, open_ in (((), True), (situations(1), False)):
        state = at("axis", SECOND, where={"1Inf": "0418"}, turn=2, options=options,
                   passed={"soviet": walked})._supposed(hex_flags=flags)  # fmt: skip
        went = play(walk(state, "rail movement", "soviet"), "entrain 1Inf")
        assert bool(names(went, "detrain") & area("finland")) == open_


@pytest.mark.rule("SPI-WHATIF-1B", "SPI-RAIL-M1")
@pytest.mark.parametrize(
    ("side", "unit", "supply", "enemy"),
    [("axis", "1InC", "1AxSup", "soviet"), ("soviet", "1Inf", "1SovSup", "axis")],
)
def test_no_train_is_boarded_that_leads_into_finland_alone(
    side: str, unit: str, supply: str, enemy: str
) -> None:
    """Beside Finland, with the enemy the last in all other hexes around; another unit goes."""
    other, home = ("9InC", "2103") if side == "axis" else ("90Inf", "2535")
    lost = near("0119") - area("finland")
    state = at(
        enemy,
        SECOND,
        where={unit: "0119", supply: "0119", other: home},
        turn=2,
        options=situations(1),
        passed={enemy: lost},
    )
    riding = walk(state, "rail movement", side)
    assert other in names(riding, "entrain") and unit not in names(riding, "entrain")
    with refused("SPI-RAIL-M1", "it can reach no hex by rail"):
        play(riding, f"entrain {unit}")
    assert not set(riding.ask(f"{side} rail")) & area("finland")
    assert unit in names(walk(play(riding, "end-rail"), "movement", side), "move")


@pytest.mark.rule("SPI-WHATIF-1B", "SPI-CBT-GEN7")
def test_nobody_retreats_into_finland() -> None:
    """At 4-1 a corps gives ground on any roll; zones of control leave it Finland alone."""
    where = {"1PzC": "0417", "2PzC": "0417", "3PzC": "0417", "1AxSup": "0417", "1MeC": "0317"}
    for options, place in (((), "finland"), (situations(1), "dead")):
        state = at("axis", where=where, turn=2, options=options, passed={"axis": ["1707"]})
        assert state.supply("1PzC").level > 0
        out = play(walk(state, "attacks", "axis"), "attack 0317")
        while out.decision != "table":
            joining = sorted(names(out, "with"))
            out = play(out, f"with {joining[0]}" if joining else "fight")
        after = walk(play(out, "give-ground"), "movement", "axis")
        where_to = str(after.place("1MeC"))
        assert (where_to in area("finland")) if place == "finland" else where_to == "dead", where_to


def hemmed_in(options: tuple[str, ...], without: str = "") -> State:
    """A German army beside Finland whose every other neighbour is held by Soviets."""
    home, finland = "0119", area("finland")
    bar = sorted(near(home) - finland)
    soviets = {f"{n}Inf": h for n, h in enumerate(bar, 1)}
    return at("axis", FIRST, where={"1InA": home, **soviets}, options=options, without=without)


@pytest.mark.rule("SPI-WHATIF-1D")
def test_no_line_of_supply_leads_through_finland_or_one_does_by_r62() -> None:
    assert hemmed_in(()).supply("1InA").level
    assert not hemmed_in(situations(1)).supply("1InA").level
    assert hemmed_in((*situations(1), "R62")).supply("1InA").level
    assert hemmed_in(situations(1), "SPI-WHATIF-1D").supply("1InA").level


@pytest.mark.rule("SPI-WHATIF-1D", "SPI-LEN-C")
@pytest.mark.parametrize("scenario", ["barbarossa", "stalingrad", "zitadelle", "berlin"])
def test_helsinki_counts_for_nobody_or_for_the_axis_by_r63(scenario: str) -> None:
    """Without it the par is lower by as much, so that the game is as hard."""
    last = {"barbarossa": 8, "stalingrad": 20, "zitadelle": 29, "berlin": 42}[scenario]
    more = {"scenario": scenario, "turn": last}
    plain = score(at("soviet", SECOND, **more))  # type: ignore[arg-type]
    neutral = at("soviet", SECOND, options=situations(1), **more)  # type: ignore[arg-type]
    counted = at("soviet", SECOND, options=(*situations(1), "R63"), **more)  # type: ignore[arg-type]
    assert score(neutral) == plain - 3 and score(counted) == plain
    for state, par in ((neutral, PAR[scenario] - 3), (counted, PAR[scenario])):
        lost = score(state) - par  # so many points lost make a draw, which may be less than none
        for offset, winner in ((0, None), (1, "soviet"), (-1, "axis")):
            if lost + offset >= 0:
                out = state._supposed(variables=[("points lost", lost + offset)])
                assert play(out, "end-movement").outcome[0] == winner  # type: ignore[index]
            else:
                assert play(state, "end-movement").outcome[0] == "soviet"  # type: ignore[index]


@pytest.mark.rule("SPI-WHATIF-1A", "SPI-WHATIF-1C", "SPI-DEPLOY-C", "SPI-DEPLOY-D")
def test_the_axis_covers_no_front_of_finland() -> None:
    """Without Finns it need not break down an army for it."""
    state = game("barbarossa", situations(1)).new(seed=1)
    while (state.decision, state.to_move) != ("reorganization", "axis"):
        state.push("free" if state.to_move == "axis" else state.legal_actions.list()[0])
    assert names(state, "end-reorganization") == {""}


@pytest.mark.rule("SPI-WHATIF-1D")
def test_no_soviet_line_leads_through_finland_either() -> None:
    """Axis support units, which have no zones, hold every other hex beside 0119."""
    bar = sorted(near("0119") - area("finland"))
    held = dict(zip(("1Air", "2Air", "3Air", "1AxSup", "2AxSup", "3AxSup"), bar, strict=False))
    assert len(held) == len(bar)
    for options, without, open_ in (
        ((), "", True),
        (situations(1), "", False),
        ((*situations(1), "R62"), "", True),
        (situations(1), "SPI-WHATIF-1D", True),
    ):
        where = {"1Inf": "0119", **held}
        state = at("soviet", FIRST, where=where, options=options, without=without)
        assert bool(state.supply("1Inf").level) == open_
