"""eastfront odds, supply and front: what a player asks of a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from eastfront import record
from eastfront._core import State
from eastfront.analysis.attacks import Attack, Fought, attacks, battles_of
from eastfront.analysis.exchange import Exchange
from eastfront.analysis.front import Front, front_svg
from eastfront.analysis.front import front as front_of
from eastfront.analysis.lifelines import Cuts, cuts
from eastfront.explain import Battle

from .inputs import RECORD, Chosen, game_options, state_of
from .main import Failure
from .output import json_option, show_json, table


@click.command()
@click.argument("what", metavar="RECORD|POSITION|SCENARIO")
@game_options
@click.option("--side", help="Who attacks; the side to move if not given.")
@click.option("--seen-by", metavar="SIDE", help="Leave out what a side may not know.")
@click.option("--target", metavar="HEX", help="Only this attack, stage by stage.")
@json_option
def odds(
    what: str,
    options: Chosen,
    side: str | None,
    seen_by: str | None,
    target: str | None,
    as_json: bool,
) -> None:
    """Show battle odds and exact chances.

    Of a RECORD the battles that were fought; of a POSITION or the start of a SCENARIO every attack
    that a side could make, those that pay best first. Losses are averages in printed factors.
    """
    if what.endswith(RECORD) and side is None:
        _fought(what, target, as_json)
        return
    state = state_of(what, options)
    found = attacks(state, side or _to_move(state), seen_by)
    if target is not None:
        found = [attack for attack in found if attack.target == target]
        if not found:
            raise ValueError(f"no attack on {target} can be made")
    if as_json:
        show_json([_attack_document(attack) for attack in found])
    elif target is not None:
        click.echo(found[0].battle.explain())
    else:
        rows = [_attack_row(attack) for attack in found]
        table(f"{state}", ["target", "attackers", *_COLUMNS], rows)


_COLUMNS = ("odds", "column", "chances", "own loss", "enemy loss", "gain", "clears")


def _to_move(state: State) -> str:
    """The side to move; the one whose turn it is while chance is asked."""
    if state.to_move in state.game.sides:
        return str(state.to_move)
    for name in reversed(state.stack):
        for side in state.game.sides:
            if name.startswith(f"{side} "):
                return side
    raise ValueError("no side is to move: name one with --side")


def _fought(path: str, target: str | None, as_json: bool) -> None:
    kept = record.load(path)
    try:
        found = battles_of(kept)
    except record.RecordError as error:
        raise Failure(f"{path}: {error}") from error
    found = [one for one in found if target in (None, one.battle.target)]
    if as_json:
        show_json([_fought_document(one) for one in found])
        return
    rows = [
        (
            one.turn,
            one.battle.side,
            one.battle.target,
            one.battle.odds,
            one.battle.column,
            chances(one.battle.distribution),
            f"{one.roll}: {one.result}",
            f"{float(one.exchange.gain):+.2f}",
        )
        for one in found
    ]
    columns = ["turn", "attacker", "target", "odds", "column", "chances", "rolled", "gain"]
    table(f"{path}: {len(found)} battles", columns, rows)


def chances(distribution: Mapping[str, Fraction]) -> str:
    """A distribution in a line."""
    return ", ".join(f"{name} {chance}" for name, chance in distribution.items())


def _attack_row(attack: Attack) -> tuple[object, ...]:
    battle, who = attack.battle, ", ".join(attack.attackers)
    if attack.exchange is None:
        return (attack.target, who, "", "", f"{battle.unknown} hidden", "", "", "", "")
    exchange = attack.exchange
    return (
        attack.target,
        who,
        battle.odds,
        battle.column,
        chances(battle.distribution),
        f"{float(exchange.own):.2f}",
        f"{float(exchange.enemy):.2f}",
        f"{float(exchange.gain):+.2f}",
        str(exchange.clears),
    )


def _battle_document(battle: Battle) -> dict[str, Any]:
    return {
        "side": battle.side,
        "target": battle.target,
        "kind": battle.kind,
        "attackers": [f.unit for f in battle.attackers],
        "defenders": [f.unit for f in battle.defenders],
        "unknown": battle.unknown,
        "attack": battle.attack,
        "defence": battle.defence,
        "odds": battle.odds,
        "shifts": [list(shift) for shift in battle.shifts],
        "column": battle.column,
        "distribution": {name: str(chance) for name, chance in battle.distribution.items()},
    }


def _exchange_document(exchange: Exchange | None) -> dict[str, str] | None:
    if exchange is None:
        return None
    figures = {"own": exchange.own, "enemy": exchange.enemy, "gain": exchange.gain}
    return {name: str(value) for name, value in (figures | {"clears": exchange.clears}).items()}


def _attack_document(attack: Attack) -> dict[str, Any]:
    return _battle_document(attack.battle) | {"exchange": _exchange_document(attack.exchange)}


def _fought_document(one: Fought) -> dict[str, Any]:
    return _battle_document(one.battle) | {
        "turn": one.turn,
        "roll": one.roll,
        "result": one.result,
        "exchange": _exchange_document(one.exchange),
    }


@click.command()
@click.argument("what", metavar="POSITION|RECORD|SCENARIO")
@game_options
@click.option("--unit", "units", metavar="UNIT", multiple=True, required=True)
@click.option("--intruder", metavar="UNIT", help="The enemy unit that is put into the hexes.")
@json_option
def supply(
    what: str, options: Chosen, units: tuple[str, ...], intruder: str | None, as_json: bool
) -> None:
    """Tell a unit's supply, and the single hexes whose loss would cut it.

    Hexes are tried one by one: an enemy unit is put there and supply is asked anew. Hexes that
    every line must pass are told beside, from the certificate of supply.
    """
    state = state_of(what, options)
    found = [cuts(state, unit, intruder) for unit in units]
    if as_json:
        show_json([_cuts_document(one) for one in found])
        return
    for one in found:
        click.echo(one)


def _cuts_document(one: Cuts) -> dict[str, Any]:
    return {
        **asdict(one.supply),
        "intruder": one.intruder,
        "occupied": [asdict(cut) for cut in one.occupied],
        "closed": list(one.closed),
    }


@click.command()
@click.argument("what", metavar="POSITION|RECORD|SCENARIO")
@game_options
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Draw the position with its front into this SVG file.",
)
@json_option
def front(what: str, options: Chosen, output: Path | None, as_json: bool) -> None:
    """Tell the front: the hexsides between what one side holds and what the other does."""
    if output is not None and output.suffix != ".svg":
        raise click.UsageError(f"-o {output}: expected a name that ends in .svg")
    state = state_of(what, options)
    found = front_of(state)
    if output is not None:
        output.write_text(front_svg(state), encoding="utf-8")
    if as_json:
        show_json(_front_document(found))
        return
    click.echo(found)
    if output is not None:
        click.echo(f"{output}: {state}")


def _front_document(found: Front) -> dict[str, Any]:
    return {
        "how": found.how,
        "sides": list(found.sides),
        "length": found.length,
        "lines": [[list(pair) for pair in line] for line in found.lines],
        "gaps": {side: list(hexes) for side, hexes in found.gaps.items()},
    }
