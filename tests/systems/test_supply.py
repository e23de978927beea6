"""Rules that join the systems' point for lines of supply: on a small map, and in every game."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from eastfront._core import State
from eastfront.loading.game import scenario_of
from eastfront.positions.layout import layout_of
from eastfront.program import (
    Hexes,
    Int,
    all_hexes,
    flood,
    no_hexes,
    occupied,
    place_of,
)
from eastfront.questions import state as views
from eastfront.systems import Bars, Option, Section, Supply, define_supply

from .busy import positions
from .table import TOWN, WOODS, Small, data


class Lines(Supply, Section):
    """Lines lead from the town through what is neither wooded nor held by the enemy."""

    @Supply.closed.bar("S-3", "snow lies in the woods")
    def snow(self, side: int) -> Hexes:
        """Nobody's lines lead through the woods."""
        woods: Hexes = self.woods
        return woods

    @Supply.closed.bar("S-4", "enemies are there")
    def enemies(self, side: int) -> Hexes:
        """Nor through the other side."""
        return occupied(1 - side)

    passage = Bars[[int], Hexes]()
    """What closes hexes to some lines only."""

    @passage.bar("S-6", "no road")
    def roadless(self, side: int) -> Hexes:
        """The first side's wagons need roads, which are not in the town."""
        return self.hexes_with("town") if side == 0 else no_hexes()

    @Supply.closed.bar("", "fog", unless="S-5")
    def fog(self, side: int) -> Hexes:
        """Without rule S-5 the second side has no lines through the town."""
        return self.hexes_with("town") if side == 1 else no_hexes()

    def define_queries(self) -> None:
        """What is open, what is closed and by which rule, and who is supplied."""
        open_ = [self.closed.open(all_hexes(), side) for side in range(2)]
        town = self.hexes_with("town")
        lines = self.edges_where("every hexside", lambda a, b: True)
        for name in self.sides:
            self.b.edge_mask(f"{name} supply", self.b.edge_masks[lines.index]["masks"])

        def supplied(side: int, unit: Int) -> Int:
            return flood(town, open_[side], lines).contains(place_of(unit))

        define_supply(self.of, supplied, lambda side: open_[side], [town, town])
        self.tell_closed(self.passage)


class Fed(Small):
    """The smallest game, in which units are supplied."""

    lines: Lines
    supply_states = ("cut off", "supplied")


def at(game: Any, **places: str) -> State:
    """A position: A and X stand there, B nowhere."""
    state: State = game.compiled().new()
    return state._supposed(places=[*places.items()])


def test_what_closes_hexes_is_told_by_its_rule_for_each_side() -> None:
    state = at(Fed(data()), A="0101", X="0202")
    assert state.ask("one line shut S-3 snow lies in the woods") == [WOODS]
    assert state.ask("other line shut S-3 snow lies in the woods") == [WOODS]
    assert state.ask("one line shut S-4 enemies are there") == ["0202"]
    assert state.ask("other line shut S-4 enemies are there") == ["0101"]
    assert set(state.ask("one line hexes")) == {"0101", "0103", "0201", TOWN}


def test_what_closes_hexes_to_some_lines_is_told_beside_it() -> None:
    state = at(Fed(data()), A="0101", X="0202")
    assert state.ask("one line shut S-6 no road") == [TOWN]
    assert state.ask("other line shut S-6 no road") == []
    assert TOWN in state.ask("one line hexes")


def test_a_supply_names_the_rule_that_closes_each_hex_of_the_cut() -> None:
    """0101 has two ways out to the town: the woods beside it, and a hex that X stands in."""
    state = at(Fed(data()), A="0101", X="0201")
    found = state.supply("A")
    assert (found.state, found.cut) == ("cut off", (WOODS, "0201"))
    assert found.barred == {
        WOODS: "snow lies in the woods (S-3)",
        "0201": "enemies are there (S-4)",
    }
    assert str(found).endswith(
        "no line past 0102 0201: snow lies in the woods (S-3); enemies are there (S-4)"
    )
    assert at(Fed(data()), A="0101", X="0103").supply("A").barred == {}


def test_a_rule_that_is_off_closes_nothing_and_is_not_told() -> None:
    state = at(Fed(data(), without=["S-3"]), A="0101", X="0201")
    found = state.supply("A")
    assert found.state == "supplied" and WOODS in found.path
    assert not [name for name in layout_of(state.game).queries if "S-3" in name]


def test_what_is_so_while_a_rule_is_off_is_told_without_a_rule() -> None:
    for without, barred in (([], {}), (["S-5"], {TOWN: "fog"})):
        state = at(Fed(data(), without=without), A="0101", X=TOWN)
        assert state.supply("X").barred == barred


# -- a house rule -----------------------------------------------------------------------------


class Drought(Option):
    """The wells of the middle of the map are dry: no line of supply leads through them."""

    @Supply.closed.bar("H-3", "the wells are dry")
    def dry_wells(self, side: int) -> Hexes:
        """A column from the north to the south."""
        middle = self.data.map.width // 2
        return self.hexes_where("dry wells", lambda h: h.column == middle)


SCENARIOS = (
    "barbarossa-deluxe/blue-kremlin",
    "russian-campaign/fall-blau",
    "barbarossa-1971/zitadelle",
)


def wells(scenario: str) -> set[str]:
    """The hexes that the house rule closes."""
    map_ = scenario_of(scenario).map
    return {h.name for h in map_.hexes if h is not None and h.column == map_.width // 2}


def supplies(scenario: str, **how: Any) -> list[views.Supply]:
    """What is told of the units on the map, from time to time."""
    found = []
    for state in islice(positions(scenario, 1, 1500, **how), 300, None, 200):
        on_map = [unit for unit, at in state.places().items() if at in state.game.hexes]
        found += [state.supply(unit) for unit in on_map]
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_house_rule_closes_hexes_and_is_explained_in_every_game(scenario: str) -> None:
    """Lines lead through those hexes in the printed game and through none with the rule; who is cut
    off by them is told why."""
    dry = wells(scenario)
    usual, shut = supplies(scenario), supplies(scenario, rules=Drought)
    assert any(dry.intersection(one.path[1:]) for one in usual)
    assert any(one.path for one in shut)
    assert not any(dry.intersection(one.path[1:]) for one in shut)
    assert not any("H-3" in str(one) for one in usual)
    told = [one for one in shut if "the wells are dry (H-3)" in one.barred.values()]
    assert told and all("the wells are dry (H-3)" in str(one) for one in told)
    for one in told:
        assert {h for h, why in one.barred.items() if "H-3" in why} <= dry & set(one.cut)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_house_rule_is_played_and_can_be_left_out(scenario: str) -> None:
    """Play goes another way with it, and as without it when its rule is turned off."""
    games: list[dict[str, Any]]
    games = [{}, {"rules": Drought}, {"rules": Drought, "without": ["H-3"]}]
    plain, played, off = (
        [state.key for state in positions(scenario, 1, 1500, **how)] for how in games
    )
    assert plain == off != played
