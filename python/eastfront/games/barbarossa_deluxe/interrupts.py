"""Barbarossa Deluxe: what a player may do during the other's turn.

Hero cities (section 9), fortress cities, the emergency deployment from the RVGK (8.11) and German
aerial supply (7.7).

Windows. A hero or fortress city changes combat in its hex, and supply there, and nothing else; so
no other moment can matter than before an attack is declared, and before a unit begins to move. An
emergency unit blocks a hex and strengthens its city; that matters before a unit begins to move,
after each leg, and before a mobile assault. Aerial supply counts for defence only (BD-7.7c), so
it matters when a Soviet attack has been declared. Whether a window opens depends on the standing
answer of its owner and on what both sides see.
"""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.choosing import choose
from eastfront.systems.fields import HEXES, hex_flag, variable
from eastfront.systems.sections import procedure, rule, value

from .board import MOST_MARKERS
from .events import Events
from .ground import GERMAN, SOVIET
from .section import Section
from .supply import OOS

NEVER, THREATENED, ALWAYS = range(3)
AWAY = 99
"""The aerial supply marker is on the map, or has been lost in this turn."""


def answer(name: str, hidden_from: int) -> Int:
    """A standing answer: its owner's own affair."""
    return variable(
        f"standing {name}",
        Life.PHASE,
        hidden=1 << hidden_from,
        values=(NEVER, THREATENED, ALWAYS),
        limits=(NEVER, ALWAYS),
    )


class Interrupts(Section):
    """Windows for the other side."""

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

    # -- what may be declared ---------------------------------------------------------------

    @value
    def hero_hexes(self) -> Hexes:
        """Where a hero city may be declared (BD-9.1b)."""
        cities = self.cities & self.control(SOVIET) - self.hero.hexes
        return ruled("BD-9.1b", cities & self.ussr, no_hexes())

    @value
    def fortress_hexes(self) -> Hexes:
        """Where the first fortress city may be declared (BD-9.2b, BD-9.2c)."""
        cities = self.cities & self.control(GERMAN) - self.fortress.hexes
        return ruled("BD-9.2b", cities, no_hexes())

    def declare_hero(self, at: Int) -> None:
        """A hero city marker comes into play."""
        mark(self.hero, one_hex(at), "BD-9.1b")
        assign(self.hero_left, self.hero_left - 1, "BD-9.1b")

    def declare_fortress(self, at: Int) -> None:
        """A fortress city marker comes into play."""
        mark(self.fortress, one_hex(at), "BD-9.2b")
        assign(self.fortress_left, self.fortress_left - 1, "BD-9.2b")

    @rule("BD-9.2a")
    def receive_fortress(self) -> None:
        """BD-9.2a: the marker of the first fortress city."""
        with when(self.turn == 13):
            assign(self.fortress_left, 1, "BD-9.2a")

    @Events.taken.after("BD-9.1c")
    def _hero_falls(self, german: Int, at: Int) -> None:
        with when(german):
            clear(self.hero, one_hex(at), "BD-9.1c")

    @Events.taken.after("BD-9.2e")
    def _fortress_falls(self, german: Int, at: Int) -> None:
        with when(~german):
            clear(self.fortress, one_hex(at), "BD-9.2e")

    @value
    def emergency_hexes(self) -> Hexes:
        """Where an emergency unit may come in (BD-8.11a)."""
        cities = self.cities & self.control(SOVIET) & self.supply.soviet_overland
        return cities & self.room(SOVIET)

    def threatened(self, side: int) -> Hexes:
        """The hexes next to the other side's units (BD-8.11a, BD-9.1b, BD-9.2b)."""
        return occupied(1 - side).adjacent()

    # -- standing answers -------------------------------------------------------------------

    @procedure("standing answers")
    def standing_answers(self, side: Int) -> None:
        """Before the other side's phase: ask always, ask when threatened, or not at all."""
        with either(side == SOVIET) as otherwise:
            self._ask("hero cities", SOVIET, self.answer_hero, self.hero_left > 0, "BD-9.1b")
            has_reserve = units_at("rvgk").any() & (self.emergency_used == 0)
            self._ask("emergency", SOVIET, self.answer_emergency, has_reserve, "BD-8.11a")
            otherwise()
            self._ask(
                "fortress city", GERMAN, self.answer_fortress, self.fortress_left > 0, "BD-9.2b"
            )

    def no_emergency(self) -> None:
        """BD-8.11a: nobody comes in but in a movement phase."""
        assign(self.emergency_used, 1)

    def _ask(self, what: str, side: int, answer: Int, able: Int, rule: str) -> None:
        if not in_force(rule):
            return
        with when(able), decide(f"{what}: standing answer", side, rule) as d:
            with d.option("ask-threatened"):
                assign(answer, THREATENED)
            with d.option("ask-always"):
                assign(answer, ALWAYS)
            d.decline("ask-never")

    def _offered(self, answer: Int, hexes: Hexes, side: int) -> Hexes:
        """What a window offers under a standing answer."""
        near = (hexes & self.threatened(side)).when(answer == THREATENED)
        return if_else(answer == ALWAYS, hexes, near)

    # -- windows ----------------------------------------------------------------------------

    def window(self, side: int) -> None:
        """What the other side may declare in a side's phase."""
        if side == GERMAN:
            self.soviet_window()
        else:
            self.german_window()

    @procedure("soviet window")
    def soviet_window(self) -> None:
        """During the German's phases: hero cities and the emergency deployment."""
        with when((self.answer_hero > 0) & (self.hero_left > 0)):
            offered = self._offered(self.answer_hero, self.hero_hexes(), SOVIET)
            with (
                when(offered.any()),
                choose(
                    "hero city", SOVIET, "BD-9.1b", "declare-hero", offered, decline="decline"
                ) as at,
            ):
                self.declare_hero(at)
        self._emergency()

    @rule("BD-8.11a")
    def _emergency(self) -> None:
        """A unit comes from the RVGK to a city."""
        reserve = units_at("rvgk")
        with when((self.answer_emergency > 0) & (self.emergency_used == 0) & reserve.any()):
            offered = self._offered(self.answer_emergency, self.emergency_hexes(), SOVIET)
            with when(offered.any()), decide("emergency deployment", SOVIET, "BD-8.11a") as d:
                d.holds(offered.any())
                with d.unit("commit", reserve.distinct()) as unit:
                    kind = "emergency city"
                    with choose(kind, SOVIET, "BD-8.11a", "at", offered, about=unit) as at:
                        self.events.come_to(unit, at, "BD-8.11a")
                        assign(self.emergency_used, 1, "BD-8.11a")
                d.decline("decline")

    @procedure("german window")
    def german_window(self) -> None:
        """During the Soviet's phases: the fortress city."""
        with when((self.answer_fortress > 0) & (self.fortress_left > 0)):
            offered = self._offered(self.answer_fortress, self.fortress_hexes(), GERMAN)
            with (
                when(offered.any()),
                choose(
                    "fortress city",
                    GERMAN,
                    "BD-9.2b",
                    "declare-fortress",
                    offered,
                    decline="decline",
                ) as at,
            ):
                self.declare_fortress(at)

    @procedure("aerial window")
    @rule("BD-7.7d")
    def aerial_window(self) -> None:
        """A Soviet attack is declared: aerial supply for its target (BD-7.7d, BD-7.7e)."""
        cut_off = self.at_target(GERMAN).where(lambda u: self.supply.german_state(u) == OOS)
        free = (self.aerial_hex < 0) & (self.turn >= self.aerial_back)
        with when(free & cut_off.any()), decide("aerial supply", GERMAN, "BD-7.7d") as d:
            with d.option("fly-in"):
                assign(self.aerial_hex, self.target, "BD-7.7d")
                assign(self.aerial_back, AWAY, "BD-7.7d")
            d.decline("decline")

    def beneath_marker(self, unit: Int) -> Int:
        """Whether a unit is a German-side one under the aerial supply marker."""
        return self.germans.contains(unit) & (place_of(unit) == self.aerial_hex)

    @procedure("aerial marker check")
    @rule("BD-7.7f")
    def marker_check(self, beneath: Int) -> None:
        """BD-7.7f: the aerial supply marker goes with the last friend that falls beneath it.

        It stays where friends have only retreated.
        """
        with when(beneath & ~occupied(GERMAN).contains(self.aerial_hex)):
            assign(self.aerial_hex, -1, "BD-7.7f")

    @rule("BD-7.7h")
    def recover_marker(self) -> None:
        """BD-7.7h: a die tells how many turns later the marker is back."""
        with when(self.aerial_back == AWAY):
            assign(self.aerial_hex, -1, "BD-7.7h")
            die = roll("aerial supply return", "BD-7.7h")
            assign(self.aerial_back, self.turn + die, "BD-7.7h")

    def own_markers(self, d: Decision, side: int) -> None:
        """A side's own markers, offered within its own decisions (BD-9.1b, BD-9.2b)."""
        if side == SOVIET:
            with d.hex("declare-hero", self.hero_hexes().when(self.hero_left > 0)) as at:
                self.declare_hero(at)
        else:
            hexes = self.fortress_hexes().when(self.fortress_left > 0)
            with d.hex("declare-fortress", hexes) as at:
                self.declare_fortress(at)
