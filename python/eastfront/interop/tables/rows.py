"""The rows of all tables of one record (its turns, decisions, battles and so on), which are found
by replaying the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eastfront._core import EastfrontError, State
from eastfront.positions.layout import layout_of
from eastfront.questions.fought import Battles, Fought
from eastfront.questions.state import control
from eastfront.record import Record, RecordError, label_of

from .columns import TABLES

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]

_DECIDED = [column.name for column in TABLES["decisions"].columns]


def rows_of(record: Record, name: str) -> Rows:
    """Returns the rows of each table of a record, by the name of the table; ``name`` is the value
    of the column that says which record a row belongs to.

    Raises RecordError if the record does not replay.
    """
    try:
        return _Reading(record, name).rows
    except RecordError:
        raise
    except EastfrontError as error:
        raise RecordError(str(error)) from error


class _Reading:
    """One replay of a record. The constructor replays the record, and collects the rows of all
    tables in `rows`."""

    def __init__(self, record: Record, name: str) -> None:
        self._record, self._name = record, name
        self.rows: Rows = {table: [] for table in TABLES}
        state = record.first()
        game = state.game
        self._layout = layout_of(game)
        self._battles = Battles(game)
        self._hexes = self._layout.hexes
        sides = self._layout.unit_side
        self._units = [(u, game.sides[sides[n]]) for n, u in enumerate(self._layout.units)]
        labels = self._layout.document.get("drawing", {}).get("labels", {})
        self._cities: dict[str, str] = labels if "control" in game.queries else {}
        last = record.ended(self._replayed(state))
        self._position(last, label_of(last)[0], None)
        self._game(last)

    def _add(self, table: str, *values: Any) -> None:
        self.rows[table].append((self._name, *values))

    def _replayed(self, state: State) -> State:
        """Replays all actions from the position `state` and adds their rows; returns the position
        after the last action."""
        battles, turn, before = self._battles, -1, state.copy()
        steps = enumerate(self._record.steps(state))
        for number, (_, actor, action, effects) in steps:  # each changes `state`
            now, phase = label_of(before)
            if now != turn:
                turn = now
                self._position(before, turn, number)
            self._add("decisions", number, turn, phase, *_decision(before, state, action, effects))
            for fought in battles.hear(before, state, actor, action, effects):
                self._battle(fought)
            before = state.copy()
        for fought in battles.close():
            self._battle(fought)
        return state

    def _battle(self, fought: Fought) -> None:
        number = len(self.rows["battles"])
        decided = dict(zip(_DECIDED, self.rows["decisions"][fought.action], strict=True))
        self._add(
            "battles",
            number,
            fought.action,
            decided["turn"],
            fought.side,
            fought.kind or None,
            fought.target,
            fought.attack,
            fought.defence,
            fought.support,
            fought.odds or None,
            [{"rule": rule, "columns": columns} for rule, columns in fought.shifts],
            fought.column or None,
            fought.table or None,
            fought.die,
            fought.rolled,
            fought.result,
            decided["key"],
        )
        fell = fought.rolled if any(fought.faces.values()) else fought.result
        for result, chance in fought.chances.items():
            faces = list(fought.faces[result])
            part = chance.numerator, chance.denominator
            self._add("chances", number, result, *part, faces, result == fell)
        for one in fought.fighters:
            self._add(
                "fighters",
                number,
                one.unit,
                one.side,
                one.attacks,
                one.printed,
                one.factor,
                one.divisor,
                list(one.rules),
                one.place,
                one.place_after,
                one.place in self._hexes and one.place_after not in self._hexes,
                one.rule or None,
            )

    def _position(self, state: State, turn: int, decision: int | None) -> None:
        number = len(self.rows["turns"])
        self._add("turns", number, turn, decision, state.key, bytes(state))
        places = state.places()
        for unit, side in self._units:
            place = places[unit]
            self._add("positions", number, turn, unit, side, place, place in self._hexes)
        owners = control(state) if self._cities else {}
        for hex_, city in self._cities.items():
            self._add("cities", number, turn, hex_, city, owners.get(hex_))

    def _game(self, last: State) -> None:
        """Adds the rows of the record itself and of its sides, from the position after the last
        action."""
        record, over = self._record, last.is_over
        winner, level, rule = record.outcome or (None, None, None)
        self._add(
            "games",
            record.game_id,
            record.digest,
            list(record.options),
            list(record.without),
            None if record.seed is None else str(record.seed),
            record.start is None,
            len(self.rows["decisions"]),
            self._battles.described,
            over,
            winner,
            level,
            rule,
            record.conceded,
            last.key,
        )
        scores = last.returns() if over else [None] * len(last.game.sides)
        for number, (side, score) in enumerate(zip(last.game.sides, scores, strict=True)):
            self._add("sides", number, side, record.players.get(side), score)


def _decision(before: State, after: State, action: str, effects: list[Any]) -> Iterator[Any]:
    """Yields the values of a decision's row, beginning with the column of the actor. `action` led
    from the position `before` to the position `after`, with `effects`."""
    code = before.game.parse(action)
    by_chance = before.to_move == "chance"
    outcomes = dict(before.chance_outcomes()) if by_chance else {}
    yield before.to_move
    yield before.decision
    yield action
    yield code
    yield len(outcomes) if by_chance else len(before.legal_actions)
    yield outcomes.get(code)
    yield sum(effect[0] == "forced" for effect in effects)
    yield before.key
    yield after.key
