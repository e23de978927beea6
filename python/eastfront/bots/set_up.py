"""The first decision of many games: between the set-up given by the rules and a free one."""

from __future__ import annotations

from eastfront.arguments import checked
from eastfront.positions.observation import Observation


@checked
def way_of_setting_up(seen: Observation, how: str) -> int | None:
    """Returns the action with the notation `how`, ``automatic`` or ``free``, if the decision is the
    choice between these two; else None."""
    if len(seen.legal_actions) == 2 and {"automatic", "free"} == set(seen.labels):
        return seen.legal_actions[seen.labels.index(how)]
    return None
