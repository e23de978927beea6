"""The Russian Campaign, sections 25, 4.3 and 27: the conditions of victory.

Conditions that win at once are checked whenever control may have changed; the others at the end of
a game turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_

from eastfront.program import *
from eastfront.systems.fields import variable
from eastfront.systems.sections import rule, step, value

from .board import AXIS, RUSSIAN, Board, turn_of
from .calendar import Calendar
from .charts import axis_side
from .section import Section
from .withdrawals import CAMPAIGN
from .zones import Zones

SUDDEN_DEATH = 2
"""The level of a victory by sudden death (TRC-25.2). The level is the number in a game's outcome
that tells kinds of victory apart; that of the campaign is 1."""

ON_POINTS = 3
"""The level of a victory by a scenario's victory points, a number in a game's outcome that tells
kinds of victory apart (TRC-27.2b, TRC-27.3b, TRC-27.4e, TRC-27.5d)."""

OBJECTIVES = {5: "TRC-25.2.2a", 11: "TRC-25.2.3a", 17: "TRC-25.2.4a"}
"""The rule of the objectives of sudden death, all of which either side must control to win, by the
turn at whose end they are checked.

- 5, January/February 1942: Kiev, Kalinin, Leningrad, Rostov, Kharkov, Stalino (25.2.2a).
- 11, January/February 1943: Moscow, Leningrad, Stalingrad, Rostov, Kursk, Maikop (25.2.3a).
- 17, January/February 1944: Leningrad, Smolensk, Kiev, Dnepropetrovsk, Sevastopol, Kharkov
  (25.2.4a).
"""

SCENARIOS = {
    "breaking-storm": ("TRC-27.2b", "TRC-27.2c"),
    "barbarossa": ("TRC-27.3b", "TRC-27.3c"),
    "fall-blau": ("TRC-27.4e", ""),
    "zitadelle": ("TRC-27.5d", ""),
}
"""For a scenario, the rule on the victory points with which the Axis wins at the end, and the rule
by which it wins at once with Moscow in 1941.

- Breaking Storm: -1 or more (27.2b), or Moscow (27.2c). Barbarossa: 4 (27.3b), or Moscow (27.3c).
- Fall Blau: 4 (27.4e). Zitadelle: -6 (27.5d).
"""

LENGTHS = {
    "breaking-storm": "TRC-27.2a",
    "barbarossa": "TRC-27.3a",
}
"""For a scenario, the rule of its last turn: Breaking Storm ends with January/February 1942 after
five turns (27.2a), Barbarossa with November/December 1942 after ten (27.3a)."""

CONDITIONS = {
    "breaking-storm": "TRC-27.2d",
    "barbarossa": "TRC-27.3c",
    "fall-blau": "TRC-27.4e",
    "zitadelle": "TRC-27.5d",
    "bagration": "TRC-27.6d",
}
"""For a scenario, the rule on whether the victory conditions of the campaign and of sudden death
apply too.

- Breaking Storm: neither (27.2d).
- Barbarossa (27.3c), Fall Blau (27.4e), Zitadelle (27.5d), Bagration (27.6d): both.
"""

LAST = turn_of(1945, "may")
"""The turn with which the war ends, May/June 1945 (TRC-25.0a)."""


class Victory(Section):
    """The section on the conditions of victory."""

    tally = variable("points for headquarters and leaders", Life.GAME, limits=(-99, 99))

    @step
    def define(self) -> None:
        """Declares Berlin and the cities of Germany, which count for sudden death in 1945 for the
        Russian (TRC-25.2.5a) and the Axis (TRC-25.2.6a), and the victory points of cities and oil
        wells."""
        self.berlin = self.city("Berlin")
        self.rules = self.data.setup["victory"]
        posen = [self.city("Posen")] if self.option("posen-german") else []
        self.german_cities = self.cities & (self.germany | self.b.hex_set("Posen", posen))
        self._define_points()

    # -- 4.3: the end of a turn -------------------------------------------------------------

    @Calendar.turn_closes.after()
    def turn_closes(self) -> None:
        """Checks victory at the end of a game turn: sudden death (TRC-4.3a), then the points on a
        scenario's last turn (TRC-27.12a), then the end of the war."""
        if self.played("sudden_death"):
            self._sudden_death()
        last, length = self.last_turn, LENGTHS.get(self.data.scenario)
        if length is not None:
            last = by(length, last, otherwise=LAST)
        points = self.rules.get("axis_points")
        if points is not None:
            self._count(points, last)
        with when(self.turn >= LAST):
            self.end_of_war()

    @value
    def plays_on(self) -> bool:
        """Says whether the players of a scenario go on to the end of the war, as they may agree
        beforehand: False unless an option says so."""
        return False

    def turns_to_play(self) -> int:
        """The number of turns of a game if no side wins earlier."""
        return (LAST if self.plays_on() else self.last_turn) - self.first_turn + 1

    # -- 25.0, 25.1: at once, and at the end of the war -------------------------------------

    @Zones.control_settled.after()
    def control_settled(self) -> None:
        """Checks the conditions that win at once, whenever control may have changed."""
        self.check_victory()

    def check_victory(self) -> None:
        """Checks the conditions that win at once: the Axis controls Moscow and Stalin is lost
        (TRC-25.1.1a), or the Russian controls Berlin (TRC-25.1.2a). In Breaking Storm (TRC-27.2c)
        and Barbarossa (TRC-27.3c) the Axis wins with Moscow alone in 1941."""
        moscow = self.zones.holds(AXIS, self.arrivals.moscow)
        last = self.rules.get("moscow_until")
        _, why = SCENARIOS.get(self.data.scenario, ("", ""))
        if last and why:
            self._win_at(AXIS, (self.turn <= last) & moscow, why)
        if not self.played("campaign"):
            return
        # Moscow and the loss of Stalin in any order (reading D-76); Berlin at any moment
        self._win_at(AXIS, moscow & self.lost(self.stalin).any(), "TRC-25.1.1a")
        self._win_at(RUSSIAN, self.zones.holds(RUSSIAN, self.berlin), "TRC-25.1.2a")

    @rule(lambda _, side, condition, why: why)
    def _win_at(self, side: int, condition: Int, why: str) -> None:
        """Ends the game with a side's win, by the rule `why`, if `condition` holds now."""
        with when(condition):
            self._end(side, why)

    def _end(self, side: int, rule: str) -> None:
        """Ends the game at once with a side's victory by `rule`, and cancels all retreats still to
        be made."""
        self.retreats.call_off()
        end_game(side, CAMPAIGN, rule)

    def lost(self, units: Units) -> Units:
        """The units among `units` that have been eliminated or have surrendered."""
        return units & (units_at("pool") | units_at("surrendered"))

    @step
    @rule("TRC-25.0a", otherwise=lambda self: end_game(-1, 0, ""))
    def end_of_war(self) -> None:
        """Ends the game after the May/June 1945 turn, if no side has won (TRC-25.0a): the Axis wins
        unless the Russian controls Berlin (TRC-25.1.1b), and otherwise the Russian."""
        self._berlin_stands()
        end_game(RUSSIAN, CAMPAIGN, "TRC-25.0a")

    @rule("TRC-25.1.1b")
    def _berlin_stands(self) -> None:
        """Makes the Axis win if Berlin is not under Russian control when the May/June 1945 turn is
        over (TRC-25.1.1b)."""
        with when(~self.zones.holds(RUSSIAN, self.berlin)):
            end_game(AXIS, CAMPAIGN, "TRC-25.1.1b")

    def _occupies_all(self, side: int, hexes: Hexes) -> Int:
        return ~(hexes - self.zones.force[side]).any()

    # -- 25.2: sudden death -----------------------------------------------------------------

    @rule("TRC-25.2b", otherwise=_occupies_all)
    def _holds_all(self, side: int, hexes: Hexes) -> Int:
        """Says whether a side controls all of `hexes`, its objectives, when victory is checked
        (TRC-25.2b); a vacant place in zones of both sides counts for neither (TRC-25.2.6b)."""
        return by(
            "TRC-25.2.6b",
            lambda: ~(hexes - self.prizes(side)).any(),
            otherwise=lambda: ~(hexes & self.zones.held(1 - side)).any(),
        )

    def _all_of(self, words: Sequence[str]) -> Int:
        """Says whether all objectives of sudden death in 1945 that `words` name are met
        (TRC-25.2b). A word names a place and the side that controls it, such as
        ``one-german-city`` (the Russian), or an ally of the Axis that fights on or has
        surrendered."""
        fallen = self.allies.fallen
        met = {
            "finland-surrendered": fallen["finnish"] == 1,
            "rumania-surrendered": fallen["rumanian"] == 1,
            "hungary-surrendered": fallen["hungarian"] == 1,
            "one-german-city": (self.german_cities & self.zones.held(RUSSIAN)).any(),
            "all-oil-wells": self._holds_all(RUSSIAN, self.wells),
            "rumania-fights": fallen["rumanian"] == 0,
            "hungary-fights": fallen["hungarian"] == 0,
            "all-german-cities": self._holds_all(AXIS, self.german_cities),
            "one-oil-well": (self.wells & self.zones.held(AXIS)).any(),
        }
        return reduce(and_, [met[word] for word in words], number(1))

    @value
    def prizes(self, side: int) -> Hexes:
        """The places that a side controls for the conditions of victory; options add to them."""
        return self.zones.held(side)

    @rule("TRC-4.3a", "TRC-25.2a")
    def _sudden_death(self) -> None:
        """Makes a side win that meets all objectives of the year (TRC-25.2a). Both sides are
        checked together at the end of each January/February turn (TRC-25.2.1a), after the Russian
        end phase (4.3a). In 1945 the Russian needs surrendered allies of the Axis, a German city
        and all oil wells (25.2.5a); the Axis needs allies that have not surrendered, all German
        cities and an oil well (25.2.6a)."""
        chart = self.data.charts["sudden-death"]
        for row in chart["objective"]:
            self._objectives(row["turn"], row["hexes"])
        with when(self.turn == chart["turn_1945"]):
            for side, why in ((RUSSIAN, "TRC-25.2.5a"), (AXIS, "TRC-25.2.6a")):
                self._last_objectives(side, chart[f"{self.sides[side]}_1945"], why)

    @rule(lambda _, turn, hexes: OBJECTIVES[turn])
    def _objectives(self, turn: int, hexes: Sequence[str]) -> None:
        """Makes a side win that controls, at the end of a turn, all objectives of that turn; both
        sides are checked together (TRC-25.2.1a)."""
        prizes = self.fixed(f"objectives of turn {turn}", hexes)
        due = by("TRC-25.2.1a", self.turn == turn, otherwise=self.turn <= turn)
        for side in (AXIS, RUSSIAN):
            with when(due & self._holds_all(side, prizes)):
                end_game(side, SUDDEN_DEATH, OBJECTIVES[turn])

    @rule(lambda _, side, words, why: why)
    def _last_objectives(self, side: int, words: Sequence[str], why: str) -> None:
        """Makes a side win, by the rule `why`, if it meets all its objectives of 1945, `words`."""
        with when(self._all_of(words)):
            end_game(side, SUDDEN_DEATH, why)

    def fixed(self, name: str, hexes: Sequence[str]) -> Hexes:
        """Declares a fixed set of hexes, given by their printed ids, under the name `name`, and
        returns the set."""
        return self.b.hex_set(name, [self.hex(h) for h in hexes])

    # -- 27.12, 27.21: points ---------------------------------------------------------------

    def _define_points(self) -> None:
        """Declares the victory points of places on either side of the scenario's line: major cities
        and oil wells 2 each, minor cities 1 (TRC-27.12b)."""
        west, chart = self._west_of_line(), self.data.charts["victory-points"]
        self._worth: list[tuple[int, Hexes, Hexes]] = []
        for tag in ("city-major", "city-minor", "oil"):
            found = self.indices_where(lambda h, t=tag: t in h.features)  # type: ignore[misc]
            east_of = self.b.hex_set(f"{tag} east of the line", [h for h in found if h not in west])
            west_of = self.b.hex_set(f"{tag} west of the line", [h for h in found if h in west])
            self._worth.append((chart[tag.replace("-", "_")], east_of, west_of))

    def _west_of_line(self) -> set[int]:
        """The numbers of the hexes on the Axis side of the scenario's line. Each side scores the
        places that it controls beyond that line. Empty without a line."""
        name = self.rules.get("line")
        rows = self.data.charts["start-lines"]["line"][name] if name is not None else {}
        return {self.data.map.index[hex_] for hex_ in axis_side(rows)}

    def played(self, conditions: str) -> bool:
        """Says whether the victory conditions named by `conditions`, `campaign` or `sudden_death`,
        apply in this scenario (section 27); in the alternative reading D-82 sudden death does not
        apply in Bagration."""
        quiet = self.data.scenario == "bagration" and self.option("D-82")
        if quiet and conditions == "sudden_death":
            return False
        listed, why = bool(self.rules[conditions]), CONDITIONS.get(self.data.scenario)
        return by(why, listed, otherwise=not listed) if why else listed

    @Board.units_lost.after()
    def count_losses(self, units: Units) -> None:
        """Changes the points of Breaking Storm by losses: 1 more for the Axis for each loss of
        Stavka or Stalin (TRC-27.21a), 1 less for each loss of an army group headquarters or Hitler
        (TRC-27.21b)."""
        if not self.rules.get("headquarters"):
            return
        russian = units & (self.stavka | self.stalin)
        german = units & (self.german_hqs | self.hitler)
        with when(russian.any()):
            assign(self.tally, self.tally + russian.count(), "TRC-27.21a")
        with when(german.any()):
            assign(self.tally, self.tally - german.count(), "TRC-27.21b")

    def victory_points(self) -> Int:
        """The Axis victory points: those of places east of the line that the Axis controls, less
        those of places west of it that the Russian controls (TRC-27.12c). A place that neither
        controls is not subtracted (TRC-27.12d)."""
        out: Int = self.tally + 0
        for points, east, west in by("TRC-27.12c", self._worth):
            # major cities and oil wells 2 points each, minor cities 1 (27.12b)
            worth = by("TRC-27.12b", points, otherwise=1)
            others = west - self.prizes(AXIS)
            lost = by("TRC-27.12d", self.prizes(RUSSIAN), otherwise=others)
            out = out + (east & self.prizes(AXIS)).count() * worth
            out = out - (west & lost).count() * worth
        return out

    @rule("TRC-27.12a")
    def _count(self, needed: int, last: int) -> None:
        """Ends a scenario with its turn `last`, unless the players agreed to go on to the end of
        the war (TRC-27.12a): the Axis wins with `needed` points or more, and otherwise the
        Russian."""
        if self.plays_on():
            return
        why, _ = SCENARIOS[self.data.scenario]
        with when(self.turn >= last):
            with when(self.victory_points() >= needed):
                end_game(AXIS, ON_POINTS, why)
            end_game(RUSSIAN, ON_POINTS, why)

    # -- questions --------------------------------------------------------------------------

    def define_queries(self) -> None:
        """Declares the queries for the points of a scenario and the Russian replacement points."""
        self.b.query("victory points", 0, self.victory_points)
        self.b.query("replacement points", 0, lambda: self.russian_replacements.points + 0)
