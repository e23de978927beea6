"""An oracle of The Russian Campaign, 5th edition, in plain Python: slow, obvious, and written
from the rulebook alone.

It shares nothing with the engine. Each module is one subject of the rulebook, and each function
names the catalogue rows (``TRC-...``) that it states. Where the rulebook can be read in two ways
the reading is a field of `readings.Readings`.

It takes nothing from the engine of what units have done: `ledger` follows a game from its actions
and from the counters that change places, and derives the rest. What lies on the table (counters,
control, track, the markers of turn, player, impulse and weather) is told as well, and compared.

What it tells, along the sequence of play (4):

- weather, its modifier and the die (4.1.1); control hex by hex (7.4, 13.3, 17.2.1);
- who arrives, when and where: reinforcements, garrisons of Bulgaria and Warsaw, Lapland, corps that
  come back, the off-map box, edges, the south edge (20.0 to 20.9); withdrawals (20.9), motorization
  (23); replacements of both sides: who may come together, for how many points, Archangel, Stavka
  and headquarters in the second impulse (21, 22); workers and their cities (22.3); paratroops (18);
- movement on the ground, by rail with its capacity and free moves, by sea with its dice, of
  arriving units too (5, 8 to 11); who has moved, is pinned, has lost his leader (8.4, 10.3, 11.3);
- automatic victories, their aircraft, and what is left after them (16); who surrenders (12.5);
  partisans that leave (19.3) and where they are put (19.1);
- battles: who may attack whom, in the first impulse of the game too (3.7), every plan of a small
  front, odds that may be announced, doubling, combat supply; aircraft: how many, on which
  headquarters, in range of all defenders, new each turn (15); results by the die, losses, retreats
  (12 to 14);
- the end of a player turn: track (9.4), general supply (17), allies (24); garrisons called and
  Bulgaria opened (5.5, 20.7, 20.8), Finland closed; victory at once, in winter and at the end (25).

What it does not tell: set-up (3.3, 3.4); a city that is full, when a unit would enter it (20.4);
who surrenders of those that came of their own accord or stand beside an automatic victory (16.3);
who goes for overstacking (6.2, 13.7); the matching of units that leave over a hostile edge (20.10)
in play; victory points of scenarios (27.12) in play; optional rules and variants (26, 28) but for
the worked examples.
"""
