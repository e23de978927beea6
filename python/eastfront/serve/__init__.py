"""A server for front ends: games over HTTP and WebSocket, in the JSON of `eastfront.wire`.

    from eastfront import serve

    app = serve.app()      # an ASGI application
    serve.run(port=8000)   # the same, served until Ctrl-C

The server needs the extra ``serve``: ``pip install eastfront[serve]``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from eastfront.imports import pending

if TYPE_CHECKING:
    from .limits import Limits
    from .routes import app
    from .running import run

_HOME = {"app": "routes", "Limits": "limits", "run": "running"}

__all__ = ["Limits", "app", "run"]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            with pending:
                module = import_module(f".{_HOME[name]}", __name__)
        except ModuleNotFoundError as error:
            if error.name and error.name.startswith("eastfront"):
                raise
            raise ImportError(
                f"serving needs {error.name}: install it with `pip install eastfront[serve]`"
            ) from error
        return getattr(module, name)
