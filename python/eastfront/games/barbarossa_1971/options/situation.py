"""Barbarossa (1971): the common part of the fifteen variable situations, each of which is an
option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eastfront.program import *
from eastfront.scenario.model import ScenarioData

from ..deployment import Forces
from ..section import OptionalRule


def facts(data: ScenarioData, name: str) -> Mapping[str, Any]:
    """The entry of a situation in the chart `situations`, by the name of its option."""
    rows = data.charts["situations"]["situation"]
    return next(row for row in rows if f"situation-{row['number']}" == name)


class Situation(OptionalRule):
    """Base class of the variable situations. Players may agree to add a situation to a game, if the
    rulebook offers it for that game (SPI-WHATIF-0)."""

    @classmethod
    def played(cls, game: Any) -> bool:
        """Says whether the situation is played; raises ProgramError in a game for which the
        rulebook does not offer it (SPI-WHATIF-0)."""
        fits = facts(game.data, cls.name)["games"]
        if game.data.scenario not in fits:
            raise ProgramError(
                f"`{cls.name}` fits the games {', '.join(fits)}, not {game.data.scenario}"
            )
        return super().played(game)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The entry of the situation in the chart `situations`."""
        return facts(self.data, self.name)

    def changed(self, forces: Forces) -> Forces:
        """The order of battle ``forces`` with the units that the situation adds and without those
        that it removes."""
        changes = self.facts["changes"]
        return {kind: forces.get(kind, 0) + changes.get(kind, 0) for kind in {**forces, **changes}}
