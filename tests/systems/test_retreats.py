"""Rules that join the systems' points for retreats: on a small map, and in every game."""

from __future__ import annotations

import pytest

from eastfront._core import State
from eastfront.game import scenario_of
from eastfront.program import Hexes, Units
from eastfront.systems import Option, Section
from eastfront.systems.retreats import Retreats

from .busy import positions
from .table import Small, data


class Flight(Retreats, Section):
    """Units flee from the woods' neighbours."""

    @Retreats.closed.bar("S-3", "woods")
    def woods_shut(self, side: int, units: Units) -> Hexes:
        """Nobody flees into woods."""
        woods: Hexes = self.woods
        return woods

    def define_queries(self) -> None:
        """What is open to a unit, and why not."""
        self.b.query("open", 1, lambda u: self.closed.open(~self.woods | self.woods, 0, u))
        for side, name in enumerate(self.sides):
            self.tell_refuges(side, name)


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


class Fleeing(Small):
    """The smallest game, in which units flee."""

    flight: Flight


def test_what_closes_a_hex_is_told_by_its_rule() -> None:
    game = Fleeing(data()).b
    names = [query["name"] for query in game.queries]
    assert "one refuge S-3 woods" in names and "other refuge S-3 woods" in names


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
