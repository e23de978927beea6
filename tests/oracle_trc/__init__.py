"""An oracle of The Russian Campaign, 5th edition, in plain Python: slow, obvious, and written
from the rulebook alone.

It shares nothing with the engine. Each module is one subject of the rulebook, and each function
names the catalogue rows (``TRC-...``) that it states. Where the rulebook has two readings, the
reading is a field of `readings.Readings`.

It takes no record of the actions of units from the engine: `ledger` follows a game by its actions
and by the counters that change places, and derives the rest. The facts on the table (counters,
control, track, the markers of turn, player, impulse and weather) are read too, and compared.

It computes, along the sequence of play (4):

- weather, its modifier and the die (4.1.1); control hex by hex (7.4, 13.3, 17.2.1);
- arrivals, with their dates and hexes: reinforcements, garrisons of Bulgaria and Warsaw, Lapland,
  returning corps, the off-map box, edges, the south edge (20.0 to 20.9); withdrawals (20.9),
  motorization (23); replacements of both sides: combinations, points, Archangel, Stavka and
  headquarters in the second impulse (21, 22); workers and their cities (22.3); paratroops (18);
- movement on the ground, by rail with its capacity and free moves, by sea with its dice, of
  arriving units too (5, 8 to 11); units that have moved, are pinned, have lost their leader (8.4,
  10.3, 11.3);
- automatic victories, their aircraft, and the units left after them (16); surrenders (12.5);
  partisans that leave (19.3) and the hexes where they are placed (19.1);
- battles: legal attacks, in the first impulse of the game too (3.7), every plan of a small front,
  odds that may be announced, doubling, combat supply; aircraft: how many, on which
  headquarters, in range of all defenders, new each turn (15); results by the die, losses, retreats
  (12 to 14);
- the end of a player turn: track (9.4), general supply (17), allies (24); garrisons called and
  Bulgaria opened (5.5, 20.7, 20.8), Finland closed; victory at once, in winter and at the end (25).

It does not compute: set-up (3.3, 3.4); full cities at arrivals (20.4); surrenders of units that
came voluntarily or are next to an automatic victory (16.3); losses by overstacking (6.2, 13.7);
the matching of units that leave over a hostile edge (20.10)
in play; victory points of scenarios (27.12) in play; optional rules and variants (26, 28) but for
the worked examples.
"""
