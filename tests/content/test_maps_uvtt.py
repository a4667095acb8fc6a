"""Conversion of Universal VTT walls and doors to maps; unusable parts are reported at once."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.content.faults import UnusableFile
from game.content.maps import canonical, parse_map, uvtt_import
from game.content.maps.classes import Wall
from game.content.maps.flood import SluiceGate
from game.content.maps.uvtt_import import ImportedMap, JoinedLines, import_map, imported
from game.geometry.points import Path as Line
from game.geometry.points import Point

CELLAR = Path(__file__).with_name("cellar.uvtt")


def scene(**raw: Any) -> dict[str, Any]:
    """Return a file of 20 × 10 squares with nothing on it."""
    size = {"map_size": {"x": 20, "y": 10}, "pixels_per_grid": 100}
    return {"format": 0.3, "resolution": size, "line_of_sight": []} | raw


def line(*spots: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in spots]


def outlines(found: ImportedMap, kind: type) -> list[Line]:
    return [one.outline for _, one in found.mapfile.objects() if isinstance(one.what, kind)]


def refused(raw: Any, inches: float = 1.0) -> list[str]:
    with pytest.raises(UnusableFile) as caught:
        imported(raw, "x", inches)
    return [str(fault) for fault in caught.value.faults]


def test_walls_are_joined_and_measured_from_the_corner_of_the_map() -> None:
    found = import_map(CELLAR)

    # 12 x 8.5 squares; a board is of whole inches.
    assert (found.mapfile.width, found.mapfile.height) == (12, 9)
    assert found.mapfile.board.title == "cellar"
    assert outlines(found, Wall) == [
        # Three lines are the walls of a room; at (4, 1) it goes straight on.
        ((6, 4), (6, 1), (1, 1), (1, 4)),
        # Half a square beyond the edge is drawn back to it.
        ((0, 8.5), (3, 8.5)),
        ((2, 6), (2, 7)),
        ((8, 2), (10, 2), (10, 4), (8, 4), (8, 2)),
    ]


def test_a_closed_door_is_a_gate_across_the_gap_and_an_open_one_leaves_it() -> None:
    found = import_map(CELLAR)

    assert outlines(found, SluiceGate) == [((1, 3.75), (6, 3.75), (6, 4.25), (1, 4.25))]
    assert found.brief == '12" × 9", 4 walls, 1 gate'
    assert found.left_out == (
        "1 wall without length",
        "1 duplicate wall",
        "1 door without width",
        "1 open door became a gap",
    )


def test_a_square_may_be_of_any_size() -> None:
    found = import_map(CELLAR, 2.0)

    assert (found.mapfile.width, found.mapfile.height) == (24, 17)
    assert outlines(found, Wall)[0] == ((12, 8), (12, 2), (2, 2), (2, 8))


def test_what_is_imported_is_a_map_like_any_other() -> None:
    text = canonical(import_map(CELLAR, 1.5).mapfile)

    assert canonical(parse_map(text, "x.tmj")) == text


def test_a_slanted_gate_has_its_thickness_to_both_sides() -> None:
    # From (2, 2) to (5, 6): 5" long; a quarter inch to each side is (0.2, -0.15).
    door = {"bounds": line((2, 2), (5, 6))}
    (gate,) = outlines(imported(scene(portals=[door]), "x"), SluiceGate)

    assert gate == ((2.2, 1.85), (5.2, 5.85), (4.8, 6.15), (1.8, 2.15))


def test_all_that_is_wrong_is_told_at_once() -> None:
    raw = scene(
        line_of_sight=[line((1, 1), (2, 2)), [{"x": "1", "y": 1}], [{"x": 1}]],
        portals=[{"bounds": line((1, 1))}, {"bounds": line((1, 1), (2, 1)), "closed": 1}],
    )
    raw["resolution"]["map_size"] = {"x": -5, "y": 10}

    assert refused(raw) == [
        "resolution.map_size.x: must be more than 0, not -5",
        "line_of_sight[1][0].x: must be a number, not '1'",
        "line_of_sight[2][0].y: is missing",
        "portals[0].bounds: must have at least 2 entries",
        "portals[1].closed: must be true or false, not 1",
    ]


def test_what_lies_off_the_map_is_told_with_its_line() -> None:
    raw = scene(
        line_of_sight=[line((0, 0), (20.9, 5)), line((0, 0), (21.1, 5))],
        portals=[{"bounds": line((3, -2), (4, -2))}],
    )

    assert refused(raw) == [
        "line_of_sight[1]: (21.1, 5) is off the map of 20 × 10 squares",
        "portals[0]: (3, -2) is off the map of 20 × 10 squares",
    ]


@pytest.mark.parametrize(
    ("inches", "reason"),
    [
        (0.5, '20 × 10 squares of 0.5" are 10" × 5"; a board is 6" to 240" a side'),
        (12.0, None),
        (12.1, "must be 0.25 to 12, not 12.1"),
        (float("nan"), "must be 0.25 to 12, not nan"),
    ],
)
def test_a_board_that_is_too_small_or_too_large_is_refused(
    inches: float, reason: str | None
) -> None:
    if reason is None:
        assert imported(scene(), "x", inches).mapfile.width == 240
    else:
        assert reason in refused(scene(), inches)[0]


@pytest.mark.parametrize("raw", [[], None, 3, {"walls": []}])
def test_what_is_no_such_file_is_refused(raw: Any) -> None:
    assert refused(raw)


def test_of_many_faults_the_first_are_told_and_how_many_more() -> None:
    far = [line((0, 0), (99, n)) for n in range(130)]
    found = refused(scene(line_of_sight=far))

    assert len(found) == 101
    assert found[-1] == "and 30 more"


def test_more_walls_than_a_map_holds_are_refused() -> None:
    # No two touch: each is a wall of its own.
    walls = [
        line((n % 50 * 0.4, n // 50 * 0.2), (n % 50 * 0.4 + 0.2, n // 50 * 0.2))
        for n in range(2001)
    ]

    assert refused(scene(line_of_sight=walls)) == [
        "has 2001 walls and doors; the limit is 2000 objects"
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
    file.write_text(json.dumps(scene(image="x" * 200)), "utf-8")

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
