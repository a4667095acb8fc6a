"""Display of drifting in zero-g: arrows, pieces, trails, tumbling corpses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game.geometry.points import Point
from game.systems.zero_g.view import (
    FADES,
    CrateView,
    Pushes,
    ZeroGAnimation,
    drift_heading,
    drifts,
)
from game.table.apply import apply
from game.table.board import Board, Spot
from game.table.events import (
    BodyRemoved,
    Motion,
    Moved,
    PieceHeld,
    PieceMoved,
    PieceRemoved,
    Removed,
)
from game.table.records import How, ModelId, Where
from game.table.state import Piece, PieceKind, Table
from game.view.board.board_layout import BoardLayout
from game.view.colours import SPENT, TEAMS
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.style import DrawingTheme
from game.widgets.theme import Theme
from tests.view.tables import town

HALE = ModelId("wardens-rifle")
BASE = 60
"""Diameter of a base in pixels."""


def alpha(picture: pygame.Surface) -> npt.NDArray[np.int16]:
    return pygame.surfarray.array_alpha(picture).astype(np.int16)


def reach(picture: pygame.Surface) -> tuple[int, int, int, int]:
    """Return the extent of a picture from its middle: up, right, down, left."""
    box, half = picture.get_bounding_rect(min_alpha=128), picture.get_width() // 2
    return half - box.top, box.right - half, box.bottom - half, half - box.left


@pytest.fixture
def pushes(look: DrawingTheme) -> Pushes:
    return Pushes(look)


def heads(picture: pygame.Surface) -> int:
    """Count the heads on the way up from the middle: each has a dark line before the next."""
    middle = picture.get_width() // 2
    column = [picture.get_at((middle, y)) for y in range(middle)]
    light = [c.a > 200 and c.r > 150 for c in column]
    return sum(now and not before for before, now in zip([False, *light], light, strict=False))


@pytest.mark.rule("ZG-04")
@pytest.mark.parametrize("arrows", [1, 2, 3, 4])
def test_each_arrow_has_a_head_that_can_be_counted(pushes: Pushes, arrows: int) -> None:
    assert heads(pushes.picture(arrows, 0.0, 200)) == arrows


@pytest.mark.rule("ZG-04")
def test_of_many_arrows_the_number_is_told(pushes: Pushes) -> None:
    five, six = pushes.picture(5, 0.0, 200), pushes.picture(6, 0.0, 200)

    assert heads(five) >= 4
    assert five.get_size() == six.get_size()
    assert five.get_buffer().raw != six.get_buffer().raw


@pytest.mark.rule("ZG-04")
@pytest.mark.parametrize(
    ("heading", "direction"), [(0, 0), (90, 1), (180, 2), (270, 3), (359.6, 0)]
)
def test_arrows_point_along_the_heading_beyond_the_base(
    pushes: Pushes, heading: float, direction: int
) -> None:
    ways = reach(pushes.picture(2, heading, BASE))

    assert max(ways) == ways[direction]
    assert ways[direction] > BASE // 2 + 10
    assert ways[(direction + 2) % 4] <= 0


def test_beside_a_small_base_heads_are_larger(pushes: Pushes) -> None:
    """Three heads reach 65/46 of the radius past a large base, at most 1.7 times that."""
    beyond = [reach(pushes.picture(3, 0, base))[0] / (base / 2) - 1 for base in (120, 16)]

    assert beyond[0] == pytest.approx(65 / 46, abs=0.08)
    assert beyond[1] == pytest.approx(1.7 * 65 / 46, abs=0.2)


def test_arrows_of_the_dead_are_pale(pushes: Pushes) -> None:
    def warmth(picture: pygame.Surface) -> float:
        found = pygame.surfarray.array3d(picture).astype(np.int16)
        seen = found[alpha(picture) > 200]
        return float((seen[:, 0] - seen[:, 2]).mean())

    assert warmth(pushes.picture(2, 0, BASE)) > 40
    assert warmth(pushes.picture(2, 0, BASE, pale=True)) <= 0


def container(at: Point, holder: ModelId | None = None, *, arrows: int = 0) -> Piece:
    kind = PieceKind.CONTAINER
    return Piece("crate", kind, at, radius=0.5, arrows=arrows, heading=90.0, holder=holder)


LUMP = tuple(Point(*at) for at in ((-1.2, -0.8), (1.2, -0.8), (1.2, 0.8), (-1.2, 0.8)))


@pytest.mark.rule("ZG-13")
def test_loose_debris_hides_what_is_below_it_and_nothing_else() -> None:
    lump = Piece("lump", PieceKind.DEBRIS, Point(6, 6), outline=LUMP)
    shown = alpha(CrateView(BoardLayout(Board())).picture(lump, 20))

    middle = len(shown) // 2
    assert shown[middle - 22 : middle + 22, middle - 14 : middle + 14].min() == 255
    assert shown[:8].max() < 40
    # Its shadow lies below it and to the right.
    assert shown[middle + 26, middle] > 60 > shown[middle - 30, middle]


@pytest.mark.rule("MI-05")
def test_a_container_that_is_held_is_smaller_than_one_that_drifts() -> None:
    crates = CrateView(BoardLayout(Board()))
    free, held = (
        crates.picture(container(Point(6, 6), model_id), 40) for model_id in (None, HALE)
    )

    assert held.get_width() < 0.8 * free.get_width()
    assert free.get_width() >= 40


def pixels_of(scene: Scene) -> npt.NDArray[np.int16]:
    canvas = pygame.Surface((1280, 720))
    scene.draw(canvas)
    return pygame.surfarray.array3d(canvas).astype(np.int16)


def mean_change(
    before: npt.NDArray[np.int16], after: npt.NDArray[np.int16], scene: Scene, at: Point
) -> float:
    """Return the mean change of the pixels within a quarter of an inch of a point."""
    x, y = scene.camera.pixel(at)
    distance = round(scene.camera.ppi / 4)
    part = np.s_[x - distance : x + distance, y - distance : y + distance]
    return float(np.abs(after[part] - before[part]).mean())


@pytest.fixture
def scene(table: Table, look: DrawingTheme) -> Scene:
    scene = Scene(table, look, pygame.Rect(200, 60, 800, 600), ("zero_g",))
    scene.prepare()
    scene.draw(pygame.Surface((1280, 720)))
    return scene


@pytest.mark.rule("ZG-04")
@pytest.mark.parametrize("where", [Where.TABLE, Where.BODY])
def test_arrows_are_drawn_beside_the_base(scene: Scene, where: Where) -> None:
    models = scene.stage.seen.models
    models[HALE] = replace(models[HALE], where=where)
    before, at = pixels_of(scene), models[HALE].at
    models[HALE] = replace(models[HALE], arrows=2, heading=180.0)
    after = pixels_of(scene)

    assert mean_change(before, after, scene, Point(at.x, at.y + 0.9)) > 20
    assert mean_change(before, after, scene, Point(at.x, at.y - 0.9)) == 0.0


@pytest.mark.rule("ZG-04")
def test_arrows_go_with_a_move_that_is_planned(scene: Scene) -> None:
    models = scene.stage.seen.models
    models[HALE] = replace(models[HALE], arrows=1, heading=90.0)
    scene.planned = {HALE: Point(12, 10)}
    before = pixels_of(scene)
    models[HALE] = replace(models[HALE], arrows=0)

    assert mean_change(before, pixels_of(scene), scene, Point(12.8, 10)) > 20


@pytest.mark.rule("MI-05")
def test_a_container_is_drawn_where_it_is_and_goes_with_its_bearer(scene: Scene) -> None:
    table, free = scene.stage.seen, Point(12, 10.5)
    bare = pixels_of(scene)
    table.pieces["crate"] = container(free)
    lying = pixels_of(scene)
    table.pieces["crate"] = container(free, HALE)
    held = pixels_of(scene)

    base = table.models[HALE]
    beside = Point(base.at.x + 0.35, base.at.y + 0.35)
    assert mean_change(bare, lying, scene, free) > 20
    assert mean_change(bare, held, scene, free) == 0.0
    assert mean_change(bare, held, scene, beside) > 10 > mean_change(bare, lying, scene, beside)


@pytest.fixture
def stage(table: Table) -> Stage:
    models = table.models
    models[HALE] = replace(models[HALE], arrows=1, heading=90.0)
    table.pieces["crate"] = container(Point(12, 10), arrows=1)
    return Stage(table, animations=[ZeroGAnimation])


REBOUND = Point(4, 2), Point(10, 2), Point(10, 8)
"""6" to the right, then 6" down: played back in at most one second."""


@pytest.mark.rule("ZG-12")
def test_arrows_turn_where_their_bearer_rebounds(stage: Stage) -> None:
    stage.add([Moved("ZG-07", model=HALE, path=REBOUND, facing=0.0, motion=Motion.DRIFTS)])

    assert drift_heading(stage, HALE) is None
    stage.play(0.25)
    assert drift_heading(stage, HALE) == 90.0
    stage.play(0.5)
    assert drift_heading(stage, HALE) == 180.0
    assert stage.place_of(HALE) == pytest.approx((10, 5))


@pytest.mark.rule("ZG-15")
def test_arrows_keep_their_heading_while_their_bearer_recoils(stage: Stage) -> None:
    stage.add(
        [
            Moved(
                "ZG-15",
                model=HALE,
                path=(Point(4, 2), Point(1, 2)),
                facing=0.0,
                motion=Motion.RECOILS,
            )
        ]
    )
    stage.play(0.1)

    assert stage.place_of(HALE) == pytest.approx((2.8, 2))
    assert drift_heading(stage, HALE) is None


@pytest.mark.rule("ZG-07")
def test_who_drifts_leaves_a_trail_that_fades_once_he_has_stopped(stage: Stage) -> None:
    stage.add([Moved("ZG-07", model=HALE, path=REBOUND, facing=0.0, motion=Motion.DRIFTS)])
    stage.play(0.75)

    ((track, path),) = drifts(stage)
    assert track.id == HALE
    assert path[:2] == REBOUND[:2]
    assert path[-1] == pytest.approx((10, 5))

    stage.play(0.5)
    assert not [*drifts(stage)]
    (trail,) = [effect for effect in stage.effects if effect.trail]
    assert (trail.trail, trail.colour) == (REBOUND, TEAMS[0].light)
    stage.play(FADES)
    assert not stage.effects


def test_who_walks_leaves_no_trail(stage: Stage) -> None:
    stage.seen.models[HALE] = replace(stage.seen.models[HALE], arrows=0)
    stage.add([Moved("CC-06", model=HALE, path=REBOUND, facing=0.0)])
    stage.play(0.75)

    assert not [*drifts(stage)]
    assert drift_heading(stage, HALE) is None
    stage.play(1.0)
    assert not stage.effects


@pytest.mark.rule("ZG-24")
def test_a_body_reels_on_its_way_and_then_lies_still(stage: Stage) -> None:
    models = stage.seen.models
    models[HALE] = replace(models[HALE], where=Where.BODY)
    stage.add(
        [
            Moved(
                "ZG-24",
                model=HALE,
                path=(Point(4, 2), Point(10, 2)),
                facing=0.0,
                motion=Motion.DRIFTS,
            )
        ]
    )

    stage.play(0.25)
    tumble = stage.pose(HALE)
    assert tumble
    # 6" are one turn, to the nearest: half of it is behind, half of the way too.
    assert tumble.turned == pytest.approx(180.0)
    assert tumble.size == 1.0
    stage.play(0.5)
    assert stage.pose(HALE) is None
    assert [effect.colour for effect in stage.effects] == [SPENT]


@pytest.mark.rule("MI-05")
def test_a_container_drifts_before_it_is_where_it_goes(stage: Stage) -> None:
    stage.add([PieceMoved("MI-05", "crate", (Point(12, 10), Point(18, 10)))])

    stage.play(0.25)
    assert stage.busy
    assert stage.lies("crate") == pytest.approx((15, 10))
    assert stage.seen.pieces["crate"].at == (12, 10)
    assert [track.id for track, _ in drifts(stage)] == ["crate"]
    stage.play(0.5)
    assert stage.lies("crate") == (18, 10)
    assert not stage.busy


@pytest.mark.rule("MI-05")
def test_two_containers_drift_one_after_the_other(stage: Stage) -> None:
    pieces = stage.seen.pieces
    pieces["other"] = replace(pieces["crate"], id="other", at=Point(2, 2))
    first, second = ((Point(12, 10), Point(18, 10)), (Point(2, 2), Point(8, 2)))
    stage.add([PieceMoved("MI-05", "crate", first), PieceMoved("MI-05", "other", second)])

    stage.play(0.25)
    assert stage.lies("other") == (2, 2)
    stage.play(0.5)
    assert stage.lies("crate") == (18, 10)
    assert stage.lies("other") == pytest.approx((5, 2))


def test_for_who_wants_less_motion_things_are_at_once_where_they_go(stage: Stage) -> None:
    stage.reduced = True
    stage.add(
        [
            PieceMoved("MI-05", "crate", (Point(12, 10), Point(18, 10))),
            Moved("ZG-07", model=HALE, path=REBOUND, facing=0.0, motion=Motion.DRIFTS),
        ]
    )

    stage.play(0.1)
    assert stage.lies("crate") == (18, 10)
    assert not [*drifts(stage)]
    stage.play(0.3)
    assert stage.place_of(HALE) == (10, 8)
    assert drift_heading(stage, HALE) is None


@pytest.mark.rule("ZG-26", "MI-05")
@pytest.mark.parametrize(
    "event",
    [
        BodyRemoved("ZG-26", HALE),
        PieceHeld("MI-05", "crate", HALE),
        PieceRemoved("MI-05", "crate"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_is_taken_up_or_gone_is_marked_for_a_moment(
    stage: Stage, event: BodyRemoved | PieceHeld | PieceRemoved
) -> None:
    stage.add([event])
    stage.play(0.01)

    (effect,) = stage.effects
    assert effect.ring == 0.5


def test_a_trail_is_drawn_brightest_where_it_ends(table: Table) -> None:
    scene = Scene(table, Theme(), pygame.Rect(200, 60, 800, 600), ("zero_g",))
    scene.prepare()
    bare = pixels_of(scene)
    models = scene.stage.seen.models
    models[HALE] = replace(models[HALE], arrows=1, heading=90.0)
    scene.stage.add(
        [
            Moved(
                "ZG-07",
                model=HALE,
                path=(Point(4, 4), Point(16, 4)),
                facing=90.0,
                motion=Motion.DRIFTS,
            )
        ]
    )
    scene.stage.play(0.9)
    shown = pixels_of(scene)

    start, middle, end = (mean_change(bare, shown, scene, Point(x, 4)) for x in (5.2, 9, 13))
    assert start < middle < end
    assert end > 5


def test_spots_of_a_map_become_pieces_only_on_a_table() -> None:
    """A board shown without a table has no containers."""
    spot = Spot("crate", "container", (Point(12, 10),))
    with_, without = (
        Scene(Table(replace(town(), spots=spots)), Theme(), pygame.Rect(0, 0, 480, 360))
        for spots in ((spot,), ())
    )
    for scene in (with_, without):
        scene.prepare()

    assert (pixels_of(with_) == pixels_of(without)).all()


@pytest.mark.rule("ZG-26")
@pytest.mark.parametrize("where", [Where.BODY, Where.GONE])
def test_bodies_drift_and_none_lies_where_a_model_fell(table: Table, where: Where) -> None:
    apply(table, Removed("CC-17", model=HALE, how=How.SHOT, where=where))

    assert [*Stage(table, animations=[ZeroGAnimation]).bodies()] == []
