"""The record of a game: the facts that follow from its past.

A ledger receives every action, forced ones included, every counter that changes its place, and the
markers of turn and player. From these alone it derives the phase of the game, the units that have
moved, the points left to each, the last side in each hex and its way, the units that wait at the
Kerch Straits, those isolated and those in supply since, those that have attacked and been attacked,
the Luftwaffe units that have flown, and those lost. It reads no flag. Errors that it detects as
they occur (a unit that starves, the end of a retreat) are listed in `odd`.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from . import arrivals, movement, retreat, supply
from .battle import defenders
from .board import AXIS, SOVIET, counters, the_map
from .charts import first_turn
from .model import COMBAT, DRIVEN, FIRST, GROUND, RAIL, READY, SECOND, Position

SETTING_UP = frozenset({"placement"})
BROKEN, STARVED = "SPI-BREAK-C6", "SPI-SUPPLY-A1"
NO_MARCH = {"SPI-RAIL-M1": RAIL, "SPI-CBT-GEN7": DRIVEN, "SPI-WINTER-E": DRIVEN}
"""Trains, retreats and thaws: no normal ground movement (RAIL-M10)."""
OVERRAN = "SPI-OVR-GEN3"


@dataclass
class Fight:
    """An attack as it is put together."""

    hexes: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    help: dict[str, str] = field(default_factory=dict)
    drawn: list[str] = field(default_factory=list)
    table: str = ""
    flying: str = ""
    declared: bool = False
    defenders: list[str] = field(default_factory=list)


class Ledger:
    """The events of a game so far."""

    def __init__(self, known: dict[str, str], pos: Position) -> None:
        """``known`` are the ids by the names of actions."""
        self.known = known
        self.now = pos
        self.begun = False
        self.odd: list[str] = []
        self.boxes: dict[str, str] = {}
        self.ended: dict[str, str] = {}
        self.lost: list[str] = []
        self.losses: list[arrivals.Loss] = []
        self.waiting: Counter[str] = Counter()
        self.came: Counter[str] = Counter()
        self.fresh: set[str] = set()
        self.fight = Fight()
        self.reorganizing = ""
        self.mover = ""
        self.crossed: set[str] = set()
        self.went: set[str] = set()
        self.first_is_over = False
        self.new: list[str] = []
        self.old: list[str] = []
        self.way: tuple[str, frozenset[str]] | None = None
        self.retreats_from = ""
        self.maybe_safe: frozenset[str] = frozenset()
        self.starving: frozenset[str] = frozenset()
        self.might: frozenset[str] = frozenset()
        self.start = pos
        self.starved: set[str] = set()

    @staticmethod
    def new_game(
        known: dict[str, str], game: str, turn: int, situations: frozenset[int] = frozenset()
    ) -> Ledger:
        """A game that has not begun."""
        pos = Position({}, the_map(), counters(), game, situations, turn, SOVIET)
        return Ledger(known, pos)

    def fork(self) -> Ledger:
        """A copy that goes its own way."""
        other = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, (set, dict, list)):
                setattr(other, name, copy.copy(value))
        other.fight = copy.deepcopy(self.fight)
        return other

    def position(self) -> Position:
        """Everything that the rules of this moment depend on."""
        return self.now

    def begin_at(self, pos: Position) -> None:
        """A position before its Player-Turn: the enemy has nothing left to do."""
        enemy = AXIS if pos.side == SOVIET else SOVIET
        before = pos.turn if pos.side == SOVIET else pos.turn - 1
        self.now = Position(
            dict(pos.at),
            pos.board,
            pos.units,
            pos.game,
            pos.situations,
            before,
            enemy,
            SECOND,
            dict(pos.traveller),
        )
        self._stand_at_straits()
        self.begun, self.first_is_over = True, True
        self.mover, self.odd, self.way = "", [], None
        self.crossed, self.went = set(), set()
        self.maybe_safe = frozenset()

    def _stand_at_straits(self) -> None:
        """Units at the Kerch Straits from the start count as having rested there."""
        pos = self.now
        self._set(kerch={u: READY for u, h in pos.at.items() if h in pos.board.strait})

    # ---- what is said

    def act(self, text: str, decision: str | None, mover: str | None, subject: str | None) -> None:
        """An action, by a player or forced."""
        self._exchange()
        verb, _, thing = text.partition(" ")
        unit = self.known.get(thing, "")
        if verb in {"entrain", "move"}:
            self._finish()
            self.mover = unit
        elif verb == "detrain":
            self._end_move(self.mover, rail=True)
        elif verb == "stay":
            self._set(stayed=self.now.stayed | {self.mover})
            self.mover = ""
        elif verb == "to":
            self._go(thing)
        elif verb == "cross":
            self.crossed.add(self.mover)
        elif verb == "stop" or verb == "go":
            self._finish()
        elif verb == "end-movement":
            self._end_of_movement()
        elif verb == "attack":
            self._set(phase=COMBAT)
            self.fight = Fight(hexes=[thing])
        elif verb == "also":
            self.fight.hexes.append(thing)
        elif verb == "with" and self.now.phase == COMBAT:
            self.fight.units.append(unit)
        elif verb == "fly":
            self.fight.flying = unit
        elif verb == "assist":
            self.fight.help[self.fight.flying] = thing
        elif verb == "draw-on":
            self._declare()
            self.fight.drawn.append(unit)
        elif verb in {"stand", "give-ground"}:
            self.fight.table = verb
        elif verb == "roll":
            self.over()
        elif verb == "retreat":
            self._retreat(unit)
        elif verb == "end-combat":
            self._second()

    def _set(self, **changes: Any) -> None:
        self.now = self.now.with_(**changes)

    def _go(self, to: str) -> None:
        unit = self.now.units[self.mover]
        ways = movement.reach(self.now, unit)
        if to not in ways:
            self.odd.append(f"{self.mover} goes to {to}, which this oracle does not know")
            return
        left = movement.least_paid(self.now, unit, ways, to)
        self._set(left={**self.now.left, self.mover: left})

    def _end_move(self, unit: str, rail: bool = False) -> None:
        left = {u: n for u, n in self.now.left.items() if u != unit}
        railed = self.now.railed | ({unit} if rail else set())
        self._set(moved=self.now.moved | {unit}, left=left, railed=railed)
        self.mover = ""

    def _finish(self) -> None:
        if self.mover:
            self._end_move(self.mover)

    def _end_of_movement(self) -> None:
        self._finish()
        self._phase_over()

    def _phase_over(self) -> None:
        pos = self.now
        waits = movement.kerch_after_phase(pos, pos.side, self.crossed, self.went)
        others = {u: w for u, w in pos.kerch.items() if pos.units[u].side != pos.side}
        nobody: frozenset[str] = frozenset()
        self._set(kerch={**others, **waits}, moved=nobody, railed=nobody, stayed=nobody, left={})
        self.crossed, self.went = set(), set()
        if not self.first_is_over:
            self.first_is_over = True
            self._set(phase=COMBAT)

    def _second(self) -> None:
        if self.now.phase != SECOND:
            nobody: frozenset[str] = frozenset()
            self.first_is_over = True
            self._set(phase=SECOND, attackers=nobody, attacked=nobody, flown=nobody)
            self.fight = Fight()

    # ---- combat

    def _declare(self) -> None:
        """The attack is declared: its units have attacked, or been attacked."""
        fight, pos = self.fight, self.now
        if fight.declared:
            return
        fight.declared = True
        fight.defenders = [u.id for h in fight.hexes for u in pos.stack(h)]

    def over(self) -> None:
        """The battle has its result."""
        fight, pos = self.fight, self.now
        there = {u.id for h in fight.hexes for u in defenders(pos, h)} | set(fight.defenders)
        self._set(
            attackers=pos.attackers | set(fight.units),
            attacked=pos.attacked | there,
            flown=pos.flown | set(fight.help),
        )

    def result(self) -> str:
        """The code of a retreat, by whom it strikes."""
        return "Dr2" if self.fight.table == "give-ground" else "Dr"

    def _retreat(self, unit: str) -> None:
        self._arrived()
        code = "Ar" if self.now.units[unit].side == self.now.side else self.result()
        self.retreats_from = self.now.at[unit]
        self.way = (unit, retreat.retreats(self.now, self.now.units[unit], code))

    def _arrived(self) -> None:
        """A retreat is over: it ends where it may."""
        if self.way is None:
            return
        unit, ends = self.way
        self.way = None
        box = self.boxes.get(unit, "")
        where = self.now.at.get(unit, retreat.OFF if box == "off the map" else "dead")
        self.ended[unit] = where
        if where not in ends and not (where == "dead" and not ends):
            self.odd.append(f"{unit} retreats to {where}, the oracle says {sorted(ends)}")

    # ---- what happens

    def happens(self, effect: tuple[Any, ...]) -> None:
        """One effect: a forced action, a marker of time, or a counter that changes its place."""
        kind = effect[0]
        if kind == "forced":
            self.act(effect[2], None, None, None)
        elif kind == "var" and effect[1] == "turn":
            self._exchange()
            self._end_of_player_turn()
            self._set(turn=effect[3])
        elif kind == "var" and effect[1] == "phasing side" and self.begun:
            self._exchange()
            self._begin_player_turn((AXIS, SOVIET)[effect[3]])
        elif kind == "placed":
            self._placed(self.known[effect[1]], effect[2], effect[3], effect[4])

    def _placed(self, unit: str, origin: str, to: str, rule: str) -> None:
        pos, land = self.now, the_map().terrain
        self.boxes[unit] = to
        if rule == BROKEN and to in land:
            self.new.append(unit)
        elif rule == BROKEN and origin in land:
            self.old.append(unit)
            return
        else:
            self._exchange()
        if rule == "SPI-SEQ-H" and to in land:
            self.came[pos.units[unit].kind] += 1
        if to in land:
            at = {**pos.at, unit: to}
            before = pos.traveller.get(to)
            side = pos.units[unit].side
            how = GROUND if before == (side, GROUND) else NO_MARCH.get(rule, GROUND)
            last = pos.traveller if rule == BROKEN else {**pos.traveller, to: (side, how)}
            if rule != BROKEN:
                self.went.add(unit)
                self._set(kerch={u: w for u, w in pos.kerch.items() if u != unit})
            self._set(at=at, traveller=last)
            if rule == OVERRAN:
                self._end_move(unit)
        elif origin in land:
            if rule.startswith(STARVED[:-1]):
                self._starves(unit)
            self._gone(unit)
            if to in {"dead", "overrun"}:
                self.lost.append(unit)
                if pos.units[unit].nation == "german":
                    self.losses.append(arrivals.Loss(pos.units[unit].kind, pos.turn))
        if self.begun:
            self.maybe_safe |= self._safe_now(self.maybe_safe)

    def _gone(self, unit: str) -> None:
        pos = self.now
        self._set(
            at={u: h for u, h in pos.at.items() if u != unit},
            kerch={u: w for u, w in pos.kerch.items() if u != unit},
            left={u: n for u, n in pos.left.items() if u != unit},
            isolated=pos.isolated - {unit},
            safe=pos.safe - {unit},
            moved=pos.moved - {unit},
            railed=pos.railed - {unit},
        )
        self.maybe_safe -= {unit}

    def _exchange(self) -> None:
        """Units were broken down or put together: what became of the old ones goes over."""
        if not self.new and not self.old:
            return
        old, new, pos = list(self.old), list(self.new), self.now
        self.old, self.new = [], []
        if not old:
            return
        isolated = any(u in pos.isolated for u in old)
        watched = [u for u in old if u in pos.isolated]
        safe = isolated and all(u in pos.safe for u in watched)
        maybe = isolated and all(u in self.maybe_safe for u in watched)
        waits = {pos.kerch.get(u) for u in old}
        wait = waits.pop() if len(waits) == 1 else None
        moved = any(u in pos.moved for u in old)
        for unit in old:
            self._gone(unit)
        pos = self.now
        self._set(
            isolated=pos.isolated | (set(new) if isolated else set()),
            safe=pos.safe | (set(new) if safe else set()),
            kerch={**pos.kerch, **(dict.fromkeys(new, wait) if wait else {})},
            moved=pos.moved | (set(new) if moved else set()),
        )
        if maybe:
            self.maybe_safe |= set(new)
        self.fresh |= set(new)

    # ---- isolation

    def _safe_now(self, known: frozenset[str]) -> frozenset[str]:
        pos = self.now
        return frozenset(
            u for u in pos.isolated - known if u in pos.at and supply.is_supplied(pos, pos.units[u])
        )

    def _starves(self, unit: str) -> None:
        if not self.starved:
            self.starving = supply.starved(self.now)
            self.might = supply.starved(self.now.with_(safe=self.maybe_safe))
        self.starved.add(unit)

    def _end_of_player_turn(self) -> None:
        """SUPPLY-A: exactly those starve that must."""
        if not self.starved:
            self.starving = supply.starved(self.now)
            self.might = supply.starved(self.now.with_(safe=self.maybe_safe))
        if self.begun and not self.might <= self.starved <= self.starving:
            told = f"{sorted(self.starved)}, oracle {sorted(self.starving)}"
            self.odd.append(f"starved: engine {told}")
        self.starved = set()
        self.starving = frozenset()
        self._set(isolated=frozenset(), safe=frozenset())

    def _begin_player_turn(self, side: str) -> None:
        if self.now.side != side:
            self._end_of_player_turn()
        nobody: frozenset[str] = frozenset()
        self.mover, self.first_is_over, self.fight, self.fresh = "", False, Fight(), set()
        self._set(
            side=side,
            phase=FIRST,
            moved=nobody,
            railed=nobody,
            stayed=nobody,
            left={},
            attackers=nobody,
            attacked=nobody,
            flown=nobody,
        )
        self._set(isolated=supply.isolated_now(self.now, side))
        self.maybe_safe = frozenset()
        self.came, self.went = Counter(), set()
        self.start = self.now

    # ---- what is waited for

    def waits_for(self, decision: str | None, mover: str | None, stack: Sequence[str]) -> None:
        """The game waits for a decision: what must have come to pass before it."""
        self._exchange()
        if not self.begun:
            if decision is not None and not any("deployment" in name for name in stack):
                self.begun = True
                self._set(turn=first_turn(self.now.game, self.now.situations))
                self._stand_at_straits()
                self._begin_player_turn(AXIS)
            else:
                return
        last = stack[-1] if stack else ""
        if decision != "leg":
            self._finish() if decision != "destination" else None
        if decision not in {"retreat", "way"}:
            self._arrived()
        if self.fight.declared and decision not in {"supply", "table", "combat"}:
            self.over()  # nine to one needs no die
        if decision == "attacks":
            self._set(phase=COMBAT)
            self.first_is_over = True
        if last.endswith("rail movement 2"):
            self._second()
        if self.now.phase == COMBAT and decision in {"movement", "rail movement"}:
            self._second()
        if self.now.phase == COMBAT and last.endswith("reorganization, 1"):
            self._second()
        if last.rpartition(" army")[1] == "" and last != self.reorganizing:
            self.fresh, self.reorganizing = set(), last
        self._set(safe=self.now.safe | self._safe_now(self.now.safe))
        self.maybe_safe |= self.now.safe
