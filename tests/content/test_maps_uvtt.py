"""Conversion of Universal VTT files to maps: walls, doors, lights, pictures, odd values."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from struct import pack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from game.content.faults import UnusableFile
from game.content.file_kinds import kind_of_file
from game.content.maps import uvtt_import
from game.content.maps.classes import Door, Lamp, Wall
from game.content.maps.map_library import parse_map
from game.content.maps.uvtt_import import MATCHED, ImportedMap, import_map, imported, keep_map
from game.content.maps.wall_lines import JoinedLines, inside_parts
from game.content.maps.writer import canonical
from game.content.png_payload import SIGNATURE, make_chunk
from game.geometry.points import Path as Line
from game.geometry.points import Point
from game.systems.matched.rules.matched_boards import MIN_TABLE
from tests.tools.refusals import faults_of

CELLAR = Path(__file__).with_name("cellar.uvtt")


def empty_uvtt(**raw: Any) -> dict[str, Any]:
    """Return a file of 20 × 10 squares with nothing on it."""
    size = {"map_size": {"x": 20, "y": 10}, "pixels_per_grid": 100}
    return {"format": 0.3, "resolution": size, "line_of_sight": []} | raw


def points_of_line(*spots: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in spots]


def outlines(found: ImportedMap, kind: type) -> list[Line]:
    return [one.outline for _, one in found.mapfile.objects() if isinstance(one.what, kind)]


def picture_bytes(form: str, wide: int, high: int, mode: str = "RGB") -> bytes:
    out = BytesIO()
    colour = (0, 128, 128, 128)[: len(mode)]
    Image.new(mode, (wide, high), colour).save(out, form)
    return out.getvalue()


def large_png(wide: int, high: int) -> bytes:
    """Return a black PNG picture of one bit a pixel."""
    head = make_chunk(b"IHDR", pack(">II5B", wide, high, 1, 0, 0, 0, 0))
    rows = zlib.compress(bytes((1 + (wide + 7) // 8) * high), 1)
    return SIGNATURE + head + make_chunk(b"IDAT", rows) + make_chunk(b"IEND", b"")


def large_webp(wide: int, high: int) -> bytes:
    """Return a WebP picture of one colour, which takes no bits a pixel whatever its size."""
    out = BytesIO()
    Image.new("RGB", (2, 2), (0, 128, 128)).save(out, "WEBP", lossless=True)
    data = bytearray(out.getvalue())
    size = data.index(b"VP8L") + 9  # two numbers of 14 bits, each less by one
    flags = int.from_bytes(data[size : size + 4], "little") >> 28 << 28
    data[size : size + 4] = (flags | high - 1 << 14 | wide - 1).to_bytes(4, "little")
    return bytes(data)


def embedded(data: bytes) -> str:
    return b64encode(data).decode()


def faults_of_import(raw: Any, inches: float | None = 1.0) -> list[str]:
    return faults_of(imported, raw, "x", inches)


def test_walls_are_joined_and_measured_from_the_corner_of_the_map() -> None:
    found = import_map(CELLAR, 1.0)

    # 12 x 8.5 squares; a board is of whole inches.
    assert (found.mapfile.width, found.mapfile.height) == (12, 9)
    assert found.mapfile.board.title == "cellar"
    assert outlines(found, Wall) == [
        # Three lines are the walls of a room; at (4, 1) it goes straight on.
        ((6, 4), (6, 1), (1, 1), (1, 4)),
        # It is cut at the left edge.
        ((0, 8.5), (3, 8.5)),
        ((2, 6), (2, 7)),
        ((8, 2), (10, 2), (10, 4), (8, 4), (8, 2)),
    ]


def test_doors_lie_across_their_gaps_closed_or_open_as_the_file_says() -> None:
    found = import_map(CELLAR, 1.0)
    doors = found.mapfile.all_of(Door)

    assert [(one.outline, one.what) for one in doors] == [
        (((1, 4), (6, 4)), Door(state="closed")),
        (((6.5, 2), (7.5, 2)), Door(state="open")),
    ]
    assert found.brief == '12" × 9" (1" a square), 4 walls, 2 doors, 1 lamp'
    assert found.left_out == (
        "1 wall cut at the edge of the map",
        "1 wall without length",
        "1 duplicate wall",
        "1 door without width",
        "the picture: is neither a PNG nor a JPEG picture",
    )


def test_lights_become_lamps_of_their_colour_and_reach() -> None:
    (lamp,) = import_map(CELLAR, 3.0).mapfile.all_of(Lamp)

    # Two squares to the right and down from the corner; 4 squares reach 12".
    assert lamp.outline == ((6, 6),)
    assert lamp.what == Lamp(radius=12, brightness=1, tint="#ffffe0a0")


def test_odd_lights_are_limited_or_left_out() -> None:
    def light(x: float, **more: Any) -> dict[str, Any]:
        return {"position": {"x": x, "y": 5}, "range": 3, "intensity": 1} | more

    found = imported(
        empty_uvtt(
            lights=[
                light(1, range=40, intensity=7, color="#FFCC00"),
                light(2, color="teal"),
                light(3, range=0),
                light(4, intensity=0),
                light(21),
            ]
        ),
        "x",
        2.0,
    )

    assert [one.what for one in found.mapfile.all_of(Lamp)] == [
        Lamp(radius=48, brightness=2, tint="#ffffcc00"),
        Lamp(radius=6, brightness=1, tint="#ffffe2b0"),
    ]
    assert found.left_out == (
        "1 light off the map",
        "2 lights without range or brightness",
        "1 lamp in the usual colour: theirs is no AARRGGBB",
    )


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        # Inside, along two edges, and touching a corner.
        (((1, 1), (2, 2)), [((1, 1), (2, 2))]),
        (((0, 0), (0, 10), (20, 10)), [((0, 0), (0, 10), (20, 10))]),
        (((-5, 5), (5, -5)), []),
        # From (-2, 1) to (4, 4) x is 0 a third of the way on: y is 2.
        (((-2, 1), (4, 4)), [((0, 2), (4, 4))]),
        # Right through: at x = 0 y is 3.5, at x = 20 it is 8.5.
        (((-2, 3), (22, 9)), [((0, 3.5), (20, 8.5))]),
        # Out over the upper edge at x = 3 and in again at x = 7.
        (((1, 4), (5, -4), (9, 4)), [((1, 4), (3, 0)), ((7, 0), (9, 4))]),
        # Off the map, though its ends are left and right of a corner.
        (((-1, 9), (3, 13)), []),
        (((30, 3), (30, 7)), []),
        (((5, 5), (5, 5)), [((5, 5), (5, 5))]),
    ],
)
def test_lines_are_cut_at_the_edge_of_the_map(
    line: tuple[tuple[float, float], ...], parts: list[tuple[tuple[float, float], ...]]
) -> None:
    found = inside_parts(tuple(Point(*at) for at in line), 20.0, 10.0)

    assert [[pytest.approx(at) for at in part] for part in found] == [[*p] for p in parts]


def test_walls_and_doors_off_the_map_are_left_out_and_said() -> None:
    def door(*ends: tuple[float, float], closed: bool = True) -> dict[str, Any]:
        return {"bounds": points_of_line(*ends), "closed": closed}

    walls = [
        points_of_line((1, 1), (3, 1)),
        points_of_line((0, 0), (25, 5)),
        points_of_line((0, 12), (20, 12)),
    ]
    doors = [door((3, -2), (4, -2)), door((19, 5), (21, 5))]
    doors.append(door((-1, 5), (-1, 6), closed=False))
    found = imported(empty_uvtt(line_of_sight=walls, portals=doors), "x", 1.0)

    assert outlines(found, Wall) == [((1, 1), (3, 1)), ((0, 0), (20, 4))]
    assert outlines(found, Door) == [((19, 5), (20, 5))]
    assert found.left_out == (
        "1 wall off the map",
        "1 wall cut at the edge of the map",
        "1 closed door off the map",
        "1 closed door cut at the edge of the map",
        "1 open door off the map",
    )


def test_a_door_narrower_than_maps_are_exact_is_left_out() -> None:
    doors = [
        {"bounds": points_of_line((3, 3), (3, 3.0004))},
        {"bounds": points_of_line((3, 3), (3, 3.002))},
    ]
    found = imported(empty_uvtt(portals=doors), "x", 1.0)

    assert outlines(found, Door) == [((3, 3), (3, 3.002))]
    assert found.left_out == ("1 door without width",)


def test_a_door_without_bounds_is_a_square_wide_at_its_position() -> None:
    # A quarter turn lies along y.
    portals = [
        {"position": {"x": 4, "y": 3}, "rotation": 1.570796},
        {"position": {"x": 9, "y": 3}, "bounds": None, "closed": False},
        {"closed": True},
    ]
    found = imported(empty_uvtt(portals=portals), "x", 2.0)

    assert outlines(found, Door) == [((8, 5), (8, 7)), ((17, 6), (19, 6))]
    assert found.left_out == ("1 door without bounds or position",)


@pytest.mark.parametrize(
    "raw",
    [
        {"portals": None, "lights": None, "objects_line_of_sight": None, "image": None},
        {"line_of_sight": None, "environment": {"ambient_light": "ffffffff"}, "format": "1.0"},
        {"environment": None, "image": "", "software": "any", "format": 0.2},
    ],
)
def test_missing_keys_and_null_are_no_fault(raw: dict[str, Any]) -> None:
    found = imported(empty_uvtt(**raw), "x", 1.0)

    assert found.brief == '20" × 10" (1" a square), 0 walls, 0 doors, 0 lamps'
    assert "The file has no walls: draw what it needs." in found.notes


@pytest.mark.parametrize(
    ("size", "inches"),
    [
        ((20, 10), 2.0),
        ((36, 24), 2.0),
        ((37, 24), 1.0),
        ((100, 60), 0.5),
        ((280, 160), 0.25),
        ((2, 2), 3.0),
        # Longer than a table, whatever the scale: the best that a board can have.
        ((400, 30), 0.5),
    ],
)
def test_without_inches_a_square_is_as_large_as_fits(
    size: tuple[int, int], inches: float
) -> None:
    raw = empty_uvtt()
    raw["resolution"]["map_size"] = {"x": size[0], "y": size[1]}

    assert imported(raw, "x").inches == inches


def test_what_a_map_is_large_enough_for_is_said() -> None:
    assert MATCHED == MIN_TABLE
    small = 'It is large enough for the sandbox and for patrols; matched play needs 44" × 30".'

    walls = [points_of_line((1, 1), (2, 2))]
    assert imported(empty_uvtt(line_of_sight=walls), "x", 2.9).notes == (small,)
    assert imported(empty_uvtt(line_of_sight=walls), "x", 3.0).notes == ()


@pytest.mark.parametrize(
    ("form", "mode", "kept"),
    [
        ("PNG", "RGBA", "png"),
        ("JPEG", "RGB", "jpg"),
        ("WEBP", "RGB", "jpg"),
        ("WEBP", "RGBA", "png"),
    ],
)
def test_the_picture_lies_under_the_map_as_large_as_it(
    form: str, mode: str, kept: str, tmp_path: Path
) -> None:
    data = picture_bytes(form, 200, 100, mode)
    found = imported(empty_uvtt(image=embedded(data)), "hall", 2.0)
    goal = keep_map(found, Path("hall.uvtt"), tmp_path / "hall.tmj")

    mapfile = parse_map(goal.read_text("utf-8"), str(goal))
    (under,) = mapfile.pictures
    # 20 squares of 2" are 40", or 1280 pixels of the map, for 200 of the picture.
    assert (under.image, under.scale, under.x, under.y) == (f"hall.{kept}", 6.4, 0, 0)
    with Image.open(tmp_path / under.image) as laid:
        assert laid.size == (200, 100)
    assert found.brief.endswith("a picture of 200 × 100 pixels")
    assert found.notes[-1] == "The file has no walls: draw them over the picture."
    # The same once more: the picture is there already; another one gets a name of its own.
    assert keep_map(found, Path("hall.uvtt"), goal) == goal
    other = imported(empty_uvtt(image=embedded(picture_bytes(form, 20, 10, mode))), "hall")
    keep_map(other, Path("hall.uvtt"), goal)
    assert {path.name for path in tmp_path.iterdir()} == {
        "hall.tmj",
        f"hall.{kept}",
        f"hall-2.{kept}",
    }


def test_a_picture_of_a_part_of_the_map_keeps_its_own_resolution() -> None:
    # 20 × 10 squares, but 50 × 50 pixels: at 10 pixels a square it covers 5 squares.
    raw = empty_uvtt(image="data:image/png;base64," + embedded(picture_bytes("PNG", 50, 50)))
    raw["resolution"]["pixels_per_grid"] = 10

    assert imported(raw, "x", 1.0).mapfile.pictures[0].scale == 3.2


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        ("?", "it is not base64"),
        (embedded(b"GIF89a, and so on"), "is neither a PNG nor a JPEG picture"),
        (embedded(b"RIFF\0\0\0\0WEBPnonsense"), "is a damaged WebP picture"),
    ],
)
def test_a_picture_that_cannot_be_used_is_left_out_with_the_reason(
    image: str, reason: str
) -> None:
    found = imported(empty_uvtt(image=image), "x", 1.0)

    assert found.picture is None
    assert found.mapfile.pictures == ()
    assert found.left_out[0].startswith(f"the picture: {reason}")


@pytest.mark.parametrize("large", [large_png, large_webp])
def test_a_picture_that_is_too_large_is_left_out(large: Callable[[int, int], bytes]) -> None:
    found = imported(empty_uvtt(image=embedded(large(9000, 9000))), "x", 1.0)

    assert found.picture is None
    assert found.mapfile.pictures == ()
    assert found.left_out[0].startswith("the picture: is 9000 × 9000 pixels; the limit is 64")


def test_a_json_file_is_one_if_it_has_its_keys(tmp_path: Path) -> None:
    texts = {"a.json": json.dumps(empty_uvtt()), "b.json": '{"roster": {}}', "c.dd2vtt": ""}
    for name, text in texts.items():
        (tmp_path / name).write_text("\ufeff" + text, "utf-8")

    assert [kind_of_file(tmp_path / name).kind for name in texts] == [
        "drawing",
        "list",
        "drawing",
    ]
    assert import_map(tmp_path / "a.json", 1.0).mapfile.board.title == "a"
    assert kind_of_file(tmp_path / "missing.json").kind == "other"


def test_a_square_may_be_of_any_size() -> None:
    found = import_map(CELLAR, 2.0)

    assert (found.mapfile.width, found.mapfile.height) == (24, 17)
    assert outlines(found, Wall)[0] == ((12, 8), (12, 2), (2, 2), (2, 8))


def test_what_is_imported_is_a_map_like_any_other() -> None:
    text = canonical(import_map(CELLAR, 1.5).mapfile)

    assert canonical(parse_map(text, "x.tmj")) == text


def test_all_that_is_wrong_is_told_at_once() -> None:
    raw = empty_uvtt(
        line_of_sight=[points_of_line((1, 1), (2, 2)), [{"x": "1", "y": 1}], [{"x": 1}]],
        portals=[{"bounds": points_of_line((1, 1), (2, 1)), "closed": 1}],
        lights=[{"range": "far"}],
    )
    raw["resolution"]["map_size"] = {"x": -5, "y": 10}

    assert faults_of_import(raw) == [
        "resolution.map_size.x: must be more than 0, not -5",
        "line_of_sight[1][0].x: must be a number, not '1'",
        "line_of_sight[2][0].y: is missing",
        "portals[0].closed: must be true or false, not 1",
        "lights[0].position: is missing",
        "lights[0].range: must be a number, not 'far'",
    ]


@pytest.mark.parametrize(
    ("inches", "reason"),
    [
        (
            0.5,
            '10" × 5"; a board is 6" to 240" a side: choose --inches 0.6 to 12',
        ),
        (12.0, None),
        (12.1, "must be 0.25 to 12, not 12.1"),
        (float("nan"), "must be 0.25 to 12, not nan"),
    ],
)
def test_a_board_that_is_too_small_or_too_large_is_refused(
    inches: float, reason: str | None
) -> None:
    if reason is None:
        assert imported(empty_uvtt(), "x", inches).mapfile.width == 240
    else:
        assert reason in faults_of_import(empty_uvtt(), inches)[0]


@pytest.mark.parametrize("raw", [[], None, 3, {"walls": []}])
def test_what_is_no_such_file_is_refused(raw: Any) -> None:
    assert faults_of_import(raw)


def test_a_map_that_is_far_too_long_for_any_scale_is_refused() -> None:
    raw = empty_uvtt()
    raw["resolution"]["map_size"] = {"x": 100, "y": 1}

    (fault,) = faults_of_import(raw, None)
    assert fault.endswith('a board is 6" to 240" a side: no --inches fits')


def test_more_walls_than_a_map_holds_are_refused() -> None:
    # No two touch: each is a wall of its own.
    walls = [
        points_of_line((n % 50 * 0.4, n // 50 * 0.2), (n % 50 * 0.4 + 0.2, n // 50 * 0.2))
        for n in range(2001)
    ]

    assert faults_of_import(empty_uvtt(line_of_sight=walls)) == [
        "has 2001 walls, doors and lights; the limit is 2000 objects"
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"resolution": NaN}', "NaN is not a number"),
        ("{", "is not valid JSON"),
        ("[" * 60 + "]" * 60, "nests more than 32 levels deep"),
    ],
)
def test_what_is_no_json_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "x.dd2vtt"
    file.write_text(text, "utf-8")

    with pytest.raises(UnusableFile, match=reason):
        import_map(file)


def test_a_file_that_is_too_big_is_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uvtt_import, "MAX_BYTES", 100)
    file = tmp_path / "x.df2vtt"
    file.write_text(json.dumps(empty_uvtt(image="x" * 200)), "utf-8")

    with pytest.raises(UnusableFile, match="the limit is"):
        import_map(file)


def test_a_line_is_cut_where_it_has_too_many_corners() -> None:
    zigzag = tuple(Point(float(n), float(n % 2)) for n in range(10))

    assert JoinedLines([zigzag], 4).paths == [zigzag[:4], zigzag[3:7], zigzag[6:]]


def test_three_walls_that_meet_stay_three() -> None:
    middle = Point(5, 5)
    ends = [Point(0, 5), Point(10, 5), Point(5, 0)]

    assert JoinedLines([(end, middle) for end in ends], 200).paths == [
        (ends[0], middle),
        (middle, ends[1]),
        (middle, ends[2]),
    ]


spots = st.builds(Point, st.integers(0, 4).map(float), st.integers(0, 4).map(float))


@given(st.lists(st.lists(spots, min_size=1, max_size=6).map(tuple), max_size=8))
def test_joining_loses_and_invents_no_wall(lines: list[Line]) -> None:
    """Every unit of every segment is in exactly one path, the right number of times."""

    def covered(paths: list[Line]) -> list[tuple[Point, Point]]:
        legs = [(a, b) for path in paths for a, b in pairwise(path)]
        return sorted((min(a, b), max(a, b)) for a, b in legs if a != b)

    joined = JoinedLines(lines, 200)
    wanted = set(covered(lines))
    # Corners at which a path goes straight on were taken out: lay them in again.
    found = list[tuple[Point, Point]]()
    for a, b in covered(joined.paths):
        inner = [leg for leg in wanted if _within(leg, (a, b))]
        found += inner
    assert set(found) == wanted
    assert all(a != b for path in joined.paths for a, b in pairwise(path))


def _within(leg: tuple[Point, Point], whole: tuple[Point, Point]) -> bool:
    a, dx = whole[0], (whole[1].x - whole[0].x, whole[1].y - whole[0].y)
    distance = dx[0] ** 2 + dx[1] ** 2
    for at in leg:
        off = (at.x - a.x) * dx[1] - (at.y - a.y) * dx[0]
        ahead = (at.x - a.x) * dx[0] + (at.y - a.y) * dx[1]
        if abs(off) > 1e-9 or not -1e-9 <= ahead <= distance + 1e-9:
            return False
    return True
