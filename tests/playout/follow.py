"""Follows a game action by action with the oracle's ledger, and compares every decision with it.

The ledger receives the actions, the units that change places, the hexes that change hands and the
game turn. The offer of a decision is then compared with the rulebook, with every fact about the
past taken from the ledger.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from oracle import (
    arrivals,
    battle,
    bloodbath,
    crimea,
    expedition,
    gambit,
    movement,
    retreat,
    supply,
    support,
    tigers,
)
from oracle.model import GERMAN, LENINGRAD, SOVIET, Position, enemy_of
from oracle.record import DEAD, LATER, REMOVED, RVGK, WAITING, Fight, Record, fresh

from . import aftermath
from .compare import CODES, odds_differences, reach_differences, supply_differences
from .games import terms_of
from .snapshot import CRIMEA, SEQUENCES, ZONES, has_area, hex_name, riders

RESULTS = ("AE", "AS", "BB", "DR", "DE")
KINDS = {1: battle.MOBILE, 2: battle.PREPARED}
BETWEEN = ("moved", "moving", "halved", "attacking", "retreated", "air army")
"""Helper flags that no unit may bear as a phase begins."""
QUIET = frozenset({
    "crimea supply", "replacements", "reinforcements", "conversion", "phase order",
    "strategic movement", "rvgk", "movement", "prepared assault", "offensive supply",
})  # fmt: skip
"""Decisions outside any move and battle."""
FLAGS = ("german", "hero city", "fortress city", "destroyed fort")


def _names(state: Any) -> dict[str, str]:
    return dict(zip(state.game.units, state.game.unit_ids, strict=True))


class Follower:
    """A state that is played, and the oracle's ledger of it.

    It must be created where a game turn begins. `found` has the differences, `asked` the number of
    comparisons of each kind.
    """

    def __init__(self, state: Any) -> None:
        self.state = state
        self.ids = _names(state)
        self.short = {i: n for n, i in self.ids.items()}
        self.found: list[str] = []
        self.asked: Counter[str] = Counter()
        self._last_crimea: object = None
        self._phase = self._asked = ""
        self.record: Record = fresh(
            {self.ids[n]: h for n, h in state.places().items()},
            state.hexes_with("german"),
            state.var("turn"),
            hero=state.hexes_with("hero city"),
            fortress=state.hexes_with("fortress city"),
            wrecked=state.hexes_with("destroyed fort"),
            terms=terms_of(state.game),
        )
        self.record.riders = riders(state)
        if has_area(state.game):
            self.record.area = hex_name(state.var("fortified area"))
            self.record.area_since = state.var("fortified area since")
        if self.record.terms.east_wall:
            self.record.walls = set(state.hexes_with("east wall"))
        self.record.phase_begins(str(state.phase))

    # -- play -------------------------------------------------------------------------------------

    def push(self, action: int) -> None:
        """Plays an action and passes it to the ledger."""
        state, record = self.state, self.record
        text = self._text(action)
        side, decision = str(state.to_move), str(state.decision)
        self._asked = decision
        self._before(decision, text)
        record.action(side, decision, self._by_id(text))
        for effect in state.push(action, effects=True) or []:
            self._hear(effect, decision)
        if not state.is_over:
            record.phase_begins(str(state.phase))

    def _text(self, action: int) -> str:
        legal = self.state.legal_actions
        return str(legal.names()[legal.list().index(action)])

    def _by_id(self, text: str) -> str:
        verb, _, rest = text.partition(" ")
        name = rest.split("@")[0]
        return f"{verb} {self.ids.get(name, name)}" if rest else verb

    def _hear(self, effect: tuple[Any, ...], decision: str) -> None:
        record = self.record
        kind = effect[0]
        if kind == "placed":
            self._moves(self.ids[effect[1]], effect[2], effect[3])
        elif kind == "forced":
            side = self.state.game.sides[effect[1]]
            text = str(effect[2])
            record.action(side, "forced" if decision != "leg" else "forced leg", self._by_id(text))
        elif kind == "hex" and effect[2] in FLAGS:
            record.marked(effect[1], effect[2], effect[3])
        elif kind == "var" and effect[1] == "turn":
            record.turn_begins(effect[3])
        elif kind == "note" and effect[1] == "battle":
            self._fought(list(effect[2]))

    # -- battles as reported ----------------------------------------------------------------------

    def _fought(self, numbers: list[int]) -> None:
        """The totals of a battle when its result is known, and the supports offered."""
        fight = self.record.fight
        target = hex_name(numbers[0])
        kind = KINDS[numbers[1]]
        if fight is None or fight.target != target or fight.kind != kind:
            self.differs("battles", f"{kind} on {target}: the ledger knows of {fight}")
            return
        self.asked["battles"] += 1
        self._supports(fight)
        before = fight.before
        self.asked["drawn factors"] += bool(fight.factor)
        if bool(fight.factor) != battle.draws(before, fight.attackers, target):
            self.differs("drawn factors", f"{fight.factor} drawn, {kind} on {target}")
        try:
            mine = battle.strengths(
                before,
                fight.attackers,
                fight.target,
                kind,
                luftwaffe=fight.luftwaffe,
                air_armies=dict.fromkeys(fight.air_armies, True),
                partisans=fight.partisans,
                airborne=fight.airborne,
                guns=fight.guns,
                dropped=gambit.DROPPED if fight.dropped else 0,
            )
        except battle.IllegalAttack as error:
            self.differs("battles", f"{kind} of {fight.attackers} on {target}: {error}")
            return
        want = [mine.attack, mine.defence, mine.odds, mine.column]
        got = numbers[2:6]
        if got != want:
            self.differs(
                "battles", f"{kind} of {fight.attackers} on {target}: {got}, {want} {mine}"
            )
        aftermath.result(self, before, mine.column, RESULTS[numbers[6]])
        self.record.result(RESULTS[numbers[6]])

    def _supports(self, fight: Fight) -> None:
        """Whether every available support was offered."""
        before, side = fight.before, self.record.side
        flown = self.record.air_flown
        may = {
            "artillery": support.may_fire(
                before, fight.kind, side, fired=self.record.guns_fired - len(fight.guns)
            ) and bool(support.may_have_guns(before, fight.attackers, ())),
            "air armies": support.may_fly(
                before,
                fight.kind,
                side,
                luftwaffe=fight.luftwaffe,
                flown=flown - len(fight.air_armies),
            ),
            "partisans": support.may_rise(
                before, fight.kind, side, fight.target,
                used=self.record.partisans_flown and not fight.partisans,
            ),
            "airborne": support.may_drop(
                before, fight.kind, side, fight.target,
                used=bool(self.record.airborne_flown) and not fight.airborne,
                luftwaffe=fight.luftwaffe,
            ),
            "luftwaffe": self.record.luftwaffe_flown - fight.luftwaffe
            < support.luftwaffe_counters(self.record.turn, self.record.terms),
            "air drop": bool(arrivals.held(before.turn, self.record.units)) and gambit.may_land(
                before.moved(fight.attackers, fight.target) if fight.kind == battle.MOBILE
                else before, side, fight.target, fight.kind,
            ),
        }  # fmt: skip
        self.asked["supports"] += 1
        for what, allowed in may.items():
            if allowed != (what in fight.asked):
                self.differs("supports", f"{what} at {fight.target}: {allowed} by the oracle")

    # -- units that change places -----------------------------------------------------------------

    def _moves(self, unit: str, start: str, end: str) -> None:
        record, hexes = self.record, self.record.board.hexes
        if start in hexes and end in (DEAD, REMOVED, LATER):
            fight = record.fight
            position = record.position() if fight is None else fight.before
            if fight is not None and fight.kind == battle.MOBILE and unit in fight.defenders:
                position = position.without(fight.attackers)  # 10.26
            self._fallen(unit, end, position)
            if record.board.units[unit].side == SOVIET and self._asked != "withdrawal":
                aftermath.cut_off(self, unit)
        if (start in (DEAD, LATER, RVGK, WAITING)) and end in hexes and record.arriving == unit:
            self.asked["arrivals"] += 1
        if unit == gambit.PARATROOPS and start == LATER and record.fight is not None:
            aftermath.landed(self, end)
        record.placed(unit, start, end)

    def _fallen(self, unit: str, end: str, position: Position) -> None:
        self.asked["graves"] += 1
        if position.units.get(unit) is None:
            position = self.record.position()
        mine = arrivals.grave(position, unit, self.record.returned)
        if self._asked == "withdrawal":
            mine = REMOVED  # 8.21
        elif arrivals.promoted(unit, self.record.turn) and end == REMOVED:
            return  # 8.19, 8.29
        if mine != end:
            self.differs("graves", f"{unit} goes to {end}, the oracle says {mine}")

    # -- before an action -------------------------------------------------------------------------

    def _before(self, decision: str, text: str) -> None:
        fight = self.record.fight
        if fight is not None and decision in (
            "luftwaffe", "air armies", "partisans", "airborne", "aerial supply", "artillery",
            "air drop",
        ):  # fmt: skip
            fight.asked.add(decision)

    # -- differences ------------------------------------------------------------------------------

    def differs(self, kind: str, text: str) -> None:
        self.found.append(f"{kind}: {text}")

    def offered(self, verb: str) -> list[str]:
        """The units or hexes offered with a verb."""
        head = f"{verb} "
        rest = [n[len(head) :] for n in self.state.legal_actions.names() if n.startswith(head)]
        return [self.ids.get(r.split("@")[0], r) for r in rest]

    def same(self, kind: str, verb: str, legal: Iterable[str]) -> None:
        """The hexes offered are those allowed."""
        got, mine = set(self.offered(verb)), set(legal)
        self.asked[kind] += 1
        if got != mine:
            self.differs(
                kind,
                f"{verb}: offered but not allowed {sorted(got - mine)}, "
                f"allowed but not offered {sorted(mine - got)}",
            )

    def alike(self, kind: str, verb: str, legal: Iterable[str]) -> None:
        """The units offered are those allowed; of equal ones in a place one represents all."""
        got, mine = self.offered(verb), list(legal)
        self.asked[kind] += 1
        extra = sorted(set(got) - set(mine))
        seen = {self._look(u) for u in got}
        missing = sorted(u for u in mine if u not in got and self._look(u) not in seen)
        if extra or missing:
            self.differs(
                kind,
                f"{verb}: offered but not allowed {extra}, allowed but not offered {missing}",
            )

    def _look(self, unit: str) -> tuple[Any, ...]:
        who = self.record.board.units[unit]
        printed = arrivals.counters()[unit]
        return (
            self.record.units[unit], who.nation, who.kind, who.mobility, who.attack, who.defence,
            printed.replaceable,
        )  # fmt: skip

    def _same_names(self, kind: str, legal: set[str]) -> None:
        """The actions offered, all of them, are those allowed."""
        if (got := set(self.state.legal_actions.names())) != legal:
            self.differs(kind, f"{sorted(got)}, the oracle says {sorted(legal)}")

    def _whether(self, kind: str, verb: str, legal: bool) -> None:
        """A bare action is offered exactly when it is allowed."""
        got = verb in self.state.legal_actions.names()
        self.asked[kind] += 1
        if got != legal:
            self.differs(kind, f"{verb}: {got}, the oracle says {legal}")

    # -- the comparison at a decision -------------------------------------------------------------

    def check(self) -> list[str]:
        """Compares the offer of this decision with the rulebook; returns the differences so far."""
        state, record = self.state, self.record
        where = {self.ids[n]: h for n, h in state.places().items()}
        if where != record.units:
            odd = {u: (h, record.units[u]) for u, h in where.items() if h != record.units[u]}
            self.differs("ledger", f"places {odd}")
        if (mounted := riders(state)) != record.riders:
            self.differs("ledger", f"riders {mounted}, the ledger says {record.riders}")
        for tiger, corps in record.riders.items():
            if record.units[corps] not in record.board.hexes:
                self.differs("ledger", f"{tiger} is on {corps} at {record.units[corps]}")
        if record.phase != self._phase:
            self._phase = record.phase
            self._boundary()
        aftermath.over(self)
        aftermath.ended(self)
        method = _CHECKS.get(str(state.decision))
        if method is not None:
            method(self)
        if record.crimea == "on" and len(crimea.inside(record.position())) >= crimea.MOST:
            self._crimea_supply()
        return self.found

    def _crimea_supply(self) -> None:
        """Compares the supply of units in the Crimea when there are many."""
        pos = self.record.position()
        if pos is self._last_crimea:
            return
        self._last_crimea = pos
        states = supply.german_states(pos)
        self.asked["supply in the Crimea"] += 1
        for u in crimea.inside(pos):
            if (got := self.state.ask("supply", self.short[u])) != CODES[states[u]]:
                self.differs(
                    "crimea",
                    f"{u} at {pos.units[u]}: {got}, the oracle says {states[u]}; "
                    f"{self.record.drawing} draw it",
                )

    def in_full(self, rng: random.Random, share: float = 0.06, battles: int = 4) -> None:
        """Compares supply of all units, reach of some stacks and odds of some battles, between
        moves."""
        pos, record = self.record.position(), self.record
        self.asked["positions in full"] += 1
        found = supply_differences(self.state, pos)
        found += reach_differences(self.state, pos, rng, share, record.began)
        found += odds_differences(self.state, pos, rng, battles)
        for text in found:
            self.differs("in full", text)

    def _boundary(self) -> None:
        """As a phase begins no helper flag remains, and declarations equal those of the ledger."""
        state, record = self.state, self.record
        self.asked["boundaries"] += 1
        for flag in BETWEEN:
            if units := [u for u in state.units_with(flag) if self._walks(u)]:
                self.differs("boundaries", f"{units} are {flag} as {record.phase} begins")
        aerial, marker = state.var("aerial supply hex"), state.var("supply marker A")
        told = (
            state.var("turn"), ZONES.get(state.var("zone")), CRIMEA[state.var("crimea supply")],
            hex_name(aerial), hex_name(marker),
        )  # fmt: skip
        mine = (record.turn, record.zone, record.crimea, record.aerial, record.markers.get("A"))
        if told != mine:
            self.differs("declared", f"{told}, the ledger says {mine}")
        if record.sequence is not None and SEQUENCES.get(state.var("sequence")) != record.sequence:
            self.differs("declared", f"sequence {record.sequence}")
        held = set(state.hexes_with("german"))
        if record.terms.east_wall and set(state.hexes_with("east wall")) != record.walls:
            self.differs("declared", f"East Wall {record.walls}")
        if has_area(state.game) and hex_name(state.var("fortified area")) != record.area:
            self.differs("declared", f"fortified area {record.area}")
        if odd := {h for h, side in record.control.items() if (side == GERMAN) != (h in held)}:
            self.differs("declared", f"control of {sorted(odd)}")

    def _walks(self, name: str) -> bool:
        return self.record.board.units[self.ids[name]].walks

    # start of the turn

    def _crimea_choice(self) -> None:
        self.asked["crimea supply"] += 1
        self._same_names("crimea supply", {"crimea-supply", "coastal-supply"})

    def _crimea_list(self) -> None:
        record = self.record
        self.alike("crimea list", "supply", crimea.candidates(record.position(), record.drawing))

    # arrivals

    def _replacements(self) -> None:
        record, side = self.record, str(self.state.to_move)
        pos = record.position()
        who = arrivals.reclaimable(pos, record.units, side, record.reclaimed)
        if side == GERMAN:
            who = [u for u in who if arrivals.entry_hexes(pos, u, record.arrived)]
        self.alike("replacements", "reclaim", who)

    def _entry(self) -> None:
        record = self.record
        side = str(self.state.to_move)
        unit = record.arriving if record.arriving else self._who_enters()
        pos = record.position()
        if record.units[unit] == LATER and unit not in [
            *arrivals.due(record.turn, side, record.units, record.due),
            *arrivals.held(record.turn, record.units),
        ]:
            self.differs("reinforcements", f"{unit} is not due on turn {record.turn}")
        self.same("entry", "enter", arrivals.entry_hexes(pos, unit, record.arrived))
        self._whether("entry", "hold-in-rvgk", side == SOVIET)

    def _who_enters(self) -> str:
        """The unit whose entry is decided, found by trying."""
        action = self.state.legal_actions.list()[0]
        effects = self.state.copy().push(action, effects=True) or []
        return self.ids[next(e[1] for e in effects if e[0] == "placed")]

    def _reinforcements(self) -> None:
        record = self.record
        pos = record.position()
        who = arrivals.due(record.turn, GERMAN, record.units, record.due)
        who += arrivals.held(record.turn, record.units)
        riders = bool(tigers.carriers(pos))
        who = [u for u in who if (riders if pos.unit(u).rides
                                  else arrivals.entry_hexes(pos, u, record.arrived))]  # fmt: skip
        self.alike("reinforcements", "bring", who)

    def _conversion(self) -> None:
        record = self.record
        if not arrivals.converting(record.turn, record.units):
            self.differs("conversion", "nobody is to be converted")
        self.alike("conversion", "convert", arrivals.convertible(record.position()))

    def _order(self) -> None:
        self._all_arrived()
        aftermath.phase_order(self)

    def _all_arrived(self) -> None:
        """As the player turns begin, no unit that was due waits on the track."""
        record = self.record
        self.asked["nobody left behind"] += 1
        for side in (GERMAN, SOVIET):
            if left := arrivals.due(record.turn, side, record.units, record.due):
                self.differs("reinforcements", f"{left} did not come")
        late = [u for u in arrivals.converting(record.turn, record.units)
                if record.units[u] == LATER]  # fmt: skip
        if late:
            self.differs("conversion", f"{late} neither came nor wait")
        if stale := arrivals.unpromoted(record.position(), record.units):
            self.differs("conversion", f"{stale} are not replaced by their late counters")

    # the RVGK box

    def _rvgk(self) -> None:
        record = self.record
        opening = record.opening or record.position()
        now = record.position()
        left = arrivals.rvgk_left(record.boxed, record.deployed)
        out = arrivals.withdrawable(opening, now, record.deployed) if left else []
        self.alike("rvgk", "withdraw", out)
        waiting = [u for u in record.at(RVGK) if u not in record.boxed] if left else []
        able = [u for u in waiting if arrivals.deployment_hexes(opening, now, u, record.arrived)]
        self.alike("rvgk", "deploy", able)
        self.alike("rvgk", "recall", self._leaving() if left else [])

    def _rvgk_entry(self) -> None:
        record = self.record
        opening = record.opening or record.position()
        unit = record.arriving or ""
        hexes = arrivals.deployment_hexes(opening, record.position(), unit, record.arrived)
        self.same("rvgk entry", "enter", hexes)

    def _emergency(self) -> None:
        record = self.record
        if record.emergency:
            self.differs("emergency", "a second one in a phase")
        pos = record.position()
        able = [u for u in record.at(RVGK) if arrivals.emergency_cities(pos, u)]
        self.alike("emergency", "commit", able)

    def _emergency_city(self) -> None:
        """Every city that 8.11 allows; only the threatened ones if the standing answer says so."""
        pos = self.record.position()
        mine = arrivals.emergency_cities(pos, self.record.arriving or "")
        if self.record.standing == "ask-threatened":
            near = pos.occupied(GERMAN)
            got = set(self.offered("at"))
            self.asked["emergency"] += 1
            if not got <= set(mine) or not got:
                self.differs("emergency", f"at: {sorted(got)}, the oracle says {mine}")
            if missing := [
                h for h in mine if h not in got and near.intersection(pos.board.neighbours(h))
            ]:
                self.differs("emergency", f"at: {missing} are threatened, offered {sorted(got)}")
        else:
            self.same("emergency", "at", mine)

    # the expedition

    def _leaving(self) -> list[str]:
        record = self.record
        if not expedition.may_leave(record.expedition, record.turn):
            return []
        return [u for u in record.at("caucasus") if record.board.units[u].side == SOVIET]

    def _response(self) -> None:
        record = self.record
        self.alike("expedition", "give", expedition.response(record.position(), record.units))

    def _send(self) -> None:
        foot, panzer = expedition.corps_at_exits(self.record.position())
        here = set(foot) | set(panzer)
        self.asked["expedition"] += 1
        if odd := set(self.offered("send")) - here:
            self.differs("expedition", f"send: {sorted(odd)} may not go")

    def _re_enter(self) -> None:
        record = self.record
        unit = record.arriving or self._who_enters()
        self.same("expedition", "re-enter", expedition.doors(record.position(), unit))

    def _box(self) -> None:
        """The units permitted in the box: an expedition under way, and the armies that answer
        it."""
        record = self.record
        inside = record.at("caucasus")
        german = [u for u in inside if record.board.units[u].side == GERMAN]
        self.asked["the box"] += 1
        if german and not record.expedition.under_way:
            self.differs("expedition", f"{german} are in the box: {record.expedition}")

    # movement

    def _movement(self) -> None:
        record, side = self.record, str(self.state.to_move)
        pos = record.position()
        if side == GERMAN:
            state = record.expedition
            box = [u for u in record.at("caucasus") if record.board.units[u].side == GERMAN]
            self._whether("expedition", "recall-expedition", expedition.may_recall(pos, state, box))
            if not record.began or not state.ready:
                self._whether("expedition", "launch-expedition", expedition.may_launch(pos, state))
        else:
            able = [u for u in self._leaving() if expedition.doors(pos, u)]
            self.alike("expedition", "return", able)
            aftermath.coastal_army(self)
        self._box()
        self._movers(pos, side)

    def _movers(self, pos: Position, side: str) -> None:
        """Units that have not moved may move; others only with units of the same start (10.2,
        10.6)."""
        record = self.record
        got = self.offered("move")
        self.asked["movers"] += 1
        for unit in got:
            if record.board.units[unit].side != side or unit in record.shipped:
                self.differs("movers", f"{unit} may move")
        seen = {self._look(u) for u in got}
        for unit, place in pos.units.items():
            if place is None or pos.unit(unit).side != side or not pos.unit(unit).walks:
                continue
            if unit in record.began or unit in record.shipped:
                continue
            if unit not in got and self._look(unit) not in seen and self._can_step(pos, unit):
                self.differs("movers", f"{unit} at {place} may not move")

    def _can_step(self, pos: Position, unit: str) -> bool:
        return any(
            movement.entry_cost(pos, [unit], pos.where(unit), h) is not None
            and movement.can_stop(pos, [unit], h)
            for h in pos.board.neighbours(pos.where(unit))
        )

    def _leg(self) -> None:
        record, side = self.record, str(self.state.to_move)
        pos, stack = record.position(), record.stack
        if not stack or len({pos.units[u] for u in stack}) != 1:
            self.differs("legs", f"the ledger's stack is {stack}")
            return
        left = record.points_left()
        under_way = any(record.spent[u] for u in stack)
        start = pos.where(stack[0])
        mine = movement.reach(
            pos, stack, kerch_used=True, passage_stacking=True, points=left, under_way=under_way
        )
        self.same(f"legs of {side}", "to", set(mine) - {start})
        assaults = set()
        for h in pos.board.neighbours(start):
            cost = movement.mobile_assault_cost(pos, stack, start, h)
            if isinstance(cost, int) and cost <= left and pos.occupants(h, enemy_of(side)):
                assaults.add(h)
        if side == GERMAN:
            self.same("mobile assaults", "assault", assaults)

    # battles

    def _targets(self) -> None:
        record, side = self.record, str(self.state.to_move)
        pos = record.position()
        mine = [h for h in pos.occupied(enemy_of(side)) if self._could_attack(pos, side, h)]
        self.same("targets", "attack", mine)

    def _could_attack(self, pos: Position, side: str, target: str) -> list[str]:
        record = self.record
        defenders = pos.occupants(target, enemy_of(side))
        if all(u in record.struck for u in defenders):  # 11.4
            return []
        return [
            u
            for h in pos.board.neighbours(target)
            for u in pos.occupants(h, side)
            if u not in record.attacked
            and u not in record.shipped
            and battle.forbidden(pos, [u], target, battle.PREPARED) is None
        ]

    def _attackers(self) -> None:
        record, side = self.record, str(self.state.to_move)
        fight = record.fight
        if fight is None:
            return
        pos = record.position()
        able = self._could_attack(pos, side, fight.target)
        if fight.attackers and fight.target in pos.board.neighbours(LENINGRAD):  # 8.35
            able += [u for u in pos.occupants(LENINGRAD, side)
                     if pos.unit(u).kind == "counter-fire"
                     and u not in record.attacked]  # fmt: skip
        got = self.offered("with")
        self.asked["attackers"] += 1
        if odd := sorted(set(got) - set(able)):
            self.differs("attackers", f"{odd} may not attack {fight.target}")
        if not fight.attackers:
            self.alike("attackers", "with", able)

    def _air(self) -> None:
        fight = self.record.fight
        if fight is None:
            return
        flown = self.record.air_flown
        pos = fight.before
        legal = support.may_fly(
            pos, fight.kind, self.record.side, luftwaffe=fight.luftwaffe, flown=flown
        )
        left = support.may_be_lifted(fight.attackers, fight.air_armies)
        order = list(pos.board.units)
        last = max((order.index(u) for u in fight.air_armies), default=-1)
        after = [u for u in left if order.index(u) > last]
        # armies are offered in the order of battle: one that was passed over is not offered again
        self.alike("air armies", "air-army", after if legal else [])

    def _aerial(self) -> None:
        fight, record = self.record.fight, self.record
        if fight is None:
            return
        self.asked["aerial supply"] += 1
        pos = record.position()
        if not support.may_supply_by_air(
            pos, fight.target, flown=record.aerial_flown, back=record.aerial_back
        ):
            self.differs("aerial supply", f"flown in to {fight.target}")

    def _loss(self) -> None:
        fight = self.record.fight
        if fight is None:
            return
        before = fight.before
        if fight.guns or fight.dropped:
            return
        if bloodbath.paid(before, fight.attackers, fight.lost, fight.target, fight.kind):
            self.differs("bloodbath", f"{fight.lost} of {fight.attackers} were enough")
        self.alike("bloodbath", "lose", bloodbath.next_losses(fight.attackers, fight.lost))

    def _settled(self) -> None:
        """After a bloodbath: the losses suffice, and without the last one they do not."""
        fight = self.record.fight
        if fight is None or fight.result != "BB" or "settled" in fight.asked:
            return
        fight.asked.add("settled")
        self.asked["bloodbaths settled"] += 1
        before = fight.before
        if fight.air_armies or fight.guns or fight.dropped:
            return
        where = (fight.attackers, fight.lost, fight.target, fight.kind)
        if not bloodbath.paid(before, *where):
            self.differs("bloodbath", f"{fight.lost} of {fight.attackers} are too few")
        if fight.lost and bloodbath.paid(
            before, fight.attackers, fight.lost[:-1], fight.target, fight.kind
        ):
            self.differs("bloodbath", f"{fight.lost} of {fight.attackers} are too many")

    def _retreat(self) -> None:
        fight = self.record.fight
        if fight is None or self.state.stack[-1].endswith("onward"):
            return
        pos = self.record.position()
        units = [u for u in fight.defenders if pos.units.get(u) == fight.target]
        came = {fight.before.where(u) for u in fight.attackers}
        mine = retreat.legal_retreats(pos, units, came)
        got = frozenset(self.offered("retreat-to"))
        self.asked["retreats"] += 1
        if mine.whole and got != mine.whole:
            self.differs("retreats", f"{units} to {sorted(got)}, the oracle {sorted(mine.whole)}")
        if not mine.whole and not any(
            got == retreat.legal_retreats(pos, [u], came).whole for u in units
        ):
            self.differs("retreats", f"one of {units} to {sorted(got)}, the oracle {mine}")

    def _single_retreats(self) -> None:
        """The hexes for each unit of a stack that must split."""
        fight, pos = self.record.fight, self.record.position()
        if fight is None:
            return
        came = {fight.before.where(u) for u in fight.attackers}
        for action in self.state.legal_actions.names():
            name = action.split(maxsplit=1)[1]
            u = self.ids[name.split("@")[0]]
            mine = retreat.legal_retreats(pos, [u], came)
            after = self.state.copy()
            effects = after.push(action, effects=True) or []
            went = next((e[3] for e in effects if e[0] == "placed" and e[1] == name), None)
            if went is not None:
                to = [went] if went in pos.board.hexes else []
            else:
                to = [a.split()[1] for a in after.legal_actions.names() if "retreat-to" in a]
            good = mine.whole or mine.onward
            self.asked["retreats of single units"] += 1
            if good and not set(to) <= good:
                self.differs("retreats", f"{u} to {sorted(to)}, the oracle {sorted(good)}")
            if not good and went in pos.board.hexes:
                self.differs("retreats", f"{u} to {went}, the oracle eliminates it")

    def _advance(self) -> None:
        """The units that may advance into the captured hex (11.30)."""
        fight, record = self.record.fight, self.record
        if fight is None:
            return
        fight.asked.add("advance")
        pos = record.position()
        able = aftermath.advancing(pos, fight)
        order = list(pos.board.units)
        last = max((order.index(u) for u in fight.attackers if pos.units[u] == fight.target),
                   default=-1)  # fmt: skip
        # they are gone through in the order of battle, as with air armies
        self.alike("advances", "advance", [u for u in able if order.index(u) > last])

    # strategic movement

    def _destinations(self) -> None:
        record = self.record
        pos, unit = record.position(), record.entraining
        if unit is None:
            return
        self.same("strategic movement", "detrain", movement.strategic_reach(pos, unit))

    def _entrain(self) -> None:
        record = self.record
        pos = record.position()
        opening = record.opening or pos
        able = [
            u
            for u, h in pos.units.items()
            if h is not None
            and opening.units.get(u) == h
            and movement.may_entrain(opening, u)
            and u not in record.entrained
            and movement.strategic_cost(pos, u) <= movement.STRATEGIC_MOVES - record.rail
        ]
        got = self.offered("entrain")
        aftermath.transfers(self)
        # a unit without a destination may be offered or not
        able = [u for u in able if u in got or movement.strategic_reach(pos, u)]
        self.alike("strategic movement", "entrain", able)


def _after(check: Callable[[Follower], None]) -> Callable[[Follower], None]:
    def both(follower: Follower) -> None:
        follower._settled()
        check(follower)

    return both


_CHECKS: dict[str, Callable[[Follower], None]] = {
    "crimea supply": Follower._crimea_choice,
    "crimea list": Follower._crimea_list,
    "replacements": Follower._replacements,
    "entry": Follower._entry,
    "reinforcements": Follower._reinforcements,
    "conversion": Follower._conversion,
    "phase order": Follower._order,
    "rvgk": Follower._rvgk,
    "rvgk entry": Follower._rvgk_entry,
    "emergency deployment": Follower._emergency,
    "emergency city": Follower._emergency_city,
    "caucasus response": Follower._response,
    "caucasus corps": Follower._send,
    "movement": Follower._movement,
    "leg": _after(Follower._leg),
    "prepared assault": _after(Follower._targets),
    "advance": _after(Follower._advance),
    "strategic movement": Follower._entrain,
    "destination": Follower._destinations,
    "retreat unit": Follower._single_retreats,
    "attackers": Follower._attackers,
    "air armies": Follower._air,
    "artillery": aftermath.artillery,
    "east wall": aftermath.east_wall,
    "withdrawal": aftermath.withdrawal,
    "aerial supply": Follower._aerial,
    "bloodbath loss": Follower._loss,
    "bloodbath": aftermath.bloodbath,
    "second advance": aftermath.second_advance,
    "second advance hex": aftermath.second_hex,
    "attachment": aftermath.attachment,
    "transfer": aftermath.transfer,
    "retreat": Follower._retreat,
}
