"""The variable situations and the modified victory conditions of Barbarossa (1971), one file each.

The order of the imports is the order in which they apply.
"""

# ruff: noqa: F401, I001
from .neutral_finland import NeutralFinland
from .no_rumania import NoRumania
from .hungary import Hungary
from .early_start import EarlyStart
from .in_depth import InDepth
from .fortified import Fortified
from .reorganized import Reorganized
from .mechanized import Mechanized
from .fewer_in_france import FewerInFrance
from .fewer_in_the_air import FewerInTheAir
from .more_tanks import MoreTanks
from .mobile_defence import MobileDefence
from .caught_at_rostov import CaughtAtRostov
from .sixth_army import SixthArmy
from .bulge import Bulge
from .modified_victory import ModifiedVictory
