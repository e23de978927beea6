"""The Russian Campaign, 28.6.III: the Mediterranean Distraction, with mud in March 1941."""

from __future__ import annotations

from eastfront.program import *

from ..board import MUD
from ..section import Former, OptionalRule
from ..weather import Climate
from .mediterranean import EARLIEST, Mediterranean


class MediterraneanMud(OptionalRule):
    """Mud in March 1941, if that was agreed."""

    name = "mediterranean-mud"
    text = "28.6.III: the same, with mud in March 1941 and no die for it"
    mediterranean: Mediterranean

    @Climate.determine_weather.instead("TRC-28.6.III.MDs", rank=1)
    def determine_weather(self, former: Former) -> None:
        """TRC-28.6.III.MDs: the weather of March 1941 is mud, without a die roll."""
        with either(self.turn == EARLIEST) as otherwise:
            self.change_weather(MUD, "TRC-28.6.III.MDs")
            otherwise()
            former()
