"""Models on ground that is likely to be flooded, in short stories."""

from __future__ import annotations

import pytest

from game.systems.flood.bot.blunders import ModelsInTheWater
from game.table.events import PhaseBegan
from tests.systems.flood.flood_tables import STRAIGHT, squad_at, view_before_flood
from tests.tools.blunder_stories import counted

DRY = {"class": "Gantry", "rectangle": [18, 28, 4, 4]}


@pytest.mark.parametrize(
    ("round_", "found"),
    [(1, (0, 0)), (2, (0, 0)), (3, (1, 2)), (5, (1, 2))],
)
def test_models_in_the_water_count_from_a_chance_of_one_half(
    round_: int, found: tuple[int, int]
) -> None:
    """The first of three models is too far from dry ground to count, the third is on it."""
    units = squad_at((10, 10), (20, 24), (20, 30))
    view = view_before_flood(units, objects=(*STRAIGHT, DRY), round_=round_ - 1)
    assert counted(ModelsInTheWater, view, PhaseBegan("FF-06", round_, "flood", None)) == found
