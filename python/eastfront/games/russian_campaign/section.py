"""Sections of The Russian Campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.systems import sections

if TYPE_CHECKING:
    from .turn import RussianCampaign


class OptionalRule(sections.Option):
    """An optional rule, a variant or a second reading of The Russian Campaign."""

    game: RussianCampaign
