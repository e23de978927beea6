"""The rules of Barbarossa Deluxe, one module a subject, each built on the one before.

``ground``, ``board``, ``laws``, ``supply``, ``events``, ``interrupts``, ``retreat``,
``strength``, ``battle``, ``inquiry``, ``aftermath``, ``passages``, ``movement``, ``assault``,
``arrivals``, ``turn``.
"""

from .turn import BarbarossaDeluxe

__all__ = ["BarbarossaDeluxe"]
