"""eastfront playout, match and replay: whole games."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import Any

import click

from eastfront import _core, bots, check, record
from eastfront._core import Game

from .inputs import scenario
from .main import Failure
from .output import facts, json_option, progress, show_json, table

POLICIES = ("random", "busy")
SHOWN = 20
"""Violations that are printed in full."""


@click.command()
@click.argument("start", metavar="GAME/SCENARIO")
@click.option("--games", "-n", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True)
@click.option("--policy", type=click.Choice(POLICIES), default="busy", show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--check", "checked", is_flag=True, help="Play in Python; look at every position.")
@json_option
def playout(
    start: str, games: int, seed: int, policy: str, threads: int, checked: bool, as_json: bool
) -> None:
    """Play games of GAME/SCENARIO to the end by a policy, natively and in parallel.

    With --check the games are played in Python, one position at a time, and every invariant is
    asked of every position; what the rules did is still counted over native games of the same
    number and seed.
    """
    game = scenario(start)
    with progress(f"{games} games", None):
        native = _core.rollout(
            game.new(), games, threads=threads, seed=seed, policy=policy, stats=True
        )
    found = {
        "game": game.id,
        "digest": game.digest,
        "policy": policy,
        "seed": seed,
        "threads": threads,
        "games": games,
        "checked": checked,
        "decisions": native["decisions"],
        "forced": native["forced"],
        "chance": native["chance"],
        "seconds": native["seconds"],
        "violations": 0,
        "found": [],
        "python_steps": native["python_steps"],
        "wins": native["wins"],
        "rules": native["rules"],
    }
    if checked:
        found |= _check(game, games, seed, policy)
    if as_json:
        show_json(found)
    else:
        _show_playout(found)
    if found["violations"]:
        raise Failure(f"{found['violations']} violations; the first: {found['found'][0]}")


def _show_playout(found: dict[str, Any]) -> None:
    used = found.pop("rules")
    rate = found["decisions"] / found["seconds"]
    wins = ", ".join(f"{side} {n}" for side, n in found.pop("wins").items())
    texts = found.pop("found")
    facts(
        f"{found['game']}, {found['policy']}",
        [
            ("games", found["games"]),
            ("won", wins),
            ("decisions", found["decisions"]),
            ("forced", found["forced"]),
            ("chance", found["chance"]),
            ("seconds", f"{found['seconds']:.3f} ({rate:,.0f} decisions a second)"),
            ("violations", found["violations"] if found["checked"] else "not looked for"),
            ("python steps", found["python_steps"]),
            ("rules at work", f"{sum(any(n.values()) for n in used.values())} of {len(used)}"),
        ],
    )
    for text in texts:
        click.echo(f"  {text}")


def _check(game: Game, games: int, seed: int, policy: str) -> dict[str, Any]:
    """Plays in Python and asks every invariant of every position."""
    count: Counter[str] = Counter()
    wins: dict[str, int] = dict.fromkeys(game.sides, 0)
    texts: list[str] = []
    began = time.perf_counter()
    with progress("checking", games) as move_on:
        for number in range(games):
            pick = bots.bot(policy, seed + number)
            dice = random.Random(seed + number)
            state = game.new()
            while True:
                wrong = [str(v) for v in check.violations(state)]
                count["violations"] += len(wrong)
                at = f"game {number}, action {count['actions']}, `{state.decision}`"
                texts += [f"{at}: {text}" for text in wrong[: SHOWN - len(texts)]]
                side = state.to_move
                if side is None:
                    break
                if side == "chance":
                    count["chance"] += 1
                    legal = state.legal_actions
                    action = legal[dice.randrange(len(legal))]
                else:
                    count["decisions"] += 1
                    action = pick(bots.View(state, side))
                count["actions"] += 1
                effects = state.push(action, effects=True) or []
                count["forced"] += sum(effect[0] == "forced" for effect in effects)
            if state.outcome is not None and state.outcome[0] is not None:
                wins[state.outcome[0]] += 1
            move_on(1)
    counts = {key: count[key] for key in ("decisions", "forced", "chance", "violations")}
    return {**counts, "seconds": time.perf_counter() - began, "wins": wins, "found": texts}


@click.command()
@click.argument("start", metavar="GAME/SCENARIO")
@click.option("--first", type=click.Choice(bots.NAMES), required=True, help="Plays the first side.")
@click.option("--second", type=click.Choice(bots.NAMES), required=True, help="Plays the other.")
@click.option("--games", "-n", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@json_option
def match(start: str, first: str, second: str, games: int, seed: int, as_json: bool) -> None:
    """Let two bots play games of GAME/SCENARIO against each other."""
    game = scenario(start)
    names = dict(zip(game.sides, (first, second), strict=True))
    wins: dict[str, int] = dict.fromkeys([*game.sides, "drawn"], 0)
    rules: Counter[str] = Counter()
    actions = 0
    began = time.perf_counter()
    with progress(f"{first} against {second}", games) as move_on:
        for number in range(seed, seed + games):
            recorder = record.Recorder(game, seed=number)
            players = {side: bots.bot(name, number) for side, name in names.items()}
            actions += sum(1 for _ in bots.play(recorder, players))
            winner, _, rule = recorder.state.outcome or (None, 0, "")
            wins[winner or "drawn"] += 1
            rules[rule] += 1
            move_on(1)
    found = {
        "game": game.id,
        "players": names,
        "games": games,
        "seed": seed,
        "wins": wins,
        "decided_by": dict(sorted(rules.items())),
        "actions": actions,
        "seconds": time.perf_counter() - began,
    }
    if as_json:
        show_json(found)
        return
    rows = [(side, names.get(side, ""), count) for side, count in wins.items()]
    table(game.id, ["side", "bot", "won"], rows)
    click.echo(f"{actions} actions in {found['seconds']:.1f} s")


@click.command()
@click.argument("path", metavar="RECORD")
@json_option
def replay(path: str, as_json: bool) -> None:
    """Play RECORD again and check it phase by phase."""
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
        facts(f"{path}: the same to the last position", list(found.items())[1:])
