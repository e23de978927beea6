"""Barbarossa Deluxe: the words in which a game is described."""

from eastfront._core import State
from eastfront.positions.document import document
from eastfront.positions.labels import ladder
from eastfront.systems.telling import Telling

from .board import MOBILE, PREPARED, RESULTS


def _cities(state: State, query: str) -> str:
    file = document(state.game)
    facts = dict(zip(file["hex_names"], file["hex_facts"], strict=True))
    names = (facts[name].partition("(")[2].rstrip(")") or name for name in state.ask(query))
    return ", ".join(names) or "none"


def score(state: State) -> list[str]:
    """The victory points of the German, and the victory cities that he holds, in words."""
    return [
        f"victory points {state.var('victory points')}",
        f"prizes held: {_cities(state, 'prizes held')}",
    ]


def ending(state: State) -> list[str]:
    """The cities that decided the game, and the strengths of both sides, in sentences."""
    held, lost = _cities(state, "prizes held"), _cities(state, "cities lost")
    return [
        f"Of Leningrad, Moscow and Stalingrad in German supply: {held}.",
        f"Cities of his start line that the German no longer holds in supply: {lost}.",
        f"On the map: German attack factors {state.ask('german strength')}, "
        f"Soviet defence factors {state.ask('soviet strength')}.",
    ]


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
    gone={"dead": "eliminated", "removed": "removed", "later": "temporarily eliminated"},
    # BD-10.26b: the attackers of a mobile assault return
    left={
        "rvgk": "withdrawn to the RVGK",
        "rvgk-waiting": "withdrawn to the RVGK",
        "in-assault": "",
    },
    causes={
        "combat": "in battle",
        "conversion": "converted",
        "movement": "for lack of a way",
        "replacement": "for good",
        "retreat": "in retreat",
        "rvgk": "as reserves",
        "satellite": "as a satellite",
        "special_unit": "under its special rule",
        "support_marker": "under its special rule",
        "victory": "in the Caucasus",
    },
    kinds={MOBILE: "mobile", PREPARED: "prepared"},
    note=("target", "kind", "attack", "defence", "odds", "column", "result", "side"),
    attackers="attacking",
    battles={"mobile": "mobile assaults", "prepared": "prepared assaults"},
    # shifts that are not in the chart
    shifts={
        "BD-11.33 +1": "a satellite army alone",
        "BD-8.39 +1": "partisans",
        "BD-8.40 +1": "paratroops",
    },
    shift_rows="BD-",
    statuses={
        "attacking": ("attacks", ""),
        "air army": ("has an air army", ""),
        "advanced": ("advances", ""),
        "retreated": ("has retreated", ""),
        "may not attack": ("may not attack in this turn", ""),
        "made a mobile assault": ("made a mobile assault", ""),
        "crimea supply": ("draws Crimea supply", ""),
        "no crimea supply": ("draws no Crimea supply", ""),
        "went by rail": ("went by rail", ""),
        "came back": ("has returned once", ""),
        "entered at the edge": ("has entered over the edge", ""),
    },
    grounds={
        "german": ("comes under German control", "comes under Soviet control"),
        "hero city": ("is a hero city", "is no longer a hero city"),
        "fortress city": ("is a fortress city", "is no longer a fortress city"),
        "destroyed fort": ("has its fort destroyed", ""),
    },
    numbers={
        "victory points": "victory points: {new}",
        "luftwaffe": "Luftwaffe counters left: {new}",
        "hero cities": "hero cities in hand: {new}",
        "fortress cities": "fortress cities in hand: {new}",
        "aerial supply hex": "aerial supply goes to {hex}",
        "supply marker A": "offensive supply marker A is in {hex}",
        "supply marker B": "offensive supply marker B is in {hex}",
        "supply marker C": "offensive supply marker C is in {hex}",
        "mech steps": "mechanised replacements left: {new}",
        "foot steps": "foot replacements left: {new}",
    },
    reports={
        "turn": "turn {turn} begins",
        "battle": "battle at {target}: {attack} against {defence}, odds {odds}, fought at "
        "{column}: {result}",
        "eliminated": "{unit} is eliminated",
        "expedition defeated": "the expedition to the Caucasus is defeated",
    },
    odds=ladder,
    score=score,
    ending=ending,
)
