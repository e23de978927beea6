"""Barbarossa Deluxe: the game, composed of its sections."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import Rules

from .areas import Areas
from .arrivals import Arrivals
from .artillery import Artillery
from .assault import Assault
from .battle import Battle
from .board import MOBILE, PREPARED, RESULTS, Board
from .caucasus import Caucasus
from .citadel import Citadel
from .coastal import Coastal
from .commands import Commands
from .conversions import Conversions
from .counter_fire import CounterFire
from .crimea import Crimea
from .entries import Entries
from .evaluation import Evaluation
from .events import Events
from .fortified import Fortified
from .gambit import Gambit
from .inquiry import Inquiry
from .interrupts import Interrupts
from .lithuania import Lithuania
from .movement import Movement
from .offensive import Offensive
from .options import READINGS
from .orders import CombOut, Withdrawal
from .passages import Passages
from .retreat import Retreats
from .strength import Strength
from .supply import SUPPLY_NAMES, Supply
from .tigers import Tigers
from .turn import GameTurn
from .wall import EastWall
from .what_if import WhatIf


class Sections:
    """The sections of the game by name, each with the rules of a part of the rulebook, in the order
    in which their rules apply."""

    board: Board
    supply: Supply
    events: Events
    crimea: Crimea
    interrupts: Interrupts
    retreats: Retreats
    strength: Strength
    battle: Battle
    inquiry: Inquiry
    passages: Passages
    movement: Movement
    caucasus: Caucasus
    assault: Assault
    arrivals: Arrivals
    evaluation: Evaluation
    game_turn: GameTurn


class BarbarossaDeluxe(Sections, Rules):
    """The rules of Barbarossa Deluxe, composed of its sections in the order of `Sections`."""

    sides = ("german", "soviet")
    boxes = (
        "dead",
        "removed",
        "later",
        "rvgk",
        "caucasus",
        "in-assault",
        "pool",
        "rvgk-waiting",
    )
    results = RESULTS
    battle_kinds = {"mobile": MOBILE, "prepared": PREPARED}
    hidden_rule = "BD-11.7a"
    notes = {
        "turn": ("turn",),
        "battle": (
            "hex:target",
            "kind",
            "attack",
            "defence",
            "odds",
            "column",
            "result:result",
            "side:attacker",
        ),
        "eliminated": ("unit:unit",),
        "expedition defeated": (),
    }
    columns_run_west = True
    optional = (
        Conversions,
        Areas,
        Entries,
        Commands,
        Coastal,
        Fortified,
        EastWall,
        Artillery,
        CombOut,
        Withdrawal,
        Tigers,
        CounterFire,
        Offensive,
        Gambit,
        Citadel,
        WhatIf,
        Lithuania,
    )
    readings = READINGS
    marks = (
        ("hex flag", "hero city", "star"),
        ("hex flag", "fortress city", "fortress"),
        ("hex flag", "destroyed fort", "ruin"),
        ("variable", "supply marker A", "A"),
        ("variable", "supply marker B", "B"),
        ("variable", "supply marker C", "C"),
        ("variable", "aerial supply hex", "air"),
    )
    supply_states = SUPPLY_NAMES
    lookahead = LookAhead(
        quiet=(
            "movement",
            "leg",
            "prepared assault",
            "strategic movement",
            "rvgk",
            "replacements",
            "placement",
            "offensive supply",
            "phase order",
        ),
        play=("movement", "strategic movement"),
        decline=(
            "emergency: standing answer",
            "hero cities: standing answer",
            "fortress cities: standing answer",
            "airborne",
            "recall",
        ),
        rest=("leg",),
        widest=16,
    )
