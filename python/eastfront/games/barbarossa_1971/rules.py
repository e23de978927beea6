"""Barbarossa (1971): the game, composed of its sections."""

from __future__ import annotations

from eastfront.program import *
from eastfront.systems.evaluating import LookAhead
from eastfront.systems.rules import Rules, options_of

from . import options
from .air import Luftwaffe
from .arrivals import Arrivals
from .board import Board
from .breakdown import Breakdown
from .campaign import Campaign
from .cities import Cities
from .combat import Combat
from .data import RESULTS
from .departures import Departures
from .deployment import Deployment
from .evaluation import Evaluation
from .game_turn import GameTurn
from .inquiry import Inquiry
from .losses import Losses
from .movement import Movement
from .overruns import Overruns
from .rail import Rail
from .readings import READINGS
from .retreats import Retreats
from .stacking import Stacking
from .straits import Straits
from .supply import Supply
from .victory import Victory
from .weather import Weather
from .zones import Zones


class Sections:
    """The sections of the game by name, each with the rules of a part of the rulebook, in the order
    in which their rules apply."""

    board: Board
    losses: Losses
    zones: Zones
    stacking: Stacking
    supply: Supply
    breakdown: Breakdown
    movement: Movement
    departures: Departures
    overruns: Overruns
    combat: Combat
    retreats: Retreats
    rail: Rail
    straits: Straits
    towns: Cities
    air: Luftwaffe
    weather: Weather
    deployment: Deployment
    arrivals: Arrivals
    campaign: Campaign
    victory: Victory
    game_turn: GameTurn
    inquiry: Inquiry
    evaluation: Evaluation


class Barbarossa1971(Sections, Rules):
    """The rules of Barbarossa, the Russo-German War 1941-45, composed of its sections in the order
    of `Sections`."""

    sides = ("axis", "soviet")
    boxes = ("dead", "off the map", "used up", "overrun", "to deploy", "pool")
    results = RESULTS
    readings = READINGS
    optional = options_of(options)
    notes = {
        "turn": ("turn",),
        "battle": (
            "hex:target",
            "attack",
            "defence",
            "column",
            "table",
            "result:result",
            "side:attacker",
        ),
    }
    lookahead = LookAhead(
        quiet=("movement", "leg", "attacks", "rail movement", "placement", "reorganization"),
        play=("movement",),
        rest=("leg",),
    )
