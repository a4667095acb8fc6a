"""A whole game against its transcript, as a person last read and approved it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.toy import toy
from tests.tools.transcript import assert_approved, transcript


def runs(side: str, *steps: tuple[int, float, float, float, float]) -> list[Any]:
    return [[f"{side}-runners-{n}", [[ax, ay], [bx, by]]] for n, ax, ay, bx, by in steps]


ANSWERS: list[Any] = [
    runs("reds", (1, 10, 10, 10, 12), (2, 11.5, 10, 11.5, 12.5), (3, 13, 10, 13, 12)),
    "reds-runners-2",
    "blues-runners-3",
    [],
    "blues-runners-1",
    "reds-runners-2",
    "back",
    runs("reds", (1, 10, 12, 10.25, 14)),
    "pass",
    [],
    "blues-runners-2",
    "reds-runners-1",
    "pass",
]


def test_two_turns_of_the_toy(request: pytest.FixtureRequest) -> None:
    assert_approved(request, "toy", transcript(toy(7), ANSWERS))
