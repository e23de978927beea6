"""Places with a hex in the rulebook, and their true latitude and longitude.

Columns: name, latitude, longitude, hex (or hexes, for their mean), slack in hexes.
The last group is inferred: set-up hexes that must lie just inside a border of June 1941,
and the Danube, south of which the Bulgarian edge hexes lie.
"""

from __future__ import annotations

ANCHORS: list[tuple[str, float, float, str, float]] = [
    ("Moscow", 55.75, 37.62, "1606", 0.2),
    ("Leningrad", 59.93, 30.33, "1011", 0.2),
    ("Kiev", 50.45, 30.52, "2311", 0.2),
    ("Stalingrad", 48.71, 44.51, "2501", 0.2),
    ("Rostov", 47.23, 39.70, "2804", 0.2),
    ("Dnepropetrovsk", 48.46, 35.04, "2607", 0.2),
    ("Sevastopol", 44.61, 33.52, "3108", 0.2),
    ("Odessa", 46.48, 30.73, "2911", 0.2),
    ("Bucharest", 44.43, 26.10, "3114", 0.2),
    ("Ploesti", 44.94, 26.02, "3015", 0.3),
    ("Budapest", 47.50, 19.05, "2820", 0.2),
    ("Belgrade", 44.81, 20.46, "3220", 0.2),
    ("Katowice", 50.26, 19.02, "2419", 0.2),
    ("Nagykanizsa", 46.45, 16.99, "2922", 0.2),
    ("Maikop", 44.61, 40.10, "3103", 0.2),
    ("Riga", 56.95, 24.11, "1415", 0.2),
    ("Kerch Strait", 45.35, 36.60, "3105/3106", 0.15),
    ("Sivash", 46.05, 34.30, "2907/3008", 0.15),
    ("Tula", 54.19, 37.62, "1806", 0.25),
    ("Constanta", 44.18, 28.65, "3213", 0.3),
    ("Pripet marshes", 52.10, 26.80, "2013/2014", 0.5),
    ("Dnepr mouth", 46.60, 32.40, "2809/2908", 0.35),
    ("Bug at Brest", 52.08, 23.65, "2116/2115", 0.5),
    ("Bug at Ustilug", 50.85, 24.05, "2315/2314", 0.5),
    ("San at Przemysl", 49.80, 22.75, "2416/2415", 0.5),
    ("Memel border", 55.45, 21.65, "1517/1516", 0.6),
    ("East Prussian border", 54.60, 22.75, "1716/1715", 0.6),
    ("Danube at Ruse", 43.85, 25.60, "3116/3216", 0.4),
    ("Timok mouth", 44.20, 22.68, "3218/3219", 0.5),
]
