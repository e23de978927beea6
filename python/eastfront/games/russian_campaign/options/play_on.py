"""The Russian Campaign, 27.12: a scenario that goes on to the end of the campaign, by agreement."""

from __future__ import annotations

from ..section import AgreedVariant
from ..victory import Victory


class PlayOn(AgreedVariant):
    """A scenario that goes on to May/June 1945, as the players agreed before the game (27.12a)."""

    name = "play-on"
    text = "27.12: a scenario goes on to the end of the campaign"

    @Victory.plays_on.then()
    def plays_on(self, so_far: bool) -> bool:
        """Says whether the scenario goes on after its last turn, undecided by points, to the end of
        the campaign: True (27.12a)."""
        return True
