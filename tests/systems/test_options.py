"""Options of a game: their descriptions, those played, and those refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from eastfront.program import Builder, ProgramError
from eastfront.systems.rules import Rules
from eastfront.systems.sections import Joins, Option, annotated, value


class Cups(Option):
    """What two options share."""

    names = ("tea", "coffee")

    @classmethod
    def carries(cls, option: type[Option], game: Any) -> bool:
        return option is not Tea or not game.chosen("coffee")


class Tea(Option):
    """Tea."""

    name = "tea"
    text = "3.10: tea"
    together = (("spoons=2",),)
    cups: Cups


class Coffee(Option):
    """Coffee."""

    name = "coffee"
    text = "3.9: coffee, black"
    rests_on = ("X-1",)
    cups: Cups

    @value
    def sugar(self) -> int:
        """How much."""
        return 0


class Sweet(Option):
    """More sugar, which nobody has described elsewhere.

    Whoever likes it.
    """

    name = "sweet"

    @Coffee.sugar.then()
    def more(self, sugar: int) -> int:
        return sugar + 1


class Spoons(Option):
    """Some spoons."""

    name = "spoons"
    text = "2: spoons"
    least, most = 1, 6
    together = (("coffee", "tea"),)
    requires = ("tea",)


class Kitchen(Rules):
    """A game of these."""

    optional = (Cups, Tea, Coffee, Sweet, Spoons)
    readings = {"D-1": "milk first"}


def kitchen(*options: str) -> Kitchen:
    """The game with some options, before it is put together."""
    game = object.__new__(Kitchen)
    game.options = frozenset(options)
    game.numbers = {}
    return game


def played(*options: str) -> list[type[Option]]:
    """The options that are played when some are chosen."""
    game = kitchen(*options)
    return [kind for kind in Kitchen.optional if game._played(kind)]


@pytest.fixture(autouse=True)
def writing() -> Iterator[None]:
    """A program is being written."""
    with Builder(("one", "other")).at_hand():
        yield


def test_options_are_known_in_the_order_of_the_rulebook_and_readings_last() -> None:
    assert Kitchen.known_options == {
        "coffee": "3.9: coffee, black",
        "tea": "3.10: tea",
        "sweet": "More sugar, which nobody has described elsewhere.",
        "D-1": "milk first",
    }
    assert list(Kitchen.known_options) == ["coffee", "tea", "sweet", "D-1"]
    spoons = Kitchen.numbered_options["spoons"]
    assert (spoons.least, spoons.most, spoons.text) == (1, 6, "2: spoons")
    assert Kitchen.combined_options == [("coffee", "tea"), ("spoons=2",)]


def test_a_rule_of_ones_own_is_known_by_its_name() -> None:
    class Saucers(Option):
        """Saucers."""

        name = "saucers"

    assert "saucers" in Kitchen.also(Saucers).known_options
    assert "saucers" not in Kitchen.known_options


def test_what_options_share_is_played_with_any_of_them() -> None:
    assert played() == []
    assert played("tea") == [Cups, Tea]
    assert played("coffee") == [Cups, Coffee]
    assert Tea.reached() == annotated(Tea, Option) == {"cups": Cups}


def test_what_is_shared_may_not_carry_an_option() -> None:
    assert played("tea", "coffee") == [Cups, Coffee]


def test_nothing_is_played_of_what_rests_on_a_rule_that_is_left_out() -> None:
    with Builder(("one", "other"), ["X-1"]).at_hand():
        assert played("coffee") == [Cups]


def test_who_reaches_what_is_not_played_is_not_played() -> None:
    class Late(Option):
        """Coffee, late."""

        name = "late"
        names = ("late", "coffee")
        coffee: Coffee

    vars(Late)["__annotations__"]["coffee"] = Coffee
    assert kitchen("coffee")._played(Late)
    assert not kitchen("late")._played(Late)


def test_an_option_without_what_it_requires_is_refused() -> None:
    assert played("tea", "spoons") == [Cups, Tea, Spoons]
    with pytest.raises(ProgramError, match="Spoons is played only with the option `tea`"):
        played("spoons")


def test_what_joins_an_option_that_is_not_played_does_nothing() -> None:
    class Game:
        """A game of some of these."""

        def __init__(self, *kinds: type[Option]) -> None:
            self.parts = [kind(self) for kind in kinds]
            self.joined = Joins(self.parts, Kitchen.optional)

    Game(Sweet)
    assert Game(Coffee, Sweet).parts[0].sugar() == 1  # type: ignore[attr-defined]
    assert Game(Coffee).parts[0].sugar() == 0  # type: ignore[attr-defined]
