"""The words with which `eastfront tell` describes a game of The Levies."""

from eastfront.systems import Telling

TELLING = Telling(
    results={
        "AE": "attackers lost",
        "AR": "attackers retreat",
        "EX": "exchange",
        "DR": "defenders retreat",
        "DE": "defenders lost",
    },
    order=("AE", "AR", "EX", "DR", "DE"),
    control={},
    gone={"dead": "lost"},
    battles={"": "battles"},
    kinds={},
    note=("target", "attack", "defence", "result", "side"),
    attackers="attacking",
)
