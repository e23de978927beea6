"""Corrupts one file after another of a copy of a game, loads a scenario, and judges the result."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random

from eastfront.loading.game import rules_of
from eastfront.scenario import ScenarioData, load_scenario
from eastfront.scenario.load import CHARTS, DIRECTORY, GAME, TABLES

from .judging import Verdict, loaded, refusal
from .kinds import Spoilt, spoil

HOW = {"in its folder": 14, "as a folder of charts": 3, "as a file of charts": 3}
"""The options of a run."""


@dataclass(frozen=True)
class Result:
    """The result for one corrupted file."""

    number: int
    name: str
    scenario: str
    how: str
    spoilt: Spoilt
    verdict: Verdict


class Bench:
    """A copy of a game's files, with one corrupted at a time."""

    def __init__(self, game: str, folder: Path, programs: bool = True) -> None:
        self.game = game
        self.programs = programs
        self.folder = folder / "games" / game
        self.own = folder / "own"
        shutil.copytree(DIRECTORY / game, self.folder)
        self.scenarios = sorted(
            p.stem for p in self.folder.glob("*.toml") if p.name not in (GAME, CHARTS)
        )
        self.files = [GAME, CHARTS, *TABLES]
        self.whole: dict[str, ScenarioData] = {
            name: self._load(name, None) for name in self.scenarios
        }

    def _load(self, scenario: str, charts: Path | None) -> ScenarioData:
        return load_scenario(self.game, scenario, charts=charts, directory=self.folder.parent)

    def try_one(self, seed: int, number: int) -> Result:
        """Corrupts, loads and judges one file; equal for equal seed and number."""
        random = Random(f"{self.game} {seed} {number}")
        scenario = random.choice(self.scenarios)
        name = random.choice([*self.files, f"{scenario}.toml"])
        text = (self.folder / name).read_text(encoding="utf-8")
        spoilt = spoil(name, text, random)
        how = random.choices(list(HOW), list(HOW.values()))[0]
        if how == "in its folder":
            file, charts = self.folder / name, None
        else:
            self.own.mkdir()
            file = self.own / name
            charts = file if how == "as a file of charts" else self.own
        try:
            if spoilt.data is not None:
                file.write_bytes(spoilt.data)
            else:
                file.unlink(missing_ok=True)
            verdict = self._verdict(scenario, charts, file, spoilt, text)
        finally:
            (self.folder / name).write_text(text, encoding="utf-8")
            shutil.rmtree(self.own, ignore_errors=True)
        return Result(number, name, scenario, how, spoilt, verdict)

    def _verdict(
        self, scenario: str, charts: Path | None, file: Path, spoilt: Spoilt, text: str
    ) -> Verdict:
        whole, own = self.whole[scenario], charts is not None
        try:
            data = self._load(scenario, charts)
            verdict = loaded(data, whole, self.game, file.name, own, spoilt, text)
            if self.programs and data != whole:
                rules_of(self.game)(data).compiled()
            return verdict
        except Exception as error:  # any exception is judged
            return refusal(error, file, spoilt)
