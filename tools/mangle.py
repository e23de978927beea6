"""Mangles states of busy play and checks that every accepted state can be played.

    python -m tools.mangle barbarossa-deluxe --states 50000 --seed 1

Bytes are changed in place (bits, numbers to extremes and to adjacent values), parts of one state
are put into another, and words of positions as text are exchanged. An accepted state must satisfy
every law of the game and be playable for 200 busy decisions. A failure is minimised and shown as
its difference from the original state; the command ends with 1. States that satisfy the laws and
break an invariant of the game (`eastfront.cli.invariants`) are counted separately.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

import eastfront as ef
from eastfront._core import Game, State, choose
from eastfront.cli import invariants as check
from eastfront.positions.layout import Canon, Layout, layout_of
from eastfront.systems.laws import LAW

DECISIONS = 200
"""Decisions played from an accepted state."""
PLAYED = {
    "barbarossa-deluxe": "blue-kremlin",
    "russian-campaign": "barbarossa",
    "barbarossa-1971": "barbarossa",
}
"""The default scenario of each game."""
HEADER = 12
"""The length of the format mark and the digest of the game file, which are not changed."""
SHOWN = 10


@dataclass
class Part:
    """A range of the bytes of a state with numbers of one size."""

    name: str
    at: int
    size: int
    count: int

    @property
    def end(self) -> int:
        """The start of the next part."""
        return self.at + self.size * self.count


def parts_of(layout: Layout, canon: Canon) -> list[Part]:
    """The parts of the bytes of a state."""
    d = layout.document
    units, words = len(layout.units), max(-(-len(layout.units) // 64), 1)
    row = -(-layout.width // 64)
    shape = [
        ("places", 2, units),
        *((f"unit flag {f}", 8, words) for f in d["unit_flags"]),
        *((f"unit field {f}", 2, units) for f in d["unit_fields"]),
        *((f"hex flag {f}", 8, layout.height * row) for f in d["hex_flags"]),
        *((f"variable {v}", 4, 1) for v in layout.variables),
        ("frames", 1, 1 + 6 * len(canon.frames)),
        ("locals", 4, len(canon.locals)),
        ("path", 1, 2 + len(canon.path)),
        ("outcome", 1, 1 if canon.outcome is None else 8),
    ]
    out: list[Part] = []
    for name, size, count in shape:
        out.append(Part(name, out[-1].end if out else HEADER, size, count))
    return out


@dataclass
class Pool:
    """States of busy play, as bytes, and their parts."""

    game: Game
    states: list[bytes]
    layout: Layout = field(init=False)

    def __post_init__(self) -> None:
        self.layout = layout_of(self.game)

    def parts(self, data: bytes) -> list[Part]:
        """The parts of a state."""
        return parts_of(self.layout, self.layout.canon(data))


def busy(state: State, rng: random.Random) -> Iterator[State]:
    """The states of a busy game that begins in a state, each before its decision."""
    while not state.is_over:
        yield state
        if state.to_move == "chance":
            state.push(rng.choice(state.legal_actions.list()))
        else:
            state.push(choose(state, "busy", seed=rng.getrandbits(60)))


def gather(game: Game, seed: int, count: int = 400) -> Pool:
    """States of a few busy games: every nth, and more of rare kinds of decision."""
    rng = random.Random(seed)
    found: list[bytes] = []
    seen: Counter[str] = Counter()
    for number in range(4):
        for i, state in enumerate(busy(game.new(seed * 4 + number), rng)):
            kind = state.decision or ""
            if i % 25 == 0 or seen[kind] < 6:
                found.append(bytes(state))
            seen[kind] += 1
    rng.shuffle(found)
    return Pool(game, found[:count])


# -- mangling -------------------------------------------------------------------------------------

Mangle = Callable[[bytearray, Pool, random.Random], None]


def _bits(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Flips a few bits."""
    for _ in range(rng.randint(1, 4)):
        raw[rng.randrange(HEADER, len(raw))] ^= 1 << rng.randrange(8)


def _some_part(raw: bytearray, pool: Pool, rng: random.Random) -> Part:
    parts = [p for p in pool.parts(bytes(raw)) if p.count]
    return rng.choice(parts)


def _extreme(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Sets a number to its minimum, its maximum, or nearly zero."""
    part = _some_part(raw, pool, rng)
    bits = 8 * part.size
    value = rng.choice([0, 1, -1, -2, 2, 7, 1 << bits - 1, (1 << bits - 1) - 1, 255, 256])
    _write(raw, part, rng.randrange(part.count), value)


def _near(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Changes some numbers of a part slightly."""
    part = _some_part(raw, pool, rng)
    for _ in range(rng.randint(1, 3)):
        n = rng.randrange(part.count)
        _write(raw, part, n, _read(raw, part, n) + rng.randint(-3, 3))


def _elsewhere(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Moves some units elsewhere, often to the places of others."""
    places = pool.parts(bytes(raw))[0]
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.6:
            to = _read(raw, places, rng.randrange(places.count))
        else:
            to = rng.randrange(len(pool.layout.place_names))
        _write(raw, places, rng.randrange(places.count), to)


def _marked(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Sets or clears a flag for a few, or for all."""
    flags = [p for p in pool.parts(bytes(raw)) if " flag " in p.name]
    part = rng.choice(flags)
    if rng.random() < 0.2:
        raw[part.at : part.end] = bytes(part.end - part.at)
        return
    for _ in range(rng.randint(1, 5)):
        at = rng.randrange(part.at, part.end)
        raw[at] ^= 1 << rng.randrange(8)


def _number(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Sets a variable or a local to the value of another, or to a small number."""
    parts = [
        p
        for p in pool.parts(bytes(raw))
        if (p.name.startswith(("variable", "unit field")) or p.name == "locals") and p.count
    ]
    part, other = rng.choice(parts), rng.choice(parts)
    value = rng.choice(
        [
            rng.randint(-1, 12),
            rng.randrange(len(pool.layout.place_names)),
            rng.randrange(len(pool.layout.units)),
            _read(raw, other, rng.randrange(other.count)),
        ]
    )
    _write(raw, part, rng.randrange(part.count), value)


def _splice(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Inserts a part of another state, or all from there on."""
    other = rng.choice(pool.states)
    mine, theirs = pool.parts(bytes(raw)), pool.parts(other)
    first = rng.randrange(len(mine))
    if rng.random() < 0.3:
        raw[mine[first].at :] = other[theirs[first].at :]
        return
    last = min(len(mine) - 1, first + rng.choice([0, 0, 0, 1, 3, 10]))
    if first <= 1 + len(mine) - 4 <= last:
        last = len(mine) - 1
    raw[mine[first].at : mine[last].end] = other[theirs[first].at : theirs[last].end]


def _frame(raw: bytearray, pool: Pool, rng: random.Random) -> None:
    """Inserts frames, locals and path of another state."""
    other = rng.choice(pool.states)
    mine, theirs = pool.parts(bytes(raw)), pool.parts(other)
    raw[mine[-4].at :] = other[theirs[-4].at :]


MANGLES: dict[str, Mangle] = {
    "bits": _bits,
    "extreme": _extreme,
    "near": _near,
    "elsewhere": _elsewhere,
    "marked": _marked,
    "number": _number,
    "splice": _splice,
    "frame": _frame,
}


def _read(raw: bytes | bytearray, part: Part, n: int) -> int:
    at = part.at + n * part.size
    return int.from_bytes(raw[at : at + part.size], "little", signed=part.size > 1)


def _write(raw: bytearray, part: Part, n: int, value: int) -> None:
    at = part.at + n * part.size
    raw[at : at + part.size] = (value % (1 << 8 * part.size)).to_bytes(part.size, "little")


def mangled(pool: Pool, rng: random.Random) -> tuple[str, bytes, bytes]:
    """The kind of change, the mangled state, and the outcome."""
    base = rng.choice(pool.states)
    raw = bytearray(base)
    kinds = [rng.choice(list(MANGLES))]
    if rng.random() < 0.3:
        kinds.append(rng.choice(list(MANGLES)))
    for kind in kinds:
        try:
            MANGLES[kind](raw, pool, rng)
        except (IndexError, ValueError, OverflowError):
            break  # an earlier change left no parts to change
        except Exception as error:
            if type(error).__name__ != "error":  # struct.error
                raise
            break
    return "+".join(kinds), base, bytes(raw)


_WORD = re.compile(r"[\w'-]+|[^\w\s]")


def mangled_text(text: str, other: str, rng: random.Random) -> str:
    """A position as text with a few words exchanged, numbers changed, lines removed or added."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        n = rng.randrange(1, len(lines))
        kind = rng.randrange(4)
        if kind == 0:
            del lines[n]
        elif kind == 1:
            lines.insert(n, rng.choice(other.splitlines()[1:]))
        else:
            words = list(_WORD.finditer(lines[n]))
            word = rng.choice(words)
            by = rng.choice(_WORD.findall(rng.choice([lines[n], rng.choice(lines), other])))
            if word[0].isdigit() and kind == 2:
                by = str(int(word[0]) + rng.choice([-1, 1, 7, 100]))
            lines[n] = lines[n][: word.start()] + by + lines[n][word.end() :]
        if len(lines) < 3:
            break
    return "\n".join(lines) + "\n"


# -- outcomes -------------------------------------------------------------------------------------

REFUSED = "refused"
PLAYS = "plays"


def fate(game: Game, data: bytes, seed: int = 0) -> str:
    """`refused`, `plays`, or the failure of an accepted state."""
    try:
        state = game.state_from_bytes(data)
    except ValueError:
        return REFUSED
    return played(state, seed)


def broken(state: State) -> str | None:
    """A broken law, or the wrong part of a state."""
    wrong = state.audit()
    if wrong is not None:
        return wrong
    for query in state.game.queries:
        if query.startswith(LAW) and not state.ask(query):
            return query
    return None


def played(state: State, seed: int = 0) -> str:
    """`plays`, or the failure within a number of busy decisions."""
    rng = random.Random(seed)
    wrong = broken(state)
    if wrong is not None:
        return f"law: {wrong}"
    decision = "reading"
    try:
        for i, at in enumerate(busy(state, rng)):
            decision = at.decision or ""
            if i == DECISIONS:
                break
    except Exception as error:
        return f"after `{decision}`: {str(error)[:160]}"
    wrong = broken(state)
    return PLAYS if wrong is None else f"law, later: {wrong}"


def smallest(pool: Pool, base: bytes, data: bytes, seed: int) -> bytes:
    """A failing state with the smallest difference from the original."""
    wrong = fate(pool.game, data, seed)
    if len(base) != len(data):
        return data
    cut = [i for i in range(len(base)) if base[i] != data[i]]
    step = max(len(cut) // 2, 1)
    while step:
        at = 0
        while at < len(cut):
            tried = bytearray(data)
            for i in cut[at : at + step]:
                tried[i] = base[i]
            if fate(pool.game, bytes(tried), seed) == wrong:
                data = bytes(tried)
                del cut[at : at + step]
            else:
                at += step
        step //= 2
    return data


def told(pool: Pool, base: bytes, data: bytes) -> str:
    """The differences between two states, in words."""
    layout = pool.layout
    mine, theirs = layout.canon(base), layout.canon(data)
    state = pool.game.state_from_bytes(data)
    out = [f"{'/'.join(state.stack)} waits for `{state.decision}`"]
    for u, (a, b) in enumerate(zip(mine.places, theirs.places, strict=True)):
        if a != b:
            names = layout.place_names
            out.append(f"{layout.units[u]} in {names[b]}, not {names[a]}")
    d = layout.document
    for name, a, b in chain(
        zip(d["unit_flags"], mine.unit_flags, theirs.unit_flags, strict=True),
        zip(d["hex_flags"], mine.hex_flags, theirs.hex_flags, strict=True),
        zip(layout.variables, mine.variables, theirs.variables, strict=True),
        zip(d["unit_fields"], mine.fields, theirs.fields, strict=True),
        [("locals", mine.locals, theirs.locals), ("path", mine.path, theirs.path)],
        [("frames", mine.frames, theirs.frames), ("outcome", mine.outcome, theirs.outcome)],
    ):
        if a == b:
            continue
        if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
            pairs = [(i, x, y) for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
            out.append(f"{name}: " + ", ".join(f"{i} is {y}, not {x}" for i, x, y in pairs[:6]))
        elif isinstance(a, int) and isinstance(b, int) and name not in layout.variables:
            out.append(f"{name}: {bin(a ^ b).count('1')} differ")
        else:
            out.append(f"{name} is {b}, not {a}")
    return "; ".join(out)


def general(wrong: str) -> str:
    """A failure without its numbers, so that equal kinds count together."""
    return re.sub(r"-?\d+", "#", wrong)


@dataclass
class Report:
    """The outcomes of mangled states."""

    states: int = 0
    refused: int = 0
    played: int = 0
    failed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    by_mangle: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    odd: int = 0
    """The number of accepted states that break an invariant."""
    broken: Counter[str] = field(default_factory=Counter)
    """The number of accepted states that break each invariant."""

    def look(self, state: State) -> None:
        """Counts the invariants that an accepted state breaks."""
        found = [v.invariant for v in check.violations(state) if v.rules]
        self.odd += bool(found)
        self.broken.update(found)

    def add(self, fate_: str) -> bool:
        """Counts a state; true if it failed."""
        self.states += 1
        self.refused += fate_ == REFUSED
        self.played += fate_ == PLAYS
        failed = fate_ not in (REFUSED, PLAYS)
        self.failed += failed
        if failed:
            self.kinds[general(fate_)] += 1
        return failed


def run(pool: Pool, states: int, seed: int, texts: float = 0.1) -> Report:
    """Mangles a number of states."""
    rng, report = random.Random(seed), Report()
    written = [pool.game.state_from_bytes(s).text() for s in pool.states[:40]]
    for n in range(states):
        if rng.random() < texts:
            text = mangled_text(rng.choice(written), rng.choice(written), rng)
            try:
                read = ef.position(text, pool.game)
            except ValueError:
                found = REFUSED
            else:
                report.look(read)
                found = played(read, n)
            if report.add(found):
                report.by_mangle["text"] += 1
                report.smallest.setdefault(general(found), (0, text, found))
            continue
        kind, base, data = mangled(pool, rng)
        found = fate(pool.game, data, n)
        if found != REFUSED:
            report.look(pool.game.state_from_bytes(data))
        if report.add(found):
            report.by_mangle[kind] += 1
            name = general(found)
            if report.kinds[name] <= 3:
                small = smallest(pool, base, data, n)
                size = sum(a != b for a, b in zip(base, small, strict=False))
                if name not in report.smallest or size < report.smallest[name][0]:
                    report.smallest[name] = (size, told(pool, base, small), small.hex())
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the outcomes; returns 0 if no state failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mangle", description=__doc__)
    parser.add_argument("game", help="a game, or game/scenario")
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    name = chosen.game if "/" in chosen.game else f"{chosen.game}/{PLAYED[chosen.game]}"
    pool = gather(ef.load(name, options=chosen.option), chosen.seed)
    report = run(pool, chosen.states, chosen.seed)
    if chosen.json:
        print(json.dumps({**vars(report), "game": name, "seed": chosen.seed}))
        return int(report.failed > 0)
    accepted = report.played + report.failed
    print(f"{name}, {report.states} states of {len(pool.states)}, seed {chosen.seed}:")
    print(f"  refused {report.refused}, accepted {accepted}, failed later {report.failed}")
    print(f"  break an invariant: {report.odd} of those accepted", dict(report.broken))
    for kind, count in report.kinds.most_common():
        print(f"{count:6} {kind}")
        if kind in report.smallest:
            print(f"       {report.smallest[kind][1][:600]}")
    print(dict(report.by_mangle.most_common()))
    return int(report.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
