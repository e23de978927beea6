"""Reusable forms of decisions equal the decisions written out in full."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eastfront.program import Builder, assign, break_, decide, local, loop, units_on_map, when
from eastfront.systems.choosing import again, offer


def code(write: Callable[[], None]) -> Any:
    """The code of a procedure."""
    builder = Builder(("one", "other"), [])
    with builder.at_hand():
        builder.procedure("asked", 0, write)
        return builder.finish()["procedures"]


def test_again_asks_until_it_is_ended_or_nothing_is_able() -> None:
    def short() -> None:
        last = local(-1)
        able = units_on_map().where(lambda u: u > last)
        with again("advance", 0, "X-1", "hold", able) as d, d.unit("go", able) as unit:
            assign(last, unit)

    def written_out() -> None:
        last = local(-1)
        with loop():
            able = units_on_map().where(lambda u: u > last)
            with when(~able.any()):
                break_()
            with decide("advance", 0, "X-1") as d:
                with d.unit("go", able) as unit:
                    assign(last, unit)
                with d.option("hold", passes=True):
                    break_()

    assert code(short) == code(written_out)


def test_again_without_end_of_what_is_able() -> None:
    def short() -> None:
        with again("rvgk", 1, "X-2", "end-rvgk") as d, d.unit("recall", units_on_map()):
            pass

    def written_out() -> None:
        with loop(), decide("rvgk", 1, "X-2") as d:
            with d.unit("recall", units_on_map()):
                pass
            with d.option("end-rvgk", passes=True):
                break_()

    assert code(short) == code(written_out)
    assert "Decide" in str(code(short))


def test_to_decline_is_an_alternative_that_does_nothing() -> None:
    def short() -> None:
        with decide("air support", 0, "X-3") as d:
            d.decline("none")

    def written_out() -> None:
        with decide("air support", 0, "X-3") as d, d.option("none", passes=True):
            pass

    assert code(short) == code(written_out)


def test_an_offer_is_one_thing_or_nothing() -> None:
    def short() -> None:
        with offer("air support", 0, "X-4", "fly", decline="stay"):
            assign(local(0), 1)

    def written_out() -> None:
        with decide("air support", 0, "X-4") as d:
            with d.option("fly"):
                assign(local(0), 1)
            with d.option("stay", passes=True):
                pass

    assert code(short) == code(written_out)
    assert "Decide" in str(code(short))
