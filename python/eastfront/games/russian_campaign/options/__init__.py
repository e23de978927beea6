"""The optional rules and variants of The Russian Campaign, one file each.

Where several of them change the same thing, they apply in the order of these imports.
"""

# ruff: noqa: F401, I001
from .artillery import Artillery
from .barrage import Barrage
from .fortress import Fortress
from .battlegroups import Battlegroups
from .historical_weather import HistoricalWeather
from .replenishment import Replenishment
from .evacuation import Evacuation
from .bids import Bids
from .optional_workers import OptionalWorkers
from .accumulation import Accumulation
from .recovery import Recovery
from .closed_land import ClosedLand
from .nations import Nations
from .rumania import Rumania
from .hungarian_neutrality import HungarianNeutrality
from .historical_set_up import HistoricalSetUp
from .naval import Naval
from .strategic import Strategic
from .mobile_leaders import MobileLeaders, MobileHitler, MobileStalin
from .lvov_hills import LvovHills
from .no_retreat import NoRetreat
from .additions import Additions
from .uprising import Uprising
from .play_on import PlayOn
from .sea_variants import SeaVariants
from .commitments import Commitments
from .tunisia import Tunisia
from .bulge import Bulge
from .corps_artillery import CorpsGuns
from .mediterranean import Mediterranean
from .mediterranean_mud import MediterraneanMud
from .russian_reaction import RussianReaction
from .parachutists import Parachutists
from .sellout import Sellout
from .gambit import Gambit
from .chits import Chits
from .chit_draw import ChitDraw
from .officers import Officers
from .lorries import Lorries
from .mild_occupation import MildOccupation
from .first_winter import FirstWinter
from .relocation import Relocation
from .heavy_bombers import HeavyBombers
from .yugoslavia import Yugoslavia
from .ukraine import Ukraine
from .vlasov import Vlasov
from .no_winter_war import NoWinterWar
from .stalin_line import StalinLine
from .resistance import Resistance
