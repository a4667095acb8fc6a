"""Small units of the modern armoury on a bare table, made for single tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.content.armouries.armoury_library import load_armoury
from game.cores.kit.queries import TableView
from game.geometry.points import Point, thousandths
from game.rules.catalog import rules_of
from game.table.board import Board, Terrain
from game.table.command_points import give_points
from game.table.records import Clock, Mark, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table

US, THEM = Side("wardens"), Side("brood")
A, B, C = UnitId("a"), UnitId("b"), UnitId("c")
ARMOURY = load_armoury("modern")


def unit(
    id_: UnitId,
    side: Side,
    kinds: Sequence[str],
    x: float,
    y: float,
    apart: float = 1.1,
    wounds: Sequence[int] = (),
) -> tuple[Unit, list[Model]]:
    """Return a unit in a row to the right; *wounds*: those left to its first models."""
    models = list[Model]()
    for n, kind in enumerate(kinds):
        what = ARMOURY.kinds[kind]
        left = wounds[n] if n < len(wounds) else what.profile.w
        at = thousandths(Point(x + n * apart, y))
        model_id = ModelId(f"{id_}-{n + 1}")
        models.append(
            Model(
                model_id,
                unit=id_,
                side=side,
                profile=what.profile,
                base=what.base,
                at=at,
                wounds=left,
            )
        )
    return Unit(id_, side=side, name=id_, models=tuple(m.id for m in models)), models


def view_of_units(
    *units: tuple[Unit, list[Model]],
    phase: str = "shooting",
    terrain: tuple[Terrain, ...] = (),
    points: int = 0,
    system: str = "modern",
) -> TableView:
    """Return a table in our turn with these units; each side has *points* command points."""
    table = Table(Board(terrain=terrain), (US, THEM), clock=Clock(1, phase, US))
    for one, models in units:
        table.units[one.id] = one
        table.models |= {m.id: m for m in models}
    if points:
        give_points(table, dict.fromkeys((US, THEM), points))
    return TableView(table, rules_of(system))


def with_mark(view: TableView, unit_id: UnitId, *marks: str) -> TableView:
    """Return the same table with marks on a unit."""
    table = view.table.fork()
    table.units[unit_id] = replace(table.units[unit_id], marks=tuple(Mark(m) for m in marks))
    return TableView(table, view.rules)
