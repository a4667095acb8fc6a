"""Drifting debris hides models behind its current position."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.classic.rules.targeting import may_target
from game.cores.kit.queries import HIDES, SIGHTLINES, TableView, UnitPair
from game.geometry.points import Point
from game.table.records import UnitId
from game.table.state import Piece, PieceKind, Table
from tests.systems.zero_g.zero_g_tables import BROOD, HALE, RULES, drifter, table_of, void

VOID = void()
PAIR = UnitPair(UnitId("hale"), UnitId("foe"))
PAIR_OF = PAIR.unit_id, PAIR.target
SLAB = Piece(
    "slab",
    PieceKind.DEBRIS,
    Point(20.5, 24),
    outline=(Point(-0.5, -2), Point(0.5, -2), Point(0.5, 2), Point(-0.5, 2)),
)


def table_with_slab(at: Point) -> Table:
    """Return a boarder and a drifter 15" apart, and a slab 4" long somewhere."""
    there = table_of(VOID, drifter("hale", (12, 24)), drifter("foe", (28, 24), side=BROOD))
    there.pieces["slab"] = replace(SLAB, at=at)
    return there


@pytest.mark.rule("CC-08")
def test_a_slab_on_the_line_is_named_and_ends_it() -> None:
    view = TableView(table_with_slab(SLAB.at), RULES)

    no = may_target(view, *PAIR_OF)
    assert no is not None
    assert (no.clause, no.reason.rpartition(": ")[2]) == ("CC-08", "hidden by the slab")
    (line,) = SIGHTLINES.of(view, PAIR)
    # Its near side.
    assert (line.block, line.by) == (Point(20, 24), "slab")
    (hide,) = HIDES.of(view, view.table.models[HALE].disc)
    assert len(hide.sides) == 4


@pytest.mark.rule("CC-08")
def test_as_soon_as_it_has_drifted_on_the_line_is_clear() -> None:
    """The same board is asked again: a cache of the earlier line would be wrong."""
    shut, clear = (TableView(table_with_slab(at), RULES) for at in (SLAB.at, Point(20.5, 28)))

    assert may_target(shut, *PAIR_OF) is not None
    assert may_target(clear, *PAIR_OF) is None
    (line,) = SIGHTLINES.of(clear, PAIR)
    assert line.block is None
