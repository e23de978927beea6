"""The first decision of many games: the set-up of the rules, or one's own."""

from __future__ import annotations

from eastfront.arguments import checked
from eastfront.positions.observation import Observation


@checked
def way_of_setting_up(seen: Observation, how: str) -> int | None:
    """Sets up in a way, ``automatic`` or ``free``, where that is what is chosen between."""
    if len(seen.legal_actions) == 2 and {"automatic", "free"} == set(seen.labels):
        return seen.legal_actions[seen.labels.index(how)]
    return None
