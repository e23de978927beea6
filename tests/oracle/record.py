"""The ledger of a game, derived from the record of play alone, action by action.

It receives actions (`action`), units that change places (`placed`), hexes that change hands or get
a marker (`marked`), the game turn (`turn_begins`) and results (`result`), and keeps the facts that
the rules need later: the units that have moved, fought, retreated or arrived and where, those that
draw Crimea supply, the air armies used, the state of the expedition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from . import arrivals, battle, crimea, expedition, movement, supply, tigers
from .model import GERMAN, SOVIET, Board, Position, load_board
from .terms import BLUE_KREMLIN, Terms
from .what_if import PORTS

DEAD, REMOVED, LATER, RVGK, WAITING, CAUCASUS, RIDING = (
    "dead", "removed", "later", "rvgk", "rvgk-waiting", "caucasus", "riding",
)  # fmt: skip


@dataclass
class Fight:
    """A battle from its declaration to its last advance."""

    kind: str
    target: str
    attackers: list[str]
    before: Position
    """The position as the battle was declared, with supply flown in and a factor drawn since."""
    defenders: list[str] = field(default_factory=list)
    luftwaffe: bool = False
    partisans: bool = False
    airborne: bool = False
    air_armies: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    """Armies with an artillery corps (8.36)."""
    asked: set[str] = field(default_factory=set)
    die: int = 0
    factor: int = 0
    """The factor drawn for the counter-fire corps, or 0 (8.35)."""
    dropped: bool = False
    """Whether the 2nd Paratroops drop on the hex (4.17)."""
    spared: bool = False
    """Whether the attacker has turned a bloodbath into a retreat."""
    result: str | None = None
    lost: list[str] = field(default_factory=list)
    """Attackers lost, in order."""


@dataclass
class Record:
    """The facts of the game so far."""

    units: dict[str, str]
    control: dict[str, str]
    turn: int
    hero: set[str] = field(default_factory=set)
    fortress: set[str] = field(default_factory=set)
    wrecked: set[str] = field(default_factory=set)
    terms: Terms = BLUE_KREMLIN
    board: Board = field(default_factory=load_board)
    side: str = GERMAN
    phase: str = ""
    sequence: str | None = None
    zone: str | None = None
    markers: dict[str, str] = field(default_factory=dict)
    markers_banned: bool = False
    assaults: int = 0
    """Prepared assault phases of this player turn that are over."""

    crimea: str = "off"
    drawing: list[str] = field(default_factory=list)
    without: set[str] = field(default_factory=set)
    """The units in the Crimea without Crimea supply in this game turn."""

    aerial: str | None = None
    aerial_flown: bool = False
    aerial_back: int = 0
    luftwaffe_flown: int = 0
    air_flown: int = 0
    partisans_flown: bool = False
    airborne_flown: set[int] = field(default_factory=set)

    arrived: Counter[str] = field(default_factory=Counter)
    entered_at_edge: dict[str, str] = field(default_factory=dict)
    reclaimed: Counter[bool] = field(default_factory=Counter)
    """Steps used in this segment, by mechanised or not, as units came back."""
    arriving: str | None = None
    due: dict[str, int] = field(default_factory=dict)
    """Romanian armies and the turn of their return."""
    returned: set[str] = field(default_factory=set)
    riders: dict[str, str] = field(default_factory=dict)
    """The corps of each Tiger battalion in play (8.31)."""
    both_fights: Counter[str] = field(default_factory=Counter)
    """How often each side has chosen fight/fight."""
    played: list[str] = field(default_factory=list)
    """The sides whose player turns of this game turn have begun."""
    exploiting: str | None = None
    """The unit that advances a second hex."""
    lost_ports: set[str] = field(default_factory=set)
    """The ports of the coastal army that have fallen in play (10.34)."""
    sailed: bool = False
    """Whether the coastal army has changed its port in this phase."""
    area: str | None = None
    """The hex of the fortified area's marker (8.18)."""
    area_since: int = 0
    walls: set[str] = field(default_factory=set)
    """The hexes with a counter of the East Wall (8.5)."""
    guns_fired: int = 0
    """Artillery corps used in this phase (8.36)."""
    mounted_off: str | None = None
    """The battalion that was lost last."""
    attaching: str | None = None
    """The battalion whose corps is chosen."""
    unsupplied: set[str] = field(default_factory=set)
    """The Soviet units eliminated while they were out of supply (14.10)."""
    polish: bool = False
    """Whether a Soviet unit has come up to the General Government (8.24)."""

    opening: Position | None = None
    """The position as the phase began."""
    boxed: set[str] = field(default_factory=set)
    deployed: set[str] = field(default_factory=set)
    emergency: bool = False
    standing: str = ""
    """The Soviet standing answer on emergency deployments."""

    expedition: expedition.Expedition = field(default_factory=expedition.Expedition)

    stack: list[str] = field(default_factory=list)
    spent: dict[str, int] = field(default_factory=dict)
    allowances: dict[str, int] = field(default_factory=dict)
    began: dict[str, str] = field(default_factory=dict)
    """The hexes in which units that have moved in this phase started."""
    walking: bool = False
    leader: str | None = None
    """The unit whose steps represent those of the moving stack."""
    shipped: set[str] = field(default_factory=set)
    entraining: str | None = None
    entrained: set[str] = field(default_factory=set)
    rail: int = 0
    """Strategic moves used in this phase, by weight (8.7)."""
    kerch: bool = False

    attacked: set[str] = field(default_factory=set)
    struck: set[str] = field(default_factory=set)
    retreated: set[str] = field(default_factory=set)
    fight: Fight | None = None
    _seen: Position | None = None

    # -- the position ---------------------------------------------------------------------------

    def position(self) -> Position:
        """The present position."""
        if self._seen is None:
            on_map = self.board.hexes
            self._seen = Position(
                turn=self.turn,
                side=self.side,
                sequence=self.sequence,
                zone=self.zone,
                units={u: (h if h in on_map else None) for u, h in self.units.items()},
                control=dict(self.control),
                hero=frozenset(self.hero),
                fortress=frozenset(self.fortress),
                supply_markers=dict(self.markers),
                aerial=self.aerial,
                crimea=self.crimea,
                crimea_units=frozenset(self.drawing),
                retreated=frozenset(self.retreated),
                wrecked=frozenset(self.wrecked),
                phase_index=self.assaults,
                riders=dict(self.riders),
                area=self.area,
                area_since=self.area_since,
                walls=frozenset(self.walls),
                terms=self.terms,
                board=self.board,
            )
        return self._seen

    def touch(self) -> None:
        """Drops the cached position."""
        self._seen = None

    def at(self, place: str) -> list[str]:
        """The units in a box or hex."""
        return [u for u, p in self.units.items() if p == place]

    # -- turns and phases -----------------------------------------------------------------------

    def turn_begins(self, turn: int) -> None:
        """A new game turn: facts that last for a turn are cleared."""
        self.turn = turn
        self.crimea, self.drawing, self.without = "off", [], set()
        self.aerial, self.aerial_flown = None, False
        self.luftwaffe_flown = 0
        self.arrived.clear()
        self.entered_at_edge.clear()
        self.reclaimed.clear()
        self.markers.clear()
        self.played.clear()
        self.sequence = None
        self.side = self.terms.order[0]
        self._end_phase()
        self.shipped.clear()
        self.touch()
        now = self.position()
        self.expedition.ready = expedition.open_at_start(now)
        moscow = now.controller("1606")
        if moscow == GERMAN:
            self.markers_banned = True  # 7.21
        elif self.markers_banned and "1606" in supply.overland_hexes(now, SOVIET):
            self.markers_banned = False
        self.phase = "start of the game turn"

    def phase_begins(self, phase: str) -> None:
        """Another phase by its name."""
        if phase == self.phase:
            return
        self.phase = phase
        self._end_phase()
        self.reclaimed.clear()
        if phase == "german player turn":
            self.side, self.sequence, self.assaults = GERMAN, None, 0
            self.played.append(GERMAN)
            self.shipped.clear()
        if phase == "soviet player turn":
            self.side, self.sequence, self.assaults = SOVIET, None, 0
            self.played.append(SOVIET)
            self.shipped.clear()
        if phase == "victory check phase":  # 7.7, 7.12
            self.aerial = self.sequence = None
            self.markers.clear()
        self.touch()
        self.opening = self.position()

    def _end_phase(self) -> None:
        self.stack, self.fight = [], None
        for kept in (self.spent, self.allowances, self.began, self.attacked, self.struck,
                     self.retreated, self.boxed, self.deployed):  # fmt: skip
            kept.clear()
        self.air_flown, self.partisans_flown = 0, False
        self.guns_fired = 0
        self.emergency = self.kerch = self.sailed = False
        self.exploiting = None
        self.arriving = self.entraining = self.opening = self.leader = None
        self.walking = False
        self.entrained.clear()
        self.rail = 0
        self.touch()

    # -- what happens ---------------------------------------------------------------------------

    def action(self, side: str, decision: str, text: str) -> None:
        """An action, before its consequences."""
        verb, _, argument = text.partition(" ")
        name = argument.split("@")[0]
        method = getattr(self, "_on_" + verb.replace("-", "_"), None)
        if method is not None:
            method(name, side, decision)
            self.touch()
        if verb == "end-assaults":
            self.assaults += 1
        if verb in ("end-assaults", "end-movement", "end-rvgk", "end-strategic"):
            phase = self.phase
            self._end_phase()
            self.phase = f"after {phase}"

    def _on_roll(self, die: str, side: str, decision: str) -> None:
        if decision == "aerial supply return":
            self.aerial_back = self.turn + int(die)
        elif decision == "combat" and self.fight is not None:
            self.fight.die = int(die)
        elif decision == "strength" and self.fight is not None:
            self.fight.factor = int(die)
            self.fight.before = battle.drawn(self.fight.before, int(die))
        elif decision == "expedition":
            self.expedition.rolled(int(die), self.position())
        elif decision == "tiger return" and self.mounted_off is not None:
            self.due[self.mounted_off] = self.turn + int(die)
        elif decision == "romanian return" and self.falling is not None:
            self.due[self.falling] = self.turn + int(die)

    falling: str | None = None

    def _on_ask_threatened(self, _: str, side: str, decision: str) -> None:
        if decision.startswith("emergency"):
            self.standing = "ask-threatened"

    def _on_ask_always(self, _: str, side: str, decision: str) -> None:
        if decision.startswith("emergency"):
            self.standing = "ask-always"

    def _on_crimea_supply(self, *_: str) -> None:
        self.crimea = "on"
        inside = crimea.inside(self.position())
        self.drawing = inside if len(inside) <= crimea.MOST else []
        self.without = set(inside) - set(self.drawing)

    def _on_coastal_supply(self, *_: str) -> None:
        self.crimea, self.drawing = "coastal", []

    def _on_supply(self, unit: str, *_: str) -> None:
        self.drawing.append(unit)
        self.without.discard(unit)

    def _on_north(self, *_: str) -> None:
        self.zone = "north"

    def _on_south(self, *_: str) -> None:
        self.zone = "south"

    def _on_fight_move(self, *_: str) -> None:
        self.sequence = "fight-move"

    def _on_move_fight(self, *_: str) -> None:
        self.sequence = "move-fight"

    def _on_fight_fight(self, _: str, side: str, decision: str) -> None:
        self.sequence = "fight-fight"
        self.both_fights[side] += 1

    def _on_marker_a(self, hex_id: str, *_: str) -> None:
        self.markers["A"] = hex_id

    def _on_marker_b(self, hex_id: str, *_: str) -> None:
        self.markers["B"] = hex_id

    def _on_marker_c(self, hex_id: str, *_: str) -> None:
        self.markers["C"] = hex_id

    def _on_fortify(self, hex_id: str, *_: str) -> None:
        self.walls.add(hex_id)

    def _on_artillery(self, unit: str, *_: str) -> None:
        if self.fight is not None:
            self.fight.guns.append(unit)
            self.guns_fired += 1

    def _on_fly_in(self, *_: str) -> None:
        if self.fight is not None:
            self.aerial, self.aerial_flown = self.fight.target, True
            self.fight.before = replace(self.fight.before, aerial=self.aerial)

    def _on_reclaim(self, unit: str, _: str, decision: str) -> None:
        self.arriving = unit
        if decision == "combed out":  # 8.16
            return
        self.reclaimed[self.board.units[unit].mech] += 1

    def _on_bring(self, unit: str, *_: str) -> None:
        self.arriving = unit

    def _on_deploy(self, unit: str, *_: str) -> None:
        self.arriving = unit
        self.deployed.add(unit)

    def _on_withdraw(self, unit: str, _: str, decision: str) -> None:
        if decision != "withdrawal":  # 8.21
            self.boxed.add(unit)

    def _on_recall(self, unit: str, *_: str) -> None:
        self.boxed.add(unit)

    def _on_commit(self, unit: str, *_: str) -> None:
        self.arriving = unit
        self.emergency = True

    def _on_return(self, unit: str, *_: str) -> None:
        self.arriving = unit

    def _on_transfer(self, unit: str, *_: str) -> None:
        self.attaching = unit
        self.entrained.add(unit)

    def _on_onto(self, corps: str, *_: str) -> None:
        self.riders[str(self.attaching)] = corps
        self.rail += tigers.WEIGHT

    def _on_attach_to(self, corps: str, *_: str) -> None:
        self.riders[str(self.arriving)] = corps

    def _on_launch_expedition(self, *_: str) -> None:
        self.expedition.launch(self.turn)

    def _on_recall_expedition(self, *_: str) -> None:
        self.expedition.recall(self.turn)

    # strategic movement

    def _on_entrain(self, unit: str, *_: str) -> None:
        self.entraining = unit

    def _on_detrain(self, *_: str) -> None:
        if self.entraining is not None:
            self.rail += movement.strategic_cost(self.position(), self.entraining)
            self.entrained.add(self.entraining)

    def _on_stay(self, *_: str) -> None:
        if self.entraining is not None:
            self.entrained.add(self.entraining)

    # movement

    def _on_move(self, unit: str, *_: str) -> None:
        self.stack, self.walking = [], False
        self._joins(unit)

    def _joins(self, unit: str) -> None:
        now, here = self.position(), self.units[unit]
        self.stack.append(unit)
        if unit not in self.began:
            self.began[unit] = here
            self.allowances[unit] = movement.allowance(
                now, unit, movement.movement_halved(now, unit)
            )
            self.spent[unit] = 0
            if unit in self.entered_at_edge:  # 8.1
                self.spent[unit] = movement.terrain_cost(now, unit, self.entered_at_edge[unit])

    def _on_with(self, unit: str, side: str, decision: str) -> None:
        if self.fight is not None and decision != "leg":
            self.fight.attackers.append(unit)
        else:
            self._joins(unit)

    def _on_drop(self, unit: str, *_: str) -> None:
        if unit in self.stack:
            self.stack.remove(unit)

    def points_left(self) -> int:
        """The remaining points of the moving stack (10.7)."""
        return min(self.allowances[u] for u in self.stack) - max(self.spent[u] for u in self.stack)

    def _pays(self, cost: int) -> None:
        """A stack pays as one, and each of its units has used the same points (10.7)."""
        used = max(self.spent[u] for u in self.stack) + cost
        self.spent.update(dict.fromkeys(self.stack, used))

    def _on_to(self, *_: str) -> None:
        self.leader = None
        self.walking = True

    def _walks(self, unit: str, start: str, end: str) -> None:
        """A step of the stack, reported by the first of its units; it may be halted on its way."""
        self.leader = self.leader or unit
        if unit == self.leader:
            cost = movement.entry_cost(self.position(), self.stack, start, end)
            left = self.points_left()
            self._pays(left if cost is None else min(cost, left))  # 10.3

    def _on_cross(self, *_: str) -> None:
        self.walking = False
        self.kerch = True
        self._pays(self.points_left())

    def _on_assault(self, hex_id: str, *_: str) -> None:
        self.walking = False
        now = self.position()
        here = self.units[self.stack[0]]
        cost = movement.mobile_assault_cost(now, self.stack, here, hex_id)
        self._pays(cost if isinstance(cost, int) else 0)
        defenders = now.occupants(hex_id, SOVIET if self.side == GERMAN else GERMAN)
        self.fight = Fight(battle.MOBILE, hex_id, list(self.stack), now, defenders)

    def _on_ship_black(self, unit: str, *_: str) -> None:
        self.shipped.add(unit)

    def _on_ship_baltic(self, unit: str, *_: str) -> None:
        self.shipped.add(unit)

    # battles

    def _on_attack(self, hex_id: str, *_: str) -> None:
        now = self.position()
        defenders = now.occupants(hex_id, SOVIET if self.side == GERMAN else GERMAN)
        self.fight = Fight(battle.PREPARED, hex_id, [], now, defenders)

    def _on_fight(self, *_: str) -> None:
        if self.fight is not None:
            self.attacked |= set(self.fight.attackers)
            self.struck |= set(self.fight.defenders)

    def _on_luftwaffe(self, *_: str) -> None:
        if self.fight is not None:
            self.fight.luftwaffe = True
            self.luftwaffe_flown += 1

    def _on_air_army(self, unit: str, *_: str) -> None:
        if self.fight is not None:
            self.fight.air_armies.append(unit)
            self.air_flown += 1

    def _on_air_drop(self, *_: str) -> None:
        if self.fight is not None:
            self.fight.dropped = True

    def _on_partisans(self, *_: str) -> None:
        if self.fight is not None:
            self.fight.partisans = True
            self.partisans_flown = True

    def _on_airborne(self, *_: str) -> None:
        if self.fight is not None:
            self.fight.airborne = True
            self.airborne_flown.add(1942)

    def result(self, code: str) -> None:
        """The result of the battle, before any unit is lost or retreats."""
        if self.fight is not None:
            self.fight.result = code

    def _on_force_retreat(self, *_: str) -> None:
        if self.fight is not None:
            self.fight.spared = True

    def _on_exploit(self, unit: str, *_: str) -> None:
        self.exploiting = unit

    def _on_coastal_army_to(self, *_: str) -> None:
        self.sailed = True

    # changes

    def placed(self, unit: str, start: str, end: str) -> None:
        """A unit goes from one place to another."""
        hexes = self.board.hexes
        if self.walking and unit in self.stack and start in hexes and end in hexes:
            self._walks(unit, start, end)
        self.units[unit] = end
        if end == REMOVED and arrivals.promoted(unit, self.turn):  # 8.29: in place
            heir = arrivals.successor(unit)
            self.riders.update({t: heir for t, c in self.riders.items() if c == unit})
        if end != RIDING and self.riders.pop(unit, None) is not None:
            self.mounted_off = unit
        if self.board.units[unit].side == SOVIET:
            self.walls.discard(end)  # 11.21
        if unit == self.arriving:
            self.arriving = None
        fight = self.fight
        if fight is not None and fight.result is not None:
            if unit in fight.defenders and start in hexes and end in hexes:
                if fight.kind == battle.PREPARED:
                    self.retreated.add(unit)
            elif unit in fight.attackers and end in (DEAD, REMOVED, LATER) and start in hexes:
                fight.lost.append(unit)
        if end == LATER and start != LATER:
            self.falling = unit
            self.returned.add(unit)
        if end in hexes and start in (DEAD, LATER, RVGK) and not self._unasked(unit, start):
            self.arrived[end] += 1
            self.arrived[arrivals.GROUP + end] += self.board.units[unit].kind == "kg"
            edge = self.board.has(end, "german-source") or self.board.has(end, "soviet-source")
            if start != RVGK and edge and not self.board.has(end, "city"):
                self.entered_at_edge[unit] = end
        if (
            start == self.aerial
            and start in hexes
            and self.board.units[unit].side == GERMAN
            and end not in hexes
            and not any(self.board.units[u].side == GERMAN for u in self.at(start))
        ):
            self.aerial = None  # 7.7
        if self.crimea == "on":
            self._draws(unit, crimea.goes(unit, start, end, self.board))
        self.touch()
        if end in hexes and not self.polish:  # an arrival there counts as a move
            self.polish = arrivals.rouses_poles(self.position(), unit)
            if self.polish and self.turn < arrivals.POLISH_TURN:
                self.due[arrivals.POLES] = arrivals.POLISH_TURN  # 8.24
        self.retake()

    def _draws(self, unit: str, comes: int) -> None:
        """Crimea supply as a unit comes into the area or leaves it (7.4)."""
        if comes < 0 and unit in self.drawing:
            self.drawing.remove(unit)
        elif comes > 0 and unit not in self.without:
            if len(self.drawing) < crimea.MOST:
                self.drawing.append(unit)
            else:
                self.without.add(unit)

    def _unasked(self, unit: str, start: str) -> bool:
        """Arrivals that 8.1 does not count: conversions, triggers and emergencies."""
        if start == RVGK and "movement" in self.phase:
            return True
        return start == LATER and arrivals.counters()[unit].entry == "conversion"

    def marked(self, hex_id: str, flag: str, on: bool) -> None:
        """A hex changes hands, or a marker comes or goes."""
        if flag == GERMAN:
            self.control[hex_id] = GERMAN if on else SOVIET
            if on and hex_id == self.area:
                self.area = None  # 8.18
            self.lost_ports |= {h for h in PORTS if h == hex_id and on}
        for name, kept in (("hero city", self.hero), ("fortress city", self.fortress),
                           ("destroyed fort", self.wrecked)):  # fmt: skip
            if flag == name:
                (kept.add if on else kept.discard)(hex_id)
        self.touch()
        self.retake()

    def retake(self) -> None:
        """Records at once when the expedition is defeated."""
        if self.expedition.under_way and expedition.defeated(self.position()):
            self.expedition.defeat()


def fresh(
    units: Mapping[str, str],
    german: Iterable[str],
    turn: int,
    *,
    hero: Iterable[str] = (),
    fortress: Iterable[str] = (),
    wrecked: Iterable[str] = (),
    terms: Terms = BLUE_KREMLIN,
) -> Record:
    """The ledger of a game whose first turn begins."""
    board = load_board()
    held = set(german)
    record = Record(
        units=dict(units),
        control={h: GERMAN if h in held else SOVIET for h in board.hexes},
        turn=turn,
        hero=set(hero),
        fortress=set(fortress),
        wrecked=set(wrecked),
        terms=terms,
    )
    record.turn_begins(turn)
    return record
