"""An oracle of *Barbarossa: the Russo-German War 1941-45* (1971) in plain Python: slow, obvious,
and written from the rulebook alone.

It shares nothing with the engine but the map, the hexsides and the counters, which it reads from
the game's files itself; its charts are written out by hand. Each module is one subject of the
rulebook, and each function names the catalogue rows (``SPI-...``, here without the prefix) that it
states. R1 to R60 are readings of open passages of the rulebook.

It computes, for a position:

- zones of control for movement, for supply and for retreats; the cost of a hex; the reach of a
  unit with the points needed; overruns, alone and together; the Kerch Straits; the
  west edge (`movement`); rail (`rail`);
- General and Attack Supply, and units lost by isolation (`supply`);
- legal attacks, strengths, the Luftwaffe, odds (`battle`); retreats (`retreat`);
- stacking, breaking down and recombining (`stacks`); units that may enter a full hex (`crowds`);
- the area of a side's set-up, the cover of the front, and whether it can still be covered
  (`setting_up`);
- arrivals, replacements, the removed Luftwaffe unit, the thaw (`arrivals`);
- control of cities, scores, the conditions of the campaign (`victory`).
"""
