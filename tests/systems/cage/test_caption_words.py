"""Captions of a bout: places without numbers, facings by the other champion."""

from __future__ import annotations

import pytest

from game.play.log.transcript import caption_words, spelt
from game.systems.cage.table.events import RingTurned, StepKind, Stepped, WeaponDropped
from game.table.apply import apply
from game.table.events import Event
from game.table.records import Cell, ModelId
from tests.systems.cage.cage_tables import RED, cage, profile

CHAMPION = ModelId(RED)


def stepped(step: StepKind, cell: Cell, edge: int = 4) -> Stepped:
    return Stepped("TC-08", model=CHAMPION, cell=cell, edge=edge, step=step)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (stepped(StepKind.ENTERS, Cell(3, 1)), "Red sends red in at 2 o'clock at the rim"),
        (stepped(StepKind.ADVANCES, Cell(0, 0)), "red advances to the centre"),
        (stepped(StepKind.ADVANCES, Cell(2, 0), 0), "red advances on blue"),
        (stepped(StepKind.ADVANCES, Cell(2, 0)), "red advances to 1 o'clock"),
        (stepped(StepKind.ADVANCES, Cell(2, 4)), "red advances to 8 o'clock"),
        (stepped(StepKind.FALLS_BACK, Cell(2, 0)), "red falls back to 1 o'clock"),
        (stepped(StepKind.RETREATS, Cell(3, 4)), "red retreats to 6 o'clock at the rim"),
        (stepped(StepKind.TURNS, Cell(2, 0), 0), "red turns to face blue"),
        (stepped(StepKind.TURNS, Cell(2, 0), 2), "red turns its side to blue"),
        (stepped(StepKind.TURNS, Cell(2, 0), 4), "red turns its back on blue"),
        (stepped(StepKind.TURNS, Cell(2, 0), 1), "red turns its side to blue"),
        (stepped(StepKind.TURNS, Cell(2, 4), 4), "red turns to face blue"),
        (stepped(StepKind.TURNS, Cell(2, 4), 0), "red turns its back on blue"),
        (RingTurned("TC-07", RED, 0, 30), "Red turns the centre clockwise"),
        (RingTurned("TC-07", RED, 1, -30), "Red turns the inner ring counter-clockwise"),
        (RingTurned("TC-07", RED, 2, 30), "Red turns the middle ring clockwise"),
        (RingTurned("TC-07", RED, 3, 30), "Red turns the outer ring clockwise"),
        (WeaponDropped("TC-19", CHAMPION, "axe", Cell(1, 2)), "red drops its axe at 6 o'clock"),
        (
            WeaponDropped("TC-19", CHAMPION, "axe", Cell(0, 0)),
            "red drops its axe in the centre",
        ),
    ],
)
def test_a_caption_names_no_cell_and_no_ring_by_a_number(event: Event, told: str) -> None:
    fighter = profile("veteran")
    table = cage((fighter, Cell(3, 1), "out"), (fighter, Cell(3, 0), "out"))
    apply(table, event)

    assert "".join([s.text for s in spelt(caption_words(event, table), table)]) == told
