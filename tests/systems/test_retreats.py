"""Rules that join the systems' points for retreats: on a small map, and in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from eastfront._core import State
from eastfront.loading.game import scenario_of
from eastfront.program import (
    Hexes,
    Life,
    Units,
    all_hexes,
    mark,
    no_units,
    occupied,
    one_unit,
)
from eastfront.systems import Option, Rules, Section, unit_flag
from eastfront.systems.retreats import Retreats

from .busy import positions
from .table import TOWN, WOODS, Board, Small, data


class Flight(Retreats, Section):
    """Nobody flees into woods, nor B into the town; some stand, and one side flees."""

    fleeing = unit_flag("fleeing", Life.GAME)

    @Retreats.closed.bar("S-3", "woods")
    def woods_shut(self, side: int, units: Units) -> Hexes:
        """Nobody flees into woods."""
        woods: Hexes = self.woods
        return woods

    @Retreats.closed.bar("S-4", "enemies")
    def enemies(self, side: int, units: Units) -> Hexes:
        """Nor into a hex that the other side holds."""
        return occupied(1 - side)

    @Retreats.closed.bar("S-5", "the gates are too narrow")
    def gates(self, side: int, units: Units) -> Hexes:
        """B does not come into the town."""
        return self.hexes_with("town").when(units.contains(self.unit("UN:B")))

    @Retreats.stands.bar("S-6", "dug in")
    def dug_in(self, attacker: int, side: int, units: Units) -> Units:
        """Who is in the woods stands, if there are several."""
        return units.inside(self.woods).when(units.count() > 1)

    @Retreats.stands.bar("S-7", "brave")
    def brave(self, attacker: int, side: int, units: Units) -> Units:
        """B, when the other side attacks; C, when its own side does."""
        known = {(1, 0): "UN:B", (0, 0): "UN:C"}
        name = known.get((attacker, side))
        return one_unit(self.unit(name)) if name else no_units()

    @Retreats.stands.bar("", "the last", unless="S-8")
    def last(self, attacker: int, side: int, units: Units) -> Units:
        """Without rule S-8 Y stands."""
        return one_unit(self.unit("UN:Y"))

    @Rules.sequence.before()
    def flee(self) -> None:
        """Those who are to flee, of one side, do not if they stand."""
        attacker, side, names = self.game.driven
        mark(self.fleeing, self.units_where("driven", lambda u: u.name in names))
        self.spare(self.fleeing, attacker, side)

    def define_queries(self) -> None:
        """What is open to a unit, why not, and who stands."""
        for side, name in enumerate(self.sides):
            self.b.query(
                f"{name} open", 1, lambda u, s=side: self.closed.open(all_hexes(), s, one_unit(u))
            )
            self.tell_refuges(side, name)
            self.tell_stands(side, name, self.of[side], self.of[1 - side])


class OpenTowns(Option):
    """Towns take nobody in: no unit retreats into one."""

    @Retreats.closed.bar("H-1", "the town is shut")
    def towns(self, side: int, units: Units) -> Hexes:
        """Hexes with a city."""
        return self.hexes_where("towns", lambda h: any(f[:4] == "city" for f in h.features))


def even(name: str) -> bool:
    """Every second hex, by its printed id."""
    return sum(map(ord, name)) % 2 == 0


class Steadfast(Option):
    """Nobody is driven out of every second hex."""

    @Retreats.stands.bar("H-2", "on holy ground")
    def hold(self, attacker: int, side: int, units: Units) -> Units:
        """Attackers and defenders alike."""
        return units.inside(self.hexes_where("holy", lambda h: even(h.name)))


UNITS = [("A", "one"), ("B", "one"), ("C", "one"), ("X", "other"), ("Y", "other")]


class Fleeing(Small):
    """The smallest game, in which units flee."""

    board: Board
    flight: Flight
    driven = (1, 0, "ABC")


def at(rules: Any = Fleeing, without: Sequence[str] = (), **places: str) -> State:
    """A position; who has no place is away."""
    away = {unit: "away" for unit, _ in UNITS}
    state: State = rules(data(UNITS), without=without).compiled().new()
    return state._supposed(places=[*(away | places).items()])


def test_what_closes_a_hex_is_told_by_its_rule() -> None:
    """Of the hexes next to the unit, and by its own side."""
    state = at(A="0202", B="0103", X="0201", Y="0103")
    assert state.ask("one refuge S-3 woods", "A") == [WOODS]
    assert state.ask("one refuge S-4 enemies", "A") == ["0103", "0201"]
    assert state.ask("one refuge S-5 the gates are too narrow", "A") == []
    assert state.ask("one refuge S-5 the gates are too narrow", "B") == [TOWN]
    assert state.ask("other refuge S-4 enemies", "X") == ["0202"]
    assert state.ask("other refuge S-3 woods", "X") == [WOODS]
    assert not [name for name in at(without=["S-3"]).game.queries if "S-3" in name]


def test_what_is_closed_to_a_unit_of_a_side() -> None:
    state = at(A="0202", X="0201")
    assert state.ask("one open", "A") == ["0101", "0103", "0202", TOWN]
    assert state.ask("one open", "B") == ["0101", "0103", "0202"]
    assert state.ask("other open", "X") == ["0101", "0103", "0201", TOWN]


def test_who_stands_is_told_by_each_rule_of_attackers_and_defenders() -> None:
    state = at(A=WOODS, B="0101", C="0101", X=WOODS, Y="0103")
    assert state.ask("one stand S-6 dug in") == ["A", "X"] == state.ask("other stand S-6 dug in")
    assert state.ask("one stand S-7 brave") == ["C"]
    assert state.ask("other stand S-7 brave") == ["B"]


def test_only_what_a_rule_says_is_told() -> None:
    """What holds without a rule has none by which it could be told."""
    state = at(without=["S-7", "S-8"])
    told = {name for name in state.game.queries if " stand " in name}
    assert told == {"one stand S-6 dug in", "other stand S-6 dug in"}


def test_who_stands_is_told_of_two_parties() -> None:
    game = Fleeing(data(UNITS))
    with game.b.at_hand(), pytest.raises(ValueError, match="zip"):
        game.flight.tell_stands(0, "one", no_units())


@pytest.mark.parametrize(
    ("driven", "fleeing"),
    [
        ((1, 0, "ABC"), ["A", "C"]),
        ((0, 0, "ABC"), ["A", "B"]),
        ((0, 1, "XY"), ["X", "Y"]),
        ((1, 1, "BCX"), ["B", "C", "X"]),
        ((1, 0, "B"), []),
    ],
)
def test_who_stands_does_not_flee(driven: tuple[int, int, str], fleeing: list[str]) -> None:
    rules = type("Driven", (Fleeing,), {"driven": driven, "__module__": __name__})
    assert at(rules).units_with("fleeing") == fleeing


def test_who_stands_while_a_rule_is_off_does_not_flee() -> None:
    rules = type("Driven", (Fleeing,), {"driven": (0, 1, "XY"), "__module__": __name__})
    assert at(rules, ["S-8"]).units_with("fleeing") == ["X"]


# -- a house rule -----------------------------------------------------------------------------


SCENARIOS = ("barbarossa-deluxe/blue-kremlin", "russian-campaign/barbarossa")


def refuges(state: State) -> set[str]:
    """The hexes into which somebody may retreat now."""
    labels = state.legal_actions.names()
    return {label.partition(" ")[2] for label in labels if label.startswith("retreat-to ")}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_house_rule_works_and_is_explained_in_every_game(scenario: str) -> None:
    """Towns are refuges in the printed game, and in none with the rule; explanations say why."""
    hexes = scenario_of(scenario).map.hexes
    towns = {h.name for h in hexes if h is not None and any(f[:4] == "city" for f in h.features)}
    usual, shut, told = set[str](), set[str](), 0
    for seed in range(4):
        for state in positions(scenario, seed, 2500):
            usual |= refuges(state)
        for state in positions(scenario, seed, 2500, rules=OpenTowns):
            shut |= refuges(state)
            if state.decision == "combat" and told < 3:
                told += "shut: the town is shut (H-1)" in state.battle().explain()
    assert usual & towns and shut and not shut & towns
    assert told == 3


@pytest.mark.parametrize(
    ("scenario", "flag"),
    [
        ("barbarossa-deluxe/blue-kremlin", "retreating"),
        ("russian-campaign/barbarossa", "fleeing"),
        ("barbarossa-1971/zitadelle", "retreating"),
    ],
)
def test_who_stands_by_a_house_rule_is_explained_in_every_game(scenario: str, flag: str) -> None:
    """In the printed game units retreat from those hexes, with the rule from others alone."""
    found = {}
    for rules in (None, Steadfast):
        how = {} if rules is None else {"rules": rules}
        gone, told, before = set[bool](), 0, dict[str, str]()
        for state in (s for seed in range(3) for s in positions(scenario, seed, 2500, **how)):
            driven = state.units_with(flag)
            before = before if driven else state.places()
            gone |= {even(before[unit]) for unit in driven}
            if state.decision == "combat" and rules and told < 3:
                told += "stay on holy ground (H-2)" in state.battle().explain()
        found[rules] = gone, told
    assert found[None][0] == {True, False}
    assert found[Steadfast] == ({False}, 3)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_without_its_rule_it_does_nothing(scenario: str) -> None:
    plain = [state.key for state in positions(scenario, 1, 2500)][-1]
    off = [state.key for state in positions(scenario, 1, 2500, rules=OpenTowns, without=["H-1"])][
        -1
    ]
    assert plain == off
