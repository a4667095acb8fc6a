"""Background checks: of the newest map only, and without slowing the editor down."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.findings import CheckReport, Severity
from game.editor.live_checks import LIVES, SETTLE_SECONDS, LiveChecks
from game.editor.map_patches import difference, patched
from game.editor.transforms import moved

SPRING = {"class": "FloodOrigin", "name": "spring", "point": [0, 24]}
CANAL = {"class": "Lane", "name": "canal", "polyline": [[0, 24], [40, 24]]}
DAM = {"class": "Wall", "name": "dam", "rectangle": [20, 22, 1, 4]}


def map_of_ruins(many: int) -> MapFile:
    ruins = [
        {"class": "Ruin", "rectangle": [2 + n % 40 * 2, 2 + n // 40 * 2, 1, 1]}
        for n in range(many)
    ]
    return map_of(84, 60, ruins)


def until_known(checks: LiveChecks, mapfile: MapFile, seconds: float = 60.0) -> float:
    """Update once per frame until the checks are done; return the longest update in seconds."""
    begun, longest = time.perf_counter(), 0.0
    while not checks.is_of(mapfile):
        assert time.perf_counter() - begun < seconds, "it takes too long"
        before = time.perf_counter()
        checks.update(0.016, mapfile)
        longest = max(longest, time.perf_counter() - before)
        time.sleep(0.002)
    return longest


@pytest.mark.slow
def test_a_map_is_checked_beside_the_drawing() -> None:
    checks = LiveChecks()
    try:
        wrong = map_of(48, 48, [SPRING, CANAL, DAM])
        until_known(checks, wrong)

        (finding,) = [f for f in checks.report.findings if f.severity is Severity.FAULT]
        assert finding.words == (
            "canal: leaves the floor at (20.5, 24), where it runs through dam: "
            "bend the lane or end it before that (FF-04)"
        )
        assert (finding.at, finding.about, finding.clause) == ((20.5, 24), (2, 3), "FF-04")
        reasons = {one.scenario: one.reasons for one in checks.report.playable}
        assert [r.words for r in reasons["combat_patrol"]] == [
            "zones: 0 zones found; draw two (MI-03)"
        ]

        right = wrong.removed({3})
        until_known(checks, right)
        assert checks.map is right
        assert not [f for f in checks.report.findings if f.severity is Severity.FAULT]

        checks.update(0.0, wrong)
        assert checks.is_of(wrong), "undo finds what was told before, at once"
        assert checks.report.findings[0] == finding
    finally:
        checks.close()


@pytest.mark.slow
def test_a_small_edit_of_a_large_map_costs_no_frame() -> None:
    checks = LiveChecks()
    try:
        first = map_of_ruins(1000)
        until_known(checks, first)
        one = first.by_id()[7]
        second = first.replaced([moved(one, 0.25, 0.0)])

        longest = until_known(checks, second)

        assert longest < 0.008
    finally:
        checks.close()


def test_what_differs_makes_the_new_map_of_the_old_one() -> None:
    old = map_of(48, 48, [SPRING, CANAL, DAM])
    new = old.replaced([moved(old.by_id()[3], 1.0, 0.0)]).removed({1})
    more = new.added(new.layers[0].id, [old.by_id()[1].model_copy(update={"id": 9})])

    assert difference(old, new).size == 1
    assert difference(None, old).size == 3
    for before, after in ((None, old), (old, new), (new, more), (more, old)):
        assert patched(difference(before, after), before) == after


def dies(_: MapFile) -> Iterator[CheckReport]:
    os._exit(1)


@pytest.mark.slow
def test_a_process_that_dies_again_and_again_is_given_up_and_told() -> None:
    checks, mapfile = LiveChecks(dies), map_of_ruins(1)
    try:
        until_known(checks, mapfile)

        assert checks.fault == f"the map check crashed {LIVES} times"
    finally:
        checks.close()


def sleeps(_: MapFile) -> Iterator[CheckReport]:
    time.sleep(600)
    yield CheckReport()


@pytest.mark.slow
def test_one_that_hangs_over_a_map_that_is_no_more_is_ended() -> None:
    checks, one, other = LiveChecks(sleeps), map_of_ruins(1), map_of_ruins(2)
    try:
        begun = time.perf_counter()
        while not checks.task.is_sent:
            assert time.perf_counter() - begun < 60
            checks.update(SETTLE_SECONDS, one)
            time.sleep(0.002)
        process = checks.task.process
        assert process

        begun = time.perf_counter()
        while checks.task.process is process or not checks.task.is_sent:
            assert time.perf_counter() - begun < 60, "another one is asked of the other map"
            checks.update(SETTLE_SECONDS, other)
            time.sleep(0.002)
        assert process.exitcode is not None
        assert not checks.fault, "the other map is not given up over it"
    finally:
        checks.close()
