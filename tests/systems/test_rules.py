"""Rules: sections by annotation, options with their requirements, rules left out."""

from __future__ import annotations

from typing import Any

import pytest

from eastfront.program import Hexes, ProgramError, all_hexes, decide, end_game, number
from eastfront.systems import Bars, Option, Rules, Section, one_by_one, value

from .table import Board, Small, data


class Ways(Section):
    """What options change."""

    closed = Bars[[int], Hexes]()

    @value
    def points(self, side: int) -> Any:
        """Points of a side."""
        return number(3)

    def define_queries(self) -> None:
        """What came of it."""
        self.b.query("points", 0, lambda: self.points(0))
        self.b.query("open", 0, lambda: self.closed.open(all_hexes(), 0))


class Mud(Option):
    """Points are halved.

    More is not told in a list.
    """

    name = "mud"

    @Ways.points.then("S-5")
    def halved(self, points: Any, side: int) -> Any:
        """By half."""
        return points // 2


class Frost(Option):
    """Woods are closed."""

    name = "frost"

    @Ways.closed.bar("S-6", "snow lies there")
    def snow(self, side: int) -> Hexes:
        """Woods."""
        return self.woods


class Weathered(Small):
    """With options."""

    board: Board
    ways: Ways
    optional = (Mud, Frost)


def state(**how: Any) -> Any:
    return Weathered(data(), **how).compiled().new()


def test_options_say_what_they_are() -> None:
    assert dict(Weathered.known_options) == {
        "mud": "Points are halved.",
        "frost": "Woods are closed.",
    }
    assert list(Weathered.sections()) == ["turns", "ways"]


def test_an_option_is_played_when_it_is_asked_for() -> None:
    assert state().ask("points") == 3 and "0102" in state().ask("open")
    assert state(options=["mud"]).ask("points") == 1
    assert "0102" not in state(options=["frost"]).ask("open")
    assert state(options=["mud"], without=["S-5"]).ask("points") == 3


def test_options_and_rules_that_there_are_not() -> None:
    with pytest.raises(ProgramError, match="no option `mdu`; the nearest is `mud`"):
        state(options=["mdu"])
    with pytest.raises(ProgramError, match="no rule S-7"):
        state(without=["S-7"])


def test_options_with_a_number() -> None:
    class Bid(Option):
        """Points that are bid."""

        name, least, most = "bid", 1, 9

    class Bidding(Weathered):
        optional = (Mud, Frost, Bid)

    Bidding.__module__ = __name__
    assert Bidding(data(), options=["bid=4"]).option_number("bid") == 4
    for wrong in ("bid=10", "bid=x", "bid=04"):
        with pytest.raises(ProgramError, match="takes a number from 1 to 9"):
            Bidding(data(), options=[wrong])


def test_a_rule_of_ones_own_joins_last() -> None:
    class More(Option):
        @Ways.points.then()
        def more(self, points: Any, side: int) -> Any:
            return points + 1

    game = Weathered.also(More)
    assert game(data(), options=["mud"]).compiled().new().ask("points") == 2
    assert dict(game.known_options) == dict(Weathered.known_options)


def test_a_subclass_puts_another_section_in_the_place_of_one() -> None:
    assert Heavier(data()).compiled().new().ask("points") == 9


class Heavy(Ways):
    """Other points."""

    @value
    def points(self, side: int) -> Any:
        """More."""
        return number(9)


class Heavier(Weathered):
    """With them."""

    ways: Heavy


def test_a_rule_with_the_name_of_a_section() -> None:
    with pytest.raises(ProgramError, match=r"Clash\.ways has the name of a section"):
        Weathered.also(Clash)(data())


class Clash(Option):
    """A method that a section would hide."""

    @Ways.points.then()
    def ways(self, points: Any, side: int) -> Any:
        """The same."""
        return points


class Choice(Section):
    """Units one by one."""

    @Rules.sequence.before()
    def choose(self) -> None:
        """Each goes to the box of the dead; one at least."""
        left = self.of[0].inside(all_hexes())
        from eastfront.program import place

        with one_by_one(
            "choice", 0, "S-8", "take", left, stop="enough", enough=left.count() < 2
        ) as u:
            place(u, self.box("dead"), "S-8")


class Choosing(Small):
    """With that choice."""

    board: Board
    choice: Choice


def test_one_by_one_until_it_is_enough() -> None:
    all_there = data()
    all_there.setup["setup"].append({"hex": "0202", "units": ["UN:B"]})
    state = Choosing(all_there).compiled().new()
    # the two are printed alike and stand apart, so that each is offered
    assert state.legal_actions.names() == ["take A", "take B"]
    state.push("take B")
    assert state.legal_actions.names() == ["take A", "enough"]
    state.push("enough")
    assert state.decision == "move" and state.place("B") == "dead"


@pytest.mark.parametrize("level", [-5000, -1, 0, 2])
def test_a_game_may_end_at_any_level(level: int) -> None:
    """Below nothing as well; the key of the position tells it from others."""

    class Ending(Section):
        @Rules.sequence.instead()
        def sequence(self, former: Any) -> None:
            with decide("end", 0, "S-1") as d:
                for one in (level, level + 1):
                    with d.option(f"at-{one - level}"):
                        end_game(1, one, "S-2")

    kind = type("Closing", (Small,), {"__annotations__": {"turns": Ending}, "__module__": __name__})
    game = kind(data()).compiled()
    ends = [game.new(), game.new()]
    for n, state in enumerate(ends):
        state.push(f"at-{n}")
        assert state.outcome == ("other", level + n, "S-2")
    assert ends[0].key != ends[1].key
