"""Cities, oil wells and ports, and the entry hexes of units."""

from __future__ import annotations

PLACES = {
    "E31": ("Berlin", "city-major"),
    "L26": ("Warsaw", "city-major"),
    "F17": ("Riga", "city-major"),
    "B14": ("Helsinki", "city-major"),
    "E10": ("Leningrad", "city-major"),
    "O19": ("Minsk", "city-major"),
    "R9": ("Moscow", "city-major"),
    "W19": ("Kiev", "city-major"),
    "AA14": ("Kharkov", "city-major"),
    "AA9": ("Voronezh", "city-major"),
    "CC4": ("Saratov", "city-major"),
    "II7": ("Stalingrad", "city-major"),
    "DD18": ("Dnepropetrovsk", "city-major"),
    "DD24": ("Odessa", "city-major"),
    "JJ23": ("Sevastopol", "city-major"),
    "II14": ("Rostov", "city-major"),
    "FF16": ("Stalino", "city-major"),
    "PP5": ("Astrakhan", "city-major"),
    "BB31": ("Bucharest", "city-major"),
    "C1": ("Archangel", "city-major"),
    "U1": ("Gorki", "city-major"),
    "H29": ("Posen", "city-minor"),
    "K30": ("Breslau", "city-minor"),
    "O23": ("Brest", "city-minor"),
    "J21": ("Kaunas", "city-minor"),
    "H23": ("Koenigsberg", "city-minor"),
    "D15": ("Tallinn", "city-minor"),
    "L15": ("Vitebsk", "city-minor"),
    "P14": ("Smolensk", "city-minor"),
    "O8": ("Kalinin", "city-minor"),
    "T14": ("Bryansk", "city-minor"),
    "U9": ("Tula", "city-minor"),
    "S25": ("Lvov", "city-minor"),
    "X13": ("Kursk", "city-minor"),
    "NN16": ("Krasnodar", "city-minor"),
    "AA29": ("Ploesti", "oil"),
    "PP13": ("Maikop", "oil"),
    "QQ7": ("Grozny", "oil"),
}
"""Name and class by hex, from a published transcription of the printed map (5th edition)."""

PORTS = {
    "port-baltic": "F17 D15 B14 E10",
    "port-black": "DD24 JJ23 II14",
}
"""Riga, Tallinn, Helsinki, Leningrad (10.5); Odessa, Sevastopol, Rostov (10.4)."""

EXITS = {
    "rail-west": "A33 E33 K33 T33 BB33 GG33",
    "rail-east": "L1 U1 X1 FF1",
    "rail-south": "QQ6 QQ12",
    "rail-north": "A5 A14",
    "rail-hungarian": "T33",
}
"""Hexes where railways leave the map (9.3.4, 20.5, 20.6), not all rail hexes of an edge."""
