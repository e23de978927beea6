"""A law is stated by the section with its rule, and tested while the rule is in force."""

from __future__ import annotations

from typing import Any

from eastfront._core import rollout_checked
from eastfront.program import Builder, Int, number, place_of, units_on_map
from eastfront.systems.laws import LAW, define_laws, law, laws_of
from eastfront.systems.sections import Section

from .table import TOWN, WOODS, Board, Small, data


class Stacks(Section):
    """A section with two laws."""

    most = 3

    @law("X-1", "no more than there are")
    def few(self) -> Int:
        """How many there are."""
        return number(self.most) <= 3

    @law("X-off", "none at all")
    def none(self) -> Int:
        """Whether there is none."""
        return number(self.most) == 0

    def other(self) -> Int:
        """Says no law."""
        return number(0)


class Higher(Stacks):
    """The same law, said anew."""

    @law("X-1", "no more than twice as many")
    def few(self) -> Int:
        """How many there are."""
        return number(self.most) <= 6


class Game:
    """A game without a table."""

    board: Any = None


def test_a_section_says_its_laws() -> None:
    told = [(rule, words) for rule, words, _ in laws_of(Stacks(Game()))]
    assert told == [("X-1", "no more than there are"), ("X-off", "none at all")]


def test_what_is_said_anew_is_said_once() -> None:
    told = [(rule, words) for rule, words, _ in laws_of(Higher(Game()))]
    assert told == [("X-1", "no more than twice as many"), ("X-off", "none at all")]


def queries(off: list[str], *sections: Section) -> list[tuple[str, int, Any]]:
    """The queries that the laws of sections come to: name, arguments and answer."""
    builder = Builder(("one", "other"), off)
    asked: list[tuple[str, int, Any]] = []
    builder.query = lambda *query: asked.append(query)  # type: ignore[assignment, method-assign, misc]
    with builder.at_hand():
        define_laws(sections)
    return asked


def test_a_law_is_asked_once_while_its_rule_is_in_force() -> None:
    ((name, args, holds),) = queries(["X-off"], Stacks(Game()), Stacks(Game()))
    assert (name, args) == ("law X-1 no more than there are", 0)
    assert holds().node == (number(3) <= 3).node


# -- in play --------------------------------------------------------------------------------------


class Guard(Section):
    """A stays out of the woods, says a section; the table says that X stands in the town."""

    @law("S-3", "A is not in the woods")
    def out(self) -> Int:
        """Where A is."""
        return ~self.woods.contains(place_of(self.unit("UN:A")))

    @law("S-4", "A is on the map")
    def there(self) -> Int:
        """It always is."""
        return units_on_map().contains(self.unit("UN:A"))


class Table(Board):
    """A law of what lies on the table."""

    @law("S-5", "X is at home")
    def home(self) -> Int:
        """In the town."""
        return place_of(self.unit("UN:X")) == self.hex(TOWN)


class Guarded(Small):
    """The smallest game, with laws."""

    board: Table
    guard: Guard


LAWS = {
    "home": "law S-5 X is at home",
    "out": "law S-3 A is not in the woods",
    "there": "law S-4 A is on the map",
}


def test_laws_are_asked_of_any_position() -> None:
    """Those of the table come first."""
    game = Guarded(data()).compiled()
    assert [name for name in game.queries if name.startswith(LAW)] == list(LAWS.values())
    state = game.new()
    assert [state.ask(name) for name in LAWS.values()] == [1, 1, 1]
    state = state._supposed(places=[("A", WOODS), ("X", "0103")])
    assert [state.ask(name) for name in LAWS.values()] == [0, 0, 1]


def broken(*without: str) -> set[str]:
    """The rules whose laws the engine finds broken while it plays; in a walk to and fro it minds
    that positions come back, too."""
    start = Guarded(data(), without=without).compiled().new()
    told = {one.partition(": ")[2] for one in rollout_checked(start, 20, seed=1)["found"]}
    return told - {"the position occurred before"}


def test_a_game_is_checked_by_its_laws() -> None:
    assert broken() == {"S-3 A is not in the woods"} and broken("S-3") == set()
