"""The Russian Campaign, 5th edition: the game, put together from its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import NumberedOption, Rules

from .advice import Advice
from .allies import Allies
from .arrivals import Arrivals
from .axis_replacements import AxisReplacements
from .battle import Battle
from .board import AGREED, RESULTS, Board
from .calendar import Calendar
from .chit_draw import ChitDraw
from .chits import Chits
from .corps_artillery import CorpsGuns
from .duties import Duties
from .evaluation import Evaluation
from .explaining import Explaining
from .gambit import Gambit
from .inquiry import Inquiry
from .irregulars import Irregulars
from .known_options import COMBINED, KNOWN, NUMBERED
from .mediterranean import Mediterranean
from .movement import Movement
from .nations import Nations
from .options.additions import Additions
from .options.artillery import Artillery
from .options.battlegroups import Battlegroups
from .options.bids import Bids
from .options.evacuation import Evacuation
from .options.fortress import Fortress
from .options.historical_weather import HistoricalWeather
from .options.mobile_leaders import MobileLeaders
from .options.naval import Naval
from .options.neutrality import Neutrality
from .options.no_retreat import NoRetreat
from .options.preparedness import Preparedness
from .options.relocation import Relocation
from .options.replenishment import Replenishment
from .options.resistance import Resistance
from .options.savings import Savings
from .options.sea_variants import SeaVariants
from .options.separatists import Separatists
from .options.strategic import Strategic
from .options.uprising import Uprising
from .options.vlasov import Vlasov
from .overrun import Overruns
from .parachutists import Parachutists
from .rail import Railroads
from .retreat import Retreats
from .russian_replacements import RussianReplacements
from .sea import Sea
from .sellout import Sellout
from .strategic_options import StrategicOptions
from .strength import Strengths
from .supply import SUPPLY_NAMES, Supply
from .turn import GameTurn
from .victory import Victory
from .weather import Climate
from .withdrawals import Withdrawals
from .zones import Zones


class Sections:
    """The sections of the rulebook, in the order in which their rules are applied."""

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
    nations: Nations
    strategic_options: StrategicOptions
    corps_guns: CorpsGuns
    mediterranean: Mediterranean
    parachutists: Parachutists
    sellout: Sellout
    gambit: Gambit
    chit_draw: ChitDraw
    chits: Chits
    inquiry: Inquiry
    evaluation: Evaluation
    advice: Advice
    explaining: Explaining
    game_turn: GameTurn


class RussianCampaign(Sections, Rules):
    """The Russian Campaign, 5th edition."""

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
    known_options: ClassVar[Mapping[str, str]] = KNOWN
    numbered_options: ClassVar[Mapping[str, NumberedOption]] = NUMBERED
    combined_options: ClassVar[Sequence[Sequence[str]]] = COMBINED
    columns_run_west: ClassVar[bool] = True
    marks: ClassVar[tuple[tuple[str, str, str], ...]] = (("hex flag", "axis rail", "rail"),)
    notes: ClassVar[Mapping[str, Sequence[str]]] = {
        "turn": ("turn",),
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
        "replacement forgone": ("turn",),
        "finnish surrender": ("turn",),
        "italian surrender": ("turn",),
        "rumanian surrender": ("turn",),
        "hungarian surrender": ("turn",),
        "tunisia declined": ("turn",),
        "bulge declined": ("turn",),
    }
    supply_states: ClassVar[Sequence[str]] = SUPPLY_NAMES
    lookahead: ClassVar[LookAhead | None] = LookAhead(
        quiet=("movement", "leg", "battle", "set-up", "entry", "replacements"),
        play=("movement",),
        widest=16,
        rest=("leg",),
    )
    optional = (
        Artillery,
        Fortress,
        Battlegroups,
        HistoricalWeather,
        Replenishment,
        Evacuation,
        Bids,
        Savings,
        Nations,
        Neutrality,
        Naval,
        Strategic,
        MobileLeaders,
        NoRetreat,
        Additions,
        Uprising,
        SeaVariants,
        StrategicOptions,
        CorpsGuns,
        Mediterranean,
        Parachutists,
        Sellout,
        Gambit,
        ChitDraw,
        Chits,
        Separatists,
        Vlasov,
        Preparedness,
        Relocation,
        Resistance,
    )

    def option(self, name: str) -> bool:
        """Whether an optional rule, a variant or the other reading of a passage is played."""
        if any(name in names and not in_force(rule) for names, rule in AGREED):
            return True
        return name in self.options

    def chosen(self, name: str) -> bool:
        """TRC-26.0a, TRC-28.1a: an option is played by agreement, or all are without these."""
        agreed = any(name in names and not in_force(rule) for names, rule in AGREED)
        return agreed or super().chosen(name)
