"""Barbarossa (1971): alternative readings of ambiguous passages.

Each option selects the alternative reading; without it the first reading is played. `Rnn` is the
number of the passage in docs/barbarossa-1971.md, which gives the reasons.
"""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, str] = {
    "R3": "rail runs behind the start line and where friends marched, not behind a closed front",
    "R16": "an Allied army counts as two corps for stacking",
    "R21": "a defender is doubled once for each reason",
    "R37": "the Axis sets up first",
    "R61": "a unit whose line of supply closes behind it ends its move",
    "R62": "lines of supply lead through neutral Finland",
    "R63": "Helsinki counts for the Axis while Finland is neutral",
    "R64": "the supply units of situation 15 come in addition to those of the turn record",
    "R65": "stacking limits do not apply at set-up",
    "R66": "the Axis covers the front of closed Hungary from outside, as far as possible",
    "R67": "units that retreated into a hex defend it when it is attacked later",
    "R68": "an army counts as isolated only if all of its parts were isolated",
    "R69": "armies neither break down nor combine at set-up",
    "R70": "a side that meets a condition of the campaign wins, whatever the modified score",
}
"""The text of each alternative reading, by its number in docs/barbarossa-1971.md."""
