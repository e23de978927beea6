"""The Russian Campaign, sections 14 and 15 and 13.1: combat strengths, doubling, aircraft and odds.

In a battle, units with the flag `engaged` attack the hexes with the flag `beset`. Odds are one
number: 3 is 3-1, 1 is 1-1, -4 is 1-4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eastfront.program import *
from eastfront.scenario.model import HexRow
from eastfront.systems.asking import results_table
from eastfront.systems.fields import hex_flag, unit_flag, variable
from eastfront.systems.laws import law
from eastfront.systems.sections import rule, step, value

from .board import AXIS, FIRST, HILLS, LIGHT_MUD, RESULTS, RUSSIAN, SNOW, WEATHERS
from .movement import Movement
from .section import Section, Shifts

WORST, LEVEL, BEST = -6, 1, 10
"""The lowest odds of an attack, 1-6 (TRC-12.5a); 1-1; and the odds that win automatically, 10-1
(TRC-16.1a)."""

LADDER = [n for n in range(WORST, BEST) if n not in (-1, 0)]
"""The odds of the columns of the combat results table."""

RANGE = 8
"""The range of aircraft from a headquarters, in hexes (TRC-15.2a, TRC-15.8a)."""

GROUPS = {
    "north": "TRC-3.7a",
    "center": "TRC-3.7b",
    "south": "TRC-3.7c",
    "rumania": "TRC-3.7d",
    "finland": "TRC-3.7e",
}
"""For each Axis army group, the rule on the Russian units that it may attack in the first impulse
of May/June 1941: those in the districts named.

- N: the Baltic district alone (3.7a). C: the Western (3.7b). S: the Kiev (3.7c).
- R, in Rumania: the Kiev and Odessa districts (3.7d). Finns: any Russian unit (3.7e).
"""

SECOND_IMPULSES = ("TRC-4.1.4b", "TRC-4.2.3b")
"""For the second impulse, the rule that the Axis uses neither Stukas nor rail movement (4.1.4b),
and the rule that the Russian uses neither Sturmoviks nor rail movement (4.2.3b)."""

AIRCRAFT = ("TRC-15.5a", "TRC-15.7a")
"""The rule that each Stuka shifts the odds three columns, one Stuka at most an attack (15.5a), and
the rule that each Sturmovik shifts them one (15.7a)."""

STUKAS = ("TRC-15.6a", "TRC-15.6b", "TRC-15.6c")
STURMOVIKS = ("TRC-15.9a", "TRC-15.9b", "TRC-15.9c")
"""The rules on the number of Stukas (`STUKAS`) and of Sturmoviks (`STURMOVIKS`) that a side has in
a turn: one rule for each line of the table of aircraft. The numbers are those of clear weather.

- Stukas in 1941: 3 (15.6a); in 1942: 2 (15.6b); in 1943: 1 (15.6c).
- Sturmoviks in 1943, from July/August: 1 (15.9a); in 1944: 2 (15.9b); in 1945: 3 (15.9c).
"""

ALL_FLOWN = 3
"""The largest number of Stukas (TRC-15.6a) and of Sturmoviks (TRC-15.9c) in any turn."""

STUKA, STURMOVIK = 3, 1
"""The columns by which one Stuka (TRC-15.5a) and one Sturmovik (TRC-15.7a) shift the odds."""

DISTRICTS = ("none", "leningrad", "baltic", "western", "kiev", "odessa")
"""The names of the military districts, by number; number 0 is for hexes outside all districts."""


MOST_LEVELS = 3
"""The largest total shift by artillery and aircraft, in columns (TRC-26.5.3b, TRC-28.6.Ib)."""

THREE_LEVELS, AIR_COUNTS = "TRC-15.10b", "TRC-16.1c"
"""The rule that Sturmoviks and artillery shift the odds by at most three columns together (15.10b),
and the rule that shifts by aircraft count toward the 10-1 of an automatic victory (16.1c)."""


class Strengths(Section):
    """The section on combat strengths, doubling, aircraft and odds."""

    beset = hex_flag("beset", Life.BATTLE)
    engaged = unit_flag("engaged", Life.BATTLE)
    shift = variable("odds shift", Life.BATTLE, most=9)
    stukas = variable("stukas", Life.GAME_TURN, most=9)
    sturmoviks = variable("sturmoviks", Life.GAME_TURN, most=9)
    flown = unit_flag("supports a stuka", Life.PLAYER_TURN)

    def define(self) -> None:
        """Declares the table of combat results, the odds that can be announced, and the terrain and
        army groups of a battle."""
        self._define_terrain()
        self._define_army_groups()
        # -1 and 0, which are not odds, map to 1-1
        steps = [LADDER.index(n if n in LADDER else LEVEL) for n in range(WORST, BEST)]
        chart = self.data.charts["combat-results"]
        self.combat_result = results_table(chart, WORST, RESULTS, steps)
        # TRC-13.1b: the attacker may announce any odds from 1-6 to those of the battle
        announced = [
            sum(1 << (n - WORST) for n in (*LADDER, BEST) if n <= most)
            for most in range(WORST, BEST + 1)
        ]
        self.announced = self.b.table("announced odds", [WORST], [len(announced)], announced)

    # -- 3.7: army groups and districts -----------------------------------------------------

    def _define_army_groups(self) -> None:
        """Declares the districts in which each army group may attack Russian units, in the first
        impulse of May/June 1941 (TRC-3.7)."""
        names = ["", *GROUPS]
        free, none = [1] * len(DISTRICTS), [0] * len(DISTRICTS)
        cells = [*free]
        attacks = {part["group"]: part["attacks"] for part in self.data.setup["deploy"]}
        for group, why in GROUPS.items():
            bound = [int(d in attacks[group]) for d in DISTRICTS] if attacks.get(group) else free
            # the rule on Finns permits attacks, the others forbid them
            cells += by(why, bound, otherwise=none if group == "finland" else free)
        self._groups = self.b.table("army groups", [0, 0], [len(names), len(DISTRICTS)], cells)
        groups = [names.index(u.group) if u.group in names else 0 for u in self.counters]
        self._group = self.b.unit_attr("army group", groups)
        districts = [DISTRICTS.index(self._zone_of(row)) for row in self.data.map.hexes]
        self._district = self.b.hex_attr("district", districts)

    def _zone_of(self, row: HexRow | None) -> str:
        """The military district of a hex by name; ``none`` outside the districts, and if `row` is
        None. The hills near Lvov are in no district, so not in that of Kiev (TRC-26.17b)."""
        if row is None:
            return DISTRICTS[0]
        return by("TRC-26.17b", row.zone, otherwise="kiev") if row.name in HILLS else row.zone

    @value
    def allowed(self, side: int, unit: Number, hex_: Number) -> Int:
        """Says whether a unit may attack a hex. In the first impulse of the invasion (TRC-3.7h) an
        Axis unit may attack only in the districts that `GROUPS` gives for its army group (TRC-3.7);
        Finns may attack anywhere (TRC-3.7e)."""
        if side == RUSSIAN:
            return number(1)
        may = self._groups(self._group(unit), self._district(hex_))
        return if_else(self.opening(), may, 1)

    def group_limit(self, side: int) -> Limit:
        """The limit on the attackers of the present battle, units of the side `side`: each unit's
        army group must be allowed to attack in the districts of all attacked hexes. It ends with
        the first impulse of May/June 1941 (TRC-3.7h)."""
        us, them = self.at_hand()
        may = us.where(lambda u: ~them.where(lambda h: ~self.allowed(side, u, h)).any())
        return only("TRC-3.7h", may, "its army group may not attack there yet")

    @Movement.barred.then(unless="TRC-3.7g")
    def barred(self, out: Hexes, side: int, impulse: int, unit: Number) -> Hexes:
        """Bars a unit, in the first impulse of the invasion, from entering the districts that its
        army group may not attack. This holds only while TRC-3.7g is off; by that rule army groups
        may move through every district."""
        for name, district in self.districts.items():
            may = self._groups(self._group(unit), DISTRICTS.index(name))
            out = out | district.when(self.opening() & (may == 0))
        return out

    def opening(self) -> Int:
        """Says whether army groups may still attack only in their districts: in the first impulse
        of the invasion, and not from the second on (TRC-3.7h)."""
        first = by("TRC-3.7h", self.game_turn.impulse == FIRST, otherwise=1)
        return (self.turn == self.first_played()) & first

    @value
    def first_played(self) -> Number:
        """The number of the turn in whose first impulse the Axis invades Russia: 1, unless an
        option changes it."""
        return 1

    @law("TRC-3.7a", "units that the side in battle must attack can be attacked")
    def bound_may_be_attacked(self) -> Int:
        """Says whether each enemy that must be attacked may be attacked by some unit. In the first
        impulse army groups attack only in their districts, North only in the Baltic one (3.7a). The
        test waits for the end of movement, as other units may still arrive (TRC-16.3a)."""
        (us, them), overruns = self.at_hand(), self.overruns
        battle = (them - overruns.ripe.hexes).any() & ~(us & overruns.victor.units).any()
        axis, russian = (self.battle.attackable(side) for side in (AXIS, RUSSIAN))
        able = if_else(self.game_turn.phase_side == AXIS, axis, russian)
        return able | ~(battle | self.battle.fought.units.any())

    # -- 13.1: the battle at hand, and its odds ---------------------------------------------

    def at_hand(self) -> tuple[Units, Hexes]:
        """The attackers of the present battle, and the hexes that they attack."""
        return self.engaged.units, self.beset.hexes

    def attack(self, hexes: Hexes) -> None:
        """Adds hexes to those attacked in the present battle."""
        mark(self.beset, hexes)

    def shift_odds(self, levels: Number, rule: str) -> None:
        """Shifts the odds of the present battle, by `rule`, by `levels` columns in the attacker's
        favor."""
        assign(self.shift, self.shift + levels, rule)

    def engage(self, units: Units, rule: str = "") -> None:
        """Adds units to the attackers of the present battle, by the rule with the id `rule`, empty
        for no rule."""
        mark(self.engaged, units, rule)

    def shifted(self, odds: Int, by: Number) -> Int:
        """Odds shifted by a number of columns in the attacker's favor, at most to 10-1; the column
        after 1-2 is 1-1 (reading D-21)."""
        up = let(odds, lambda n: if_else(n < 0, n + 2, n)) + by
        return smaller(let(up, lambda n: if_else(n < 1, n - 2, n)), BEST)

    @value
    def levels(self, side: int, attackers: Units, air: Int) -> Int:
        """The columns by which the odds of an attack shift, given `air`, the columns of its
        aircraft: three for a Stuka (TRC-15.5a), one for each Sturmovik (TRC-15.7a). Options add
        artillery among the attackers."""
        return air

    @value
    def guns_by(self) -> str:
        """The id of the rule by which artillery shifts the odds; empty unless an option brings
        artillery."""
        return ""

    @value
    def told_shifts(self, side: int) -> Shifts:
        """The column shifts of the present battle, by aircraft (TRC-15) and other causes, each with
        its rule."""
        air: Shifts = [(AIRCRAFT[side], "aircraft", self.shift)]
        if not self.guns_by():
            return air
        all_ = self.levels(side, self.engaged.units, self.shift)
        return [*air, (self.guns_by(), "artillery", all_ - self.shift)]

    def battle_odds(self, side: int, attack: Int, defence: Int) -> Int:
        """The odds of the present battle as one number, from the total factors of attack and
        defence, with the shifts of its aircraft and artillery."""
        by = self.levels(side, self.engaged.units, self.shift)
        return self.shifted(self.battle.ratio(attack, defence), by)

    # -- 14.1: strengths --------------------------------------------------------------------

    def strength(self, unit: Number) -> Int:
        """The combat factor of a unit, the same in attack and defence (TRC-2.4a). That of an Axis
        unit without combat supply is halved, rounded up (TRC-17.3.1a)."""
        factor = self.factor(unit)
        halved = by("TRC-17.3.1a", self.supply.dry(unit), told=True)
        return if_else(halved, factor.divided_up(2), factor)

    @value
    def defenders(self, side: int) -> Units:
        """The enemy units that a side may attack: all except partisans and units that have been
        attacked in this impulse."""
        return self.battle.not_attacked(self.troops(1 - side))

    def stack_strength(self, side: int, hex_: Number) -> Int:
        """The total defence factors of all units in a hex, which are attacked together (TRC-12.2c),
        before doubling."""
        return (units_at(hex_) & self.defenders(side)).sum(self.strength)

    @value
    def no_rivers_yet(self, side: int) -> Int:
        """Says whether rivers do not double Russian defenders yet: in the first impulse of May/June
        1941 (TRC-14.1.3a)."""
        if side == RUSSIAN:
            return number(0)
        opening = (self.turn == self.surprise()) & (self.game_turn.impulse == FIRST)
        return by("TRC-14.1.3a", opening)

    @value
    def surprise(self) -> Number:
        """The number of the turn in whose first impulse rivers do not double Russian defenders: 1,
        which is May/June 1941 (TRC-14.1.3a), unless an option changes it."""
        return 1

    @value
    def defence_at_most(self, side: int, hex_: Number) -> Int:
        """The largest defence factors of a hex against any attackers: none of the attackers denies
        its units the doubling by their river or strait."""
        return self.stack_strength(side, hex_) * self._times(hex_, ~self.no_rivers_yet(side))

    def _times(self, hex_: Number, behind: Int) -> Int:
        """The multiplier of the defenders in a hex; `behind` is 1 if a river or strait doubles
        them. Never more than 2, however many things double the defenders (TRC-14.1.2a)."""
        hard = self.hard.contains(hex_)
        each = if_else(hard, 2, 1) * if_else(behind, 2, 1)
        return by("TRC-14.1.2a", if_else(hard | behind, 2, 1), otherwise=each)

    @value
    def defence_at_least(self, side: int, hex_: Number) -> Int:
        """The smallest defence factors of a hex against any attackers: its units are not doubled by
        a river or strait, but still in mountains (TRC-14.1a) and in a major city (TRC-14.1b)."""
        return self.stack_strength(side, hex_) * if_else(self.hard.contains(hex_), 2, 1)

    def defence(self, side: int, attackers: Units, hex_: Number) -> Int:
        """The defence factors of a hex against some attackers (TRC-14.1): doubled once at most, by
        mountains, a major city, a river or the Kerch Strait (TRC-14.1.2a)."""
        eased = self.eased_by(attackers, hex_)
        return if_else(eased, self.defence_at_least(side, hex_), self.defence_at_most(side, hex_))

    @value
    def eased_by(self, attackers: Units, hex_: Number) -> Int:
        """Says whether some attackers deny a hex the doubling of its river (TRC-14.1c) and of the
        Kerch Strait (TRC-14.1d).

        A defender is doubled only if all attackers are behind the river, or all attack across the
        strait. If some are behind the river and the others across the strait, he is not doubled.
        """
        one = attackers.where(lambda u: self.eases(place_of(u), hex_)).any()
        if not self._strait_sides:
            return one
        across = attackers.where(lambda u: self.strait(place_of(u), hex_))
        mixed = across.any() & (attackers - across).any()
        return one | if_else(self.straits.contains(hex_), mixed, 0)

    def easing(self, from_: Int, hex_: Int) -> Int:
        """The effect of an attack from the hex `from_` on the doubling of the hex `hex_` by river
        or strait: 0 leaves the doubling, 1 denies it, and 2, an attack across the strait, denies it
        only together with attackers that do not cross the strait."""
        one = self.eases(from_, hex_)
        return one + self.strait(from_, hex_) * 2 if self._strait_sides else one

    @value
    def defence_factor(self, side: int, attackers: Units, unit: Int) -> Int:
        """The defence factor of a unit against some attackers: doubled in mountains or a major
        city, behind a river or across the strait (TRC-14.1). By reading D-30 each attacked hex is
        judged by itself."""
        here = place_of(unit)
        behind = ~self.no_rivers_yet(side) & ~self.eased_by(attackers, here)
        return self._halved_first(unit, self._times(here, behind))

    def _halved_last(self, unit: Int, times: Int) -> Int:
        full = self.factor(unit) * times
        return if_else(self.supply.dry(unit), full.divided_up(2), full)

    @rule("TRC-17.3.1b", otherwise=_halved_last)
    def _halved_first(self, unit: Int, times: Int) -> Int:
        """The factor of a unit times `times`, the multiplier of its terrain. Lack of supply halves
        the factor, rounded up, before it is multiplied (TRC-17.3.1b)."""
        return self.strength(unit) * times

    def doublings(self, side: int, attackers: Units, unit: Int) -> Int:
        """Says whether a defender is doubled in an attack by `attackers`, and records each rule
        that doubles him, for explanations (TRC-14.1): in mountains (14.1a), in a major city
        (14.1b), behind a river (14.1c), or by attacks that all cross the Kerch Strait (14.1d)."""
        here = place_of(unit)
        behind = ~self.no_rivers_yet(side) & ~self.eased_by(attackers, here)
        across = attackers.where(lambda u: self.strait(place_of(u), here)).any()
        return (
            by("TRC-14.1a", self.mountain.contains(here), told=True)
            | by("TRC-14.1b", self.major.contains(here), told=True)
            | by("TRC-14.1c", behind & ~across, told=True)
            | by("TRC-14.1d", behind & across, told=True)
        )

    @value
    def worth(self, side: int, attackers: Units, hexes: Hexes) -> Int:
        """The total defence factors of all units in `hexes` against some attackers; all defenders
        in a hex are attacked together (12.2c)."""
        them = self.defenders(side).inside(hexes)
        them = by("TRC-12.2c", them, otherwise=one_unit(them.first()) & them)
        return them.sum(lambda u: self.defence_factor(side, attackers, u))

    def attack_strength(self) -> Int:
        """The total attack factors of the present battle; no attacker is ever doubled
        (TRC-14.1.2b)."""
        us, them = self.at_hand()
        return by("TRC-14.1.2b", lambda: self.might(us, them), otherwise=lambda: self._doubled(us))

    def _doubled(self, units: Units) -> Int:
        hard = self.hard
        return units.sum(lambda u: self.strength(u) * if_else(hard.contains(place_of(u)), 2, 1))

    @value
    def attack_factor(self, unit: Int, hexes: Hexes) -> Int:
        """The attack factor of a unit in an attack on the hexes `hexes`: its combat factor, halved
        for lack of supply, whatever the hexes are, unless an option makes a difference."""
        return self.strength(unit)

    def might(self, attackers: Units, hexes: Hexes) -> Int:
        """The total attack factors of some units against some hexes."""
        return attackers.sum(lambda u: self.attack_factor(u, hexes))

    # -- 14.1.1: behind a river -------------------------------------------------------------

    def _define_terrain(self) -> None:
        """Declares where defenders are doubled: in mountains (14.1a), in major cities (14.1b),
        behind rivers (14.1c), and against attacks across the Kerch Strait (14.1d)."""
        major = set(self.indices_where(lambda row: "city-major" in row.features))
        hard = by("TRC-14.1a", self.mountain_indices) | by("TRC-14.1b", major)
        self.hard = self.b.hex_set("doubles its defenders", sorted(hard))
        self._basin = self._basins()
        self._in_river = {h for h in self._basin if self._counts_as_river(h)}
        every = {(a, b) for a, _, b in self.steps}
        eased = by("TRC-14.1c", lambda: {p for p in every if self.same_river(*p)}, otherwise=every)
        straits = self.steps_across("strait")
        self._strait_sides = by("TRC-14.1d", straits)
        eased = eased - straits if self._strait_sides else eased | straits
        self.eases = self.feature_of("not doubled across", eased)
        self.straits = self.b.hex_set("at the strait", sorted({a for a, _ in self._strait_sides}))

    def same_river(self, a: int, b: int) -> bool:
        """Says whether an attacker in the hex `a` denies a defender in the hex `b` the doubling by
        the defender's river.

        This is so if `a` has no river, or is on that same river (TRC-14.1.1a); a partial river hex
        counts as a river hex (TRC-14.1.1c).
        """
        if a not in self._in_river:
            return self._denies_from_land()
        if self.option("D-28"):
            return self.has_side(a, b, "river")
        return self._basin.get(a) == self._basin.get(b, -1)

    @rule("TRC-14.1.1a", "TRC-13.8b", otherwise=False)
    def _denies_from_land(self) -> bool:
        """Says whether an attacker who is in no river hex denies the defender the doubling by his
        river: yes, as then not all attackers are behind that river (TRC-14.1.1a, TRC-13.8b)."""
        return True

    def _crossed_by_river(self, hex_: int) -> bool:
        return sum(self.has_side(hex_, h, "river") for h in self.next_to(hex_)) >= 2

    @rule("TRC-14.1.1c", otherwise=_crossed_by_river)
    def _counts_as_river(self, hex_: int) -> bool:
        """Says whether a partial river hex, in which a river begins, ends or leaves the land,
        counts as a river hex: yes (TRC-14.1.1c)."""
        return True

    def _basins(self) -> dict[int, int]:
        """For each river hex, by index, a number that stands for its river. Adjacent hexes have the
        same number where a river crosses the hexside between them (TRC-14.1.1b)."""
        linked = by("TRC-14.1.1b", self.steps_across("river"))
        basins: dict[int, int] = {}
        for start in self.indices_where(lambda row: bool(row.rivers)):
            edge = [] if start in basins else [start]
            for at in edge:
                basins[at] = start
                edge += [h for h in self.next_to(at) if (at, h) in linked and h not in basins]
        return basins

    # -- 15.1 to 15.10: aircraft ------------------------------------------------------------

    def stuka_bases(self, hexes: Hexes) -> Units:
        """The army group headquarters from which a Stuka may support an attack: on the map within
        eight hexes of all defenders (TRC-15.2a), and supporting no other Stuka yet (TRC-15.5b)."""
        return self.bases_near(self.german_hqs - by("TRC-15.5b", self.flown.units), hexes)

    def bases_near(self, free: Units, hexes: Hexes) -> Units:
        """The headquarters among `free` that are within eight hexes of every attacked hex
        (TRC-15.2a), in any military district, also in the first impulse of the game (TRC-15.5c)."""
        bound = free.where(lambda u: hexes.where(lambda h: self.allowed(AXIS, u, h)).any())
        free = by("TRC-15.5c", free, otherwise=bound)
        return by(
            "TRC-15.2a",
            lambda: free.where(lambda u: ~(hexes - self.flown_to(place_of(u))).any()),
            otherwise=free,
        )

    def _flown_over_land(self, base: Int) -> Hexes:
        reached = one_hex(base)
        for _ in range(RANGE):
            reached = (reached | reached.adjacent()) & self.land
        return reached

    @rule("TRC-15.4b", otherwise=_flown_over_land)
    def flown_to(self, base: Int) -> Hexes:
        """The hexes within eight hexes of a headquarters, counted across water as across land
        (TRC-15.4b)."""
        return within(base, RANGE)

    def sturmovik_base(self, hexes: Hexes) -> Int:
        """Says whether a Sturmovik may support an attack: whether all attacked hexes are within
        eight hexes of Stavka (TRC-15.8a), or of Stalin if Stavka is not on the map (TRC-15.8b)."""
        base = self.stavka & self.on_map(RUSSIAN)
        near = base.hexes() | by("TRC-15.8b", self.stalin.when(~base.any()).hexes())
        reached = ~(hexes - self.flown_to(near.first())).any()
        return by("TRC-15.8a", reached, otherwise=near.any())

    def flying(self) -> Int:
        """Says whether aircraft fly in the present impulse: the first of a player turn, not the
        second (TRC-15.1a)."""
        return (self.game_turn.impulse == FIRST) * by("TRC-15.1a", 1, otherwise=0)

    @rule("TRC-15.1a", lambda _, side, impulse: SECOND_IMPULSES[side], otherwise=False)
    def grounded(self, side: int, impulse: int) -> bool:
        """Says whether aircraft may not fly: in second impulses neither Stukas (TRC-4.1.4b) nor
        Sturmoviks (TRC-4.2.3b), as air units are used in first impulses only (TRC-15.1a)."""
        return impulse != FIRST

    @step
    def offer_air(self, d: Decision, side: int, impulse: int) -> None:
        """Offers the attacker aircraft for the present battle, in first impulses only
        (TRC-15.1a)."""
        if self.grounded(side, impulse):
            return
        if side == AXIS:
            self._offer_stuka(d)
        else:
            self._offer_sturmovik(d)

    def ready_aircraft(self) -> None:
        """Sets the numbers of Stukas (TRC-15.6) and Sturmoviks (TRC-15.9) for the turn, by year and
        weather: in snow none, nor Stukas after 1943 (15.6d) or Sturmoviks before 1943 (15.9d)."""
        self._fly("axis", self.stukas, STUKAS, "TRC-15.6d")
        self._fly("russian", self.sturmoviks, STURMOVIKS, "TRC-15.9d")

    def _fly(self, side: str, stock: Int, rules: Sequence[str], grounded: str) -> None:
        """Sets the variable `stock`, the number of a side's aircraft for the turn, from the table
        of aircraft: a line of the table covers some turns and has a number for each weather.

        `rules` has the rule of each of the side's lines. In turns without a line the number is 0.
        By the rule `grounded` it is 0 in snow; while that rule is off, snow counts as light mud.
        """
        assign(stock, 0, grounded)
        kinds = [w.replace("-", "_") for w in WEATHERS]
        kinds[SNOW] = by(grounded, kinds[SNOW], otherwise=kinds[LIGHT_MUD])
        rows = [r for r in self.data.charts["air-power"]["available"] if r["side"] == side]
        for row, flies in zip(rows, rules, strict=True):
            numbers = [int(row[kind]) for kind in kinds]
            table = self.b.table(f"{side} aircraft from turn {row['first']}", [0], [4], numbers)
            with when((self.turn >= self.flies_from(row)) & (self.turn <= int(row["last"]))):
                assign(stock, table(self.weather), flies)

    @value
    def flies_from(self, row: Mapping[str, Any]) -> int:
        """The number of the first turn that `row`, a line of the table of aircraft, covers."""
        return int(row["first"])

    def _offer_stuka(self, d: Decision) -> None:
        """Offers the Axis one Stuka for the attack, while any are left in the turn (TRC-15.6a);
        each army group headquarters supports one Stuka only (TRC-15.5b)."""
        bases = self.stuka_bases(self.beset.hexes).when(self.engaged.units.any())
        with d.unit("stuka", bases, *self.flights(AXIS, self.shift, self.stukas)) as hq:
            assign(self.stukas, self.stukas - 1, "TRC-15.6a")
            self.shift_odds(STUKA, AIRCRAFT[AXIS])
            mark(self.flown, one_unit(hq), "TRC-15.5b")

    def flights(self, side: int, flown: Int, left: Int) -> list[Limit]:
        """The limits on further aircraft for an attack that `flown` columns of aircraft support
        already. `left`, the number of the side's aircraft still unused in the turn, Stukas (15.6a)
        or Sturmoviks (15.9a), must not be 0. At most one Stuka supports an attack (15.5a);
        Sturmoviks shift at most three columns in all (15.10b)."""
        if side == AXIS:
            return [
                only("TRC-15.6a", left > 0, "no Stuka is left this turn"),
                only("TRC-15.5a", flown <= 0, "only one Stuka may support an attack"),
            ]
        room = self.levels(RUSSIAN, self.engaged.units, flown) < MOST_LEVELS
        return [
            only("TRC-15.9a", left > 0, "no Sturmovik is left this turn"),
            only(THREE_LEVELS, room, "at most three odds levels in all"),
        ]

    def _offer_sturmovik(self, d: Decision) -> None:
        """Offers the Russian a further Sturmovik for the attack: any number may support one battle
        (TRC-15.10a) of those available in the turn (TRC-15.9a)."""
        ready = self.engaged.units.any() & self.sturmovik_base(self.beset.hexes)
        ready = by("TRC-15.10a", ready, otherwise=ready & (self.shift == 0))
        with d.option("sturmovik", ready, *self.flights(RUSSIAN, self.shift, self.sturmoviks)):
            assign(self.sturmoviks, self.sturmoviks - 1, "TRC-15.9a")
            self.shift_odds(STURMOVIK, AIRCRAFT[RUSSIAN])

    @value
    def air_at_hand(self, side: int, impulse: int) -> Int:
        """The number of columns by which aircraft of `side`, the attacker, could still shift the
        odds of the present battle in its favor; 0 if none can fly."""
        return self.air_against(side, impulse, self.beset.hexes, self.shift)

    def air_against(self, side: int, impulse: int, hexes: Hexes, flown: Number) -> Int:
        """The number of columns by which further aircraft of `side` could shift the odds of its
        attack on `hexes`, beyond the `flown` columns of the aircraft that support it already; 0 in
        an impulse without aircraft."""
        if self.grounded(side, impulse):
            return number(0)
        return self._air_left(side, hexes, flown)

    @rule("TRC-15.1b", AIR_COUNTS, otherwise=number(0))
    def _air_left(self, side: int, hexes: Hexes, flown: Number) -> Int:
        """The number of columns by which further aircraft of `side` could shift the odds of its
        attack on `hexes`, beyond the `flown` columns of the aircraft that support it already.
        Aircraft may help to reach the 10-1 of an automatic victory (TRC-15.1b), and count toward it
        (TRC-16.1c); while one of these rules is off, the number is 0."""
        if side == AXIS:
            free = (self.stukas > 0) & (number(flown) == 0)
            return if_else(free, if_else(self.stuka_bases(hexes).any(), 3, 0), 0)
        free = smaller(self.sturmoviks, 3 - number(flown))
        return if_else(free > 0, if_else(self.sturmovik_base(hexes), free, 0), 0)

    def support_limits(self, side: int) -> list[Limit]:
        """The conditions for the aircraft of the present battle, each with its refusal.

        A first impulse (15.1a). For Stukas an army group headquarters within eight hexes of every
        defender (15.2a) that supports no other battle (15.5b). For Sturmoviks Stavka within eight
        hexes of every defender (15.8a).
        """
        them = self.beset.hexes
        flight = only("TRC-15.1a", self.flying(), "aircraft fly in first impulses only")
        if side == RUSSIAN:
            flown = self.shift - STURMOVIK
            return [
                flight,
                *self.flights(side, flown, self.sturmoviks - flown),
                only("TRC-15.8a", self.sturmovik_base(them), "Stavka is not near enough"),
            ]
        # a headquarters within eight hexes of every defender (15.2a), without another Stuka (15.5b)
        return [
            flight,
            *self.flights(side, self.shift - STUKA, self.stukas),
            only(
                "TRC-15.2a",
                self.bases_near(self.german_hqs & self.on_map(AXIS), them).any(),
                "no headquarters is near enough",
            ),
            only(
                "TRC-15.5b",
                self.stuka_bases(them).any(),
                "each headquarters near enough already supports a Stuka",
            ),
        ]

    @law("TRC-15.1a", "aircraft are in no hex")
    def aircraft_beside_the_map(self) -> Int:
        """Says whether all air units are off the map, as they only support attacks of other units
        (15.1a)."""
        return ~(self.kinds("aircraft", "air") - units_at("counters")).any()

    @law("TRC-15.3a", "at most three Stukas")
    def few_stukas(self) -> Int:
        """Says whether the number of Stukas left for the turn is at most three. Stukas not in use
        are kept off the map (15.3a)."""
        return self.stukas <= ALL_FLOWN

    @law("TRC-15.9a", "at most three Sturmoviks")
    def few_sturmoviks(self) -> Int:
        """Says whether the number of Sturmoviks left for the turn is at most three, the largest of
        any year; there are none before July/August 1943 (15.9a)."""
        return self.sturmoviks <= ALL_FLOWN
