"""The process of a user's bot ends without a word when the match ends, whatever it was doing."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

BEGIN = "import sys; from eastfront.matches.bot_process import main; main(*map(int, sys.argv[1:]))"
BOTS = """
import sys, time

def slow(seed):
    print("making", file=sys.stderr, flush=True)
    sys.stdin.read()
    return lambda seen: 0
"""


def framed(message: object) -> bytes:
    data = pickle.dumps(message)
    return len(data).to_bytes(8, "big") + data


@pytest.mark.parametrize(
    "sent", ["nothing", "half a length", "half a message", "unread", "working"]
)
def test_the_process_of_a_bot_ends_quietly_when_its_match_ends(sent: str, tmp_path: Path) -> None:
    (tmp_path / "slowbot.py").write_text(BOTS)
    ours, theirs = socket.socketpair()
    whole = framed(("begin", "slowbot:slow", 1))
    with ours, theirs, subprocess.Popen(
        [sys.executable, "-c", BEGIN, str(theirs.fileno()), str(os.getpid())],
        cwd=tmp_path, pass_fds=[theirs.fileno()], stdin=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as bot:  # fmt: skip
        theirs.close()
        assert bot.stdin is not None and bot.stderr is not None
        if sent == "working":
            ours.sendall(whole)
            assert bot.stderr.readline() == "making\n"
        elif sent == "unread":
            ours.sendall(framed(("find", "slowbot:slow")) * 2)
            ours.recv(1)
        else:
            ours.sendall(whole[: {"nothing": 0, "half a length": 5, "half a message": 20}[sent]])
        ours.close()
        bot.stdin.close()
        try:
            assert (bot.stderr.read(), bot.wait(60)) == ("", 0)
        finally:
            bot.send_signal(signal.SIGKILL)
