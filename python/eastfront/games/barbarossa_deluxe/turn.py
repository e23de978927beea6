"""Barbarossa Deluxe, sections 5 and 13: the sequence of play and who wins."""

from __future__ import annotations

from collections.abc import Callable

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.rules import Rules
from eastfront.systems.sections import procedure

from .board import (
    CRIMEA_UNITS,
    FIGHT_FIGHT,
    FIGHT_MOVE,
    FOLLOW,
    GERMAN,
    MOVE_FIGHT,
    NORTH,
    SHUT,
    SOUTH,
    SOVIET,
)
from .section import Section


class GameTurn(Section):
    """Barbarossa Deluxe, Operations Blue & Kremlin."""

    phase_side = variable("side", Life.GAME, GERMAN, limits=(0, 1))
    fight_fight_used = variable("fight/fight used", Life.GAME, limits=(0, 1))
    crimea_choice = variable("crimea supply", Life.GAME_TURN, limits=(0, 2))
    markers_banned = variable("supply markers banned", Life.GAME, limits=(0, 1))
    caucasus_open = variable("caucasus open", Life.GAME_TURN, limits=(0, 1))

    @Rules.sequence.instead()
    def sequence(self, former: Callable[[], None]) -> None:
        """BD-5.1a, BD-5.2: the game turns, from the set-up to the end of the scenario."""
        self.set_up()
        with loop():
            self.open_turn()
            self.arrivals.german_segment()
            self.arrivals.soviet_segment()
            self.german_turn()
            self.soviet_turn()
            self.close_turn()
            over(Life.GAME_TURN)
            assign(self.turn, self.turn + 1)

    # -- set-up -----------------------------------------------------------------------------

    @procedure("set-up")
    def set_up(self) -> None:
        """BD-13.3a, BD-13.7c: the German places his free units, or takes the ready placement."""
        pool = units_at(self.box("pool"))
        where = self.start_german
        if not in_force("BD-13.7c"):
            where = self.land
        with decide("set-up", GERMAN, "BD-13.7c") as d:
            with d.option("automatic"):
                for row in self.data.setup["automatic"]:
                    for id_ in row["units"]:
                        place(self.unit(id_), self.hex(row["hex"]), "BD-13.7c")
            with d.option("free"), each(pool) as u:
                free = (where & self.room(GERMAN) & self.satellite_room(u)) - occupied(SOVIET)
                with decide("placement", GERMAN, "BD-13.7c", about=u) as at:
                    with at.hex("set-up", free) as at:
                        place(u, at, "BD-13.7c")

    # -- the game turn ----------------------------------------------------------------------

    @procedure("start of the game turn")
    def open_turn(self) -> None:
        """The snapshots of a game turn, then the German's declarations (D-81)."""
        note("turn", self.turn)
        self._moscow_snapshot()  # BD-7.21a
        self._caucasus_snapshot()  # BD-4.11a
        assign(self.luftwaffe, self.luftwaffe_table(self.turn), "BD-11.23a")
        if in_force("BD-9.2a"):
            with when(self.turn == 13):
                assign(self.fortress_left, 1, "BD-9.2a")
        if in_force("BD-7.4h"):
            in_area = self.germans.inside(self.cs_area)
            with when(in_area.any()), decide("crimea supply", GERMAN, "BD-7.4h") as d:
                with d.option("crimea-supply"):
                    assign(self.crimea_choice, 1, "BD-7.4h")
                    self.crimea_list()
                with d.option("coastal-supply"):
                    assign(self.crimea_choice, 2, "BD-7.4h")

    @procedure("crimea supply list")
    def crimea_list(self) -> None:
        """BD-7.4j: of more than five units, which draw Crimea supply this turn."""
        in_area = self.germans.inside(self.cs_area)
        with either(in_area.count() <= CRIMEA_UNITS) as otherwise:
            mark(self.crimean, in_area, "BD-7.4f")
            otherwise()
            with loop():
                rest = in_area - self.crimean.units
                drawn = self.crimean.units.count()
                most = drawn < CRIMEA_UNITS if in_force("BD-7.4j") else drawn < 999
                with when(~(rest.any() & most)):
                    break_()
                with decide("crimea list", GERMAN, "BD-7.4j") as d:
                    with d.unit("supply", rest.distinct()) as u:
                        mark(self.crimean, one_unit(u), "BD-7.4j")
        mark(self.uncrimean, in_area - self.crimean.units, "BD-7.4j")

    def _moscow_snapshot(self) -> None:
        """BD-7.21: no supply markers in a turn that begins with Moscow in German hands."""
        if not in_force("BD-7.21a"):
            return
        moscow = self.hex("1606")
        with either(self.german_control(moscow)) as otherwise:
            assign(self.markers_banned, 1, "BD-7.21a")
            otherwise()
            supplied = self.supply.soviet_overland.contains(moscow)
            with when(supplied if in_force("BD-7.21b") else self.turn < 0):
                assign(self.markers_banned, 0, "BD-7.21b")

    def _caucasus_snapshot(self) -> None:
        """BD-4.11a: three cities held in supply, no enemy next to them, as the turn begins."""
        cities = [self.hex(h) for h in ("3103", "2607", "2804")]
        held: Int = self.turn >= 0
        for h in cities:
            held = held & self.german_control(h) & self.supply.german_overland.contains(h)
        threatened = occupied(SOVIET) & self.hexes_around(cities)
        assign(self.caucasus_open, held & ~threatened.any())

    def hexes_around(self, hexes: list[int]) -> Hexes:
        """The hexes next to fixed ones."""
        return self.b.hex_set("expedition cities", hexes).adjacent()

    # -- player turns -----------------------------------------------------------------------

    def _phases(self, side: int) -> None:
        """BD-5.4, BD-5.5: the two phases in the order declared."""
        with either(self.sequence_chosen == FIGHT_MOVE) as otherwise:
            self.assault.assault_phase(side)
            self.movement.move_phase(side)
            otherwise()
            with either(self.sequence_chosen == MOVE_FIGHT) as twice:
                self.movement.move_phase(side)
                self.assault.assault_phase(side)
                twice()
                self.assault.assault_phase(side)
                self.assault.assault_phase(side)
        clear(self.idle)
        clear(self.fought)
        clear(self.entrained)
        clear(self.assaulted)
        assign(self.fight_number, 0)
        assign(self.sequence_chosen, 0)

    @procedure("german player turn")
    def german_turn(self) -> None:
        """BD-5.4: what the German declares, and his two phases."""
        assign(self.phase_side, GERMAN)
        self._declare_zone()
        with decide("phase order", GERMAN, "BD-5.4a") as d:
            self._orders(d)
            window = (self.turn >= 9) & (self.turn <= 12) & (self.fight_fight_used == 0)
            with d.option(
                "fight-fight",
                1,
                only("BD-5.5a", window, "fight/fight: once, in a single-month turn of 1942"),
            ):
                assign(self.sequence_chosen, FIGHT_FIGHT, "BD-5.5a")
                assign(self.fight_fight_used, 1, "BD-5.5a")
        self.arrivals.strategic_phase()
        self._phases(GERMAN)
        over(Life.PLAYER_TURN)

    def _orders(self, d: Decision) -> None:
        with d.option("fight-move"):
            assign(self.sequence_chosen, FIGHT_MOVE, "BD-5.4a")
        with d.option("move-fight"):
            assign(self.sequence_chosen, MOVE_FIGHT, "BD-5.4a")

    def _declare_zone(self) -> None:
        """BD-5.6b, BD-13.8a: once, for good."""
        if not in_force("BD-13.8a"):
            return
        with when(self.zone_declared == 0), decide("logistics zone", GERMAN, "BD-13.8a") as d:
            with d.option("north"):
                assign(self.zone_declared, NORTH, "BD-5.6b")
            with d.option("south"):
                assign(self.zone_declared, SOUTH, "BD-5.6b")

    @procedure("soviet player turn")
    def soviet_turn(self) -> None:
        """BD-5.5: what the Soviet declares, and his two phases."""
        assign(self.phase_side, SOVIET)
        self._supply_markers()
        with decide("phase order", SOVIET, "BD-5.4a") as d:
            self._orders(d)
        self.arrivals.rvgk_phase()
        self._phases(SOVIET)
        for where in self.marker_hex.values():
            assign(where, -1, "BD-7.12c")
        over(Life.PLAYER_TURN)

    def _supply_markers(self) -> None:
        """BD-7.12, BD-13.6d: the markers in play, at the very start of the player turn."""
        if not in_force("BD-7.12a"):
            return
        banned = self.markers_banned == 1
        taken: list[Int] = []
        for name in self.data.setup["markers"]["offensive_supply"]:
            where = self.marker_hex[name]
            free = all_hexes()
            for other in taken:
                free = free - one_hex(other)
            taken.append(where)
            with when(~banned), decide("offensive supply", SOVIET, "BD-7.12a") as d:
                with d.hex(f"marker-{name.lower()}", free) as at:
                    assign(where, at, "BD-7.12a")
                with d.option("no-marker", passes=True):
                    pass

    # -- the end of the turn ----------------------------------------------------------------

    @procedure("victory check phase")
    def close_turn(self) -> None:
        """BD-5.2e: what ends with the turn, the Caucasus, and at the end the winner (D-82)."""
        # BD-7.7h
        self._recover_aerial_marker()
        self._expedition_roll()  # BD-4.13a
        with when(self.caucasus_way_out == FOLLOW):
            assign(self.caucasus_way_out, SHUT, "BD-4.13j")
        with when(self.turn >= int(self.data.setup["last_turn"])):
            self._winner()  # BD-13.4a
        self._forget_turn()

    def _forget_turn(self) -> None:
        """What was counted, chosen and reckoned in this game turn is forgotten."""
        for one in (self.luftwaffe, self.crimea_choice, self.caucasus_open):
            assign(one, 0)
        for one in (self.attack_total, self.defence_total, self.odds, self.column):
            assign(one, 0)
        assign(self.result, -1)
        clear(self.crimean)
        clear(self.uncrimean)
        self.arrivals.clear_entries()

    def _recover_aerial_marker(self) -> None:
        """BD-7.7h: a die tells how many turns later the marker is back."""
        if not in_force("BD-7.7h"):
            return
        with when(self.aerial_back == 99):
            assign(self.aerial_hex, -1, "BD-7.7h")
            die = roll("aerial supply return", "BD-7.7h")
            assign(self.aerial_back, self.turn + die, "BD-7.7h")

    def _expedition_roll(self) -> None:
        """BD-4.13a to d: breakthrough on a six, with Stalingrad on a five."""
        if not in_force("BD-4.13a"):
            return
        stalingrad = self.hex("2501")
        with either(self.caucasus == 1) as otherwise:
            die = roll("expedition", "BD-4.13a")
            bonus = self.german_control(stalingrad) & self.supply.german_overland.contains(
                stalingrad
            )
            with when(die + ruled("BD-4.13b", bonus) >= 6):
                assign(self.caucasus, 2, "BD-4.13c")
                oil = roll("oil", "BD-4.13c")
                assign(self.vp, self.vp + oil, "BD-4.13c")
            otherwise()
            with when(self.caucasus == 2):
                assign(self.vp, self.vp + 1, "BD-4.13d")

    def _winner(self) -> None:
        """BD-13.4: every city of the start, and two of the three prizes."""
        own = self.cities & self.start_german
        prizes = self.b.hex_set(
            "victory cities", [self.hex(h) for h in self.data.setup["victory_cities"]]
        )
        kept = (own - self.evaluation.held(own)).count() == 0
        won = self.evaluation.held(prizes).count()
        if in_force("BD-13.4b"):
            won = won + ((self.caucasus == 1) | (self.caucasus == 2))
        need = int(self.data.setup["victory_cities_needed"])
        win = kept & (won >= need) if in_force("BD-13.4a") else won >= need
        with when(win):
            end_game(GERMAN, 1, "BD-13.4a")
        end_game(SOVIET, 1, "BD-13.4c")
        if not in_force("BD-13.4c"):
            end_game(-1, 0, "")

    # -- questions --------------------------------------------------------------------------

    def _define_concession(self) -> None:
        self.b.query("may concede", 0, lambda: ruled("BD-4.14e", 1))

    def define_queries(self) -> None:
        """Whether a side may concede, and what the German may not see."""
        self._define_concession()
        b = self.b
        # BD-11.7: what the German may not see
        there = self.soviets & self.on_map
        under = there - there.where(lambda u: units_at(place_of(u)).first() == u)
        under = under - units_at(self.battle.revealed)
        # odds are reckoned openly; what cannot move is where it was seen last (BD-8.34b)
        under = under - self.strength.attackers.when(self.battle.revealed >= 0) - self.static
        box = units_at(self.box("rvgk"))
        hidden = under if in_force("BD-11.7a") else under.when(0)
        if in_force("BD-11.7d"):
            hidden = hidden | box
        b.hide(GERMAN, hidden)
