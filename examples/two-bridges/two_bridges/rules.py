"""The Two Bridges: the rules, section by section."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import *

BLUE, RED = 0, 1
AE, AR, EX, DR, DE = range(5)


class Sections:
    """The sections of the game."""

    board: Board
    lines: Lines
    movement: Movement
    combat: Combat
    turns: Turns


class Board(Materials):
    """The fixed data that all sections share."""

    turn = variable("turn", Life.GAME, lambda on: on.data.setup["first_turn"], limits=(1, 8))

    def lay_out(self) -> None:
        """The counters, the map and the charts."""
        self.attack = self.unit_points("attack", lambda u: u.attack)
        self.defence = self.unit_points("defence", lambda u: u.defence)
        self.points = self.unit_points("points", lambda u: 5 if u.kind == "horse" else 3)
        self.of = [self.units_of(side) for side in self.sides]
        self.edge = [self.hexes_with(side) for side in self.sides]
        self.towns = self.hexes_with("town")
        self.hard = self.hexes_where("hard", lambda h: h.terrain != "open" or "town" in h.features)
        self.ways = [self.edges_where(f"{side} supply", self.dry) for side in self.sides]
        self.march = self.costs_where("march", self.cost)
        self.results = results_table(self.data.charts["combat-results"], lowest=-1)

    def dry(self, a: int, b: int) -> bool:
        """Whether no river, or a bridge, lies between two hexes."""
        return not self.has_side(a, b, "river") or self.has_side(a, b, "bridge")

    def cost(self, a: int, b: int) -> int | None:
        """The cost of a step; None if it is impossible."""
        return (1 if self.terrain(b) == "open" else 2) if self.dry(a, b) else None

    def near(self, hexes: Hexes) -> Hexes:
        """The hexes next to some."""
        return hexes.adjacent(self.ways[BLUE] if in_force("TB-3.1b") else None)


class Chapter(Section, Board, Sections):
    """A section of these rules."""


class Lines(Chapter):
    """Sections 3 and 5: zones of control and supply."""

    def zone(self, side: int) -> Hexes:
        """The hexes that a side's units control."""
        return by("TB-3.1a", self.near(occupied(side)))

    def open(self, side: int) -> Hexes:
        """The hexes that lines of supply may enter."""
        return ~(occupied(1 - side) | (self.zone(1 - side) - occupied(side)))

    def fed(self, side: int, unit: Number) -> Int:
        """Whether a unit is supplied."""
        lines = flood(self.edge[side] & self.open(side), self.open(side), self.ways[side])
        return by("TB-5.1a", lines.contains(place_of(unit)), otherwise=1, told=True)


class Movement(Chapter):
    """Sections 2 and 4: stacking and movement."""

    moved = unit_flag("moved", Life.PLAYER_TURN)
    closed = Bars[[int], Hexes]()  # hexes in which no move or retreat may end

    @closed.bar("TB-2.1a", "two units stand there")
    def full(self, side: int) -> Hexes:
        """Full hexes."""
        return stacked(side, 2)

    @value
    def costs(self, unit: Int) -> Int:
        """The cost table of a unit."""
        return number(self.march)

    def reach(self, side: int, unit: Int) -> Hexes:
        """The reach of a unit; a moved one has no points left."""
        points, enemies = if_else(self.moved(unit), 0, self.points(unit)), occupied(1 - side)
        stop = by("TB-3.2a", self.lines.zone(1 - side))
        return ReachSpec(place_of(unit), points, self.costs(unit), enemies, number(0), stop).hexes()

    @procedure("{side} movement phase")
    def phase(self, side: int) -> None:
        """Moves, one unit at a time."""
        rest = (self.of[side] & units_on_map()) - self.moved.units
        with one_by_one("movement", side, "TB-1.2a", "move", rest, stop="end-movement") as unit:
            to, full = self.reach(side, unit), self.closed.limits(all_hexes(), side)
            with choose("leg", side, "TB-4.1a", "to", to, *full, decline="stop", about=unit) as at:
                place(unit, at, "TB-4.1a")
            mark(self.moved, one_unit(unit))


class Combat(Chapter):
    """Section 6: combat."""

    attacking = unit_flag("attacking", Life.BATTLE)
    retreating = unit_flag("retreating", Life.BATTLE)
    fought = unit_flag("fought", Life.PLAYER_TURN)
    target = variable("target", Life.BATTLE, -1, limits=HEXES)
    result = variable("result", Life.BATTLE, -1, limits=(-1, DE))

    def fresh(self, side: int) -> Units:
        """Units that have not fought."""
        return (self.of[side] & units_on_map()) - self.fought.units

    def able(self, side: int) -> Units:
        """Units that may attack the target."""
        return self.fresh(side).inside(self.near(one_hex(self.target)))

    def factor(self, side: int, one: Int) -> Int:
        """The attack factor of a unit, halved without supply."""
        return self.attack(one).divided_up(by("TB-5.2a", ~self.lines.fed(side, one), told=True) + 1)

    @value
    def shifts(self, side: int) -> Int:
        """The column shift of the odds."""
        return by("TB-6.2b", 0 - self.hard.contains(self.target), told=True)

    def column(self, side: int) -> Int:
        """The odds, with their shifts, as a column of the table."""
        ours = self.attacking.units.sum(lambda u: self.factor(side, u))
        # TB-6.2a
        odds = ratio(ours, units_at(self.target).sum(self.defence))
        return smaller(larger(odds + self.shifts(side), -1), 5)

    @procedure("{side} combat phase")
    def phase(self, side: int) -> None:
        """Attacks, one hex at a time."""
        targets = self.near(self.fresh(side).hexes()) & occupied(1 - side)
        with one_by_one("attacks", side, "TB-6.1a", "attack", targets, stop="end-combat") as hex_:
            assign(self.target, hex_)
            self.fight(side)
            over(Life.BATTLE)

    @procedure("{side} battle")
    def fight(self, side: int) -> None:
        """The choice of attackers, then the die."""
        us = self.attacking.units
        may = self.able(side) - us
        with one_by_one("force", side, "TB-6.1a", "with", may, stop="fight", enough=us.any()) as u:
            mark(self.attacking, one_unit(u))
        mark(self.fought, us)
        self.resolve(side)

    def resolve(self, side: int) -> None:
        """The roll and its results."""
        assign(self.result, self.results(self.column(side), roll("battle", "TB-6.3a")))
        note("battle", self.target, self.result)
        us, them = self.attacking.units, units_at(self.target) & self.of[1 - side]
        for units, who, lost, back in ((them, 1 - side, DE, DR), (us, side, AE, AR)):
            place_all(units.when((self.result == lost) | (self.result == EX)), "dead", "TB-6.4a")
            self.retreat(who, units.when(self.result == back))

    def retreat(self, side: int, units: Units) -> None:
        """Units retreat one hex, one after the other, or are lost."""
        mark(self.retreating, units)
        with one_by_one("retreat", side, "TB-6.5a", "retreat", self.retreating.units) as unit:
            near = self.near(one_hex(place_of(unit))) - self.lines.zone(1 - side)
            to = self.movement.closed.open(near - occupied(1 - side), side)
            place_all(one_unit(unit).when(~to.any()), "dead", "TB-6.5b")
            with when(to.any()), choose("way", side, "TB-6.5a", "retreat-to", to, about=unit) as at:
                place(unit, at, "TB-6.5a")
            clear(self.retreating, one_unit(unit))


class Turns(Chapter):
    """Sections 1 and 7: the sequence of play, and who wins."""

    @Rules.sequence.instead()
    def sequence(self, former: object) -> None:
        """The turns of the scenario."""
        with loop():
            for side in (BLUE, RED):
                self.movement.phase(side)
                self.combat.phase(side)
                over(Life.PLAYER_TURN)
            with when(self.turn == self.data.setup["last_turn"]):
                # a draw is -1, and Red is 1
                end_game(if_else(self.lead() == 0, -1, self.lead() < 0), 1, "TB-7.1a")
            assign(self.turn, self.turn + 1)

    def lead(self) -> Int:
        """Towns occupied by Blue, less those occupied by Red."""
        return (self.towns & occupied(BLUE)).count() - (self.towns & occupied(RED)).count()

    @law("TB-2.1a", "two units in a hex")
    def two_in_a_hex(self) -> Int:
        """Checked at every position of checked games."""
        return ~(stacked(BLUE, 3) | stacked(RED, 3)).any()

    def define_queries(self) -> None:
        """Queries for explanations and bots; it contains no rule."""
        define_supply(self.of, self.lines.fed, self.lines.open, self.edge)
        define_moves(self.movement.reach, self.lines.zone, self.movement.closed)
        define_battle(self.combat, may="TB-6.1a")
        blue, red = ((one & units_on_map()).sum(self.attack) for one in self.of)
        define_evaluation(self.b, self.sides, self.lead() * 2000 + (blue - red) * 100)


class Boats(Option, Chapter):
    """Units of 3 points may cross the river in boats (TB-8.1a)."""

    name = "boats"

    def define(self) -> None:
        """The costs of steps with boats."""
        self.row = self.costs_where("boats", lambda a, b: self.cost(a, b) or 3)

    @Movement.costs.then("TB-8.1a")
    def by_boat(self, costs: Int, unit: Int) -> Int:
        """All but the horse cross the river."""
        return if_else(self.points(unit) == 3, self.row, costs)


class TwoBridges(Sections, Rules):
    """The Two Bridges."""

    sides = ("blue", "red")
    boxes = ("dead",)
    results = ("AE", "AR", "EX", "DR", "DE")
    notes = {"battle": ("hex:target", "result:result")}
    optional = (Boats,)
    lookahead = LookAhead(("movement", "leg", "attacks", "force"), ("movement",), rest=("leg",))
