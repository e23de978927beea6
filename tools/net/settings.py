"""Settings of games: scenarios, options and rules left out, and starts."""

from __future__ import annotations

import gzip
import json
import random
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tools.knockout import Version, homes_of, order
from tools.pairwise import covering, fits, options_of

import eastfront as ef
from eastfront._core import EastfrontError, choose
from eastfront.positions.layout import layout_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "net"
RECORDS = FOLDER / "records"
POSITIONS = FOLDER / "positions"

LONGEST = {
    "barbarossa-deluxe": "blue-kremlin",
    "russian-campaign": "campaign",
    "barbarossa-1971": "campaign",
}
"""The scenario of each game with most of its rules."""

NOISE = (0, 0.005, 0.02)
"""The share of random actions of a side in recorded games, in place of greedy ones."""

APART = 10_000
"""More than the actions of any game, so that no two games use the same random draws."""

DETOURS = 40
"""The number of unknown labels of a record after which it is no longer followed."""


@dataclass(frozen=True)
class Setting:
    """A scenario with options and without some rules."""

    scenario: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    record: str = ""
    """The name of the recorded game for positions of later turns."""

    @property
    def key(self) -> str:
        """Its name in the files of expectations."""
        options = ",".join(self.options) or "-"
        return " ".join([self.scenario, options, *(f"without {r}" for r in self.without)])

    def load(self) -> ef.Game:
        """The game."""
        return ef.load(self.scenario, options=self.options, without=self.without)


def scenarios(game: str) -> list[str]:
    """The scenarios of a game, the longest first."""
    first = f"{game}/{LONGEST[game]}"
    found = [name for name in ef.scenarios() if name.startswith(f"{game}/")]
    return [first, *(name for name in found if name != first)]


def plain(game: str) -> list[Setting]:
    """Each scenario without options."""
    return [Setting(name, record=name.partition("/")[2]) for name in scenarios(game)]


def paired(game: str) -> list[Setting]:
    """Rows of options that contain every pair on and off."""
    names, found = options_of(game), scenarios(game)
    out = []
    for number, row in enumerate(covering(len(names), seed=1)):
        scenario = found[number % len(found)]
        chosen = (name for name, on in zip(names, row, strict=True) if on)
        options = tuple(name for name in chosen if fits(scenario, name))
        if options:
            out.append(Setting(scenario, options, record=f"pairs-{number}"))
    return out


def single(game: str) -> list[Setting]:
    """For each option the longest scenario that it fits."""
    homes = {
        option: next(name for name in scenarios(game) if fits(name, option))
        for option in options_of(game)
    }
    return [
        Setting(name, (option,), record=name.partition("/")[2]) for option, name in homes.items()
    ]


def rules_off(game: str) -> Iterator[Setting]:
    """The game without each of its rules, in the first version with that rule."""
    homes, halts = homes_of(game, main=scenarios(game)[0]), halting(game)
    for rule in sorted(homes.keys() - halts.keys(), key=order):
        yield replace(home(homes[rule]), without=(rule,))


def halting(game: str) -> dict[str, str]:
    """The rules without which play does not end, and how; games without them are not played."""
    text = (FOLDER / "halts.toml").read_text(encoding="utf-8")
    found: dict[str, str] = tomllib.loads(text).get(game, {})
    return found


def packed(game: str) -> Iterator[tuple[str, str]]:
    """The packed positions of rules seen in no other game, by the rules' ids."""
    for path in sorted((POSITIONS / game).glob("*.txt"), key=lambda path: order(path.stem)):
        yield path.stem, path.read_text(encoding="utf-8")


def setting_of(text: str, *without: str) -> Setting:
    """The setting named in a position's text."""
    lines = dict(line.split(": ", 1) for line in text.splitlines()[:3] if ": " in line)
    options = tuple(name.strip() for name in lines.get("options", "").split(",") if name.strip())
    return Setting(lines["game"], options, without)


def home(version: Version) -> Setting:
    """A version of a game, with rules left out."""
    return Setting(
        version.scenario, tuple(version.options), record=version.scenario.partition("/")[2]
    )


# -- recorded games ---------------------------------------------------------------------------


@lru_cache(maxsize=8)
def recorded(game: str, name: str) -> list[str]:
    """The actions of a recorded game, in notation; empty for an unknown one."""
    path = RECORDS / game / f"{name}.json.gz"
    if not path.exists():
        return []
    found: list[str] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def record(setting: Setting, tries: int) -> None:
    """Plays games of greedy sides and records the one that reaches the latest turn.

    It stops once a game reaches the last turn of the scenario.
    """
    game, best = setting.load(), (-1, [""])
    variables = layout_of(game).document["variables"]
    last = next(v["range"][1] for v in variables if v["name"] == "turn")
    for seed in range(tries):
        rng, state, actions = random.Random(seed), game.new(), list[str]()
        while not state.is_over:
            if state.to_move == "chance" or rng.random() < NOISE[seed % len(NOISE)]:
                action = rng.choice(state.legal_actions.list())
            else:
                action = choose(state, "greedy", seed=seed * APART + len(actions))
            actions.append(game.notation(action))
            state.push(action)
        turn = int(state.var("turn"))
        best = max(best, (turn, actions))
        if turn == last:
            break
    path = RECORDS / setting.scenario.partition("/")[0] / f"{setting.record}.json.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(best[1]).encode(), mtime=0))


def positions(setting: Setting, game: ef.Game, turns: int) -> Iterator[tuple[str, ef.State]]:
    """The set-up, and the first decision of a side in a number of turns of the recorded game.

    An action that is illegal under the rules of the setting is skipped, after passes that the
    record does not have.
    """
    state = game.new()
    yield "set-up", state.copy()
    last = int(state.var("turn"))
    found: list[tuple[str, ef.State]] = []
    unknown = 0
    for action in recorded(setting.scenario.partition("/")[0], setting.record):
        number = _number(game, action)
        while not state.is_over and (number is None or number not in state.legal_actions):
            passes = [a for a in state.legal_actions.list() if state.is_pass(a)]
            if not passes and len(state.legal_actions) > 1:
                break
            state.push(passes[0] if passes else state.legal_actions.list()[0])
        if state.is_over or unknown > DETOURS:
            break
        if number is None or number not in state.legal_actions:
            unknown += 1
            continue
        state.push(number)
        turn = 0 if state.is_over else int(state.var("turn"))
        if turn > last and state.to_move != "chance":
            last = turn
            found.append((f"turn {turn}", state.copy()))
    step = max(1, -(-len(found) // turns)) if turns else 1
    yield from found[step - 1 :: step][:turns]


def _number(game: ef.Game, action: str) -> int | None:
    """The number of an action in notation; None if it is unknown to the game."""
    try:
        return int(game.parse(action))
    except EastfrontError:
        return None
