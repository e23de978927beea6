"""The build backend: maturin, once it is known that Rust is there.

Without cargo, maturin would fetch a whole Rust toolchain for the time of the build. This one says
what is missing, before anything is fetched (docs/decisions/dependencies.md). Its functions are the
hooks of PEP 517 and PEP 660, which pip calls.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from typing import Any

MATURIN = ["maturin>=1.7,<2"]


def _look() -> None:
    """Raises SystemExit, whose text pip shows, if a tool of the build is missing."""
    if shutil.which("cargo") is None:
        raise SystemExit(
            "building eastfront from source needs Rust 1.88 or newer (https://rustup.rs): there is "
            "no `cargo` on the path"
        )
    compiler = os.environ.get("CC", "cc")
    if os.name == "posix" and shutil.which(compiler.split()[0]) is None:
        raise SystemExit(
            "building eastfront from source needs a C compiler: there is no "
            f"`{compiler}` on the path"
        )


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Returns what pip installs before a build; raises SystemExit for a missing tool."""
    _look()
    return MATURIN


get_requires_for_build_editable = get_requires_for_build_wheel
get_requires_for_build_sdist = get_requires_for_build_wheel


def _hook(name: str) -> Callable[..., Any]:
    def hook(*arguments: Any) -> Any:
        import maturin  # installed by the time that pip calls

        return getattr(maturin, name)(*arguments)

    return hook


prepare_metadata_for_build_wheel = _hook("prepare_metadata_for_build_wheel")
prepare_metadata_for_build_editable = _hook("prepare_metadata_for_build_editable")
build_wheel = _hook("build_wheel")
build_editable = _hook("build_editable")
build_sdist = _hook("build_sdist")
