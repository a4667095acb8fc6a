"""A map with every class in every allowed shape, and no member at its default."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import DeploymentZone
from game.content.maps.map_class import Board, MapClass, Shape, references
from game.content.maps.map_file import PX, Corner, MapFile, MapLayer, MapObject, MapPicture
from game.content.maps.member_types import IsColour, IsPicture
from game.systems.cage.content.map_classes import Notch, Ring
from game.systems.pursuit.content.map_classes import Arrival
from game.systems.zero_g.content.map_classes import Hull

SIDE = 120
ACROSS = 12
"""Number of objects in a row, ten inches apart."""
TURNS = (0.0, 17.5, 90.0, 200.125, 333.333)
OUTLINE = ((0, 0), (96.5, -12.25), (128, 64.125), (33.333, 100.001))
APART = (Hull, Arrival, Ring, Notch)
"""Classes with a fixed place, which are not laid out in rows."""
ZONE = 1
"""The id of the first object, a zone that others refer to."""


def all_classes() -> MapFile:
    ids = count(ZONE)
    zone = DeploymentZone(side="Übermüde")
    first = MapObject(
        id=next(ids), name='zone "1" & <others>', what=zone, **_at(0, "rectangle")
    )
    rows = [first, *(_laid(next(ids), n, k, s) for n, (k, s) in enumerate(_rows(), 1))]
    half = len(rows) // 2
    locked: dict[str, Any] = {"locked": True, "opacity": 0.5, "color": "#ff4080"}
    return MapFile(
        board=Board(title="Everything", look="industry"),
        width=SIDE,
        height=SIDE,
        pictures=(
            MapPicture(id=12, name="beneath", image="beneath.png", x=-3.25, y=4, opacity=0.5),
            MapPicture(id=2, image="a/b.jpg", scale=0.457143, visible=False, locked=True),
        ),
        layers=(
            MapLayer(id=7, name="first half", objects=tuple(rows[:half]), draworder="index"),
            MapLayer(id=3, name="hidden", objects=tuple(rows[half:]), visible=False),
            MapLayer(id=9, name="locked", objects=tuple(_apart(ids)), **locked),
            MapLayer(id=4, name=""),
        ),
    )


def _rows() -> Iterator[tuple[type[MapClass], Shape]]:
    for kind in CLASSES.values():
        if kind not in APART:
            yield from ((kind, shape) for shape in sorted(kind.shapes))


def _laid(id_: int, n: int, kind: type[MapClass], shape: Shape) -> MapObject:
    # All opaque: Tiled supports opacity only since 1.12, and older versions drop it.
    said: dict[str, Any] = {"rotation": TURNS[n % len(TURNS)], "visible": n % 5 != 0}
    name = f"{kind.__name__} {n}" if n % 3 else ""
    return MapObject(id=id_, name=name, what=odd(kind), **said, **_at(n, shape))


def _at(n: int, shape: Shape) -> dict[str, Any]:
    place = {"x": (5 + n % ACROSS * 9) * PX + 0.125, "y": (5 + n // ACROSS * 9) * PX - 0.001}
    if shape in {"rectangle", "ellipse"}:
        return place | {"width": 66.667, "height": 40, "ellipse": shape == "ellipse"}
    if shape == "point":
        return place | {"point": True}
    return place | {shape: tuple(Corner(x=x, y=y) for x, y in OUTLINE)}


def _apart(ids: Iterator[int]) -> Iterator[MapObject]:
    """Yield the objects that lie along edges, and a cage with one outer ring."""
    for what, x, y in ((odd(Hull), 0, 320), (Arrival(), 320, 0)):
        line = Corner(x=0, y=0), Corner(x=x, y=y)
        yield MapObject(id=next(ids), what=what, polyline=line, x=0, y=0)
    for number, (cells, turned, wide) in enumerate(((1, 30, 64), (6, 45, 256))):
        what = Ring(number=number, cells=cells, turned=turned)
        corner = 100 * PX - wide / 2
        size: dict[str, Any] = {"width": wide, "height": wide, "ellipse": True}
        yield MapObject(id=next(ids), what=what, x=corner, y=corner, **size)
    for whose, off in (("one", 96), ("other", -96)):
        notch, x = Notch(side=whose), 100 * PX + off
        yield MapObject(id=next(ids), what=notch, x=x, y=100 * PX, point=True)


def odd(kind: type[MapClass]) -> MapClass:
    """Return an instance of a class, with no member at its default."""
    zones = references(kind)
    fields = kind.model_fields.items()
    return kind(**{n: ZONE if n in zones else _other(field) for n, field in fields})


def _other(field: FieldInfo) -> Any:
    default = field.default
    if get_origin(field.annotation) is Literal:
        return next(one for one in reversed(get_args(field.annotation)) if one != default)
    if isinstance(default, bool):
        return not default
    if any(isinstance(mark, IsColour) for mark in field.metadata):
        return "#80abcdef"
    if any(isinstance(mark, IsPicture) for mark in field.metadata):
        return "a/moss.svg"
    if isinstance(default, str):
        return 'Wächter "A" <b> & 北'
    return default + 1 if isinstance(default, int) else default + 0.125
