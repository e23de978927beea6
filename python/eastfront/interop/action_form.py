"""A compact numbering of a game's actions, for policies with one output for each number.

    form = action_form(game)
    form.count                                    # some thousand numbers, not some ten thousand
    token = form.token(game.action_id(action))    # of a dense id
    form.id(token, state.decision)                # and back

A dense id is a verb with an object: a unit, a hex, a number, or none. A *token* is a *slot* with
an object. Verbs that take units, or hexes, share a slot unless one decision offers both; verbs
with a number or without an object have a slot each. So within a decision each token means one
action, and it is a decision that gives it a meaning: the token for a unit in the first slot may
move the unit in one decision and remove it in another. Verbs of chance have no token.

The numbering comes from the decisions in the game file, and has a fixed meaning for a game file. No
game is named here.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError, Game, State
from eastfront.arguments import checked, of_one_position, one_of, within
from eastfront.positions.layout import layout_of
from eastfront.positions.observation import Observation

from .arrays import numbers

SHARED = ("Unit", "Hex")
"""Kinds of objects whose verbs share slots."""

Ids = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@checked
class ActionForm:
    """The tokens of a game's actions: `count` whole numbers from 0, and their dense ids."""

    def __init__(self, game: Game) -> None:
        self.game = game
        d = layout_of(game).document
        self._decisions: dict[str, int] = {name: i for i, name in enumerate(d["decisions"])}
        self._first = np.array([game.action_id(verb << 16) for verb in range(len(d["verbs"]))])
        self._sizes = np.diff(self._first, append=game.num_actions)
        offered = _offered(d)
        slots = _slots(d["verbs"], offered)
        self._verbs = d["verbs"]
        self.slots: tuple[tuple[str, ...], ...] = tuple(
            tuple(self._verbs[verb]["name"] for verb in verbs) for verbs in slots
        )
        """The verbs of each slot."""
        sizes = [max(int(self._sizes[verb]) for verb in verbs) for verbs in slots]
        self._starts = np.cumsum([0, *sizes])
        self.count: int = int(self._starts[-1])
        """The number of tokens."""
        self._slot_of = np.repeat(np.arange(len(slots)), sizes)
        self._tokens = np.full(game.num_actions, -1)
        for start, verbs in zip(self._starts, slots, strict=False):
            for verb in verbs:
                first, size = self._first[verb], self._sizes[verb]
                self._tokens[first : first + size] = start + np.arange(size)
        # the last row is for the number -1, no decision
        self._verb_at = np.full((len(self._decisions) + 1, len(slots)), -1)
        for decision, used in offered.items():
            for slot, members in enumerate(slots):
                for verb in used.intersection(members):
                    self._verb_at[decision, slot] = verb

    def __len__(self) -> int:
        """Returns the number of tokens."""
        return self.count

    def __repr__(self) -> str:
        return f"<ActionForm of {self.count} tokens for {self.game.id}>"

    def token(self, id: int) -> int:
        """Returns the token of a dense id; -1 for an action of chance."""
        within("id", id, 0, self.game.num_actions - 1)
        return int(self._tokens[id])

    def id(self, token: int, decision: str) -> int:
        """Returns the dense id that a token means in a decision, given by its name; -1 if the
        decision offers no such action. The action may be illegal in a position."""
        within("token", token, 0, self.count - 1)
        one_of("decision", decision, self._decisions)
        slot = self._slot_of.item(token)
        verb = self._verb_at.item(self._decisions[decision], slot)
        thing = token - self._starts.item(slot)
        if verb < 0 or thing >= self._sizes.item(verb):
            return -1
        return int(self._first.item(verb) + thing)

    def tokens(self, ids: npt.ArrayLike) -> Ids:
        """Returns the tokens of many dense ids, in the shape of ``ids``; -1 for actions of
        chance."""
        found = self._tokens[numbers("ids", ids, 0, self.game.num_actions - 1)]
        return np.asarray(found, dtype=np.int64)

    def ids(self, tokens: npt.ArrayLike, decisions: npt.ArrayLike) -> Ids:
        """Returns the dense ids that many tokens mean, each in a decision; -1 where the decision
        offers no such action.

        ``decisions`` are numbers, as in ``infos["decision"]`` of a vector: -1 stands for none.
        Raises ValueError for arrays of different shapes, and for a number that is out of range.
        """
        found = numbers("tokens", tokens, 0, self.count - 1)
        asked = numbers("decisions", decisions, -1, len(self._decisions) - 1)
        if found.shape != asked.shape:
            raise ArgumentError(f"decisions of shape {asked.shape}, expected {found.shape}")
        slots = self._slot_of[found]
        verbs = self._verb_at[asked, slots]
        objects = found - self._starts[slots]
        there = (verbs >= 0) & (objects < self._sizes[verbs])
        return np.where(there, self._first[verbs] + objects, -1).astype(np.int64)

    @of_one_position
    @checked
    def mask(self, of: State | Observation) -> Mask:
        """Returns a boolean array of shape (count,): True for the tokens of the legal actions of a
        state or an observation."""
        actions = np.asarray(of.legal_actions, dtype=np.int64)
        out = np.zeros(self.count, dtype=np.bool_)
        ids = self._first[actions >> 16] + (actions & 0xFFFF)
        tokens = self._tokens[ids]
        out[tokens[tokens >= 0]] = True
        return out

    def masks(self, offsets: npt.ArrayLike, ids: npt.ArrayLike) -> Mask:
        """Returns the masks of many games, of shape (games, count), from the arrays ``offsets`` and
        ``ids`` of a vector's infos. Raises ValueError for arrays that do not fit together."""
        tokens = self.tokens(ids)
        ends = numbers("offsets", offsets, 0, len(tokens)).ravel()
        counts = np.diff(ends)
        if (counts < 0).any() or counts.sum() != len(tokens):
            raise ArgumentError(f"offsets: expected ascending numbers from 0 to {len(tokens)}")
        out = np.zeros((len(counts), self.count), dtype=np.bool_)
        out[np.repeat(np.arange(len(counts)), counts), tokens] = True
        return out


@checked
@lru_cache(maxsize=16)
def action_form(game: Game) -> ActionForm:
    """Returns the compact numbering of a game's actions; it is cached."""
    return ActionForm(game)


def _offered(d: dict[str, Any]) -> dict[int, set[int]]:
    """Returns the verbs that each decision of a side offers, from the document `d` of a game; both
    are numbers. Decisions of the same name count as one."""
    chance = {"Const": len(d["sides"])}
    out: dict[int, set[int]] = {}
    code = (instr for procedure in d["procedures"] for instr in procedure["code"])
    asked = (instr["Decide"] for instr in code if isinstance(instr, dict) and "Decide" in instr)
    for decision in asked:
        if decision["actor"] != chance:
            verbs = {alternative["verb"] for alternative in decision["alternatives"]}
            out.setdefault(decision["kind"], set()).update(verbs)
    return out


def _slots(verbs: list[dict[str, Any]], offered: dict[int, set[int]]) -> list[list[int]]:
    """Returns the verbs of each slot, by number. Verbs of one slot take the same kind of object,
    and no decision offers two of them."""
    together: dict[int, set[int]] = {verb: set() for used in offered.values() for verb in used}
    for used in offered.values():
        for one, other in combinations(used, 2):
            together[one].add(other)
            together[other].add(one)
    out: list[list[int]] = []
    # verbs with many rivals come first: they leave the least choice
    for verb in sorted(together, key=lambda verb: (-len(together[verb]), verb)):
        domain = verbs[verb]["domain"]
        for slot in out:
            alike = domain in SHARED and verbs[slot[0]]["domain"] == domain
            if alike and not together[verb] & set(slot):
                slot.append(verb)
                break
        else:
            out.append([verb])
    rank = {"Unit": 0, "Hex": 1, "Plain": 3}  # numbers have a range for a domain
    domains = [verbs[slot[0]]["domain"] for slot in out]
    order = sorted(range(len(out)), key=lambda i: rank.get(str(domains[i]), 2))
    return [sorted(out[i]) for i in order]
