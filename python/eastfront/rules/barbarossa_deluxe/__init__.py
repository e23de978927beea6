"""The rules of Barbarossa Deluxe, one module a subject, each built on the one before.

``board``, ``laws``, ``supply``, ``events``, ``interrupts``, ``retreat``, ``battle``, ``inquiry``,
``aftermath``, ``movement``, ``assault``, ``arrivals``, ``turn``.
"""

from .turn import BarbarossaDeluxe

__all__ = ["BarbarossaDeluxe"]
