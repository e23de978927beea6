"""A bot in a separate process: it reads a pickled observation and writes its action.

A test starts it with these bytes alone; the engine's states never reach it.
"""

from __future__ import annotations

import pickle
import sys

from eastfront.bots import bot
from eastfront.positions.observation import Observation

if __name__ == "__main__":
    seen = pickle.loads(sys.stdin.buffer.read())
    assert isinstance(seen, Observation)
    print(bot(sys.argv[1], seed=int(sys.argv[2]))(seen))
