"""The generated positions satisfy the laws, and show errors planted in the oracle.

Both searches for a plan agree on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from . import (
    answers,
    battles,
    battles_frontier,
    control,
    conversion,
    endings,
    movement,
    odds,
    positions,
    rail,
    retreat,
    scenario,
    supply,
    surrenders,
    zoc,
)
from .model import AXIS, RUSSIAN, Position, as_dict, overstacked
from .movement import start_second_impulse
from .zoc import enemy_zone

FRONTS = 4
SKIRMISHES = 20


@pytest.mark.parametrize("seed", range(FRONTS))
def test_a_front_keeps_the_laws(seed: int) -> None:
    plain = positions.random_position(seed)
    position = positions.load(plain)
    assert positions.in_contact(position) >= 1 / 3
    assert overstacked(position, AXIS) == [] and overstacked(position, RUSSIAN) == []
    hexes = {side: {position.at[u.id] for u in position.on_map(side)} for side in (AXIS, RUSSIAN)}
    assert hexes[AXIS].isdisjoint(hexes[RUSSIAN])
    assert all(position.board.is_land(h) for h in position.at.values())
    assert control.refreshed(position).control == position.control
    assert as_dict(position) == plain == positions.random_position(seed)


def in_progress(position: Position) -> Position:
    """The second impulse after a first in which some have won an automatic victory."""
    zones = enemy_zone(position, position.side)
    own = [u.id for u in position.on_map(position.side) if position.at[u.id] in zones]
    return start_second_impulse(position.with_(av_now=frozenset(own[::7])))


def parts(seed: int) -> list[tuple[Position, battles.Component]]:
    """Components small enough for the exhaustive search."""
    found = []
    fronts = [positions.random_position(seed)] if seed < FRONTS else []
    for plain in [*fronts, positions.random_skirmish(seed, 8 + seed % 5)]:
        position = positions.load(plain)
        if seed % 3 == 2:
            position = in_progress(position)
        for part in battles.components(position):
            if len(part.bound) + len(part.free) + len(part.must) + len(part.may) <= 12:
                found.append((position, part))
    return found


@pytest.mark.parametrize("seed", range(SKIRMISHES))
def test_both_searches_agree(seed: int) -> None:
    for position, part in parts(seed):
        by_trying = next(battles.legal_plans_of(position, part), None)
        by_sweeping = battles_frontier.plan_of(position, part)
        assert (by_trying is None) == (by_sweeping is None), part
        for plan in (by_trying, by_sweeping):
            for battle in plan or ():
                assert battles.battle_refusal(position, battle) is None


def test_both_searches_agree_at_the_strait() -> None:
    free = 0
    for seed in range(40):
        position = positions.load(positions.random_skirmish(seed, 9, "KK20"))
        for part in battles.components(position):
            free += bool(part.free and part.bound)
            by_trying = next(battles.legal_plans_of(position, part), None)
            by_sweeping = battles_frontier.plan_of(position, part)
            assert (by_trying is None) == (by_sweeping is None), part
    assert free


def test_a_battle_may_be_fought_when_some_plan_holds_it() -> None:
    allowed = refused = 0
    for seed in range(SKIRMISHES):
        position = positions.load(positions.random_skirmish(seed, 7))
        plans_there = list(battles.legal_plans(position))
        held = frozenset().union(*plans_there)
        drafts = {
            b
            for c in battles.components(position)
            for p in battles.groupings(position, c)
            for b in p
        }
        for battle in drafts:
            plan = battles_frontier.plan_with(position, frozenset({battle}))
            assert (plan is not None) == (battle in held), battle
            if plan is None:
                refused += 1
            else:
                allowed += 1
                assert battles.plan_refusal(position, plan) is None
    assert allowed and refused


def test_a_whole_front_has_a_plan_once_enough_have_surrendered() -> None:
    planned = 0
    for seed in range(FRONTS):
        position = positions.load(positions.random_position(seed))
        for part in battles.components(position):
            if battles_frontier.plan_of(position, part) is None:
                position = position.without([*part.bound, *part.free])
        position = position.without(position.av_now | position.av_before)
        plan = battles_frontier.a_plan(position)
        if plan is not None:
            assert battles.plan_refusal(position, plan) is None
            planned += 1
    assert planned >= FRONTS // 2


def test_surrenders_are_enough_and_none_too_many() -> None:
    checked = 0
    for seed in range(SKIRMISHES):
        position = positions.load(positions.random_skirmish(seed, 8))
        if seed % 3 == 2:
            position = in_progress(position)
        if battles.a_plan(position) is not None:
            assert surrenders.choices(position) == []
            continue
        by_cluster = surrenders.choices(position)
        together = {frozenset().union(*picked) for picked in product(*by_cluster)}
        whole = set(battles.smallest_surrenders(position))
        assert whole == {given_up for given_up in together if len(given_up) <= 4}
        for given_up in whole:
            checked += 1
            assert surrenders.is_minimal(position, given_up)
            assert not surrenders.is_minimal(position, given_up - {min(given_up)})
    assert checked


def test_battles_end_as_the_laws_want() -> None:
    endings_seen = 0
    for seed in range(SKIRMISHES):
        position = positions.load(positions.random_skirmish(seed, 8))
        for battle in answers.targets(position).values():
            if battles.battle_refusal(position, battle) is not None or len(battle.attackers) > 2:
                continue
            for code in ("A1", "AR", "EX", "DR", "D1", "DE"):
                for end in endings.endings(position, battle, code):
                    endings_seen += 1
                    units = endings.involved(position, battle)
                    assert {u for u, _ in end.standing} | end.eliminated | end.surrendered == units
                    after = position.with_(at={**position.without(units).at, **dict(end.standing)})
                    moved = [u for u, h in end.standing if h != position.at[u]]
                    for name in moved:
                        unit = after.units[name]
                        assert after.at[name] not in zoc.enemy_zone(after, unit.side)
                    assert overstacked(after, AXIS) == [] and overstacked(after, RUSSIAN) == []
    assert endings_seen > 100


# ---- planted errors: what goes wrong in one place is seen in the answers


def walks(position: Position) -> object:
    return answers.walks(position, scenario.allowances())


def supplies(position: Position) -> object:
    return answers.supplies(position, position.side)


def railway(position: Position) -> object:
    return answers.railway(position, position.side)


def plans(position: Position) -> object:
    components = battles.components(position)
    return [next(battles.legal_plans_of(position, part), None) is not None for part in components]


def zone_to_zone(p: Position, u: Any, w: Any, to: str) -> str | None:
    """The steps of 8 without 8.3."""
    reason = movement.enemy_bars(p, u, to) or w.stopped or w.left < 1 or not p.board.is_land(to)
    return "TRC-8.2a" if reason else None


Plant = tuple[str, Callable[[Position], object], Any, str, object]

#: what is wrong, whose answer shows it, where it is planted, and the wrong function or value
PLANTS: list[Plant] = [
    ("from zone to zone", walks, movement, "step_refusal", zone_to_zone),
    ("woods stop nobody", walks, movement, "stops_in", lambda *_: False),
    ("all may move", walks, movement, "grounded", lambda *_: None),
    ("zones of two hexes", answers.zones, zoc, "crossable_by_zoc", lambda *_: False),
    ("retreats into zones", answers.retreats, retreat, "enemy_zone", lambda *_: frozenset()),
    ("no room needed", answers.retreats, retreat, "room_in", lambda *_: True),
    ("all live through it", answers.retreats, retreat, "dies_when_retreated", lambda *_: None),
    ("lines of nine", supplies, supply, "line_length", lambda w: 5 if w == "snow" else 9),
    ("lines through zones", supplies, supply, "closed_to_lines", lambda *_: frozenset()),
    ("cities give nothing", supplies, supply, "own_cities", lambda *_: set()),
    ("supplied all winter", supplies, supply, "SECOND_WINTER", {10, 11}),
    ("trains in zones", answers.rides, rail, "enemy_zone", lambda *_: frozenset()),
    ("trains off any edge", answers.rides, rail, "OWN_EDGES", {AXIS: set(), RUSSIAN: set()}),
    ("conversion in zones", railway, conversion, "enemy_zone", lambda *_: frozenset()),
    ("no lines between", railway, conversion, "links_convert", lambda *_: set()),
    ("no rivers", answers.strengths, odds, "across_river", lambda *_: False),
    ("rivers by hexside", answers.strengths, odds, "rivers_count", lambda *_: False),
    ("cities hold nobody", answers.strengths, odds, "doubled", lambda *_: None),
    ("contested is Axis", answers.ownership, control, "sole_zone", lambda *_: AXIS),
    ("floor of 1-8", plans, odds, "FLOOR", -7),
    ("who fought fights", answers.duties, battles, "used_up", lambda _: frozenset()),
]


def busy_positions() -> Iterator[Position]:
    """Skirmishes first, as they are quick; then fronts, each in two more winters."""
    for seed in range(40):
        skirmish = positions.load(positions.random_skirmish(seed, 10))
        yield skirmish
        yield in_progress(skirmish)
    for seed in range(FRONTS):
        plain = positions.random_position(seed)
        yield positions.load(plain)
        yield positions.load(plain, turn=12, weather="snow")
        yield positions.load(plain, turn=5, weather="snow")


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: str(plant[0]))
def test_planted_errors_show(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    _, answer, module, name, wrong = plant
    for position in busy_positions():
        right = answer(position)
        with monkeypatch.context() as planted:
            planted.setattr(module, name, wrong)
            if answer(position.with_(known={})) != right:
                return
    pytest.fail("no position shows it")
