"""Barbarossa Deluxe, sections 5 and 13: the sequence of play, and the set-up and victory of
Operations Blue & Kremlin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eastfront.program import *
from eastfront.systems.asking import define_answer
from eastfront.systems.choosing import choose
from eastfront.systems.fields import variable
from eastfront.systems.frames import Frame
from eastfront.systems.laws import law
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure, rule, step, value
from eastfront.systems.windows import ever

from .board import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, NORTH, SOUTH, ZONE
from .data import PHASES, phases_of
from .ground import GERMAN, SOVIET
from .section import Section

LATER = "BD-5.5b"
"""The rule by which the German may use fight/fight once more."""


class GameTurn(Frame, Section):
    """The sequence of play of Operations Blue & Kremlin."""

    phase_side = variable("side", Life.GAME, GERMAN)
    fight_fight_used = variable(
        "fight/fight used", Life.GAME, limits=lambda section: (0, 1 + ever(section.data, LATER))
    )
    sequence_chosen = variable("sequence", Life.PLAYER_TURN, most=FIGHT_FIGHT)

    @property
    def phases(self) -> Sequence[str]:
        """The phases of a game turn, in the order in which the sides of the scenario play."""
        return phases_of(self.data.setup["player_order"])

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """Plays the game turns from the set-up to the end of the scenario, each in this order:
        German and Soviet administrative segment, German player turn, Soviet player turn, Victory
        Check Phase (BD-5.1a, BD-5.2). A scenario may state that the Soviet player turn is first,
        and that its first turn opens or its last ends in a certain phase. ``former``, the package's
        sequence, is not played."""
        self.set_up()
        with loop():
            self.open_turn()
            with self.in_frame("I.A"):
                self.arrivals.german_segment()
            with self.in_frame("I.B"):
                self.arrivals.soviet_segment()
            for side in self.data.setup["player_order"]:
                with self.in_frame(*PHASES[side]):
                    {"german": self.german_turn, "soviet": self.soviet_turn}[side]()
            self.close_turn()
            over(Life.GAME_TURN)
            self.next_turn()

    # -- 5.2: the game turn -----------------------------------------------------------------

    @procedure("start of the game turn")
    def open_turn(self) -> None:
        """Resolves the events at the very start of a game turn, in the order of reading D-81.

        First, whether the Soviet may use offensive supply markers, which depends on control of
        Moscow (7.21). Second, whether the German may launch the Caucasus expedition, which needs
        control of three cities (4.11a). Then the German receives his Luftwaffe counters (11.23a)
        and, on turn 13, a fortress city marker (9.2a), and chooses between Crimea and coastal
        supply (7.4h).
        """
        note("turn", self.turn)
        self.supply.look_at_moscow()
        self.caucasus.look_at_cities()
        self.battle.receive_luftwaffe()
        self.interrupts.receive_fortress()
        self.crimea.declare()

    @property
    def acting(self) -> Units:
        """The units of the phasing side that are on the map."""
        of_side = if_else(self.phase_side == GERMAN, self.germans, self.soviets)
        return of_side & units_on_map()

    @property
    def waiting(self) -> Units:
        """The units on the map of the side that is not phasing."""
        return units_on_map() - self.acting

    # -- 5.2, 13.4: the end of the turn -----------------------------------------------------

    @procedure("victory check phase")
    def close_turn(self) -> None:
        """Plays the Victory Check Phase (BD-5.2e): rolls for the return of the aerial supply marker
        and for the Caucasus expedition, and after the last turn finds the winner (in the order of
        reading D-82)."""
        with self.in_frame("IV"):
            self.interrupts.recover_marker()
            self.caucasus.end_turn()
        with when(self.turn >= self.turns[1]):
            self.find_winner()

    @step
    def find_winner(self) -> None:
        """Ends the game after the last turn: the German wins if he controls, in overland supply,
        every city on his side of the start line, and two of Leningrad, Moscow and Stalingrad
        (BD-13.4a).

        A Caucasus expedition that is still in its box counts as one of these two cities (BD-13.4b).
        In any other case the Soviet wins (BD-13.4c), by `_else_the_soviet`.
        """
        prizes = self.b.hex_set("victory cities", self.victory_cities)
        every_city = self.evaluation.lost.count() == 0
        won = self.evaluation.held(prizes).count() + by("BD-13.4b", self.caucasus.under_way)
        enough = won >= self.data.setup["victory_cities_needed"]
        with when(by("BD-13.4a", every_city, otherwise=True) & enough):
            end_game(GERMAN, 1, "BD-13.4a")
        self._else_the_soviet()

    @rule("BD-13.4c", otherwise=lambda _: end_game(-1, 0, ""))
    def _else_the_soviet(self) -> None:
        """Ends the game with a Soviet win, as any outcome but a German win does; there is no draw
        (BD-13.4c)."""
        end_game(SOVIET, 1, "BD-13.4c")

    # -- 5.4, 5.5: player turns -------------------------------------------------------------

    def _phases(self, side: int) -> None:
        """Plays a side's prepared assault phase and movement phase in the order that the side has
        declared for its player turn (BD-5.4), or two prepared assault phases and no movement phase
        under fight/fight (BD-5.5)."""
        fight, move = self.assault.assault_phase, self.movement.move_phase
        with either(self.sequence_chosen == FIGHT_MOVE) as otherwise:
            self._both(side, fight, move)
            otherwise()
            with either(self.sequence_chosen == MOVE_FIGHT) as twice:
                self._both(side, move, fight)
                twice()
                self._both(side, fight, fight)

    def _both(self, side: int, *phases: Callable[[int], None]) -> None:
        """Plays the two main phases of a side's player turn."""
        for name, play in zip(PHASES[self.sides[side]][1:], phases, strict=True):
            with self.in_frame(name):
                play(side)

    @procedure("german player turn")
    def german_turn(self) -> None:
        """Plays the German player turn (BD-5.4).

        As it opens the German declares fight/move or move/fight (BD-5.4a) or fight/fight: once in
        the single-month turns of 1942, turns 9 to 12 (BD-5.5a), and once in those of 1943, turns 17
        to 20 (BD-5.5b). Strategic movement follows, then the phases in the declared order.
        """
        assign(self.phase_side, GERMAN)
        self.opens(GERMAN)  # BD-8.16a
        if self.data.setup["section"] == 13:  # BD-13.8a, BD-5.6b
            self._declare_zone()
        else:
            with when(self.in_window(ZONE)):  # BD-5.6b
                self._name_zone(ZONE)
        with decide("phase order", GERMAN, "BD-5.4a") as d:
            self._orders(d)
            due = self.in_window("BD-5.5a", self.fight_fight_used)
            nth = self.window_number("BD-5.5a")
            if ever(self.data, LATER):  # BD-5.5a, BD-5.5b
                late = self.in_window(LATER, self.fight_fight_used // 2)
                due = due | by(LATER, late)
                nth = nth + self.window_number(LATER) * 2
            spans = [self.window_words(r) for r in ("BD-5.5a", LATER) if ever(self.data, r)]
            once = only("BD-5.5a", due, f"fight/fight: once, on {' and once on '.join(spans)}")
            with d.option("fight-fight", 1, once):
                self.declare_fight_fight()
                assign(self.fight_fight_used, nth, "BD-5.5a")
        with self.in_frame("II.A"):
            self.arrivals.strategic_phase()
        self._phases(GERMAN)
        over(Life.PLAYER_TURN)

    @step
    def opens(self, side: int) -> None:
        """Plays what a side does as its player turn opens, by rules of other sections."""

    def declare_fight_fight(self) -> None:
        """Records that the phasing side plays two prepared assault phases and no movement phase in
        its player turn (BD-5.5a)."""
        assign(self.sequence_chosen, FIGHT_FIGHT, "BD-5.5a")

    def _orders(self, d: Decision) -> None:
        """Offers a side, as its player turn opens, the choice of fight/move or move/fight, which
        holds for all its units and the whole player turn (BD-5.4a)."""
        with d.option("fight-move"):
            assign(self.sequence_chosen, FIGHT_MOVE, "BD-5.4a")
        with d.option("move-fight"):
            assign(self.sequence_chosen, MOVE_FIGHT, "BD-5.4a")

    @step
    def more_orders(self, d: Decision) -> None:
        """Adds to the Soviet's choice of the order of his phases what a scenario permits."""

    @rule("BD-13.8a")
    def _declare_zone(self) -> None:
        """Makes the German name, at the start of play and for good, the northern or southern
        logistics zone, in which his assaults of fight/move turns get a column shift (BD-5.6b,
        BD-13.8a)."""
        self._name_zone("BD-13.8a")

    def _name_zone(self, rule: str) -> None:
        with when(self.zone_declared == 0), decide("logistics zone", GERMAN, rule) as d:
            with d.option("north"):
                self.declare_zone(NORTH)
            with d.option("south"):
                self.declare_zone(SOUTH)

    @procedure("soviet player turn")
    def soviet_turn(self) -> None:
        """Plays the Soviet player turn (BD-5.5): the Soviet places his offensive supply markers,
        declares fight/move or move/fight (BD-5.4a), and plays the RVGK phase; then the movement
        phase and the prepared assault phase follow in the declared order."""
        assign(self.phase_side, SOVIET)
        self.supply.place_markers()
        with decide("phase order", SOVIET, "BD-5.4a") as d:
            self._orders(d)
            self.more_orders(d)  # BD-15.3b
        with self.in_frame("III.A"):
            self.arrivals.rvgk_phase()
        self._phases(SOVIET)
        self.supply.remove_markers()
        self.caucasus.shut()
        over(Life.PLAYER_TURN)

    # -- 13.3, 13.7, 15.3: set-up -------------------------------------------------------------

    @procedure("set-up")
    def set_up(self) -> None:
        """Offers each side that places units freely, in the order of the scenario (BD-13.3a,
        BD-15.3c), the ready set-up, which the scenario file states, or the free placement of its
        units in hexes under its control, within stacking limits (BD-13.7c). A side may have more
        than one step."""
        for nth, name in enumerate(self.data.setup["setup_order"], start=1):
            side = self.sides.index(name)
            if self.free_units(side, nth):
                self._set_up_side(side, nth)

    def _set_up_side(self, side: int, nth: int) -> None:
        """Offers a side in a step the ready or the free set-up (BD-13.3a, BD-13.7c, BD-14.9e,
        BD-14.9f, BD-15.3c)."""
        names = [id_ for row in self.free_units(side, nth) for id_ in row["units"]]
        own = self.units_where(f"set up in step {nth}", lambda u: u.id in names) & units_at("pool")
        with decide("set-up", side, self.set_up_rule(side)) as d:
            with d.option("automatic"):
                self.set_up_ready(side, nth)
            with d.option("free"):
                with each(own) as u:
                    self.place_freely(side, u)
                self.place_more(side)  # BD-14.9f

    @step
    def place_more(self, side: int) -> None:
        """Writes what a side sets up freely beside its units."""

    @value
    def set_up_rule(self, side: int) -> str:
        """The rule by which the units of a side are set up freely."""
        return "BD-13.7c" if self.data.setup["section"] == 13 else "BD-15.3c"

    @value
    def free_units(self, side: int, nth: int | None = None) -> list[dict[str, Any]]:
        """The entries of the scenario's list `free` for a side: all, or those of one step
        of the set-up."""
        name, setup = self.sides[side], self.data.setup
        rows = [row for row in setup["free"] if row["side"] == name]
        first = setup["setup_order"].index(name) + 1
        return [row for row in rows if nth in (None, row["step"] or first)]

    @step
    def set_up_ready(self, side: int, nth: int) -> None:
        """Writes the ready set-up of a side in a step: each of its units is placed in its hex."""
        placed = [id_ for row in self.free_units(side, nth) for id_ in row["units"]]
        for hex_, units in self.ready_places().items():
            for id_ in filter(placed.__contains__, units):
                self.enter(self.unit(id_), self.hex(hex_), self.set_up_rule(side))

    @value
    def ready_places(self) -> dict[str, list[str]]:
        """The units of each hex in the ready set-up."""
        return {row["hex"]: row["units"] for row in self.data.setup["automatic"]}

    @step
    def place_freely(self, side: int, u: Int) -> None:
        """Writes the choice of the hex in which a unit of a side is set up."""
        rule = self.set_up_rule(side)  # BD-13.7c, BD-15.3c, BD-14.9e, BD-14.9f
        free = self.set_up_hexes(side, u)
        with choose("placement", side, rule, "set-up", free, about=u) as at:
            self.enter(u, at, rule)

    @value
    def set_up_hexes(self, side: int, u: Int) -> Hexes:
        """The hexes in which a unit of a side may be set up freely: those that the side controls at
        the start, where the unit has room and no enemy is (BD-13.7c). Some units are tied to
        certain hexes. Others go to a hex that the side must cover and does not yet, once no more
        of them are left than there are such hexes (BD-15.3c)."""
        start = self.start_german if side == GERMAN else self.control(SOVIET)
        where = by(self.set_up_rule(side), start, otherwise=all_hexes())
        free = (where & self.berths(side, u)) - occupied(1 - side)
        for row in self.free_units(side):
            if row["hexes"]:
                some, hexes = self.tied_to(row)
                some_free = free & by(self.set_up_rule(side), hexes, otherwise=all_hexes())
                free = if_else(some.contains(u), some_free, free)
        bare = self.bare(side)
        if bare is None:
            return free
        last = self.has_to_cover(side, u) & ~self._tied(side).contains(u)
        return by(self.set_up_rule(side), if_else(last, free & bare, free), otherwise=free)

    def tied_to(self, row: dict[str, Any]) -> tuple[Units, Hexes]:
        """The units of an entry of the list `free`, and the hexes in which they may stand."""
        name = f"set up from {row['hexes'][0]} on"
        hexes = self.b.hex_set(name, [self.hex(at) for at in row["hexes"]])
        return self.units_where(name, lambda u: u.id in row["units"]), hexes

    def bare(self, side: int) -> Hexes | None:
        """The hexes that a side must cover as it sets up and has not yet covered; None if it need
        cover none."""
        cover = [name for row in self.free_units(side) for name in row["cover"]]
        hexes = union(one_hex(self.hex(name)) for name in cover) if cover else None
        return None if hexes is None else hexes - occupied(side)

    def _tied(self, side: int) -> Units:
        """The units of a side that are set up in certain hexes."""
        rows = [row for row in self.free_units(side) if row["hexes"]]
        return union((self.tied_to(row)[0] for row in rows), no_units())

    def has_to_cover(self, side: int, u: Int) -> Int:
        """Says whether a unit of a side is tied to certain hexes, or must cover a hex because no
        more units are left than there are hexes to cover."""
        tied, bare = self._tied(side), self.bare(side)
        if bare is None:
            return tied.contains(u)
        waiting = (units_at("pool") & self.own(side)) - tied
        return tied.contains(u) | (waiting.count() <= bare.count())

    @law("BD-13.7c", "only units of a side that sets up freely wait to be set up")
    def _pool(self) -> Int:
        """Says whether only units wait to be set up whose side the scenario lets place them freely:
        in Blue & Kremlin the German alone (13.7c)."""
        names = {row["side"] for row in self.data.setup["free"]}
        fixed = [self.own(n) for n, name in enumerate(self.sides) if name not in names]
        return ~(units_at("pool") & union(fixed, no_units())).any()

    # -- questions --------------------------------------------------------------------------

    def define_queries(self) -> None:
        """Declares the query that says whether a player may concede, as he may at any time
        (BD-4.14e). Declares also the units hidden from the German: those below the top unit of a
        Soviet stack, until odds against it are computed (BD-11.7a), and those in the RVGK box
        (BD-11.7d)."""
        define_answer("may concede", by("BD-4.14e", 1, told=True))
        # BD-11.7: units hidden from the German
        there = self.there(SOVIET)
        under = there - there.where(lambda u: units_at(place_of(u)).first() == u)
        under = under - units_at(self.battle.revealed)
        # odds are computed openly; static units stay where they were last seen (BD-8.34b)
        under = under - self.attackers.when(self.battle.revealed >= 0) - self.static
        hidden = by(self.game.hidden_rule, under) | by("BD-11.7d", units_at("rvgk"))
        self.b.hide(GERMAN, hidden)
