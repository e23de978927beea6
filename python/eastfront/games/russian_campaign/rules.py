"""The Russian Campaign, 5th edition: the game, put together from its sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import Rules

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
from .options.accumulation import Accumulation
from .options.additions import Additions
from .options.artillery import Artillery
from .options.barrage import Barrage
from .options.battlegroups import Battlegroups
from .options.bids import Bids
from .options.bulge import Bulge
from .options.chit_draw import ChitDraw
from .options.chits import Chits
from .options.closed_land import ClosedLand
from .options.commitments import Commitments
from .options.corps_artillery import CorpsGuns
from .options.evacuation import Evacuation
from .options.first_winter import FirstWinter
from .options.fortress import Fortress
from .options.gambit import Gambit
from .options.heavy_bombers import HeavyBombers
from .options.historical_set_up import HistoricalSetUp
from .options.historical_weather import HistoricalWeather
from .options.hungarian_neutrality import HungarianNeutrality
from .options.lorries import Lorries
from .options.lvov_hills import LvovHills
from .options.mediterranean import Mediterranean
from .options.mediterranean_mud import MediterraneanMud
from .options.mild_occupation import MildOccupation
from .options.mobile_leaders import MobileHitler, MobileLeaders, MobileStalin
from .options.nations import Nations
from .options.naval import Naval
from .options.no_retreat import NoRetreat
from .options.no_winter_war import NoWinterWar
from .options.officers import Officers
from .options.optional_workers import OptionalWorkers
from .options.parachutists import Parachutists
from .options.play_on import PlayOn
from .options.recovery import Recovery
from .options.relocation import Relocation
from .options.replenishment import Replenishment
from .options.resistance import Resistance
from .options.rumania import Rumania
from .options.russian_reaction import RussianReaction
from .options.sea_variants import SeaVariants
from .options.sellout import Sellout
from .options.stalin_line import StalinLine
from .options.strategic import Strategic
from .options.tunisia import Tunisia
from .options.ukraine import Ukraine
from .options.uprising import Uprising
from .options.vlasov import Vlasov
from .options.yugoslavia import Yugoslavia
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
    optional = (
        Artillery,
        Barrage,
        Fortress,
        Battlegroups,
        HistoricalWeather,
        Replenishment,
        Evacuation,
        Bids,
        OptionalWorkers,
        Accumulation,
        Recovery,
        ClosedLand,
        Nations,
        Rumania,
        HungarianNeutrality,
        HistoricalSetUp,
        Naval,
        Strategic,
        MobileLeaders,
        MobileHitler,
        MobileStalin,
        LvovHills,
        NoRetreat,
        Additions,
        Uprising,
        PlayOn,
        SeaVariants,
        Commitments,
        Tunisia,
        Bulge,
        CorpsGuns,
        Mediterranean,
        MediterraneanMud,
        RussianReaction,
        Parachutists,
        Sellout,
        Gambit,
        Chits,
        ChitDraw,
        Officers,
        Lorries,
        MildOccupation,
        FirstWinter,
        Relocation,
        HeavyBombers,
        Yugoslavia,
        Ukraine,
        Vlasov,
        NoWinterWar,
        StalinLine,
        Resistance,
    )

    def chosen(self, name: str) -> bool:
        """TRC-26.0a, TRC-28.1a: whether what players agree to is played; all, without these."""
        own = self._own_options()
        rules = {kind.by_agreement for kind in own if kind.name == name} - {""}
        return any(not in_force(rule) for rule in rules) or super().chosen(name)

    option = chosen

    def brings(self, mark: str) -> bool:
        """Whether counters with a mark in the order of battle are brought into play."""
        own = self._own_options()
        return any(self.chosen(kind.name) for kind in own if kind.counters_of == mark)

    def _own_options(self) -> list[type[OptionalRule]]:
        """The options of the game itself; a house rule may know nothing of this game."""
        return [kind for kind in self.optional if issubclass(kind, OptionalRule)]
