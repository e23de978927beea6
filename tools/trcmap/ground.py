"""Ground and lines of the printed map: terrain, closed hexsides, frontiers, district lines.

From a published transcription of the printed map of the 5th edition; a hexside is a hex and a side
(e, se, sw, ne, nw, w). Reconstructed parts are marked.
"""

from __future__ import annotations

TERRAIN = {
    "woods": "J24 L23 L12 M20 M19 N20 N19 O22 O21 O20 P23 P9 Q11 Q10 R14 R11 S14 S13 T14",
    "mountain": (
        "B28 J33 J32 J11 J10 K33 K32 K31 K11 K10 K9 L33 L32 L31 L11 L10 M32 M31 M29 N32 N29 O33 "
        "O32 O31 O30 O29 P33 P32 P31 P30 P29 Q33 Q32 Q31 Q30 Q29 Q28 R29 R28 S28 S27 T28 T27 T25 "
        "T24 U28 U27 U26 U24 V28 V27 V26 W33 W32 W31 W28 W27 W26 X33 X32 X31 X30 X29 X28 X27 X3 X2 "
        "Y33 Y32 Y31 Y30 Y29 Y28 Y27 Y26 Y4 Y3 Y2 Y1 Z33 Z32 Z31 Z30 Z29 Z28 Z27 Z5 Z4 Z3 AA29 "
        "AA28 AA27 AA4 AA3 BB29 BB28 EE31 FF32 FF31 FF30 GG31 GG30 JJ22 NN17 OO16 OO15 PP16 PP15 "
        "PP13 PP12 QQ16 QQ15 QQ14 QQ12 QQ11"
    ),
    "swamp": (
        "A6 A5 B26 B6 B3 B1 C2 C1 D3 D2 D1 E10 E2 E1 F12 F11 F10 F9 F8 F7 F2 F1 G11 G10 G9 G8 G7 "
        "G1 H12 H11 H10 H9 H8 H7 H5 I12 I10 I9 I6 I5 J12 J7 J6 K12 K6 L6 O17 P22 P21 P19 P18 P17 "
        "Q22 Q21 Q20 Q19 Q18 Q17 R23 R22 R21 R20 R19 R18 S23 S22 S21 S20 S19 S18 S17 T23 T22 T21 "
        "T20 T19 T18 U21 U19 U18 V19 W18 PP22 PP21 PP20 PP19"
    ),
    "sea": (
        "A29 A28 A27 A26 A25 A24 A23 A22 A21 A20 A19 A17 A16 A3 A2 A1 B29 B27 B25 B24 B21 B19 B17 "
        "B16 B2 C27 C26 C25 C24 C23 C22 C21 C20 C19 C18 C17 C16 C14 C13 C12 C11 D27 D26 D25 D24 "
        "D23 D22 D21 D20 D19 D17 D13 D12 D11 E24 E23 E22 E21 E20 E17 E16 F24 F23 F22 F21 G22 EE24 "
        "EE23 FF26 FF25 FF24 GG27 GG26 GG25 GG24 GG23 GG22 GG20 HH31 HH30 HH29 HH28 HH27 HH26 HH25 "
        "HH24 HH20 II30 II29 II28 II27 II26 II25 II24 II23 II19 II18 II17 II16 II15 JJ29 JJ28 JJ27 "
        "JJ26 JJ25 JJ24 JJ20 JJ19 JJ18 KK29 KK28 KK27 KK26 KK25 KK24 KK23 KK22 KK21 LL28 LL27 LL26 "
        "LL25 LL24 LL23 LL22 LL21 LL20 MM27 MM26 MM25 MM24 MM23 MM22 MM21 MM20 MM19 NN22 NN21 NN20 "
        "NN19 OO22 OO21 OO20 OO19 OO18 PP18 QQ22 QQ21 QQ20 QQ19 QQ18 QQ17 QQ4 QQ3 QQ2 QQ1 F25"
    ),
    "lake": "C8 D9 D8 D5 E9 E8 F14 G14 H4 I11 M5",
}
"""Hexes by terrain; every other hex of the grid is clear."""

PROHIBITED = (
    "C28:sw C28:se G24:e G23:sw F18:e B15:sw B4:e C2:e B5:sw C5:e E5:e E5:se FF28:e II20:sw KK19:e "
    "JJ17:sw"
)
"""Hexsides with white dots: all water, or closed for another reason."""

STRAIT = "KK20:e"
"""The strait of Kerch."""

DISTRICTS = (
    "A6:e A6:se B7:e B7:se C7:e C7:se D11:se D10:sw E19:e E18:sw F19:e F18:sw G18:e G18:se H21:se "
    "H19:e H19:se I21:e I20:se I20:sw I19:e I19:se I19:sw J20:e J20:se K21:se K20:e K20:se K20:sw "
    "L22:e L21:sw M21:e M21:se N22:e N22:se O22:e O22:se P24:se P24:sw P23:e P23:se P23:sw Q23:e "
    "Q23:se R24:e R24:se S25:se S24:e S24:se S24:sw T26:e T25:sw U25:e U24:sw V25:e V24:sw W25:se "
    "W24:e W24:se W24:sw W23:sw X24:e X24:se Y24:e Y23:sw Z24:e Z24:se AA24:e AA23:sw BB24:e "
    "BB24:se CC24:e CC24:se DD25:e"
)
"""The eastern limit of the military districts, and the lines between them.

O22:sw is omitted, a spur with one district on both sides.
"""

BORDERS = (
    "P33:se P33:sw V33:e V33:se V33:sw CC33:se DD33:e DD33:ne HH33:se HH33:sw P32:se P32:sw U32:se "
    "V32:ne DD32:se DD32:sw HH32:sw II32:e JJ32:ne H31:e P31:se P31:sw U31:se V31:e V31:ne DD31:se "
    "DD31:sw II31:se F30:se G30:e G30:se H30:sw I30:e J30:e J30:ne L30:e P30:sw Q30:e R30:ne "
    "V30:sw W30:e X30:e X30:ne DD30:sw EE30:e FF30:e FF30:ne F29:se F29:sw J29:sw K29:e K29:se "
    "L29:sw M29:e N29:e N29:se N29:ne O29:e P29:e P29:ne Q29:se R29:e R29:ne X29:sw Y29:e Z29:ne "
    "FF29:sw GG29:e F28:se F28:sw P28:sw Q28:e R28:e R28:se R28:sw R28:ne S28:e T28:e T28:se "
    "T28:ne U28:e V28:e V28:se V28:ne W28:e X28:e X28:se X28:ne Y28:e Y28:se F27:se F27:sw Q27:se "
    "R27:ne V27:se V27:sw DD27:e F26:se F26:sw H26:e Q26:se R26:ne V26:sw W26:e X26:e X26:se "
    "X26:ne Y26:e Z26:e Z26:se Z26:ne AA26:e BB26:e BB26:se BB26:ne CC26:e CC26:se DD26:sw EE26:e "
    "G25:e G25:se H25:sw I25:e J25:e J25:ne P25:e P25:se Q25:e Q25:se J24:se J24:sw L24:e N24:e "
    "N24:se O24:e O24:se J23:e J23:se J23:sw K23:e K23:se L23:sw M23:e M23:se I22:se J22:ne H21:e "
    "H21:se I21:e I21:se F20:sw G20:e G20:se"
)
"""Frontiers of countries, and of East Prussia."""
