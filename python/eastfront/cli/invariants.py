"""The invariants of play, which hold in every reachable position.

`violations` checks one position. Invariants of the engine have no rule id; those of a game name the
rules from which they follow. `eastfront playout --check` checks one position in fifty by all
invariants; those that are cheap to compute are checked natively in every position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from eastfront._core import EastfrontError, FormatError, State
from eastfront.arguments import checked, of_one_position
from eastfront.packs import pack_of
from eastfront.systems.invariants import Invariant, Invariants

__all__ = [
    "ENGINE",
    "Violation",
    "invariants",
    "violations",
]


@dataclass(frozen=True)
class Violation:
    """An invariant that does not hold in a position."""

    invariant: str
    """The name of the invariant."""
    rules: tuple[str, ...]
    """The rules from which the invariant follows; empty for an invariant of the engine."""
    text: str
    """The violation in words, with the facts."""

    def __str__(self) -> str:
        where = f" ({', '.join(self.rules)})" if self.rules else ""
        return f"{self.invariant}{where}: {self.text}"


ENGINE = Invariants()
"""The invariants that hold in every game."""


@checked
def invariants(state: State) -> list[Invariant]:
    """Returns the invariants of a state: those of the engine and those of its game."""
    known = pack_of(state.game)
    return [*ENGINE, *(known.invariants() if known is not None else ())]


@of_one_position
@checked
def violations(state: State) -> Iterator[Violation]:
    """Yields the violations in a position; none if all invariants hold. The state is unchanged."""
    for invariant in invariants(state):
        wrong = invariant.test(state)
        if wrong is not None:
            yield Violation(invariant.name, invariant.rules, wrong)


# -- every game ---------------------------------------------------------------------------------


@ENGINE.holds("the derived part equals its recomputation")
def _derived(state: State) -> str | None:
    return state.audit()


@ENGINE.holds("a state has an action until the game is over, and none after")
def _actions(state: State) -> str | None:
    count = len(state.legal_actions)
    if state.is_over:
        return None if count == 0 else f"{count} actions after the end"
    return None if count > 0 else f"`{state.decision}` has no action"


@ENGINE.holds("a decision of a side offers at least two actions")
def _choice(state: State) -> str | None:
    if state.to_move in (None, "chance") or len(state.legal_actions) > 1:
        return None
    return f"`{state.decision}` offers one action only"


@ENGINE.holds("actions differ, are legal, and come back from notation and dense id")
def _notation(state: State) -> str | None:
    game, actions = state.game, state.legal_actions.list()
    if len(set(actions)) != len(actions):
        return f"`{state.decision}` offers an action twice"
    for action in actions:
        text = game.notation(action)
        if game.parse(text) != action:
            return f"`{text}` is read as {game.parse(text)}, not as {action}"
        if game.action_of(game.action_id(action)) != action:
            return f"`{text}` does not come back from its dense id"
        if action not in state.legal_actions:
            return f"`{text}` is offered and not legal"
    return None


@ENGINE.holds("bytes give the same state back")
def _bytes(state: State) -> str | None:
    data = bytes(state)
    try:
        again = state.game.state_from_bytes(data, state.self_rolling)
    except FormatError as refused:
        return f"they are refused: {refused}"
    if bytes(again) != data:
        return "the bytes differ"
    if again != state or again.key != state.key:
        return "the position differs"
    if again.legal_actions.list() != state.legal_actions.list():
        return "the legal actions differ"
    return None


@ENGINE.holds("a copy is equal, with the same key and bytes")
def _copy(state: State) -> str | None:
    copy = state.copy()
    if copy != state or copy.key != state.key or bytes(copy) != bytes(state):
        return "the copy differs"
    return None


@ENGINE.holds("undo gives the same bytes")
def _undo(state: State) -> str | None:
    if state.is_over:
        return None
    before = bytes(state)
    copy = state.copy()
    for number in {0, len(state.legal_actions) - 1}:
        text = state.game.notation(state.legal_actions[number])
        try:
            copy.push(state.legal_actions[number])
        except EastfrontError as error:
            return f"`{text}` fails: {error}"
        copy.pop()
        if bytes(copy) != before:
            return f"the bytes differ after `{text}`"
    return None


@ENGINE.holds("a refused action changes nothing")
def _refusal(state: State) -> str | None:
    if state.is_over:
        return None
    before = bytes(state)
    for other in range(min(64, state.game.num_actions)):
        action = state.game.action_of(other)
        if action not in state.legal_actions:
            try:
                state.push(action)
            except EastfrontError:
                break
            state.pop()
            return f"`{state.game.notation(action)}` is not legal and was taken"
    return None if bytes(state) == before else "the bytes have changed"


@ENGINE.holds("every unit is in one place, which lists it")
def _places(state: State) -> str | None:
    held = Counter(state.places().values())
    for place, count in held.items():
        found = len(state.units_at(place))
        if found != count:
            return f"{count} units are placed at {place}, which lists {found}"
    return None


@ENGINE.holds("probabilities of a roll sum to one")
def _chances(state: State) -> str | None:
    if state.to_move != "chance":
        return None
    total = sum(chance for _, chance in state.chance_outcomes())
    return None if abs(total - 1) < 1e-9 else f"they sum to {total}"
