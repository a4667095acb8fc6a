"""Random drifts in clutter; ``python -m tests.tools.fuzz_drift`` plays more of them."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from game.content.shipped_folders import ROOT
from game.geometry.points import Point, heading_of_vector, vector_of_heading
from game.geometry.sweeps import Touch, sweep
from game.physics import travel
from game.physics.space import exchange_momentum
from tests.tiers import few
from tests.tools.fuzz_drift import cluttered, drift_faults, drifted

MANY, PARTS = 500, 10
PROGRAM = """
from tests.tools.fuzz_drift import cluttered, drifted
print([drifted(cluttered(luck))[1] for luck in range(20)])
"""


@pytest.mark.rule("ZG-12")
@pytest.mark.parametrize("first", few(range(0, MANY, MANY // PARTS)))
def test_drifts_are_exact_and_nobody_is_ever_in_anything(first: int) -> None:
    wrong = [
        f"drift {luck}: {fault}"
        for luck in range(first, first + MANY // PARTS)
        for fault in drift_faults(cluttered(luck))
    ]

    assert wrong == []


def test_they_are_turned_back_up_to_twenty_times() -> None:
    many = [len(drifted(cluttered(luck))[1].rebounds) for luck in range(60)]

    assert max(many) == 20
    assert sum(many) > 400


@pytest.mark.usefixtures("fresh_rebounds")
def test_a_heading_that_is_off_by_little_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def askew(normal: Point, pace: Point) -> tuple[Point, Point]:
        turned, still = exchange_momentum(normal, pace)
        return vector_of_heading(heading_of_vector(turned) + 0.02), still

    monkeypatch.setattr(travel, "exchange_momentum", askew)

    assert any(list(drift_faults(cluttered(luck))) for luck in range(5))


def test_walls_that_are_not_seen_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(at: Point, to: Point, distance: float, radius: float, *rest: Any) -> Touch | None:
        return sweep(at, to, distance, radius - 0.01, *rest)

    monkeypatch.setattr(travel, "sweep", short)

    assert any(list(drift_faults(cluttered(luck))) for luck in range(5))


def test_they_are_the_same_in_every_process() -> None:
    found = {
        subprocess.run(  # noqa: S603  our own words
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    here = [drifted(cluttered(luck))[1] for luck in range(20)]

    assert found == {f"{here}\n"}
