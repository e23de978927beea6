"""Facts of the rulebook about named hexes, and choices where it is silent."""

from __future__ import annotations


def ids(text: str) -> list[str]:
    """``2904-2907 3005`` to single hex ids (ranges run along a row)."""
    out: list[str] = []
    for word in text.split():
        first, _, last = word.partition("-")
        out += [f"{n:04d}" for n in range(int(first), int(last or first) + 1)]
    return out


MARSH = ids("2013 2014")
STEPPE = ids("2700 2800 2900 3000")
ROUGH = ids("3200-3204")
ROUGH_CHOICES = ids("3107")  # the Crimean mountains, narrower than a hex

# Cities whose hex the rulebook names.
RULE_CITIES = {
    "1011": "Leningrad",
    "1606": "Moscow",
    "1806": "Tula",
    "2501": "Stalingrad",
    "2804": "Rostov",
    "2311": "Kiev",
    "2607": "Dnepropetrovsk",
    "2911": "Odessa",
    "3108": "Sevastopol",
    "1415": "Riga",
    "2820": "Budapest",
    "3114": "Bucharest",
}
# Cities placed by geography.  West of the border of June 1941 the rules allow exactly eleven:
# Budapest and Bucharest are named with their hexes, Berlin, Koenigsberg and Danzig by name,
# Breslau and Belgrade as seats of fortress commands; Vienna, Prague, Warsaw and Krakow are
# the capitals and great junctions left.  East of it, fourteen fell by the autumn of 1942 and
# stayed German: 14 + 14 + Maikop 1 + the hero cities Sevastopol 2 and Stalingrad 2 = the 33
# points at which the autumn 1942 scenario starts.  Kursk is no city: a fortified area, which
# the rules put there, and a city exclude each other's combat effects.
PLACED_CITIES: dict[str, tuple[float, float]] = {
    "Berlin": (52.52, 13.40),
    "Koenigsberg": (54.71, 20.51),
    "Danzig": (54.35, 18.65),
    "Breslau": (51.11, 17.03),
    "Warsaw": (52.23, 21.01),
    "Vienna": (48.21, 16.37),
    "Prague": (50.08, 14.43),
    "Krakow": (50.06, 19.94),
    "Belgrade": (44.81, 20.46),
    "Vilna": (54.69, 25.28),
    "Minsk": (53.90, 27.56),
    "Lvov": (49.84, 24.03),
    "Smolensk": (54.78, 32.05),
    "Pskov": (57.82, 28.33),
    "Bryansk": (53.25, 34.37),
    "Kharkov": (50.00, 36.23),
    "Stalino": (48.00, 37.80),
    "Voronezh": (51.67, 39.20),
    "Gorki": (56.33, 44.00),
    "Yaroslavl": (57.63, 39.87),
    "Saratov": (51.53, 46.03),
}
# Hexes chosen for cities that measurement places against a fact of the rules.
CITY_HEX: dict[str, str] = {"Belgrade": "3220", "Voronezh": "2205"}
VP_NOT_CITIES = {"2419": "USIR", "2922": "Nagykanizsa", "3015": "Ploesti", "3103": "Maikop"}
OIL = ids("2922 3015 3103")
OTHER_NAMES = {"3213": "Constanta"}

AREA_FACTS: dict[str, str] = {
    **dict.fromkeys(ids("1517 1617 1716 1817 1917"), "greater-germany"),
    **dict.fromkeys(ids("2017 2116 2216 2217 2315 2316 2416 2516"), "general-government"),
    "2314": "ussr",
    "2419": "greater-germany",
    **dict.fromkeys(ids("2820 2922"), "hungary"),
    **dict.fromkeys(ids("3015 3114 3213"), "romania"),
    **dict.fromkeys(ids("3215-3218"), "bulgaria"),
    **dict.fromkeys(ids("3023 3121 3219 3220"), "yugoslavia"),
}
# Hexes where the rules contradict the measured frontier: Lithuania has five hexes, every south
# edge hex from 3023 to 3219 is Yugoslav, and Scania is Swedish.  1816 holds Suwalki, which was
# German, and Grodno, which was Soviet: with it Soviet, the German hexes on the frontier from the
# Baltic to Hungary are just the eleven where 3.3 and 3.7 set up the army groups.
AREA_CHOICES: dict[str, str] = {
    "1816": "ussr",
    "1515": "latvia",
    "1614": "latvia",
    "1522": "neutral",
    "3022": "yugoslavia",
    "3214": "romania",
}

# Hexes that the rules use as land.
LAND = ids(
    "1009 1011 1109-1111 1210 1211 1310 1311 1409-1412 1415 1508-1511 1517 1617 1716 2904 2907 "
    "2908 2911 3004 3005 3008 3104-3106 3108 3213 2805 3203 3204"
)
SPECIAL_SIDES = {"3105/3106": "kerch", "2907/3008": "sivash"}
# Hexsides of open water required by the rules and measured as partly dry, and the reverse.
WET_SIDES: dict[str, tuple[str, str]] = {
    "1112/1213": ("lake", "Lake Peipus"),
    "1212/1213": ("lake", "Lake Peipus"),
    "1206/1305": ("lake", "Volga Reservoir"),
    "2802/2901": ("lake", "Manych Deep"),
    "2822/2921": ("lake", "Lake Balaton"),
}
DRY_SIDES: list[str] = ["3009/3108"]

FIRST_SOUTHERN_ROW = 22
GERMAN_SOURCES = [f"{row:02d}24" for row in range(17, 30)]
SOVIET_SOURCES = [f"{row:02d}00" for row in range(10, 33) if not 27 <= row <= 30]
RVGK_EDGE = [f"{row:02d}00" for row in range(10, 27)]
CAUCASUS_EXIT = ids("3200-3204")
PORTS = {
    "2911": "port-black",
    "3108": "port-black",
    "3213": "port-black",
    "1011": "port-baltic",
    "1415": "port-baltic",
}
BALTIC_PORT_CITIES = ("Koenigsberg", "Danzig")

ROSTOV_AREA = ids("2904 2801-2803 2900-2903 3000-3005 3100-3105 3200-3204")
DP_AREA = ids("2200 2300-2302 2400-2403 2500-2504 2600-2606 2700-2706 2800 2805-2808 2906-2908")
# Fortified lines, unknown hex by hex: the Stalin Line of the old Soviet border, and the German
# works in Pomerania, on the Oder-Warthe bend and in Masuria.
SOVIET_FORTS: dict[str, tuple[float, float]] = {
    "Ostrov": (57.35, 28.35),
    "Sebezh": (56.28, 28.50),
    "Polotsk": (55.48, 28.80),
    "Mozyr": (52.05, 29.25),
    "Korosten": (50.95, 28.65),
    "Novograd-Volynski": (50.60, 27.60),
    "Letichev": (49.40, 27.60),
    "Mogilev-Podolski": (48.45, 27.80),
    "Rybnitsa": (47.77, 29.00),
    "Tiraspol": (46.85, 29.60),
    "Slutsk": (53.02, 27.55),
    "Kingisepp": (59.37, 28.60),
}
GERMAN_FORTS: dict[str, tuple[float, float]] = {
    "Deutsche Krone": (53.27, 16.47),
    "Meseritz": (52.44, 15.58),
    "Loetzen": (54.03, 21.77),
}
CRIMEA = ids("3008 3009 3106 3107 3108")
CRIMEA_SUPPLY = [*CRIMEA, *ids("3005 3104 3105")]
SPECIAL_NAMES = {"kerch": "Kerch Strait", "sivash": "Sivash"}
AZOV = ids("2804-2806 2904 2906 2907 3005 3008 3105-3107")
BOTH_SEAS = ids("3008 3105-3107")
NO_COAST: list[str] = []
COAST_EXTRA: list[str] = []
WEST = ("greater-germany", "general-government", "slovakia", "hungary", "romania", "yugoslavia")
SOVIET_1941 = ("ussr", "lithuania", "latvia", "estonia")
