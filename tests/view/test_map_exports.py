"""The forms of exported maps, and what is said of each before it is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.content.maps.map_library import map_of
from game.view.board.map_exports import MapExport, form_of

PIECES: list[dict[str, Any]] = [
    {"class": "Wall", "polyline": [[2, 2], [6, 2]]},
    {"class": "Ruin", "rectangle": [2, 8, 4, 4]},
]


def test_a_scene_for_virtual_tabletops_says_that_it_lacks_terrain() -> None:
    form, picture = form_of(Path("a.UVTT")), form_of(Path("a.png"))
    assert form
    assert picture
    pixels = picture.words(MapExport(map_of(24, 20, PIECES)))
    assert (
        form.words(MapExport(map_of(24, 20, PIECES))) == f"{pixels}, without 1 piece of terrain"
    )
    assert form.words(MapExport(map_of(24, 20, PIECES[:1]))) == pixels
    assert form_of(Path("a.gif")) is None
