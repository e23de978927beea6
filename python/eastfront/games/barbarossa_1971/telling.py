"""Barbarossa (1971): the words in which a game is described."""

from eastfront._core import State
from eastfront.positions.labels import ladder
from eastfront.systems.telling import Telling

from .data import RESULTS


def score(state: State) -> list[str]:
    """The points of the cities of the Axis and its score, in words."""
    return [f"city points {state.ask('axis cities')}", f"score {state.ask('score')}"]


def ending(state: State) -> list[str]:
    """The points that decided the game, in sentences."""
    cities, score = state.ask("axis cities"), state.ask("score")
    return [
        f"Points of the cities that the Axis controls: {cities}.",
        f"Score, less what it lost for good: {score}.",
    ]


TELLING = Telling(
    results={
        "Ae": "attackers eliminated",
        "Ar": "attackers retreat",
        "-": "no effect",
        "Dr": "defenders retreat a hex",
        "Dr2": "defenders retreat two hexes",
        "De": "defenders eliminated",
    },
    order=RESULTS,
    control={"axis passed last": ("axis", ""), "soviet passed last": ("soviet", "")},
    gone={
        "dead": "destroyed",
        "overrun": "overrun",
        "used up": "used up",
        "off the map": "off the map",
    },
    # SPI-BREAK-C6: other units replace them in the same hex
    left={"pool": "", "to deploy": ""},
    causes={
        "campaign": "under the rules of the campaign",
        "combat": "in battle",
        "overrun": "",
        "stacking": "for lack of room",
        "supply": "out of supply",
        "SPI-SUPPLY-F2": "in attacks",
        "victory": "over the west edge",
        "weather": "in the thaw",
    },
    kinds={},
    note=("target", "attack", "defence", "odds", "table", "result", "side"),
    attackers="attacking",
    battles={"": "attacks"},
    statuses={
        "attacking": ("attacks", ""),
        "supplies the attack": ("supplies the attack", ""),
        "has assisted": ("assists the attack", ""),
        "isolated": ("is out of supply", "is in supply again"),
        "overran": ("has overrun its target", ""),
        "waited at Kerch": ("is ready to cross the Kerch Straits", ""),
        "crossed Kerch": ("has crossed the Kerch Straits", ""),
    },
    helpers={"has assisted": "Luftwaffe", "supplies the attack": "supply"},
    reports={
        "turn": "turn {turn} begins",
        "battle": "attack on {target}: {attack} against {defence}, odds {column}: {result}",
    },
    odds=ladder,
    score=score,
    ending=ending,
)
