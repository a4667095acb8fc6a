"""Disturbed maps that *Make it fit* makes playable again."""

from __future__ import annotations

from game.editor.scenario_fit import fitted
from tests.editor.disturbances import disturbed

MAPS, LEAST = 100, 95


def test_of_a_hundred_disturbed_maps_most_are_mended() -> None:
    maps = [disturbed(seed) for seed in range(MAPS)]
    mended = sum(not fitted(one.scenario, one.map).left for one in maps)

    print(f"\n{mended} of {MAPS} disturbed maps are playable again")
    assert mended >= LEAST
