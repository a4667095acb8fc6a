"""The rosters of both sides: which units there are, and in which state."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.shown.roster_rows import READY, TARGET, RosterRow, SideRoster, side_rosters, standing
from game.table.records import (
    Clock,
    How,
    Loss,
    Mark,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Where,
)
from game.table.state import Table

REDS, BLUES = Side("reds"), Side("blues")
TURN = Clock(1, "movement", REDS)
SQUAD, LONER, FOES = UnitId("squad"), UnitId("loner"), UnitId("foes")


def add(table: Table, unit: UnitId, side: Side, many: int, wounds: int = 1) -> None:
    ids = tuple(ModelId(f"{unit}-{n + 1}") for n in range(many))
    table.units[unit] = Unit(unit, side, unit.capitalize(), models=ids)
    profile = Profile("Runner", w=wounds)
    for id_ in ids:
        table.models[id_] = Model(id_, unit, side, profile=profile, base=0.5, wounds=wounds)


@pytest.fixture
def table() -> Table:
    """Return a squad of three and a single model with two wounds against five foes."""
    table = Table(sides=(REDS, BLUES), clock=TURN)
    add(table, SQUAD, REDS, 3)
    add(table, LONER, REDS, 1, wounds=2)
    add(table, FOES, BLUES, 5)
    return table


def lose(table: Table, id_: str, how: How = How.SHOT) -> None:
    model = table.models[ModelId(id_)]
    table.models[model.id] = replace(model, where=Where.GONE)
    loss = Loss(model.id, model.unit, model.side, how=how, when=TURN)
    table.losses = (*table.losses, loss)


def mark(table: Table, unit: UnitId, *names: str) -> None:
    table.units[unit] = replace(table.units[unit], marks=tuple(Mark(name) for name in names))


def rows(table: Table, offered: dict[str, str] | None = None) -> dict[str, RosterRow]:
    return {
        row.id: row for roster in side_rosters(table, offered or {}, "") for row in roster.rows
    }


def test_each_side_lists_its_units_in_the_order_of_the_roster(table: Table) -> None:
    first, second = side_rosters(table, {}, "")

    assert (first.side, [row.name for row in first.rows]) == (REDS, ["Squad", "Loner"])
    assert (second.side, [row.name for row in second.rows]) == (BLUES, ["Foes"])


def test_a_side_counts_its_models_unless_units_are_ready_to_act(table: Table) -> None:
    lose(table, "squad-1")
    reds, blues = side_rosters(table, {}, "")
    assert (reds.count, blues.count) == ("3 / 4", "5 / 5")
    assert reds.hint == "Reds: 3 of 4 models left"

    reds, blues = side_rosters(table, {SQUAD: READY, FOES: TARGET}, "")
    assert (reds.count, blues.count) == ("1 ready", "5 / 5")
    assert reds.strength == "3 / 4"


def test_only_the_roster_of_the_chosen_unit_highlights_one(table: Table) -> None:
    assert [roster.chosen for roster in side_rosters(table, {}, LONER)] == [LONER, ""]


def test_a_row_says_how_many_are_left_and_the_most_important_mark(table: Table) -> None:
    assert rows(table)[SQUAD].state == "3 of 3"
    lose(table, "squad-3")
    assert rows(table)[SQUAD].state == "2 of 3"
    mark(table, SQUAD, "moved", "falling back")
    assert rows(table)[SQUAD].state == "2/3 · falling back"
    mark(table, LONER, "ran")
    assert rows(table)[LONER].state == "ran"


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (How.SHOT, "destroyed"),
        (How.FLED, "fled"),
        (How.LEFT, "has left"),
        (How.LOST, "lost"),
    ],
)
def test_a_destroyed_unit_says_how_its_last_model_was_lost(
    table: Table, how: How, words: str
) -> None:
    lose(table, "squad-1", How.FLED)
    lose(table, "squad-2", How.LEFT)
    lose(table, "squad-3", how)

    assert standing(table, table.units[SQUAD]) == words


def test_a_unit_off_the_table_waits_for_its_deployment_and_then_in_reserve(
    table: Table,
) -> None:
    table.models[ModelId("loner-1")] = replace(
        table.models[ModelId("loner-1")], where=Where.RESERVE
    )
    unit = table.units[LONER]
    assert standing(table, unit) == "in reserve"
    assert standing(table, unit, "not in this bout") == "not in this bout"

    table.clock = Clock(0, "deployment", REDS)
    assert standing(table, unit) == "undeployed"


def test_only_a_single_model_with_several_wounds_shows_them(table: Table) -> None:
    found = rows(table)
    assert (found[LONER].wounds, found[LONER].number) == ((2, 2), "2w")
    assert (found[SQUAD].wounds, found[SQUAD].number) == ((0, 0), "3")

    table.models[ModelId("loner-1")] = replace(table.models[ModelId("loner-1")], wounds=1)
    assert rows(table)[LONER].wounds == (1, 2)


def test_a_destroyed_unit_is_faded_unless_it_is_an_option_or_chosen(table: Table) -> None:
    lose(table, "loner-1")

    def row(offered: dict[str, str], chosen: str) -> RosterRow:
        roster: SideRoster = side_rosters(table, offered, chosen)[0]
        return roster.rows[1]

    assert row({}, "").faded
    assert not row({LONER: READY}, "").faded
    assert not row({}, LONER).faded
    assert not rows(table)[SQUAD].faded


def test_a_narrow_row_has_its_words_in_the_tooltip(table: Table) -> None:
    assert rows(table, {FOES: TARGET})[FOES].in_short == "Foes · 5 of 5 · target"
    assert rows(table)[LONER].in_short == "Loner"


def test_marks_that_only_keep_the_order_of_play_are_not_listed(table: Table) -> None:
    mark(table, SQUAD, "handled", "ran")

    assert rows(table)[SQUAD].marks == ("ran",)


def brood(table: Table, many: int, where: Where) -> None:
    """Add lone models alike of the second side, all of them *where*."""
    for n in range(many):
        unit = UnitId(f"imp-{n}")
        add(table, unit, BLUES, 1)
        for id_ in table.units[unit].models:
            table.models[id_] = replace(
                table.models[id_], where=where, profile=Profile("Imp", w=1)
            )


def blues(table: Table, *, hides_reserve: bool = False) -> list[RosterRow]:
    return [*side_rosters(table, {}, "", hides_reserve=hides_reserve)[1].rows]


def test_lone_models_alike_share_a_row_while_they_are_off_the_table(table: Table) -> None:
    brood(table, 4, Where.RESERVE)
    assert [(row.id, row.name, row.number) for row in blues(table)] == [
        ("foes", "Foes", "5"),
        ("imp-0", "4 × Imp", "×4"),
    ]


@pytest.mark.parametrize(("many", "where"), [(2, Where.RESERVE), (4, Where.TABLE)])
def test_a_few_and_those_that_stand_have_a_row_each(
    table: Table, many: int, where: Where
) -> None:
    brood(table, many, where)
    assert len(blues(table)) == 1 + many


def test_those_in_reserve_and_those_lost_are_not_mixed(table: Table) -> None:
    brood(table, 6, Where.RESERVE)
    for n in (1, 3, 5):
        lose(table, f"imp-{n}-1")
    assert [row.name for row in blues(table)] == ["Foes", "3 × Imp", "3 × Imp"]


def test_one_that_may_be_chosen_has_a_row_of_its_own(table: Table) -> None:
    brood(table, 4, Where.RESERVE)
    found = side_rosters(table, {UnitId("imp-2"): READY}, "")[1].rows
    assert [row.id for row in found] == ["foes", "imp-0", "imp-2"]


def test_those_in_reserve_may_have_no_rows_while_those_lost_have(table: Table) -> None:
    brood(table, 3, Where.RESERVE)
    lose(table, "imp-1-1")
    assert [row.id for row in blues(table, hides_reserve=True)] == ["foes", "imp-1"]
