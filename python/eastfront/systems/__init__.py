"""The common systems of hex wargames; a game imports them by ``from eastfront.systems import *``.

The names in ``__all__`` of this package, of `eastfront.program` and of `eastfront.packs` are the
public API for games in other packages. The modules are imported on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eastfront.imports import attributes

if TYPE_CHECKING:
    from eastfront.scenario.charts import ResultsTable, check_results
    from eastfront.scenario.errors import ScenarioError
    from eastfront.scenario.forms import Form, ScenarioFile, Stack
    from eastfront.scenario.game_forms import GameForms
    from eastfront.scenario.model import HexRow, ScenarioData, UnitRow
    from eastfront.scenario.setup import SetupCheck
    from eastfront.scenario.windows import Window, WindowTable, check_windows

    from .asking import (
        define_battle,
        define_control,
        define_moves,
        define_play,
        define_supply,
        ratio,
        results_table,
    )
    from .choosing import again, choose, joining, offer, one_by_one, preferred, remaining
    from .combining import Recipe, parts_of
    from .differences import DifferenceTable, difference, difference_table
    from .drawn import DrawnStrengths, drawn_strengths
    from .evaluating import LookAhead, define_evaluation, define_outlook
    from .fields import (
        HEXES,
        hex_flag,
        hex_flags,
        unit_field,
        unit_flag,
        variable,
        variables,
    )
    from .frames import Frame
    from .invariants import Invariant, Invariants
    from .laws import LAW, law
    from .materials import Materials
    from .placing import Placing
    from .retreats import Retreats
    from .riders import RIDING, Riders
    from .rules import NumberedOption, Rules, options_of
    from .sections import Bars, Option, Section, procedure, rule, step, value
    from .stacking import AtMost, Stacking
    from .supply import Supply
    from .telling import Telling
    from .waiting import Waiting
    from .windows import Windows

_MODULES = {
    "eastfront.scenario.charts": ("ResultsTable", "check_results"),
    "eastfront.scenario.errors": ("ScenarioError",),
    "eastfront.scenario.forms": ("Form", "ScenarioFile", "Stack"),
    "eastfront.scenario.game_forms": ("GameForms",),
    "eastfront.scenario.model": ("HexRow", "ScenarioData", "UnitRow"),
    "eastfront.scenario.setup": ("SetupCheck",),
    "eastfront.scenario.windows": ("Window", "WindowTable", "check_windows"),
    "eastfront.systems.asking": (
        "define_battle",
        "define_control",
        "define_moves",
        "define_play",
        "define_supply",
        "ratio",
        "results_table",
    ),
    "eastfront.systems.choosing": (
        "again",
        "choose",
        "joining",
        "offer",
        "one_by_one",
        "preferred",
        "remaining",
    ),
    "eastfront.systems.combining": ("Recipe", "parts_of"),
    "eastfront.systems.differences": ("DifferenceTable", "difference", "difference_table"),
    "eastfront.systems.drawn": ("DrawnStrengths", "drawn_strengths"),
    "eastfront.systems.evaluating": ("LookAhead", "define_evaluation", "define_outlook"),
    "eastfront.systems.fields": (
        "HEXES",
        "hex_flag",
        "hex_flags",
        "unit_field",
        "unit_flag",
        "variable",
        "variables",
    ),
    "eastfront.systems.frames": ("Frame",),
    "eastfront.systems.invariants": ("Invariant", "Invariants"),
    "eastfront.systems.materials": ("Materials",),
    "eastfront.systems.laws": ("LAW", "law"),
    "eastfront.systems.placing": ("Placing",),
    "eastfront.systems.retreats": ("Retreats",),
    "eastfront.systems.riders": ("RIDING", "Riders"),
    "eastfront.systems.rules": ("NumberedOption", "Rules", "options_of"),
    "eastfront.systems.sections": (
        "Bars",
        "Option",
        "Section",
        "procedure",
        "rule",
        "step",
        "value",
    ),
    "eastfront.systems.stacking": ("AtMost", "Stacking"),
    "eastfront.systems.supply": ("Supply",),
    "eastfront.systems.telling": ("Telling",),
    "eastfront.systems.waiting": ("Waiting",),
    "eastfront.systems.windows": ("Windows",),
}
"""The names exported by each module, which is imported when one of them is first used."""

if not TYPE_CHECKING:
    __getattr__ = attributes(__name__, _MODULES)

__all__ = [
    "HEXES",
    "LAW",
    "RIDING",
    "AtMost",
    "Bars",
    "DifferenceTable",
    "DrawnStrengths",
    "Form",
    "Frame",
    "GameForms",
    "HexRow",
    "Invariant",
    "Invariants",
    "LookAhead",
    "Materials",
    "NumberedOption",
    "Option",
    "Placing",
    "Recipe",
    "ResultsTable",
    "Retreats",
    "Riders",
    "Rules",
    "ScenarioData",
    "ScenarioError",
    "ScenarioFile",
    "Section",
    "SetupCheck",
    "Stack",
    "Stacking",
    "Supply",
    "Telling",
    "UnitRow",
    "Waiting",
    "Window",
    "WindowTable",
    "Windows",
    "again",
    "check_results",
    "check_windows",
    "choose",
    "define_battle",
    "define_control",
    "define_evaluation",
    "define_moves",
    "define_outlook",
    "define_play",
    "define_supply",
    "difference",
    "difference_table",
    "drawn_strengths",
    "hex_flag",
    "hex_flags",
    "joining",
    "law",
    "offer",
    "one_by_one",
    "options_of",
    "parts_of",
    "preferred",
    "procedure",
    "ratio",
    "remaining",
    "results_table",
    "rule",
    "step",
    "unit_field",
    "unit_flag",
    "value",
    "variable",
    "variables",
]
