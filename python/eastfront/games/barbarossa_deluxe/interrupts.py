"""Barbarossa Deluxe: decisions of a player during the opponent's turn.

These are the declaration of hero cities by the Soviet and of fortress cities by the German (section
9), the emergency deployment of a Soviet unit from the RVGK box (8.11), and German aerial supply
(7.7).

A window is an instant of the opponent's turn in which such a decision is offered. A hero or
fortress city changes only combat and supply in its hex, so its windows are before an attack is
declared and before a unit begins to move. An emergency unit blocks a hex and strengthens a city;
its windows are before a unit begins to move, after each leg of a move, and before a mobile assault.
Aerial supply counts for defence only (BD-7.7c), so its window is after a Soviet attack is declared.

For every kind but aerial supply, a side answers beforehand when its windows open: never, when
threatened, or always (its standing answer). Apart from this answer, only facts that both sides see
decide whether a window opens.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from eastfront.program import *
from eastfront.systems.choosing import choose, offer
from eastfront.systems.fields import HEXES, hex_flag, variable
from eastfront.systems.sections import procedure, rule, value

from .board import MOST_MARKERS
from .events import Events
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import OOS

NEVER, THREATENED, ALWAYS = range(3)
AWAY = 99
"""The value of the variable `aerial_back` from the use of aerial supply to the end of that game
turn. Any other value is the first game turn in which the aerial supply marker is available to the
German."""


def answer(name: str, hidden_from: int) -> Int:
    """Declares the variable of a side's standing answer, which says when the decision `name` is
    offered to the side in the opponent's phase: never, when threatened, or always. The side
    `hidden_from` does not see the answer."""
    return variable(
        f"standing {name}",
        Life.PHASE,
        hidden=1 << hidden_from,
        values=(NEVER, THREATENED, ALWAYS),
        limits=(NEVER, ALWAYS),
    )


class Marker(NamedTuple):
    """The marker with which a side declares hero or fortress cities: its rule, the names of the
    decision and of the action, the cities declared, and the markers left."""

    rule: str
    name: str
    verb: str
    flag: HexFlag
    left: Int


class Interrupts(Section):
    """The decisions of a side during the opponent's phases."""

    hero = hex_flag(
        "hero city",
        Life.GAME,
        lambda section: [section.hex(h) for h in section.data.setup["markers"]["hero_cities"]],
    )
    hero_left = variable(
        "hero cities",
        Life.GAME,
        lambda section: int(section.data.setup["markers"]["hero_cities_in_hand"]),
        most=MOST_MARKERS,
    )
    fortress = hex_flag("fortress city", Life.GAME)
    fortress_left = variable("fortress cities", Life.GAME)
    emergency_used = variable("emergency used", Life.PHASE)
    aerial_hex = variable("aerial supply hex", Life.GAME, -1, limits=HEXES)
    aerial_back = variable("aerial supply back", Life.GAME, most=AWAY)
    answer_hero = answer("hero city", GERMAN)
    answer_emergency = answer("emergency", GERMAN)
    answer_fortress = answer("fortress city", SOVIET)

    # -- 7.7, 8.11: windows -----------------------------------------------------------------

    @contextmanager
    def phase(self, kind: str, side: int, rule: str, end: str) -> Iterator[Decision]:
        """Context manager that writes the phase of a side: one decision, repeated until the side
        takes the action ``end``. It yields this decision, so that the block can add what the phase
        offers. ``kind`` is the decision's name, ``rule`` the rule that permits it. Each time, the
        opponent has a window first, an instant for decisions of his own.

        The decision also offers the side its own marker, which it may declare at any time: the
        Soviet a hero city (BD-9.1b), the German a fortress city (BD-9.2b).
        """
        self.standing_answers(number(1 - side))
        with loop():
            self.window(1 - side)
            with decide(kind, side, rule) as d:
                yield d
                # its own marker, offered among its own decisions (BD-9.1b, BD-9.2b)
                marker = self.marker(side)
                hexes = self.marker_hexes(side).when(marker.left > 0)
                with d.hex(marker.verb, hexes) as at:
                    self.declare(side, at)
                with d.option(end, passes=True):
                    break_()
        over(Life.PHASE)

    @procedure("{side} window")
    def window(self, side: int) -> None:
        """Offers a side, during the opponent's phase, the declaration of a hero or fortress city
        and, for the Soviet, the emergency deployment. Each is offered as the side has asked
        beforehand: always, when threatened, or never (`standing_answers`)."""
        marker = self.marker(side)
        answer = self.answer_hero if side == SOVIET else self.answer_fortress
        with when(marker.left > 0):
            offered = self._offered(answer, self.marker_hexes(side), side)
            with (
                when(offered.any()),
                choose(
                    marker.name, side, marker.rule, marker.verb, offered, decline="decline"
                ) as at,
            ):
                self.declare(side, at)
        if side == SOVIET:
            self._emergency()

    @rule("BD-8.11a")
    def _emergency(self) -> None:
        """Offers the Soviet, once in each German movement phase, the emergency deployment of one
        unit from the RVGK box to a Soviet-controlled city in overland supply, within stacking
        limits (BD-8.11a)."""
        reserve = units_at("rvgk")
        with when(self.emergency_used == 0):
            offered = self._offered(self.answer_emergency, self.emergency_hexes(), SOVIET)
            with when(offered.any()), decide("emergency deployment", SOVIET, "BD-8.11a") as d:
                d.holds(offered.any())
                with d.unit("commit", reserve.distinct()) as unit:
                    kind = "emergency city"
                    with choose(kind, SOVIET, "BD-8.11a", "at", offered, about=unit) as at:
                        self.enter(unit, at, "BD-8.11a", SOVIET)
                        assign(self.emergency_used, 1, "BD-8.11a")
                d.decline("decline")

    @procedure("aerial window")
    @rule("BD-7.7d")
    def aerial_window(self) -> None:
        """Offers the German, after a Soviet attack on a hex has been declared, aerial supply for
        that hex, if a unit there is out of supply and the marker is available (BD-7.7d); the Soviet
        cannot cancel the attack (BD-7.7e)."""
        cut_off = self.at_target(GERMAN).where(lambda u: self.supply.german_state(u) == OOS)
        with (
            when((self.turn >= self.aerial_back) & cut_off.any()),
            offer("aerial supply", GERMAN, "BD-7.7d", "fly-in", decline="decline"),
        ):
            assign(self.aerial_hex, self.target, "BD-7.7d")
            assign(self.aerial_back, AWAY, "BD-7.7d")

    def beneath_marker(self, unit: Int) -> Int:
        """Says whether a unit is a German-side unit in the hex of the aerial supply marker."""
        return self.germans.contains(unit) & (place_of(unit) == self.aerial_hex)

    @procedure("aerial marker check")
    @rule("BD-7.7f")
    def marker_check(self, beneath: Int) -> None:
        """Removes the aerial supply marker from the map at the instant when the last German unit in
        its hex is eliminated (BD-7.7f). If the units there have retreated, the marker stays to the
        end of the turn. ``beneath`` is nonzero if the unit just eliminated was in the hex of the
        marker."""
        with when(beneath & ~occupied(GERMAN).contains(self.aerial_hex)):
            assign(self.aerial_hex, -1, "BD-7.7f")

    @rule("BD-7.7h")
    def recover_marker(self) -> None:
        """Rolls a die, at the end of a game turn in which aerial supply was used: the marker is
        available to the German again that many game turns later (BD-7.7h)."""
        with when(self.aerial_back == AWAY):
            assign(self.aerial_hex, -1, "BD-7.7h")
            die = roll("aerial supply return", "BD-7.7h")
            assign(self.aerial_back, self.turn + die, "BD-7.7h")

    # -- 8.11, 9.1, 9.2: what may be declared -----------------------------------------------

    def marker(self, side: int) -> Marker:
        """The marker that a side may place in a city: for the Soviet that of a hero city (BD-9.1b),
        for the German that of his first fortress city (BD-9.2b)."""
        if side == SOVIET:
            return Marker("BD-9.1b", "hero city", "declare-hero", self.hero, self.hero_left)
        left = self.fortress_left
        return Marker("BD-9.2b", "fortress city", "declare-fortress", self.fortress, left)

    @value
    def marker_hexes(self, side: int) -> Hexes:
        """The hexes where a side may place its city marker at any time, even out of supply.

        For a hero city they are the Soviet-controlled cities of the USSR (BD-9.1b), for the first
        fortress city the German-controlled cities (BD-9.2b) anywhere on the map (BD-9.2c).
        """
        marker = self.marker(side)
        cities = self.cities & self.control(side) - marker.flag.hexes
        if side == SOVIET:
            cities = cities & self.ussr
        return by(marker.rule, cities, told=True)

    def declare(self, side: int, at: Int) -> None:
        """Places a side's hero or fortress city marker in a hex, and reduces the number of markers
        left."""
        marker = self.marker(side)
        mark(marker.flag, one_hex(at), marker.rule)
        assign(marker.left, marker.left - 1, marker.rule)

    @rule("BD-9.2a")
    def receive_fortress(self) -> None:
        """Gives the German one fortress city marker at the start of turn 13 (BD-9.2a)."""
        with when(self.in_window("BD-9.2a")):
            assign(self.fortress_left, 1, "BD-9.2a")

    @Events.taken.after("BD-9.1c")
    def _hero_falls(self, side: int, at: Int) -> None:
        """Removes a hero city marker as the German captures the city; a marker is removed in no
        other way (BD-9.1c)."""
        if side == GERMAN:
            clear(self.hero, one_hex(at), "BD-9.1c")

    @Events.taken.after("BD-9.2e")
    def _fortress_falls(self, side: int, at: Int) -> None:
        """Removes a fortress city marker as the Soviet captures the city; a marker is removed in no
        other way (BD-9.2e)."""
        if side == SOVIET:
            clear(self.fortress, one_hex(at), "BD-9.2e")

    @value
    def emergency_hexes(self) -> Hexes:
        """The hexes where an emergency unit from the RVGK box may enter: Soviet-controlled cities
        in overland supply, within stacking limits (BD-8.11a)."""
        cities = self.cities & self.control(SOVIET) & self.supply.soviet_overland
        return cities & self.room(SOVIET)

    # -- standing answers -------------------------------------------------------------------

    @procedure("standing answers")
    def standing_answers(self, side: Int) -> None:
        """Makes a side answer, before the opponent's phase, when each kind of decision is to be
        offered to the side in that phase: always, when threatened, or never."""
        with either(side == SOVIET) as otherwise:
            hero = self.marker(SOVIET)
            self._ask("hero cities", SOVIET, self.answer_hero, hero.left > 0, hero.rule)
            has_reserve = units_at("rvgk").any() & (self.emergency_used == 0)
            self._ask("emergency", SOVIET, self.answer_emergency, has_reserve, "BD-8.11a")
            otherwise()
            fortress = self.marker(GERMAN)
            self._ask(
                "fortress city", GERMAN, self.answer_fortress, fortress.left > 0, fortress.rule
            )

    def no_emergency(self) -> None:
        """Keeps the emergency deployment from being offered in a prepared assault phase, by marking
        it as used: it is possible in German movement phases alone (BD-8.11a)."""
        assign(self.emergency_used, 1)

    @rule(lambda *asked: asked[-1])
    def _ask(self, what: str, side: int, answer: Int, able: Int, rule: str) -> None:
        """Makes a side choose when a decision is offered to the side in the opponent's phase:
        never, when threatened, or always. The side is asked only if ``able`` is nonzero, so that
        the decision is possible.

        ``what`` names the decision, ``rule`` is the rule that permits it, and ``answer`` is the
        variable that stores the choice.
        """
        with when(able), decide(f"{what}: standing answer", side, rule) as d:
            with d.option("ask-threatened"):
                assign(answer, THREATENED)
            with d.option("ask-always"):
                assign(answer, ALWAYS)
            d.decline("ask-never")

    def _offered(self, answer: Int, hexes: Hexes, side: int) -> Hexes:
        """The hexes among ``hexes`` for which a decision is offered to a side in the opponent's
        phase, by the side's standing ``answer``: all hexes if it is `ALWAYS`, hexes next to enemies
        if it is `THREATENED`, none if it is `NEVER`."""
        near = (hexes & occupied(1 - side).adjacent()).when(answer == THREATENED)
        return if_else(answer == ALWAYS, hexes, near)
