"""Places of the map, as (latitude, longitude), and corrections to measured hexes."""

from __future__ import annotations

CITIES: dict[str, tuple[float, float]] = {
    "Moscow": (55.75, 37.62),
    "Leningrad": (59.93, 30.33),
    "Stalingrad": (48.71, 44.51),
    "Kiev": (50.45, 30.52),
    "Kharkov": (50.0, 36.23),
    "Rostov": (47.23, 39.7),
    "Gorki": (56.33, 44.0),
    "Maikop": (44.61, 40.1),
    "Dnepropetrovsk": (48.46, 35.04),
    "Stalino": (48.0, 37.8),
    "Sevastopol": (44.61, 33.52),
    "Saratov": (51.53, 46.03),
    "Odessa": (46.48, 30.73),
    "Riga": (56.95, 24.11),
    "Minsk": (53.9, 27.56),
    "Smolensk": (54.78, 32.05),
    "Voronezh": (51.67, 39.2),
    "Tula": (54.19, 37.62),
    "Yaroslavl": (57.63, 39.87),
    "Krasnodar": (45.04, 38.98),
    "Tallinn": (59.44, 24.75),
    "Lvov": (49.84, 24.03),
    "Vilna": (54.69, 25.28),
    "Warsaw": (52.23, 21.01),
    "Budapest": (47.5, 19.05),
    "Ploesti": (44.94, 26.02),
    "Konigsberg": (54.71, 20.51),
    "Bucharest": (44.43, 26.1),
    "Krakow": (50.06, 19.94),
    "Helsinki": (60.17, 24.94),
    "Lublin": (51.25, 22.57),
    "Debrecen": (47.53, 21.63),
    "Jassy": (47.16, 27.58),
    "Constanta": (44.18, 28.65),
}
"""The cities; charts.toml has their points."""

TOWNS: dict[str, tuple[float, float]] = {
    "Kursk": (51.73, 36.19),
    "Belgorod": (50.6, 36.6),
    "Orel": (52.97, 36.07),
    "Bryansk": (53.25, 34.37),
    "Novgorod": (58.52, 31.27),
    "Pskov": (57.82, 28.33),
    "Velikie Luki": (56.34, 30.55),
    "Vitebsk": (55.19, 30.2),
    "Brest": (52.1, 23.7),
    "Novorossisk": (44.72, 37.77),
    "Kerch": (45.36, 36.47),
    "Zaporozhe": (47.84, 35.14),
    "Kalinin": (56.86, 35.9),
    "Rzhev": (56.26, 34.33),
    "Viborg": (60.71, 28.75),
    "Petrozavodsk": (61.78, 34.35),
    "Memel": (55.71, 21.13),
    "Kaunas": (54.9, 23.9),
    "Bialystok": (53.13, 23.16),
    "Perekop": (46.16, 33.69),
    "Taganrog": (47.21, 38.93),
    "Izyum": (49.2, 37.27),
}
"""Names on the map without a rule."""

CITY_HEX = {"Tallinn": "0712"}
"""Cities that measurement puts into the sea."""
LAND = {"0513", "4615"}
"""Coasts counted as land although most of the hex is sea: Helsinki, Constanta."""
ISLANDS = {"0909", "0910"}
"""Saaremaa, unreachable under the rules, is sea."""
SWEDEN = (12, 6)
"""Down to this row and column all is sea: Sweden, the Aland islands and Hiiumaa."""
LAKE_SIDES = {"0815/0915", "0915/0916", "0426/0527"}
"""Hexsides of lakes: Peipus, Pskov and Onega."""
DRY_SIDES = {"0512/0513"}
"""The coast of Helsinki, measured as water."""
KERCH = "4327/4328"
WEST_EDGE = 1
FINNISH_EDGE = 11
"""The column where the map ends in the west, in the rows of Finland that the corner cuts off."""
CORNER = (8, 10)
"""Down to this row and column the map is cut off."""
EAST_EDGE = 42
LAST_ROW = 46

AREAS = {"romania": "rumania"}
"""Areas with another name in the rulebook."""
AXIS_AREAS = {
    "finland", "greater-germany", "general-government", "slovakia", "hungary", "rumania",
    "bulgaria", "yugoslavia",
}  # fmt: skip
"""West of the Barbarossa line, the border of 21 June 1941 (SPI-FRONT-B)."""
