"""The log of a bout: numbers of cells for files, directions beside the board."""

from __future__ import annotations

import pytest

from game.play.log.transcript import line, spans
from game.shown.lines import log_spans
from game.systems.cage.table.events import StepKind, Stepped, WeaponDropped
from game.systems.cage.table.floor_state import lay_rings
from game.table.events import Event
from game.table.records import Cell, ModelId
from tests.systems.cage.cage_tables import RED, cage, profile

CHAMPION = ModelId(RED)


def steps(cell: Cell, edge: int, step: StepKind = StepKind.GOES) -> Stepped:
    return Stepped("TC-08", model=CHAMPION, cell=cell, edge=edge, step=step)


@pytest.mark.parametrize(
    ("event", "filed", "seen"),
    [
        (
            steps(Cell(2, 0), 4),
            "red goes to cell 0 of ring 2, facing in",
            "red goes to ring 2, 1 o'clock, facing in",
        ),
        (
            steps(Cell(0, 0), 4),
            "red goes to the centre, facing edge 2",
            "red goes to the centre, facing 6 o'clock",
        ),
        (
            steps(Cell(0, 0), 4, StepKind.TURNS),
            "red turns to face edge 2",
            "red turns to face 6 o'clock",
        ),
        (
            WeaponDropped("TC-19", model=CHAMPION, weapon="chain blade", cell=Cell(1, 2)),
            "red drops its chain blade, which lands in cell 2 of ring 1",
            "red drops its chain blade, which lands in ring 1, 6 o'clock",
        ),
    ],
)
def test_a_log_beside_the_board_says_where_its_cells_are_seen(
    event: Event, filed: str, seen: str
) -> None:
    fighter = profile("veteran")
    table = cage((fighter, Cell(3, 1), "out"), (fighter, Cell(3, 0), "out"))

    assert line(event, table) == filed
    assert "".join([s.text for s in log_spans(spans(event, table), table)]) == seen


def test_the_direction_is_that_of_the_ring_as_it_is_turned() -> None:
    fighter = profile("veteran")
    table = cage((fighter, Cell(3, 1), "out"), (fighter, Cell(3, 0), "out"))
    event = steps(Cell(2, 0), 4)
    lay_rings(table, (0, 0, 90, 0))

    words = [span.text for span in log_spans(spans(event, table), table)]
    assert words[-3:] == ["ring 2, 4 o'clock", ", facing ", "in"]
