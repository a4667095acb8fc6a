"""Records that events copy by hand keep everything that the event does not change."""

from dataclasses import MISSING, fields, replace

from game.geometry.points import Point
from game.table.apply import apply
from game.table.events import Marked, Moved
from game.table.records import Mark, Model, ModelId, Profile, Side, Unit, UnitId, Where
from game.table.state import Table

ONE = Model(
    ModelId("squad-1"),
    UnitId("squad"),
    Side("wardens"),
    profile=Profile("Warden"),
    base=0.5,
    at=Point(1.0, 2.0),
    facing=45.0,
    where=Where.RESERVE,
    wounds=2,
    marks=(Mark("loose"),),
    arrows=3,
    heading=30.0,
)
SQUAD = Unit(
    UnitId("squad"), Side("wardens"), "Squad", models=(ONE.id,), marks=(Mark("moved"),)
)


def test_the_records_differ_from_the_defaults_in_all_fields() -> None:
    for record in (ONE, SQUAD):
        for field in fields(record):
            assert field.default is MISSING or getattr(record, field.name) != field.default


def test_a_model_that_moves_changes_its_place_and_facing_only() -> None:
    table = Table(models={ONE.id: ONE}, units={SQUAD.id: SQUAD})
    apply(table, Moved("CC-18", model=ONE.id, path=(ONE.at, Point(3.0, 4.0)), facing=90.0))
    assert table.models[ONE.id] == replace(ONE, at=Point(3.0, 4.0), facing=90.0)
    assert table.models[ONE.id].disc.at == Point(3.0, 4.0)


def test_a_unit_that_is_marked_changes_its_marks_only() -> None:
    table = Table(models={ONE.id: ONE}, units={SQUAD.id: SQUAD})
    apply(table, Marked("CC-33", SQUAD.id, Mark("handled")))
    assert table.units[SQUAD.id] == replace(SQUAD, marks=(Mark("moved"), Mark("handled")))
