"""Boards and tables for the tests of drawing."""

from __future__ import annotations

from dataclasses import replace
from math import cos, sin, tau
from random import Random

from game.geometry.points import Disc, Point
from game.geometry.polygons import overlaps
from game.table.board import Board, ObjectiveMarker, Spot, TerrainKind, Zone, terrain
from game.table.records import Model, ModelId, Profile, Unit, UnitId
from game.table.state import Table

WARDENS = ("rifle", "sergeant", "plasma", "machine-gun", "scout")
BROOD = ("skitterer", "leaper", "stalker", "brute", "spawn")


def rectangle(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    right, bottom = left + width, top + height
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def town() -> Board:
    """Return a board of 24 x 18 with a piece of every kind."""
    return Board(
        "town",
        width=24,
        height=18,
        terrain=(
            terrain("wall", TerrainKind.WALL, rectangle(2, 5, 4, 1)),
            terrain("block", TerrainKind.BLOCK, rectangle(9, 6, 4, 4)),
            terrain("ruin", TerrainKind.RUIN, rectangle(17, 5, 5, 4)),
            terrain("wood", TerrainKind.WOOD, rectangle(1, 9, 5, 4)),
            terrain("rubble", TerrainKind.RUBBLE, rectangle(16, 11, 3, 2)),
            terrain("crater", TerrainKind.CRATER, rectangle(8, 12, 3, 2)),
            terrain("low", TerrainKind.LOW_WALL, (Point(14, 1), Point(19, 1)), closed=False),
            terrain("hedge", TerrainKind.HEDGE, (Point(14, 2), Point(19, 2)), closed=False),
            terrain("rail", TerrainKind.RAIL, (Point(14, 3), Point(19, 3)), closed=False),
            terrain("pipe", TerrainKind.PIPE, (Point(14, 4), Point(19, 4)), closed=False),
            terrain("canal", TerrainKind.DEEP_WATER, rectangle(20, 10, 4, 4)),
        ),
        zones=(Zone("north", rectangle(0, 0, 24, 3)), Zone("south", rectangle(0, 15, 24, 3))),
        markers=(
            ObjectiveMarker("first", Point(12, 3.5), 1),
            ObjectiveMarker("second", Point(6.5, 15), 2),
        ),
    )


def features() -> Board:
    """Return a board with the features that only matched play has (``MP-05``)."""
    dugout = (Point(13, 13), Point(18, 13), Point(20, 15), Point(18, 17), Point(13, 17))
    return Board(
        "features",
        width=24,
        height=18,
        terrain=(
            terrain("weeds", TerrainKind.WEEDS, rectangle(1, 1, 4, 3)),
            terrain("spines", TerrainKind.SPINES, rectangle(6, 1, 4, 3)),
            terrain("venom", TerrainKind.VENOM_PLANTS, rectangle(11, 1, 4, 3)),
            terrain("old", TerrainKind.RUIN, rectangle(16, 1, 4, 3), bonus=1),
            terrain("saint", TerrainKind.STATUE, rectangle(21, 1, 2.4, 2.4)),
            terrain("reactor", TerrainKind.REACTOR, rectangle(1, 6, 6, 3.5)),
            terrain("crane", TerrainKind.SERVO_HAULER, rectangle(9, 6, 6, 4)),
            terrain("coil", TerrainKind.REGULATOR, rectangle(17, 6, 2.5, 2.5)),
            terrain("coils", TerrainKind.REGULATOR, rectangle(21, 6, 2.2, 5)),
            terrain(
                "cable",
                TerrainKind.CONDUIT,
                (Point(1, 12), Point(6, 12), Point(8, 14)),
                closed=False,
            ),
            terrain("sacks", TerrainKind.BARRICADE, (Point(2, 15), Point(8, 16)), closed=False),
            terrain("dugout", TerrainKind.FORTIFICATION, dugout),
        ),
        look="industry",
    )


def works(look: str) -> Board:
    """Return a town of one material, with lamps and with spots that missions name."""
    spots = (
        Spot("lane", "lane", (Point(0, 14.5), Point(13, 14.5), Point(13, 18))),
        Spot("drain", "drain", (Point(7.5, 7),)),
        Spot("nest", "nest", (Point(22.5, 2.5),)),
        Spot("gantry", "gantry", rectangle(8, 10.6, 6, 1)),
        Spot("hatch", "hatch", (Point(0, 4), Point(0, 8))),
        Spot(
            "hoop",
            kind="ring",
            outline=round_path(Point(20, 16), 1.6),
            numbers=(("number", 0.0),),
        ),
        Spot("deck", "ground", rectangle(0, 0, 12, 3), words=(("material", "deck"),)),
        lamp(Point(5, 8), "#ffffd090"),
        lamp(Point(18, 10), "#ff90ffb0"),
    )
    town_ = town()
    more = (
        terrain("gate", TerrainKind.SLUICE_GATE, rectangle(9, 4, 3, 0.7)),
        terrain("grate", TerrainKind.GRATE, rectangle(6.4, 5, 0.7, 3)),
        terrain("fall", TerrainKind.CAVE_IN, rectangle(14, 15, 2.5, 2)),
        terrain("lump", TerrainKind.DEBRIS, (Point(1, 15.6), Point(4, 15.2), Point(3.4, 17.5))),
    )
    return replace(town_, name="works", terrain=(*town_.terrain, *more), spots=spots, look=look)


def void() -> Board:
    """Return a board in space: debris, a hull along an edge, a hatch, drifting pieces."""
    return Board(
        "void",
        width=24,
        height=18,
        terrain=(
            terrain(
                "lump",
                TerrainKind.DEBRIS,
                (Point(8, 8), Point(14, 7), Point(15, 10), Point(9, 11)),
            ),
            terrain(
                "spar",
                TerrainKind.DEBRIS,
                (Point(17, 3), Point(22, 5), Point(21.6, 6), Point(17, 4)),
            ),
            terrain("hull", TerrainKind.WALL, (Point(0, 3), Point(0, 15)), closed=False),
        ),
        spots=(
            Spot("hatch", "hatch", (Point(9, 18), Point(15, 18))),
            Spot("west", "container", (Point(5, 11),)),
            Spot("east", "container", (Point(18, 9),)),
            Spot(
                "loose", "loose debris", (Point(18, 12), Point(20.4, 11.6), Point(19.8, 13.4))
            ),
        ),
        look="space",
    )


def lamp(at: Point, tint: str) -> Spot:
    numbers = ("radius", 7.0), ("brightness", 1.1)
    return Spot("lamp", kind="lamp", outline=(at,), numbers=numbers, words=(("tint", tint),))


def round_path(at: Point, radius: float) -> tuple[Point, ...]:
    turns = [n * tau / 48 for n in range(48)]
    return tuple(Point(at.x + radius * cos(t), at.y + radius * sin(t)) for t in turns)


def two_squads(board: Board) -> Table:
    """Return a table with three wardens at y = 2 and three of the brood at y = 16."""
    table = Table(board)
    for side, row, icons in zip(table.sides, (2.0, 16.0), (WARDENS, BROOD), strict=True):
        for n, icon in enumerate(icons[:3]):
            profile = Profile(icon.title(), w=n + 1, icon=icon)
            id_ = ModelId(f"{side}-{icon}")
            table.models[id_] = Model(
                id_,
                unit=UnitId(f"{side}-squad"),
                side=side,
                profile=profile,
                base=0.5,
                at=Point(4 + 3 * n, row),
                wounds=n + 1,
            )
        models = tuple(m.id for m in table.models.values() if m.side == side)
        table.units[UnitId(f"{side}-squad")] = Unit(
            UnitId(f"{side}-squad"), side=side, name=f"{side} squad", models=models
        )
    return table


def table_full_of_models(board: Board, count: int) -> Table:
    """Return a table full of models that stand apart from each other and from walls."""
    random = Random(7)
    table = Table(board)
    while len(table.models) < count:
        at = Point(random.uniform(1, board.width - 1), random.uniform(1, board.height - 1))
        if _free(table, Disc(at, 0.5)):
            n = len(table.models)
            side = n % 2
            icon = (WARDENS, BROOD)[side][n // 2 % 5]
            profile = Profile(icon.title(), w=1 + n % 3, icon=icon)
            id_, unit = ModelId(f"model-{n}"), UnitId(f"unit-{side}")
            table.models[id_] = Model(
                id_,
                unit=unit,
                side=table.sides[side],
                profile=profile,
                base=0.5,
                at=at,
                facing=n * 37 % 360,
                wounds=1 + n % 3,
            )
    return table


def _free(table: Table, base: Disc) -> bool:
    solid = [t.outline for t in table.board.terrain if t.impassable and t.closed]
    return not any(overlaps(base, outline) for outline in solid) and all(
        (m.at.x - base.at.x) ** 2 + (m.at.y - base.at.y) ** 2 >= 1.0
        for m in table.models.values()
    )
