"""Conversion of maps, orders of battle and the list of scenarios to the documents of the wire (the
JSON protocol of the server)."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from eastfront import bots, packs
from eastfront._core import Game
from eastfront.arguments import checked
from eastfront.imports import pending
from eastfront.loading import catalogue
from eastfront.positions.layout import Layout, layout_of
from eastfront.positions.observation import open_to_all
from eastfront.render.geometry import RADIUS, Paper

from .boards import Board, Hexsides, MapHex, Option, RuleText, Scenario, Scenarios, UnitType

if TYPE_CHECKING:
    from eastfront.systems.rules import Rules


@checked
def board(game: Game) -> Board:
    """Returns the document with the map and the order of battle of a game; its coordinates are
    those of `render.svg`."""
    layout = layout_of(game)
    drawing: dict[str, Any] = layout.document.get("drawing", {})
    return Board(
        game=game.id,
        title=game.title,
        sides=list(game.sides),
        radius=RADIUS,
        flat=bool(drawing.get("columns_staggered")),
        hexes=_hexes(layout, drawing),
        hexsides=_hexsides(layout, drawing),
        boxes=list(game.boxes),
        units=_units(game, layout, drawing),
        rules=sorted(rule for rule in game.rules if rule),
        hides=not open_to_all(game),
    )


def _hexes(layout: Layout, drawing: dict[str, Any]) -> list[MapHex]:
    paper = Paper.of(layout, drawing)
    shifted = layout.document["grid"]["shifted_parity"]
    cities = frozenset(drawing.get("cities", ())) | frozenset(drawing.get("towns", ()))
    labels = drawing.get("labels", {})

    def word(key: str, hex_: int) -> str:
        words: list[str] = drawing.get(key, [])
        return words[hex_] if words else ""

    out = []
    for h, name in enumerate(layout.hex_names):
        if not name:
            continue
        row, along = divmod(h, layout.width)
        lag = (row + 1) // 2 if shifted == 0 else row // 2
        x, y = paper.centre(h)
        out.append(
            MapHex(
                id=name,
                column=along - lag,
                row=row,
                x=round(x, 1),
                y=round(y, 1),
                terrain=word("terrain", h),
                area=word("area", h),
                zone=word("zone", h),
                label=labels.get(name, ""),
                city=name in cities,
            )
        )
    return out


def _hexsides(layout: Layout, drawing: dict[str, Any]) -> list[Hexsides]:
    names = layout.hex_names
    found = [(feature, False, pairs) for feature, pairs in drawing.get("hexsides", {}).items()]
    found += [(feature, True, pairs) for feature, pairs in drawing.get("through", {}).items()]
    return [
        Hexsides(feature=feature, through=through, pairs=[(names[a], names[b]) for a, b in pairs])
        for feature, through, pairs in found
        if pairs
    ]


def _units(game: Game, layout: Layout, drawing: dict[str, Any]) -> list[UnitType]:
    looks = drawing.get("units") or [("", "", "", 0, 0)] * len(layout.units)
    own = drawing.get("own") or [{}] * len(layout.units)
    drawn = {unit for one in layout.drawn for unit in one["units"]}
    out = []
    for u, (name, id_) in enumerate(zip(game.units, game.unit_ids, strict=True)):
        nation, kind, mobility, *_ = looks[u]
        out.append(
            UnitType(
                id=id_,
                name=name,
                side=game.sides[layout.unit_side[u]],
                nation=nation,
                kind=kind,
                mobility=mobility,
                values={attr: values[u] for attr, values in layout.unit_attrs.items()},
                own=own[u],
                factors=layout.factors[u] if u in drawn else UNSET,
            )
        )
    return out


def scenarios() -> Scenarios:
    """Returns all installed scenarios with their options, in order of id."""
    found = [scenario for several in packs.of_each(_scenarios) for scenario in several]
    return Scenarios(scenarios=sorted(found, key=lambda s: s.id), bots=list(bots.NAMES))


def _scenarios(pack: packs.Pack) -> list[Scenario]:
    """Returns the scenarios of one game."""
    with pending:
        from eastfront.scenario.load import scenarios_of

    rules = pack.rules()
    sides, options = list(rules.sides), _options(rules)
    return [
        Scenario(id=found.id, title=found.title, sides=sides, options=options)
        for found in scenarios_of(pack)
    ]


def _options(rules: type[Rules]) -> list[Option]:
    plain = [
        Option(name=name, text=text, least=None, most=None)
        for name, text in rules.known_options.items()
    ]
    numbered = [
        Option(name=name, text=known.text, least=known.least, most=known.most)
        for name, known in rules.numbered_options.items()
    ]
    return plain + numbered


@checked
def rule(id_: str) -> RuleText:
    """Returns the text of a rule. Raises `RuleError` for an unknown id."""
    return RuleText(**asdict(catalogue.rule(id_)))
