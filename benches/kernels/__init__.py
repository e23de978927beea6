"""Speed of the kernels on a task map, beside common libraries for the task.

``python -m benches.kernels`` prints the table; :func:`run` returns its rows.
"""

from __future__ import annotations

from .measure import run

__all__ = ["run"]
