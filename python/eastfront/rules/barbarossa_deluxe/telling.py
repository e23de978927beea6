"""Barbarossa Deluxe: the words in which a game is told."""

from eastfront.rules.telling import Telling

from .board import MOBILE, PREPARED, RESULTS

TELLING = Telling(
    # BD-11.26
    results={
        "AE": "attackers eliminated",
        "AS": "no effect",
        "BB": "bloodbath",
        "DR": "defenders retreat",
        "DE": "defenders eliminated",
    },
    order=RESULTS,
    control={"german": ("german", "soviet")},
    gone={"dead": "eliminated", "removed": "removed"},
    kinds={MOBILE: "mobile", PREPARED: "prepared"},
    note=("target", "kind", "attack", "defence", "odds", "column", "result", "side"),
    attackers="attacking",
    battles={"mobile": "mobile assaults", "prepared": "prepared assaults"},
    # shifts that are no row of the chart
    shifts={
        "BD-11.33 +1": "a satellite army alone",
        "BD-8.39 +1": "partisans",
        "BD-8.40 +1": "paratroops",
    },
    shift_rows="BD-",
)
