"""Conversion of the engine's positions and explanations to the documents of the wire (the JSON
protocol of the server)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import UNSET

from eastfront._core import Game, State
from eastfront.arguments import checked, of_one_position
from eastfront.positions import labels
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import Observation, everything
from eastfront.questions import battle as explain
from eastfront.questions import consequences as aftermath
from eastfront.questions import state as views

from . import battles
from .forms import Action, Counter, Decision, Loss, Outcome, Position
from .forms import Observation as ObservationForm
from .words import CHANCE, UMPIRE


@checked
def seats(game: Game) -> list[str]:
    """Returns the seats of a game, the roles in which a person or bot takes part: its sides and the
    umpire."""
    return [*game.sides, UMPIRE]


@of_one_position
@checked
def observe(state: State, seat: str) -> Observation:
    """Returns the observation of a state by a seat, a side or the umpire. Raises ValueError for an
    unknown seat."""
    return everything(state, UMPIRE) if seat == UMPIRE else state.observation(seat)


@of_one_position
@checked
def position(
    state: State,
    seat: str,
    *,
    version: int = 0,
    can_undo: bool = False,
    seen: Observation | None = None,
) -> Position:
    """Returns a state as a seat sees it.

    Args:
        state: The state.
        seat: A side, or ``umpire``, which sees everything and acts for chance.
        version: The number of this position in its game.
        can_undo: Whether the seat may take back the last action.
        seen: The seat's observation of the state, if already computed.

    Raises ValueError for an unknown seat.
    """
    seen = seen if seen is not None else observe(state, seat)
    return Position(
        game=state.game.id,
        digest=state.game.digest,
        version=version,
        turn=turn(state),
        phase=views.phase(state),
        decision=decision(state, seen),
        observation=_observation(state, seen),
        outcome=None if seen.outcome is None else _outcome(seen.outcome),
        can_undo=can_undo,
    )


@of_one_position
@checked
def turn(state: State) -> int | None:
    """Returns the number of the game turn of a state; None in a game that does not count turns."""
    return state.turn if "turn" in layout_of(state.game).variables else None


def _outcome(outcome: tuple[str | None, int, str]) -> Outcome:
    winner, level, rule = outcome
    return Outcome(winner=winner, level=level, rule=rule)


# -- the decision -------------------------------------------------------------------------------


@of_one_position
def decision(state: State, seen: Observation) -> Decision | None:
    """Returns the pending decision of a state, with the observer's legal actions; None when the
    game is over."""
    if seen.to_move is None or seen.decision is None:
        return None
    mover = CHANCE if seen.side == UMPIRE else seen.side
    yours = seen.to_move == mover
    owes = yours or seen.side == UMPIRE
    return Decision(
        name=seen.decision,
        to_move=seen.to_move,
        yours=yours,
        unit=seen.subject,
        stack=list(seen.stack),
        obligations=views.duties(state) if owes else [],
        losses=_losses(state) if owes else [],
        actions=actions(state, seen) if yours else [],
    )


def _losses(state: State) -> list[Loss]:
    found = views.lost_by_passing(state)
    return [Loss(unit=unit, rule=rule) for unit, rule in found.items()]


@of_one_position
def actions(state: State, seen: Observation) -> list[Action]:
    """Returns the legal actions of the side whose observation is `seen`, in the order of the
    engine."""
    game, kinds = state.game, _kinds(state.game)
    odds: Mapping[int, float] = {}
    if seen.to_move == CHANCE:
        odds = dict(state.chance_outcomes())
    out = []
    for action, label in zip(seen.legal_actions, seen.labels, strict=True):
        verb, _, thing = label.partition(" ")
        chance = Fraction(odds[action]).limit_denominator(10**6) if action in odds else None
        out.append(
            Action(
                id=game.action_id(action),
                notation=label,
                verb=verb,
                kind=kinds[verb],
                thing=thing or None,
                passes=state.is_pass(action),
                chance=None if chance is None else _fraction(chance),
                label=labels.label(game, label, seen.subject),
            )
        )
    return out


@lru_cache(maxsize=16)
def _kinds(game: Game) -> Mapping[str, str]:
    """Returns for each verb of a game's actions the kind of its argument: `unit`, `hex`, `number`,
    or `plain` for none."""
    found: dict[str, str] = {}
    for verb in layout_of(game).document["verbs"]:
        domain = verb["domain"]
        found[verb["name"]] = domain.lower() if isinstance(domain, str) else "number"
    return found


# -- the observation ----------------------------------------------------------------------------


def _observation(state: State, seen: Observation) -> ObservationForm:
    control: dict[str, list[str]] = {}
    if "control" in state.game.queries:
        for hex_, side in views.control(state).items():
            control.setdefault(side, []).append(hex_)
    return ObservationForm(
        seat=seen.side,
        key=f"{seen.key:016x}",
        places={
            place: [
                Counter(
                    side=c.side, unit=c.unit or None, flags=list(c.flags), fields=dict(c.fields)
                )
                for c in stack
            ]
            for place, stack in seen.places.items()
        },
        hidden=list(seen.hidden),
        variables=dict(seen.variables),
        hex_flags={name: list(hexes) for name, hexes in seen.hex_flags.items()},
        control=control,
        riders={rider: parent or None for rider, parent in seen.riders.items()},
    )


# -- explanations -------------------------------------------------------------------------------


@checked
def battle(found: explain.Battle) -> battles.Battle:
    """Converts the explanation of a battle to its document in the JSON protocol of the server."""
    return battles.Battle(
        target=found.target,
        kind=found.kind,
        side=found.side,
        attackers=[_strength(f) for f in found.attackers],
        defenders=[_strength(f) for f in found.defenders],
        unknown=found.unknown,
        attack=found.attack,
        defence=found.defence,
        odds=found.odds,
        shifts=[battles.Shift(rule=rule, columns=n) for rule, n in found.shifts],
        column=found.column,
        distribution={name: _fraction(chance) for name, chance in found.distribution.items()},
        choices=[battles.Choice(rule=rule, text=text) for rule, text in found.choices],
        rules=[rule for rule in found.rules if rule],
        outcomes=[_end(outcome) for outcome in found.outcomes],
        result=found.result,
        text=found.explain(),
        cases=[
            battles.Case(
                chance=_fraction(one.chance),
                attack=one.attack,
                defence=one.defence,
                odds=one.odds,
                column=one.column,
                distribution={name: _fraction(part) for name, part in one.distribution.items()},
            )
            for one in found.cases
        ]
        or UNSET,
    )


def _strength(factor: explain.Factor) -> battles.Strength:
    return battles.Strength(
        unit=factor.unit,
        printed=factor.printed,
        factor=factor.factor,
        divisor=factor.divisor,
        rules=list(factor.rules),
        drawn=[
            battles.Drawn(factor=value, chance=_fraction(Fraction(chance)))
            for value, chance in factor.drawn
        ]
        or UNSET,
    )


def _end(outcome: aftermath.Outcome) -> battles.BattleOutcome:
    return battles.BattleOutcome(
        result=outcome.result,
        dice=list(outcome.dice),
        chance=_fraction(outcome.chance),
        consequences=[_consequence(c) for c in outcome.consequences],
        turned=[
            battles.Turn(side=side, result=result, rule=rule)
            for side, result, rule in outcome.turned
        ],
    )


def _consequence(found: aftermath.Consequence) -> battles.AnyConsequence:
    text = str(found)
    match found:
        case aftermath.Lost(side, units, rule):
            return battles.Lost(text=text, side=side, units=list(units), rules=[rule])
        case aftermath.Loss(side, units, rule):
            return battles.Loss(text=text, side=side, units=list(units), rules=[rule])
        case aftermath.Advance(side, units, rule):
            return battles.Advance(text=text, side=side, units=list(units), rules=[rule])
        case aftermath.Stand(side, units, where, rule):
            return battles.Stand(text=text, side=side, units=list(units), where=where, rules=[rule])
        case aftermath.Flight(side, hexes, far, rule):
            return battles.Flight(text=text, side=side, hexes=_lists(hexes), far=far, rules=[rule])
        case aftermath.Surrender():
            return battles.Surrender(
                text=text,
                side=found.side,
                worth=found.worth,
                options=dict(found.options),
                divided={
                    unit: battles.Share(factor=n, by=by) for unit, (n, by) in found.divided.items()
                },
                first=list(found.first),
                fewest=found.fewest,
                most=found.most,
                rules=list(found.rules),
            )
        case aftermath.Withdrawal():
            return battles.Withdrawal(
                text=text,
                side=found.side,
                units=list(found.units),
                hexes=list(found.hexes),
                alone=_lists(found.alone),
                shut=dict(found.shut),
                rules=list(found.rules),
            )


@checked
def supply(found: views.Supply) -> battles.Supply:
    """Converts the supply of a unit, as the engine explains it, to its document in the JSON
    protocol of the server."""
    return battles.Supply(
        unit=found.unit,
        state=found.state,
        level=found.level,
        rule=found.rule,
        path=list(found.path),
        stuck=found.stuck,
        region=list(found.region),
        cut=list(found.cut),
        text=str(found),
    )


@checked
def reach(units: Sequence[str], hexes: Mapping[str, float]) -> battles.Reach:
    """Returns the document of the server's JSON protocol for the hexes that units can reach;
    `hexes` gives the cost of each hex in movement points."""
    return battles.Reach(units=list(units), hexes=dict(hexes))


def _lists(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {name: list(values) for name, values in found.items()}


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
