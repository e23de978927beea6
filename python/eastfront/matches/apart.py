"""The user's bots, each in its own process.

Such a bot may raise, return an invalid value, end its process or never answer: then `BotFailed`
reports the failure in one line, and the match continues. The bot receives observations and returns
actions; its process ends with the match, and with the process that started it. The process runs
`bot_process`.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import fields
from io import BytesIO
from typing import Any

from eastfront._core import EastfrontError, IllegalAction
from eastfront.positions.observation import Observation, chosen

PATIENCE = 60.0
"""Default time limit in seconds for starting a bot, and for one decision."""
LEAVING = 0.2
"""Seconds that a bot's process has to exit when it is no longer needed, before it is killed."""
ENDING = 5.0
"""Seconds in which a process that has closed its connection is expected to exit."""
LONGEST = 64 * 1024
"""Maximum number of bytes of a bot's answer; a longer answer is invalid."""
SHOWN = 200
"""Maximum number of characters quoted from a bot's failure."""

BEGIN = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); \
from eastfront.matches.bot_process import main; main(int(sys.argv[2]), int(sys.argv[3]))"
"""The Python code that a bot's process runs. The arguments are the folders in which it finds
modules (the current folder and those of this process), the number of its socket, and the id of this
process."""


STARTING = 60.0
"""Seconds, in addition to the time limit, for starting the process and importing the bot's
modules."""


class BotFailed(EastfrontError):
    """The error that a user's bot has failed; the message is a clause without a subject, such as
    `raised ValueError: ...`."""


class Apart:
    """A user's bot that runs in a process of its own, for one game after another; if the bot fails,
    the methods raise BotFailed."""

    def __init__(self, name: str, patience: float = PATIENCE) -> None:
        self.name = name
        self._patience = patience
        self._told: set[str] = set()
        self._starting = STARTING
        self._read = b""
        ours, theirs = socket.socketpair()
        here = [os.getcwd(), *(part for part in sys.path if part)]
        path = json.dumps(list(dict.fromkeys(here)))
        command = [sys.executable, "-c", BEGIN, path, str(theirs.fileno()), str(os.getpid())]
        try:
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                stdout=2, start_new_session=True,
            )  # fmt: skip
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._line = ours

    def find(self) -> None:
        """Checks that the bot can be imported. Raises BotFailed with the reason."""
        self._ask(("find", self.name))

    def begin(self, seed: int) -> None:
        """Begins a game with a new bot made from a seed. Raises BotFailed."""
        self._ask(("begin", self.name, seed))

    def __call__(self, seen: Observation) -> int:
        """Returns the legal action that the bot chooses. Raises BotFailed."""
        digest = seen.game.digest
        if digest not in self._told:
            self._told.add(digest)
            self._ask(("game", digest, seen.game.to_bytes()))
        action = self._ask(seen)
        try:
            return chosen(seen, action, "it")
        except IllegalAction:
            said = _short(repr(action))
            raise BotFailed(f"answered {said}, expected a legal action") from None

    def close(self, at_once: bool = False) -> None:
        """Ends the bot's process and its children; with `at_once` true, without time for a regular
        exit."""
        self._line.close()
        if not at_once:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(LEAVING)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _ask(self, message: Any) -> Any:
        """Sends a message to the bot's process and returns the reply. Raises BotFailed."""
        until = time.monotonic() + self._patience + self._starting
        try:
            data = _packed(message)
            self._left(until)
            self._line.sendall(len(data).to_bytes(8, "big") + data)
            answer = json.loads(self._heard(until))
            self._starting = 0.0
        except TimeoutError:
            raise BotFailed(f"gave no answer within {self._patience:g} s") from None
        except OSError:
            raise BotFailed(self._ended()) from None
        except (ValueError, RecursionError):
            raise BotFailed("sent an invalid answer") from None
        if not isinstance(answer, dict) or "failed" in answer:
            said = answer.get("failed") if isinstance(answer, dict) else answer
            raise BotFailed(_short(str(said)))
        return answer.get("answer")

    def _heard(self, until: float) -> bytes:
        """Reads the next line from the bot's process. Raises TimeoutError if none has come by
        `until`, a time of the monotonic clock in seconds."""
        while b"\n" not in self._read:
            self._left(until)
            part = self._line.recv(LONGEST)
            if not part:
                raise ConnectionError
            self._read += part
            if len(self._read) > LONGEST:
                raise ValueError
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _left(self, until: float) -> None:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._line.settimeout(left)

    def _ended(self) -> str:
        """Returns in words how the bot's process ended."""
        try:
            code = self._process.wait(min(ENDING, self._patience))
        except subprocess.TimeoutExpired:
            return "closed its connection"
        if code < 0:
            return f"ended its process by signal {-code}"
        return f"ended its process with status {code}"


class _Pickler(pickle.Pickler):
    """Pickles observations without their game file, which is sent once for each game."""

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, Observation):
            rest = tuple(getattr(thing, f.name) for f in fields(thing) if f.name != "game")
            return observation, (thing.game.digest, rest)
        return NotImplemented


def _packed(message: Any) -> bytes:
    out = BytesIO()
    _Pickler(out).dump(message)
    return out.getvalue()


games: dict[str, Any] = {}
"""In a bot's process: the games received so far, by digest."""


def observation(digest: str, rest: tuple[Any, ...]) -> Observation:
    """Restores an observation in a bot's process from the digest of its game and its other
    fields."""
    return Observation(games[digest], *rest)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
