"""Badges beside units whose models are drawn small."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pygame
import pytest

from game.geometry.points import Disc, Point
from game.table.board import Board
from game.table.records import Mark, Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from game.view.camera import Camera
from game.view.overlays import OverlayTone, Tag, TagCell, Tags, UnitLabel
from game.view.overlays.badges import (
    SIGNS,
    Badge,
    BadgeFace,
    BadgePainter,
    Surroundings,
    base_rect,
    best_place,
    grouped,
)
from game.view.scene import Scene, marker_rect
from game.view.style import DrawingTheme

PERSON = Profile("Person", icon="rifle")
SIDES = Side("wardens"), Side("brood")


def table_of_units(
    *units: tuple[str, Side, list[tuple[float, float]]], base: float = 0.5
) -> Table:
    """Return a bare table of 48 x 48 with units at the given places."""
    found = Table(Board("bare", width=48, height=48), SIDES)
    for name, side, spots in units:
        ids = tuple(ModelId(f"{name}-{n}") for n in range(len(spots)))
        found.units[UnitId(name)] = Unit(UnitId(name), side, name, models=ids)
        for id_, (x, y) in zip(ids, spots, strict=True):
            found.models[id_] = Model(
                id_, UnitId(name), side, profile=PERSON, base=base, at=Point(x, y)
            )
    return found


def spots_in_row(x: float, y: float, many: int) -> list[tuple[float, float]]:
    return [(x + 1.5 * n, y) for n in range(many)]


@pytest.fixture
def camera() -> Camera:
    """Return a camera over the whole table at 18 pixels per inch."""
    return Camera(48, 48, pygame.Rect(0, 0, 900, 900))


@pytest.fixture
def painter(look: DrawingTheme) -> BadgePainter:
    return BadgePainter(look)


def badges_laid_out(
    painter: BadgePainter,
    shown: Table,
    camera: Camera,
    labels: dict[UnitId, UnitLabel] | None = None,
    *,
    left_out: tuple[UnitId, ...] = (),
    notes: tuple[pygame.Rect, ...] = (),
) -> tuple[Badge, ...]:
    return painter.laid_out(shown, camera, labels or {}, left_out, notes)


def test_a_small_unit_has_a_badge_with_the_number_of_its_models(
    painter: BadgePainter, camera: Camera
) -> None:
    squad = table_of_units(
        ("squad", SIDES[0], spots_in_row(10, 10, 5)),
        ("pack", SIDES[1], spots_in_row(30, 30, 3)),
    )

    badges = badges_laid_out(painter, squad, camera)

    assert camera.ppi == 18
    assert [b.group.unit for b in badges] == ["squad", "pack"]
    assert [b.group.face for b in badges] == [
        BadgeFace("units/rifle", 0, 5),
        BadgeFace("units/rifle", 1, 3),
    ]


@pytest.mark.parametrize(
    ("base", "many", "badges"),
    [(0.5, 5, 1), (0.8, 5, 1), (0.84, 5, 0), (0.5, 2, 1), (0.5, 1, 0), (0.2, 1, 0)],
)
def test_units_under_30_pixels_have_badges_and_models_alone_none(
    painter: BadgePainter, camera: Camera, base: float, many: int, badges: int
) -> None:
    """At 18 pixels an inch a base of radius 0.8 is 29 pixels wide, one of 0.84 30."""
    squad = table_of_units(("squad", SIDES[0], spots_in_row(10, 10, many)), base=base)

    assert len(badges_laid_out(painter, squad, camera)) == badges


@pytest.mark.parametrize("asked", ["", "one"])
@pytest.mark.parametrize(
    ("mark", "odds", "badges"), [(0, 0, 0), (1, 0, 1), (0, 1, 1)], ids=["plain", "mark", "odds"]
)
def test_a_model_alone_has_a_badge_if_that_says_more(
    painter: BadgePainter, camera: Camera, asked: str, mark: int, odds: int, badges: int
) -> None:
    one = UnitId("one")
    lone = table_of_units((one, SIDES[0], [(10, 10)]))
    if mark:
        lone.units[one] = replace(lone.units[one], marks=(Mark("falling back"),))
    labels = {one: UnitLabel(one, "50%", "")} if odds else {}

    assert len(painter.laid_out(lone, camera, labels, (), (), asked)) == badges


def test_zoomed_in_there_are_no_badges_but_those_with_odds(
    painter: BadgePainter, camera: Camera
) -> None:
    squad = table_of_units(
        ("squad", SIDES[0], spots_in_row(10, 10, 5)),
        ("pack", SIDES[1], spots_in_row(30, 30, 3)),
    )
    camera.zoom(4, (200, 200))

    odds = UnitLabel(UnitId("pack"), "−2.1", "96% to kill at least one", OverlayTone.GOOD)
    (badge,) = badges_laid_out(painter, squad, camera, {UnitId("pack"): odds})

    assert badge.group.unit == "pack"
    assert badge.group.face.label == odds


def test_each_group_of_a_scattered_unit_has_a_badge(
    painter: BadgePainter, camera: Camera
) -> None:
    spots = [*spots_in_row(10, 10, 3), *spots_in_row(30, 40, 2)]
    squad = table_of_units(("squad", SIDES[0], spots))
    odds = UnitLabel(UnitId("squad"), "50%", "")

    faces = [
        b.group.face for b in badges_laid_out(painter, squad, camera, {UnitId("squad"): odds})
    ]

    assert [(face.many, face.label) for face in faces] == [(3, odds), (2, None)]
    assert [len(group) for group in grouped(squad.standing())] == [3, 2]


def test_like_models_that_are_units_of_their_own_share_a_badge(
    painter: BadgePainter, camera: Camera
) -> None:
    """Unless they are apart, of two sides, locked in combat, or asked; alone they have none."""
    spots = [(10.0, 10.0), (11.0, 10.0), (12.0, 10.0), (13.0, 10.0), (14.0, 10.0), (30.0, 10.0)]
    sides = [*([SIDES[0]] * 4), SIDES[1], SIDES[0]]
    bikes = table_of_units(
        *((f"bike-{n}", s, [at]) for n, (at, s) in enumerate(zip(spots, sides, strict=True)))
    )
    one = bikes.units[UnitId("bike-1")]
    bikes.units[one.id] = replace(one, marks=(Mark("falling back"),))

    badges = painter.laid_out(bikes, camera, {}, (), (), "bike-3")
    found = [[m.id for m in b.group.models] for b in badges]

    assert found == [
        ["bike-1-0"],
        ["bike-0-0", "bike-2-0"],
    ]
    assert [b.group.face.many for b in badges] == [1, 2]


@pytest.mark.parametrize("name", SIGNS)
def test_a_badge_shows_what_has_become_of_the_unit(
    painter: BadgePainter, camera: Camera, name: str
) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(10, 10, 5)))
    plain = badges_laid_out(painter, squad, camera)[0].place
    unit = squad.units[UnitId("squad")]
    squad.units[unit.id] = replace(unit, marks=(Mark(name),))

    (badge,) = badges_laid_out(painter, squad, camera)

    assert badge.group.face.sign == SIGNS[name]
    assert badge.place.width > plain.width


def test_badges_avoid_bases_notes_and_each_other(painter: BadgePainter, camera: Camera) -> None:
    crowd = table_of_units(
        *(
            (f"squad-{n}", SIDES[n % 2], spots_in_row(8 + 3 * (n % 4), 20 + 3 * n, 6))
            for n in range(6)
        )
    )
    note = pygame.Rect(220, 330, 90, 24)

    badges = badges_laid_out(painter, crowd, camera, notes=(note,))
    bases = [base_rect(model, camera.ppi) for model in crowd.standing()]

    assert len(badges) == 6
    for badge in badges:
        assert badge.place.collidelist([*bases, note]) == -1
    for one, two in combinations(badges, 2):
        assert not one.place.colliderect(two.place)


@pytest.mark.parametrize(("x", "y"), [(0.5, 0.5), (47.5, 0.5), (0.5, 47.5), (47.5, 47.5)])
def test_a_badge_stays_on_the_board(
    painter: BadgePainter, camera: Camera, x: float, y: float
) -> None:
    two = table_of_units(("two", SIDES[0], [(x, y), (x, y)]))
    (badge,) = badges_laid_out(painter, two, camera)

    assert pygame.Rect(0, 0, 48 * 18, 48 * 18).contains(badge.place)


def test_places_follow_from_the_table_alone(look: DrawingTheme, camera: Camera) -> None:
    """A painter that has drawn other tables before puts the badges at the same places."""
    before = table_of_units(
        ("squad", SIDES[0], spots_in_row(30, 10, 5)),
        ("pack", SIDES[1], spots_in_row(10, 12, 5)),
    )
    after = table_of_units(
        ("squad", SIDES[0], spots_in_row(10, 10, 5)),
        ("pack", SIDES[1], spots_in_row(10, 12, 5)),
    )
    used = BadgePainter(look)
    badges_laid_out(used, before, camera)

    assert badges_laid_out(used, after, camera) == badges_laid_out(
        BadgePainter(look), after, camera
    )
    assert badges_laid_out(used, after, camera) is badges_laid_out(used, after, camera)


def test_a_unit_that_is_moved_has_no_badge(painter: BadgePainter, camera: Camera) -> None:
    squad = table_of_units(
        ("squad", SIDES[0], spots_in_row(10, 10, 5)),
        ("pack", SIDES[1], spots_in_row(30, 30, 3)),
    )

    (badge,) = badges_laid_out(painter, squad, camera, left_out=(UnitId("squad"),))

    assert badge.group.unit == "pack"


def test_the_unit_that_is_asked_stands_out_at_the_same_place(
    painter: BadgePainter, camera: Camera
) -> None:
    squad = table_of_units(
        ("squad", SIDES[0], spots_in_row(10, 10, 5)),
        ("pack", SIDES[1], spots_in_row(30, 30, 3)),
    )
    before = badges_laid_out(painter, squad, camera)
    after = painter.laid_out(squad, camera, {}, (), (), "squad")

    assert [badge.group.face.asked for badge in after] == [True, False]
    assert [badge.place for badge in after] == [badge.place for badge in before]
    plates = [painter._plate(badges[0].group.face) for badges in (before, after)]  # noqa: SLF001  a plate alone, without its place
    assert plates[0].get_buffer().raw != plates[1].get_buffer().raw


def test_the_nearest_free_place_is_above() -> None:
    base, room = pygame.Rect(100, 100, 18, 18), pygame.Rect(0, 0, 400, 400)

    alone = Surroundings([], [], [base], [])
    assert best_place([base], (40, 24), room, alone, 1.0).midbottom == (109, 98)
    taken = alone._replace(badges=[pygame.Rect(60, 60, 100, 38)])
    assert best_place([base], (40, 24), room, taken, 1.0).midtop == (109, 120)


def test_a_badge_keeps_off_models_of_other_units() -> None:
    base, room = pygame.Rect(100, 100, 18, 18), pygame.Rect(0, 0, 400, 400)
    other = pygame.Rect(100, 52, 18, 18)  # 4 pixels above the nearest place
    around = Surroundings([], [], [base], [other])

    assert best_place([base], (40, 24), room, around, 1.0).midtop == (109, 120)


def test_a_badge_under_the_mouse_or_over_a_plan_is_faint(
    painter: BadgePainter, camera: Camera
) -> None:
    badges = badges_laid_out(
        painter, table_of_units(("squad", SIDES[0], spots_in_row(10, 10, 5))), camera
    )
    place = badges[0].place.move(camera.left, camera.top)

    def seen(pointer: tuple[int, int], *planned: pygame.Rect) -> int:
        canvas = pygame.Surface((900, 900))
        canvas.fill("#808080")
        painter.draw(canvas, camera, badges, shown={}, pointer=pointer, planned=planned)
        return abs(pygame.transform.average_color(canvas, place)[0] - 0x80)

    assert seen(place.center) < 0.4 * seen((0, 0))
    assert seen((0, 0), pygame.Rect(place.center, (9, 9))) < 0.4 * seen((0, 0))
    assert seen((0, 0), pygame.Rect(place.bottomright, (9, 9))) == seen((0, 0))
    assert painter.under(place.center) == "squad"
    assert painter.under((0, 0)) is None


def test_a_badge_follows_its_moving_models(painter: BadgePainter, camera: Camera) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(10, 10, 5)))
    badges = badges_laid_out(painter, squad, camera)
    shown = {m.id: Point(m.at.x + 5, m.at.y + 2) for m in squad.standing()}

    canvas = pygame.Surface((900, 900))
    painter.draw(canvas, camera, badges, shown=shown, pointer=(-1, -1))

    moved = badges[0].place.move(camera.left + 5 * 18, camera.top + 2 * 18)
    assert painter.under(moved.center) == "squad"


@pytest.mark.parametrize(
    "panel",
    [(150, 100, 260, 80), (100, 100, 120, 200), (0, 0, 900, 180), (0, 0, 210, 300)],
    ids=["above it", "left of it", "across the window", "in a corner"],
)
def test_a_badge_goes_out_from_under_a_panel(
    painter: BadgePainter, camera: Camera, panel: tuple[int, int, int, int]
) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(10, 10, 5)))
    badges = badges_laid_out(painter, squad, camera)
    painter.covered = [pygame.Rect(panel)]

    painter.draw(pygame.Surface((900, 900)), camera, badges, shown={}, pointer=(-1, -1))

    (place,) = painter.places
    assert place.collidelist(painter.covered) == -1
    assert camera.window.contains(place)


def test_models_under_a_panel_have_no_badge_beside_it(
    painter: BadgePainter, camera: Camera
) -> None:
    squad = table_of_units(("squad", SIDES[0], spots_in_row(10, 10, 5)))
    painter.covered = [pygame.Rect(100, 100, 400, 200)]
    badges = badges_laid_out(painter, squad, camera)

    painter.draw(pygame.Surface((900, 900)), camera, badges, shown={}, pointer=(-1, -1))

    assert painter.places == []


def test_the_sides_differ_by_the_edge(painter: BadgePainter) -> None:
    """Along its upper edge the badge of the second side has gaps, that of the first none."""

    def gaps(team: int) -> int:
        plate = painter._plate(  # noqa: SLF001
            BadgeFace("units/rifle", team, 12, label=UnitLabel(UnitId("squad"), "5%", "all"))
        )
        wide = plate.get_width()
        edge = [max(plate.get_at((x, 2))[:3]) for x in range(12, wide - 12)]
        return sum(a > 90 >= b for a, b in pairwise(edge))

    assert gaps(0) == 0
    assert gaps(1) >= 3


def test_only_a_board_that_is_played_on_has_badges(scene: Scene) -> None:
    canvas = pygame.Surface((1280, 720))
    scene.draw(canvas)
    assert scene.badges.under(canvas.get_rect().center) is None

    assert not scene.badges._drawn  # noqa: SLF001  what is drawn is not listed otherwise
    scene.has_badges = True
    scene.camera.resize(pygame.Rect(0, 0, 300, 250))
    scene.camera.fit()
    scene.draw(canvas)
    assert scene.badges._drawn  # noqa: SLF001


def test_labels_replace_the_tags_of_small_models(scene: Scene) -> None:
    """At 28 pixels an inch bases of 1.06" are 30 pixels wide, at 10 pixels 11."""
    model = scene.stage.seen.standing()[0]
    cells = (TagCell("50", "#F1EADB", "#101010"),)
    label = UnitLabel(model.unit, "−0.1", "0.5 carried")
    tags = Tags((Tag(Disc(model.at, 0.53), cells, cells),), (label,))
    scene.has_badges = True

    def shown(side: int) -> tuple[bool, list[str]]:
        scene.camera.resize(pygame.Rect(0, 0, 25 * side, 19 * side))
        scene.camera.fit()
        scene.draw(pygame.Surface((1280, 720)), above=[tags])
        faces = [b.group.face for b in scene.badges._laid]  # noqa: SLF001
        return scene.labelled, [f.label.figure for f in faces if f.label]

    assert shown(10) == (True, ["−0.1"])
    assert shown(29) == (False, [])


def test_a_badge_leaves_the_number_of_a_marker_free(scene: Scene) -> None:
    scene.has_badges = True
    scene.camera.resize(pygame.Rect(0, 0, 400, 300))
    scene.camera.fit()
    scene.draw(pygame.Surface((1280, 720)))
    markers = [marker_rect(m.at, scene.camera.ppi) for m in scene.stage.seen.objectives]

    assert scene.badges._laid  # noqa: SLF001
    assert all(b.place.collidelist(markers) == -1 for b in scene.badges._laid)  # noqa: SLF001
