"""Queries of a game: limits, odds and tables, control, moves, lines of supply, and battles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from eastfront._core import IllegalAction, State
from eastfront.positions.document import document
from eastfront.program import (
    Builder,
    Hexes,
    Int,
    Life,
    Limit,
    ReachSpec,
    Units,
    assign,
    by,
    decide,
    end_game,
    if_else,
    loop,
    mark,
    no_hexes,
    note,
    number,
    occupied,
    one_hex,
    only,
    over,
    place_all,
    place_of,
    roll,
    units_at,
    units_on_map,
    when,
)
from eastfront.questions import fought
from eastfront.systems import (
    HEXES,
    Bars,
    Rules,
    Section,
    define_battle,
    define_control,
    define_moves,
    define_play,
    define_supply,
    procedure,
    ratio,
    results_table,
    unit_flag,
    variable,
)
from eastfront.systems.asking import define_limits, define_lines

from .table import TOWN, WOODS, Board, Small, data


def test_a_limit_is_asked_about_while_its_rule_is_in_force() -> None:
    builder = Builder(("one", "other"), ["L-2"])
    with builder.at_hand():
        limits = [only("L-1", number(1), "by day"), None, only("L-2", number(0), "by night")]
        define_limits("one limit", limits)
        assert [query["name"] for query in builder.finish()["queries"]] == ["one limit L-1 by day"]


CHART = {
    "columns": ["1:2", "1:1", "2:1"],
    "rows": [["AE", "-", "DE"], ["AE", "AE", "-"]],
    "order": ["AE", "-", "DE"],
}
OTHER = {
    "columns": ["1:2"],
    "rows": [["DE", "DE", "DE"], ["-", "-", "-"]],
    "order": ["DE", "-", "AE"],
}


class Odds(Section):
    """Odds, and what the die gives."""

    def define_queries(self) -> None:
        """Asked of numbers."""
        self.b.query("odds", 2, lambda a, d: ratio(a, d, "S-8", "S-9"))
        whole = results_table(CHART, lowest=0)
        self.b.query("result", 2, whole)
        part = results_table(CHART, 0, ["DE", "-", "AE"], [2, 0])
        self.b.query("of two columns", 2, part)
        both = results_table([CHART, OTHER], lowest=0)
        self.b.query("of two tables", 3, both)
        low = results_table([CHART, OTHER], lowest=-1)
        self.b.query("from a low column", 3, low)


class Fighting(Small):
    """The smallest game, which answers about odds."""

    odds: Odds


def game(*without: str) -> State:
    """A position of it."""
    return Fighting(data(), without=without).compiled().new(seed=0)


@pytest.mark.parametrize(
    ("without", "found"),
    [
        ([], {(7, 3): 2, (3, 3): 1, (3, 4): 0, (3, 7): -1, (0, 5): -3, (4, 0): 4}),
        (["S-8"], {(7, 3): 3, (3, 3): 1, (3, 4): 0, (3, 7): -1, (0, 5): -3}),
        (["S-9"], {(7, 3): 2, (3, 3): 1, (3, 4): 1, (3, 7): 0, (1, 3): -1}),
    ],
)
def test_odds_are_rounded_for_the_defender(
    without: list[str], found: dict[tuple[int, int], int]
) -> None:
    state = game(*without)
    assert {pair: state.ask("odds", *pair) for pair in found} == found


def test_a_table_of_results_is_read_by_column_and_die() -> None:
    """By the chart's own order and columns, or those that a game gives; by number among several."""
    state = game()
    assert [state.ask("result", c, d) for c in range(3) for d in (1, 2)] == [0, 0, 1, 0, 2, 1]
    assert [state.ask("of two columns", c, d) for c in (0, 1) for d in (1, 2)] == [0, 1, 2, 2]
    assert [state.ask("of two tables", 0, c, 1) for c in range(3)] == [0, 1, 2]
    assert [state.ask("of two tables", 1, c, 2) for c in range(3)] == [1, 1, 1]
    assert [state.ask("from a low column", 0, c, 1) for c in (-1, 0, 1)] == [0, 1, 2]
    assert [state.ask("from a low column", 1, c, 1) for c in (-1, 0, 1)] == [2, 2, 2]


# -- control, moves and supply --------------------------------------------------------------------

UNITS = [("A", "one"), ("B", "one"), ("X", "other"), ("Y", "other")]


class Going(Section):
    """Units of the first side go two hexes, those of the other one; both hold where they stand."""

    closed = Bars[[int], Hexes]()

    @closed.bar("S-3", "no camp in the woods")
    def woods_shut(self, side: int) -> Hexes:
        """To the first side."""
        return self.woods if side == 0 else no_hexes()

    def define(self) -> None:
        """What a step costs."""
        self.pace = number(self.costs_where("pace", lambda a, b: 1))

    def reach(self, side: int, unit: Int) -> Hexes:
        """By a movement field."""
        budget = number(2 - side)
        return ReachSpec(place_of(unit), budget, self.pace, occupied(1 - side), number(0)).hexes()

    def define_queries(self) -> None:
        """Control, moves and zones."""
        define_control(occupied)
        closed = self.closed if self.game.camps else None
        define_moves(self.reach, lambda side: occupied(side).adjacent(), closed)


class Marching(Small):
    """Units that go somewhere."""

    board: Board
    going: Going
    camps = True


class Roaming(Marching):
    """Moves may end anywhere."""

    camps = False


def at(rules: Any, **places: str) -> State:
    """A position; who has no place is away."""
    away = {unit: "away" for unit, _ in UNITS}
    state: State = rules(data(UNITS)).compiled().new()
    return state._supposed(places=[*(away | places).items()])


def test_each_side_controls_hexes_of_its_own() -> None:
    state = at(Marching, A="0101", X=TOWN)
    assert state.ask("control", 0) == ["0101"] and state.ask("control", 1) == [TOWN]
    assert state.control == {"0101": "one", TOWN: "other"}


def test_moves_and_zones_are_those_of_the_side() -> None:
    state = at(Marching, A="0101", X=TOWN)
    assert state.ask("one moves", "A") == ["0103", "0201", "0202"]
    assert state.ask("one moves", "A") == [*state.reach("A")]
    assert state.ask("other moves", "X") == ["0103", "0202"] == [*state.reach("X")]
    assert state.zoc("one") == {WOODS, "0201"} and state.zoc("other") == {"0103", "0202"}
    assert state.ask("one zone of control") == [WOODS, "0201"]


def test_moves_may_end_anywhere_where_nothing_is_closed() -> None:
    state = at(Roaming, A="0101", X=TOWN)
    assert state.ask("one moves", "A") == [WOODS, "0103", "0201", "0202"]
    assert at(Marching, X="0103").ask("other moves", "X") == [WOODS, "0202", TOWN]


class Lines(Section):
    """The first side is supplied, the other not; lines lead through what nobody holds."""

    flooded = variable("flooded", Life.GAME)

    def define_queries(self) -> None:
        """As the game has it."""
        ways = [
            self.edges_where("dry", lambda a, b: not self.has_side(a, b, "river")),
            self.edges_where("all", lambda a, b: True),
        ]
        self.all_ways = ways[1].index
        for name in self.sides:
            self.b.edge_mask(f"{name} supply", self.b.edge_masks[self.all_ways]["masks"])
        self.game.tell(self)

    def supplied(self, side: int, unit: Int) -> Int:
        """By side, and by unit."""
        return number(1 - side) + (unit == self.unit("UN:Y"))

    def rivers(self) -> Int:
        """The mask of all hexsides; that without the river stands before it."""
        return number(self.all_ways)

    def open(self, side: int) -> Hexes:
        """All but the enemy's hexes."""
        return ~occupied(1 - side)

    def sources(self, side: int, unit: Int) -> Hexes:
        """The corner of a side; of B and Y the woods."""
        corner = one_hex(self.hex(("0201", TOWN)[side]))
        return corner | self.woods.when((unit == self.unit("UN:B")) | (unit == self.unit("UN:Y")))


class Fed(Small):
    """Units that are supplied."""

    board: Board
    lines: Lines
    supply_states = ("cut off", "fed", "well fed")

    @staticmethod
    def tell(lines: Lines) -> None:
        """The number alone."""
        define_supply(lines.of, lines.supplied)


class ByUnit(Fed):
    """Each unit has sources of its own."""

    @staticmethod
    def tell(lines: Lines) -> None:
        """Lines of each unit."""
        define_supply(lines.of, lines.supplied, lines.open, lines.sources)


class BySide(Fed):
    """Sources are those of a side."""

    @staticmethod
    def tell(lines: Lines) -> None:
        """Lines of each side, over hexsides that may change."""
        ends = [one_hex(lines.hex(WOODS)), one_hex(lines.hex("0101"))]
        crossings = lines.rivers() - (lines.flooded == 1)
        define_supply(lines.of, lines.supplied, lines.open, ends, crossings)


def test_a_unit_is_supplied_as_its_side_says() -> None:
    state = at(Fed, A="0101", X=TOWN, Y=TOWN)
    assert [state.ask("supply", unit) for unit in "ABXY"] == [1, 1, 0, 1]
    assert state.supply("A").state == "fed" and state.supply("X").state == "cut off"
    assert {"one line hexes", "line crossings"}.isdisjoint(state.game.queries)


def test_lines_lead_to_the_sources_of_each_unit() -> None:
    state = at(ByUnit, A="0103", B="0103", X="0101", Y="0101")
    assert state.ask("one line hexes") == [WOODS, "0103", "0201", "0202", TOWN]
    assert state.ask("other line hexes") == ["0101", WOODS, "0201", "0202", TOWN]
    assert state.ask("one unit line ends", "A") == ["0201"]
    assert state.ask("one unit line ends", "B") == [WOODS, "0201"]
    assert state.ask("other unit line ends", "X") == [TOWN]
    assert len(state.ask("one line area", "0101")) == 6 == len(state.ask("other line area", TOWN))
    assert state.supply("B").path == ("0103", WOODS)
    assert state.supply("Y").path == ("0101", WOODS)
    assert "one line ends" not in state.game.queries


def test_lines_lead_to_the_sources_of_a_side_over_what_may_be_crossed() -> None:
    state = at(BySide, A="0101", X=TOWN)
    for what in ("ends", "onward"):
        assert state.ask(f"one line {what}", "0101") == [WOODS]
        assert state.ask(f"other line {what}", WOODS) == ["0101"]
    assert state.supply("A").path == ("0101", WOODS)
    flooded = state._supposed(variables=[("flooded", 1)])
    assert flooded.supply("A").path == ("0101", "0201", WOODS)
    assert "one unit line ends" not in state.game.queries


class Stages(Fed):
    """Lines go by stages, which a game tells in words of its own."""

    @staticmethod
    def tell(lines: Lines) -> None:
        """A line stays beside the hex that it leaves."""

        def near(side: int, at: Int) -> Hexes:
            return one_hex(at).adjacent() - occupied(side)

        define_lines(lines.open, area=near, ends=lambda side, at: one_hex(at) | occupied(side))


def test_lines_by_stages_are_told_for_each_side() -> None:
    state = at(Stages, A="0101", X=TOWN)
    assert TOWN not in state.ask("one line hexes") and TOWN in state.ask("other line hexes")
    assert state.ask("one line area", WOODS) == ["0103", "0201", "0202"]
    assert state.ask("other line area", "0103") == [WOODS, "0202"]
    assert state.ask("one line ends", WOODS) == ["0101", WOODS]
    assert state.ask("other line ends", WOODS) == [WOODS, TOWN]


# -- battles --------------------------------------------------------------------------------------


class Combat(Section):
    """Battles, in which the other side attacks with one more."""

    attacking = unit_flag("attacking", Life.BATTLE)
    retreating = unit_flag("retreating", Life.BATTLE)
    target = variable("target", Life.BATTLE, -1, limits=HEXES)
    result = variable("result", Life.BATTLE, -1, limits=(-1, 2))

    def define(self) -> None:
        """What stands on the counters, and the table."""
        self.attack = self.unit_number("attack", lambda u: u.attack)
        self.defence = self.unit_number("defence", lambda u: u.defence)
        self.results = results_table(CHART, lowest=0)

    def able(self, side: int) -> Units:
        """Who stands next to the target."""
        near: Units = (self.of[side] & units_on_map()).inside(one_hex(self.target).adjacent())
        return near

    def factor(self, side: int, unit: Int) -> Int:
        """One more for the other side, and for B."""
        return self.attack(unit) + side + by("S-8", unit == self.unit("UN:B"), told=True)

    def shifts(self, side: int) -> Int:
        """The woods are hard for the first side, the town for the other."""
        hard = self.woods if side == 0 else self.hexes_with("town")
        return by("S-9", 0 - hard.contains(self.target), told=True)

    def column(self, side: int) -> Int:
        """The odds, with their shifts."""
        ours = self.attacking.units.sum(lambda u: self.factor(side, u))
        return ratio(ours, units_at(self.target).sum(self.defence)) + self.shifts(side)

    def resolve(self, side: int) -> None:
        """The attacker is lost with a 1, the defender else; the other side's dead are away."""
        die = roll("battle", "S-7", 2)
        assign(self.result, if_else(die == 1, 0, 2))
        note("battle", self.target, self.result)
        lost = ("dead", "away")[side]
        place_all(self.attacking.units.when(die == 1), lost, "S-7")
        place_all(units_at(self.target).when(die == 2), lost, "S-7")

    def define_queries(self) -> None:
        """How they are explained; nobody attacks the woods by rule S-6."""
        define_battle(self, may="S-5", limits=self.game.limits(self))


class Battles(Small):
    """Units that fight."""

    board: Board
    combat: Combat
    results = ("AE", "-", "DE")
    notes: ClassVar = {"battle": ("hex:target", "result:result")}

    @staticmethod
    def limits(combat: Combat) -> Any:
        """What else leaves units: the first side's B does not attack the town."""

        def of(side: int) -> Sequence[Limit]:
            town = combat.hexes_with("town").contains(combat.target)
            others = combat.of[side] - combat.units_where("B", lambda u: u.name == "B").when(town)
            return [Limit("S-6", others, "not into the town")] if side == 0 else []

        return of


def fight(**places: str) -> State:
    """A position of it."""
    return at(Battles, **places)


def test_what_a_battle_is_made_of() -> None:
    game = Battles(data(UNITS)).compiled()
    assert document(game)["drawing"]["battle"] == {
        "attackers": "attacking", "target": "target", "retreating": "retreating",
        "printed": ["attack", "defence"], "totals": ["attack total", "defence total"],
        "column": "column", "kept": False, "ladder": True, "supports": {},
    }  # fmt: skip
    limits = {v["name"]: v["range"] for v in document(game)["variables"]}
    assert limits["attack total"] == limits["defence total"] == [0, 9999]
    assert limits["column"] == [-9999, 9999]


def test_a_battle_of_each_side_is_reckoned() -> None:
    state = fight(A=WOODS, B=WOODS, X="0202", Y="0202")
    ours = state.battle("0202", ["A", "B"])
    assert (ours.side, ours.attack, ours.defence) == ("one", 5, 6)
    assert (ours.odds, ours.column, ours.shifts) == ("1:2", "1:2", ())
    assert [str(f.unit) for f in ours.defenders] == ["X", "Y"]
    assert [(f.unit, f.printed, f.factor) for f in ours.attackers] == [("A", 2, 2), ("B", 2, 3)]
    assert [(f.printed, f.factor) for f in ours.defenders] == [(3, 3), (3, 3)]
    theirs = state.battle(WOODS, ["X", "Y"])
    assert (theirs.side, theirs.attack, theirs.defence) == ("other", 6, 6)
    assert (theirs.odds, theirs.column) == ("1:1", "1:1")
    assert [f.factor for f in theirs.attackers] == [3, 3]


def test_odds_shift_by_the_ground_of_the_side() -> None:
    state = fight(A="0101", X=WOODS, Y="0202")
    assert state.battle(WOODS, ["A"]).shifts == (("S-9", -1),)
    assert state.battle(WOODS, ["A"]).column == "1:3"
    other = fight(A=TOWN, X="0202")
    assert other.battle(TOWN, ["X"]).shifts == (("S-9", -1),)
    assert fight(A=WOODS, X="0202").battle(WOODS, ["X"]).shifts == ()


def test_who_may_not_attack_is_refused_by_the_rule() -> None:
    state = fight(A="0101", B="0202", X=TOWN, Y="0103")
    with pytest.raises(
        IllegalAction, match=r"S-5: .*it may not attack there, or has already fought"
    ):
        state.battle(TOWN, ["A"])
    with pytest.raises(IllegalAction, match=r"S-6: .*not into the town"):
        state.battle(TOWN, ["B"])
    assert state.battle("0202", ["X"]).side == "other"
    with pytest.raises(IllegalAction, match="S-5"):
        fight(A="0101", X=TOWN).battle("0101", ["X"])
    told = [name for name in state.game.queries if " limit " in name]
    assert told == [
        "one limit S-5 it may not attack there, or has already fought",
        "one limit S-6 not into the town",
        "other limit S-5 it may not attack there, or has already fought",
    ]


def test_a_battle_needs_no_limits_beside_who_may_attack() -> None:
    class Plain(Battles):
        """Without further limits."""

        @staticmethod
        def limits(combat: Combat) -> Any:
            """None."""
            return lambda side: ()

    Plain.__module__ = __name__
    assert not [name for name in at(Plain).game.queries if "S-6" in name]


def begun(by: str, target: int) -> State:
    """A attacks X, or X attacks A."""
    state = fight(A=WOODS, X="0202")
    return state._supposed(unit_flags=[(by, "attacking", True)], variables=[("target", target)])


@pytest.mark.parametrize(
    ("side", "by", "target", "totals"),
    [("one", "A", 4, [2, 3, 0]), ("other", "X", 1, [3, 3, 1])],
)
def test_a_battle_is_played_to_its_odds(side: str, by: str, target: int, totals: list[int]) -> None:
    reckoned, _ = begun(by, target).begin(f"{side} battle reckoned")
    assert reckoned.is_over and reckoned.outcome == (None, 0, "")
    found = [reckoned.var(n) for n in ("attack total", "defence total", "column")]
    assert found == totals


@pytest.mark.parametrize(
    ("side", "by", "target", "lost"), [("one", "A", 4, "dead"), ("other", "X", 1, "away")]
)
def test_a_battle_is_played_to_its_end(side: str, by: str, target: int, lost: str) -> None:
    enemy = "X" if by == "A" else "A"
    for die, who, other, result in ((1, by, enemy, 0), (2, enemy, by, 2)):
        resolved, _ = begun(by, target).begin(f"{side} battle resolved", 0)
        resolved.push(f"roll2 {die}")
        assert resolved.place(who) == lost and resolved.place(other) in (WOODS, "0202")
        assert resolved.var("result") == result and resolved.outcome == (None, 0, "")


def test_what_comes_of_a_battle_is_told_by_playing_it() -> None:
    told = fight(A=WOODS, X="0202").battle("0202", ["A"])
    assert {str(result): float(chance) for result, chance in told.distribution.items()} == {
        "AE": 0.5, "DE": 0.5,
    }  # fmt: skip


class Attacks(Section):
    """The first side's units attack 0202, again and again."""

    combat: Combat

    @Rules.sequence.instead()
    def sequence(self, former: Any) -> None:
        """Attacks until it passes."""
        with loop(), decide("attack", 0, "S-1") as d:
            with d.option("attack"):
                self.fight(0)
                over(Life.BATTLE)
            with d.option("pass", passes=True):
                end_game(0, 1, "S-2")

    @procedure("{side} battle")
    def fight(self, side: int) -> None:
        """All attack."""
        assign(self.combat.target, 4)
        mark(self.combat.attacking, self.of[side] & units_on_map())
        self.combat.resolve(side)


class Attacking(Battles):
    """Battles that are played."""

    turns: Attacks  # type: ignore[assignment]


def test_a_battle_in_progress_has_the_totals_of_its_plan() -> None:
    state = at(Attacking, A=WOODS, B=WOODS, X="0202")
    planned = state.battle("0202", ["A", "B"])
    before = state.copy()
    first = state.push("attack", effects=True) or []
    told = state.battle()
    assert (told.attack, told.defence, told.odds, told.column) == (5, 3, "1:1", "1:1")
    assert told == planned
    battles, rolling = fought.Battles(state.game), state.copy()
    assert not [*battles.hear(before, state, "one", "attack", first)]
    effects = state.push("roll2 1", effects=True) or []
    [found] = battles.hear(rolling, state, "chance", "roll2 1", effects)
    assert (found.side, found.attack, found.defence) == ("one", 5, 3)
    assert (found.die, found.rolled, found.result) == (1, "AE", "AE")
    assert found.chances == {"AE": Fraction(1, 2), "DE": Fraction(1, 2)}
    assert [(f.unit, f.place_after, f.rule) for f in found.fighters] == [
        ("A", "dead", "S-7"),
        ("B", "dead", "S-7"),
        ("X", "0202", ""),
    ]


class Playing(Section):
    """Two plays, which tell what they are handed."""

    seen = variable("seen", Life.GAME, most=9)

    def define_procedures(self) -> None:
        """One for each side."""
        for side, name in enumerate(self.sides):
            define_play(name, lambda s=side: assign(self.seen, 5 + s), self.resolved)

    def resolved(self, rolled: Int) -> None:
        """Whether the die has been called for."""
        with when(rolled):
            assign(self.seen, 3)


class Played(Small):
    """A game that is played aside."""

    playing: Playing


def test_a_play_is_told_whether_the_die_has_been_called_for() -> None:
    state = Played(data()).compiled().new()
    assert state.begin("one battle reckoned")[0].var("seen") == 5
    assert state.begin("other battle reckoned")[0].var("seen") == 6
    for rolled, seen in ((0, 0), (1, 3)):
        resolved, _ = state.begin("other battle resolved", rolled)
        assert resolved.var("seen") == seen and resolved.outcome == (None, 0, "")
