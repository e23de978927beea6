"""The command `eastfront`: play, count, check and show games from a shell."""

from __future__ import annotations


def start() -> None:
    """Runs the console script: installs the handler of Ctrl-C before any command is imported."""
    from . import ctrl_c

    ctrl_c.watch()
    try:
        from .main import main
    except KeyboardInterrupt:
        ctrl_c.leave()
    main()
