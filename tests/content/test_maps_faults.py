"""An unusable map is refused with all its faults, in the terms of the map's author."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.content.faults import UnusableFile
from game.content.maps.map_file import MAX_CORNERS, MAX_OBJECTS
from game.content.maps.map_library import load_map, parse_map
from tests.content.drawn_maps import Raw, map_refusal, polygon_of, prop, thing, tmj

SQUARE = polygon_of((0, 0), (4, 0), (4, 4), (0, 4))
BOW_TIE = polygon_of((0, 0), (4, 4), (4, 0), (0, 4))
LINE = polygon_of((0, 0), (4, 0))
HERE = "layer 'things', object 1"


@pytest.mark.parametrize(
    ("one", "fault"),
    [
        (thing("SluceGate", name="gate 1"), " 'gate 1' (SluceGate): there is no class "),
        (
            thing("SluceGate"),
            " (SluceGate): there is no class 'SluceGate'; did you mean 'Sluice",
        ),
        (thing("Wall", x="a"), " (Wall): x: must be a number, not 'a'"),
        (thing("Wall", x=True), " (Wall): x: must be a number, not true"),
        (thing("Wall", width=-1), " (Wall): width: must be at least 0, not -1"),
        (thing("Wall", name=7), " (Wall): name: must be text, not 7"),
        (thing("Wall", name="a\nb"), " (Wall): name: must be at most 60 characters on o"),
        (thing("Wall", visible="yes"), " (Wall): visible: must be true or false, not 'yes'"),
        (thing("Wall", wdith=3), " (Wall): wdith: unknown key; did you mean 'width'?"),
        (
            thing("Wall", capsule=True),
            " (Wall): is a capsule; draw a rectangle, an ellipse or a",
        ),
        (thing("Wall", gid=3), " (Wall): is a tile of a class; clear its class, or"),
        (thing("Wall", text={}), " (Wall): is a text of a class; clear its class, or"),
        (
            thing("Wall", template="a.tx"),
            " (Wall): comes from a template that is not at hand; detach it in Tiled",
        ),
        (thing("Wall", properties=3), " (Wall): properties: must be a list"),
        (
            thing("Wall", properties=[3]),
            " (Wall): properties[0]: must be a table of keys and v",
        ),
        (
            thing("Wall", properties=[{"name": "cover"}]),
            " (Wall): properties[0]: value: is missing",
        ),
        (
            thing("Wall", properties=[prop("cvoer", "4+")]),
            " (Wall), property 'cvoer': unknown key; did you mean 'cover' (the save",
        ),
        (
            thing("Wall", properties=[prop("cover", "7+")]),
            " (Wall), property 'cover': there is no '7+'; try: usual, none, 2+",
        ),
        (
            thing("Wall", properties=[prop("cover", "4+"), prop("cover", "5+")]),
            " (Wall), property 'cover': is given twice",
        ),
        (
            thing("Grate", properties=[prop("watertight", "yes")]),
            " (Grate), property 'watertight': must be true or false, not 'yes'",
        ),
        (
            thing("Lamp", point=True, properties=[prop("radius", 0)]),
            " (Lamp), property 'radius': must be at least 0.1",
        ),
        (
            thing("Lamp", point=True, properties=[prop("tint", "red")]),
            " (Lamp), property 'tint': String should match pattern",
        ),
        (thing("Hedge"), " (Hedge): is a rectangle; must be a polyline"),
        (thing("Nest"), " (Nest): is a rectangle; must be a point"),
        (
            thing("Ruin", polyline=LINE),
            " (Ruin): is a polyline; must be an ellipse or a polygon or a rectangle",
        ),
        (
            thing("Wall", height=0),
            " (Wall): has no area: its width and height must be at least 1 p",
        ),
        (
            thing("Wall", polygon=BOW_TIE),
            " (Wall): crosses or touches itself: edge 0 meets edge 2",
        ),
        (thing("Wall", polygon=LINE), " (Wall): has 2 corners; an area has at least 3"),
        (
            thing("Wall", polygon=polygon_of((0, 0), (4, 0), (4, 4), (2, 0), (0, 4))),
            " (Wall): crosses or touches itself",
        ),
        (
            thing("Wall", polygon=polygon_of((0, 0), (4, 0), (2, 0), (2, 2))),
            " (Wall): folds back on itself at corner 1",
        ),
        (
            thing("Wall", polygon=polygon_of((0, 0), (4, 0), (8, 0))),
            " (Wall): folds back on itself at corner 0",
        ),
        (
            thing("Wall", polygon=[*SQUARE, SQUARE[0]]),
            " (Wall): has two corners in the same place (4)",
        ),
        (thing("Wall", polyline=LINE[:1]), " (Wall): has 1 corners; a line has at least 2"),
        (
            thing("Wall", polyline=[LINE[0], LINE[0]]),
            " (Wall): has two corners in the same place (0)",
        ),
        (
            thing("Wall", polygon=[{"x": 0, "y": 0}, {"x": 1}, {"x": 9, "y": 9}]),
            " (Wall): polygon[1].y: is missing",
        ),
        (
            thing("Wall", polygon=SQUARE * (MAX_CORNERS // 4 + 1)),
            " (Wall): polygon: must have at most 200 entries",
        ),
        (
            thing("Wall", x=1500),
            ' (Wall): lies off the 48" × 48" board at (48.875, 10) and 1 more corner',
        ),
        (
            thing("Wall", rotation=90, x=31),
            ' (Wall): lies off the 48" × 48" board at (-0.031, 12) and 1 more corner',
        ),
        (
            thing("Nest", point=True, y=-1),
            ' (Nest): lies off the 48" × 48" board at (10, -0.031)',
        ),
        (thing("Hull", polyline=LINE), " (Hull): must lie along one edge of the board"),
        (thing("Arrival", polyline=LINE), " (Arrival): must lie along one edge of the board"),
        (thing("Ring", ellipse=True), " (Ring): is not a circle: width and height differ"),
        (
            thing("Exit", properties=[prop("zone", 7)]),
            " (Exit), property 'zone': refers to object 7, which does not exist; it must be a",
        ),
        (
            thing("Exit", properties=[prop("zone", 1)]),
            " (Exit), property 'zone': refers to object 1, which is of class Exit; it must be",
        ),
        (thing("Wall", id="one"), " (Wall): id: must be a whole number"),
    ],
)
def test_an_object_is_refused_by_its_layer_number_name_and_class(one: Raw, fault: str) -> None:
    (line,) = map_refusal(tmj(one))
    place = HERE if isinstance(one["id"], int) else "layer 'things', objects[0]"
    assert line.startswith(place + fault)


@pytest.mark.parametrize(
    ("raw", "fault"),
    [
        ({"type": "tileset"}, "type: there is no 'tileset'; try: map"),
        ({"orientation": "hexagonal"}, "orientation: is 'hexagonal'; make it orthogonal"),
        ({"infinit": True}, "infinit: unknown key; did you mean 'infinite'?"),
        ({"width": 5}, "width: must be at least 6, not 5"),
        ({"width": 48.5}, "width: must be a whole number, not 48.5"),
        ({"height": 241}, "height: must be at most 240, not 241"),
        ({"tilewidth": 16}, "tiles: are 16 × 32 pixels; a tile is one inch, so make them sq"),
        ({"tilewidth": 0}, "tilewidth: must be at least 1, not 0"),
        ({"layers": None}, "layers: must be a list, not null"),
        ({"layers": [7]}, "layers[0]: must be a layer, not 7"),
        ({"layers": [{}]}, "layers[0]: is of type null; must be objectgroup, imagel"),
        ({"layers": [{"type": "tilelayer", "name": "T"}]}, "layer 'T': id: must be a whole nu"),
        ({"layers": [{"type": "group", "name": "all"}]}, "layer 'all': id: is missing"),
        (
            {"layers": [{"type": "objectgroup", "name": "a", "id": 1}]},
            "layer 'a': has no list of objects",
        ),
        (
            {"layers": [{"type": "objectgroup", "name": "a", "id": 1, "objects": [7]}]},
            "layer 'a', objects[0]: is 7",
        ),
        (
            {"layers": [{"type": "objectgroup", "name": "a", "id": 1, "objects": [], "x": 3}]},
            "layer 'a': is shifted; its x and y must be 0",
        ),
        (
            {
                "layers": [
                    {"type": "objectgroup", "name": "a", "id": 1, "objects": [], "ofsetx": 3}
                ]
            },
            "layer 'a': ofsetx: unknown key; did you mean 'offsetx'?",
        ),
        (
            {"layers": [{"type": "objectgroup", "name": "a", "id": 1, "objects": []}] * 2},
            "layer 'a': id 1 is already used by a layer",
        ),
        ({"bakgroundcolor": "#fff"}, "bakgroundcolor: unknown key; did you mean 'background"),
        ({"properties": [prop("format", 2)]}, "map, property 'format': is 2; this version"),
        (
            {"properties": [prop("format", value=True)]},
            "map, property 'format': is true; this version",
        ),
        (
            {"properties": [prop("look", "citty")]},
            "map, property 'look': there is no 'citty'; did you mean 'city'?",
        ),
        (
            {"properties": [prop("tilte", "x")]},
            "map, property 'tilte': unknown key; did you",
        ),
    ],
)
def test_the_map_itself_is_refused_by_its_key(raw: Raw, fault: str) -> None:
    (line,) = map_refusal(tmj() | raw)

    assert line.startswith(fault)


@pytest.mark.parametrize("raw", [[], 7, "map", None])
def test_what_is_no_map_is_refused(raw: Any) -> None:
    (line,) = map_refusal(raw)

    assert line.startswith("is not a map but ")


def test_all_faults_are_told_at_once() -> None:
    lines = map_refusal(
        tmj(
            thing("SluceGate", 1),
            thing("Wall", 2, x="a", properties=[prop("cover", "x")]),
            thing("Nest", 3),
            thing("Wall", 4, polygon=BOW_TIE),
            thing("Wall", 4),
            tilewidth=16,
            tileheight="16",
        )
    )

    assert [line.split(":")[0].removeprefix("layer 'things', ") for line in lines] == [
        "tileheight",
        "object 1 (SluceGate)",
        "object 2 (Wall), property 'cover'",
        "object 2 (Wall)",
        "object 3 (Nest)",
        "object 4 (Wall)",
        "object 4 (Wall)",
    ]
    assert lines[-1].endswith("id 4 is already used by layer 'things', object 4 (Wall)")


def test_two_markers_of_one_number_are_refused() -> None:
    two = [thing("Objective", n, point=True, properties=[prop("number", 3)]) for n in (1, 2)]

    (line,) = map_refusal(tmj(*two))

    assert line.endswith("number 3 is already used by layer 'things', object 1 (Objective)")


def test_what_names_an_object_that_cannot_be_read_is_not_blamed() -> None:
    zone, way_out = thing("DeploymentZone", 1, x="a"), thing("Exit", 2)
    way_out["properties"] = [prop("zone", 1, "object")]

    (line,) = map_refusal(tmj(zone, way_out))

    assert "object 1 (DeploymentZone): x" in line


def test_too_many_objects_are_refused() -> None:
    lines = map_refusal(tmj(*(thing("Wall", n) for n in range(1, MAX_OBJECTS + 2))))

    assert lines == [f"layer 'things': objects: must have at most {MAX_OBJECTS} entries"]


def test_too_many_objects_in_several_layers_are_refused() -> None:
    raw = tmj()
    half = MAX_OBJECTS // 2 + 1
    raw["layers"] = [
        {
            "id": k,
            "name": "",
            "type": "objectgroup",
            "objects": [thing("Wall", k * half + n) for n in range(half)],
        }
        for k in (1, 2)
    ]

    assert map_refusal(raw) == [f"has more than {MAX_OBJECTS} objects"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not valid JSON"),
        ('{"type": "map", "layers": [{"ty', "is not valid JSON"),
        ('{"type": "map", "width": NaN}', "NaN is not a number"),
        ('{"type": "map", "type": "map"}', "has the key 'type' twice"),
        ("[" * 100_000, "nests more than 32 levels deep"),
        ('{"type": "map", "width": 1e999}', "1e999 is too big a number"),
        ('{"type": "map", "width": ' + "9" * 5000 + "}", "a whole number has too many digits"),
    ],
)
def test_a_broken_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(UnusableFile, match=reason):
        parse_map(text, "x.tmj")


def test_a_number_too_big_for_a_float_is_refused() -> None:
    (line,) = map_refusal(tmj(thing("Wall", x=10**400)))

    assert line.startswith(f"{HERE} (Wall): x: must be ")


def test_a_file_of_100_mb_is_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "big.tmj"
    with file.open("wb") as sparse:
        sparse.truncate(100_000_000)

    with pytest.raises(UnusableFile, match=r"is 95\.4 MiB; the limit is 4 MiB"):
        load_map(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="cannot read it: no such file"):
        load_map(tmp_path / "none.tmj")
