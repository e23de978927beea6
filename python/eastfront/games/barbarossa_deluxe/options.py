"""Barbarossa Deluxe: alternative readings of ambiguous passages.

Each option selects the alternative reading; without it the first reading is played. `D-nn` is the
number of the passage in docs/decisions/games.md, which gives the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, str] = {
    "D-102": "a whole stack is lost if the ban of a satellite army closes every hex to it",
    "D-103": "a retreat hex without room is not open while another has room",
    "D-104": "a satellite army on a northern source is supplied there in spite of its ban",
    "D-105": "lines of Crimea supply may leave the southern zone",
    "D-106": "defenders without room in any adjacent hex may not retreat before a battle",
}
"""The text of each alternative reading, by its number in docs/decisions/games.md."""
