"""Who sits where at a game: words that open seats, and invitations that are good once.

Only digests of the words are kept, so that neither memory nor the folder of games opens a seat.
Words are 24 random bytes, which no digest of them helps to guess.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

WORD = 24
"""Random bytes of a word."""
MOST = 8
"""Words that are compared for any game, so that the time tells nothing of it."""


@dataclass
class Seats:
    """The seats of a game that people take, each open or taken."""

    words: dict[str, str] = field(default_factory=dict)
    """Digests of the words that open the seats that are taken."""
    invitations: dict[str, str] = field(default_factory=dict)
    """Digests of the invitations to the others."""

    def take(self, seat: str, known: str) -> None:
        """Takes a seat, which the word of a digest opens from now on."""
        self.invitations.pop(seat, None)
        self.words[seat] = known

    def invited(self, seats: Iterable[str]) -> dict[str, str]:
        """Makes an invitation to each of some seats."""
        made = {seat: new_word() for seat in seats}
        self.invitations.update({seat: digest(word) for seat, word in made.items()})
        return made

    def seat_of(self, word: str) -> str | None:
        """The seat that a word opens."""
        return _named(self.words, word)

    def invited_to(self, word: str) -> str | None:
        """The seat that an invitation is for, while nobody has taken it."""
        return _named(self.invitations, word)


NOBODY = Seats()
"""Of a game that there is not."""


def new_word() -> str:
    """A word that nobody guesses."""
    return secrets.token_urlsafe(WORD)


def digest(word: str) -> str:
    """What is kept of a word."""
    return sha256(word.encode("utf-8", "replace")).hexdigest()


def _named(kept: Mapping[str, str], word: str) -> str | None:
    """Whose digest is that of a word; as many are compared whether it is found or not."""
    asked, found = digest(word), None
    names = [*kept.items(), *[("", "")] * (MOST - len(kept))]
    for name, known in names:
        if secrets.compare_digest(known, asked):
            found = name
    return found
