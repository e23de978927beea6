"""The Russian Campaign: the texts with which the course of a game is told to its players."""

from eastfront._core import State
from eastfront.positions.labels import odds
from eastfront.systems.telling import Telling

from .board import RESULTS, WEATHERS


def score(state: State) -> list[str]:
    """The victory points of the scenario in a position, in words, as a list of one line."""
    return [f"victory points {state.ask('victory points')}"]


TELLING = Telling(
    # TRC-13.3: the results of the combat results table
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
    left={
        "arriving": "arrives again",
        "off-map": "goes off the map",
        "reserve": "goes underground",
        "urals": "goes to the Urals",
    },
    causes={
        "allies": "with its country",
        "av": "by automatic victory",
        "combat": "in battle",
        "hq": "as a headquarters or leader",
        "partisan": "as partisans",
        "retreat": "in retreat",
        "scenario": "under the rules of the scenario",
        "sea": "at sea",
        "special_unit": "under its special rule",
        "stacking": "for lack of room",
        "supply": "out of supply",
        "withdrawal": "by withdrawal",
    },
    kinds={},
    note=("target", "attack", "defence", "odds", "announced", "result", "side"),
    attackers="engaged",
    battles={"": "attacks"},
    # TRC-4.1: the weather
    notes={"weather": [w.replace("-", " ") for w in WEATHERS]},
    # one Stuka, one Sturmovik, one artillery unit and the barrage each shift the odds
    shifts={
        "TRC-15.5": "Stukas",
        "TRC-15.7": "Sturmoviks",
        "TRC-26.5.3": "artillery",
        "TRC-26.13": "artillery barrage",
    },
    statuses={
        "engaged": ("attacks", ""),
        "victor": ("wins an automatic victory", ""),
        "pinned": ("may not move in this impulse", "may move again"),
        "unsupplied": ("is out of supply", "is in supply again"),
        "supports a stuka": ("supports an aircraft", ""),
        "landed": ("has landed", ""),
        "dropped": ("has dropped by parachute", ""),
        "taken prisoner": ("is taken prisoner", ""),
        "moved strategically": ("moved strategically", ""),
        "garrison": ("is a garrison", "is no longer a garrison"),
    },
    grounds={
        "axis control": ("comes under Axis control", "is no longer under Axis control"),
        "russian control": ("comes under Russian control", "is no longer under Russian control"),
        "axis rail": ("has track for Axis trains", "has track for Russian trains"),
        "beset": ("is attacked", ""),
        "axis fortress": ("is a fortress", "is no longer a fortress"),
        "russian fortress": ("is a fortress", "is no longer a fortress"),
    },
    numbers={
        "Archangel lost": "Archangel is lost",
        "Bulgaria open": "Bulgaria is open",
        "Finland closed": "Finland is closed",
        "Balkans neutral": "the Balkans are neutral",
        "Italy sold out": "Italy is sold out",
        "Japan attacks": "Japan attacks",
        "Mediterranean distraction": "the Axis is distracted to the Mediterranean",
        "Siberian Army called early": "the Siberian Army is called early",
        "Tunisia given up": "Tunisia is given up",
        "reserves kept": "the reserves for the Bulge are kept",
        "axis leader lost": "the Axis leader is lost",
        "russian leader lost": "the Russian leader is lost",
        "axis invasions": "Axis invasions: {new}",
        "russian invasions": "Russian invasions: {new}",
        "rail moves": "moves by rail in this player turn: {new}",
        "replacement points": "replacement points left: {new}",
        "points saved": "replacement points saved: {new}",
        "points for headquarters and leaders": "points for headquarters and leaders: {new}",
        "factors owed by axis": "factors owed by the Axis: {new}",
        "factors owed by russian": "factors owed by the Russian: {new}",
        "weather modifier": "modifier of the weather die: {new}",
    },
    reports={
        "turn": "turn {turn} begins",
        "battle": "battle at {target}: {attack} against {defence}, odds {odds}, fought at "
        "{announced odds}: {result}",
        "automatic victory": "{attacker} automatic victory at {target}, {attack} factors",
        "weather": "the weather: {weather}",
        "replacement forgone": "a replacement is forgone",
        "finnish surrender": "Finland surrenders",
        "italian surrender": "Italy surrenders",
        "rumanian surrender": "Rumania surrenders",
        "hungarian surrender": "Hungary surrenders",
        "tunisia declined": "Tunisia is not given up",
        "bulge declined": "the reserves for the Bulge are not kept",
    },
    odds=odds,
    score=score,
)
