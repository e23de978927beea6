"""The tables of games: their columns, with type, unit, and what null means.

The documentation and the Arrow schemas are made from these values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

FORM = 1
"""The version of the form of the tables. New columns do not change the version; a changed column
does."""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    type: str
    """The Arrow type."""
    text: str
    """The content of the column, in words."""
    null: str = ""
    """The meaning of null; empty for a column without null."""


@dataclass(frozen=True)
class Form:
    """The form of a table: the kind of thing that each row describes, and the columns."""

    text: str
    """The kind of thing that a row describes, such as a battle, in words."""
    columns: tuple[Column, ...]
    rows: int = 16384
    """Maximum number of rows of a record batch or row group."""


RECORD = Column("record", "string", "the record: its file, within the folder that was read")
BATTLE = Column("battle", "int32", "the number of the battle in the record, from 0")
POSITION = Column("position", "int32", "the number of the position in the record, from 0")
TURN = Column("turn", "int32", "the game turn; 0 in a game without turns")

TABLES: Mapping[str, Form] = {
    "games": Form(
        "a record",
        (
            RECORD,
            Column("game", "string", "the id of the scenario"),
            Column("digest", "string", "the digest of the game file"),
            Column("options", "list<string>", "the optional rules in force"),
            Column("without", "list<string>", "the rules left out, by id"),
            Column(
                "seed",
                "string",
                "the seed of the dice in decimal digits, since it may have more than 64 bits",
                "not recorded",
            ),
            Column("whole", "bool", "whether the record begins at the start of the scenario"),
            Column("decisions", "int32", "the number of recorded actions, rolls included"),
            Column(
                "described",
                "bool",
                "whether the game file describes battles; if not, as in early ones, the record has "
                "no rows about them",
            ),
            Column("over", "bool", "whether the game is over"),
            Column("winner", "string", "the side that won", "nobody won, or it is not over"),
            Column("level", "int32", "the level of the victory, 1 if there is one", "not over"),
            Column("rule", "string", "the rule that ended the game", "not over"),
            Column("conceded", "string", "the side that conceded", "nobody did"),
            Column("key", "uint64", "the key of the last position"),
        ),
    ),
    "sides": Form(
        "a side of a record",
        (
            RECORD,
            Column("number", "int32", "the number of the side, from 0"),
            Column("side", "string", "its name"),
            Column("player", "string", "who played it", "not recorded"),
            Column("score", "double", "1 for a victory, -1 for a defeat, 0 otherwise", "not over"),
        ),
    ),
    "decisions": Form(
        "a recorded action: a side's choice, or an outcome of chance",
        (
            RECORD,
            Column("number", "int32", "the number of the action in the record, from 0"),
            TURN,
            Column("phase", "string", "the two outermost running procedures"),
            Column("actor", "string", "the side that chose, or `chance`"),
            Column("decision", "string", "the name of the decision"),
            Column("action", "string", "the action in notation"),
            Column("code", "uint64", "the action by number"),
            Column("legal", "int64", "the number of legal actions, or of outcomes"),
            Column("chance", "double", "the probability of the outcome", "a side chose"),
            Column("forced", "int32", "the single legal actions that were played after it"),
            Column("key", "uint64", "the key of the position before the action"),
            Column("key_after", "uint64", "the key of the position after it"),
        ),
    ),
    "battles": Form(
        "a battle whose result became known",
        (
            RECORD,
            BATTLE,
            Column("decision", "int32", "the action that gave the result: `decisions.number`"),
            TURN,
            Column("side", "string", "the attacker's side", "unknown"),
            Column("kind", "string", "the kind of battle", "the game has a single kind"),
            Column("target", "string", "the hex attacked, or several joined by `+`"),
            Column(
                "attack",
                "double",
                "the attack total in combat factors, support included",
                "unknown",
            ),
            Column("defence", "double", "the defence total in combat factors", "unknown"),
            Column("support", "double", "the attack factors from support"),
            Column("odds", "string", "the odds before shifts, such as `3:1`", "unknown"),
            Column(
                "shifts",
                "list<struct<rule: string, columns: int32>>",
                "the column shifts by rule; positive shifts are to the right",
            ),
            Column("column", "string", "the column at which the die is rolled", "unknown"),
            Column("table", "string", "the combat results table", "the game has a single one"),
            Column("die", "int32", "the die", "no die was rolled"),
            Column(
                "rolled",
                "string",
                "the result of the die, before a choice of a side",
                "no die was rolled",
            ),
            Column("result", "string", "the final result"),
            Column("key", "uint64", "the key of the position before the result was known"),
        ),
    ),
    "chances": Form(
        "a possible result of a battle; the chances of a battle sum to 1",
        (
            RECORD,
            BATTLE,
            Column("result", "string", "the result, after conversions that involve no choice"),
            Column("numerator", "int32", "the exact probability, in lowest terms: numerator"),
            Column("denominator", "int32", "denominator"),
            Column("faces", "list<int32>", "the faces of the die that give it; none without a die"),
            Column("fell", "bool", "whether the die gave this result, or it came without a die"),
        ),
    ),
    "fighters": Form(
        "a unit in a battle, and what became of it",
        (
            RECORD,
            BATTLE,
            Column("unit", "string", "the unit, by short name"),
            Column("side", "string", "its side"),
            Column("attacks", "bool", "whether it attacks"),
            Column("printed", "double", "the combat factor on the counter; the mean of a die"),
            Column("factor", "double", "the combat factor in this battle, before it is divided"),
            Column(
                "divisor",
                "int32",
                "the divisor; factors with one divisor are summed, divided once and rounded down",
            ),
            Column("rules", "list<string>", "the rules that modify the factor"),
            Column("place", "string", "the hex or box before the result"),
            Column("place_after", "string", "the hex or box after the battle"),
            Column("fell", "bool", "whether it left the map in the battle"),
            Column(
                "rule",
                "string",
                "the rule by which it left the map",
                "it is still on the map, or no rule is named",
            ),
        ),
    ),
    "turns": Form(
        "a position: before the first action of each turn, and the last of the record",
        (
            RECORD,
            POSITION,
            TURN,
            Column(
                "decision",
                "int32",
                "the first action of the turn: `decisions.number`",
                "the last position of the record",
            ),
            Column("key", "uint64", "the key of the position"),
            Column("state", "binary", "its bytes, for `Game.state_from_bytes`"),
        ),
        rows=512,
    ),
    "positions": Form(
        "a unit in a position",
        (
            RECORD,
            POSITION,
            TURN,
            Column("unit", "string", "the unit, by short name"),
            Column("side", "string", "its side"),
            Column("place", "string", "the hex or box in which it is"),
            Column("on_map", "bool", "whether that is a hex"),
        ),
    ),
    "cities": Form(
        "a named place in a position, in a game with control of hexes",
        (
            RECORD,
            POSITION,
            TURN,
            Column("hex", "string", "the hex"),
            Column("city", "string", "its name"),
            Column("side", "string", "the side that controls it", "no side does"),
        ),
    ),
}
"""The tables by name, such as ``battles``; each is written as a file of its own."""
