"""Conversion of arguments to NumPy arrays, with errors that name the argument."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from eastfront._core import ArgumentError, ArgumentTypeError
from eastfront.arguments import shown


def array(name: str, values: npt.ArrayLike, kind: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    """Converts `values` to an array of the type `kind`, or of a fitting type if that is None.
    Raises ArgumentTypeError, which calls the value `name`, if NumPy cannot."""
    try:
        return np.ascontiguousarray(values, dtype=kind)
    except Exception:  # also exceptions of the values themselves
        raise ArgumentTypeError(f"{name}={shown(values)}, expected an array") from None


def numbers(name: str, values: npt.ArrayLike, low: int, high: int) -> npt.NDArray[np.int64]:
    """Converts `values` to an array of whole numbers from `low` to `high`.

    Raises ArgumentTypeError for other values, and ArgumentError for a number that is out of range,
    with its place in the array.
    """
    found = array(name, values)
    if found.dtype.kind not in "iu" and found.size:
        raise ArgumentTypeError(f"{name} of type {found.dtype}, expected whole numbers")
    outside = (found < low) | (found > high) if found.size else np.zeros(0, dtype=np.bool_)
    if outside.any():
        at = int(np.argmax(outside))
        raise ArgumentError(
            f"{name}: {found.flat[at]} at {at}, expected a whole number from {low} to {high}"
        )
    return found.astype(np.int64)
