"""Tokens that are drawn larger than their bases, because the open question is about them."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.geometry.points import Disc, Point
from game.table.records import Mark, ModelId, UnitId
from game.table.state import Table
from game.view.camera import SMALLEST, Camera
from game.view.overlays import BaseOutline, RangeRing, TargetBrackets
from game.view.overlays.badges import BadgePainter
from game.view.overlays.enlarged_tokens import Enlarged, TokenEnlarger
from game.view.scene import Scene
from game.view.sprites import AROUND
from game.view.style import DrawingTheme
from tests.view.test_badges import SIDES, spots_in_row, table_of_units

PPI = 14
ONE, TWO = ModelId("one-0"), ModelId("two-0")


def lone_models(x: float) -> Table:
    """Return a table with a model at 10" and one of the other side at *x*."""
    return table_of_units(
        ("one", SIDES[0], [(10.0, 10.0)]), ("two", SIDES[1], [(x, 10.0)]), base=0.5
    )


def enlarged(table: Table, *asked: str, labelled: tuple[UnitId, ...] = ()) -> Enlarged:
    return TokenEnlarger().enlarged(table, [ModelId(a) for a in asked], labelled, PPI)


def test_a_small_model_alone_is_enlarged_to_26_pixels() -> None:
    found = enlarged(lone_models(30.0), ONE)

    assert found.discs == {ONE: Disc(Point(10.0, 10.0), SMALLEST / 2 / PPI)}
    assert not found.crowded
    assert not enlarged(lone_models(30.0)).discs


@pytest.mark.parametrize("base", [0.93, 1.5])
def test_a_model_that_is_large_enough_keeps_its_size(base: float) -> None:
    table = table_of_units(("one", SIDES[0], [(10.0, 10.0)]), base=base)

    assert not enlarged(table, ONE).discs


def test_models_that_have_a_badge_keep_their_size() -> None:
    squad = table_of_units(("one", SIDES[0], spots_in_row(10, 10, 3)))
    marked, labelled = lone_models(30.0), lone_models(30.0)
    unit = UnitId("one")
    marked.units[unit] = replace(marked.units[unit], marks=(Mark("falling back"),))

    assert not enlarged(squad, ONE).discs
    assert not enlarged(marked, ONE).discs
    assert not enlarged(labelled, ONE, labelled=(unit,)).discs


def test_without_room_a_model_has_a_badge_instead(look: DrawingTheme) -> None:
    """The other token may be covered by 2 pixels, whether it is enlarged, too, or not."""
    camera = Camera(48, 48, pygame.Rect(0, 0, 700, 700))
    near, apart = 10.0 + 17.9 / PPI, 10.0 + 18.1 / PPI
    crowd = enlarged(lone_models(near), ONE)
    badges = BadgePainter(look).laid_out(
        lone_models(near), camera, {}, (), (), "one", crowd.discs, crowd.crowded
    )

    assert camera.ppi == PPI
    assert enlarged(lone_models(apart), ONE).discs.keys() == {ONE}
    assert not crowd.discs
    assert crowd.crowded == {"one"}
    assert [b.group.unit for b in badges] == ["one"]
    assert badges[0].place.height >= SMALLEST
    assert enlarged(lone_models(apart), ONE, TWO).crowded == {"one", "two"}
    assert enlarged(lone_models(10.0 + 24.1 / PPI), ONE, TWO).discs.keys() == {ONE, TWO}


def test_marks_lie_around_the_enlarged_token() -> None:
    found = enlarged(lone_models(30.0), ONE)
    base, other, larger = Disc(Point(10, 10), 0.5), Disc(Point(30, 10), 0.5), found.discs[ONE]

    assert found.around(BaseOutline((base, other))) == BaseOutline((larger, other))
    assert found.around(TargetBrackets(base)) == TargetBrackets(larger)
    assert found.around(RangeRing(base.at, 6.0)) == RangeRing(base.at, 6.0)


def test_a_model_that_is_being_placed_is_enlarged_wherever_it_is(look: DrawingTheme) -> None:
    table = lone_models(30.0)
    held = replace(table.models.pop(TWO), at=Point(10.5, 10.0))
    del table.units[UnitId("two")]
    scene = Scene(table, look, pygame.Rect(0, 0, 700, 700))
    scene.extras, canvas = [held], pygame.Surface((700, 700))
    scene.draw(canvas)

    widths = [picture.get_width() for picture, _ in scene.pictures()]
    assert widths == [round(PPI * AROUND), round(SMALLEST * AROUND)]
    scene.extras = [held, replace(held, at=Point(11.5, 10.0))]
    scene.draw(canvas)
    assert not scene.enlarged.discs


@pytest.mark.parametrize(
    ("spots", "end", "is_large"),
    [
        ([(10.0, 10.0)], Point(12.0, 10.0), True),
        ([(10.0, 10.0), (11.5, 10.0)], Point(20.0, 10.0), True),
        ([(10.0, 10.0), (11.5, 10.0)], Point(13.0, 10.0), False),
        ([(10.0, 10.0), (20.0, 10.0)], Point(18.5, 10.0), False),
    ],
    ids=["alone", "leaves its unit", "beside its unit", "comes to its unit"],
)
def test_a_model_that_is_being_moved_is_enlarged_where_it_is_planned(
    look: DrawingTheme, spots: list[tuple[float, float]], end: Point, *, is_large: bool
) -> None:
    """The marks of its base are there, too."""
    table = table_of_units(("one", SIDES[0], spots), base=0.5)
    scene = Scene(table, look, pygame.Rect(0, 0, 700, 700))
    scene.options, scene.planned = [ONE], {ONE: end}
    scene.draw(pygame.Surface((700, 700)))

    large = Disc(end, SMALLEST / 2 / PPI)
    widths = [picture.get_width() for picture, _ in scene.pictures()]
    assert scene.enlarged.discs == ({ONE: large} if is_large else {})
    assert (round(SMALLEST * AROUND) in widths) is is_large
    outline = BaseOutline((Disc(end, 0.5),))
    assert scene.enlarged.around(outline) == (BaseOutline((large,)) if is_large else outline)
