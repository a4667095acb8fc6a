"""Small tables for the tests of moves and placements."""

from __future__ import annotations

from game.geometry.points import Point
from game.play.moves.base_placement import MoveClauses
from game.table.board import Board, Terrain, TerrainKind, terrain
from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId
from game.table.state import Table
from tests.tools.shapes import box_corners

US, THEM = Side("wardens"), Side("brood")
SQUAD, FOES = UnitId("squad"), UnitId("foes")
CLAUSES = MoveClauses(move="CC-18", chain="CC-19", table="CC-18", ground="CC-20")
TROOPER = Profile("trooper")

Spots = dict[str, tuple[float, float]]


def piece(kind: TerrainKind, left: float, top: float, right: float, bottom: float) -> Terrain:
    return terrain(kind.value, kind, box_corners(left, top, right, bottom))


def table(
    us: Spots,
    them: Spots | None = None,
    *,
    terrain: tuple[Terrain, ...] = (),
    radius: float = 0.5,
    size: tuple[float, float] = (48.0, 48.0),
    others: Spots | None = None,
) -> Table:
    """Return a table with our unit *us*, their unit *them*, and their second unit *others*."""
    laid = Table(Board(width=size[0], height=size[1], terrain=terrain))
    for unit, side, spots in (
        (SQUAD, US, us),
        (FOES, THEM, them or {}),
        (UnitId("others"), THEM, others or {}),
    ):
        laid.units[unit] = Unit(
            unit, side=side, name=unit, models=tuple(ModelId(name) for name in spots)
        )
        for name, at in spots.items():
            model_id = ModelId(name)
            laid.models[model_id] = Model(
                model_id, unit=unit, side=side, profile=TROOPER, base=radius, at=Point(*at)
            )
    return laid
