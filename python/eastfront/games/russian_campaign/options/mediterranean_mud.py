"""The Russian Campaign, 28.6.III: the Mediterranean Distraction with mud in March/April 1941."""

from __future__ import annotations

from eastfront.program import *

from ..board import MUD
from ..section import Former, OptionalRule
from ..weather import Climate
from .mediterranean import EARLIEST, Mediterranean


class MediterraneanMud(OptionalRule):
    """Mud in March/April 1941 instead of a weather roll, if the players agreed on it before the
    game (28.6.III)."""

    name = "mediterranean-mud"
    text = "28.6.III: the Mediterranean distraction, with mud in March 1941 and no die roll for it"
    mediterranean: Mediterranean

    @Climate.determine_weather.instead("TRC-28.6.III.MDs", rank=1)
    def determine_weather(self, former: Former) -> None:
        """Sets the historical weather, mud, in March/April 1941 without a die roll, as the players
        agreed (TRC-28.6.III.MDs)."""
        with either(self.turn == EARLIEST) as otherwise:
            self.change_weather(MUD, "TRC-28.6.III.MDs")
            otherwise()
            former()
