"""Writes the golden playthroughs: one game of every scenario as readable text.

    python -m tools.golden            # writes tests/golden/<game>/<scenario>.txt
    python -m tools.golden --check    # lists the files that would change; status 1 if there are any

A playthrough shows the first decisions of each kind in each phase: the position in short, the side
to move and its decision, the legal actions, the action taken and its effects, each with its rule.
A checksum for each phase covers the rest, so no change goes unnoticed. Perft counts follow at the
end. An intended change of rules changes these files; its review is to read the difference.
"""

from __future__ import annotations

import argparse
import random
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import eastfront as ef

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"
SEED = 1942
"""The seed of the games."""
SHOWN = 2
"""The number of decisions of a kind that are shown in a phase of a kind."""
FIRST, LAST = 9, 2
"""The number of legal actions shown of a long list, from its beginning and its end."""
EFFECTS = 12
"""The number of effects shown of a long list."""
PASSES = 16
"""One action in this many passes, where passing is legal."""
DEPTH, NODES = 4, 4_000
"""The maximum depth of perft, and the most sequences at a depth for which it goes one deeper."""
COUNTED = 3
"""The number of positions, beside the start, from which perft counts: the first decisions with the
most legal actions."""


@dataclass
class Playthrough:
    """A game as text."""

    lines: list[str] = field(default_factory=list)
    course: list[str] = field(default_factory=list)
    roots: list[tuple[int, int, ef.State, str]] = field(default_factory=list)
    """Positions to count from: number of legal actions, time, state, and phase."""


def playthrough(name: str) -> str:
    """The text of a scenario's golden playthrough."""
    game = ef.load(name)
    told = Playthrough()
    _play(game, told)
    size = f"{len(game.hexes)} hexes, {len(game.units)} units, {len(game.boxes)} boxes"
    head = [
        f"# {game.title}",
        f"# {name}, written by `python -m tools.golden`",
        "",
        f"sides: {', '.join(game.sides)}",
        f"size: {size}, {game.num_actions} actions",
    ]
    return "\n".join([*head, "", *told.lines, *told.course, "", *_counts(game, told)]) + "\n"


def _play(game: ef.Game, told: Playthrough) -> None:
    rng, state = random.Random(SEED), game.new()
    seen: dict[tuple[object, ...], int] = {}
    number, phase, names = 0, "", [""]
    told.course += [
        "== course: actions of each phase, and a sum over all that was offered and done"
    ]
    while not state.is_over:
        here = f"turn {_turn(state)}, {' / '.join(state.stack[1:3]) or state.decision}"
        if here != phase:
            _close(told, phase, names)
            phase, names = here, []
        legal = state.legal_actions.names()
        chosen = _choose(state, rng)
        action = game.notation(chosen)
        kind = (state.to_move, state.decision, *state.stack)
        seen[kind] = seen.get(kind, 0) + 1
        number += 1
        if seen[kind] <= SHOWN:
            told.lines += _shown(state, number, here, legal, action)
            told.roots.append((len(legal), number, state.copy(), f"action {number}, {here}"))
        effects = state.push(chosen, effects=True) or []
        if seen[kind] <= SHOWN:
            told.lines += [*_limited(effects), ""]
        names += [*legal, action, *map(str, effects)]
    _close(told, phase, names)
    winner, level, rule = state.outcome or (None, 0, "")
    told.course.append(f"over after {number} actions: {winner or 'nobody'}, level {level} ({rule})")


def _choose(state: ef.State, rng: random.Random) -> int:
    """Chance, and busy players: they pass now and then, and otherwise choose any action."""
    legal = state.legal_actions.list()
    passes = [a for a in legal if state.is_pass(a)]
    deeds = [a for a in legal if not state.is_pass(a)]
    if passes and (not deeds or rng.randrange(PASSES) == 0):
        return passes[0]
    return rng.choice(deeds)


def _turn(state: ef.State) -> int:
    return int(state.var("turn"))


def _close(told: Playthrough, phase: str, names: Sequence[str]) -> None:
    """The line of a finished phase: a checksum of 32 bits over all its decisions and effects."""
    if phase:
        told.course.append(f"{phase}: {zlib.crc32(chr(10).join(names).encode()):08x}")


def _shown(
    state: ef.State, number: int, here: str, legal: Sequence[str], action: str
) -> Iterator[str]:
    yield f"== action {number}: {here}"
    yield f"position: {_position(state)}"
    yield f"{state.to_move} decides {state.decision}, in {state.stack[-1]}"
    yield f"legal: {len(legal)}: {_list(legal)}"
    yield f"> {action}"


def _position(state: ef.State) -> str:
    """The number of units on the map, and a checksum over the place of every unit."""
    places = state.places()
    hexes = set(state.game.hexes)
    on_map = sum(place in hexes for place in places.values())
    where = "\n".join(f"{unit} {place}" for unit, place in places.items())
    return f"{on_map} units on the map, {zlib.crc32(where.encode()):08x}"


def _list(names: Sequence[str]) -> str:
    if len(names) <= FIRST + LAST + 1:
        return ", ".join(names)
    left = len(names) - FIRST - LAST
    return ", ".join([*names[:FIRST], f"... {left} more ...", *names[-LAST:]])


def _limited(effects: Sequence[tuple[Any, ...]]) -> list[str]:
    lines = ["  " + _effect(effect) for effect in effects[:EFFECTS]]
    left = len(effects) - EFFECTS
    return [*lines, f"  ... {left} more"] if left > 0 else lines


def _effect(effect: tuple[Any, ...]) -> str:
    *what, rule = effect
    words = " ".join(_word(part) for part in what)
    return f"{words} ({rule})" if rule else words


def _word(part: object) -> str:
    if isinstance(part, list | tuple):
        return "[" + " ".join(map(_word, part)) + "]"
    return str(part)


def _counts(game: ef.Game, told: Playthrough) -> Iterator[str]:
    yield "== perft: sequences of so many actions, forced ones not counted"
    yield from _count("start", game.new())
    wide = sorted(told.roots, key=lambda root: (-root[0], root[1]))
    met: set[str | None] = set()
    for _, _, state, where in wide:
        if state.to_move == "chance" or state.decision in met or len(met) == COUNTED:
            continue
        met.add(state.decision)
        yield from _count(f"{where}, {state.decision}", state)


def _count(where: str, state: ef.State) -> Iterator[str]:
    counts = [1]
    while len(counts) <= DEPTH and counts[-1] <= NODES:
        counts.append(ef.perft(state, len(counts)))
    yield f"{where}: {' '.join(map(str, counts[1:]))}"


def path_of(name: str) -> Path:
    """The path of the playthrough of a scenario."""
    return FOLDER / f"{name}.txt"


def main(arguments: Iterable[str] | None = None) -> int:
    """Writes the files, or lists those that would change."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("scenarios", nargs="*", help="GAME/SCENARIO; all if none is named")
    given = parser.parse_args(None if arguments is None else list(arguments))
    changed = 0
    for name in given.scenarios or ef.scenarios():
        path, text = path_of(name), playthrough(name)
        old = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text == old:
            continue
        changed += 1
        print(f"{path.relative_to(FOLDER.parents[1])}: {'differs' if given.check else 'written'}")
        if not given.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int(given.check and changed > 0)


if __name__ == "__main__":
    sys.exit(main())
