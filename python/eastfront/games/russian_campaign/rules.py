"""The Russian Campaign, 5th edition: the game, composed of its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import Rules, options_of

from . import options
from .advice import Advice
from .allies import Allies
from .arrivals import Arrivals
from .axis_replacements import AxisReplacements
from .battle import Battle
from .board import RESULTS, Board
from .calendar import Calendar
from .duties import Duties
from .evaluation import Evaluation
from .explaining import Explaining
from .inquiry import Inquiry
from .irregulars import Irregulars
from .movement import Movement
from .overrun import Overruns
from .rail import Railroads
from .readings import READINGS
from .retreat import Retreats
from .russian_replacements import RussianReplacements
from .sea import Sea
from .section import OptionalRule
from .strength import Strengths
from .supply import SUPPLY_NAMES, Supply
from .turn import GameTurn
from .victory import Victory
from .weather import Climate
from .withdrawals import Withdrawals
from .zones import Zones


class Sections:
    """The sections of the rulebook, as attributes in the order in which their rules apply."""

    board: Board
    zones: Zones
    movement: Movement
    railroads: Railroads
    sea: Sea
    supply: Supply
    strengths: Strengths
    duties: Duties
    retreats: Retreats
    battle: Battle
    overruns: Overruns
    calendar: Calendar
    climate: Climate
    arrivals: Arrivals
    withdrawals: Withdrawals
    axis_replacements: AxisReplacements
    russian_replacements: RussianReplacements
    irregulars: Irregulars
    allies: Allies
    victory: Victory
    inquiry: Inquiry
    evaluation: Evaluation
    advice: Advice
    explaining: Explaining
    game_turn: GameTurn


class RussianCampaign(Sections, Rules):
    """The rules of The Russian Campaign, 5th edition: its sections, boxes, results and texts."""

    board_class = Board
    sides: ClassVar[tuple[str, ...]] = ("axis", "russian")
    boxes: Sequence[str] = (
        "pool",
        "surrendered",
        "removed",
        "later",
        "arriving",
        "off-map",
        "reserve",
        "landing",
        "on-the-way",
        "urals",
        "counters",
        "set-up",
    )
    results: ClassVar[tuple[str, ...]] = RESULTS
    readings: ClassVar[Mapping[str, str]] = READINGS
    columns_run_west: ClassVar[bool] = True
    marks: ClassVar[tuple[tuple[str, str, str], ...]] = (("hex flag", "axis rail", "rail"),)
    notes: ClassVar[Mapping[str, Sequence[str]]] = {
        **dict.fromkeys(
            (
                "turn",
                "replacement forgone",
                "finnish surrender",
                "italian surrender",
                "rumanian surrender",
                "hungarian surrender",
                "tunisia declined",
                "bulge declined",
            ),
            ("turn",),
        ),
        "weather": ("weather",),
        "battle": (
            "hex:target",
            "attack",
            "defence",
            "odds",
            "announced odds",
            "result:result",
            "side:attacker",
        ),
        "automatic victory": ("hex:target", "attack", "side:attacker"),
    }
    supply_states: ClassVar[Sequence[str]] = SUPPLY_NAMES
    lookahead: ClassVar[LookAhead | None] = LookAhead(
        quiet=("movement", "leg", "battle", "set-up", "entry", "replacements"),
        play=("movement",),
        widest=16,
        rest=("leg",),
    )
    optional = options_of(options)

    def chosen(self, name: str) -> bool:
        """Says whether the option `name` is played. An optional rule (TRC-26.0a) or a variant
        (TRC-28.1a) is played only if both players agree before the game."""
        agreed = super().chosen(name)
        for option in self._own_options():
            if option.name == name and option.by_agreement:
                return by(option.by_agreement, agreed, otherwise=True)
        return agreed

    option = chosen

    def brings(self, mark: str) -> bool:
        """Says whether a played option brings the counters with a given mark in the order of
        battle."""
        own = self._own_options()
        return any(self.chosen(kind.name) for kind in own if kind.counters_of == mark)

    def _own_options(self) -> list[type[OptionalRule]]:
        """The options of this game alone, without house rules that are written for no particular
        game."""
        return [kind for kind in self.optional if issubclass(kind, OptionalRule)]
