"""Barbarossa (1971): the common part of the fifteen Variable Situations; each is an option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eastfront.program import *
from eastfront.scenario.model import ScenarioData

from ..deployment import Forces
from ..section import OptionalRule


def facts(data: ScenarioData, name: str) -> Mapping[str, Any]:
    """The entry of a situation in the chart of situations."""
    rows = data.charts["situations"]["situation"]
    return next(row for row in rows if f"situation-{row['number']}" == name)


class Situation(OptionalRule):
    """A variable situation (SPI-WHATIF-0)."""

    @classmethod
    def played(cls, game: Any) -> bool:
        """Whether the situation is played; an error if it does not fit the game (SPI-WHATIF-0)."""
        fits = facts(game.data, cls.name)["games"]
        if game.data.scenario not in fits:
            raise ProgramError(
                f"`{cls.name}` fits the games {', '.join(fits)}, not {game.data.scenario}"
            )
        return super().played(game)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The entry of the situation in the chart."""
        return facts(self.data, self.name)

    def changed(self, forces: Forces) -> Forces:
        """The order of battle with the additions and removals of the situation."""
        changes = self.facts["changes"]
        return {kind: forces.get(kind, 0) + changes.get(kind, 0) for kind in {**forces, **changes}}
