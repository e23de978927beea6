"""What every test may count on."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Lets Ctrl-C reach the processes that tests start, also when the tests run in the background.

    A shell starts background jobs with SIGINT ignored, and what is ignored stays so in children.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
