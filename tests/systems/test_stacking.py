"""Stacking: the uses of one stated limit, on a small map and in every game."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

import eastfront as ef
from eastfront._core import IllegalAction, State
from eastfront.loading.game import scenario_of
from eastfront.positions.document import document
from eastfront.program import (
    all_hexes,
    decide,
    loop,
    place,
)
from eastfront.scenario.model import HexRow, UnitRow
from eastfront.systems import AtMost, Option, Rules, Section, Stacking, value
from eastfront.systems.asking import define_answer

from .table import TOWN, WOODS, Board, Small, data

UNITS = [("A", "one"), ("B", "one"), ("C", "one"), ("S", "one"), ("X", "other")]
GROUPS = {"pair": "AB", "big one": "C", "big pair": "AC", "one that counts": "AS"}


class Crowd(Stacking, Board):
    """Two in a hex, one beside C, one in the woods; S does not count."""

    def uncounted(self, unit: UnitRow) -> bool:
        """S alone."""
        return unit.id == "UN:S"

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """Of the first side; the other has a limit of its own."""
        if side == 1:
            return [AtMost("S-9", 1, "one of theirs")]
        beside = self.units_where("big", lambda u: u.id == "UN:C")
        return [
            AtMost("S-4", 2, "two in a hex"),
            AtMost("S-5", 1, "one beside a big one", beside=beside),
            AtMost("S-6", 1, "one in the woods", where=self.woods),
        ]


class Going(Section):
    """A unit goes anywhere, but not into full hexes, though the town always takes it in."""

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Whoever is named goes."""
        with loop(), decide("move", 0, "S-1") as d, d.unit("move", self.of[0]) as unit:
            with decide("whither", 0, "S-1", about=unit) as d:
                town = self.hexes_with("town")
                limits = self.game.board.room_limits(0, unit, town)
                with d.hex("to", all_hexes(), *limits) as to:
                    place(unit, to, "S-1")

    def define_queries(self) -> None:
        """Each face of the limits."""
        board = self.game.board
        self.b.query("full", 1, lambda u: board.full(0, u))
        self.b.query("full for so many", 1, lambda n: board.full(0, more=n))
        define_answer("over", board.overstacked(0))
        define_answer("theirs", board.overstacked(1))
        self.b.query("may stack", 1, lambda h: board.may_stack(0, self.of[0], h))
        self.b.query("one fewer", 1, lambda h: board.may_stack(0, self.of[0], h, fewer=1))
        for name, members in GROUPS.items():
            group = self.units_where(name, lambda u, of=members: u.name in of)
            self.b.query(name, 1, lambda h, g=group: board.may_stack(0, g, h))
            self.b.query(f"{name} but one", 1, lambda h, g=group: board.may_stack(0, g, h, 1))


class Game(Small):
    """Units crowd together."""

    board: Crowd
    turns: Going


@pytest.fixture(scope="module")
def game() -> Any:
    """The game, its rules all in force."""
    return Game(data(UNITS)).compiled()


def at(game: Any, **places: str) -> State:
    """The position in which units are at places, the others away."""
    away = {unit: "away" for unit, _ in UNITS}
    return game.new()._supposed(places=[*(away | places).items()])


def test_as_many_as_a_limit_says_fill_a_hex_and_one_more_is_too_many(game: Any) -> None:
    two = at(game, A="0101", B="0101", C="0202")
    assert two.ask("full", "A") == ["0101", "0202"] and two.ask("over") == []
    assert at(game, A="0101", B="0101", C="0101").ask("over") == ["0101"]


def test_who_does_not_count_takes_no_room_and_finds_it_anywhere(game: Any) -> None:
    three = at(game, A="0101", B="0101", S="0101", C="0203")
    assert three.ask("full", "S") == [] == three.ask("over")
    assert at(game, A="0101", S="0101").ask("full", "B") == []


def test_a_limit_holds_beside_units_of_a_class(game: Any) -> None:
    """Whether one of them is there, or comes."""
    assert at(game, C="0201").ask("full", "A") == ["0201"]
    assert at(game, A="0201").ask("full", "C") == ["0201"]
    assert at(game, A="0201").ask("full", "B") == []
    assert at(game, A="0201", C="0201").ask("over") == ["0201"]


def test_a_limit_holds_in_its_hexes(game: Any) -> None:
    assert at(game, A=WOODS).ask("full", "B") == [WOODS]
    assert at(game, A=WOODS, B=WOODS).ask("over") == [WOODS]


def test_a_limit_is_of_the_units_of_a_side(game: Any) -> None:
    mixed = at(game, A="0101", X="0101")
    assert mixed.ask("over") == [] == mixed.ask("theirs") == mixed.ask("full", "B")


def test_room_for_so_many_more(game: Any) -> None:
    state = at(game, A="0101", B=WOODS)
    assert state.ask("full for so many", 0) == []
    assert state.ask("full for so many", 1) == [WOODS]
    assert state.ask("full for so many", 2) == ["0101", WOODS]


def test_a_group_is_measured_where_it_would_stand(game: Any) -> None:
    """Wherever it is now; of A, B, C and S three count."""
    state = at(game)
    assert state.ask("pair", "0101") == 1 and state.ask("pair", WOODS) == 0
    assert state.ask("may stack", "0101") == 0 == state.ask("one fewer", "0101")


def test_a_group_may_be_too_large_by_some_who_do_not_stay(game: Any) -> None:
    state = at(game)
    assert state.ask("pair but one", WOODS) == 1 and state.ask("big pair but one", "0101") == 1
    assert state.ask("big pair", "0101") == 0


def test_who_does_not_count_makes_no_group_too_large(game: Any) -> None:
    state = at(game)
    assert state.ask("one that counts", WOODS) == 1 == state.ask("big one", WOODS)
    assert state.ask("one that counts but one", WOODS) == 1


def test_a_rule_that_is_left_out_limits_nothing() -> None:
    free = Game(data(UNITS), without=["S-4", "S-5"]).compiled()
    state = at(free, A="0101", B="0101", C="0101")
    assert state.ask("over") == [] == state.ask("full", "A")
    assert state.ask("may stack", "0101") == 1 and state.ask("pair", WOODS) == 0


def test_a_move_is_refused_by_the_rule_that_forbids_it(game: Any) -> None:
    state = at(game, A="0101", B=WOODS, C="0201")
    state.push("move A")
    for to, refusal in ((WOODS, "S-6: one in the woods"), ("0201", "S-5: one beside a big one")):
        with pytest.raises(IllegalAction, match=refusal):
            state.copy().push(f"to {to}")
    full = at(game, B="0103", A="0103")
    full.push("move S")
    full.push("to 0103")


def test_a_move_is_refused_for_what_the_unit_is_that_comes(game: Any) -> None:
    state = at(game, A="0101", C="0201")
    state.push("move C")
    with pytest.raises(IllegalAction, match="S-5: one beside a big one"):
        state.push("to 0101")
    other = at(game, A="0101", B="0201")
    other.push("move B")
    other.push("to 0101")


def test_who_fits_all_the_same_is_not_refused(game: Any) -> None:
    state = at(game, C=TOWN, A="0101")
    state.push("move A")
    state.push(f"to {TOWN}")
    assert state.ask("over") == [TOWN]


# -- a section with limits of its own -----------------------------------------------------------


class Depot(Stacking, Section):
    """One unit to be fed in a hex; who counts is said by the board."""

    @value
    def stack_limits(self, side: int) -> list[AtMost]:
        """Of either side."""
        return [AtMost("S-7", 1, "one is fed in a hex")]

    def define_queries(self) -> None:
        """Where there is no room, and where too many are."""
        self.b.query("unfed", 1, lambda u: self.full(0, u))
        define_answer("hungry", self.overstacked(0))
        define_answer("counting", self.counting)


class Feeding(Game):
    """The board has limits, and so has the depot."""

    depot: Depot


class Silent(Board):
    """A board without limits; S does not count."""

    def uncounted(self, unit: UnitRow) -> bool:
        """S alone."""
        return unit.id == "UN:S"


class Alone(Small):
    """The depot alone has limits."""

    board: Silent
    depot: Depot


def test_a_section_has_limits_of_its_own_and_counts_as_the_board_does() -> None:
    for rules in (Feeding, Alone):
        state = at(rules(data(UNITS)).compiled(), A="0101", S="0101", B="0201", C="0201")
        assert state.ask("unfed", "A") == ["0101", "0201"] and state.ask("unfed", "S") == []
        assert state.ask("hungry") == ["0201"]
        assert state.ask("counting") == ["A", "B", "C", "X"]
    both = Feeding(data(UNITS))
    assert both.depot.counting is both.board.counting


# -- a house rule -----------------------------------------------------------------------------

SHIPPED = {
    "barbarossa-deluxe/blue-kremlin": "prepared assault",
    "russian-campaign/barbarossa": "battle",
    "barbarossa-1971/barbarossa": "arrival",
}
"""In each game a decision that comes when a side has moved."""


def thin(row: HexRow) -> bool:
    """Whether a hex lies in every other row of the map."""
    return row.row % 2 == 1


class Thin(Option):
    """One unit in a hex of every other row."""

    @Stacking.stack_limits.then("H-2")
    def alone(self, so_far: list[AtMost], side: int) -> list[AtMost]:
        """Beside what the game says."""
        where = self.hexes_where("every other row", thin)
        return [*so_far, AtMost("H-2", 1, "one unit in this row", where=where)]


@cache
def gathered(scenario: str, rules: Any = None, without: tuple[str, ...] = ()) -> set[str]:
    """The hexes of these rows in which units of a side have come together by moving."""
    rows = scenario_of(scenario).map.hexes
    known = {row.name for row in rows if row is not None and thin(row)}
    game = ef.load(scenario, rules=rules, without=without)
    uncounted = document(game)["units"]["uncounted"]
    before, out = set[str](), set[str]()
    for seed in (0, 2):
        state, rng, mover = game.new(seed), random.Random(seed), None
        for _ in range(3000):
            if state.is_over:
                break
            places = list(state.places().values())
            held = Counter(at for n, at in enumerate(places) if at in known and n not in uncounted)
            crowded = {place for place, units in held.items() if units > 1}
            if state.decision == "movement" and mover != state.to_move:
                before, mover = crowded, state.to_move
            if state.decision == SHIPPED[scenario]:
                out, mover = out | (crowded - before), None
            legal = state.legal_actions.list()
            deeds = [a for a in legal if not state.is_pass(a)]
            state.push(rng.choice(deeds if deeds and rng.randrange(16) else legal))
    return out


@pytest.mark.parametrize("scenario", SHIPPED)
def test_a_house_rule_limits_stacking_in_every_game(scenario: str) -> None:
    assert gathered(scenario) and not gathered(scenario, Thin)


@pytest.mark.parametrize("scenario", SHIPPED)
def test_without_its_rule_it_does_nothing(scenario: str) -> None:
    assert gathered(scenario) == gathered(scenario, Thin, ("H-2",))
