"""The seats (sides) of a game for people: tokens that authenticate a seat's holder, and one-time
invitations.

Only digests of the tokens are stored, so that neither memory nor the folder of games reveals a
token. Tokens have 24 random bytes, too many to find the token of a digest by trial.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

WORD = 24
"""Number of random bytes of a token."""
MOST = 8
"""The number of digests that every search for a token compares, padded with empty ones, so that
the time of the search reveals nothing."""


@dataclass
class Seats:
    """The seats (sides) of a game for people, each open or taken, with the digests of tokens and
    invitations."""

    words: dict[str, str] = field(default_factory=dict)
    """By taken seat, the digest of its token."""
    invitations: dict[str, str] = field(default_factory=dict)
    """By open seat, the digest of the invitation to it."""

    def take(self, seat: str, known: str) -> None:
        """Marks a seat as taken; `known` is the digest of its token."""
        self.invitations.pop(seat, None)
        self.words[seat] = known

    def invited(self, seats: Iterable[str]) -> dict[str, str]:
        """Makes an invitation to each of some seats, and returns them by seat."""
        made = {seat: new_word() for seat in seats}
        self.invitations.update({seat: digest(word) for seat, word in made.items()})
        return made

    def seat_of(self, word: str) -> str | None:
        """Returns the seat to which the token `word` belongs; None for an unknown token."""
        return _named(self.words, word)

    def invited_to(self, word: str) -> str | None:
        """Returns the seat to which the invitation `word` belongs; None for an unknown invitation,
        and if the seat is taken."""
        return _named(self.invitations, word)


NOBODY = Seats()
"""Seats without tokens or invitations, searched in place of those of an unknown game."""


def new_word() -> str:
    """Returns a new random token."""
    return secrets.token_urlsafe(WORD)


def digest(word: str) -> str:
    """Returns the digest of a token, which is stored in place of the token."""
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def _named(kept: Mapping[str, str], word: str) -> str | None:
    """Returns the seat whose digest in `kept`, digests by seat, is that of the token `word`; None
    without a match. The comparison takes constant time."""
    asked, found = digest(word), None
    names = [*kept.items(), *[("", "")] * (MOST - len(kept))]
    for name, known in names:
        if secrets.compare_digest(known, asked):
            found = name
    return found
