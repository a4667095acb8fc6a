"""Forecasts of a shot and of a round in the pursuit: ``PU-01``, ``PU-31``."""

from __future__ import annotations

import pytest

from game.cores.classic.rules.melee_odds import round_odds
from game.cores.kit.queries import PROSPECTS, TableView, UnitPair
from game.geometry.points import Point
from game.table.apply import apply
from game.table.board import Spot
from game.table.events import Placed
from game.table.records import Clock, ModelId
from tests.systems.pursuit.pursuit_tables import (
    RIDERS,
    RULES,
    mustered,
    piece,
    rectangle,
    street,
)

BIKE, IMP = ModelId("riders-bike-1-1"), ModelId("swarm-gargoyle-1-1")


def facing(imp: Point, *pieces: Spot) -> TableView:
    """Return a Shooting phase: a bike in the middle of the street, and one swarm model."""
    table = mustered(street(*pieces))
    apply(table, Placed("PU-04", model=BIKE, at=Point(30.0, 24.0), facing=90.0))
    apply(table, Placed("PU-04", model=IMP, at=imp, facing=90.0))
    table.clock = Clock(1, "shooting")
    return TableView(table, RULES)


@pytest.mark.rule("PU-01", "PU-31")
def test_nobody_falls_back_for_losses() -> None:
    view = facing(Point(50.0, 24.0))
    pair = UnitPair(view.table.models[BIKE].unit, view.table.models[IMP].unit)

    found = {figure.what: figure.value for figure in PROSPECTS.of(view, pair)}
    # 3+ with a second chance, then 3+ and no save.
    assert found["is destroyed"] == pytest.approx((1 - 1 / 9) * 2 / 3)
    assert "falls back" not in found


@pytest.mark.rule("PU-31")
def test_nobody_breaks_who_is_beaten() -> None:
    view = facing(Point(31.25, 24.0))
    units = [view.table.models[model_id].unit for model_id in (BIKE, IMP)]

    lines = [figure.what for figure in round_odds(view, units, RIDERS).figures()]
    assert "wins the round" in lines
    assert "breaks" not in lines


@pytest.mark.rule("PU-03", "CC-15")
def test_the_odds_cite_what_gives_a_save_behind_a_ruin() -> None:
    heap = piece("heap", rectangle(38, 20, 4, 8), 2, "ruin")
    view = facing(Point(50.0, 24.0), heap)
    pair = UnitPair(view.table.models[BIKE].unit, view.table.models[IMP].unit)

    (save,) = [f for f in PROSPECTS.of(view, pair) if f.what == "to save"]
    (reason,) = save.reasons
    assert (save.need, save.clause, reason.why, reason.about) == (
        4,
        "PU-03",
        "cover: heap",
        "heap",
    )
