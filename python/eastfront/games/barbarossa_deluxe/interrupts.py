"""Barbarossa Deluxe: decisions of a player during the opponent's turn.

Hero cities (section 9), fortress cities, the emergency deployment from the RVGK (8.11) and German
aerial supply (7.7).

Each decision is offered in a window. A hero or fortress city changes only combat in its hex and
supply there, so its windows are before an attack is declared and before a unit begins to move. An
emergency unit blocks a hex and strengthens its city; its windows are before a unit begins to move,
after each leg, and before a mobile assault. Aerial supply counts for defence only (BD-7.7c), so its
window is after a Soviet attack is declared. A window opens by the standing answer of its owner and
by facts that both sides see.
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
"""The aerial supply marker is on the map, or was lost in this turn."""


def answer(name: str, hidden_from: int) -> Int:
    """A standing answer, known to its owner only."""
    return variable(
        f"standing {name}",
        Life.PHASE,
        hidden=1 << hidden_from,
        values=(NEVER, THREATENED, ALWAYS),
        limits=(NEVER, ALWAYS),
    )


class Marker(NamedTuple):
    """The marker with which a side declares hero or fortress cities."""

    rule: str
    name: str
    verb: str
    flag: HexFlag
    left: Int


class Interrupts(Section):
    """Decisions during the opponent's phases."""

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
        """The decisions of a side in its phase, until it ends it; before each of them the opponent
        has a window."""
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
        """A window in the opponent's phase: the side's marker, and the emergency deployment."""
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
        """BD-8.11a: a unit comes from the RVGK to a supplied city, once a German phase."""
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
        """When a Soviet attack is declared, the German may fly aerial supply to its target
        (BD-7.7d, BD-7.7e)."""
        cut_off = self.at_target(GERMAN).where(lambda u: self.supply.german_state(u) == OOS)
        with (
            when((self.turn >= self.aerial_back) & cut_off.any()),
            offer("aerial supply", GERMAN, "BD-7.7d", "fly-in", decline="decline"),
        ):
            assign(self.aerial_hex, self.target, "BD-7.7d")
            assign(self.aerial_back, AWAY, "BD-7.7d")

    def beneath_marker(self, unit: Int) -> Int:
        """Whether a unit is a German-side one under the aerial supply marker."""
        return self.germans.contains(unit) & (place_of(unit) == self.aerial_hex)

    @procedure("aerial marker check")
    @rule("BD-7.7f")
    def marker_check(self, beneath: Int) -> None:
        """BD-7.7f: the aerial supply marker is removed with the last friendly unit eliminated
        beneath it.

        It stays if the units have only retreated.
        """
        with when(beneath & ~occupied(GERMAN).contains(self.aerial_hex)):
            assign(self.aerial_hex, -1, "BD-7.7f")

    @rule("BD-7.7h")
    def recover_marker(self) -> None:
        """BD-7.7h: a die roll gives the number of turns until the marker returns."""
        with when(self.aerial_back == AWAY):
            assign(self.aerial_hex, -1, "BD-7.7h")
            die = roll("aerial supply return", "BD-7.7h")
            assign(self.aerial_back, self.turn + die, "BD-7.7h")

    # -- 8.11, 9.1, 9.2: what may be declared -----------------------------------------------

    def marker(self, side: int) -> Marker:
        """The marker of a side: hero cities, or the first fortress city."""
        if side == SOVIET:
            return Marker("BD-9.1b", "hero city", "declare-hero", self.hero, self.hero_left)
        left = self.fortress_left
        return Marker("BD-9.2b", "fortress city", "declare-fortress", self.fortress, left)

    @value
    def marker_hexes(self, side: int) -> Hexes:
        """The hexes where a side may declare its marker (BD-9.1b, BD-9.2b, BD-9.2c)."""
        marker = self.marker(side)
        cities = self.cities & self.control(side) - marker.flag.hexes
        if side == SOVIET:
            cities = cities & self.ussr
        return by(marker.rule, cities, told=True)

    def declare(self, side: int, at: Int) -> None:
        """A marker is placed."""
        marker = self.marker(side)
        mark(marker.flag, one_hex(at), marker.rule)
        assign(marker.left, marker.left - 1, marker.rule)

    @rule("BD-9.2a")
    def receive_fortress(self) -> None:
        """BD-9.2a: the German receives the marker of the first fortress city on turn 13."""
        with when(self.turn == 13):
            assign(self.fortress_left, 1, "BD-9.2a")

    @Events.taken.after("BD-9.1c")
    def _hero_falls(self, side: int, at: Int) -> None:
        """A hero city loses its marker when the German takes it."""
        if side == GERMAN:
            clear(self.hero, one_hex(at), "BD-9.1c")

    @Events.taken.after("BD-9.2e")
    def _fortress_falls(self, side: int, at: Int) -> None:
        """BD-9.2e: a fortress city is one until the Soviet takes it."""
        if side == SOVIET:
            clear(self.fortress, one_hex(at), "BD-9.2e")

    @value
    def emergency_hexes(self) -> Hexes:
        """The hexes where an emergency unit may enter (BD-8.11a)."""
        cities = self.cities & self.control(SOVIET) & self.supply.soviet_overland
        return cities & self.room(SOVIET)

    # -- standing answers -------------------------------------------------------------------

    @procedure("standing answers")
    def standing_answers(self, side: Int) -> None:
        """Before the opponent's phase, a side chooses its windows: always, when threatened, or
        never."""
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
        """BD-8.11a: no emergency deployment outside movement phases."""
        assign(self.emergency_used, 1)

    @rule(lambda *asked: asked[-1])
    def _ask(self, what: str, side: int, answer: Int, able: Int, rule: str) -> None:
        """A side chooses when the windows of a rule open."""
        with when(able), decide(f"{what}: standing answer", side, rule) as d:
            with d.option("ask-threatened"):
                assign(answer, THREATENED)
            with d.option("ask-always"):
                assign(answer, ALWAYS)
            d.decline("ask-never")

    def _offered(self, answer: Int, hexes: Hexes, side: int) -> Hexes:
        """The hexes that a window offers under a standing answer."""
        near = (hexes & occupied(1 - side).adjacent()).when(answer == THREATENED)
        return if_else(answer == ALWAYS, hexes, near)
