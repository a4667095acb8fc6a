"""Time to compute a charge of many models in a crowd, and its odds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import mean
from time import process_time

import pytest

from game.content.maps.map_library import load_map
from game.content.shipped_folders import MAPS
from game.cores.kit.queries import ForecastFigure, TableView
from game.cores.modern.rules.charge import charge_march, chargeable
from game.cores.modern.rules.charge_odds import charge_figures
from game.geometry.points import Disc, Point, gap, thousandths
from game.geometry.polygons import off_segment
from game.play.moves.base_placement import impassable_under, on_table, piece_under
from game.rules.catalog import rules_of
from game.table.records import Clock, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table
from game.table.system_additions import pieces_of
from tests.bench.time_budget import allowed
from tests.cores.modern.small_tables import ARMOURY, THEM, US, A

CHARGERS, FLYERS, OTHERS = 15, 8, 60
TOTALS = (4.0, 8.0, 12.0)


def fits(table: Table, side: Side, base: Disc) -> bool:
    """Return whether a base fits at a place, more than an inch from all enemies."""
    (x, y), r = base
    walls = table.board.walls
    return (
        on_table(table.board, base)
        and not impassable_under(table.board, base)
        and not piece_under(table.pieces, base)
        and all(
            off_segment(base.at, walls.segments[n]) >= r
            for n in walls.near(x - r, y - r, x + r, y + r)
        )
        and all(
            gap(m.disc, base) > (0.02 if m.side == side else 1.05)
            for m in table.models.values()
        )
    )


def stand(
    table: Table,
    dice: Random,
    unit_id: UnitId,
    side: Side,
    many: int,
    at: Point,
    kind_: str = "",
) -> int:
    """Place a unit about a point, each model near another; return the number placed."""
    kind = ARMOURY.kinds[kind_ or ("warden" if side == US else "leaper")]
    bases, ids = list[Disc](), list[ModelId]()
    for _ in range(200):
        if len(ids) == many:
            break
        x, y = dice.choice(bases).at if bases else at
        base = Disc(
            thousandths(Point(x + dice.uniform(-1.4, 1.4), y + dice.uniform(-1.4, 1.4))),
            kind.base,
        )
        if fits(table, side, base) and (not bases or min(gap(base, b) for b in bases) < 1.9):
            ids.append(ModelId(f"{unit_id}-{len(ids) + 1}"))
            bases.append(base)
            table.models[ids[-1]] = Model(
                ids[-1],
                unit=unit_id,
                side=side,
                profile=kind.profile,
                base=kind.base,
                at=base.at,
                wounds=kind.profile.w,
            )
    if ids:
        table.units[unit_id] = Unit(unit_id, side=side, name=unit_id, models=tuple(ids))
    return len(ids)


def chargers_in_crowd(map_: str, seed: int, many: int = CHARGERS, kind: str = "") -> TableView:
    """Return chargers at a random place on a map, and sixty models about them."""
    dice = Random(seed)
    board = load_map(MAPS / f"{map_}.tmj")
    clock = Clock(1, "charge", US)
    while True:
        table = Table(board, (US, THEM), clock=clock, pieces=pieces_of(board))
        x, y = dice.uniform(12, board.width - 12), dice.uniform(12, board.height - 12)
        if stand(table, dice, A, US, many, Point(x, y), kind) < many:
            continue
        left, n = OTHERS, 0
        while left and n < 100:
            n += 1
            side, size = US if n % 4 == 0 else THEM, min(left, dice.choice([5, 8, 10, 12]))
            at = Point(x + dice.uniform(-8, 8), y + dice.uniform(-8, 8))
            left -= stand(table, dice, UnitId(f"u{n}"), side, size, at)
        view = TableView(table, rules_of("modern"))
        if chargeable(view, A):
            return view


def _charge_figures(view: TableView, foes: Sequence[UnitId]) -> list[ForecastFigure]:
    return list(charge_figures(view, A, foes))


def took(what: Callable[[], object]) -> float:
    began = process_time()
    what()
    return process_time() - began


@pytest.mark.parametrize("map_", ["shattered-parish", "foundry-bend", "old-quarter"])
def test_charges_in_a_crowd(map_: str) -> None:
    """At most 150 ms of processor time for a charge, 300 ms for its forecast."""
    charges, figures = list[float](), list[float]()
    for seed in range(4):
        view = chargers_in_crowd(map_, seed)
        foes = [foe.id for foe in chargeable(view, A)][:2]
        for distance in TOTALS:
            charges.append(took(partial(charge_march, view.table, A, foes, distance)))
        figures.append(took(partial(_charge_figures, view, foes)))

    for what, found in (("charge", charges), ("its odds", figures)):
        text = f"mean {mean(found) * 1e3:.0f} ms, longest {max(found) * 1e3:.0f} ms"
        print(f"{map_}, {what}: {text}")
    assert max(charges) < allowed(0.150)
    assert max(figures) < allowed(0.300)


def test_flights_in_a_crowd_over_carts() -> None:
    """At most 600 ms of processor time for the forecast of eight flying models."""
    figures = list[float]()
    for seed in range(4):
        view = chargers_in_crowd("broken-mile", seed, FLYERS, "gargoyle")
        foes = [foe.id for foe in chargeable(view, A)]
        figures += [took(partial(_charge_figures, view, [foe])) for foe in foes]
    print(f"mean {mean(figures) * 1e3:.0f} ms, longest {max(figures) * 1e3:.0f} ms")
    assert max(figures) < allowed(0.600)
