"""``python -m benches [--json]``: the table of targets, with the machine and the versions."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from . import environments, search, threads, vector, waits
from .kernels.measure import PEERS, run
from .play import Row, rows

PACKAGES = (
    "eastfront", "numpy", "gymnasium", "networkx", "rustworkx", "scipy", "numba", "open_spiel",
    "chess", "pettingzoo", "pgx", "jax",
)  # fmt: skip


def machine() -> dict[str, str]:
    """The machine and the versions behind the figures."""
    out = {"machine": platform.machine(), "python": platform.python_version()}
    for package in PACKAGES:
        try:
            out[package] = version(package)
        except PackageNotFoundError:
            out[package] = "not installed"
    return out


def kernel_line(row: dict[str, Any]) -> str:
    """One kernel row as text."""
    peers = ", ".join(f"{p} {row[p]:.0f}" for p in PEERS if isinstance(row.get(p), float))
    mark = "met" if row["met"] else "not met"
    return (
        f"{row['task']:28} {row['size']:>8}  native {row['eastfront_native_us']:8.2f} us,"
        f" Python {row['eastfront_python_us']:8.2f} us  target {row['target']}  {mark}  [{peers}]"
    )


def play_line(row: Row) -> str:
    """One play row as text."""
    peers = ", ".join(f"{p} {v:,.2f}" for p, v in row.peers.items())
    mark = "met" if row.met else "not met"
    here = f" (here {row.here:,.2f})" if row.here != row.target else ""
    ratio = f", {row.ratio:.2f} times {row.reference[0]}" if row.reference and row.ratio else ""
    return (
        f"{row.task:28} {row.eastfront:14,.2f} {row.unit:12}"
        f" target {row.target:12,.2f}{here}  {mark}{ratio}" + (f"  [{peers}]" if peers else "")
    )


def destinations(kernels: list[dict[str, Any]]) -> Row:
    """Legal destinations of movement fields a second, natively, on the smallest map."""
    field = next(row for row in kernels if row["task"] == "field")
    a_second = field["hexes"] / field["eastfront_native_us"] * 1e6
    return Row("legal destinations, native", "hexes/s", a_second, 50_000_000)


def main() -> None:
    """Measures everything and prints it."""
    kernels = run()
    many, skipped = vector.rows()
    envs = environments.rows()
    play = [
        *rows(),
        *threads.rows(),
        *search.rows(),
        destinations(kernels),
        *many,
        *envs,
        *waits.rows(),
    ]
    if "--json" in sys.argv:
        document = {
            "machine": machine(),
            "kernels": kernels,
            "play": [{**vars(r), "here": r.here, "ratio": r.ratio, "met": r.met} for r in play],
            "skipped": skipped,
        }
        print(json.dumps(document, indent=1))
        return
    print("  ".join(f"{k} {v}" for k, v in machine().items()))
    print("\n".join(map(kernel_line, kernels)))
    print("\n".join([*map(play_line, play), *skipped]))


if __name__ == "__main__":
    main()
