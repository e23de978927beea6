"""Rivers and railways of the printed map as chains of hexes, each step to a neighbour.

From a published transcription of the printed map of the 5th edition.
"""

from __future__ import annotations

RIVERS: list[tuple[str, str]] = [
    ("oder", "N31 M30 L30 K30 J30 I30 H30 G30 F30 E30 E29 D29 D28 C27"),
    ("vistula", "R28 Q27 P27 O26 N26 M26 L26 K26 J27 I27 H27 H26 G25 G24 F24"),
    ("san", "O28 O27 O26"),
    ("neman", "P20 P21 O21 N21 M21 L22 K21 J21 I20 H21 G21 F22"),
    ("western-dvina", "M12 M13 M14 L15 K15 K16 J16 I16 H17 G16 F17"),
    ("velikaya", "H15 H14"),
    ("narva", "F14 E13 E12 D12"),
    ("volkhov", "I11 H11 H10 G9 F9 E8"),
    ("vuoksi-west", "A10 B11 C11"),
    ("vuoksi", "A9 B10 C9 D9"),
    ("svir", "D8 E7 E6 E5 D5"),
    ("neva", "D10 E10"),
    ("kovzha", "E5 F5 G4 H4"),
    ("northern-dvina", "B2 C1 D2 E1 F1"),
    ("volga", "L11 M10 N10 O9 O8 O7 O6 N6 N5 O4 O3 P3 Q2 R2 S2 T2 U1 V1"),
    ("volga", "Z1 Z2 AA2 BB3 BB4 CC4 DD5 EE4 EE5 FF6 GG6 HH7 II7 JJ7 KK6 LL6 MM6 NN6 OO5 PP5 QQ4"),
    ("moscow-canal", "O8 P8 Q8 R9"),
    ("moskva", "R9 S8 S7 S6 T6 T5 T4 T3 U2"),
    ("oka", "W12 V12 U11 T11 T10 T9 T8 U7 V7 V6 W5 W4 V4 U3 U2 U1"),
    ("ugra", "R12 R11 S10 T10"),
    (
        "don",
        (
            "V9 W9 X9 Y9 Z9 AA9 BB9 CC9 DD10 EE9 FF9 FF8 GG7 HH8 II8 JJ9 JJ10 JJ11 JJ12 II12 II13 "
            "II14 II15"
        ),
    ),
    ("donets", "Y12 Z13 AA12 BB13 BB14 CC14 DD14 EE13 FF13 GG12 HH12 II12"),
    (
        "dnieper",
        (
            "P12 P13 P14 O14 O15 P16 Q16 R17 S17 T18 U18 V19 W19 X20 Y19 Z19 AA18 BB18 CC17 DD18 "
            "EE18 EE19 EE20 EE21 EE22"
        ),
    ),
    ("pripyat", "T23 T22 S21 S20 S19 T19 U19 V19"),
    ("southern-bug", "V23 W22 X23 Y22 Z22 AA22 BB22 CC22 DD23 EE23 EE22"),
    ("dniester", "S26 T26 U25 V25 W24 X25 Y24 Z25 AA24 BB25 CC24 DD25 EE24"),
    ("prut", "V27 W26 X26 Y26 Z26 AA26 BB26 CC26 DD27"),
    ("danube", "DD33 DD32 DD31 EE30 EE29 EE28 DD28 DD27 EE27 FF27 GG26"),
    ("kuban", "QQ13 PP14 OO13 NN14 NN15 NN16 NN17 MM17 LL18 LL19 KK18 JJ19"),
]
"""Name and course, from source to mouth.  The Volga leaves the map at Gorki and comes back.

The San stands for an unnamed tributary of the Vistula.
"""

RAILS = [
    "E31 E32 E33",
    "E31 D32 C32 B33 A33",
    "E31 E30 E29 E28 E27 F27 F26 G25 H25 H24 H23",
    "E31 F31 G30 G29 H29",
    "E31 F32 G32 H33 I33 J33 K33",
    "K30 K31 K32 J33",
    "K30 K29 L29 L28 L27 L26",
    "H29 I29 J29 K28 L28 M28 N28 O27 P27 Q26 R26 S25",
    "H29 I28 J28 K27 L27",
    "S25 S26 T27 T28 T29 T30 T31 T32 T33",
    "H23 I23 J24",
    "H23 I22 J22 J21",
    "J21 J20 I19 H19 G18 G17 F17",
    "L26 L25 L24 L23 L22 L21 L20 L19 K18 K17 K16",
    "L26 M25 N25 O24 O23",
    "O23 O22 O21 O20 O19 O18 O17 O16",
    "O23 O22 P22 Q21 R21 R20 S19 S18 S17 T17 T16 T15 T14",
    "A14 B14 B13 B12 B11 C10 D10 E10",
    "F17 F16 E15 E14 E13 E12 E11 E10",
    "F17 G16 H16 I15 J15 K15 L15",
    "E10 F11 G11 H12 I12 J13 K13 K14 L15",
    "E10 F11 F12 G12 H13 H14 I14 J15 J16 K16",
    "E10 F10 G10 H10 I9 J9 K9 L9 M8 N8 O8",
    "E10 F10 F9 F8 E7",
    "L15 L14",
    "L15 M14 N14 O14 P14",
    "L15 M15 N16 O16",
    "P14 P13 Q12 Q11 Q10 R10 R9",
    "P14 Q13 R13 R12 S11 T11 T10 U9",
    "O8 P9 Q9 R9",
    "T14 T13 S12 S11 S10 R10 R9",
    "T14 U14 V15 W15",
    "E7 D7 C6 B6 A5",
    "F9 G8 H8 H7 I6 I5 I4 J4 K3 K2 K1 L1",
    "C1 D2 E1 F2 G2 H2 I2 J2 K2 L3 M3 N4 O4 P5 P6 Q6 R7 R8 R9",
    "R9 R8 S7 S6 S5 S4 T4 T3 U2 U1",
    "R9 S9 T9",
    "T9 U9",
    "O16 O15 P15 P14",
    "O23 P24 Q24 R24 S23 T23 U22 V22 W21 X21",
    "S25 T25 U24 V24 W23 W22 X22",
    "W19 W20 X21 X22 X23 Y22 Z23 AA23 BB23 CC23 DD24",
    "W20 X21 Y20 Z20 AA19 BB19 CC18 DD18",
    "W19 X19 Y18 Z18 AA17 BB17 CC16 CC15",
    "W19 W18 W17 W16 W15 W14 W13 X13",
    "X13 Y13 Z14 AA14",
    "AA14 BB15 CC15 DD16 EE16 FF16",
    "X13 X12 X11 Y10 Z10 AA9",
    "X13 W12 W11 V11 V10 U9",
    "T9 U8 V8 W8 X8 Y7 Y6 Z6 AA5 BB5 CC4",
    "AA9 Z9 Y8 X8",
    "X8 Y8 Z8 AA7 BB7 CC7 DD7 EE7 FF7 GG7 HH7 II7",
    "R9 S8 T8 T7 U6 V6 W5 X5 X4 X3 X2 X1",
    "CC4 DD4 EE3 FF3 GG3 HH4 II4 JJ5 KK5 LL6 MM5 NN5 OO4 PP5",
    "FF3 FF2 FF1",
    "PP5 PP6 QQ6",
    "II14 HH14 HH13 HH12 II11 II10 II9 II8 II7",
    "HH13 GG12 FF12 EE11 DD11 CC10 BB10 AA9",
    "II7 JJ8 JJ9 KK9 KK10 LL11 LL12 MM12 MM13 MM14 MM15 NN16",
    "FF16 GG15 HH15 II14",
    "II14 JJ15 KK15 LL16 MM16 NN16",
    "NN16 OO15 OO14 OO13 PP13 QQ12",
    "DD18 EE17 EE16 FF16",
    "DD18 EE18 FF18 FF19 GG19",
    "S25 T26 U26 V26 W26 X26 Y26 Z27 AA27 BB27 CC27 CC28 CC29 BB30 BB31",
    "BB31 BB32 BB33",
    "BB31 CC31 DD32 EE32 FF33 GG33",
    "HH21 HH22 II22 JJ23",
]
"""Lines of rail hexes.

The line from Smolensk to Tula runs through R12 and not through S12 (reconstructed): the examples
of 9.4 have a unit in R12 on the track, and treat S12 as plain track and not as a junction.
"""

RAIL_LINK = ("GG19", "HH21")
"""A track between hexes that do not touch (8.6)."""
