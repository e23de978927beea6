"""The Russian Campaign: the names of its optional rules, variants and second readings.

An option is a word; what it puts into play stands in the rulebook under the section named here. A
reading that begins with ``D-`` is the other of two ways in which a passage can be read; without it
the game is played the way that the catalogue describes. A bid is a word and a number: ``bid=-3``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eastfront.systems.rules import NumberedOption

OPTIONAL: Mapping[str, str] = {
    "ss-replenishment": "26.1: SS corps that are not lost free replacements for others",
    "industrial-evacuation": "26.2: workers go east by rail",
    "historical-weather": "26.3: the weather as it was, without a die",
    "battlegroups": "26.4: remnants of lost defenders",
    "artillery": "26.5: artillery corps that shift the odds",
    "national-restrictions": "26.6: where the minor allies may go",
    "naval-restrictions": "26.7: fewer invasions, by infantry, not in snow",
    "fortress-cities": "26.9: cities that need not fight",
    "strategic-movement": "26.10: twice the allowance away from the enemy",
    "hungarian-neutrality": "26.11: nobody enters Hungary in the opening impulse",
    "russian-recovery": "26.12: surrendered units can be raised again from May 1943",
    "artillery-barrage": "26.13: an overwhelming barrage, once or twice a year",
    "optional-workers": "26.14: workers in the place of points bid",
    "replacement-accumulation": "26.15: replacement points are kept",
    "mobile-leaders": "26.16: leaders who move in the second impulse",
    "mobile-hitler": "26.16: for the Axis alone",
    "mobile-stalin": "26.16: for the Russian alone",
    "lvov-hills": "26.17: the hills south-east of Lvov are clear",
}
"""The optional rules of section 26 but for bids, which are `NUMBERED`."""

NUMBERED: Mapping[str, NumberedOption] = {
    "bid": NumberedOption(-99, 99, "26.8: replacement points more or fewer for the Russian"),
}
"""Options with a number, such as ``bid=11``."""

COMBINED: Sequence[Sequence[str]] = (
    ("bid=30", "optional-workers"),
    ("bid=-3",),
    ("artillery", "artillery-corps"),
    ("italian-sellout", "mediterranean"),
)
"""Options that bring rules into play which none of them alone does."""

VARIANTS: Mapping[str, str] = {
    "historical-set-up": "28.2: the set-up of 1941 without additions in Rumania",
    "no-retreat": "28.3: the Axis does not give up its front of its own will",
    "order-of-battle-additions": "28.4: more units for both sides",
    "warsaw-uprising": "28.5: the Home Army rises in Warsaw",
    "play-on": "27.12: a scenario goes on to the end of the campaign",
}
"""Variants of section 28, and playing on."""

READINGS: Mapping[str, str] = {
    "D-2": "a unit held in a zone of control at the second impulse may not go by sea either",
    "D-10": "workers, leaders and headquarters are not obliged to attack",
    "D-11": "Bulgaria opens when its garrison arrives",
    "D-21": "the floor of 1-6 is looked for after aircraft have shifted the odds",
    "D-23": "10-1 in a combat phase is rolled for at 9-1",
    "D-28": "only the hexside between attacker and defender tells whether a river is the same",
    "D-35": "who retreated into a hex that is attacked later fights there",
    "D-41": "a city that neither side can claim falls back to its last sole holder",
    "D-46": "enemy zones of control do not cut the rail line of supply",
    "D-62": "one Russian unit a turn from the south, replacement or reinforcement",
    "D-63": "units from the off-map box may enter in cities",
    "D-66": "for exits the south edge counts as the Russian's own",
    "D-74": "Finland is closed only after the surrender of 24.5",
    "D-80": "every hex of its own side of the line is to be covered, as far as units go",
    "D-82": "no sudden death in Bagration",
    "D-87": "junctions do not share the exception of cities in enemy zones of control",
    "D-90": "the Russian holding of Helsinki by 24.5 calls the 14th Army",
    "D-95": "the reduced limits of the second winter, zones of control and all, for the ready",
    "D-97": "after the distraction the Russian gains by rivers until May 1941 begins",
    "D-101": "Turkey is land like any other, to walk into and to invade",
    "D-102": "water next to a city leads on combat supply in the second winter as land does",
    "D-103": "who is in Finland when it is closed may leave it, and goes nowhere inside",
    "D-104": "paratroops who come by land may be the one reinforcement over the south edge",
    "D-105": "a headquarters may be placed alone in an enemy zone of control as it arrives",
    "posen-german": "Posen is a city of Germany",
}
"""Second readings, by their numbers in the docs."""

MORE_VARIANTS: Mapping[str, str] = {
    "sea-variants": "28.6.II: invasions without limit; a sea is lost with the first failure",
    "tunisia": "28.6.III: the Axis may give up the Mediterranean in November 1942",
    "bulge": "28.6.III: the Axis may keep the reserves of the Ardennes in September 1944",
    "artillery-corps": "28.6.I: artillery corps as replacements; 26.5 goes before it",
    "mediterranean": "28.6.III: the Axis may keep out of the Balkans, and begin in March 1941",
    "mediterranean-mud": "28.6.III: the same, with mud in March 1941 and no die for it",
    "russian-reaction": "28.6.III: the Russian may answer it with the Siberian Army",
    "italian-sellout": "28.6.III: the Axis may send the Africa Corps east in May 1941",
    "japanese-gambit": "28.6.III: the Axis may set Japan on a Russia without its Siberian Army",
    "chits": "28.7: each side draws a political chit that the other does not see",
    "chit-german=2": "28.7: heavy bombers reach the factories of Russia",
    "chit-german=3": "28.7: the Axis is ready for the first winter",
    "chit-german=5": "28.7: a mild occupation, and no partisans",
    "chit-russian=4": "28.7: officers that know how to stack armies",
    "chit-russian=6": "28.7: lorries and faster armour",
    "chit-german=1": "28.7: Yugoslavia stays with the Axis",
    "chit-german=6": "28.7: a free Ukraine, and its army",
    "chit-german=4": "28.7: prisoners fight for a free Russia",
    "chit-russian=1": "28.7: no winter war, and Finland stays neutral",
    "chit-russian=3": "28.7: no surprise, and the Stalin Line",
    "chit-russian=2": "28.7: factories are moved to Siberia",
    "chit-russian=5": "28.7: paratroops go underground in the place of partisans",
}
"""Variants of sections 28.6 and 28.7."""

KNOWN: Mapping[str, str] = {**OPTIONAL, **VARIANTS, **READINGS, **MORE_VARIANTS}
"""Every option of the game."""
