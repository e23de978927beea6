"""A slow second opinion on the rules of Barbarossa Deluxe, written from the rulebook alone.

Nothing in this package looks at the engine. Most functions take a plain `Position` and recompute
their answer from the rulebook text and the scenario's data files. What has happened before is told
by `Record`, a ledger that hears of every action, every unit that changes places, every hex that
changes hands and every die; no helper flag or variable of the engine is taken as a fact.
`tests/playout/follow.py` plays games with it; at each beginning of a phase it also asserts that the
engine's helper flags are empty and that what the engine holds as declared (turn, zone, sequence,
Crimea or coastal supply, markers, control) is what was declared.

Covered, by the module that states it:

- `supply`, `crimea`: every unit's supply (7.3 to 7.16, 7.20, 7.22); who draws Crimea supply as
  units come and go, at most five (7.4); the list of five.
- `movement`: points, costs and reach of stacks, stops on the way, what a split stack has left,
  entry at the edge, mobile assaults (10, 7.17, 8.1); strategic movement and its allowance (8.6,
  8.7).
- `battle`, `charts`: who may attack what, once a phase; sums, shifts and odds of every battle, also
  of those without a die (5.6, 5.7, 7.22, 9.6, 11.1 to 11.25, 11.29, 11.33).
- `bloodbath`: which attackers may be given up, in which order, and when it is enough (1.3, 11.26).
- `retreat`: where a stack or a unit of a stack that splits goes (11.27, 11.28, 10.22); advances by
  one hex (11.30).
- `support`: air armies, partisans, paratroops, the Luftwaffe and the aerial marker with what was
  used before in the phase, turn or year; that each was asked about when it was to be had (7.7, 8.38
  to 8.41, 11.23).
- `arrivals`: replacements, reinforcements, conversions, the Polish army's turn, the Romanian
  armies' return, where the eliminated go; who, where and when, the stacking of arrivals (8.1, 8.12
  to 8.15, 8.20, 8.24); the RVGK box in and out, its five moves, its sources, the snapshot at the
  phase's start (8.8 to 8.10, 7.9); emergency deployments (8.11).
- `expedition`: the condition at the turn's start, the launch, the armies that answer, defeat,
  recall over several exits, the way back of both sides (4.11 to 4.13).

Not covered: set-up, victory points, who wins, hero and fortress declarations (9.1, 9.2), when the
Soviet player is asked about an emergency (only what he may answer), sea movement beyond its effects
on others (10.16, 10.17), the second hex of an advance (11.32), where the Polish army appears
(8.24), the retreat before a battle (13.9) beyond its hexes, the surplus that goes on through full
hexes in a whole stack's retreat, hidden stacks, and what the other scenarios add.
"""
