"""The exception for refused requests, serialised as an error document of the wire."""

from __future__ import annotations

import re

import msgspec

from eastfront._core import EastfrontError, IllegalAction
from eastfront.wire import requests
from eastfront.wire.encoding import encode

LONGEST = 400
"""Maximum number of characters of a message, as an error may quote the request."""


class Problem(EastfrontError):
    """The exception for a refused request, which has had no effect; it holds the error document for
    the client."""

    def __init__(
        self, status: int, code: str, message: str, *, rule: str | None = None, place: str = ""
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message: str = message if len(message) <= LONGEST else f"{message[: LONGEST - 3]}..."
        self.rule = rule
        self.place = place

    def body(self) -> bytes:
        """Returns the error document, as JSON."""
        # input may contain lone surrogates, which JSON cannot carry
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
    """The exception for a request that is refused because it cannot be written to the journal."""

    def __init__(self) -> None:
        super().__init__(
            503, "not-kept", "the server cannot save the game; the request has no effect"
        )


def refused(error: IllegalAction, place: str) -> Problem:
    """Makes the Problem for an action that the rules forbid; `place` is the path of the action in
    the request, such as ``$.action``."""
    return Problem(422, "illegal-action", str(error), rule=error.rule or None, place=place)


def unreadable(error: Exception) -> Problem:
    """Makes the Problem for an invalid body or message; its place is taken from msgspec's
    message."""
    text = str(error) or type(error).__name__
    if isinstance(error, msgspec.ValidationError):
        found = re.search(r" - at `(.+?)`$", text)
        place = found[1] if found else "$"
        return Problem(400, "bad-request", text, place=place)
    return Problem(400, "bad-json", f"not a JSON document: {text}", place="$")
