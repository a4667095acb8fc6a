"""Mysterious objectives: their forecasts and descriptions (``MP-07``, ``MP-08``)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.content.faults import UnusableFile
from game.cores.kit.queries import (
    FACTS,
    NATURES,
    PROSPECTS,
    ForecastFigure,
    MysteryInfo,
    TableView,
    UnitPair,
)
from game.geometry.points import Point
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.systems.matched.rules.mysterious_objectives import (
    PAGE,
    IdentifiedMarker,
    Mystery,
    MysteryState,
)
from game.table.board import ObjectiveMarker
from game.table.records import UnitId
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units
from tests.systems.matched.missions_of_matched import MARKED, UNMARKED

pytestmark = pytest.mark.rule("MP-08")


def by_a_marker(phase: str, face: Mystery | None, x: float, foe_x: float) -> TableView:
    """Return a warden at *x*, a skitterer at *foe_x*, and a marker at 20 with this mystery."""
    view = view_of_units(
        unit(A, US, ["warden"], x, 10), unit(B, THEM, ["skitterer"], foe_x, 10), phase=phase
    )
    view.table.markers["one"] = ObjectiveMarker("one", Point(20.0, 10.0), 1)
    found = () if face is None else (IdentifiedMarker("one", face),)
    view.table.notes[PAGE.name] = MysteryState(found, looked=True)
    return replace(view, rules=rules_of("matched", modules=("mysteries",)))


def figure(view: TableView, unit_id: UnitId, at: UnitId, what: str) -> ForecastFigure:
    return next(f for f in PROSPECTS.of(view, UnitPair(unit_id, at)) if f.what == what)


def test_a_relay_is_in_the_odds() -> None:
    """4+, and a 1 once more: 1/2 and 1/6 of 1/2."""
    near = by_a_marker("shooting", Mystery.RELAY, 20, 40)
    other = by_a_marker("shooting", Mystery.NOTHING, 20, 40)

    assert figure(near, A, B, "to hit").value == pytest.approx(7 / 12)
    assert "targeting relay" in [r.why for r in figure(near, A, B, "to hit").reasons]
    assert figure(other, A, B, "to hit").value == pytest.approx(1 / 2)


def test_a_scatterfield_is_in_the_odds() -> None:
    """6+, and a 1 once more: 1/6 and 1/6 of 1/6."""
    near = by_a_marker("shooting", Mystery.SCATTERFIELD, 2, 20)
    other = by_a_marker("shooting", Mystery.RELAY, 2, 20)

    assert figure(near, A, B, "to save").value == pytest.approx(7 / 36)
    assert figure(other, A, B, "to save").value == pytest.approx(1 / 6)


def test_a_marker_tells_what_it_is_once_it_is_identified() -> None:
    hidden, found = (by_a_marker("shooting", f, 2, 20) for f in (None, Mystery.FIRE_SUPPORT))

    assert [(fact.why[:18], fact.clause) for fact in FACTS.of(hidden, "one")] == [
        ("Not yet identified", "MP-07")
    ]
    assert [(fact.why[:12], fact.clause) for fact in FACTS.of(found, "one")] == [
        ("Fire support", "MP-08")
    ]
    assert list(FACTS.of(found, C)) == []
    assert list(NATURES.of(found, None)) == [MysteryInfo("one", "fire support")]
    assert list(NATURES.of(hidden, None)) == []


@pytest.mark.rule("MP-07")
@pytest.mark.parametrize("mission", UNMARKED)
def test_where_there_are_no_markers_it_is_refused(mission: str) -> None:
    with pytest.raises(UnusableFile) as caught:
        prepare(mission, seed=1, options={"mysteries": True})

    assert [fault.place for fault in caught.value.faults] == ["option.mysteries"]
    assert "(MP-07)" in caught.value.faults[0].reason
    assert prepare(mission, seed=1).settings["mysteries"] is False


@pytest.mark.rule("MP-07")
@pytest.mark.parametrize("mission", MARKED)
def test_where_there_are_markers_it_may_be_switched_on(mission: str) -> None:
    rules = prepare(mission, seed=1, options={"mysteries": True}).rules()

    assert rules.pages["mysteries"] is PAGE
    assert "mysteries" not in prepare(mission, seed=1).rules().pages
