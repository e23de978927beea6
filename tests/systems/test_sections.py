"""Sections join points of others: the order, the instances, and the refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from eastfront.program import (
    Builder,
    Hexes,
    Int,
    Number,
    ProgramError,
    no_hexes,
    no_units,
    number,
)
from eastfront.systems.sections import Bars, Joins, Section, rule, step, value, who_joins

told: list[str] = []
"""What steps of these sections wrote."""


class Game:
    """A game of some sections."""

    def __init__(self, *kinds: type[Section]) -> None:
        self.parts = [kind(self) for kind in kinds]
        self.joined = Joins(self.parts)

    def __getitem__(self, kind: type[Any]) -> Any:
        return next(part for part in self.parts if type(part) is kind)


@pytest.fixture(autouse=True)
def writing() -> Iterator[None]:
    """A program is being written, in which one rule is off."""
    told.clear()
    builder = Builder(("one", "other"), ["X-off"])
    builder.in_force("X-off")
    with builder.at_hand():
        yield


class Combat(Section):
    """What is joined."""

    @value
    def odds(self, attack: int) -> int:
        """The odds."""
        return attack

    @step
    def resolve(self, name: str) -> None:
        """Something happens."""
        told.append(f"resolve {name}")

    closed = Bars[[int], Hexes]()


class Terrain(Section):
    """Halves, then takes one away."""

    @Combat.odds.then("X-1")
    def halved(self, odds: int, attack: int) -> int:
        return odds // 2

    @Combat.odds.then(rank=1)
    def worn(self, odds: int, attack: int) -> int:
        return odds - 1

    @Combat.resolve.before()
    def look(self, name: str) -> None:
        told.append(f"look {name}")


class Weather(Section):
    """Adds three before all that has a rank."""

    @Combat.odds.then()
    def clear(self, odds: int, attack: int) -> int:
        return odds + 3

    @Combat.resolve.after("X-2")
    def melt(self, name: str) -> None:
        told.append(f"melt {name}")

    @Combat.resolve.after("X-off")
    def never(self, name: str) -> None:
        told.append("never")

    @Combat.resolve.after(unless="X-off")
    def only_without(self, name: str) -> None:
        told.append("without X-off")

    @Combat.resolve.after(unless="X-2")
    def not_with(self, name: str) -> None:
        told.append("without X-2")


class Supply(Section):
    """Statements of rules, and a step that is written only while its rule is in force."""

    @rule("X-1")
    def trace(self, name: str, far: int = 1) -> None:
        """Something of a rule in force."""
        told.append(f"trace {name} {far}")

    @rule("X-off")
    def starve(self, name: str) -> None:
        """Something of a rule that is off."""
        told.append(f"starve {name}")

    @Combat.resolve.after()
    @rule("X-off")
    def stop(self, name: str) -> None:
        """Joins a point with a rule that is off."""
        told.append(f"stop {name}")


class Stores(Section):
    """Rules that say what there is while they are off."""

    def _plenty(self, side: int, days: int) -> int:
        return 100 * days

    @rule("X-1", otherwise=_plenty)
    def rations(self, side: int, days: int) -> int:
        """Of a rule in force."""
        return days

    @rule("X-off", otherwise=_plenty)
    def fuel(self, side: int, days: int) -> int:
        """Another method speaks."""
        return days

    @rule("X-1", "X-off", otherwise=9)
    def shells(self, side: int) -> int:
        """One of two rules is off."""
        return side

    @rule(lambda self, side: ("X-1", "X-off")[side], otherwise=-1)
    def horses(self, side: int) -> int:
        """Each side has a rule of its own."""
        return side


class Siege(Section):
    """Goes round what is usual."""

    @Combat.resolve.instead()
    def besieged(self, former: Callable[[str], None], name: str) -> None:
        told.append("walls")
        former(f"{name}'s")

    @Combat.odds.instead(rank=2)
    def hard(self, former: Callable[[int], int], attack: int) -> int:
        return former(attack * 2) if attack < 10 else 0


def test_values_are_made_in_the_order_of_rank_and_section() -> None:
    assert Game(Combat, Terrain, Weather)[Combat].odds(8) == 8 // 2 + 3 - 1
    assert Game(Combat, Weather, Terrain)[Combat].odds(8) == (8 + 3) // 2 - 1
    assert Game(Combat)[Combat].odds(8) == 8


def test_a_value_can_be_asked_for_with_other_arguments_or_not_at_all() -> None:
    game = Game(Combat, Terrain, Siege)
    assert game[Combat].odds(8) == 16 // 2 - 1
    assert game[Combat].odds(10) == 0


def test_statements_of_a_rule_are_written_while_it_is_in_force() -> None:
    game = Game(Combat, Supply)
    supply = game[Supply]
    supply.trace("x", far=2)
    supply.starve("x")
    game[Combat].resolve("x")
    assert told == ["trace x 2", "resolve x"]


def test_while_a_rule_is_off_what_it_says_otherwise_is_so() -> None:
    stores = Game(Stores)[Stores]
    assert stores.rations(0, days=3) == 3
    assert stores.fuel(0, days=3) == 300
    assert stores.shells(5) == 9
    assert (stores.horses(0), stores.horses(1)) == (0, -1)


class Free(Section):
    """Conditions and sets of rules, of which one is off."""

    @rule("X-off", otherwise=True)
    def dry(self) -> Int:
        """Python's True in place of a number."""
        return number(0)

    @rule("X-off", otherwise=lambda self: 7)
    def cost(self) -> Number:
        """A number of a function."""
        return 4

    @rule("X-1", otherwise=True)
    def wet(self) -> Hexes:
        """Another kind, of a rule in force."""
        return no_hexes()

    @rule("X-1", "X-off", otherwise=lambda self: no_units())
    def hot(self) -> Hexes:
        """Another kind, of a rule that is off."""
        return no_hexes()


def test_what_applies_while_a_rule_is_off_is_of_the_kind_that_the_method_returns() -> None:
    free = Game(Free)[Free]
    assert free.dry().node == ("Const", 1) and (~free.dry()).node == ("Not", ("Const", 1))
    assert free.cost().node == ("Const", 7)
    line = Free.wet.__wrapped__.__wrapped__.__code__.co_firstlineno  # type: ignore[attr-defined]
    with pytest.raises(ProgramError) as error:
        free.wet()
    said = "X-1: `otherwise` is True (bool), expected a set of hexes"
    assert str(error.value) == f"{__file__}:{line}: Free.wet: {said}"
    with pytest.raises(ProgramError, match="X-1, X-off: `otherwise` is a set of units"):
        free.hot()


def test_a_point_is_a_number_of_the_program_while_no_rule_joins_it() -> None:
    class Roads(Section):
        @value
        def open(self) -> Number:
            return True

    class Mines(Section):
        @Roads.open.then("X-off")
        def mined(self, so_far: Number) -> Number:
            return number(0)

        @Roads.open.then(unless="X-1")
        def cleared(self, so_far: Number) -> Number:
            return False

    open_ = Game(Roads, Mines)[Roads].open()
    assert open_.node == ("Const", 1) and (~open_).node == ("Not", ("Const", 1))


def test_a_number_that_a_rule_makes_is_told_unless_it_says_otherwise() -> None:
    class March(Section):
        @value
        def allowance(self) -> Int:
            return number(4)

    class Mud(Section):
        @March.allowance.then("X-1")
        def slow(self, points: Int) -> Int:
            return points - 1

    class Snow(Section):
        @March.allowance.then("X-1", told=False)
        def slow(self, points: Int) -> Int:
            return points - 1

    assert Game(March, Mud)[March].allowance().node[0] == "Ruled"
    assert Game(March, Snow)[March].allowance().node == ("Sub", ("Const", 4), ("Const", 1))


def test_each_rule_wraps_what_those_before_it_wrote() -> None:
    Game(Combat, Terrain, Weather, Siege)[Combat].resolve("A")
    assert told == ["walls", "look A's", "resolve A's", "melt A's", "without X-off"]
    told.clear()
    Game(Combat, Siege, Terrain)[Combat].resolve("A")
    assert told == ["look A", "walls", "resolve A's"]


class Mobile(Combat):
    """One kind of combat."""


class Prepared(Combat):
    """Another."""


class Tanks(Section):
    """Tell in mobile combat alone."""

    @Mobile.odds.then()
    def doubled(self, odds: int, attack: int) -> int:
        return odds * 2


def test_a_point_reached_by_a_subclass_is_that_of_its_instances_alone() -> None:
    game = Game(Mobile, Prepared, Tanks, Weather)
    assert game[Mobile].odds(1) == 1 * 2 + 3
    assert game[Prepared].odds(1) == 1 + 3


class Skirmish(Combat):
    """States a point of combat anew."""

    @value
    def odds(self, attack: int) -> int:
        """Twice as good."""
        return attack * 2


class Raid(Combat):
    """Wants what was there as well."""

    @value
    def odds(self, attack: int) -> int:
        """Asks for it by super()."""
        return super().odds(attack) + 1


def test_what_joins_a_point_joins_what_a_class_states_anew() -> None:
    assert Game(Skirmish)[Skirmish].odds(3) == 6
    assert Game(Skirmish, Terrain)[Skirmish].odds(3) == 6 // 2 - 1
    assert Game(Combat, Terrain)[Combat].odds(6) == 6 // 2 - 1


def test_a_point_that_is_stated_anew_cannot_be_asked_for_by_super() -> None:
    with pytest.raises(ProgramError, match=r"Raid.odds restates Combat.odds .* super\(\)"):
        Game(Raid)[Raid].odds(3)


def test_bars_close_and_refuse_by_their_rules() -> None:
    class Swamp(Section):
        @Combat.closed.bar("X-3", "it is wet")
        def wet(self, side: int) -> Hexes:
            return no_hexes()

        @Combat.closed.bar("X-off", "never said")
        def off(self, side: int) -> Hexes:
            return no_hexes()

    combat = Game(Combat, Swamp)[Combat]
    limits = combat.closed.limits(Hexes("All"), 1)
    assert [(limit.rule, limit.text) for limit in limits] == [("X-3", "it is wet")]
    assert limits[0].allows.node == ("Difference", "All", "Empty")
    assert combat.closed.open(Hexes("All"), 1).node == ("Difference", "All", "Empty")


def test_a_point_that_no_section_has() -> None:
    with pytest.raises(ProgramError, match=r"Terrain\.\w+ joins Combat\.\w+, which no section has"):
        Game(Terrain)


def test_two_that_take_one_place() -> None:
    class Other(Section):
        @Combat.resolve.instead()
        def mined(self, former: Callable[[str], None], name: str) -> None:
            told.append("mines")

    class Ranked(Section):
        @Combat.resolve.instead(rank=1)
        def mined(self, former: Callable[[str], None], name: str) -> None:
            told.append("mines")

    with pytest.raises(ProgramError, match=r"Siege\.besieged and .*Other\.mined both replace"):
        Game(Combat, Siege, Other)
    Game(Combat, Ranked, Siege)[Combat].resolve("A")
    assert told == ["mines"]


def test_a_point_that_is_misspelt_fails_where_it_is_written() -> None:
    with pytest.raises(AttributeError, match="ods"):
        Combat.ods.then()  # type: ignore[attr-defined]


def test_who_joins_what_is_told() -> None:
    told = who_joins([Combat, Terrain, Weather])
    assert told[:3] == [
        ("Combat.odds", "then", "X-1", "Terrain.halved"),
        ("Combat.odds", "then", "", "Terrain.worn"),
        ("Combat.resolve", "before", "", "Terrain.look"),
    ]
    assert ("Combat.resolve", "after", "without X-off", "Weather.only_without") in told
