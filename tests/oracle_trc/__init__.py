"""An oracle of The Russian Campaign, 5th edition, in plain Python: slow, obvious, and written
from the rulebook alone.

It shares nothing with the engine. Each module is one subject of the rulebook, and each function
names the catalogue rows (``TRC-...``) that it states. Where the rulebook can be read in two ways
the reading is a field of `readings.Readings`.
"""
