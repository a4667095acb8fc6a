"""Bot games of all kinds, by seed: generated maps, odd rosters, options at their limits."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from game.content.faults import UnusableFile
from game.content.scenarios import ScenarioOption
from game.content.shipped_folders import ROOT
from game.mapgen.makers import MAKERS
from tests.tools.variety import setting, write_random_map

COUNT = 16


def test_options_are_tried_at_their_limits_and_between() -> None:
    steps = ScenarioOption(
        label="Points", clause="MC-26", default=1000, least=500, most=3000, step=250
    )
    tried = {setting(steps, Random(seed)) for seed in range(60)}
    assert {500, 3000} < tried
    assert len(tried) > 4
    assert all(steps.allows(value) for value in tried)


def test_maps_are_made_with_other_measures_or_refused(tmp_path: Path) -> None:
    went = Counter[str]()
    for seed in range(2):
        try:
            write_random_map(MAKERS["street"], Random(seed), tmp_path)
            went["made"] += 1
        except UnusableFile:
            went["refused"] += 1
    assert went["made"]


@pytest.mark.slow
def test_games_of_all_kinds_end_or_are_refused() -> None:
    command = [sys.executable, "-m", "tests.tools.variety", "--count", str(COUNT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert "; 0 wrong; " in done.stdout
    assert "played" in done.stdout
