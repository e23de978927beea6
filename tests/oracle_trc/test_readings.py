"""Where the rulebook has two readings, they differ in the oracle."""

from __future__ import annotations

from dataclasses import replace

from . import battles, conversion, odds, sea
from .board import small_board
from .model import AXIS, RUSSIAN, Position
from .odds import Battle, at_floor, doubled
from .pieces import TEXT_CHART, german, placed, russian
from .readings import DEFAULT
from .sea import OMB, Log
from .test_worked_rail import CENTRE, gauges, holders
from .test_worked_zones import BLACK

PLAIN = small_board(("A1", "L20"))


def other(position: Position, **changes: object) -> Position:
    """The position under another reading."""
    return position.with_(readings=replace(DEFAULT, **changes))  # type: ignore[arg-type]


def one(attackers: str, target: str) -> Battle:
    return Battle(frozenset(attackers.split()), frozenset({target}))


def test_a_besieged_worker_attacks_or_stands() -> None:
    worker = russian("worker", "2-0", "worker")
    position = placed(PLAIN, {worker: "D5", german("a"): "D6"}, side=RUSSIAN, turn=4)
    assert [u.id for u in battles.duty_attackers(position)] == ["worker"]
    assert battles.duty_targets(position) == {"D6"}
    spared = other(position, immobile_must_attack=False)
    assert battles.duty_attackers(spared) == [] and battles.duty_targets(spared) == set()
    assert [u.id for u in battles.volunteers(spared)] == ["worker"], "it still may"
    hq = german("hq", "1-7", "hq")
    pinned = placed(PLAIN, {hq: "D6", russian("1 A"): "D5"}, turn=4)
    assert battles.duty_attackers(other(pinned, immobile_must_attack=False)) == []
    second = other(pinned, immobile_must_attack=False).with_(impulse=2)
    assert [u.id for u in battles.duty_attackers(second)] == ["hq"]


def test_the_floor_before_or_after_shifts() -> None:
    at = {
        german("a", "2-4"): "D6",
        german("hq", "1-7", "hq"): "D9",
        russian("1 A", "8-3"): "D5",
        russian("2 A", "8-3"): "D5",
    }
    position = placed(PLAIN, at, turn=2)
    assert not at_floor(position, one("a", "D5"))
    assert battles.a_plan(position) is None
    lifted = other(position, floor_before_shifts=False)
    assert at_floor(lifted, one("a", "D5"), air=1) and not at_floor(lifted, one("a", "D5"))
    assert battles.a_plan(lifted) == frozenset({one("a", "D5")})
    assert battles.a_plan(lifted.with_(impulse=2)) is None, "no Stukas then"


def test_ten_to_one_in_combat_with_or_without_a_die() -> None:
    position = placed(PLAIN, {german("a"): "D6"}, turn=2)
    assert odds.outcome(position, 9, 1) == "DS"
    assert odds.outcome(other(position, surrender_in_combat=False), 9, 1) == "DR"


def test_one_river_by_its_whole_course_or_by_the_hexside() -> None:
    # a bend: C4 and C5 are both on the river, which comes to C5 by way of D6 and D5
    board = small_board(("A1", "L20"), rivers={"Bend": "C4 D5 D6 C6"})
    assert doubled(placed(board, {}, turn=2), "D6", ["D5"]) is None
    bend = small_board(("A1", "L20"), rivers={"Bend": "D4 C4 B5 C5 D6 D5"})
    position = placed(bend, {}, turn=2)
    assert doubled(position, "C5", ["C4"]) is None
    assert doubled(other(position, same_river="hexside"), "C5", ["C4"]) == "TRC-14.1c"
    assert doubled(other(position, same_river="hexside"), "C4", ["B5"]) is None
    # two rivers that never meet: on one of them, attacked from the other
    two = small_board(("A1", "L20"), rivers={"North": "D4 D5", "South": "E4 E5"})
    assert doubled(placed(two, {}, turn=2), "D5", ["E5"]) == "TRC-14.1c"
    assert doubled(placed(two, {}, turn=2), "D5", ["E5", "D4"]) is None
    assert doubled(placed(two, {}, turn=1), "D5", ["E5"]) is None


def test_who_has_fought_and_comes_into_another_battle() -> None:
    at = {german("a"): "D6", russian("1 A"): "D5", russian("2 A"): "D5"}
    position = placed(PLAIN, at, turn=2, fought=frozenset({"2 A"}))
    assert odds.defence_strength(position, one("a", "D5")) == 5
    assert odds.defence_strength(other(position, retreated_defend_again=True), one("a", "D5")) == 10
    both = position.with_(fought=frozenset({"1 A", "2 A"}))
    assert battles.battle_refusal(both, one("a", "D5")) == "TRC-12.4a"


def test_the_pinned_may_sail_or_not() -> None:
    corps = german("54", "3-4")
    position = placed(BLACK, {corps: "DD24"}, turn=3, impulse=2, frozen=frozenset({"54"}))
    assert any(m.to == OMB for m in sea.moves(position, corps, Log(), TEXT_CHART))
    assert sea.moves(other(position, pinned_may_sail=False), corps, Log(), TEXT_CHART) == set()


def test_a_held_junction_in_an_enemy_zone() -> None:
    at = {german("29", "3-4"): "S11", russian("24 A"): "S10"}
    fields = {"rail": gauges(CENTRE, "P14"), "control": holders(CENTRE, "P14")}
    position = placed(CENTRE, at, turn=3, **fields)
    assert "S11" in conversion.converted(position, AXIS, [])
    strict = other(position, junction_converts_in_zoc=False)
    assert "S11" not in conversion.converted(strict, AXIS, [])
