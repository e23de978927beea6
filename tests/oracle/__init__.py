"""A slow second opinion on the rules of Barbarossa Deluxe, written from the rulebook alone.

Nothing in this package reads the engine. Most functions take a plain `Position` and recompute
their answer from the rulebook text and the scenario's data files. Past events come from
`Record`, a ledger that receives every action, every unit that changes places, every hex that
changes hands and every die; no helper flag or variable of the engine is taken as a fact.
`tests/playout/follow.py` plays games with it; as each phase begins it also asserts that the
engine's helper flags are clear and that its declarations (turn, zone, sequence, Crimea or coastal
supply, markers, control) equal those in the ledger.

Covered, by the module that states it:

- `supply`, `crimea`: every unit's supply (7.3 to 7.16, 7.20, 7.22); the units that draw Crimea
  supply as units come and go, at most five (7.4); the list of five.
- `movement`: points, costs and reach of stacks, stops on the way, the rest of a split stack,
  entry at the edge, mobile assaults (10, 7.17, 8.1); strategic movement and its allowance (8.6,
  8.7).
- `battle`, `charts`: legal attacks, once a phase; sums, shifts and odds of every battle, also
  of those without a die (5.6, 5.7, 7.22, 9.6, 11.1 to 11.25, 11.29, 11.33); the result of the die
  and the bloodbaths that may be spared (5.16, 11.25, 11.33); who may advance a second hex (11.32).
- `bloodbath`: the attackers that may be lost, in order, until they suffice (1.3, 11.26).
- `retreat`: the hexes for a stack, or for a unit of a split stack (11.27, 11.28, 10.22); advances
  by one hex (11.30).
- `support`: air armies, partisans, paratroops, the Luftwaffe and the aerial marker with their
  earlier uses in the phase, turn or year; that each was offered when available (7.7, 8.38 to 8.41,
  11.23).
- `arrivals`: replacements, reinforcements, conversions, the Polish army's turn, the Romanian
  armies' return, the places of eliminated units; units, hexes, dates and stacking of arrivals (8.1,
  8.12 to 8.15, 8.20, 8.24); the RVGK box in and out, its five moves, its sources, the snapshot at
  the phase's start (8.8 to 8.10, 7.9); emergency deployments (8.11).
- `expedition`: the condition at the turn's start, the launch, the armies that answer, defeat,
  recall over several exits, the return of both sides (4.11 to 4.13).
- `tigers`: the corps on which a Tiger battalion may arrive or to which it may go; battalions in
  stacks, battles and bloodbaths stand with the other rules on these (8.31).
- `sequence`: the order of the player turns and of their phases (5.4, 5.5, 15.3).
- `what_if`: the border, the free set-up and the winner of 1942, What If? (15.3 to 15.5); the ports
  of the coastal army (10.34).
- The works and guns of 1943 stand with the rules that they change: the fortified area and the East
  Wall in `model`, `battle` and `supply` (7.20, 8.5, 8.18, 11.21), artillery corps in `support` and
  `battle` (8.36), the command of the Kerch Strait in `model` (8.3).
- `citadel`, `gambit`: the winners of the scenarios of 1943, the places of the Gambit's set-up and
  the drop of its paratroops (4.17, 14.4, 14.9, 14.10); the factor drawn for the counter-fire corps
  stands in `battle` (8.35), groups and others that enter in hexes of their own in `arrivals` (8.2,
  8.3).
- `terms`: what sections 13 to 15 change in all of these.

Not covered: the set-up and the winner of Blue & Kremlin, victory points, hero and fortress
declarations (9.1, 9.2), when the emergency deployment is offered (only its legal answers), sea
movement beyond its effects on others (10.16, 10.17), the retreat of the coastal army to its other
port (10.34), a battalion that is lost (8.31), bloodbaths beside dropped paratroops (4.17), where
the Polish army appears (8.24), the retreat before a battle (13.9) beyond its hexes, the surplus
that goes on through full hexes in a whole stack's retreat, hidden stacks, and rules of other
scenarios.
"""
