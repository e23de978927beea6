"""The adviser of planning bots: answers decisions by a plan for the whole movement phase.

The adviser answers decisions on set-up, movement, entry and battle, and on units to lose or to
replace. All other decisions are left to the bot.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from eastfront._core import Game, State
from eastfront.positions.observation import Observation
from eastfront.questions import state as views

from . import battle_plan as commander

CHEAPEST = frozenset({"lose", "surrender", "withdraw", "match", "motorize", "give-up"})
"""Verbs of actions for which the weakest unit is chosen."""
DEAREST = frozenset({"replace", "recruit"})
"""Verbs of actions for which the strongest unit is chosen."""
LEADING = 7
"""The lowest combat factor of units that are set up next to the place that wins the game. When
weaker units were set up there too, the rest of the front was too thin to hold."""
STRONG, PLENTY = 4.0, 7.0
"""The odds below which any adjacent unit joins an attack, and below which a unit joins that has no
other target."""


def adviser(game: Game, rng: random.Random) -> Guided | None:
    """Returns the adviser of a game; None if the game file has no guide, the figures that plans
    need."""
    return Guided(rng) if commander.guided(game) else None


class Guided:
    """An adviser of planning bots that answers decisions by plans for whole movement phases."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._key: object = None
        self._plan: commander.Plan | None = None
        self._tried: set[str] = set()
        self._end = 0
        """The destination of the moving unit, as the index of a hex."""

    def choose(self, view: Observation, board: State) -> int | None:
        """Returns one of the legal actions of `view`, in the position `board`; None for a decision
        that is left to the bot."""
        names = {view.notation(a): a for a in view.legal_actions}
        chosen = {
            "set-up": self._set_up,
            "movement": self._movement,
            "leg": self._leg,
            "automatic victory": self._overrun,
            "battle": self._battle,
            "forces": self._forces,
            "odds": self._odds,
            "entry": self._entry,
        }.get(str(view.decision), self._by_worth)(view, board, list(names))
        return None if chosen is None else names[chosen]

    # -- set-up -----------------------------------------------------------------------------

    def _set_up(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, the hex of the next unit in the set-up: a
        strong unit goes near the enemy's units or the place that wins the game, and the others are
        spread over the front."""
        known = commander.field_of(view.game)
        me = known.sides.index(view.side)
        waiting = (known.unit[u] for u in board.units_at(known.guide["set-up"]))
        unit = next((u for u in waiting if known.side[u] == me), None)
        seen = commander.look(board, view.side)
        goals = [h for h in known.worth if known.names[h] in board.ask("control", 1 - me)]
        strong = unit is not None and known.factor[unit] >= STRONG + 1
        enemies = list(seen.enemies)
        decisive = [known.index[h] for h in board.ask(f"{view.side} wins by")]

        def rank(name: str) -> tuple[float, ...]:
            at = known.index[name.rpartition(" ")[2]]
            far = known.distances(at)
            front = min((far[e] for e in enemies), default=0)
            prize = min((far[g] for g in goals), default=0)
            load = seen.load.get(at, 0)
            tie = self._rng.random()
            if decisive and unit is not None:
                way = min(far[g] for g in decisive)
                if unit in known.idle:  # a leader, whose loss may lose the game
                    return -way, tie
                if known.factor[unit] >= LEADING:
                    return way, load, tie
            if not enemies:  # the side that deploys first covers its places
                return load - 2 * known.worth.get(at, 0), tie
            return (front, -load, prize, tie) if strong else (load + 2 * front, prize, tie)

        return min(names, key=rank)

    # -- movement ---------------------------------------------------------------------------

    def _movement(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        key = (board.game.digest, view.side, board.var("turn"), board.var("impulse"))
        known = commander.field_of(view.game)
        movers = {n[len("move ") :]: n for n in names if n.startswith("move ")}
        if key != self._key:
            self._key, self._tried = key, set()
            self._plan = commander.Plan(board, view.side, movers)
        for name in names:
            verb, _, thing = name.partition(" ")
            if name in self._tried or verb not in ("overrun", "enter"):
                continue
            if verb == "enter" or self._clean(view, board, known.index[thing])[1]:
                self._tried.add(name)
                return name
        plan = self._plan
        assert plan is not None
        for unit, name in movers.items():
            to = self._planned(plan, board, known.unit[unit])
            if to is not None and known.names[to] != board.place(unit):
                return name
        if "end-movement" in names:
            return "end-movement"
        return self._help(view, board, movers)

    def _planned(self, plan: commander.Plan, board: State, unit: int) -> int | None:
        """Returns the planned destination of a unit, or of an equal unit in the same hex, and
        removes that entry from the plan; None if there is none."""
        known = plan.known
        here = known.index.get(board.place(known.units[unit]))
        for other, to in plan.to.items():
            alike = known.kind[other] == known.kind[unit] and plan.board.at[other] == here
            if alike and to != here:
                del plan.to[other]
                self._end = to
                return to
        return None

    def _help(self, view: Observation, board: State, movers: dict[str, str]) -> str | None:
        """Chooses a move for the strongest unit of `movers` that can come next to the enemies of a
        unit in need: one that must attack, but cannot yet attack legally. `movers` maps units to
        legal actions; None if no unit can help."""
        known = commander.field_of(view.game)
        seen = commander.look(board, view.side)
        owing = [seen.at[known.unit[u]] for u in views.duties(board) if known.unit[u] in seen.at]
        slots = {
            h for at in owing for e in known.near[at] if e in seen.enemies for h in known.near[e]
        }
        best: tuple[int, str, int] | None = None
        for unit in movers:
            number = known.unit[unit]
            if unit in self._tried or number in known.idle:
                continue
            reach = {known.index[h] for h in board.ask(f"{view.side} moves", unit)} & slots
            for h in reach:
                if best is None or known.factor[number] > best[0]:
                    best = known.factor[number], unit, h
        if best is None:
            return None
        self._tried.add(best[1])
        self._end = best[2]
        return movers[best[1]]

    def _leg(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, to go to the moving unit's planned hex or, if
        the unit cannot, to stop; None if neither is legal."""
        known = commander.field_of(view.game)
        wanted = f"to {known.names[self._end]}"
        if wanted in names:
            return wanted
        return "stop" if "stop" in names else None

    def _entry(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, the entry hex next to the fewest enemy hexes,
        and of such hexes the nearest to a valuable place (`Field.worth`) under enemy control."""
        known = commander.field_of(view.game)
        seen = commander.look(board, view.side)
        held = board.ask("control", 1 - seen.side)
        goals = [known.index[h] for h in held if known.index[h] in known.worth]

        def far(name: str) -> tuple[int, int]:
            at = known.index[name.rpartition(" ")[2]]
            touched = sum(e in seen.enemies for e in known.near[at])
            far = known.distances(at)
            return touched, min((far[g] for g in goals), default=0)

        places = [n for n in names if n.startswith("at ")]
        return min(places, key=far) if places else None

    # -- battles ----------------------------------------------------------------------------

    def _clean(self, view: Observation, board: State, target: int) -> tuple[set[int], bool]:
        """Returns the units of the side to move that are adjacent to the enemy hex `target` and to
        no other enemy hex, without units that bots never attack with (such as leaders and workers)
        and units that already won an automatic victory; and True if these units have the odds for
        an automatic victory over `target`."""
        seen = commander.look(board, view.side)
        known = seen.field
        won = {known.unit[u] for u in board.units_with("victor")}
        found = {
            u for u, h in seen.at.items()
            if target in known.near[h] and u not in won | known.idle
            and commander.only_here(seen, u, [target])
        }  # fmt: skip
        return found, commander.odds_of(seen, found, [target]) >= commander.SURE

    def _overrun(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names` of an automatic victory, to carry it out
        (`strike`) if that is legal; otherwise a further attacker, first a unit adjacent to no other
        enemy, so that each other enemy can still be attacked."""
        if "strike" in names:
            return "strike"
        known = commander.field_of(view.game)
        joins = [n for n in names if n.startswith("join ")]
        beset = [known.index[h] for h in board.hexes_with("beset")]
        clean = self._clean(view, board, beset[0])[0]
        fit = [n for n in joins if known.unit[n[len("join ") :]] in clean]
        return next(iter(fit or joins), None)

    def _battle(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, the target with the best odds; ends the combat
        phase if the odds are bad, unless an attack is compulsory."""
        known = commander.field_of(view.game)
        hexes = [known.index[n.rpartition(" ")[2]] for n in names if n.startswith("attack ")]
        fought = (known.unit[u] for u in board.units_with("fought"))
        best, odds = commander.best_target(commander.look(board, view.side), hexes, fought)
        if "end-combat" in names and odds < commander.FAIR:
            return "end-combat"
        return f"attack {known.names[best]}" if best >= 0 else None

    def _forces(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, the next attacker of a battle: a unit without
        another target, then any unit while the odds are low, then aircraft. If the odds suffice,
        chooses to fight; None if `names` has no such action."""
        known = commander.field_of(view.game)
        seen = commander.look(board, view.side)
        joins = [n[len("join ") :] for n in names if n.startswith("join ")]
        beset = [known.index[h] for h in board.hexes_with("beset")]
        odds = commander.odds_of(seen, (known.unit[u] for u in board.units_with("engaged")), beset)
        places = (board.place(u) for u in board.units_with("attacked"))
        here = [*beset, *(known.index[p] for p in places if p in known.index)]
        bound = [u for u in joins if commander.only_here(seen, known.unit[u], here)]
        for able, most in ((bound, PLENTY), (joins, STRONG)):
            if able and odds < most:
                return f"join {max(able, key=lambda u: known.factor[known.unit[u]])}"
        if odds < STRONG + 1:
            for name in names:
                if name.startswith(("stuka ", "sturmovik", "barrage")):
                    return name
        if "fight" in names:
            return "fight"
        if joins:
            return f"join {max(joins, key=lambda u: known.factor[known.unit[u]])}"
        return None

    def _odds(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        return max(names, key=lambda name: int(name.split()[1]))

    # -- what is given up and got ----------------------------------------------------------

    def _by_worth(self, view: Observation, board: State, names: Sequence[str]) -> str | None:
        """Chooses, among the legal actions `names`, the strongest unit if the side gains a unit,
        and the weakest if the side gives up a unit."""
        known = commander.field_of(view.game)

        def factors(verbs: Iterable[str]) -> dict[str, int]:
            pairs = (n.partition(" ") for n in names)
            return {
                f"{verb} {unit}": known.factor[known.unit[unit]]
                for verb, _, unit in pairs
                if verb in verbs and unit in known.unit
            }

        given, got = factors(CHEAPEST), factors(DEAREST)
        if got:
            return max(got, key=got.__getitem__)
        return min(given, key=given.__getitem__) if given else None
