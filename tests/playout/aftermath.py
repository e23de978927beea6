"""More of a game compared with the oracle: dice, bloodbaths spared, advances, Tiger battalions,
the order of phases, the coastal army, the end of What If?. Each function takes a follower."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import arrivals, battle, citadel, gambit, sequence, supply, support, tigers, what_if
from oracle.model import GERMAN, SOVIET, Position, enemy_of
from oracle.record import DEAD, LATER, Fight, Record

if TYPE_CHECKING:
    from .follow import Follower

IN_BATTLE = frozenset({
    "attackers", "luftwaffe", "air armies", "partisans", "airborne", "aerial supply", "combat",
    "artillery", "strength", "tiger return", "air drop", "paratroops",
    "bloodbath", "bloodbath loss", "retreat", "retreat unit", "retreat onward", "advance",
    "second advance", "second advance hex", "romanian return", "retreat before battle",
})  # fmt: skip
"""Decisions of a battle that is not over."""


# -- results ----------------------------------------------------------------------------------


def result(follower: Follower, before: Position, column: int, got: str) -> None:
    """The result of a battle by its die, with a bloodbath spared or not (5.16, 11.25, 11.33)."""
    fight = follower.record.fight
    if fight is None:
        return
    side = enemy_of(before.unit(fight.attackers[0]).side)
    mine = battle.result_of(before, fight.target, side, column, fight.die)
    may = mine == "BB" and battle.may_spare(before, fight.attackers, fight.target)
    follower.asked["results"] += 1
    if got == "DR" and not fight.die and battle.may_slip(before, fight.attackers, fight.target):
        return
    if may != ("bloodbath" in fight.asked):
        follower.differs("results", f"a bloodbath at {fight.target} spared: {may} by the oracle")
    if may and fight.spared:
        mine = "DR"
    if got != mine:
        follower.differs("results", f"{got} by {fight.die} in {column}, the oracle says {mine}")


def bloodbath(follower: Follower) -> None:
    """The attacker is asked whether to spare the defender."""
    if follower.record.fight is not None:
        follower.record.fight.asked.add("bloodbath")


# -- advances ---------------------------------------------------------------------------------


def _may_enter(pos: Position, unit: str, start: str, end: str) -> bool:
    return (
        pos.board.hexes[end].terrain not in ("sea", "lake")
        and not pos.occupants(end, enemy_of(pos.unit(unit).side))
        and not pos.board.hexside(start, end) & {"kerch", "sivash", "lake", "sea"}
        and not pos.barred(unit, end)
        and pos.unit(unit).walks
        and pos.fits([unit], end)
    )


def advancing(pos: Position, fight: Fight) -> list[str]:
    """The attackers that may advance into the hex of the battle (11.30)."""
    if pos.occupants(fight.target, enemy_of(pos.unit(fight.attackers[0]).side)):
        return []
    return [
        u for u in fight.attackers
        if (h := pos.units.get(u)) is not None and h != fight.target
        and _may_enter(pos, u, h, fight.target)
    ]  # fmt: skip


def _second_hexes(pos: Position, unit: str, start: str) -> set[str]:
    return {h for h in pos.board.neighbours(start) if _may_enter(pos, unit, start, h)}


def exploiting(pos: Position, fight: Fight) -> list[str]:
    """The attackers that may advance a second hex (11.32)."""
    inside = [u for u in fight.attackers if pos.units.get(u) == fight.target]
    return [u for u in inside
            if battle.may_exploit(pos, u) and _second_hexes(pos, u, fight.target)]  # fmt: skip


def second_advance(follower: Follower) -> None:
    """The units offered a second hex."""
    fight, pos = follower.record.fight, follower.record.position()
    if fight is not None:
        fight.asked.add("second")
        follower.alike("second advances", "exploit", exploiting(pos, fight))


def second_hex(follower: Follower) -> None:
    """The hexes offered to the unit that goes on."""
    unit, pos = follower.record.exploiting, follower.record.position()
    if unit is not None:
        follower.same("second advances", "exploit-to", _second_hexes(pos, unit, pos.where(unit)))


def over(follower: Follower) -> None:
    """After a battle: whoever could advance was asked."""
    fight, pos = follower.record.fight, follower.record.position()
    if fight is None or fight.result is None or "over" in fight.asked:
        return
    if str(follower.state.decision) in IN_BATTLE:
        return
    fight.asked.add("over")
    if fight.dropped and follower.record.units[gambit.PARATROOPS] == LATER:
        follower.differs("paratroops", f"they are in hand after a drop on {fight.target}")
    if fight.kind != battle.PREPARED or fight.result in ("AE", "AS"):
        return
    follower.asked["battles that end"] += 1
    if "advance" not in fight.asked and advancing(pos, fight):
        follower.differs("advances", f"{advancing(pos, fight)} were not asked")
    if "second" not in fight.asked and exploiting(pos, fight):
        follower.differs("second advances", f"{exploiting(pos, fight)} were not asked")


def landed(follower: Follower, end: str) -> None:
    """The place of dropped paratroops: the hex if it is cleared, else they are lost (4.17)."""
    fight, pos = follower.record.fight, follower.record.position()
    if fight is None or not fight.dropped:
        follower.differs("paratroops", f"they come to {end} without a drop")
        return
    follower.asked["paratroops"] += 1
    cleared = not pos.occupants(fight.target, SOVIET) and fight.result not in ("AE", "AS")
    given_up = fight.result == "BB" and end == DEAD
    if end != (fight.target if cleared else DEAD) and not given_up:
        follower.differs("paratroops", f"they come to {end}, {fight.target} cleared: {cleared}")


# -- Tiger battalions -------------------------------------------------------------------------


def attachment(follower: Follower) -> None:
    """The corps on which a battalion may arrive."""
    follower.alike("attachments", "attach-to", tigers.carriers(follower.record.position()))


def transfer(follower: Follower) -> None:
    """The corps to which a battalion may go."""
    record = follower.record
    if record.attaching is not None:
        pos = record.position()
        follower.alike("transfers", "onto", tigers.heirs(pos, record.attaching))


def transfers(follower: Follower) -> None:
    """The battalions that may change their corps, but for those without another within reach."""
    record = follower.record
    pos = record.position()
    opening = record.opening or pos
    able = {
        t for t in record.riders
        if not {t, record.riders[t]} & record.entrained and tigers.may_change(pos, opening, t)
        and record.rail + tigers.WEIGHT <= tigers.MOVES
    }  # fmt: skip
    got = set(follower.offered("transfer"))
    follower.asked["transfers"] += 1
    if not got <= able or any(tigers.heirs(pos, t) for t in able - got):
        follower.differs("transfers", f"{sorted(got)}, the oracle says {sorted(able)}")


# -- 1943 -------------------------------------------------------------------------------------

WALLS = 10
BALTIC = frozenset({"lithuania", "latvia", "estonia"})


def artillery(follower: Follower) -> None:
    """The armies that may have an artillery corps (8.36)."""
    fight, record = follower.record.fight, follower.record
    if fight is None:
        return
    pos = fight.before
    left = support.may_have_guns(pos, fight.attackers, fight.guns)
    legal = support.may_fire(pos, fight.kind, record.side, fired=record.guns_fired)
    order = list(pos.board.units)
    last = max((order.index(u) for u in fight.guns), default=-1)
    # armies are offered in the order of battle, as with air armies
    after = [u for u in left if order.index(u) > last]
    follower.alike("artillery", "artillery", after if legal else [])


def east_wall(follower: Follower) -> None:
    """The hexes for a counter of the East Wall (8.5, 11.21)."""
    record, pos = follower.record, follower.record.position()
    supplied = supply.overland_hexes(pos, GERMAN)
    mine = [
        h for h, x in pos.board.hexes.items()
        if (x.area == "ussr" or x.area in BALTIC) and pos.controller(h) == GERMAN
        and h in supplied and not pos.is_city(h) and h not in record.walls
        and x.terrain not in ("sea", "lake")
    ]  # fmt: skip
    follower.same("East Wall", "fortify", mine if len(record.walls) < WALLS else [])


def withdrawal(follower: Follower) -> None:
    """The rifle armies of which one leaves (8.21)."""
    pos = follower.record.position()
    states = supply.soviet_states(pos)
    able = [u for u, state in states.items()
            if state == "overland" and pos.unit(u).kind in arrivals.RIFLES]  # fmt: skip
    follower.alike("withdrawals", "withdraw", able)


# -- frame ------------------------------------------------------------------------------------


def phase_order(follower: Follower) -> None:
    """The orders of phases of a player turn, and the zone named before (5.4 to 5.6, 15.3)."""
    record, side = follower.record, str(follower.state.to_move)
    follower.asked["phase orders"] += 1
    legal = sequence.orders(record.terms, record.turn, side, record.both_fights[side])
    got = set(follower.state.legal_actions.names())
    if got != legal:
        follower.differs("phase orders", f"{sorted(got)}, the oracle says {sorted(legal)}")
    zones = record.terms.zone_shift and record.turn == record.terms.turns[0]
    if side == GERMAN and record.zone is None and zones:
        follower.differs("phase orders", "no logistics zone has been named")
    begun = record.terms.middle and record.turn == record.terms.turns[0]
    if list(record.terms.order)[begun : begun + len(record.played)] != [*record.played]:
        follower.differs("phase orders", f"player turns {record.played}")


def coastal_army(follower: Follower) -> None:
    """Where the coastal army may go: to its other port, if that is Soviet, once (10.34)."""
    record, pos = follower.record, follower.record.position()
    army = "SU:ica"
    here = pos.units.get(army)
    there = {
        h for h in what_if.PORTS
        if h != here and h not in record.lost_ports and pos.controller(h) == SOVIET
    }  # fmt: skip
    mine = {h for h in there if not record.sailed and pos.fits([army], h)} if here else set()
    follower.same("coastal army", "coastal-army-to", mine)


def cut_off(follower: Follower, unit: str) -> None:
    """Records a Soviet unit that is eliminated while out of supply (14.10)."""
    record, fight = follower.record, follower.record.fight
    pos = record.position()
    if fight is not None and fight.kind == battle.MOBILE:
        pos = pos.without(fight.attackers)  # 10.26
    if supply.soviet_states(pos)[unit] == "oos":
        record.unsupplied.add(unit)


def _winners(record: Record, pos: Position) -> tuple[str | None, str | None]:
    """Who has won at once, and who would win if the game ended now (14.4, 14.10, 15.4, 15.5)."""
    name = record.terms.name
    if name == "citadel":
        return None, citadel.at_the_end(pos)
    if name == "gambit":
        return gambit.at_once(pos), gambit.at_the_end(pos, len(record.unsupplied))
    return what_if.at_once(pos), what_if.at_the_end(pos)


def ended(follower: Follower) -> None:
    """Whether and how a scenario is over, in all but Operations Blue & Kremlin."""
    state, record = follower.state, follower.record
    if record.terms.name == "blue-kremlin":
        return
    winner, at_the_end = _winners(record, record.position())
    follower.asked["ends"] += 1
    if not state.is_over:
        if winner is not None:
            follower.differs("ends", f"{winner} has won at once")
        return
    side, _, rule = state.outcome
    if rule == "BD-4.12c":  # the answer to an expedition was refused
        return
    follower.asked[f"games won by {side}"] += 1
    if winner is None and record.turn < record.terms.turns[1]:
        follower.differs("ends", f"{state.outcome} on turn {record.turn}")
    if side != (mine := winner or at_the_end):
        follower.differs("ends", f"{state.outcome}, the oracle says {mine}")
