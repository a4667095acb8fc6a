"""Query of the points that markers are worth now: ``MP-28``, ``MP-36``, ``MP-37``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.cores.kit.queries import FACTS, STAKES, TableView
from game.geometry.points import Point
from game.systems.matched.rules.beachhead import beachhead
from game.systems.matched.rules.vital_intelligence import (
    ACTIVE,
    CLAUSE,
    ActiveMarkerState,
    vital_intelligence,
)
from game.table.apply import apply
from game.table.events import ObjectivePlaced
from game.table.records import Side
from game.table.state import Table
from tests.systems.zero_g.zero_g_tables import BROOD, drifter, table_of, void


def view_by_marker(mission: Module) -> TableView:
    """Return three wardens and one of the brood by marker 1; each base has a radius of 0.5"."""
    table = table_of(
        void(),
        drifter("one", (20, 20)),
        drifter("two", (22, 20)),
        drifter("edge", (20, 23.5)),
        drifter("out", (20, 23.6)),
        drifter("foe", (18, 20), side=BROOD),
    )
    for number, at in enumerate((Point(20, 20), Point(40, 20)), 1):
        apply(table, ObjectivePlaced(CLAUSE, marker=f"marker-{number}", at=at, number=number))
    return TableView(table, GameRules(mission))


def reasons_and_clauses(view: TableView, marker: str) -> list[tuple[str, str]]:
    return [(fact.why, fact.clause) for fact in FACTS.of(view, marker)]


@pytest.mark.rule("MP-28", "MP-36")
def test_the_active_marker_tells_that_it_pays_two() -> None:
    view = view_by_marker(vital_intelligence({}))
    apply(view.table, ACTIVE.write(CLAUSE, ActiveMarkerState(1)))

    assert [(s.marker, s.active) for s in STAKES.of(view, None)] == [
        ("marker-1", True),
        ("marker-2", False),
    ]
    # The base at 3.5" from the centre is exactly 3" from it, the one at 3.6" is not.
    assert reasons_and_clauses(view, "marker-1") == [
        ('Models within 3": Wardens 3, Brood 1', "MP-28"),
        ("Active this round: 2 points at the end of the round", "MP-36"),
    ]
    assert reasons_and_clauses(view, "marker-2") == [
        ('Models within 3": Wardens 0, Brood 0', "MP-28"),
        ("1 point at the end of the round", "MP-36"),
    ]


@pytest.mark.rule("MP-36")
def test_on_a_six_all_markers_are_active() -> None:
    view = view_by_marker(vital_intelligence({}))
    apply(view.table, ACTIVE.write(CLAUSE, ActiveMarkerState(6)))

    assert all(stake.active for stake in STAKES.of(view, None))


@pytest.mark.rule("MP-37")
def test_a_beachhead_tells_what_it_pays_whom() -> None:
    view = view_by_marker(beachhead({}))
    table: Table = view.table
    table.markers = {
        f"marker-{side}": replace(m, id=f"marker-{side}")
        for side, m in zip((Side("wardens"), BROOD), table.markers.values(), strict=True)
    }

    when = "Points for control at the start of a turn, from round 2"
    assert reasons_and_clauses(view, "marker-wardens")[1] == (
        f"{when}: Wardens 1, Brood 3",
        "MP-37",
    )
    assert reasons_and_clauses(view, "marker-brood")[1] == (
        f"{when}: Wardens 3, Brood 1",
        "MP-37",
    )
