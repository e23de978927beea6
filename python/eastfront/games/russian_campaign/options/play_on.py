"""The Russian Campaign, 27.12: a scenario that goes on to the end of the campaign."""

from __future__ import annotations

from ..section import AgreedVariant
from ..victory import Victory


class PlayOn(AgreedVariant):
    """Playing on."""

    name = "play-on"
    text = "27.12: a scenario goes on to the end of the campaign"

    @Victory.plays_on.then()
    def plays_on(self, so_far: bool) -> bool:
        """The scenario is not decided by points at its end."""
        return True
