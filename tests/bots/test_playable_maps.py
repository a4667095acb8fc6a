"""Games of steady bots on maps of every origin that pass the check."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest

from game.content.maps.board_faults import faults_on
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.storage import ROOT
from tests.tools.playable_maps import ORIGINS, battlefield, corridors, rooms


@pytest.mark.parametrize("draw", [corridors, battlefield, rooms])
def test_some_of_the_maps_drawn_pass_the_check(draw: Callable[[Random], MapFile]) -> None:
    assert any(not faults_on(to_board(draw(Random(seed)))) for seed in range(8))


@pytest.mark.slow
@pytest.mark.parametrize("origin", ORIGINS)
def test_games_on_maps_of_every_origin_end(origin: str) -> None:
    tool = (sys.executable, "-m", "tests.tools.playable_maps")
    command = [*tool, "--count=1", "--origin", origin]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert "games on 1 maps; 0 wrong" in done.stdout
