"""Export of maps as Universal VTT: what comes back from it, and what other programs read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.content.maps import uvtt_export
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.content.maps.uvtt_export import exported
from game.content.maps.uvtt_import import imported

ROOM: list[dict[str, Any]] = [
    {"class": "Wall", "polyline": [[4, 4], [20, 4], [20, 12.125]]},
    {"class": "Door", "polyline": [[20, 12.125], [20, 14]]},
    {"class": "Door", "polyline": [[4, 8], [4, 10]], "state": "open"},
    {"class": "Window", "polyline": [[20, 14], [20, 18]]},
    {"class": "Lamp", "point": [10, 10], "radius": 6.5, "brightness": 0.5, "tint": "#ff80c0ff"},
]


def objects_of(mapfile: MapFile) -> list[Any]:
    found = [(one.what, one.outline) for _, one in mapfile.objects()]
    return sorted(found, key=repr)


def test_walls_doors_windows_and_lamps_come_back_as_they_were() -> None:
    before = map_of(24, 20, ROOM)
    out = exported(before, b"", 50)
    after = imported(json.loads(out.text), "room")

    assert objects_of(after.mapfile) == objects_of(before)
    assert (after.mapfile.width, after.mapfile.height, after.inches) == (24, 20, 1)
    assert (out.walls, out.doors, out.windows, out.lamps) == (1, 2, 1, 1)
    assert after.brief.startswith('24" × 20" (1" a square), 1 wall, 2 doors, 1 lamp, 1 window')


def test_other_programs_find_what_the_format_says() -> None:
    raw = json.loads(exported(map_of(24, 20, ROOM), b"\x89PNG", 75).text)

    assert raw["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 24, "y": 20},
        "pixels_per_grid": 75,
    }
    assert raw["line_of_sight"] == [
        [{"x": 4.0, "y": 4.0}, {"x": 20.0, "y": 4.0}, {"x": 20.0, "y": 12.125}]
    ]
    assert [one["closed"] for one in raw["portals"]] == [True, False]
    assert raw["portals"][0]["position"] == {"x": 20.0, "y": 13.0625}
    assert raw["portals"][0]["rotation"] == pytest.approx(1.570796)
    assert raw["lights"][0]["color"] == "ff80c0ff"
    assert raw["image"] == "iVBORw=="


def test_areas_become_outlines_and_the_rest_is_said() -> None:
    pieces: list[dict[str, Any]] = [
        {"class": "Block", "rectangle": [2, 2, 4, 3]},
        {"class": "Door", "rectangle": [10, 2, 4, 1]},
        {"class": "Ruin", "rectangle": [2, 10, 4, 4]},
        {"class": "Wall", "polyline": [[15, 15], [20, 15]], "blocks_sight": "no"},
    ]
    out = exported(map_of(24, 20, pieces), b"", 50)
    raw = json.loads(out.text)

    assert raw["line_of_sight"][0][0] == raw["line_of_sight"][0][-1]
    assert len(raw["line_of_sight"][0]) == 5
    assert raw["portals"][0]["bounds"] == [{"x": 10.0, "y": 2.5}, {"x": 14.0, "y": 2.5}]
    assert (out.windows, out.left_out) == (1, ("1 piece of ruin",))


def test_a_file_that_could_not_be_read_again_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uvtt_export, "MAX_BYTES", 100)
    with pytest.raises(UnusableFile, match="choose fewer pixels to the inch"):
        exported(map_of(24, 20, ROOM), b"", 50)
