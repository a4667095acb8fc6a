"""Moving, turning, scaling and mirroring of objects, and the inverse of each."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.maps.classes import Ruin
from game.content.maps.map_class import Shape
from game.content.maps.map_file import MapObject
from game.content.maps.map_library import map_of
from game.editor.clipboard import copy, cut, paste
from game.editor.documents import History
from game.editor.edits import with_layer
from game.editor.mirror import LEFT_RIGHT, TOP_BOTTOM, TURNED, mirrored
from game.editor.transforms import (
    box_of,
    drawn,
    middle_of,
    moved,
    scaled,
    shift_onto_board,
    turned,
)
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point

MODES = (LEFT_RIGHT, TOP_BOTTOM, TURNED)

places = st.integers(10_000, 38_000).map(lambda n: n / 1000)
points = st.builds(Point, places, places)
angles = st.integers(-3600, 3600).map(lambda n: n / 10)
ways = st.integers(-9000, 9000).map(lambda n: n / 1000)


@st.composite
def pieces(draw: st.DrawFn) -> MapObject:
    """Draw a ruin of any shape within 10" of the middle of the board."""
    shape: Shape = draw(st.sampled_from(("rectangle", "ellipse", "polygon")))
    if shape == "polygon":
        at = draw(points)
        off = draw(st.lists(st.integers(100, 4000), min_size=4, max_size=4))
        a, b, c, d = (n / 1000 for n in off)
        path: Path = (
            at,
            Point(at.x + a, at.y),
            Point(at.x + a + b, at.y + c),
            Point(at.x, at.y + c + d),
        )
    else:
        at = draw(points)
        path = (at, Point(at.x + draw(st.integers(1, 6)), at.y + draw(st.integers(1, 6))))
    return drawn(1, Ruin(), shape, path)


def outlines_agree(one: MapObject, other: MapObject, off: float = 0.003) -> bool:
    pairs = zip(one.outline, other.outline, strict=True)
    return all(abs(a.x - b.x) <= off and abs(a.y - b.y) <= off for a, b in pairs)


@given(pieces(), points, angles)
def test_turned_and_back(one: MapObject, about: Point, angle: float) -> None:
    there = turned(one, about, angle)
    back = turned(there, about, -angle)
    assert outlines_agree(back, one)
    assert back.rotation == one.rotation


@given(pieces(), ways, ways)
def test_moved_and_back_is_the_same(one: MapObject, dx: float, dy: float) -> None:
    assert moved(moved(one, dx, dy), -dx, -dy) == one


@given(pieces(), points, st.sampled_from(MODES), angles)
def test_mirrored_twice_is_the_same(
    one: MapObject, about: Point, mode: str, angle: float
) -> None:
    assert mirrored(mirrored(one, mode, 48, 48), mode, 48, 48) == one
    leaning = turned(one, about, angle)
    again = mirrored(mirrored(leaning, mode, 48, 48), mode, 48, 48)
    assert outlines_agree(again, leaning)
    assert again.rotation == leaning.rotation


@given(pieces(), st.sampled_from((0.5, 2.0, 4.0)), st.sampled_from((0.5, 1.0, 2.0)), angles)
def test_scaled_and_back(one: MapObject, sx: float, sy: float, axis: float) -> None:
    """Objects scale along their own sides, and scaling back restores them."""
    leaning = turned(one, Point(24, 24), axis)
    there = scaled(leaning, Point(24, 24), sx, sy, leaning.rotation)
    assert outlines_agree(
        scaled(there, Point(24, 24), 1 / sx, 1 / sy, leaning.rotation), leaning, 0.005
    )


@given(pieces(), points, st.floats(1.0, 2.0))
def test_scaling_keeps_the_point_that_stays_and_stretches_all_ways_from_it(
    one: MapObject, about: Point, by: float
) -> None:
    there = scaled(one, about, by, by)
    for a, b in zip(one.outline, there.outline, strict=True):
        assert abs(about.x + (a.x - about.x) * by - b.x) <= 0.005
        assert abs(about.y + (a.y - about.y) * by - b.y) <= 0.005


def space_with(one: MapObject) -> Workspace:
    mapfile, layer = with_layer(map_of(48, 48), "pieces")
    space = Workspace(History(mapfile.added(layer, [one])), layer=layer)
    space.select((one.id,))
    return space


@settings(max_examples=40)
@given(pieces())
def test_cut_and_pasted_it_is_where_it_was(one: MapObject) -> None:
    space = space_with(one)
    text = copy(space)
    assert cut(space) == text
    assert not [*space.map.objects()]
    paste(space, text)
    (there,) = space.selected()
    assert (there.outline, there.what, there.shape) == (one.outline, one.what, one.shape)


@settings(max_examples=40)
@given(pieces(), angles, st.sampled_from(MODES))
def test_whatever_is_turned_or_mirrored_stays_on_the_board(
    one: MapObject, angle: float, mode: str
) -> None:
    about = middle_of(box_of([one]))
    (there,) = shift_onto_board([turned(one, about, angle)], 48, 48)
    there = mirrored(there, mode, 48, 48)
    assert all(0 <= x <= 48 and 0 <= y <= 48 for x, y in there.outline)
