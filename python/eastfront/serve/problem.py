"""Why a request is not followed: an exception that is an error document of the wire."""

from __future__ import annotations

import re

import msgspec

from eastfront._core import EastfrontError, IllegalAction
from eastfront.wire import requests
from eastfront.wire.forms import encode

LONGEST = 400
"""Characters of a message; a request can make an error repeat what it sent."""


class Problem(EastfrontError):
    """A request that is not followed; nothing has changed."""

    def __init__(
        self, status: int, code: str, message: str, *, rule: str | None = None, place: str = ""
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message if len(message) <= LONGEST else f"{message[: LONGEST - 3]}..."
        self.rule = rule
        self.place = place

    def body(self) -> bytes:
        """The error document."""
        # what came in may hold halves of characters, which JSON cannot carry
        message = self.message.encode("utf-8", "replace").decode("utf-8")
        return encode(
            requests.Error(
                status=self.status,
                code=self.code,
                message=message,
                rule=self.rule,
                place=self.place,
            )
        )


class NotKept(Problem):
    """A request that cannot be written down, and is not followed for that."""

    def __init__(self) -> None:
        super().__init__(503, "not-kept", "the server cannot write the game down; nothing is done")


def refused(error: IllegalAction, place: str) -> Problem:
    """What the rules forbid."""
    return Problem(422, "illegal-action", str(error), rule=error.rule or None, place=place)


def unreadable(error: Exception) -> Problem:
    """A body or message that is not what was expected; the message of msgspec names the place."""
    text = str(error) or type(error).__name__
    if isinstance(error, msgspec.ValidationError):
        found = re.search(r" - at `(.+?)`$", text)
        place = found[1] if found else "$"
        return Problem(400, "bad-request", text, place=place)
    return Problem(400, "bad-json", f"not a JSON document: {text}", place="$")
