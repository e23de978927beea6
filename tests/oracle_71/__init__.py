"""An oracle of *Barbarossa: the Russo-German War 1941-45* (1971) in plain Python: slow, obvious,
and written from the rulebook alone.

It shares nothing with the engine but the map, the hexsides and the counters, which it reads from
the game's files itself; the charts it has written out by hand. Each module is one subject of the
rulebook, and each function names the catalogue rows (``SPI-...``, here without the prefix) that it
states. R1 to R60 are readings of what the rulebook leaves open.

What it tells of a position:

- zones of control for movement, for supply and for retreats; the cost of a hex; all hexes that a
  unit can come to, with the points it takes; overruns, alone and together; the Kerch Straits; the
  west edge (`movement`); rail (`rail`);
- General and Attack Supply, and who dies of isolation (`supply`);
- who may attack whom, strengths, the Luftwaffe, odds (`battle`); retreats (`retreat`);
- stacking, breaking down and recombining (`stacks`); who may come to a full hex (`crowds`);
- where a side is set up, what covers the front and whether it can still be covered (`setting_up`);
- arrivals, replacements, the Luftwaffe that is removed, the thaw (`arrivals`);
- control of cities, scores, the conditions of the campaign (`victory`).
"""
