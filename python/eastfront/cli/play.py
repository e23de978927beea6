"""eastfront playout and replay: whole games."""

from __future__ import annotations

from typing import Any

import click

from eastfront import playing, record
from eastfront._core import Game

from . import checking
from .inputs import Chosen, game_options, scenario
from .main import Failure
from .output import facts, json_option, progress, show_json

POLICIES = playing.POLICIES
COMPARED = ("random", "busy")
"""The policies whose games can be played a second time, decision by decision, in a game that lacks
one rule, to count what the rule changes."""


@click.command()
@click.argument("start", metavar="GAME/SCENARIO")
@game_options
@click.option("--games", "-n", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True)
@click.option("--policy", type=click.Choice(POLICIES), default="busy", show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--check", "checked", is_flag=True, help="Check every position.")
@click.option("--coverage", is_flag=True, help="Also count rules that are folded into tables.")
@json_option
def playout(
    start: str,
    options: Chosen,
    games: int,
    seed: int,
    policy: str,
    threads: int,
    checked: bool,
    coverage: bool,
    as_json: bool,
) -> None:
    """Play games of GAME/SCENARIO to the end by a policy, natively and in parallel.

    With --check every position is checked natively, and one in fifty also in Python. With
    --coverage the rules whose counters stay at zero are counted by playing the same games in
    lockstep with a game that lacks the rule. Both options use as many processes as --threads.
    """
    if coverage and policy not in COMPARED:
        wanted = " or ".join(COMPARED)
        raise click.UsageError(f"--coverage needs the policy {wanted}, not {policy}")
    game = scenario(start, options)
    found: dict[str, Any] = {
        "game": game.id,
        "digest": game.digest,
        "policy": policy,
        "seed": seed,
        "threads": threads,
        "games": games,
        "checked": checked,
    }
    if checked:
        with progress("checking", games) as moved:
            found |= checking.checked(game, games, seed, policy, threads, moved)
        found["python_steps"] = len(game.python_steps)
    else:
        with progress(f"{games} games", None):
            found |= _native(game, games, seed, policy, threads)
    if coverage:
        _count_folded(game, found)
    if as_json:
        show_json(found)
    else:
        _show_playout(found)
    if found["violations"]:
        raise Failure(f"{found['violations']} violations; the first: {found['found'][0]}")


def _native(game: Game, games: int, seed: int, policy: str, threads: int) -> dict[str, Any]:
    """Plays games by a policy without checks, in `threads` threads; returns their totals and the
    counts by rule."""
    how: dict[str, Any] = {"threads": threads, "seed": seed, "policy": policy, "stats": True}
    native = playing.rollout(game.new(), games, **how)
    wanted = ("decisions", "forced", "chance", "seconds", "python_steps", "wins", "rules")
    return {"violations": 0, "found": [], **{k: v for k, v in native.items() if k in wanted}}


def _count_folded(game: Game, found: dict[str, Any]) -> None:
    """Counts the effects of the rules that play does not count because they are folded into tables:
    the same games are played with and without each of them. Adds to the results `found` the counts,
    the rules with an effect (`folded`) and those without any (`unexercised`)."""
    wanted = checking.unseen(found["rules"])
    with progress("comparing", len(wanted)) as moved:
        how = (found["games"], found["seed"], found["policy"], found["threads"])
        rows = checking.compared(game, wanted, *how, moved)
    for rule, row in rows.items():
        found["rules"][rule] = {key: row[key] for key in checking.COUNTS}
    found["folded"] = {rule: row for rule, row in rows.items() if row["decided"]}
    found["unexercised"] = [rule for rule, row in rows.items() if not row["decided"]]


def _show_playout(found: dict[str, Any]) -> None:
    used = found["rules"]
    idle = found.get("unexercised")
    rate = found["decisions"] / found["seconds"]
    wins = ", ".join(f"{side} {n}" for side, n in found["wins"].items())
    texts = found["found"]
    facts(
        f"{found['game']}, {found['policy']}",
        [
            ("games", found["games"]),
            ("won", wins),
            ("decisions", found["decisions"]),
            ("forced", found["forced"]),
            ("chance", found["chance"]),
            ("seconds", f"{found['seconds']:.3f} ({rate:,.0f} decisions a second)"),
            ("violations", found["violations"] if found["checked"] else "not checked"),
            *((key, found[key]) for key in ("positions", "tried", "sampled") if key in found),
            ("python steps", found["python_steps"]),
            ("rules at work", f"{sum(any(n.values()) for n in used.values())} of {len(used)}"),
        ],
    )
    if idle is not None:
        click.echo(f"  never exercised {', '.join(idle) or 'none'}")
    for text in texts:
        click.echo(f"  {text}")


@click.command()
@click.argument("path", metavar="RECORD")
@json_option
def replay(path: str, as_json: bool) -> None:
    """Replay RECORD and check it phase by phase."""
    kept = record.load(path)
    try:
        state = kept.replay()
    except record.RecordError as error:
        raise Failure(f"{path}: {error}") from error
    found = {
        "record": path,
        "game": kept.game_id,
        "digest": kept.digest,
        "phases": len(kept.phases),
        "actions": sum(1 for _ in kept.actions),
        "outcome": state.outcome,
        "key": f"{state.key:016x}",
    }
    if as_json:
        show_json(found)
    else:
        facts(f"{path}: replays to the recorded final position", list(found.items())[1:])
