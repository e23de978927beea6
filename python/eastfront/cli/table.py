"""eastfront play: a game in a terminal, for two people at a table, or one and a bot.

The players have a board of their own; the program enforces the rules. The program shows the
decision and the legal actions in notation, takes actions, orders and rolls, and names the rule of
each refusal.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from eastfront import bots, record, wire
from eastfront._core import Game, IllegalAction, State
from eastfront.positions import labels, orders, set_ups
from eastfront.positions.observation import Observation, chosen
from eastfront.wire import forms

from .ctrl_c import whole
from .inputs import RECORD, Chosen, game_options, scenario

SHOWN = 24
"""Number of actions listed by default."""
QUIT = ("quit", "q")
HELP = """\
  an action           as listed, such as `move 3Pz`, or an unambiguous beginning of it
  an order            such as {order}, by names, ids or names
                      "in quotes", or several actions separated by ;
  roll N              the result of your own dice
  all | all WORD      every legal action, or those that contain a word
  board               the board, as the side to move sees it
  battle              the battle in progress, explained
  unit UNIT           a unit: place, factors, the game's own values, supply, flags
  supply UNIT         the supply of a unit, with the hexes of its line
  reach UNIT          the reach of a unit now, and with its full allowance
  undo                take back the last action
  concede [SIDE]      concede the game for your side, or for the side named
  save FILE.efr       write the record
  quit"""


@click.command()
@click.argument("start", metavar="GAME/SCENARIO")
@game_options
@click.option(
    "--dice",
    type=click.Choice(["auto", "manual"]),
    default="auto",
    show_default=True,
    help="The dice: rolled by the program, or by you with `roll N`.",
)
@click.option("--seed", type=click.IntRange(0), help="The seed of the program's dice.")
@click.option(
    "--bot",
    "players",
    metavar="SIDE=BOT",
    multiple=True,
    help=f"A side that a bot plays: {', '.join(bots.NAMES)}.",
)
@click.option(
    "--setup",
    metavar="FILE",
    help="The initial set-up: a file with the columns unit and hex, or `ready` for the one that "
    "ships.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file for the record at the end.",
)
def play(
    start: str,
    options: Chosen,
    dice: str,
    seed: int | None,
    players: tuple[str, ...],
    setup: str | None,
    output: Path | None,
) -> None:
    """Play GAME/SCENARIO in a terminal, optionally with your own dice.

    Shows the decision, its side and the legal actions; type one of them, or `help`. Effects are
    shown as far as both sides may know them; lists of actions are for the side to move only.
    """
    if output is not None and output.suffix != RECORD:
        raise click.UsageError(f"-o {output}: expected a name that ends in {RECORD}")
    game = scenario(start, options)
    seated = _bots(game, players, seed or 0)
    table = Table(record.Recorder(game, seed), dice == "manual", seated)
    if setup is not None:
        for action in set_ups.set_up(table.recorder.state.copy(), setup):
            table.recorder.push(action)
    try:
        table.play()
    finally:  # also after Ctrl-C
        if output is not None:
            with whole():
                table.recorder.save(output)
            click.echo(f"The record: {output}")


def _bots(game: Game, players: Sequence[str], seed: int) -> dict[str, bots.Bot]:
    """Makes the bots of the sides from texts ``SIDE=BOT``. Raises UsageError for another text."""
    found: dict[str, bots.Bot] = {}
    for text in players:
        side, _, name = text.partition("=")
        if side not in game.sides or name not in bots.NAMES:
            raise click.UsageError(
                f"--bot {text}: expected SIDE=BOT, with a side of {', '.join(game.sides)} and a "
                f"bot of {', '.join(bots.NAMES)}"
            )
        found[side] = bots.bot(name, seed)
    return found


class Table:
    """A game played at a terminal by people and bots: prints decisions, reads lines, and plays
    actions."""

    def __init__(
        self, recorder: record.Recorder, manual: bool, players: dict[str, bots.Bot]
    ) -> None:
        self.recorder = recorder
        recorder.record.players = {
            side: type(players[side]).__name__.lower() if side in players else "person"
            for side in recorder.state.game.sides
        }
        self._manual = manual
        self._bots = players
        self._asked = ""

    def play(self) -> None:
        """Plays until the game is over or a player leaves."""
        while not (state := self.recorder.state).is_over:
            mover = str(state.to_move)
            if mover == wire.CHANCE and not self._manual:
                self._take(self.recorder.draw())
            elif mover in self._bots:
                seen = state.observation(mover)
                self._take(chosen(seen, self._bots[mover](seen), f"the bot of the {mover} side"))
            elif not self._person(mover):
                return
        winner, level, rule = state.outcome or (None, 0, "")
        click.echo(f"\nThe game is over: {winner or 'nobody'} wins, level {level} ({rule}).")

    # -- a person ---------------------------------------------------------------------------

    def _person(self, mover: str) -> bool:
        """Asks the person who plays `mover`, a side or chance, for one line of input, and answers
        or plays it. Returns False if the line ends the command or the input is at its end, else
        True."""
        self._show(mover)
        try:
            text = str(click.prompt(mover, prompt_suffix="> ", default="", show_default=False))
        except click.Abort as left:
            click.echo()
            if isinstance(left.__context__, KeyboardInterrupt):
                raise
            return False  # end of input
        word, _, rest = text.strip().partition(" ")
        if word in QUIT:
            return False
        try:
            if not self._answer(word, rest.strip()):
                self._act(text.strip())
        except IllegalAction as refused:
            click.echo(f"  refused: {refused}")
        except (ValueError, OSError) as error:
            click.echo(f"  {error}")
        return True

    def _show(self, mover: str) -> None:
        """Prints the decision and the legal actions of the side `mover`, if they have not been
        printed since the last action."""
        state = self.recorder.state
        asked = f"{state.key} {mover} {state.decision} {len(list(self.recorder.record.actions))}"
        if asked == self._asked:
            return
        self._asked = asked
        turn = wire.turn(state)
        click.echo(
            f"\n{f'Turn {turn}, ' if turn is not None else ''}{state.phase}: "
            f"{mover} decides {state.decision}{_of(self._seen(mover).subject)}"
        )
        self._list(SHOWN)
        for owed in state.obligations:
            click.echo(f"  {'to be lost' if owed.lost else 'still to be done'}: {owed.told()}")

    def _list(self, most: int, word: str = "") -> None:
        shown = [label for label, name in self._labels().items() if word in name or word in label]
        for label in shown[:most]:
            click.echo(f"  {label}")
        if len(shown) > most:
            click.echo(f"  ... {len(shown) - most} more; type all, or all WORD")

    def _labels(self) -> dict[str, str]:
        """Returns the legal actions by the labels that the player reads: for each label the
        notation of its action."""
        state = self.recorder.state
        subject = self._seen(str(state.to_move)).subject
        return {labels.label(state.game, n, subject): n for n in state.legal_actions.names()}

    def _seen(self, mover: str) -> Observation:
        """Returns the observation of the side `mover`; if `mover` is chance, because a roll is due,
        the view of the whole position."""
        return wire.observe(self.recorder.state, wire.UMPIRE if mover == wire.CHANCE else mover)

    def _answer(self, word: str, rest: str) -> bool:
        """Answers a question or carries out a command of `HELP`, with `word` as its first word and
        `rest` as the others; returns False if `word` is no question or command."""
        state = self.recorder.state
        side = state.to_move if state.to_move in state.game.sides else None
        match word:
            case "help" | "?" | "":
                click.echo(HELP.format(order=orders.example(state.game)))
            case "all":
                self._list(10**6, rest)
            case "board":
                from eastfront import render

                click.echo(render.text(state, side))
            case "battle" if not rest:
                click.echo(state.battle(seen_by=side).explain())
            case "unit":
                click.echo(f"  {_unit(state, self._visible(rest, side), side)}")
            case "supply":
                click.echo(f"  {state.supply(self._visible(rest, side))}")
            case "reach":
                unit = self._visible(rest, side)
                for words, reached in (
                    ("now", state.reach(unit)),
                    ("with its full allowance", state.reach(unit, full=True)),
                ):
                    hexes = ", ".join(f"{h} {n}" for h, n in reached.items()) or "nowhere"
                    click.echo(f"  {words}: {hexes}")
            case "undo" if not rest:
                self._undo()
            case "concede":
                self.recorder.concede(rest or side or "")
            case "save" if rest:
                self.recorder.save(rest)
                click.echo(f"  saved: {rest}")
            case _:
                return False
        return True

    def _visible(self, unit: str, side: str | None) -> str:
        """Returns the name of a unit. Raises ValueError if the place of the unit is hidden from
        `side`, the side to move."""
        if side is not None and unit in self.recorder.state.hidden_from(side):
            raise ValueError(f"the place of {unit} is hidden from the {side} side")
        return unit

    def _undo(self) -> None:
        """Takes back the last action of a person, with later rolls and actions of bots."""
        state = self.recorder.state
        if not state.can_undo:
            raise ValueError("there is nothing to take back")
        self.recorder.pop()
        while state.can_undo and self._automatic():
            self.recorder.pop()

    def _automatic(self) -> bool:
        mover = self.recorder.state.to_move
        return mover in self._bots or (mover == wire.CHANCE and not self._manual)

    # -- acting -----------------------------------------------------------------------------

    def _act(self, text: str) -> None:
        """Plays an action or an order that the player typed."""
        state = self.recorder.state
        known = self._labels()
        names = list(known.values())
        begun = {n for label, n in known.items() if n.startswith(text) or label.startswith(text)}
        if text not in names and (text in known or len(begun) == 1):
            text = known.get(text) or begun.pop()
        if text in names or state.to_move == wire.CHANCE:
            self._take(state.game.parse(text))
            return
        for action in orders.parse(state, text):
            self._take(action)

    def _take(self, action: int) -> None:
        """Plays an action, given by its number, and prints the part of its effects that both sides
        may know."""
        state = self.recorder.state
        by = str(state.to_move)
        sides = state.game.sides
        before = [wire.observe(state, side) for side in sides]
        effects = self.recorder.push(action)
        name = state.game.notation(action)
        acts = [
            wire.act(seen, wire.observe(state, side), by, name, effects)
            for seen, side in zip(before, sides, strict=True)
        ]
        self._tell(by, acts)

    def _tell(self, by: str, acts: Sequence[forms.Act]) -> None:
        first, *others = acts
        named = all(act.action for act in acts)
        click.echo(f"  {by}: {first.label}" if named else f"  {by}: done")
        for event in first.events:
            if event.text and all(event in act.events for act in others):
                rule = getattr(event, "rule", "")
                click.echo(f"    {event.text}{f' ({rule})' if rule else ''}")


def _unit(state: State, name: str, side: str | None) -> str:
    """Returns a unit in words, as a side sees it. Raises ArgumentError for an unknown unit."""
    from eastfront.render.scene import scene_of

    place = state.place(name)
    scene = scene_of(state, side)
    stack = scene.boxes.get(place) or scene.stacks[scene.layout.place_index[place]]
    name = dict(zip(state.game.unit_ids, state.game.units, strict=True)).get(name, name)
    return next(f"{c.described()}, in {place}" for c in stack if c.name == name)


def _of(unit: str | None) -> str:
    """Returns the words for the unit that a decision is about; empty if there is none."""
    return f" of {unit}" if unit else ""
