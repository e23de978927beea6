"""Barbarossa Deluxe, sections 5 and 13: the sequence of play and who wins."""

from __future__ import annotations

from eastfront.program.builder import Decision
from eastfront.program.expr import (
    Hexes,
    Int,
    all_hexes,
    occupied,
    one_hex,
    one_unit,
    place_of,
    units_at,
)
from eastfront.program.life import Life

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
from .evaluation import Evaluation


class BarbarossaDeluxe(Evaluation):
    """Barbarossa Deluxe, Operations Blue & Kremlin."""

    def define_procedures(self) -> None:
        """Declares the parts of a game turn."""
        super().define_procedures()
        p = self.b.procedure
        self.set_up = p("set-up", 0, self._set_up)
        self.open_turn = p("start of the game turn", 0, self._open_turn)
        self.german_turn = p("german player turn", 0, self._german_turn)
        self.soviet_turn = p("soviet player turn", 0, self._soviet_turn)
        self.close_turn = p("victory check phase", 0, self._close_turn)
        self.crimea_list = p("crimea supply list", 0, self._crimea_list)

    def sequence(self) -> None:
        """BD-5.1a, BD-5.2: the game turns, from the set-up to the end of the scenario."""
        b = self.b
        self.set_up()
        with b.loop():
            self.open_turn()
            self.german_segment()
            self.soviet_segment()
            self.german_turn()
            self.soviet_turn()
            self.close_turn()
            b.ends(Life.GAME_TURN)
            b.assign(self.turn, self.turn + 1)

    # -- set-up -----------------------------------------------------------------------------

    def _set_up(self) -> None:
        """BD-13.3a, BD-13.7c: the German places his free units, or takes the ready placement."""
        b = self.b
        pool = units_at(self.box("pool"))
        where = self.start_german
        if not self.on("BD-13.7c"):
            where = self.land
        with b.decide("set-up", GERMAN, "BD-13.7c") as d:
            with d.option("automatic"):
                for row in self.data.setup["automatic"]:
                    for id_ in row["units"]:
                        b.place(self.unit(id_), self.hex(row["hex"]), rule="BD-13.7c")
            with d.option("free"), b.each(pool) as u:
                free = (where & self.room(GERMAN) & self.satellite_room(u)) - occupied(SOVIET)
                with b.decide("placement", GERMAN, "BD-13.7c", about=u) as place:
                    with place.hex("set-up", free) as at:
                        b.place(u, at, rule="BD-13.7c")

    # -- the game turn ----------------------------------------------------------------------

    def _open_turn(self) -> None:
        """The snapshots of a game turn, then the German's declarations (D-81)."""
        b = self.b
        b.note("turn", self.turn)
        self._moscow_snapshot()  # BD-7.21a
        self._caucasus_snapshot()  # BD-4.11a
        b.assign(self.luftwaffe, self.luftwaffe_table(self.turn), rule="BD-11.23a")
        if self.on("BD-9.2a"):
            with b.when(self.turn == 13):
                b.assign(self.fortress_left, 1, rule="BD-9.2a")
        if self.on("BD-7.4h"):
            in_area = self.germans.inside(self.cs_area)
            with b.when(in_area.any()), b.decide("crimea supply", GERMAN, "BD-7.4h") as d:
                with d.option("crimea-supply"):
                    b.assign(self.crimea_choice, 1, rule="BD-7.4h")
                    self.crimea_list()
                with d.option("coastal-supply"):
                    b.assign(self.crimea_choice, 2, rule="BD-7.4h")

    def _crimea_list(self) -> None:
        """BD-7.4j: of more than five units, which draw Crimea supply this turn."""
        b = self.b
        in_area = self.germans.inside(self.cs_area)
        with b.either(in_area.count() <= CRIMEA_UNITS) as otherwise:
            b.mark(self.crimean, in_area, 1, rule="BD-7.4f")
            otherwise()
            with b.loop():
                rest = in_area - self.crimean.units
                drawn = self.crimean.units.count()
                most = drawn < CRIMEA_UNITS if self.on("BD-7.4j") else drawn < 999
                with b.when(~(rest.any() & most)):
                    b.stop()
                with b.decide("crimea list", GERMAN, "BD-7.4j") as d:
                    with d.unit("supply", rest.distinct()) as u:
                        b.mark(self.crimean, one_unit(u), 1, rule="BD-7.4j")
        b.mark(self.uncrimean, in_area - self.crimean.units, 1, rule="BD-7.4j")

    def _moscow_snapshot(self) -> None:
        """BD-7.21: no supply markers in a turn that begins with Moscow in German hands."""
        if not self.on("BD-7.21a"):
            return
        b, moscow = self.b, self.hex("1606")
        with b.either(self.german_control(moscow)) as otherwise:
            b.assign(self.markers_banned, 1, rule="BD-7.21a")
            otherwise()
            supplied = self.soviet_overland.has(moscow)
            with b.when(supplied if self.on("BD-7.21b") else self.turn < 0):
                b.assign(self.markers_banned, 0, rule="BD-7.21b")

    def _caucasus_snapshot(self) -> None:
        """BD-4.11a: three cities held in supply, no enemy next to them, as the turn begins."""
        b = self.b
        cities = [self.hex(h) for h in ("3103", "2607", "2804")]
        held: Int = self.turn >= 0
        for h in cities:
            held = held & self.german_control(h) & self.german_overland.has(h)
        threatened = occupied(SOVIET) & self.hexes_around(cities)
        b.assign(self.caucasus_open, held & ~threatened.any())

    def hexes_around(self, hexes: list[int]) -> Hexes:
        """The hexes next to fixed ones."""
        return self.b.hex_set("expedition cities", hexes).adjacent()

    # -- player turns -----------------------------------------------------------------------

    def _phases(self, side: int) -> None:
        """BD-5.4, BD-5.5: the two phases in the order declared."""
        b = self.b
        move, assault = self.move_phase[side], self.assault_phase[side]
        with b.either(self.sequence_chosen == FIGHT_MOVE) as otherwise:
            assault()
            move()
            otherwise()
            with b.either(self.sequence_chosen == MOVE_FIGHT) as twice:
                move()
                assault()
                twice()
                assault()
                assault()
        b.mark(self.idle, self.idle.units, 0)
        b.mark(self.fought, self.fought.units, 0)
        b.mark(self.entrained, self.entrained.units, 0)
        b.mark(self.assaulted, self.assaulted.units, 0)
        b.assign(self.fight_number, 0)
        b.assign(self.sequence_chosen, 0)

    def _german_turn(self) -> None:
        b = self.b
        b.assign(self.phase_side, GERMAN)
        self._declare_zone()
        with b.decide("phase order", GERMAN, "BD-5.4a") as d:
            self._orders(d)
            window = (self.turn >= 9) & (self.turn <= 12) & (self.fight_fight_used == 0)
            with d.option(
                "fight-fight",
                1,
                self.only("BD-5.5a", window, "fight/fight: once, in a single-month turn of 1942"),
            ):
                b.assign(self.sequence_chosen, FIGHT_FIGHT, rule="BD-5.5a")
                b.assign(self.fight_fight_used, 1, rule="BD-5.5a")
        self.strategic_phase()
        self._phases(GERMAN)
        b.ends(Life.PLAYER_TURN)

    def _orders(self, d: Decision) -> None:
        with d.option("fight-move"):
            self.b.assign(self.sequence_chosen, FIGHT_MOVE, rule="BD-5.4a")
        with d.option("move-fight"):
            self.b.assign(self.sequence_chosen, MOVE_FIGHT, rule="BD-5.4a")

    def _declare_zone(self) -> None:
        """BD-5.6b, BD-13.8a: once, for good."""
        if not self.on("BD-13.8a"):
            return
        b = self.b
        with b.when(self.zone_declared == 0), b.decide("logistics zone", GERMAN, "BD-13.8a") as d:
            with d.option("north"):
                b.assign(self.zone_declared, NORTH, rule="BD-5.6b")
            with d.option("south"):
                b.assign(self.zone_declared, SOUTH, rule="BD-5.6b")

    def _soviet_turn(self) -> None:
        b = self.b
        b.assign(self.phase_side, SOVIET)
        self._supply_markers()
        with b.decide("phase order", SOVIET, "BD-5.4a") as d:
            self._orders(d)
        self.rvgk_phase()
        self._phases(SOVIET)
        for where in self.marker_hex.values():
            b.assign(where, -1, rule="BD-7.12c")
        b.ends(Life.PLAYER_TURN)

    def _supply_markers(self) -> None:
        """BD-7.12, BD-13.6d: the markers in play, at the very start of the player turn."""
        b = self.b
        if not self.on("BD-7.12a"):
            return
        banned = self.markers_banned == 1
        taken: list[Int] = []
        for name in self.data.setup["markers"]["offensive_supply"]:
            where = self.marker_hex[name]
            free = all_hexes()
            for other in taken:
                free = free - one_hex(other)
            taken.append(where)
            with b.when(~banned), b.decide("offensive supply", SOVIET, "BD-7.12a") as d:
                with d.hex(f"marker-{name.lower()}", free) as at:
                    b.assign(where, at, rule="BD-7.12a")
                with d.option("no-marker", passes=True):
                    pass

    # -- the end of the turn ----------------------------------------------------------------

    def _close_turn(self) -> None:
        """BD-5.2e: what ends with the turn, the Caucasus, and at the end the winner (D-82)."""
        b = self.b
        # BD-7.7h
        self._recover_aerial_marker()
        self._expedition_roll()  # BD-4.13a
        with b.when(self.caucasus_way_out == FOLLOW):
            b.assign(self.caucasus_way_out, SHUT, rule="BD-4.13j")
        with b.when(self.turn >= int(self.data.setup["last_turn"])):
            self._winner()  # BD-13.4a
        self._forget_turn()

    def _forget_turn(self) -> None:
        """What was counted, chosen and reckoned in this game turn is forgotten."""
        b = self.b
        for variable in (self.luftwaffe, self.crimea_choice, self.caucasus_open):
            b.assign(variable, 0)
        for variable in (self.attack_total, self.defence_total, self.odds, self.column):
            b.assign(variable, 0)
        b.assign(self.result, -1)
        b.mark(self.crimean, self.crimean.units, 0)
        b.mark(self.uncrimean, self.uncrimean.units, 0)
        self.clear_entries()

    def _recover_aerial_marker(self) -> None:
        """BD-7.7h: a die tells how many turns later the marker is back."""
        if not self.on("BD-7.7h"):
            return
        b = self.b
        with b.when(self.aerial_back == 99):
            b.assign(self.aerial_hex, -1, rule="BD-7.7h")
            die = b.roll("aerial supply return", "BD-7.7h")
            b.assign(self.aerial_back, self.turn + die, rule="BD-7.7h")

    def _expedition_roll(self) -> None:
        """BD-4.13a to d: breakthrough on a six, with Stalingrad on a five."""
        if not self.on("BD-4.13a"):
            return
        b, stalingrad = self.b, self.hex("2501")
        with b.either(self.caucasus == 1) as otherwise:
            die = b.roll("expedition", "BD-4.13a")
            bonus = self.german_control(stalingrad) & self.german_overland.has(stalingrad)
            with b.when(die + self.ruled("BD-4.13b", bonus) >= 6):
                b.assign(self.caucasus, 2, rule="BD-4.13c")
                oil = b.roll("oil", "BD-4.13c")
                b.assign(self.vp, self.vp + oil, rule="BD-4.13c")
            otherwise()
            with b.when(self.caucasus == 2):
                b.assign(self.vp, self.vp + 1, rule="BD-4.13d")

    def _winner(self) -> None:
        """BD-13.4: every city of the start, and two of the three prizes."""
        b = self.b
        own = self.cities & self.start_german
        prizes = self.b.hex_set(
            "victory cities", [self.hex(h) for h in self.data.setup["victory_cities"]]
        )
        kept = (own - self._held(own)).count() == 0
        won = self._held(prizes).count()
        if self.on("BD-13.4b"):
            won = won + ((self.caucasus == 1) | (self.caucasus == 2))
        need = int(self.data.setup["victory_cities_needed"])
        win = kept & (won >= need) if self.on("BD-13.4a") else won >= need
        with b.when(win):
            b.end(GERMAN, 1, "BD-13.4a")
        b.end(SOVIET, 1, "BD-13.4c")
        if not self.on("BD-13.4c"):
            b.end(-1, 0, "")

    # -- questions --------------------------------------------------------------------------

    def _define_concession(self) -> None:
        self.b.query("may concede", 0, lambda: self.ruled("BD-4.14e", 1))

    def define_queries(self) -> None:
        """Whether a side may concede, and what the German may not see."""
        super().define_queries()
        self._define_concession()
        b = self.b
        # BD-11.7: what the German may not see
        there = self.soviets & self.on_map
        under = there - there.where(lambda u: units_at(place_of(u)).first() == u)
        under = under - units_at(self.revealed)
        # odds are reckoned openly; what cannot move is where it was seen last (BD-8.34b)
        under = under - self.attackers.when(self.revealed >= 0) - self.static
        box = units_at(self.box("rvgk"))
        hidden = under if self.on("BD-11.7a") else under.when(0)
        if self.on("BD-11.7d"):
            hidden = hidden | box
        b.hide(GERMAN, hidden)
