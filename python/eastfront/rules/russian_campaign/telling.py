"""The Russian Campaign: the words in which a game is told."""

from eastfront.rules.telling import Telling

from .board import RESULTS, WEATHERS

TELLING = Telling(
    # TRC-13.3
    results={
        "AE": "attackers eliminated",
        "A1": "one attacker eliminated, the rest retreat",
        "AR": "attackers retreat",
        "C": "contact",
        "EX": "exchange",
        "DR": "defenders retreat",
        "D1": "one defender eliminated, the rest retreat",
        "DE": "defenders eliminated",
        "DS": "defenders surrender",
    },
    order=RESULTS,
    control={"axis control": ("axis", ""), "russian control": ("russian", "")},
    gone={
        "counters": "eliminated",
        "surrendered": "surrendered",
        "removed": "removed",
        "pool": "eliminated",
    },
    kinds={},
    note=("target", "attack", "defence", "odds", "announced", "result", "side"),
    attackers="engaged",
    battles={"": "attacks"},
    # TRC-4.1
    notes={"weather": [w.replace("-", " ") for w in WEATHERS]},
    shifts={
        "TRC-15.5": "Stukas",
        "TRC-15.7": "Sturmoviks",
        "TRC-26.5.3": "artillery",
        "TRC-26.13": "artillery barrage",
    },
)
