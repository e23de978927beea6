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
        """The points of a scenario are not counted at its end."""
        return True
