"""The seats of a game: tokens that authenticate seats, and one-time invitations.

Only digests of the tokens are stored, so that neither memory nor the folder of games reveals one.
Tokens have 24 random bytes, which cannot be guessed from a digest.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

WORD = 24
"""Number of random bytes of a token."""
MOST = 8
"""Number of comparisons for every game, so that the time reveals nothing."""


@dataclass
class Seats:
    """The seats of a game for people, each open or taken."""

    words: dict[str, str] = field(default_factory=dict)
    """Digests of the tokens of the taken seats."""
    invitations: dict[str, str] = field(default_factory=dict)
    """Digests of the invitations to the open seats."""

    def take(self, seat: str, known: str) -> None:
        """Take a seat with the digest of its new token."""
        self.invitations.pop(seat, None)
        self.words[seat] = known

    def invited(self, seats: Iterable[str]) -> dict[str, str]:
        """Make an invitation to each of some seats."""
        made = {seat: new_word() for seat in seats}
        self.invitations.update({seat: digest(word) for seat, word in made.items()})
        return made

    def seat_of(self, word: str) -> str | None:
        """The seat of a token, if any."""
        return _named(self.words, word)

    def invited_to(self, word: str) -> str | None:
        """The seat of an invitation, if the seat is still open."""
        return _named(self.invitations, word)


NOBODY = Seats()
"""The seats of an unknown game."""


def new_word() -> str:
    """A new random token."""
    return secrets.token_urlsafe(WORD)


def digest(word: str) -> str:
    """The stored digest of a token."""
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def _named(kept: Mapping[str, str], word: str) -> str | None:
    """The seat whose digest matches a token, compared in constant time."""
    asked, found = digest(word), None
    names = [*kept.items(), *[("", "")] * (MOST - len(kept))]
    for name, known in names:
        if secrets.compare_digest(known, asked):
            found = name
    return found
