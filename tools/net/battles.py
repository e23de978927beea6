"""Explanations of battles, compared with play.

Battles are drawn from random and seeking games, from set-ups and from stored positions of later
turns, by what a player sees, so that the same battles are drawn while play is unchanged. The
explanation of each, before its declaration and before the die, is compared with play on copies: the
possible supports, the strengths, the chance of each result, the choices of losses, the units lost,
the units that stay, the first hexes of retreats, the possible advances. A result is played to its
end in every line. One with further chance, or more actions than `lines.LINES`, is sampled; there an
explained outcome that never occurs is no difference.

At the first decision of a game with attacks every attack on offer is built, with one unit and with
all that may join. Those decided without a die are compared in the same way and counted separately,
so the other battles drawn stay the same.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from multiprocessing import get_context
from typing import Any

import eastfront as ef
from eastfront._core import EastfrontError, IllegalAction
from eastfront.positions.layout import layout_of
from eastfront.questions.battle import Battle, words_of
from eastfront.questions.results import INSTEAD

from .lines import DIE, FORMS, TABLE, Facts, Form, Play, Root, Support, alike, in_play
from .said import Difference, numbers, outcomes
from .settings import Setting, paired, plain, positions
from .walk import Reached, walk

SEED = 1941
WHOLE, BRIEF = 1000, 60
"""The number of battles of each game."""

BRIEF_SETTINGS = 6
"""The number of scenarios and rows of options in a short run."""

TURNS = 26
"""The number of stored positions of later turns, of each recorded game."""

LIMIT = 250
"""The maximum number of actions of a game from which battles are drawn."""

EACH, ODDS = 2, 3
"""The maximum number of battles of a game, and the chance, one in n, of drawing each battle."""

LOWERED = 4
"""One in this many battles with an option to announce lower odds is fought at those."""

OPENINGS = ("attack", "assault")
"""The verbs of declarations of attacks."""

CERTAIN = 4
"""The maximum number of battles without a die of a game."""

TRIES = 40
"""The maximum number of games for each wanted battle."""


@dataclass
class Case:
    """A battle before its die, and the decisions that led there."""

    before: ef.State | None
    """The decision of its declaration, if there was one."""
    ready: ef.State | None
    """The first decision with all attackers and no support."""
    die: ef.State
    supports: tuple[Support, ...]
    best: bool
    """Whether the best odds were announced."""
    table: str | None
    """The chosen table, if there was a choice."""
    sure: str = ""
    """The action that decided it without a die; `die` is then the decision before."""
    instead: ef.State | None = None
    """The decision with an option to take a result in place of the die."""
    named: tuple[str | None, str, frozenset[str]] | None = None
    """Kind, target and attackers of a battle without a die."""


@dataclass
class Told:
    """Findings in some battles."""

    battles: int = 0
    certain: int = 0
    """Battles without a die, not counted above."""
    turns: Counter[int] = field(default_factory=Counter)
    """Their number in each game turn."""
    before: int = 0
    """Battles also explained before their declaration."""
    results: int = 0
    sampled: int = 0
    """Results compared by a sample."""
    lines: int = 0
    """Actions played after results."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Differences, with the number of battles."""
    examples: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    """Examples of differences, by battle."""

    def add(self, other: Told) -> None:
        """Adds the findings in other battles."""
        for name in ("battles", "certain", "before", "results", "sampled", "lines"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.turns.update(other.turns)
        self.kinds.update(other.kinds)
        self.examples = {**other.examples, **self.examples}
        self.digest = blake2b((self.digest + other.digest).encode(), digest_size=8).hexdigest()


# -- drawing battles --------------------------------------------------------------------------


def drawn(setting: Setting, wanted: int, seed: int) -> Iterator[Case]:
    """Battles of a setting, alternating between its positions, of random and of seeking games."""
    game, form = setting.load(), FORMS[setting.scenario.partition("/")[0]]
    starts = [state for _, state in positions(setting, game, TURNS)]
    found = 0
    for number in range(wanted * TRIES):
        rng = random.Random(f"{seed} {setting.key} {number}")
        start = starts[number % len(starts)].copy()
        for case in _of_game(form, start, rng, bool(number // len(starts) % 2)):
            yield case
            found += not case.sure
            if found >= wanted:
                return


def _of_game(form: Form, state: ef.State, rng: random.Random, seeking: bool) -> Iterator[Case]:
    """Battles of one game that begins in a state."""
    chain: list[tuple[ef.State, str]] = []
    before, taken, opening = None, 0, ""
    here, looked = state.copy(), False
    for step in walk(state, rng.randrange(2**32), LIMIT, seeking, Reached()):
        if not looked and here.decision in form.declared:
            looked = any(name.startswith(OPENINGS) for name in step.before[2])
            if looked:
                yield from islice(_certain(form, here), CERTAIN)
        if here.decision not in form.coming:
            chain, before = [], here if here.decision in form.declared else None
            opening = step.action
        elif here.decision == DIE:
            chain, before = [], None
        else:
            chain.append((here, step.action))
        here = state.copy()
        if not here.is_over and here.decision == DIE and rng.randrange(ODDS) == 0:
            yield _case(form, before, opening, chain, here, rng)
            taken += 1
            if taken >= EACH:
                return


def _case(
    form: Form,
    before: ef.State | None,
    opening: str,
    chain: Sequence[tuple[ef.State, str]],
    die: ef.State,
    rng: random.Random,
) -> Case:
    """The battle at hand, and its origin."""
    best = True
    if chain and form.announces and chain[-1][1].startswith(f"{form.announces} "):
        state, action = chain[-1]
        offered = sorted(state.legal_actions.names(), key=lambda name: int(name.split()[1]))
        best = action == offered[-1]
        if not best and rng.randrange(LOWERED):
            die, best = state.copy(), True
            die.push(offered[-1])
    began = [(before, opening)] if before is not None else []
    used = [_supports(form, state, action) for state, action in (*began, *chain)]
    there, ready = _attack(die), None
    # a support that comes automatically with the declaration leaves no decision without it
    for (state, _), some in zip([*chain, (die, "")], [*used[len(began) :], []], strict=True):
        if any(used[: len(began)]):
            break
        if there is not None and _attack(state) == there:
            ready = state
            break
        if some:
            break
    table = next((action for state, action in chain if state.decision == TABLE), None)
    return Case(before, ready, die, tuple(sorted(sum(used, list[Support]()))), best, table)


def _certain(form: Form, state: ef.State) -> Iterator[Case]:
    """The offered battles without a die, with one unit and with all that may join."""
    for opening in sorted(state.legal_actions.names()):
        if opening.partition(" ")[0] in OPENINGS:
            for every in (False, True):
                case = declared(form, state, opening, every)
                if case is not None:
                    yield case


def declared(form: Form, state: ef.State, opening: str, every: bool) -> Case | None:
    """A battle without supports; None if a die decides it, or it does not take place."""
    here, action, instead = state.copy(), opening, None
    effects = list[Any]()
    while True:
        before = here.copy()
        effects += here.push(action, effects=True) or []
        if any(effect[:2] == ("note", "battle") for effect in effects):
            sure = action
            break
        if here.is_over or here.decision == DIE:
            return None
        passes = [a for a in here.legal_actions if here.is_pass(a)]
        if here.decision not in form.coming:
            if not passes or not any(f"{name} battle" in here.stack for name in here.game.sides):
                return None
            action = here.game.notation(passes[0])
            continue
        labels = {name: name.partition(" ") for name in here.legal_actions.names()}
        joins = [x for x, (verb, _, unit) in labels.items()
                 if unit in here.game.units and verb not in form.supports]  # fmt: skip
        free = [x for x, (verb, _, _) in labels.items() if verb in form.free]
        odds = [x for x, (verb, _, _) in labels.items() if verb == form.announces]
        if here.decision in form.instead:
            instead = here.copy()
        if odds:
            action = max(odds, key=lambda x: int(labels[x][2]))
        elif joins and (every or not free):
            action = joins[0]
        elif free:
            action = free[0]
        else:
            return None
    # the next battle may follow at once, with units marked as well
    end = next(n for n, effect in enumerate(effects) if effect[:2] == ("note", "battle"))
    words = words_of(layout_of(state.game))
    group = marked(effects[:end], words["attackers"])
    targets = marked(effects[:end], words.get("targets"))
    target = "+".join(sorted(targets)) or opening.partition(" ")[2]
    kind = "mobile" if opening.startswith(OPENINGS[1]) else None
    named = kind, target, frozenset(group)
    return Case(state, None, before, (), True, None, sure, instead, named)


def marked(effects: Iterable[Any], flag: str | None) -> set[str]:
    """The units or hexes with a newly set flag."""
    return {e[1] for e in effects if e[0] in ("unit", "hex") and e[2] == flag and e[3]}


def _supports(form: Form, state: ef.State, action: str) -> list[Support]:
    """The supports used by an action, automatic ones included."""
    told = state.copy().push(action, effects=True) or []
    actions = [action, *(effect[2] for effect in told if effect[0] == "forced")]
    parts = (each.partition(" ") for each in actions)
    return [(verb, unit) for verb, _, unit in parts if verb in form.supports]


def _attack(state: ef.State) -> tuple[str, frozenset[str]] | None:
    """Target and attackers of the battle at hand."""
    try:
        told = state.battle()
    except (EastfrontError, ValueError):
        return None
    return told.target, frozenset(f.unit for f in told.attackers)


# -- comparing --------------------------------------------------------------------------------


def differences(form: Form, case: Case, rng: random.Random) -> tuple[list[Difference], Told]:
    """The differences of a battle, and the results played."""
    count = Told(battles=int(not case.sure), certain=int(bool(case.sure)))
    if case.sure:
        count.turns[case.die.turn] += 1
    try:
        told = at_hand(case)
    except (EastfrontError, ValueError) as wrong:
        return [("at the die: there is no explanation", str(wrong))], count
    found = [(f"support: {kind}", what) for kind, what in supported(form, case, told)]
    rolled = Rolled(case.die, case.sure)
    play = Play(case.die.game, form, told.side, rng)
    set_up = case.die
    if case.named is not None:
        flag = words_of(layout_of(set_up.game))["attackers"]
        set_up = set_up._supposed(unit_flags=[(unit, flag, True) for unit in case.named[2]])
    same_units = alike(set_up, [f.unit for f in (*told.attackers, *told.defenders)])

    def played(roots: Mapping[str, Sequence[Root]]) -> dict[str, Facts]:
        return {
            result: play.facts(some).widened(same_units) for result, some in sorted(roots.items())
        }

    facts = played(rolled.roots)
    # before a choice its options are explained as well
    chosen = facts if case.instead is None else played(rolled.with_choices(case.instead))
    count.results = len(facts)
    count.sampled = sum(one.partial for one in facts.values())
    count.lines = sum(one.lines for one in facts.values())

    def compare(when: str, said: Battle, same: bool, asked: bool) -> None:
        found.extend(
            (f"{when}: {kind}", what)
            for kind, what in numbers(said, rolled.results if same else None, rolled.totals)
        )
        if same:
            told_of = outcomes(said, chosen if asked else facts, rolled.turned)
            found.extend((f"{when}: {kind}", what) for kind, what in told_of)
        offered = asked and case.instead is not None
        if offered != any(text.endswith(INSTEAD) for _, text in said.choices):
            found.append((f"{when}: a choice before the die", f"offered: {offered}"))

    compare("at the die", told, True, bool(case.sure))
    if case.before is None:
        return sorted(found), count
    count.before = 1
    try:
        said = explained(form, case, told, case.supports)
        compare("before", said, case.best, True)
    except IllegalAction as refused:
        found.append((f"before: {refused.rule} refuses what is played", str(refused)))
    except (EastfrontError, ValueError) as wrong:
        found.append(("before: there is no explanation", str(wrong)))
    return sorted(found), count


def at_hand(case: Case) -> Battle:
    """The explanation of a battle before its die, or before the action that decides it."""
    if case.named is None:
        return case.die.battle()
    kind, target, group = case.named
    if _attack(case.die) == (target, group):
        return case.die.battle()
    # no decision follows the last unit
    return case.die.battle(target, sorted(group), kind)


def explained(form: Form, case: Case, told: Battle, supports: Iterable[Support]) -> Battle:
    """The explanation of a battle before its declaration."""
    before = case.before
    assert before is not None
    group = [f.unit for f in told.attackers]
    names = [form.supports[verb] for verb, _ in supports]
    if not form.kinds:
        return before.battle(told.target, group, supports=names, table=case.table)
    return before.battle(
        told.target,
        group,
        told.kind,
        luftwaffe="luftwaffe" in names,
        air_armies=[unit for verb, unit in supports if form.supports[verb] == "air armies"],
        partisans="partisans" in names,
        airborne="airborne" in names,
    )


def supported(form: Form, case: Case, told: Battle) -> Iterator[Difference]:
    """Supports offered and not explained, and the reverse, and differences of their worth."""
    if case.before is None or case.ready is None:
        return
    group = [f.unit for f in told.attackers]
    one = {unit: min(some) for unit, some in alike(case.ready, group).items()}

    def plainly(used: Iterable[Support]) -> tuple[Support, ...]:
        """A support as explained: by name and number, or by units that represent all alike."""
        return tuple((verb, one.get(unit, "") if form.kinds else "") for verb, unit in used)

    played = {
        plainly(used): (used, die) for used, die in in_play(form, case.ready, case.table).items()
    }
    tried = {*played, *((one,) for used in played for one in used)}
    for verb, name in form.supports.items():
        units = sorted(set(one.values())) if name == "air armies" else [""]
        tried |= {((verb, unit),) for unit in units}
        if not form.kinds:
            tried |= {tuple(sorted([*used, (verb, "")])) for used in played}
    for used in sorted(tried - {()}):
        names = "+".join(form.supports[verb] for verb, _ in used)
        what = f"{names} {list(filter(None, (unit for _, unit in used)))}"
        try:
            own, die = played.get(used, (used, None))
            said = explained(form, case, told, own)
        except IllegalAction as refused:
            if used in played:
                yield f"{names} offered, refused by {refused.rule}", what
        except (EastfrontError, ValueError) as wrong:
            if used in played:
                yield f"{names} offered, not explained", f"{what}: {wrong}"
        else:
            if used not in played:
                yield f"{names} said to be possible, not offered", what
            elif die is not None:
                rolled = Rolled(die)
                for kind, more in numbers(said, rolled.results, rolled.totals):
                    yield f"{kind} with {names}", f"{what}: {more}"


class Rolled:
    """The result of each face of a die."""

    def __init__(self, die: ef.State, sure: str = "") -> None:
        drawing = layout_of(die.game).document["drawing"]
        self._names: Sequence[str] = drawing["results"]
        self._fields: Sequence[str] = drawing["notes"]["battle"]
        self.results = Counter[str]()
        self.roots: dict[str, list[Root]] = {}
        """Positions by their result."""
        self.turned: dict[str, set[str]] = {}
        """The sides that may change a result, by result."""
        self.totals: dict[str, int] = {}
        for label in [sure] if sure else sorted(die.legal_actions.names()):
            state = die.copy()
            told = state.push(label, effects=True) or []
            result = self._noted(told)
            if result is not None:
                self.results[result] += 1
                self._keep(result, state, label, told)
                continue
            result = self._names[state.var("result")]
            self.results[result] += 1
            self.turned.setdefault(result, set()).add(str(state.to_move))
            for choice in sorted(state.legal_actions.names()):
                copy = state.copy()
                then = copy.push(choice, effects=True) or []
                self._keep(self._noted(then) or result, copy, choice, then)

    def with_choices(self, instead: ef.State) -> dict[str, list[Root]]:
        """The same, with the result that a side may take in place of the die."""
        roots = {result: list(some) for result, some in self.roots.items()}
        legal = instead.legal_actions
        for label, action in sorted(zip(legal.names(), legal.list(), strict=True)):
            if instead.is_pass(action):
                continue
            state = instead.copy()
            told = state.push(action, effects=True) or []
            made = [effect for effect in told if effect[:2] == ("var", "result")]
            if made:
                roots.setdefault(self._names[made[-1][3]], []).append((state, label, told))
        return roots

    def _noted(self, told: Sequence[Any]) -> str | None:
        """The noted result, once it is final."""
        for effect in told:
            if effect[:2] == ("note", "battle"):
                values = dict(zip(self._fields, effect[2], strict=True))
                self.totals = {name: values[name] for name in ("attack", "defence")}
                return str(self._names[values["result:result"]])
        return None

    def _keep(self, result: str, state: ef.State, label: str, told: Sequence[Any]) -> None:
        some = self.roots.setdefault(result, [])
        if all(state.key != other.key for other, _, _ in some):
            some.append((state, label, told))


# -- all of a game ----------------------------------------------------------------------------


def check(task: tuple[Setting, int, int]) -> Told:
    """The battles of one setting."""
    setting, wanted, seed = task
    form = FORMS[setting.scenario.partition("/")[0]]
    every, said = Told(), blake2b(digest_size=8)
    for case in drawn(setting, wanted, seed):
        number = f"without a die {every.certain}" if case.sure else every.battles
        rng = random.Random(f"{seed} {setting.key} {number} lines")
        found, told = differences(form, case, rng)
        told.kinds = Counter({kind for kind, _ in found})
        every.add(told)
        if found or not case.sure:
            said.update(repr(found).encode())
        for kind, what in found:
            if kind not in every.examples:
                every.examples[kind] = example(case, what)
    every.digest = said.hexdigest()
    return every


def without_cache() -> None:
    """Lets a process that loads each game once keep none."""
    os.environ["EASTFRONT_CACHE"] = "off"


def example(case: Case, what: str) -> str:
    """A battle for inspection: the differences, the explanation, the position."""
    try:
        said = str(case.die.battle())
    except (EastfrontError, ValueError) as wrong:
        said = str(wrong)
    return f"{what}\n{said}\n{case.die.text()}"


def tasks(game: str, wanted: int, seed: int) -> list[tuple[Setting, int, int]]:
    """The settings of a game, with a number of battles for each."""
    settings = [*plain(game), *paired(game)]
    if wanted < WHOLE:
        settings = settings[:: max(1, len(settings) // BRIEF_SETTINGS)]
    share, more = divmod(wanted, len(settings))
    return [(one, share + (n < more), seed) for n, one in enumerate(settings)]


def battles(game: str, wanted: int, seed: int, jobs: int) -> Told:
    """The findings in a number of battles of a game."""
    every = Told()
    with get_context("spawn").Pool(jobs, without_cache) as pool:
        for told in pool.imap(check, tasks(game, wanted, seed)):
            every.add(told)
    return every


def risen(kinds: Mapping[str, int], kept: Mapping[str, int]) -> list[str]:
    """The kinds of differences that have increased."""
    return [
        f"{kind}: {kept.get(kind, 0)} before, {count} now"
        for kind, count in sorted(kinds.items())
        if count > kept.get(kind, 0)
    ]
