"""Barbarossa (1971): alternative readings of ambiguous passages.

Each option selects the alternative reading; without it the first reading is played. `Rnn` is the
number of the passage in docs/barbarossa-1971.md, which gives the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, str] = {
    "R3": "rail runs behind the start line and where friends went, not behind a closed front",
    "R16": "an Allied army takes the room of the two corps into which it breaks down",
    "R21": "a defender is doubled once for each reason",
    "R37": "the Axis sets up first",
    "R61": "a unit whose line of supply closes behind it ends its move",
    "R62": "lines of supply lead through neutral Finland",
    "R63": "Helsinki counts for the Axis while Finland is neutral",
    "R64": "the supply units of situation 15 come besides those of the turn record",
    "R65": "stacking limits do not hold at set-up",
    "R66": "the Axis covers the front of Hungary, in which it may not set up",
    "R67": "units that retreated into a hex defend it when it is attacked later",
    "R68": "an army counts as isolated only if all of its parts did",
    "R69": "armies neither break down nor combine at set-up",
    "R70": "who meets a condition of the campaign wins, whatever the modified score",
}
"""The text of each alternative reading, by its number in docs/barbarossa-1971.md."""
