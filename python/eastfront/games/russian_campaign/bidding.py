"""Bidding for sides: an open auction for the Axis before play (The Russian Campaign, 26.8).

A bid is the number of additional replacement points for the Russian in the whole game; it may be
negative. A player who does not bid beyond the last bid leaves the Axis to the other player:

    from eastfront.games.russian_campaign import bidding

    auction = bidding.Auction.by_dice({"Ann": 5, "Bo": 2})
    auction.bid("Ann", 10)
    auction.bid("Bo", 11)
    result = auction.decline("Ann")     # Bo has the Axis
    game = ef.load("russian-campaign/campaign", options=result.options)

The auction is no part of the game: no state of a game holds its bids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from eastfront._core import EastfrontError

OPENLY = "TRC-26.8a"
"""The rule that players bid openly: a bid is a number of extra Russian replacement points, also a
negative one (26.8a)."""
IN_ORDER = "TRC-26.8b"
"""The rule on the order of bids: the lower seed or the higher die roll opens, and when a player
declines to go on, the other takes the Axis at the standing bid (26.8b)."""

HIGHEST = 99
"""The highest bid; the lowest is its negative, as for the option of the game."""


class BidError(EastfrontError, ValueError):
    """An error for a bid that the rules of the auction forbid; ``rule`` is the id of that rule."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")
        self.rule = rule
        self._text = text

    def __reduce__(self) -> tuple[type[BidError], tuple[str, str]]:
        return type(self), (self.rule, self._text)


@dataclass(frozen=True)
class Sides:
    """The result of an auction: the players of the two sides, and the bid."""

    axis: str
    russian: str
    bid: int

    @property
    def options(self) -> tuple[str, ...]:
        """The options of `eastfront.load` that apply the bid to the game; none for a bid of 0."""
        return (f"bid={self.bid}",) if self.bid else ()


class Auction:
    """An auction between two players; the first named opens it.

    ``without`` names rules that are left out, as in `Game.without`: without TRC-26.8b players bid
    and decline in any order, and a player who declines takes the Axis himself.
    """

    def __init__(self, first: str, second: str, without: Collection[str] = ()) -> None:
        if first == second:
            raise BidError(OPENLY, f"an auction needs two players, not {first} alone")
        self.players = (first, second)
        self.in_order = IN_ORDER not in without
        self.history: list[tuple[str, int]] = []
        """Every bid in order, with its player."""
        self.result: Sides | None = None
        """The result of the auction, or None before its end."""

    @classmethod
    def by_seed(cls, seeds: Mapping[str, int], without: Collection[str] = ()) -> Auction:
        """Begins an auction that the player with the lower seed opens (TRC-26.8b); 1 is the highest
        seed of a tournament, so the larger number opens.

        `without` names rules that are left out. Raises BidError unless there are two players with
        different seeds.
        """
        return cls._by(seeds, "have the same seed", without)

    @classmethod
    def by_dice(cls, rolls: Mapping[str, int], without: Collection[str] = ()) -> Auction:
        """Begins an auction that the player with the higher die roll opens (TRC-26.8b).

        `without` names rules that are left out. Raises BidError unless there are two players, for
        an impossible roll, and for equal rolls, which are rolled again.
        """
        for player, roll in rolls.items():
            if not 1 <= roll <= 6:
                raise BidError(IN_ORDER, f"{player} cannot have rolled {roll}")
        return cls._by(rolls, "rolled the same, and roll again", without)

    @classmethod
    def _by(cls, figures: Mapping[str, int], tie: str, without: Collection[str]) -> Auction:
        """Begins an auction that the player with the larger number in `figures` opens. The numbers
        are die rolls or seeds. `tie` says in an error that the two numbers are equal."""
        if len(figures) != 2:
            raise BidError(OPENLY, f"an auction needs two players, not {len(figures)}")
        if IN_ORDER in without:
            first, second = figures
            return cls(first, second, without)
        second, first = sorted(figures, key=lambda player: figures[player])
        if figures[first] == figures[second]:
            raise BidError(IN_ORDER, f"both players {tie}")
        return cls(first, second, without)

    @property
    def to_bid(self) -> str | None:
        """The player who bids or declines next; None after the end of the auction."""
        return None if self.result is not None else self.players[len(self.history) % 2]

    @property
    def standing(self) -> int | None:
        """The last bid, or None before the first."""
        return self.history[-1][1] if self.history else None

    def goes_beyond(self, points: int) -> bool:
        """Says whether a bid of `points` goes beyond the last bid (TRC-26.8a).

        The second bid is above the first or, if the first is negative, as in the rulebook's
        example, above or below it. All later bids go on in the direction of the second.
        """
        bids = [bid for _, bid in self.history]
        if not bids:
            return True
        if len(bids) > 1:
            return points > bids[-1] if bids[-1] > bids[-2] else points < bids[-1]
        return points > bids[-1] or points < bids[-1] < 0

    def bid(self, player: str, points: int) -> None:
        """Records a player's bid for the Axis.

        Raises BidError if it is the other player's turn (TRC-26.8b), after the end of the auction,
        and for a bid that does not go beyond the standing one or is out of bounds (TRC-26.8a).
        """
        self._check_turn(player)
        if not -HIGHEST <= points <= HIGHEST:
            raise BidError(OPENLY, f"a bid is from {-HIGHEST} to {HIGHEST}, not {points}")
        if not self.goes_beyond(points):
            raise BidError(OPENLY, f"{points} does not go beyond the bid of {self.standing}")
        self.history.append((player, points))

    def decline(self, player: str) -> Sides:
        """Records that a player bids no more, gives the other player the Axis at the last bid, and
        returns the result of the auction (TRC-26.8b).

        If the opener declines before the first bid, the other player takes the Axis at a bid of 0.
        Raises BidError if it is the other player's turn, and after the end of the auction.
        """
        self._check_turn(player)
        other = self.players[1 - self.players.index(player)]
        axis, russian = (other, player) if self.in_order else (player, other)
        self.result = Sides(axis=axis, russian=russian, bid=self.standing or 0)
        return self.result

    def _check_turn(self, player: str) -> None:
        if self.result is not None:
            raise BidError(IN_ORDER, f"the auction is over: {self.result.axis} has the Axis")
        if self.in_order and player != self.to_bid:
            raise BidError(IN_ORDER, f"{self.to_bid} bids next, not {player}")


__all__ = ["HIGHEST", "Auction", "BidError", "Sides"]
