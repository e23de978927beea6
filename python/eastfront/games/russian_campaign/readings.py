"""The Russian Campaign: alternative readings of ambiguous passages.

Each option whose name begins with ``D-`` selects the alternative reading of one passage; without
the option the game is played as the catalogue of rules describes.
"""

from __future__ import annotations

from collections.abc import Mapping

READINGS: Mapping[str, str] = {
    "D-2": "a unit held in a zone of control at the second impulse may not go by sea either",
    "D-10": "workers, leaders and headquarters are not obliged to attack",
    "D-11": "Bulgaria opens when its garrison arrives",
    "D-21": "the floor of 1-6 applies after aircraft have shifted the odds",
    "D-23": "10-1 in a combat phase is rolled at 9-1",
    "D-28": "only the hexside between attacker and defender decides whether a river is the same",
    "D-35": "a unit that retreated into a hex fights there when the hex is attacked later",
    "D-41": "a city that neither side can claim falls back to its last sole holder",
    "D-46": "enemy zones of control do not cut the rail line of supply",
    "D-62": "one Russian unit a turn from the south, replacement or reinforcement",
    "D-63": "units from the off-map box may enter in cities",
    "D-66": "for exits the south edge counts as the Russian's own",
    "D-74": "Finland is closed only after the surrender of 24.5",
    "D-80": "every hex of its own side of the line must be covered, as far as units suffice",
    "D-82": "no sudden death in Bagration",
    "D-87": "junctions do not share the exception of cities in enemy zones of control",
    "D-90": "the Russian holding of Helsinki by 24.5 calls the 14th Army",
    "D-95": "the reduced limits of the second winter, including zones of control, for ready units",
    "D-97": "after the distraction rivers double Russian defenders until May 1941 begins",
    "D-101": "Turkey is ordinary land, open to movement and invasion",
    "D-102": "in the second winter water next to a city extends combat supply as land does",
    "D-103": "a unit in Finland when it is closed may leave it, and may not move inside",
    "D-104": "paratroops who arrive by land may be the one reinforcement over the south edge",
    "D-105": "a headquarters may be placed alone in an enemy zone of control as it arrives",
    "posen-german": "Posen is a city of Germany",
}
"""The alternative readings, by their numbers in the docs. In a docstring `reading D-103` names the
entry here; a number without an entry names the reading that is always played."""
