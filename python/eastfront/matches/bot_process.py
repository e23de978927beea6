"""The process of a bot: it reads observations from a socket, and writes the bot's answers.

`apart.Apart` starts the process, which ends when the socket is closed, or with its parent process.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import pickle
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Any, BinaryIO

from eastfront._core import Game
from eastfront.arguments import as_whole
from eastfront.imports import pending

from .apart import games

WATCH = 0.5
"""Seconds between two checks that the parent process is alive."""
MOST = 1000
"""Maximum number of characters of an error, or of an answer in words, sent back."""
PR_SET_PDEATHSIG = 1
"""Linux, prctl(2): the option for the signal that a process receives when its parent ends."""


def main(line: int, parent: int) -> None:
    """Answers the messages on the socket with file descriptor `line` until it is closed; `parent`
    is the id of the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process of the match
    _end_with(parent)
    with (
        socket.socket(fileno=line) as ours,
        ours.makefile("rb") as messages,
        suppress(ConnectionError),  # the match has ended
    ):
        bot = None
        while data := _message(messages):
            message = pickle.loads(data)
            try:
                if isinstance(message, tuple) and message[0] == "game":
                    games[message[1]] = Game.from_bytes(message[2])
                    answer = None
                elif isinstance(message, tuple):
                    bot, answer = _made(*message[1:]), None
                else:
                    answer = _number(bot(message)) if bot is not None else None
                said: dict[str, Any] = {"answer": answer}
            except Exception as error:
                said = {"failed": f"raised {_words(error)}"}
            ours.sendall(json.dumps(said).encode() + b"\n")


def _message(messages: BinaryIO) -> bytes:
    """Reads the next message; empty when the socket is closed, even in the middle of a message."""
    head = messages.read(8)
    length = int.from_bytes(head, "big")
    data = messages.read(length) if len(head) == 8 else b""
    return data if len(data) == length else b""


def _made(name: str, seed: int | None = None) -> Any:
    """Makes a bot, given as ``module:factory``, from a seed; without a seed, only checks that the
    factory exists. Raises TypeError if the factory cannot be called."""
    module, _, factory = name.partition(":")
    with pending:
        found = getattr(importlib.import_module(module), factory)
    if seed is None:
        if not callable(found):
            raise TypeError(f"{factory} is not a function or class that makes a bot")
        return None
    return found(seed)


def _number(answer: Any) -> int | str:
    """Converts an answer to a JSON value: a number or notation; any other value becomes a text that
    describes it, which the game refuses as an illegal action."""
    if isinstance(answer, str):
        return answer[:MOST]
    number = as_whole(answer)
    if number is None:
        return repr(answer)[:MOST]
    return number if abs(number) < 1 << 63 else f"a number of {number.bit_length()} bits"


def _words(error: Exception) -> str:
    """Returns an error in words, even if its message raises."""
    try:
        return f"{type(error).__name__}: {error}"[:MOST]
    except Exception:
        return type(error).__name__


def _end_with(parent: int) -> None:
    """Ends this process when its parent ends, even while the bot is still computing."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
