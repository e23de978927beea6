"""The record of a game: the facts that follow from its past, the turn's or the impulse's.

A ledger receives every action, forced ones included, and every counter that changes its place, in
order, with the markers of turn, player and impulse. From these alone it derives the actions of
units (moved, fought, won an automatic victory, landed, pinned), fresh units, the aircraft that have
flown, the moves tried by sea and rail, control, the weather and its modifier, the garrisons called
and the allies that have surrendered. It reads no flag.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from . import charts, entry, scenario, victory
from .control import refreshed
from .conversion import Visit, visit
from .end_phase import EndPhase, end_phase
from .model import AXIS, RUSSIAN, Position, Unit, enemy_of
from .movement import allowance
from .odds import FLOOR, Battle, defenders, odds, outcome
from .retreat import aftermath
from .zoc import enemy_zone

LEADERS = {"german": "GE:leader:hitler", "russian": "SU:leader:stalin"}
NATION_OF = {AXIS: "german", RUSSIAN: "russian"}
LOST = frozenset({"pool", "surrendered"})
RETREATS = frozenset({"loss", "retreat", "retreat to", "retreat on", "crowded out"})
"""Decisions in the middle of a result."""

Effects = Iterable[tuple[Any, ...]]


@dataclass
class Verdict:
    """This oracle's result of an end phase, and the units that have left the map since."""

    before: Position
    phase: EndPhase
    #: German and allied units that Finland's surrender leaves there until the turn ends (24.5)
    stranded: frozenset[str] = frozenset()
    taken: set[str] = field(default_factory=set)


class Ledger:
    """The events of a game so far."""

    def __init__(self, known: dict[str, str], where: dict[str, str], pos: Position) -> None:
        """``known`` are the ids by the names of actions, ``where`` the place of each unit."""
        self.known = known
        self.where = dict(where)
        self.now = pos
        self.modifier = 0
        self.begun = False
        self.invasions = {AXIS: 0, RUSSIAN: 0}
        self.most_invasions = {AXIS: 2, RUSSIAN: 2}
        self.stored_for: dict[str, int] = {}
        self.called: set[str] = set()
        self.bulgaria_open = "bulgaria" not in pos.closed
        self.given_up: set[str] = {"finnish"} if "finland" in pos.closed else set()
        self.finland_gave_up = pos.turn - 1 if "finland" in pos.closed else 0
        self.lost_leaders: dict[str, bool] = {}
        self.archangel_fell = False
        self.landed: set[str] = set()
        self.sent_home: set[str] = set()
        self.verdicts: list[Verdict] = []
        self.stranded: set[str] = set()
        self.closing: Position | None = None
        self._new_turn()
        self._new_player_turn(pos.side)

    def fork(self) -> Ledger:
        """A copy that goes its own way."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (set, dict, list)):
                setattr(other, name, copy.copy(value))
        return other

    # ---- what is known

    def position(self) -> Position:
        """Everything that the rules of this moment depend on."""
        dropped = frozenset(self.dropped)
        return self.now.with_(
            frozen=frozenset(self.frozen),
            av_now=frozenset(self.av_now),
            av_before=frozenset(self.av_before),
            fought=frozenset(self.fought),
            spent=frozenset(self.spent) | dropped,
            invaded_turn=frozenset(self.landed),
            invaded_now=frozenset(self.landed_now),
            leaderless=frozenset(n for n, active in self.lost_leaders.items() if active),
            closed=self.closed(),
        )

    def closed(self) -> frozenset[str]:
        """TRC-5.5a, TRC-24.5b: countries that no unit may enter."""
        shut = {"turkey"} & self.now.closed
        if not self.bulgaria_open:
            shut.add("bulgaria")
        if self.finland_gave_up:
            shut.add("finland")
        return frozenset(shut)

    def moment(self) -> tuple[int, str, int, bool]:
        """The turn, the player and the impulse, and whether his turn is over."""
        return self.now.turn, self.now.side, self.now.impulse, self.has_ended

    def battle(self) -> Battle:
        """The battle that is put together or fought."""
        return Battle(frozenset(self.attackers), frozenset(self.targets))

    def air_left(self) -> int:
        """Aircraft that the side to move may still use this turn (15.6, 15.9)."""
        pos = self.now
        flown = len(self.bases) if pos.side == AXIS else self.sturmoviks
        most = charts.air_units(pos.side, pos.turn, pos.weather, pos.impulse)
        return most - flown if pos.impulse == 1 else 0

    def box(self, name: str, side: str | None = None) -> list[Unit]:
        """The units in a box, of one side or both."""
        units = scenario.counters()
        there = [units[u] for u, h in sorted(self.where.items()) if h == name and u in units]
        return [u for u in there if side in (None, u.side)]

    # ---- time

    def _new_turn(self) -> None:
        self.landed_before = self.landed
        self.landed = set()
        self.die_of_archangel = 0

    def _new_player_turn(self, side: str) -> None:
        self.now = self.now.with_(side=side, impulse=1)
        self.av_before: set[str] = set()
        self.dropped: set[str] = set()
        self.frozen: set[str] = set()
        self.bases: set[str] = set()
        self.sturmoviks = 0
        self.earned: int | None = None
        self.rail_moves = 0
        self.seas: set[str] = set()
        self.south: set[str] = set()
        self.replaced: list[str] = []
        self.placed_in: list[str] = []
        self.visits = self._standing()
        self.has_ended = False
        self.held_at_start = {h for h, s in self.now.control.items() if s == side}
        self._new_impulse()

    def _new_impulse(self) -> None:
        self.av_now: set[str] = set()
        self.fought: set[str] = set()
        self.spent: set[str] = set()
        self.landed_now: set[str] = set()
        self.fresh: set[str] = set()
        self.stored_now: set[str] = set()
        self.replaced_now: list[str] = []
        self.forgone = 0
        self.left_later: set[str] = set()
        self.arrived_at: dict[str, str] = {}
        self.control_at_impulse = dict(self.now.control)
        self.due_now = self.due() if self.begun else set()
        self._no_battle()
        self._no_move()
        nation = NATION_OF[self.now.side]
        if nation in self.lost_leaders:
            # TRC-11.3a: the next impulse of its owner, and none after that
            if self.lost_leaders[nation]:
                del self.lost_leaders[nation]
            else:
                self.lost_leaders[nation] = True

    def _second_impulse(self) -> None:
        zones = enemy_zone(self.now, self.now.side)
        own = self.now.on_map(self.now.side)
        self.av_before = self.av_now
        self.now = self.now.with_(impulse=2)
        self._new_impulse()
        self.frozen = {u.id for u in own if self.now.at[u.id] in zones}

    def _standing(self) -> list[Visit]:
        """TRC-9.4.4a, TRC-9.4.5a: units already in a hex occupy it in a turn too."""
        pos = self.now
        own = [u for u in pos.on_map(pos.side) if u.kind != "partisan"]
        hexes = {pos.at[u.id] for u in own}
        return [
            visit(pos, pos.side, h)
            for h in sorted(hexes)
            if pos.rail.get(h) not in {None, pos.side}
        ]

    def _no_battle(self) -> None:
        self.attackers: set[str] = set()
        self.targets: set[str] = set()
        self.air = 0
        self.flying = ""
        self.unasked = False
        self.level: int | None = None
        self.code = ""
        self.retreating: dict[str, tuple[int, ...]] = {}
        self.frozen_control = False
        self.victory_at_hand = False

    def _no_move(self) -> None:
        self.mover = ""
        self.way = ""

    # ---- arrivals (20, 23)

    def due(self) -> set[str]:
        """TRC-20.0a, TRC-20.6a, TRC-20.7.1a, TRC-20.7.2a, TRC-20.8a, TRC-20.9.2c: counters that the
        order of battle brings in this impulse, of those that are still to come."""
        pos = self.now
        rows = scenario.entries()
        waiting = {u for u, h in self.where.items() if h == "later"} | self.left_later
        due = set()
        for name in waiting & rows.keys():
            row = rows[name]
            if row.side != pos.side or row.nation in self.given_up or row.kind == "air":
                continue
            if row.entry == "turn" and (row.turn, row.impulse) == (pos.turn, pos.impulse):
                due.add(name)
            if row.entry == "motorization" and (row.turn, row.impulse) == (pos.turn, pos.impulse):
                due.add(name)
            if row.entry in self.called and pos.impulse == 1:
                due.add(name)
            if name in self.sent_home and (pos.turn, pos.impulse) == (23, 1):
                due.add(name)
        return due

    # ---- what is said

    def act(self, text: str, decision: str | None = None) -> None:
        """An action, by a player or forced."""
        verb, _, thing = text.partition(" ")
        unit = self.known.get(thing.split("@")[0], "")
        if verb in {"attack", "overrun"}:
            self._settle()
            self._no_battle()
            self.targets, self.victory_at_hand = {thing}, verb == "overrun"
        elif verb == "join":
            self.attackers.add(unit)
        elif verb == "with":
            self.targets.add(thing)
        elif verb == "stuka":
            self.bases.add(unit)
            self.flying = unit
            self.air += 1
        elif verb == "sturmovik":
            self.sturmoviks += 1
            self.air += 1
        elif verb == "strike":
            self.av_now |= self.attackers
        elif verb == "fight":
            self.unasked = decision is None
            self._fight()
        elif verb == "odds":
            self.level = level_of(int(thing))
        elif verb == "roll":
            self._die(int(thing), decision)
        elif verb == "lose":
            self.retreating.pop(unit, None)
        elif verb == "retreat":
            self.retreating.pop(unit, None)
            self.mover, self.way = unit, verb
        elif verb == "forgo":
            self.forgone += 1
        elif verb == "place-worker":
            self.mover, self.way = unit, verb
        elif verb in {"move", "rail", "enter", "drop", "come-by-land"} or verb.startswith("ship-b"):
            self._set_out(verb, unit)
        elif verb in {"rail-to", "rail-off"}:
            self.rail_moves += self.mover not in self.fresh
        elif verb == "invade":
            self.invasions[self.now.side] += 1
            self.way = "invade"
        elif verb == "end-movement":
            self._no_move()

    def _set_out(self, verb: str, unit: str) -> None:
        self.mover, self.way = unit, verb
        if verb in {"move", "rail"} or verb.startswith("ship-"):
            self.spent.add(unit)
        if verb.startswith("ship-"):
            self.seas.add({"ship-black": "black", "ship-baltic": "baltic"}[verb])
        if verb == "drop":
            self.dropped.add(unit)

    def _fight(self) -> None:
        self.level = None
        self.fighting = self.position()
        there = [u.id for t in self.targets for u in defenders(self.fighting, t)]
        self.fought |= self.attackers | set(there)

    def _die(self, die: int, decision: str | None) -> None:
        if decision == "Archangel":
            self.die_of_archangel = die
        elif decision == "weather":
            self._weather(die)
        elif decision == "combat":
            battle = self.battle()
            found = odds(self.fighting, battle, self.air)
            level = self.level if self.level is not None else max(FLOOR, found.level)
            self.result(outcome(self.fighting, level, die))

    def result(self, code: str) -> None:
        """A result, with or without a die."""
        self.code = code
        self.frozen_control = code == "EX"
        self.retreating = dict(aftermath(self.fighting, self.battle(), code).retreating)

    def _weather(self, die: int | None) -> None:
        kind, self.modifier = charts.weather(self.now.turn, self.modifier, die)
        self.now = self.now.with_(weather=kind)

    # ---- what happens

    def happens(self, effect: tuple[Any, ...]) -> None:
        """One effect: a forced action, a marker of time, or a counter that changes its place."""
        kind = effect[0]
        if kind == "forced":
            self.act(effect[2])
        elif kind == "var" and effect[1] in {"turn", "impulse", "phase side"}:
            self._clock(effect[1], effect[3])
        elif kind == "hex" and effect[2] == "axis rail" and self.begun:
            self._end_phase()
        elif kind == "placed" and effect[1] in self.known:
            if effect[4] == "TRC-17.2b":
                self._end_phase()
            self._placed(self.known[effect[1]], effect[2], effect[3])

    def _clock(self, marker: str, value: int) -> None:
        if not self.begun:
            return
        if marker == "turn":
            self._end_phase()
            self.now = self.now.with_(turn=value)
            self._new_turn()
            if charts.has_fixed_weather(value):
                self._weather(None)
            self._at_start_of_turn()
        elif marker == "phase side":
            self._end_phase()
            self._new_player_turn((AXIS, RUSSIAN)[value])
        elif value == 2 and self.now.impulse == 1:
            self._settle()
            self._second_impulse()

    def _at_start_of_turn(self) -> None:
        gone = victory.minors_surrendering_at_start(self.position()) - self.given_up
        self.ally_gives_up(gone)

    def ally_gives_up(self, nations: Iterable[str]) -> None:
        """TRC-24.1a, TRC-24.5b: some allies surrender."""
        self.given_up |= set(nations)
        if "finnish" in nations and not self.finland_gave_up:
            self.finland_gave_up = self.now.turn

    def _settle(self) -> None:
        if self.frozen_control:
            self.frozen_control = False
            self.now = refreshed(self.now)

    def _end_phase(self) -> None:
        """The end phase of a player turn begins, once."""
        if self.has_ended:
            return
        self.has_ended = True
        self._settle()
        before = self.position()
        phase = end_phase(before, self.visits, self.given_up)
        self.now = self.now.with_(rail=phase.position.rail)
        self.ally_gives_up(phase.surrendering)
        if before.side == RUSSIAN:
            self.closing = phase.position
        self.stranded |= self._stranded(phase.position)
        self.verdicts.append(Verdict(before, phase, self._stranded(phase.position)))

    def _stranded(self, left: Position) -> frozenset[str]:
        """TRC-24.5c: the units in Finland at the end of the turn in which it has surrendered."""
        if left.side != RUSSIAN or self.finland_gave_up != left.turn:
            return frozenset()
        axis = [u.id for u in left.on_map(AXIS) if left.units[u.id].nation != "finnish"]
        return frozenset(u for u in axis if left.board.region(left.at[u]) == "finland")

    def _placed(self, unit: str, old: str, new: str) -> None:
        board, counters = self.now.board, scenario.counters()
        self.where[unit] = new
        if not board.is_land(new):
            self.retreating.pop(unit, None)
        if self.verdicts and board.is_land(old) and not board.is_land(new):
            self.verdicts[-1].taken.add(unit)
        if old == "later":
            self.left_later.add(unit)
        elif new == "later":
            self.sent_home.add(unit)
        if new == "arriving":
            self.fresh.add(unit)
            if old == "pool":
                self.replaced.append(unit)
                self.replaced_now.append(unit)
        if new == "off-map":
            self.stored_now.add(unit)
            self.fresh.discard(unit)
        if new == "reserve":
            self.stored_for.setdefault(unit, self.now.turn)
        if unit not in counters:
            return
        for nation, leader in LEADERS.items():
            if unit == leader and new in LOST and old not in LOST:
                self.lost_leaders[nation] = False
        at = {u: h for u, h in self.now.at.items() if u != unit}
        if board.is_land(new):
            at[unit] = new
        self.now = self.now.with_(at=at)
        if not self.begun:
            return
        self._came_to(counters[unit], old, new)
        if not self.frozen_control:
            self.now = refreshed(self.now.with_(closed=self.closed()))
        self._capture()

    def _came_to(self, unit: Unit, old: str, new: str) -> None:
        pos, board = self.now, self.now.board
        if not board.is_land(new):
            return
        if old in {"arriving", "off-map", "reserve", "later"}:
            self._entered(unit, old, new)
        if self.way == "invade" and unit.id == self.mover:
            self.landed.add(unit.id)
            self.landed_now.add(unit.id)
            self.spent.add(unit.id)
        if unit.side == RUSSIAN and unit.kind != "partisan":
            self.called |= entry.garrisons_called(pos, [new])
            self.bulgaria_open |= bool(self.called & {"bulgaria-1943", "bulgaria-1944"})
        hostile = pos.rail.get(new, unit.side) != unit.side
        if hostile and unit.side == pos.side and unit.kind != "partisan":
            self.visits.append(visit(refreshed(pos), unit.side, new))

    def _entered(self, unit: Unit, old: str, new: str) -> None:
        board = self.now.board
        self.arrived_at[unit.id] = new
        by_land = self.way in {"enter", "come-by-land"}
        if by_land and new in board.edges.get("south", ()) and unit.side == RUSSIAN:
            bought = unit.id in self.replaced and old == "arriving"
            self.south.add("replacement" if bought else "reinforcement")
        by_worker = unit.id in self.replaced and old == "arriving" and self.way == "enter"
        if by_worker and new in board.cities:
            self.placed_in.append(new)
        in_zone = new in enemy_zone(self.now, unit.side)
        if self.now.impulse == 2 and in_zone:
            self.frozen.add(unit.id)  # TRC-20.3c

    def _capture(self) -> None:
        pos = self.now
        if victory.controls(pos, AXIS, "Archangel"):
            self.archangel_fell = True
            self.called.add("lapland-axis")
        if victory.controls(pos, RUSSIAN, "Helsinki") and not self.finland_gave_up:
            self.called.add("lapland-russian")

    # ---- between actions

    def waits_for(self, decision: str | None) -> None:
        """The game waits: a result in progress is over, unless the decision belongs to it."""
        if decision not in RETREATS:
            self._settle()

    def begin(self, pos: Position) -> None:
        """The first movement phase: what is on the map is known, and nothing has happened."""
        self.now = pos
        self.begun = True
        self.control_at_impulse = dict(pos.control)
        self.held_at_start = {h for h, s in pos.control.items() if s == pos.side}
        self.due_now = self.due()

    def allowance_of(self, unit: Unit) -> int:
        """Hexes that a unit may walk in this impulse."""
        return allowance(self.position(), unit, scenario.allowances())


def level_of(odds_said: int) -> int:
    """This oracle's level of odds as actions write them: 1-1 is 1 there and 0 here."""
    return odds_said - 1 if odds_said > 0 else odds_said + 1


def enemy_held(ledger: Ledger, name: str) -> bool:
    """TRC-20.4a: whether the enemy controlled a place when this impulse began."""
    return ledger.control_at_impulse.get(name) == enemy_of(ledger.now.side)
