"""The Levies: the rules, section by section."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems import *

BLUE, RED = 0, 1
AE, AR, EX, DR, DE = range(5)


class Sections:
    """The sections of the game."""

    board: Board
    march: March
    combat: Combat
    turns: Turns


class Board(Materials):
    """The fixed data that all sections share."""

    turn = variable("turn", Life.GAME, lambda on: on.data.setup["first_turn"], limits=(1, 4))

    def lay_out(self) -> None:
        """The counters, the map and the table."""
        self.attack = self.unit_points("attack", lambda u: u.attack)
        self.defence = self.unit_points("defence", lambda u: u.defence)
        self.of = [self.units_of(side) for side in self.sides]
        self.levies = self.units_where("levies", lambda u: u.kind == "levy")
        self.levied = drawn_strengths(self, {"LV-4.2a": lambda u: u.kind == "levy"})
        self.woods = self.hexes_where("woods", lambda h: h.terrain == "woods")
        self.towns = self.hexes_with("town")
        self.tread = self.costs_where("march", lambda a, b: 1)
        self.results = results_table(self.data.charts["combat-results"], lowest=0)


class Chapter(Section, Board, Sections):
    """A section of these rules."""


class March(Chapter):
    """Sections 2 and 3: stacking and marches."""

    marched = unit_flag("marched", Life.PLAYER_TURN)
    closed = Bars[[int], Hexes]()

    @closed.bar("LV-2.1a", "two units stand there")
    def full(self, side: int) -> Hexes:
        """Full hexes."""
        return stacked(side, 2)

    def reach(self, side: int, unit: Int) -> Hexes:
        """The hexes to which a unit may march."""
        points, enemies = if_else(self.marched(unit), 0, 1), occupied(1 - side)
        return ReachSpec(place_of(unit), points, number(self.tread), enemies, number(0)).hexes()

    @procedure("{side} march phase")
    def phase(self, side: int) -> None:
        """Marches, one unit at a time."""
        rest = (self.of[side] & units_on_map()) - self.marched.units
        with one_by_one("march", side, "LV-3.1a", "move", rest, stop="end-march") as unit:
            to, full = self.reach(side, unit), self.closed.limits(all_hexes(), side)
            with choose("leg", side, "LV-3.1a", "to", to, *full, decline="stop", about=unit) as at:
                place(unit, at, "LV-3.1a")
            mark(self.marched, one_unit(unit))


class Combat(Chapter):
    """Section 4: combat."""

    attacking = unit_flag("attacking", Life.BATTLE)
    retreating = unit_flag("retreating", Life.BATTLE)
    fought = unit_flag("fought", Life.PLAYER_TURN)
    target = variable("target", Life.BATTLE, -1, limits=HEXES)
    result = variable("result", Life.BATTLE, -1, limits=(-1, DE))

    def able(self, side: int) -> Units:
        """Units that may attack the target."""
        fresh = (self.of[side] & units_on_map()) - self.fought.units
        return fresh.inside(one_hex(self.target).adjacent())

    def factor(self, side: int, one: Int) -> Int:
        """The attack strength of a unit, half of it against woods."""
        half = by("LV-4.2b", self.woods.contains(self.target), told=True)
        return self.levied.strength(one, self.attack(one)).divided_up(half + 1)

    def defended(self, side: int, one: Int) -> Int:
        """The defence strength of a unit."""
        return self.levied.strength(one, self.defence(one))

    def shifts(self, side: int) -> Int:
        """No rule shifts the odds."""
        return number(0)

    def draw(self, side: int) -> None:
        """Draws the strengths of the levies in the battle."""
        self.levied.draw(self.attacking.units | units_at(self.target))

    def attack_of(self, side: int) -> Int:
        """The strength of the attack."""
        return self.attacking.units.sum(lambda u: self.factor(side, u))

    def defence_against(self, side: int) -> Int:
        """The strength of the defence."""
        return units_at(self.target).sum(lambda u: self.defended(side, u))

    def column(self, side: int) -> Int:
        """The odds as a column of the table (LV-4.3a)."""
        odds = ratio(self.attack_of(side), self.defence_against(side))
        return smaller(larger(odds, 0), 4)

    @procedure("{side} combat phase")
    def phase(self, side: int) -> None:
        """Attacks, one hex at a time."""
        fresh = (self.of[side] & units_on_map()) - self.fought.units
        lead = fresh - by("LV-4.1b", self.levies)
        targets = lead.hexes().adjacent() & occupied(1 - side)
        with one_by_one("attacks", side, "LV-4.1a", "attack", targets, stop="end-combat") as hex_:
            assign(self.target, hex_)
            self.fight(side)
            over(Life.BATTLE)

    @procedure("{side} battle")
    def fight(self, side: int) -> None:
        """The choice of attackers, the strengths of the levies, then the die."""
        us = self.attacking.units
        may, led = self.able(side) - us, us - by("LV-4.1b", self.levies)
        with one_by_one("force", side, "LV-4.1a", "with", may, stop="fight", enough=led.any()) as u:
            mark(self.attacking, one_unit(u))
        mark(self.fought, us)
        self.draw(side)
        self.resolve(side)

    def resolve(self, side: int) -> None:
        """The roll and its results."""
        assign(self.result, self.results(self.column(side), roll("battle", "LV-4.3a")))
        defence = local(self.defence_against(side))
        note("battle", self.target, self.attack_of(side), defence, self.result, side)
        us, them = self.attacking.units, units_at(self.target) & self.of[1 - side]
        place_all(us.when(self.result == AE), "dead", "LV-4.4a")
        place_all(them.when(self.result == DE), "dead", "LV-4.4a")
        place_all(them.when(self.result == EX), "dead", "LV-4.4b")
        with when(self.result == EX):
            self.exchange(side, defence)
        self.retreat(side, us.when(self.result == AR))
        self.retreat(1 - side, them.when(self.result == DR))

    @rule("LV-4.4b")
    def exchange(self, side: int, defence: Int) -> None:
        """The attacker gives up units worth the defence, each with its strength in the battle."""
        given = local(0)
        with until((given >= defence) | ~self.attacking.units.any()):
            with choose("loss", side, "LV-4.4b", "lose", self.attacking.units) as unit:
                assign(given, given + self.factor(side, unit))
                clear(self.attacking, one_unit(unit))
                place(unit, "dead", "LV-4.4b")

    def retreat(self, side: int, units: Units) -> None:
        """Units retreat one hex, one after the other, or are lost."""
        mark(self.retreating, units)
        with one_by_one("retreat", side, "LV-4.5a", "retreat", self.retreating.units) as unit:
            near = one_hex(place_of(unit)).adjacent() - occupied(1 - side)
            to = self.march.closed.open(near, side)
            place_all(one_unit(unit).when(~to.any()), "dead", "LV-4.5a")
            with when(to.any()), choose("way", side, "LV-4.5a", "retreat-to", to, about=unit) as at:
                place(unit, at, "LV-4.5a")
            clear(self.retreating, one_unit(unit))


class Turns(Chapter):
    """Sections 1 and 5: the sequence of play, and who wins."""

    @Rules.sequence.instead()
    def sequence(self, former: object) -> None:
        """The turns of the scenario."""
        with loop():
            for side in (BLUE, RED):
                self.march.phase(side)
                self.combat.phase(side)
                over(Life.PLAYER_TURN)
            with when(self.turn == self.data.setup["last_turn"]):
                # a draw is -1, and Red is 1
                end_game(if_else(self.lead() == 0, -1, self.lead() < 0), 1, "LV-5.1a")
            assign(self.turn, self.turn + 1)

    def lead(self) -> Int:
        """Towns occupied by Blue, less those occupied by Red."""
        return (self.towns & occupied(BLUE)).count() - (self.towns & occupied(RED)).count()

    @law("LV-2.1a", "two units in a hex")
    def two_in_a_hex(self) -> Int:
        """Checked at every position of checked games."""
        return ~(stacked(BLUE, 3) | stacked(RED, 3)).any()

    def define_queries(self) -> None:
        """Queries for explanations and bots; it contains no rule."""
        define_moves(self.march.reach, occupied, self.march.closed)
        define_battle(self.combat, may="LV-4.1a", limits=self.led, draw=self.combat.draw)
        for side, name in enumerate(self.sides):
            self.b.query(f"{name} exchange factor", 1, lambda u, s=side: self.combat.factor(s, u))
            self.b.query(f"{name} exchange divisor", 1, lambda u: number(1))
            self.b.query(f"{name} exchange undivided", 1, lambda u: number(0))
        blue, red = ((one & units_on_map()).count() for one in self.of)
        define_evaluation(self.b, self.sides, self.lead() * 2000 + (blue - red) * 300)

    def led(self, side: int) -> list[Limit]:
        """Levies need another attacker."""
        others = (self.combat.attacking.units - self.levies).any()
        return [only("LV-4.1b", others, "levies do not attack alone")]


class LevyGame(Sections, Rules):
    """The Levies."""

    sides = ("blue", "red")
    boxes = ("dead",)
    results = ("AE", "AR", "EX", "DR", "DE")
    notes = {
        "battle": ("hex:target", "points:attack", "points:defence", "result:result", "side:side")
    }
    lookahead = LookAhead(("march", "leg", "attacks", "force"), ("march",), rest=("leg",))
