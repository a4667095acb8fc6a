"""A map file becomes a board: outlines in inches, readable ids."""

from __future__ import annotations

import json

import pytest

from game.content.maps.class_registry import CLASSES
from game.content.maps.classes import Decor
from game.content.maps.map_class import TerrainClass
from game.content.maps.map_library import parse_map
from game.geometry.points import Point, distance
from game.systems.cage.content.map_classes import Notch, Ring
from game.table.board import NATURE, ObjectiveMarker, Spot, TerrainKind, Zone, terrain
from tests.content.drawn_maps import Raw, board_of, polygon_of, prop, thing, tmj

TERRAIN = [one for one in CLASSES.values() if issubclass(one, TerrainClass)]


def test_pixels_become_inches() -> None:
    (wall,) = board_of(thing("Wall", x=32, y=64, width=16, height=48)).terrain

    assert wall.outline == (Point(1, 2), Point(1.5, 2), Point(1.5, 3.5), Point(1, 3.5))


@pytest.mark.parametrize(
    ("rotation", "second"),
    [
        (0, (12, 10)),
        (90, (10, 12)),
        (180, (8, 10)),
        (270, (10, 8)),
        (-90, (10, 8)),
        (450, (10, 12)),
        (30, (11.732, 11)),
        (45, (11.414, 11.414)),
    ],
)
def test_objects_are_turned_clockwise_about_their_place(
    rotation: float, second: tuple[float, float]
) -> None:
    (wall,) = board_of(thing("Wall", rotation=rotation)).terrain

    assert wall.outline[:2] == (Point(10, 10), Point(*second))


@pytest.mark.parametrize("shape", ["polygon", "polyline"])
def test_corners_count_from_the_place_and_turn_with_it(shape: str) -> None:
    raw: Raw = {shape: polygon_of((0, 0), (2, 0), (2, 1))}
    (wall,) = board_of(thing("Wall", rotation=90, **raw)).terrain

    assert wall.outline == (Point(10, 10), Point(10, 12), Point(9, 12))
    assert wall.closed is (shape == "polygon")


def test_an_ellipse_has_32_corners_and_touches_its_box() -> None:
    (crater,) = board_of(
        thing("Crater", x=32, y=32, width=128, height=64, ellipse=True)
    ).terrain

    assert len(crater.outline) == 32
    assert crater.box == (1, 1, 5, 3)


def test_the_corners_of_a_circle_are_equally_far_from_its_middle() -> None:
    (crater,) = board_of(
        thing("Crater", x=32, y=32, width=128, height=128, ellipse=True)
    ).terrain

    assert {round(distance(Point(3, 3), c), 2) for c in crater.outline} == {2.0}


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize("one", TERRAIN, ids=lambda one: one.__name__)
def test_each_class_of_terrain_has_the_nature_of_its_kind(one: type) -> None:
    drawn: Raw = {"polyline": polygon_of((0, 0), (4, 0)), "x": 0, "y": 0}
    shape = drawn if CLASSES[one.__name__].shapes == {"polyline"} else {}
    (piece,) = board_of(thing(one.__name__, **shape)).terrain

    assert piece == terrain(
        piece.id, piece.kind, piece.outline, closed=not shape, **NATURE[piece.kind]
    )


def test_every_kind_of_terrain_can_be_drawn() -> None:
    # A flood marks flooded ground; a map does not.
    assert {one.kind for one in TERRAIN} == set(TerrainKind) - {TerrainKind.FLOODED}


@pytest.mark.rule("CC-37")
@pytest.mark.parametrize(
    ("member", "said", "value"),
    [
        ("impassable", "yes", True),
        ("blocks_sight", "no", False),
        ("difficult", "no", False),
        ("dangerous", "yes", True),
        ("leaks", "yes", True),
        ("cover", "5+", 5),
        ("cover", "none", 0),
        ("bonus", "soft", 1),
        ("bonus", "none", 0),
    ],
)
def test_a_map_may_override_the_nature_of_a_piece(member: str, said: str, value: float) -> None:
    (plain,) = board_of(thing("Ruin")).terrain
    (ruin,) = board_of(thing("Ruin", properties=[prop(member, said)])).terrain

    assert getattr(ruin, member) == value
    assert getattr(plain, member) != value


@pytest.mark.rule("MP-05", "MP-06")
@pytest.mark.parametrize(
    ("kind", "bonus", "leaks"),
    [
        # death world forest: weeds, spines, venom plants; its ruins are soft by their map
        ("Weeds", 1, False),
        ("Spines", 1, False),
        ("VenomPlants", 1, False),
        ("Wood", 1, False),
        ("Rubble", 1, False),  # battlescape
        ("Crater", 1, False),
        ("Statue", 1, False),
        ("Hedge", 1, False),  # obstacles
        ("Rail", 1, False),
        ("Reactor", 2, False),
        ("ServoHauler", 2, False),
        ("PlasmaRegulator", 2, True),
        ("PlasmaConduit", 2, True),
        ("Ruin", 2, False),
        ("Pipe", 2, True),  # fuel pipes
        ("Barricade", 2, False),
        ("LowWall", 2, False),
        ("Fortification", 2, False),
        ("DeepWater", None, False),
        ("Window", 0, False),
    ],
)
def test_features_are_soft_or_hard_cover_or_nobody_said(
    kind: str, *, bonus: int | None, leaks: bool
) -> None:
    lines = CLASSES[kind].shapes == {"polyline"}
    shape: Raw = {"polyline": polygon_of((0, 0), (4, 0))} if lines else {}
    (piece,) = board_of(thing(kind, **shape)).terrain

    assert (piece.bonus, piece.leaks) == (bonus, leaks)


@pytest.mark.rule("MP-05", "CC-37")
@pytest.mark.parametrize(
    ("kind", "like"),
    [
        ("Weeds", "Rubble"),
        ("Spines", "Rubble"),
        ("VenomPlants", "Rubble"),
        ("Statue", "Rubble"),
        ("ServoHauler", "Rubble"),
        ("PlasmaRegulator", "Rubble"),
        ("Reactor", "Ruin"),
        ("Fortification", "Ruin"),
        ("PlasmaConduit", "LowWall"),
        ("Barricade", "LowWall"),
    ],
)
def test_features_hinder_bases_and_sight_like_what_they_resemble(kind: str, like: str) -> None:
    lines = CLASSES[kind].shapes == {"polyline"}
    shape: Raw = {"polyline": polygon_of((0, 0), (4, 0))} if lines else {}
    one, other = board_of(thing(kind, 1, **shape), thing(like, 2, **shape)).terrain

    for word in ("impassable", "blocks_sight", "difficult", "dangerous", "cover"):
        assert getattr(one, word) == getattr(other, word), word


@pytest.mark.rule("FF-03")
@pytest.mark.parametrize("kind", ["Grate", "SluiceGate", "CaveIn"])
def test_pieces_of_sewers_are_difficult_and_may_be_watertight(kind: str) -> None:
    plain, tight = board_of(
        thing(kind, 1), thing(kind, 2, properties=[prop("watertight", value=True)])
    ).terrain

    assert plain.difficult
    assert not plain.impassable
    assert (plain.watertight, tight.watertight) == (False, True)


@pytest.mark.rule("ZG-13", "ZG-14")
def test_loose_debris_is_no_terrain_and_a_hull_is_a_wall() -> None:
    edge = polygon_of((0, 0), (0, 48))
    board = board_of(
        thing("Debris", 1),
        thing("Debris", 2, properties=[prop("loose", value=True)]),
        thing("Hull", 3, x=1536, y=0, polyline=edge),
    )

    assert [piece.id for piece in board.terrain if piece.impassable] == ["debris-1", "hull-3"]
    assert [spot.kind for spot in board.spots] == ["loose debris"]
    assert board.terrain[1].outline == (Point(48, 0), Point(48, 48))


def test_ids_are_names_or_classes_with_numbers() -> None:
    board = board_of(
        thing("LowWall", 2, polyline=polygon_of((0, 0), (1, 0))),
        thing("Ruin", 3, name="Old  Mill!"),
        thing("Ruin", 4, name="hut"),
        thing("Wall", 5, name="Hut"),
        thing("Ruin", 6, name="low-wall-2"),
        thing("Ruin", 8, name="--"),
        thing("Ruin", 9, name="Mühle"),
    )

    assert [piece.id for piece in board.terrain] == [
        "low-wall-2",
        "old-mill",
        "hut-4",
        "hut-5",
        "low-wall-2-6",
        "ruin-8",
        "mühle",
    ]


def test_a_zone_keeps_the_name_of_the_map() -> None:
    board = board_of(
        thing("DeploymentZone", 2, name="north-west hall"), thing("DeploymentZone", 4)
    )

    assert [zone.id for zone in board.zones] == ["north-west-hall", "deployment-zone-4"]
    assert [zone.name for zone in board.zones] == ["north-west hall", "deployment zone 4"]


@pytest.mark.rule("MI-03")
def test_zones_and_markers_stand_in_the_order_of_the_file() -> None:
    board = board_of(
        thing("Objective", 1, point=True, x=64),
        thing("DeploymentZone", 2, name="south", properties=[prop("side", "brood")]),
        thing("Objective", 3, point=True, properties=[prop("number", 1, "int")]),
        thing("DeploymentZone", 4),
        thing("Objective", 5, point=True, name="bridge"),
    )

    square = (Point(10, 10), Point(12, 10), Point(12, 11), Point(10, 11))
    assert board.zones == (Zone("south", square, "brood"), Zone("deployment-zone-4", square))
    assert board.markers == (
        ObjectiveMarker("objective-1", Point(2, 10), 2),
        ObjectiveMarker("objective-3", Point(10, 10), 1),
        ObjectiveMarker("bridge", Point(10, 10), 3),
    )


def test_other_objects_are_spots_with_their_members() -> None:
    board = board_of(
        thing("DeploymentZone", 1, name="south"),
        thing("Exit", 2, properties=[prop("zone", 1, "object")]),
        thing("Lamp", 3, point=True),
        thing("CityPiece", 4, properties=[prop("condition", "intact"), prop("size", 3)]),
        thing(
            "Lane", 5, polyline=polygon_of((0, 0), (4, 0)), properties=[prop("flow", "against")]
        ),
    )

    square = (Point(10, 10), Point(12, 10), Point(12, 11), Point(10, 11))
    assert board.spots == (
        Spot("exit-2", kind="exit", outline=square, numbers=(), words=(("zone", "south"),)),
        Spot(
            "lamp-3",
            kind="lamp",
            outline=(Point(10, 10),),
            numbers=(("radius", 9.0), ("brightness", 1.0)),
            words=(("tint", "#ffffe2b0"),),
        ),
        Spot(
            "city-piece-4",
            kind="city piece",
            outline=square,
            numbers=(("size", 3.0),),
            words=(("condition", "intact"),),
        ),
        Spot(
            "lane-5",
            kind="lane",
            outline=(Point(10, 10), Point(14, 10)),
            numbers=(),
            words=(("flow", "against"),),
        ),
    )


def test_every_class_becomes_something_on_the_board() -> None:
    """Except the classes of a cage, which are useless without one another."""
    for name, one in CLASSES.items():
        if one in {Ring, Notch}:
            continue
        line = {"x": 0, "y": 0, "polyline": polygon_of((0, 0), (0, 4))}
        shapes: list[tuple[str, Raw]] = [
            ("rectangle", {}),
            ("point", {"point": True}),
            ("polyline", line),
            ("ellipse", {"ellipse": True, "height": 64}),
        ]
        drawn = next(raw for shape, raw in shapes if shape in one.shapes)
        if one is Decor:
            drawn = {"properties": [prop("image", "moss.png", "file")]}
        board = board_of(thing(name, **drawn))

        things = [*board.terrain, *board.zones, *board.markers, *board.spots]
        things += board.decor
        assert len(things) == 1, name


def test_the_map_says_its_title_and_look() -> None:
    board = board_of(
        properties=[prop("title", "Long Orchard"), prop("look", "field")], height=72
    )

    assert (board.name, board.look) == ("Long Orchard", "field")
    assert (board.width, board.height) == (48.0, 72.0)
    assert board_of().name == "untitled"


def test_an_object_knows_its_label() -> None:
    mapfile = parse_map(json.dumps(tmj(thing("Wall", 5, name="gate"))), "x")

    assert [one.label for _, one in mapfile.objects()] == ["object 5 'gate' (Wall)"]


def test_a_note_becomes_a_spot_with_its_lines_and_whether_it_is_hidden() -> None:
    text = [prop("text", "Locked.\r\nForce it\ton a 4+.\n")]
    board = board_of(
        thing("Note", 1, point=True, properties=[*text, prop("hidden", value=True)])
    )

    assert board.spots == (
        Spot(
            "note-1",
            kind="note",
            outline=(Point(10, 10),),
            numbers=(("hidden", 1.0), ("size", 0.8)),
            words=(
                ("text", "Locked.\nForce it    on a 4+."),
                ("style", "pin"),
                ("tint", "#fff1eadb"),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("kind", "member", "words"),
    [
        ("Ruin", "cover", "4+ (CC-15)"),
        ("Ruin", "blocks_sight", "yes (CC-37)"),
        ("Wall", "cover", "none (CC-15)"),
        ("Hedge", "cover", "5+ (CC-15)"),
        ("Hedge", "bonus", "soft (MP-05)"),
        ("CaveIn", "bonus", "not set (MP-05)"),
        ("Pipe", "leaks", "yes (MP-06)"),
        ("Grate", "watertight", ""),
        ("Lamp", "radius", ""),
    ],
)
def test_the_usual_value_of_a_member_is_that_of_its_kind(
    kind: str, member: str, words: str
) -> None:
    assert CLASSES[kind].usual(member) == words
