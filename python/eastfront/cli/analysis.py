"""eastfront odds, supply and front: analyses of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from eastfront import files, record
from eastfront._core import State
from eastfront.analysis.attacks import Attack, Fought, attacks, battles_of, refusals
from eastfront.analysis.exchange import Exchange
from eastfront.analysis.front import Front, front_svg
from eastfront.analysis.front import front as front_of
from eastfront.analysis.lifelines import Cuts, cuts
from eastfront.questions.battle import Battle

from .inputs import RECORD, Chosen, game_options, state_of
from .main import Failure
from .output import json_option, show_json, table


@click.command()
@click.argument("what", metavar="RECORD|POSITION|SCENARIO")
@game_options
@click.option("--side", help="The attacking side; by default the side to move.")
@click.option("--seen-by", metavar="SIDE", help="Omit information hidden from a side.")
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

    For a RECORD: the battles fought. For a POSITION or the start of a SCENARIO: every attack open
    to a side, best first. Losses are averages in printed factors. Where the defender chooses the
    combat results table, all tables are shown, the best for the defender first. Support, such as
    aircraft, is not counted.
    """
    if what.endswith(RECORD) and side is None:
        _fought(what, target, as_json)
        return
    state = state_of(what, options)
    side = side or _to_move(state)
    found = attacks(state, side, seen_by)
    if target is not None:
        found = [attack for attack in found if attack.target == target]
        if not found:
            reasons = (
                f"{why} ({', '.join(units)})" if units else why
                for why, units in refusals(state, target, side).items()
            )
            raise ValueError(f"no attack on {target} can be made: {'; '.join(reasons)}")
    if as_json:
        show_json([_attack_document(attack) for attack in found])
    elif target is not None:
        click.echo(found[0].battle.explain())
        _remark(found)
    else:
        rows = [row for attack in found for row in _attack_rows(attack)]
        table(f"{state}", ["target", "attackers", *_COLUMNS], rows)
        _remark(found)


_COLUMNS = ("odds", "column", "chances", "own loss", "enemy loss", "gain", "clears")


def _remark(found: Sequence[Attack]) -> None:
    """Prints what was assumed for the attacks `found`, if it matters for any of them: that a
    defender who may choose the combat results table takes the best for him, and which support is
    not counted."""
    if any(len(attack.tables) > 1 for attack in found):
        click.echo("The defender takes the table that is best for him, the first one shown.")
    left_out = dict.fromkeys(name for attack in found for name in attack.left_out)
    if left_out:
        click.echo(f"Support is not counted: {', '.join(left_out)}.")


def _to_move(state: State) -> str:
    """Returns the side to move; during a roll, the side whose turn it is. Raises ValueError if
    neither is known."""
    if state.to_move in state.game.sides:
        return str(state.to_move)
    for name in reversed(state.stack):
        for side in state.game.sides:
            if name.startswith(f"{side} "):
                return side
    raise ValueError("no side is to move, expected one by --side")


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
            chances(one.battle),
            f"{one.roll}: {one.result}",
            f"{float(one.exchange.gain):+.2f}",
        )
        for one in found
    ]
    columns = ["turn", "attacker", "target", "odds", "column", "chances", "rolled", "gain"]
    table(f"{path}: {len(found)} battles", columns, rows)


def chances(battle: Battle) -> str:
    """Returns the distribution of a battle's results as one line, after the name of its table if
    there are several tables."""
    table = f"{battle.table.replace('-', ' ')}: " if battle.table else ""
    return table + ", ".join(f"{name} {chance}" for name, chance in battle.distribution.items())


def _attack_rows(attack: Attack) -> Iterator[tuple[object, ...]]:
    """Yields a row for an attack, and one more for each other table that the defender may
    choose."""
    battle, who = attack.battle, ", ".join(attack.attackers)
    if attack.exchange is None:
        yield (attack.target, who, "", "", f"{battle.unknown} hidden", "", "", "", "")
        return
    first: tuple[object, ...] = (attack.target, who, battle.odds, battle.column)
    for one, exchange in attack.tables.values() or [(battle, attack.exchange)]:
        yield (
            *first,
            chances(one),
            f"{float(exchange.own):.2f}",
            f"{float(exchange.enemy):.2f}",
            f"{float(exchange.gain):+.2f}",
            str(exchange.clears),
        )
        first = ("",) * len(first)


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
        "table": battle.table,
        "distribution": _distribution_document(battle.distribution),
        **({"cases": [asdict(case) for case in battle.cases]} if battle.cases else {}),
    }


def _distribution_document(found: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in found.items()}


def _exchange_document(exchange: Exchange | None) -> dict[str, str] | None:
    if exchange is None:
        return None
    figures = {"own": exchange.own, "enemy": exchange.enemy, "gain": exchange.gain}
    return {name: str(value) for name, value in (figures | {"clears": exchange.clears}).items()}


def _attack_document(attack: Attack) -> dict[str, Any]:
    return _battle_document(attack.battle) | {
        "exchange": _exchange_document(attack.exchange),
        "tables": {
            name: {
                "distribution": _distribution_document(battle.distribution),
                "exchange": _exchange_document(exchange),
            }
            for name, (battle, exchange) in attack.tables.items()
        },
        "left_out": list(attack.left_out),
    }


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
@click.option("--intruder", metavar="UNIT", help="The enemy unit that is placed in the hexes.")
@json_option
def supply(
    what: str, options: Chosen, units: tuple[str, ...], intruder: str | None, as_json: bool
) -> None:
    """Show a unit's supply, and the single hexes whose loss would cut it.

    Hexes are tried one by one: an enemy unit is placed there, and supply is computed again. The
    hexes that every line must pass are listed as well, from the certificate of supply.
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
    help="Draw the position with its front to this SVG file.",
)
@json_option
def front(what: str, options: Chosen, output: Path | None, as_json: bool) -> None:
    """Show the front: the hexsides between the hexes that the two sides hold."""
    if output is not None and output.suffix != ".svg":
        raise click.UsageError(f"-o {output}: expected a name that ends in .svg")
    state = state_of(what, options)
    found = front_of(state)
    if output is not None:
        files.write(output, front_svg(state))
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
