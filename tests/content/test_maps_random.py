"""Every map that can be drawn can be written and read again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import Decor
from game.content.maps.made_board import to_board
from game.content.maps.map_class import Board, MapClass
from game.content.maps.map_file import Corner, MapFile, MapLayer, MapObject
from game.content.maps.map_library import parse_map
from game.content.maps.validation import crossing_edges, faults_of, to_thousandths
from game.content.maps.writer import canonical
from game.geometry.points import Point
from game.systems.cage.content.map_classes import Notch, Ring
from game.systems.pursuit.content.map_classes import Arrival
from game.systems.zero_g.content.map_classes import Hull
from tests.content.drawn_maps import as_tiled_saves
from tests.tools.characters import VISIBLE

SIDE = 60 * 32.0
SPREAD = [(0.0, 0.0), (3.0, -1.0), (6.0, 0.0), (7.0, 4.0), (3.0, 6.0), (-1.0, 4.0)]

names = st.text(VISIBLE, max_size=12)
places = st.floats(min_value=320, max_value=SIDE - 320)
sizes = st.floats(min_value=1, max_value=200)


@st.composite
def objects(draw: st.DrawFn, n: int) -> MapObject:
    choosy = {Hull, Arrival, Ring, Notch}
    kind = draw(st.sampled_from([one for one in CLASSES.values() if one not in choosy]))
    shape = draw(st.sampled_from(sorted(kind.shapes)))
    drawn: dict[str, object] = {}
    if shape in {"rectangle", "ellipse"}:
        drawn = {"width": draw(sizes), "height": draw(sizes), "ellipse": shape == "ellipse"}
    elif shape == "point":
        drawn = {"point": True}
    else:
        count = draw(st.integers(min_value=3, max_value=len(SPREAD)))
        wide = draw(st.floats(min_value=1, max_value=30))
        drawn = {shape: tuple(Corner(x=x * wide, y=y * wide) for x, y in SPREAD[:count])}
    whole_object = {"id": n, "name": draw(names), "what": draw(members(kind)), **drawn}
    turn = draw(st.floats(min_value=-720, max_value=720))
    return MapObject(**whole_object, x=draw(places), y=draw(places), rotation=turn)  # type: ignore[arg-type]


def members(kind: type[MapClass]) -> SearchStrategy[MapClass]:
    """Return random values for members that many classes share."""
    free: dict[str, SearchStrategy[object]] = {
        "cover": st.sampled_from(["usual", "none", "4+"]),
        "impassable": st.sampled_from(["usual", "yes", "no"]),
        "watertight": st.booleans(),
        "radius": st.floats(min_value=0.5, max_value=48),
        "side": names,
    }
    return st.fixed_dictionaries(
        {}, optional={name: free[name] for name in free if name in kind.model_fields}
    ).map(kind.model_validate)


@st.composite
def maps(draw: st.DrawFn) -> MapFile:
    count = draw(st.integers(min_value=0, max_value=6))
    drawn = [draw(objects(n)) for n in range(1, count + 1)]
    cut = draw(st.integers(min_value=0, max_value=count))
    layers = (
        MapLayer(id=1, name=draw(names), objects=tuple(drawn[:cut])),
        MapLayer(id=2, name=draw(names), objects=tuple(drawn[cut:])),
    )
    return MapFile(board=Board(title=draw(names)), width=60, height=60, layers=layers)


@settings(max_examples=60)
@given(maps())
def test_a_sound_map_survives_writing_and_reading(mapfile: MapFile) -> None:
    assert not faults_of(mapfile)
    text = canonical(mapfile)
    again = parse_map(text, "x")

    assert again == mapfile
    assert canonical(again) == text
    assert canonical(parse_map(as_tiled_saves(text, "1.11.0"), "x")) == text


@settings(max_examples=60)
@given(maps())
def test_boards_keep_thousandths_and_ids_are_unique(mapfile: MapFile) -> None:
    board = to_board(mapfile)

    kinds = (board.terrain, board.zones, board.spots)
    ids = [thing.id for things in kinds for thing in things] + [m.id for m in board.markers]
    in_play = [one for _, one in mapfile.objects() if not isinstance(one.what, Decor)]
    assert len(ids) == len(set(ids)) == len(in_play)
    for piece in board.terrain:
        assert all(round(value, 3) == value for corner in piece.outline for value in corner)


corner = st.tuples(st.integers(0, 6), st.integers(0, 6))


@given(st.lists(corner, min_size=3, max_size=9, unique=True))
def test_edges_cross_where_trying_all_pairs_finds_a_crossing(
    spots: list[tuple[int, int]],
) -> None:
    found = crossing_edges(to_thousandths(tuple(Point(x, y) for x, y in spots)))

    assert (found is not None) is _any_two_meet(spots)


def _any_two_meet(spots: list[tuple[int, int]]) -> bool:
    count = len(spots)
    edges = [(spots[n], spots[(n + 1) % count]) for n in range(count)]
    return any(
        _meet(*edges[n], *edges[m])
        for n in range(count)
        for m in range(n + 2, count)
        if (n, m) != (0, count - 1)
    )


def _meet(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]
) -> bool:
    """Compare with shapely, which the reader itself does not use."""
    from shapely import LineString  # noqa: PLC0415

    return bool(LineString([a, b]).intersects(LineString([c, d])))
